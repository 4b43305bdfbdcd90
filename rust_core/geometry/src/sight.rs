//! Sight: how much of a body's rim an eye sees past others.
//!
//! Everything is a range of directions from the eye. The target fills one; a blocker takes from it the
//! directions in which it is nearer; an eye with a front loses what is behind it. The ends of all these
//! ranges are tangents, corners and the crossings of rims, computed in closed form, so that the result
//! is exact up to rounding: the fraction is off by less than 1e-7 at worst, when a blocker's outline is
//! seen at the outermost limb of a round target, and nearly always by much less.

use crate::body::{Body, Polygon, TOUCH};
use crate::vector::{Point, TURN};

/// The narrowest range of directions that counts as seen, in radians; also the least distance, in
/// units of length, that makes one thing nearer than another.
pub const HAIR: f64 = 1e-9;

/// A quarter of a turn.
const QUARTER: f64 = TURN / 4.0;

/// What an eye sees of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// The length of rim that it sees, divided by the length of the whole rim: never all of it, as
    /// nobody sees the far side.
    pub fraction: f64,
    /// Whether it sees the body at all: more than a [`HAIR`] of it, or touches it.
    pub visible: bool,
    /// The stretches of rim that it sees, each from its start to its end counter-clockwise along the
    /// rim, the leftmost first.
    pub arcs: Vec<(Point, Point)>,
}

/// Directions from the eye, from the rightmost to the leftmost, as angles from the direction of the
/// target.
#[derive(Clone, Copy, Debug)]
struct Range {
    right: f64,
    left: f64,
}

/// What an eye sees of a target past some blockers.
///
/// With a `facing` (any vector but zero) it sees only what is in front: the half-plane through the eye.
/// Among the blockers is neither the target nor the body that the eye belongs to. A blocker that the
/// eye touches hides a half-plane at most; one that the eye is inside of, deeper than
/// [`TOUCH`], hides everything. A target that the eye touches is visible whatever else there is, and
/// of its rim the eye sees one point, a fraction of 0.
pub fn sees(eye: Point, facing: Option<Point>, target: &Body, blockers: &[Body]) -> Sight {
    if target.depth_outside(eye) <= TOUCH {
        let point = target.nearest_rim_point(eye);
        return Sight { fraction: 0.0, visible: true, arcs: vec![(point, point)] };
    }
    let View { ahead, range } = View::of(eye, target);
    let mut hidden: Vec<Range> = Vec::with_capacity(blockers.len() + 2);
    if let Some(facing) = facing {
        let behind = angle_between(ahead, -facing);
        hidden.extend(range.shared(behind - QUARTER, behind + QUARTER));
    }
    for blocker in blockers {
        if !hide(eye, ahead, range, target, blocker, &mut hidden) {
            return Sight::default();
        }
    }
    let seen = what_is_left(range, hidden);
    let seen_point = |angle: f64| {
        let ray = ahead.turned(Point::of_angle(angle));
        match target {
            // At a tangent the place where a ray enters is lost in rounding; the tangent point is not.
            Body::Disc(disc) if angle <= range.right => disc.centre + ray.right() * disc.radius,
            Body::Disc(disc) if angle >= range.left => disc.centre + ray.left() * disc.radius,
            _ => entry_point(eye, ray, target),
        }
    };
    let mut sight = Sight { visible: !seen.is_empty(), ..Sight::default() };
    for range in seen.iter().rev() {
        let (start, end) = (seen_point(range.left), seen_point(range.right));
        sight.fraction += rim_between(target, eye, start, end);
        sight.arcs.push((start, end));
    }
    sight.fraction /= perimeter(target);
    sight
}

/// How a body looks from an eye outside of it.
struct View {
    /// The direction of its middle, a unit vector.
    ahead: Point,
    /// The directions that it fills, measured from there; less than half a turn.
    range: Range,
}

impl View {
    fn of(eye: Point, body: &Body) -> Self {
        let way = middle(body) - eye;
        let ahead = way.unit().unwrap_or(Point::new(1.0, 0.0));
        let range = match body {
            Body::Disc(disc) => {
                let half = libm::asin((disc.radius / way.length()).min(1.0));
                Range { right: -half, left: half }
            }
            Body::Polygon(polygon) => polygon.corners().iter().fold(
                Range { right: f64::INFINITY, left: f64::NEG_INFINITY },
                |range, &corner| {
                    let angle = angle_between(ahead, corner - eye);
                    Range { right: range.right.min(angle), left: range.left.max(angle) }
                },
            ),
        };
        Self { ahead, range }
    }
}

