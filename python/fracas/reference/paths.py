"""The shortest path of a point round bodies, by trying every tangent (M-2 to M-6).

A shortest path is made of straight lines and of arcs along the rims of discs; it bends nowhere
but at rims and at corners, and a corner is a disc of radius 0. So all the lines that touch two
discs are drawn, those that enter an obstacle are struck out, and the shortest chain of what is
left is looked for.
"""

from __future__ import annotations

import cmath
import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from fracas.reference.legs import (
    Arc,
    Crossing,
    Leg,
    Line,
    Path,
    angles_inside,
    tolls,
)
from fracas.reference.meetings import (
    arcs_off_table,
    common_rim_points,
    crosses_line,
    rim_points_on_line,
)
from fracas.reference.plane import (
    HAIR,
    Body,
    Disc,
    Point,
    approach,
    cross,
    depth_outside,
    dot,
    inside_part,
    middle_of,
    nearest_on_edge,
)
from fracas.reference.tangents import (
    SENSES,
    Circle,
    Sense,
    Tangent,
    arc_turn,
    circles_of,
    feet_from_circle,
    feet_from_point,
    is_tangent_at,
    line_to_goal,
    tangent,
)

__all__ = ["Barrier", "Measures", "Scene"]

Place: TypeAlias = tuple[int, Sense]
"""A circle, by number, and the sense in which it is gone round."""

Link: TypeAlias = tuple[Place | None, Place]
"""A tangent from the start or a circle to another circle."""


@dataclass(frozen=True)
class Barrier:
    """The line that closes a gap too narrow for a base (M-4)."""

    start: Point
    end: Point
    inside_start: Point
    """A point inside the obstacle where it starts: that is how far it really reaches."""
    inside_end: Point


class Arrival(NamedTuple):
    """A way to a circle."""

    cost: float
    angle: float
    """Where it meets the circle."""
    legs: tuple[Leg, ...]
    at_once: bool
    """Whether the path starts here, on the rim."""


