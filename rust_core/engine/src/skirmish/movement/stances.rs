//! Stances on the rim of a target: which are free, and which is reached by the shortest way (M-12).

use crate::skirmish::measuring::{Measured, Terrain};
use crate::skirmish::table::Table;
use fracas_geometry::path::Leg;
use fracas_geometry::placement::{free_rim, has_room};
use fracas_geometry::rim::{self, stance, turn_facing};
use fracas_geometry::{Base, Body, Footprint, Interval, Point};

/// Lengths that differ by less are the same.
const SAME: f64 = 1e-9;

/// Places that are no further apart are one: a place in contact may be off by half the tolerance.
const TOGETHER: f64 = 1e-4;

/// A stance and the way there.
#[derive(Clone, Debug)]
pub(super) struct Stance {
    /// Where on the rim.
    pub(super) turn: f64,
    /// How the base stands.
    pub(super) base: Base,
    /// The way of the mire.
    pub(super) way: Measured,
}

/// The rim of one target as an assailant finds it.
pub(super) struct Ring<'a> {
    terrain: &'a Terrain<'a>,
    assailant: usize,
    target: usize,
    pub(super) body: Body,
    pub(super) footprint: Footprint,
    pub(super) others: Vec<Body>,
    pub(super) rectangle: (Point, Point),
}

/// What can be in the way of somebody who stands on the rim of a target: the bases that come near
/// enough, and all impassable scenery.
fn near_the_rim(table: &Table, fighter: usize, target: usize) -> Vec<Body> {
    let base = table.fighter(target).standing.base();
    let reach = base.footprint.radius()
        + 2.0 * table.recruit(fighter).footprint.radius()
        + table.ground().tolerance;
    let near = table.near_line(base.centre, base.centre, reach);
    let others = near.filter(|other| ![fighter, target].contains(other));
    others.map(|other| table.body(other)).chain(table.impassable().cloned()).collect()
}

impl<'a> Ring<'a> {
    pub(super) fn new(
        table: &Table,
        terrain: &'a Terrain<'a>,
        fighter: usize,
        target: usize,
    ) -> Self {
        Self {
            terrain,
            assailant: fighter,
            target,
            body: table.body(target),
            footprint: table.recruit(fighter).footprint,
            others: near_the_rim(table, fighter, target),
            rectangle: table.rectangle(),
        }
    }

    /// The stances that are free.
    pub(super) fn free(&self) -> Vec<Interval> {
        free_rim(&self.body, self.footprint, &self.others, Some(self.rectangle))
    }

    /// Who assaults.
    pub(super) const fn assailant(&self) -> usize {
        self.assailant
    }

    /// The length of the rim.
    pub(super) fn length(&self) -> f64 {
        rim::length(&self.body)
    }

    /// How the assailant stands at a turn.
    pub(super) fn base(&self, turn: f64) -> Base {
        stance(&self.body, self.footprint, turn)
    }

    /// The stance at a turn with the way there, if there is one.
    pub(super) fn at(&self, turn: f64) -> Option<Stance> {
        let base = self.base(turn);
        let way = self.terrain.to_point(base.mire()).ok()?;
        Some(Stance { turn, base, way })
    }

    /// M-2: the way to the nearest point of the rim.
    pub(super) fn nearest(&self) -> Option<Measured> {
        self.terrain.to_rim(self.target).ok()
    }

    /// The stance at the end of a way to the rim, if it is one of these; at a corner, where there are
    /// many, the one with the lowest turn.
    pub(super) fn free_at(&self, way: &Measured, intervals: &[Interval]) -> Option<Stance> {
        let (whole, (first, last)) = (self.length(), self.turns_at(way.path.end));
        let mut lowest: Option<f64> = None;
        for interval in intervals {
            for shift in [-whole, 0.0, whole] {
                let (from, to) = (interval.from.max(first + shift), interval.to.min(last + shift));
                let turn = if from >= whole { from - whole } else { from.max(0.0) };
                if from <= to + SAME && lowest.is_none_or(|lowest| turn < lowest) {
                    lowest = Some(turn);
                }
            }
        }
        let turn = lowest?;
        Some(Stance { turn, base: self.base(turn), way: way.clone() })
    }

    /// The stance at the end of a way to the rim, if there is but one there and it is free. At a corner
    /// there are many, and [`Ring::free_at`] tells which are free.
    pub(super) fn only_free_at(&self, way: &Measured) -> Option<Stance> {
        let (turn, last) = self.turns_at(way.path.end);
        let base = self.base(turn);
        let is_free = last <= turn && has_room(&base.body(), &self.others, Some(self.rectangle));
        is_free.then(|| Stance { turn, base, way: way.clone() })
    }

