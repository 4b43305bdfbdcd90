"""Melees and their separations (C-3 to C-7): who fights whom when many are in contact.

:func:`melees` finds the melees among camps and base contacts. A :class:`Melee` enumerates, counts,
samples, checks and rates its separations, and finds the best one for a side.

A *separation* cuts a melee into combats, each of one fighter against one or several enemies he
touches (:class:`fracas.Star`). Separations have a canonical order: a star is the tuple of its
members, ascending; a separation is the tuple of its stars, sorted by their lowest members; and
separations are in the order of these tuples.

What a combat is worth is told by ``value``:

* the name of a policy of fixed habits, or such a :class:`fracas.Policy`: the exact expected points
  when both sides keep to it, the value of the enemies killed less the value of one's own dead;
* ``"optimal"``: the same under best play of both sides;
* a mapping from stars, or from tuples of members, to numbers; or a callable that takes a star.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fracas import _core, melee_pictures
from fracas._core import Policy, Profile, Rules
from fracas.combat import Fighter, parts_of
from fracas.contests import Contest, contest
from fracas.errors import InputError
from fracas.melee_input import (
    contact_pairs,
    given_combats,
    is_whole,
    neighbour_lists,
    refuse_many,
    roster_of,
    whole_numbers,
)
from fracas.sources import DEFAULT_RULES
from fracas.types import RatedSeparation, Separation, Star

__all__ = [
    "BestSeparation",
    "Combats",
    "Melee",
    "MeleeBatch",
    "Melees",
    "StarValue",
    "melees",
    "melees_batch",
]

StarValue: TypeAlias = (
    str
    | Policy
    | Mapping[Star, float]
    | Mapping[tuple[int, ...], float]
    | Callable[[Star], float | None]
)
"""What a combat is worth to a side: see :mod:`fracas.melees`."""

Combats: TypeAlias = Iterable[Star | tuple[int, Iterable[int]] | Iterable[int]]
"""Combats as people write them: stars, pairs of the lone one and his enemies, or just fighters."""

_LARGEST_BATCH = 8192
"""How many fighters a batch of separations may hold, over all of them."""


@dataclass(frozen=True, slots=True)
class BestSeparation(RatedSeparation):
    """The best separation for a side, with the ones that come after it."""

    method: Literal["exact", "branch and bound"]
    """How it was found. Either way nothing is better."""
    alternatives: tuple[RatedSeparation, ...] = ()
    """The next best ones, when more than one was asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class MeleeBatch:
    """The melees of many boards."""

    labels: NDArray[np.int32]
    """The melee of each fighter, counted board by board; −1 for who is in none."""
    counts: NDArray[np.int32]
    """How many melees each board has."""


class Melees(Sequence["Melee"]):
    """The melees of a board, numbered by their lowest fighter.

    >>> import fracas as fr
    >>> found = fr.melees([0, 1, 0, 1, 0, 0], [(0, 1), (1, 2), (4, 3), (4, 5)])
    >>> [melee.fighters for melee in found], found.alone
    ([(0, 1, 2), (3, 4)], (5,))
    >>> found.labels.tolist()
    [0, 0, 0, 1, 1, -1]
    """

    __slots__ = ("_board", "_made", "camps", "fighters", "labels", "rules")

    camps: NDArray[np.uint8]
    """The side of each fighter."""

    labels: NDArray[np.int32]
    """The melee of each fighter; −1 for who touches no enemy."""
    fighters: tuple[Fighter, ...] | None
    """Who they are, where it was told."""
    rules: Rules
    """The rules their combats are fought by."""

    def __init__(
        self, board: _core.Board, fighters: tuple[Fighter, ...] | None, rules: Rules
    ) -> None:
        self._board = board
        self._made: dict[int, Melee] = {}
        self.camps = board.camps()
        self.labels = board.labels()
        self.fighters = fighters
        self.rules = rules

    def __reduce__(self) -> tuple[Callable[..., Melees], tuple[object, ...]]:
        """Take apart for pickle: contacts of friends are left out, they link nothing."""
        return _melees, (self.camps, self._board.contacts(), self.fighters, self.rules)

    def __len__(self) -> int:
        return self._board.count()

    @overload
    def __getitem__(self, index: int) -> Melee: ...
    @overload
    def __getitem__(self, index: slice) -> list[Melee]: ...
    def __getitem__(self, index: int | slice) -> Melee | list[Melee]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        if place not in self._made:
            core = self._board.melee(place)
            assert core is not None  # noqa: S101 - there are as many as it says
            self._made[place] = Melee(core, self.fighters, self.rules)
        return self._made[place]

    def __repr__(self) -> str:
        return f"<Melees: {len(self)} among {len(self.labels)} fighters>"

    @property
    def alone(self) -> tuple[int, ...]:
        """The fighters that touch no enemy."""
        return tuple(np.flatnonzero(self.labels < 0).tolist())

    def melee_of(self, fighter: int) -> Melee:
        """Give the melee of a fighter; one that touches no enemy is in none (C-3)."""
        last = len(self.labels) - 1
        if not is_whole(fighter) or not 0 <= fighter <= last:
            raise InputError([("fighter", repr(fighter), f"a fighter from 0 to {last}")])
        label = int(self.labels[fighter])
        if label < 0:
            allowed = "a fighter in contact with an enemy"
            raise InputError([("fighter", f"{fighter}, who touches no enemy", allowed)])
        return self[label]


