"""Bodies, shortest paths, free rims and sight of the reference."""

from __future__ import annotations

import cmath
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_paths
from fracas.reference.bases import Base, Footprint
from fracas.reference.legs import Arc, Crossing
from fracas.reference.paths import Scene
from fracas.reference.plane import (
    TURN,
    Body,
    Disc,
    Point,
    Polygon,
    approach,
    depth_outside,
    inside_part,
    nearest_rim_point,
    rectangle,
    relation,
)
from fracas.reference.rims import Rim, clearance, free_rim
from fracas.reference.sight import rim_length, sees
from golden_rows import Row, each_row
from scenes import KINDS, PathScene, Shape, make_scene, mirrored, read_scene, write_scene


def body_of(shape: Shape) -> Body:
    if shape.is_disc:
        return Disc(complex(*shape.points[0]), shape.radius)
    corners = [complex(*corner) for corner in shape.points]
    following = [*corners[1:], corners[0]]
    area = sum((a.conjugate() * b).imag for a, b in zip(corners, following, strict=True))
    return Polygon(tuple(corners if area > 0 else corners[::-1]))


def scene_of(scene: PathScene) -> Scene:
    return Scene(
        tuple(map(body_of, scene.obstacles)),
        tuple(Crossing(body_of(c.shape), c.up, c.down) for c in scene.crossings),
        scene.width,
        None if scene.table is None else (0j, complex(*scene.table)),
    )


def length_of(scene: PathScene) -> float:
    path = scene_of(scene).path(complex(*scene.start), complex(*scene.goal))
    return math.inf if path is None else path.length


bodies = st.one_of(
    st.builds(
        lambda x, y, radius: Disc(complex(x, y), radius),
        st.floats(-5, 5),
        st.floats(-5, 5),
        st.floats(0.5, 3),
    ),
    st.builds(
        lambda x, y, angle, width, depth: rectangle(
            complex(x, y), cmath.rect(1, angle), width, depth
        ),
        st.floats(-5, 5),
        st.floats(-5, 5),
        st.floats(0, 6),
        st.floats(0.5, 4),
        st.floats(0.5, 4),
    ),
)


def rim_points(body: Body, count: int) -> list[Point]:
    rim = Rim(body)
    return [rim.place(rim.length * k / count)[0] for k in range(count)]


@given(bodies, bodies)
def test_the_closest_approach_is_as_close_as_any_two_points_of_the_rims(
    one: Body, other: Body
) -> None:
    near = approach(one, other)
    sampled = min(abs(depth_outside(other, point)) for point in rim_points(one, 200))
    if near.gap > 0:
        assert abs(near.start - near.end) == pytest.approx(near.gap, abs=1e-9)
        assert near.gap - 1e-9 <= sampled <= near.gap + 0.2
        assert depth_outside(one, near.start) == pytest.approx(0, abs=1e-9)
        assert depth_outside(other, near.end) == pytest.approx(0, abs=1e-9)
    assert near.gap == pytest.approx(approach(other, one).gap, abs=1e-12)


@given(bodies, st.complex_numbers(max_magnitude=8, allow_nan=False))
def test_the_nearest_rim_point_is_as_near_as_any(body: Body, point: Point) -> None:
    foot = nearest_rim_point(body, point)
    assert abs(foot - point) == pytest.approx(abs(depth_outside(body, point)), abs=1e-9)
    assert all(abs(foot - point) <= abs(other - point) + 1e-9 for other in rim_points(body, 60))


@pytest.mark.rule("M-4")
def test_edges_side_by_side_are_nearest_in_their_middle() -> None:
    near = approach(rectangle(0j, 1j, 2, 2), rectangle(4 + 1j, 1j, 2, 2))
    assert (near.gap, near.start, near.end) == (2.0, 1 + 0.5j, 3 + 0.5j)


@pytest.mark.parametrize(
    ("gap", "expected"),
    [(0.0, "touching"), (1e-4, "touching"), (-1e-4, "touching"), (2e-4, "apart")],
)
def test_a_gap_within_the_tolerance_is_a_touch(gap: float, expected: str) -> None:
    one, other = rectangle(0j, 1j, 2, 2), rectangle(2 + gap + 0j, 1j, 2, 2)
    assert relation(one, other, 1e-4 + 1e-12) == expected
    assert relation(one, rectangle(1.9 + 0j, 1j, 2, 2)) == "overlapping"


