//! Gaps between two obstacles that are too narrow to pass.

use super::TOLERANCE;
use crate::body::{Body, Polygon};
use crate::contacts::near_pairs;
use crate::vector::Point;

/// The shortest line across a gap that is too narrow: a path may touch it, but not cross it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barrier {
    /// The two obstacles.
    pub between: [usize; 2],
    /// Its end on the rim of the first.
    pub from: Point,
    /// Its end on the rim of the second.
    pub to: Point,
    /// The unit vector across the gap, from the first to the second; it tells the two sides apart
    /// even where the obstacles touch and the barrier is a point.
    pub across: Point,
    /// How wide the gap is.
    pub gap: f64,
}

/// The barriers between obstacles for a mover of some width, and the pairs that overlap and need
/// none.
pub(super) fn barriers(obstacles: &[Body], width: f64) -> (Vec<Barrier>, Vec<[usize; 2]>) {
    let mut barriers = Vec::new();
    let mut overlaps = Vec::new();
    near_pairs(obstacles, width.max(0.0), |one, other| {
        let (one, other) = (one as usize, other as usize);
        let approach = obstacles[one].approach(&obstacles[other]);
        let touching = approach.gap.abs() <= 2.0 * TOLERANCE;
        if touching || (approach.gap > 0.0 && approach.gap < width - TOLERANCE) {
            let (from, to) = (approach.from, approach.to);
            let across = across(&obstacles[one], &obstacles[other], from, to, approach.gap);
            barriers.push(Barrier { between: [one, other], from, to, across, gap: approach.gap });
        } else if approach.gap < 0.0 {
            overlaps.push([one, other]);
        }
    });
    (barriers, overlaps)
}

fn across(one: &Body, other: &Body, from: Point, to: Point, gap: f64) -> Point {
    let direction = match (one, other) {
        (Body::Disc(disc), _) => from - disc.centre,
        (_, Body::Disc(disc)) => disc.centre - to,
        // The points are too close to tell a direction.
        (Body::Polygon(polygon), Body::Polygon(against)) if gap < 1e-6 => {
            contact_normal(polygon, against, from.towards(to, 0.5))
        }
        _ => to - from,
    };
    direction.unit().unwrap_or(Point::new(1.0, 0.0))
}

/// The direction from one polygon to another that touch at a point: the normal of an edge that the
/// point lies in; where two corners meet, the middle of the normals that both have.
fn contact_normal(polygon: &Polygon, against: &Polygon, at: Point) -> Point {
    let (low, high) = normals_at(polygon, at);
    let (against_low, against_high) = normals_at(against, at);
    let (against_low, against_high) = (-against_low, -against_high);
    // Of two overlapping ranges below half a turn, the later start and the earlier end.
    let low = if low.cross(against_low) > 0.0 { against_low } else { low };
    let high = if high.cross(against_high) < 0.0 { against_high } else { high };
    low + high
}

/// The first and the last outward unit normal of a polygon at a point of its rim.
fn normals_at(polygon: &Polygon, at: Point) -> (Point, Point) {
    // The nearest edge, and the next one at a corner.
    const SAME: f64 = 1e-6;
    let edges: Vec<(Point, Point)> = polygon.edges().collect();
    let normal = |(start, end): (Point, Point)| (end - start).right().unit().unwrap_or(end);
    let count = edges.len();
    for here in 0..count {
        if edges[here].0.distance(at) <= SAME {
            return (normal(edges[(here + count - 1) % count]), normal(edges[here]));
        }
    }
    let away = |&(start, end): &(Point, Point)| {
        (end - start).cross(at - start).abs() / start.distance(end)
    };
    let nearest = edges.iter().copied().min_by(|one, other| away(one).total_cmp(&away(other)));
    let normal = nearest.map_or(Point::new(1.0, 0.0), normal);
    (normal, normal)
}
