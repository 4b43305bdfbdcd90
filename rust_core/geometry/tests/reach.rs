//! What can be reached within a distance: areas worked out by hand, borders that agree with paths.

#![expect(clippy::expect_used, reason = "a test may stop at the first surprise")]

mod cases;

use cases::cases;
use fracas_geometry::reach::Piece;
use fracas_geometry::{Body, Crossing, Goal, Point, Polygon, Region, Scene};
use proptest::prelude::*;
use std::f64::consts::PI;

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// The rectangle from one corner to the opposite one.
fn block(low: (f64, f64), high: (f64, f64)) -> Body {
    let centre = at(f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1));
    Body::Polygon(Polygon::rectangle(centre, at(0.0, 1.0), high.0 - low.0, high.1 - low.1))
}

fn reach(scene: &Scene, start: Point, distance: f64) -> Region {
    scene.reach(start, distance).expect("the start is free")
}

#[track_caller]
fn has_area(region: &Region, expected: f64, within: f64) {
    let off = (region.area - expected).abs();
    assert!(
        off <= within && off <= region.error + 1e-6,
        "{} ± {} is not {expected}",
        region.area,
        region.error
    );
    assert!(region.error <= within, "{} is in doubt", region.error);
}

// rule: M-1 M-2
#[test]
fn on_open_ground_the_region_is_a_disc() {
    let region = reach(&Scene::new(Vec::new(), Vec::new(), 1.0, None), at(3.0, 4.0), 5.0);
    has_area(&region, 25.0 * PI, 1e-6);
    assert_eq!(region.contours.len(), 1);
    assert!(region.contours[0].len() <= 2, "it is one circle: {:?}", region.contours);
}

// rule: M-3
#[test]
fn a_wall_casts_a_shadow_that_ends_where_the_way_round_does() {
    // A long wall of no reachable end: half a disc.
    let wall = Scene::new(vec![block((-50.0, 0.0), (50.0, 1.0))], Vec::new(), 1.0, None);
    has_area(&reach(&wall, at(0.0, 0.0), 5.0), 12.5 * PI, 1e-6);
    // A wall to one side only, whose end is a distance of 3 away: behind it a quarter of a disc of
    // radius 2, then, behind the second corner, 1 further.
    let half = Scene::new(vec![block((3.0, 0.0), (50.0, 1.0))], Vec::new(), 1.0, None);
    let expected = 12.5 * PI + {
        // Above the line of the wall: what is seen past the corner, and what is behind it. The ray
        // from the start runs along the edge, so all of the upper half is seen but for the wall's
        // breadth: left of x = 3 the disc itself.
        let half_disc_left = area_left_of(5.0, 3.0);
        // Right of x = 3, above y = 1: reached past the corner (3, 1), 10^½ away.
        let rest: f64 = 5.0 - 10.0_f64.sqrt();
        let seen = area_right_of_above(5.0, rest);
        half_disc_left + seen
    };
    let region = reach(&half, at(0.0, 0.0), 5.0);
    has_area(&region, expected, 0.01);
}

/// The area of the upper half of a disc about the origin left of a line x = at.
fn area_left_of(radius: f64, at: f64) -> f64 {
    let right =
        (radius * radius * (at / radius).acos() - at * (radius * radius - at * at).sqrt()) / 2.0;
    radius * radius * PI / 2.0 - right
}

/// Right of x = 3 and above y = 1 in a disc of `radius` about the origin that sees past (3, 1), and
/// what is within `rest` of that corner and behind its shadow line.
fn area_right_of_above(radius: f64, rest: f64) -> f64 {
    // Seen: between the ray through the corner and the line x = 3, inside the disc. In polar
    // coordinates about the origin, from the angle of the corner to that of (3, 4).
    let (from, to) = (1.0_f64.atan2(3.0), 4.0_f64.atan2(3.0));
    let seen = radius * radius * (to - from) / 2.0 - 9.0 * (to.tan() - from.tan()) / 2.0;
    // Unseen: about the corner, from the wall's top edge to the ray.
    seen + rest * rest * from / 2.0
}

// rule: M-3
#[test]
fn the_shadow_of_a_disc_is_filled_from_both_sides() {
    let disc = Scene::new(vec![Body::disc(at(3.0, 0.0), 1.0)], Vec::new(), 1.0, None);
    // Past the disc the border is an involute from either side. In terms of the angle swept on the
    // rim, both sides meet on the axis: integrate (rest − sweep)² ÷ 2 over the sweep.
    let tangent = 8.0_f64.sqrt();
    let lean = (1.0_f64 / 3.0).asin();
    let full = 10.0 - tangent;
    // Up to where the line from the rim meets the axis.
    let cut = (0..2_000_000).map(|step| (f64::from(step) + 0.5) * (PI / 2.0 + lean) / 2e6).fold(
        0.0,
        |sum, sweep| {
            let angle = PI / 2.0 + lean - sweep;
            // The line leaves the rim at this angle above the axis and comes down to it after:
            let axis = angle.tan();
            let rest = (full - sweep).min(if angle < PI / 2.0 { axis } else { f64::INFINITY });
            sum + rest * rest / 2.0 * (PI / 2.0 + lean) / 2e6
        },
    );
    let seen = 50.0 * (PI - lean) * 2.0 + 2.0 * (tangent / 2.0 - (PI / 2.0 - lean) / 2.0);
    let region = reach(&disc, at(0.0, 0.0), 10.0);
    has_area(&region, seen + 2.0 * cut, 0.02);
    assert_eq!(region.contours.len(), 2, "the disc is a hole");
}

