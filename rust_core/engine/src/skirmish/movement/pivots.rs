//! Pivots (M-15): a charger on a square base turns those it charges.

use super::assaults::{Assault, Prospect};
use super::stances::{Ring, Stance};
use super::{HAIR, Reason, in_order, in_the_way_but};
use crate::skirmish::measuring::Terrain;
use crate::skirmish::table::Table;
use fracas_geometry::placement::{has_room, smallest_turns, touching_if_turned};
use fracas_geometry::{Base, Footprint, Interval, Relation};
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

/// M-15: where an assault would end that turns some of its targets about their centres: where they
/// turn least, and of equal ones by the shortest way.
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
        let at = |turn: f64| {
            let pivots = turns(table, &ring, fighter, first, turn, assault)?;
            let stance = ring.at(turn)?;
            if stance.way.path.length > allowed + HAIR {
                is_too_far.set(true);
                return None;
            }
            let total = pivots.iter().map(|(_, angle)| angle.abs()).sum();
            Some(Turned { total, stance, pivots })
        };
        for interval in stances(table, &ring, first, assault) {
            for found in least_turned(&interval, &at) {
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

/// The stances on the rim of `first` from which all other targets might be touched if they turned.
fn stances(table: &Table, ring: &Ring, first: usize, assault: &Assault) -> Vec<Interval> {
    let Some(&second) = assault.targets.iter().find(|&&target| target != first) else {
        return ring.free();
    };
    let others: Vec<usize> = assault.targets.iter().copied().filter(|&one| one != first).collect();
    let obstacles = in_the_way_but(table, &[&others[..], &[first, ring.assailant()]].concat());
    let base = table.fighter(second).standing.base();
    touching_if_turned(&ring.body, &base, ring.footprint, &obstacles, Some(ring.rectangle))
}

/// The stances of an interval that are tried: evenly spread ones, and about the one that turns least
/// whatever turns still less.
fn least_turned(interval: &Interval, at: &impl Fn(f64) -> Option<Turned>) -> Vec<Turned> {
    let width = interval.to - interval.from;
    let step = width / TRIED as f64;
    let count = if width > 0.0 { TRIED } else { 0 };
    let turn = |index: usize| interval.from + step * index as f64;
    let mut found: Vec<Turned> = Vec::new();
    let mut least = (f64::INFINITY, interval.from);
    for index in 0..=count {
        let Some(one) = at(turn(index)) else { continue };
        if one.total < least.0 {
            least = (one.total, turn(index));
        }
        found.push(one);
    }
    // Halving the step each time comes to the least there is, from whichever side it lies on.
    let mut reach = step;
    while least.0.is_finite() && reach > HAIR {
        reach /= 2.0;
        for turn in [least.1 - reach, least.1 + reach] {
            let is_in = interval.from <= turn && turn <= interval.to;
            if let Some(one) = is_in.then(|| at(turn)).flatten().filter(|one| one.total < least.0) {
                least = (one.total, turn);
                found.push(one);
            }
        }
    }
    found
}

/// By how much each pivoted target turns for a charger at a turn of the rim of `first`; `None` when it
/// cannot touch all its targets there.
fn turns(
    table: &Table,
    ring: &Ring,
    fighter: usize,
    first: usize,
    turn: f64,
    assault: &Assault,
) -> Option<Vec<(usize, f64)>> {
    let body = ring.base(turn).body();
    let (turned, fixed): (Vec<usize>, Vec<usize>) = assault
        .targets
        .iter()
        .copied()
        .filter(|&target| target != first)
        .partition(|target| assault.pivoted.contains(target));
    if fixed.iter().any(|&one| table.relation(&body, &table.body(one)) != Relation::Touching) {
        return None;
    }
    let others = in_the_way_but(table, &[&turned[..], &[fighter]].concat());
    if !has_room(&body, &in_the_way_but(table, &[&turned[..], &[fighter, first]].concat()), None) {
        return None;
    }
    let bases: Vec<Base> = turned.iter().map(|&one| table.fighter(one).standing.base()).collect();
    let angles = smallest_turns(&bases, &body, &others, Some(ring.rectangle))?;
    Some(turned.into_iter().zip(angles).collect())
}
