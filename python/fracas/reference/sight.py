"""Line of sight: how much of a base can be seen from a point (M-10)."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from typing import NamedTuple

from fracas.reference.meetings import common_rim_points
from fracas.reference.plane import (
    HAIR,
    TOUCH,
    TURN,
    Body,
    Disc,
    Point,
    Polygon,
    cross,
    depth_outside,
    dot,
    inside_part,
    outward,
    unit,
)

__all__ = ["Sight", "sees"]


class Sight(NamedTuple):
    """What is seen of a body."""

    fraction: float
    """The length of the rim that is seen, as a share of the whole rim."""
    visible: bool
    """Whether anything is seen at all: seeing it partly is seeing it (M-10)."""


def sees(eye: Point, facing: Point | None, target: Body, blockers: Sequence[Body]) -> Sight:
    """Find out how much of a body is seen from a point.

    *Rule* What lies behind another body is hidden; with a facing, only the half of the plane in
    front of the eye counts (M-10).

    Between two neighbours of all the angles at which anything begins or ends, everything is
    either seen or hidden: one look in the middle decides.

    *Edge cases* A body that the eye touches is seen whatever else there is, but none of its rim.

    *Example* A disc half hidden behind another one.

    >>> sees(0j, 1 + 0j, Disc(10 + 0j, 1), [Disc(5 - 1j, 1)]).visible
    True
    >>> sees(0j, 1 + 0j, Disc(10 + 0j, 1), [Disc(5 + 0j, 1)])
    Sight(fraction=0.0, visible=False)
    """
    if depth_outside(target, eye) <= TOUCH:
        return Sight(0.0, visible=True)
    directions = [angle for body in (target, *blockers) for angle in special_angles(eye, body)]
    for body in blockers:
        directions += [cmath.phase(p - eye) for p in common_rim_points(target, body) if p != eye]
    if facing is not None:
        directions += [cmath.phase(facing * 1j), cmath.phase(facing * -1j)]
    angles = sorted({angle % TURN for angle in directions})
    seen, widest = 0.0, 0.0
    for begin, end in zip(angles, [*angles[1:], angles[0] + TURN], strict=True):
        if end - begin > 1e-12 and is_seen(eye, facing, target, blockers, (begin + end) / 2):
            seen += rim_between(eye, target, begin, end)
            widest = max(widest, end - begin)
    return Sight(seen / rim_length(target), widest > HAIR)


def special_angles(eye: Point, body: Body) -> list[float]:
    """List the angles at which a body begins, ends or has a corner, as seen from a point."""
    if not isinstance(body, Disc):
        ways = [corner - eye for corner in body.corners if abs(corner - eye) > 0]
        if depth_outside(body, eye) <= HAIR:
            ways += [out * side for out in touched_normals(body, eye) for side in (1j, -1j)]
        return [cmath.phase(way) for way in ways]
    way = body.centre - eye
    if way == 0:
        return []
    # From the rim itself a disc fills half the view; rounding must leave no chink.
    on_rim = abs(way) <= body.radius + HAIR
    half = math.pi / 2 if on_rim else math.asin(body.radius / abs(way))
    return [cmath.phase(way) - half, cmath.phase(way), cmath.phase(way) + half]


def is_seen(
    eye: Point, facing: Point | None, target: Body, blockers: Sequence[Body], angle: float
) -> bool:
    """Tell whether a look in one direction meets the target before anything else."""
    direction = cmath.rect(1, angle)
    if facing is not None and dot(direction, facing) < 0:
        return False
    distance = first_met(eye, target, direction)
    if distance is None:
        return False
    return not any(hides(body, eye, direction, distance) for body in blockers)


def hides(body: Body, eye: Point, direction: Point, distance: float) -> bool:
    """Tell whether a body is in the way of a look.

    *Edge cases* One that the eye touches hides what lies on its side of the rim there: half the
    view, less at a corner. One that the eye is deeper inside of than a touch hides everything.
    """
    outside = depth_outside(body, eye)
    if outside < -TOUCH:
        return True
    if outside <= HAIR:
        return all(dot(direction, out) < 0 for out in touched_normals(body, eye))
    return inside_part(body, eye, eye + direction * distance, 1e-14) is not None


def touched_normals(body: Body, eye: Point) -> list[Point]:
    """List the normals of a rim where an eye touches it: two at a corner.

    *Edge cases* An eye that is a hair beside a corner is at it, and so is one inside of the body
    that is less than twice as deep under the second edge as under the first.
    """
    if isinstance(body, Disc):
        return [unit(eye - body.centre)]
    deepest = 2 * depth_outside(body, eye) - HAIR
    normals = [(start, outward(start, end)) for start, end in body.edges]
    return [out for start, out in normals if dot(eye - start, out) >= deepest]


def first_met(eye: Point, body: Body, direction: Point) -> float | None:
    """Tell how far away a body is in one direction; ``None`` when it is not there."""
    if isinstance(body, Disc):
        along, beside = dot(body.centre - eye, direction), cross(direction, body.centre - eye)
        if abs(beside) >= body.radius or along < 0:
            return None
        return max(0.0, along - math.sqrt(body.radius**2 - beside**2))
    met = []
    for start, end in body.edges:
        spread = cross(direction, end - start)
        if spread == 0:
            continue
        distance = cross(start - eye, end - start) / spread
        share = cross(start - eye, direction) / spread
        if distance >= -HAIR and -1e-12 <= share <= 1 + 1e-12:
            met.append(max(0.0, distance))
    # A look that only comes out of the body starts on its rim and leaves at once.
    return min(met) if len(met) > 1 else None


def rim_between(eye: Point, body: Body, begin: float, end: float) -> float:
    """Measure the near rim between two directions; a corner is never in between."""
    ends = []
    for angle in (begin, end):
        direction = cmath.rect(1, angle)
        if isinstance(body, Disc):
            along, beside = dot(body.centre - eye, direction), cross(direction, body.centre - eye)
            half = math.sqrt(max(0.0, body.radius**2 - beside**2))
            ends.append(eye + direction * (along - half))
        else:
            ends.append(eye + direction * distance_to_near_edge(eye, body, begin, end, direction))
    if isinstance(body, Disc):
        turn = cmath.phase(ends[0] - body.centre) - cmath.phase(ends[1] - body.centre)
        return body.radius * abs(math.remainder(turn, TURN))
    return abs(ends[0] - ends[1])


def distance_to_near_edge(
    eye: Point, body: Polygon, begin: float, end: float, direction: Point
) -> float:
    """Tell how far away the line of the edge is that is seen between two directions."""
    middle = cmath.rect(1, (begin + end) / 2)
    best = math.inf, 0.0
    for corner, following in body.edges:
        edge = following - corner
        spread = cross(middle, edge)
        if spread == 0:
            continue
        distance = cross(corner - eye, edge) / spread
        share = cross(corner - eye, middle) / spread
        if distance >= -HAIR and 0 <= share <= 1 and cross(direction, edge) != 0:
            best = min(best, (distance, cross(corner - eye, edge) / cross(direction, edge)))
    return best[1]


def rim_length(body: Body) -> float:
    """Measure a whole rim."""
    if isinstance(body, Disc):
        return TURN * body.radius
    return math.fsum(abs(end - start) for start, end in body.edges)
