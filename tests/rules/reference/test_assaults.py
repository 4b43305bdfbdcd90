"""Pivots, redirected assaults and free measuring in battles of the reference."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import fracas as fr
from battles import run_rule
from fracas import events as ev
from fracas.reference import Army, Battle, Rules, Troop, deploy
from fracas.reference.activation import open_announcements, open_targets
from fracas.reference.assaulting import assault, open_instead
from fracas.reference.assaults import nearest_stance, redirected_action, turn_of_pivot
from fracas.reference.bases import Base, Footprint
from fracas.reference.battle import Announcement, BattleState, SpeakingTurn
from fracas.reference.moves import ALONE, is_too_far, open_pivots
from fracas.reference.pivoting import turned_stance
from fracas.reference.plane import TOUCH, approach, depth_outside, rectangle
from fracas.reference.rims import Rim
from fracas.reference.shooting import open_shots
from fracas.reference.tables import Scenery, Table
from fracas.reference.turning import smallest_turn
from fracas.types import Health, Pose

PLAIN = fr.Profile("Plain")
STRONG = fr.Profile("Strong", power=2)
LONG = fr.Profile("Long", base="cavalry")
ROUND = fr.Profile("Round", base={"diameter": 2.5}, power=2)
ARCHER = fr.Profile(
    "Archer", aim=3, weapon={"strength": 4, "short": 5, "medium": 10, "long": 15}, movement=1
)

Stood = tuple[fr.Profile, float, float, float]


def battle_of(own: list[Stood], enemies: list[Stood], **turn: Any) -> tuple[Battle, BattleState]:
    """Set up a battle in which everybody of side 0 acts now; where each stands, and looks."""
    armies = [Army(tuple(Troop(profile) for profile, *_ in side)) for side in (own, enemies)]
    poses = [Pose((x, y), facing) for _, x, y, facing in (*own, *enemies)]
    pair = armies[0], armies[1]
    table = deploy(pair, Table(60, 60), poses)
    battle = Battle(pair, table, 2, Rules.from_document({"turn": turn}))
    active = tuple(range(len(own)))
    state = BattleState.at_start(battle).with_marks(active, activated_now=True)
    return battle, replace(state, speaking=SpeakingTurn(active))


def gone(state: BattleState, fighter: int) -> BattleState:
    return state.with_marks([fighter], health=Health("killed"))


def resolved(
    setup: tuple[Battle, BattleState], answers: list[int], action: Any = "charge"
) -> tuple[BattleState, list[Any], list[tuple[str, tuple[int, ...]]]]:
    """Carry out an assault of fighter 0 on fighter 1; tell what comes of it, and what is asked."""
    run = assault(*setup, Announcement(0, action, 1))
    after, told, asked = run_rule(run, answers)
    return after, told, [(one.kind, one.choices) for one in asked]


# Pivots


def apart(
    charger: fr.Profile = STRONG, first: fr.Profile = PLAIN, second: fr.Profile = PLAIN
) -> tuple[Battle, BattleState]:
    """Two enemies side by side, too far apart to be touched together as they stand."""
    return battle_of([(charger, 20, 25, 90)], [(first, 20, 40, 270), (second, 25.4, 39, 270)])


@pytest.mark.rule("M-15")
def test_a_charger_turns_a_second_enemy_that_it_could_not_touch() -> None:
    after, told, asked = resolved(apart(), [2, 1])
    assert asked == [("also", (2, ALONE)), ("pivot", (1, 2, 3))]
    reached, pivoted = told
    assert (reached.action, reached.targets) == ("charge", (1, 2))
    assert pivoted == ev.Pivoted(2, after.pose(2))
    assert after.table.contacts() == [(0, 1), (0, 2)]
    assert [placed.assaulted for placed in after.table.fighters] == [False, True, True]
    assert after.speaking.charges == ((0, (1, 2)),)
    # About its own centre, as little as can be.
    assert pivoted.pose.position == (25.4, 39)
    assert pivoted.pose.facing == pytest.approx(270 - 9.9081, abs=1e-4)


@pytest.mark.rule("M-15")
@pytest.mark.parametrize(("pivot", "turned"), [(1, 2), (2, 1), (3, 2)])
def test_whom_the_mire_touches_is_not_turned(pivot: int, turned: int) -> None:
    after, told, _ = resolved(apart(), [2, pivot])
    assert [event.fighter for event in told if isinstance(event, ev.Pivoted)] == [turned]
    mire = after.table.base(0).mire
    assert abs(depth_outside(after.table.body(3 - turned), mire)) < 1e-6


@pytest.mark.rule("M-15")
def test_no_other_place_within_reach_needs_a_smaller_turn() -> None:
    _, state = apart()
    table = state.table
    stance = turned_stance(table, 0, 1, 2, 20.0)
    assert stance is not None
    ((_, least),) = stance.pivots
    rim, smaller = Rim(table.body(1)), table.base(2).turned(least * 0.99)
    for number in range(300):
        there = rim.stance(table.footprint(0), rim.length * number / 300)
        turn = turn_of_pivot(table, there, 0, 2)
        assert turn is None or abs(turn) >= abs(least) - 1e-9
    assert approach(smaller.body, stance.base.body).gap > 1e-4
    assert abs(approach(table.base(2).turned(least).body, stance.base.body).gap) < 1e-7


@pytest.mark.rule("M-15")
def test_a_charger_goes_no_farther_than_it_may_and_turns_the_enemy_more() -> None:
    _, state = apart()
    far, near = (turned_stance(state.table, 0, 1, 2, distance) for distance in (20.0, 12.2))
    assert far is not None
    assert far.path.length > 12.2
    assert near is None
    # Nearer together they need a shorter way, or a larger turn.
    _, state = battle_of([(STRONG, 20, 25, 90)], [(PLAIN, 20, 40, 270), (LONG, 25, 37, 0)])
    turns = []
    for distance in (12.6, 12.7, 12.8):
        stance = turned_stance(state.table, 0, 1, 2, distance)
        turns.append(math.inf if stance is None else abs(stance.pivots[0][1]))
        assert stance is None or stance.path.length <= distance + 1e-9
    assert turns == sorted(turns, reverse=True)


@pytest.mark.rule("M-15")
def test_of_equal_turns_the_one_with_the_shorter_way_is_taken() -> None:
    # With either of its back corners the charger reaches as far; the mire is on a round base.
    tun = fr.Profile("Tun", base={"diameter": 2.5}, power=1)
    _, state = battle_of(
        [(STRONG, 12.58, 14.97, 83)], [(tun, 9.57, 22.48, 0), (PLAIN, 15.2, 22.48, 91.3)]
    )
    stance = turned_stance(state.table, 0, 1, 2, 10.0)
    assert stance is not None
    ((_, least),) = stance.pivots
    rim = Rim(state.table.body(1))
    mirrored = 2 * cmath.phase(15.2 - 9.57 + 0j) - stance.turn
    there = rim.stance(state.table.footprint(0), mirrored)
    turn = turn_of_pivot(state.table, there, 0, 2)
    assert turn is not None
    assert abs(turn) >= abs(least) - 1e-9
    assert stance.base.centre.imag < there.centre.imag


@pytest.mark.rule("M-15")
@pytest.mark.parametrize("seed", range(12))
def test_the_smallest_turn_is_the_first_one_found_by_trying(seed: int) -> None:
    random = Random(f"turn {seed}")  # noqa: S311 - a scene, not a secret
    kinds = [Footprint(2.5, 2.5), Footprint(2.5, 5.0), Footprint(3.0)]
    base = Base(random.choice(kinds[:2]), 0j, cmath.rect(1, random.uniform(0, 6)))
    away, facing = cmath.rect(random.uniform(2.6, 4.6), 1), cmath.rect(1, random.uniform(0, 6))
    charger = Base(random.choice(kinds), away, facing).body
    wall = rectangle(cmath.rect(random.uniform(3, 5), 3), 1j, 2.0, 2.0)
    found = smallest_turn(base, charger, [wall], None, TOUCH)

    def gaps(angle: float) -> tuple[float, float]:
        turned = base.turned(angle).body
        return approach(turned, charger).gap, approach(turned, wall).gap

    if found is not None:
        touch, room = gaps(found)
        assert abs(touch) <= TOUCH
        assert room >= -TOUCH
    for sense in (1, -1):
        angles = [sense * math.radians(number / 5) for number in range(900)]
        for angle, following in pairwise(angles):
            (one, room), (other, more) = gaps(angle), gaps(following)
            # Between the two it comes to touch, with room to spare.
            if (one > 0) != (other > 0) and min(room, more) > 0:
                assert found is not None
                assert abs(found) <= abs(following)
                break


@pytest.mark.rule("M-15")
@pytest.mark.parametrize(
    ("charger", "first", "second", "open_to"),
    [
        (STRONG, PLAIN, PLAIN, {1, 2, 3}),
        (PLAIN, PLAIN, PLAIN, {1, 2}),
        (STRONG, PLAIN, PLAIN.replace(power=3), {2}),
        (STRONG, PLAIN.replace(power=2), PLAIN, {1, 2}),
        (PLAIN.replace(power=0), PLAIN, PLAIN, set()),
        (ROUND, PLAIN, PLAIN, set()),
    ],
)
def test_who_may_be_turned_is_a_matter_of_power_and_of_a_square_base(
    charger: fr.Profile, first: fr.Profile, second: fr.Profile, open_to: set[int]
) -> None:
    _, state = apart(charger, first, second)
    assert set(open_pivots(state.table, 0, 1, 2, 20.0)) == open_to


@pytest.mark.rule("M-15")
def test_who_is_touched_by_anybody_is_not_turned() -> None:
    battle, state = battle_of(
        [(STRONG, 20, 25, 90)],
        [(PLAIN, 20, 40, 270), (PLAIN, 25.4, 39, 270), (PLAIN, 27.9, 39, 270)],
    )
    assert set(open_pivots(state.table, 0, 1, 2, 20.0)) == {2}
    _, told, asked = resolved((battle, state), [2])
    assert asked == [("also", (2, ALONE))]
    assert [event.fighter for event in told if isinstance(event, ev.Pivoted)] == [1]


@pytest.mark.rule("M-15")
def test_who_need_not_be_turned_stays_as_it_is() -> None:
    setup = battle_of([(STRONG, 20, 25, 90)], [(PLAIN, 19, 40, 270), (PLAIN, 21.6, 40, 270)])
    places = []
    for pivot in range(4):
        after, told, asked = resolved(setup, [2, pivot])
        assert asked[1] == ("pivot", (0, 1, 2, 3))
        assert [type(event) for event in told] == [ev.Assaulted]
        places.append(after.pose(0))
    assert len(set(places)) == 1


@pytest.mark.rule("M-15")
def test_nobody_is_turned_by_an_engagement_or_beside_a_single_target() -> None:
    _, told, asked = resolved(apart(), [], "engage")
    assert asked == []
    assert told[0].targets == (1,)
    _, told, asked = resolved(apart(), [ALONE])
    assert asked == [("also", (2, ALONE))]
    assert [type(event) for event in told] == [ev.Assaulted]


# Redirected assaults


def bereft(*more: Stood, **turn: Any) -> tuple[Battle, BattleState]:
    """Give a charger whose target has just died 15 cm before it, and other enemies."""
    battle, state = battle_of([(PLAIN, 20, 10, 90)], [(PLAIN, 20, 25, 270), *more], **turn)
    return battle, gone(state, 1)


BESIDE: Stood = (PLAIN, 28, 25, 270)


@pytest.mark.rule("M-16")
def test_who_loses_its_target_goes_to_where_it_was_and_may_stay() -> None:
    after, told, asked = resolved(bereft(BESIDE), [0])
    assert asked == [("instead", (0, 1, 2))]
    (moved,) = told
    assert (moved.fighter, moved.action, moved.distance) == (0, "charge", pytest.approx(12.5))
    assert moved.pose == after.pose(0)
    assert after.table.base(0).mire == pytest.approx(20 + 23.75j)
    assert not after.is_up(1)
    assert after.speaking.charges == ()


@pytest.mark.rule("M-16")
def test_it_may_finish_as_a_run_with_the_distance_left() -> None:
    after, told, asked = resolved(bereft(BESIDE), [1, 8, 4, 8])
    assert [kind for kind, _ in asked] == ["instead", "heading", "pace", "facing"]
    assert asked[2][1] == (1, 2, 3, 4)
    run = told[1]
    assert (run.action, run.distance) == ("run", pytest.approx(7.5))
    assert after.table.base(0).mire == pytest.approx(12.5 + 23.75j)


@pytest.mark.rule("M-16")
def test_a_redirected_charge_is_still_one_if_it_sees_the_new_target_from_there() -> None:
    after, told, asked = resolved(bereft(BESIDE), [2])
    assert [kind for kind, _ in asked] == ["instead"]
    _, reached = told
    # It has 7.5 cm left, and a good 6.7 to go.
    assert (reached.action, reached.targets) == ("charge", (2,))
    assert after.speaking.charges == ((0, (2,)),)
    assert after.table.fighters[2].assaulted
    # Behind another it is not seen, and it is an engagement.
    battle, state = bereft((PLAIN, 26, 24, 270), (PLAIN, 32, 24.2, 270))
    there = state.with_marks([0], position=(20.0, 22.5))
    assert redirected_action(there.table, 0, "charge", 2) == "charge"
    assert redirected_action(there.table, 0, "charge", 3) == "engage"
    assert redirected_action(there.table, 0, "engage", 2) == "engage"
    after, told, asked = resolved((battle, state), [2, 3])
    assert asked[1] == ("target", (2, 3))
    assert isinstance(told[1], ev.AssaultFailed)
    assert told[1].action == "engage"
    assert after.speaking.charges == ()


@pytest.mark.rule("M-16")
def test_it_looks_about_before_it_goes_on() -> None:
    # The new target stands straight behind where it comes to.
    _, state = bereft((PLAIN, 20, 5, 90))
    there = state.with_marks([0], position=(20.0, 22.5))
    assert not there.table.sees(0, 2).visible
    assert redirected_action(there.table, 0, "charge", 2) == "charge"


@pytest.mark.rule("M-16", "M-13")
def test_too_far_it_goes_as_far_as_it_gets_and_has_nothing_left() -> None:
    battle, state = battle_of([(PLAIN, 20, 10, 90)], [(PLAIN, 20, 45, 270), BESIDE])
    after, told, asked = resolved((battle, gone(state, 1)), [0])
    assert after.table.base(0).mire == pytest.approx(20 + 31.25j)
    (moved,) = told
    assert (moved.action, moved.pose) == ("charge", after.pose(0))
    assert moved.distance == pytest.approx(20)
    assert asked == [("instead", (0, 2))]


@pytest.mark.rule("M-16", "M-12")
def test_a_base_that_is_full_is_no_new_target() -> None:
    small = fr.Profile("Small", base={"diameter": 2.0})
    ring = [(small, 28 + 2.0 * x, 25 + 2.0 * y, 0.0) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    battle, state = battle_of(
        [(PLAIN, 20, 10, 90), *ring], [(PLAIN, 20, 25, 270), (small, 28, 25, 270)]
    )
    state = gone(state, 5)
    assert open_instead(state, 0, 7.5) == ([0, 1], [])
    run = assault(battle, state, Announcement(0, "charge", 5))
    _, _, asked = run_rule(run, [0])
    assert asked[0].choices == (0, 1)


@pytest.mark.rule("M-16", "M-15")
def test_a_redirected_charge_may_turn_its_targets() -> None:
    battle, state = battle_of(
        [(STRONG, 20, 25, 90)],
        [(PLAIN, 20, 31, 270), (PLAIN, 20, 40, 270), (PLAIN, 25.4, 39, 270)],
    )
    _, told, asked = resolved((battle, gone(state, 1)), [2, 2, 3, 1])
    assert [kind for kind, _ in asked] == ["instead", "target", "also", "pivot"]
    assert [type(event) for event in told] == [ev.Moved, ev.Assaulted, ev.Pivoted]
    assert told[0].distance + told[1].distance <= 20.0


# Free measuring


@pytest.mark.rule("A-17")
def test_where_distances_may_be_measured_who_is_too_far_is_no_target() -> None:
    own: list[Stood] = [(PLAIN, 20, 10, 90)]
    enemies: list[Stood] = [(PLAIN, 20, 25, 270), (PLAIN, 30, 40, 270)]
    _, blind = battle_of(own, enemies)
    _, agreed = battle_of(own, enemies, free_measuring=True)
    assert open_targets(blind, 0, "charge") == [1, 2]
    assert open_targets(agreed, 0, "charge") == [1]
    assert 3 in open_announcements(gone(blind, 1), 0)
    assert 3 not in open_announcements(gone(agreed, 1), 0)
    # As far as it can go is not too far: 20 cm from the mire.
    _, edge = battle_of(own, [(PLAIN, 20, 32.5, 270), (PLAIN, 40, 50, 270)], free_measuring=True)
    assert open_targets(edge, 0, "charge") == [1]


@pytest.mark.rule("A-17", "M-25")
def test_out_of_contact_it_is_measured_once() -> None:
    own: list[Stood] = [(PLAIN, 20, 10, 90)]
    enemies: list[Stood] = [(PLAIN, 20, 12.5, 270), (PLAIN, 20, 20, 270), (PLAIN, 20, 30, 270)]
    _, agreed = battle_of(own, enemies, free_measuring=True)
    assert open_targets(agreed, 0, "engage") == [1, 2]


@pytest.mark.rule("A-17")
def test_who_cannot_be_got_at_is_not_too_far() -> None:
    _, state = battle_of([(PLAIN, 20, 10, 90)], [(PLAIN, 20, 40, 270)])
    assert not is_too_far(state.table, 0, 1, 60.0)
    assert is_too_far(state.table, 0, 1, 5.0)
    # Walls all round: however far it went, it would not get there.
    sides = ((16, 36, 24, 37), (16, 43, 24, 44), (16, 37, 17, 43), (23, 37, 24, 43))
    walls = [
        Scenery(polygon=((left, low), (right, low), (right, high), (left, high)))
        for left, low, right, high in sides
    ]
    walled = replace(state.table, scenery=tuple(walls))
    assert nearest_stance(walled, 0, 1) == "no_way"
    assert not is_too_far(walled, 0, 1, 5.0)


@pytest.mark.rule("A-17", "A-15")
def test_where_distances_may_be_measured_nobody_shoots_beyond_the_long_range() -> None:
    own: list[Stood] = [(ARCHER, 20, 10, 90)]
    enemies: list[Stood] = [(PLAIN, 20, 25, 270), (PLAIN, 30, 40, 270)]
    assert open_shots(battle_of(own, enemies)[1], 0) == [1, 2]
    assert open_shots(battle_of(own, enemies, free_measuring=True)[1], 0) == [1]


@pytest.mark.rule("A-17", "M-16")
def test_a_redirected_assault_is_measured_with_the_distance_left() -> None:
    far: Stood = (PLAIN, 40, 25, 270)
    assert resolved(bereft(BESIDE, far), [2, 3])[2][1] == ("target", (2, 3))
    _, told, asked = resolved(bereft(BESIDE, far, free_measuring=True), [2])
    assert [kind for kind, _ in asked] == ["instead"]
    assert told[1].targets == (2,)
    assert resolved(bereft(far, free_measuring=True), [0])[2] == [("instead", (0, 1))]
