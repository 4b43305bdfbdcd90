//! The maintenance phase (T-11 to T-18): rallying, mystic recovery, upkeep in its ordered steps.
//!
//! Within each step the winner of the Tactics roll resolves his fighters' effects first, in the order
//! he likes, then the other (T-18).

use super::Battle;
use super::events::{BattleEvent, TrialName};
use super::separating::{Set, members};
use super::state::{BattleState, Step, Task, Test, Trial};
use super::trials::unmark;
use crate::machine::{Choices, Observer};
use crate::rules::Characteristic;
use crate::skirmish::checks::Side;
use crate::skirmish::movement::cannot_stand;
use crate::skirmish::profiles::{Nerve, SkillKind};
use crate::skirmish::table::Mark;
use crate::skirmish::wounds::{Health, WoundLevel};

/// The steps that have dice or choices, in their order (T-11, T-14).
const STEPS: [Step; 4] = [Step::Rally, Step::Recovery, Step::Regeneration, Step::Reinforcement];

impl Battle {
    /// T-11: rally, recovery, upkeep; T-14: the markers go last.
    pub(super) fn begin_maintenance(state: &mut BattleState) {
        state.agenda.push(Task::ClearMarkers);
        let first = Side::from(state.tactician);
        for step in STEPS.into_iter().rev() {
            state.agenda.push(Task::Upkeep(step, 1 - first));
            state.agenda.push(Task::Upkeep(step, first));
        }
    }

    /// T-13: temporary faith is computed before any magician recovers mana.
    pub(super) fn begin_step(&self, state: &mut BattleState, step: Step, side: Side) {
        if step == Step::Recovery && side == Side::from(state.tactician) {
            self.compute_faith(state);
        }
        let concerned = self.concerned(state, step, side);
        if concerned != 0 {
            state.agenda.push(Task::Order(step, concerned));
        }
    }

    /// T-13: a faithful's temporary faith is the number of friends near enough.
    fn compute_faith(&self, state: &mut BattleState) {
        let alive = self.alive(state);
        let within = f64::from(self.rules.turn.faith_distance);
        for fighter in members(alive & self.skilled(SkillKind::Faithful, state)) {
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

    fn skilled(&self, kind: SkillKind, state: &BattleState) -> Set {
        (0..self.fighters())
            .filter(|&one| state.table.recruit(one).profile.has(kind))
            .fold(0, |set, one| set | 1 << one)
    }

    /// The fighters of a side that a step concerns.
    fn concerned(&self, state: &BattleState, step: Step, side: Side) -> Set {
        let alive = self.alive(state);
        let whom = match step {
            Step::Rally => members(alive)
                .filter(|&one| state.table.fighter(usize::from(one)).has(Mark::Routed))
                .fold(0, |set, one| set | 1 << one),
            Step::Recovery => alive & self.skilled(SkillKind::Magician, state),
            Step::Regeneration => members(alive & self.skilled(SkillKind::Regeneration, state))
                .filter(|&one| {
                    state.table.fighter(usize::from(one)).health.level != WoundLevel::None
                })
                .fold(0, |set, one| set | 1 << one),
            Step::Reinforcement => !alive & self.skilled(SkillKind::Reinforcement, state),
        };
        whom & self.sides[side]
    }

    /// T-18: the next one of a step.
    pub(super) fn order(&self, state: &mut BattleState, step: Step, rest: Set, fighter: u8) {
        let rest = rest & !(1 << fighter);
        if rest != 0 {
            state.agenda.push(Task::Order(step, rest));
        }
        match step {
            Step::Rally => self.try_to_rally(state, fighter),
            _ => state.agenda.push(Task::UpkeepDie(step, fighter)),
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

    /// T-13, T-15: a die of recovery or upkeep.
    pub(super) fn upkeep_die(
        &self,
        state: &mut BattleState,
        step: Step,
        fighter: u8,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let number = usize::from(fighter);
        let success = match step {
            Step::Rally | Step::Recovery => true,
            Step::Regeneration => {
                u32::from(face) >= state.table.recruit(number).profile.regeneration()
            }
            Step::Reinforcement => face >= self.rules.turn.reinforcement,
        };
        observer.observe(BattleEvent::UpkeepRolled { fighter, face, success });
        if !success {
            return;
        }
        match step {
            Step::Rally => {}
            Step::Recovery => state.mana[number] = state.mana[number].saturating_add(face),
            Step::Regeneration => {
                let mut healed = *state.table.fighter(number);
                healed.health.level = one_better(healed.health.level);
                state.table.set(number, healed);
            }
            Step::Reinforcement => self.bring_back(state, fighter, observer),
        }
    }

    /// T-14: a fighter comes back where it was deployed, if there is room; T-16: nothing more happens
    /// to it in this phase.
    fn bring_back(
        &self,
        state: &mut BattleState,
        fighter: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let number = usize::from(fighter);
        let fresh = *self.start.fighter(number);
        let base = fresh.standing.base();
        if cannot_stand(&state.table, number, &base).is_empty() {
            state
                .table
                .set(number, crate::skirmish::table::Fighter { health: Health::UNHURT, ..fresh });
            observer.observe(BattleEvent::Returned { fighter, base });
        }
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

    /// Who may come next in a step.
    pub(super) fn orders(rest: Set) -> Choices {
        Choices::of(rest)
    }
}

/// A wound level one lighter.
const fn one_better(level: WoundLevel) -> WoundLevel {
    match level {
        WoundLevel::None | WoundLevel::Light => WoundLevel::None,
        WoundLevel::Serious => WoundLevel::Light,
        WoundLevel::Critical => WoundLevel::Serious,
        WoundLevel::Killed => WoundLevel::Killed,
    }
}
