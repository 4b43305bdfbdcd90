"""Bases, paths, reach and sight: what measuring on a table gives (M-2 to M-10).

Centimetres, and degrees counter-clockwise from the x-axis: 90 looks up. Data only: the rules run in
the core.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from fracas import _core

__all__ = [
    "Arc",
    "Base",
    "Disc",
    "Leg",
    "Line",
    "Obstacle",
    "Outline",
    "Path",
    "Point",
    "Polygon",
    "Reach",
    "Relation",
    "Sight",
]

Point: TypeAlias = tuple[float, float]
"""A point of the table: x to the right, y upwards."""

Obstacle: TypeAlias = tuple[Literal["fighter", "scenery"], int]
"""What stands in the way: a fighter or a piece of scenery, by number."""

Relation: TypeAlias = Literal["apart", "touching", "overlapping"]
"""How two bases lie."""


@dataclass(frozen=True, slots=True)
class Disc:
    """Something round."""

    centre: Point
    """Its centre."""
    radius: float
    """Its radius."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """Something with corners."""

    corners: tuple[Point, ...]
    """Counter-clockwise."""


Outline: TypeAlias = Disc | Polygon
"""The ground that something covers."""


def outline_of(parts: tuple[tuple[Point, float] | None, list[Point]]) -> Outline:
    """Give the outline that the core tells."""
    disc, corners = parts
    return Polygon(tuple(corners)) if disc is None else Disc(*disc)


class Base:
    """A base that stands somewhere: round, or with a front edge.

    >>> import fracas as fr
    >>> guard = fr.Base((10, 10), 90, width=2.5, depth=2.5)
    >>> guard.mire
    (10.0, 11.25)
    >>> guard.gap(fr.Base((10, 15), 270, diameter=2.5))
    2.5
    """

    __slots__ = ("_core", "depth", "diameter", "facing", "position", "width")

    def __init__(
        self,
        position: Point,
        facing: float = 90,
        *,
        diameter: float | None = None,
        width: float | None = None,
        depth: float | None = None,
    ) -> None:
        self._core = _core.Base(position, facing, diameter, width, depth)
        self.position = position
        self.facing = facing
        self.diameter = diameter
        self.width = width
        self.depth = depth

    @property
    def mire(self) -> Point:
        """The sighting point: the middle of its front, on the rim."""
        return self._core.mire

    @property
    def outline(self) -> Outline:
        """The ground it covers."""
        return outline_of(self._core.outline)

    @property
    def rim(self) -> float:
        """How long its rim is."""
        return self._core.rim

    def contains(self, point: Point) -> bool:
        """Tell whether a point is in it or on its rim."""
        return self._core.contains(point)

    def gap(self, other: Base) -> float:
        """Give the gap to another base; below zero, how deep they overlap."""
        return self._core.gap(other._core)

    def relation(self, other: Base, tolerance: float = 1e-4) -> Relation:
        """Tell whether two bases are apart, touching or overlapping, within a tolerance."""
        return cast("Relation", self._core.relation(other._core, tolerance))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Base) and self._form() == other._form()

    def __hash__(self) -> int:
        return hash(self._form())

    def __repr__(self) -> str:
        form = (
            f"width={self.width}, depth={self.depth}"
            if self.diameter is None
            else f"diameter={self.diameter}"
        )
        return f"Base({self.position}, {self.facing}, {form})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _base, self._form()

    def _form(self) -> tuple[Any, ...]:
        return (tuple(self.position), self.facing, self.diameter, self.width, self.depth)


def _base(
    position: Point,
    facing: float,
    diameter: float | None,
    width: float | None,
    depth: float | None,
) -> Base:
    return Base(position, facing, diameter=diameter, width=width, depth=depth)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight piece of a path."""

    start: Point
    """Where it starts."""
    end: Point
    """Where it ends."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of a path along a rim."""

    start: Point
    """Where it starts."""
    end: Point
    """Where it ends."""
    centre: Point
    """What it goes round."""
    radius: float
    """How far from the centre."""
    angle: float
    """How far round, in degrees: counter-clockwise above zero."""


Leg: TypeAlias = Line | Arc
"""A piece of a path."""


@dataclass(frozen=True, slots=True)
class Path:
    """A measured way; false when there is none."""

    reachable: bool
    """Whether there is a way."""
    length: float = float("inf")
    """What it costs: the way of the mire, and the climbing (M-6)."""
    walked: float = float("inf")
    """The way of the mire alone."""
    legs: tuple[Leg, ...] = ()
    """Its pieces in order."""
    hugged: tuple[Obstacle, ...] = ()
    """What it bends round, in order."""
    crossed: tuple[int, ...] = ()
    """The scenery that it climbs over, by number, in order."""
    end: Point | None = None
    """Where it ends."""
    why: str | None = None
    """Why there is none: ``unreachable``, ``start_inside``, ``goal_inside``, ``start_off_table``,
    ``goal_off_table`` or ``gave_up``."""

    def __bool__(self) -> bool:
        return self.reachable

    @classmethod
    def of(cls, parts: Any, why: str | None = None) -> Path:
        """Give the path that the core tells."""
        if parts is None:
            return cls(reachable=False, why=why)
        reachable = True
        length, walked, legs, hugged, crossed, end = parts
        pieces = tuple(leg_of(*leg) for leg in legs)
        return cls(reachable, length, walked, pieces, tuple(hugged), tuple(crossed), end)


def leg_of(start: Point, end: Point, bend: tuple[Point, float, float] | None) -> Leg:
    """Give the piece of a path or of a contour that the core tells."""
    return Line(start, end) if bend is None else Arc(start, end, *bend)


@dataclass(frozen=True, slots=True)
class Reach:
    """The ground that a fighter can reach with its mire."""

    distance: float
    """The distance that it was asked for."""
    area: float
    """How large it is, in square centimetres."""
    contours: tuple[tuple[Leg, ...], ...]
    """Its borders: outer ones counter-clockwise, holes clockwise."""
    error: float
    """By how much the area may be off, at most."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a fighter sees of another (M-10); false when nothing."""

    visible: bool
    """Whether it sees any of it."""
    fraction: float
    """The visible share of the rim of its base: never all of it, as nobody sees the far side."""
    arcs: tuple[tuple[Point, Point], ...]
    """The stretches of rim that it sees, from end to end counter-clockwise."""

    def __bool__(self) -> bool:
        return self.visible
