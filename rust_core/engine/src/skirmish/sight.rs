//! Sight between fighters (M-10): who is seen by whom, and how much of him.

use crate::rules::{HiddenBy, SightArc};
use crate::skirmish::profiles::Size;
use crate::skirmish::table::Table;
use fracas_geometry::sight::Sight;
use fracas_geometry::{Body, Outlook, Point};
use std::cell::OnceCell;

/// What a fighter sees of another.
///
/// # Rule
/// M-10: from its mire, in front of the line through it; a part of the target is enough. Bases and
/// scenery that are at least as big as the target hide it.
///
/// # Edge cases
/// Scenery that one of the two stands on hides neither. Who touches the target with its mire sees it.
pub fn sees(table: &Table, looker: usize, target: usize) -> Sight {
    let base = table.fighter(looker).standing.base();
    sees_from(table, looker, target, base.mire(), base.facing)
}

/// What a fighter would see of another from a point, looking in a direction.
pub fn sees_from(table: &Table, looker: usize, target: usize, eye: Point, facing: Point) -> Sight {
    let Ok(front) = front(table, target, eye, facing) else { return Sight::default() };
    let hiding: Vec<Body> = hiding(table, looker, target, eye).collect();
    fracas_geometry::sees(eye, front, &table.body(target), &hiding)
}

/// Whether a fighter sees another at all: the same as [`sees`] says, without asking how much.
pub fn is_seen(table: &Table, looker: usize, target: usize) -> bool {
    let base = table.fighter(looker).standing.base();
    let (eye, facing) = (base.mire(), base.facing);
    match front(table, target, eye, facing) {
        Ok(front) => {
            let hiding = hiding(table, looker, target, eye);
            fracas_geometry::is_visible(eye, front, &table.body(target), hiding)
        }
        Err(AllBehind) => false,
    }
}

/// A fighter that looks at one enemy after another: it sees what [`is_seen`] says.
pub(in crate::skirmish) struct Lookout<'table> {
    table: &'table Table,
    looker: usize,
    /// What it has in front of it, where that is all that counts; once somebody asks.
    outlook: OnceCell<Option<Outlook>>,
}

impl<'table> Lookout<'table> {
    pub(in crate::skirmish) const fn new(table: &'table Table, looker: usize) -> Self {
        Self { table, looker, outlook: OnceCell::new() }
    }

    fn look(&self) -> Option<Outlook> {
        let (table, looker) = (self.table, self.looker);
        let is_open = table.rules().movement.sight_arc == SightArc::Front
            && !table.ground().scenery.iter().any(|scenery| scenery.hides);
        let base = table.fighter(looker).standing.base();
        let body =
            |other: usize| (other != looker && table.is_standing(other)).then(|| table.body(other));
        let bodies = (0..table.count()).map(body);
        is_open.then(|| Outlook::new(base.mire(), base.facing, bodies))
    }

    /// Whether it sees an enemy.
    pub(in crate::skirmish) fn sees(&self, target: usize) -> bool {
        let outlook = self.outlook.get_or_init(|| self.look()).as_ref();
        let can_hide =
            |other: usize| is_big(self.table, self.table.recruit(other).profile.size, target);
        let seen = outlook.and_then(|outlook| outlook.sees(target, can_hide));
        seen.unwrap_or_else(|| is_seen(self.table, self.looker, target))
    }
}

/// All of a target is behind, and nothing need be looked at.
struct AllBehind;

/// The direction that an eye must have a target in front of.
fn front(
    table: &Table,
    target: usize,
    eye: Point,
    facing: Point,
) -> Result<Option<Point>, AllBehind> {
    if table.rules().movement.sight_arc == SightArc::AllRound {
        return Ok(None);
    }
    let base = table.fighter(target).standing.base();
    if (base.centre - eye).dot(facing) < -base.footprint.radius() {
        return Err(AllBehind);
    }
    Ok(Some(facing))
}

/// The fighters that can hide a target from an eye: those big enough that reach into the strip from
/// the eye to the target.
fn between(
    table: &Table,
    looker: usize,
    target: usize,
    eye: Point,
) -> impl Iterator<Item = usize> + Clone {
    let base = table.fighter(target).standing.base();
    let margin = base.footprint.radius() + table.ground().tolerance;
    table.near_line(eye, base.centre, margin).filter(move |&other| {
        other != looker
            && other != target
            && is_big(table, table.recruit(other).profile.size, target)
    })
}

/// M-10: whether something of a size can hide a target.
fn is_big(table: &Table, size: Size, target: usize) -> bool {
    match table.rules().movement.hidden_by {
        HiddenBy::AsBig => size >= table.recruit(target).profile.size,
        HiddenBy::Any => true,
        HiddenBy::Nothing => false,
    }
}

/// Everything that can hide a target from an eye.
fn hiding(
    table: &Table,
    looker: usize,
    target: usize,
    eye: Point,
) -> impl Iterator<Item = Body> + Clone {
    let place = table.fighter(target).standing.base().mire();
    let ground = table.ground();
    let scenery = ground.scenery.iter().zip(&ground.bodies).filter(move |(scenery, body)| {
        scenery.hides
            && is_big(table, scenery.size, target)
            && !table.is_inside(body, eye)
            && !table.is_inside(body, place)
    });
    let scenery = scenery.map(|(_, body)| body.clone());
    between(table, looker, target, eye).map(|other| table.body(other)).chain(scenery)
}
