"""The rules of movement of the reference: who may do what, assaults, penalties, disengaging."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

import fracas as fr
from fracas.reference import Scripted
from fracas.reference.assaults import (
    Assault,
    Stance,
    aimed_stance,
    assault,
    nearest_stance,
    pivots,
    redirect,
    redirected_action,
    turn_of_pivot,
)
from fracas.reference.charges import penalised, pivotable
from fracas.reference.movement import (
    Action,
    destination_reasons,
    disengage,
    disengage_reasons,
    distance_of,
    dive_reasons,
    move,
    reasons,
)
from fracas.reference.plane import approach, depth_outside
from fracas.reference.rules import Rules
from fracas.reference.tables import Placed, Scenery, Table
from fracas.types import Health
from golden_rows import Row, each_row
from table_rows import reference_table, spec_of

MAN = fr.Profile("Man", movement=10)
ROUND = fr.Profile("Round", movement=10, base={"diameter": 2.5})
KNIGHT = fr.Profile("Knight", movement=15, size="large", base="cavalry")


def table(*fighters: Placed, scenery: tuple[Scenery, ...] = (), **rules: Any) -> Table:
    return Table(60, 60, fighters, scenery, Rules.from_document(rules))


def reached(result: object) -> Assault:
    assert isinstance(result, Assault), result
    return result


def why(row: Row) -> list[str]:
    """Ask the reference for the reasons of a golden row."""
    board, fighter = reference_table(spec_of(row)), int(row["fighter"])
    action, *shot = row["action"].split()
    if action == "dive_for_cover":
        return dive_reasons(board, fighter, assault_shot=bool(shot))
    if action == "disengage_by_agility":
        return disengage_reasons(board, fighter, "agility")
    if action == "disengage_by_force":
        return disengage_reasons(board, fighter, "force")
    target = int(row["target"]) if row["target"] else None
    found = reasons(board, fighter, action, target)  # type: ignore[arg-type]
    if row["to"]:
        x, y, facing = map(float, row["to"].split())
        found += destination_reasons(board, fighter, action, (x, y), facing)  # type: ignore[arg-type]
    return found


@pytest.mark.rule("M-1", "M-3", "M-4", "M-5", "M-6", "M-7", "M-8", "M-9", "M-10", "M-11", "M-12")
@pytest.mark.rule("M-19", "M-20", "M-21", "M-23", "M-25", "M-27")
@each_row("moves.txt")
def test_golden_conditions(row: Row) -> None:
    assert sorted(why(row)) == sorted(row["reasons"].split())


@pytest.mark.rule("M-17", "M-18")
@each_row("charges.txt")
def test_golden_penalties(row: Row) -> None:
    suffering: set[int] = set()
    for turn in row["charges"].split(";"):
        charges = []
        for charge in filter(str.strip, turn.split(",")):
            charger, targets = charge.split(">")
            charges.append((int(charger), [int(word) for word in targets.split()]))
        suffering |= penalised(row.ints("powers"), charges, row["several_targets"])  # type: ignore[arg-type]
    assert suffering == set(row.ints("penalised"))


@pytest.mark.rule("M-15")
@each_row("pivots.txt")
def test_golden_pivots(row: Row) -> None:
    targets = [(int(word.rstrip("+")), "+" not in word) for word in row["targets"].split()]
    groups = pivotable(int(row["power"]), targets, is_round=row["base"] == "round")
    expected = [tuple(map(int, group.split())) for group in row["pivoted"].split(",") if group]
    assert groups == expected


@pytest.mark.rule("M-1", "M-11", "M-25")
def test_the_distance_is_a_multiple_of_the_movement() -> None:
    board = table(Placed(MAN, 0, (30, 10)))
    actions: tuple[Action, ...] = ("walk", "run", "charge", "engage", "take_cover")
    assert [distance_of(board, 0, action) for action in actions] == [10, 20, 20, 20, 10]
    after = board.with_state(0, disengaged=True, health=Health("critical"))
    assert distance_of(after, 0, "engage") == 10


@pytest.mark.rule("M-7", "M-8", "M-19")
def test_a_move_leaves_its_marks() -> None:
    board = table(Placed(MAN, 0, (30, 10), must_take_cover=True))
    walked = move(board, 0, "walk", (30, 11.25), 0.0).fighters[0]
    assert walked.walked
    assert walked.position == pytest.approx((28.75, 11.25))
    covered = move(board, 0, "take_cover", (30, 15), None).fighters[0]
    assert (covered.under_cover, covered.must_take_cover) == (True, False)
    assert covered.position == pytest.approx((30, 13.75))


@pytest.mark.rule("M-10", "M-12")
def test_an_assailant_stops_where_the_way_is_shortest_with_its_mire_on_the_target() -> None:
    board = table(Placed(MAN, 0, (30, 10)), Placed(ROUND, 1, (33, 22), 270))
    result = reached(assault(board, 0, "charge", [1]))
    base = result.table.base(0)
    assert result.reached
    assert result.touched == (1,)
    assert result.walked == pytest.approx(math.dist((30, 11.25), (33, 22)) - 1.25)
    assert depth_outside(board.body(1), base.mire) == pytest.approx(0, abs=1e-9)
    assert result.table.fighters[1].assaulted
    assert result.table.fighters[1].position == (33, 22)


@pytest.mark.rule("M-12")
def test_where_friends_stand_the_next_free_place_is_taken() -> None:
    target = Placed(ROUND, 1, (30, 22), 270)
    # A friend holds the near side.
    friend = Placed(MAN, 0, (30, 19.5))
    board = table(Placed(MAN, 0, (30, 10)), target, friend, movement={"hidden_by": "nothing"})
    result = reached(assault(board, 0, "charge", [1]))
    assert result.reached
    base = result.table.base(0)
    assert abs(approach(base.body, board.body(2)).gap) < 1e-6
    assert depth_outside(board.body(1), base.mire) == pytest.approx(0, abs=1e-9)


@pytest.mark.rule("M-12")
def test_another_free_place_may_be_aimed_at_and_must_be_near_enough() -> None:
    board = table(Placed(MAN, 0, (30, 10)), Placed(ROUND, 1, (30, 22), 270))
    side = aimed_stance(board, 0, 1, 31.25 + 22j, 20)
    assert isinstance(side, Stance)
    assert side.base.mire == pytest.approx(31.25 + 22j)
    behind = aimed_stance(board, 0, 1, 30 + 23.25j, 11)
    assert isinstance(behind, Stance)
    assert behind.path.length == pytest.approx(11, abs=1e-6)
    assert aimed_stance(board, 0, 1, 30 + 23.25j, 5) == "too_far"


@pytest.mark.rule("M-12")
def test_nobody_finds_room_at_a_base_that_is_surrounded() -> None:
    walls = tuple(
        Scenery(polygon=[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], size="large")
        for x0, y0, x1, y1 in ((20, 22.5, 40, 23), (20, 17, 28, 22.5), (32, 17, 40, 22.5))
    )
    board = table(Placed(KNIGHT, 0, (30, 10)), Placed(ROUND, 1, (30, 21)), scenery=walls)
    wide = board.with_state(0, profile=KNIGHT.replace(base={"width": 4.5, "depth": 2.0}))
    assert reached(assault(board, 0, "charge", [1])).reached
    assert assault(wide, 0, "charge", [1]) == ["no_room"]


@pytest.mark.rule("M-13")
def test_a_failed_assault_ends_on_the_way_and_has_assaulted_nobody() -> None:
    board = table(Placed(MAN, 0, (30, 10)), Placed(ROUND, 1, (36, 42), 270))
    result = reached(assault(board, 0, "charge", [1]))
    assert (result.reached, result.touched, result.walked) == (False, (), 20)
    assert not result.table.fighters[1].assaulted
    base = result.table.base(0)
    start, centre = 30 + 11.25j, 36 + 42j
    assert base.mire == pytest.approx(start + (centre - start) / abs(centre - start) * 20)
    assert base.facing == pytest.approx((centre - base.mire) / abs(centre - base.mire))


@pytest.mark.rule("M-13")
def test_a_failed_assault_stops_before_it_touches_an_enemy() -> None:
    board = table(
        Placed(MAN, 0, (30, 10)),
        Placed(ROUND, 1, (30, 42), 270),
        Placed(ROUND, 1, (32.4, 29), 270),
    )
    result = reached(assault(board, 0, "charge", [1]))
    gap = approach(result.table.body(0), board.body(2)).gap
    assert result.walked < 20
    assert 1e-4 <= gap < 1e-4 + 1e-6


@pytest.mark.rule("M-14")
def test_several_targets_are_touched_together_or_not_at_all() -> None:
    near = table(
        Placed(MAN, 0, (30, 10)), Placed(MAN, 1, (30, 25), 270), Placed(MAN, 1, (33, 25), 270)
    )
    result = reached(assault(near, 0, "charge", [1, 2]))
    assert result.touched == (1, 2)
    assert all(result.table.fighters[n].assaulted for n in (1, 2))
    far = near.with_state(2, position=(36.0, 25.0))
    assert assault(far, 0, "charge", [1, 2]) == ["no_room"]


@pytest.mark.rule("M-15")
def test_a_pivot_is_the_smallest_turn_that_makes_the_touch() -> None:
    # The charger touches the first; the second is a little too far back, but has a long base.
    board = table(
        Placed(KNIGHT.replace(power=2), 0, (30, 10)),
        Placed(MAN.replace(power=1), 1, (30, 20), 270),
        Placed(KNIGHT.replace(power=1), 1, (34, 16.5), 90),
    )
    assert pivots(board, 0, [1, 2]) == [(1,), (2,), (1, 2)]
    stance = nearest_stance(board, 0, 1)
    assert isinstance(stance, Stance)
    turn = turn_of_pivot(board, stance.base, 0, 2)
    assert turn is not None
    turned = board.base(2).turned(turn)
    assert abs(approach(turned.body, stance.base.body).gap) < 1e-6
    for smaller in (turn * 0.98, -turn * 0.98):
        assert approach(board.base(2).turned(smaller).body, stance.base.body).gap > 1e-4
    touched = board.with_state(2, position=(31.25 + 1.25, 20.0))
    assert pivots(touched, 0, [1, 2]) == []


@pytest.mark.rule("M-16", "M-26")
def test_who_loses_its_target_on_the_way_goes_on_with_the_distance_left() -> None:
    board = table(
        Placed(MAN, 0, (30, 10)), Placed(MAN, 1, (30, 25), 270), Placed(MAN, 1, (38, 22), 270)
    )
    there, left = redirect(board, 0, "charge", 1)
    assert there.base(0).mire == pytest.approx(30 + 23.75j)
    assert left == pytest.approx(7.5)
    assert not there.is_up(1)
    # It turns about its mire as it likes.
    turned = move(there, 0, "run", (30, 23.75), 0.0)
    assert redirected_action(turned, 0, "charge", 2) == "charge"
    assert redirected_action(turned, 0, "engage", 2) == "engage"
    again = reached(assault(turned, 0, "charge", [2], distance=left))
    assert again.reached
    assert again.walked == pytest.approx(math.dist((30, 23.75), (36.75, 23.25)))
    # So what lies behind it is seen too; what is hidden is not, and it is an engagement.
    back = move(there, 0, "run", (30, 23.75), 180.0)
    assert redirected_action(back, 0, "charge", 2) == "charge"
    hidden = table(*back.fighters, Placed(MAN, 0, (34.5, 22.8)))
    assert redirected_action(hidden, 0, "charge", 2) == "engage"


@pytest.mark.rule("M-21", "M-22", "M-24", "M-25")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_disengaging_by_agility_is_a_check_of_initiative(die: int, success: bool) -> None:  # noqa: FBT001
    # 4 and 2 for one adversary, against an initiative of 3.
    board = table(Placed(MAN, 0, (30, 10)), Placed(MAN, 1, (30, 12.5), 270))
    source = Scripted([die])
    result, after = disengage(board, 0, "agility", source=source)
    assert source.record == [("disengage", die)]
    placed = after.fighters[0]
    assert result.success is success
    assert (placed.disengaged, placed.bound_to_defence) == (success, not success)
    assert placed.tried_disengaging
    assert after.adversaries(0) == [1]


@pytest.mark.rule("M-22", "M-17")
def test_every_adversary_makes_it_harder_and_so_does_having_been_charged() -> None:
    board = table(
        Placed(MAN, 0, (30, 10)),
        Placed(MAN, 1, (30, 12.5), 270),
        Placed(MAN, 1, (32.5, 10), 180),
    )
    assert not disengage(board, 0, "agility", source=Scripted([4]))[0].success
    assert disengage(board, 0, "agility", source=Scripted([5]))[0].success
    charged = board.with_state(0, charged=True)
    assert not disengage(charged, 0, "agility", source=Scripted([5]))[0].success


@pytest.mark.rule("M-23")
def test_disengaging_by_force_sets_strength_against_the_highest_resilience() -> None:
    ogre = fr.Profile("Ogre", size="very_large", strength=12)
    board = table(
        Placed(ogre, 0, (30, 10)),
        Placed(MAN.replace(resilience=7), 1, (30, 13.75), 270),
        Placed(MAN.replace(resilience=9), 1, (33.75, 10), 180),
    )
    result, _ = disengage(board, 0, "force", source=Scripted([5]))
    assert (result.final, result.success) == (8, True)
    assert not disengage(board, 0, "force", source=Scripted([4]))[0].success


@pytest.mark.rule("M-5")
def test_friends_of_the_same_speaking_turn_are_walked_through_but_not_stood_upon() -> None:
    board = table(
        Placed(MAN, 0, (30, 10), activated_now=True), Placed(MAN, 0, (30, 14), activated_now=True)
    )
    assert destination_reasons(board, 0, "walk", (30, 14), 90) == ["overlaps"]


@pytest.mark.rule("M-2", "M-3")
def test_a_mire_that_touches_an_enemy_can_leave() -> None:
    board = table(Placed(MAN, 0, (30, 10)), Placed(ROUND, 1, (30, 12.5 - 9e-5), 270))
    assert destination_reasons(board, 0, "walk", (30, 5), 90) == []
    assert destination_reasons(board, 0, "run", (30, 17), 90) == []


@pytest.mark.rule("M-27")
def test_everything_else_is_the_same_in_both_editions() -> None:
    newer = table(Placed(MAN, 0, (30, 10)), Placed(MAN, 1, (30, 25), 270))
    older = replace(newer, rules=Rules.from_document({"edition": "older"}))
    for action in ("walk", "run", "charge", "engage"):
        assert reasons(newer, 0, action, 1) == reasons(older, 0, action, 1)
