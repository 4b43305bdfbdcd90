//! The maintenance phase (T-11 to T-18): rallying, mystic recovery, upkeep in its ordered steps.
//!
//! Within each step the winner of the Tactics roll resolves his fighters' effects first, in the order
//! he likes, then the other (T-18). What the effects of upkeep are, no step knows: see `upkeep`.

use super::Battle;
use super::events::{BattleEvent, TrialName};
use super::separating::{Set, members};
use super::state::{BattleState, Step, Task, Test, Trial};
use super::trials::unmark;
use crate::machine::Observer;
use crate::rules::Characteristic;
use crate::skirmish::checks::Side;
use crate::skirmish::effects::Moment;
use crate::skirmish::profiles::Nerve;
use crate::skirmish::table::Mark;

/// T-14: the moments of upkeep, in their order.
const UPKEEP: [Moment; 5] =
    [Moment::Harmful, Moment::Passive, Moment::Active, Moment::Other, Moment::Returning];

impl Battle {
    /// T-11: rally, recovery, upkeep; T-14: the markers go last.
    pub(super) fn begin_maintenance(&self, state: &mut BattleState) {
        state.agenda.push(Task::ClearMarkers);
        for moment in UPKEEP.into_iter().rev() {
            self.plan_moment(state, moment);
        }
        let first = Side::from(state.tactician);
        for step in [Step::Recovery, Step::Rally] {
            state.agenda.extend([Task::Upkeep(step, 1 - first), Task::Upkeep(step, first)]);
        }
    }

    /// T-13: temporary faith is computed before any magician recovers mana.
    pub(super) fn begin_step(&self, state: &mut BattleState, step: Step, side: Side) {
        let alive = self.alive(state);
        let whom = match step {
            Step::Rally => members(alive)
                .filter(|&one| state.table.fighter(usize::from(one)).has(Mark::Routed))
                .fold(0, |set, one| set | 1 << one),
            Step::Recovery => {
                if side == Side::from(state.tactician) {
                    self.compute_faith(state);
                }
                alive & self.registry.magicians
            }
            Step::Effects(moment) => return self.begin_moment(state, moment, side),
        };
        let concerned = whom & self.sides[side];
        if concerned != 0 {
            state.agenda.push(Task::Order(step, concerned));
        }
    }

    /// T-13: before the first turn magicians have the mana of the rules, the faithful the faith of
    /// where they were deployed.
    pub(super) fn begin_recovery(&self, state: &mut BattleState) {
        for fighter in members(self.registry.magicians) {
            state.mana[usize::from(fighter)] = self.rules.turn.starting_mana;
        }
        self.compute_faith(state);
    }

    /// T-13: a faithful's temporary faith is the number of friends near enough.
    fn compute_faith(&self, state: &mut BattleState) {
        if self.registry.faithful == 0 {
            return;
        }
        let alive = self.alive(state);
        let within = f64::from(self.rules.turn.faith_distance);
        for fighter in members(alive & self.registry.faithful) {
            let body = state.table.body(usize::from(fighter));
            let friends = alive & self.sides[self.side(fighter)] & !(1 << fighter);
            let near = members(friends)
                .filter(|&friend| {
                    body.approach(&state.table.body(usize::from(friend))).gap <= within
                })
                .count();
            state.faith[usize::from(fighter)] = near as u8;
        }
    }

    /// T-18: the next one of a step.
    pub(super) fn order(&self, state: &mut BattleState, step: Step, rest: Set, fighter: u8) {
        let rest = rest & !(1 << fighter);
        if rest != 0 {
            state.agenda.push(Task::Order(step, rest));
        }
        match step {
            Step::Rally => self.try_to_rally(state, fighter),
            _ => state.agenda.push(Task::RecoveryDie(fighter)),
        }
    }

    /// T-12: the better of courage and discipline, unless it touches somebody who frightens it.
    fn try_to_rally(&self, state: &mut BattleState, fighter: u8) {
        let number = usize::from(fighter);
        let profile = &state.table.recruit(number).profile;
        let health = state.table.fighter(number).health;
        let Nerve::Courage(courage) = profile.nerve else {
            // Who frightens is frightened by nobody.
            return self.rally(state, fighter, profile.discipline, 0);
        };
        let is_frightening =
            |enemy: usize| matches!(state.table.recruit(enemy).profile.nerve, Nerve::Fear(_));
        if state.table.adversaries(number).into_iter().any(is_frightening) {
            return;
        }
        let wounds = &self.rules.wounds;
        let courage = health.current(wounds, Characteristic::Courage, i32::from(courage));
        self.rally(state, fighter, profile.discipline, courage);
    }

    fn rally(&self, state: &mut BattleState, fighter: u8, discipline: u8, courage: i32) {
        let health = state.table.fighter(usize::from(fighter)).health;
        let wounds = &self.rules.wounds;
        let discipline = health.current(wounds, Characteristic::Discipline, i32::from(discipline));
        let difficulty = i32::from(self.rules.turn.rally_difficulty);
        let value = courage.max(discipline);
        state.agenda.push(Task::Trial(Trial::new(
            fighter,
            Test::Own(TrialName::Rally),
            value,
            difficulty,
        )));
    }

    /// T-13: a magician recovers what its die shows.
    pub(super) fn recovery_die(
        state: &mut BattleState,
        fighter: u8,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        observer.observe(BattleEvent::UpkeepRolled { fighter, face, success: true });
        let mana = &mut state.mana[usize::from(fighter)];
        *mana = mana.saturating_add(face);
    }

    /// T-14: the markers that are no longer useful go; cover lasts (M-19).
    pub(super) fn clear_markers(&self, state: &mut BattleState) {
        for fighter in members(self.alive(state)) {
            let number = usize::from(fighter);
            let gone = [Mark::Activated, Mark::Assaulted, Mark::Charged, Mark::BoundToDefence];
            for mark in gone {
                unmark(state, fighter, mark);
            }
            let mut after = *state.table.fighter(number);
            after.health.stunned = 0;
            state.table.set(number, after);
        }
    }
}
