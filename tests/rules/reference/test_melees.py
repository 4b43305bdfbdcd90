"""Melees and separations by the reference: golden rows, then every partition of small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

import fracas as fr
from fracas.errors import InputError
from fracas.reference import (
    Fighter,
    Melee,
    Rules,
    all_out_attack,
    best_separations,
    combat_of,
    count_separations,
    exact,
    expected_points,
    find_melees,
    philox2x64,
    plain,
    rate,
    reasons_against,
    regret,
    sample_separation,
    separation_of,
    separations,
    solved_points,
)
from fracas.types import Star
from golden_rows import Row, each_row
from melee_boards import (
    Board,
    all_graphs,
    boards,
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


def melee_of(board: Board) -> Melee:
    (melee,) = board.readable()
    return melee


@pytest.mark.rule("C-3")
@each_row("melees.txt")
def test_the_melees_of_a_golden_board(row: Row) -> None:
    board = read_board(row)
    melees = board.readable()
    assert [melee.fighters for melee in melees] == read_groups(row["melees"], ";")
    engaged = {one for melee in melees for one in melee.fighters}
    assert sorted({*range(len(board.camps))} - engaged) == row.ints("alone")


@pytest.mark.rule("C-4", "C-5")
@each_row("separations.txt")
def test_the_separations_of_a_golden_melee(row: Row) -> None:
    melee = melee_of(read_board(row))
    found = separations(melee)
    assert len(found) == count_separations(melee) == int(row["count"])
    if row["separations"]:
        assert [members(one) for one in found] == read_separations(row)


@pytest.mark.rule("C-6")
@each_row("best_separations.txt")
def test_the_best_of_a_golden_melee(row: Row) -> None:
    melee, values = melee_of(read_board(row)), read_values(row)

    def value(star: Star) -> Fraction:
        return values[star.members]

    ranking = best_separations(melee, value, k=100)
    assert [one.value for one in ranking] == [*map(Fraction, row["ranking"].split())]
    assert len(ranking) == count_separations(melee)
    if row["best"]:
        assert members(ranking[0].separation) == tuple(read_groups(row["best"], ","))
    for one in ranking:
        assert rate(one.separation, value) == one
        assert regret(melee, one.separation, value) == ranking[0].value - one.value


def set_partitions(left: tuple[int, ...]) -> Iterator[list[set[int]]]:
    """Give every partition of some fighters, whatever combats it makes."""
    if not left:
        yield []
        return
    for partition in set_partitions(left[1:]):
        yield [{left[0]}, *partition]
        for place, part in enumerate(partition):
            yield [*partition[:place], {left[0], *part}, *partition[place + 1 :]]


def is_combat(melee: Melee, part: set[int]) -> bool:
    """Tell by the words of C-4 whether these fighters are one combat."""
    first, second = part & {*melee.sides[0]}, part & {*melee.sides[1]}
    pairs = {(one, other) for one in first for other in second}
    return bool(first and second) and 1 in (len(first), len(second)) and pairs <= {*melee.contacts}


@pytest.mark.rule("C-4", "C-5")
def test_the_separations_are_the_partitions_into_combats() -> None:
    boards_tried = [
        *all_graphs(2, 3),
        *all_graphs(3, 2),
        where_all_touch(3, 4),
        where_all_touch(5, 3),
        row_of(8),
    ]
    for melee in [melee for board in boards_tried for melee in board.readable()]:
        found = {frozenset(map(frozenset, members(one))) for one in separations(melee)}
        wanted = {
            frozenset(map(frozenset, partition))
            for partition in set_partitions(melee.fighters)
            if all(is_combat(melee, part) for part in partition)
        }
        assert found == wanted
        assert len(found) == count_separations(melee)
        for partition in set_partitions(melee.fighters):
            is_one = frozenset(map(frozenset, partition)) in wanted
            assert (reasons_against(melee, partition) == []) == is_one


@pytest.mark.rule("C-3", "C-4", "C-5")
@given(board=boards(most=8))
def test_a_melee_always_has_a_separation(board: Board) -> None:
    for melee in board.readable():
        found = [members(one) for one in separations(melee)]
        assert found
        assert found == sorted({*found})
        for one in separations(melee):
            assert reasons_against(melee, members(one)) == []
            assert separation_of(melee, members(one)[::-1]) == one


@pytest.mark.rule("C-3")
@given(board=boards(most=8))
def test_everybody_who_touches_an_enemy_is_in_one_melee(board: Board) -> None:
    melees = board.readable()
    engaged = Counter(one for melee in melees for one in melee.fighters)
    touching = {
        one
        for pair in board.contacts
        if board.camps[pair[0]] != board.camps[pair[1]]
        for one in pair
    }
    assert engaged == Counter(touching)
    assert [melee.fighters[0] for melee in melees] == sorted(melee.fighters[0] for melee in melees)
    told = {frozenset(pair) for melee in melees for pair in melee.contacts}
    enemies = (pair for pair in board.contacts if board.camps[pair[0]] != board.camps[pair[1]])
    assert told == {*map(frozenset, enemies)}


@pytest.mark.rule("C-4", "C-5")
def test_rows_and_crowds_have_as_many_separations_as_reckoned() -> None:
    assert [ways_of_a_row(fighters) for fighters in range(2, 13)] == [
        1, 1, 1, 2, 2, 3, 4, 5, 7, 9, 12,
    ]  # fmt: skip
    assert [ways_where_all_touch(n, n) for n in range(1, 6)] == [1, 2, 15, 184, 2945]
    for fighters in range(2, 11):
        assert count_separations(melee_of(row_of(fighters))) == ways_of_a_row(fighters)
    for first in range(1, 5):
        for second in range(1, 5):
            ways = ways_where_all_touch(first, second)
            assert count_separations(melee_of(where_all_touch(first, second))) == ways


@pytest.mark.rule("C-4", "C-5")
@pytest.mark.parametrize(
    ("combats", "reasons"),
    [
        ([(0, 1), (2, 3, 4)], []),
        ([(4, 3, 2), (1, 0)], []),
        ([(0, 1), (3, 4)], ["2 is in no combat"]),
        ([], [f"{fighter} is in no combat" for fighter in range(5)]),
        ([(0, 3), (1, 2), (4,)], ["0 and 3 do not touch", "4 has no enemy"]),
        ([(0, 2), (1, 4), (3,)], ["0 and 2 are friends", "4 and 1 do not touch", "3 has no enemy"]),
        ([(0, 1), (1, 2), (3, 4)], ["1 is used 2 times"]),
        ([(0, 1, 1), (2, 3, 4)], ["1 is used 2 times"]),
        (
            [(0, 1, 2, 3), (3, 4)],
            ["[0, 2] against [1, 3]: there must be one fighter on a side", "3 is used 2 times"],
        ),
        ([(0, 1, 9), (2, 3, 4), ()], ["there is nobody in a combat", "9 is not of this melee"]),
    ],
)
def test_every_reason_is_told(combats: list[tuple[int, ...]], reasons: list[str]) -> None:
    melee = melee_of(row_of(5))
    assert reasons_against(melee, combats) == reasons
    if reasons:
        with pytest.raises(InputError):
            separation_of(melee, combats)


@pytest.mark.rule("C-6")
def test_a_lone_fighter_on_a_side_makes_one_combat() -> None:
    for first, second in ((1, 1), (1, 4), (3, 1)):
        melee = melee_of(where_all_touch(first, second))
        assert melee.is_one_combat
        assert count_separations(melee) == 1
    assert not melee_of(row_of(4)).is_one_combat
    assert count_separations(melee_of(row_of(4))) == 1


def test_the_lone_one_of_a_duel_is_of_camp_0() -> None:
    (melee,) = find_melees([1, 0], [(0, 1)])
    assert separations(melee) == [(Star(1, (0,)),)]
    (melee,) = find_melees([1, 0, 0], [(0, 1), (2, 0)])
    assert separations(melee) == [(Star(0, (1, 2)),)]


def test_a_draw_takes_the_words_of_its_own_stream() -> None:
    melee = melee_of(where_all_touch(3, 3))
    first, second = philox2x64((0, 7), 5 ^ 0x7365706172617465)
    number = next(word % 16 for word in (first, second) if word % 16 < 15)
    assert sample_separation(melee, 5, 7) == separations(melee)[number]
    only = melee_of(row_of(4))
    assert sample_separation(only, "any", 3) == separations(only)[0]


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (2**64, 0), (0, -1), (0, True), (1.0, 0)])
def test_a_draw_needs_a_seed_and_an_index(seed: Any, index: Any) -> None:
    with pytest.raises(InputError):
        sample_separation(melee_of(where_all_touch(2, 2)), seed, index)


def test_every_separation_is_drawn_equally_often() -> None:
    melee = melee_of(where_all_touch(3, 3))
    drawn = Counter(sample_separation(melee, 11, index) for index in range(1500))
    assert {*drawn} == {*separations(melee)}
    # Chi-square with 14 degrees of freedom: above 36.1 once in a thousand times.
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 36.1


@pytest.mark.parametrize(
    ("camps", "contacts", "fields"),
    [
        ([0, 2], [(0, 1)], ["camps[1]"]),
        ([0, True, -1], [], ["camps[1]", "camps[2]"]),
        ([0, 1], [(0, 1), (1, 1), (0, 2), (-1, 0)], ["contacts[1]", "contacts[2]", "contacts[3]"]),
    ],
)
def test_what_is_no_board_is_refused(camps: Any, contacts: Any, fields: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        find_melees(camps, contacts)
    assert [problem.field for problem in caught.value.problems] == fields


# What combats are worth

GUARD = Fighter(
    fr.Profile("Guard", initiative=3, attack=5, strength=8, defence=5, resilience=11, value=49)
)
WARRIOR = Fighter(
    fr.Profile("Warrior", initiative=3, attack=3, strength=7, defence=3, resilience=7, value=19)
)


@pytest.mark.rule("C-4", "C-6")
def test_a_combat_is_worth_the_dead_of_both_sides() -> None:
    melee, fighters = melee_of(row_of(4)), [GUARD, WARRIOR, GUARD, WARRIOR]
    policies = plain(), all_out_attack()
    for star in (Star(0, (1,)), Star(1, (0, 2))):
        for side in (0, 1):
            combat = combat_of(melee, star, fighters, side, Rules())
            assert combat.lone_side == melee.side_of(star.lone)
            assert combat.chosen_by == side
            worth = Fraction(0)
            for outcome, chance in exact(combat, policies).items():
                for number, health in enumerate(outcome.healths):
                    if health.level == "killed":
                        is_own = combat.side_of(number) == side
                        dead = combat.fighters[number].profile.value
                        worth += chance * (-dead if is_own else dead)
            assert expected_points(melee, fighters, side, policies, Rules())(star) == worth


def test_best_play_is_worth_its_value() -> None:
    melee, fighters = melee_of(row_of(4)), [GUARD, WARRIOR, GUARD, WARRIOR]
    once = Rules.from_document({"checks": {"reroll_limit": 1}})
    star = Star(0, (1,))
    own, theirs = (solved_points(melee, fighters, side, once)(star) for side in (0, 1))
    # Who chose the combat places later, so one duel is not quite the mirror of the other.
    assert own > 0 > theirs


@pytest.mark.parametrize(
    ("fighters", "side", "fields"),
    [([GUARD] * 4, 2, ["for_side"]), ([GUARD] * 3, -1, ["for_side", "fighters"])],
)
def test_values_need_a_side_and_fighters(fighters: Any, side: int, fields: list[str]) -> None:
    melee = melee_of(row_of(4))
    calls: list[Any] = [
        lambda: expected_points(melee, fighters, side, (plain(), plain()), Rules()),
        lambda: solved_points(melee, fighters, side, Rules()),
    ]
    for call in calls:
        with pytest.raises(InputError) as caught:
            call()
        assert [problem.field for problem in caught.value.problems] == fields


@pytest.mark.rule("C-6")
def test_the_winner_separates_as_it_likes() -> None:
    melee, fighters = melee_of(where_all_touch(2, 2)), [GUARD, WARRIOR, GUARD, WARRIOR]
    for side in (0, 1):
        value = expected_points(melee, fighters, side, (plain(), plain()), Rules())
        best, worst = best_separations(melee, value, k=2)
        assert best.value >= worst.value
        assert best.value == sum(best.values) == sum(map(value, best.separation))
        assert regret(melee, worst.separation, value) == best.value - worst.value


@pytest.mark.rule("C-7")
def test_separated_fighters_stay_in_contact() -> None:
    board = where_all_touch(3, 3)
    melee = melee_of(board)
    for one in separations(melee):
        # Some who touch fight in different combats; the board is as it was.
        apart = [
            pair for pair in melee.contacts if not any({*pair} <= {*star.members} for star in one)
        ]
        assert apart
        assert melee_of(board) == melee
        assert all(melee.touch(*pair) for pair in apart)
