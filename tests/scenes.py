"""Scenes for shortest paths: made from a seed, written as one line of text, read back.

A scene is plain data, so that the core, the reference and the oracle can each build their own.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

Pair = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A disc (one point and a radius above 0), or a convex polygon (radius 0)."""

    points: tuple[Pair, ...]
    radius: float = 0.0

    @property
    def is_disc(self) -> bool:
        return self.radius > 0

    @property
    def middle(self) -> Pair:
        count = len(self.points)
        return sum(x for x, _ in self.points) / count, sum(y for _, y in self.points) / count

    @property
    def reach(self) -> float:
        """How far it reaches from its middle."""
        return self.radius or max(math.dist(self.middle, point) for point in self.points)


@dataclass(frozen=True)
class Walls:
    """Scenery that can be crossed at a price."""

    shape: Shape
    up: float
    down: float


@dataclass(frozen=True)
class PathScene:
    """Who wants to go where, and what stands about."""

    obstacles: tuple[Shape, ...]
    crossings: tuple[Walls, ...]
    width: float
    table: Pair | None
    start: Pair
    goal: Pair


KINDS = ("discs", "rectangles", "both", "gaps", "walls", "crowd", "grid")


def rectangle(middle: Pair, width: float, depth: float, angle: float) -> Shape:
    cosine, sine = math.cos(angle), math.sin(angle)
    corners = [(width, depth), (-width, depth), (-width, -depth), (width, -depth)]
    return Shape(
        tuple(
            (middle[0] + (x * cosine - y * sine) / 2, middle[1] + (x * sine + y * cosine) / 2)
            for x, y in corners
        )
    )


