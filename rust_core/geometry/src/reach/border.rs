//! What the border of a region is at a point.

use super::Piece;
use crate::body::{Body, nearest_on_segment};
use crate::path::{Scene, Tree};
use crate::vector::{Point, TURN};

/// A region, by asking for points.
pub(super) struct Border<'scene> {
    pub(super) scene: &'scene Scene,
    pub(super) tree: &'scene Tree<'scene>,
    pub(super) distance: f64,
}

/// What the border follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Curve {
    /// The points at the whole distance whose path bends last at one point, or a rim.
    Circle { centre: Point, radius: f64 },
    /// An edge, or a barrier.
    Segment { from: Point, to: Point },
    /// The points at the whole distance whose path runs last along the rim of a disc, by the number
    /// of the bend.
    Involute(usize),
}

impl Curve {
    /// Whether two curves are the same but for rounding.
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Circle { centre, radius },
                Self::Circle { centre: against, radius: other_radius },
            ) => centre.distance(against) <= 1e-9 && (radius - other_radius).abs() <= 1e-9,
            _ => self == other,
        }
    }
}

/// A point of the border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) point: Point,
    pub(super) curve: Option<Curve>,
    /// Where the last line of the path to it begins.
    pub(super) from: Point,
}

/// How far a point may be from a curve that it lies on.
const ON: f64 = 1e-6;

impl Border<'_> {
    /// The distance to a point, infinite when there is no way.
    pub(super) fn distance_to(&self, point: Point) -> f64 {
        self.tree.distance_to(point).unwrap_or(f64::INFINITY)
    }

    /// The point of the border between a point of the region and one outside of it, with the
    /// distances to both.
    pub(super) fn between(&self, mut inside: (Point, f64), mut outside: (Point, f64)) -> Mark {
        // False position where the distance is smooth, halving where it jumps.
        for round in 0..60 {
            if inside.0.distance(outside.0) < 1e-10 || inside.1 > self.distance - 1e-11 {
                break;
            }
            let share = (self.distance - inside.1) / (outside.1 - inside.1);
            let share = if round % 3 < 2 && share > 0.0 { share.min(0.999) } else { 0.5 };
            let point = inside.0.towards(outside.0, share);
            let distance = self.distance_to(point);
            if distance <= self.distance {
                inside = (point, distance);
            } else {
                outside = (point, distance);
            }
        }
        self.mark(inside.0)
    }

    /// What the border is at a point of it.
    fn mark(&self, point: Point) -> Mark {
        let Some(root) = self.tree.root_of(point) else {
            return Mark { point, curve: None, from: point };
        };
        let curve = if root.cost > self.distance - ON {
            Some(if root.radius > 0.0 {
                Curve::Involute(root.number)
            } else {
                let radius = self.distance - root.cost + root.from.distance(point);
                Curve::Circle { centre: root.from, radius }
            })
        } else {
            self.solid(point)
        };
        Mark { point, curve, from: root.from }
    }

    /// The rim, the barrier or the edge of the table that a point lies on.
    fn solid(&self, point: Point) -> Option<Curve> {
        let rims = self
            .scene
            .obstacles()
            .iter()
            .chain(self.scene.crossings().iter().map(|crossing| &crossing.body));
        for body in rims {
            if body.depth_outside(point).abs() > ON {
                continue;
            }
            match body {
                Body::Disc(disc) => {
                    return Some(Curve::Circle { centre: disc.centre, radius: disc.radius });
                }
                Body::Polygon(polygon) => {
                    let edge = polygon.edges().find(|&edge| is_on(edge, point));
                    return edge.map(|(from, to)| Curve::Segment { from, to });
                }
            }
        }
        let barriers = self.scene.barriers().iter().map(|barrier| (barrier.from, barrier.to));
        let edges = self.scene.table().into_iter().flat_map(|(low, high)| {
            let (right, left) = (Point::new(high.x, low.y), Point::new(low.x, high.y));
            [(low, right), (right, high), (high, left), (left, low)]
        });
        barriers
            .chain(edges)
            .find(|&line| is_on(line, point))
            .map(|(from, to)| Curve::Segment { from, to })
    }

    /// Whether a point is on the border: the whole distance away, or on something solid.
    fn is_on_border(&self, point: Point) -> bool {
        // A hair off what is solid there is still a way.
        (self.distance_to(point) - self.distance).abs() <= 10.0 * ON
            || (self.solid(point).is_some()
                && [
                    Point::new(ON, 0.0),
                    Point::new(-ON, 0.0),
                    Point::new(0.0, ON),
                    Point::new(0.0, -ON),
                ]
                .iter()
                .any(|&by| self.distance_to(point + by) <= self.distance + 10.0 * ON))
    }

    /// The border between two marks, split `depth` times at most where it changes its kind, and the
    /// area that is in doubt.
    pub(super) fn pieces(
        &self,
        one: &Mark,
        other: &Mark,
        depth: u32,
        pieces: &mut Vec<Piece>,
    ) -> f64 {
        let chord = one.point.distance(other.point);
        if let (Some(curve), Some(next)) = (one.curve, other.curve) {
            if curve.is(next) {
                pieces.push(along(curve, one, other));
                let involute = matches!(curve, Curve::Involute(_));
                return if involute { involute_doubt(one, other).min(chord * chord) } else { 0.0 };
            }
            if let Some(point) =
                self.meeting(curve, next, one.point.towards(other.point, 0.5), chord)
            {
                let corner = Mark { point, curve: None, from: point };
                pieces.push(along(curve, one, &corner));
                pieces.push(along(next, &corner, other));
                return 0.0;
            }
        }
        if depth > 0
            && let Some(middle) = self.halfway(one, other)
        {
            return self.pieces(one, &middle, depth - 1, pieces)
                + self.pieces(&middle, other, depth - 1, pieces);
        }
        pieces.push(Piece::Line { from: one.point, to: other.point });
        chord * chord
    }

    /// Where one curve of the border becomes another, near a point.
    fn meeting(&self, curve: Curve, next: Curve, near: Point, chord: f64) -> Option<Point> {
        let mut meetings = meetings(curve, next);
        meetings.retain(|point| point.distance(near) <= 1.5 * chord + ON);
        meetings.sort_by(|one, other| one.distance(near).total_cmp(&other.distance(near)));
        meetings.into_iter().find(|&point| self.is_on_border(point))
    }

    /// A point of the border between two marks, which have the region on their left.
    fn halfway(&self, one: &Mark, other: &Mark) -> Option<Mark> {
        let way = other.point - one.point;
        let middle = one.point.towards(other.point, 0.5);
        let inwards = way.left() * 0.5;
        let (inside, outside) = (middle + inwards, middle - inwards);
        let distances = (self.distance_to(inside), self.distance_to(outside));
        (distances.0 <= self.distance && distances.1 > self.distance)
            .then(|| self.between((inside, distances.0), (outside, distances.1)))
    }
}

