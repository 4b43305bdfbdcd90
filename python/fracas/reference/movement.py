"""Who may move how, and where to (M-1, M-2, M-7 to M-13, M-19 to M-25, M-27).

Every condition is a list of reasons why not; an empty list is a yes.
"""

from __future__ import annotations

import cmath
import math
from typing import Literal, TypeAlias

from fracas.reference.bases import Base
from fracas.reference.checks import Policy, check
from fracas.reference.dice import DiceSource
from fracas.reference.plane import HAIR, Point, approach
from fracas.reference.rims import clearance_on_table
from fracas.reference.tables import Pair, Table, complex_of
from fracas.types import CheckResult

__all__ = [
    "Action",
    "Reason",
    "destination_reasons",
    "disengage",
    "disengage_reasons",
    "distance_of",
    "dive_reasons",
    "move",
    "reasons",
]

Action: TypeAlias = Literal["walk", "run", "charge", "engage", "take_cover"]
Reason: TypeAlias = str
"""Why something is not allowed: ``too_far``, ``not_seen`` …"""

FACTORS: dict[Action, int] = {"walk": 1, "run": 2, "charge": 2, "engage": 2, "take_cover": 1}


def distance_of(table: Table, fighter: int, action: Action) -> float:
    """Give how far an action takes a fighter.

    *Rule* A multiple of its movement (M-1, M-8 to M-11, M-19); after disengaging an engagement
    takes it only half as far (M-25).

    *Edge cases* Wounds do not lower the movement (W-5).
    """
    placed = table.fighters[fighter]
    factor = 1 if action == "engage" and placed.disengaged else FACTORS[action]
    return placed.profile.movement * factor


def reasons(table: Table, fighter: int, action: Action, target: int | None = None) -> list[Reason]:
    """List why a fighter may not take an action now, whatever its destination.

    *Rule* Walk M-7 and M-8, run M-9, charge M-10, engage M-11, move under cover M-19.

    *Edge cases* After diving for cover it may only move under cover, unless an enemy touches it
    by now (M-20). Turning on the spot is a walk (M-7).
    """
    placed = table.fighters[fighter]
    is_free = table.is_free(fighter)
    found = [] if placed.profile.movement > 0 else ["no_movement"]
    found += activation_reasons(table, fighter)
    if placed.must_take_cover and is_free and action != "take_cover":
        found.append("must_take_cover")
    if action == "walk":
        found += walk_reasons(table, fighter)
    elif action == "engage":
        found += [] if is_free or placed.disengaged else ["not_disengaged"]
    else:
        if not is_free:
            found.append("in_contact")
        if placed.disengaged:
            found.append("after_disengaging")
    if action == "take_cover" and is_above_ground(table, fighter):
        found.append("not_level_0")
    if target is not None:
        found += target_reasons(table, fighter, action, target)
    return found


def activation_reasons(table: Table, fighter: int) -> list[Reason]:
    """List why a fighter cannot act at all: its activation is over, and not of this moment."""
    placed = table.fighters[fighter]
    return ["already_activated"] if placed.activated and not placed.activated_now else []


def walk_reasons(table: Table, fighter: int) -> list[Reason]:
    """List why a fighter may not walk.

    *Rule* In contact it must not have been assaulted in this phase and must have disengaged; one
    walk per speaking turn (M-8).
    """
    placed = table.fighters[fighter]
    found = []
    if not table.is_free(fighter):
        found += ["assaulted"] if placed.assaulted else []
        found += [] if placed.disengaged else ["not_disengaged"]
    return found + (["already_walked"] if placed.walked else [])


def is_above_ground(table: Table, fighter: int) -> bool:
    """Tell whether a fighter stands on scenery, where the edition cares (M-19, M-20, M-27)."""
    return table.rules.edition == "newer" and table.level(table.base(fighter).mire) > 0


def target_reasons(table: Table, fighter: int, action: Action, target: int) -> list[Reason]:
    """List why a fighter may not assault one target.

    *Rule* An enemy; seen for a charge (M-10), not seen for an engagement (M-11); not touched by
    its maximum of adversaries already (M-12).

    *Edge cases* After disengaging it may engage whom it sees, also those it leaves: it is then not
    itself among those who fill a base (M-11).
    """
    options = table.rules.movement
    found = [] if table.are_enemies(fighter, target) else ["not_an_enemy"]
    is_seen = table.sees(fighter, target).visible
    if action == "charge" and not is_seen:
        found.append("not_seen")
    may_engage = options.engage_a_seen_target or table.fighters[fighter].disengaged
    if action == "engage" and is_seen and not may_engage and table.is_free(fighter):
        found.append("seen")
    crowd = [other for other in table.adversaries(target) if other != fighter]
    if options.full_bases == "closed" and len(crowd) >= table.maximum(target):
        found.append("base_full")
    return found


def dive_reasons(table: Table, fighter: int, *, assault_shot: bool = False) -> list[Reason]:
    """List why the target of a shot may not dive for cover.

    *Rule* It must be free, not yet activated, at level 0, and the shot no assault shot (M-20).

    *Edge cases* In the older edition neither level nor kind of shot matters (M-27).
    """
    placed = table.fighters[fighter]
    found = ["activated"] if placed.activated or placed.activated_now else []
    found += [] if table.is_free(fighter) else ["in_contact"]
    found += ["not_level_0"] if is_above_ground(table, fighter) else []
    if assault_shot and table.rules.edition == "newer":
        found.append("assault_shot")
    return found


