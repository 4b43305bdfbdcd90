"""How a player moves a fighter in a battle: where it heads, how far, which way it looks.

A move is chosen from a few directions and lengths; if the place is taken, the fighter stops short
of it (M-2, M-7 to M-9, M-12, M-14, M-15, M-19, C-30).
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from fracas.reference.assaults import Stance, measured_path, nearest_stance, pivots
from fracas.reference.bases import Base
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.legs import Leg, Path, tolls
from fracas.reference.movement import standing_reasons, target_reasons
from fracas.reference.paths import Measures
from fracas.reference.pivoting import best_pivot, turned_stance
from fracas.reference.plane import HAIR, Point, approach, depth_outside, middle_of, unit
from fracas.reference.requests import decide
from fracas.reference.rims import reach_of
from fracas.reference.tables import Table

__all__ = ["ALONE", "choose_also", "choose_charged", "choose_move", "is_too_far", "placed_on"]

COMPASS = 16
"""How many directions there are; the choice after the last is towards an enemy."""
AS_IT_WENT, NEAREST_ENEMY = 16, 17
PARTS = 8
"""A place that is taken is given up for one an eighth of the way nearer."""
ALONE = 63
"""The choice that no second enemy is assaulted."""

MoveName: TypeAlias = Literal["walk", "run", "take_cover", "pursuit"]


# Moves without contact


class Way(Protocol):
    """The line along which a fighter moves."""

    @property
    def length(self) -> float:
        """How far it can go on it."""

    def at(self, distance: float) -> Point:
        """Give the point so far along."""

    def direction(self, distance: float) -> Point | None:
        """Give the unit vector in which the way goes there."""


@dataclass(frozen=True)
class Straight:
    """Straight on from the mire."""

    start: Point
    heading: Point
    length: float

    def at(self, distance: float) -> Point:
        """Give the point so far along."""
        return self.start + self.heading * distance

    def direction(self, _distance: float) -> Point:
        """Give the direction, which is always the same."""
        return self.heading


@dataclass(frozen=True)
class Along:
    """Along a measured path."""

    path: Path
    length: float

    def at(self, distance: float) -> Point:
        """Give the point so far along, as the path measures."""
        return self.path.at(distance)

    def direction(self, distance: float) -> Point | None:
        """Give the direction there; at a bend, the one before it."""
        last = None
        for leg in self.path.legs:
            length = leg_cost(leg, self.path)
            if leg.length > 0:
                walked = walked_on(leg, self.path, min(distance, length))
                last = leg.direction(walked)
            if distance <= length and last is not None:
                return last
            distance -= length
        return last


def leg_cost(leg: Leg, path: Path) -> float:
    """Tell how long a leg measures, with what is paid on it (M-6)."""
    return leg.length + math.fsum(toll.cost for toll in tolls(leg, path.crossings))


def walked_on(leg: Leg, path: Path, distance: float) -> float:
    """Tell how far along a leg somebody is who has used so much of his distance on it."""
    walked = 0.0
    for toll in tolls(leg, path.crossings):
        if distance <= toll.distance - walked:
            break
        distance -= toll.distance - walked
        walked = toll.distance
        if distance <= toll.cost:
            return walked
        distance -= toll.cost
    return min(leg.length, walked + distance)


def choose_move(
    battle: Battle, state: BattleState, fighter: int, action: MoveName, allowed: float
) -> Run[tuple[Table, float]]:
    """Let a player move a fighter; give the table after it, and the distance measured.

    *Rule* A direction is named, then it is measured; it ends in any facing (M-8, M-9).

    *Edge cases* A walk may be a turn on the spot (M-7). Whoever finds no place stays as it is.
    """
    table, side = state.table, battle.side_of(fighter)
    enemies = state.enemies(fighter)
    headings = range(COMPASS + 1 if enemies else COMPASS)
    heading = yield from decide("heading", side, fighter, headings)
    towards = None
    if heading == COMPASS:
        towards = yield from decide("towards", side, fighter, enemies)
    pace = yield from decide("pace", side, fighter, range(0 if action == "walk" else 1, 5))
    facings = range(NEAREST_ENEMY + 1 if enemies else NEAREST_ENEMY)
    facing = yield from decide("facing", side, fighter, facings)

    way = way_of(table, fighter, heading, towards, allowed)
    if way is None:
        return table, 0.0
    return move_along(table, fighter, action, way, allowed, pace, facing)


def way_of(
    table: Table, fighter: int, heading: int, towards: int | None, allowed: float
) -> Way | None:
    """Give the way a fighter goes; ``None`` when there is none."""
    if towards is None:
        return Straight(table.base(fighter).mire, compass(heading), allowed)
    path = measured_path(table, fighter, towards)
    return None if path is None else Along(path, min(allowed, path.length))


def compass(number: int) -> Point:
    """Give one of the directions, counter-clockwise from the x-axis."""
    return cmath.rect(1, math.radians(number * 360 / COMPASS))


def move_along(
    table: Table,
    fighter: int,
    action: MoveName,
    way: Way,
    allowed: float,
    pace: int,
    facing: int,
) -> tuple[Table, float]:
    """Put a fighter on the farthest place of its way that it may stand on.

    Places are tried from the pace backwards; on each the facing that is wanted, the old one, then
    that of the way.
    """
    measures = table.measures(fighter)
    for part in range(2 * pace, -1, -1):
        share = part / PARTS
        mire = way.at(way.length * share)
        there = way.direction(way.length * share)
        old = table.base(fighter).facing
        wanted = wanted_facing(table, fighter, facing, mire, there) or old
        for turned in (wanted, old, there or old):
            base = Base.with_mire(table.footprint(fighter), mire, turned)
            distance = measured(table, measures, base)
            is_near = distance is not None and distance <= allowed * share + HAIR
            if is_near and distance is not None and may_stand(table, fighter, action, base):
                return table.with_base(fighter, base), distance
    return table, 0.0


def wanted_facing(
    table: Table, fighter: int, facing: int, mire: Point, there: Point | None
) -> Point | None:
    """Give the facing that a player has chosen, once the mire is at a place."""
    if facing < COMPASS:
        return compass(facing)
    if facing == AS_IT_WENT:
        return there
    enemies = [n for n in table.others(fighter) if table.are_enemies(fighter, n)]
    nearest = min(enemies, key=lambda n: max(0.0, depth_outside(table.body(n), mire)))
    return unit(middle_of(table.body(nearest)) - mire)


def measured(table: Table, measures: Measures, base: Base) -> float | None:
    """Measure to the mire of a base; ``None`` when it cannot be reached (M-2)."""
    path = measures.path_to(table.out_of(measures.scene, base.mire))
    return None if path is None else path.length


def may_stand(table: Table, fighter: int, action: MoveName, base: Base) -> bool:
    """Tell whether a move may end on a place.

    *Rule* It overlaps nothing, is on the table, and touches no enemy (M-8, M-9); under cover it
    does not change level either (M-19).
    """
    if standing_reasons(table, fighter, base):
        return False
    if action != "take_cover" or table.rules.edition == "older":
        return True
    return table.level(base.mire) == table.level(table.base(fighter).mire)


# Moves into contact


def placed_on(
    table: Table,
    fighter: int,
    targets: Sequence[int],
    distance: float,
    turned: Sequence[int] = (),
) -> Stance | None:
    """Find where an assailant comes to stand; ``None`` when that is too far or there is no room.

    *Rule* In contact where the way is shortest (M-12), with all the targets (M-14). Those who may
    be ``turned`` are, if that is needed, and as little as can be (M-15).

    *Edge cases* The mire touches the first of several targets, or else the next (M-14); whom it
    touches is not turned. A base that is full takes nobody (M-12).
    """
    mire = table.base(fighter).mire
    if any("base_full" in target_reasons(table, fighter, "engage", n) for n in targets):
        return None
    # No way is shorter than the straight one.
    reach = distance + table.tolerance
    near = [first for first in targets if depth_outside(table.body(first), mire) <= reach]
    for first in near:
        others = [target for target in targets if target != first]
        stance = nearest_stance(table, fighter, first, others)
        if isinstance(stance, Stance) and stance.path.length <= distance + HAIR:
            return stance
    pairs = [(first, other) for first in near for other in turned if other != first]
    found = [turned_stance(table, fighter, first, other, distance) for first, other in pairs]
    return best_pivot([stance for stance in found if stance is not None])


def is_too_far(table: Table, fighter: int, target: int, distance: float) -> bool:
    """Tell whether distance alone keeps an assailant from a target (A-17).

    *Edge cases* Who finds no way or no room fails for another reason.
    """
    stance = nearest_stance(table, fighter, target)
    return isinstance(stance, Stance) and stance.path.length > distance + HAIR


def choose_also(
    battle: Battle, state: BattleState, fighter: int, target: int, distance: float
) -> Run[tuple[int, ...]]:
    """Let a player say whether a second enemy is assaulted together with the first (M-14)."""
    near = [
        other
        for other in enemies_beside(state, fighter, target)
        if placed_on(state.table, fighter, (target, other), distance) is not None
    ]
    also = yield from decide("also", battle.side_of(fighter), fighter, [*near, ALONE])
    return (target,) if also == ALONE else (target, also)


def choose_charged(
    battle: Battle, state: BattleState, fighter: int, target: int, distance: float
) -> Run[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Let a player say whom else a charger touches, and whom it turns; give all and the latter.

    *Rule* As for any assault (M-14), but those it charges may be turned (M-15).
    """
    side, beside = battle.side_of(fighter), enemies_beside(state, fighter, target)
    groups = {one: open_pivots(state.table, fighter, target, one, distance) for one in beside}
    near = [other for other in beside if groups[other]]
    also = yield from decide("also", side, fighter, [*near, ALONE])
    if also == ALONE:
        return (target,), ()
    pivot = yield from decide("pivot", side, fighter, sorted(groups[also]))
    return (target, also), groups[also][pivot]


