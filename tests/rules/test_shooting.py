"""Shooting in a battle, clause by clause, on dice that are given."""

from __future__ import annotations

from typing import Any

import pytest

import fracas as fr
from fracas import events as happened
from fracas.choices import choice_labels, question
from fracas.types import Decision

BOW = {"strength": 6, "short": 10, "medium": 20, "long": 30}
DONE, WALK, SHOOT = 0, 1, 4
SHOOTER, TARGET = 0, 1
AIM = 3


def shooter(**fields: Any) -> fr.Profile:
    """Give a profile that can shoot."""
    return fr.Profile("Shooter", **{"aim": AIM, "weapon": BOW, "value": 10, **fields})


def target(**fields: Any) -> fr.Profile:
    """Give a profile that is shot at."""
    return fr.Profile("Target", **{"value": 10, **fields})


def placed(profile: fr.Profile, side: int, distance: float = 0, x: float = 30, **state: Any) -> Any:
    """Place a shooter that looks up, or a target so far from the front of a shooter."""
    y = 20 + side * (distance + 2.5)
    return fr.Placed(profile, side, (x, y), state.pop("facing", 90 + 180 * side), **state)


def battle(*fighters: Any, turns: int = 1, **rules: Any) -> fr.Battle:
    """Give the battle of these fighters, those of side 0 first."""
    played = fr.Rules(**rules)
    table = fr.Table(60, 120, fighters, rules=played)
    armies = (
        fr.Army(name, [one.profile for one in fighters if one.side == side])
        for side, name in enumerate(["Red", "Blue"])
    )
    return fr.Battle(*armies, table=table, turns=turns, rules=played)


def duel(distance: float, *, rules: dict[str, Any] | None = None, **fields: Any) -> fr.Battle:
    """Give a shooter and a target so far away; fields of the target stand under ``target``."""
    aimed_at = target(**fields.pop("target", {}))
    fighters = placed(shooter(**fields), 0), placed(aimed_at, 1, distance)
    return battle(*fighters, **(rules or {}))


def to(fought: fr.Battle, kind: str, fighter: int | None = None) -> Decision:
    """Go on to a decision: side 0 speaks first, all others take their first choice."""
    while True:
        decision = fought.decision
        if decision is None:
            # Side 0 wins the Tactics roll.
            assert fought.chance == "tactics", fought.node
            fought.roll(5)
            fought.roll(2)
        elif decision.kind == kind and fighter in {None, decision.fighter}:
            return decision
        else:
            fought.apply(decision.choices[0])


def shot(fought: fr.Battle, *, walks: int = 0, dives: int = 0) -> fr.Battle:
    """Let the shooter shoot at whom it must, up to the die."""
    to(fought, "action", SHOOTER)
    fought.apply(SHOOT)
    for kind, answer in (("then_walk", walks), ("dive", dives)):
        if fought.decision is not None and fought.decision.kind == kind:
            fought.apply(answer)
    return fought


def last(fought: fr.Battle, kind: type) -> Any:
    """Give the last event of a kind."""
    return [event for event in fought.events if isinstance(event, kind)][-1]


@pytest.mark.rule("A-15")
@pytest.mark.parametrize(
    ("distance", "difficulty"),
    [(0.5, 4), (10, 4), (10.25, 7), (20, 7), (20.25, 10), (30, 10)],
)
def test_the_difficulty_is_that_of_the_range(distance: float, difficulty: int) -> None:
    fought = shot(duel(distance))
    assert last(fought, happened.Shot) == happened.Shot(SHOOTER, TARGET, distance, dived=False)
    assert fought.chance == "shot"
    fought.roll(2)
    resolved = last(fought, happened.ShotResolved)
    assert resolved.difficulty == difficulty
    assert resolved.check.final == 2 + AIM + 1
    assert resolved.success is (difficulty <= 2 + AIM + 1)


@pytest.mark.rule("A-15", "A-17")
def test_a_target_beyond_the_long_range_is_offered_and_missed_without_a_die() -> None:
    fought = shot(duel(30.25))
    assert last(fought, happened.ShotResolved) == happened.ShotResolved(
        SHOOTER, TARGET, None, None, success=False
    )
    assert fought.chance is None