    /// The first and the last turn whose mire is at a point of the rim: they differ at a corner.
    fn turns_at(&self, point: Point) -> (f64, f64) {
        if let Body::Polygon(polygon) = &self.body {
            let corners = polygon.corners();
            let count = corners.len();
            let mut turn = 0.0;
            for here in 0..count {
                let (start, corner) = (corners[here], corners[(here + 1) % count]);
                let (way, next) = (corner - start, corners[(here + 2) % count] - corner);
                turn += way.length();
                let bend = Point::new(way.dot(next), way.cross(next)).angle();
                if corner.distance(point) <= SAME {
                    return (turn, turn + bend);
                }
                turn += bend;
            }
        }
        let turn = turn_facing(&self.body, point);
        (turn, turn)
    }

    /// Whether there is a way to any of some intervals.
    pub(super) fn is_reachable(&self, intervals: &[Interval]) -> bool {
        intervals.iter().any(|interval| self.at(interval.from).is_some())
    }

    /// The stance within some intervals that has the shortest way, no longer than a limit; of equal
    /// ones the lowest turn.
    pub(super) fn shortest(&self, intervals: &[Interval], limit: f64) -> Option<Stance> {
        let mut lone = self.lone_places(intervals);
        let mut best = self.shortest_below(intervals, &lone, f64::INFINITY, limit)?;
        // Another one may be as near, round the other side.
        loop {
            let (below, limit) = (best.turn - SAME, best.way.path.length + SAME);
            lone.retain(|place| place.0 < below);
            match self.shortest_below(intervals, &lone, below, limit) {
                Some(other) if other.turn < below => best = other,
                _ => return Some(best),
            }
        }
    }

    /// The stance below a turn that has the shortest way.
    fn shortest_below(
        &self,
        intervals: &[Interval],
        lone: &[(f64, Point)],
        below: f64,
        limit: f64,
    ) -> Option<Stance> {
        let whole = self.length();
        let is_open = |turn: f64| {
            turn < below && intervals.iter().any(|interval| interval.contains(turn, whole))
        };
        let has = |_: Point, out: Point| is_open(turn_facing(&self.body, out));
        let points = lone.iter().map(|place| place.1).collect();
        let way = self.terrain.to_places(self.target, points, &has, limit)?;
        let end = way.path.end;
        let at_end = lone.iter().filter(|place| place.1.distance(end) <= TOGETHER);
        let lowest = at_end.map(|place| place.0).min_by(f64::total_cmp);
        let turn = lowest.unwrap_or_else(|| {
            let out = match (&self.body, way.path.legs.last()) {
                (Body::Polygon(_), Some(&Leg::Line { from, .. })) => from,
                _ => end,
            };
            let squarely = turn_facing(&self.body, out);
            if self.base(squarely).mire().distance(end) <= TOGETHER {
                return squarely;
            }
            // It arrives aslant at a corner of which one end is open.
            let (first, last) = self.turns_at(end);
            let ends = [first, last].map(|turn| if turn >= whole { turn - whole } else { turn });
            let open = ends.into_iter().filter(|&turn| is_open(turn));
            open.min_by(f64::total_cmp).unwrap_or(squarely)
        });
        Some(Stance { turn, base: self.base(turn), way })
    }

    /// The places of intervals that a way need not meet squarely to be the shortest: their ends, and
    /// the corners in them; each with its lowest turn.
    fn lone_places(&self, intervals: &[Interval]) -> Vec<(f64, Point)> {
        let whole = self.length();
        let wrapped = |turn: f64| if turn >= whole { turn - whole } else { turn.max(0.0) };
        let ends = intervals.iter().flat_map(|interval| [interval.from, interval.to]);
        let mut places: Vec<(f64, Point)> =
            ends.map(|turn| (wrapped(turn), self.base(wrapped(turn)).mire())).collect();
        if let Body::Polygon(polygon) = &self.body {
            for &corner in polygon.corners() {
                let (first, last) = self.turns_at(corner);
                for (interval, shift) in intervals
                    .iter()
                    .flat_map(|interval| [-whole, 0.0, whole].map(|shift| (interval, shift)))
                {
                    let from = interval.from.max(first + shift);
                    if from <= interval.to.min(last + shift) + SAME {
                        places.push((wrapped(from), corner));
                    }
                }
            }
        }
        places
    }
}
