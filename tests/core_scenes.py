"""The scenes of :mod:`scenes`, put to the core: everything in the way is scenery of a table."""

from __future__ import annotations

import math

import fracas as fr
from scenes import Pair, PathScene, Shape, Walls

# A scene without edges lies in the middle of a table so wide that no path comes near them.
WIDE, AWAY = 400.0, 188.0


def moved(shape: Shape, by: float) -> dict[str, object]:
    points = [(x + by, y + by) for x, y in shape.points]
    if shape.is_disc:
        return {"disc": {"centre": points[0], "radius": shape.radius}}
    return {"polygon": points}


def piece_of(wall: Walls, by: float) -> dict[str, object]:
    # To a point, which is of medium size, small scenery is free on the way down (M-6).
    size = "small" if wall.down == 0 else "medium"
    return {**moved(wall.shape, by), "passage": "crossable", "size": size, "height": wall.up}


def core_table(scene: PathScene) -> tuple[fr.Table, float]:
    """Give the table of a scene, and how far everything is moved on it."""
    by = 0.0 if scene.table is not None else AWAY
    width, depth = scene.table or (WIDE, WIDE)
    obstacles = [
        {**moved(shape, by), "passage": "impassable", "size": "large"} for shape in scene.obstacles
    ]
    crossings = [piece_of(wall, by) for wall in scene.crossings]
    return fr.Table(width, depth, [], [*obstacles, *crossings]), by


def core_path(scene: PathScene) -> fr.Path:
    """Give the path that the core measures."""
    table, by = core_table(scene)

    def place(point: Pair) -> Pair:
        return point[0] + by, point[1] + by

    return table.path(place(scene.start), place(scene.goal), width=scene.width)


def core_length(scene: PathScene) -> float:
    path = core_path(scene)
    return path.length if path.reachable else math.inf