@pytest.mark.rule("M-2", "M-3", "M-4", "M-6")
@each_row("paths.txt")
def test_golden_paths(row: Row) -> None:
    scene = read_scene(row.cells)
    assert length_of(scene) == pytest.approx(float(row["length"]), abs=1e-9)
    assert read_scene(dict(zip(CELLS, write_scene(scene).split(" | "), strict=True))) == scene


CELLS = ("obstacles", "crossings", "width", "table", "start", "goal")


@pytest.mark.rule("M-3", "M-4", "M-6")
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_the_tangent_graph_agrees_with_the_oracle(kind: int) -> None:
    for seed in range(kind, 300, len(KINDS)):
        scene = make_scene(seed)
        if oracle_paths.ends_on_a_wall(scene):
            continue
        length = length_of(scene)
        assert length == pytest.approx(oracle_paths.length(scene), abs=1e-9), seed
        assert length_of(mirrored(scene)) == pytest.approx(length, abs=1e-9), seed
        assert length >= math.dist(scene.start, scene.goal) - 1e-9


@pytest.mark.long
@pytest.mark.rule("M-3", "M-4", "M-6")
def test_the_tangent_graph_agrees_with_the_oracle_at_length() -> None:
    for seed in range(300, 6000):
        scene = make_scene(seed)
        if oracle_paths.ends_on_a_wall(scene):
            continue
        assert length_of(scene) == pytest.approx(oracle_paths.length(scene), abs=1e-9), seed


@pytest.mark.rule("M-3", "M-4", "M-6")
@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_lies_between_polygons_inside_and_outside(seed: int) -> None:
    scene = make_scene(seed)
    ends = [complex(*scene.start), complex(*scene.goal)]
    near = any(depth_outside(body_of(o), end) < 0.05 for o in scene.obstacles for end in ends)
    if near or KINDS[seed % len(KINDS)] == "grid":
        return  # An end is covered by the polygons outside, or discs that touch overlap there.
    low, high = oracle_paths.bracket(scene, sides=32)
    assert low - 1e-9 <= oracle_paths.length(scene) <= high + 1e-9


@pytest.mark.rule("M-4")
def test_a_base_passes_between_two_others_exactly_as_wide_apart_as_itself() -> None:
    gate = (Disc(-2 + 0j, 1), Disc(2 + 0j, 1))

    def length(width: float, *, closed: bool = False) -> float:
        path = Scene(gate, width=width, closes_exact_gaps=closed).path(-5j, 5j)
        assert path is not None
        return path.length

    assert length(2.0) == 10
    assert length(2.0 + 1e-6) > 11.7
    assert length(2.0, closed=True) > 11.7
    assert length(2.0 - 1e-6, closed=True) == 10


@pytest.mark.rule("M-4")
def test_the_corner_where_a_barrier_ends_is_no_way_past_it() -> None:
    # The barrier runs from corner to corner; to slip by along the corner is to cross it.
    low, high = rectangle(0j, 1j, 4, 4), rectangle(5 + 5j, 1j, 4, 4)
    path = Scene((low, high), width=2.0).path(0 + 6j, 5 - 1j)
    assert path is not None
    assert path.length > abs(5 - 7j) + 1
    wide = Scene((low, high), width=1.0).path(0 + 6j, 5 - 1j)
    assert wide is not None
    assert wide.length == pytest.approx(abs(5 - 7j), abs=0.6)


@pytest.mark.rule("M-4")
def test_who_stands_on_a_barrier_may_leave_it_on_either_side() -> None:
    gate = (rectangle(0j, 1j, 4, 2), rectangle(0 + 4j, 1j, 4, 2))
    scene = Scene(gate, width=2.5)
    for goal in (5 + 2j, -5 + 2j):
        path = scene.path(1j, goal)
        assert path is not None
        assert path.length == pytest.approx(abs(goal - 1j))
    assert scene.path(-5 + 2j, 5 + 2j) != scene.path(1j, 5 + 2j)


