//! What lines run into, and what they pay.

use super::TOLERANCE;
use super::barrier::Barrier;
use super::part::Line;
use super::scene::Scene;
use crate::body::Body;
use crate::vector::Point;

/// What a line or an arc runs into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    /// The interior of an obstacle.
    Obstacle(usize),
    /// A barrier.
    Barrier(usize),
    /// The edge of the table.
    TableEdge,
}

/// From where to where a line is inside a body, in lengths along it; no more than [`TOLERANCE`]
/// deep is outside.
#[inline]
pub(super) fn inside(body: &Body, line: &Line) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (0.0, line.length);
    match body {
        Body::Disc(disc) => {
            let way = disc.centre - line.from;
            let away = line.along.cross(way);
            let radius = disc.radius - TOLERANCE;
            if away.abs() >= radius {
                return None;
            }
            let half = (radius * radius - away * away).sqrt();
            let middle = line.along.dot(way);
            enter = (middle - half).max(0.0);
            leave = (middle + half).min(line.length);
        }
        Body::Polygon(polygon) => {
            for (start, end) in polygon.edges() {
                let out = (end - start).right();
                let length = out.length();
                let begins = out.dot(line.from - start) + TOLERANCE * length;
                let grows = out.dot(line.along);
                if grows > 0.0 {
                    leave = f64::min(leave, -begins / grows);
                } else if grows < 0.0 {
                    enter = f64::max(enter, -begins / grows);
                } else if begins >= 0.0 {
                    return None;
                }
                if leave <= enter {
                    return None;
                }
            }
        }
    }
    (enter < leave).then_some((enter, leave))
}

/// Where a line crosses a barrier, as a share of its length. Ending on a barrier is not crossing
/// it; passing over an end of it, along the rim of the obstacle there, is.
#[inline]
fn crossed(scene: &Scene, barrier: &Barrier, line: &Line, hugs: [Option<Hug>; 2]) -> Option<f64> {
    let (from, to) = (line.from - barrier.from, line.to - barrier.from);
    let (side, other) = (barrier.across.cross(from), barrier.across.cross(to));
    if side.abs() <= TOLERANCE || other.abs() <= TOLERANCE || (side > 0.0) == (other > 0.0) {
        let along = side.abs() <= TOLERANCE && other.abs() <= TOLERANCE;
        return (along && scene.changes_sides(barrier, line, hugs)).then_some(0.0);
    }
    let share = side / (side - other);
    let (near, far) = (barrier.across.dot(from), barrier.across.dot(to));
    let along = near + (far - near) * share;
    let (low, high) = (barrier.gap.min(0.0) - TOLERANCE, barrier.gap.max(0.0) + TOLERANCE);
    (low <= along && along <= high).then_some(share)
}

/// What a path hugs at an end of a line; nothing where the whole path starts or ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hug {
    pub(crate) body: usize,
    pub(crate) counter_clockwise: bool,
}

impl Scene {
    /// Whether a line that runs along a barrier came from one side of it and leaves to the other.
    fn changes_sides(&self, barrier: &Barrier, line: &Line, hugs: [Option<Hug>; 2]) -> bool {
        let along = |point: Point| (point - barrier.from).dot(barrier.across);
        let (first, last) = (along(line.from), along(line.to));
        let shared = first.max(last).min(barrier.gap) - first.min(last).max(0.0);
        if shared <= TOLERANCE {
            return false;
        }
        let ways = [
            self.has_on_left(barrier, line, first, hugs[0]),
            self.has_on_left(barrier, line, last, hugs[1]),
        ];
        matches!(ways, [Some(one), Some(other)] if one != other)
    }

    /// Whether a path has a barrier, which its line runs along, on its left at one end of the line.
    fn has_on_left(
        &self,
        barrier: &Barrier,
        line: &Line,
        along: f64,
        hug: Option<Hug>,
    ) -> Option<bool> {
        let past = if along < -TOLERANCE {
            Some(barrier.between[0])
        } else if along > barrier.gap + TOLERANCE {
            Some(barrier.between[1])
        } else {
            None
        };
        if let Some(body) = past {
            // The line goes on along the obstacle, which the barrier belongs to.
            return Some(line.along.cross(self.obstacles[body].middle() - barrier.from) > 0.0);
        }
        let hug = hug?;
        // Turning left round something else means to leave the barrier to the left, or to have come
        // from there; turning left round its own obstacle means to have both on the left.
        Some(hug.counter_clockwise == barrier.between.contains(&hug.body))
    }

    /// The first thing that a line runs into.
    pub(super) fn first_hit(&self, line: &Line, hugs: [Option<Hug>; 2]) -> Option<Hit> {
        let obstacles = self.obstacles.len();
        let mut first = f64::INFINITY;
        let mut hit = None;
        self.grid.along(line.from, line.to, |numbers| {
            for &number in numbers {
                let number = number as usize;
                let found = if number < obstacles {
                    inside(&self.obstacles[number], line)
                        .map(|(enter, _)| (enter / line.length, Hit::Obstacle(number)))
                } else {
                    crossed(self, &self.barriers[number - obstacles], line, hugs)
                        .map(|share| (share, Hit::Barrier(number - obstacles)))
                };
                if let Some((share, struck)) = found
                    && share < first
                {
                    (first, hit) = (share, Some(struck));
                }
            }
            first
        });
        hit
    }

    /// Visits what a line pays: where, in lengths along it, how much, and for which crossing.
    pub(super) fn tolls(&self, line: &Line, mut visit: impl FnMut(f64, f64, usize)) {
        for (number, crossing) in self.crossings.iter().enumerate() {
            let Some((enter, leave)) = inside(&crossing.body, line) else { continue };
            if enter > 0.0 {
                visit(enter, crossing.up, number);
            }
            if leave < line.length {
                visit(leave, crossing.down, number);
            }
        }
    }
}
