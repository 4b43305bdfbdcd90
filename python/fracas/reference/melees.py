"""Melees and how they are cut into combats (C-2 to C-7), by trying everything.

Fighters are the numbers of a board: 0, 1, 2, … Each is in camp 0 or camp 1. Whatever is asked of a
melee is answered by going through all its separations, one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from fracas.errors import InputError, Problem
from fracas.reference.checks import refuse
from fracas.reference.dice import WORD, is_whole_number, philox2x64, text_seed
from fracas.reference.enumeration import exact
from fracas.reference.policies import Policy
from fracas.reference.position import Combat, Fighter
from fracas.reference.rules import Rules
from fracas.reference.solving import points, solve
from fracas.types import Separation, Star

__all__ = [
    "Melee",
    "Rated",
    "Value",
    "best_separations",
    "combat_of",
    "count_separations",
    "expected_points",
    "find_melees",
    "rate",
    "reasons_against",
    "regret",
    "sample_separation",
    "separation_of",
    "separations",
    "solved_points",
]

KEY_OF_SEPARATIONS = 0x7365706172617465
WORD_BITS = 64

Value: TypeAlias = Callable[[Star], Fraction]
"""What a combat is worth to the side that is asked for."""


# Melees


@dataclass(frozen=True)
class Melee:
    """Fighters who are linked by contacts with enemies (C-3)."""

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The fighters of camp 0 and those of camp 1, ascending."""
    contacts: tuple[tuple[int, int], ...]
    """Who touches whom: camp 0's fighter, then camp 1's; in order."""

    @property
    def fighters(self) -> tuple[int, ...]:
        """Everybody, ascending."""
        return tuple(sorted(self.sides[0] + self.sides[1]))

    @property
    def is_one_combat(self) -> bool:
        """Whether a side has a lone fighter, so that there is nothing to separate (C-4, C-6)."""
        return min(map(len, self.sides)) == 1

    def side_of(self, fighter: int) -> int:
        """Give the camp of a fighter."""
        return 0 if fighter in self.sides[0] else 1

    def touch(self, one: int, other: int) -> bool:
        """Tell whether two enemies touch, in whatever order they are named."""
        return (one, other) in self.contacts or (other, one) in self.contacts


def find_melees(camps: Sequence[int], contacts: Iterable[tuple[int, int]]) -> list[Melee]:
    """Find the melees of a board, in the order of their lowest fighters.

    *Rule* Fighters are in one melee when a chain of contacts links them that alternates between
    friend and enemy: so only contacts of enemies link. Who touches no enemy is in none (C-3).

    *Edge cases* A contact may be told several times and from either end.

    *Errors* ``InputError`` for a camp that is none, a fighter that is not there, and a fighter who
    touches himself.

    *Example* Three in a row, and two friends beside them.

    >>> [melee.fighters for melee in find_melees([0, 1, 0, 1, 1], [(0, 1), (1, 2), (3, 4)])]
    [(0, 1, 2)]
    """
    told = list(contacts)
    refuse(board_problems(camps, told))
    pairs = {(one, other) if camps[one] == 0 else (other, one) for one, other in told}
    pairs = {(one, other) for one, other in pairs if camps[one] != camps[other]}
    found: list[Melee] = []
    for fighter in range(len(camps)):
        if any(fighter in melee.fighters for melee in found):
            continue
        linked = linked_with(fighter, pairs)
        if len(linked) > 1:
            sides = [tuple(one for one in sorted(linked) if camps[one] == camp) for camp in (0, 1)]
            within = tuple(sorted(pair for pair in pairs if pair[0] in linked))
            found.append(Melee((sides[0], sides[1]), within))
    return found


def board_problems(camps: Sequence[int], contacts: Sequence[tuple[int, int]]) -> list[Problem]:
    """Find out whether camps and contacts make a board."""
    problems = [
        Problem(f"camps[{fighter}]", repr(camp), "0 or 1")
        for fighter, camp in enumerate(camps)
        if not is_whole_number(camp, 0, 1)
    ]
    for place, pair in enumerate(contacts):
        if any(not is_whole_number(one, 0, len(camps) - 1) for one in pair):
            allowed = f"fighters from 0 to {len(camps) - 1}"
            problems.append(Problem(f"contacts[{place}]", repr(pair), allowed))
        elif pair[0] == pair[1]:
            problems.append(Problem(f"contacts[{place}]", repr(pair), "two different fighters"))
    return problems


def linked_with(fighter: int, pairs: Collection[tuple[int, int]]) -> set[int]:
    """Give everybody whom a chain of these pairs links with a fighter, and himself."""
    linked = {fighter}
    while True:
        more = {one for pair in pairs if linked & {*pair} for one in pair}
        if more <= linked:
            return linked
        linked |= more


