"""What stands on a table, what a fighter might do, and what happened: plain values.

Data only: no rule lives here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from fracas._core import Profile
from fracas.geometry import Point
from fracas.types import Health, Size

__all__ = ["Action", "Move", "MoveEvent", "Passage", "Placed", "Scenery"]

Action: TypeAlias = Literal[
    "walk",
    "turn",
    "run",
    "charge",
    "engage",
    "take_cover",
    "dive_for_cover",
    "disengage_by_agility",
    "disengage_by_force",
]
"""What a fighter can do that has to do with movement."""

Passage: TypeAlias = Literal["impassable", "crossable"]
"""Whether fighters can climb over scenery (M-6)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A fighter on a table: what it is, where it stands, and what has happened to it."""

    profile: Profile | str
    """What it is, or the name of that in the library."""
    side: int
    """Whose it is: 0 or 1."""
    position: Point
    """The centre of its base."""
    facing: float = 90
    """Which way it faces, in degrees."""
    health: Health = field(default_factory=Health)
    """Its wounds and markers of stunned."""
    routed: bool = False
    """Whether it is routed."""
    activated: bool = False
    """Whether its activation of this turn is over."""
    activated_now: bool = False
    """Whether it is activated in the current speaking turn (M-5)."""
    assaulted: bool = False
    """Whether it was charged or engaged in this activation phase (M-8, M-21)."""
    charged: bool = False
    """Whether it has the charge penalty (M-17)."""
    bound_to_defence: bool = False
    """Whether it failed to disengage (M-24)."""
    walked: bool = False
    """Whether it has walked in this speaking turn (M-8)."""
    disengaged: bool = False
    """Whether it has disengaged in this activation (M-25)."""
    tried_disengaging: bool = False
    """Whether it has tried to (M-21)."""
    under_cover: bool = False
    """Whether it is under cover (M-19)."""
    must_take_cover: bool = False
    """Whether it dived for cover (M-20)."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.profile if isinstance(self.profile, str) else self.profile.name

    def to_dict(self) -> dict[str, Any]:
        """Give it as it stands in the document of a table."""
        document = {one.name: getattr(self, one.name) for one in fields(self)}
        if isinstance(self.profile, Profile):
            document["profile"] = self.profile.to_dict()
        if isinstance(self.health, Health):
            document["health"] = {"level": self.health.level, "stunned": self.health.stunned}
        return document


@dataclass(frozen=True, slots=True)
class Scenery:
    """A piece of scenery: a convex polygon or a disc."""

    polygon: tuple[Point, ...] | None = None
    """The corners of a convex polygon, in either direction of rotation."""
    disc: tuple[Point, float] | None = None
    """The centre and the radius of a disc, instead of a polygon."""
    passage: Passage = "impassable"
    """Whether fighters can climb over it (M-6)."""
    size: Size = "medium"
    """How big it is on the fighters' scale: for climbing (M-6) and hiding (M-10)."""
    height: float = 0.0
    """How high it is (M-6)."""
    hides: bool = True
    """Whether it hides what is behind it (M-10)."""
    name: str | None = None
    """What it is called."""

    def to_dict(self) -> dict[str, Any]:
        """Give it as it stands in the document of a table."""
        document = {one.name: getattr(self, one.name) for one in fields(self)}
        if isinstance(self.disc, tuple) and len(self.disc) == 2:
            document["disc"] = {"centre": self.disc[0], "radius": self.disc[1]}
        return {key: value for key, value in document.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a fighter might do."""

    action: Action
    """What."""
    target: int | None
    """To whom, for an assault."""
    allowed: bool
    """Whether it may."""
    reasons: tuple[str, ...]
    """All the reasons why not."""
    distance: float
    """How far it may go (M-1)."""
    length: float | None = None
    """How long the way to the target is, for an assault that it may declare."""
    reaches: bool | None = None
    """Whether the distance is enough; if not, the assault would fail (M-13)."""


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """One thing that happened in a move."""

    kind: Literal["moved", "pivoted", "reached", "failed"]
    """What happened."""
    fighter: int
    """To whom."""
    action: Action | None = None
    """In what action."""
    target: int | None = None
    """Whom an assault reached or was meant for; of a pivot, who turned the fighter."""
    distance: float | None = None
    """How far the fighter moved."""
    angle: float | None = None
    """How far it was turned, in degrees: counter-clockwise above zero."""


def placed_of(profile: Profile, document: Mapping[str, Any]) -> Placed:
    """Give a fighter of a table's document."""
    x, y = document["position"]
    rest = {key: value for key, value in document.items() if key not in _READ}
    health = Health(**document["health"]) if "health" in document else Health()
    return Placed(
        profile,
        document["side"],
        (float(x), float(y)),
        float(document["facing"]),
        health,
        **rest,
    )


_READ = {"profile", "side", "position", "facing", "health"}


def scenery_of(document: Mapping[str, Any]) -> Scenery:
    """Give a piece of scenery of a table's document."""
    corners = document.get("polygon")
    disc = document.get("disc")
    return Scenery(
        None if corners is None else tuple((float(x), float(y)) for x, y in corners),
        None if disc is None else (_point(disc["centre"]), float(disc["radius"])),
        document["passage"],
        document["size"],
        float(document["height"]),
        document["hides"],
        document.get("name"),
    )


def _point(pair: Sequence[float]) -> Point:
    x, y = pair
    return float(x), float(y)