/// What an arc between two points of an involute may miss. Along the involute the radius of
/// curvature goes from one line's length to the other's; an arc of either radius leaves chord³ ÷ 12
/// times the curvature beside the chord, for short ones, and the truth lies between the two.
fn involute_doubt(one: &Mark, other: &Mark) -> f64 {
    let radii = (one.from.distance(one.point), other.from.distance(other.point));
    let chord = one.point.distance(other.point);
    chord * chord * chord / 10.0 * (1.0 / radii.0 - 1.0 / radii.1).abs()
}

fn is_on((from, to): (Point, Point), point: Point) -> bool {
    nearest_on_segment(from, to, point).distance(point) <= ON
}

/// The piece of a curve between two points of it, the shorter way.
fn along(curve: Curve, one: &Mark, other: &Mark) -> Piece {
    let (from, to) = (one.point, other.point);
    let (centre, radius) = match curve {
        Curve::Circle { centre, radius } => (centre, radius),
        Curve::Segment { .. } => return Piece::Line { from, to },
        Curve::Involute(_) => {
            // The involute is nearly a circle about where its lines come from.
            let centre = one.from.towards(other.from, 0.5);
            (centre, f64::midpoint(centre.distance(from), centre.distance(to)))
        }
    };
    let (start, end) = (from - centre, to - centre);
    let sweep = libm::atan2(start.cross(end), start.dot(end));
    if sweep.abs() >= TURN / 2.0 || radius == 0.0 || sweep == 0.0 {
        return Piece::Line { from, to };
    }
    Piece::Arc { centre, radius, from, to, sweep }
}

/// Where two curves meet. Where one of them has no closed form, nowhere.
fn meetings(one: Curve, other: Curve) -> Vec<Point> {
    match (one, other) {
        (Curve::Circle { centre, radius }, Curve::Circle { centre: against, radius: other }) => {
            circles(centre, radius, against, other)
        }
        (Curve::Circle { centre, radius }, Curve::Segment { from, to })
        | (Curve::Segment { from, to }, Curve::Circle { centre, radius }) => {
            let Some(along) = (to - from).unit() else { return Vec::new() };
            let away = along.cross(centre - from);
            let half = (radius * radius - away * away).max(0.0).sqrt();
            let middle = from + along * along.dot(centre - from);
            vec![middle + along * half, middle - along * half]
        }
        (Curve::Segment { from, to }, Curve::Segment { from: start, to: end }) => {
            let area = (to - from).cross(end - start);
            if area == 0.0 {
                Vec::new()
            } else {
                vec![from + (to - from) * ((start - from).cross(end - start) / area)]
            }
        }
        _ => Vec::new(),
    }
}

fn circles(centre: Point, radius: f64, against: Point, other: f64) -> Vec<Point> {
    let way = against - centre;
    let squared = way.squared();
    if squared == 0.0 {
        return Vec::new();
    }
    let share = (squared + radius * radius - other * other) / (2.0 * squared);
    let half = (radius * radius / squared - share * share).max(0.0).sqrt();
    vec![centre + way * share + way.left() * half, centre + way * share - way.left() * half]
}
