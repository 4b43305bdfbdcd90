//! Whether an eye sees a body at all, mostly without trigonometry.
//!
//! [`sees`] measures how much of a body is seen; whoever only asks whether looks this way. What an eye
//! sees is projected onto a line across its way to the target: there a body is the stretch between two
//! slopes, which take a root and a division. Everything is taken a little too large to say that
//! something shows, and a little too small to say that nothing does; where neither can be said
//! [`sees`] decides.

use crate::body::{Body, Polygon, nearest_on_segment};
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

/// What an eye that looks one way has in front of it, for whoever asks about one body after another:
/// every body is projected once.
#[derive(Clone, Debug)]
pub struct Outlook {
    shown: Vec<Shown>,
}

/// How a body shows in an outlook.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// It is not in front at all, or not there.
    Nowhere,
    /// If it is in front, it is steeper than anything that is looked at.
    Beyond,
    /// As a stretch of the line across, which has no end where it reaches behind the eye, between
    /// two distances.
    As(Shade),
    /// This cannot be told.
    Unclear,
}

impl Shown {
    fn of(body: &Body, eye: Point, facing: Point) -> Self {
        match body {
            Body::Disc(disc) => {
                let way = disc.centre - eye;
                let (along, aside) = (way.dot(facing), facing.cross(way));
                let squared = way.squared();
                let least = disc.radius + CLEAR;
                if squared <= least * least {
                    return Self::Unclear;
                }
                if along < -least {
                    return Self::Nowhere;
                }
                // The way to the centre, turned to either side until it touches the rim.
                let (long, short) = ((squared - disc.radius * disc.radius).sqrt(), disc.radius);
                let right = (along * long + aside * short, aside * long - along * short);
                let left = (along * long - aside * short, aside * long + along * short);
                let distance = squared.sqrt();
                let distances = (distance - disc.radius, distance + disc.radius);
                Self::between(right, left, aside >= 0.0, distances)
            }
            Body::Polygon(polygon) => Self::of_polygon(polygon, eye, facing),
        }
    }

    /// What lies between two directions, less than half a turn apart, each given by how much it is ahead
    /// and to the left, and on the left or not in its middle. What is hardly ahead, or not at all, is
    /// steeper than anything that is looked at.
    fn between(
        right: (f64, f64),
        left: (f64, f64),
        is_left: bool,
        (near, far): (f64, f64),
    ) -> Self {
        let inner = if is_left { right } else { left };
        if inner.0 <= CLEAR {
            let is_steep = inner.1.abs() > 2.0 * STEEPEST * CLEAR;
            return if is_steep { Self::Beyond } else { Self::Unclear };
        }
        let slope = |(along, aside): (f64, f64), beyond: f64| {
            if along > CLEAR { aside / along } else { beyond }
        };
        let (right, left) = (slope(right, f64::NEG_INFINITY), slope(left, f64::INFINITY));
        Self::As(Shade { right, left, near, far })
    }

    fn of_polygon(polygon: &Polygon, eye: Point, facing: Point) -> Self {
        let place = |corner: Point| {
            let way = corner - eye;
            (way.dot(facing), facing.cross(way))
        };
        let (mut right, mut left) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut near, mut far) = (f64::INFINITY, 0.0_f64);
        for (start, end) in polygon.edges() {
            let ((along, aside), (after, after_aside)) = (place(start), place(end));
            if along >= CLEAR {
                right = right.min(aside / along);
                left = left.max(aside / along);
            }
            if (along < CLEAR) != (after < CLEAR) {
                // Where it leaves what is in front it is steeper than anything that is looked at.
                let share = (CLEAR - along) / (after - along);
                let aside = aside + (after_aside - aside) * share;
                if aside.abs() < 2.0 * STEEPEST * CLEAR {
                    return Self::Unclear;
                }
                right = right.min(f64::INFINITY.copysign(aside));
                left = left.max(f64::INFINITY.copysign(aside));
            }
            near = near.min(nearest_on_segment(start, end, eye).distance(eye));
            far = far.max(start.distance(eye));
        }
        if near <= 2.0 * STEEPEST * CLEAR {
            return Self::Unclear;
        }
        if right > left {
            let is_behind = polygon.corners().iter().all(|&corner| place(corner).0 < -CLEAR);
            return if is_behind { Self::Nowhere } else { Self::Beyond };
        }
        if right == f64::NEG_INFINITY && left == f64::INFINITY {
            return Self::Unclear;
        }
        Self::As(Shade { right, left, near, far })
    }
}

impl Outlook {
    /// What an eye has in front of it that looks in a direction (a unit vector): of each of some bodies,
    /// or of none in its place.
    pub fn new(eye: Point, facing: Point, bodies: impl Iterator<Item = Option<Body>>) -> Self {
        let shown =
            |body: Option<Body>| body.map_or(Shown::Nowhere, |body| Shown::of(&body, eye, facing));
        Self { shown: bodies.map(shown).collect() }
    }

    /// Whether one of the bodies is seen past those of the others that can hide it: what
    /// [`is_visible`] says; none where it does not show at a glance.
    pub fn sees(&self, target: usize, can_hide: impl Fn(usize) -> bool) -> Option<bool> {
        let shade = match self.shown[target] {
            Shown::Nowhere => return Some(false),
            Shown::As(shade) => shade,
            Shown::Beyond | Shown::Unclear => return None,
        };
        let is_too_narrow = shade.left - shade.right < 4.0 * MARGIN;
        if is_too_narrow || shade.left.max(-shade.right) > STEEPEST {
            return None;
        }
        let (mut sure, mut possible) = (Stretches::NONE, Stretches::NONE);
        for (number, shown) in self.shown.iter().enumerate() {
            let against = match shown {
                Shown::As(against) => against,
                Shown::Unclear if number != target && can_hide(number) => return None,
                Shown::Nowhere | Shown::Beyond | Shown::Unclear => continue,
            };
            let is_aside =
                against.left < shade.right - MARGIN || against.right > shade.left + MARGIN;
            if is_aside || against.near > shade.far + CLEAR || number == target || !can_hide(number)
            {
                continue;
            }
            let is_nearer = against.far < shade.near - CLEAR;
            let has_room = (!is_nearer || sure.add(against.right, against.left))
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
}