@pytest.mark.rule("M-3")
def test_a_ring_of_touching_bases_lets_nobody_in() -> None:
    ring = tuple(Disc(cmath.rect(1 / math.sin(math.pi / 8), TURN * k / 8), 1.0) for k in range(8))
    assert Scene(ring, width=0.0).path(10 + 0j, 0j) is None
    assert Scene(ring[1:], width=0.0).path(10 + 0j, 0j) is not None
    assert Scene(ring, width=0.0).measures(10 + 0j).path_to_rim(4) is not None


@pytest.mark.rule("M-2", "M-3")
def test_the_far_side_of_a_base_is_reached_by_going_round_it() -> None:
    path = Scene((Disc(0j, 1),)).path(-1 + 0j, 1 + 0j)
    assert path is not None
    assert path.length == pytest.approx(math.pi)
    assert all(isinstance(leg, Arc) for leg in path.legs)
    square = Scene((rectangle(0j, 1j, 2, 2),)).path(-1 + 0j, 1 + 0j)
    assert square is not None
    assert square.length == pytest.approx(4)


@pytest.mark.rule("M-6")
def test_scenery_is_climbed_where_that_is_cheaper_than_going_round() -> None:
    wall = rectangle(0j, 1j, 10, 2)

    def path_over(up: float, down: float) -> tuple[float, float, list[int]]:
        path = Scene((), (Crossing(wall, up, down),)).path(-3j, 3j)
        assert path is not None
        return path.length, path.walked, path.crossed

    assert path_over(1, 1) == (8, 6, [0])
    assert path_over(1, 0) == (7, 6, [0])
    round_it = 2 * abs(5 + 2j) + 2
    length, walked, crossed = path_over(20, 0)
    assert (length, walked) == pytest.approx((round_it, round_it))
    assert not crossed


@pytest.mark.rule("M-6")
def test_who_starts_inside_only_climbs_down_and_who_ends_inside_only_up() -> None:
    scene = Scene((), (Crossing(rectangle(0j, 1j, 10, 2), 3.0, 2.0),))
    down, up = scene.path(0j, 4j), scene.path(4j, 0j)
    assert down is not None
    assert up is not None
    assert (down.length, up.length) == (6, 7)
    # Out of breath while climbing, one stays at the foot.
    for distance, place in ((2, 2j), (3, 1j), (5, 1j), (6, 1j), (6.5, 0.5j)):
        assert up.at(distance) == pytest.approx(place, abs=1e-8)


@pytest.mark.rule("M-2")
@pytest.mark.parametrize("seed", range(60))
def test_the_nearest_point_of_a_rim_is_the_nearest_of_many(seed: int) -> None:
    scene = make_scene(seed)
    plain = scene_of(scene)
    measures = plain.measures(complex(*scene.start))
    for target in range(min(2, len(plain.obstacles))):
        nearest = measures.path_to_rim(target)
        lengths = [
            path.length
            for point in rim_points(plain.obstacles[target], 90)
            if (path := measures.path_to(point)) is not None
        ]
        if nearest is None:
            assert not lengths
            continue
        assert abs(depth_outside(plain.obstacles[target], nearest.end)) < 1e-8
        if lengths:
            assert nearest.length <= min(lengths) + 1e-9
            assert nearest.length >= min(lengths) - 0.6