impl Range {
    /// What it shares with the directions from `right` to `left`, given with any number of whole turns
    /// added; those are at most half a turn, and so is this, so it is one range.
    fn shared(self, right: f64, left: f64) -> Option<Self> {
        [-TURN, 0.0, TURN].into_iter().find_map(|turn| {
            let right = self.right.max(right + turn);
            let left = self.left.min(left + turn);
            (right < left).then_some(Self { right, left })
        })
    }
}

/// Adds what a blocker hides of the target's range; false when the eye is inside of the blocker.
fn hide(
    eye: Point,
    ahead: Point,
    range: Range,
    target: &Body,
    blocker: &Body,
    hidden: &mut Vec<Range>,
) -> bool {
    let outside = blocker.depth_outside(eye);
    if outside < -TOUCH {
        return false;
    }
    // Nearer than this the direction of a corner is noise. What the eye touches is nearer than
    // anything else.
    if outside <= HAIR {
        hidden.extend(touched_range(eye, ahead, range, blocker, HAIR - 2.0 * outside));
        return true;
    }
    let view = View::of(eye, blocker);
    let aside = angle_between(ahead, view.ahead);
    let Some(common) = range.shared(aside + view.range.right, aside + view.range.left) else {
        return true;
    };
    // Of two bodies that do not overlap the same one is nearer on all the rays that meet both.
    let mut ends = vec![common.right];
    if target.overlaps(blocker, 0.0) {
        for crossing in rim_crossings(target, blocker) {
            let angle = angle_between(ahead, crossing - eye);
            if common.right < angle && angle < common.left {
                ends.push(angle);
            }
        }
        ends.sort_unstable_by(f64::total_cmp);
    }
    ends.push(common.left);
    for ends in ends.windows(2) {
        let ray = ahead.turned(Point::of_angle(f64::midpoint(ends[0], ends[1])));
        let entry = |body: &Body| (entry_point(eye, ray, body) - eye).dot(ray);
        // A rim that runs along the target's own hides nothing of it.
        if entry(blocker) < entry(target) - HAIR {
            hidden.push(Range { right: ends[0], left: ends[1] });
        }
    }
    true
}

/// What a blocker that the eye touches hides: the directions into it, half a turn, or less at a corner,
/// which is where two edges are nearer than `close`.
fn touched_range(
    eye: Point,
    ahead: Point,
    range: Range,
    blocker: &Body,
    close: f64,
) -> Option<Range> {
    let polygon = match blocker {
        Body::Disc(disc) => {
            let inwards = angle_between(ahead, disc.centre - eye);
            return range.shared(inwards - QUARTER, inwards + QUARTER);
        }
        Body::Polygon(polygon) => polygon,
    };
    let mut range = Some(range);
    for (start, end) in polygon.edges() {
        let edge = end - start;
        if edge.cross(eye - start) <= close * edge.length() {
            let inwards = angle_between(ahead, edge.left());
            range = range.and_then(|range| range.shared(inwards - QUARTER, inwards + QUARTER));
        }
    }
    range
}

/// What hidden ranges leave of a range, but for slivers.
fn what_is_left(range: Range, mut hidden: Vec<Range>) -> Vec<Range> {
    hidden.sort_unstable_by(|one, other| one.right.total_cmp(&other.right));
    let mut left = Vec::with_capacity(hidden.len() + 1);
    let mut reached = range.right;
    let end = Range { right: range.left, left: range.left };
    for next in hidden.into_iter().chain(std::iter::once(end)) {
        if next.right - reached > HAIR {
            left.push(Range { right: reached, left: next.right });
        }
        reached = f64::max(reached, next.left);
    }
    left
}

/// Where a ray from outside, in a unit direction, first meets a body; of a ray that just misses, the
/// place where it passes.
pub(crate) fn entry_point(eye: Point, ray: Point, body: &Body) -> Point {
    match body {
        Body::Disc(disc) => {
            let way = disc.centre - eye;
            let aside = ray.cross(way);
            let half = (disc.radius * disc.radius - aside * aside).max(0.0).sqrt();
            eye + ray * (way.dot(ray) - half)
        }
        Body::Polygon(polygon) => near_edges(polygon, eye)
            .map(|(start, end)| {
                let (right, left) = (ray.cross(end - eye), ray.cross(start - eye));
                let share = if left - right > 0.0 { left / (left - right) } else { 0.5 };
                let missed = (share - share.clamp(0.0, 1.0)).abs();
                (missed, start.towards(end, share.clamp(0.0, 1.0)))
            })
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .map_or(eye, |(_, point)| point),
    }
}

