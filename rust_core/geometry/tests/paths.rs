//! Shortest paths: lengths worked out by hand, scenes where everything touches, what always holds.

#![expect(clippy::panic, reason = "a test may stop at the first surprise")]

use fracas_geometry::path::TOLERANCE;
use fracas_geometry::{Body, Crossing, Found, Goal, Leg, Path, Point, Polygon, Scene};
use std::f64::consts::{FRAC_PI_2, PI};

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn disc(x: f64, y: f64, radius: f64) -> Body {
    Body::disc(at(x, y), radius)
}

/// The rectangle from one corner to the opposite one.
fn block(low: (f64, f64), high: (f64, f64)) -> Body {
    let centre = at(f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1));
    Body::Polygon(Polygon::rectangle(centre, at(0.0, 1.0), high.0 - low.0, high.1 - low.1))
}

fn scene(obstacles: Vec<Body>, width: f64) -> Scene {
    Scene::new(obstacles, Vec::new(), width, None)
}

fn path(scene: &Scene, start: Point, goal: Goal) -> Path {
    match scene.path(start, goal) {
        Found::Path(path) => path,
        other => panic!("no path from {start:?} to {goal:?}: {other:?}"),
    }
}

fn length(scene: &Scene, start: Point, goal: Point) -> f64 {
    path(scene, start, Goal::Point(goal)).length
}

#[track_caller]
fn same(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1.0),
        "{found} is not {expected}"
    );
}

// rule: M-2
#[test]
fn an_open_way_is_a_straight_line() {
    let scene = scene(vec![disc(5.0, 5.0, 1.0)], 1.0);
    let path = path(&scene, at(0.0, 0.0), Goal::Point(at(6.0, 0.0)));
    same(path.length, 6.0);
    assert_eq!(path.legs, [Leg::Line { from: at(0.0, 0.0), to: at(6.0, 0.0) }]);
    assert!(path.hugged.is_empty());
}

// rule: M-3
#[test]
fn the_way_round_a_disc_is_tangent_arc_tangent() {
    let scene = scene(vec![disc(0.0, 0.0, 1.0)], 1.0);
    let path = path(&scene, at(-2.0, 0.0), Goal::Point(at(2.0, 0.0)));
    same(path.length, 2.0 * 3.0_f64.sqrt() + PI / 3.0);
    assert_eq!(path.legs.len(), 3);
    assert_eq!(path.hugged, [0]);
}

// rule: M-3
#[test]
fn the_way_over_two_discs_follows_both_rims() {
    let scene = scene(vec![disc(-2.0, 0.0, 1.0), disc(2.0, 0.0, 1.0)], 1.0);
    let path = path(&scene, at(-3.0, 0.0), Goal::Point(at(3.0, 0.0)));
    // A quarter of each, and a line of 4 between; over one and under the other is longer.
    same(path.length, PI + 4.0);
}

// rule: M-3 M-4
#[test]
fn a_gap_exactly_as_wide_as_the_base_lets_it_pass() {
    let pair = vec![disc(0.0, 2.0, 1.0), disc(0.0, -2.0, 1.0)];
    same(length(&scene(pair.clone(), 2.0), at(-5.0, 0.0), at(5.0, 0.0)), 10.0);
    // Nearer than the tolerance is as wide.
    same(length(&scene(pair.clone(), 2.0 + TOLERANCE / 2.0), at(-5.0, 0.0), at(5.0, 0.0)), 10.0);
    // A hair less, and the way goes round: tangent from (−5, 0) to the disc at (0, 2), arc, tangent.
    let tangent = (25.0_f64 + 4.0 - 1.0).sqrt();
    let lean = 2.0_f64.atan2(5.0) + 1.0_f64.atan2(tangent);
    let round = 2.0 * tangent + 2.0 * lean;
    same(length(&scene(pair, 2.0 + 1e-6), at(-5.0, 0.0), at(5.0, 0.0)), round);
}

// rule: M-3
#[test]
fn the_way_round_a_rectangle_bends_at_its_corners() {
    let scene = scene(vec![block((-1.0, -1.0), (1.0, 2.0))], 1.0);
    let path = path(&scene, at(-3.0, 0.0), Goal::Point(at(3.0, 0.0)));
    same(path.length, 2.0 * 5.0_f64.sqrt() + 2.0);
    assert_eq!(path.legs.len(), 3);
}

