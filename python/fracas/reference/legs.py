"""The pieces a measured path is made of, and what crossing scenery costs on them (M-3, M-6)."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from fracas.reference.plane import (
    HAIR,
    TURN,
    Body,
    Disc,
    Point,
    depth_outside,
    dot,
    inside_part,
    outward,
)

__all__ = ["Arc", "Crossing", "Leg", "Line", "Path", "Toll", "angles_inside", "tolls"]


@dataclass(frozen=True)
class Crossing:
    """Scenery that can be crossed at a fixed price (M-6)."""

    body: Body
    up: float
    """What going up costs: it is paid where the path enters the body."""
    down: float
    """What going down costs: it is paid where the path leaves it."""


@dataclass(frozen=True)
class Line:
    """A straight piece."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """How long it is."""
        return abs(self.end - self.start)

    def at(self, distance: float) -> Point:
        """Give the point so far along it."""
        return self.start if self.length == 0 else self.start + self.direction(0) * distance

    def direction(self, _distance: float) -> Point:
        """Give the unit vector in which it goes."""
        return (self.end - self.start) / self.length if self.length > 0 else 0j


@dataclass(frozen=True)
class Arc:
    """A piece of the rim of a disc."""

    centre: Point
    radius: float
    angle: float
    """Where it begins."""
    turn: float
    """How far it goes round: above zero counter-clockwise."""

    @property
    def length(self) -> float:
        """How long it is."""
        return self.radius * abs(self.turn)

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.centre + cmath.rect(self.radius, self.angle)

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.centre + cmath.rect(self.radius, self.angle + self.turn)

    def at(self, distance: float) -> Point:
        """Give the point so far along it."""
        sense = math.copysign(1, self.turn)
        return self.centre + cmath.rect(self.radius, self.angle + sense * distance / self.radius)

    def direction(self, distance: float) -> Point:
        """Give the unit vector in which it goes there."""
        sense = math.copysign(1, self.turn)
        return cmath.rect(1, self.angle + sense * distance / self.radius) * 1j * sense


Leg: TypeAlias = Line | Arc


class Toll(NamedTuple):
    """What is paid at one place of a leg for going up or down."""

    distance: float
    """How far along the leg."""
    cost: float
    crossing: int
    """The number of the scenery."""
    enters: bool


def tolls(leg: Leg, crossings: Sequence[Crossing]) -> list[Toll]:
    """List what a leg pays, in the order it is met.

    *Rule* Up when it enters scenery, down when it leaves it (M-6).

    *Edge cases* A leg that begins inside has gone up before; one that ends inside goes down later,
    if at all. The rim is outside.
    """
    paid = []
    for number, crossing in enumerate(crossings):
        for distance, enters in changes(leg, crossing.body):
            cost = crossing.up if enters else crossing.down
            paid.append(Toll(distance, cost, number, enters))
    return sorted(paid)


def changes(leg: Leg, body: Body) -> list[tuple[float, bool]]:
    """List where a leg enters a body (true) and leaves it (false)."""
    if isinstance(leg, Line):
        part = inside_part(body, leg.start, leg.end)
        if part is None or leg.length == 0:
            return []
        first, last = part
        entry = [(first * leg.length, True)] if first > 0 else []
        return entry + ([(last * leg.length, False)] if last < 1 else [])
    if leg.radius == 0 or leg.turn == 0:
        return []
    sense = math.copysign(1, leg.turn)
    met = sorted(
        ((angle - leg.angle) * sense) % TURN
        for angle in angles_on_rim(leg.centre, leg.radius, body)
    )
    stops = [stop for stop in met if 0 < stop < abs(leg.turn)]
    bounds = [0.0, *stops, abs(leg.turn)]
    was_inside = depth_outside(body, leg.start) < -HAIR
    found = []
    for begin, end in itertools.pairwise(bounds):
        is_inside = depth_outside(body, leg.at((begin + end) / 2 * leg.radius)) < -HAIR
        if is_inside != was_inside:
            found.append((begin * leg.radius, is_inside))
        was_inside = is_inside
    if (depth_outside(body, leg.end) < -HAIR) != was_inside:
        found.append((leg.length, not was_inside))
    return found


def angles_on_rim(centre: Point, radius: float, body: Body) -> list[float]:
    """List the angles at which a circle meets the rim of a body, a hair inside of it."""
    if isinstance(body, Disc):
        way, other = body.centre - centre, body.radius - HAIR
        distance = abs(way)
        if distance == 0:
            return []
        cosine = (radius**2 + distance**2 - other**2) / (2 * radius * distance)
        if abs(cosine) >= 1:
            return []
        half = math.acos(cosine)
        return [cmath.phase(way) - half, cmath.phase(way) + half]
    angles = []
    for start, end in body.edges:
        out = outward(start, end)
        cosine = (dot(start - centre, out) - HAIR) / radius
        if abs(cosine) < 1:
            half = math.acos(cosine)
            angles += [cmath.phase(out) - half, cmath.phase(out) + half]
    return angles


def angles_inside(centre: Point, radius: float, body: Body) -> list[tuple[float, float]]:
    """List the arcs of a circle that lie inside a body: where each begins, and its width."""
    angles = sorted(angle % TURN for angle in angles_on_rim(centre, radius, body))
    if not angles:
        is_inside = depth_outside(body, centre + radius) < -HAIR
        return [(0.0, TURN)] if is_inside else []
    following = [*angles[1:], angles[0] + TURN]
    return [
        (begin, end - begin)
        for begin, end in zip(angles, following, strict=True)
        if depth_outside(body, centre + cmath.rect(radius, (begin + end) / 2)) < -HAIR
    ]


@dataclass(frozen=True)
class Path:
    """A measured path."""

    legs: tuple[Leg, ...]
    start: Point
    crossings: tuple[Crossing, ...] = ()

    @property
    def walked(self) -> float:
        """How long the curve is."""
        return math.fsum(leg.length for leg in self.legs)

    @property
    def length(self) -> float:
        """How long it measures: with what is paid for crossing scenery (M-6)."""
        paid = math.fsum(toll.cost for leg in self.legs for toll in tolls(leg, self.crossings))
        return self.walked + paid

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.legs[-1].end if self.legs else self.start

    @property
    def crossed(self) -> list[int]:
        """The scenery it goes up, in the order met."""
        return [
            toll.crossing for leg in self.legs for toll in tolls(leg, self.crossings) if toll.enters
        ]

    def at(self, distance: float) -> Point:
        """Give the point that is so far along the path, as it measures.

        *Edge cases* Whoever runs out of distance while going up or down stays where that began
        (M-6). Beyond the end, the end.
        """
        for leg in self.legs:
            walked = 0.0
            for toll in tolls(leg, self.crossings):
                if distance <= toll.distance - walked:
                    return leg.at(walked + distance)
                distance -= toll.distance - walked
                walked = toll.distance
                if distance <= toll.cost:
                    return leg.at(walked)
                distance -= toll.cost
            if distance <= leg.length - walked:
                return leg.at(walked + distance)
            distance -= leg.length - walked
        return self.end
