"""Where rims meet each other, lines and the edge of the table (M-2, M-4)."""

from __future__ import annotations

import cmath
import math

from fracas.reference.plane import HAIR, TURN, Body, Disc, Point, cross, depth_outside, dot

__all__ = ["arcs_off_table", "common_rim_points", "crosses_line", "rim_points_on_line"]


def crosses_line(centre: Point, radius: float, start: Point, end: Point) -> list[float]:
    """List the angles at which a circle is cut by a line."""
    way = end - start
    length = abs(way)
    if length < HAIR:
        return []
    along = way / length
    middle, beside = dot(centre - start, along), cross(along, centre - start)
    if abs(beside) >= radius:
        return []
    half = math.sqrt(radius**2 - beside**2)
    return [
        cmath.phase(start + along * distance - centre)
        for distance in (middle - half, middle + half)
        if -HAIR < distance < length + HAIR
    ]


def arcs_off_table(
    centre: Point, radius: float, table: tuple[Point, Point] | None
) -> list[tuple[float, float]]:
    """List the arcs of a circle that lie off the table."""
    if table is None:
        return []
    low, high = table
    arcs = []
    edges = ((low, -1 + 0j), (low, -1j), (high, 1 + 0j), (high, 1j))
    for corner, out in edges:
        cosine = (dot(corner - centre, out) + HAIR) / radius
        if cosine <= -1:
            arcs.append((0.0, TURN))
        elif cosine < 1:
            half = math.acos(cosine)
            arcs.append((cmath.phase(out) - half, 2 * half))
    return arcs


def common_rim_points(one: Body, other: Body) -> list[Point]:
    """List the points where two rims meet."""
    if isinstance(other, Disc):
        if isinstance(one, Disc):
            return common_points_of_discs(one, other)
        return common_rim_points(other, one)
    return [point for start, end in other.edges for point in rim_points_on_line(one, start, end)]


def common_points_of_discs(one: Disc, other: Disc) -> list[Point]:
    """List the points where two circles meet."""
    way = other.centre - one.centre
    distance = abs(way)
    if distance == 0:
        return []
    cosine = (one.radius**2 + distance**2 - other.radius**2) / (2 * one.radius * distance)
    if abs(cosine) > 1:
        return []
    half = math.acos(cosine)
    return [one.centre + cmath.rect(one.radius, cmath.phase(way) + half * side) for side in (1, -1)]


def rim_points_on_line(body: Body, start: Point, end: Point) -> list[Point]:
    """List the points where a line meets a rim.

    *Edge cases* Where a line cuts an edge that it runs along is a matter of rounding, and may come
    out beside the rim: such a point does not count.
    """
    if isinstance(body, Disc):
        angles = crosses_line(body.centre, body.radius, start, end)
        return [body.centre + cmath.rect(body.radius, angle) for angle in angles]
    points = []
    way = end - start
    for corner, following in body.edges:
        edge = following - corner
        spread = cross(way, edge)
        if abs(spread) < 1e-15:
            continue
        along_line = cross(corner - start, edge) / spread
        along_edge = cross(corner - start, way) / spread
        if -HAIR <= along_line <= 1 + HAIR and -HAIR <= along_edge <= 1 + HAIR:
            points.append(start + way * along_line)
    return [point for point in points if abs(depth_outside(body, point)) <= HAIR]