# Separations


def separations(melee: Melee) -> list[Separation]:
    """List every separation of a melee, in the canonical order.

    *Rule* Each combat is one fighter against one or several enemies, all of whom he touches (C-4);
    everybody is in exactly one (C-5).

    *Edge cases* The canonical order compares the combats one after another, each by its fighters in
    ascending order; the combats of a separation stand in the order of their lowest fighters.

    *Example* Two against two, in a row 0 1 2 3 of alternating camps.

    >>> (melee,) = find_melees([0, 1, 0, 1], [(0, 1), (2, 1), (2, 3)])
    >>> [[star.members for star in separation] for separation in separations(melee)]
    [[(0, 1), (2, 3)]]
    """
    return sorted(partitions(melee, melee.fighters), key=members_of)


def partitions(melee: Melee, left: tuple[int, ...]) -> Iterator[Separation]:
    """Give every way to put these fighters into combats.

    The lowest one is put together with any of the others that make a combat of it.
    """
    if not left:
        yield ()
        return
    lowest, *rest = left
    for number in range(1, len(rest) + 1):
        for others in combinations(rest, number):
            star = star_of(melee, (lowest, *others))
            if star is None:
                continue
            remaining = tuple(one for one in rest if one not in others)
            for more in partitions(melee, remaining):
                yield (star, *more)


def star_of(melee: Melee, members: Collection[int]) -> Star | None:
    """Give the combat of these fighters; ``None`` when they make none (C-4).

    *Edge cases* Of one against one, the lone fighter is the one of camp 0.
    """
    first, second = ([one for one in sorted(members) if one in side] for side in melee.sides)
    for several, alone in ((second, first), (first, second)):
        if len(alone) == 1 and several:
            if all(melee.touch(alone[0], enemy) for enemy in several):
                return Star(alone[0], tuple(several))
            return None
    return None


def members_of(separation: Separation) -> tuple[tuple[int, ...], ...]:
    """Give the fighters of each combat: what separations are ordered by."""
    return tuple(star.members for star in separation)


def count_separations(melee: Melee) -> int:
    """Count the separations of a melee."""
    return len(separations(melee))


def reasons_against(melee: Melee, combats: Iterable[Iterable[int]]) -> list[str]:
    """Tell every reason why these combats are no separation of the melee; none, and they are one.

    *Rule* One against one or against several in contact with the one (C-4); everybody is in
    exactly one combat (C-5).

    *Example*

    >>> (melee,) = find_melees([0, 1, 0, 1], [(0, 1), (2, 1), (2, 3)])
    >>> reasons_against(melee, [(0, 1), (2, 3)])
    []
    >>> reasons_against(melee, [(0, 3), (1, 3)])
    ['0 and 3 do not touch', '1 and 3 are friends', '3 is used 2 times', '2 is in no combat']
    """
    parts = [list(combat) for combat in combats]
    reasons = [reason for part in parts for reason in reasons_against_combat(melee, part)]
    placed = [fighter for part in parts for fighter in part]
    for fighter in sorted({*placed}):
        if fighter not in melee.fighters:
            reasons.append(f"{fighter} is not of this melee")
        elif placed.count(fighter) > 1:
            reasons.append(f"{fighter} is used {placed.count(fighter)} times")
    missing = [fighter for fighter in melee.fighters if fighter not in placed]
    return reasons + [f"{fighter} is in no combat" for fighter in missing]


def reasons_against_combat(melee: Melee, part: Sequence[int]) -> list[str]:
    """Tell why some fighters of a melee cannot be one combat (C-4)."""
    first, second = ([one for one in sorted({*part}) if one in side] for side in melee.sides)
    if not first or not second:
        friends = " and ".join(map(str, first + second))
        if len(first + second) > 1:
            return [f"{friends} are friends"]
        return [f"{friends} has no enemy"] if friends else ["there is nobody in a combat"]
    if len(first) > 1 and len(second) > 1:
        return [f"{first} against {second}: there must be one fighter on a side"]
    return [
        f"{one} and {other} do not touch"
        for one in first
        for other in second
        if not melee.touch(one, other)
    ]