// rule: M-6
#[test]
fn a_wall_is_crossed_when_that_is_cheaper_than_going_round() {
    let wall = |up, down| {
        let crossing = Crossing { body: block((-0.5, -4.0), (0.5, 4.0)), up, down };
        Scene::new(Vec::new(), vec![crossing], 1.0, None)
    };
    let (from, to) = (at(-3.5, 0.0), at(3.5, 0.0));
    let round = 2.0 * 5.0 + 1.0;
    let over = path(&wall(1.0, 2.0), from, Goal::Point(to));
    same(over.length, 10.0);
    same(over.walked, 7.0);
    assert_eq!((over.legs.len(), over.crossed.as_slice()), (1, &[0][..]));
    let about = path(&wall(2.0, 2.5), from, Goal::Point(to));
    same(about.length, round);
    assert_eq!((about.crossed.as_slice(), about.hugged.as_slice()), (&[][..], &[0, 0][..]));
    // Starting inside costs the way down alone, ending inside the way up alone.
    same(length(&wall(1.0, 2.0), at(0.0, 0.0), to), 3.5 + 2.0);
    same(length(&wall(1.0, 2.0), from, at(0.0, 0.0)), 3.5 + 1.0);
    // Along its rim nothing is paid.
    same(length(&wall(1.0, 2.0), at(0.5, -3.0), at(0.5, 3.0)), 6.0);
}

// rule: M-6
#[test]
fn a_point_along_the_way_stays_in_place_while_a_wall_is_climbed() {
    let crossing = Crossing { body: block((-0.5, -4.0), (0.5, 4.0)), up: 1.0, down: 2.0 };
    let scene = Scene::new(Vec::new(), vec![crossing], 1.0, None);
    let path = path(&scene, at(-3.5, 0.0), Goal::Point(at(3.5, 0.0)));
    for (distance, x) in
        [(0.0, -3.5), (2.0, -1.5), (3.5, -0.5), (4.5, 0.0), (6.0, 0.5), (9.0, 2.5), (99.0, 3.5)]
    {
        let (point, direction) = path.point_at(distance);
        assert!(point.distance(at(x, 0.0)) < 1e-8, "{point:?} after {distance}");
        assert_eq!(direction, at(1.0, 0.0));
        let part = path.truncated(distance);
        assert!(part.end.distance(at(x, 0.0)) < 1e-8);
        same(part.length, distance.min(10.0));
    }
    assert!(path.truncated(2.0).crossed.is_empty());
}

/// Twelve discs about the origin, each touching the next.
fn ring() -> Vec<Body> {
    let radius = 4.0 * (PI / 12.0).sin();
    (0..12)
        .map(|hour| Body::disc(Point::of_angle(f64::from(hour) * PI / 6.0) * 4.0, radius))
        .collect()
}

// rule: M-3 M-4
#[test]
fn nothing_gets_through_a_ring_of_touching_discs() {
    let closed = scene(ring(), 0.0);
    assert_eq!(closed.path(at(0.0, 0.0), Goal::Point(at(9.0, 1.0))), Found::Unreachable);
    assert_eq!(closed.path(at(9.0, 1.0), Goal::Point(at(0.0, 0.0))), Found::Unreachable);
    // From the inside every disc can be touched, and the inside is no way round.
    same(path(&closed, at(0.0, 0.0), Goal::Rim(3)).length, 4.0 - 4.0 * (PI / 12.0).sin());
    let mut open = ring();
    open.remove(5);
    assert!(
        scene(open.clone(), 0.0).path(at(0.0, 0.0), Goal::Point(at(9.0, 1.0))).path().is_some()
    );
    let gap = 2.0 * 4.0 * (PI / 6.0).sin() - 2.0 * 4.0 * (PI / 12.0).sin();
    assert!(
        scene(open.clone(), gap).path(at(0.0, 0.0), Goal::Point(at(9.0, 1.0))).path().is_some()
    );
    let too_wide = scene(open, gap + 1e-6);
    assert_eq!(too_wide.path(at(0.0, 0.0), Goal::Point(at(9.0, 1.0))), Found::Unreachable);
}

