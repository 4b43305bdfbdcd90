"""Melees and separations of the golden files by the core, and what a melee tells of itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

import fracas as fr
from fracas.types import Star
from golden_rows import Row, each_row
from melee_boards import (
    Board,
    members,
    read_board,
    read_groups,
    read_separations,
    read_values,
    row_of,
    ways_of_a_row,
    ways_where_all_touch,
    where_all_touch,
)


def melees_of(board: Board, **more: Any) -> fr.Melees:
    return fr.melees(board.camps, board.contacts, **more)


def melee_of(board: Board, **more: Any) -> fr.Melee:
    (melee,) = melees_of(board, **more)
    return melee


@pytest.mark.rule("C-3")
@each_row("melees.txt")
def test_the_melees_of_a_golden_board(row: Row) -> None:
    board = read_board(row)
    melees = melees_of(board)
    assert isinstance(melees, Sequence)
    assert [melee.fighters for melee in melees] == read_groups(row["melees"], ";")
    assert [*melees.alone] == row.ints("alone")
    assert melees.labels.dtype == np.int32
    assert melees.labels.shape == (len(board.camps),)
    for fighter, label in enumerate(melees.labels):
        if label == -1:
            assert fighter in melees.alone
        else:
            assert fighter in melees[label].fighters
            assert melees.melee_of(fighter).fighters == melees[label].fighters


@pytest.mark.rule("C-3")
@each_row("melees.txt")
def test_a_board_may_be_told_in_arrays(row: Row) -> None:
    board = read_board(row)
    wanted = [(melee.fighters, melee.contacts) for melee in melees_of(board)]
    pairs = np.array(board.contacts, dtype=np.int64).reshape(-1, 2)
    told: list[fr.Melees] = [
        fr.melees(np.array(board.camps, dtype=dtype), pairs.astype(dtype))
        for dtype in (np.uint8, np.int8, np.uint16, np.int32, np.int64)
    ]
    both_ways = [
        sorted({other for pair in board.contacts if one in pair for other in pair} - {one})
        for one in range(len(board.camps))
    ]
    one_way = [[other for other in row if other > one] for one, row in enumerate(both_ways)]
    for rows in (both_ways, one_way):
        indptr = np.cumsum([0, *map(len, rows)])
        indices = np.array([other for row in rows for other in row], dtype=np.int64)
        told.append(fr.melees(board.camps, csr=(indptr, indices)))
    for melees in told:
        assert [(melee.fighters, melee.contacts) for melee in melees] == wanted


@pytest.mark.rule("C-3")
@each_row("melees.txt")
def test_a_batch_of_one_golden_board(row: Row) -> None:
    board = read_board(row)
    batch = fr.melees_batch(
        np.array(board.camps, dtype=np.uint8),
        np.array(board.contacts, dtype=np.int64).reshape(-1, 2),
        [0, len(board.camps)],
        [0, len(board.contacts)],
    )
    assert [*batch.labels] == [*melees_of(board).labels]
    assert [*batch.counts] == [len(read_groups(row["melees"], ";"))]


@pytest.mark.rule("C-4", "C-5")
@each_row("separations.txt")
def test_the_separations_of_a_golden_melee(row: Row) -> None:
    melee = melee_of(read_board(row))
    found = [*melee.separations()]
    assert melee.count() == len(found) == int(row["count"])
    told = [members(one) for one in found]
    assert told == sorted({*told})
    if row["separations"]:
        assert told == read_separations(row)
    for rank, one in enumerate(found):
        assert melee.legal(one) == []
        assert melee.rank(one) == rank
        assert melee.unrank(rank) == one


@pytest.mark.rule("C-6")
@each_row("best_separations.txt")
def test_the_best_of_a_golden_melee(row: Row) -> None:
    melee = melee_of(read_board(row))
    table = {who: float(worth) for who, worth in read_values(row).items()}
    stars = {star: table[star.members] for one in melee.separations() for star in one}
    ranking = [float(Fraction(worth)) for worth in row["ranking"].split()]
    by_table = melee.best(0, value=table, k=len(ranking))
    for best in (by_table, melee.best(1, value=lambda star: table[star.members])):
        assert best.value == ranking[0]
        assert sum(best.values) == best.value
        assert best.method == "exact"
        if row["best"]:
            assert members(best.separation) == tuple(read_groups(row["best"], ","))
    if ranking:
        rated = [melee.rate(one, 0, value=stars) for one in melee.separations()]
        assert sorted((one.value for one in rated), reverse=True) == ranking
        regrets = [melee.regret(one, 0, value=table) for one in melee.separations()]
        assert sorted(regrets) == [ranking[0] - worth for worth in ranking]
        greedy = melee.greedy(0, value=lambda star: table.get(star.members, 0.0))
        assert greedy.value in ranking


@pytest.mark.rule("C-4", "C-5")
def test_rows_and_crowds_have_as_many_separations_as_reckoned() -> None:
    for fighters in (2, 3, 10, 50, 200):
        assert melee_of(row_of(fighters)).count() == ways_of_a_row(fighters)
    for first in range(1, 9):
        for second in range(1, 9):
            ways = ways_where_all_touch(first, second)
            assert melee_of(where_all_touch(first, second)).count() == ways


@pytest.mark.rule("C-4", "C-5")
def test_more_separations_than_a_word_can_count() -> None:
    melee = melee_of(row_of(400))
    ways = melee.count()
    assert ways == ways_of_a_row(400)
    assert ways > 2**128
    for rank in (0, 1, ways // 3, ways - 1):
        separation = melee.unrank(rank)
        assert melee.rank(separation) == rank
        assert melee.legal(separation) == []
    assert melee.legal(melee.sample(1)) == []
    assert melee.sample(1) == melee.sample(1, 0) != melee.sample(1, 1)
    assert [*islice(melee.separations(), 2)] == [melee.unrank(0), melee.unrank(1)]


@pytest.mark.rule("C-6")
def test_a_lone_fighter_on_a_side_makes_one_combat() -> None:
    for first, second in ((1, 1), (1, 4), (3, 1)):
        melee = melee_of(where_all_touch(first, second))
        assert melee.is_one_combat
        assert melee.count() == 1
    # One separation only, but it is made by whoever wins the test.
    assert not melee_of(row_of(4)).is_one_combat


@pytest.mark.rule("C-4")
def test_the_lone_one_of_a_duel_is_of_camp_0() -> None:
    (melee,) = fr.melees([1, 0], [(0, 1)])
    assert [*melee.separations()] == [(Star(1, (0,)),)]
    (melee,) = fr.melees([1, 0, 0], [(0, 1), (2, 0)])
    assert [*melee.separations()] == [(Star(0, (1, 2)),)]
    assert melee.sides == ((1, 2), (0,))
    assert melee.contacts == ((1, 0), (2, 0))


@pytest.mark.rule("C-4", "C-5")
@pytest.mark.parametrize(
    ("combats", "named"),
    [
        ([(0, 1), (3, 4)], ["2"]),
        ([], ["0", "1", "2", "3", "4"]),
        ([(0, 3), (1, 2), (4,)], ["3", "4"]),
        ([(0, 1), (1, 2), (3, 4)], ["1"]),
        ([(0, 1, 1), (2, 3, 4)], ["1"]),
        ([(0, 1, 2, 3), (3, 4)], ["3"]),
        ([(0, 1, 9), (2, 3, 4)], ["9"]),
        ([(0, 1), (2, 3, 4), ()], []),
        ([Star(0, (1,)), Star(2, (3,))], ["4"]),
    ],
)
def test_every_reason_is_told(combats: Any, named: list[str]) -> None:
    reasons = melee_of(row_of(5)).legal(combats)
    assert reasons
    assert all(any(name in reason for reason in reasons) for name in named)


@pytest.mark.rule("C-4", "C-5")
@pytest.mark.parametrize(
    "combats",
    [
        [(0, 1), (2, 3, 4)],
        [[4, 3, 2], [1, 0]],
        [{0, 1}, {2, 3, 4}],
        [Star(0, (1,)), Star(3, (2, 4))],
        [Star(3, (2, 4)), Star(0, (1,))],
        [(0, (1,)), (3, (2, 4))],
    ],
)
def test_a_separation_may_be_told_in_several_ways(combats: Any) -> None:
    melee = melee_of(row_of(5))
    assert melee.legal(combats) == []
    assert melee.rank(combats) == 0


@pytest.mark.rule("C-7")
def test_separated_fighters_stay_in_contact() -> None:
    board = where_all_touch(3, 3)
    melees = melees_of(board)
    (melee,) = melees
    before = melee.contacts
    best = melee.best(0, value=lambda star: len(star.enemies))
    assert best.separation in [*melee.separations()]
    assert melee.contacts == before == board.contacts
    assert [*melees.labels] == [0] * 6
    assert melee.count() == 15


@pytest.mark.rule("C-6")
def test_the_winner_of_the_test_separates() -> None:
    steady, wild = fr.Profile("Steady", discipline=6), fr.Profile("Wild", discipline=1)
    melee = melee_of(where_all_touch(2, 2), fighters=[wild, steady, wild, wild])
    contest = melee.who_separates()
    assert contest.candidates == ({0: 1, 1: 6}, {2: 1, 3: 1})
    record = contest.play([3, 4])
    assert record.winner == 0
    assert record.dice == [("discipline", 3), ("discipline", 4)]
    fleeing = fr.Fighter(steady, routed=True)
    contest = melee_of(where_all_touch(2, 2), fighters=[fleeing] * 4).who_separates()
    assert contest.exact() == 0.5
    assert contest.play([4]).winner == 1


def test_a_melee_can_be_drawn() -> None:
    melee = melee_of(where_all_touch(2, 2))
    for separation in (None, melee.sample(3)):
        dot, svg = melee.to_dot(separation), melee.to_svg(separation)
        assert dot.startswith("graph")
        assert dot.count("--") == 4
        assert svg.lstrip().startswith("<svg")
    assert melee._repr_svg_() == melee.to_svg()
