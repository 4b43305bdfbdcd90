"""Cumulative actions beside an exclusive one: an extension of the rules, off by default (A-14)."""

from __future__ import annotations

from fracas.reference.battle import Announcement, Battle, BattleState, Run
from fracas.reference.mystic import MYSTIC, cast, open_casts
from fracas.reference.requests import decide
from fracas.reference.shooting import SHOOT, open_shots, shoot

__all__ = ["combine", "may_combine"]


def may_combine(battle: Battle, announced: Announcement) -> bool:
    """Tell whether an exclusive action can be combined with others.

    *Rule* By the option of A-14 a charge, an engagement or a run; never a move under cover.
    """
    is_off = battle.rules.turn.combined_actions == "none"
    return not is_off and announced.action != "take_cover"


def combine(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Let a fighter act before or after its exclusive action.

    *Rule* Mystic actions, and by the other option of A-14 shots as well.

    *Edge cases* It moves in this activation: its shots have no bonus (A-15). It ends when the
    battle is decided (T-2).
    """
    may_shoot = battle.rules.turn.combined_actions == "all"
    while state.is_up(fighter) and not state.is_decided():
        shots = [SHOOT] if may_shoot and open_shots(state, fighter) else []
        choices = [0, *shots, *open_casts(battle, state, fighter)]
        action = yield from decide("action", battle.side_of(fighter), fighter, choices)
        if action == 0:
            break
        if action == SHOOT:
            state, _ = yield from shoot(battle, state, fighter, "combines")
        else:
            state = yield from cast(battle, state, fighter, action - MYSTIC)
    return state