/// The edges of a polygon that show an eye their outside; seen from there they run from left to right.
/// An edge that is seen exactly end-on shows nothing.
fn near_edges(polygon: &Polygon, eye: Point) -> impl Iterator<Item = (Point, Point)> + '_ {
    polygon.edges().filter(move |&(start, end)| {
        let edge = end - start;
        edge.cross(eye - start) < -HAIR * edge.length()
    })
}

/// The length of the near rim between two of its points, `start` left of `end` as the eye sees them.
fn rim_between(body: &Body, eye: Point, start: Point, end: Point) -> f64 {
    match body {
        Body::Disc(disc) => {
            let (start, end) = (start - disc.centre, end - disc.centre);
            libm::atan2(start.cross(end), start.dot(end)).abs() * disc.radius
        }
        Body::Polygon(polygon) => near_edges(polygon, eye)
            .map(|(from, to)| {
                let seen = |point: Point, ray: Point| (ray - eye).cross(point - eye);
                // Clipped by the rays through the two points.
                let from_inside = seen(from, start) <= 0.0;
                let to_inside = seen(to, end) >= 0.0;
                let is_beside = seen(from, end) <= 0.0 || seen(to, start) >= 0.0;
                if is_beside {
                    return 0.0;
                }
                let first = if from_inside { from } else { start };
                let last = if to_inside { to } else { end };
                first.distance(last)
            })
            .sum(),
    }
}

fn perimeter(body: &Body) -> f64 {
    match body {
        Body::Disc(disc) => TURN * disc.radius,
        Body::Polygon(polygon) => polygon.edges().map(|(start, end)| start.distance(end)).sum(),
    }
}

/// A point well inside: the centre of a disc, the mean of a polygon's corners.
fn middle(body: &Body) -> Point {
    match body {
        Body::Disc(disc) => disc.centre,
        Body::Polygon(polygon) => {
            let corners = polygon.corners();
            let sum = corners.iter().fold(Point::ORIGIN, |sum, &corner| sum + corner);
            sum * (1.0 / corners.len() as f64)
        }
    }
}

/// The angle by which `to` lies counter-clockwise of `from`, above −π and up to π.
#[inline]
fn angle_between(from: Point, to: Point) -> f64 {
    libm::atan2(from.cross(to), from.dot(to))
}

/// Where the rims of two bodies cross, and all their corners: rims that run along each other part there.
fn rim_crossings(one: &Body, other: &Body) -> Vec<Point> {
    let mut crossings = Vec::new();
    for body in [one, other] {
        if let Body::Polygon(polygon) = body {
            crossings.extend_from_slice(polygon.corners());
        }
    }
    match (one, other) {
        (Body::Disc(one), Body::Disc(other)) => {
            let way = other.centre - one.centre;
            let distance = way.length();
            let power = (one.radius - other.radius) * (one.radius + other.radius);
            let along = f64::midpoint(distance, power / distance);
            let squared = one.radius * one.radius - along * along;
            if squared >= 0.0 && distance > 0.0 {
                let out = way * (1.0 / distance);
                let aside = out.left() * squared.sqrt();
                crossings
                    .extend([one.centre + out * along + aside, one.centre + out * along - aside]);
            }
        }
        (Body::Disc(disc), Body::Polygon(polygon)) | (Body::Polygon(polygon), Body::Disc(disc)) => {
            for (start, end) in polygon.edges() {
                let length = start.distance(end);
                let along = (end - start) * (1.0 / length);
                let way = disc.centre - start;
                let aside = along.cross(way);
                let half = (disc.radius * disc.radius - aside * aside).max(0.0).sqrt();
                let on_edge = [way.dot(along) - half, way.dot(along) + half];
                let on_edge = on_edge.into_iter().filter(|share| (0.0..=length).contains(share));
                crossings.extend(on_edge.map(|share| start + along * share));
            }
        }
        (Body::Polygon(one), Body::Polygon(other)) => {
            for (start, end) in one.edges() {
                let way = end - start;
                for (from, to) in other.edges() {
                    let slope = way.cross(to - from);
                    let share = (from - start).cross(to - from) / slope;
                    if slope != 0.0 && (0.0..=1.0).contains(&share) {
                        crossings.push(start + way * share);
                    }
                }
            }
        }
    }
    crossings
}
