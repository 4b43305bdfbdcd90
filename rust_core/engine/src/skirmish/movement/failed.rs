//! Failed assaults (M-13): who comes too short.

use super::{Action, HAIR, Moved, MovementEvent, in_the_way_but};
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
    let near = Near::new(table, fighter, limit);
    let centre = table.fighter(target).standing.base().centre;
    let footprint = table.recruit(fighter).footprint;
    let base_at = |distance: f64| {
        let (mire, _) = way.path.point_at(distance);
        let facing = (centre - mire).unit()?;
        let base = Base::with_mire(footprint, mire, facing);
        near.has_room(table, &base.body()).then_some(base)
    };
    let steps = (limit / STEP) as u32;
    let back = |steps: u32| limit - f64::from(steps) * STEP;
    let first = (0..=steps).find(|&steps| back(steps) > 0.0 && base_at(back(steps)).is_some())?;
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

/// What is near enough to matter.
struct Near {
    friends: Vec<Body>,
    enemies: Vec<Body>,
}

impl Near {
    fn new(table: &Table, fighter: usize, limit: f64) -> Self {
        let base = table.fighter(fighter).standing.base();
        let reach = limit + 3.0 * base.footprint.radius() + 1.0;
        let (low, high) =
            (base.centre - Point::new(reach, reach), base.centre + Point::new(reach, reach));
        let is_near = |body: &Body| {
            let (lowest, highest) = body.bounds();
            lowest.x <= high.x && lowest.y <= high.y && highest.x >= low.x && highest.y >= low.y
        };
        let enemies: Vec<usize> =
            table.standing().filter(|&other| table.are_enemies(fighter, other)).collect();
        let besides: Vec<usize> = enemies.iter().copied().chain([fighter]).collect();
        Self {
            friends: in_the_way_but(table, &besides).into_iter().filter(is_near).collect(),
            enemies: enemies.iter().map(|&enemy| table.body(enemy)).filter(is_near).collect(),
        }
    }

    fn has_room(&self, table: &Table, body: &Body) -> bool {
        table.holds(body)
            && self.enemies.iter().all(|enemy| table.relation(body, enemy) == Relation::Apart)
            && self
                .friends
                .iter()
                .all(|friend| table.relation(body, friend) != Relation::Overlapping)
    }
}
