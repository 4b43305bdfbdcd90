"""The maintenance phase: rally, mystic recovery, upkeep (T-11 to T-16, T-18)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from fracas.events import PhaseBegan, Tried, UpkeepRolled
from fracas.reference.armies import has_skill
from fracas.reference.battle import Battle, BattleState, Run, gather_faith, tried
from fracas.reference.happening import with_resource
from fracas.reference.requests import Chance, decide
from fracas.reference.upkeep import resolve_moment
from fracas.types import Health, Moment

__all__ = ["STEPS", "maintain"]

STEPS: tuple[Moment, ...] = ("harmful", "passive", "active", "other", "returning")
"""The steps of the upkeep, in their order; after them markers are removed (T-14)."""

Concerns: TypeAlias = Callable[[Battle, BattleState, int], bool]
"""Whether something concerns a fighter."""
Deed: TypeAlias = Callable[[Battle, BattleState, int], Run[BattleState]]
"""What it does to one of them."""


def maintain(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Play a maintenance phase, the last of its turn.

    *Rule* Rally, recovery, upkeep (T-11); the upkeep in the order of T-14.

    *Edge cases* An effect that leaves a side nobody ends the battle at once (T-2).
    """
    yield PhaseBegan("maintenance")
    state = yield from for_each(battle, state, is_routed, rally)
    state = gather_faith(battle, state)
    state = yield from for_each(battle, state, is_magician, recover_mana)
    for step in STEPS:
        state = yield from resolve_moment(battle, state, step)
        if state.is_decided():
            return replace(state, stage="end")
    state = remove_markers(battle, state)
    return replace(state, stage="end" if state.turn == battle.turns else "turn")


def for_each(
    battle: Battle, state: BattleState, concerns: Concerns, deed: Deed
) -> Run[BattleState]:
    """Do something with everybody it concerns.

    *Rule* The winner of the Tactics roll first, then the other; each orders his own (T-18).
    """
    for side in (state.tactics_winner, 1 - state.tactics_winner):
        left = [
            fighter
            for fighter in battle.fighters
            if battle.side_of(fighter) == side and concerns(battle, state, fighter)
        ]
        while left:
            fighter = yield from decide("order", side, None, left)
            left.remove(fighter)
            state = yield from deed(battle, state, fighter)
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
    table = state.table
    profile = table.fighters[fighter].profile
    touching = [table.fighters[enemy].profile.fear for enemy in table.adversaries(fighter)]
    if profile.courage is not None and any(fear is not None for fear in touching):
        return state
    courage = 0 if profile.courage is None else table.current(fighter, "courage")
    value = max(courage, table.current(fighter, "discipline"))
    difficulty = battle.rules.turn.rally_difficulty
    result = yield from tried(battle, fighter, "rally", value, difficulty)
    yield Tried(fighter, "rally", result, difficulty)
    return state.with_marks([fighter], routed=not result.success)


def is_magician(battle: Battle, state: BattleState, fighter: int) -> bool:
    """Tell whether a fighter on the table recovers mana."""
    return state.is_up(fighter) and has_skill(battle.profile(fighter), "Magician")


def recover_mana(_battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Recover as much mana as a die shows (T-13)."""
    face = yield Chance("recovery", fighter)
    yield UpkeepRolled(fighter, face, success=True)
    return with_resource(state, fighter, "mana", face)


# The end of the turn


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
