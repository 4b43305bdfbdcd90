//! Sight, against casting rays.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its scene has failed")]

mod shapes;

use fracas_geometry::vector::TURN;
use fracas_geometry::{Body, Outlook, Point, Polygon, is_visible, sees};
use proptest::prelude::*;
use shapes::{body_near, body_on_grid, elsewhere, point};
use std::f64::consts::PI;

/// Points spread evenly over a rim, each with the outward normal.
fn rim_points(body: &Body, count: u32) -> Vec<(Point, Point)> {
    match body {
        Body::Disc(disc) => (0..count)
            .map(|step| {
                let out = Point::of_angle((f64::from(step) + 0.5) / f64::from(count) * TURN);
                (disc.centre + out * disc.radius, out)
            })
            .collect(),
        Body::Polygon(polygon) => {
            let edges: Vec<(Point, Point)> = polygon.edges().collect();
            let whole: f64 = edges.iter().map(|(start, end)| start.distance(*end)).sum();
            let mut points = Vec::new();
            let mut behind = 0.0;
            let mut edge = 0;
            for step in 0..count {
                let along = (f64::from(step) + 0.5) / f64::from(count) * whole;
                while along > behind + edges[edge].0.distance(edges[edge].1) {
                    behind += edges[edge].0.distance(edges[edge].1);
                    edge += 1;
                }
                let (start, end) = edges[edge];
                let way = (end - start).unit().unwrap();
                points.push((start + way * (along - behind), way.right()));
            }
            points
        }
    }
}

/// Whether the segment between two points runs through the inside of a body.
fn is_cut(from: Point, to: Point, body: &Body) -> bool {
    match body {
        Body::Disc(disc) => {
            let way = to - from;
            let share = ((disc.centre - from).dot(way) / way.squared()).clamp(0.0, 1.0);
            from.towards(to, share).distance(disc.centre) < disc.radius - 1e-12
        }
        Body::Polygon(polygon) => {
            let (mut first, mut last) = (0.0_f64, 1.0_f64);
            for (start, end) in polygon.edges() {
                let out = (end - start).right().unit().unwrap();
                let (before, after) = (out.dot(from - start), out.dot(to - start));
                if before >= -1e-9 && after >= -1e-9 {
                    return false;
                }
                let share = before / (before - after);
                if before > 0.0 {
                    first = first.max(share);
                } else if after > 0.0 {
                    last = last.min(share);
                }
            }
            first < last - 1e-9
        }
    }
}

fn by_rays(eye: Point, facing: Option<Point>, target: &Body, blockers: &[Body]) -> f64 {
    let points = rim_points(target, 10_000);
    let seen = points.iter().filter(|&&(point, out)| {
        out.dot(eye - point) > 1e-9
            && facing.is_none_or(|facing| facing.dot(point - eye) >= 0.0)
            && !blockers.iter().any(|blocker| is_cut(eye, point, blocker))
    });
    seen.count() as f64 / points.len() as f64
}

fn square(x: f64, y: f64, side: f64) -> Body {
    Body::Polygon(Polygon::rectangle(Point::new(x, y), Point::new(0.0, 1.0), side, side))
}