class Melee:
    """One melee: fighters linked by an unbroken chain of contacts between enemies (C-3).

    >>> import fracas as fr
    >>> melee = fr.melees([0, 0, 1, 1], [(0, 2), (0, 3), (1, 2), (1, 3)])[0]
    >>> melee.count()
    2
    >>> [[star.members for star in separation] for separation in melee.separations()]
    [[(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    >>> melee.legal([(0, 1), (2, 3)])
    ['combat 0 has no enemies: only 0, 1', 'combat 1 has no enemies: only 2, 3']
    """

    __slots__ = ("__dict__", "_core", "_fighters", "rules")

    rules: Rules
    """The rules its combats are fought by."""

    def __init__(
        self, core: _core.Melee, fighters: tuple[Fighter, ...] | None, rules: Rules
    ) -> None:
        self._core = core
        self._fighters = fighters
        self.rules = rules

    def __reduce__(self) -> tuple[Callable[..., Melee], tuple[object, ...]]:
        """Take apart for pickle: a melee goes to other processes like any value."""
        return _melee, (self.sides, self.contacts, self.roster, self.rules)

    @cached_property
    def fighters(self) -> tuple[int, ...]:
        """Who is in it, ascending."""
        return self._core.fighters

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The fighters of side 0 and those of side 1."""
        return self._core.sides

    @cached_property
    def contacts(self) -> tuple[tuple[int, int], ...]:
        """The contacts between enemies, side 0's fighter first, sorted."""
        return self._core.contacts

    @property
    def is_one_combat(self) -> bool:
        """Whether a side has a lone fighter: then it is already one combat (C-6)."""
        return self._core.is_one_combat

    @property
    def roster(self) -> dict[int, Fighter] | None:
        """Who its fighters are, by number; ``None`` where it was not told."""
        if self._fighters is None:
            return None
        return {number: self._fighters[number] for number in self.fighters}

    def __repr__(self) -> str:
        first, second = (len(side) for side in self.sides)
        return f"<Melee: {first} against {second}, {len(self.contacts)} contacts>"

    def names(self) -> dict[int, str]:
        """Give a name for each fighter: its number, or its profile's name where that is known.

        Fighters that share a name are told apart by their numbers.
        """
        roster = self.roster
        if roster is None:
            return {number: str(number) for number in self.fighters}
        names = [fighter.profile.name for fighter in roster.values()]
        return {
            number: f"{name} #{number}" if names.count(name) > 1 else name
            for number, name in zip(roster, names, strict=True)
        }

    def legal(self, separation: Combats) -> list[str]:
        """Tell every reason why a separation is not legal (C-4, C-5); none means that it is.

        >>> import fracas as fr
        >>> melee = fr.melees([0, 1, 0], [(0, 1), (1, 2)])[0]
        >>> melee.legal([(1, [0, 2])])
        []
        >>> melee.legal([{0, 1}, {1, 2}])
        ['fighter 1 is used more than once: in combats 0, 1']
        """
        return self._core.legal(given_combats(separation))

    def separations(self) -> Iterator[Separation]:
        """Give every separation in canonical order, one after another as they are asked for."""
        return _walk(self._core.separations(), _LARGEST_BATCH // len(self.fighters) + 1)

    def count(self) -> int:
        """Count the separations without enumerating them.

        A melee of more than 13 fighters abreast is refused with :class:`fracas.TooBig`.

        >>> import fracas as fr
        >>> fives = [(one, other) for one in range(5) for other in range(5, 10)]
        >>> fr.melees([0] * 5 + [1] * 5, fives)[0].count()
        2945
        """
        return self._core.count()

    def unrank(self, rank: int) -> Separation:
        """Give the separation of a number in canonical order, from 0 on."""
        if is_whole(rank) and rank >= 0:
            length = (int(rank).bit_length() + 7) // 8
            found = self._core.unrank(int(rank).to_bytes(length, "little"))
            if found is not None:
                return found
        allowed = f"a whole number from 0 to {self.count() - 1}"
        raise InputError([("rank", repr(rank), allowed)])

    def rank(self, separation: Combats) -> int:
        """Give the number of a separation in canonical order: ``unrank(rank(s)) == s``."""
        return self._core.rank(given_combats(separation))

    def sample(self, seed: int | str = 0, index: int = 0) -> Separation:
        """Draw a separation, each equally likely: the same for the same seed and index.

        >>> import fracas as fr
        >>> threes = [(one, other) for one in range(3) for other in range(3, 6)]
        >>> melee = fr.melees([0, 0, 0, 1, 1, 1], threes)[0]
        >>> [melee.rank(melee.sample(7, index)) for index in range(8)]
        [6, 4, 4, 12, 6, 3, 6, 1]
        """
        return self._core.sample(seed, index)

    def best(self, for_side: int, value: StarValue = "plain", k: int = 1) -> BestSeparation:
        """Find the separation that is worth most to a side, and the ``k - 1`` that come after it.

        The best of what is left after some combats is worked out once and kept (``"exact"``). Where
        that would take more than ten million steps or a million results, branch and bound takes
        over for melees of up to 2^20 possible combats; a melee that is too big for it as well is
        refused with :class:`fracas.TooBig`. Equally good ones are in canonical order.

        >>> import fracas as fr
        >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
        >>> contacts = [(0, 2), (0, 3), (1, 2), (1, 3), (1, 4)]
        >>> fighters = [guard, guard, warrior, warrior, warrior]
        >>> melee = fr.melees([0, 0, 1, 1, 1], contacts, fighters=fighters)[0]
        >>> best = melee.best(0)
        >>> [star.members for star in best.separation]
        [(0, 2), (1, 3, 4)]
        """
        method, found = self._core.best(for_side, _valued(value), k)
        first, *others = (_rated(one) for one in found)
        return BestSeparation(first.separation, first.value, first.values, method, tuple(others))

    def greedy(self, for_side: int = 0, value: StarValue = "plain") -> RatedSeparation:
        """Give a good separation at once.

        Again and again it takes the combat that is worth most for each of its fighters, among
        those that leave nobody without an enemy; of equal ones the first in canonical order. It is
        always legal and seldom the best.
        """
        return _rated(self._core.greedy(for_side, _valued(value)))

    def rate(
        self, separation: Combats, for_side: int, value: StarValue = "plain"
    ) -> RatedSeparation:
        """Say what a separation is worth to a side."""
        return _rated(self._core.rate(given_combats(separation), for_side, _valued(value)))

    def regret(self, separation: Combats, for_side: int, value: StarValue = "plain") -> float:
        """Say what a side loses by this separation against the best one: 0 or more."""
        rated = self.rate(separation, for_side, value)
        return max(0.0, self.best(for_side, value).value - rated.value)

    def who_separates(self) -> Contest:
        """Give the contest of Discipline that decides who separates the melee (C-6).

        Its fighters have the numbers of the board. A melee that is already one combat is not tested
        for.

        >>> import fracas as fr
        >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
        >>> contacts = [(0, 2), (0, 3), (1, 2), (1, 3)]
        >>> board = fr.melees([0, 0, 1, 1], contacts, fighters=[guard, guard, warrior, warrior])
        >>> 0 < board[0].who_separates().exact() < 1
        True
        """
        roster, problems = self.roster, []
        if self.is_one_combat:
            allowed = "several fighters on both sides: this is one combat already"
            problems.append(("melee", "a lone fighter on a side", allowed))
        if roster is None:
            problems.append(("fighters", "None", "a Profile or a Fighter for each camp"))
        if roster is None or problems:
            raise InputError(problems)
        first, second = ({number: roster[number] for number in side} for side in self.sides)
        return contest(first, second, rules=self.rules)

    def to_dot(self, separation: Combats | None = None) -> str:
        """Write the melee for Graphviz, the combats of a separation in colours."""
        return melee_pictures.to_dot(self, self._canonical(separation))

    def to_svg(self, separation: Combats | None = None) -> str:
        """Draw the melee, the combats of a separation in colours."""
        return melee_pictures.to_svg(self, self._canonical(separation))

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _canonical(self, separation: Combats | None) -> Separation | None:
        return None if separation is None else self._core.canonical(given_combats(separation))


def melees(
    camps: ArrayLike,
    contacts: ArrayLike | None = None,
    *,
    csr: tuple[ArrayLike, ArrayLike] | None = None,
    fighters: Iterable[Profile | Fighter] | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Melees:
    """Find the melees of a board (C-3).

    ``camps`` gives the side of each fighter, 0 or 1. ``contacts`` are the pairs of fighters whose
    bases touch, ``csr`` the same as neighbour lists: those of fighter ``f`` are
    ``indices[indptr[f]:indptr[f + 1]]``, and a contact may stand in one list or in both. Contacts
    of friends link nothing; one that is given twice counts once. ``fighters`` says who they are,
    for the values of combats.

    >>> import fracas as fr
    >>> fr.melees([0, 1, 0, 1], csr=([0, 1, 1, 2, 2], [1, 3]))
    <Melees: 2 among 4 fighters>
    """
    if (contacts is None) == (csr is None):
        found = "neither" if contacts is None else "both"
        raise InputError([("contacts, csr", found, "one of the two")])
    sides = whole_numbers(camps, "camps")
    pairs = lists = None
    if csr is not None:
        indptr, indices = neighbour_lists(csr)
        lists = (indptr.astype(np.int64, copy=False), indices)
    else:
        pairs = contact_pairs(contacts)
    roster = None if fighters is None else roster_of(fighters)
    parts = None if roster is None else [parts_of(one) for one in roster]
    return Melees(_core.Board(rules, sides, pairs, lists, parts), roster, rules)


def _melees(
    camps: ArrayLike, contacts: ArrayLike, fighters: tuple[Fighter, ...] | None, rules: Rules
) -> Melees:
    return melees(camps, contacts, fighters=fighters, rules=rules)


def _melee(
    sides: tuple[tuple[int, ...], tuple[int, ...]],
    contacts: tuple[tuple[int, int], ...],
    roster: dict[int, Fighter] | None,
    rules: Rules,
) -> Melee:
    """Put a melee together on a board that has nobody else in contact."""
    camps = np.zeros(max(map(max, sides)) + 1, dtype=np.uint8)
    camps[list(sides[1])] = 1
    fighters = None
    if roster is not None:
        anybody = next(iter(roster.values()))
        fighters = [roster.get(number, anybody) for number in range(len(camps))]
    return melees(camps, contacts, fighters=fighters, rules=rules)[0]


def melees_batch(
    camps: ArrayLike,
    contacts: ArrayLike,
    fighter_offsets: ArrayLike,
    contact_offsets: ArrayLike,
    *,
    threads: int | None = None,
) -> MeleeBatch:
    """Find the melees of many boards in flat arrays.

    The fighters of board ``b`` are ``camps[fighter_offsets[b]:fighter_offsets[b + 1]]``, its
    contacts ``contacts[contact_offsets[b]:contact_offsets[b + 1]]`` with numbers that count from
    its own first fighter. Arrays of ``uint8`` camps, of contacts of any whole numbers and of
    ``int64`` offsets are read as they are, without a copy.

    >>> import fracas as fr
    >>> batch = fr.melees_batch([0, 1, 0, 1, 1], [(0, 1), (0, 1), (0, 2)], [0, 2, 5], [0, 1, 3])
    >>> batch.labels.tolist(), batch.counts.tolist()
    ([0, 0, 0, 0, 0], [1, 1])
    """
    offsets = [
        whole_numbers(given, field).astype(np.int64, copy=False)
        for given, field in (
            (fighter_offsets, "fighter_offsets"),
            (contact_offsets, "contact_offsets"),
        )
    ]
    sides = whole_numbers(camps, "camps")
    if sides.dtype != np.uint8:
        wrong = np.flatnonzero((sides < 0) | (sides > 1))
        refuse_many(_wrong_camp(int(place), sides, offsets[0]) for place in wrong)
        sides = sides.astype(np.uint8)
    pairs = contact_pairs(contacts)
    labels, counts = _core.melee_batch(sides, pairs, offsets[0], offsets[1], threads)
    return MeleeBatch(labels, counts)


def _wrong_camp(
    place: int, camps: NDArray[Any], offsets: NDArray[np.int64]
) -> tuple[str, str, str]:
    board = int(np.searchsorted(offsets, place, side="right")) - 1
    start = int(offsets[board]) if 0 <= board < len(offsets) else 0
    return f"boards[{board}].camps[{place - start}]", str(camps[place]), "0 or 1"


def _walk(walk: _core.Separations, largest: int) -> Iterator[Separation]:
    """Fetch separations in batches that grow: the first one comes at once."""
    size = 1
    while batch := walk.batch(size):
        yield from batch
        size = min(2 * size, largest)


def _rated(found: tuple[Separation, float, list[float]]) -> RatedSeparation:
    separation, value, values = found
    return RatedSeparation(separation, value, tuple(values))


def _valued(value: StarValue) -> str | Policy | Callable[[Star], float | None]:
    """Turn a mapping into a callable that gives `None` for a star that is not in it."""
    if not isinstance(value, Mapping):
        return value
    table: Mapping[Any, float] = value

    def look_up(star: Star) -> float | None:
        return table[star] if star in table else table.get(star.members)

    return look_up
