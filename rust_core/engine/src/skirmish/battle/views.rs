//! What a player sees who decides: the combats and the fighters that his choices stand for.

use super::Battle;
use super::effects::Bond;
use super::separating::{Set, members};
use super::state::{BattleState, Task};

impl Battle {
    /// Whether the decision it stands at is whom to shoot at, not whom to assault.
    pub fn is_aiming(&self, state: &BattleState) -> bool {
        matches!(state.agenda.last(), Some(Task::Aim(_)))
    }

    /// M-16: the distance left to an assailant whose target is gone, at the decisions on what it does
    /// instead and on whom.
    pub fn distance_left(&self, state: &BattleState) -> Option<f64> {
        match state.agenda.last()? {
            Task::Instead(_, _, left) | Task::Redirect(_, _, left) => Some(*left),
            _ => None,
        }
    }

    /// the number of the mystic action whose target is to be chosen.
    pub fn casting(&self, state: &BattleState) -> Option<u8> {
        match state.agenda.last() {
            Some(&Task::Cast(_, number)) => Some(number),
            _ => None,
        }
    }

    /// T-15: the effect whose upkeep or use is decided on.
    pub fn effect_at_stake(&self, state: &BattleState) -> Option<Bond> {
        match state.agenda.last() {
            Some(&(Task::Pay(bond) | Task::Use(bond))) => Some(bond),
            _ => None,
        }
    }

    /// The combats among which a choice is made (C-8, C-9, C-32), in the order of the choices: the
    /// lone fighter of each and his enemies.
    pub fn listed_combats(&self, state: &BattleState) -> Vec<(u8, Set)> {
        let frays = match state.agenda.last() {
            Some(Task::Queue) => &state.queue,
            Some(Task::Choose | Task::NameCombat(_)) => &state.waiting,
            _ => return Vec::new(),
        };
        frays.iter().map(|fray| (fray.lone, fray.enemies)).collect()
    }

    /// The fighters of the combat under way, by their numbers in it: the lone one, then his enemies;
    /// or those of the combat that is being formed (C-4), ascending.
    pub fn combatants(&self, state: &BattleState) -> Vec<u8> {
        match state.agenda.last() {
            Some(Task::Fight(fighting)) => {
                let fray = fighting.fray;
                std::iter::once(fray.lone).chain(members(fray.enemies)).collect()
            }
            Some(Task::Separate(_, separating, ..)) => members(separating.under_way()).collect(),
            _ => Vec::new(),
        }
    }
}