proptest! {
    // rule: M-10
    #[test]
    fn the_fraction_is_what_rays_find(
        eye in point(15.0),
        facing in prop::option::of(0.0..TURN),
        target in body_near(4.0),
        blockers in prop::collection::vec(body_near(12.0), 0..6),
    ) {
        let is_apart = |body: &Body| body.depth_outside(eye) > 1e-3;
        if !is_apart(&target) || !blockers.iter().all(is_apart) {
            return Ok(());
        }
        let facing = facing.map(Point::of_angle);
        let sight = sees(eye, facing, &target, &blockers);
        let rays = by_rays(eye, facing, &target, &blockers);
        prop_assert!((sight.fraction - rays).abs() < 1e-3, "{} {rays}", sight.fraction);
        prop_assert_eq!(sight.visible, sight.fraction > 0.0);
        prop_assert!(sight.visible || rays == 0.0);
        prop_assert_eq!(sight.visible, !sight.arcs.is_empty());
        for (start, end) in &sight.arcs {
            prop_assert!(target.depth_outside(*start).abs() < 1e-6);
            prop_assert!(target.depth_outside(*end).abs() < 1e-6);
        }
    }

    // rule: M-10
    #[test]
    fn a_glance_tells_whether_anything_is_seen(
        eye in point(15.0),
        facing in prop::option::of(0.0..TURN),
        target in body_near(6.0),
        blockers in prop::collection::vec(body_near(12.0), 0..9),
    ) {
        let facing = facing.map(Point::of_angle);
        let visible = sees(eye, facing, &target, &blockers).visible;
        prop_assert_eq!(is_visible(eye, facing, &target, blockers.iter().cloned()), visible);
        if let Some(facing) = facing {
            let bodies = std::iter::once(&target).chain(&blockers).cloned().map(Some);
            let seen = Outlook::new(eye, facing, bodies).sees(0, |_| true);
            prop_assert_eq!(seen.unwrap_or(visible), visible);
        }
    }

    // rule: M-10
    #[test]
    fn a_glance_tells_it_where_everything_touches(
        (x, y) in (-9..9, -9..9),
        facing in prop::option::of(0..8),
        target in body_on_grid(3),
        blockers in prop::collection::vec(body_on_grid(8), 0..9),
    ) {
        let eye = Point::new(f64::from(x), f64::from(y));
        let facing = facing.map(|eighths| Point::of_angle(f64::from(eighths) * TURN / 8.0));
        let visible = sees(eye, facing, &target, &blockers).visible;
        prop_assert_eq!(is_visible(eye, facing, &target, blockers.iter().cloned()), visible);
        if let Some(facing) = facing {
            let bodies = std::iter::once(&target).chain(&blockers).cloned().map(Some);
            let seen = Outlook::new(eye, facing, bodies).sees(0, |_| true);
            prop_assert_eq!(seen.unwrap_or(visible), visible);
        }
    }

    // rule: M-10
    #[test]
    fn the_fraction_is_right_when_everything_touches(
        (x, y) in (-9..9, -9..9),
        facing in prop::option::of(0..8),
        target in body_on_grid(3),
        blockers in prop::collection::vec(body_on_grid(8), 0..6),
    ) {
        let eye = Point::new(f64::from(x), f64::from(y));
        if target.depth_outside(eye) <= 1e-3 {
            return Ok(());
        }
        let facing = facing.map(|eighths| Point::of_angle(f64::from(eighths) * TURN / 8.0));
        let sight = sees(eye, facing, &target, &blockers);
        let rays = by_rays(eye, facing, &target, &blockers);
        prop_assert!((sight.fraction - rays).abs() < 1e-3, "{} {rays}", sight.fraction);
    }

    // rule: M-10
    #[test]
    fn an_eye_on_the_rim_of_a_blocker_loses_what_rays_lose(
        blocker in body_near(4.0),
        target in body_near(12.0),
        share in 0.0..1.0,
        others in prop::collection::vec(body_near(12.0), 0..3),
    ) {
        let rim = fracas_geometry::rim::length(&blocker);
        let footprint = fracas_geometry::Footprint::Round { diameter: 1.0 };
        let eye = fracas_geometry::rim::stance(&blocker, footprint, share * rim).mire();
        let is_apart = |body: &Body| body.depth_outside(eye) > 1e-3;
        if !is_apart(&target) || !others.iter().all(is_apart) {
            return Ok(());
        }
        let mut blockers = others;
        blockers.push(blocker);
        let fraction = sees(eye, None, &target, &blockers).fraction;
        prop_assert!((fraction - by_rays(eye, None, &target, &blockers)).abs() < 1e-3);
    }

    // rule: M-10
    #[test]
    fn sight_is_the_same_elsewhere_and_less_with_more_in_the_way(
        eye in point(15.0),
        facing in prop::option::of(0.0..TURN),
        target in body_near(4.0),
        blockers in prop::collection::vec(body_near(12.0), 1..6),
        elsewhere in elsewhere(),
    ) {
        let facing = facing.map(Point::of_angle);
        let here = sees(eye, facing, &target, &blockers);
        let there = sees(
            elsewhere.point(eye),
            facing.map(|facing| elsewhere.way(facing)),
            &elsewhere.body(&target),
            &elsewhere.bodies(&blockers),
        );
        prop_assert!((here.fraction - there.fraction).abs() < 1e-7);
        let open = sees(eye, facing, &target, &blockers[1..]);
        prop_assert!(open.fraction >= here.fraction - 1e-9);
        prop_assert!(open.visible || !here.visible);
    }
}