@pytest.mark.rule("A-15")
def test_the_difficulties_and_the_bonus_are_data_of_the_rules() -> None:
    options = {"short": 1, "medium": 15, "long": 30, "immobile": 4}
    fought = shot(duel(12, rules={"shooting": options}))
    fought.roll(3)
    resolved = last(fought, happened.ShotResolved)
    assert (resolved.difficulty, resolved.check.final) == (15, 3 + AIM + 4)


@pytest.mark.rule("A-15")
def test_who_announces_a_walk_has_no_bonus_and_walks_next() -> None:
    fought = shot(duel(15), walks=1)
    fought.roll(1)
    assert last(fought, happened.ShotResolved).check.final == 1 + AIM
    assert fought.decision is not None
    assert (fought.decision.kind, fought.decision.fighter) == ("heading", SHOOTER)


@pytest.mark.rule("A-15")
def test_a_walk_that_was_not_announced_before_the_shot_is_not_made() -> None:
    weapon = {**BOW, "shots": 2}
    fought = shot(duel(15, weapon=weapon))
    fought.roll(1)
    assert to(fought, "action", SHOOTER).choices == (DONE, SHOOT)
    shot(fought)
    fought.roll(1)
    # It still stands where it stood, and nobody asks again.
    assert last(fought, happened.ShotResolved).check.final == 1 + AIM + 1
    assert not [event for event in fought.events if isinstance(event, happened.Moved)]


@pytest.mark.rule("A-15")
def test_a_shot_after_a_walk_has_no_bonus() -> None:
    fought = duel(20)
    to(fought, "action", SHOOTER)
    fought.apply(WALK)
    for answer in (4, 0, 17):  # up, on the spot, towards the enemy
        fought.apply(answer)
    assert to(fought, "action", SHOOTER).choices == (DONE, SHOOT)
    shot(fought)
    fought.roll(1)
    assert last(fought, happened.ShotResolved).check.final == 1 + AIM


@pytest.mark.rule("A-12", "A-15")
def test_several_shots_can_be_split_before_and_after_the_walk() -> None:
    fought = shot(duel(15, weapon={**BOW, "shots": 2}), walks=1)
    fought.roll(1)
    for answer in (4, 0, 17):
        fought.apply(answer)
    shot(fought)
    assert fought.chance == "shot"
    fought.roll(1)
    kinds = [type(event).__name__ for event in fought.events]
    order = [kind for kind in kinds if kind in {"Shot", "Moved"}]
    assert order[:3] == ["Shot", "Moved", "Shot"]


@pytest.mark.rule("A-15")
def test_one_shot_a_turn_and_all_of_them_again_in_the_next() -> None:
    fighters = placed(shooter(movement=0), 0), placed(target(movement=0), 1, 15)
    fought = battle(*fighters, turns=2)
    shot(fought)
    fought.roll(1)
    # Nothing else is left to it: the word passes, and the next turn begins.
    assert to(fought, "action", SHOOTER).choices == (DONE, SHOOT)
    assert fought.turn == 2


@pytest.mark.rule("A-15")
@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"aim": None}, {}),
        ({"weapon": None}, {}),
        ({}, {"facing": 270}),
    ],
)
def test_who_has_no_aim_no_weapon_or_no_sight_of_anybody_does_not_shoot(
    fields: dict[str, Any], state: dict[str, Any]
) -> None:
    fought = battle(placed(shooter(**fields), 0, **state), placed(target(), 1, 15))
    assert to(fought, "action", SHOOTER).choices == (DONE, WALK)


@pytest.mark.rule("A-15")
def test_who_touches_an_adversary_does_not_shoot() -> None:
    near = placed(target(), 1, 0)
    far = placed(target(), 1, 20, x=50)
    fought = battle(placed(shooter(), 0), near, far)
    assert SHOOT not in to(fought, "action", SHOOTER).choices


