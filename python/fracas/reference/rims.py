"""Where an assailant may stand: the free rim of a base (M-12, M-14).

The stances on a rim are one family: the mire goes round the rim, turned straight at it. Round a
disc that is an angle. Round a polygon the mire slides along an edge, then the base swings about
the corner, then the next edge follows.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fracas.reference.bases import Base, Footprint
from fracas.reference.pinches import SLACK, border, places_between
from fracas.reference.plane import (
    HAIR,
    TURN,
    Body,
    Disc,
    Point,
    approach,
    middle_of,
    outward,
    turn_to,
)

__all__ = ["Interval", "Rim", "clearance", "clearance_on_table", "free_rim", "reach_of"]

SAMPLES = 400
"""How many stances are tried all round a rim before the borders are narrowed down."""
ROUNDING = 1e-13
"""What rounding makes of a gap that does not change along a stretch (cm)."""


class Interval(NamedTuple):
    """The stances from one to another, both included; the last may be past a full round."""

    first: float
    last: float


@dataclass(frozen=True)
class Rim:
    """The rim of a base that is assaulted."""

    body: Body

    @property
    def pieces(self) -> list[tuple[float, Point, Point, float, float]]:
        """The edges and the corners, one after the other.

        Of each: how long it is, where it begins and ends, the angle of the normal where it begins,
        and how far that turns.
        """
        edges = [] if isinstance(self.body, Disc) else self.body.edges
        pieces = []
        for (start, end), (_, following) in zip(edges, [*edges[1:], edges[0]], strict=True):
            normal = cmath.phase(outward(start, end))
            width = turn_to(normal, cmath.phase(outward(end, following)))
            pieces.append((abs(end - start), start, end, normal, 0.0))
            pieces.append((width, end, end, normal, width))
        return pieces

    @property
    def length(self) -> float:
        """How far the stances go before they come round again."""
        return TURN if isinstance(self.body, Disc) else math.fsum(p[0] for p in self.pieces)

    def place(self, turn: float) -> tuple[Point, Point]:
        """Give the point of the rim that belongs to a stance, and the normal there."""
        turn %= self.length
        if isinstance(self.body, Disc):
            return self.body.centre + cmath.rect(self.body.radius, turn), cmath.rect(1, turn)
        for length, start, end, normal, width in self.pieces:
            if turn <= length:
                share = turn / length
                return start + (end - start) * share, cmath.rect(1, normal + width * share)
            turn -= length
        return self.place(0.0)

    def stance(self, footprint: Footprint, turn: float) -> Base:
        """Give the base that stands there, its mire on the rim, looking straight at it (M-12)."""
        point, normal = self.place(turn)
        return Base.with_mire(footprint, point, -normal)

    def turns_at(self, point: Point) -> Interval:
        """Give the stances whose mire is at a point of the rim: several at a corner."""
        if isinstance(self.body, Disc):
            turn = cmath.phase(point - self.body.centre) % TURN
            return Interval(turn, turn)
        best, found = math.inf, Interval(0.0, 0.0)
        begun = 0.0
        for length, start, end, _, width in self.pieces:
            if width > 0:
                away, here = abs(point - end) - HAIR, Interval(begun, begun + length)
            else:
                along = (end - start) / length
                place = min(length, max(0.0, ((point - start) * along.conjugate()).real))
                away = abs(start + along * place - point)
                here = Interval(begun + place, begun + place)
            if away < best:
                best, found = away, here
            begun += length
        return found


def reach_of(body: Body) -> float:
    """Tell how far a body reaches from its middle."""
    if isinstance(body, Disc):
        return body.radius
    return max(abs(corner - middle_of(body)) for corner in body.corners)


def clearance_on_table(body: Body, table: tuple[Point, Point] | None) -> float:
    """Tell how far a body is from the edge of the table; below zero, how far over it."""
    if table is None:
        return math.inf
    low, high = table
    points = [middle_of(body)] if isinstance(body, Disc) else list(body.corners)
    inset = body.radius if isinstance(body, Disc) else 0.0
    return min(
        min(p.real - low.real, p.imag - low.imag, high.real - p.real, high.imag - p.imag) - inset
        for p in points
    )


def clearance(body: Body, others: Sequence[Body], table: tuple[Point, Point] | None) -> float:
    """Tell how far a body is from everything else; below zero, how deep it overlaps."""
    gaps = [
        approach(body, other).gap
        for other in others
        if abs(middle_of(body) - middle_of(other)) < reach_of(body) + reach_of(other) + 1
    ]
    return min([*gaps, clearance_on_table(body, table)], default=math.inf)


def free_rim(
    rim: Rim, footprint: Footprint, others: Sequence[Body], table: tuple[Point, Point] | None
) -> list[Interval]:
    """List the stances that overlap nothing and stay on the table (M-12).

    Many stances are tried, and the borders between free and not free are narrowed down. Where the
    best of a neighbourhood just fits, that is an interval of its own: a gap exactly as wide as the
    base.

    *Edge cases* A gap that is too narrow by no more than rounding makes of a contact is one place:
    any free place of the rim counts (M-12), and bodies so near to each other touch.
    """

    def body_at(turn: float) -> Body:
        return rim.stance(footprint, turn).body

    def room(turn: float) -> float:
        return min(1.0, clearance(body_at(turn), others, table))

    def is_good(turn: float) -> bool:
        return room(turn) >= -HAIR

    def is_clear(other: Body | None, turn: float) -> bool:
        if other is None:
            return clearance_on_table(body_at(turn), table) >= 0
        return approach(body_at(turn), other).gap >= 0

    step = rim.length / SAMPLES
    rooms = [room(step * number) for number in range(SAMPLES)]
    intervals = joined(rim, room, step, [space >= -2 * HAIR for space in rooms])
    for number, space in enumerate(rooms):
        is_best = space >= rooms[number - 1] and space >= rooms[(number + 1) % SAMPLES]
        if is_best and -2 * HAIR > space > -2 * step:
            low, high = step * (number - 1), step * (number + 1)
            turn = roomiest(room, low, high)
            if is_good(turn):
                intervals.append(Interval(border(is_good, turn, low), border(is_good, turn, high)))
            elif room(turn) >= -SLACK:
                found = places_between(body_at, is_clear, others, low, high)
                intervals += [Interval(one, one) for one in found if room(one) >= -SLACK]
    return intervals


def roomiest(room: Callable[[float], float], low: float, high: float) -> float:
    """Find the stance with the most room between two (golden section)."""
    golden = (math.sqrt(5) - 1) / 2
    while high - low > 1e-12:
        one, other = high - golden * (high - low), low + golden * (high - low)
        if room(one) >= room(other):
            high = other
        else:
            low = one
    return (low + high) / 2


def joined(
    rim: Rim, room: Callable[[float], float], step: float, is_free: Sequence[bool]
) -> list[Interval]:
    """Join free stances to intervals, with their exact borders."""
    if all(is_free):
        return [Interval(0.0, rim.length)]
    begins = [k for k, free in enumerate(is_free) if free and not is_free[k - 1]]
    intervals = []
    for begin in begins:
        end = begin
        while is_free[(end + 1) % len(is_free)]:
            end += 1
        first = end_of(room, begin * step, (begin - 1) * step)
        last = end_of(room, end * step, (end + 1) * step)
        # Before the start of the rim, but for a hair, is its end.
        shift = rim.length if first < -2 * HAIR else 0.0
        intervals.append(Interval(max(0.0, first + shift), last + shift))
    return intervals


def end_of(room: Callable[[float], float], good: float, bad: float) -> float:
    """Find where a free stretch ends: in contact, and no deeper than it is there already.

    Along a base that rounding has put a hair too near it overlaps all the time, and all of that is
    the stretch. A round base rolls into another one so slowly that an overlap of a hair would be
    far along the rim: only rounding is let pass.
    """
    least = min(0.0, room(good)) - ROUNDING
    return border(lambda turn: room(turn) >= least, good, bad)