// rule: M-3 M-4
#[test]
fn a_line_that_touches_two_touching_discs_at_once_does_not_pass_between_them() {
    let scene = scene(vec![disc(0.0, 1.0, 1.0), disc(0.0, -1.0, 1.0)], 0.0);
    let expected = {
        // Round one of them: from (−3, 0) the tangent to the disc at (0, 1).
        let tangent = (9.0_f64 + 1.0 - 1.0).sqrt();
        let lean = 1.0_f64.atan2(3.0) + 1.0_f64.atan2(tangent);
        2.0 * tangent + 2.0 * lean
    };
    let found = path(&scene, at(-3.0, 0.0), Goal::Point(at(3.0, 0.0)));
    same(found.length, expected);
    // To the point where they touch, from either side, the way is open.
    same(length(&scene, at(-3.0, 0.0), at(0.0, 0.0)), 3.0);
    same(length(&scene, at(0.0, 0.0), at(3.0, 0.0)), 3.0);
    // From there along a rim, too.
    let quarter = path(&scene, at(0.0, 0.0), Goal::Point(at(1.0, 1.0)));
    same(quarter.length, FRAC_PI_2);
    let other = path(&scene, at(0.0, 0.0), Goal::Point(at(-1.0, 1.0)));
    same(other.length, FRAC_PI_2);
}

// rule: M-3
#[test]
fn a_start_on_a_rim_goes_along_it() {
    let scene = scene(vec![disc(0.0, 0.0, 1.0)], 1.0);
    let found = path(&scene, at(-1.0, 0.0), Goal::Point(at(1.0, 0.0)));
    same(found.length, PI);
    same(length(&scene, at(-1.0, 0.0), at(2.0, 0.0)), 3.0_f64.sqrt() + PI - PI / 3.0);
    same(length(&scene, at(-1.0, 0.0), at(-3.0, 0.0)), 2.0);
    same(length(&scene, at(-1.0, 0.0), at(-1.0, 5.0)), 5.0);
}

// rule: M-2 M-3
#[test]
fn the_far_side_of_the_target_is_reached_by_going_round_it() {
    let scene = scene(vec![disc(0.0, 0.0, 1.0)], 1.0);
    same(path(&scene, at(-2.0, 0.0), Goal::Rim(0)).length, 1.0);
    same(length(&scene, at(-2.0, 0.0), at(1.0, 0.0)), 3.0_f64.sqrt() + PI - PI / 3.0);
}

// rule: M-2 M-3
#[test]
fn the_nearest_rim_point_may_lie_behind_another_base() {
    // A disc in front of the target: tangent to it, arc, straight at the target's centre.
    let scene = scene(vec![disc(0.0, 0.0, 1.0), disc(4.0, 0.0, 1.5)], 0.0);
    let found = path(&scene, at(-3.0, 0.0), Goal::Rim(1));
    let (first, last) = (8.0_f64.sqrt(), 15.0_f64.sqrt());
    let arc = PI - 8.0_f64.sqrt().atan2(1.0) - 15.0_f64.sqrt().atan2(1.0);
    same(found.length, first + arc + last - 1.5);
    same(found.end.distance(at(4.0, 0.0)), 1.5);
}

// rule: M-2 M-3
#[test]
fn a_rim_is_reached_squarely_past_a_corner_and_along_a_flush_edge() {
    // A wall before the target: past its corner, then square to the target's edge.
    let wall = block((0.0, -3.0), (1.0, 3.0));
    let target = block((2.0, -1.0), (4.0, 8.0));
    let open = scene(vec![wall.clone(), target], 0.0);
    same(path(&open, at(-4.0, 0.0), Goal::Rim(1)).length, 5.0 + 2.0);
    // The target leans on the wall: along the wall to where they meet.
    let leaning = block((1.0, -1.0), (4.0, 1.0));
    let flush = scene(vec![wall, leaning], 0.0);
    same(path(&flush, at(-4.0, 0.0), Goal::Rim(1)).length, 5.0 + 1.0 + 2.0);
}

