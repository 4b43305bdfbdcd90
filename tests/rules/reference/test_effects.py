"""Effects and mystic actions by the reference (T-4, T-13 to T-18, A-14, A-16, A-17, C-37, M-24)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import fracas as fr
from battles import run_rule
from effect_rows import is_as_told, readable_battle, walk
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
from fracas.reference.battle import Announcement, SpeakingTurn
from fracas.reference.battling import STEPS
from fracas.reference.effects import Effect, InForce, altered, own_effects
from fracas.reference.happening import happen, hit, with_in_force, with_resource
from fracas.reference.maintenance import maintain
from fracas.reference.mystic import open_casts
from fracas.reference.shooting import value_of_shot
from fracas.reference.tables import Table
from fracas.types import Health, Moment, Pose, Star
from golden_rows import Row, each_row

PLAIN = fr.Profile("Plain")
MAGE = fr.Profile("Mage", skills=["Magician"])
BOW = {"strength": 6, "short": 10, "medium": 20, "long": 30}
KILL = fr.Effect("kill", deed="worsen", amount=4)
LIFE = fr.Effect("life", deed="alter", characteristic="resilience", amount=3, upkeep=1)


def spell(effect: fr.Effect, **more: Any) -> fr.MysticAction:
    return fr.MysticAction(f"Cast {effect.name}", cost=1, effect=effect, **more)


KILLER = MAGE.replace(mystic_actions=[spell(KILL)])


def battle_of(
    sides: Sequence[Sequence[tuple[fr.Profile, float, float, float]]], **turn: Any
) -> Battle:
    armies = [Army(tuple(Troop(profile) for profile, *_ in side)) for side in sides]
    poses = [Pose((x, y), facing) for side in sides for _, x, y, facing in side]
    pair = armies[0], armies[1]
    rules = Rules.from_document({"turn": {"starting_mana": 9, **turn}})
    return Battle(pair, deploy(pair, Table(60, 60), poses), 2, rules)


def facing(own: Sequence[fr.Profile], enemies: Sequence[fr.Profile], **turn: Any) -> Battle:
    """Set up two lines that look at each other, 20 cm apart; neighbours are 10 cm apart."""
    lines = [
        [(profile, 10.0 + 10 * n, 20.0, 90.0) for n, profile in enumerate(own)],
        [(profile, 10.0 + 10 * n, 40.0, 270.0) for n, profile in enumerate(enemies)],
    ]
    return battle_of(lines, **turn)


def maintained(
    battle: Battle, state: BattleState, answers: Iterable[int]
) -> tuple[BattleState, list[Any], list[Any]]:
    state = replace(state, stage="maintenance", turn=1)
    after, told, asked = run_rule(maintain(battle, state), answers)
    return after, told[1:], asked


def step(battle: Battle, state: BattleState, answers: Iterable[int]) -> Any:
    return run_rule(STEPS[state.stage](battle, state), answers)


def ended(*entries: tuple[int, int, str]) -> list[ev.EffectEnded]:
    return [ev.EffectEnded(*entry) for entry in entries]


@pytest.mark.rule("T-4", "T-14", "T-15", "A-14", "A-16", "A-17", "C-37", "M-24")
@each_row("effects.txt")
def test_golden_effects(row: Row) -> None:
    place, opening = start_battle(readable_battle(row))

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
    is_as_told(row, [*opening, *told])


# Resources and data


@pytest.mark.rule("T-13")
def test_magicians_start_with_mana_and_the_faithful_with_their_friends_faith() -> None:
    monk = PLAIN.replace(skills=["Faithful"])
    state = BattleState.at_start(facing([MAGE, monk, PLAIN], [MAGE, monk]))
    assert (state.mana, state.faith) == ((9, 0, 0, 9, 0), (0, 2, 0, 0, 1))


@pytest.mark.rule("T-13")
def test_nobody_has_more_than_a_resource_goes() -> None:
    state = BattleState.at_start(facing([MAGE], [PLAIN], starting_mana=20))
    assert with_resource(state, 0, "mana", 240).mana[0] == 255
    assert with_resource(state, 0, "faith", 20).faith[0] == 20


@pytest.mark.rule("T-14", "T-15")
def test_skills_that_are_effects_come_first_in_the_order_of_the_skills() -> None:
    troll = PLAIN.replace(
        skills=["Reinforcement", "Mercenary", "Regeneration/4"],
        effects=[fr.Effect("x", deed="rally")],
    )
    assert own_effects(troll, Rules()) == (
        Effect("Reinforcement", "return", "returning", needs=5),
        Effect("Regeneration", "heal", "passive", needs=4),
        Effect("x", "rally"),
    )


@pytest.mark.rule("A-16")
def test_what_effects_add_is_added_up_and_kept_within_what_a_profile_may_have() -> None:
    def changed(profile: fr.Profile, *amounts: tuple[str, int]) -> Any:
        effects = [Effect("x", "alter", amount=n, characteristic=name) for name, n in amounts]
        return altered(profile, effects, Rules())

    assert changed(PLAIN) is PLAIN
    assert changed(PLAIN, ("attack", 4), ("attack", -1)).attack == 6
    # Added up first: 3 - 15 + 14.
    assert changed(PLAIN, ("attack", -15), ("attack", 14)).attack == 2
    assert changed(PLAIN, ("attack", -15)).attack == 0
    assert changed(PLAIN, ("attack", 20)).attack == 20
    assert changed(PLAIN.replace(movement=45), ("movement", 15)).movement == 50
    assert changed(PLAIN, ("power", 3)).power == 4
    assert changed(PLAIN, ("power", 15)).power == 10
    assert changed(PLAIN, ("aim", 3), ("fear", 3)).aim is None
    assert changed(PLAIN, ("fear", 3)).fear is None
    assert changed(fr.Profile("Beast", fear=5), ("courage", 3), ("fear", 1)).fear == 6


# Moments


@pytest.mark.rule("T-14", "T-16", "T-18")
def test_the_winner_of_tactics_first_and_each_orders_his_own_fighters() -> None:
    sick = fr.Effect("sick", deed="worsen", moment="harmful")
    weak = fr.Effect("weak", deed="worsen", moment="harmful")
    one, other = PLAIN.replace(effects=[sick, weak]), PLAIN.replace(effects=[weak])
    battle = facing([one, other], [one])
    state = replace(BattleState.at_start(battle), tactics_winner=1)
    after, told, asked = maintained(battle, state, [1])
    assert [(one.kind, one.side, one.choices) for one in asked] == [("order", 0, (0, 1))]
    assert told == [
        ev.EffectHappened(2, 2, "sick"),
        ev.EffectHappened(2, 2, "weak"),
        ev.EffectHappened(1, 1, "weak"),
        ev.EffectHappened(0, 0, "sick"),
        ev.EffectHappened(0, 0, "weak"),
    ]
    assert [one.health.level for one in after.table.fighters] == ["serious", "light", "serious"]


@pytest.mark.rule("T-14")
def test_the_steps_come_in_their_order_whatever_the_order_of_the_list() -> None:
    moments: tuple[Moment, ...] = ("returning", "other", "active", "passive", "harmful")
    effects = [
        fr.Effect(moment, deed="return" if moment == "returning" else "recover", moment=moment)
        for moment in moments
    ]
    battle = facing([PLAIN.replace(effects=effects)], [PLAIN])
    _, told, _ = maintained(battle, BattleState.at_start(battle), [1])
    assert [event.name for event in told] == ["harmful", "passive", "active", "other"]


@pytest.mark.rule("T-14", "T-15")
def test_own_effects_come_before_those_one_has_cast_and_the_caster_pays_and_rolls() -> None:
    bless = fr.Effect("bless", deed="heal", upkeep=2, needs=3)
    own = fr.Effect("own", deed="recover")
    mage = MAGE.replace(mystic_actions=[spell(bless, target="friend")], effects=[own])
    battle = facing([mage, PLAIN], [PLAIN])
    state = BattleState.at_start(battle).with_marks([1], health=Health("serious", 1))
    state = with_in_force(battle, state, [InForce(0, 0, 1)])
    after, told, asked = maintained(battle, state, [1, 1, 3])
    assert [(one.roll if isinstance(one, Chance) else one.kind, one.fighter) for one in asked] == [
        ("recovery", 0),
        ("pay", 0),
        ("upkeep", 0),
    ]
    assert told[1:] == [
        ev.EffectHappened(0, 0, "own"),
        ev.UpkeepPaid(0, "bless", 2),
        ev.UpkeepRolled(0, 3, success=True),
        ev.EffectHappened(1, 0, "bless"),
    ]
    assert after.table.fighters[1].health.level == "light"
    assert after.mana == (9 + 1 + 1 - 2, 0, 0)


@pytest.mark.rule("T-15")
def test_what_alters_changes_the_profile_on_the_table_until_it_ends() -> None:
    mage = MAGE.replace(mystic_actions=[spell(LIFE, target="friend")])
    battle = facing([mage, PLAIN], [PLAIN])
    state = with_in_force(battle, BattleState.at_start(battle), [InForce(0, 0, 1)])
    assert state.table.current(1, "resilience") == 8
    after, _, _ = maintained(battle, state, [1, 1])
    assert (after.table.current(1, "resilience"), after.in_force) == (8, (InForce(0, 0, 1),))
    after, told, _ = maintained(battle, state, [1, 0])
    assert told[1:] == ended((1, 0, "life"))
    assert after.table.fighters[1].profile is battle.profile(1)
    assert after.in_force == ()


@pytest.mark.rule("T-2", "T-15")
def test_what_is_in_force_ends_in_its_order_with_caster_or_bearer() -> None:
    mage = MAGE.replace(mystic_actions=[spell(LIFE, target="friend"), spell(KILL)])
    battle = facing([mage, mage], [mage, PLAIN])
    entries = [InForce(1, 0, 0), InForce(0, 0, 1), InForce(2, 0, 3), InForce(0, 0, 0)]
    state = with_in_force(battle, BattleState.at_start(battle), entries)
    after, told, _ = run_rule(hit(battle, state, 2, 0, 0), [6, 6])
    assert told[1:] == ended((0, 1, "life"), (1, 0, "life"), (0, 0, "life"))
    assert after.in_force == (InForce(2, 0, 3),)
    kill = Effect("kill", "worsen", amount=4)
    after, told, _ = run_rule(happen(battle, state, 2, 0, kill), [])
    assert told == [ev.EffectHappened(2, 0, "kill"), *ended((3, 2, "life"))]


@pytest.mark.rule("T-4", "T-15")
def test_an_own_effect_that_was_not_paid_has_ended_also_for_who_returns() -> None:
    own = fr.Effect("own", deed="recover", upkeep=9, moment="harmful")
    battle = facing([MAGE.replace(effects=[own])], [PLAIN])
    state = replace(BattleState.at_start(battle), mana=(0, 0))
    after, told, _ = maintained(battle, state, [1])
    assert told[1:] == ended((0, 0, "own"))
    assert after.ended == {(0, 0)}
    after, told, asked = maintained(battle, replace(after, mana=(20, 0)), [1])
    assert (len(told), len(asked)) == (1, 1)


@pytest.mark.rule("T-12", "A-16")
def test_an_altered_courage_counts_for_a_rally() -> None:
    brave = fr.Effect("brave", deed="alter", characteristic="courage", amount=4, upkeep=1)
    mage = MAGE.replace(mystic_actions=[spell(brave, target="self")])
    battle = facing([mage], [PLAIN])
    state = BattleState.at_start(battle).with_marks([0], routed=True)
    state = with_in_force(battle, state, [InForce(0, 0, 0)])
    _, told, _ = maintained(battle, state, [2, 1, 0])
    assert told[0].check.final == 2 + 3 + 4


# Mystic actions


def acting(battle: Battle, **marks: Any) -> BattleState:
    """Give the state in which fighter 0 acts."""
    state = BattleState.at_start(battle).with_marks([0], activated_now=True, **marks)
    return replace(state, speaking=SpeakingTurn((0,), idle=(0,)), stage="act")


@pytest.mark.rule("A-16", "M-20")
def test_who_is_bound_to_move_under_cover_casts_nothing() -> None:
    battle = facing([KILLER], [PLAIN])
    assert open_casts(battle, acting(battle), 0) == [8]
    assert open_casts(battle, acting(battle, must_take_cover=True), 0) == []
    touching = battle_of([[(KILLER, 20, 20, 90)], [(PLAIN, 20, 22.5, 270)]])
    assert open_casts(touching, acting(touching, must_take_cover=True), 0) == [8]


@pytest.mark.rule("A-15", "A-16")
def test_an_announced_walk_comes_before_anything_else_and_a_cast_is_no_move() -> None:
    archer = MAGE.replace(aim=3, weapon=BOW, mystic_actions=[spell(LIFE, target="self")])
    battle = facing([archer], [PLAIN])
    state = acting(battle)
    assert open_actions(battle, state, 0, "open") == [0, 1, 4, 8]
    assert open_actions(battle, state, 0, "walks") == [1]
    # It casts, then it shoots from where it stands: 3, and 1 more.
    _, told, _ = step(battle, state, [8, 4, 0, 0, 1, 0])
    (shot,) = [event for event in told if isinstance(event, ev.ShotResolved)]
    assert shot.check is not None
    assert shot.check.final == 1 + 3 + 1


@pytest.mark.rule("A-16")
def test_nobody_is_meant_who_is_not_seen_but_oneself() -> None:
    away = battle_of([[(KILLER, 20, 20, 270), (PLAIN, 20, 30, 90)], [(PLAIN, 20, 40, 270)]])
    assert open_casts(away, acting(away), 0) == []
    friendly = MAGE.replace(mystic_actions=[spell(LIFE, target="friend")])
    away = battle_of([[(friendly, 20, 20, 270), (PLAIN, 20, 30, 90)], [(PLAIN, 20, 40, 270)]])
    after, told, asked = step(away, acting(away), [8, 0])
    assert [one.kind for one in asked] == ["action", "action"]
    assert told[0] == ev.Cast(0, "Cast life", 0, 0.0)
    assert after.in_force == (InForce(0, 0, 0),)


@pytest.mark.rule("A-11", "A-16")
def test_who_kills_himself_acts_no_more_and_nobody_else_has_to_end() -> None:
    martyr = MAGE.replace(mystic_actions=[spell(KILL, target="self")])
    battle = facing([martyr, PLAIN], [PLAIN])
    state = acting(battle)
    state = replace(state, speaking=SpeakingTurn((0, 1), idle=(0, 1)))
    after, _, asked = step(battle, state, [0, 8])
    assert [one.kind for one in asked] == ["act", "action"]
    assert (after.is_up(0), after.stage, after.speaking.idle) == (False, "act", (1,))
    after, _, _ = step(facing([martyr], [PLAIN]), acting(facing([martyr], [PLAIN])), [8])
    assert after.stage == "end"


# Beside an exclusive action


def resolving(battle: Battle, *announced: Announcement) -> BattleState:
    """Give the state in which announcements are to be resolved."""
    fighters = tuple(one.fighter for one in announced)
    state = BattleState.at_start(battle).with_marks(fighters, activated_now=True)
    return replace(state, speaking=SpeakingTurn(fighters, announced), stage="resolve")


@pytest.mark.rule("A-14", "A-15")
@pytest.mark.parametrize("option", ["none", "mystic", "all"])
def test_what_a_run_may_be_combined_with(option: str) -> None:
    archer = MAGE.replace(aim=3, weapon=BOW, mystic_actions=[spell(LIFE, target="self")])
    battle = facing([archer], [PLAIN], combined_actions=option)
    state = resolving(battle, Announcement(0, "run"))
    loops = {"none": [], "mystic": [(0, 8)] * 2, "all": [(0, 4, 8)] * 2}[option]
    answers = [4, 1, 4] if option == "none" else [0, 4, 1, 4, 0]
    _, _, asked = step(battle, state, answers)
    assert [one.choices for one in asked if one.kind == "action"] == loops


@pytest.mark.rule("A-14", "A-15")
def test_a_shot_beside_an_exclusive_action_asks_for_no_walk_and_has_no_bonus() -> None:
    archer = PLAIN.replace(aim=3, weapon={**BOW, "shots": 2})
    battle = facing([archer], [PLAIN], combined_actions="all")
    state = resolving(battle, Announcement(0, "run"))
    assert value_of_shot(state.table, 0, "combines") == 3
    _, told, asked = step(battle, state, [4, 0, 1, 0, 4, 1, 4, 0])
    kinds = [one.roll if isinstance(one, Chance) else one.kind for one in asked]
    assert kinds == ["action", "dive", "shot", "action", "heading", "pace", "facing", "action"]
    (shot,) = [event for event in told if isinstance(event, ev.ShotResolved)]
    assert shot.check is not None
    assert shot.check.final == 1 + 3


@pytest.mark.rule("A-14", "M-24")
def test_who_failed_to_disengage_for_an_engagement_casts_no_more() -> None:
    sides = [[(KILLER, 20.0, 20.0, 90.0)], [(PLAIN, 20.0, 22.5, 270.0), (PLAIN, 40, 40, 270)]]
    battle = battle_of(sides, combined_actions="mystic")
    state = resolving(battle, Announcement(0, "engage", 2, "agility"))
    _, told, asked = step(battle, state, [0, 1])
    assert [one.roll if isinstance(one, Chance) else one.kind for one in asked] == [
        "action",
        "disengage",
    ]
    # Whoever has just killed all who touched it need not disengage.
    after, told, asked = step(battle, state, [8, 0, 0])
    assert not [event for event in told if isinstance(event, ev.Tried)]
    assert not after.table.fighters[0].tried_disengaging
    assert [one.kind for one in asked] == ["action", "action", "action"]


@pytest.mark.rule("A-11", "A-14", "M-17")
def test_who_is_dead_when_its_turn_comes_resolves_nothing() -> None:
    betrayer = MAGE.replace(mystic_actions=[spell(KILL, target="friend")])
    own = [(betrayer, 20.0, 20.0, 90.0), (PLAIN, 20.0, 30.0, 90.0)]
    battle = battle_of([own, [(PLAIN, 20.0, 50.0, 270.0)]], combined_actions="mystic")
    state = resolving(battle, Announcement(0, "run"), Announcement(1, "run"))
    after, _, _ = step(battle, state, [0, 8, 1, 0, 4, 1, 4, 0])
    assert (after.is_up(1), after.stage) == (False, "resolve")
    after, told, asked = step(battle, after, [])
    assert (after.stage, told, asked) == ("penalise", [], [])


# In a combat


def two_combats(enemies: Sequence[fr.Profile], **turn: Any) -> tuple[Battle, BattleState]:
    """Two combats side by side that wait: 0 against 2, and 3 against 1 and 4."""
    battle = battle_of(
        [
            [(KILLER, 10.0, 20.0, 90.0), (PLAIN, 30.0, 20.0, 90.0)],
            [
                (enemies[0], 10.0, 22.5, 270.0),
                (enemies[1], 30.0, 22.5, 270.0),
                (enemies[2], 32.5, 20.0, 180.0),
            ],
        ],
        **{"mystic_in_combat": True, **turn},
    )
    waiting = (Star(0, (2,)), Star(1, (3, 4)))
    state = replace(BattleState.at_start(battle), waiting=waiting, stage="fight", turn=1)
    return battle, replace(state, named=waiting[0])


@pytest.mark.rule("C-30", "C-37")
def test_who_leaves_nobody_to_fight_pursues_all_the_same() -> None:
    battle, state = two_combats([PLAIN] * 3)
    after, told, asked = step(battle, state, [8, 0, 0])
    assert [one.kind for one in asked] == ["action", "action", "pursuit"]
    assert [type(event) for event in told if not isinstance(event, ev.InCombat)] == [
        ev.CombatBegan,
        ev.Cast,
        ev.CastResolved,
        ev.EffectHappened,
        ev.Fought,
        ev.Fought,
    ]
    assert not [event for event in told if isinstance(event, ev.InCombat)]
    assert after.fought == {0, 2}


@pytest.mark.rule("C-4", "C-37")
def test_who_is_eliminated_by_a_cast_is_missing_in_the_combat_that_waits() -> None:
    battle, state = two_combats([PLAIN] * 3)
    # With the one before it gone, it sees the next.
    after, told, asked = step(battle, state, [8, 8, 0])
    assert [one.kind for one in asked] == ["action", "action", "pursuit"]
    assert (after.stage, after.waiting) == ("fight", (Star(1, (4,)),))
    assert [event.fighter for event in told if isinstance(event, ev.Fought)] == [0, 2]
    state = replace(state, waiting=(Star(0, (2,)), Star(1, (3,))))
    after, _, _ = step(battle, state, [8, 8, 0])
    assert (after.stage, after.waiting) == ("maintenance", ())


@pytest.mark.rule("C-37")
def test_the_lone_fighter_casts_first_then_his_enemies() -> None:
    weak = fr.Effect("weak", deed="alter", characteristic="attack", amount=-1)
    witch = MAGE.replace(mystic_actions=[spell(weak)])
    battle, state = two_combats([witch, PLAIN, PLAIN])
    run = STEPS["fight"](battle, state)
    assert isinstance(next(run), ev.CombatBegan)
    first = next(run)
    assert (first.kind, first.side, first.fighter) == ("action", 0, 0)  # type: ignore[union-attr]
    second = run.send(0)
    assert (second.kind, second.side, second.fighter) == ("action", 1, 2)  # type: ignore[union-attr]
