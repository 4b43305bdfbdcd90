"""A place in contact that just fits: touched on both sides, with no room to spare (M-12).

Between bodies that touch, rounding leaves gaps and overlaps. A place that is too narrow by no more
than that is free, and it is one place: where a base that goes along the rim leaves the body behind
it and meets the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fracas.reference.plane import TOUCH, Body, Disc, Point, dot, outward

__all__ = ["SLACK", "border", "places_between"]

SLACK = TOUCH / 2
"""The deepest overlap that is still a touch where a base has no other place."""


def border(is_good: Callable[[float], bool], good: float, bad: float) -> float:
    """Find the last good place on the way from a good one to a bad one (bisection)."""
    for _ in range(60):
        middle = (good + bad) / 2
        if is_good(middle):
            good = middle
        else:
            bad = middle
    return good


def places_between(
    body_at: Callable[[float], Body],
    is_clear: Callable[[Body | None, float], bool],
    others: Sequence[Body],
    low: float,
    high: float,
) -> list[float]:
    """List where a base may stand that is pinched somewhere between two stances.

    *Rule* Half-way between where it leaves the last body behind it and where it meets the first
    one before it; ``None`` among the bodies is the edge of the table.

    *Edge cases* When a single body is on both sides, wherever a corner of one just touches an
    edge of the other.
    """
    left, met, around = [], [], []
    for other in (*others, None):
        sides = is_clear(other, low), is_clear(other, high)
        if sides == (False, True):
            left.append(border(lambda turn, one=other: is_clear(one, turn), high, low))  # type: ignore[misc]
        elif sides == (True, False):
            met.append(border(lambda turn, one=other: is_clear(one, turn), low, high))  # type: ignore[misc]
        elif other is not None and sides == (False, False):
            around.append(other)
    if left and met:
        return [(max(left) + min(met)) / 2]
    return [turn for other in around for turn in touches(body_at, other, low, high)]


def touches(
    body_at: Callable[[float], Body], other: Body, low: float, high: float
) -> Iterator[float]:
    """List where a corner of a moving body or of another one comes to an edge of the other."""
    if isinstance(other, Disc) or isinstance(body_at(low), Disc):
        return
    for corner in range(4):
        for edge in range(len(other.edges)):
            yield from zero(lambda t, c=corner, e=edge: heights(body_at(t), other, c, e), low, high)  # type: ignore[misc]
    for corner in range(len(other.corners)):
        for edge in range(4):
            yield from zero(lambda t, c=corner, e=edge: heights(other, body_at(t), c, e), low, high)  # type: ignore[misc]


def heights(of: Body, on: Body, corner: int, edge: int) -> tuple[float, bool]:
    """Tell how high a corner of one polygon is above an edge of another, and whether beside it."""
    if isinstance(of, Disc) or isinstance(on, Disc):
        return 1.0, False
    start, end = on.edges[edge]
    way: Point = of.corners[corner] - start
    along = dot(way, end - start) / abs(end - start)
    return dot(way, outward(start, end)), -TOUCH <= along <= abs(end - start) + TOUCH


def zero(height: Callable[[float], tuple[float, bool]], low: float, high: float) -> Iterator[float]:
    """Find where a height changes its sign beside the edge."""
    begins, ends = height(low)[0] >= 0, height(high)[0] >= 0
    if begins != ends:
        turn = border(lambda turn: (height(turn)[0] >= 0) == begins, low, high)
        if height(turn)[1]:
            yield turn