def enemies_beside(state: BattleState, fighter: int, target: int) -> list[int]:
    """List the enemies near enough to a target to be touched together with it (M-14)."""
    table = state.table
    width = 2 * reach_of(table.body(fighter))
    return [
        other
        for other in state.enemies(fighter)
        if other != target and approach(table.body(target), table.body(other)).gap <= width
    ]


def open_pivots(
    table: Table, fighter: int, target: int, other: int, distance: float
) -> dict[int, tuple[int, ...]]:
    """Give who may be turned so that a charger reaches two targets, by the number of the choice.

    *Rule* 0 nobody, 1 the second target, 2 the first, 3 both; only who is free of any contact, and
    whose power together is no more than the charger's (M-15).

    *Edge cases* Where nobody need be turned, all who may be are listed all the same. Of two who may
    be turned only one has to be: whom the mire touches stays as it is.
    """
    targets = (target, other)
    numbers = {(other,): 1, (target,): 2, targets: 3}
    groups = {numbers[group]: group for group in pivots(table, fighter, targets)}
    if placed_on(table, fighter, targets, distance) is not None:
        return {0: (), **groups}
    alone = {one for group in groups.values() for one in group}
    helped = {one for one in alone if placed_on(table, fighter, targets, distance, (one,))}
    return {number: group for number, group in groups.items() if helped & {*group}}
