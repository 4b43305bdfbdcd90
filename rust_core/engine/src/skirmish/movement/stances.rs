//! Stances on the rim of a target: which are free, and which is reached by the shortest way (M-12).

use super::in_the_way_but;
use crate::skirmish::measuring::{Measured, Terrain};
use crate::skirmish::table::Table;
use fracas_geometry::placement::free_rim;
use fracas_geometry::rim::{self, stance, turn_facing};
use fracas_geometry::{Base, Body, Footprint, Interval, Point};

/// How many stretches an interval of stances is cut into when the shortest way is looked for.
const STRETCHES: usize = 64;

/// Lengths that differ by less are the same.
const SAME: f64 = 1e-9;

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
    terrain: &'a Terrain,
    assailant: usize,
    target: usize,
    pub(super) body: Body,
    pub(super) footprint: Footprint,
    pub(super) others: Vec<Body>,
    pub(super) rectangle: (Point, Point),
}

impl<'a> Ring<'a> {
    pub(super) fn new(table: &Table, terrain: &'a Terrain, fighter: usize, target: usize) -> Self {
        Self {
            terrain,
            assailant: fighter,
            target,
            body: table.body(target),
            footprint: table.recruit(fighter).footprint,
            others: in_the_way_but(table, &[fighter, target]),
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
        let mut best: Option<Stance> = None;
        let mut keep = |turn: f64, limit: f64| -> f64 {
            let whole = self.length();
            let turn = if turn >= whole { turn - whole } else { turn };
            let least = best.as_ref().map_or(limit, |best| best.way.path.length);
            let Some(found) = self.within(turn, least + SAME) else { return least };
            let length = found.way.path.length;
            let is_better = best
                .as_ref()
                .is_none_or(|best| length < best.way.path.length - SAME || found.turn < best.turn);
            if is_better {
                best = Some(found);
            }
            least.min(length)
        };
        // The ends first: what is farther than the nearest of them needs no second look.
        let mut least = limit;
        for interval in intervals {
            least = keep(interval.from, least);
            least = keep(interval.to, least);
        }
        for interval in intervals {
            for turn in self.dips(interval, least) {
                least = keep(turn, least);
            }
        }
        best
    }

    /// The places inside of an interval where the way is shorter than on both sides, and no longer
    /// than a limit.
    fn dips(&self, interval: &Interval, limit: f64) -> Vec<f64> {
        let width = interval.to - interval.from;
        if width <= SAME {
            return Vec::new();
        }
        let at = |index: usize| interval.from + width * index as f64 / STRETCHES as f64;
        let lengths: Vec<f64> =
            (0..=STRETCHES).map(|index| self.distance(at(index), limit)).collect();
        (1..STRETCHES)
            .filter(|&index| {
                let here = lengths[index];
                here.is_finite() && here <= lengths[index - 1] && here <= lengths[index + 1]
            })
            .map(|index| self.lowest(at(index - 1), at(index + 1)))
            .collect()
    }

    /// The stance at a turn with the way there, if that is no longer than a limit.
    fn within(&self, turn: f64, limit: f64) -> Option<Stance> {
        let base = self.base(turn);
        if self.terrain.start().distance(base.mire()) > limit {
            return None;
        }
        let way = self.terrain.to_point_within(base.mire(), limit)?;
        Some(Stance { turn, base, way })
    }

    /// The length of the way to a turn; without end where it is longer than a limit.
    fn distance(&self, turn: f64, limit: f64) -> f64 {
        self.within(turn, limit).map_or(f64::INFINITY, |stance| stance.way.path.length)
    }

    /// Where between two turns the way is shortest, by golden section.
    fn lowest(&self, mut from: f64, mut to: f64) -> f64 {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let length = |turn: f64| self.distance(turn, f64::INFINITY);
        let mut inner = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
        let mut values = inner.map(length);
        while to - from > SAME {
            if values[0] <= values[1] {
                to = inner[1];
                inner = [to - GOLDEN * (to - from), inner[0]];
                values = [length(inner[0]), values[0]];
            } else {
                from = inner[0];
                inner = [inner[1], from + GOLDEN * (to - from)];
                values = [values[1], length(inner[1])];
            }
        }
        f64::midpoint(from, to)
    }
}
