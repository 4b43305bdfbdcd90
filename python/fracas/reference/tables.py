"""A table: who stands where, in what state, and what stands about (M-1 to M-6, M-10).

Documents of tables are checked elsewhere; what comes in here is trusted.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeAlias

from fracas.reference.bases import Base, Footprint
from fracas.reference.legs import Crossing
from fracas.reference.paths import Measures, Scene
from fracas.reference.plane import (
    TOUCH,
    Body,
    Disc,
    Point,
    Polygon,
    depth_outside,
    nearest_rim_point,
    relation,
)
from fracas.reference.position import Profile as CombatProfile
from fracas.reference.rules import Rules
from fracas.reference.sight import Sight, sees
from fracas.reference.wounds import current
from fracas.types import Health, Size

__all__ = ["Pair", "Placed", "Profile", "Scenery", "Table", "complex_of", "pair_of"]

Pair: TypeAlias = tuple[float, float]

SIZES: tuple[Size, ...] = ("small", "medium", "large", "very_large")


class Profile(CombatProfile, Protocol):
    """What moving and shooting read of a profile, besides what a combat does."""

    @property
    def aim(self) -> int | None:
        """How well it shoots; ``None`` for who cannot."""

    @property
    def weapon(self) -> dict[str, Any] | None:
        """What it shoots with (A-15); ``None`` for who has no ranged weapon."""

    @property
    def courage(self) -> int | None:
        """How it stands fear; ``None`` for who causes it."""

    @property
    def fear(self) -> int | None:
        """How frightening it is; ``None`` for who has courage."""

    @property
    def movement(self) -> float:
        """MOU: how far it walks (M-1)."""

    @property
    def size(self) -> Size:
        """How big it is (W-8)."""

    @property
    def power(self) -> int | None:
        """Its power when it has one of its own."""

    @property
    def base(self) -> str | dict[str, float]:
        """What it stands on (W-8)."""


@dataclass(frozen=True)
class Placed:
    """A fighter on the table, and the state it is in."""

    profile: Profile
    side: int
    position: Pair
    """The centre of its base."""
    facing: float = 90.0
    """Degrees, counter-clockwise from the x-axis."""
    health: Health = field(default_factory=Health)
    routed: bool = False
    activated: bool = False
    activated_now: bool = False
    """Whether it was activated in the current speaking turn (M-5)."""
    assaulted: bool = False
    """Whether it was charged or engaged in this activation phase (M-21)."""
    charged: bool = False
    """Whether it suffers the penalty of a charge (M-17)."""
    bound_to_defence: bool = False
    """Whether it failed to disengage (M-24)."""
    walked: bool = False
    """Whether it has walked in this speaking turn (M-8)."""
    disengaged: bool = False
    """Whether it has disengaged in this activation (M-25)."""
    tried_disengaging: bool = False
    under_cover: bool = False
    must_take_cover: bool = False
    """Whether it has dived for cover (M-20)."""


@dataclass(frozen=True)
class Scenery:
    """A piece of scenery (M-3, M-6)."""

    name: str = ""
    polygon: Sequence[Pair] | None = None
    disc: tuple[Pair, float] | None = None
    """Its centre and its radius."""
    passage: Literal["crossable", "impassable"] = "impassable"
    size: Size = "medium"
    height: float = 0.0
    hides: bool = True

    @property
    def body(self) -> Body:
        """The ground it covers."""
        if self.disc is not None:
            return Disc(complex_of(self.disc[0]), self.disc[1])
        corners = [complex_of(corner) for corner in self.polygon or ()]
        following = [*corners[1:], corners[0]]
        area = sum((a.conjugate() * b).imag for a, b in zip(corners, following, strict=True))
        return Polygon(tuple(corners if area > 0 else corners[::-1]))


def complex_of(pair: Pair) -> Point:
    """Read a point."""
    return complex(*pair)


def pair_of(point: Point) -> Pair:
    """Write a point."""
    return point.real, point.imag


@dataclass(frozen=True)
class Table:
    """A table with all that stands on it. A fighter is its number in the list."""

    width: float
    depth: float
    fighters: tuple[Placed, ...] = ()
    scenery: tuple[Scenery, ...] = ()
    rules: Rules = field(default_factory=Rules)
    tolerance: float = TOUCH

    @property
    def ground(self) -> tuple[Point, Point]:
        """The lower left and the upper right corner."""
        return 0j, complex(self.width, self.depth)

    def footprint(self, fighter: int) -> Footprint:
        """Give the form of a base (W-8)."""
        base = self.fighters[fighter].profile.base
        if isinstance(base, str):
            named = self.rules.bases[base]
            return Footprint(named.width, named.depth)
        if "diameter" in base:
            return Footprint(base["diameter"])
        return Footprint(base["width"], base["depth"])

    def base(self, fighter: int) -> Base:
        """Give the base of a fighter."""
        placed = self.fighters[fighter]
        facing = cmath.rect(1, math.radians(placed.facing))
        return Base(self.footprint(fighter), complex_of(placed.position), facing)

    def body(self, fighter: int) -> Body:
        """Give the ground that a fighter covers."""
        return self.base(fighter).body

    def is_up(self, fighter: int) -> bool:
        """Tell whether a fighter is on the table: whoever is eliminated is not (W-7)."""
        return self.fighters[fighter].health.level != "killed"

    def others(self, fighter: int) -> list[int]:
        """List everybody else on the table."""
        return [n for n in range(len(self.fighters)) if n != fighter and self.is_up(n)]

    def are_enemies(self, one: int, other: int) -> bool:
        """Tell whether two fighters are of different sides."""
        return self.fighters[one].side != self.fighters[other].side

    def touching(self, fighter: int) -> list[int]:
        """List those whose bases touch a fighter's."""
        body = self.body(fighter)
        return [
            other
            for other in self.others(fighter)
            if relation(body, self.body(other), self.tolerance) != "apart"
        ]

    def contacts(self) -> list[tuple[int, int]]:
        """List the pairs of bases that touch."""
        up = [number for number in range(len(self.fighters)) if self.is_up(number)]
        return [(a, b) for a in up for b in self.touching(a) if a < b]

    def adversaries(self, fighter: int) -> list[int]:
        """List the enemies in contact."""
        return [other for other in self.touching(fighter) if self.are_enemies(fighter, other)]

    def is_free(self, fighter: int) -> bool:
        """Tell whether no enemy touches a fighter."""
        return not self.adversaries(fighter)

    def size(self, fighter: int) -> int:
        """Give the rank of a fighter's size (W-8)."""
        return SIZES.index(self.fighters[fighter].profile.size)

    def maximum(self, fighter: int) -> int:
        """Give how many adversaries may stand in contact (W-8)."""
        adversaries: int = getattr(
            self.rules.sizes, self.fighters[fighter].profile.size
        ).adversaries
        return adversaries

    def power(self, fighter: int) -> int:
        """Give the power of a fighter: its own, or that of its size (W-8)."""
        profile = self.fighters[fighter].profile
        if profile.power is not None:
            return profile.power
        power: int = getattr(self.rules.sizes, profile.size).power
        return power

    def current(self, fighter: int, name: str) -> int:
        """Give a characteristic as it is now (W-5, W-6, M-17)."""
        placed = self.fighters[fighter]
        value = current(name, getattr(placed.profile, name), placed.health, self.rules)
        if placed.charged and name in {"initiative", "attack", "defence", "aim"}:
            value += self.rules.combat.charged_penalty
        return value

    def level(self, point: Point) -> int:
        """Give the level of a place: 1 on scenery that can be climbed, 0 on the ground."""
        return int(
            any(
                piece.passage == "crossable" and depth_outside(piece.body, point) < -self.tolerance
                for piece in self.scenery
            )
        )

    def may_pass_through(self, fighter: int, other: int) -> bool:
        """Tell whether a friend is no obstacle.

        *Rule* Friends free of adversaries, activated in the same speaking turn, let each other
        through (M-5).
        """
        one, friend = self.fighters[fighter], self.fighters[other]
        same_turn = one.activated_now and friend.activated_now
        return one.side == friend.side and same_turn and self.is_free(other)

    def obstacles(self, fighter: int) -> list[tuple[int | None, Body]]:
        """List what a fighter has to go round, with the number of the fighter it is (M-3, M-5)."""
        bases = [
            (other, self.body(other))
            for other in self.others(fighter)
            if not self.may_pass_through(fighter, other)
        ]
        return [*bases, *((None, body) for body in self.impassable())]

    def impassable(self) -> list[Body]:
        """List the scenery that nobody passes."""
        return [piece.body for piece in self.scenery if piece.passage == "impassable"]

    def crossing(self, fighter: int, piece: Scenery) -> Crossing:
        """Tell what it costs a fighter to cross a piece of scenery.

        *Rule* Nothing when it is two sizes smaller than the fighter; its height going up when it
        is one size smaller; its height up and down when it is as big or bigger (M-6).
        """
        smaller = self.size(fighter) - SIZES.index(piece.size)
        up = 0.0 if smaller >= 2 else piece.height
        down = 0.0 if smaller >= 1 else piece.height
        return Crossing(piece.body, up, down)

    def scene(self, fighter: int) -> Scene:
        """Give what the path of a fighter has to go round (M-3 to M-6)."""
        crossings = [self.crossing(fighter, p) for p in self.scenery if p.passage == "crossable"]
        return Scene(
            tuple(body for _, body in self.obstacles(fighter)),
            tuple(crossing for crossing in crossings if crossing.up + crossing.down > 0),
            self.footprint(fighter).width,
            self.ground,
            self.rules.movement.gap_of_exactly_the_width == "closed",
        )

    def measures(self, fighter: int) -> Measures:
        """Measure from the mire of a fighter (M-2).

        *Edge cases* A mire that touches a base from slightly inside starts on its rim.
        """
        scene = self.scene(fighter)
        return Measures(scene, self.out_of(scene, self.base(fighter).mire))

    def out_of(self, scene: Scene, point: Point) -> Point:
        """Move a point that is inside an obstacle by no more than the tolerance to the rim."""
        for body in scene.obstacles:
            if -self.tolerance <= depth_outside(body, point) < 0:
                return nearest_rim_point(body, point)
        return point

    def sees(self, fighter: int, target: int) -> Sight:
        """Find out how much a fighter sees of another.

        *Rule* It looks from its mire, forwards, and whatever is as big as the target hides what
        is behind it (M-10).

        *Edge cases* By the options of M-10 it looks all round, and everything hides, or nothing.
        """
        options = self.rules.movement
        base, size = self.base(fighter), self.size(target)
        hiding: list[tuple[int, Body]] = [
            (self.size(n), self.body(n)) for n in self.others(fighter) if n != target
        ]
        hiding += [(SIZES.index(p.size), p.body) for p in self.scenery if p.hides]
        if options.hidden_by == "nothing":
            hiding = []
        blockers = [
            body for bigness, body in hiding if options.hidden_by == "any" or bigness >= size
        ]
        facing = base.facing if options.sight_arc == "front" else None
        return sees(base.mire, facing, self.body(target), blockers)

    def with_state(self, fighter: int, **changes: Any) -> Table:
        """Give the table on which one fighter is in another state."""
        fighters = list(self.fighters)
        fighters[fighter] = replace(fighters[fighter], **changes)
        return replace(self, fighters=tuple(fighters))

    def with_base(self, fighter: int, base: Base) -> Table:
        """Give the table on which one fighter stands elsewhere."""
        facing = math.degrees(cmath.phase(base.facing)) % 360
        return self.with_state(fighter, position=pair_of(base.centre), facing=facing)
