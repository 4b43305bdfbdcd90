//! What best play leads to: the law of its outcomes.

use super::exchange::{BEATEN, FAILED, LANDED, PARRIED};
use super::solver::{NotSolved, Run, Solver, skills};
use crate::combat::flow::{Branches, Flow, Settle, spread};
use crate::combat::{KeepGoing, Law, MOST_STATES, Odds};
use crate::tally::Tally;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::skirmish::combat::{AttackOutcome, Combat, Pending, State};

impl Solver {
    /// The law of the outcomes from a state on when both sides play as solved. Of choices that are
    /// equally good the first is taken.
    pub fn law(
        &mut self,
        state: &State,
        odds: &mut Odds,
        keep_going: &mut KeepGoing<'_>,
    ) -> Result<Law, NotSolved> {
        let combat = self.shared_combat();
        let mut law = Tally::new();
        let mut solved = Solved { combat: &combat, run: self.run(&combat, odds, keep_going) };
        spread(&mut solved, *state, |_, after, over, chance| {
            if over {
                law.add(after.outcome(combat.fighters()).key(), chance);
            }
        })?;
        Ok(Law::from_tally(&law))
    }
}

/// Two players who play as solved.
struct Solved<'a, 'b> {
    combat: &'a Combat,
    run: Run<'a, 'b>,
}

impl Flow for Solved<'_, '_> {
    type Error = NotSolved;

    fn combat(&self) -> &Combat {
        self.combat
    }

    fn advance(&mut self, state: &mut State) -> Result<Option<Pending>, NotSolved> {
        loop {
            if let Some(pending) = self.combat.pending(state) {
                return Ok(Some(pending));
            }
            let Node::Decision(decision) = self.combat.node(state) else { return Ok(None) };
            let choice = self.run.best_choice(state, &decision);
            self.run.ended()?;
            self.combat.apply_unchecked(state, choice, &mut ());
        }
    }

    fn branches(&mut self, state: &State, pending: Pending) -> Result<Branches, NotSolved> {
        let mut branches = Branches::default();
        match pending {
            Pending::Initiative { values } => {
                let worth = self.run.initiative_worth(state);
                let chance = self.run.initiative_chance(values, worth);
                branches.push(chance, Settle::Initiative(0));
                branches.push(1.0 - chance, Settle::Initiative(1));
            }
            Pending::Attack { .. } => {
                let played = self.run.exchange(state, pending).play();
                let failed = played.chances[0][FAILED] + played.chances[1][FAILED];
                let landed = played.chances[0][LANDED] + played.chances[1][LANDED];
                branches.push(failed, Settle::Attack(AttackOutcome::AutomaticFailure, None));
                branches.push(landed, Settle::Attack(AttackOutcome::Landed, None));
                for (chances, &skill) in played.chances.iter().zip(skills(self.combat, state)) {
                    for (result, by_margin) in [(PARRIED, false), (BEATEN, true)] {
                        let parried = AttackOutcome::Parried { by_margin };
                        branches.push(chances[result], Settle::Attack(parried, skill));
                    }
                }
            }
            Pending::Wound { gap } => branches.push_wounds(self.run.wound_chances(gap)),
        }
        self.run.ended()?;
        Ok(branches)
    }

    fn check(&mut self, states: usize) -> Result<(), NotSolved> {
        if states as u64 > MOST_STATES {
            return Err(NotSolved::TooBig(states));
        }
        self.run.ask()
    }
}
