"""Bodies on the plane: how close they are, and whether they touch (M-2, M-3, M-12).

Points are complex numbers: the distance of two is ``abs(a - b)``, and a point turned by a right
angle to the left is multiplied by ``1j``. Angles are in radians, counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "HAIR",
    "TOUCH",
    "TURN",
    "Approach",
    "Body",
    "Disc",
    "Point",
    "Polygon",
    "Relation",
    "approach",
    "cross",
    "depth_outside",
    "dot",
    "inside_part",
    "middle_of",
    "nearest_rim_point",
    "rectangle",
    "relation",
    "turn_to",
    "unit",
]

Point: TypeAlias = complex
Relation: TypeAlias = Literal["apart", "touching", "overlapping"]

TURN = 2 * math.pi
HAIR = 1e-9
"""What f64 cannot tell apart: whoever enters a body by less grazes it."""
TOUCH = 1e-4
"""The gap, or the overlap, of two bases that touch, unless a table says otherwise (cm)."""


@dataclass(frozen=True)
class Disc:
    """A round body."""

    centre: Point
    radius: float


@dataclass(frozen=True)
class Polygon:
    """A convex body: its corners, counter-clockwise."""

    corners: tuple[Point, ...]

    @property
    def edges(self) -> list[tuple[Point, Point]]:
        """Each edge from a corner to the next one."""
        following = (*self.corners[1:], self.corners[0])
        return list(zip(self.corners, following, strict=True))


Body: TypeAlias = Disc | Polygon


class Approach(NamedTuple):
    """How close two bodies are."""

    gap: float
    """The gap between them; below zero, the shortest way to part them."""
    start: Point
    """The point of the first body that is nearest to the second."""
    end: Point
    """The point of the second body that is nearest to the first."""


def dot(a: Point, b: Point) -> float:
    """Give the scalar product."""
    return a.real * b.real + a.imag * b.imag


def cross(a: Point, b: Point) -> float:
    """Give the cross product: above zero when ``b`` lies counter-clockwise of ``a``."""
    return a.real * b.imag - a.imag * b.real


def unit(a: Point) -> Point:
    """Give the vector of length 1 in this direction; to the right when there is none."""
    length = abs(a)
    return a / length if length > 0 else 1 + 0j


def turn_to(start: float, end: float) -> float:
    """Give how far one turns counter-clockwise from one angle to another.

    *Edge cases* Hardly less than a full turn is rounding, and none at all.
    """
    turn = (end - start) % TURN
    return 0.0 if turn > TURN - HAIR / 10 else turn


def rectangle(centre: Point, facing: Point, width: float, depth: float) -> Polygon:
    """Give the rectangle whose front, ``width`` long, looks in the direction of a unit vector."""
    ahead, left = facing * depth / 2, facing * 1j * width / 2
    return Polygon(
        (centre + ahead + left, centre - ahead + left, centre - ahead - left, centre + ahead - left)
    )


def middle_of(body: Body) -> Point:
    """Give a point well inside."""
    if isinstance(body, Disc):
        return body.centre
    return sum(body.corners) / len(body.corners)


def nearest_on_edge(start: Point, end: Point, point: Point) -> Point:
    """Give the point of an edge that is nearest to a point."""
    along = end - start
    share = dot(point - start, along) / dot(along, along)
    return start + along * min(1.0, max(0.0, share))


def nearest_rim_point(body: Body, point: Point) -> Point:
    """Give the point of the rim that is nearest to a point, which may lie inside."""
    if isinstance(body, Disc):
        return body.centre + unit(point - body.centre) * body.radius
    feet = [nearest_on_edge(start, end, point) for start, end in body.edges]
    return min(feet, key=lambda foot: abs(foot - point))


def outward(start: Point, end: Point) -> Point:
    """Give the unit vector that points out of a polygon at one of its edges."""
    return unit(end - start) * -1j


def depth_outside(body: Body, point: Point) -> float:
    """Tell how far outside a point is; below zero, how deep inside.

    *Example*

    >>> square = rectangle(0j, 1 + 0j, 2, 2)
    >>> depth_outside(square, 4 + 5j), depth_outside(square, 0.75 + 0j)
    (5.0, -0.25)
    """
    if isinstance(body, Disc):
        return abs(point - body.centre) - body.radius
    beyond = max(dot(point - start, outward(start, end)) for start, end in body.edges)
    if beyond <= 0:
        return beyond
    return abs(nearest_rim_point(body, point) - point)


def approach(one: Body, other: Body) -> Approach:
    """Tell how close two bodies are, and where.

    *Edge cases* Where two edges run side by side and many pairs are equally near, the middle one
    (M-4: that is where a gap too narrow is closed).

    *Example*

    >>> approach(Disc(0j, 1), Disc(5 + 0j, 2))
    Approach(gap=2.0, start=(1+0j), end=(3+0j))
    """
    if isinstance(one, Disc) and isinstance(other, Disc):
        out = unit(other.centre - one.centre)
        gap = abs(other.centre - one.centre) - one.radius - other.radius
        return Approach(gap, one.centre + out * one.radius, other.centre - out * other.radius)
    if isinstance(one, Disc):
        end = nearest_rim_point(other, one.centre)
        outside = depth_outside(other, one.centre)
        out = unit(end - one.centre) * (-1 if outside < 0 else 1)
        return Approach(outside - one.radius, one.centre + out * one.radius, end)
    if isinstance(other, Disc):
        mirrored = approach(other, one)
        return Approach(mirrored.gap, mirrored.end, mirrored.start)
    start, end = nearest_pair(one, other)
    parting = max(widest_parting(one, other), widest_parting(other, one))
    return Approach(parting if parting < 0 else abs(start - end), start, end)


def widest_parting(one: Polygon, other: Polygon) -> float:
    """Give the largest distance that all of one polygon keeps from an edge of another."""
    return max(
        min(dot(corner - start, outward(start, end)) for corner in other.corners)
        for start, end in one.edges
    )


def nearest_pair(one: Polygon, other: Polygon) -> tuple[Point, Point]:
    """Give the nearest points of the rims of two polygons, the middle ones of many."""
    pairs = [
        (corner, nearest_on_edge(*edge, corner)) for corner in one.corners for edge in other.edges
    ]
    pairs += [
        (nearest_on_edge(*edge, corner), corner) for corner in other.corners for edge in one.edges
    ]
    least = min(abs(start - end) for start, end in pairs)
    nearest = [pair for pair in pairs if abs(pair[0] - pair[1]) <= least + HAIR]
    return middle_of_all([pair[0] for pair in nearest]), middle_of_all([p[1] for p in nearest])


def middle_of_all(points: Sequence[Point]) -> Point:
    """Give the middle of points in a line."""
    in_order = sorted(points, key=lambda point: (point.real, point.imag))
    return (in_order[0] + in_order[-1]) / 2


def relation(one: Body, other: Body, tolerance: float = TOUCH) -> Relation:
    """Tell whether two bodies touch: a gap, or an overlap, within the tolerance is a touch.

    *Example*

    >>> relation(Disc(0j, 1), Disc(2 + 0j, 1)), relation(Disc(0j, 1), Disc(1.9 + 0j, 1))
    ('touching', 'overlapping')
    """
    gap = approach(one, other).gap
    if gap > tolerance:
        return "apart"
    return "touching" if gap >= -tolerance else "overlapping"


def inside_part(
    body: Body, start: Point, end: Point, hair: float = HAIR
) -> tuple[float, float] | None:
    """Give the part of a line that runs inside a body, as shares of the line.

    *Edge cases* Whatever is no deeper inside than a hair is outside: grazing is free.
    """
    way = end - start
    if isinstance(body, Disc):
        length = abs(way)
        if length == 0:
            return (0.0, 1.0) if depth_outside(body, start) < -hair else None
        along = way / length
        middle, beside = dot(body.centre - start, along), cross(along, body.centre - start)
        radius = body.radius - hair
        if abs(beside) >= radius:
            return None
        half = math.sqrt(radius**2 - beside**2)
        first, last = (middle - half) / length, (middle + half) / length
    else:
        first, last = -math.inf, math.inf
        for corner, following in body.edges:
            out = outward(corner, following)
            # The line is inside of this edge where height + share * climb < 0.
            height, climb = dot(start - corner, out) + hair, dot(way, out)
            if climb == 0 and height >= 0:
                return None
            if climb > 0:
                last = min(last, -height / climb)
            elif climb < 0:
                first = max(first, -height / climb)
    first, last = max(first, 0.0), min(last, 1.0)
    return (first, last) if first < last else None