// rule: M-6
#[test]
fn a_wall_that_is_climbed_shortens_the_reach_behind_it() {
    let wall = Crossing { body: block((1.0, -50.0), (2.0, 50.0)), up: 1.0, down: 1.0 };
    let scene = Scene::new(Vec::new(), vec![wall], 1.0, None);
    let slice = |radius: f64, at: f64| {
        radius * radius * (at / radius).acos() - at * (radius * radius - at * at).sqrt()
    };
    let expected =
        25.0 * PI - slice(5.0, 1.0) + slice(4.0, 1.0) - slice(4.0, 2.0) + slice(3.0, 2.0);
    has_area(&reach(&scene, at(0.0, 0.0), 5.0), expected, 0.01);
}

#[test]
fn the_region_ends_at_the_edge_of_the_table() {
    let table = Some((at(0.0, 0.0), at(10.0, 4.0)));
    let region = reach(&Scene::new(Vec::new(), Vec::new(), 1.0, table), at(0.0, 0.0), 20.0);
    has_area(&region, 40.0, 1e-4);
    assert!(Scene::new(Vec::new(), Vec::new(), 1.0, table).reach(at(-1.0, 0.0), 2.0).is_err());
}

#[test]
fn no_distance_reaches_nothing() {
    let region = reach(&Scene::new(Vec::new(), Vec::new(), 1.0, None), at(0.0, 0.0), 0.0);
    assert!(region.contours.is_empty() && region.area == 0.0);
}

fn body() -> impl Strategy<Value = Body> {
    let disc =
        (-6.0..6.0, -6.0..6.0, 0.3..1.5).prop_map(|(x, y, radius)| Body::disc(at(x, y), radius));
    let rectangle = (-6.0..6.0, -6.0..6.0, 0.0..6.3, 0.5..3.0, 0.5..3.0).prop_map(
        |(x, y, angle, width, depth)| {
            Body::Polygon(Polygon::rectangle(at(x, y), Point::of_angle(angle), width, depth))
        },
    );
    prop_oneof![disc, rectangle]
}

proptest! {
    #![proptest_config(cases(24))]

    // rule: M-3
    #[test]
    fn the_border_agrees_with_the_shortest_paths(
        obstacles in prop::collection::vec(body(), 0..8),
        width in 0.0..1.5,
        distance in 2.0..7.0,
    ) {
        let start = at(0.0, 0.0);
        let scene = Scene::new(obstacles, Vec::new(), width, None);
        let Ok(region) = scene.reach(start, distance) else { return Ok(()) };
        for contour in &region.contours {
            for (piece, next) in contour.iter().zip(contour.iter().cycle().skip(1)) {
                prop_assert!(piece.end().distance(next.start()) < 1e-9, "{piece:?} {next:?}");
                let point = piece.start();
                let solid = scene.obstacles().iter().any(|body| body.depth_outside(point).abs() < 1e-5)
                    || scene.barriers().iter().any(|barrier| {
                        let along = (point - barrier.from).dot(barrier.across).clamp(0.0, barrier.gap);
                        (barrier.from + barrier.across * along).distance(point) < 1e-5
                    });
                let length = scene.path(start, Goal::Point(point)).path().map(|path| path.length);
                let reached = length.is_some_and(|length| (length - distance).abs() < 1e-5);
                prop_assert!(solid || reached, "{point:?} is {length:?} away, not {distance}");
                prop_assert!(length.is_none_or(|length| length < distance + 1e-5) || solid);
            }
        }
        // The area is that of the points within the distance, counted on a fine lattice.
        let tree = scene.distances(start, distance).expect("the start is free");
        let side = distance / 60.0;
        let counted = (0..121 * 121).filter(|number| {
            let point = at(f64::from(number % 121 - 60) + 0.31, f64::from(number / 121 - 60) + 0.17) * side;
            tree.distance_to(point).is_some_and(|found| found <= distance)
        });
        let counted = counted.count() as f64 * side * side;
        prop_assert!(
            (region.area - counted).abs() <= region.error + 0.02 * distance * distance,
            "{} ± {} and {counted}", region.area, region.error
        );
    }

    // rule: M-2
    #[test]
    fn contact_is_within_reach_exactly_when_the_path_is_short_enough(
        obstacles in prop::collection::vec(body(), 1..8),
        width in 0.0..1.5,
        distance in 0.0..12.0,
    ) {
        let scene = Scene::new(obstacles, Vec::new(), width, None);
        for number in 0..scene.obstacles().len() {
            let found = scene.path(at(0.0, 0.0), Goal::Rim(number));
            let near = found.path().is_some_and(|path| path.length <= distance);
            prop_assert_eq!(scene.can_reach(at(0.0, 0.0), number, distance), near);
            if let Some(path) = found.path() {
                prop_assert!(scene.can_reach(at(0.0, 0.0), number, path.length));
                prop_assert!(path.length < 1e-6 || !scene.can_reach(at(0.0, 0.0), number, path.length - 1e-6));
            }
        }
    }
}

#[test]
fn arcs_are_about_the_last_bend() {
    let region = reach(
        &Scene::new(vec![block((3.0, 0.0), (50.0, 1.0))], Vec::new(), 1.0, None),
        at(0.0, 0.0),
        5.0,
    );
    let about_corner = region.contours.iter().flatten().any(
        |piece| matches!(piece, Piece::Arc { centre, radius, .. } if centre.distance(at(3.0, 1.0)) < 1e-9 && (radius - 5.0 + 10.0_f64.sqrt()).abs() < 1e-6),
    );
    assert!(about_corner, "{:?}", region.contours);
}
