//! Cover (M-19, M-20): moving under it, and diving for it.

use super::{Reason, in_order};
use crate::rules::Edition;
use crate::skirmish::table::{Mark, Table};

/// What keeps the target of a shot from diving for cover.
///
/// # Rule
/// M-20: it is not yet activated, free of adversaries, at level 0, and the shot is no assault shot;
/// M-27: the older edition asks neither for the level nor for the kind of shot.
///
/// # Edge cases
/// It may be declared again against each further shot.
pub fn why_not_dive(table: &Table, fighter: usize, assault_shot: bool) -> Vec<Reason> {
    if !table.is_standing(fighter) {
        return vec![Reason::Eliminated];
    }
    let newer = table.rules().edition == Edition::Newer;
    let marks = table.fighter(fighter).marks;
    let mut reasons = Vec::new();
    if marks.has(Mark::Activated) || marks.has(Mark::ActivatedNow) {
        reasons.push(Reason::Activated);
    }
    if !table.is_free(fighter) {
        reasons.push(Reason::InContact);
    }
    if newer && table.level(fighter) != 0 {
        reasons.push(Reason::NotLevel0);
    }
    if newer && assault_shot {
        reasons.push(Reason::AssaultShot);
    }
    in_order(reasons)
}

/// M-20: the table on which a fighter has dived for cover: its activation must be a move under it.
pub fn dive(table: &Table, fighter: usize, assault_shot: bool) -> Result<Table, Vec<Reason>> {
    let reasons = why_not_dive(table, fighter, assault_shot);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(table.with(fighter, table.fighter(fighter).with(Mark::MustTakeCover)))
}

/// M-19, M-20: what cover adds to the skill Target of a fighter against a shot that it has, or has
/// not, dived from.
pub fn bonus(table: &Table, fighter: usize, dived: bool) -> u8 {
    let is_covered = dived || table.fighter(fighter).has(Mark::UnderCover);
    if is_covered { table.rules().movement.cover } else { 0 }
}
