"""The rules of movement on small tables, clause by clause."""

from __future__ import annotations

import math
from typing import Any

import pytest

import fracas as fr
from fracas.types import Size

ROUND = {"diameter": 2.5}
ENEMY = 1


def profile(name: str = "Soldier", **fields: Any) -> fr.Profile:
    """Give a profile on a round base of 2.5 cm that walks 10 cm."""
    return fr.Profile(name, **{"base": ROUND, "movement": 10, **fields})


def placed(x: float, y: float, side: int = 0, **state: Any) -> fr.Placed:
    """Give a fighter that looks to the right."""
    fields = {key: state.pop(key) for key in list(state) if key in PROFILE_FIELDS}
    return fr.Placed(profile(**fields), side, (x, y), state.pop("facing", 0), **state)


PROFILE_FIELDS = {
    "base", "initiative", "movement", "power", "resilience", "size", "strength",
}  # fmt: skip


def table(*fighters: fr.Placed, scenery: Any = (), **options: Any) -> fr.Table:
    """Give a table of 100 × 100 cm; options are those of the rules."""
    edition = options.pop("edition", "newer")
    rules = fr.Rules(edition=edition, movement=options)
    return fr.Table(100, 100, fighters, scenery, rules=rules)


def wall(x: float, y: float, width: float, depth: float, **fields: Any) -> fr.Scenery:
    """Give a rectangular piece of scenery by its lower left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return fr.Scenery(corners, **fields)


def why_not(board: fr.Table, *arguments: Any, **options: Any) -> set[str]:
    """Give the reasons as a set, and see that a move gives the same ones."""
    return set(board.can(*arguments, **options))


@pytest.mark.rule("M-1")
@pytest.mark.parametrize(
    ("action", "factor"),
    [("walk", 1), ("run", 2), ("charge", 2), ("engage", 2), ("take_cover", 1)],
)
def test_the_distance_is_a_multiple_of_the_movement(action: str, factor: int) -> None:
    board = table(placed(20, 50, movement=7.5), placed(60, 50, ENEMY))
    found = {move.distance for move in board.legal_moves(0) if move.action == action}
    assert found == {7.5 * factor}


@pytest.mark.rule("M-1", "M-25")
def test_after_disengaging_an_engagement_goes_half_as_far() -> None:
    board = table(placed(20, 50, disengaged=True), placed(60, 50, ENEMY))
    assert {m.distance for m in board.legal_moves(0) if m.action == "engage"} == {10}


@pytest.mark.rule("M-2")
def test_it_is_measured_from_the_mire_to_the_nearest_point_of_the_rim() -> None:
    board = table(placed(20, 50), placed(40, 50, ENEMY))
    path = board.path(0, 1)
    assert path.length == pytest.approx(20 - 1.25 - 1.25)
    assert path.end == pytest.approx((38.75, 50))
    assert board.path(0, (21.25, 60)).length == pytest.approx(10)


@pytest.mark.rule("M-2")
def test_the_mire_of_a_square_base_is_the_middle_of_its_front_edge() -> None:
    board = table(placed(20, 50, base={"width": 2, "depth": 6}), placed(40, 50, ENEMY))
    assert board.path(0, 1).length == pytest.approx(20 - 3 - 1.25)


@pytest.mark.rule("M-3")
@pytest.mark.parametrize("side", [0, 1])
def test_bases_of_friends_and_enemies_are_gone_round(side: int) -> None:
    board = table(placed(20, 50), placed(40, 50, side, base={"diameter": 10}))
    path = board.path(0, (60, 50))
    assert path.hugged == (("fighter", 1),)
    # Two tangents to a disc of radius 5 and the arc between them.
    first, second = math.sqrt(18.75**2 - 25), math.sqrt(20**2 - 25)
    arc = 5 * (math.asin(5 / 18.75) + math.asin(5 / 20))
    assert path.length == pytest.approx(first + second + arc)


@pytest.mark.rule("M-3")
def test_impassable_scenery_is_gone_round() -> None:
    board = table(placed(20, 50), scenery=[wall(39, 40, 2, 15)])
    path = board.path(0, (60, 50))
    assert path.hugged == (("scenery", 0), ("scenery", 0))
    expected = math.hypot(39 - 21.25, 5) + 2 + math.hypot(60 - 41, 5)
    assert path.length == pytest.approx(expected)


@pytest.mark.rule("M-3")
def test_the_far_side_of_a_target_is_reached_by_going_round_it() -> None:
    board = table(placed(20, 50), placed(30, 50, ENEMY))
    near = board.charge(0, 1, at=180.0)
    far = board.charge(0, 1, at=0.0)
    assert near.path is not None
    assert far.path is not None
    assert near.path.length == pytest.approx(7.5)
    assert far.path.length == pytest.approx(
        math.sqrt(8.75**2 - 1.25**2) + 1.25 * (math.pi / 2 + math.asin(1.25 / 8.75))
    )


def gate(gap: float, **options: Any) -> fr.Table:
    """Give a table with two walls that reach over its edges and a gap between them."""
    walls = [wall(49, -1, 2, 51), wall(49, 50 + gap, 2, 60)]
    return table(placed(20, 51.25), scenery=walls, **options)


@pytest.mark.rule("M-4")
@pytest.mark.parametrize(("gap", "passes"), [(2.4, False), (2.5, True), (2.6, True)])
def test_a_base_passes_no_gap_narrower_than_itself(gap: float, *, passes: bool) -> None:
    assert bool(gate(gap).path(0, (80, 51.25))) is passes


@pytest.mark.rule("M-4")
def test_a_gap_of_exactly_the_width_is_closed_by_another_ruling() -> None:
    closed = {"gap_of_exactly_the_width": "closed"}
    assert gate(2.5).path(0, (80, 51.25))
    assert not gate(2.5, **closed).path(0, (80, 51.25))
    assert gate(2.501, **closed).path(0, (80, 51.25))


@pytest.mark.rule("M-4")
def test_one_passes_between_two_bases_exactly_as_far_apart_as_it_is_wide() -> None:
    others = [placed(40, 50 + 2.5, ENEMY), placed(40, 50 - 2.5, ENEMY)]
    board = table(placed(20, 50), *others)
    assert board.path(0, (60, 50)).length == pytest.approx(60 - 21.25)
    wider = table(placed(20, 50, base={"diameter": 2.6}), *others)
    assert wider.path(0, (60, 50)).length > 60 - 21.3


@pytest.mark.rule("M-4")
def test_the_width_of_a_square_base_is_its_front_edge() -> None:
    walls = [wall(49, -1, 2, 51), wall(49, 52.5, 2, 60)]
    rider = placed(20, 51.25, base={"width": 2.5, "depth": 5})
    broad = placed(20, 51.25, base={"width": 5, "depth": 2.5})
    assert table(rider, scenery=walls).path(0, (80, 51.25))
    assert not table(broad, scenery=walls).path(0, (80, 51.25))


@pytest.mark.rule("M-5")
@pytest.mark.parametrize(
    ("mover", "friend", "side", "passes"),
    [
        (True, True, 0, True),
        (True, False, 0, False),
        (False, True, 0, False),
        (True, True, 1, False),
    ],
)
def test_one_passes_through_friends_of_the_same_speaking_turn(
    *, mover: bool, friend: bool, side: int, passes: bool
) -> None:
    board = table(
        placed(20, 50, activated_now=mover),
        placed(30, 50, side, activated_now=friend),
    )
    assert (board.path(0, (45, 50)).hugged == ()) is passes


@pytest.mark.rule("M-5")
def test_one_does_not_pass_through_a_friend_in_contact_with_an_enemy() -> None:
    board = table(
        placed(20, 50, activated_now=True),
        placed(30, 50, activated_now=True),
        placed(30, 52.5, ENEMY),
    )
    assert ("fighter", 1) in board.path(0, (45, 50)).hugged


@pytest.mark.rule("M-5")
def test_nobody_ends_on_a_friend_that_lets_it_pass() -> None:
    board = table(placed(20, 50, activated_now=True), placed(28, 50, activated_now=True))
    assert why_not(board, 0, "walk", to=(28, 50)) == {"overlaps"}


@pytest.mark.rule("M-6")
@pytest.mark.parametrize(
    ("fighter", "scenery", "up", "down"),
    [
        ("large", "small", 0, 0),
        ("very_large", "medium", 0, 0),
        ("medium", "small", 3, 0),
        ("large", "medium", 3, 0),
        ("medium", "medium", 3, 3),
        ("small", "very_large", 3, 3),
    ],
)
def test_climbing_costs_the_height_by_size(
    fighter: Size, scenery: Size, up: float, down: float
) -> None:
    low_wall = wall(40, 0, 2, 100, passage="crossable", size=scenery, height=3)
    board = table(placed(20, 50, size=fighter), scenery=[low_wall])
    over = board.path(0, (60, 50))
    assert over.walked == pytest.approx(60 - 21.25)
    assert over.length == pytest.approx(60 - 21.25 + up + down)
    assert board.path(0, (41, 50)).length == pytest.approx(41 - 21.25 + up)


@pytest.mark.rule("M-6")
def test_one_goes_round_when_that_is_shorter_than_climbing() -> None:
    low_wall = wall(40, 0, 2, 51, passage="crossable", size="medium", height=3)
    board = table(placed(20, 50), scenery=[low_wall])
    path = board.path(0, (60, 50))
    assert path.crossed == ()
    assert path.length < 60 - 21.25 + 6


@pytest.mark.rule("M-7")
def test_turning_on_the_spot_is_a_walk() -> None:
    board = table(placed(20, 50))
    turned = board.walk(0, facing=90)
    [fighter] = turned.table.fighters
    assert fighter.walked
    assert fighter.facing == 90
    # About the mire, which stays where it is.
    assert turned.table.outlines()[0][0] == pytest.approx((21.25, 50))
    assert why_not(turned.table, 0, "turn") == {"already_walked"}
    assert why_not(turned.table, 0, "walk", to=(22, 50)) == {"already_walked"}


@pytest.mark.rule("M-7")
def test_without_movement_one_cannot_even_turn() -> None:
    board = table(placed(20, 50, movement=0), placed(60, 50, ENEMY))
    assert why_not(board, 0, "turn") == {"no_movement"}
    for move in board.legal_moves(0):
        is_motion = move.action in {"walk", "turn", "run", "charge", "engage", "take_cover"}
        assert ("no_movement" in move.reasons) is is_motion


@pytest.mark.rule("M-7")
def test_a_base_that_moves_ends_in_any_facing() -> None:
    board = table(placed(20, 50))
    moved = board.walk(0, (31.25, 50), facing=217)
    assert moved.table.fighters[0].facing == 217
    assert moved.table.outlines()[0][0] == pytest.approx((31.25, 50))


@pytest.mark.rule("M-8")
def test_a_walk_ends_within_the_movement() -> None:
    board = table(placed(20, 50))
    assert why_not(board, 0, "walk", to=(31.25, 50)) == set()
    assert why_not(board, 0, "walk", to=(31.26, 50)) == {"too_far"}
    walked = board.walk(0, (31.25, 50))
    assert walked.path is not None
    assert walked.path.length == pytest.approx(10)
    assert board.fighters[0].position == (20, 50)


@pytest.mark.rule("M-8")
def test_a_walk_out_of_contact_needs_a_disengagement() -> None:
    def held(**state: Any) -> set[str]:
        return why_not(table(placed(20, 50, **state), placed(22.5, 50, ENEMY)), 0, "walk")

    assert held() == {"not_disengaged"}
    assert held(disengaged=True) == set()
    assert held(disengaged=True, assaulted=True) == {"assaulted"}
    assert held(assaulted=True) == {"assaulted", "not_disengaged"}


@pytest.mark.rule("M-8")
@pytest.mark.parametrize(
    ("to", "reasons"),
    [
        ((25.5, 50), {"touches_enemy"}),
        ((26, 50), {"no_way", "overlaps", "touches_enemy"}),
        ((27.5, 52.1), {"overlaps", "touches_enemy"}),
        ((21.25, 54), set()),
        ((19.9, 50), set()),
    ],
)
def test_a_walk_ends_in_contact_with_no_enemy(to: tuple[float, float], reasons: set[str]) -> None:
    board = table(placed(20, 50), placed(26.75, 50, ENEMY))
    assert why_not(board, 0, "walk", to=to) == reasons


@pytest.mark.rule("M-8")
def test_a_walk_may_end_in_contact_with_a_friend() -> None:
    board = table(placed(20, 50), placed(26.75, 50))
    assert board.walk(0, (25.5, 50)).table.contacts() == [(0, 1)]


@pytest.mark.rule("M-8")
def test_an_illegal_walk_tells_every_reason() -> None:
    board = table(placed(20, 50, walked=True, movement=0))
    with pytest.raises(fr.IllegalMove) as caught:
        board.walk(0, (200, 50))
    assert set(caught.value.reasons) == {"no_movement", "already_walked", "off_table", "no_way"}


@pytest.mark.rule("M-9")
def test_a_run_goes_twice_as_far_and_needs_to_be_free() -> None:
    board = table(placed(20, 50))
    assert why_not(board, 0, "run", to=(41.25, 50)) == set()
    assert why_not(board, 0, "run", to=(41.3, 50)) == {"too_far"}
    held = table(placed(20, 50), placed(22.5, 50, ENEMY))
    assert why_not(held, 0, "run") == {"in_contact"}
    beside_friend = table(placed(20, 50), placed(22.5, 50))
    assert why_not(beside_friend, 0, "run") == set()
    left = table(placed(20, 50, disengaged=True))
    assert why_not(left, 0, "run") == {"after_disengaging"}


@pytest.mark.rule("M-10")
def test_a_charge_needs_to_see_its_target() -> None:
    ahead = table(placed(20, 50), placed(30, 50, ENEMY))
    behind = table(placed(20, 50), placed(10, 50, ENEMY))
    assert why_not(ahead, 0, "charge", 1) == set()
    assert why_not(behind, 0, "charge", 1) == {"not_seen"}
    assert why_not(ahead, 0, "charge", 0) == {"not_an_enemy"}
    all_round = table(placed(20, 50), placed(10, 50, ENEMY), sight_arc="all_round")
    assert why_not(all_round, 0, "charge", 1) == set()


@pytest.mark.rule("M-10")
def test_a_part_of_the_target_is_enough() -> None:
    screen = wall(30, 40, 1, 10.5)
    board = table(placed(20, 50), placed(40, 50, ENEMY), scenery=[screen])
    sight = board.sees(0, 1)
    assert sight
    assert 0 < sight.fraction < 0.5
    assert why_not(board, 0, "charge", 1) == set()


@pytest.mark.rule("M-10")
@pytest.mark.parametrize(
    ("ruling", "size", "hides", "seen"),
    [
        ("as_big", "medium", True, False),
        ("as_big", "small", True, True),
        ("as_big", "medium", False, True),
        ("any", "small", True, False),
        ("nothing", "very_large", True, True),
    ],
)
def test_what_is_as_big_as_the_target_hides_it(
    ruling: str, size: Size, *, hides: bool, seen: bool
) -> None:
    screen = wall(30, 30, 1, 40, size=size, hides=hides)
    board = table(placed(20, 50), placed(40, 50, ENEMY), scenery=[screen], hidden_by=ruling)
    assert bool(board.sees(0, 1)) is seen


@pytest.mark.rule("M-10")
def test_bases_hide_too() -> None:
    board = table(placed(20, 50), placed(40, 50, ENEMY), placed(23, 50))
    assert not board.sees(0, 1)
    small = table(placed(20, 50), placed(40, 50, ENEMY), placed(23, 50, size="small"))
    assert small.sees(0, 1)


@pytest.mark.rule("M-10")
def test_who_stands_on_scenery_looks_over_it() -> None:
    hill = wall(10, 40, 20, 20, passage="crossable", size="large", height=3)
    board = table(placed(20, 50), placed(40, 50, ENEMY), scenery=[hill])
    assert board.sees(0, 1)
    assert table(placed(40, 50, facing=180), placed(20, 50, ENEMY), scenery=[hill]).sees(0, 1)


@pytest.mark.rule("M-11")
def test_a_free_fighter_engages_only_whom_it_does_not_see() -> None:
    ahead = (placed(20, 50), placed(30, 50, ENEMY))
    behind = (placed(20, 50), placed(10, 50, ENEMY))
    assert why_not(table(*ahead), 0, "engage", 1) == {"seen"}
    assert why_not(table(*behind), 0, "engage", 1) == set()
    assert why_not(table(*ahead, engage_a_seen_target=True), 0, "engage", 1) == set()


@pytest.mark.rule("M-11", "M-25")
def test_after_disengaging_one_engages_also_whom_one_leaves() -> None:
    board = table(placed(20, 50, disengaged=True), placed(22.5, 50, ENEMY), placed(20, 58, ENEMY))
    assert why_not(board, 0, "engage", 1) == set()
    moved = board.engage(0, 2)
    assert moved.reached
    assert moved.touched == (2,)
    assert why_not(board, 0, "charge", 2) >= {"in_contact", "after_disengaging"}


@pytest.mark.rule("M-12")
def test_an_assailant_stands_with_its_mire_on_the_rim() -> None:
    board = table(placed(20, 50, base="standard"), placed(35, 53, ENEMY))
    moved = board.charge(0, 1)
    mire, _ = moved.table.outlines()[0]
    assert math.dist(mire, (35, 53)) == pytest.approx(1.25)
    facing = math.radians(moved.table.fighters[0].facing)
    towards = (mire[0] + 1.25 * math.cos(facing), mire[1] + 1.25 * math.sin(facing))
    assert towards == pytest.approx((35, 53))
    assert moved.table.fighters[1].facing == 0
    assert moved.table.fighters[1].assaulted
    assert moved.table.contacts() == [(0, 1)]


@pytest.mark.rule("M-12")
@pytest.mark.parametrize("angle", [180.0, 120.0, 240.0, 60.0])
def test_another_free_place_of_the_rim_may_be_aimed_at(angle: float) -> None:
    board = table(placed(20, 50), placed(30, 50, ENEMY))
    mire, _ = board.charge(0, 1, at=angle).table.outlines()[0]
    expected = (
        30 + 1.25 * math.cos(math.radians(angle)),
        50 + 1.25 * math.sin(math.radians(angle)),
    )
    assert mire == pytest.approx(expected)
    by_point = board.charge(0, 1, at=expected)
    assert by_point.table.outlines()[0][0] == pytest.approx(expected)


@pytest.mark.rule("M-12")
def test_the_nearest_free_place_is_taken_where_the_nearest_is_not() -> None:
    friend = placed(27.5, 50)
    board = table(placed(20, 53), friend, placed(30, 50, ENEMY))
    moved = board.charge(0, 2)
    assert moved.reached
    assert (0, 2) in moved.table.contacts()
    assert (0, 1) in moved.table.contacts()


@pytest.mark.rule("M-12", "W-8")
def test_a_full_base_takes_no_further_assailant() -> None:
    around = [
        placed(50 + 3 * math.cos(angle), 50 + 3 * math.sin(angle), ENEMY)
        for angle in (0, math.pi / 2, math.pi, 3 * math.pi / 2)
    ]
    target = placed(50, 50, base={"diameter": 3.5})
    board = table(target, *around, placed(40, 40, ENEMY, facing=45))
    assert why_not(board, 5, "charge", 0) == {"base_full"}
    opened = table(target, *around, placed(40, 40, ENEMY, facing=45), full_bases="open")
    assert "base_full" not in why_not(opened, 5, "charge", 0)
    assert "base_full" not in why_not(board, 1, "engage", 0)


@pytest.mark.rule("M-12")
def test_without_free_rim_there_is_no_room() -> None:
    around = [
        placed(50 + 2.5 * math.cos(k * math.pi / 3), 50 + 2.5 * math.sin(k * math.pi / 3), 0)
        for k in range(6)
    ]
    board = table(placed(40, 50, ENEMY), placed(50, 50), *around, hidden_by="nothing")
    assert why_not(board, 0, "charge", 1) == {"no_way"}


@pytest.mark.rule("M-13")
def test_an_assault_that_is_too_far_stops_on_the_way_and_turns() -> None:
    board = table(placed(20, 50), placed(20, 80, ENEMY), sight_arc="all_round")
    moved = board.charge(0, 1)
    assert not moved.reached
    assert moved.touched == ()
    assert moved.path is not None
    assert moved.path.length == pytest.approx(20)
    fighter = moved.table.fighters[0]
    mire, _ = moved.table.outlines()[0]
    assert math.dist(mire, (21.25, 50)) == pytest.approx(20)
    towards = math.degrees(math.atan2(80 - mire[1], 20 - mire[0])) % 360
    assert fighter.facing == pytest.approx(towards)
    assert not moved.table.fighters[1].assaulted
    assert [event.kind for event in moved.events] == ["moved", "failed"]


@pytest.mark.rule("M-13")
def test_a_failed_assault_stops_short_of_other_enemies() -> None:
    # The way leads past an enemy whom it would touch at the full distance.
    board = table(
        placed(20, 50), placed(60, 50, ENEMY), placed(40.5, 52.3, ENEMY), sight_arc="all_round"
    )
    moved = board.charge(0, 1)
    assert not moved.reached
    assert moved.table.contacts() == []
    assert moved.path is not None
    assert 15 < moved.path.length < 20


@pytest.mark.rule("M-14")
def test_several_targets_are_touched_together() -> None:
    board = table(placed(30, 50), placed(40, 51.5, ENEMY), placed(40, 48.5, ENEMY))
    moved = board.charge(0, [1, 2])
    assert moved.touched == (1, 2)
    assert {(0, 1), (0, 2)} <= set(moved.table.contacts())
    mire, _ = moved.table.outlines()[0]
    assert math.dist(mire, (40, 51.5)) == pytest.approx(1.25)
    far = table(placed(30, 50), placed(40, 55, ENEMY), placed(40, 45, ENEMY))
    assert why_not(far, 0, "charge", [1, 2]) == {"no_room"}


@pytest.mark.rule("M-15")
def test_who_may_be_pivoted_depends_on_power() -> None:
    def powers(*targets: int) -> fr.Table:
        others = [placed(40 + 10 * n, 50, ENEMY, power=power) for n, power in enumerate(targets)]
        return table(placed(20, 50, base="standard", power=2), *others)

    assert powers(1, 1).pivotable(0, [1, 2]) == [[1], [2], [1, 2]]
    assert powers(1, 3).pivotable(0, [1, 2]) == [[1]]


@pytest.mark.rule("M-15")
def test_only_a_square_base_pivots_those_free_of_contact() -> None:
    square = {"width": 2.5, "depth": 2.5}
    targets = (placed(40, 50, ENEMY), placed(42.5, 50, ENEMY), placed(60, 50, ENEMY))
    board = table(placed(20, 50, base=square, power=5), *targets)
    assert board.pivotable(0, [1, 2, 3]) == [[3]]
    assert table(placed(20, 50, power=5), *targets).pivotable(0, [1, 2, 3]) == []
    assert "in_contact" in why_not(board, 0, "charge", [1, 2], pivot=[1])
    assert "round_base" in why_not(table(placed(20, 50), *targets), 0, "charge", 3, pivot=[3])
    assert "not_charging" in why_not(board, 0, "engage", 3, pivot=[3])


@pytest.mark.rule("M-15")
def test_a_pivoted_target_turns_until_it_is_touched() -> None:
    # The gap is a little too wide to touch both as they stand.
    first = placed(40, 50, ENEMY, base="standard")
    second = placed(40, 44, ENEMY, base="standard")
    board = table(placed(30, 50, base={"width": 3, "depth": 3}, power=2), first, second)
    assert why_not(board, 0, "charge", [1, 2]) == {"no_room"}
    moved = board.charge(0, [1, 2], pivot=[2])
    assert moved.reached
    assert {(0, 1), (0, 2)} <= set(moved.table.contacts())
    turned = moved.table.fighters[2]
    assert turned.position == pytest.approx((40, 44))
    [pivot] = [event for event in moved.events if event.kind == "pivoted"]
    assert pivot.fighter == 2
    assert pivot.angle is not None
    assert turned.facing == pytest.approx(pivot.angle % 360)
    assert moved.table.fighters[1].facing == 0


@pytest.mark.rule("M-16")
def test_who_loses_its_target_goes_on_with_the_distance_left() -> None:
    board = table(placed(20, 50), placed(30, 50, ENEMY), placed(30, 57, ENEMY))
    done = board.redirect(0, "charge", 1, new_target=2)
    assert done.action == "charge"
    assert done.table.fighters[1].health.level == "killed"
    assert done.table.contacts() == [(0, 2)]
    assert done.second is not None
    # 7.5 of 20 are gone: a target 13 away is too far.
    far = table(placed(20, 50), placed(30, 50, ENEMY), placed(30, 66, ENEMY))
    failed = far.redirect(0, "charge", 1, new_target=2)
    assert failed.second is not None
    assert not failed.second.reached
    assert failed.second.path is not None
    assert failed.second.path.length == pytest.approx(12.5)


@pytest.mark.rule("M-16")
def test_a_redirected_charge_is_an_engagement_without_sight() -> None:
    screen = wall(29, 53, 6, 1)
    board = table(placed(20, 50), placed(30, 50, ENEMY), placed(32, 57, ENEMY), scenery=[screen])
    assert board.redirect(0, "charge", 1, new_target=2).action == "engage"
    assert not board.fighters[1].assaulted


@pytest.mark.rule("M-16")
def test_who_loses_its_target_may_stay_or_finish_as_a_run() -> None:
    board = table(placed(20, 50), placed(30, 50, ENEMY))
    stayed = board.redirect(0, "charge", 1, facing=90)
    assert stayed.action is None
    assert stayed.table.outlines()[0][0] == pytest.approx((28.75, 50))
    assert stayed.table.fighters[0].facing == 90
    ran = board.redirect(0, "charge", 1, to=(41.25, 50))
    assert ran.action == "run"
    assert ran.table.outlines()[0][0] == pytest.approx((41.25, 50))
    with pytest.raises(fr.IllegalMove) as caught:
        board.redirect(0, "charge", 1, to=(41.3, 50))
    assert caught.value.reasons == ("too_far",)


@pytest.mark.rule("M-17", "M-18")
@pytest.mark.parametrize(
    ("powers", "charges", "penalised"),
    [
        ([1, 1], {0: [1]}, [1]),
        ([1, 2], {0: [1]}, []),
        ([1, 1, 2], {0: [2], 1: [2]}, [2]),
        ([1, 1, 1], {0: [1, 2]}, []),
        ([2, 1, 1], {0: [1, 2]}, [1, 2]),
        # A on Z, while C charges Z and X.
        ([1, 1, 1, 3], {0: [1], 2: [1, 3]}, [1]),
    ],
)
def test_a_charge_penalises_whom_it_outweighs(
    powers: list[int], charges: dict[int, list[int]], penalised: list[int]
) -> None:
    assert fr.penalised(powers, charges) == penalised


@pytest.mark.rule("M-17")
def test_chargers_of_different_speaking_turns_do_not_add_up() -> None:
    assert [fr.penalised([1, 1, 1, 2], {n: [3]}) for n in range(3)] == [[], [], []]
    assert fr.penalised([1, 1, 1, 2], {n: [3] for n in range(3)}) == [3]


@pytest.mark.rule("M-17")
def test_the_penalty_is_marked_on_the_table_and_counts_for_initiative() -> None:
    board = table(placed(20, 50), placed(40, 50, ENEMY), placed(42.5, 50, 0))
    penalised, after = board.penalties({0: [1]})
    assert penalised == [1]
    assert [fighter.charged for fighter in after.fighters] == [False, True, False]
    value, _ = board.disengage_check(1, "agility")
    assert after.disengage_check(1, "agility")[0] == value - 1


@pytest.mark.rule("M-18")
def test_all_chargers_count_by_another_ruling() -> None:
    rules = fr.Rules(movement={"several_targets": "all_chargers"})
    charges = {0: [1], 2: [1, 3]}
    assert fr.penalised([1, 1, 1, 3], charges) == [1]
    assert fr.penalised([1, 1, 1, 3], charges, rules=rules) == []


HILL = wall(10, 40, 20, 20, passage="crossable", size="small", height=2)


@pytest.mark.rule("M-19")
def test_a_move_under_cover_gives_the_skill_target() -> None:
    board = table(placed(50, 50))
    moved = board.take_cover(0, (61.25, 50)).table
    assert moved.fighters[0].under_cover
    assert (board.cover(0), moved.cover(0)) == (0, 2)
    assert table(placed(50, 50, under_cover=True), cover=3).cover(0) == 3


@pytest.mark.rule("M-19")
def test_cover_is_taken_on_the_ground_by_who_is_free() -> None:
    on_hill = table(placed(20, 50), scenery=[HILL])
    assert on_hill.level(0) == 1
    assert why_not(on_hill, 0, "take_cover") == {"not_level_0"}
    beside = table(placed(35, 50, facing=180), scenery=[HILL])
    assert "changes_level" in why_not(beside, 0, "take_cover", to=(28, 50))
    held = table(placed(50, 50), placed(52.5, 50, ENEMY))
    assert why_not(held, 0, "take_cover") == {"in_contact"}
    left = table(placed(50, 50, disengaged=True))
    assert why_not(left, 0, "take_cover") == {"after_disengaging"}
    near = table(placed(50, 50), placed(56.75, 50, ENEMY))
    assert why_not(near, 0, "take_cover", to=(55.5, 50)) == {"touches_enemy"}


@pytest.mark.rule("M-20")
def test_who_dived_for_cover_must_move_under_it() -> None:
    board = table(placed(50, 50), placed(80, 50, ENEMY))
    dived = board.dive_for_cover(0)
    assert board.cover(0, dived=True) == 2
    for action in ("walk", "turn", "run"):
        assert why_not(dived, 0, action) == {"must_take_cover"}
    assert why_not(dived, 0, "charge", 1) == {"must_take_cover"}
    # Again against each further shot.
    assert dived.dive_for_cover(0) == dived
    after = dived.take_cover(0, (55, 50)).table.fighters[0]
    assert (after.under_cover, after.must_take_cover) == (True, False)


@pytest.mark.rule("M-20")
def test_the_obligation_lapses_in_contact() -> None:
    board = table(placed(50, 50, must_take_cover=True, disengaged=True), placed(52.5, 50, ENEMY))
    assert why_not(board, 0, "walk") == set()


@pytest.mark.rule("M-20")
def test_not_everybody_dives_for_cover() -> None:
    assert why_not(table(placed(50, 50, activated=True)), 0, "dive_for_cover") == {"activated"}
    held = table(placed(50, 50), placed(52.5, 50, ENEMY))
    assert why_not(held, 0, "dive_for_cover") == {"in_contact"}
    on_hill = table(placed(20, 50), scenery=[HILL])
    assert why_not(on_hill, 0, "dive_for_cover") == {"not_level_0"}
    free = table(placed(50, 50))
    assert why_not(free, 0, "dive_for_cover", assault_shot=True) == {"assault_shot"}


def melee(adversaries: int, **state: Any) -> fr.Table:
    """Give a fighter with so many adversaries in contact."""
    around = [
        placed(50 + 3 * math.cos(k * math.pi / 2), 50 + 3 * math.sin(k * math.pi / 2), ENEMY)
        for k in range(adversaries)
    ]
    return table(placed(50, 50, base={"diameter": 3.5}, **state), *around)


@pytest.mark.rule("M-21")
def test_who_may_try_to_disengage() -> None:
    action = "disengage_by_agility"
    assert why_not(melee(1), 0, action) == set()
    assert why_not(melee(0), 0, action) == {"not_in_contact"}
    assert why_not(melee(1, assaulted=True), 0, action) == {"assaulted"}
    assert why_not(melee(3), 0, action) == set()
    assert why_not(melee(4), 0, action) == {"at_maximum_of_adversaries"}
    assert why_not(melee(1, tried_disengaging=True), 0, action) == {"already_tried"}


@pytest.mark.rule("M-22")
@pytest.mark.parametrize("adversaries", [1, 2, 3])
def test_by_agility_it_is_initiative_against_four_and_two_each(adversaries: int) -> None:
    board = melee(adversaries, initiative=4)
    assert board.disengage_check(0, "agility") == (4, 4 + 2 * adversaries)
    hurt = board.replace(0, health=fr.Health("serious"))
    assert hurt.disengage_check(0, "agility") == (2, 4 + 2 * adversaries)
    source = fr.Dice.scripted([2 * adversaries])
    result, after = board.disengage(0, "agility", source, reroll="never")
    assert result.success
    assert after.fighters[0].disengaged


@pytest.mark.rule("M-22")
def test_the_difficulty_is_a_ruling() -> None:
    options = {"disengage_difficulty": 3, "disengage_per_adversary": 5}
    board = table(placed(50, 50), placed(52.5, 50, ENEMY), **options)
    assert board.disengage_check(0, "agility")[1] == 8


@pytest.mark.rule("M-23")
def test_by_force_it_is_strength_less_the_highest_resilience() -> None:
    board = table(
        placed(50, 50, size="large", base={"diameter": 3.5}, strength=9),
        placed(53, 50, ENEMY, resilience=5),
        placed(47, 50, ENEMY, resilience=7),
    )
    assert board.disengage_check(0, "force") == (2, 8)
    assert why_not(board, 0, "disengage_by_force") == set()
    assert board.disengage(0, "force", [6, 2])[0].final == 10
    hurt = board.replace(0, health=fr.Health("serious"))
    assert why_not(hurt, 0, "disengage_by_force") == {"too_weak"}
    small = board.replace(0, profile=profile(size="medium", base={"diameter": 3.5}, strength=9))
    assert why_not(small, 0, "disengage_by_force") == {"not_bigger"}


@pytest.mark.rule("M-24")
def test_who_fails_to_disengage_is_bound_to_defence() -> None:
    board = melee(1, initiative=0)
    result, after = board.disengage(0, "agility", [5])
    assert result.success is False
    assert after.fighters[0].bound_to_defence
    assert after.fighters[0].tried_disengaging
    assert why_not(after, 0, "walk") == {"not_disengaged"}
    assert why_not(after, 0, "disengage_by_agility") == {"already_tried"}


@pytest.mark.rule("M-25")
def test_who_disengaged_stays_in_contact_until_it_moves() -> None:
    _, after = melee(1, initiative=5).disengage(0, "agility", [4])
    assert after.contacts() == [(0, 1)]
    allowed = {move.action for move in after.legal_moves(0) if move.allowed}
    assert allowed == {"walk", "turn", "engage"}
    gone = after.walk(0, (45, 55)).table
    assert gone.contacts() == []


@pytest.mark.rule("M-22", "M-23")
def test_the_die_of_a_disengagement_has_its_name() -> None:
    dice = fr.Dice.scripted([6, 3])
    melee(1).disengage(0, "agility", dice)
    assert dice.record == [("disengage", 6), ("disengage", 3)]


@pytest.mark.rule("M-26")
def test_nothing_but_its_death_stops_an_assault_on_the_way() -> None:
    frightful = profile("Horror", fear=20)
    board = fr.Table(100, 100, [placed(20, 50), fr.Placed(frightful, 1, (30, 50), 180)])
    assert board.charge(0, 1).reached


@pytest.mark.rule("M-27")
def test_the_older_edition_asks_neither_for_level_nor_for_the_kind_of_shot() -> None:
    older = table(placed(20, 50), scenery=[HILL], edition="older")
    assert why_not(older, 0, "take_cover") == set()
    assert why_not(older, 0, "take_cover", to=(31, 50)) == set()
    assert why_not(older, 0, "dive_for_cover", assault_shot=True) == set()
    active = table(placed(20, 50, activated=True), placed(22.5, 50, ENEMY), edition="older")
    assert why_not(active, 0, "dive_for_cover") == {"activated", "in_contact"}
