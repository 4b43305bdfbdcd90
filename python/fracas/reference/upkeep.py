"""The moments of effects: what comes when, what it costs, in which order (T-4, T-14 to T-18)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from fracas.events import EffectEnded, UpkeepPaid, UpkeepRolled
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.effects import Effect, InForce, own_effects
from fracas.reference.happening import (
    effect_in_force,
    end_in_force,
    happen,
    is_concerned,
    resource_of,
    with_resource,
)
from fracas.reference.requests import Chance, decide
from fracas.types import Moment

__all__ = ["Item", "Own", "items_of", "resolve_moment"]


@dataclass(frozen=True)
class Own:
    """An effect that a fighter has of itself."""

    fighter: int
    number: int
    """Which of the fighter's it is."""


Item: TypeAlias = Own | InForce
"""What is resolved at a moment."""


def resolve_moment(battle: Battle, state: BattleState, moment: Moment) -> Run[BattleState]:
    """Resolve the effects whose moment has come.

    *Rule* The winner of the last Tactics roll first, then the other; each orders his own (T-18).

    *Edge cases* A player orders his fighters; all that is a fighter's comes together. A side with
    nobody left ends the battle at once: the rest falls away (T-2).
    """
    for side in (state.tactics_winner, 1 - state.tactics_winner):
        left = items_of(battle, state, side, moment)
        while left and not state.is_decided():
            owners = sorted({owner_of(item) for item in left})
            fighter = yield from decide("order", side, None, owners)
            for item in left:
                if owner_of(item) == fighter and not state.is_decided():
                    state = yield from resolve_item(battle, state, item)
            left = [item for item in left if owner_of(item) != fighter]
    return state


def items_of(battle: Battle, state: BattleState, side: int, moment: Moment) -> list[Item]:
    """List what a side has to resolve at a moment: of each fighter its own effects first.

    *Rule* What its fighters have of themselves and what they have cast; an effect that was not paid
    has ended (T-15).
    """
    own: list[Item] = [
        Own(fighter, number)
        for fighter in battle.fighters
        if battle.side_of(fighter) == side
        for number, effect in enumerate(own_effects(battle.profile(fighter), battle.rules))
        if effect.moment == moment
        and (fighter, number) not in state.ended
        and is_concerned(state, fighter, effect)
    ]
    cast: list[Item] = [
        entry
        for entry in state.in_force
        if battle.side_of(entry.caster) == side and effect_in_force(battle, entry).moment == moment
    ]
    return own + cast


def owner_of(item: Item) -> int:
    """Give the fighter whose item it is, and who pays for it: the bearer, or the caster."""
    return item.fighter if isinstance(item, Own) else item.caster


def resolve_item(battle: Battle, state: BattleState, item: Item) -> Run[BattleState]:
    """Resolve an effect, if it is still there."""
    if isinstance(item, Own):
        return (yield from resolve_own(battle, state, item))
    if item in state.in_force:
        return (yield from resolve_in_force(battle, state, item))
    return state


def resolve_own(battle: Battle, state: BattleState, own: Own) -> Run[BattleState]:
    """Resolve an effect that a fighter has of itself.

    *Rule* It is paid for, or it ends (T-15). An active skill is used only if its player wants
    (T-14).

    *Edge cases* Whom it no longer concerns it costs nothing.
    """
    fighter = own.fighter
    effect = own_effects(battle.profile(fighter), battle.rules)[own.number]
    if not is_concerned(state, fighter, effect):
        return state
    if effect.upkeep is not None:
        paid = yield from pay(battle, state, fighter, effect)
        if paid is None:
            yield EffectEnded(fighter, fighter, effect.name)
            return replace(state, ended=state.ended | {(fighter, own.number)})
        state = paid
    elif effect.moment == "active":
        uses = yield from decide("use", battle.side_of(fighter), fighter, (0, 1))
        if not uses:
            return state
    return (yield from roll_and_happen(battle, state, fighter, fighter, effect))


def resolve_in_force(battle: Battle, state: BattleState, entry: InForce) -> Run[BattleState]:
    """Resolve the effect of a mystic action that is in force.

    *Rule* It is paid for, or it ends (T-15).

    *Edge cases* One without an upkeep ends when its moment comes. It is paid for also when it does
    nothing just now. What alters goes on altering.
    """
    effect = effect_in_force(battle, entry)
    paid = None
    if effect.upkeep is not None:
        paid = yield from pay(battle, state, entry.caster, effect)
    if paid is None:
        return (yield from end_in_force(battle, state, entry))
    if effect.deed == "alter" or not is_concerned(paid, entry.bearer, effect):
        return paid
    return (yield from roll_and_happen(battle, paid, entry.bearer, entry.caster, effect))


def pay(
    battle: Battle, state: BattleState, fighter: int, effect: Effect
) -> Run[BattleState | None]:
    """Let a player pay for an effect, out of what a fighter has; ``None`` when he does not (T-15).

    *Edge cases* Nothing is asked of who cannot.
    """
    cost = effect.upkeep or 0
    if resource_of(state, fighter, effect.resource) < cost:
        return None
    pays = yield from decide("pay", battle.side_of(fighter), fighter, (0, 1))
    if not pays:
        return None
    yield UpkeepPaid(fighter, effect.name, cost)
    return with_resource(state, fighter, effect.resource, -cost)


def roll_and_happen(
    battle: Battle, state: BattleState, fighter: int, caster: int, effect: Effect
) -> Run[BattleState]:
    """Roll the die that an effect calls for, if it does, and let it happen (T-15).

    *Dice* One called ``upkeep``; none when any face would do.
    """
    if effect.needs > 1:
        face = yield Chance("upkeep", caster)
        yield UpkeepRolled(caster, face, success=face >= effect.needs)
        if face < effect.needs:
            return state
    return (yield from happen(battle, state, fighter, caster, effect))
