//! A check of one fighter against a difficulty, die by die (D-1 to D-5).

use super::Battle;
use super::events::{BattleEvent, TrialName};
use super::state::{BattleState, Task, Test, Trial};
use crate::dice::Roll;
use crate::machine::Observer;
use crate::skirmish::chain::{Chain, ChainStage};
use crate::skirmish::checks::{Outcome, RerollView, Target, known, outcome};
use crate::skirmish::table::Mark;

impl Test {
    /// The name of its dice.
    pub(super) const fn roll(self) -> Roll {
        match self {
            Self::Own(TrialName::Disengage) => Roll::Disengage,
            Self::Own(TrialName::Rally) => Roll::Rally,
            Self::Shot(_) => Roll::Shot,
        }
    }
}

impl Trial {
    pub(super) const fn new(fighter: u8, test: Test, value: i32, difficulty: i32) -> Self {
        Self { fighter, test, value, difficulty, chain: Chain::FRESH }
    }

    pub(super) const fn is_decision(&self) -> bool {
        matches!(self.chain.stage, ChainStage::Decides)
    }
}

impl Battle {
    fn trial_outcome(&self, trial: &Trial) -> Outcome {
        outcome(&self.rules.checks, i32::from(trial.chain.natural), trial.value, 1)
    }

    /// What the player knows who decides on a six (D-8).
    pub(super) fn trial_view(&self, trial: &Trial) -> RerollView {
        let checks = &self.rules.checks;
        let natural = i32::from(trial.chain.natural);
        let target = known(checks, Some(Target::Difficulty(trial.difficulty)));
        RerollView::new(checks, trial.test.roll(), natural, self.trial_outcome(trial), target)
    }

    pub(super) fn trial_die(
        &self,
        state: &mut BattleState,
        mut trial: Trial,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        observer.observe(BattleEvent::TrialRolled { fighter: trial.fighter, face });
        trial.chain.add(&self.rules.checks, face);
        self.go_on_with_trial(state, trial, observer);
    }

    pub(super) fn trial_reroll(
        &self,
        state: &mut BattleState,
        mut trial: Trial,
        reroll: bool,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        trial.chain.decide(reroll);
        self.go_on_with_trial(state, trial, observer);
    }

    fn go_on_with_trial(
        &self,
        state: &mut BattleState,
        trial: Trial,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        if trial.chain.stage != ChainStage::Done {
            state.agenda.push(Task::Trial(trial));
            return;
        }
        let Trial { fighter, test, difficulty, .. } = trial;
        let outcome = self.trial_outcome(&trial);
        let name = match test {
            Test::Own(name) => name,
            Test::Shot(target) => {
                return Self::after_shot(state, (fighter, target), outcome, difficulty, observer);
            }
        };
        observer.observe(BattleEvent::Tried { fighter, name, outcome, difficulty });
        let success = outcome.meets(difficulty);
        match name {
            TrialName::Disengage => Self::after_disengaging(state, fighter, success),
            TrialName::Rally if success => unmark(state, fighter, Mark::Routed),
            TrialName::Rally => {}
        }
    }
}

pub(super) fn mark(state: &mut BattleState, fighter: u8, mark: Mark) {
    let number = usize::from(fighter);
    state.table.set(number, state.table.fighter(number).with(mark));
}

pub(super) fn unmark(state: &mut BattleState, fighter: u8, mark: Mark) {
    let number = usize::from(fighter);
    state.table.set(number, state.table.fighter(number).without(mark));
}
