"""Shortest paths of the core against the oracle of the tests, against the reference, and by law."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

import fracas as fr
import oracle_paths
from core_scenes import core_length, core_path, core_table
from golden_rows import Row, each_row
from scenes import (
    KINDS,
    Pair,
    PathScene,
    Shape,
    Walls,
    make_scene,
    mirrored,
    outside,
    read_scene,
)

SCENES = 5200
# More than half of them are open lines; 2,016 ways bend or climb, and 137 do not exist.


def same_both_ways(scene: PathScene) -> PathScene:
    """Let going down cost what going up does: to a point, the smallest there is, it does (M-6)."""
    walls = tuple(Walls(wall.shape, wall.up, wall.up) for wall in scene.crossings)
    return replace(scene, crossings=walls)


def compare(seeds: range) -> None:
    for seed in seeds:
        scene = same_both_ways(make_scene(seed))
        if oracle_paths.ends_on_a_wall(scene):
            continue
        expected = oracle_paths.length(scene)
        assert core_length(scene) == pytest.approx(expected, abs=1e-6), seed


@pytest.mark.rule("M-2", "M-3", "M-4", "M-6")
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_the_core_measures_what_the_oracle_does(kind: int) -> None:
    compare(range(kind, SCENES, len(KINDS)))


@pytest.mark.long
@pytest.mark.rule("M-2", "M-3", "M-4", "M-6")
@pytest.mark.parametrize("part", range(20))
def test_the_core_measures_what_the_oracle_does_at_length(part: int) -> None:
    compare(range(SCENES + part * 1000, SCENES + (part + 1) * 1000))


@pytest.mark.rule("M-2", "M-3", "M-4", "M-6")
@each_row("paths.txt")
def test_golden_paths(row: Row) -> None:
    scene = read_scene(row.cells)
    if any(wall.up != wall.down for wall in scene.crossings):
        pytest.skip("a point pays for climbing down as well: cargo reads this row")
    assert core_length(scene) == pytest.approx(float(row["length"]), abs=1e-9)


@pytest.mark.rule("M-3", "M-4", "M-6")
@pytest.mark.parametrize("seed", range(300))
def test_the_laws_of_shortest_paths_hold(seed: int) -> None:
    scene = same_both_ways(make_scene(seed))
    length = core_length(scene)
    assert length >= math.dist(scene.start, scene.goal) - 1e-9
    assert core_length(mirrored(scene)) == pytest.approx(length, abs=1e-9)
    # Without one of its obstacles, or for a narrower base, a way is never longer.
    if scene.obstacles:
        fewer = replace(scene, obstacles=scene.obstacles[1:])
        assert core_length(fewer) <= length + 1e-9
    assert core_length(replace(scene, width=scene.width / 2)) <= length + 1e-9


def turned(scene: PathScene, angle: float, mirror: float) -> PathScene:
    """Turn a scene without edges about its middle, and mirror it or not."""

    def place(point: Pair) -> Pair:
        x, y = point[0] - 12, (point[1] - 12) * mirror
        cosine, sine = math.cos(angle), math.sin(angle)
        return 12 + x * cosine - y * sine, 12 + x * sine + y * cosine

    def shape(one: Shape) -> Shape:
        return Shape(tuple(map(place, one.points)), one.radius)

    return PathScene(
        tuple(map(shape, scene.obstacles)),
        tuple(Walls(shape(wall.shape), wall.up, wall.down) for wall in scene.crossings),
        scene.width,
        None,
        place(scene.start),
        place(scene.goal),
    )


@pytest.mark.rule("M-3")
@pytest.mark.parametrize("seed", range(150))
def test_turning_or_mirroring_the_world_changes_no_length(seed: int) -> None:
    # Gaps of exactly a width, and ends exactly on a rim, do not survive rounding.
    scene = replace(same_both_ways(make_scene(seed)), table=None)
    if KINDS[seed % len(KINDS)] in {"gaps", "grid"} or touches_a_rim(scene):
        return
    length = core_length(scene)
    for angle, mirror in ((0.7, 1.0), (2.1, -1.0), (math.pi / 2, 1.0)):
        assert core_length(turned(scene, angle, mirror)) == pytest.approx(length, abs=1e-8)


def touches_a_rim(scene: PathScene) -> bool:
    return any(
        abs(math.dist(shape.points[0], end) - shape.radius) < 1e-6
        for shape in scene.obstacles
        if shape.is_disc
        for end in (scene.start, scene.goal)
    )


@pytest.mark.rule("M-3")
@pytest.mark.parametrize("seed", range(120))
def test_no_detour_is_shorter(seed: int) -> None:
    scene = replace(make_scene(seed), crossings=())
    length = core_length(scene)
    by_way_of = make_scene(seed + 1000).start
    detour = core_length(replace(scene, goal=by_way_of)) + core_length(
        replace(scene, start=by_way_of)
    )
    # Whoever stands on a barrier may leave it on either side: such a stop joins what it parts.
    stops = replace(scene, start=by_way_of)
    assert length <= detour + 1e-9 or oracle_paths.ends_on_a_wall(stops)


@pytest.mark.rule("M-3")
@pytest.mark.parametrize("seed", range(60))
def test_the_legs_of_a_path_join_and_add_up(seed: int) -> None:
    path = core_path(same_both_ways(make_scene(seed)))
    if not path.reachable:
        return
    legs = path.legs
    walked = math.fsum(leg_length(leg) for leg in legs)
    assert path.walked == pytest.approx(walked, abs=1e-9)
    assert path.length >= path.walked - 1e-12
    for one, other in pairwise(legs):
        assert one.end == pytest.approx(other.start, abs=1e-9)
    if legs:
        assert legs[-1].end == pytest.approx(path.end, abs=1e-9)


def leg_length(leg: object) -> float:
    radius = getattr(leg, "radius", None)
    if radius is None:
        return math.dist(leg.start, leg.end)  # type: ignore[attr-defined]
    return float(radius) * math.radians(abs(leg.angle))  # type: ignore[attr-defined]


@pytest.mark.rule("M-3")
@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_what_can_be_reached_agrees_with_the_path_at_its_border(seed: int) -> None:
    scene = same_both_ways(make_scene(seed))
    table, by = core_table(scene)
    start = (scene.start[0] + by, scene.start[1] + by)
    reach = table.reach(start, 9.0, width=scene.width)
    assert 0 <= reach.area <= math.pi * 81 + reach.error
    for contour in reach.contours:
        for leg in contour[:40]:
            place = (leg.start[0] - by, leg.start[1] - by)
            if any(abs(outside(wall.shape, place)) < 1e-9 for wall in scene.crossings):
                continue  # Where going down is still to be paid, lengths leap.
            path = table.path(start, leg.start, width=scene.width)
            assert path.reachable
            assert path.length <= 9 + 1e-6


def test_a_path_that_does_not_exist_is_a_result() -> None:
    ring = tuple(
        Shape(((12 + 8 * math.cos(k * math.tau / 12), 12 + 8 * math.sin(k * math.tau / 12)),), 2.1)
        for k in range(12)
    )
    path = core_path(PathScene(ring, (), 0.0, (24.0, 24.0), (12.0, 12.0), (1.0, 1.0)))
    assert isinstance(path, fr.Path)
    assert not path.reachable