def outside(shape: Shape, point: Pair) -> float:
    """Tell how far outside a point is; below zero inside. Good enough to place things."""
    if shape.is_disc:
        return math.dist(shape.points[0], point) - shape.radius
    beyond = -math.inf
    for (ax, ay), (bx, by) in zip(shape.points, shape.points[1:] + shape.points[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        beyond = max(beyond, ((by - ay) * (point[0] - ax) - (bx - ax) * (point[1] - ay)) / length)
    return beyond


def random_shape(rng: random.Random, kind: str, size: float) -> Shape:
    middle = (rng.uniform(0, size), rng.uniform(0, size))
    if kind == "rectangles" or (kind != "discs" and rng.random() < 0.5):
        return rectangle(middle, rng.uniform(1, 6), rng.uniform(1, 4), rng.uniform(0, math.tau))
    return Shape((middle,), rng.choice([1.25, 2.0, 2.5, rng.uniform(0.5, 4)]))


def make_scene(seed: int) -> PathScene:
    """Make the scene of a seed; the kinds take turns."""
    rng = random.Random(seed)  # noqa: S311
    kind = KINDS[seed % len(KINDS)]
    size = 24.0
    if kind == "grid":
        return grid_scene(rng)
    number = rng.randint(1, 9) if kind != "crowd" else rng.randint(9, 13)
    shapes: list[Shape] = []
    for _ in range(number * 3):
        shape = random_shape(rng, {"gaps": "discs", "crowd": "both"}.get(kind, kind), size)
        apart = all(
            math.dist(shape.middle, other.middle) > shape.reach + other.reach for other in shapes
        )
        # Scenery may overlap, bases may not.
        if len(shapes) < number and (apart or rng.random() < 0.05):
            shapes.append(shape)
    if kind == "gaps" and len(shapes) > 1:
        shapes = with_gaps(rng, shapes)
    crossings = []
    if kind == "walls":
        for _ in range(rng.randint(1, 3)):
            middle = (rng.uniform(0, size), rng.uniform(0, size))
            wall = rectangle(middle, rng.uniform(4, 15), rng.uniform(0.3, 3), rng.uniform(0, 6.3))
            if rng.random() < 0.3:
                wall = Shape((middle,), rng.uniform(1, 5))
            up = rng.choice([0.5, 1.0, 2.5, 6.0])
            crossings.append(Walls(wall, up, rng.choice([0.0, up])))
    table = (size, size) if rng.random() < 0.5 else None
    start, goal = (free_point(rng, shapes, size) for _ in range(2))
    width = rng.choice([0.0, 2.5, 2.5, 3.75, 5.0])
    return PathScene(tuple(shapes), tuple(crossings), width, table, start, goal)


def grid_scene(rng: random.Random) -> PathScene:
    """Make a scene like those of real games: equal bases in ranks, flush, touching or one apart."""
    step = 1.25
    shapes: list[Shape] = []
    taken: set[tuple[int, int]] = set()
    for _ in range(rng.randint(2, 10)):
        i, j = rng.randint(1, 14), rng.randint(1, 14)
        if any(abs(i - k) < 2 and abs(j - m) < 2 for k, m in taken):
            continue
        taken.add((i, j))
        middle = (i * step, j * step)
        if rng.random() < 0.3:
            shapes.append(Shape((middle,), step))
        else:
            shapes.append(rectangle(middle, 2 * step, 2 * step, 0.0))
    start, goal = (grid_point(rng, shapes, step) for _ in range(2))
    width = rng.choice([0.0, step, 2 * step, 3 * step])
    return PathScene(tuple(shapes), (), width, rng.choice([None, (20.0, 20.0)]), start, goal)


def grid_point(rng: random.Random, shapes: list[Shape], step: float) -> Pair:
    while True:
        point = (rng.randint(0, 16) * step, rng.randint(0, 16) * step)
        if all(outside(shape, point) > -1e-12 for shape in shapes):
            return point


def with_gaps(rng: random.Random, shapes: list[Shape]) -> list[Shape]:
    """Put some discs so near to each other that a base just passes, or just does not."""
    moved = shapes[:1]
    for shape in shapes[1:]:
        if rng.random() < 0.6:
            beside = rng.choice(moved)
            gap = rng.choice([0.0, 2.4, 2.5, 2.5 + 1e-7, 2.5 - 1e-7, 3.75, rng.uniform(0, 5)])
            angle = rng.uniform(0, math.tau)
            far = beside.radius + shape.radius + gap
            x, y = beside.points[0]
            centre = (x + far * math.cos(angle), y + far * math.sin(angle))
            moved.append(Shape((centre,), shape.radius))
        else:
            moved.append(shape)
    return moved


def free_point(rng: random.Random, shapes: list[Shape], size: float) -> Pair:
    """Choose a point outside of everything, now and then on a rim."""
    for _ in range(200):
        point = (rng.uniform(0, size), rng.uniform(0, size))
        discs = [shape for shape in shapes if shape.is_disc]
        if discs and rng.random() < 0.15:
            disc, angle = rng.choice(discs), rng.uniform(0, math.tau)
            far = disc.radius * (1 + 1e-15)
            x, y = disc.points[0]
            point = (x + far * math.cos(angle), y + far * math.sin(angle))
        on_table = 0 <= point[0] <= size and 0 <= point[1] <= size
        if on_table and all(outside(shape, point) > -1e-12 for shape in shapes):
            return point
    return -1.0, -1.0


def mirrored(scene: PathScene) -> PathScene:
    """Give the same scene walked the other way: what went up goes down."""
    crossings = tuple(Walls(wall.shape, wall.down, wall.up) for wall in scene.crossings)
    return replace(scene, crossings=crossings, start=scene.goal, goal=scene.start)


def write_shape(shape: Shape) -> str:
    numbers = [number for point in shape.points for number in point]
    if shape.is_disc:
        numbers.append(shape.radius)
    return " ".join(["d" if shape.is_disc else "p", *map(repr, numbers)])


def read_shape(text: str) -> Shape:
    kind, *words = text.split()
    numbers = [float(word) for word in words]
    if kind == "d":
        return Shape(((numbers[0], numbers[1]),), numbers[2])
    return Shape(tuple(zip(numbers[0::2], numbers[1::2], strict=True)))


def write_scene(scene: PathScene) -> str:
    """Write a scene as the cells obstacles, crossings, width, table, start and goal of a row."""
    crossings = [f"{c.up!r} {c.down!r} {write_shape(c.shape)}" for c in scene.crossings]
    cells = [
        "; ".join(map(write_shape, scene.obstacles)),
        "; ".join(crossings),
        repr(scene.width),
        " ".join(map(repr, scene.table or ())),
        " ".join(map(repr, scene.start)),
        " ".join(map(repr, scene.goal)),
    ]
    return " | ".join(cells)


def read_scene(cells: dict[str, str]) -> PathScene:
    """Read the cells of :func:`write_scene`."""

    def pair(text: str) -> Pair:
        x, y = map(float, text.split())
        return x, y

    crossings = []
    for text in filter(None, map(str.strip, cells["crossings"].split(";"))):
        up, down, shape = text.split(maxsplit=2)
        crossings.append(Walls(read_shape(shape), float(up), float(down)))
    return PathScene(
        tuple(map(read_shape, filter(str.strip, cells["obstacles"].split(";")))),
        tuple(crossings),
        float(cells["width"]),
        pair(cells["table"]) if cells["table"] else None,
        pair(cells["start"]),
        pair(cells["goal"]),
    )
