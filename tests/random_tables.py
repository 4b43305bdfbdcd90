"""Small random tables for the parity of movement, made from a seed."""

from __future__ import annotations

import math
import random
from typing import Any

from fracas.reference.plane import Body, approach
from fracas.reference.rims import clearance_on_table
from fracas.reference.tables import Table
from table_rows import TableSpec, reference_table

BASES: list[Any] = ["standard", "standard", "cavalry", {"diameter": 2.5}, {"diameter": 4}, "large"]
FLAGS = ("activated", "activated_now", "assaulted", "walked", "disengaged", "tried_disengaging")
OPTIONS: list[dict[str, Any]] = [
    {},
    {},
    {"edition": "older"},
    {"movement": {"sight_arc": "all_round", "hidden_by": "any"}},
    {"movement": {"hidden_by": "nothing", "engage_a_seen_target": True}},
    {"movement": {"full_bases": "open", "gap_of_exactly_the_width": "closed"}},
]


def fighter_of(rng: random.Random, size: float) -> dict[str, Any]:
    fighter: dict[str, Any] = {
        "profile": {
            "movement": rng.choice([0, 6, 10, 10, 15]),
            "size": rng.choice(["small", "medium", "medium", "large", "very_large"]),
            "base": rng.choice(BASES),
            "strength": rng.randint(3, 12),
            "initiative": rng.randint(1, 6),
        },
        "side": rng.randint(0, 1),
        "position": [rng.uniform(2, size - 2), rng.uniform(2, size - 2)],
        "facing": rng.choice([0, 90, 180, 270, rng.uniform(0, 360)]),
    }
    fighter.update({flag: True for flag in FLAGS if rng.random() < 0.2})
    if fighter.get("assaulted"):
        # Nobody assaulted in this phase can have disengaged in it.
        fighter.pop("disengaged", None)
    if rng.random() < 0.1:
        fighter["must_take_cover"] = True
    return fighter


def beside(rng: random.Random, other: dict[str, Any], fighter: dict[str, Any]) -> None:
    """Put a fighter straight in front of another, so that their bases touch."""
    turn = rng.choice([0, 90, 180, 270])
    angle = math.radians(other["facing"] + turn)
    fighter["facing"] = (other["facing"] + turn + 180) % 360

    def reach(one: dict[str, Any], sideways: bool) -> float:  # noqa: FBT001
        base = one["profile"]["base"]
        if isinstance(base, dict):
            return float(base["diameter"]) / 2
        sides = {"standard": (2.5, 2.5), "cavalry": (2.5, 5.0), "large": (3.75, 3.75)}[base]
        return sides[0] / 2 if sideways else sides[1] / 2

    far = reach(other, turn in {90, 270}) + reach(fighter, sideways=False)
    x, y = other["position"]
    fighter["position"] = [x + far * math.cos(angle), y + far * math.sin(angle)]


def scenery_of(rng: random.Random, size: float) -> dict[str, Any]:
    x, y = rng.uniform(0, size), rng.uniform(0, size)
    piece: dict[str, Any] = {
        "passage": rng.choice(["crossable", "crossable", "impassable"]),
        "size": rng.choice(["small", "medium", "large"]),
        "height": rng.choice([0.5, 1.0, 3.0]),
        "hides": rng.random() < 0.7,
    }
    if rng.random() < 0.5:
        piece["disc"] = {"centre": [x, y], "radius": rng.uniform(1, 4)}
    else:
        width, depth, angle = rng.uniform(1, 10), rng.uniform(0.5, 4), rng.uniform(0, 6)
        cosine, sine = math.cos(angle) / 2, math.sin(angle) / 2
        piece["polygon"] = [
            [x + width * i * cosine - depth * j * sine, y + width * i * sine + depth * j * cosine]
            for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        ]
    return piece


def is_proper(table: Table) -> bool:
    """Tell whether nobody overlaps anything and all stand on the table."""
    bodies: list[Body] = [table.body(n) for n in range(len(table.fighters))]
    return all(
        clearance_on_table(body, table.ground) >= 0
        and all(approach(body, other).gap >= -1e-9 for other in bodies[:n] + table.impassable())
        for n, body in enumerate(bodies)
    )


def make_table(seed: int) -> TableSpec:
    """Make the table of a seed."""
    rng = random.Random(seed)  # noqa: S311
    size = 40.0
    spec = TableSpec([], [], rng.choice(OPTIONS), size, size)
    for _ in range(rng.randint(0, 2)):
        spec.scenery.append(scenery_of(rng, size))
    wanted = rng.randint(2, 6)
    for _ in range(60):
        fighter = fighter_of(rng, size)
        if spec.fighters and rng.random() < 0.4:
            beside(rng, rng.choice(spec.fighters), fighter)
        spec.fighters.append(fighter)
        if not is_proper(reference_table(spec)):
            spec.fighters.pop()
        if len(spec.fighters) == wanted:
            break
    return spec