def base_at(table: Table, fighter: int, mire: Point, facing: float | None) -> Base:
    """Give the base of a fighter whose mire has come to a point (M-2, M-7)."""
    base = table.base(fighter)
    turned = base.facing if facing is None else cmath.rect(1, math.radians(facing))
    return Base.with_mire(base.footprint, mire, turned)


def destination_reasons(
    table: Table, fighter: int, action: Action, to: Pair, facing: float | None = None
) -> list[Reason]:
    """List why a fighter may not end a move with its mire at a point, in a facing.

    *Rule* The measured path must be short enough (M-2, M-3); the base must stand on the table,
    overlap nothing and touch no enemy (M-8, M-9, M-19).

    *Edge cases* It may touch friends. Under cover it may not change level (M-19), but for the
    older edition (M-27).
    """
    measures = table.measures(fighter)
    path = measures.path_to(table.out_of(measures.scene, complex_of(to)))
    found = []
    if path is None:
        found.append("no_way")
    elif path.length > distance_of(table, fighter, action) + HAIR:
        found.append("too_far")
    base = base_at(table, fighter, complex_of(to), facing)
    found += standing_reasons(table, fighter, base)
    if action == "take_cover" and table.rules.edition == "newer":
        start = table.level(table.base(fighter).mire)
        found += [] if table.level(base.mire) == start else ["changes_level"]
    return found


def standing_reasons(table: Table, fighter: int, base: Base) -> list[Reason]:
    """List why a fighter may not come to stand on a place without contact."""
    found = []
    gaps = {n: approach(base.body, table.body(n)).gap for n in table.others(fighter)}
    scenery = [approach(base.body, body).gap for body in table.impassable()]
    if any(gap < -table.tolerance for gap in [*gaps.values(), *scenery]):
        found.append("overlaps")
    if clearance_on_table(base.body, table.ground) < -table.tolerance:
        found.append("off_table")
    touched = [n for n, gap in gaps.items() if abs(gap) <= table.tolerance]
    if any(table.are_enemies(fighter, n) for n in touched):
        found.append("touches_enemy")
    return found


def move(table: Table, fighter: int, action: Action, to: Pair, facing: float | None) -> Table:
    """Give the table after a walk, a run or a move under cover that was allowed.

    *Rule* A walk is used up, a turn on the spot too (M-7, M-8); cover lasts until its activation
    of the next turn (M-19).
    """
    moved = table.with_base(fighter, base_at(table, fighter, complex_of(to), facing))
    if action == "walk":
        return moved.with_state(fighter, walked=True)
    if action == "take_cover":
        return moved.with_state(fighter, under_cover=True, must_take_cover=False)
    return moved


def disengage_reasons(
    table: Table, fighter: int, manner: Literal["agility", "force"]
) -> list[Reason]:
    """List why a fighter may not try to disengage.

    *Rule* In contact, not assaulted in this phase, touched by fewer than its maximum of
    adversaries, and only once (M-21). By force: bigger than each of them, and stronger than the
    highest resilience among them (M-23).
    """
    placed, adversaries = table.fighters[fighter], table.adversaries(fighter)
    found = activation_reasons(table, fighter)
    found += [] if adversaries else ["not_in_contact"]
    found += ["assaulted"] if placed.assaulted else []
    if len(adversaries) >= table.maximum(fighter):
        found.append("at_maximum_of_adversaries")
    if placed.tried_disengaging:
        found.append("already_tried")
    if manner == "force" and adversaries:
        if any(table.size(other) >= table.size(fighter) for other in adversaries):
            found.append("not_bigger")
        if force_of(table, fighter) <= 0:
            found.append("too_weak")
    return found


def force_of(table: Table, fighter: int) -> int:
    """Give what a fighter disengages by force with: see M-23."""
    resilience = max(table.current(other, "resilience") for other in table.adversaries(fighter))
    return table.current(fighter, "strength") - resilience


def disengage(
    table: Table,
    fighter: int,
    manner: Literal["agility", "force"],
    *,
    source: DiceSource,
    reroll: Policy = "always",
) -> tuple[CheckResult, Table]:
    """Try to disengage.

    *Rule* A check of initiative (M-22), or of strength less the highest resilience (M-23), against
    4 and 2 for each adversary in contact. Who fails is bound to defence (M-24); who succeeds may
    leave, and is in contact until he does (M-25).

    *Dice* One die and its rerolls, all called ``disengage``.
    """
    options = table.rules.movement
    adversaries = len(table.adversaries(fighter))
    value = (
        table.current(fighter, "initiative") if manner == "agility" else force_of(table, fighter)
    )
    result = check(
        value,
        difficulty=options.disengage_difficulty + options.disengage_per_adversary * adversaries,
        reroll=reroll,
        roll="disengage",
        source=source,
        rules=table.rules,
    )
    state = {"disengaged": True} if result.success else {"bound_to_defence": True}
    return result, table.with_state(fighter, tried_disengaging=True, **state)