// rule: M-3 M-4
#[test]
fn flush_rectangles_leave_no_seam() {
    let left = block((-2.0, -1.0), (0.0, 1.0));
    let right = block((0.0, -1.0), (2.0, 1.0));
    let pair = scene(vec![left.clone(), right], 0.0);
    let found = path(&pair, at(0.0, -2.0), Goal::Point(at(0.0, 2.0)));
    same(found.length, 2.0 * 5.0_f64.sqrt() + 2.0);
    // Corner to corner they leave no way through either.
    let diagonal = scene(vec![left, block((0.0, 1.0), (2.0, 3.0))], 0.0);
    for (from, to) in
        [((-1.0, 2.0), (1.0, 0.0)), ((-2.0, 1.0), (2.0, 1.0)), ((0.0, 2.0), (0.0, 0.0))]
    {
        let found = path(&diagonal, at(from.0, from.1), Goal::Point(at(to.0, to.1)));
        assert!(found.length > at(from.0, from.1).distance(at(to.0, to.1)) + 1.0, "{found:?}");
    }
    same(length(&diagonal, at(-1.0, 2.0), at(0.0, 1.0)), 2.0_f64.sqrt());
}

// rule: M-4
#[test]
fn a_corridor_that_is_too_narrow_is_closed_in_the_middle() {
    let pair = vec![block((-5.0, 0.5), (5.0, 2.0)), block((-5.0, -2.0), (5.0, -0.5))];
    let narrow = scene(pair.clone(), 1.5);
    same(length(&narrow, at(-6.0, 0.0), at(-1.0, 0.0)), 5.0);
    let round = 2.0 * 5.0_f64.sqrt() + 10.0;
    same(length(&narrow, at(-6.0, 0.0), at(6.0, 0.0)), round);
    same(length(&scene(pair, 1.0), at(-6.0, 0.0), at(6.0, 0.0)), 12.0);
}

// rule: M-4
#[test]
fn a_path_along_a_barrier_keeps_to_one_side_of_it() {
    // The corners of two blocks face each other along a line that runs under one and over the other.
    let pair = vec![block((-3.0, 0.0), (-0.5, 1.0)), block((0.5, -1.0), (3.0, 0.0))];
    same(length(&scene(pair.clone(), 1.0), at(-5.0, 0.0), at(5.0, 0.0)), 10.0);
    let narrow = scene(pair, 1.5);
    let round = 5.0_f64.sqrt() + 2.5 + (5.5_f64 * 5.5 + 1.0).sqrt();
    same(length(&narrow, at(-5.0, 0.0), at(5.0, 0.0)), round);
    // From one end of the barrier to the other, and on to either side.
    same(length(&narrow, at(-0.5, 0.0), at(0.5, 0.0)), 1.0);
    same(length(&narrow, at(-0.5, 0.0), at(0.5, -1.0)), 2.0_f64.sqrt());
    same(length(&narrow, at(-0.5, 0.0), at(3.0, 0.0)), 3.5);
}

// rule: M-6
#[test]
fn who_stands_on_a_hill_reaches_a_base_on_its_slope_without_coming_down() {
    // The near half of the target is on the hill: its nearest point is off it, but not the first
    // that is on it.
    let hill = Crossing { body: block((-4.0, -1.0), (4.0, 1.0)), up: 0.0, down: 5.0 };
    let scene = Scene::new(vec![disc(0.0, 2.0, 1.5)], vec![hill], 1.0, None);
    let found = path(&scene, at(0.0, 0.0), Goal::Rim(0));
    same(found.length, 0.5);
    let far = path(&scene, at(-3.0, 0.5), Goal::Rim(0));
    // Straight at the centre would leave the hill: the rim meets its edge at x = −√1.25.
    let meeting = at(-(1.5_f64 * 1.5 - 1.0).sqrt(), 1.0);
    assert!((far.length - at(-3.0, 0.5).distance(meeting)).abs() < 1e-6, "{far:?}");
}

// rule: M-3 M-4
#[test]
fn ten_thousand_obstacles_still_have_an_answer() {
    // Ranks of discs, each a little out of its place.
    let mut drawn = 7_u64;
    let mut out = || {
        drawn =
            drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (drawn >> 40) as f64 / f64::from(1_u32 << 24) - 0.5
    };
    let mut ranks: Vec<Body> = (0..10_000_u32)
        .map(|number| {
            let place = at(f64::from(number % 100), f64::from(number / 100)) * 3.0;
            Body::disc(place + at(out(), out()), 1.0)
        })
        .collect();
    let (from, to) = (at(-3.0, -3.0), at(301.0, 300.0));
    let open = length(&scene(ranks.clone(), 0.5), from, to);
    assert!(open > from.distance(to) && open < 1.2 * from.distance(to), "{open}");
    // A goal in the midst, shut in; and all gaps too narrow.
    let middle = at(151.5, 151.5);
    let shut = (0..40).map(|step| {
        Body::disc(
            middle + Point::of_angle(f64::from(step) * PI / 20.0) * 5.0,
            5.0 * (PI / 40.0).sin() + 1e-7,
        )
    });
    ranks.retain(|body| body.depth_outside(middle) > 0.5);
    ranks.extend(shut);
    assert_eq!(scene(ranks.clone(), 0.5).path(from, Goal::Point(middle)), Found::Unreachable);
    assert_eq!(scene(ranks, 2.5).path(from, Goal::Point(middle)), Found::Unreachable);
}

