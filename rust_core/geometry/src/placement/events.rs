//! When a moving base meets something: the exact moments, in closed form.
//!
//! A base that slides along an edge or turns about a pivot carries each of its points along a line or
//! a circle, and seen from the base everything else moves so. Whatever meets, then, is a point that
//! reaches a circle or a line parallel to an edge: a square root, and for turns one arc tangent.

use crate::body::{Body, Polygon, TOUCH};
use crate::vector::{Point, wrapped};

/// How a base moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Motion {
    /// Along a unit vector.
    Slide { along: Point },
    /// Counter-clockwise about a point.
    Turn { pivot: Point },
}

/// A body on the move.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    pub(crate) motion: Motion,
    /// Where it starts.
    pub(crate) body: Body,
    /// How far it goes: a length, or an angle.
    pub(crate) length: f64,
}

/// Who moves: the base, or, seen from the base, everything else.
#[derive(Clone, Copy, PartialEq)]
enum Sense {
    Forwards,
    Backwards,
}

/// An edge with its directions, looked up for one corner after another.
struct Edge {
    start: Point,
    along: Point,
    out: Point,
    length: f64,
}

impl Edge {
    fn new((start, end): (Point, Point)) -> Self {
        let way = end - start;
        let length = way.length();
        let along = way * (1.0 / length);
        Self { start, along, out: along.right(), length }
    }

    /// Whether a point is between the two perpendiculars at its ends, or close to it.
    #[inline]
    fn is_beside(&self, point: Point) -> bool {
        (-TOUCH..=self.length + TOUCH).contains(&(point - self.start).dot(self.along))
    }
}

impl Sweep {
    /// The body at a moment of its way.
    pub(crate) fn body_at(&self, moment: f64) -> Body {
        match self.motion {
            Motion::Slide { along } => self.body.shifted(along * moment),
            Motion::Turn { pivot } => self.body.turned_about(pivot, Point::of_angle(moment)),
        }
    }

    /// Adds every moment at which it starts or stops overlapping `other`, and some others: those at
    /// which it may pass so close that it touches.
    pub(crate) fn meets_body(&self, other: &Body, moments: &mut Vec<f64>) {
        match (&self.body, other) {
            (Body::Disc(disc), Body::Disc(against)) => {
                let reach = disc.radius + against.radius;
                self.meets_circle(disc.centre, against.centre, reach, Sense::Forwards, moments);
            }
            (Body::Disc(disc), Body::Polygon(polygon)) => {
                self.meets_rounded(disc.centre, polygon, disc.radius, Sense::Forwards, moments);
            }
            (Body::Polygon(polygon), Body::Disc(disc)) => {
                self.meets_rounded(disc.centre, polygon, disc.radius, Sense::Backwards, moments);
            }
            (Body::Polygon(polygon), Body::Polygon(against)) => {
                self.corners_meet_edges(polygon, against, Sense::Forwards, moments);
                self.corners_meet_edges(against, polygon, Sense::Backwards, moments);
            }
        }
    }

    /// Adds every moment at which it reaches one of the four borders of a table.
    pub(crate) fn meets_border(&self, (low, high): (Point, Point), moments: &mut Vec<f64>) {
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        for side in 0..4 {
            let edge = Edge::new((corners[side], corners[(side + 1) % 4]));
            match &self.body {
                Body::Disc(disc) => {
                    self.meets_edge(disc.centre, &edge, -disc.radius, Sense::Forwards, moments);
                }
                Body::Polygon(polygon) => {
                    for &corner in polygon.corners() {
                        self.meets_edge(corner, &edge, 0.0, Sense::Forwards, moments);
                    }
                }
            }
        }
    }

    /// A point meets the rim of a polygon grown by a distance.
    fn meets_rounded(
        &self,
        point: Point,
        polygon: &Polygon,
        distance: f64,
        sense: Sense,
        moments: &mut Vec<f64>,
    ) {
        for edge in polygon.edges().map(Edge::new) {
            self.meets_edge(point, &edge, distance, sense, moments);
            self.meets_circle(point, edge.start, distance, sense, moments);
        }
    }

    fn corners_meet_edges(&self, of: &Polygon, on: &Polygon, sense: Sense, moments: &mut Vec<f64>) {
        for edge in on.edges().map(Edge::new) {
            for &corner in of.corners() {
                self.meets_edge(corner, &edge, 0.0, sense, moments);
            }
        }
    }

    /// A point meets a circle; of a circle that it passes by, the nearest moment, if that is a touch.
    fn meets_circle(
        &self,
        point: Point,
        centre: Point,
        radius: f64,
        sense: Sense,
        moments: &mut Vec<f64>,
    ) {
        match self.motion {
            Motion::Slide { along } => {
                let along = if sense == Sense::Forwards { along } else { -along };
                let way = centre - point;
                let (ahead, aside) = (way.dot(along), way.cross(along));
                if aside.abs() > radius + TOUCH {
                    return;
                }
                let half = (radius * radius - aside * aside).max(0.0).sqrt();
                self.keep(ahead - half, moments);
                self.keep(ahead + half, moments);
            }
            Motion::Turn { pivot } => {
                let (from, way) = (point - pivot, centre - pivot);
                let (reach, distance) = (from.length(), way.length());
                let passes_by = (distance - reach).abs() > radius + TOUCH
                    || distance + reach < radius - TOUCH
                    || distance < 1e-12;
                if passes_by {
                    return;
                }
                let out = way * (1.0 / distance);
                let power = (reach - radius) * (reach + radius);
                let ahead = f64::midpoint(distance, power / distance);
                let aside = (reach * reach - ahead * ahead).max(0.0).sqrt();
                self.keep_turn(from, out * ahead + out.left() * aside, sense, moments);
                self.keep_turn(from, out * ahead - out.left() * aside, sense, moments);
            }
        }
    }

    /// A point meets the line at a distance outside of a polygon's edge, beside that edge.
    fn meets_edge(
        &self,
        point: Point,
        edge: &Edge,
        distance: f64,
        sense: Sense,
        moments: &mut Vec<f64>,
    ) {
        match self.motion {
            Motion::Slide { along } => {
                let along = if sense == Sense::Forwards { along } else { -along };
                let slope = edge.out.dot(along);
                if slope.abs() < 1e-12 {
                    return;
                }
                let moment = (edge.out.dot(edge.start - point) + distance) / slope;
                if edge.is_beside(point + along * moment) {
                    self.keep(moment, moments);
                }
            }
            Motion::Turn { pivot } => {
                let from = point - pivot;
                let height = edge.out.dot(edge.start - pivot) + distance;
                let squared = from.squared();
                let beyond = height.abs() - TOUCH;
                if beyond > 0.0 && beyond * beyond > squared {
                    return;
                }
                let aside = edge.along * (squared - height * height).max(0.0).sqrt();
                for to in [edge.out * height + aside, edge.out * height - aside] {
                    if edge.is_beside(pivot + to) {
                        self.keep_turn(from, to, sense, moments);
                    }
                }
            }
        }
    }

    #[inline]
    fn keep(&self, moment: f64, moments: &mut Vec<f64>) {
        if (0.0..=self.length).contains(&moment) {
            moments.push(moment);
        }
    }

    /// Keeps the moment at which a point at `from` has turned to the direction `to`.
    #[inline]
    fn keep_turn(&self, from: Point, to: Point, sense: Sense, moments: &mut Vec<f64>) {
        let angle = libm::atan2(from.cross(to), from.dot(to));
        self.keep(wrapped(if sense == Sense::Forwards { angle } else { -angle }), moments);
    }
}
