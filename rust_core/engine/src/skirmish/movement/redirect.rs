//! Redirecting (M-16): the target dies before contact.

use super::assaults::{self, Assault};
use super::destinations::{self, Destination};
use super::{Action, Moved, MovementEvent, Reason, conditions, distance, in_order};
use crate::skirmish::sight::sees_from;
use crate::skirmish::table::{Fighter, Standing, Table};
use crate::skirmish::wounds::{Health, WoundLevel};

/// What an assailant does when its target is gone.
#[derive(Clone, Debug, PartialEq)]
pub enum Instead {
    /// It stays where it would have touched it, in a facing of its choice (degrees).
    Stay(Option<f64>),
    /// It finishes as a run.
    Run(Destination),
    /// It assaults another.
    Assault(Assault),
}

/// What a redirected move led to.
#[derive(Clone, Debug)]
pub struct Redirected {
    /// Where the assailant was when it redirected, and the way there.
    pub first: Moved,
    /// How it went on: a charge, an engagement or a run; `None` for who stayed.
    pub action: Option<Action>,
    /// What that led to.
    pub second: Option<Moved>,
}

impl Redirected {
    /// The table at the end.
    pub fn table(&self) -> &Table {
        self.second.as_ref().map_or(&self.first.table, |second| &second.table)
    }
}

/// Carries out an assault whose target dies on the way.
///
/// # Rule
/// M-16: the assailant goes to where it would have touched the target, or as far as it comes (M-13);
/// turns about its mire as it likes; then with the distance left it assaults another, stays, or
/// finishes as a run. A charge stays one if it sees the new target from there; else it is an
/// engagement.
///
/// # Edge cases
/// `table` is the one on which the target still stands: it says where the target was.
///
/// # Errors
/// Every reason why the first assault, or what is done instead, is not allowed.
pub fn redirect(
    table: &Table,
    fighter: usize,
    action: Action,
    target: usize,
    instead: &Instead,
) -> Result<Redirected, Vec<Reason>> {
    let first = assaults::assault(table, fighter, action, &Assault::on(target))?;
    let mut dead = *table.fighter(target);
    dead.health.level = WoundLevel::Killed;
    let first = without_target(first, fighter, action, target, dead);
    let left = left(&first, distance(table, fighter, action));
    match instead {
        Instead::Stay(facing) => Ok(stay(first, fighter, *facing)),
        Instead::Run(to) => {
            let second =
                destinations::go_within(&first.table, fighter, Action::Run, *to, left, Vec::new())?;
            Ok(Redirected { first, action: Some(Action::Run), second: Some(second) })
        }
        Instead::Assault(assault) => {
            let action = redirected(&first.table, fighter, action, &assault.targets);
            let reasons = new_targets(&first.table, fighter, &assault.targets);
            if !reasons.is_empty() {
                return Err(reasons);
            }
            let second = assaults::assault_within(&first.table, fighter, action, assault, left)?;
            Ok(Redirected { first, action: Some(action), second: Some(second) })
        }
    }
}

/// M-16: moves an assailant whose target is no longer on the table as if it still stood where it was
/// last: into contact, or as far as it comes (M-13).
///
/// # Edge cases
/// Who could not be placed there, since there is no room, no way or the base would be full (M-12), has
/// come too short as well.
pub(in crate::skirmish) fn first_leg(
    table: &Table,
    fighter: usize,
    action: Action,
    target: usize,
    allowed: f64,
) -> Moved {
    let dead = *table.fighter(target);
    let before = table.with(target, Fighter { health: Health::UNHURT, ..dead });
    let fail = || assaults::fail(&before, fighter, action, target, allowed);
    let first = if conditions::is_full(&before, target, fighter) {
        fail()
    } else {
        let assault = Assault::on(target);
        assaults::assault_within(&before, fighter, action, &assault, allowed)
            .unwrap_or_else(|_| fail())
    };
    without_target(first, fighter, action, target, dead)
}

/// The distance that a first leg leaves.
pub(in crate::skirmish) fn left(first: &Moved, allowed: f64) -> f64 {
    let gone = first.path.as_ref().map_or(0.0, |way| way.path.length);
    (allowed - gone).max(0.0)
}

/// The first leg as it really was: nobody was touched, and the target is gone.
fn without_target(
    first: Moved,
    fighter: usize,
    action: Action,
    target: usize,
    dead: Fighter,
) -> Moved {
    let gone = first.path.as_ref().map_or(0.0, |way| way.path.length);
    Moved {
        table: first.table.with(target, dead),
        reached: false,
        touched: Vec::new(),
        events: vec![MovementEvent::Moved { fighter, action, distance: gone }],
        path: first.path,
    }
}

fn stay(mut first: Moved, fighter: usize, facing: Option<f64>) -> Redirected {
    if let Some(degrees) = facing {
        let mut turned = *first.table.fighter(fighter);
        let standing: Standing = turned.standing.facing(degrees);
        // Where there is no room to turn it faces the way it came.
        if super::cannot_stand(&first.table, fighter, &standing.base()).is_empty() {
            turned.standing = standing;
            first.table = first.table.with(fighter, turned);
        }
    }
    Redirected { first, action: None, second: None }
}

/// M-16: a charge that sees its new targets is still one. It turned as it liked, so it looks at each.
pub(in crate::skirmish) fn redirected(
    table: &Table,
    fighter: usize,
    action: Action,
    targets: &[usize],
) -> Action {
    let eye = table.fighter(fighter).standing.base().mire();
    let is_seen = |&target: &usize| {
        let centre = table.fighter(target).standing.base().centre;
        let facing = (centre - eye).unit().unwrap_or(fracas_geometry::Point::new(1.0, 0.0));
        sees_from(table, fighter, target, eye, facing).visible
    };
    if action == Action::Charge && targets.iter().all(is_seen) {
        return Action::Charge;
    }
    Action::Engage
}

/// M-12: the new targets are enemies on the table with room for one more.
pub(in crate::skirmish) fn new_targets(
    table: &Table,
    fighter: usize,
    targets: &[usize],
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for &target in targets {
        reasons.extend(conditions::target_reason(table, fighter, target).unwrap_or_else(Some));
    }
    if targets.is_empty() {
        reasons.push(Reason::NotAnEnemy);
    }
    in_order(reasons)
}
