"""Mystic actions: spells and miracles, whom they are for, what they come to (A-16, A-17, C-37)."""

from __future__ import annotations

from fracas.events import Cast, CastResolved, CastRolled
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.effects import InForce, MysticAction, lasts, mystic_actions
from fracas.reference.happening import (
    happen,
    is_concerned,
    resource_of,
    with_in_force,
    with_resource,
)
from fracas.reference.plane import HAIR
from fracas.reference.requests import Chance, decide
from fracas.reference.shooting import distance_of_shot
from fracas.reference.tables import Table

__all__ = ["MYSTIC", "cast", "cast_at_will", "open_casts", "targets_of"]

MYSTIC = 8
"""The choice of ``action`` that is the first mystic action of a fighter; the others follow."""


def open_casts(battle: Battle, state: BattleState, fighter: int) -> list[int]:
    """List the mystic actions open to a fighter, as choices of ``action``.

    *Rule* As long as it has the resource, in contact or not, and as often as it likes (A-16).

    *Edge cases* Somebody must be there to be meant. Who is bound to move under cover does nothing
    else (M-20).
    """
    placed = state.table.fighters[fighter]
    is_bound = placed.must_take_cover and not placed.disengaged
    if not state.is_up(fighter) or (is_bound and state.table.is_free(fighter)):
        return []
    return [
        MYSTIC + number
        for number, action in enumerate(mystic_actions(battle.profile(fighter)))
        if resource_of(state, fighter, action.resource) >= action.cost
        and targets_of(state, fighter, action)
    ]


def targets_of(state: BattleState, fighter: int, action: MysticAction) -> list[int]:
    """List those a mystic action may be meant for.

    *Rule* Itself, its friends or its enemies, on the table and in sight (A-16). How far they are is
    measured when it is declared, unless everything may be measured (A-17).

    *Edge cases* It is a friend to itself, and needs not see itself.
    """
    if action.target == "self":
        return [fighter]
    table, side = state.table, state.table.fighters[fighter].side
    meant = state.side(side if action.target == "friend" else 1 - side)
    if table.rules.turn.free_measuring:
        meant = tuple(one for one in meant if is_in_range(table, fighter, one, action))
    return [one for one in meant if one == fighter or table.sees(fighter, one).visible]


def distance_of_cast(table: Table, fighter: int, target: int) -> float:
    """Measure a mystic action: as a shot is (M-2); to itself it is nothing."""
    return 0.0 if target == fighter else distance_of_shot(table, fighter, target)


def is_in_range(table: Table, fighter: int, target: int, action: MysticAction) -> bool:
    """Tell whether a mystic action reaches a target; itself it always does (A-16)."""
    return target == fighter or distance_of_cast(table, fighter, target) <= action.range + HAIR


def cast(battle: Battle, state: BattleState, fighter: int, number: int) -> Run[BattleState]:
    """Take a mystic action.

    *Rule* A target is declared, the cost is paid, then it is measured (A-16, A-17). If it succeeds
    its effect happens at once, and is in force from then on if it lasts (T-15).

    *Dice* One called ``mystic``, unless any face would do or the target is beyond the range; those
    of the effect.

    *Edge cases* The same again on the same bearer takes the place of the former.
    """
    action = mystic_actions(battle.profile(fighter))[number]
    targets = targets_of(state, fighter, action)
    target = yield from decide("target", battle.side_of(fighter), fighter, targets)
    state = with_resource(state, fighter, action.resource, -action.cost)
    yield Cast(fighter, action.name, target, distance_of_cast(state.table, fighter, target))
    succeeds = is_in_range(state.table, fighter, target, action)
    if succeeds and action.needs > 1:
        face = yield Chance("mystic", fighter)
        succeeds = face >= action.needs
        yield CastRolled(fighter, face, success=succeeds)
    yield CastResolved(fighter, action.name, target, success=succeeds)
    if not succeeds:
        return state
    if is_concerned(state, target, action.effect):
        state = yield from happen(battle, state, target, fighter, action.effect)
    return put_in_force(battle, state, InForce(fighter, number, target))


def put_in_force(battle: Battle, state: BattleState, entry: InForce) -> BattleState:
    """Put the effect of a mystic action in force, if it lasts and nobody has died of it (T-15)."""
    effect = mystic_actions(battle.profile(entry.caster))[entry.action].effect
    if not lasts(effect) or not state.is_up(entry.caster) or not state.is_up(entry.bearer):
        return state
    others = [one for one in state.in_force if one != entry]
    return with_in_force(battle, state, [*others, entry])


def cast_at_will(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Let a fighter take as many mystic actions as its player wants, and nothing else (C-37).

    *Edge cases* It ends when the battle is decided (T-2).
    """
    while not state.is_decided():
        choices = [0, *open_casts(battle, state, fighter)]
        action = yield from decide("action", battle.side_of(fighter), fighter, choices)
        if action == 0:
            break
        state = yield from cast(battle, state, fighter, action - MYSTIC)
    return state
