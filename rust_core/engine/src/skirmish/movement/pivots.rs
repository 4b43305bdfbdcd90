//! Pivots (M-15): a charger on a square base turns those it charges.

use super::assaults::{Assault, Prospect};
use super::stances::Ring;
use super::turning::{Turned, Turning, best, step, tried};
use super::{HAIR, Reason, in_order};
use crate::skirmish::measuring::Terrain;
use crate::skirmish::table::Table;
use fracas_geometry::{Footprint, Interval};
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

/// M-15: where an assault would end that has to turn some of its targets about their centres: where
/// they turn least, and of equal ones by the shortest way, then the first on the rim.
pub(super) fn prospect(
    table: &Table,
    terrain: &Terrain,
    fighter: usize,
    assault: &Assault,
    allowed: f64,
) -> Result<Prospect, Vec<Reason>> {
    let (mut nearest, limit) = (None, allowed + HAIR);
    let is_too_far = Cell::new(false);
    let mut found: Vec<Turned> = Vec::new();
    for &first in &assault.targets {
        let ring = Ring::new(table, terrain, fighter, first);
        nearest = nearest.or_else(|| ring.nearest());
        let turning = Turning::new(table, &ring, first, assault);
        if !turning.turns_any() {
            continue;
        }
        let walk = |turn: f64| {
            let stance = ring.at(turn)?;
            let is_within = stance.way.path.length <= limit;
            is_too_far.set(is_too_far.get() || !is_within);
            is_within.then_some(stance)
        };
        let intervals = turning.stances();
        let mut here: Vec<Turned> =
            intervals.iter().flat_map(|one| turning.least(one, limit, &walk)).collect();
        let place = |one: &Turned| one.stance.turn.rem_euclid(ring.length());
        here.sort_by(|one, other| place(one).total_cmp(&place(other)));
        found.extend(here);
    }
    match (best(found), nearest) {
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
        let intervals = turning.stances();
        // No two neighbours are farther apart than this, so no way is longer by more.
        let apart = |one: &Interval| step(one) * table.recruit(first).footprint.radius().max(1.0);
        let mut places: Vec<(f64, f64, &Interval)> = Vec::new();
        for interval in &intervals {
            let straight = |turn: f64| (ring.base(turn).mire().distance(from), turn, interval);
            let is_near = |one: &(f64, f64, &Interval)| one.0 <= limit + apart(interval);
            places.extend(tried(interval).map(straight).filter(is_near));
        }
        // Where the straight way is short the measured one may be, too: most likely the first will do.
        places.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let mut close: Vec<&Interval> = Vec::new();
        for (_, turn, interval) in places {
            let stance = turning.at(turn).and_then(|_| ring.at(turn));
            match stance.map(|stance| stance.way.path.length - limit) {
                Some(beyond) if beyond <= 0.0 => return true,
                Some(beyond) if beyond <= apart(interval) => close.push(interval),
                _ => {}
            }
        }
        // Between two that are tried there may still be one that is near enough.
        close.dedup();
        let walk = |turn: f64| ring.at(turn).filter(|stance| stance.way.path.length <= limit);
        close.into_iter().any(|interval| !turning.least(interval, limit, &walk).is_empty())
    })
}
