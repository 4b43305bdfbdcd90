//! Pivots (M-15): a charger on a square base turns those it charges.

use super::assaults::{Assault, Prospect};
use super::stances::{Ring, Stance};
use super::{HAIR, Reason, in_order, in_the_way_but};
use crate::skirmish::measuring::Terrain;
use crate::skirmish::table::Table;
use fracas_geometry::placement::{has_room, smallest_turns, touching_if_turned};
use fracas_geometry::{Base, Body, Footprint, Interval, Relation};
use std::cell::Cell;

/// Why a charger cannot pivot these of its targets.
///
/// # Rule
/// M-15: its base is not round; those pivoted are free of any contact, with friend or enemy, before
/// it arrives; their powers together are at most its own. That there must be room is looked at when
/// it is placed.
pub fn why_not(table: &Table, charger: usize, pivoted: &[usize]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let recruit = table.recruit(charger);
    if matches!(recruit.footprint, Footprint::Round { .. }) {
        reasons.push(Reason::RoundBase);
    }
    if pivoted.iter().any(|&target| !table.touching(target).is_empty()) {
        reasons.push(Reason::InContact);
    }
    let power: u32 = pivoted.iter().map(|&target| u32::from(table.recruit(target).power)).sum();
    if power > u32::from(recruit.power) {
        reasons.push(Reason::TooPowerful);
    }
    in_order(reasons)
}

/// All sets of targets that a charger may pivot: the smaller first, then by number.
pub fn pivotable(table: &Table, charger: usize, targets: &[usize]) -> Vec<Vec<usize>> {
    // A base touches no more than a handful; beyond, the sets would be too many to list.
    const MOST: usize = 12;
    let mut alone: Vec<usize> =
        targets.iter().copied().filter(|&one| why_not(table, charger, &[one]).is_empty()).collect();
    alone.sort_unstable();
    alone.dedup();
    alone.truncate(MOST);
    let chosen = |set: u32| -> Vec<usize> {
        (0..alone.len()).filter(|place| set >> place & 1 == 1).map(|place| alone[place]).collect()
    };
    let mut sets: Vec<Vec<usize>> = (1..1_u32 << alone.len())
        .map(chosen)
        .filter(|set| why_not(table, charger, set).is_empty())
        .collect();
    sets.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    sets
}

/// How near to each other bodies must come that are turned into contact, in centimetres.
const MET: f64 = 1e-6;

/// How many stances of an interval are tried.
const TRIED: usize = 64;

/// A stance with the turns that it takes, and their sum.
struct Turned {
    total: f64,
    stance: Stance,
    pivots: Vec<(usize, f64)>,
}

impl Turned {
    /// Whether it turns less than another, or as much by a shorter way.
    fn is_better_than(&self, other: &Self) -> bool {
        let gain = other.stance.way.path.length - self.stance.way.path.length;
        self.total < other.total - HAIR || (self.total < other.total + HAIR && gain > HAIR)
    }
}

/// M-15: where an assault would end that has to turn some of its targets about their centres: where
/// they turn least, and of equal ones by the shortest way.
pub(super) fn prospect(
    table: &Table,
    terrain: &Terrain,
    fighter: usize,
    assault: &Assault,
    allowed: f64,
) -> Result<Prospect, Vec<Reason>> {
    let mut nearest = None;
    let is_too_far = Cell::new(false);
    let mut best: Option<Turned> = None;
    for &first in &assault.targets {
        let ring = Ring::new(table, terrain, fighter, first);
        nearest = nearest.or_else(|| ring.nearest());
        let turning = Turning::new(table, &ring, first, assault);
        if turning.turned.is_empty() {
            continue;
        }
        let walk = |turn: f64| {
            let stance = ring.at(turn)?;
            let is_within = stance.way.path.length <= allowed + HAIR;
            is_too_far.set(is_too_far.get() || !is_within);
            is_within.then_some(stance)
        };
        for interval in turning.stances() {
            for found in turning.least(&interval, &walk) {
                if best.as_ref().is_none_or(|best| found.is_better_than(best)) {
                    best = Some(found);
                }
            }
        }
    }
    match (best, nearest) {
        (Some(Turned { stance, pivots, .. }), _) => Ok(Prospect::Contact { stance, pivots }),
        (None, None) => Err(vec![Reason::NoWay]),
        (None, Some(way)) if is_too_far.get() => Ok(Prospect::TooFar(way)),
        (None, Some(_)) => Err(vec![Reason::NoRoom]),
    }
}

/// Whether an assault that has to turn some of its targets reaches contact within a distance: the same
/// as carrying it out finds, but it stops at the first place.
pub(in crate::skirmish) fn reaches(
    table: &Table,
    terrain: &Terrain,
    fighter: usize,
    assault: &Assault,
    allowed: f64,
) -> bool {
    let (limit, from) = (allowed + HAIR, table.fighter(fighter).standing.base().mire());
    assault.targets.iter().any(|&first| {
        let others = assault.targets.iter().filter(|&&target| target != first);
        let is_any_turned = others.into_iter().any(|target| assault.pivoted.contains(target));
        if !is_any_turned || table.body(first).depth_outside(from) > limit {
            return false;
        }
        let ring = Ring::new(table, terrain, fighter, first);
        let turning = Turning::new(table, &ring, first, assault);
        let straight = |turn: f64| (ring.base(turn).mire().distance(from), turn);
        let intervals = turning.stances();
        let mut tried: Vec<(f64, f64)> =
            intervals.iter().flat_map(tried).map(straight).filter(|one| one.0 <= limit).collect();
        // Where the straight way is short the measured one may be, too: most likely the first will do.
        tried.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        tried.into_iter().any(|(_, turn)| {
            turning.at(turn).is_some()
                && ring.at(turn).is_some_and(|stance| stance.way.path.length <= limit)
        })
    })
}