def sample_separation(melee: Melee, seed: int | str = 0, index: int = 0) -> Separation:
    """Draw one of the separations, each with exactly the same chance.

    *Dice* Random words of a stream of its own, as many as the number of separations needs bits,
    the low ones first; a number that is too high is drawn again.

    *Edge cases* Nothing is drawn when there is only one.
    """
    listed = separations(melee)
    bits = (len(listed) - 1).bit_length()
    words = words_of(text_seed(seed) if isinstance(seed, str) else seed, index)
    while True:
        number = 0
        for place in range(-(-bits // WORD_BITS)):
            number += next(words) << (WORD_BITS * place)
        number %= 1 << bits
        if number < len(listed):
            return listed[number]


def words_of(seed: int, index: int) -> Iterator[int]:
    """Give the random words of one draw of a seed, without end."""
    refuse(
        [
            Problem(field, repr(value), "a whole number from 0 to 2^64 - 1")
            for field, value in (("seed", seed), ("index", index))
            if not is_whole_number(value, 0, WORD - 1)
        ]
    )
    block = 0
    while True:
        yield from philox2x64((block, index), seed ^ KEY_OF_SEPARATIONS)
        block += 1


# What they are worth


class Rated(NamedTuple):
    """A separation and what it is worth."""

    separation: Separation
    value: Fraction
    """The sum of the values of its combats."""
    values: tuple[Fraction, ...]
    """The value of each combat, in the same order."""


def rate(separation: Separation, value: Value) -> Rated:
    """Say what a separation is worth: the sum of its combats."""
    values = tuple(value(star) for star in separation)
    return Rated(separation, sum(values, start=Fraction(0)), values)


def best_separations(melee: Melee, value: Value, k: int = 1) -> list[Rated]:
    """Give the k best separations, the best first.

    *Rule* Whoever separates is free to choose (C-6).

    *Edge cases* Equal ones stand in the canonical order. There may be fewer than k.
    """
    rated = [rate(separation, value) for separation in separations(melee)]
    # A sort keeps equal ones as they stand.
    return sorted(rated, key=lambda one: one.value, reverse=True)[:k]


def regret(melee: Melee, separation: Separation, value: Value) -> Fraction:
    """Say by how much the best separation is better than this one."""
    return best_separations(melee, value)[0].value - rate(separation, value).value


def combat_of(
    melee: Melee, star: Star, fighters: Sequence[Fighter], for_side: int, rules: Rules
) -> Combat:
    """Set up one combat of a separation, as chosen by the side that is asked for.

    *Edge cases* To be separated from others changes nothing else: fighters stay in contact (C-7).
    """
    enemies = tuple(fighters[enemy] for enemy in star.enemies)
    return Combat(fighters[star.lone], enemies, melee.side_of(star.lone), for_side, rules)


def expected_points(
    melee: Melee,
    fighters: Sequence[Fighter],
    for_side: int,
    policies: tuple[Policy, Policy],
    rules: Rules,
) -> Value:
    """Value a combat by the points it brings on average when both sides keep to their policies.

    *Rule* The values of the enemies killed, less those of one's own dead.

    *Errors* ``InputError`` when there is no such side, or not one fighter for each number.
    """
    refuse(value_problems(melee, fighters, for_side))
    sign = 1 if for_side == 0 else -1

    @cache
    def value(star: Star) -> Fraction:
        combat = combat_of(melee, star, fighters, for_side, rules)
        law, worth = exact(combat, policies), points(combat)
        mean = sum((chance * Fraction(worth(outcome)) for outcome, chance in law.items()))
        return sign * Fraction(mean)

    return value


def solved_points(
    melee: Melee, fighters: Sequence[Fighter], for_side: int, rules: Rules
) -> Callable[[Star], float]:
    """Value a combat by the points it brings on average when both sides play their best."""
    refuse(value_problems(melee, fighters, for_side))
    sign = 1 if for_side == 0 else -1

    @cache
    def value(star: Star) -> float:
        combat = combat_of(melee, star, fighters, for_side, rules)
        return sign * solve(combat, points(combat)).value

    return value


def value_problems(melee: Melee, fighters: Sequence[Fighter], for_side: int) -> list[Problem]:
    """Find out whether combats of a melee can be valued for a side."""
    problems = []
    if not is_whole_number(for_side, 0, 1):
        problems.append(Problem("for_side", repr(for_side), "0 or 1"))
    needed = melee.fighters[-1] + 1
    if len(fighters) < needed:
        problems.append(Problem("fighters", f"{len(fighters)} of them", f"{needed} or more"))
    return problems


def separation_of(melee: Melee, combats: Iterable[Iterable[int]]) -> Separation:
    """Read a separation from the fighters of its combats.

    *Errors* ``InputError`` with every reason why it is none.
    """
    parts = [tuple(combat) for combat in combats]
    reasons = reasons_against(melee, parts)
    if reasons:
        raise InputError([("separation", reason, "C-4 and C-5") for reason in reasons])
    stars = [star for part in parts if (star := star_of(melee, part)) is not None]
    return tuple(sorted(stars, key=lambda star: star.members))