// rule: M-3
#[test]
fn a_line_that_grazes_is_free() {
    let grazed = scene(vec![disc(0.0, 1.0, 1.0), block((3.0, -1.0), (4.0, 0.0))], 0.0);
    let found = path(&grazed, at(-3.0, 0.0), Goal::Point(at(8.0, 0.0)));
    same(found.length, 11.0);
}

// rule: M-3
#[test]
fn obstacles_that_overlap_are_one() {
    let overlapping = scene(vec![disc(0.0, 0.5, 1.0), disc(0.0, -0.5, 1.0)], 0.0);
    let tangent = (9.0_f64 + 0.25 - 1.0).sqrt();
    let lean = 0.5_f64.atan2(3.0) + 1.0_f64.atan2(tangent);
    same(length(&overlapping, at(-3.0, 0.0), at(3.0, 0.0)), 2.0 * tangent + 2.0 * lean);
    // The rim of one that is covered by the other is no way.
    let meeting = at(0.75_f64.sqrt(), 0.0);
    let found = path(&overlapping, at(3.0, 0.0), Goal::Point(meeting));
    same(found.length, 3.0 - 0.75_f64.sqrt());
}

// rule: M-2 M-3
#[test]
fn a_path_of_no_length_is_a_path() {
    let touching = scene(vec![disc(0.0, 0.0, 1.0)], 1.0);
    for goal in [Goal::Point(at(1.0, 0.0)), Goal::Rim(0)] {
        let found = path(&touching, at(1.0, 0.0), goal);
        same(found.length, 0.0);
        assert!(found.legs.is_empty());
        assert_eq!(found.point_at(1.0).0, at(1.0, 0.0));
    }
}

#[test]
fn a_start_or_a_goal_inside_an_obstacle_is_a_result_of_its_own() {
    let one = scene(vec![disc(5.0, 0.0, 1.0), disc(0.0, 0.0, 1.0)], 1.0);
    assert_eq!(one.path(at(0.5, 0.0), Goal::Rim(0)), Found::StartInside(1));
    assert_eq!(one.path(at(0.0, 2.0), Goal::Point(at(0.0, 0.5))), Found::GoalInside(1));
    assert_eq!(one.path(at(0.0, 2.0), Goal::Rim(7)), Found::Unreachable);
    let table = Scene::new(
        vec![disc(0.0, 0.0, 1.0)],
        Vec::new(),
        1.0,
        Some((at(-2.0, -2.0), at(2.0, 2.0))),
    );
    assert_eq!(table.path(at(0.0, 3.0), Goal::Rim(0)), Found::StartOffTable);
    assert_eq!(table.path(at(f64::NAN, 3.0), Goal::Rim(0)), Found::StartOffTable);
    assert_eq!(table.path(at(0.0, 1.5), Goal::Point(at(0.0, -3.0))), Found::GoalOffTable);
}

// rule: M-3
#[test]
fn the_path_stays_on_the_table() {
    let obstacle = vec![disc(0.0, 1.0, 2.0)];
    let table = |low: f64| Some((at(-9.0, low), at(9.0, 2.5)));
    let (from, to) = (at(-4.0, 1.0), at(4.0, 1.0));
    let round = 2.0 * 12.0_f64.sqrt() + 2.0 * (PI - 2.0 * 12.0_f64.sqrt().atan2(2.0));
    for (low, open) in [(-1.5, true), (-1.0, true), (-0.5, false)] {
        let scene = Scene::new(obstacle.clone(), Vec::new(), 1.0, table(low));
        match scene.path(from, Goal::Point(to)) {
            Found::Path(path) => {
                assert!(open);
                same(path.length, round);
                assert!(path.legs.iter().all(|leg| leg.end().y <= 1.0 + 1e-9), "it goes below");
            }
            other => assert!(!open, "{other:?}"),
        }
    }
}
