"""Assaults: where the assailant comes to stand, or how far it gets (M-10 to M-16).

Nothing stops an assault on its way but the death of its target (M-16): shots and fear would, but
their chapters are missing (M-26).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fracas.reference.bases import Base, Footprint
from fracas.reference.charges import pivotable
from fracas.reference.legs import Path
from fracas.reference.movement import (
    Action,
    Reason,
    distance_of,
    reasons,
    standing_reasons,
    target_reasons,
)
from fracas.reference.pinches import SLACK, border
from fracas.reference.plane import HAIR, Body, Point, approach, middle_of, unit
from fracas.reference.rims import ROUNDING, SAMPLES, Interval, Rim, free_rim
from fracas.reference.tables import Table
from fracas.reference.turning import smallest_turn

__all__ = [
    "Assault",
    "Stance",
    "aimed_stance",
    "assault",
    "failed",
    "nearest_stance",
    "pivots",
    "redirect",
    "redirected_action",
    "stances",
    "turn_of_pivot",
]

STEP = 1 / 64
"""How closely the path of a failed assault is searched backwards (cm)."""


@dataclass(frozen=True)
class Stance:
    """A place in contact, and the way there."""

    base: Base
    path: Path
    turn: float
    """Where on the rim it is: see :class:`~fracas.reference.rims.Rim`."""
    pivots: tuple[tuple[int, float], ...] = ()
    """Who has to be turned for it, and how far: in radians, counter-clockwise (M-15)."""


@dataclass(frozen=True)
class Assault:
    """How an assault ended."""

    table: Table
    path: Path | None
    reached: bool
    touched: tuple[int, ...]
    """The enemies that its base touches in the end, of which the targets are assaulted."""
    walked: float
    """How much of its distance the assailant has used."""


def bodies_beside(table: Table, fighter: int, target: int) -> list[Body]:
    """List what an assailant of a target may touch but not overlap."""
    bases = [table.body(other) for other in table.others(fighter) if other != target]
    return bases + table.impassable()


def obstacle_number(table: Table, fighter: int, target: int) -> int:
    """Give the number that a target has among the obstacles of a fighter."""
    return [number for number, _ in table.obstacles(fighter)].index(target)


def measured_path(table: Table, fighter: int, target: int) -> Path | None:
    """Measure to the nearest point of the rim of a target (M-2)."""
    return table.measures(fighter).path_to_rim(obstacle_number(table, fighter, target))


def stances(
    table: Table, fighter: int, target: int, also: Sequence[int] = ()
) -> Iterator[tuple[float, float, Path]]:
    """List the places on the free rim that could be nearest: cost, stance and path.

    *Rule* The base overlaps nobody and its mire touches the target (M-12); with several targets it
    touches all the others with any part (M-14).

    *Edge cases* Where a place is looked for, half the tolerance of a contact is a touch, so that
    rounding cannot undo it.

    The nearest place is where a path meets the rim best, or else at an end of the free rim, or of a
    stretch of it along which another target is touched.
    """
    rim, footprint = Rim(table.body(target)), table.footprint(fighter)
    free = free_rim(rim, footprint, bodies_beside(table, fighter, target), table.ground)
    measures = table.measures(fighter)

    def touches_all(turn: float) -> bool:
        body = rim.stance(footprint, turn).body
        return all(approach(body, table.body(n)).gap <= SLACK for n in also)

    ways = sorted(
        measures.ways_to_rim(obstacle_number(table, fighter, target)), key=lambda way: way.cost
    )
    for way in ways:
        path = measures.best(iter([way]))
        for turn in free_turns(rim, free, way.legs[-1].end):
            if path is not None and touches_all(turn):
                yield path.length, turn, path
    ends = [end for interval in free for end in interval]
    for turn in (*ends, *ends_of_touch(rim, footprint, free, [table.body(n) for n in also])):
        path = measures.path_to(rim.place(turn)[0])
        if path is not None and touches_all(turn):
            # A stretch that ends with the rim does not begin it.
            is_over = turn > rim.length + 2 * HAIR
            yield path.length, turn - rim.length if is_over else turn, path


def ends_of_touch(
    rim: Rim, footprint: Footprint, free: Sequence[Interval], others: Sequence[Body]
) -> list[float]:
    """List where a base that goes along the free rim begins or ceases to touch another body.

    *Edge cases* Only a body that is flush with the rim is touched for a stretch; any other for a
    moment, where the free rim ends.
    """
    step, found = rim.length / SAMPLES, list[float]()
    for other in others:
        gaps = [gap_at(rim, footprint, other, step * place) for place in range(SAMPLES + 1)]
        for place, (one, two) in enumerate(itertools.pairwise(gaps)):
            if (abs(one) <= SLACK) == (abs(two) <= SLACK):
                continue
            good, bad = (place, place + 1) if abs(one) <= SLACK else (place + 1, place)
            # As near as along the stretch, but for rounding.
            most = max(0.0, gaps[good]) + ROUNDING

            def touches(turn: float, other: Body = other, most: float = most) -> bool:
                return gap_at(rim, footprint, other, turn) <= most

            found.append(border(touches, step * good, step * bad))
    return [turn for turn in found if is_within(rim, free, turn)]


def gap_at(rim: Rim, footprint: Footprint, other: Body, turn: float) -> float:
    """Measure from a base in contact with a rim to another body."""
    return approach(rim.stance(footprint, turn).body, other).gap


def is_within(rim: Rim, free: Sequence[Interval], turn: float) -> bool:
    """Tell whether a stance is one of the free ones."""
    return any(
        interval.first - HAIR <= turn + shift <= interval.last + HAIR
        for interval in free
        for shift in (0.0, rim.length, -rim.length)
    )


def free_turns(rim: Rim, free: Sequence[Interval], point: Point) -> list[float]:
    """List the free stances at a point of the rim; at a corner, the ends of what is free."""
    first, last = rim.turns_at(point)
    found = []
    for interval in free:
        for shift in (0.0, rim.length, -rim.length):
            low, high = max(first + shift, interval.first), min(last + shift, interval.last)
            if low <= high + HAIR:
                found.append(low % rim.length)
                # Past the start of the rim it would pass for the first.
                if low < high < rim.length:
                    found.append(high)
    return sorted(found)


def nearest_stance(
    table: Table, fighter: int, target: int, also: Sequence[int] = ()
) -> Stance | Reason:
    """Find the place in contact that is the shortest way off.

    *Edge cases* Of equally near ones the first round the rim. ``no_way`` when the target cannot be
    reached, ``no_room`` when nothing is free.
    """
    if measured_path(table, fighter, target) is None:
        return "no_way"
    found = list(stances(table, fighter, target, also))
    if not found:
        return "no_room"
    least = min(cost for cost, _, _ in found)
    near = [(turn, path) for cost, turn, path in found if cost <= least + HAIR]
    turn, path = min(near, key=lambda stance: stance[0])
    return Stance(Rim(table.body(target)).stance(table.footprint(fighter), turn), path, turn)


def aimed_stance(
    table: Table, fighter: int, target: int, at: Point, distance: float
) -> Stance | Reason:
    """Find the place in contact that is nearest to a point of the rim and near enough (M-12)."""
    rim, footprint = Rim(table.body(target)), table.footprint(fighter)
    free = free_rim(rim, footprint, bodies_beside(table, fighter, target), table.ground)
    measures = table.measures(fighter)

    def fits(turn: float) -> bool:
        if not is_within(rim, free, turn):
            return False
        path = measures.path_to(rim.place(turn)[0])
        return path is not None and path.length <= distance + HAIR

    if not free:
        return "no_room"
    first, last = rim.turns_at(at)
    steps, found = 256, []
    for sense, begin in ((1, last), (-1, first)):
        turns = [begin + sense * rim.length / 2 * k / steps for k in range(steps + 1)]
        if fits(begin):
            found.append(begin)
            continue
        for before, turn in itertools.pairwise(turns):
            if fits(turn):
                found.append(border(fits, turn, before))
                break
    if not found:
        return "too_far"
    turn = min(found, key=lambda turn: (max(first - turn, turn - last, 0.0), turn))
    path = measures.path_to(rim.place(turn)[0])
    if path is None:
        return "no_way"
    return Stance(rim.stance(footprint, turn), path, turn % rim.length)


def failed(table: Table, fighter: int, target: int, distance: float) -> tuple[Base, float]:
    """Find where an assailant stops that cannot reach its target, and how far it has come.

    *Rule* The full distance along the measured path, turned towards the target; or the last place
    before where its base overlaps none and touches no enemy (M-13).

    *Edge cases* It stays as it is when there is no such place.
    """
    path = measured_path(table, fighter, target)
    start = table.base(fighter)
    if path is None:
        return start, 0.0
    towards = middle_of(table.body(target))

    def pose(walked: float) -> Base:
        mire = path.at(walked)
        return Base.with_mire(start.footprint, mire, unit(towards - mire))

    def stands(walked: float) -> bool:
        return not standing_reasons(table, fighter, pose(walked))

    farthest = min(distance, path.length)
    walked = farthest
    while walked > 0 and not stands(walked):
        walked -= STEP
    if walked <= 0:
        return start, 0.0
    if walked < farthest:
        walked = border(stands, walked, min(farthest, walked + STEP))
        # A hair back: the border itself may be on either side of what rounding makes of it.
        if stands(walked - HAIR):
            walked -= HAIR
    return pose(walked), walked


def assault(
    table: Table,
    fighter: int,
    action: Literal["charge", "engage"],
    targets: Sequence[int],
    distance: float | None = None,
) -> Assault | list[Reason]:
    """Charge or engage, or list the reasons why not.

    *Rule* Placed in contact where the way is shortest (M-12), with all the targets (M-14); who is
    too far fails and has charged or engaged nobody (M-13).

    *Edge cases* With several targets the mire touches the first in the list, or else the next. A
    ``distance`` is what is left to who was redirected.
    """
    found = [reason for n in targets for reason in reasons(table, fighter, action, n)]
    if distance is not None:
        # Whether it may act was asked when it began; going on it needs an enemy with room (M-16).
        found = [reason for reason in found if reason in {"not_an_enemy", "base_full"}]
    if found:
        return list(dict.fromkeys(found))
    allowed = distance_of(table, fighter, action) if distance is None else distance
    why: list[Reason] = []
    for first in targets:
        stance = nearest_stance(table, fighter, first, [n for n in targets if n != first])
        if isinstance(stance, str):
            why.append(stance)
        elif stance.path.length <= allowed + HAIR:
            return contact(table, fighter, targets, stance)
    if len(why) == len(targets):
        return list(dict.fromkeys(why))
    base, walked = failed(table, fighter, targets[0], allowed)
    path = measured_path(table, fighter, targets[0])
    return Assault(table.with_base(fighter, base), path, reached=False, touched=(), walked=walked)


def contact(table: Table, fighter: int, targets: Sequence[int], stance: Stance) -> Assault:
    """Place an assailant in contact."""
    moved = table.with_base(fighter, stance.base)
    touched = tuple(moved.adversaries(fighter))
    for target in targets:
        moved = moved.with_state(target, assaulted=True)
    return Assault(moved, stance.path, reached=True, touched=touched, walked=stance.path.length)


def redirect(
    table: Table, fighter: int, action: Literal["charge", "engage"], target: int
) -> tuple[Table, float]:
    """Bring an assailant to where its target was when it died: the table, and the distance left.

    *Rule* To the place where it would have touched it, or as far as it gets; from there it may go
    on with the distance left (M-16).

    *Edge cases* A base that is full takes nobody (M-12): as if it were too far. The target is taken
    to be eliminated on the table that is returned.
    """
    distance = distance_of(table, fighter, action)
    stance = nearest_stance(table, fighter, target)
    is_full = "base_full" in target_reasons(table, fighter, "engage", target)
    if is_full or isinstance(stance, str) or stance.path.length > distance + HAIR:
        base, walked = failed(table, fighter, target, distance)
    else:
        base, walked = stance.base, stance.path.length
    placed = table.fighters[target]
    dead = type(placed.health)("killed", placed.health.stunned)
    gone = table.with_state(target, health=dead)
    return gone.with_base(fighter, base), max(0.0, distance - walked)


def redirected_action(
    table: Table, fighter: int, action: Action, target: int
) -> Literal["charge", "engage"]:
    """Tell what a redirected assault is.

    *Rule* A charge is still one when the new target is seen from there; else it is an engagement
    (M-16).

    *Edge cases* It turns about its mire as it likes first, so it looks straight at the target.
    """
    mire = table.base(fighter).mire
    ahead = unit(middle_of(table.body(target)) - mire)
    looking = table.with_base(fighter, Base.with_mire(table.footprint(fighter), mire, ahead))
    return "charge" if action == "charge" and looking.sees(fighter, target).visible else "engage"


def pivots(table: Table, charger: int, targets: Sequence[int]) -> list[tuple[int, ...]]:
    """List which of its targets a charger may pivot together (M-15)."""
    powers = [(table.power(target), not table.touching(target)) for target in targets]
    groups = pivotable(table.power(charger), powers, is_round=table.footprint(charger).is_round)
    return [tuple(targets[place] for place in group) for group in groups]


def turn_of_pivot(table: Table, charger: Base, fighter: int, target: int) -> float | None:
    """Give the smallest turn of a target that makes it touch a charger that stands there.

    *Rule* About its own centre, and nobody else is moved (M-15). In radians, counter-clockwise.
    """
    others = [table.body(n) for n in table.others(fighter) if n != target] + table.impassable()
    return smallest_turn(table.base(target), charger.body, others, table.ground, table.tolerance)
