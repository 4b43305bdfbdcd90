"""Effects and mystic actions in a battle, clause by clause, on dice that are given."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import fracas as fr
from effect_rows import core_battle, is_as_told, walk
from fracas import _core
from fracas import events as happened
from fracas.choices import choice_labels, question
from fracas.types import Decision
from golden_rows import Row, each_row

DONE, WALK, SHOOT, CAST = 0, 1, 4, 8
RUN, ENGAGE = 1, 4
CASTER, FRIEND, ENEMY = 0, 1, 2
BOW = {"strength": 6, "short": 10, "medium": 20, "long": 30}
OPPOSED = ("tactics", "discipline", "authority", "initiative")


@pytest.mark.rule("T-4", "T-14", "T-15", "A-14", "A-16", "A-17", "C-37", "M-24")
@each_row("effects.txt")
def test_golden_effects(row: Row) -> None:
    battle = core_battle(row)
    opening = battle.events

    def asked() -> tuple[str, tuple[int, ...]]:
        decision = battle.decision
        if decision is not None:
            return decision.kind, decision.choices
        return ("over" if battle.over else str(battle.chance)), ()

    def answer(number: int) -> list[happened.BattleEvent]:
        return battle.roll(number) if battle.decision is None else battle.apply(number)

    named, told = walk(row, asked, answer)
    assert named == row["next"]
    is_as_told(row, [*opening, *told])


def effect(deed: Any = "worsen", name: str = "Doom", **fields: Any) -> fr.Effect:
    """Give an effect."""
    return fr.Effect(name, deed=deed, **fields)


def action(deed: Any = "worsen", *, name: str = "Hex", cost: int = 1, **fields: Any) -> Any:
    """Give a mystic action; what is no field of it is one of its effect."""
    own = {
        key: fields.pop(key) for key in ("resource", "target", "range", "needs") if key in fields
    }
    return fr.MysticAction(name, cost=cost, effect=effect(deed, **fields), **own)


def caster(*actions: fr.MysticAction, **fields: Any) -> fr.Profile:
    """Give a profile that is a magician and a faithful."""
    skills = ["Magician", "Faithful", *fields.pop("skills", [])]
    return fr.Profile("Caster", skills=skills, mystic_actions=actions, value=10, **fields)


def battle(
    *fighters: tuple[fr.Profile, int, tuple[float, float]], turns: int = 2, **turn: Any
) -> fr.Battle:
    """Give the battle of these fighters, those of side 0 first, who all look at each other."""
    rules = fr.Rules(turn={"starting_mana": 6, **turn})
    placed = [fr.Placed(profile, side, place, 90 + 180 * side) for profile, side, place in fighters]
    armies = (
        fr.Army(name, [one.profile for one in placed if one.side == side])
        for side, name in enumerate(["Red", "Blue"])
    )
    table = fr.Table(60, 90, placed, rules=rules)
    return fr.Battle(*armies, table=table, turns=turns, rules=rules)


def three(profile: fr.Profile, *, gap: float = 15, **fields: Any) -> fr.Battle:
    """Give a caster, a friend beside it, and an enemy so far from its front."""
    friend, enemy = (fr.Profile(name, **fields.pop(name, {})) for name in ("Friend", "Enemy"))
    up = 10 + 1.25 + gap + 1.25
    return battle((profile, 0, (30, 10)), (friend, 0, (40, 20)), (enemy, 1, (30, up)), **fields)


def until(fought: fr.Battle, name: str, number: int | None = None) -> list[happened.BattleEvent]:
    """Go on to a decision or a die, and answer it if a number is given.

    On the way side 0 wins what one side rolls against the other, other dice show a 1, and whoever
    decides takes the first choice.
    """
    while name not in {fought.chance, fought.decision and fought.decision.kind}:
        assert not fought.over, f"{name} is never asked for"
        chance = fought.chance
        if fought.decision is not None:
            fought.apply(fought.decision.choices[0])
        elif chance in OPPOSED:
            fought.roll(5)
            if fought.chance == chance:
                fought.roll(2)
        else:
            fought.roll(1)
    if number is None:
        return []
    return fought.roll(number) if fought.decision is None else fought.apply(number)


def cast(fought: fr.Battle, target: int, number: int = 0) -> list[happened.BattleEvent]:
    """Let the caster take a mystic action."""
    until(fought, "action")
    told = fought.apply(CAST + number)
    if fought.decision is not None and fought.decision.kind == "target":
        told += fought.apply(target)
    return told


def choices(fought: fr.Battle) -> tuple[str, tuple[int, ...]]:
    """Give what is asked, and the choices."""
    assert fought.decision is not None
    return fought.decision.kind, fought.decision.choices


def of_kind(fought: fr.Battle, *kinds: type) -> list[Any]:
    """Give the events of some kinds, in order."""
    return [event for event in fought.events if isinstance(event, kinds)]


def mystic(fought: fr.Battle) -> list[str]:
    """Give what has happened with effects, by the names of the events and of the effects."""
    kinds = happened.EffectHappened, happened.EffectEnded, happened.UpkeepPaid
    return [f"{type(event).__name__} {event.name}" for event in of_kind(fought, *kinds)]


def profile(fought: fr.Battle, fighter: int) -> fr.Profile:
    """Give what a fighter is at the moment."""
    found = fought.table.fighters[fighter].profile
    assert isinstance(found, fr.Profile)
    return found


def level(fought: fr.Battle, fighter: int) -> str:
    """Give how badly a fighter is wounded."""
    return fought.table.fighters[fighter].health.level


# T-4: the two moments of the strategic phase.


@pytest.mark.rule("T-3", "T-4")
def test_effects_of_the_strategic_phase_come_before_its_steps_or_between_them() -> None:
    own = [effect(name="Late", moment="before_tactics"), effect(name="Early", moment="strategic")]
    fought = three(caster(effects=own))
    assert mystic(fought) == ["EffectHappened Early"]
    until(fought, "tester")
    assert [type(event) for event in fought.events[2:]] == [
        happened.EffectHappened,
        happened.SequenceBuilt,
        happened.SequenceBuilt,
        happened.EffectHappened,
    ]
    assert level(fought, CASTER) == "serious"


@pytest.mark.rule("T-2", "T-4")
def test_an_effect_before_the_first_sequence_can_end_the_battle() -> None:
    doomed = caster(effects=[effect(amount=4, moment="strategic")])
    fought = battle((doomed, 0, (30, 10)), (fr.Profile("Enemy"), 1, (30, 40)))
    assert fought.over
    assert fought.outcome.winner == 1


# T-14 to T-18: upkeep.


@pytest.mark.rule("T-11", "T-14")
def test_upkeep_goes_by_its_steps_whatever_the_order_of_the_profile() -> None:
    own = [effect(name=moment, moment=moment) for moment in ("other", "active", "passive")]
    own += [effect("recover", name="harmful", moment="harmful")]
    fought = three(caster(effects=own), turns=1)
    until(fought, "use", 1)
    assert mystic(fought) == [
        "EffectHappened harmful",
        "EffectHappened passive",
        "EffectHappened active",
        "EffectHappened other",
    ]
    assert level(fought, CASTER) == "critical"


@pytest.mark.rule("T-15")
def test_the_skill_regeneration_is_an_effect_with_a_die() -> None:
    hurt = effect(amount=2, moment="harmful")
    fought = three(caster(skills=["Regeneration/4"], effects=[hurt]))
    until(fought, "upkeep", 4)
    assert of_kind(fought, happened.UpkeepRolled)[-1] == happened.UpkeepRolled(
        CASTER, 4, success=True
    )
    assert mystic(fought)[-1] == "EffectHappened Regeneration"
    assert level(fought, CASTER) == "light"
    until(fought, "upkeep", 3)
    assert mystic(fought)[-1] == "EffectHappened Doom"
    assert level(fought, CASTER) == "critical"


@pytest.mark.rule("T-15")
def test_a_skill_that_needs_a_one_needs_no_die() -> None:
    fought = three(caster(skills=["Regeneration/1"], effects=[effect(moment="harmful")]), turns=1)
    until(fought, "recovery", 1)
    assert fought.over
    assert mystic(fought) == ["EffectHappened Doom", "EffectHappened Regeneration"]


@pytest.mark.rule("T-14", "T-15", "T-16")
def test_who_returns_does_and_suffers_nothing_more_in_that_phase() -> None:
    own = [effect(amount=4, moment="harmful"), effect(name="Late", moment="other")]
    fought = three(caster(skills=["Reinforcement"], effects=own))
    until(fought, "upkeep", 5)
    told = [type(event) for event in fought.events]
    assert told[-4:-2] == [happened.EffectHappened, happened.Returned]
    assert mystic(fought) == ["EffectHappened Doom", "EffectHappened Reinforcement"]
    assert level(fought, CASTER) == "none"


@pytest.mark.rule("T-14")
def test_who_finds_no_room_where_it_was_deployed_stays_away() -> None:
    doomed = caster(skills=["Reinforcement"], effects=[effect(amount=4, moment="strategic")])
    fought = battle(
        (doomed, 0, (30, 10)),
        (fr.Profile("Friend"), 0, (30, 19)),
        (fr.Profile("Enemy"), 1, (5, 80)),
    )
    # The friend walks down to where the caster was.
    until(fought, "action", WALK)
    for kind, number in (("heading", 12), ("pace", 4), ("facing", 12), ("upkeep", 6)):
        until(fought, kind, number)
    assert mystic(fought)[:2] == ["EffectHappened Doom", "EffectHappened Reinforcement"]
    assert of_kind(fought, happened.Returned) == []
    assert level(fought, CASTER) == "killed"


@pytest.mark.rule("T-18")
def test_the_winner_of_the_tactics_roll_comes_first_and_orders_his_own() -> None:
    own = [effect("recover", name="Prayer", moment="other")]
    monk = fr.Profile("Monk", effects=own)
    fought = battle(
        (monk, 0, (10, 10)), (monk, 0, (20, 10)), (monk, 1, (30, 80)), (monk, 1, (40, 80))
    )
    until(fought, "tactics", 2)
    fought.roll(5)
    until(fought, "order")
    assert fought.decision == Decision("order", 1, None, (2, 3), None)
    fought.apply(3)
    assert choices(fought) == ("order", (0, 1))
    fought.apply(0)
    bearers = [event.fighter for event in of_kind(fought, happened.EffectHappened)]
    assert bearers == [3, 2, 0, 1]


@pytest.mark.rule("T-15", "T-18")
def test_all_effects_of_one_fighter_come_together_its_own_before_what_it_cast() -> None:
    spell = action("recover", target="friend", name="Gift", cost=2, upkeep=1)
    own = [effect("recover", name="Prayer"), effect("recover", name="Hymn")]
    fought = three(caster(spell, effects=own), Friend={"effects": own[:1]})
    cast(fought, FRIEND)
    until(fought, "order", CASTER)
    assert fought.at_stake == "Doom"
    fought.apply(1)
    assert mystic(fought)[1:] == [
        "EffectHappened Prayer",
        "EffectHappened Hymn",
        "UpkeepPaid Doom",
        "EffectHappened Doom",
        "EffectHappened Prayer",
    ]


@pytest.mark.rule("T-15")
def test_an_upkeep_is_a_choice_and_what_is_not_paid_ends() -> None:
    spell = action("alter", characteristic="attack", amount=2, upkeep=2)
    fought = three(caster(spell))
    cast(fought, ENEMY)
    assert fought.in_force == [(CASTER, ENEMY, "Doom")]
    until(fought, "pay", 1)
    assert fought.mana[CASTER] == 6 - 1 + 1 - 2
    assert of_kind(fought, happened.UpkeepPaid) == [happened.UpkeepPaid(CASTER, "Doom", 2)]
    assert fought.in_force == [(CASTER, ENEMY, "Doom")]
    until(fought, "pay")
    assert question(fought) == "Side 0: Caster: whether to pay for Doom"
    assert choice_labels(fought) == {0: "let it end", 1: "pay"}
    fought.apply(0)
    assert fought.in_force == []
    assert of_kind(fought, happened.EffectEnded) == [happened.EffectEnded(ENEMY, CASTER, "Doom")]


@pytest.mark.rule("T-13", "T-15")
def test_faith_is_counted_at_deployment_and_pays_for_miracles() -> None:
    miracle = action("rally", target="self", resource="faith")
    fought = three(caster(miracle), starting_mana=0)
    assert fought.mana == [0, 0, 0]
    assert fought.faith == [1, 0, 0]
    cast(fought, CASTER)
    assert fought.faith == [0, 0, 0]


# mystic actions.


@pytest.mark.rule("A-16")
def test_a_spell_is_paid_measured_rolled_and_takes_effect() -> None:
    fought = three(caster(action("wound", amount=6, cost=2, needs=4, name="Bolt")))
    assert cast(fought, ENEMY) == [happened.Cast(CASTER, "Bolt", ENEMY, 15.0)]
    assert fought.mana[CASTER] == 4
    assert str(fought.chance) == "mystic"
    assert fought.roll(4) == [
        happened.CastRolled(CASTER, 4, success=True),
        happened.CastResolved(CASTER, "Bolt", ENEMY, success=True),
        happened.EffectHappened(ENEMY, CASTER, "Doom"),
    ]
    assert str(fought.chance) == "wound"
    fought.roll(5)
    (wounded,) = fought.roll(2)
    assert isinstance(wounded, happened.Wounded)
    assert (wounded.fighter, wounded.roll.result) == (ENEMY, 5 + 6 - 5)
    # It has paid for one more.
    assert choices(fought) == ("action", (DONE, WALK, CAST))


@pytest.mark.rule("A-16", "A-17")
def test_nobody_measures_before_a_spell_is_declared() -> None:
    fought = three(caster(action(range=14.5)))
    assert cast(fought, ENEMY) == [
        happened.Cast(CASTER, "Hex", ENEMY, 15.0),
        happened.CastResolved(CASTER, "Hex", ENEMY, success=False),
    ]
    assert fought.mana[CASTER] == 5
    near = three(caster(action(range=14.5)), free_measuring=True)
    until(near, "action")
    assert choices(near) == ("action", (DONE, WALK))


@pytest.mark.rule("A-16")
def test_only_who_is_seen_can_be_a_target_but_everybody_sees_himself() -> None:
    blessing = action("recover", target="friend", name="Gift", cost=2)
    fought = battle(
        (caster(blessing, action()), 0, (30, 40)),
        (fr.Profile("Behind"), 0, (30, 10)),
        (fr.Profile("Enemy"), 1, (40, 10)),
    )
    until(fought, "action")
    assert choices(fought) == ("action", (DONE, WALK, CAST))
    assert choice_labels(fought)[CAST] == "cast Gift"
    assert choice_labels(fought, "fr")[CAST] == "lancer Gift"
    # There is nobody else, so nothing is asked.
    assert fought.apply(CAST)[0] == happened.Cast(CASTER, "Gift", CASTER, 0.0)


@pytest.mark.rule("A-16", "M-1", "C-11")
def test_what_is_altered_is_altered_everywhere_until_it_ends() -> None:
    spells = [
        action("alter", name="Swift", characteristic="movement", amount=5, target="self"),
        action("alter", name="Slow", characteristic="movement", amount=-20, target="self"),
        action("alter", name="Blind", characteristic="aim", amount=-2, target="self"),
        action("alter", name="Dread", characteristic="fear", amount=9, target="self"),
        action("alter", name="Mighty", characteristic="power", amount=20, target="self"),
    ]
    fought = three(caster(*spells))
    own = profile(fought, CASTER)
    for number in (0, 4, 2, 3):
        cast(fought, CASTER, number)
    altered = profile(fought, CASTER)
    assert altered == own.replace(movement=15, power=10)
    cast(fought, CASTER, 1)
    assert profile(fought, CASTER).movement == 0
    assert choices(fought)[1][:2] != (DONE, WALK)
    until(fought, "sequence")
    assert fought.in_force == []
    assert profile(fought, CASTER) == own
    assert fought.start.fighters[CASTER].profile == own


@pytest.mark.rule("A-16")
def test_the_same_spell_on_the_same_bearer_is_in_force_once_and_the_newest() -> None:
    spells = [action("alter", name=name, characteristic="attack", target="friend") for name in "ab"]
    fought = three(caster(*spells))
    for number, target in ((0, CASTER), (1, CASTER), (0, FRIEND), (0, CASTER)):
        cast(fought, target, number)
    assert [(one, bearer) for one, bearer, _ in fought.in_force] == [(0, 0), (0, 1), (0, 0)]
    attacks = [profile(fought, one).attack for one in (CASTER, FRIEND, ENEMY)]
    assert attacks == [5, 4, 3]
    assert of_kind(fought, happened.EffectEnded) == []


@pytest.mark.rule("A-16", "T-15")
def test_what_is_in_force_ends_when_its_caster_falls() -> None:
    spells = [
        action("alter", name="Bless", characteristic="attack", target="friend", upkeep=1),
        action("worsen", name="Sacrifice", amount=4, target="self"),
    ]
    fought = three(caster(*spells))
    cast(fought, FRIEND)
    told = cast(fought, CASTER, 1)
    assert told[2:4] == [
        happened.EffectHappened(CASTER, CASTER, "Doom"),
        happened.EffectEnded(FRIEND, CASTER, "Doom"),
    ]
    assert profile(fought, FRIEND).attack == 3


@pytest.mark.rule("A-10", "A-13", "A-14")
def test_by_default_nothing_is_combined_with_an_exclusive_action() -> None:
    fought = three(caster(action()))
    until(fought, "announce", RUN)
    until(fought, "facing", 4)
    assert choices(fought)[0] == "speech"


@pytest.mark.rule("A-14", "A-15")
def test_with_all_combined_a_shot_beside_a_run_has_no_bonus() -> None:
    archer = caster(action(), aim=3, weapon=BOW)
    fought = three(archer, combined_actions="all")
    until(fought, "announce", RUN)
    assert choices(fought) == ("action", (DONE, SHOOT, CAST))
    fought.apply(SHOOT)
    until(fought, "shot", 3)
    (resolved,) = of_kind(fought, happened.ShotResolved)
    assert resolved.check.final == 3 + 3
    # One shot a turn; the spell is still there, before the run and after it.
    assert choices(fought) == ("action", (DONE, CAST))
    fought.apply(DONE)
    until(fought, "facing", 4)
    assert choices(fought) == ("action", (DONE, CAST))


@pytest.mark.rule("A-14", "M-24")
def test_an_engagement_that_could_not_disengage_leaves_no_mystic_action_after_it() -> None:
    enemies = [(fr.Profile("Enemy"), 1, (30.0, y)) for y in (12.5, 40.0)]
    fought = battle((caster(action()), 0, (30, 10)), *enemies, combined_actions="mystic")
    until(fought, "announce", ENGAGE)
    until(fought, "target", 2)
    assert choices(fought) == ("action", (DONE, CAST))
    fought.apply(DONE)
    until(fought, "disengage", 1)
    assert choices(fought)[0] == "speech"
    free = battle((caster(action()), 0, (30, 10)), *enemies, combined_actions="none")
    until(free, "action")
    assert CAST in choices(free)[1]


# C-37: in the combat phase.


@pytest.mark.rule("C-37")
def test_who_falls_to_a_spell_before_the_combat_does_not_fight_in_it() -> None:
    spell = action("worsen", amount=4)
    enemies = [(fr.Profile("Enemy"), 1, place) for place in ((30.0, 12.5), (27.5, 10.0))]
    fought = battle(
        (caster(spell), 0, (30, 10)), *enemies, mystic_in_combat=True, turns=1, starting_mana=1
    )
    until(fought, "action", DONE)
    while fought.phase != "combat":
        until(fought, "action", DONE)
    cast(fought, 1)
    begun = of_kind(fought, happened.CombatBegan)[-1]
    assert begun.enemies == (1, 2)
    assert fought.combatants == [0, 2]
    until(fought, "recovery")
    assert [event.fighter for event in of_kind(fought, happened.Fought)] == [0, 1, 2]


@pytest.mark.rule("C-30", "C-37")
def test_where_a_spell_leaves_no_side_there_is_no_fight_but_a_pursuit() -> None:
    spell = action("worsen", amount=4)
    fought = battle(
        (caster(spell), 0, (30, 10)),
        (fr.Profile("Enemy"), 1, (30, 12.5)),
        (fr.Profile("Enemy"), 1, (50, 80)),
        mystic_in_combat=True,
        starting_mana=1,
    )
    while fought.phase != "combat":
        until(fought, "action", DONE)
    told = cast(fought, 1)
    assert [type(event) for event in told[-3:]] == [
        happened.EffectHappened,
        happened.Fought,
        happened.Fought,
    ]
    assert of_kind(fought, happened.InCombat) == []
    assert choices(fought)[0] == "pursuit"


# The API.


def test_effects_and_mystic_actions_are_values() -> None:
    blow = effect("wound", amount=3, upkeep=2, resource="faith", needs=5, moment="harmful")
    spell = fr.MysticAction("Bolt", cost=2, effect=blow)
    for value in (blow, spell):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own
        assert type(value).from_dict(value.to_dict()) == value
        assert hash(type(value).from_dict(value.to_dict())) == hash(value)
        assert eval(repr(value), vars(fr)) == value  # noqa: S307 - our own
        with pytest.raises(AttributeError):
            value.name = "other"  # type: ignore[misc]
    assert spell.effect == blow
    assert (spell.cost, spell.resource, spell.target, spell.range) == (2, "mana", "enemy", 20)
    assert spell != fr.MysticAction("Bolt", cost=3, effect=blow)
    assert fr.MysticAction("Bolt", cost=2, effect=blow.to_dict()) == spell
    assert not effect("wound").lasts
    assert effect("alter", characteristic="aim").lasts


def fields_of(error: Any) -> list[str]:
    """Give the fields that an error names, in order."""
    return [problem.field for problem in error.value.problems]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, ["name", "deed"]),
        ({"name": "", "deed": "smite", "needs": 0}, ["name", "deed", "needs"]),
        ({"name": "x", "deed": "heal", "amount": 5}, ["amount"]),
        ({"name": "x", "deed": "worsen", "amount": 0}, ["amount"]),
        ({"name": "x", "deed": "wound", "amount": -1}, ["amount"]),
        ({"name": "x", "deed": "recover", "amount": 0}, ["amount"]),
        ({"name": "x", "deed": "rally", "amount": 2}, ["amount"]),
        ({"name": "x", "deed": "alter", "amount": 0}, ["amount", "characteristic"]),
        ({"name": "x", "deed": "alter", "characteristic": "size"}, ["characteristic"]),
        ({"name": "x", "deed": "heal", "characteristic": "aim"}, ["characteristic"]),
        ({"name": "x", "deed": "return"}, ["moment"]),
        ({"name": "x", "deed": "heal", "moment": "returning"}, ["moment"]),
        ({"name": "x", "deed": "heal", "amount": 21, "upkeep": 21}, ["amount", "upkeep"]),
        ({"name": "x", "deed": "heal", "when": "now"}, ["when"]),
    ],
)
def test_all_that_is_wrong_with_an_effect_is_told_at_once(
    given: dict[str, Any], fields: list[str]
) -> None:
    with pytest.raises(fr.ProfileError) as error:
        fr.Effect(**given)
    assert sorted(fields_of(error)) == sorted(fields)


def test_nothing_that_is_cast_gives_back_what_it_costs() -> None:
    # Else it could be cast without end.
    with pytest.raises(fr.ProfileError, match="less than the cost of 3") as error:
        action("recover", amount=3, cost=3)
    assert fields_of(error) == ["effect.amount"]
    assert action("recover", amount=2, cost=3).effect.amount == 2


def test_all_that_is_wrong_with_the_effects_of_a_profile_is_told_at_once() -> None:
    with pytest.raises(fr.ProfileError) as error:
        fr.Profile(
            "Hedge wizard",
            attack=21,
            effects=[
                {"name": "Same", "deed": "alter", "characteristic": "aim"},
                {"name": "Same", "deed": "heal"},
            ],
            mystic_actions=[
                {"name": "Bolt", "cost": 0, "effect": {"name": "Burn", "deed": "wound"}},
                {"name": "Call", "cost": 1, "resource": "faith", "effect": {"deed": "return"}},
            ],
        )
    assert sorted(fields_of(error)) == [
        "attack",
        "effects[0].deed",
        "effects[1].name",
        "mystic_actions[0].cost",
        "mystic_actions[0].resource",
        "mystic_actions[1].effect.deed",
        "mystic_actions[1].effect.moment",
        "mystic_actions[1].effect.name",
        "mystic_actions[1].resource",
    ]
    with pytest.raises(fr.ProfileError) as error:
        fr.Profile("Busy", effects=[effect(name=str(number)) for number in range(9)])
    assert fields_of(error) == ["effects"]
    early = effect("heal", moment="strategic")
    with pytest.raises(fr.ProfileError) as error:
        fr.MysticAction("Early", cost=1, effect=early)
    assert fields_of(error) == ["effect.moment"]


def test_only_who_can_pay_has_mystic_actions() -> None:
    spell, miracle = action(), action(resource="faith")
    fr.Profile("Wizard", skills=["Magician"], mystic_actions=[spell])
    fr.Profile("Priest", skills=["Faithful"], mystic_actions=[miracle])
    for skill, wrong in (("Magician", miracle), ("Faithful", spell), ("Warrior-mage", spell)):
        with pytest.raises(fr.ProfileError) as error:
            fr.Profile("Fraud", skills=[skill], mystic_actions=[wrong])
        assert fields_of(error) == ["mystic_actions[0].resource"]


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_profiles_with_effects_are_saved_and_loaded(tmp_path: Path, suffix: str) -> None:
    spell = action("alter", characteristic="courage", amount=-3, upkeep=2, range=12.5)
    profile = caster(spell, effects=[effect("heal", moment="active", needs=3)])
    path = tmp_path / f"profiles.{suffix}"
    fr.save_profiles([profile], path)
    assert fr.load_profiles(path) == [profile]
    assert profile.replace(attack=9).mystic_actions == (spell,)
    assert profile.replace(effects=None).effects == ()


def test_profiles_without_effects_are_written_as_before() -> None:
    assert not {"effects", "mystic_actions"} & set(fr.Profile("Plain").to_dict())


def test_the_schema_tells_of_effects_and_mystic_actions() -> None:
    schema = json.loads(_core.profiles_schema())
    profile = schema["properties"]["profiles"]["items"]["properties"]
    own = profile["effects"]
    assert own["maxItems"] == 8
    assert own["items"]["required"] == ["name", "deed"]
    cast_effect = profile["mystic_actions"]["items"]["properties"]["effect"]
    assert cast_effect["properties"]["deed"]["enum"] == own["items"]["properties"]["deed"]["enum"]


@pytest.mark.rule("A-16", "T-15")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_battle_with_magic_is_told_and_recorded(language: Any) -> None:
    spells = [
        action("alter", name="Bless", characteristic="attack", target="friend", upkeep=1),
        action("worsen", name="Hex", needs=2),
        action("recover", name="Draw", target="self", cost=2),
    ]
    fought = three(caster(*spells, effects=[effect("heal", moment="active", upkeep=1)]))
    fought.play("greedy", "random")
    lines = fr.narrate(fought.events, fought.names, language=language)
    for cast_event in of_kind(fought, happened.Cast):
        assert any(cast_event.name in line for line in lines)
    assert of_kind(fought, happened.Cast)
    again = fr.read_record(fought.to_json()).battle()
    assert again.events == fought.events


@pytest.mark.rule("A-16")
def test_the_greedy_player_casts_pays_and_spares_what_is_in_force() -> None:
    spells = [
        action("alter", name="Bless", characteristic="attack", target="self", upkeep=1),
        action("worsen", name="Hex", range=30),
        action("heal", name="Cure", target="friend"),
    ]
    fought = three(caster(*spells), gap=25, turns=1, starting_mana=3, Enemy={"movement": 1})
    fought.play("greedy", "greedy")
    names = [event.name for event in of_kind(fought, happened.Cast)]
    assert names.count("Bless") == 1
    assert "Hex" in names
    assert "Cure" not in names
    assert of_kind(fought, happened.UpkeepPaid)
