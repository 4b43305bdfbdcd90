"""The maintenance phase: rally, mystic recovery, upkeep (T-11 to T-16, T-18)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from fracas.events import PhaseBegan, Returned, Tried, UpkeepRolled
from fracas.reference.armies import argument_of, has_skill
from fracas.reference.battle import Battle, BattleState, Run, tried
from fracas.reference.movement import standing_reasons
from fracas.reference.plane import approach
from fracas.reference.requests import Chance, decide
from fracas.reference.tables import Placed
from fracas.reference.wounds import LEVELS
from fracas.types import Health, RollName

__all__ = ["EFFECTS", "STEPS", "Effect", "maintain"]

UpkeepStep: TypeAlias = Literal["harmful", "passive", "active", "other", "returning"]

STEPS: tuple[UpkeepStep, ...] = ("harmful", "passive", "active", "other", "returning")
"""The steps of the upkeep, in their order; after them markers are removed (T-14)."""


@dataclass(frozen=True)
class Effect:
    """Something that happens to some fighters in a maintenance phase."""

    applies: Callable[[Battle, BattleState, int], bool]
    """Whether it concerns a fighter."""
    happens: Callable[[Battle, BattleState, int], Run[BattleState]]
    """What it does to one of them."""


def maintain(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Play a maintenance phase, the last of its turn.

    *Rule* Rally, recovery, upkeep (T-11); the upkeep in the order of T-14.
    """
    yield PhaseBegan("maintenance")
    state = yield from for_each(battle, state, Effect(is_routed, rally))
    state = gather_faith(battle, state)
    state = yield from for_each(battle, state, Effect(is_magician, recover_mana))
    for step in STEPS:
        for effect in EFFECTS[step]:
            state = yield from for_each(battle, state, effect)
    state = remove_markers(battle, state)
    return replace(state, stage="end" if state.turn == battle.turns else "turn")


def for_each(battle: Battle, state: BattleState, effect: Effect) -> Run[BattleState]:
    """Let an effect happen to everybody it concerns.

    *Rule* The winner of the Tactics roll first, then the other; each orders his own (T-18).
    """
    for side in (state.tactics_winner, 1 - state.tactics_winner):
        left = [
            fighter
            for fighter in battle.fighters
            if battle.side_of(fighter) == side and effect.applies(battle, state, fighter)
        ]
        while left:
            fighter = yield from decide("order", side, None, left)
            left.remove(fighter)
            state = yield from effect.happens(battle, state, fighter)
    return state


# Rally and recovery


def is_routed(_battle: Battle, state: BattleState, fighter: int) -> bool:
    """Tell whether a fighter on the table is routed."""
    return state.is_up(fighter) and state.table.fighters[fighter].routed


def rally(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Let a routed fighter try to rally.

    *Rule* A check of the better of courage and discipline; it fails by itself while an enemy that
    frightens the fighter touches it (T-12).

    *Edge cases* Who causes fear has no courage, and fears nobody.
    """
    profile, table = battle.profile(fighter), state.table
    touching = [battle.profile(enemy).fear for enemy in table.adversaries(fighter)]
    if profile.courage is not None and any(fear is not None for fear in touching):
        return state
    courage = 0 if profile.courage is None else table.current(fighter, "courage")
    value = max(courage, table.current(fighter, "discipline"))
    difficulty = battle.rules.turn.rally_difficulty
    result = yield from tried(battle, fighter, "rally", value, difficulty)
    yield Tried(fighter, "rally", result, difficulty)
    return state.with_marks([fighter], routed=not result.success)


def gather_faith(battle: Battle, state: BattleState) -> BattleState:
    """Compute the temporary faith of the faithful: the number of friends who are near (T-13)."""

    def faith_of(fighter: int) -> int:
        if not state.is_up(fighter) or not has_skill(battle.profile(fighter), "Faithful"):
            return state.faith[fighter]
        body = state.table.body(fighter)
        friends = [one for one in state.side(battle.side_of(fighter)) if one != fighter]
        gaps = [approach(body, state.table.body(one)).gap for one in friends]
        return sum(gap <= battle.rules.turn.faith_distance for gap in gaps)

    return replace(state, faith=tuple(faith_of(fighter) for fighter in battle.fighters))


def is_magician(battle: Battle, state: BattleState, fighter: int) -> bool:
    """Tell whether a fighter on the table recovers mana."""
    return state.is_up(fighter) and has_skill(battle.profile(fighter), "Magician")


def recover_mana(_battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Recover as much mana as a die shows (T-13)."""
    face = yield Chance("recovery", fighter)
    yield UpkeepRolled(fighter, face, success=True)
    mana = list(state.mana)
    mana[fighter] += face
    return replace(state, mana=tuple(mana))


# Upkeep


def roll_upkeep(fighter: int, needed: int, roll: RollName = "upkeep") -> Run[bool]:
    """Roll the die that a skill calls for in its step (T-15)."""
    face = yield Chance(roll, fighter)
    yield UpkeepRolled(fighter, face, success=face >= needed)
    return face >= needed


def may_regenerate(battle: Battle, state: BattleState, fighter: int) -> bool:
    """Tell whether a wounded fighter has the skill Regeneration/X."""
    is_wounded = state.table.fighters[fighter].health.level != "none"
    has_it = has_skill(battle.profile(fighter), "Regeneration")
    return has_it and is_wounded and state.is_up(fighter)


def regenerate(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Heal one level of wounds on X or more (T-15)."""
    needed = int(argument_of(battle.profile(fighter), "Regeneration") or 7)
    if not (yield from roll_upkeep(fighter, needed)):
        return state
    health = state.table.fighters[fighter].health
    better = LEVELS[LEVELS.index(health.level) - 1]
    return state.with_marks([fighter], health=Health(better, health.stunned))


def may_return(battle: Battle, state: BattleState, fighter: int) -> bool:
    """Tell whether an eliminated fighter has the skill Reinforcement."""
    return not state.is_up(fighter) and has_skill(battle.profile(fighter), "Reinforcement")


def reinforce(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Bring an eliminated fighter back where it was deployed, unhurt (T-14, T-15).

    *Edge cases* It stays away when somebody stands there, or an enemy so near that they would
    touch. Whoever returns does nothing more in this phase: it is the last effect (T-16).
    """
    if not (yield from roll_upkeep(fighter, battle.rules.turn.reinforcement)):
        return state
    deployed = battle.table.fighters[fighter]
    fresh = Placed(deployed.profile, deployed.side, deployed.position, deployed.facing)
    if standing_reasons(state.table, fighter, battle.table.base(fighter)):
        return state
    fighters = list(state.table.fighters)
    fighters[fighter] = fresh
    state = state.with_table(replace(state.table, fighters=tuple(fighters)))
    yield Returned(fighter, state.pose(fighter))
    return state


def remove_markers(battle: Battle, state: BattleState) -> BattleState:
    """Remove the markers that are of no more use; cover lasts longer (T-14, M-19)."""
    for fighter in state.up(battle.fighters):
        health = state.table.fighters[fighter].health
        state = state.with_marks(
            [fighter],
            activated=False,
            assaulted=False,
            charged=False,
            bound_to_defence=False,
            health=Health(health.level),
        )
    return state


EFFECTS: dict[UpkeepStep, tuple[Effect, ...]] = {
    "harmful": (),
    "passive": (Effect(may_regenerate, regenerate),),
    "active": (),
    "other": (),
    "returning": (Effect(may_return, reinforce),),
}
"""The effects of each step of the upkeep (T-14)."""
