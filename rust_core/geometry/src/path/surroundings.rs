//! What is round a disc or a corner, and stops, bars or prices the paths that go round it.

use super::TOLERANCE;
use super::barrier::Barrier;
use super::clearance::Hit;
use super::part::{Line, Part};
use super::scene::Scene;
use crate::body::Body;
use crate::vector::{Point, TURN, wrapped};

/// A stretch of the rim of a disc, counter-clockwise; or a point of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) from: f64,
    pub(crate) sweep: f64,
}

/// A way across the ground at a corner that is barred.
#[derive(Clone, Copy, Debug)]
struct Whisker {
    /// The angle from the edge before the corner, through the free ground outside.
    position: f64,
    barrier: usize,
}

/// What is round a disc or a corner.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// Where a disc's rim is covered or off the table.
    covered: Vec<(Stretch, Hit)>,
    /// The angles at which a barrier meets a disc's rim.
    barred: Vec<(f64, usize)>,
    /// Where a disc's rim is inside a crossing.
    priced: Vec<(Stretch, usize)>,
    /// The barriers that meet at a corner.
    whiskers: Vec<Whisker>,
    /// Whether a corner is off the table.
    pub(crate) off_table: bool,
}

/// An arc along the rim of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub(crate) radius: f64,
    pub(crate) counter_clockwise: bool,
    /// The outward unit normal where it starts.
    pub(crate) normal: Point,
    pub(crate) sweep: f64,
    /// Whether the whole path starts, or ends, here: it may then start or end at a barrier.
    pub(crate) starts: bool,
    pub(crate) ends: bool,
}

impl Surroundings {
    /// What is round a part.
    pub(super) fn of(scene: &Scene, part: &Part) -> Self {
        let mut near = Vec::new();
        let margin = Point::new(part.radius + TOLERANCE, part.radius + TOLERANCE);
        scene.grid.in_box(part.centre - margin, part.centre + margin, |number| {
            near.push(number as usize);
        });
        near.sort_unstable();
        near.dedup();
        if part.radius > 0.0 {
            Self::of_disc(scene, part, &near)
        } else {
            Self::of_corner(scene, part, &near)
        }
    }

    fn of_disc(scene: &Scene, part: &Part, near: &[usize]) -> Self {
        let mut around = Self::default();
        let own = part.body as usize;
        let obstacles = scene.obstacles.len();
        for &number in near {
            if number < obstacles {
                if number == own {
                    continue;
                }
                for stretch in stretches_inside(part, &scene.obstacles[number]) {
                    around.covered.push((stretch, Hit::Obstacle(number)));
                }
            } else {
                let barrier = &scene.barriers[number - obstacles];
                for angle in meetings(part, barrier) {
                    around.barred.push((angle, number - obstacles));
                }
            }
        }
        for (number, crossing) in scene.crossings.iter().enumerate() {
            if obstacles + number != own {
                for stretch in stretches_inside(part, &crossing.body) {
                    around.priced.push((stretch, number));
                }
            }
        }
        if let Some((low, high)) = scene.table {
            around
                .covered
                .extend(stretches_beyond(part, low, high).map(|stretch| (stretch, Hit::TableEdge)));
        }
        around
    }

    fn of_corner(scene: &Scene, part: &Part, near: &[usize]) -> Self {
        let mut around = Self { off_table: scene.is_off_table(part.centre), ..Self::default() };
        let obstacles = scene.obstacles.len();
        for &number in near.iter().filter(|&&number| number >= obstacles) {
            let barrier = &scene.barriers[number - obstacles];
            let way = part.centre - barrier.from;
            let along = way.dot(barrier.across);
            let hair = 2.0 * TOLERANCE;
            let off = along < -hair || along > barrier.gap.max(0.0) + hair;
            if off || barrier.across.cross(way).abs() > hair {
                continue;
            }
            let own = part.body as usize;
            let (ahead, back) = if barrier.between[0] == own {
                (true, false)
            } else if barrier.between[1] == own {
                (false, true)
            } else {
                // At its end it goes on into the obstacle there.
                (true, true)
            };
            for (there, direction) in [(ahead, barrier.across), (back, -barrier.across)] {
                // What runs into the body of the corner itself is no whisker outside.
                if there && !points_inside(part, direction) {
                    let position = position(part, direction);
                    around.whiskers.push(Whisker { position, barrier: number - obstacles });
                }
            }
        }
        around
    }

    /// Whether anything is round a corner that tells its sides apart.
    #[inline]
    pub(super) fn has_sides(&self) -> bool {
        !self.whiskers.is_empty()
    }