/// How far apart the stances of an interval are that are tried.
fn step(interval: &Interval) -> f64 {
    (interval.to - interval.from) / TRIED as f64
}

/// The evenly spread stances of an interval.
fn tried(interval: &Interval) -> impl Iterator<Item = f64> + use<> {
    let (from, step) = (interval.from, step(interval));
    let count = if step > 0.0 { TRIED } else { 0 };
    (0..=count).map(move |index| from + step * index as f64)
}

/// By how much each pivoted target turns for a charger at a turn of the rim, and all together.
struct Angles {
    turn: f64,
    total: f64,
    each: Vec<f64>,
}

/// The targets of a charger whose mire touches the first of them.
struct Turning<'a> {
    table: &'a Table,
    ring: &'a Ring<'a>,
    /// The target behind the first, turned or not.
    second: Option<Base>,
    turned: Vec<usize>,
    bases: Vec<Base>,
    /// Those that must be touched as they stand.
    fixed: Vec<Body>,
    /// What those that turn must not overlap.
    around_turned: Vec<Body>,
    /// What the charger must not overlap, but for those and the first.
    around_charger: Vec<Body>,
    /// The same but for all targets.
    around_targets: Vec<Body>,
}

impl<'a> Turning<'a> {
    fn new(table: &'a Table, ring: &'a Ring<'a>, first: usize, assault: &Assault) -> Self {
        let others: Vec<usize> =
            assault.targets.iter().copied().filter(|&target| target != first).collect();
        let (turned, fixed): (Vec<usize>, Vec<usize>) =
            others.iter().partition(|target| assault.pivoted.contains(target));
        let base = |target: &usize| table.fighter(*target).standing.base();
        let charger = ring.assailant();
        let around = |but: &[usize], also: &[usize]| in_the_way_but(table, &[but, also].concat());
        Self {
            table,
            ring,
            second: others.first().map(base),
            bases: turned.iter().map(base).collect(),
            fixed: fixed.iter().map(|&one| table.body(one)).collect(),
            around_turned: around(&turned, &[charger]),
            around_charger: around(&turned, &[charger, first]),
            around_targets: around(&others, &[charger, first]),
            turned,
        }
    }

    /// The stances from which all other targets might be touched if they turned.
    fn stances(&self) -> Vec<Interval> {
        let ring = self.ring;
        let Some(second) = self.second else { return ring.free() };
        let (around, table) = (&self.around_targets, Some(ring.rectangle));
        touching_if_turned(&ring.body, &second, ring.footprint, around, table)
    }

    /// By how much each pivoted target turns for a charger at a turn of the rim; `None` when it cannot
    /// touch all its targets there.
    fn at(&self, turn: f64) -> Option<Angles> {
        let body = self.ring.base(turn).body();
        let touches = |one: &Body| self.table.relation(&body, one) == Relation::Touching;
        if !self.fixed.iter().all(touches) || !has_room(&body, &self.around_charger, None) {
            return None;
        }
        let table = Some(self.ring.rectangle);
        let angles = smallest_turns(&self.bases, &body, &self.around_turned, table)?;
        // Who passes by within the tolerance is no contact to turn into: it would be a smaller angle
        // than the smallest.
        let is_met = |(base, &angle): (&Base, &f64)| {
            base.turned(angle).body().approach(&body).gap.abs() <= MET
        };
        if !self.bases.iter().zip(&angles).all(is_met) {
            return None;
        }
        let total = angles.iter().map(|angle| angle.abs()).sum();
        Some(Angles { turn, total, each: angles })
    }

    /// The best stances of an interval: of evenly spread ones those that turn least and that the
    /// charger can walk to, and about them whatever turns still less.
    fn least(&self, interval: &Interval, walk: &impl Fn(f64) -> Option<Stance>) -> Vec<Turned> {
        let mut spread: Vec<Angles> = tried(interval).filter_map(|turn| self.at(turn)).collect();
        spread.sort_by(|one, other| one.total.total_cmp(&other.total));
        let walk = |one: Angles| {
            let stance = walk(one.turn)?;
            let pivots = self.turned.iter().copied().zip(one.each).collect();
            Some(Turned { total: one.total, stance, pivots })
        };
        let mut found: Vec<Turned> = Vec::new();
        let mut least = (f64::INFINITY, interval.from);
        for one in spread {
            if one.total > least.0 + HAIR {
                break;
            }
            if let Some(one) = walk(one) {
                if one.total < least.0 {
                    least = (one.total, one.stance.turn);
                }
                found.push(one);
            }
        }
        // Of equal ones the first on the rim comes first.
        found.sort_by(|one, other| one.stance.turn.total_cmp(&other.stance.turn));
        // Halving the step each time comes to the least there is, from whichever side it lies on.
        let mut reach = step(interval);
        while least.0.is_finite() && least.0 > 0.0 && reach > HAIR {
            reach /= 2.0;
            for turn in [least.1 - reach, least.1 + reach] {
                let is_in = interval.from <= turn && turn <= interval.to;
                let better = is_in.then(|| self.at(turn)).flatten();
                let better = better.filter(|one| one.total < least.0);
                if let Some(one) = better.and_then(walk) {
                    least = (one.total, turn);
                    found.push(one);
                }
            }
        }
        found
    }
}
