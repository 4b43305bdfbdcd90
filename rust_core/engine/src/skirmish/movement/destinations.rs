//! Moves to a place of one's choice (M-7 to M-9, M-19): a walk, a run, a move under cover.

use super::conditions;
use super::{Action, HAIR, Moved, MovementEvent, Reason, cannot_stand, distance, in_order};
use crate::rules::Edition;
use crate::skirmish::measuring::{Measured, Terrain};
use crate::skirmish::table::{Mark, Standing, Table};
use fracas_geometry::{Base, Point};

/// Where a move is to end: the place of the mire, and the facing in degrees; the old one if none is
/// given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Destination {
    /// Where the mire comes to stand.
    pub mire: Point,
    /// Which way the base faces then.
    pub facing: Option<f64>,
}

/// What is found when a move is measured.
struct Survey {
    way: Option<Measured>,
    standing: Standing,
    reasons: Vec<Reason>,
}

/// Everything that keeps a fighter from a move to a place.
pub fn why_not(table: &Table, fighter: usize, action: Action, to: Destination) -> Vec<Reason> {
    let mut reasons = conditions::why_not(table, fighter, action, &[]);
    if table.is_standing(fighter) {
        let allowed = distance(table, fighter, action);
        reasons.extend(survey(table, fighter, action, to, allowed).reasons);
    }
    in_order(reasons)
}

/// Moves a fighter to a place.
///
/// # Rule
/// M-8, M-9, M-19: within the distance, in any facing, in contact with no enemy; M-7: whoever stays
/// and turns has walked.
///
/// # Errors
/// Every reason why it cannot.
pub fn go(
    table: &Table,
    fighter: usize,
    action: Action,
    to: Destination,
) -> Result<Moved, Vec<Reason>> {
    let reasons = conditions::why_not(table, fighter, action, &[]);
    go_within(table, fighter, action, to, distance(table, fighter, action), reasons)
}

/// Moves a fighter as far as a distance that is left to it allows.
pub(in crate::skirmish) fn go_within(
    table: &Table,
    fighter: usize,
    action: Action,
    to: Destination,
    allowed: f64,
    mut reasons: Vec<Reason>,
) -> Result<Moved, Vec<Reason>> {
    if reasons.contains(&Reason::Eliminated) {
        return Err(reasons);
    }
    let Survey { way, standing, reasons: found } = survey(table, fighter, action, to, allowed);
    reasons.extend(found);
    if !reasons.is_empty() {
        return Err(in_order(reasons));
    }
    Ok(arrive(table, fighter, action, standing, way))
}

/// Moves a fighter to a place if it can, on ground that has been looked at before: the same as
/// [`go_within`], but nobody asks why not.
pub(in crate::skirmish) fn try_to_go(
    table: &Table,
    terrain: &Terrain,
    fighter: usize,
    action: Action,
    to: Destination,
    allowed: f64,
) -> Option<Moved> {
    let (standing, stays) = standing_at(table, fighter, to);
    let is_barred = changes_level(table, fighter, action, to.mire)
        || !cannot_stand(table, fighter, &standing.base()).is_empty();
    if is_barred {
        return None;
    }
    let way = if stays { None } else { Some(terrain.to_point_within(to.mire, allowed + HAIR)?) };
    Some(arrive(table, fighter, action, standing, way))
}

/// The table on which a fighter has come to where it wanted.
fn arrive(
    table: &Table,
    fighter: usize,
    action: Action,
    standing: Standing,
    way: Option<Measured>,
) -> Moved {
    let mut after = table.fighter(fighter).without(Mark::MustTakeCover);
    after.standing = standing;
    after = match action {
        Action::Walk | Action::Turn => after.with(Mark::Walked),
        Action::TakeCover => after.with(Mark::UnderCover),
        _ => after,
    };
    let length = way.as_ref().map_or(0.0, |way| way.path.length);
    Moved {
        table: table.with(fighter, after),
        path: way,
        reached: true,
        touched: Vec::new(),
        events: vec![MovementEvent::Moved { fighter, action, distance: length }],
    }
}

/// How a fighter would stand in the end, and whether its mire stays where it is.
fn standing_at(table: &Table, fighter: usize, to: Destination) -> (Standing, bool) {
    let before = table.fighter(fighter).standing;
    let there = Base::with_mire(before.base().footprint, to.mire, before.base().facing);
    let stays = to.mire == before.base().mire();
    let standing = if stays { before } else { Standing::new_at(there, before.degrees()) };
    (to.facing.map_or(standing, |degrees| standing.facing(degrees)), stays)
}

/// M-19: whether a move under cover would change its level; M-27: the older edition does not ask.
fn changes_level(table: &Table, fighter: usize, action: Action, mire: Point) -> bool {
    action == Action::TakeCover
        && table.rules().edition == Edition::Newer
        && table.level_at(mire) != table.level(fighter)
}

/// Measures a move and looks at where it would end.
fn survey(table: &Table, fighter: usize, action: Action, to: Destination, allowed: f64) -> Survey {
    let (standing, stays) = standing_at(table, fighter, to);
    let mut reasons = cannot_stand(table, fighter, &standing.base());
    // M-7: who only turns goes no way at all.
    let way = if stays { None } else { Some(Terrain::of(table, fighter).to_point(to.mire)) };
    let way = match way {
        Some(Err(_)) => {
            reasons.push(Reason::NoWay);
            None
        }
        Some(Ok(way)) => {
            if way.path.length > allowed + HAIR {
                reasons.push(Reason::TooFar);
            }
            Some(way)
        }
        None => None,
    };
    if changes_level(table, fighter, action, to.mire) {
        reasons.push(Reason::ChangesLevel);
    }
    Survey { way, standing, reasons }
}