@pytest.mark.rule("A-15")
def test_after_a_disengagement_it_must_have_left_first_and_has_no_bonus() -> None:
    near = placed(target(), 1, 0)
    far = placed(target(), 1, 20, x=50)
    fought = battle(placed(shooter(), 0), near, far)
    to(fought, "action", SHOOTER)
    fought.apply(2)
    fought.roll(5)
    assert to(fought, "action", SHOOTER).choices == (DONE, WALK)
    fought.apply(WALK)
    for answer in (12, 4, 4):  # down, as far as it goes, looking up
        fought.apply(answer)
    assert to(fought, "action", SHOOTER).choices == (DONE, SHOOT)
    fought.apply(SHOOT)
    assert to(fought, "target", SHOOTER).choices == (1, 2)
    fought.apply(1)
    while fought.chance is None:
        fought.apply(fought.choices()[0])
    fought.roll(1)
    assert last(fought, happened.ShotResolved).check.final == 1 + AIM


@pytest.mark.rule("A-15")
def test_only_enemies_in_sight_are_targets() -> None:
    behind = fr.Placed(target(), 1, (30, 5), 90)
    hidden = placed(target(), 1, 19)
    fought = battle(
        placed(shooter(), 0), placed(target(), 1, 15), hidden, behind, placed(target(), 1, 9, x=40)
    )
    to(fought, "action", SHOOTER)
    fought.apply(SHOOT)
    decision = fought.decision
    assert decision is not None
    assert (decision.kind, decision.side, decision.choices) == ("target", 0, (1, 4))


@pytest.mark.rule("A-15", "M-19")
@pytest.mark.parametrize(
    ("skills", "state", "added"),
    [
        (["Target/+3"], {}, 3),
        (["Target/+1"], {"under_cover": True}, 2),
        (["Target/+3"], {"under_cover": True}, 3),
        ([], {"under_cover": True}, 2),
    ],
)
def test_the_higher_of_the_skill_target_and_of_cover_is_added(
    skills: list[str], state: dict[str, Any], added: int
) -> None:
    aimed_at = placed(target(skills=skills), 1, 15, **state)
    fought = shot(battle(placed(shooter(), 0), aimed_at))
    fought.roll(1)
    assert last(fought, happened.ShotResolved).difficulty == 7 + added


@pytest.mark.rule("M-20")
def test_a_target_that_dives_is_harder_to_hit_and_must_move_under_cover() -> None:
    fought = duel(15)
    to(fought, "action", SHOOTER)
    fought.apply(SHOOT)
    fought.apply(0)
    decision = fought.decision
    assert decision is not None
    assert (decision.kind, decision.side, decision.fighter) == ("dive", 1, TARGET)
    assert question(fought) == "Side 1: Target: whether to dive for cover"
    assert choice_labels(fought) == {0: "do not dive", 1: "dive for cover"}
    fought.apply(1)
    fought.roll(1)
    assert last(fought, happened.Shot).dived
    assert last(fought, happened.ShotResolved).difficulty == 9
    assert fought.table.fighters[TARGET].must_take_cover
    # Its activation is the move under cover, without a choice.
    decision = to(fought, "heading")
    assert decision.fighter == TARGET
    assert last(fought, happened.Announced).action == "take_cover"


@pytest.mark.rule("M-20")
def test_each_further_shot_asks_again() -> None:
    fought = shot(duel(15, weapon={**BOW, "shots": 2}), dives=1)
    fought.roll(1)
    shot(fought, dives=0)
    fought.roll(1)
    dived = [event.dived for event in fought.events if isinstance(event, happened.Shot)]
    missed = [event for event in fought.events if isinstance(event, happened.ShotResolved)]
    assert dived == [True, False]
    assert [event.difficulty for event in missed] == [9, 7]


@pytest.mark.rule("M-20", "M-27")
@pytest.mark.parametrize(("edition", "asked"), [("newer", None), ("older", "dive")])
def test_nobody_dives_from_an_assault_shot(edition: str, asked: str | None) -> None:
    fought = duel(15, rules={"edition": edition}, weapon={**BOW, "assault": True})
    to(fought, "action", SHOOTER)
    fought.apply(SHOOT)
    fought.apply(0)
    assert (fought.decision.kind if fought.decision else None) == asked


