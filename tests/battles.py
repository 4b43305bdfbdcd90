"""Battles for the core and for the reference: made from a seed, played, compared."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import fracas as fr
from fracas import reference
from fracas.events import BattleEvent
from fracas.reference.tables import Scenery, Table
from fracas.types import Pose

PROFILES = (
    fr.Profile("Guard", attack=5, strength=8, defence=3, resilience=6, value=30),
    fr.Profile(
        "Brute",
        attack=4,
        strength=10,
        defence=2,
        resilience=7,
        value=40,
        size="large",
        base="large",
        skills=["Regeneration/4"],
    ),
    fr.Profile(
        "Mage", strength=6, value=20, skills=["Magician", "Reinforcement"], base={"diameter": 3.0}
    ),
    fr.Profile("Rider", movement=15, initiative=5, strength=7, value=35, base="cavalry"),
    fr.Profile("Levy", movement=7.5, discipline=0, value=5, skills=["Mercenary"]),
)

SHOOTERS = (
    fr.Profile(
        "Archer",
        aim=4,
        value=25,
        weapon={"strength": 5, "short": 8, "medium": 16, "long": 24},
    ),
    fr.Profile(
        "Slinger",
        movement=12,
        aim=3,
        value=15,
        skills=["Target/+1"],
        weapon={"strength": 3, "short": 4, "medium": 9, "long": 14, "shots": 2},
        base={"diameter": 2.5},
    ),
    fr.Profile(
        "Dragoon",
        movement=15,
        aim=2,
        value=45,
        weapon={"strength": 7, "short": 5, "medium": 10, "long": 15, "assault": True},
        base="cavalry",
    ),
)


@dataclass(frozen=True)
class BattleSetup:
    """A battle for either implementation: plain data."""

    sides: tuple[tuple[fr.Profile, ...], tuple[fr.Profile, ...]]
    poses: tuple[Pose, ...]
    size: float = 36.0
    turns: int = 2
    scenery: tuple[Scenery, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)

    def core(self, seed: int = 0) -> fr.Battle:
        """Set it up in the core."""
        red, blue = (
            fr.Army(name, list(side))
            for name, side in zip(("Red", "Blue"), self.sides, strict=True)
        )
        placed = zip(
            [(p, side) for side in (0, 1) for p in self.sides[side]], self.poses, strict=True
        )
        fighters = [
            fr.Placed(profile, side, pose.position, pose.facing) for (profile, side), pose in placed
        ]
        scenery = [
            fr.Scenery(
                name=piece.name,
                polygon=tuple(piece.polygon or ()),
                passage=piece.passage,
                size=piece.size,
                height=piece.height,
            )
            for piece in self.scenery
        ]
        rules = fr.Rules(self.rules)
        table = fr.Table(self.size, self.size, fighters=fighters, scenery=scenery, rules=rules)
        return fr.Battle(red, blue, table=table, turns=self.turns, rules=rules, seed=seed)

    def readable(self) -> reference.Battle:
        """Set it up in the reference."""
        first, second = (
            reference.Army(tuple(reference.Troop(profile) for profile in side))
            for side in self.sides
        )
        table = Table(self.size, self.size, scenery=self.scenery)
        table = reference.deploy((first, second), table, self.poses)
        rules = reference.Rules.from_document(self.rules)
        return reference.Battle((first, second), table, self.turns, rules)


def small_battle(
    seed: int, most: int = 3, turns: int = 2, *, shooters: bool = False
) -> BattleSetup:
    """Make the battle of a seed: few fighters, so near that they meet at once.

    Nothing is aligned with anything, so that no comparison of lengths is a matter of rounding.
    """
    random = Random(f"battle {seed}")  # noqa: S311 - a board, not a secret
    profiles = PROFILES + SHOOTERS * 2 if shooters else PROFILES
    size = 12.0 * most
    sides, poses = [], []
    for side in (0, 1):
        count = random.randint(1, most)
        sides.append(tuple(random.choice(profiles) for _ in range(count)))
        for place in range(count):
            x = 6 + 12 * place + random.uniform(-1.5, 1.5)
            y = size / 2 + (2 * side - 1) * 6 + random.uniform(-2, 2)
            poses.append(Pose((x, y), 90 + 180 * side + random.uniform(-40, 40)))
    walls: list[Scenery] = []
    if random.random() < 0.3:
        x, y = random.uniform(0, size), size / 2 + random.uniform(-0.2, 0.2)
        corners = ((x, y), (x + 5, y + 0.1), (x + 5, y + 0.6), (x, y + 0.5))
        walls.append(Scenery("Wall", corners, passage="crossable", size="small", height=1.0))
    return BattleSetup((sides[0], sides[1]), tuple(poses), size, turns, tuple(walls))


def readable_play(setup: BattleSetup, seed: int) -> tuple[list[BattleEvent], reference.BattleState]:
    """Play a battle in the reference: seeded dice, and two random players on one stream."""
    players = reference.random(seed), reference.random(seed)
    return reference.play_battle(setup.readable(), players, reference.Seeded(seed))


def first_difference(one: Sequence[object], other: Sequence[object]) -> str | None:
    """Tell where two logs part, positions within 1e-6; ``None`` when they are the same."""
    for place, (first, second) in enumerate(zip(one, other, strict=False)):
        if not is_alike(first, second):
            return f"event {place}: {first} but {second}"
    if len(one) != len(other):
        return f"{len(one)} events but {len(other)}"
    return None


def is_alike(one: object, other: object) -> bool:
    """Tell whether two events are the same, lengths and angles within 1e-6."""
    if isinstance(one, Pose) and isinstance(other, Pose):
        turn = abs((one.facing - other.facing + 180) % 360 - 180)
        return is_alike(one.position, other.position) and turn <= 1e-4
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, abs_tol=1e-6)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_alike, one, other))
    if dataclasses.is_dataclass(one) and type(one) is type(other):
        names = [entry.name for entry in dataclasses.fields(one)]
        return all(is_alike(getattr(one, name), getattr(other, name)) for name in names)
    return one == other
