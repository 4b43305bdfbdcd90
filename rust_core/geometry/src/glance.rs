//! Whether an eye sees a body at all, mostly without trigonometry.
//!
//! [`sees`] measures how much of a body is seen; whoever only asks whether looks this way. What an eye
//! sees is projected onto a line across its way to the target: there a body is the stretch between two
//! slopes, which take a root and a division. Everything is taken a little too large to say that
//! something shows, and a little too small to say that nothing does; where neither can be said
//! [`sees`] decides.

use crate::body::Body;
use crate::sight::{entry_point, sees};
use crate::vector::Point;

/// How much larger or smaller than it is a stretch is taken.
const MARGIN: f64 = 1e-6;
/// How far in front of the eye, and how far from each other, bodies are that can be told at a glance.
const CLEAR: f64 = 1e-3;
/// The steepest slope at which the margin is more than the narrowest range that counts as seen.
const STEEPEST: f64 = 10.0;
/// The most things that are looked at.
const MOST: usize = 24;

/// Whether an eye sees a target past some blockers: what [`sees`] calls visible.
pub fn is_visible(
    eye: Point,
    facing: Option<Point>,
    target: &Body,
    blockers: impl Iterator<Item = Body> + Clone,
) -> bool {
    at_a_glance(eye, facing, target, blockers.clone())
        .unwrap_or_else(|| sees(eye, facing, target, &blockers.collect::<Vec<_>>()).visible)
}

/// A body as it shows on the line across: from the rightmost to the leftmost slope, and how far in
/// front of the eye its near and its far end are.
#[derive(Clone, Copy, Debug)]
struct Shade {
    right: f64,
    left: f64,
    near: f64,
    far: f64,
}

impl Shade {
    /// None of a body that is not wholly in front.
    fn of(body: &Body, eye: Point, ahead: Point) -> Option<Self> {
        match body {
            Body::Disc(disc) => {
                let way = disc.centre - eye;
                let (along, aside, radius) = (way.dot(ahead), ahead.cross(way), disc.radius);
                if along <= radius + CLEAR {
                    return None;
                }
                let root = radius * (way.squared() - radius * radius).max(0.0).sqrt();
                let scale = 1.0 / (along * along - radius * radius);
                let right = (along * aside - root) * scale;
                let left = (along * aside + root) * scale;
                Some(Self { right, left, near: along - radius, far: along + radius })
            }
            Body::Polygon(polygon) => {
                let mut shade = Self {
                    right: f64::INFINITY,
                    left: f64::NEG_INFINITY,
                    near: f64::INFINITY,
                    far: f64::NEG_INFINITY,
                };
                for &corner in polygon.corners() {
                    let way = corner - eye;
                    let along = way.dot(ahead);
                    if along <= CLEAR {
                        return None;
                    }
                    let slope = ahead.cross(way) / along;
                    shade.right = shade.right.min(slope);
                    shade.left = shade.left.max(slope);
                    shade.near = shade.near.min(along);
                    shade.far = shade.far.max(along);
                }
                Some(shade)
            }
        }
    }
}

impl Shade {
    /// Whether a body is wholly to the left, or to the right, of all the rays that meet this one.
    fn is_beside(&self, body: &Body, eye: Point, ahead: Point) -> bool {
        let left_of = |point: Point, slope: f64| {
            let way = point - eye;
            ahead.cross(way) - slope * way.dot(ahead)
        };
        match body {
            Body::Disc(disc) => {
                let reach = |slope: f64| (disc.radius + CLEAR) * (1.0 + slope * slope).sqrt();
                left_of(disc.centre, self.left) > reach(self.left)
                    || left_of(disc.centre, self.right) < -reach(self.right)
            }
            Body::Polygon(polygon) => {
                let corners = polygon.corners();
                corners.iter().all(|&corner| left_of(corner, self.left) > CLEAR)
                    || corners.iter().all(|&corner| left_of(corner, self.right) < -CLEAR)
            }
        }
    }
}

