//! How far lines get in a crowd: on a large board most tangents end in a body close by, and need
//! not be looked at.

use super::TOLERANCE;
use super::part::tangent;
use super::scene::Scene;
use crate::body::Body;
use crate::vector::Point;

/// How many directions are told apart.
const SECTORS: usize = 32;
/// How often the ring that is looked at is doubled.
const RINGS: u32 = 4;

/// How far lines get from a disc or a point, by direction.
#[derive(Clone, Debug)]
pub(super) struct Horizon {
    /// By sector, beyond which distance nothing is met.
    ends: [f64; SECTORS],
    /// The same with the two neighbouring sectors.
    wide: [f64; SECTORS],
}

/// A number from 0 to 4 that grows with the angle of a vector.
#[inline]
fn turn(of: Point) -> f64 {
    let share = of.y / (of.x.abs() + of.y.abs());
    if of.x < 0.0 {
        2.0 - share
    } else if share < 0.0 {
        4.0 + share
    } else {
        share
    }
}

#[inline]
fn sector(turn: f64) -> usize {
    ((turn * (SECTORS as f64 / 4.0)) as usize).min(SECTORS - 1)
}

/// A disc that a body covers, whole.
fn core(body: &Body) -> (Point, f64) {
    match body {
        Body::Disc(disc) => (disc.centre, disc.radius),
        Body::Polygon(_) => {
            let middle = body.middle();
            (middle, -body.depth_outside(middle))
        }
    }
}

impl Horizon {
    /// The horizon of the tangents of a disc, with its signed radius, or of the lines from a point.
    pub(super) fn of(scene: &Scene, centre: Point, radius: f64) -> Self {
        let mut ends = [f64::INFINITY; SECTORS];
        let mut ring = 2.0 * scene.spacing + 2.0 * radius.abs();
        for _ in 0..RINGS {
            let mut covers = covers(scene, centre, radius, ring);
            covers.sort_by(|one, other| one.0.total_cmp(&other.0));
            close(&covers, ring, &mut ends);
            if ends.iter().all(|&end| end <= ring) {
                break;
            }
            ring *= 2.0;
        }
        let around =
            |here: usize| ends[(here + 1) % SECTORS].max(ends[(here + SECTORS - 1) % SECTORS]);
        let wide = std::array::from_fn(|here| ends[here].max(around(here)));
        Self { ends, wide }
    }

    /// The farthest that any line gets.
    pub(super) fn farthest(&self) -> f64 {
        self.ends.iter().copied().fold(0.0, f64::max)
    }

    /// Whether no line can get to a disc, by a look at where it lies.
    #[inline]
    pub(super) fn hides(&self, way: Point, reach: f64, radius: f64) -> bool {
        let squared = way.squared();
        // Near by, tangents lead into other sectors than the way between the centres.
        squared > 64.0 * reach * reach && {
            let end = self.wide[sector(turn(way))] + radius;
            squared > end * end
        }
    }

    /// Whether a line in a direction does not get as far as a point, seen from the centre.
    #[inline]
    pub(super) fn stops(&self, along: Point, way: Point) -> bool {
        let end = self.ends[sector(turn(along))];
        way.squared() > end * end
    }
}

/// What the obstacles within a ring cover: from which turn to which.
fn covers(scene: &Scene, centre: Point, radius: f64, ring: f64) -> Vec<(f64, f64)> {
    let mut near = Vec::new();
    let margin = Point::new(ring, ring);
    scene.grid.in_box(centre - margin, centre + margin, |number| near.push(number as usize));
    near.sort_unstable();
    near.dedup();
    let mut covers = Vec::with_capacity(near.len());
    for number in near.into_iter().take_while(|&number| number < scene.obstacles.len()) {
        let (middle, core) = core(&scene.obstacles[number]);
        // A little less, so that a line that is said to be stopped is.
        let core = core - 2.0 * TOLERANCE;
        let distance = centre.distance(middle);
        if core <= 0.0 || distance + core > ring || distance <= radius.abs() + core {
            continue;
        }
        // The first tangent has it on the left, the last on the right.
        let first = tangent(centre, radius, middle, core);
        let last = tangent(centre, radius, middle, -core);
        if let (Some(first), Some(last)) = (first, last) {
            let (from, to) = (turn(first.along), turn(last.along));
            covers.push((from, if to < from { to + 4.0 } else { to }));
        }
    }
    covers
}

/// Closes the sectors that are covered from end to end; `covers` are sorted.
fn close(covers: &[(f64, f64)], ring: f64, ends: &mut [f64; SECTORS]) {
    let width = 4.0 / SECTORS as f64;
    // Twice round, for what reaches over the start.
    let twice =
        covers.iter().copied().chain(covers.iter().map(|&(from, to)| (from + 4.0, to + 4.0)));
    let mut run: Option<(f64, f64)> = None;
    let mut shut = |run: Option<(f64, f64)>| {
        let Some((from, to)) = run else { return };
        let mut here = (from / width).ceil() as usize;
        while (here + 1) as f64 * width <= to {
            let end = &mut ends[here % SECTORS];
            *end = end.min(ring);
            here += 1;
        }
    };
    for (from, to) in twice {
        run = match run {
            Some((start, end)) if from <= end => Some((start, end.max(to))),
            _ => {
                shut(run);
                Some((from, to))
            }
        };
    }
    shut(run);
}
