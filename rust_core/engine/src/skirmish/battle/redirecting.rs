//! Assaults of a battle whose target is gone before contact (M-16): a first leg to where it was, then
//! staying, running on, or another target.

use super::Battle;
use super::events::BattleEvent;
use super::separating::members;
use super::state::{BattleState, Move, Task};
use crate::machine::{Choices, Observer};
use crate::skirmish::movement::redirect::{first_leg, left, new_targets, redirected};
use crate::skirmish::movement::{Action, HAIR, distance};

/// What an assailant does whose target is gone.
const STAY: u8 = 0;
const RUN_ON: u8 = 1;
const REDIRECT: u8 = 2;

impl Battle {
    /// M-16: goes to where the target was, or as far as it comes (M-13).
    pub(super) fn go_where_it_was(
        state: &mut BattleState,
        fighter: u8,
        action: Action,
        target: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let number = usize::from(fighter);
        let allowed = distance(&state.table, number, action);
        let first = first_leg(&state.table, number, action, usize::from(target), allowed);
        let left = left(&first, allowed);
        let distance = first.path.as_ref().map_or(0.0, |way| way.path.length);
        state.table = first.table;
        let base = state.table.fighter(number).standing.base();
        observer.observe(BattleEvent::Moved { fighter, action, base, distance });
        state.agenda.push(Task::Instead(fighter, action, left));
    }

    /// M-16: what is open to it then.
    pub(super) fn insteads(&self, state: &BattleState, fighter: u8, left: f64) -> Choices {
        let mut open = Choices::NONE.with(STAY);
        if left > HAIR {
            open = open.with(RUN_ON);
        }
        if self.redirect_targets(state, fighter, left).is_empty() {
            open
        } else {
            open.with(REDIRECT)
        }
    }

    /// M-12, M-16: whom it may assault instead.
    pub(super) fn redirect_targets(&self, state: &BattleState, fighter: u8, left: f64) -> Choices {
        let is_open = |&target: &u8| {
            new_targets(&state.table, usize::from(fighter), &[usize::from(target)]).is_empty()
                && !self.is_measured_too_far(state, fighter, target, left)
        };
        members(self.enemies(state, fighter)).filter(is_open).fold(Choices::NONE, Choices::with)
    }

    /// It has chosen what it does.
    pub(super) fn do_instead(
        state: &mut BattleState,
        fighter: u8,
        action: Action,
        left: f64,
        choice: u8,
    ) {
        match choice {
            RUN_ON => {
                let run = Move::Instead(Action::Run, left);
                state.agenda.push(Task::Heading(fighter, run));
            }
            REDIRECT => state.agenda.push(Task::Redirect(fighter, action, left)),
            _ => {}
        }
    }

    /// M-16: it has chosen another target: a charge that does not see it is an engagement.
    pub(super) fn redirect(
        state: &mut BattleState,
        fighter: u8,
        action: Action,
        left: f64,
        target: u8,
    ) {
        let (number, enemy) = (usize::from(fighter), usize::from(target));
        let action = redirected(&state.table, number, action, &[enemy]);
        state.agenda.push(Task::Also(fighter, Move::Instead(action, left), target));
    }
}
