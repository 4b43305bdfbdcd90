//! What a fighter can do: every action, and every enemy for an assault, with the reasons why not.

use super::assaults::{self, Assault};
use super::{Action, Reason, conditions, distance};
use crate::names::Named;
use crate::skirmish::table::Table;

/// One thing that a fighter might do.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveOption {
    /// What.
    pub action: Action,
    /// To whom, for an assault.
    pub target: Option<usize>,
    /// Why it may not: none when it may.
    pub reasons: Vec<Reason>,
    /// How far it may go, in centimetres (M-1).
    pub distance: f64,
    /// How long the way to the target is, for an assault to which there is one.
    pub length: Option<f64>,
    /// Whether the distance is enough for it; if not, the assault would fail (M-13).
    pub reaches: Option<bool>,
}

/// Everything that a fighter might do, in the order of the actions, then by target.
pub fn options(table: &Table, fighter: usize) -> Vec<MoveOption> {
    let mut found = Vec::new();
    for &action in Action::ALL {
        if action.is_assault() {
            let enemies = table.standing().filter(|&other| table.are_enemies(fighter, other));
            found.extend(enemies.map(|enemy| on_enemy(table, fighter, action, enemy)));
        } else {
            found.push(MoveOption {
                action,
                target: None,
                reasons: conditions::why_not(table, fighter, action, &[]),
                distance: distance(table, fighter, action),
                length: None,
                reaches: None,
            });
        }
    }
    found
}

fn on_enemy(table: &Table, fighter: usize, action: Action, enemy: usize) -> MoveOption {
    let assault = Assault::on(enemy);
    let reasons = assaults::why_not(table, fighter, action, &assault);
    let measured =
        if reasons.is_empty() { assaults::measure(table, fighter, action, &assault) } else { None };
    MoveOption {
        action,
        target: Some(enemy),
        reasons,
        distance: distance(table, fighter, action),
        length: measured.map(|(length, _)| length),
        reaches: measured.map(|(_, reaches)| reaches),
    }
}
