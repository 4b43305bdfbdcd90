//! Whether obstacles part two points, without a search.
//!
//! Obstacles that overlap, touch or leave a gap that is too narrow hold together. Two points are
//! parted exactly when a closed chain of such obstacles goes round one of them and not the other,
//! that is, when it crosses the line between them an odd number of times. So every link of two
//! obstacles gets a parity, and a chain is looked for whose parities add up to odd: one pass over
//! the links. The ground off the table counts as one more obstacle.

use super::TOLERANCE;
use super::goal::{Piece, meetings_of_rims, pieces};
use super::scene::Scene;
use crate::body::Body;
use crate::vector::Point;

/// Obstacles that hold together, each with the parity of the way to its root.
struct Chains {
    above: Vec<(usize, bool)>,
}

impl Chains {
    fn new(count: usize) -> Self {
        Self { above: (0..count).map(|number| (number, false)).collect() }
    }

    fn root(&self, mut number: usize) -> (usize, bool) {
        let mut odd = false;
        while self.above[number].0 != number {
            odd ^= self.above[number].1;
            number = self.above[number].0;
        }
        (number, odd)
    }

    /// Links two obstacles; true when that closes an odd chain.
    fn link(&mut self, one: usize, other: usize, odd: bool) -> bool {
        let ((one, first), (other, second)) = (self.root(one), self.root(other));
        if one == other {
            return first ^ second ^ odd;
        }
        // Hanging the later one below keeps the ways short enough.
        let (low, high) = (one.min(other), one.max(other));
        self.above[high] = (low, first ^ second ^ odd);
        false
    }
}

/// The line between two points, which chains may cross.
struct Line {
    from: Point,
    to: Point,
}

impl Line {
    /// How often a polyline crosses the line, modulo 2; none when it comes too close to an end.
    fn is_crossed_oddly(&self, polyline: &[Point]) -> Option<bool> {
        let way = self.to - self.from;
        let is_left = |point: Point| way.cross(point - self.from) >= 0.0;
        let mut odd = false;
        for pair in polyline.windows(2) {
            let (one, other) = (pair[0], pair[1]);
            let near =
                |end: Point| crate::body::nearest_on_segment(one, other, end).distance(end) < 1e-7;
            if near(self.from) || near(self.to) {
                return None;
            }
            if is_left(one) != is_left(other) {
                let along = other - one;
                let first = along.cross(self.from - one);
                let last = along.cross(self.to - one);
                odd ^= (first > 0.0) != (last > 0.0);
            }
        }
        Some(odd)
    }
}

impl Scene {
    /// Whether the obstacles part two points, so that there is no path between them; none when one
    /// of the points lies just where obstacles hold together, and may be on either side.
    pub fn is_parted(&self, start: Point, goal: Point) -> Option<bool> {
        let line = Line { from: start, to: goal };
        let outside = self.obstacles.len();
        let mut chains = Chains::new(outside + 1);
        let middle = |number: usize| self.obstacles[number].middle();
        for barrier in &self.barriers {
            let [one, other] = barrier.between;
            let way = [middle(one), barrier.from, barrier.to, middle(other)];
            if chains.link(one, other, line.is_crossed_oddly(&way)?) {
                return Some(true);
            }
        }
        for &[one, other] in &self.overlaps {
            let common = common_point(&self.obstacles[one], &self.obstacles[other]);
            let way = [middle(one), common, middle(other)];
            if chains.link(one, other, line.is_crossed_oddly(&way)?) {
                return Some(true);
            }
        }
        for number in 0..outside {
            for end in self.ends_off_table(number) {
                if chains.link(number, outside, line.is_crossed_oddly(&[middle(number), end])?) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// The outermost points of an obstacle that are off the table.
    fn ends_off_table(&self, number: usize) -> Vec<Point> {
        if self.table.is_none() {
            return Vec::new();
        }
        let mut ends = match &self.obstacles[number] {
            Body::Disc(disc) => [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
                .map(|(x, y)| disc.centre + Point::new(x, y) * disc.radius)
                .to_vec(),
            Body::Polygon(polygon) => polygon.corners().to_vec(),
        };
        ends.retain(|&end| self.is_off_table(end));
        ends
    }

    /// Whether the obstacles part a point from all of the rim of an obstacle; false also when it
    /// cannot be told.
    pub(super) fn is_parted_from_rim(&self, start: Point, number: usize) -> bool {
        let body = &self.obstacles[number];
        let ends = self.barriers.iter().filter_map(|barrier| {
            let [one, other] = barrier.between;
            if one == number {
                Some(barrier.from)
            } else if other == number {
                Some(barrier.to)
            } else {
                None
            }
        });
        let mut cuts: Vec<f64> = ends.map(|end| place_on(body, end)).collect();
        cuts.extend(super::goal::meetings_of(self, number).iter().map(|&end| place_on(body, end)));
        cuts.sort_by(f64::total_cmp);
        let length = perimeter(body);
        let count = cuts.len();
        let middles: Vec<f64> = if count == 0 {
            vec![0.0]
        } else {
            (0..count)
                .map(|here| {
                    let next = if here + 1 < count { cuts[here + 1] } else { cuts[0] + length };
                    f64::midpoint(cuts[here], next)
                })
                .collect()
        };
        middles.into_iter().all(|place| {
            let point = point_on(body, place);
            self.misplaced(point).is_some() || self.is_parted(start, point) == Some(true)
        })
    }
}

/// A point that two overlapping bodies have in common.
fn common_point(one: &Body, other: &Body) -> Point {
    let rims: (Vec<Piece>, Vec<Piece>) = (pieces(one), pieces(other));
    let mut found = Vec::new();
    for piece in &rims.0 {
        for against in &rims.1 {
            meetings_of_rims(piece, against, &mut found);
        }
    }
    // Without a meeting one is inside the other.
    found.first().copied().unwrap_or_else(|| {
        if other.depth_outside(one.middle()) <= TOLERANCE { one.middle() } else { other.middle() }
    })
}

fn perimeter(body: &Body) -> f64 {
    match body {
        Body::Disc(_) => crate::vector::TURN,
        Body::Polygon(polygon) => polygon.corners().len() as f64,
    }
}

/// Where a point of a rim is: its angle, or the number of the edge and the share of it.
fn place_on(body: &Body, point: Point) -> f64 {
    match body {
        Body::Disc(disc) => crate::vector::wrapped((point - disc.centre).angle()),
        Body::Polygon(polygon) => {
            let places = polygon.edges().enumerate().map(|(number, (start, end))| {
                let on = crate::body::nearest_on_segment(start, end, point);
                (on.distance(point), number as f64 + start.distance(on) / start.distance(end))
            });
            let nearest = places.min_by(|one, other| one.0.total_cmp(&other.0));
            nearest.map_or(0.0, |(_, place)| place)
        }
    }
}

fn point_on(body: &Body, place: f64) -> Point {
    match body {
        Body::Disc(disc) => disc.centre + Point::of_angle(place) * disc.radius,
        Body::Polygon(polygon) => {
            let corners = polygon.corners();
            let number = place as usize;
            let (start, end) =
                (corners[number % corners.len()], corners[(number + 1) % corners.len()]);
            start.towards(end, place - number as f64)
        }
    }
}