@pytest.mark.rule("M-12")
@pytest.mark.parametrize("seed", range(12))
def test_the_free_rim_is_where_a_base_overlaps_nothing(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    scene = make_scene(seed * 6 + 2)
    target, *others = map(body_of, scene.obstacles)
    footprint = rng.choice([Footprint(2.5), Footprint(2.5, 2.5), Footprint(2.5, 5.0)])
    rim, table = Rim(target), (0j, 24 + 24j)
    intervals = free_rim(rim, footprint, others, table)
    for _ in range(200):
        turn = rng.uniform(0, rim.length)
        room = clearance(rim.stance(footprint, turn).body, others, table)
        is_listed = any(
            first <= turn + shift <= last
            for first, last in intervals
            for shift in (0.0, rim.length, -rim.length)
        )
        assert is_listed == (room >= -1e-9) or abs(room) < 1e-3
        stance = rim.stance(footprint, turn)
        assert abs(depth_outside(target, stance.mire)) < 1e-9
        assert abs(approach(stance.body, target).gap) < 1e-9


@pytest.mark.rule("M-12")
def test_a_slot_exactly_as_wide_as_the_base_is_free() -> None:
    target = rectangle(0j, 1j, 10, 2)
    beside = [rectangle(-2.5 + 2.5j, 1j, 2.5, 2.5), rectangle(2.5 + 2.5j, 1j, 2.5, 2.5)]
    rim = Rim(target)
    free = free_rim(rim, Footprint(2.5, 2.5), beside, None)
    place = rim.turns_at(1j).first
    assert any(first - 1e-6 <= place <= last + 1e-6 for first, last in free)
    tighter = free_rim(rim, Footprint(2.51, 2.51), beside, None)
    assert not any(first - 1e-6 <= place <= last + 1e-6 for first, last in tighter)


@pytest.mark.rule("M-10")
@given(bodies, st.lists(bodies, max_size=3), st.floats(0, 6))
def test_the_share_that_is_seen_is_that_of_many_looks(
    target: Body, blockers: list[Body], angle: float
) -> None:
    eye, facing = 12 + 1j, cmath.rect(1, angle)
    blockers = [b for b in blockers if approach(b, target).gap > 0]
    sight = sees(eye, facing, target, blockers)
    # Points evenly along the rim, however the stances run.
    points = even_points(target, 200)
    seen = 0
    for point in points:
        in_front = ((point - eye) * facing.conjugate()).real >= 0
        hidden = any(inside_part(body, eye, point, 1e-7) for body in (target, *blockers))
        seen += in_front and not hidden
    assert sight.fraction == pytest.approx(seen / len(points), abs=0.04)
    assert sight.visible == (sight.fraction > 0)


def even_points(body: Body, count: int) -> list[Point]:
    if isinstance(body, Disc):
        return [
            body.centre + cmath.rect(body.radius, TURN * (k + 0.5) / count) for k in range(count)
        ]
    step, points = rim_length(body) / count, []
    for start, end in body.edges:
        here = max(1, round(abs(end - start) / step))
        points += [start + (end - start) * (k + 0.5) / here for k in range(here)]
    return points


@pytest.mark.rule("M-10")
def test_a_body_that_touches_the_eye_hides_half_a_plane_at_most() -> None:
    target, beside = Disc(10 + 0j, 1), Disc(-1j, 1.0)
    assert sees(0j, None, target, [beside]).fraction == pytest.approx(
        sees(0j, None, target, []).fraction / 2
    )


@pytest.mark.rule("M-10")
@pytest.mark.parametrize("off", [0.0, 5e-10, 5e-5])
def test_an_eye_that_is_a_touch_inside_a_body_is_on_its_rim(off: float) -> None:
    ahead, behind = Disc(9 + 0j, 1), Disc(-9 + 0j, 1)
    for blocker in (Disc(2 + 0j, 2), rectangle(2 + 0j, 1 + 0j, 4, 4)):
        assert not sees(off + 0j, None, ahead, [blocker]).visible
        assert sees(off + 0j, None, behind, [blocker]) == sees(off + 0j, None, behind, [])
        assert sees(off + 0j, 1 + 0j, blocker, []).visible


@pytest.mark.rule("M-10")
@pytest.mark.parametrize("below", [0.0, 5e-10])
def test_an_eye_a_hair_beside_the_corner_of_a_body_is_at_the_corner(below: float) -> None:
    blocker, target = rectangle(-1 - 1j, 1 + 0j, 2, 2), rectangle(-4 + 0j, 1 + 0j, 2, 2)
    assert sees(-1j * below, -1 + 0j, target, [blocker]).fraction == pytest.approx(0.125)


def test_a_mire_is_in_the_middle_of_the_front() -> None:
    assert Base(Footprint(2.0), 1 + 1j, 1 + 0j).mire == 2 + 1j
    base = Base.with_mire(Footprint(2.0, 4.0), 0j, 1j)
    assert (base.centre, base.mire) == (-2j, 0j)
    assert relation(base.body, Disc(1j, 1)) == "touching"
