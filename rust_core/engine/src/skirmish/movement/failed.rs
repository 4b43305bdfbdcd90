//! Failed assaults (M-13): who comes too short.

use super::{Action, HAIR, Moved, MovementEvent, cannot_stand};
use crate::skirmish::measuring::{Measured, Terrain};
use crate::skirmish::table::{Mark, Table};
use fracas_geometry::{Base, Body, Point, Relation};

/// How far apart the places are that are tried on the way back, in centimetres.
const STEP: f64 = 1.0 / 64.0;

/// Moves an assailant that cannot reach its target.
///
/// # Rule
/// M-13: it goes the full distance along the measured way and turns towards the target, and stops at
/// the last place where its base overlaps none, is on the table and touches no enemy. It has assaulted
/// nobody.
///
/// # Edge cases
/// Where there is no such place it stays as it is.
pub(super) fn fall_short(
    table: &Table,
    fighter: usize,
    action: Action,
    target: usize,
    way: Measured,
    allowed: f64,
) -> Moved {
    let stop = last_place(table, fighter, target, &way, allowed);
    let gone = stop.map_or(0.0, |(distance, _)| distance);
    let mut after = table.fighter(fighter).without(Mark::MustTakeCover);
    if let Some((_, base)) = stop {
        after = after.at(base);
    }
    let path = stop.map(|_| Measured { path: way.path.truncated(gone), ..way });
    Moved {
        table: table.with(fighter, after),
        path,
        reached: false,
        touched: Vec::new(),
        events: vec![
            MovementEvent::Moved { fighter, action, distance: gone },
            MovementEvent::Failed { fighter, action, target },
        ],
    }
}

/// Moves an assailant whose target has no room left, or is gone: along the way to it as far as it
/// can stand.
pub(super) fn fail(
    table: &Table,
    fighter: usize,
    action: Action,
    target: usize,
    allowed: f64,
) -> Moved {
    if let Ok(way) = Terrain::of(table, fighter).to_rim(target) {
        return fall_short(table, fighter, action, target, way, allowed);
    }
    Moved {
        table: table.clone(),
        path: None,
        reached: false,
        touched: Vec::new(),
        events: vec![MovementEvent::Failed { fighter, action, target }],
    }
}

/// The last place on a way where the base can stand, and how far it is.
fn last_place(
    table: &Table,
    fighter: usize,
    target: usize,
    way: &Measured,
    allowed: f64,
) -> Option<(f64, Base)> {
    let limit = way.path.length.min(allowed);
    let centre = table.fighter(target).standing.base().centre;
    let footprint = table.recruit(fighter).footprint;
    let facing_it = |distance: f64| {
        let (mire, _) = way.path.point_at(distance);
        Some(Base::with_mire(footprint, mire, (centre - mire).unit()?))
    };
    // Mostly nothing is in the way where it gets to, and nothing else need be looked at.
    let full = facing_it(limit).filter(|_| limit > 0.0);
    if let Some(base) = full.filter(|base| cannot_stand(table, fighter, base).is_empty()) {
        return Some((limit, base));
    }
    let near = Near::new(table, fighter, limit);
    let base_at = |distance: f64| {
        facing_it(distance).filter(|base| matches!(near.room(table, base), Room::Enough))
    };
    let back = |steps: u32| limit - f64::from(steps) * STEP;
    // All places that the leap passes over are as full as this one.
    let full_from = |distance: f64| -> Option<u32> {
        let Some(base) = facing_it(distance) else { return Some(1) };
        match near.room(table, &base) {
            Room::Enough => None,
            Room::None { depth } => {
                let away = base.mire().distance(centre);
                let turned = 2.0 * footprint.radius() / (away / 2.0);
                let sure = (depth / (1.0 + turned)).min(away / 2.0);
                Some((sure / STEP).max(1.0) as u32)
            }
        }
    };
    let mut first = 0;
    while back(first) > 0.0 {
        let Some(leap) = full_from(back(first)) else { break };
        first += leap;
    }
    if back(first) <= 0.0 {
        return None;
    }
    let stop = |distance: f64| base_at(distance).map(|base| (distance, base));
    if first == 0 {
        return stop(limit);
    }
    let (mut good, mut bad) = (back(first), back(first - 1));
    for _ in 0..50 {
        let middle = f64::midpoint(good, bad);
        if base_at(middle).is_some() { good = middle } else { bad = middle }
    }
    // A hair back: the border itself may be on either side of what rounding makes of it.
    stop(good - HAIR).or_else(|| stop(good))
}

/// Whether a base has room.
enum Room {
    /// It has.
    Enough,
    /// It has not: it stands so deep in another base.
    None { depth: f64 },
}

/// What is near enough to matter.
struct Near {
    others: Vec<Neighbour>,
    scenery: Vec<Body>,
}

/// A base that is near, with the circle round it.
struct Neighbour {
    body: Body,
    centre: Point,
    radius: f64,
    is_enemy: bool,
}

impl Near {
    fn new(table: &Table, fighter: usize, limit: f64) -> Self {
        let base = table.fighter(fighter).standing.base();
        let reach = limit + 3.0 * base.footprint.radius() + 1.0;
        let near = table.near_line(base.centre, base.centre, reach);
        let others = near.filter(|&other| other != fighter).map(|other| {
            let against = table.fighter(other).standing.base();
            Neighbour {
                body: against.body(),
                centre: against.centre,
                radius: against.footprint.radius(),
                is_enemy: table.are_enemies(fighter, other),
            }
        });
        Self { others: others.collect(), scenery: table.impassable().cloned().collect() }
    }

    fn room(&self, table: &Table, base: &Base) -> Room {
        let (body, radius) = (base.body(), base.footprint.radius());
        let tolerance = table.ground().tolerance;
        for other in &self.others {
            let most = radius + other.radius + 2.0 * tolerance;
            if (other.centre - base.centre).squared() > most * most {
                continue;
            }
            let relation = table.relation(&body, &other.body);
            if relation == Relation::Overlapping {
                let depth = -body.approach(&other.body).gap - 2.0 * tolerance;
                return Room::None { depth };
            }
            if relation == Relation::Touching && other.is_enemy {
                return Room::None { depth: 0.0 };
            }
        }
        let is_in = |piece: &Body| table.relation(&body, piece) == Relation::Overlapping;
        if table.holds(&body) && !self.scenery.iter().any(is_in) {
            return Room::Enough;
        }
        Room::None { depth: 0.0 }
    }
}