/// Stretches of the line across.
struct Stretches {
    count: usize,
    ends: [(f64, f64); MOST],
}

impl Stretches {
    const NONE: Self = Self { count: 0, ends: [(0.0, 0.0); MOST] };

    /// Keeps them in the order of their right ends; false when there is no room for another.
    fn add(&mut self, right: f64, left: f64) -> bool {
        if self.count == MOST {
            return false;
        }
        let mut place = self.count;
        while place > 0 && self.ends[place - 1].0 > right {
            self.ends[place] = self.ends[place - 1];
            place -= 1;
        }
        self.ends[place] = (right, left);
        self.count += 1;
        true
    }

    /// Whether something between two slopes is farther from all of them than the margin; with a margin
    /// below zero, whether they do not reach over each other that far everywhere.
    fn leave_a_gap(&self, right: f64, left: f64, margin: f64) -> bool {
        let mut reached = right;
        for &(from, to) in &self.ends[..self.count] {
            if from - reached > margin {
                return true;
            }
            reached = reached.max(to);
            if reached >= left - margin {
                return false;
            }
        }
        left - reached > margin
    }
}

/// Whether a blocker is nearer than the target on the rays that meet both; none where that cannot be
/// told.
fn is_nearer(
    eye: Point,
    ahead: Point,
    (target, shade): (&Body, Shade),
    (blocker, against): (&Body, Shade),
) -> Option<bool> {
    if against.far < shade.near - CLEAR {
        return Some(true);
    }
    if against.near > shade.far + CLEAR {
        return Some(false);
    }
    // Of two bodies that are apart the same one is nearer on all the rays that meet both.
    if target.overlaps(blocker, -CLEAR) {
        return None;
    }
    let slope = f64::midpoint(shade.right.max(against.right), shade.left.min(against.left));
    let ray = (ahead + ahead.left() * slope).unit()?;
    let entry = |body: &Body| (entry_point(eye, ray, body) - eye).dot(ray);
    let nearer = entry(target) - entry(blocker);
    (nearer.abs() > CLEAR).then_some(nearer > 0.0)
}

fn at_a_glance(
    eye: Point,
    facing: Option<Point>,
    target: &Body,
    blockers: impl Iterator<Item = Body>,
) -> Option<bool> {
    let ahead = (target.middle() - eye).unit()?;
    let shade = Shade::of(target, eye, ahead)?;
    if shade.left - shade.right < 4.0 * MARGIN || shade.left.max(-shade.right) > STEEPEST {
        return None;
    }
    let (mut sure, mut possible) = (Stretches::NONE, Stretches::NONE);
    if let Some(facing) = facing {
        // Behind is where a direction, the way ahead and so much to the left, is against the facing.
        let (along, aside) = (ahead.dot(facing), ahead.left().dot(facing));
        let border = -along / aside;
        let (right, left) = if aside.abs() < MARGIN {
            if along <= 0.0 {
                return None;
            }
            (f64::NEG_INFINITY, f64::NEG_INFINITY)
        } else if aside > 0.0 {
            (f64::NEG_INFINITY, border)
        } else {
            (border, f64::INFINITY)
        };
        sure.add(right, left);
        possible.add(right, left);
    }
    for blocker in blockers {
        if shade.is_beside(&blocker, eye, ahead) {
            continue;
        }
        let against = Shade::of(&blocker, eye, ahead)?;
        if against.left < shade.right - MARGIN || against.right > shade.left + MARGIN {
            continue;
        }
        let nearer = is_nearer(eye, ahead, (target, shade), (&blocker, against));
        if nearer == Some(false) {
            continue;
        }
        let is_sure = nearer == Some(true);
        let has_room = (!is_sure || sure.add(against.right, against.left))
            && possible.add(against.right, against.left);
        if !has_room {
            return None;
        }
    }
    if possible.leave_a_gap(shade.right, shade.left, MARGIN) {
        return Some(true);
    }
    (!sure.leave_a_gap(shade.right, shade.left, -MARGIN)).then_some(false)
}
