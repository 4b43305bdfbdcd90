"""How far a base has to be turned so that it touches another (M-15).

A corner that turns goes round a circle; where that meets the other rim, it touches. An edge that
turns keeps its distance from the centre; where that brings it to a corner of the other, it touches.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence

from fracas.reference.bases import Base
from fracas.reference.meetings import common_points_of_discs, crosses_line
from fracas.reference.plane import HAIR, Body, Disc, Point, approach, dot, outward
from fracas.reference.rims import clearance

__all__ = ["smallest_turn"]

CLOSE = 10 * HAIR
"""What rounding leaves of a touch."""


def smallest_turn(
    base: Base,
    charger: Body,
    others: Sequence[Body],
    table: tuple[Point, Point] | None,
    tolerance: float,
) -> float | None:
    """Find the smallest turn of a base about its own centre that makes it touch a charger.

    *Rule* There must be room: it overlaps nobody on its way's end and stays on the table (M-15).

    *Edge cases* 0 when it is touched already; of two equal turns the one counter-clockwise;
    ``None`` when no turn will do. Whoever is turned is turned until it really touches: nothing is
    left to the tolerance.
    """

    def gap(angle: float) -> float:
        return approach(base.turned(angle).body, charger).gap

    def fits(angle: float) -> bool:
        return clearance(base.turned(angle).body, others, table) >= -tolerance

    if abs(gap(0.0)) <= tolerance and fits(0.0):
        return 0.0
    turns = (math.remainder(turn, math.tau) for turn in meeting_turns(base, charger))
    for turn in sorted(turns, key=lambda turn: (abs(turn), -turn)):
        if abs(gap(turn)) <= CLOSE and fits(turn):
            return turn
    return None


def meeting_turns(base: Base, charger: Body) -> Iterator[float]:
    """List the turns at which a corner of one body comes to the rim of the other.

    The bodies may overlap elsewhere then. A base that is round meets nothing by turning.
    """
    body, centre = base.body, base.centre
    if isinstance(body, Disc):
        return
    for corner in body.corners:
        away = corner - centre
        for angle in angles_at_rim(Disc(centre, abs(away)), charger):
            yield angle - cmath.phase(away)
    rounds = [charger] if isinstance(charger, Disc) else [Disc(c, 0.0) for c in charger.corners]
    for start, end in body.edges:
        out = outward(start, end)
        for one in rounds:
            way = one.centre - centre
            cosine = (dot(start - centre, out) + one.radius) / abs(way)
            if abs(cosine) <= 1:
                ahead = cmath.phase(way) - cmath.phase(out)
                yield from (ahead + math.acos(cosine), ahead - math.acos(cosine))


def angles_at_rim(circle: Disc, body: Body) -> list[float]:
    """List the angles at which a circle meets a rim."""
    if isinstance(body, Disc):
        points = common_points_of_discs(circle, body)
        return [cmath.phase(point - circle.centre) for point in points]
    return [
        angle
        for start, end in body.edges
        for angle in crosses_line(circle.centre, circle.radius, start, end)
    ]
