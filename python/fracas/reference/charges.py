"""What a charge costs the charged, and whom a charger may pivot (M-15, M-17, M-18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal, TypeAlias, TypeVar

__all__ = ["Charge", "penalised", "pivotable"]

Charge: TypeAlias = tuple[int, Sequence[int]]
"""A charger and the fighters it charges, all by number."""

T = TypeVar("T")


def penalised(
    powers: Sequence[int],
    charges: Sequence[Charge],
    several_targets: Literal["some_group", "all_chargers"] = "some_group",
) -> set[int]:
    """Find out who suffers the penalty of a charge, over the charges of one speaking turn.

    *Rule* A fighter does when the cumulated power of those who charge it is at least its own
    (M-17). With several targets: when some group of its chargers has at least the power of all
    the fighters which that group charges (M-18).

    *Edge cases* Only charges that reached contact are to be given. By the option of M-18 the only
    group looked at is that of all its chargers. Somebody charged twice over suffers once.

    *Example* One of power 2 charges two of power 1.

    >>> penalised([2, 1, 1], [(0, [1, 2])])
    {1, 2}
    """
    targets_of: dict[int, set[int]] = {}
    for charger, targets in charges:
        targets_of.setdefault(charger, set()).update(targets)
    charged = {target for targets in targets_of.values() for target in targets}
    suffering = set()
    for target in charged:
        chargers = [charger for charger, targets in targets_of.items() if target in targets]
        groups = (
            [tuple(chargers)] if several_targets == "all_chargers" else list(groups_of(chargers))
        )
        for group in groups:
            all_targets = set().union(*(targets_of[charger] for charger in group))
            if sum(powers[c] for c in group) >= sum(powers[t] for t in all_targets):
                suffering.add(target)
    return suffering


def pivotable(
    charger_power: int, targets: Sequence[tuple[int, bool]], *, is_round: bool
) -> list[tuple[int, ...]]:
    """List which of its targets a charger may pivot together.

    ``targets`` gives the power of each, and whether it is free of any contact.

    *Rule* A charger on a base that is not round may pivot those that nobody touches and whose
    total power is at most its own (M-15).

    *Edge cases* Contact is looked at before the charger arrives. Whether there is room is not
    looked at here.

    *Example* Power 2 against 1 and 3.

    >>> pivotable(2, [(1, True), (3, True)], is_round=False)
    [(0,)]
    """
    if is_round:
        return []
    free = [number for number, (_, is_free) in enumerate(targets) if is_free]
    return [
        group
        for group in groups_of(free)
        if sum(targets[number][0] for number in group) <= charger_power
    ]


def groups_of(members: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """List every group of at least one member."""
    pool = list(members)
    for count in range(1, len(pool) + 1):
        yield from combinations(pool, count)
