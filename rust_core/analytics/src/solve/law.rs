//! What best play leads to: the law of its outcomes.

use super::exchange::{BEATEN, FAILED, LANDED, PARRIED, Played};
use super::solver::{Finished, NotSolved, Run, Solver, skills};
use crate::combat::flow::{Branches, Flow, Settle, spread};
use crate::combat::{KeepGoing, Law, MOST_STATES, Odds};
use crate::tally::Tally;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::skirmish::combat::{AttackOutcome, Combat, Pending, State, WinningSkill};

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
        for (begun, share) in solved.rolled(state)? {
            spread(&mut solved, begun, |_, after, over, chance| {
                if over {
                    law.add(after.outcome(combat.fighters()).key(), share * chance);
                }
            })?;
        }
        Ok(Law::from_tally(&law))
    }
}

/// Two players who play as solved.
struct Solved<'a, 'b> {
    combat: &'a Combat,
    run: Run<'a, 'b>,
}

impl Solved<'_, '_> {
    /// Where the rest of a roll that is half made leads; the state itself where none is.
    fn rolled(&mut self, state: &State) -> Result<Vec<(State, f64)>, NotSolved> {
        let combat = self.combat;
        let mut branches = Branches::default();
        match self.run.finished(state) {
            Some(Finished::Initiative(chance)) => push_initiative(&mut branches, chance),
            Some(Finished::Attack(played)) => {
                push_attack(&mut branches, &played, skills(combat, state));
            }
            None if combat.pending(state).is_none()
                && matches!(combat.node(state), Node::Chance(_)) =>
            {
                let face = |face| {
                    let mut after = *state;
                    combat.roll_unchecked(&mut after, face, &mut ());
                    (after, 1.0 / 6.0)
                };
                return Ok((1..=6).map(face).collect());
            }
            None => return Ok(vec![(*state, 1.0)]),
        }
        self.run.ended()?;
        let settled = |&(chance, settle): &(f64, Settle)| {
            let mut after = *state;
            settle.apply(combat, &mut after);
            (after, chance)
        };
        Ok(branches.items().iter().map(settled).collect())
    }
}

fn push_initiative(branches: &mut Branches, chance: f64) {
    branches.push(chance, Settle::Initiative(0));
    branches.push(1.0 - chance, Settle::Initiative(1));
}

fn push_attack(branches: &mut Branches, played: &Played, skills: &[Option<WinningSkill>]) {
    let of = |result: usize| played.chances[0][result] + played.chances[1][result];
    branches.push(of(FAILED), Settle::Attack(AttackOutcome::AutomaticFailure, None));
    branches.push(of(LANDED), Settle::Attack(AttackOutcome::Landed, None));
    for (chances, &skill) in played.chances.iter().zip(skills) {
        for (result, by_margin) in [(PARRIED, false), (BEATEN, true)] {
            let parried = AttackOutcome::Parried { by_margin };
            branches.push(chances[result], Settle::Attack(parried, skill));
        }
    }
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
                push_initiative(&mut branches, chance);
            }
            Pending::Attack { .. } => {
                let played = self.run.exchange(state, pending).play();
                push_attack(&mut branches, &played, skills(self.combat, state));
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
