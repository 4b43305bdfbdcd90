"""Lines that touch: from circle to circle, to a point, or straight against a rim (M-2 to M-4)."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from fracas.reference.plane import (
    HAIR,
    TURN,
    Body,
    Disc,
    Point,
    dot,
    outward,
    turn_to,
)

__all__ = [
    "SENSES",
    "Circle",
    "Sense",
    "Tangent",
    "arc_turn",
    "circles_of",
    "feet_from_circle",
    "feet_from_point",
    "is_tangent_at",
    "line_to_goal",
    "tangent",
]

Sense: TypeAlias = Literal[-1, 1]
"""How a path goes round a disc: 1 is counter-clockwise."""

SENSES: tuple[Sense, Sense] = (1, -1)


@dataclass(frozen=True)
class Circle:
    """A disc to go round, or a corner: a disc of radius 0."""

    centre: Point
    radius: float
    cone: tuple[float, float] | None = None
    """At a corner, the angles at which lines that touch it have their normals: where these begin,
    and how wide they are."""
    forbidden: tuple[tuple[float, float], ...] = ()
    """The open arcs that cannot be passed: where each begins, and its width."""
    attached: tuple[float, ...] = ()
    """The angles at which barriers end on it, or cut it."""
    is_closed: bool = False
    """Whether it cannot be passed at all: a corner inside a body, or with a barrier (M-4)."""


class Tangent(NamedTuple):
    """A line that touches two circles, or begins or ends at a point."""

    start: Point
    end: Point
    leaves: float
    """The angle at which it leaves the first circle."""
    arrives: float
    """The angle at which it meets the second."""


def circles_of(body: Body) -> list[Circle]:
    """Give what one can go round of a body: the disc, or each of its corners."""
    if isinstance(body, Disc):
        return [Circle(body.centre, body.radius)]
    before = (body.corners[-1], *body.corners[:-1])
    circles = []
    for (corner, following), previous in zip(body.edges, before, strict=True):
        begin = cmath.phase(outward(previous, corner))
        width = turn_to(begin, cmath.phase(outward(corner, following)))
        circles.append(Circle(corner, 0.0, (begin, width)))
    return circles


def tangent(
    one: Point, radius: float, other: Point, other_radius: float, sense: Sense, other_sense: Sense
) -> Tangent | None:
    """Draw the line that leaves one circle and meets another, going round each in its sense.

    *Edge cases* A point is a circle of radius 0. ``None`` when one circle holds the other.
    """
    way = other - one
    distance = abs(way)
    aside = other_sense * other_radius - sense * radius
    if distance == 0 or abs(aside) > distance + HAIR:
        return None
    ahead = math.sqrt(max(0.0, distance**2 - aside**2))
    # The direction d has way = ahead * d + aside * left(d).
    direction = way / complex(ahead, aside)
    direction /= abs(direction)
    normal, other_normal = -sense * 1j * direction, -other_sense * 1j * direction
    return Tangent(
        one + radius * normal,
        other + other_radius * other_normal,
        cmath.phase(normal),
        cmath.phase(other_normal),
    )


def is_tangent_at(circle: Circle, angle: float) -> bool:
    """Tell whether a line with this normal touches a circle; a corner is touched in its cone."""
    if circle.is_closed:
        return False
    if circle.cone is None:
        return True
    begin, width = circle.cone
    return (angle - begin + HAIR) % TURN <= width + 2 * HAIR


def arc_turn(
    circle: Circle, angle: float, end: float, sense: Sense, *, skip_first: bool, skip_last: bool
) -> float | None:
    """Give how far a path turns along a circle, or ``None`` when something is in the way.

    ``skip_first`` and ``skip_last`` tell whether the path itself begins or ends there: then it may
    touch a barrier with that end (M-4).
    """
    turn = turn_to(angle, end) if sense == 1 else turn_to(end, angle)
    begin = angle if sense == 1 else end
    for start, width in circle.forbidden:
        offset = (start - begin) % TURN
        # The forbidden arc begins within the turn, or has begun before it.
        if offset < turn - HAIR or offset + width > TURN + HAIR:
            return None
    if sense == -1:
        skip_first, skip_last = skip_last, skip_first
    lowest = 1e-7 if skip_first else -HAIR
    highest = turn + (-1e-7 if skip_last else HAIR)
    for attached in circle.attached:
        offset = (attached - begin + HAIR) % TURN - HAIR
        if lowest <= offset <= highest:
            return None
    return turn


def line_to_goal(circle: Circle, sense: Sense, goal: Point) -> Tangent | None:
    """Draw the tangent from a circle to a goal; on the rim itself it has no length."""
    if circle.radius == 0:
        if abs(goal - circle.centre) < HAIR:
            return None
        return tangent(circle.centre, 0.0, goal, 0.0, sense, 1)
    if abs(goal - circle.centre) <= circle.radius:
        if abs(goal - circle.centre) < circle.radius - 2 * HAIR:
            return None
        angle = cmath.phase(goal - circle.centre)
        return Tangent(goal, goal, angle, angle)
    return tangent(circle.centre, circle.radius, goal, 0.0, sense, 1)


def feet_from_point(body: Body, point: Point) -> list[Point]:
    """List the points of a rim that a line from a point meets at a right angle, from outside."""
    if isinstance(body, Disc):
        distance = abs(point - body.centre)
        if distance < body.radius:
            return []
        return [body.centre + (point - body.centre) * (body.radius / distance)]
    feet = []
    for start, end in body.edges:
        along = (end - start) / abs(end - start)
        place = dot(point - start, along)
        if dot(point - start, outward(start, end)) >= 0 and 0 <= place <= abs(end - start):
            feet.append(start + along * place)
    return feet


def feet_from_circle(body: Body, circle: Circle, sense: Sense) -> list[Tangent]:
    """List the lines that leave a circle and meet a rim at a right angle."""
    if isinstance(body, Disc):
        line = line_to_goal(circle, sense, body.centre)
        if line is None or abs(line.end - line.start) < body.radius:
            return []
        foot = line.end + (line.start - line.end) / abs(line.start - line.end) * body.radius
        return [Tangent(line.start, foot, line.leaves, line.arrives)]
    lines = []
    for start, end in body.edges:
        # The line goes straight against the edge, so its own normal runs along the edge.
        normal = -sense * 1j * -outward(start, end)
        leave = circle.centre + circle.radius * normal
        along = (end - start) / abs(end - start)
        place = dot(leave - start, along)
        if dot(leave - start, outward(start, end)) >= 0 and 0 <= place <= abs(end - start):
            angle = cmath.phase(normal)
            lines.append(Tangent(leave, start + along * place, angle, angle))
    return lines
