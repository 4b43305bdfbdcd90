//! What a path can bend round: discs, and corners, which are discs of radius 0.

use super::TOLERANCE;
use crate::body::Body;
use crate::vector::{Point, TURN};

/// Something that a path can bend round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The number of the body it belongs to.
    pub(crate) body: u32,
    pub(crate) centre: Point,
    /// 0 for a corner.
    pub(crate) radius: f64,
    /// The neighbours of a corner, counter-clockwise before and after it.
    pub(crate) before: Point,
    pub(crate) after: Point,
}

/// A line from one part to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// A unit vector, also where the length is 0.
    pub(crate) along: Point,
    pub(crate) length: f64,
    /// Whether it touches a disc. The direction of a short line between two points is not known
    /// well; that of a tangent is, however short.
    pub(crate) is_tangent: bool,
}

impl Line {
    /// How far off its direction may be, in radians.
    #[inline]
    pub(crate) fn slack(&self) -> f64 {
        let most = if self.is_tangent { 1e-7 } else { f64::INFINITY };
        1e-9 + (TOLERANCE / self.length).min(most)
    }
}

impl Part {
    /// The parts of a body.
    pub(crate) fn of(body: &Body, number: u32) -> Vec<Self> {
        match body {
            Body::Disc(disc) => {
                let centre = disc.centre;
                let radius = disc.radius;
                vec![Self { body: number, centre, radius, before: centre, after: centre }]
            }
            Body::Polygon(polygon) => {
                let corners = polygon.corners();
                let count = corners.len();
                (0..count)
                    .map(|here| Self {
                        body: number,
                        centre: corners[here],
                        radius: 0.0,
                        before: corners[(here + count - 1) % count],
                        after: corners[(here + 1) % count],
                    })
                    .collect()
            }
        }
    }

    /// Whether a line through this corner leaves its body on the left (`sign` 1, the path goes
    /// round counter-clockwise) or on the right (−1). The line may be off by the tolerance at
    /// either of its ends.
    #[inline]
    pub(crate) fn supports(&self, line: &Line, sign: f64) -> bool {
        let slack = line.slack();
        let holds = |neighbour: Point| {
            let edge = neighbour - self.centre;
            let size = edge.x.abs() + edge.y.abs();
            sign * line.along.cross(edge) >= -TOLERANCE - slack * size
        };
        holds(self.before) && holds(self.after)
    }
}

/// The common tangent of two discs. A signed radius is above zero where the path goes round
/// counter-clockwise, below where it goes round clockwise; points have radius 0. Discs that touch
/// still have their inner tangent, of length 0.
#[inline]
pub(crate) fn tangent(one: Point, radius: f64, other: Point, other_radius: f64) -> Option<Line> {
    let way = other - one;
    let offset = other_radius - radius;
    let squared = way.squared();
    let rest = squared - offset * offset;
    (rest >= -2.0 * TOLERANCE * offset.abs() && squared > 0.0)
        .then(|| placed(one, radius, other, other_radius, rest.max(0.0).sqrt()))
}

/// The tangent from a point to a disc, of length 0 when the point is on its rim.
#[inline]
pub(crate) fn tangent_from_point(point: Point, centre: Point, radius: f64) -> Option<Line> {
    let rest = (centre - point).squared() - radius * radius;
    if rest <= 2.0 * TOLERANCE * radius.abs()
        && rest >= -2.0 * TOLERANCE * radius.abs()
        && radius != 0.0
    {
        let mut line = placed(point, 0.0, centre, radius, 0.0);
        line.from = point;
        return Some(line);
    }
    tangent(point, 0.0, centre, radius)
}

#[inline]
fn placed(one: Point, radius: f64, other: Point, other_radius: f64, length: f64) -> Line {
    let way = other - one;
    let offset = other_radius - radius;
    // In the frame of the line the way is (length, offset): turn it back.
    let along = (way * length - way.left() * offset)
        * (1.0 / (way.squared() * (length * length + offset * offset)).sqrt());
    let left = along.left();
    let is_tangent = radius != 0.0 || other_radius != 0.0;
    Line { from: one - left * radius, to: other - left * other_radius, along, length, is_tangent }
}

/// The angle from one unit vector to another, counter-clockwise for `sign` 1, clockwise for −1,
/// from 0 up to a full turn. A turn back by less than `slack` is none.
#[inline]
pub(crate) fn sweep(from: Point, to: Point, sign: f64, slack: f64) -> f64 {
    let angle = libm::atan2(sign * from.cross(to), from.dot(to));
    if angle >= 0.0 {
        angle
    } else if angle > -slack {
        0.0
    } else {
        angle + TURN
    }
}