// rule: M-10
#[test]
fn an_open_disc_shows_its_near_side() {
    let sight = sees(Point::ORIGIN, None, &Body::disc(Point::new(2.0, 0.0), 1.0), &[]);
    assert!((sight.fraction - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(sight.arcs.len(), 1);
    // Counter-clockwise along the rim: from the upper tangent point to the lower one.
    assert!(sight.arcs[0].0.y > 0.8 && sight.arcs[0].1.y < -0.8);
    let sight = sees(Point::ORIGIN, None, &square(3.0, 0.0, 2.0), &[]);
    assert!((sight.fraction - 0.25).abs() < 1e-12);
}

// rule: M-10
#[test]
fn what_is_behind_the_front_is_not_seen() {
    let target = Body::disc(Point::new(2.0, 0.0), 1.0);
    let facing = |angle: f64| Some(Point::of_angle(angle));
    let fraction = |angle: f64| sees(Point::ORIGIN, facing(angle), &target, &[]).fraction;
    assert!((fraction(PI / 2.0) - 1.0 / 6.0).abs() < 1e-12);
    assert!((fraction(0.3) - 1.0 / 3.0).abs() < 1e-12);
    assert!(fraction(PI).abs() < 1e-12);
    // The tangent lies at a sixth of a half-turn: a front that ends there sees nothing.
    assert!(!sees(Point::ORIGIN, facing(2.0 * PI / 3.0), &target, &[]).visible);
    assert!(sees(Point::ORIGIN, facing(2.0 * PI / 3.0 - 1e-6), &target, &[]).visible);
    // Any length of facing will do.
    let long = sees(Point::ORIGIN, Some(Point::new(0.0, 7.0)), &target, &[]);
    assert!((long.fraction - 1.0 / 6.0).abs() < 1e-12);
}

// rule: M-10
#[test]
fn a_blocker_hides_only_what_is_behind_it() {
    let target = Body::disc(Point::new(10.0, 0.0), 1.0);
    let behind = Body::disc(Point::new(13.0, 0.0), 2.0);
    let open = sees(Point::ORIGIN, None, &target, &[]);
    assert_eq!(sees(Point::ORIGIN, None, &target, std::slice::from_ref(&behind)), open);
    assert!(!sees(Point::ORIGIN, None, &target, &[Body::disc(Point::new(5.0, 0.0), 1.0)]).visible);
    // Exactly in its shadow, tangent to the same two rays.
    assert!(!sees(Point::ORIGIN, None, &target, &[Body::disc(Point::new(5.0, 0.0), 0.5)]).visible);
    let thin = sees(Point::ORIGIN, None, &target, &[Body::disc(Point::new(5.0, 0.0), 0.2)]);
    assert_eq!(thin.arcs.len(), 2);
    assert!(thin.arcs[0].0.y > thin.arcs[1].0.y);
}

// rule: M-10
#[test]
fn a_blocker_that_touches_the_target_hides_its_part() {
    let target = Body::disc(Point::new(10.0, 0.0), 1.0);
    let beside = Body::disc(Point::new(10.0, 2.0), 1.0);
    let open = sees(Point::ORIGIN, None, &target, &[]).fraction;
    let rays = by_rays(Point::ORIGIN, None, &target, std::slice::from_ref(&beside));
    let sight = sees(Point::ORIGIN, None, &target, &[beside]);
    assert!((sight.fraction - rays).abs() < 1e-3 && sight.fraction > 0.9 * open);
    assert!(!sees(Point::ORIGIN, None, &target, &[Body::disc(Point::new(8.0, 0.0), 1.0)]).visible);
    // Flush squares: the one beside hides nothing.
    let flush = sees(Point::ORIGIN, None, &square(10.0, 0.0, 2.0), &[square(10.0, 2.0, 2.0)]);
    assert!((flush.fraction - 0.25).abs() < 1e-9);
}

// rule: M-10
#[test]
fn a_touched_target_is_visible() {
    let facing = Some(Point::new(1.0, 0.0));
    for target in [Body::disc(Point::new(1.0, 0.0), 1.0), square(1.0, 0.0, 2.0)] {
        for off in [0.0, 5e-5, -5e-5] {
            let blocker = Body::disc(Point::new(-1.0, 0.0), 1.0);
            let sight = sees(Point::new(off, 0.0), facing, &target, &[blocker]);
            assert!(sight.visible);
        }
    }
}

// rule: M-10
#[test]
fn a_touched_blocker_hides_half_the_plane_at_most() {
    let (ahead, behind) =
        (Body::disc(Point::new(9.0, 0.0), 1.0), Body::disc(Point::new(-9.0, 0.0), 1.0));
    let above = Body::disc(Point::new(0.0, 9.0), 1.0);
    for off in [0.0, 5e-5, -5e-5] {
        for blocker in [Body::disc(Point::new(2.0, 0.0), 2.0), square(2.0, 0.0, 4.0)] {
            let eye = Point::new(off, 0.0);
            let fraction =
                |target: &Body| sees(eye, None, target, std::slice::from_ref(&blocker)).fraction;
            assert!(fraction(&ahead).abs() < 1e-9);
            assert!((fraction(&behind) - sees(eye, None, &behind, &[]).fraction).abs() < 1e-9);
            assert!((fraction(&above) / sees(eye, None, &above, &[]).fraction - 0.5).abs() < 0.06);
        }
    }
    // At the corner of a square a quarter of the plane is hidden.
    let corner = square(1.0, 1.0, 2.0);
    let open =
        |target: &Body| sees(Point::ORIGIN, None, target, std::slice::from_ref(&corner)).fraction;
    assert!((open(&above) / sees(Point::ORIGIN, None, &above, &[]).fraction - 0.5).abs() < 1e-9);
    assert!(!sees(Point::ORIGIN, None, &Body::disc(Point::new(6.0, 6.0), 1.0), &[corner]).visible);
    // Deep inside of a blocker nothing is seen.
    let around = Body::disc(Point::ORIGIN, 3.0);
    assert!(!sees(Point::ORIGIN, None, &above, &[around]).visible);
}

// rule: M-10
#[test]
fn an_eye_a_hair_beside_the_corner_of_a_blocker_is_at_the_corner() {
    let (blocker, target) = (square(-1.0, -1.0, 2.0), square(-4.0, 0.0, 2.0));
    for below in [0.0, 5e-10] {
        let eye = Point::new(0.0, -below);
        let sight = sees(eye, Some(Point::new(-1.0, 0.0)), &target, std::slice::from_ref(&blocker));
        assert!((sight.fraction - 0.125).abs() < 1e-8);
        let blockers = std::iter::once(blocker.clone());
        assert!(is_visible(eye, Some(Point::new(-1.0, 0.0)), &target, blockers));
    }
}
