"""Shots by the reference (A-15, A-17, M-17, M-19, M-20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import fracas as fr
from fracas import events as ev
from fracas.reference import (
    Army,
    Battle,
    BattleOver,
    BattleState,
    Chance,
    Decision,
    Rules,
    Troop,
    answer_battle,
    deploy,
    start_battle,
)
from fracas.reference.activation import open_actions
from fracas.reference.battle import SpeakingTurn
from fracas.reference.battling import STEPS
from fracas.reference.shooting import (
    Weapon,
    difficulty_of,
    distance_of_shot,
    open_shots,
    target_number,
    value_of_shot,
    weapon_of,
)
from fracas.reference.tables import Table
from fracas.types import Health, Pose
from golden_rows import Row, each_row
from shots import is_as_told, readable_battle, walk

BOW = {"strength": 6, "short": 10, "medium": 20, "long": 30}
ARCHER = fr.Profile("Archer", aim=3, weapon=BOW)
PLAIN = fr.Profile("Plain")


def battle_of(
    sides: Sequence[Sequence[tuple[fr.Profile, float, float, float]]], **options: Any
) -> Battle:
    armies = [Army(tuple(Troop(profile) for profile, *_ in side)) for side in sides]
    poses = [Pose((x, y), facing) for side in sides for _, x, y, facing in side]
    pair = armies[0], armies[1]
    rules = Rules.from_document(options)
    return Battle(pair, deploy(pair, Table(60, 60), poses), 1, rules)


def duel(archer: fr.Profile = ARCHER, far: float = 15.0, **options: Any) -> Battle:
    return battle_of([[(archer, 20, 20, 90)], [(PLAIN, 20, 20 + far, 270)]], **options)


def acting(battle: Battle, **marks: Any) -> BattleState:
    """Give the state in which fighter 0 acts."""
    state = BattleState.at_start(battle).with_marks([0], activated_now=True, **marks)
    return replace(state, speaking=SpeakingTurn((0,), idle=(0,)), stage="act")


def run(battle: Battle, state: BattleState, answers: Sequence[int]) -> Any:
    """Run the next step; give the state after it, what was told, and what was asked."""
    steps, left = STEPS[state.stage](battle, state), list(answers)
    told, asked = list[Any](), list[Any]()
    reply: int | None = None
    while True:
        try:
            said = next(steps) if reply is None else steps.send(reply)
        except StopIteration as stop:
            assert not left
            return stop.value, told, asked
        reply = None
        if isinstance(said, Decision | Chance):
            asked.append(said)
            reply = left.pop(0)
        else:
            told.append(said)


@pytest.mark.rule("A-15", "A-17", "M-17", "M-19", "M-20")
@each_row("shots.txt")
def test_golden_shots(row: Row) -> None:
    place, _ = start_battle(readable_battle(row))

    def asked() -> tuple[str, tuple[int, ...]]:
        if isinstance(place.node, Decision):
            return place.node.kind, place.node.choices
        return ("over" if isinstance(place.node, BattleOver) else place.node.roll), ()

    def answer(number: int) -> list[ev.BattleEvent]:
        nonlocal place
        place, told = answer_battle(place, number)
        return told

    named, told = walk(row, asked, answer)
    assert named == row["next"]
    is_as_told(row, told)
    wounds = [event.health.level for event in told if isinstance(event, ev.Wounded)]
    assert (wounds or ["none"])[-1] == row["health"]


# Who may shoot


@pytest.mark.rule("A-15")
@pytest.mark.parametrize("profile", [PLAIN, PLAIN.replace(aim=3), PLAIN.replace(weapon=BOW)])
def test_without_aim_or_weapon_nobody_shoots(profile: fr.Profile) -> None:
    battle = duel(profile)
    assert open_shots(acting(battle), 0) == []
    assert open_actions(battle, acting(battle), 0, "open") == [0, 1]


@pytest.mark.rule("A-15", "A-17")
def test_every_enemy_in_sight_is_a_target_however_far() -> None:
    enemies = [(PLAIN, 20.0, 55.0, 270.0), (PLAIN, 30.0, 50.0, 270.0), (PLAIN, 20.0, 10.0, 90.0)]
    battle = battle_of([[(ARCHER, 20, 20, 90)], enemies])
    assert open_shots(acting(battle), 0) == [1, 2]
    assert open_actions(battle, acting(battle), 0, "open") == [0, 1, 4]
    hidden = battle_of([[(ARCHER, 20, 20, 90), (PLAIN, 20, 25, 90)], [(PLAIN, 20, 40, 270)]])
    assert open_shots(acting(hidden), 0) == []


@pytest.mark.rule("A-15")
def test_an_adversary_in_contact_keeps_from_shooting_also_at_others() -> None:
    enemies = [(PLAIN, 20.0, 22.5, 270.0), (PLAIN, 30.0, 40.0, 270.0)]
    battle = battle_of([[(ARCHER, 20, 20, 90)], enemies])
    assert open_shots(acting(battle), 0) == []
    friend = battle_of([[(ARCHER, 20, 20, 90), (PLAIN, 22.5, 20, 90)], enemies[1:]])
    assert open_shots(acting(friend), 0) == [2]


@pytest.mark.rule("A-15", "M-25")
def test_after_a_disengagement_it_shoots_once_it_has_left_and_without_the_bonus() -> None:
    battle = duel(far=2.5)
    state = acting(battle, disengaged=True, tried_disengaging=True)
    assert open_actions(battle, state, 0, "open") == [0, 1]
    # Straight back, looking at whom it has left; then it shoots.
    after, told, asked = run(battle, state, [1, 12, 4, 17, 4, 0, 3, 1, 1])
    assert [one.kind for one in asked if isinstance(one, Decision)][-2:] == ["action", "dive"]
    (resolved,) = [event for event in told if isinstance(event, ev.ShotResolved)]
    assert resolved.check is not None
    assert (resolved.check.final, resolved.difficulty) == (3 + 3, 4)
    assert after.shots == (1, 0)


@pytest.mark.rule("M-20")
def test_who_dived_for_cover_does_not_shoot_unless_it_had_to_disengage() -> None:
    battle = duel(ARCHER.replace(movement=0))
    assert open_shots(acting(battle, must_take_cover=True), 0) == []
    assert open_shots(acting(battle, must_take_cover=True, disengaged=True), 0) == [1]


@pytest.mark.rule("A-15")
def test_the_shots_of_a_turn_are_those_of_the_weapon_and_come_back_with_the_next() -> None:
    battle = duel(ARCHER.replace(weapon={**BOW, "shots": 2}))
    state = replace(acting(battle), shots=(1, 0))
    assert open_shots(state, 0) == [1]
    spent = replace(state, shots=(2, 0))
    assert open_shots(spent, 0) == []
    after, _, _ = run(battle, replace(spent, stage="turn"), [5, 3, 0])
    assert after.shots == (0, 0)


# What a shot is worth


@pytest.mark.rule("A-15")
@pytest.mark.parametrize(
    ("distance", "difficulty"),
    [(0, 4), (10, 4), (10.5, 7), (20, 7), (21, 10), (30, 10), (31, None)],
)
def test_the_range_gives_the_difficulty(distance: float, difficulty: int | None) -> None:
    assert difficulty_of(Weapon(6, 10, 20, 30), distance, Rules().shooting) == difficulty


@pytest.mark.rule("A-15")
def test_the_numbers_are_options() -> None:
    numbers = {"short": 1, "medium": 2, "long": 3, "immobile": 5}
    rules = Rules.from_document({"shooting": numbers})
    weapon = weapon_of(ARCHER)
    assert weapon == Weapon(6, 10, 20, 30)
    assert [difficulty_of(weapon, far, rules.shooting) for far in (5, 15, 25)] == [1, 2, 3]
    battle = duel(shooting=numbers)
    assert value_of_shot(acting(battle).table, 0, "stands") == 3 + 5


@pytest.mark.rule("A-15", "M-2")
def test_a_shot_is_measured_from_the_mire_to_the_base() -> None:
    assert distance_of_shot(duel().table, 0, 1) == pytest.approx(12.5)
    aside = battle_of([[(ARCHER, 20, 20, 90)], [(PLAIN, 25.25, 26.5, 270)]])
    assert distance_of_shot(aside.table, 0, 1) == pytest.approx(abs(4 + 4j))


@pytest.mark.rule("A-15", "M-17")
def test_moving_and_a_charge_cost_a_point_each() -> None:
    table = acting(duel()).table
    assert value_of_shot(table, 0, "stands") == 4
    assert value_of_shot(table, 0, "walks") == 3
    assert value_of_shot(table.with_state(0, walked=True), 0, "open") == 3
    assert value_of_shot(table.with_state(0, charged=True), 0, "stands") == 3
    assert value_of_shot(table.with_state(0, health=Health("serious")), 0, "stands") == 2


@pytest.mark.rule("M-19", "M-20")
def test_the_higher_of_skill_and_cover_counts() -> None:
    for skills, plain, covered in (([], 0, 2), (["Target/+1"], 1, 2), (["Target/+3"], 3, 3)):
        target = PLAIN.replace(skills=skills)
        table = battle_of([[(ARCHER, 20, 20, 90)], [(target, 20, 40, 270)]]).table
        assert target_number(table, 1, dived=False) == plain
        assert target_number(table, 1, dived=True) == covered
        assert target_number(table.with_state(1, under_cover=True), 1, dived=False) == covered


# What follows


@pytest.mark.rule("M-20")
def test_who_dives_must_move_under_cover_when_it_is_activated() -> None:
    battle = duel()
    state, told, _ = run(battle, acting(battle), [4, 0, 1, 1])
    assert told[0] == ev.Shot(0, 1, 12.5, dived=True)
    assert state.table.fighters[1].must_take_cover


@pytest.mark.rule("M-20", "M-27")
def test_the_older_edition_lets_the_target_dive_from_an_assault_shot() -> None:
    assault = ARCHER.replace(weapon={**BOW, "assault": True})
    for edition, asked in (("newer", ["action", "then_walk"]), ("older", ["dive"])):
        battle = duel(assault, edition=edition)
        answers = [4, 0, 1] if edition == "newer" else [4, 0, 0, 1]
        _, _, found = run(battle, acting(battle), answers)
        kinds = [one.kind for one in found if isinstance(one, Decision)]
        assert kinds[-len(asked) :] == asked


@pytest.mark.rule("A-15")
def test_the_dead_leave_the_table_and_the_rest_fights_on() -> None:
    enemies = [(PLAIN, 20.0, 35.0, 270.0), (PLAIN, 30.0, 50.0, 270.0)]
    battle = battle_of([[(ARCHER, 20, 20, 90)], enemies])
    state, told, _ = run(battle, acting(battle), [4, 1, 0, 0, 6, 0, 6, 6])
    assert told[-1].health.level == "killed"
    assert (state.stage, state.side(1), state.lost()) == ("act", (2,), (0, 0))


@pytest.mark.rule("A-15", "T-2")
def test_a_shot_that_leaves_nobody_ends_the_battle() -> None:
    battle = duel()
    state, _, _ = run(battle, acting(battle), [4, 0, 0, 6, 0, 6, 6])
    assert state.stage == "end"