@pytest.mark.rule("A-15", "M-20")
def test_who_has_dived_and_cannot_move_does_not_shoot_back() -> None:
    lame = shooter(movement=0)
    fought = battle(placed(shooter(), 0), placed(lame, 1, 15), turns=2)
    shot(fought, dives=1)
    fought.roll(1)
    # The other one is activated and has nothing to do: the turn is over.
    assert to(fought, "action").fighter == SHOOTER
    assert fought.turn == 2


@pytest.mark.rule("A-15", "W-1", "W-4")
def test_a_hit_is_a_wound_roll_with_the_strength_of_the_weapon() -> None:
    fought = shot(duel(5, strength=20, target={"resilience": 7}))
    fought.roll(4)
    assert fought.chance == "wound"
    fought.roll(5)
    fought.roll(2)
    wounded = last(fought, happened.Wounded)
    assert (wounded.fighter, wounded.roll.dice, wounded.roll.result) == (TARGET, (5, 2), 5 + 6 - 7)
    assert fought.table.fighters[TARGET].health == wounded.health
    lines = fr.narrate(fought.events, fought.names)
    assert "    Shooter shoots at Target, 5.0 cm away." in lines
    assert "      It hits: 4 + 4 = 8, against 4." in lines
    assert any(line.startswith("      Wound: 5 and 2, arm, result 4: ") for line in lines)


@pytest.mark.rule("A-15", "T-2", "W-3")
def test_who_is_killed_leaves_the_table_and_the_battle_may_be_over() -> None:
    fought = shot(duel(5))
    for face in (4, 6, 6):
        fought.roll(face)
    assert fought.over
    assert fought.outcome.winner == 0
    assert fought.points == (0, 10)
    assert fought.events[-1] == happened.Ended(1)


@pytest.mark.rule("A-15", "D-2")
def test_a_six_may_be_rerolled_by_who_knows_the_difficulty() -> None:
    fought = shot(duel(30))
    fought.roll(6)
    # 6 + 3 + 1 reaches the 10, so nobody has to.
    decision = fought.decision
    assert decision is not None
    assert decision.view is not None
    assert (decision.kind, decision.fighter) == ("reroll", SHOOTER)
    assert (decision.view.roll, decision.view.target, decision.view.needed) == ("shot", 10, False)
    fought.apply(1)
    fought.roll(1)
    assert not last(fought, happened.ShotResolved).success


@pytest.mark.rule("A-15", "M-17", "W-5")
def test_wounds_and_a_charge_spoil_the_aim() -> None:
    hurt = placed(shooter(), 0, health=fr.Health("serious"), charged=True)
    fought = shot(battle(hurt, placed(target(), 1, 15)))
    fought.roll(4)
    assert last(fought, happened.ShotResolved).check.final == 4 + AIM - 2 - 1 + 1


@pytest.mark.rule("A-10", "A-13")
def test_who_runs_does_not_shoot() -> None:
    fought = duel(25)
    to(fought, "announce", SHOOTER)
    fought.apply(1)
    # The next who can act is of the other side.
    assert to(fought, "act" if fought.over else "action").side == 1


def test_a_greedy_shooter_shoots_whom_it_hits_best_for_the_most_points() -> None:
    cheap = placed(target(movement=0, value=5), 1, 9)
    dear = placed(target(movement=0, value=90), 1, 15, x=45)
    fought = battle(placed(shooter(), 0), cheap, dear)
    fought.play("greedy", "greedy")
    shots = [event for event in fought.events if isinstance(event, happened.Shot)]
    assert [event.target for event in shots] == [2]


@pytest.mark.rule("A-15")
@pytest.mark.parametrize("policy", ["random", "greedy", "search"])
def test_battles_with_shooters_end(policy: str) -> None:
    for seed in range(3):
        red = fr.Army("Red", ["Archer", "Crossbowman", "Spearman"])
        blue = fr.Army("Blue", ["Javelineer", ("Militia", 2)])
        fought = fr.Battle(red, blue, scenario="field", seed=seed)
        fought.play(policy, policy, playouts=1)
        assert fought.over
