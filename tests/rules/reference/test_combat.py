"""One combat by the reference: the worked example whole, then clause by clause, then all of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Literal, TypeVar

import pytest

from fracas.errors import InputError, ScriptError
from fracas.events import (
    AttackAnnounced,
    AttackCheck,
    AttackResolved,
    CombatEnded,
    DefenceCheck,
    DicePlaced,
    DieGained,
    Eliminated,
    Event,
    InitiativeCheck,
    PassBegan,
    SkillChosen,
    Wounded,
)
from fracas.reference import (
    Chance,
    Combat,
    Decision,
    Fighter,
    Outcome,
    Over,
    Policy,
    Rules,
    Scripted,
    Seeded,
    State,
    all_out_attack,
    all_out_defence,
    apply,
    check,
    exact,
    node,
    parry_law,
    perft,
    philox2x64,
    plain,
    play,
    random,
    roll,
    start,
)
from fracas.reference.checks import POLICIES
from fracas.reference.policies import Player, random_index
from fracas.types import CheckResult, Die, Health, RerollView, WoundRoll

SomeEvent = TypeVar("SomeEvent", bound=Event)


@dataclass(frozen=True)
class Sheet:
    """A profile, as far as a combat reads it."""

    name: str = "fighter"
    initiative: int = 3
    attack: int = 3
    strength: int = 7
    defence: int = 3
    resilience: int = 7
    value: int = 19
    skills: tuple[str, ...] = ()
    discipline: int = 2


GUARD = Fighter(Sheet("guard", 3, 5, 8, 5, 11, 49))
WARRIOR = Fighter(Sheet("warrior", 3, 3, 7, 3, 7, 19))
CHAMPION = Fighter(Sheet("champion", 5, 0, 7, 6, 9, 74))


def fighter(
    *,
    health: Health | None = None,
    charged: bool = False,
    bound_to_defence: bool = False,
    routed: bool = False,
    placement: Literal["normal", "before", "after", "after_initiative"] = "normal",
    **characteristics: Any,
) -> Fighter:
    """A warrior but for what is said."""
    sheet = Sheet(**characteristics)
    return Fighter(sheet, health or Health(), charged, bound_to_defence, routed, placement)


def with_rules(**combat: Any) -> Rules:
    return Rules.from_document({"combat": combat})


def player(asked: list[Decision] | None = None, /, **answers: list[int]) -> Player:
    """A plain player who gives these answers first, and notes down what he was asked."""

    def choose(decision: Decision) -> int:
        if asked is not None:
            asked.append(decision)
        left = answers.get(decision.kind)
        return left.pop(0) if left else plain()(decision)

    return choose


def fight(
    combat: Combat, dice: list[int], splits: dict[int, int] | None = None, **answers: list[int]
) -> tuple[list[Event], Outcome]:
    """Play with one player for both sides and see to it that every die is used."""
    source = Scripted(dice)
    both = player(**answers)
    events, outcome = play(combat, (both, both), source, splits)
    source.finish()
    return events, outcome


def only(kind: type[SomeEvent], events: list[Event]) -> list[SomeEvent]:
    return [event for event in events if isinstance(event, kind)]


def asked_in(
    combat: Combat, dice: list[int], splits: dict[int, int], **answers: list[int]
) -> list[Decision]:
    asked: list[Decision] = []
    both = player(asked, **answers)
    play(combat, (both, both), Scripted(dice), splits)
    return asked


def one_die(*rolls: int, natural: int, final: int, success: bool | None = None) -> CheckResult:
    return CheckResult((Die(rolls, natural),), natural, final, final <= 0, success)


# The worked combat

WORKED_DICE = [5, 2, 4, 2, 2, 3, 3, 5, 2, 6, 6, 4, 6, 1, 4, 5, 4, 2, 6, 6]
WORKED_SPLITS = {0: 3, 1: 2, 2: 1, 3: 1}


@pytest.mark.rule("C-11", "C-16", "C-17", "C-20", "C-22", "C-23", "C-25", "C-26", "C-27")
@pytest.mark.parametrize("attack", [0, 6])
def test_the_worked_combat_happens_as_it_is_told(attack: int) -> None:
    champion = Fighter(Sheet("champion", 5, attack, 7, 6, 9, 74))
    combat = Combat(GUARD, (WARRIOR, WARRIOR, champion))
    events, outcome = fight(combat, WORKED_DICE, WORKED_SPLITS)
    stunned, light = Health("none", 1), Health("light", 1)
    assert events == [
        DicePlaced(1, 2, 0),
        DicePlaced(2, 1, 1),
        DicePlaced(0, 3, 1),
        DicePlaced(3, 1, 1),
        InitiativeCheck(
            (0, 3), (one_die(5, natural=5, final=8), one_die(2, natural=2, final=9)), 1
        ),
        PassBegan(1),
        AttackAnnounced(1, 0, 1, sustained=False),
        AttackCheck(1, one_die(4, natural=4, final=7)),
        DefenceCheck(0, one_die(2, natural=2, final=7, success=True)),
        AttackResolved(1, 0, "parried"),
        AttackAnnounced(2, 0, 0, sustained=False),
        AttackResolved(2, 0, "landed"),
        Wounded(0, WoundRoll((2, 3), "arm", -1, "stunned"), stunned),
        AttackAnnounced(3, 0, 0, sustained=False),
        AttackResolved(3, 0, "landed"),
        Wounded(0, WoundRoll((3, 5), "abdomen", 1, "light"), light),
        AttackAnnounced(0, 1, 0, sustained=False),
        AttackResolved(0, 1, "landed"),
        Wounded(1, WoundRoll((2, 6), "arm", 5, "light"), Health("light")),
        AttackAnnounced(0, 2, 1, sustained=False),
        AttackCheck(0, one_die(6, 4, natural=10, final=13)),
        DefenceCheck(2, one_die(6, 1, natural=1, final=4, success=False)),
        AttackResolved(0, 2, "landed"),
        Wounded(2, WoundRoll((4, 5), "thorax", 4, "serious"), Health("serious")),
        AttackAnnounced(0, 3, 1, sustained=False),
        AttackCheck(0, one_die(4, natural=4, final=7)),
        DefenceCheck(3, one_die(2, natural=2, final=8, success=True)),
        AttackResolved(0, 3, "parried"),
        PassBegan(2),
        AttackAnnounced(1, 0, 0, sustained=False),
        AttackResolved(1, 0, "landed"),
        Wounded(0, WoundRoll((6, 6), "head", 1, "killed"), Health("killed", 1)),
        Eliminated(0),
        CombatEnded(2),
    ]
    healths = (Health("killed", 1), Health("light"), Health("serious"), Health())
    assert outcome == Outcome(healths, 2, (2, 3))


def test_without_the_double_six_the_guard_would_be_critical() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR, CHAMPION), rules=no_killing_doubles())
    _, outcome = fight(combat, WORKED_DICE, WORKED_SPLITS)
    assert outcome.healths[0] == Health("critical", 1)


def no_killing_doubles() -> Rules:
    return Rules.from_document({"wounds": {"killing_doubles": []}})


@pytest.mark.rule("C-28")
def test_only_warrior_2_and_the_champion_could_have_sustained_their_defence() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR, CHAMPION))
    asked = asked_in(combat, WORKED_DICE, WORKED_SPLITS)
    assert [decision.fighter for decision in asked if decision.kind == "sustain"] == [2, 3]


# Placing


def placing_order(combat: Combat, **answers: list[int]) -> list[int]:
    events, _ = play(combat, (player(**answers), player()), Seeded(1))
    return [event.fighter for event in only(DicePlaced, events)]


@pytest.mark.rule("C-12")
def test_dice_are_placed_in_ascending_value() -> None:
    assert placing_order(Combat(GUARD, (CHAMPION, WARRIOR))) == [2, 0, 1]


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(
    ("lone_side", "chosen_by", "order"),
    [(0, 0, [1, 2, 0]), (0, 1, [0, 1, 2]), (1, 1, [1, 2, 0]), (1, 0, [0, 1, 2])],
)
def test_between_equal_enemies_who_did_not_choose_the_combat_places_first(
    lone_side: int, chosen_by: int, order: list[int]
) -> None:
    assert placing_order(Combat(WARRIOR, (WARRIOR, WARRIOR), lone_side, chosen_by)) == order


@pytest.mark.rule("C-12")
def test_between_equal_friends_their_player_chooses() -> None:
    trio = (WARRIOR, WARRIOR, WARRIOR)
    assert placing_order(Combat(GUARD, trio, lone_side=1), place_next=[3, 2]) == [3, 2, 1, 0]
    listed = Combat(GUARD, trio, lone_side=1, rules=with_rules(equal_friends="listed_order"))
    assert placing_order(listed, place_next=[3, 2]) == [1, 2, 3, 0]


@pytest.mark.rule("C-13")
@pytest.mark.parametrize(
    ("skills", "is_first"),
    [
        (("Magician",), True),
        (("Faithful",), True),
        (("Magician", "Warrior-mage"), False),
        (("Faithful", "Warrior-monk"), False),
        (("Magician", "Warrior-monk"), True),
        (("Magician", "Faithful", "Warrior-mage"), True),
        (("Warrior-mage",), False),
    ],
)
def test_pure_mystics_place_before_everybody_else(
    skills: tuple[str, ...], *, is_first: bool
) -> None:
    mystic = fighter(value=99, skills=skills)
    assert placing_order(Combat(GUARD, (mystic,))) == ([1, 0] if is_first else [0, 1])


@pytest.mark.rule("C-13", "C-14")
def test_an_effect_moves_the_placing() -> None:
    enemies = (
        fighter(value=1, placement="after_initiative"),
        fighter(value=2, placement="after"),
        fighter(value=3),
        fighter(value=4, skills=("Magician",)),
        fighter(value=9, placement="before"),
        fighter(value=5, placement="before", skills=("Magician",)),
        fighter(value=0, placement="after_initiative", skills=("Magician",)),
    )
    events, _ = play(Combat(GUARD, enemies), (plain(), plain()), Seeded(1))
    first = [type(event) for event in events].index(InitiativeCheck)
    assert [event.fighter for event in only(DicePlaced, events[:first])] == [6, 5, 4, 3, 0, 2]
    assert [event.fighter for event in only(DicePlaced, events[first:])] == [7, 1]


@pytest.mark.rule("C-11")
def test_each_has_one_die_and_one_for_each_adversary() -> None:
    asked: list[Decision] = []
    everybody = player(asked)
    play(Combat(GUARD, (WARRIOR, WARRIOR, CHAMPION)), (everybody, everybody), Seeded(3))
    choices = {decision.fighter: decision.choices for decision in asked if decision.kind == "place"}
    assert choices == {1: (0, 1, 2), 2: (0, 1, 2), 0: (0, 1, 2, 3, 4), 3: (0, 1, 2)}


@pytest.mark.rule("C-15", "C-38")
def test_who_failed_to_disengage_only_defends_and_a_routed_fighter_fights_on() -> None:
    combat = Combat(fighter(bound_to_defence=True), (fighter(routed=True),))
    events, _ = play(combat, (all_out_attack(), all_out_attack()), Seeded(1))
    assert only(DicePlaced, events) == [DicePlaced(1, 2, 0), DicePlaced(0, 0, 2)]
    held_back = Combat(WARRIOR, (fighter(routed=True),), rules=with_rules(
        routed_fighters="defence_only"
    ))  # fmt: skip
    events, _ = play(held_back, (all_out_attack(), all_out_attack()), Seeded(1))
    assert only(DicePlaced, events) == [DicePlaced(1, 0, 2), DicePlaced(0, 2, 0)]


# Initiative


@pytest.mark.rule("C-16", "C-21")
def test_initiative_is_rolled_even_when_nobody_attacks() -> None:
    events, outcome = fight(Combat(GUARD, (WARRIOR,)), [1, 2], {0: 0, 1: 0})
    assert [event.winner for event in only(InitiativeCheck, events)] == [1]
    assert events[-1] == CombatEnded(0)
    assert outcome == Outcome((Health(), Health()), 0, (0, 0))


@pytest.mark.rule("C-16", "M-17")
def test_the_several_pick_who_tests_and_get_one_more_for_each_other() -> None:
    enemies = (WARRIOR, fighter(initiative=5, charged=True), fighter(initiative=4))
    combat = Combat(GUARD, enemies, lone_side=1)
    nobody = {0: 0, 1: 0, 2: 0, 3: 0}
    (tester,) = (d for d in asked_in(combat, [1, 2], nobody) if d.kind == "tester")
    assert (tester.side, tester.choices, tester.values) == (0, (1, 2, 3), (3, 4, 4))
    events, _ = fight(combat, [1, 2], nobody)
    (event,) = only(InitiativeCheck, events)
    assert event.fighters == (2, 0)
    assert [result.final for result in event.checks] == [1 + 4 + 2, 2 + 3]
    assert event.winner == 0


@pytest.mark.rule("C-16", "D-6")
def test_a_tie_is_rolled_again_by_the_same_fighters() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR))
    dice = [3, 2, 6, 2, 6, 4]
    events, _ = fight(combat, dice, {0: 0, 1: 0, 2: 0}, tester=[2], reroll=[1, 1])
    assert [(event.fighters, event.winner) for event in only(InitiativeCheck, events)] == [
        ((0, 2), None),
        ((0, 2), 1),
    ]


def test_side_1_knows_what_it_has_to_beat() -> None:
    asked = asked_in(Combat(GUARD, (WARRIOR,)), [6, 6, 6, 4], {0: 0, 1: 0}, reroll=[0, 1])
    assert [(decision.side, decision.view) for decision in asked] == [
        (0, RerollView("initiative", 6, 9, None, needed=True)),
        (1, RerollView("initiative", 6, 9, 9, needed=True)),
        (1, RerollView("initiative", 12, 15, 9, needed=False)),
    ]


# Passes of arms


@pytest.mark.rule("C-17", "C-18", "C-19")
def test_the_lone_fighter_attacks_each_adversary_once_in_a_pass() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR))
    splits = {0: 3, 1: 0, 2: 0}
    # Both warriors defend with nothing; every wound is a mere stun.
    dice = [5, 1] + [1, 1] * 3
    events, outcome = fight(combat, dice, splits, target=[2, 1], defence=[0] * 9)
    attacks = [event.target for event in only(AttackAnnounced, events)]
    assert attacks == [2, 1, 1]
    assert outcome.passes == 2


@pytest.mark.rule("C-19")
def test_with_too_few_dice_the_lone_fighter_uses_them_all_on_different_adversaries() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR, WARRIOR))
    splits = {0: 2, 1: 0, 2: 0, 3: 0}
    dice = [5, 1] + [1, 1] * 2
    asked = asked_in(combat, dice, splits, target=[3, 1], defence=[0] * 9)
    assert [d.choices for d in asked if d.kind == "target"] == [(1, 2, 3), (1, 2)]
    events, outcome = fight(combat, dice, splits, target=[3, 1], defence=[0] * 9)
    assert [event.target for event in only(AttackAnnounced, events)] == [3, 1]
    assert outcome.passes == 1


@pytest.mark.rule("C-20")
def test_each_of_the_several_attacks_once_in_the_order_of_their_player() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR))
    splits = {0: 0, 1: 2, 2: 1}
    dice = [1, 5] + [1, 1] * 3
    events, outcome = fight(combat, dice, splits, attacker=[2], defence=[0] * 9)
    assert [event.attacker for event in only(AttackAnnounced, events)] == [2, 1, 1]
    assert outcome == Outcome((Health(), Health(), Health()), 2, (0, 3))


@pytest.mark.rule("C-21", "C-26")
def test_an_eliminated_fighter_loses_its_dice_and_is_attacked_no_more() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR))
    splits = {0: 3, 1: 2, 2: 2}
    # The guard kills warrior 1, stuns warrior 2, is stunned, then kills warrior 2 in pass 2.
    dice = [5, 1, 6, 6, 1, 1, 1, 1, 6, 6]
    events, outcome = fight(combat, dice, splits)
    assert [(e.attacker, e.target) for e in only(AttackAnnounced, events)] == [
        (0, 1), (0, 2), (2, 0), (0, 2),
    ]  # fmt: skip
    assert events[-2:] == [Eliminated(2), CombatEnded(2)]
    assert outcome.landed == (3, 1)
    assert [health.level for health in outcome.healths] == ["none", "killed", "killed"]


# An attack

FEEBLE = fighter(attack=-3, initiative=9, resilience=30)


@pytest.mark.rule("C-24")
def test_an_attack_that_fails_automatically_costs_no_defence_die() -> None:
    combat = Combat(FEEBLE, (WARRIOR,))
    dice = [4, 1, 3, 4, 1, 1]
    events, outcome = fight(combat, dice, {0: 2, 1: 0}, defence=[2, 2])
    assert [event.defence_dice for event in only(AttackAnnounced, events)] == [2, 2]
    assert [event.result for event in only(AttackResolved, events)] == [
        "automatic_failure",
        "parried",
    ]
    assert len(only(DefenceCheck, events)) == 1
    assert outcome.landed == (0, 0)


@pytest.mark.rule("C-27", "D-4")
@pytest.mark.parametrize(("attack", "is_rolled"), [(1, False), (0, False), (-1, True), (-9, True)])
def test_without_defence_only_an_attack_that_can_fail_is_rolled(
    attack: int, *, is_rolled: bool
) -> None:
    combat = Combat(fighter(attack=attack, initiative=9), (WARRIOR,))
    dice = [4, 1] + ([1] if is_rolled else [1, 1])
    events, _ = fight(combat, dice, {0: 1, 1: 0}, defence=[0])
    assert len(only(AttackCheck, events)) == is_rolled
    assert len(only(Wounded, events)) == (not is_rolled)


@pytest.mark.rule("C-27")
def test_by_an_option_sure_attacks_are_rolled_too() -> None:
    combat = Combat(GUARD, (WARRIOR,), rules=with_rules(roll_sure_attacks=True))
    events, _ = fight(combat, [5, 1, 6, 1, 2, 2], {0: 1, 1: 0}, defence=[0])
    assert only(AttackCheck, events) == [AttackCheck(0, one_die(6, 1, natural=1, final=6))]


@pytest.mark.rule("C-22", "D-7", "D-8")
def test_several_defence_dice_are_rolled_together_and_rerolled_in_order() -> None:
    asked: list[Decision] = []
    combat = Combat(GUARD, (fighter(defence=0),))
    source = Scripted([5, 1, 5, 6, 6, 1, 5])
    everybody = player(asked, defence=[2])
    events, _ = play(combat, (everybody, everybody), source, {0: 1, 1: 0})
    source.finish()
    (event,) = only(DefenceCheck, events)
    assert event.check == CheckResult(
        (Die((6, 1), 1), Die((6, 5), 11)), 11, 11, automatic_failure=False, success=True
    )
    views = [decision.view for decision in asked if decision.kind == "reroll"]
    assert views == [RerollView("defence", 6, 6, 10, needed=True)] * 2


@pytest.mark.rule("M-17")
def test_a_charge_weighs_on_attack_and_defence_and_not_on_strength() -> None:
    charged = fighter(charged=True)
    events, _ = fight(Combat(charged, (charged,)), [5, 1, 4, 1, 2, 3], {0: 1, 1: 0}, defence=[1])
    (attack,), (defence,) = only(AttackCheck, events), only(DefenceCheck, events)
    assert (attack.check.final, defence.check.final) == (4 + 2, 1 + 2)
    assert only(Wounded, events)[0].roll.result == 3 + 7 - 7


# Sustained defence


@pytest.mark.rule("C-28")
@pytest.mark.parametrize(
    ("options", "finals"),
    [
        ({}, [11, 9, 7]),
        ({"sustained_accumulates": False}, [11, 9, 9]),
        ({"sustained_from_first_roll": False}, [11, 11, 9]),
        ({"sustained_from_first_roll": False, "sustained_accumulates": False}, [11, 11, 9]),
        ({"sustained_penalty": -1}, [11, 10, 9]),
    ],
)
def test_a_sustained_defence_costs_its_penalty_and_has_to_be_made_again(
    options: dict[str, object], finals: list[int]
) -> None:
    lone = fighter(defence=9, initiative=-9)
    combat = Combat(lone, (WARRIOR, WARRIOR, WARRIOR), rules=with_rules(**options))
    asked: list[Decision] = []
    # Of two defence dice the first is lost against 7, and the second sustained twice against 7.
    source = Scripted([1, 5, 4, 2, 4, 2, 4, 2, 1, 1, 1, 1])
    policies = player(asked, sustain=[1]), player(defence=[0, 0])
    events, _ = play(combat, policies, source, {0: 2, 1: 1, 2: 1, 3: 1})
    source.finish()
    announced = only(AttackAnnounced, events)[:3]
    assert [(e.defence_dice, e.sustained) for e in announced] == [
        (1, False),
        (1, True),
        (1, True),
    ]
    kinds = [decision.kind for decision in asked]
    assert kinds == ["defence", "defence", "sustain", "target", "target"]
    assert [event.check.final for event in only(DefenceCheck, events)] == finals


@pytest.mark.rule("C-28")
def test_the_die_of_a_sustained_defence_stays_when_it_does_not_parry() -> None:
    combat = Combat(fighter(defence=0, resilience=20, initiative=-9), (WARRIOR,))
    dice = [1, 5, 4, 2, 1, 1, 1, 1, 4, 2, 1, 1]
    events, outcome = fight(combat, dice, {0: 1, 1: 2}, sustain=[1])
    announced = [e for e in only(AttackAnnounced, events) if e.target == 0]
    assert [(e.defence_dice, e.sustained) for e in announced] == [(1, True)] * 2
    assert [event.check.final for event in only(DefenceCheck, events)] == [0, -2]
    assert outcome.landed == (1, 2)


@pytest.mark.rule("C-28")
def test_against_an_attack_that_fails_by_itself_a_sustained_defence_never_happened() -> None:
    combat = Combat(FEEBLE, (fighter(defence=0),))
    asked: list[Decision] = []
    defender = player(asked, defence=[1, 1, 1], sustain=[1, 1])
    # Fails; a harmless attack in return; then 4 - 3 against 3 - 2.
    source = Scripted([4, 1, 3, 1, 1, 4, 3])
    events, _ = play(combat, (plain(), defender), source, {0: 2, 1: 1})
    source.finish()
    assert [d.kind for d in asked] == ["defence", "sustain", "defence", "sustain"]
    (defence,) = only(DefenceCheck, events)
    assert (defence.check.final, defence.check.success) == (1, True)


@pytest.mark.rule("C-28", "C-29")
@pytest.mark.parametrize(
    ("attack_dice", "announced", "may_sustain"),
    [(0, 1, False), (0, 2, False), (1, 1, True), (1, 0, False)],
)
def test_only_the_last_die_alone_may_be_a_sustained_defence(
    attack_dice: int, announced: int, *, may_sustain: bool
) -> None:
    combat = Combat(fighter(initiative=9), (fighter(defence=20),))
    asked: list[Decision] = []
    defender = player(asked, defence=[announced])
    play(combat, (plain(), defender), Seeded(5), {0: 1, 1: attack_dice})
    kinds = [decision.kind for decision in asked]
    assert kinds[0] == "defence"
    assert ("sustain" in kinds) == may_sustain


@pytest.mark.rule("C-28")
def test_who_placed_more_dice_in_attack_may_not_sustain() -> None:
    combat = Combat(fighter(initiative=-9), (WARRIOR, WARRIOR))
    asked = asked_in(combat, [1, 5, *[5, 5] * 20], {0: 2, 1: 1, 2: 1})
    assert [d.kind for d in asked if d.fighter == 0][:2] == ["defence", "target"]


# Skills


def parried(skills: tuple[str, ...], defence_die: int, **answers: list[int]) -> list[Event]:
    """An attack of 3 + 3 on a defender of 3 + his die; he has nothing else to attack with."""
    defender = fighter(skills=skills, bound_to_defence=True)
    source = Scripted([6, 5, 1, 3, defence_die, 1, 1])
    policies = player(reroll=[1, 0]), player(defence=[1], **answers)
    events, _ = play(Combat(fighter(initiative=9), (defender,)), policies, source, {0: 1})
    return events


@pytest.mark.rule("C-39", "C-40")
@pytest.mark.parametrize(
    ("skills", "die", "gained"),
    [
        ((), 5, []),
        (("Counter-attack",), 4, []),
        (("Counter-attack",), 5, ["Counter-attack"]),
        (("Ambidextrous",), 3, ["Ambidextrous"]),
    ],
)
def test_a_good_parry_wins_an_attack_die(
    skills: tuple[str, ...], die: int, gained: list[str]
) -> None:
    events = parried(skills, die)
    assert [(e.fighter, e.skill, e.dice, e.given_up) for e in only(DieGained, events)] == [
        (1, skill, 1, False) for skill in gained
    ]
    attackers = [event.attacker for event in only(AttackAnnounced, events)]
    assert attackers == [0, 1] if gained else [0]
    assert only(SkillChosen, events) == []


@pytest.mark.rule("C-39")
def test_who_has_both_skills_says_which_he_uses_before_he_rolls() -> None:
    both = ("Ambidextrous", "Counter-attack")
    events = parried(both, 3, skill=[0])
    place = events.index(SkillChosen(1, "Counter-attack"))
    assert isinstance(events[place - 1], AttackCheck)
    assert isinstance(events[place + 1], DefenceCheck)
    assert only(DieGained, events) == []
    events = parried(both, 3, skill=[1])
    assert only(DieGained, events) == [DieGained(1, "Ambidextrous", 1, given_up=False)]


@pytest.mark.rule("C-39", "C-40", "C-24")
@pytest.mark.parametrize("skill", ["Counter-attack", "Ambidextrous"])
@pytest.mark.parametrize("gives_up", [0, 1])
def test_after_an_automatic_failure_a_skilled_defender_may_exchange_his_die(
    skill: str, gives_up: int
) -> None:
    defender = fighter(skills=(skill,), bound_to_defence=True)
    source = Scripted([4, 1, 3, 1, 1])
    policies = plain(), player(defence=[1], exchange=[gives_up])
    events, _ = play(Combat(FEEBLE, (defender,)), policies, source, {0: 1})
    gained = [(e.fighter, e.skill, e.dice, e.given_up) for e in only(DieGained, events)]
    assert gained == ([(1, skill, 1, True)] if gives_up else [])
    assert len(only(AttackAnnounced, events)) == 1 + gives_up


@pytest.mark.rule("C-29", "C-39", "C-40")
def test_skills_do_not_act_on_a_sustained_defence() -> None:
    defender = fighter(defence=9, skills=("Counter-attack", "Ambidextrous"))
    source = Scripted([4, 1, 3, 1, 1, 5, 5])
    asked: list[Decision] = []
    policies = plain(), player(asked, sustain=[1, 1])
    events, _ = play(Combat(FEEBLE, (defender,)), policies, source, {0: 2, 1: 1})
    # A failure that gives no exchange, and a parry that gives no die; no skill to choose either.
    assert [e.result for e in only(AttackResolved, events)] == [
        "automatic_failure",
        "landed",
        "parried",
    ]
    assert only(DieGained, events) == []
    assert {d.kind for d in asked} == {"defence", "sustain"}


@pytest.mark.rule("C-39", "C-40")
def test_options_change_what_the_skills_win() -> None:
    defender = fighter(skills=("Ambidextrous",), bound_to_defence=True)
    for dice in (0, 3):
        rules = with_rules(ambidextrous={"dice": dice}, exchange_on_automatic_failure=False)
        combat = Combat(fighter(initiative=9), (defender,), rules=rules)
        events, _ = play(combat, (plain(), plain()), Scripted([5, 1, 1, 5, *[1] * 6]), {0: 1})
        assert len(only(AttackAnnounced, events)) == 1 + dice
        assert [event.dice for event in only(DieGained, events)] == ([dice] if dice else [])
        never = Combat(FEEBLE, (defender,), rules=rules)
        events, _ = play(never, (plain(), player(exchange=[1])), Scripted([4, 1, 3]), {0: 1})
        assert only(DieGained, events) == []


# Branching, counting


def walk(
    combat: Combat, policies: tuple[Policy, Policy], source: Seeded
) -> tuple[State, list[Event]]:
    state, events = start(combat)
    while not isinstance(asked := node(state), Over):
        if isinstance(asked, Chance):
            state, told = roll(state, source.roll(asked.roll))
        else:
            state, told = apply(state, policies[asked.side](asked))
        events += told
    return state, events


SKILLED = fighter(attack=-2, skills=("Counter-attack", "Ambidextrous"))
COMBATS = [
    Combat(GUARD, (WARRIOR,)),
    Combat(SKILLED, (SKILLED, WARRIOR), lone_side=1),
    Combat(GUARD, (WARRIOR, WARRIOR, CHAMPION)),
    Combat(fighter(bound_to_defence=True), (fighter(bound_to_defence=True),)),
]


@pytest.mark.parametrize("combat", COMBATS)
def test_going_from_state_to_state_is_playing(combat: Combat) -> None:
    policies = plain(sustained_defence="whenever_allowed"), all_out_attack()
    for game in range(20):
        events, outcome = play(combat, policies, Seeded(7, game))
        state, told = walk(combat, policies, Seeded(7, game))
        assert told == events
        assert node(state) == Over(outcome)


def test_a_state_can_be_gone_on_from_twice() -> None:
    state, events = start(Combat(GUARD, (WARRIOR,)))
    assert events == []
    assert node(state) == Decision("place", 1, 1, (0, 1, 2))
    once, told = apply(state, 2)
    assert told == [DicePlaced(1, 2, 0)]
    assert apply(state, 2) == (once, told)
    assert len({apply(state, choice)[0] for choice in (0, 1, 2, 2)}) == 3
    with pytest.raises(InputError, match="allowed: 0, 1, 2"):
        apply(state, 3)
    with pytest.raises(InputError, match="only when a die is asked for"):
        roll(state, 3)
    rolling, _ = apply(once, 0)
    assert node(rolling) == Chance("initiative", 0)
    with pytest.raises(InputError, match="1 to 6"):
        roll(rolling, 7)
    with pytest.raises(InputError, match="only at a decision"):
        apply(rolling, 1)


def test_perft_counts_choices_and_faces() -> None:
    duel = Combat(GUARD, (WARRIOR,))
    # Two splits of three; a die; then five faces lead to a die and the six to a decision.
    assert [perft(duel, depth) for depth in range(5)] == [1, 3, 9, 9 * 6, 9 * (5 * 6 + 2)]
    # Nobody chooses anything and nobody attacks: two dice, and then the end, but for sixes.
    idle = COMBATS[3]
    once = Combat(idle.lone, idle.enemies, rules=Rules.from_document(
        {"checks": {"reroll_limit": 1, "opposed_tie": "side_0_wins"}}
    ))  # fmt: skip
    assert [perft(once, depth) for depth in range(8)] == [
        1,
        6,
        5 * 6 + 2,
        # 5, 6 -> 2 choices; 6, no -> 6 faces; 6, yes -> 6 faces
        5 * 2 + 6 + 6,
        # 5, 6, yes -> 6; 6, no, 6 -> 2; 6, yes, face -> 6
        5 * 6 + 2 + 6 * 6,
        # 6, no, 6, yes -> 6; 6, yes, face, 6 -> 2
        6 + 6 * 2,
        # 6, yes, face, 6, yes -> 6
        6 * 6,
        0,
    ]


def test_perft_is_the_number_of_ways_walked_one_by_one() -> None:
    def ways(state: State, depth: int) -> int:
        asked = node(state)
        if depth == 0:
            return 1
        if isinstance(asked, Over):
            return 0
        if isinstance(asked, Decision):
            return sum(ways(apply(state, choice)[0], depth - 1) for choice in asked.choices)
        return sum(ways(roll(state, face)[0], depth - 1) for face in range(1, 7))

    for combat in COMBATS:
        assert perft(combat, 6) == ways(start(combat)[0], 6)


# Policies


def test_the_named_policies_place_their_dice() -> None:
    for policy, attack in (
        (plain(), [1, 2, 2]),
        (all_out_attack(), [2, 3, 4]),
        (all_out_defence(), [0, 0, 0]),
    ):
        assert [
            policy(Decision("place", 0, 0, tuple(range(dice + 1)))) for dice in (2, 3, 4)
        ] == attack


def test_the_plain_policy_rerolls_as_it_is_told() -> None:
    def rerolls(policy: Policy, roll: Literal["attack", "defence", "initiative"]) -> list[int]:
        views = [RerollView(roll, 6, 9, 9, needed=needed) for needed in (True, False)]
        return [policy(Decision("reroll", 0, 0, (0, 1), view)) for view in views]

    stubborn = plain(attack_sixes="never", initiative_sixes="never")
    assert rerolls(plain(), "attack") == rerolls(plain(), "initiative") == [1, 1]
    assert rerolls(stubborn, "attack") == rerolls(stubborn, "initiative") == [0, 0]
    assert rerolls(stubborn, "defence") == [1, 0]


def test_a_random_policy_draws_from_its_own_stream() -> None:
    words = random(5, game=2).words()
    drawn = [next(words) for _ in range(4)]
    key = 5 ^ 0x706F6C6963790001
    assert drawn == [*philox2x64((0, 2), key), *philox2x64((1, 2), key)]
    assert random_index(iter([2**64 - 1]), 5) == 4
    combat = Combat(GUARD, (WARRIOR, WARRIOR))
    chaos = random(5), random(5)
    assert play(combat, chaos, Seeded(1)) == play(combat, chaos, Seeded(1))
    outcomes = {play(combat, (random(1, i), random(2, i)), Seeded(1))[1] for i in range(20)}
    assert len(outcomes) > 1


def test_equal_random_policies_share_one_stream() -> None:
    combat = Combat(GUARD, (WARRIOR,))
    words = random(9).words()
    first, second = random_index(words, 3), random_index(words, 3)
    events, _ = play(combat, (random(9), random(9)), Seeded(1))
    assert events[:2] == [DicePlaced(1, first, 2 - first), DicePlaced(0, second, 2 - second)]


def test_splits_override_any_policy() -> None:
    combat = Combat(GUARD, (WARRIOR,))
    events, _ = play(combat, (all_out_defence(), random(1)), Seeded(1), {0: 2, 1: 0})
    assert only(DicePlaced, events) == [DicePlaced(1, 0, 2), DicePlaced(0, 2, 0)]
    for splits in ({0: 3}, {2: 0}):
        with pytest.raises(InputError, match="splits"):
            play(combat, (plain(), plain()), Seeded(1), splits)
    with pytest.raises(InputError, match=r"splits\[0\]: 1; allowed: 0"):
        play(COMBATS[3], (plain(), plain()), Seeded(1), {0: 1})


def test_wrong_policies_and_entries_are_refused() -> None:
    combat = Combat(GUARD, (WARRIOR,))
    with pytest.raises(InputError, match="place: 7; allowed: 0, 1, 2"):
        play(combat, (plain(), lambda decision: 7), Seeded(1))
    with pytest.raises(InputError, match=r"policies\[1\]"):
        exact(combat, (plain(), random(1)))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="attack_sixes"):
        plain(attack_sixes="sometimes")  # type: ignore[arg-type]
    with pytest.raises(InputError) as caught:
        Combat(fighter(health=Health("killed", 2)), (), lone_side=2)
    assert [problem.field for problem in caught.value.problems] == [
        "lone_side",
        "enemies",
        "lone.health.level",
        "lone.health.stunned",
    ]


# Exact chances


def by_the_dice(combat: Combat, policies: tuple[Policy, Policy]) -> dict[Outcome, Fraction]:
    """Give the chance of every outcome by following every face of every die."""
    known: dict[State, dict[Outcome, Fraction]] = {}

    def law(state: State) -> dict[Outcome, Fraction]:
        if state not in known:
            known[state] = follow(state)
        return known[state]

    def follow(state: State) -> dict[Outcome, Fraction]:
        asked = node(state)
        if isinstance(asked, Over):
            return {asked.outcome: Fraction(1)}
        if isinstance(asked, Decision):
            return law(apply(state, policies[asked.side](asked))[0])
        mixed: dict[Outcome, Fraction] = defaultdict(Fraction)
        for face in range(1, 7):
            for outcome, chance in law(roll(state, face)[0]).items():
                mixed[outcome] += chance / 6
        return mixed

    return law(start(combat)[0])


def finite(checks: dict[str, object] | None = None, **combat: object) -> Rules:
    """Rules under which no combat rolls without end."""
    options = {"reroll_limit": 1, "opposed_tie": "side_1_wins", **(checks or {})}
    return Rules.from_document({"checks": options, "combat": combat})


STUBBORN = plain("never", "never", "whenever_allowed")
BOTH = ("Counter-attack", "Ambidextrous")
BOUND = fighter(bound_to_defence=True)
FINITE_COMBATS = [
    (Combat(GUARD, (WARRIOR,), rules=finite()), (plain(), plain())),
    (Combat(GUARD, (WARRIOR,), rules=finite()), (STUBBORN, STUBBORN)),
    (Combat(fighter(skills=("Counter-attack",)), (GUARD,), rules=finite()), (plain(), plain())),
    (Combat(fighter(skills=BOTH), (fighter(skills=BOTH),), rules=finite()), (plain(), plain())),
    (
        Combat(
            fighter(attack=-2, skills=("Counter-attack",), charged=True),
            (fighter(attack=-3, defence=-1, skills=("Ambidextrous",), health=Health("light", 1)),),
            rules=finite({"reroll_knowledge": "blind"}, roll_sure_attacks=True),
        ),
        (plain(), STUBBORN),
    ),
    (Combat(GUARD, (BOUND, BOUND), rules=finite()), (plain(), STUBBORN)),
    (Combat(BOUND, (WARRIOR, CHAMPION), 1, rules=finite()), (plain(), STUBBORN)),
]
LONG_COMBATS = [
    (Combat(GUARD, (WARRIOR,), 1, rules=finite()), (all_out_attack(), STUBBORN)),
    (
        Combat(
            fighter(defence=-2, skills=("Counter-attack",), bound_to_defence=True),
            (fighter(attack=6),),
            rules=finite(counter_attack={"margin": 1, "dice": 2}, sustained_accumulates=False),
        ),
        (STUBBORN, all_out_attack()),
    ),
    (Combat(GUARD, (WARRIOR, CHAMPION), rules=finite()), (plain(), STUBBORN)),
]


@pytest.mark.parametrize(
    ("combat", "policies"),
    [*FINITE_COMBATS, *(pytest.param(*case, marks=pytest.mark.long) for case in LONG_COMBATS)],
)
def test_the_exact_chances_are_those_of_the_dice(
    combat: Combat, policies: tuple[Policy, Policy]
) -> None:
    assert exact(combat, policies) == by_the_dice(combat, policies)


@pytest.mark.parametrize("combat", COMBATS)
def test_exact_chances_add_up(combat: Combat) -> None:
    for policies in ((plain(), plain()), (STUBBORN, all_out_attack())):
        if len(combat.enemies) == 3:
            combat = Combat(combat.lone, combat.enemies[1:])
        law = exact(combat, policies)
        assert sum(law.values()) == 1
        assert all(chance > 0 for chance in law.values())


def test_splits_hold_in_exact_chances_too() -> None:
    combat = Combat(GUARD, (WARRIOR,))
    assert exact(combat, (plain(), plain()), {0: 0, 1: 0}) == {
        Outcome((Health(), Health()), 0, (0, 0)): 1
    }
    law = exact(combat, (plain(), plain()), {0: 1, 1: 2})
    assert law == exact(combat, (plain(), all_out_attack()))


MARGINS = [(3, 3, 2), (0, 4, 0), (5, -3, 2), (-2, -1, 1), (9, 1, 3), (4, 9, 5), (8, -6, 4)]


@pytest.mark.rule("C-39")
@pytest.mark.parametrize("limit", [1, 2, "unlimited"])
@pytest.mark.parametrize("knowledge", ["open", "blind"])
@pytest.mark.parametrize("several", ["best", "best_plus_one_per_extra_die"])
def test_the_chances_of_a_margin_are_those_of_the_dice(
    limit: int | str, knowledge: str, several: str
) -> None:
    options = {"reroll_limit": limit, "reroll_knowledge": knowledge, "several_dice": several}
    rules = Rules.from_document({"checks": options})
    for (attack, defence, margin), reroll in product(MARGINS, POLICIES):
        chances, rest = margins_played_out(attack, defence, margin, reroll, rules)
        law = parry_law(attack, defence, 2, "always", reroll, margin, rules)
        assert sum(law) == 1
        for kind in range(4):
            chance = chances.get(kind, Fraction(0))
            assert chance <= law[kind] <= chance + rest


def margins_played_out(
    attack: int,
    defence: int,
    margin: int,
    reroll: Literal["always", "never", "when_needed"],
    rules: Rules,
) -> tuple[dict[int, Fraction], Fraction]:
    """Roll two defence dice against every attack of two rerolls at most."""
    attacks = outcomes_of(partial(check, attack, rules=rules), 3)
    chances: dict[int, Fraction] = {}
    rest = attacks.pop(None, Fraction(0))
    for final, weight in attacks.items():
        if final is None or final <= 0:
            chances[0] = chances.get(0, Fraction(0)) + weight
            continue
        play_defence = partial(check, defence, difficulty=final, dice=2, reroll=reroll, rules=rules)
        for reached, chance in outcomes_of(play_defence, 5).items():
            if reached is None:
                rest += weight * chance
                continue
            is_parried = reached >= final and reached > 0
            kind = (1 + (reached - final >= margin)) if is_parried else 3
            chances[kind] = chances.get(kind, Fraction(0)) + weight * chance
    return chances, rest


def outcomes_of(make_check: Callable[..., CheckResult], longest: int) -> dict[int | None, Fraction]:
    """Give the chance of every final result by at most so many dice; ``None`` is the rest."""
    law: dict[int | None, Fraction] = {}
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        chance, final = Fraction(1, 6 ** len(script)), None
        try:
            final = make_check(source=Scripted(script)).final
        except ScriptError:
            if len(script) < longest:
                scripts += [(*script, face) for face in range(1, 7)]
                continue
        law[final] = law.get(final, Fraction(0)) + chance
    return law


# The rules document


def test_the_options_of_a_combat_are_in_the_document() -> None:
    document = Rules().to_document()
    assert list(document)[5:7] == ["wound_table", "combat"]
    assert document["combat"] == {
        "equal_friends": "player_chooses",
        "roll_sure_attacks": False,
        "sustained_penalty": -2,
        "sustained_accumulates": True,
        "sustained_from_first_roll": True,
        "charged_penalty": -1,
        "routed_fighters": "like_others",
        "counter_attack": {"margin": 2, "dice": 1},
        "ambidextrous": {"dice": 1},
        "exchange_on_automatic_failure": True,
    }
    rules = with_rules(counter_attack={"margin": 4}, charged_penalty=-3)
    assert (rules.combat.counter_attack.margin, rules.combat.counter_attack.dice) == (4, 1)
    assert Rules.from_document(rules.to_document()) == rules
