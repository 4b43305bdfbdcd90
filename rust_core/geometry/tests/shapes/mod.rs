//! Random bodies and bases, and ways to move a whole scene.

#![allow(dead_code, unreachable_pub, reason = "every test file takes what it needs")]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its scene has failed")]

use fracas_geometry::vector::TURN;
use fracas_geometry::{Base, Body, Footprint, Point, Polygon};
use proptest::prelude::*;

pub fn point(within: f64) -> impl Strategy<Value = Point> {
    (-within..within, -within..within).prop_map(|(x, y)| Point::new(x, y))
}

pub fn footprint() -> impl Strategy<Value = Footprint> {
    prop_oneof![
        (1.0..6.0).prop_map(|diameter| Footprint::Round { diameter }),
        (1.0..6.0, 1.0..8.0).prop_map(|(width, depth)| Footprint::Rectangular { width, depth }),
    ]
}

pub fn base_near(within: f64) -> impl Strategy<Value = Base> {
    (footprint(), point(within), 0.0..TURN).prop_map(|(footprint, centre, angle)| Base {
        footprint,
        centre,
        facing: Point::of_angle(angle),
    })
}

/// A base, or a piece of scenery with corners on a circle.
pub fn body_near(within: f64) -> impl Strategy<Value = Body> {
    let scenery = (point(within), 1.0..5.0, prop::collection::vec(0.2f64..1.0, 3..8)).prop_map(
        |(centre, radius, shares)| {
            let whole: f64 = shares.iter().sum();
            let mut angle = 0.0;
            let corners: Vec<Point> = shares
                .iter()
                .map(|share| {
                    angle += share / whole * TURN;
                    centre + Point::of_angle(angle) * radius
                })
                .collect();
            Polygon::new(&corners).map_or(Body::disc(centre, radius), Body::Polygon)
        },
    );
    prop_oneof![3 => base_near(within).prop_map(|base| base.body()), 1 => scenery]
}

/// Bases and scenery of whole sizes at whole places, turned by eighths: they touch, are flush and share
/// corners all the time.
pub fn body_on_grid(within: i32) -> impl Strategy<Value = Body> {
    let place = (-within..=within, -within..=within);
    (place, 0..3_u8, 0..8_u8).prop_map(|((x, y), form, eighths)| {
        let footprint = match form {
            0 => Footprint::Round { diameter: 2.0 },
            1 => Footprint::Rectangular { width: 2.0, depth: 2.0 },
            _ => Footprint::Rectangular { width: 2.0, depth: 4.0 },
        };
        let facing = Point::of_angle(f64::from(eighths) * TURN / 8.0);
        Base { footprint, centre: Point::new(f64::from(x), f64::from(y)), facing }.body()
    })
}

/// A motion of the whole plane: turned, shifted, and mirrored if wanted.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere {
    pub angle: f64,
    pub shift: Point,
    pub mirrored: bool,
}

pub fn elsewhere() -> impl Strategy<Value = Elsewhere> {
    (0.0..TURN, point(50.0), any::<bool>()).prop_map(|(angle, shift, mirrored)| Elsewhere {
        angle,
        shift,
        mirrored,
    })
}

impl Elsewhere {
    pub fn way(&self, way: Point) -> Point {
        let way = if self.mirrored { Point::new(-way.x, way.y) } else { way };
        way.turned(Point::of_angle(self.angle))
    }

    pub fn point(&self, point: Point) -> Point {
        self.way(point) + self.shift
    }

    pub fn body(&self, body: &Body) -> Body {
        match body {
            Body::Disc(disc) => Body::disc(self.point(disc.centre), disc.radius),
            Body::Polygon(polygon) => {
                let corners: Vec<Point> =
                    polygon.corners().iter().map(|&corner| self.point(corner)).collect();
                Body::Polygon(Polygon::new(&corners).unwrap())
            }
        }
    }

    pub fn bodies(&self, bodies: &[Body]) -> Vec<Body> {
        bodies.iter().map(|body| self.body(body)).collect()
    }

    pub fn base(&self, base: &Base) -> Base {
        Base { centre: self.point(base.centre), facing: self.way(base.facing), ..*base }
    }
}
