"""Bases: what a fighter stands on, where, and which way it looks (W-8, M-2, M-12)."""

from __future__ import annotations

import cmath
from dataclasses import dataclass

from fracas.reference.plane import Body, Disc, Point, rectangle

__all__ = ["Base", "Footprint"]


@dataclass(frozen=True)
class Footprint:
    """The form of a base: round when it has no depth."""

    width: float
    """The diameter, or the front edge: how wide a gap has to be (M-4)."""
    depth: float | None = None

    @property
    def is_round(self) -> bool:
        """Whether it is round."""
        return self.depth is None

    @property
    def ahead(self) -> float:
        """How far the mire is from the centre."""
        return (self.width if self.depth is None else self.depth) / 2


@dataclass(frozen=True)
class Base:
    """A base that stands somewhere."""

    footprint: Footprint
    centre: Point
    facing: Point
    """The unit vector in which it looks."""

    @classmethod
    def with_mire(cls, footprint: Footprint, mire: Point, facing: Point) -> Base:
        """Give the base whose mire is at a point."""
        return cls(footprint, mire - facing * footprint.ahead, facing)

    @property
    def mire(self) -> Point:
        """The sighting point: the middle of the front.

        *Rule* Everything is measured from here (M-2).

        *Example*

        >>> Base(Footprint(2.5, 5.0), 0j, 1j).mire
        2.5j
        """
        return self.centre + self.facing * self.footprint.ahead

    @property
    def body(self) -> Body:
        """The ground it covers."""
        if self.footprint.depth is None:
            return Disc(self.centre, self.footprint.width / 2)
        return rectangle(self.centre, self.facing, self.footprint.width, self.footprint.depth)

    def turned(self, angle: float) -> Base:
        """Give the base turned about its own centre (M-15)."""
        return Base(self.footprint, self.centre, self.facing * cmath.rect(1, angle))
