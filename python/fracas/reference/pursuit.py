"""Pursuit: what the survivors of a combat do, and the combats that follow (C-30 to C-36)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from fracas.events import CombatFormed, Pursued
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.melees import star_of
from fracas.reference.moves import choose_also, choose_move, placed_on
from fracas.reference.requests import decide
from fracas.reference.separating import melee_of, separate
from fracas.types import Star

__all__ = ["groups_of_pursuers", "open_pursuits", "pursue", "pursuers_after", "regroup"]

STAY, MOVE, ENGAGE = 0, 1, 2


def pursuers_after(state: BattleState, star: Star) -> list[int]:
    """List who may pursue after a combat.

    *Rule* When one side is entirely killed, each survivor who has not pursued this turn (C-30).
    """
    lone, several = state.up([star.lone]), state.up(star.enemies)
    if bool(lone) == bool(several):
        return []
    return [fighter for fighter in sorted(lone + several) if fighter not in state.pursued]


def pursue(battle: Battle, state: BattleState, star: Star) -> Run[tuple[BattleState, list[int]]]:
    """Let the survivors of a combat pursue; tell who has.

    *Rule* All of them first, one after another in the order their player chooses (C-36).
    """
    left, pursuers = pursuers_after(state, star), list[int]()
    while left:
        fighter = yield from decide("pursuer", battle.side_of(left[0]), None, left)
        left.remove(fighter)
        state = yield from pursue_with(battle, state, fighter)
        pursuers += [fighter] if fighter in state.pursued else []
    return state, pursuers


def pursue_with(battle: Battle, state: BattleState, fighter: int) -> Run[BattleState]:
    """Let one survivor stay, move or engage.

    *Rule* Half its movement rounded up, in any direction; it may engage whom it can reach, also
    from contact (C-30). Who stays beside an enemy that has not fought has reached contact, and
    that is his pursuit (C-35).
    """
    side, distance = battle.side_of(fighter), reach_of_pursuit(state, fighter)
    targets = open_pursuits(state, fighter, distance)
    choices = [STAY, *([MOVE] if distance > 0 else []), *([ENGAGE] if targets else [])]
    choice = yield from decide("pursuit", side, fighter, choices)
    if choice == STAY:
        return with_pursued(state, fighter) if not_fought(state, fighter) else state
    if choice == MOVE:
        table, _ = yield from choose_move(battle, state, fighter, "pursuit", distance)
        state = state.with_table(table)
    else:
        target = yield from decide("target", side, fighter, targets)
        chosen = yield from choose_also(battle, state, fighter, target, distance)
        stance = placed_on(state.table, fighter, chosen, distance)
        if stance is not None:
            state = state.with_table(state.table.with_base(fighter, stance.base))
    yield Pursued(fighter, state.pose(fighter), tuple(state.table.adversaries(fighter)))
    return with_pursued(state, fighter)


def reach_of_pursuit(state: BattleState, fighter: int) -> int:
    """Give how far a fighter pursues: half its movement, rounded up (C-30)."""
    return math.ceil(state.table.fighters[fighter].profile.movement / 2)


def open_pursuits(state: BattleState, fighter: int, distance: float) -> list[int]:
    """List the enemies that a pursuer can reach (C-30)."""
    return [
        enemy
        for enemy in state.enemies(fighter)
        if placed_on(state.table, fighter, (enemy,), distance) is not None
    ]


def with_pursued(state: BattleState, fighter: int) -> BattleState:
    """Give the state in which a fighter has used its pursuit."""
    return replace(state, pursued=state.pursued | {fighter})


def not_fought(state: BattleState, fighter: int) -> list[int]:
    """List the enemies in contact that have not fought in this phase (C-31)."""
    return [one for one in state.table.adversaries(fighter) if one not in state.fought]


# What follows


def regroup(battle: Battle, state: BattleState, pursuers: Sequence[int]) -> Run[BattleState]:
    """Make the combats that follow from pursuits.

    *Rule* A pursuer fights those it has reached who have not fought, at once (C-31). If that makes
    no combat, its player separates anew; only the combats with a pursuer are fought at once (C-33).
    """
    for group in groups_of_pursuers(state, pursuers):
        state = replace(
            state,
            waiting=tuple(one for one in state.waiting if not group & {*one.members}),
            queue=tuple(one for one in state.queue if not group & {*one.members}),
        )
        melee = melee_of(state, group)
        star = star_of(melee, melee.fighters)
        if star is not None:
            yield CombatFormed(star.lone, star.enemies)
            stars = [star]
        else:
            side = next(battle.side_of(one) for one in pursuers if one in group)
            stars = yield from separate(melee, side)
        at_once = [one for one in stars if state.pursued & {*one.members}]
        later = [one for one in stars if one not in at_once]
        state = replace(state, queue=(*state.queue, *at_once), waiting=(*state.waiting, *later))
    return state


def groups_of_pursuers(state: BattleState, pursuers: Sequence[int]) -> list[set[int]]:
    """Put together the pursuers and those they will have to fight with, by lowest fighter.

    *Rule* A pursuer, the enemies it touches that have not fought, and the unresolved combats they
    are in; no others (C-36).

    *Edge cases* Groups that share a fighter are one.
    """
    groups: list[set[int]] = []
    for pursuer in pursuers:
        reached = set(not_fought(state, pursuer))
        if not reached:
            continue
        group = {pursuer} | reached
        for star in (*state.waiting, *state.queue):
            group |= {*star.members} if reached & {*star.members} else set()
        shared = [other for other in groups if other & group]
        groups = [other for other in groups if not other & group]
        groups.append(group.union(*shared))
    return sorted(groups, key=min)