@dataclass(frozen=True)
class Scene:
    """What the path of one base has to go round (M-3 to M-6)."""

    obstacles: tuple[Body, ...] = ()
    """The bases of others and impassable scenery (M-3)."""
    crossings: tuple[Crossing, ...] = ()
    """The scenery that can be crossed (M-6)."""
    width: float = 0.0
    """How wide the base is (M-4)."""
    table: tuple[Point, Point] | None = None
    """The lower left and the upper right corner of the table."""
    closes_exact_gaps: bool = False
    """The option of M-4: a gap exactly as wide as the base is closed."""

    def is_on_table(self, point: Point) -> bool:
        """Tell whether a point is on the table."""
        if self.table is None:
            return True
        low, high = self.table
        return (
            low.real - HAIR <= point.real <= high.real + HAIR
            and low.imag - HAIR <= point.imag <= high.imag + HAIR
        )

    @cached_property
    def barriers(self) -> list[Barrier]:
        """The gaps that are too narrow (M-4).

        *Rule* A gap exactly as wide as the base lets it pass.

        *Edge cases* Bodies that overlap need no barrier: there is no gap. Those that only touch do.
        """
        found = []
        limit = self.width + HAIR if self.closes_exact_gaps else self.width - HAIR
        for number, one in enumerate(self.obstacles):
            for other in self.obstacles[:number]:
                near = approach(one, other)
                if -1e-6 < near.gap < max(limit, HAIR):
                    ends = middle_of(one), middle_of(other)
                    found.append(Barrier(near.start, near.end, *ends))
        return found

    @cached_property
    def circles(self) -> list[Circle]:
        """All there is to go round."""
        bodies = [*self.obstacles, *(crossing.body for crossing in self.crossings)]
        return [
            self.passable_part(circle, number)
            for number, body in enumerate(bodies)
            for circle in circles_of(body)
        ]

    def passable_part(self, circle: Circle, owner: int) -> Circle:
        """Find out where a circle cannot be passed: other obstacles, barriers, the table's edge."""
        others = [body for number, body in enumerate(self.obstacles) if number != owner]
        centre, radius = circle.centre, circle.radius
        if radius == 0:
            is_closed = (
                not self.is_on_table(centre)
                or any(depth_outside(body, centre) < -HAIR for body in others)
                or any(
                    abs(centre - end) < HAIR
                    for barrier in self.barriers
                    for end in (barrier.start, barrier.end)
                )
            )
            return Circle(centre, 0.0, circle.cone, is_closed=is_closed)
        forbidden = [arc for body in others for arc in angles_inside(centre, radius, body)]
        forbidden += arcs_off_table(centre, radius, self.table)
        attached = []
        for barrier in self.barriers:
            ends = [
                end
                for end in (barrier.start, barrier.end)
                if abs(abs(end - centre) - radius) < HAIR
            ]
            cuts = [cmath.phase(end - centre) for end in ends]
            attached += cuts or crosses_line(centre, radius, barrier.start, barrier.end)
        return Circle(centre, radius, None, tuple(forbidden), tuple(attached))

    def is_open(self, start: Point, end: Point, ends_are_free: tuple[bool, bool]) -> bool:
        """Tell whether a line enters no obstacle and crosses no barrier.

        ``ends_are_free`` tells of both ends whether the path itself begins or ends there: then it
        may touch a barrier.
        """
        if not (self.is_on_table(start) and self.is_on_table(end)):
            return False
        if any(inside_part(body, start, end) is not None for body in self.obstacles):
            return False
        return not any(
            crosses_barrier(start, end, barrier, ends_are_free) for barrier in self.barriers
        )

    def measures(self, start: Point) -> Measures:
        """Measure from a point: see :class:`Measures`."""
        return Measures(self, start)

    def path(self, start: Point, goal: Point) -> Path | None:
        """Give the shortest path between two points; ``None`` when there is none.

        *Rule* It goes round obstacles (M-3), through no gap narrower than the base (M-4), and over
        scenery where that is cheaper than round it (M-6).

        *Example*

        >>> gate = (Disc(-2 + 0j, 1), Disc(2 + 0j, 1))
        >>> Scene(gate, width=2.0).path(-5j, 5j).length
        10.0
        >>> round(Scene(gate, width=2.5).path(-5j, 5j).length, 6)
        11.717577
        """
        return self.measures(start).path_to(goal)


def crosses_barrier(
    start: Point, end: Point, barrier: Barrier, ends_are_free: tuple[bool, bool]
) -> bool:
    """Tell whether a line gets from one side of a barrier to the other.

    *Rule* Passing over its end, along the rim of an obstacle, is crossing it; touching it is not
    (M-4). So a barrier is taken to reach on into both obstacles.
    """
    length = abs(end - start)
    if length < HAIR / 1000:
        return False
    along = (end - start) / length
    first, last = cross(along, barrier.start - start), cross(along, barrier.end - start)
    places = []
    if abs(first) <= HAIR:
        first = cross(along, barrier.inside_start - start)
        places.append(dot(along, barrier.start - start))
    if abs(last) <= HAIR:
        last = cross(along, barrier.inside_end - start)
        places.append(dot(along, barrier.end - start))
    if first * last >= 0:
        return False
    if not places:
        share = first / (first - last)
        place = barrier.start + (barrier.end - barrier.start) * share
        places = [dot(along, place - start)]
    lowest = HAIR if ends_are_free[0] else -HAIR
    highest = length + (-HAIR if ends_are_free[1] else HAIR)
    return min(places) > lowest and max(places) < highest