    /// What an arc runs into.
    pub(super) fn stop(&self, arc: &Arc) -> Option<Hit> {
        if self.covered.is_empty() && self.barred.is_empty() {
            return None;
        }
        let low = arc.low();
        let slack = 1e-12 + TOLERANCE / arc.radius;
        for &(stretch, hit) in &self.covered {
            if shares(low, arc.sweep, stretch, slack) {
                return Some(hit);
            }
        }
        // An arc that merely comes up to a barrier passes it on the line that follows, unless the
        // path ends there.
        let hair = 1e-12 + 4.0 * TOLERANCE / arc.radius;
        let (first, last) =
            if arc.counter_clockwise { (arc.starts, arc.ends) } else { (arc.ends, arc.starts) };
        let low = if first { low + hair } else { low - hair };
        let high_hair = if last { -hair } else { hair };
        let low_hair = if first { -hair } else { hair };
        let sweep = arc.sweep + low_hair + high_hair;
        self.barred
            .iter()
            .find(|&&(angle, _)| sweep >= 0.0 && wrapped(angle - low) <= sweep)
            .map(|&(_, barrier)| Hit::Barrier(barrier))
    }

    /// Visits what an arc pays: where, in lengths along it, how much, and for which crossing.
    pub(super) fn tolls(&self, scene: &Scene, arc: &Arc, mut visit: impl FnMut(f64, f64, usize)) {
        let low = arc.low();
        let length = arc.radius * arc.sweep;
        for &(stretch, number) in &self.priced {
            if stretch.sweep >= TURN {
                continue;
            }
            // The stretch may begin before the arc, and reach into it again after a whole turn.
            let ahead = wrapped(stretch.from - low);
            for from in [ahead - TURN, ahead] {
                let (enter, leave) = (from.max(0.0), (from + stretch.sweep).min(arc.sweep));
                if enter >= leave {
                    continue;
                }
                let (mut enter, mut leave) = (arc.radius * enter, arc.radius * leave);
                if !arc.counter_clockwise {
                    (enter, leave) = (length - leave, length - enter);
                }
                let crossing = &scene.crossings[number];
                if enter > 0.0 {
                    visit(enter, crossing.up, number);
                }
                if leave < length {
                    visit(leave, crossing.down, number);
                }
            }
        }
    }

    /// What a bend at a corner runs into, when the path arrives by one line and leaves by another.
    pub(super) fn bar(&self, corner: &Part, arrival: &Line, departure: &Line) -> Option<Hit> {
        let slack = slack(arrival) + slack(departure);
        let one = position(corner, -arrival.along);
        let other = position(corner, departure.along);
        let (low, high) = (one.min(other), one.max(other));
        let halves = |barrier: usize, within: &dyn Fn(f64) -> bool| {
            let half = |whisker: &&Whisker| whisker.barrier == barrier && within(whisker.position);
            self.whiskers.iter().filter(half).count()
        };
        let met = self.whiskers.iter().find(|whisker| {
            // A barrier that runs past the corner and has both its halves here is touched, not
            // crossed; so is one that the path runs along.
            let between = |position: f64| low + slack < position && position < high - slack;
            let along =
                |position: f64| (position - low).abs() <= slack || (position - high).abs() <= slack;
            halves(whisker.barrier, &between) == 1 && halves(whisker.barrier, &along) == 0
        });
        met.map(|whisker| Hit::Barrier(whisker.barrier))
    }

    /// Between which barriers a line arrives at a corner; odd when it comes along one.
    pub(super) fn side(&self, corner: &Part, arrival: &Line) -> u32 {
        let slack = slack(arrival);
        let here = position(corner, -arrival.along);
        let along = self.whiskers.iter().any(|whisker| (whisker.position - here).abs() <= slack);
        let below =
            self.whiskers.iter().filter(|whisker| whisker.position < here - slack).count() as u32;
        2 * below + u32::from(along)
    }
}

impl Arc {
    /// The angle of its end that is first counter-clockwise.
    fn low(&self) -> f64 {
        let angle = self.normal.angle();
        if self.counter_clockwise { angle } else { angle - self.sweep }
    }
}

/// How far off the direction of a line may be, so that it can still tell sides apart.
fn slack(line: &Line) -> f64 {
    line.slack().min(0.1)
}

/// Whether an arc and a stretch have more in common than `slack` at their ends.
fn shares(low: f64, sweep: f64, stretch: Stretch, slack: f64) -> bool {
    wrapped(stretch.from - low) < sweep - slack
        || (wrapped(low - stretch.from) < stretch.sweep - slack && sweep > slack)
}

/// Whether a direction from a corner leads into its body, clearly.
fn points_inside(corner: &Part, direction: Point) -> bool {
    let clearly =
        |one: Point, other: Point| one.cross(other) > 1e-7 * (one.length() * other.length());
    clearly(corner.after - corner.centre, direction)
        && clearly(direction, corner.before - corner.centre)
}

