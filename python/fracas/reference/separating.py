"""How a player cuts a melee into combats, one fighter after another (C-4 to C-6, C-33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from fracas.events import CombatFormed, Separated
from fracas.reference.battle import BattleState, Run
from fracas.reference.melees import Melee, star_of
from fracas.reference.requests import decide
from fracas.types import Star

__all__ = ["COMPLETE", "melee_of", "separate"]

COMPLETE = 63
"""The choice that a combat has all its fighters."""


def separate(melee: Melee, side: int) -> Run[list[Star]]:
    """Let a player separate a melee.

    *Rule* As he likes, but each combat is one against one or several that touch him (C-4), and
    nobody is left without an enemy to fight (C-5).

    *Edge cases* He makes the combat of the lowest fighter that is in none yet, whom others join in
    ascending order; so each separation can be made in one way only.
    """
    left, stars = melee.fighters, list[Star]()
    while left:
        members = left[:1]
        whole = list(possible_combats(melee, left))
        while True:
            longer = [one for one in whole if one[: len(members)] == members]
            choices = sorted({one[len(members)] for one in longer if one != members})
            choices += [COMPLETE] if members in whole else []
            choice = yield from decide("separate", side, None, choices)
            if choice == COMPLETE:
                break
            members += (choice,)
        star = star_of(melee, members)
        stars += [] if star is None else [star]
        left = tuple(fighter for fighter in left if fighter not in members)
    yield Separated(side, len(stars))
    for star in stars:
        yield CombatFormed(star.lone, star.enemies)
    return stars


def possible_combats(melee: Melee, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """List the combats that the lowest of those left can be in.

    *Rule* Everybody still left over must touch an enemy who is left over too: then they can be
    separated somehow (C-5).
    """
    lowest, *rest = left
    for number in range(1, len(rest) + 1):
        for others in combinations(rest, number):
            members = (lowest, *others)
            after = [fighter for fighter in left if fighter not in members]
            has_enemies = all(any(melee.touch(one, other) for other in after) for one in after)
            if star_of(melee, members) is not None and has_enemies:
                yield members


def melee_of(state: BattleState, fighters: Iterable[int]) -> Melee:
    """Give some fighters as a melee of its own: with the contacts between them only (C-36)."""
    members = set(fighters)
    placed = state.table.fighters
    sides = [tuple(one for one in sorted(members) if placed[one].side == side) for side in (0, 1)]
    pairs = [
        (one, other)
        for one in sides[0]
        for other in state.table.adversaries(one)
        if other in members
    ]
    return Melee((sides[0], sides[1]), tuple(sorted(pairs)))