@dataclass
class Measures:
    """Every shortest path from one point (M-2).

    Built once, it measures to as many goals as one likes.
    """

    scene: Scene
    start: Point
    arrivals: dict[Place, list[Arrival]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.arrivals = {
            (number, sense): [] for number in range(len(self.scene.circles)) for sense in SENSES
        }
        if self.starts_inside is None:
            self.spread()

    @property
    def starts_inside(self) -> int | None:
        """The obstacle that the start is inside of, if any."""
        return inside_of(self.scene, self.start)

    def cost(self, leg: Leg) -> float:
        """Give what a leg measures (M-6)."""
        return leg.length + math.fsum(toll.cost for toll in tolls(leg, self.scene.crossings))

    def spread(self) -> None:
        """Find the shortest way to the end of every tangent (Dijkstra's method)."""
        waiting: list[tuple[float, int, Link, Arrival]] = []
        for place, arrival in self.first_arrivals():
            waiting.append((arrival.cost, len(waiting), (None, place), arrival))
        heapq.heapify(waiting)
        order = len(waiting)
        settled: set[Link] = set()
        while waiting:
            _, _, link, arrival = heapq.heappop(waiting)
            if link in settled:
                continue
            settled.add(link)
            here = link[1]
            self.arrivals[here].append(arrival)
            for there, line in self.departures(*here):
                if (here, there) in settled:
                    continue
                on = self.extended(*here, arrival, line)
                if on is not None:
                    heapq.heappush(waiting, (on.cost, order, (here, there), on))
                    order += 1

    def first_arrivals(self) -> Iterator[tuple[Place, Arrival]]:
        """List the straight lines from the start to every circle."""
        for number, circle in enumerate(self.scene.circles):
            for sense in SENSES:
                line = self.line_from_start(circle, sense)
                if line is None or not is_tangent_at(circle, line.arrives):
                    continue
                if self.scene.is_open(line.start, line.end, (True, False)):
                    leg = Line(line.start, line.end)
                    at_once = leg.length < 1e-4
                    yield (number, sense), Arrival(self.cost(leg), line.arrives, (leg,), at_once)

    def line_from_start(self, circle: Circle, sense: Sense) -> Tangent | None:
        """Draw the tangent from the start; on the rim itself it has no length."""
        if circle.radius == 0:
            if abs(self.start - circle.centre) < HAIR:
                return None
            return tangent(self.start, 0.0, circle.centre, 0.0, 1, sense)
        if abs(self.start - circle.centre) <= circle.radius:
            if abs(self.start - circle.centre) < circle.radius - 2 * HAIR:
                return None
            angle = cmath.phase(self.start - circle.centre)
            return Tangent(self.start, self.start, angle, angle)
        return tangent(self.start, 0.0, circle.centre, circle.radius, 1, sense)

    def departures(self, number: int, sense: Sense) -> list[tuple[Place, Tangent]]:
        """List the open lines from one circle to all the others."""
        if (number, sense) in self.known_departures:
            return self.known_departures[number, sense]
        circle, found = self.scene.circles[number], []
        for other_number, other in enumerate(self.scene.circles):
            for other_sense in SENSES:
                if other_number == number:
                    continue
                line = tangent(
                    circle.centre, circle.radius, other.centre, other.radius, sense, other_sense
                )
                if (
                    line is not None
                    and is_tangent_at(circle, line.leaves)
                    and is_tangent_at(other, line.arrives)
                    and self.scene.is_open(line.start, line.end, (False, False))
                ):
                    found.append(((other_number, other_sense), line))
        self.known_departures[number, sense] = found
        return found

    @cached_property
    def known_departures(self) -> dict[Place, list[tuple[Place, Tangent]]]:
        """The departures looked up so far."""
        return {}

    def extended(
        self, number: int, sense: Sense, arrival: Arrival, line: Tangent, *, is_last: bool = False
    ) -> Arrival | None:
        """Turn along a circle and go on in a straight line, if nothing is in the way."""
        circle = self.scene.circles[number]
        ends_here = is_last and abs(line.end - line.start) < 1e-4
        turn = arc_turn(
            circle,
            arrival.angle,
            line.leaves,
            sense,
            skip_first=arrival.at_once,
            skip_last=ends_here,
        )
        if turn is None:
            return None
        if circle.cone is not None and turn > circle.cone[1] + 2 * HAIR:
            return None
        arc = Arc(circle.centre, circle.radius, arrival.angle, sense * turn)
        straight = Line(line.start, line.end)
        cost = arrival.cost + self.cost(arc) + self.cost(straight)
        return Arrival(cost, line.arrives, (*arrival.legs, arc, straight), at_once=False)

    def path_to(self, goal: Point) -> Path | None:
        """Give the shortest path to a point; ``None`` when there is none."""
        if self.starts_inside is not None or inside_of(self.scene, goal) is not None:
            return None
        return self.best(self.ways_to(goal))

    def ways_to(self, goal: Point) -> Iterator[Arrival]:
        """List the ways to a point: straight, or from every circle."""
        if self.scene.is_open(self.start, goal, (True, True)):
            leg = Line(self.start, goal)
            yield Arrival(self.cost(leg), 0.0, (leg,), at_once=False)
        for (number, sense), arrivals in self.arrivals.items():
            if not arrivals:
                continue
            line = line_to_goal(self.scene.circles[number], sense, goal)
            if line is None or not is_tangent_at(self.scene.circles[number], line.leaves):
                continue
            if self.scene.is_open(line.start, line.end, (False, True)):
                yield from self.continued(number, sense, line)

    def continued(self, number: int, sense: Sense, line: Tangent) -> Iterator[Arrival]:
        """Go on from every way to a circle along one line to the goal."""
        for arrival in self.arrivals[number, sense]:
            on = self.extended(number, sense, arrival, line, is_last=True)
            if on is not None:
                yield on

    def best(self, ways: Iterator[Arrival]) -> Path | None:
        """Give the cheapest of several ways."""
        cheapest = min(ways, key=lambda way: way.cost, default=None)
        if cheapest is None:
            return None
        legs = tuple(leg for leg in cheapest.legs if leg.length > 0)
        return Path(legs, self.start, self.scene.crossings)

    def path_to_rim(self, target: int) -> Path | None:
        """Give the shortest path to any point of the rim of an obstacle (M-2)."""
        if self.starts_inside is not None:
            return None
        return self.best(way for way in self.ways_to_rim(target))

    def ways_to_rim(self, target: int) -> Iterator[Arrival]:
        """List the ways that could be the shortest to a rim.

        They end where a line meets the rim at a right angle, at a corner, or where something else
        begins: another body, scenery that costs, a barrier.
        """
        body = self.scene.obstacles[target]
        for point in self.special_points(target):
            if inside_of(self.scene, point) is None:
                yield from self.ways_to(point)
        for point in feet_from_point(body, self.start):
            if self.scene.is_open(self.start, point, (True, True)):
                leg = Line(self.start, point)
                yield Arrival(self.cost(leg), 0.0, (leg,), at_once=False)
        for (number, sense), arrivals in self.arrivals.items():
            circle = self.scene.circles[number]
            if not arrivals:
                continue
            for line in feet_from_circle(body, circle, sense):
                if is_tangent_at(circle, line.leaves) and self.scene.is_open(
                    line.start, line.end, (False, True)
                ):
                    yield from self.continued(number, sense, line)

    def special_points(self, target: int) -> list[Point]:
        """List the corners of a rim, and where other rims and barriers meet it."""
        body = self.scene.obstacles[target]
        points = [] if isinstance(body, Disc) else list(body.corners)
        if depth_outside(body, self.start) <= HAIR:
            points.append(self.start)
        others = [other for number, other in enumerate(self.scene.obstacles) if number != target]
        for other in [*others, *(crossing.body for crossing in self.scene.crossings)]:
            points += common_rim_points(body, other)
        for barrier in self.scene.barriers:
            points += rim_points_on_line(body, barrier.start, barrier.end)
            if abs(barrier.end - barrier.start) > HAIR:
                # A barrier may also just graze the rim.
                point = nearest_on_edge(barrier.start, barrier.end, middle_of(body))
                points += [point] if abs(depth_outside(body, point)) < HAIR else []
        return points


def inside_of(scene: Scene, point: Point) -> int | None:
    """Give the first obstacle that a point is inside of, deeper than a hair."""
    for number, body in enumerate(scene.obstacles):
        if depth_outside(body, point) < -HAIR:
            return number
    return None
