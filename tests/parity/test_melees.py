"""Melees and separations: the core against the reference, which tries every partition.

Every graph of contacts up to four against four is a board of four against four, with some who touch
nobody. There are 65,536 of them, but few that differ by more than the numbers of the fighters:
the reference works those out, and what it finds is numbered anew for all the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from combat_strategies import entries, habitual
from combats import Entry
from fracas import reference
from fracas.types import RatedSeparation, Star
from melee_boards import Board, Members, boards, members, where_all_touch
from strategies import times

ALL = pytest.mark.rule("C-3", "C-4", "C-5")
FOUR = where_all_touch(4, 4)
seeds = st.integers(0, 2**64 - 1)


@dataclass(frozen=True)
class Found:
    """What a board comes to: the fighters of each melee, and its separations in order."""

    fighters: tuple[Members, ...]
    separations: tuple[tuple[tuple[Members, ...], ...], ...]

    def renumbered(self, numbers: Sequence[int]) -> Found:
        """Give the same for a board on which everybody has another number."""

        def group(one: Members) -> Members:
            return tuple(sorted(numbers[fighter] for fighter in one))

        melees = sorted(
            (group(melee), sorted(tuple(sorted(map(group, one))) for one in found))
            for melee, found in zip(self.fighters, self.separations, strict=True)
        )
        return Found(
            tuple(melee for melee, _ in melees), tuple(tuple(found) for _, found in melees)
        )


def by_reference(board: Board) -> Found:
    """Find the melees and the separations by the reference."""
    melees = board.readable()
    return Found(
        tuple(melee.fighters for melee in melees),
        tuple(tuple(map(members, reference.separations(melee))) for melee in melees),
    )


def by_core(board: Board) -> Found:
    """Find the melees and the separations by the core."""
    melees = fr.melees(board.camps, board.contacts)
    return Found(
        tuple(melee.fighters for melee in melees),
        tuple(tuple(map(members, melee.separations())) for melee in melees),
    )


# Every board of four against four. A board is the number whose bits are its contacts.


def contacts_of(code: int) -> tuple[tuple[int, int], ...]:
    return tuple(pair for place, pair in enumerate(FOUR.contacts) if code >> place & 1)


@cache
def renumberings() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """List the ways to number four against four anew, with the place each contact goes to."""
    places = {pair: place for place, pair in enumerate(FOUR.contacts)}
    orders = [
        first + tuple(4 + one for one in second)
        for first in permutations(range(4))
        for second in permutations(range(4))
    ]
    return [
        (order, tuple(places[order[one], order[other]] for one, other in FOUR.contacts))
        for order in orders
    ]


def alike(code: int) -> dict[int, tuple[int, ...]]:
    """Give every board that is this one but for the numbers, and the numbers that lead to it."""
    bits = [place for place in range(16) if code >> place & 1]
    return {
        sum(1 << places[bit] for bit in bits): order for order, places in reversed(renumberings())
    }


@cache
def representatives() -> dict[int, dict[int, tuple[int, ...]]]:
    """List one board of each kind, with all that are alike."""
    known: set[int] = set()
    found = {}
    for code in range(1 << 16):
        if code not in known:
            found[code] = alike(code)
            known |= {*found[code]}
    return found


def test_every_board_is_alike_one_of_the_representatives() -> None:
    # 317 ways to mark cells of a square of four, up to the order of its rows and columns.
    assert len(representatives()) == 317
    assert sum(map(len, representatives().values())) == 1 << 16


def shuffled(code: int, found: Found, draw: Random) -> tuple[Board, Found]:
    """Number a board anew, whatever the camps, and tell its contacts in any order and direction."""
    numbers = [*range(8)]
    draw.shuffle(numbers)
    camps = [0] * 8
    for fighter, number in enumerate(numbers):
        camps[number] = FOUR.camps[fighter]
    pairs = [(numbers[one], numbers[other]) for one, other in contacts_of(code)]
    pairs = [pair if draw.random() < 0.5 else pair[::-1] for pair in pairs]
    draw.shuffle(pairs)
    return Board(tuple(camps), tuple(pairs)), found.renumbered(numbers)


@ALL
def test_all_kinds_of_boards_up_to_four_against_four() -> None:
    draw = Random(4)  # noqa: S311 - any order will do
    for code in representatives():
        board = Board(FOUR.camps, contacts_of(code))
        found = by_reference(board)
        assert by_core(board) == found
        for _ in range(3):
            board, renumbered = shuffled(code, found, draw)
            assert by_core(board) == renumbered
        # To number anew is no shortcut: the reference says the same of the last one.
        if code % 8 == 0:
            assert by_reference(board) == renumbered


@ALL
def test_melees_and_counts_of_every_board_up_to_four_against_four() -> None:
    labels, counts = flat_batch()
    for code, orders in representatives().items():
        found = by_reference(Board(FOUR.camps, contacts_of(code)))
        ways = {
            melee: len(separations)
            for melee, separations in zip(found.fighters, found.separations, strict=True)
        }
        for other, order in orders.items():
            renumbered = {
                tuple(sorted(order[fighter] for fighter in melee)): number
                for melee, number in ways.items()
            }
            melees = fr.melees(FOUR.camps, contacts_of(other))
            assert [melee.fighters for melee in melees] == sorted(renumbered)
            assert {melee.fighters: melee.count() for melee in melees} == renumbered
            assert counts[other] == len(melees)
            assert [*labels[8 * other : 8 * other + 8]] == [*melees.labels]


def flat_batch() -> tuple[Any, Any]:
    """Find the melees of all boards at once."""
    codes = np.arange(1 << 16)
    chosen = codes[:, None] >> np.arange(16) & 1
    pairs = np.array(FOUR.contacts, dtype=np.uint16)
    batch = fr.melees_batch(
        np.tile(np.array(FOUR.camps, dtype=np.uint8), 1 << 16),
        np.concatenate([pairs[row.astype(bool)] for row in chosen]),
        np.arange(0, (8 << 16) + 1, 8),
        np.concatenate([[0], np.cumsum(chosen.sum(axis=1))]),
    )
    return batch.labels, batch.counts


@ALL
def test_every_separation_of_every_board_up_to_four_against_four() -> None:
    for code, orders in representatives().items():
        found = by_reference(Board(FOUR.camps, contacts_of(code)))
        for other, order in orders.items():
            assert by_core(Board(FOUR.camps, contacts_of(other))) == found.renumbered(order)


# Random boards


def each_melee(board: Board) -> Iterator[tuple[fr.Melee, reference.Melee]]:
    """Give the melees of a board in both implementations."""
    yield from zip(fr.melees(board.camps, board.contacts), board.readable(), strict=True)


@ALL
@times(10)
@given(board=boards(most=10))
def test_a_board_of_any_kind(board: Board) -> None:
    assert by_core(board) == by_reference(board)
    melees = fr.melees(board.camps, board.contacts)
    readable = board.readable()
    where = {one: place for place, melee in enumerate(readable) for one in melee.fighters}
    assert [*melees.labels] == [where.get(one, -1) for one in range(len(board.camps))]
    assert melees.alone == tuple(one for one in range(len(board.camps)) if one not in where)
    for core, plain in zip(melees, readable, strict=True):
        assert (core.sides, core.contacts) == (plain.sides, plain.contacts)
        assert core.is_one_combat == plain.is_one_combat
        assert core.count() == reference.count_separations(plain)
        # The core and the reference give the same values, not only the same fighters.
        assert [*core.separations()] == reference.separations(plain)


@ALL
@times(4)
@given(board=boards(most=10), seed=seeds, index=st.integers(0, 5) | seeds)
def test_a_draw_of_a_seed(board: Board, seed: int, index: int) -> None:
    for core, plain in each_melee(board):
        listed = reference.separations(plain)
        drawn = core.sample(seed, index)
        assert drawn == reference.sample_separation(plain, seed, index)
        assert core.unrank(core.rank(drawn)) == drawn == listed[core.rank(drawn)]


@ALL
def test_every_separation_has_its_rank() -> None:
    for board in (where_all_touch(4, 4), where_all_touch(3, 5)):
        ((core, plain),) = each_melee(board)
        for rank, separation in enumerate(reference.separations(plain)):
            assert core.rank(separation) == rank
            assert core.unrank(rank) == separation


@ALL
def test_draws_are_equally_likely() -> None:
    (melee,) = fr.melees(*astuple(where_all_touch(4, 4)))
    draws = 184 * 200
    drawn = Counter(melee.rank(melee.sample(2024, index)) for index in range(draws))
    assert {*drawn} == {*range(184)}
    # Chi-square with 183 degrees of freedom: above 247.6 once in a thousand times.
    assert sum((count - 200) ** 2 / 200 for count in drawn.values()) < 247.6
    by_seed = Counter(melee.rank(melee.sample(seed)) for seed in range(draws))
    assert sum((count - 200) ** 2 / 200 for count in by_seed.values()) < 247.6


def astuple(board: Board) -> tuple[Any, Any]:
    return board.camps, board.contacts


def set_partitions(left: Members) -> Iterator[list[Members]]:
    """Give every partition of some fighters."""
    if not left:
        yield []
        return
    for partition in set_partitions(left[1:]):
        yield [(left[0],), *partition]
        for place, part in enumerate(partition):
            yield [*partition[:place], (left[0], *part), *partition[place + 1 :]]


@ALL
@pytest.mark.parametrize("kind", [0x8421, 0x1248, 0x7731, 0xFF0F, 0x0133, 0xFFFF, 0xF111])
def test_what_is_listed_is_what_is_legal(kind: int) -> None:
    for core, plain in each_melee(Board(FOUR.camps, contacts_of(kind))):
        listed = {members(one) for one in core.separations()}
        for partition in set_partitions(core.fighters):
            is_legal = not core.legal(partition)
            assert is_legal == (tuple(sorted(partition)) in listed)
            assert is_legal == (not reference.reasons_against(plain, partition))


@ALL
@times(8)
@given(
    board=boards(most=7),
    combats=st.lists(st.lists(st.integers(0, 7), max_size=4), max_size=4),
    choice=st.integers(0, 1000),
)
def test_what_one_refuses_the_other_refuses(
    board: Board, combats: list[list[int]], choice: int
) -> None:
    for core, plain in each_melee(board):
        assert bool(core.legal(combats)) == bool(reference.reasons_against(plain, combats))
        listed = reference.separations(plain)
        one = [[*part] for part in members(listed[choice % len(listed)])]
        assert core.legal(one) == []
        # Take one of them away, or put him somewhere else as well.
        one[choice % len(one)].pop()
        assert core.legal(one)
        one[-1].append(plain.fighters[choice % len(plain.fighters)])
        assert bool(core.legal(one)) == bool(reference.reasons_against(plain, one))


# What they are worth


def assert_same_ranking(
    core: fr.Melee, plain: reference.Melee, table: Mapping[Members, int], side: int
) -> None:
    """Compare the best separations by a table of whole values, which floats add up exactly."""

    def value(star: Star) -> Fraction:
        return Fraction(table[star.members])

    ranking = reference.best_separations(plain, value, k=1000)
    for k in (1, 3, len(ranking)):
        best = core.best(side, value=table, k=k)
        found: list[RatedSeparation] = [best, *best.alternatives][:k]
        # Equally good ones stand in the canonical order.
        assert [one.separation for one in found] == [one.separation for one in ranking[:k]]
        for one in found:
            assert_rated(one, core.rate(one.separation, side, value=table))
            again = reference.rate(one.separation, value)
            assert (Fraction(one.value), (*map(Fraction, one.values),)) == again[1:]
    for rated in ranking[:: max(1, len(ranking) // 5)]:
        lost = ranking[0].value - rated.value
        assert core.regret(rated.separation, side, value=table) == lost
    greedy = core.greedy(side, value=table)
    assert core.legal(greedy.separation) == []
    assert greedy.value <= ranking[0].value
    assert_rated(greedy, core.rate(greedy.separation, side, value=table))


def assert_rated(one: RatedSeparation, other: RatedSeparation) -> None:
    """Compare what separations are worth; the best one also tells how it was found."""
    assert (one.separation, one.value, one.values) == (other.separation, other.value, other.values)


def stars_of(plain: reference.Melee) -> Iterator[Members]:
    """Give the fighters of every combat that C-4 allows, in a separation or not."""
    for code in range(1, 1 << len(plain.fighters)):
        group = tuple(one for place, one in enumerate(plain.fighters) if code >> place & 1)
        if not reference.melees.reasons_against_combat(plain, group):
            yield group


@pytest.mark.rule("C-6")
def test_the_best_of_all_kinds_of_boards_up_to_four_against_four() -> None:
    draw = Random(6)  # noqa: S311 - any values will do
    for code in representatives():
        for core, plain in each_melee(Board(FOUR.camps, contacts_of(code))):
            # Few different values give many ties.
            spread = draw.choice([1, 5, 100])
            table = {star: draw.randint(-spread, spread) for star in stars_of(plain)}
            assert_same_ranking(core, plain, table, draw.randint(0, 1))


@pytest.mark.rule("C-6")
@times(4)
@given(board=boards(most=10), seed=st.integers(0, 2**32), side=st.integers(0, 1))
def test_the_best_of_a_board_of_any_kind(board: Board, seed: int, side: int) -> None:
    draw = Random(seed)  # noqa: S311 - any values will do
    for core, plain in each_melee(board):
        table = {star: draw.randint(-20, 20) for star in stars_of(plain)}
        assert_same_ranking(core, plain, table, side)
        called: set[Star] = set()

        def value(star: Star, table: Mapping[Members, int] = table) -> float:
            called.add(star)  # noqa: B023 - used in this round only
            return table[star.members]

        assert core.best(side, value=value).value == core.best(side, value=table).value
        for star in called:
            assert core.fighters == plain.fighters
            assert reference.melees.star_of(plain, star.members) == star


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(
    ("first", "second", "seeds", "method"),
    [(6, 7, 5, "exact"), (10, 10, 1, "branch and bound")],
)
def test_the_best_of_a_crowd_is_the_one_that_was_planted(
    first: int, second: int, seeds: int, method: str
) -> None:
    # Everybody is worth something, a combat at most what its fighters are: just that in one
    # separation, which nothing can beat.
    board = where_all_touch(first, second)
    (melee,) = fr.melees(*astuple(board))
    for seed in range(seeds):
        draw = Random(seed)  # noqa: S311 - any values will do
        worth = [draw.randint(3, 4) for _ in board.camps]
        planted = melee.sample(seed)

        def value(
            star: Star, draw: Random = draw, worth: list[int] = worth, planted: Any = planted
        ) -> float:
            full = sum(worth[fighter] for fighter in star.members)
            return full if star in planted else full - draw.randint(3, 9)

        best = melee.best(seed % 2, value=value)
        assert (best.separation, best.value, best.method) == (planted, sum(worth), method)


@st.composite
def armies(draw: st.DrawFn) -> tuple[Board, list[Entry]]:
    """Draw a board of two against two or three, and fighters of three kinds for it."""
    first, second = draw(st.sampled_from([(2, 2), (1, 2), (2, 1), (2, 3)]))
    board = where_all_touch(first, second)
    kinds = [draw(entries(1)) for _ in range(3)]
    fighters = [draw(st.sampled_from(kinds)) for _ in board.camps]
    valued = [
        Entry(**{**one.parts(), "profile": with_value(one.profile, 7 + 5 * place)})
        for place, one in enumerate(fighters)
    ]
    return board, draw(st.sampled_from([fighters, valued]))


def with_value(profile: fr.Profile, value: int) -> fr.Profile:
    """Give a profile another strategic value."""
    return fr.Profile.from_dict({**profile.to_dict(), "value": value})


@pytest.mark.rule("C-4", "C-6", "C-12")
@times(1)
@given(army=armies(), habit=habitual, side=st.integers(0, 1))
def test_the_expected_points_of_combats(
    army: tuple[Board, list[Entry]], habit: Any, side: int
) -> None:
    board, fighters = army
    (core,) = fr.melees(
        board.camps, board.contacts, fighters=[fr.Fighter(**one.parts()) for one in fighters]
    )
    (plain,) = board.readable()
    policy = habit.readable(0, 0)
    readable = [reference.Fighter(**one.parts()) for one in fighters]
    value = reference.expected_points(plain, readable, side, (policy, policy), reference.Rules())
    ranking = reference.best_separations(plain, value, k=100)
    best = core.best(side, value=habit.core(), k=len(ranking))
    found = [best, *best.alternatives][: len(ranking)]
    assert [one.value for one in found] == pytest.approx(
        [float(one.value) for one in ranking], abs=1e-9
    )
    for one in ranking:
        rated = core.rate(one.separation, side, value=habit.core())
        assert rated.values == pytest.approx([float(part) for part in one.values], abs=1e-9)
        lost = core.regret(one.separation, side, value=habit.core())
        assert lost == pytest.approx(float(ranking[0].value - one.value), abs=1e-9)


@pytest.mark.rule("C-6")
def test_the_value_of_best_play() -> None:
    once = {"checks": {"reroll_limit": 1}}
    guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    board, profiles = where_all_touch(2, 2), [guard, warrior, warrior, guard]
    (core,) = fr.melees(*astuple(board), fighters=profiles, rules=fr.Rules(once))
    (plain,) = board.readable()
    readable = [reference.Fighter(one) for one in profiles]
    for side in (0, 1):
        value = reference.solved_points(plain, readable, side, reference.Rules.from_document(once))
        for separation in reference.separations(plain):
            rated = core.rate(separation, side, value="optimal")
            assert rated.values == pytest.approx([*map(value, separation)], abs=1e-9)
        worth = max(sum(map(value, one)) for one in reference.separations(plain))
        assert core.best(side, value="optimal").value == pytest.approx(worth, abs=1e-9)


# Who separates


@pytest.mark.rule("C-6")
@times(4)
@given(board=boards(most=8), data=st.data(), seed=st.integers(0, 2**32))
def test_who_separates(board: Board, data: st.DataObject, seed: int) -> None:
    document = {"contests": {"routed_testers": data.draw(st.sampled_from(["never", "always"]))}}
    flags = st.lists(st.booleans(), min_size=len(board.camps), max_size=len(board.camps))
    fighters = [
        Entry(fr.Profile("Fighter", discipline=place % 4), routed=flag)
        for place, flag in enumerate(data.draw(flags))
    ]
    melees = fr.melees(
        board.camps,
        board.contacts,
        fighters=[fr.Fighter(**one.parts()) for one in fighters],
        rules=fr.Rules(document),
    )
    readable = [reference.Fighter(**one.parts()) for one in fighters]
    options = reference.Rules.from_document(document)
    for core, plain in zip(melees, board.readable(), strict=True):
        if plain.is_one_combat:
            with pytest.raises(fr.InputError):
                core.who_separates()
            continue
        contest = reference.who_separates(plain, readable, options)
        assert core.who_separates().candidates == contest.testers
        record = core.who_separates().play(seed)
        players = reference.plain(), reference.plain()
        events, winner = reference.hold_contest(contest, players, reference.Seeded(seed))
        assert (record.events, record.winner) == (events, winner)


def test_a_batch_is_its_boards_one_by_one() -> None:
    draw = Random(9)  # noqa: S311 - any boards will do
    single: list[Board] = []
    for _ in range(200):
        camps = tuple(draw.randint(0, 1) for _ in range(draw.randint(0, 12)))
        numbers = range(len(camps))
        pairs = (
            [tuple(draw.sample(numbers, 2)) for _ in range(draw.randint(0, 14))]
            if (len(camps) > 1)
            else []
        )
        single.append(Board(camps, tuple((one, other) for one, other in pairs)))
    fighters = np.cumsum([0, *(len(board.camps) for board in single)])
    contacts = np.cumsum([0, *(len(board.contacts) for board in single)])
    flat = [pair for board in single for pair in board.contacts]
    for dtype in (np.uint16, np.int32, np.int64, np.uint8):
        batch = fr.melees_batch(
            np.array([camp for board in single for camp in board.camps], dtype=np.uint8),
            np.array(flat, dtype=dtype).reshape(-1, 2),
            fighters,
            contacts,
            threads=2,
        )
        for place, board in enumerate(single):
            melees = board.readable()
            assert batch.counts[place] == len(melees)
            where = {one: label for label, melee in enumerate(melees) for one in melee.fighters}
            labels = batch.labels[fighters[place] : fighters[place + 1]]
            assert [*labels] == [where.get(one, -1) for one in range(len(board.camps))]
