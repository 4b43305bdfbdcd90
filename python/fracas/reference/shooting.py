"""Shooting: who may shoot at whom, and what a shot does (A-15, M-17, M-19, M-20).

The chapter on shooting is not part of the sources: what it would say is data of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from fracas.events import Shot, ShotResolved
from fracas.reference.armies import argument_of
from fracas.reference.battle import Battle, BattleState, Run, tried
from fracas.reference.happening import hit
from fracas.reference.movement import dive_reasons, reasons
from fracas.reference.plane import HAIR, depth_outside
from fracas.reference.requests import decide
from fracas.reference.rules import ShootingRules
from fracas.reference.tables import Profile, Table

__all__ = [
    "SHOOT",
    "Plan",
    "Weapon",
    "difficulty_of",
    "distance_of_shot",
    "open_shots",
    "shoot",
    "target_number",
    "value_of_shot",
    "weapon_of",
]

Plan: TypeAlias = Literal["open", "walks", "stands", "combines"]
"""Whether a fighter that has shot will walk: a shot settles that before it is resolved (A-15). Who
combines its shot with an exclusive action does not, but moves all the same (A-14)."""

SHOOT = 4
"""The choice of ``action`` that is a shot (A-13)."""


@dataclass(frozen=True)
class Weapon:
    """A ranged weapon (A-15)."""

    strength: int
    short: float
    """Up to where its short range goes, in centimetres."""
    medium: float
    long: float
    shots: int = 1
    """How many shots it allows a turn."""
    assault: bool = False
    """Whether its shots are assault shots, from which nobody dives for cover (M-20)."""


def weapon_of(profile: Profile) -> Weapon | None:
    """Give the ranged weapon of a profile, if it has one."""
    return None if profile.weapon is None else Weapon(**profile.weapon)


# Before the shot


def open_shots(state: BattleState, fighter: int) -> list[int]:
    """List the enemies that a fighter may shoot at now; none when it may not shoot.

    *Rule* It needs an aim and a ranged weapon, a shot left in this turn, to be free of any
    adversary and to see the target (A-15). How far that is, is measured when it has shot; only if
    both players agreed to measure before, those beyond the long range are left out (A-17).

    *Edge cases* Who dived for cover and was free when it was activated may not (M-20).
    """
    table = state.table
    placed, weapon = table.fighters[fighter], weapon_of(table.fighters[fighter].profile)
    if weapon is None or placed.profile.aim is None or not table.is_free(fighter):
        return []
    if state.shots[fighter] >= weapon.shots:
        return []
    if placed.must_take_cover and not placed.disengaged:
        return []
    seen = [enemy for enemy in state.enemies(fighter) if table.sees(fighter, enemy).visible]
    if not table.rules.turn.free_measuring:
        return seen
    return [
        enemy for enemy in seen if distance_of_shot(table, fighter, enemy) <= weapon.long + HAIR
    ]


def plan_walk(battle: Battle, state: BattleState, fighter: int, plan: Plan) -> Run[Plan]:
    """Let a player say whether a shooter walks after its shot.

    *Rule* That must be announced before the shot is resolved (A-15): who does not, has no walk in
    this activation any more.

    *Edge cases* Nothing is asked of who cannot walk, or has said already that it will not.
    """
    if plan in {"stands", "combines"} or reasons(state.table, fighter, "walk"):
        return plan
    walks = yield from decide("then_walk", battle.side_of(fighter), fighter, (0, 1))
    return "walks" if walks else "stands"


def distance_of_shot(table: Table, fighter: int, target: int) -> float:
    """Measure a shot: straight from the mire to the base of the target (M-2)."""
    return max(0.0, depth_outside(table.body(target), table.base(fighter).mire))


def target_number(table: Table, fighter: int, *, dived: bool) -> int:
    """Give the X of the skill Target/+X that a fighter has against a shot.

    *Rule* Its own, or the one that cover gives (M-19), also to who has just dived for it (M-20).

    *Edge cases* A skill does not add to itself: the higher of the two counts.
    """
    placed = table.fighters[fighter]
    own = argument_of(placed.profile, "Target") or ""
    number = int(own) if own.removeprefix("+").isdecimal() else 0
    return max(number, table.rules.movement.cover if dived or placed.under_cover else 0)


def difficulty_of(weapon: Weapon, distance: float, options: ShootingRules) -> int | None:
    """Give the difficulty of a range; ``None`` beyond the long one (A-15).

    *Example*

    >>> crossbow = Weapon(6, 10, 20, 30)
    >>> [difficulty_of(crossbow, distance, ShootingRules()) for distance in (10, 10.5, 30, 31)]
    [4, 7, 10, None]
    """
    ranges = (
        (weapon.short, options.short),
        (weapon.medium, options.medium),
        (weapon.long, options.long),
    )
    return next((number for reach, number in ranges if distance <= reach + HAIR), None)


def value_of_shot(table: Table, fighter: int, plan: Plan) -> int:
    """Give what a fighter shoots with.

    *Rule* Its aim, as wounds (W-5) and a charge (M-17) have left it; and the bonus of the immobile
    shot, unless it has moved in this activation or is going to (A-15).

    *Edge cases* Who has left contact has moved (A-15).
    """
    placed = table.fighters[fighter]
    has_moved = placed.walked or placed.disengaged or plan in {"walks", "combines"}
    return table.current(fighter, "aim") + (0 if has_moved else table.rules.shooting.immobile)


# The shot


def shoot(
    battle: Battle, state: BattleState, fighter: int, plan: Plan
) -> Run[tuple[BattleState, Plan]]:
    """Shoot once; give the state after it, and whether the shooter will walk.

    *Rule* A target is declared, a walk after the shot is announced, the target may dive for cover
    (M-20). Then it is measured: a check of aim against the difficulty of the range and the Target
    number, and on success a wound roll with the strength of the weapon (A-15).

    *Dice* One called ``shot``, with its rerolls; two called ``wound`` when it hits. None beyond
    the long range, which is a miss.
    """
    weapon = weapon_of(battle.profile(fighter))
    if weapon is None:
        return state, plan
    side, targets = battle.side_of(fighter), open_shots(state, fighter)
    target = yield from decide("target", side, fighter, targets)
    plan = yield from plan_walk(battle, state, fighter, plan)
    dives = 0
    if not dive_reasons(state.table, target, assault_shot=weapon.assault):
        dives = yield from decide("dive", 1 - side, target, (0, 1))
    if dives:
        state = state.with_marks([target], must_take_cover=True)
    shots = list(state.shots)
    shots[fighter] += 1
    state = replace(state, shots=tuple(shots))
    distance = distance_of_shot(state.table, fighter, target)
    yield Shot(fighter, target, distance, dived=bool(dives))

    by_range = difficulty_of(weapon, distance, battle.rules.shooting)
    if by_range is None:
        yield ShotResolved(fighter, target, None, None, success=False)
        return state, plan
    difficulty = by_range + target_number(state.table, target, dived=bool(dives))
    value = value_of_shot(state.table, fighter, plan)
    result = yield from tried(battle, fighter, "shot", value, difficulty)
    yield ShotResolved(fighter, target, result, difficulty, success=bool(result.success))
    if result.success:
        state = yield from hit(battle, state, fighter, target, weapon.strength)
    return state, plan
