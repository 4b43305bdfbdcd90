"""What effects do to those who bear them, and when they end (T-14, T-15, W-1 to W-7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fracas.events import EffectEnded, EffectHappened, Returned, Wounded
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.effects import FULL, Effect, InForce, altered, mystic_actions
from fracas.reference.movement import standing_reasons
from fracas.reference.requests import Chance
from fracas.reference.tables import Placed
from fracas.reference.wounds import LEVELS, read_wound_dice, wounded
from fracas.types import Health, Resource

__all__ = [
    "effect_in_force",
    "end_in_force",
    "end_of_the_gone",
    "happen",
    "hit",
    "is_concerned",
    "resource_of",
    "with_in_force",
    "with_resource",
]


# Resources


def resource_of(state: BattleState, fighter: int, resource: Resource) -> int:
    """Tell how much mana or temporary faith a fighter has (T-13)."""
    return (state.mana if resource == "mana" else state.faith)[fighter]


def with_resource(state: BattleState, fighter: int, resource: Resource, change: int) -> BattleState:
    """Give the state in which a fighter has more or less of a resource."""
    amounts = list(state.mana if resource == "mana" else state.faith)
    amounts[fighter] = min(amounts[fighter] + change, FULL)
    if resource == "mana":
        return replace(state, mana=tuple(amounts))
    return replace(state, faith=tuple(amounts))


# What is in force


def effect_in_force(battle: Battle, entry: InForce) -> Effect:
    """Give the effect of a mystic action that is in force."""
    return mystic_actions(battle.profile(entry.caster))[entry.action].effect


def with_in_force(battle: Battle, state: BattleState, entries: Iterable[InForce]) -> BattleState:
    """Give the state in which these effects are in force: the profiles on the table follow them."""
    before, now = state.in_force, tuple(entries)
    state = replace(state, in_force=now)
    for bearer in sorted({entry.bearer for entry in (*before, *now)}):
        effects = [effect_in_force(battle, one) for one in now if one.bearer == bearer]
        profile = altered(battle.profile(bearer), effects, battle.rules)
        state = state.with_marks([bearer], profile=profile)
    return state


def end_in_force(battle: Battle, state: BattleState, entry: InForce) -> Run[BattleState]:
    """End an effect that is in force (T-15)."""
    yield EffectEnded(entry.bearer, entry.caster, effect_in_force(battle, entry).name)
    return with_in_force(battle, state, [one for one in state.in_force if one != entry])


def end_of_the_gone(battle: Battle, state: BattleState) -> Run[BattleState]:
    """End the effects in force whose caster or bearer has left the table."""
    for entry in state.in_force:
        if not state.is_up(entry.caster) or not state.is_up(entry.bearer):
            state = yield from end_in_force(battle, state, entry)
    return state


# Deeds


def is_concerned(state: BattleState, fighter: int, effect: Effect) -> bool:
    """Tell whether an effect has anything to do with a fighter as it is now.

    *Rule* Who is eliminated can only return; who is not hurt is not healed, who is not routed does
    not rally (T-14).
    """
    placed = state.table.fighters[fighter]
    if effect.deed == "return" or not state.is_up(fighter):
        return effect.deed == "return" and not state.is_up(fighter)
    if effect.deed == "heal":
        return placed.health.level != "none"
    return placed.routed if effect.deed == "rally" else True


def happen(
    battle: Battle, state: BattleState, fighter: int, caster: int, effect: Effect
) -> Run[BattleState]:
    """Let an effect do its deed to a fighter.

    *Rule* Healing and worsening change the level of wounds (W-7), a wound is rolled for (W-1),
    rallying ends the rout (T-12), recovery gives of its resource (T-13); who returns does so where
    it was deployed (T-14). What alters does so for as long as it is in force.

    *Dice* Two called ``wound``, for a wound.
    """
    yield EffectHappened(fighter, caster, effect.name)
    if effect.deed == "wound":
        state = yield from hit(battle, state, caster, fighter, effect.amount)
    elif effect.deed == "return":
        state = yield from come_back(battle, state, fighter)
    elif effect.deed == "heal":
        state = with_level(state, fighter, -effect.amount)
    elif effect.deed == "worsen":
        state = with_level(state, fighter, effect.amount)
        state = yield from end_of_the_gone(battle, state)
    elif effect.deed == "rally":
        state = state.with_marks([fighter], routed=False)
    elif effect.deed == "recover":
        state = with_resource(state, fighter, effect.resource, effect.amount)
    return state


def with_level(state: BattleState, fighter: int, change: int) -> BattleState:
    """Give the state in which a fighter is so many levels better or worse; markers stay (W-7)."""
    health = state.table.fighters[fighter].health
    level = min(max(LEVELS.index(health.level) + change, 0), LEVELS.index("killed"))
    return state.with_marks([fighter], health=Health(LEVELS[level], health.stunned))


def hit(
    battle: Battle, state: BattleState, fighter: int, target: int, strength: int
) -> Run[BattleState]:
    """Roll the wound of a shot that hits, or of an effect (A-15, W-1 to W-7)."""
    first = yield Chance("wound", fighter)
    second = yield Chance("wound", fighter)
    resilience = state.table.current(target, "resilience")
    roll = read_wound_dice((first, second), strength, resilience, battle.rules)
    health = wounded(state.table.fighters[target].health, roll.wound, battle.rules)
    yield Wounded(target, roll, health)
    return (yield from end_of_the_gone(battle, state.with_marks([target], health=health)))


def come_back(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Bring an eliminated fighter back where it was deployed, unhurt (T-14).

    *Edge cases* It stays away when somebody stands there, or an enemy so near that they would
    touch. Whoever returns does nothing more in this phase: it is the last step with effects (T-16).
    """
    deployed = battle.table.fighters[fighter]
    fresh = Placed(deployed.profile, deployed.side, deployed.position, deployed.facing)
    if standing_reasons(state.table, fighter, battle.table.base(fighter)):
        return state
    fighters = list(state.table.fighters)
    fighters[fighter] = fresh
    state = state.with_table(replace(state.table, fighters=tuple(fighters)))
    yield Returned(fighter, state.pose(fighter))
    return state