/// The angle from the edge before a corner to a direction, through the free ground outside.
fn position(corner: &Part, direction: Point) -> f64 {
    let before = corner.before - corner.centre;
    let after = corner.after - corner.centre;
    let angle = |of: Point| wrapped(libm::atan2(before.cross(of), before.dot(of)));
    let outside = angle(after);
    let angle = angle(direction);
    // Just inside the body is on one of its two edges, but for rounding.
    if angle > f64::midpoint(outside, TURN) { 0.0 } else { angle.min(outside) }
}

/// Where the rim of a disc is inside a body.
fn stretches_inside(part: &Part, body: &Body) -> Vec<Stretch> {
    match body {
        Body::Disc(disc) => {
            let way = disc.centre - part.centre;
            let distance = way.length();
            let radius = disc.radius - TOLERANCE;
            if distance >= part.radius + radius || distance <= part.radius - radius {
                return Vec::new();
            }
            if distance <= radius - part.radius {
                return vec![Stretch { from: 0.0, sweep: TURN }];
            }
            let cosine = (part.radius * part.radius + distance * distance - radius * radius)
                / (2.0 * part.radius * distance);
            let half = libm::acos(cosine.clamp(-1.0, 1.0));
            vec![Stretch { from: way.angle() - half, sweep: 2.0 * half }]
        }
        Body::Polygon(polygon) => {
            let mut angles = Vec::new();
            for (start, end) in polygon.edges() {
                let Some(out) = (end - start).right().unit() else { continue };
                let away = (out.dot(part.centre - start) + TOLERANCE) / part.radius;
                if away.abs() < 1.0 {
                    let half = libm::acos(-away);
                    angles.push(wrapped(out.angle() - half));
                    angles.push(wrapped(out.angle() + half));
                }
            }
            angles.sort_by(f64::total_cmp);
            let is_inside = |angle: f64| {
                let rim = part.centre + Point::of_angle(angle) * part.radius;
                body.depth_outside(rim) < -TOLERANCE
            };
            if angles.is_empty() {
                return if is_inside(0.0) {
                    vec![Stretch { from: 0.0, sweep: TURN }]
                } else {
                    Vec::new()
                };
            }
            let count = angles.len();
            let mut stretches: Vec<Stretch> = Vec::new();
            for here in 0..count {
                let (from, to) =
                    (angles[here], angles.get(here + 1).copied().unwrap_or(angles[0] + TURN));
                if to <= from || !is_inside(f64::midpoint(from, to)) {
                    continue;
                }
                match stretches.last_mut() {
                    Some(last) if last.from + last.sweep >= from => last.sweep = to - last.from,
                    _ => stretches.push(Stretch { from, sweep: to - from }),
                }
            }
            // The last may go on where the first begins.
            if let [first, .., last] = stretches[..]
                && last.from + last.sweep >= first.from + TURN
            {
                stretches[0] = Stretch { from: last.from, sweep: last.sweep + first.sweep };
                stretches.pop();
            }
            stretches
        }
    }
}

/// Where the rim of a disc is off the table.
fn stretches_beyond(part: &Part, low: Point, high: Point) -> impl Iterator<Item = Stretch> {
    let quarter = TURN / 4.0;
    let room = [
        (0.0, high.x - part.centre.x),
        (quarter, high.y - part.centre.y),
        (2.0 * quarter, part.centre.x - low.x),
        (3.0 * quarter, part.centre.y - low.y),
    ];
    let radius = part.radius;
    room.into_iter().filter_map(move |(middle, room)| {
        let cosine = (room + TOLERANCE) / radius;
        let half = libm::acos(cosine.clamp(-1.0, 1.0));
        (cosine < 1.0).then_some(Stretch { from: middle - half, sweep: 2.0 * half })
    })
}

/// The angles at which a barrier meets the rim of a disc: where it is attached, or where it runs in
/// and out.
fn meetings(part: &Part, barrier: &Barrier) -> Vec<f64> {
    let own = part.body as usize;
    if barrier.between[0] == own {
        return vec![barrier.across.angle()];
    }
    if barrier.between[1] == own {
        return vec![(-barrier.across).angle()];
    }
    let way = barrier.from - part.centre;
    let away = barrier.across.cross(way);
    let radius = part.radius;
    if away.abs() >= radius - TOLERANCE {
        return Vec::new();
    }
    let half = (radius * radius - away * away).sqrt();
    let middle = -way.dot(barrier.across);
    [middle - half, middle + half]
        .into_iter()
        .filter(|&along| along >= -TOLERANCE && along <= barrier.gap + TOLERANCE)
        .map(|along| (way + barrier.across * along).angle())
        .collect()
}
