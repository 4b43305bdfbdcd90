"""Charges and engagements in a battle: into contact, short of it, or on to another target.

See M-12 to M-18 for where an assault ends; here is what the player is asked, and what is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from fracas.events import Assaulted, AssaultFailed, Moved, Pivoted
from fracas.reference.assaults import Stance, failed, redirect, redirected_action
from fracas.reference.battle import Announcement, Battle, BattleState, Run
from fracas.reference.movement import distance_of, target_reasons
from fracas.reference.moves import choose_also, choose_charged, choose_move, is_too_far, placed_on
from fracas.reference.plane import HAIR
from fracas.reference.requests import decide
from fracas.types import Health

__all__ = ["assault", "open_instead", "within_measure"]

Onslaught: TypeAlias = Literal["charge", "engage"]

STAY, RUN, REDIRECT = 0, 1, 2
TURNED = 1e-6
"""A smaller turn is none (radians)."""


def assault(battle: Battle, state: BattleState, announced: Announcement) -> Run[BattleState]:
    """Charge or engage whom a fighter has announced; if that one is gone, see M-16."""
    fighter, target = announced.fighter, announced.target
    action: Onslaught = "charge" if announced.action == "charge" else "engage"
    if target is None:
        return state
    if not state.is_up(target):
        return (yield from go_on(battle, state, fighter, action, target))
    distance = distance_of(state.table, fighter, action)
    return (yield from assail(battle, state, fighter, action, target, distance))


def assail(
    battle: Battle,
    state: BattleState,
    fighter: int,
    action: Onslaught,
    target: int,
    distance: float,
) -> Run[BattleState]:
    """Bring an assailant to its target, or as near as it gets.

    *Rule* Into contact by the shortest way (M-12), with a second enemy if there is one beside
    (M-14); a charger may turn them (M-15). What is too far, or cannot be placed any more, is a
    failed assault (A-18, M-13).
    """
    turned: tuple[int, ...] = ()
    if action == "charge":
        targets, turned = yield from choose_charged(battle, state, fighter, target, distance)
    else:
        targets = yield from choose_also(battle, state, fighter, target, distance)
    stance = placed_on(state.table, fighter, targets, distance, turned)
    if stance is not None:
        return (yield from meet(state, fighter, action, stance))
    base, _ = failed(state.table, fighter, target, distance)
    state = state.with_table(state.table.with_base(fighter, base))
    yield AssaultFailed(fighter, action, target, state.pose(fighter))
    return state


def meet(state: BattleState, fighter: int, action: Onslaught, stance: Stance) -> Run[BattleState]:
    """Put an assailant into contact, and turn whom it turns.

    *Edge cases* Everybody it touches then is assaulted, and charged if it is a charge (M-17, M-21).
    """
    table = state.table.with_base(fighter, stance.base)
    turned = sorted(one for one, angle in stance.pivots if abs(angle) > TURNED)
    for one, angle in stance.pivots:
        if one in turned:
            table = table.with_base(one, table.base(one).turned(angle))
    touched = tuple(table.adversaries(fighter))
    state = state.with_table(table).with_marks(touched, assaulted=True)
    yield Assaulted(fighter, action, touched, state.pose(fighter), stance.path.length)
    for one in turned:
        yield Pivoted(one, state.pose(one))
    if action == "engage":
        return state
    charges = (*state.speaking.charges, (fighter, touched))
    return replace(state, speaking=replace(state.speaking, charges=charges))


# A target that is gone


def go_on(
    battle: Battle, state: BattleState, fighter: int, action: Onslaught, target: int
) -> Run[BattleState]:
    """Bring an assailant to where its target was, and let its player say what then.

    *Rule* It goes to where it would have touched it, or as far as it gets; with the distance left
    it may stay, finish as a run, or assault another (M-16).

    *Edge cases* A charge is still one if it sees the new target from there; else it is an
    engagement. Nobody is assaulted by going to where somebody was.
    """
    side, distance = battle.side_of(fighter), distance_of(state.table, fighter, action)
    there, left = redirect(state.table.with_state(target, health=Health()), fighter, action, target)
    placed = there.fighters[fighter]
    state = state.with_marks([fighter], position=placed.position, facing=placed.facing)
    yield Moved(fighter, action, state.pose(fighter), distance - left)

    choices, targets = open_instead(state, fighter, left)
    instead = yield from decide("instead", side, fighter, choices)
    if instead == STAY:
        return state
    if instead == RUN:
        table, walked = yield from choose_move(battle, state, fighter, "run", left)
        state = state.with_table(table)
        yield Moved(fighter, "run", state.pose(fighter), walked)
        return state
    new = yield from decide("target", side, fighter, targets)
    now = redirected_action(state.table, fighter, action, new)
    return (yield from assail(battle, state, fighter, now, new, left))


def open_instead(state: BattleState, fighter: int, left: float) -> tuple[list[int], list[int]]:
    """List what an assailant may do whose target is gone, and whom else it may assault (M-16)."""
    open_to_it = [
        enemy
        for enemy in state.enemies(fighter)
        if "base_full" not in target_reasons(state.table, fighter, "engage", enemy)
    ]
    targets = within_measure(state, fighter, open_to_it, left)
    return [STAY, *([RUN] if left > HAIR else []), *([REDIRECT] if targets else [])], targets


def within_measure(
    state: BattleState, fighter: int, targets: Sequence[int], distance: float
) -> list[int]:
    """Leave out the targets that are too far, if that may be measured before (A-17).

    *Edge cases* By default nothing is measured before an action is declared, and all are left in.
    """
    table = state.table
    if not table.rules.turn.free_measuring:
        return list(targets)
    return [target for target in targets if not is_too_far(table, fighter, target, distance)]
