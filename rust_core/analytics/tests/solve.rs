//! Best play against the machine, node by node.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its combat has failed")]

mod strategies;

use fracas_analytics::combat::{Law, Odds, exact};
use fracas_analytics::solve::{NotSolved, Solver, Utility};
use fracas_engine::dice::Seeded;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::RerollKnowledge;
use fracas_engine::skirmish::combat::{Combat, Plain, RandomChoices, State};
use proptest::prelude::*;
use std::sync::Arc;
use strategies::{combat, habit};

const PRECISION: f64 = 1e-9;

/// A solver with its odds.
struct Solving {
    solver: Solver,
    odds: Odds,
}

impl Solving {
    fn new(combat: &Arc<Combat>, habits: [Option<Plain>; 2]) -> Self {
        let solver = Solver::new(combat, Utility::points(combat), habits).unwrap();
        Self { solver, odds: Odds::new(combat.rules()) }
    }

    fn value(&mut self, state: &State) -> f64 {
        self.solver.value(state, &mut self.odds, &mut || true).unwrap()
    }

    fn law(&mut self, state: &State) -> Law {
        self.solver.law(state, &mut self.odds, &mut || true).unwrap()
    }
}

fn is_open(combat: &Combat) -> bool {
    combat.rules().checks.reroll_knowledge == RerollKnowledge::Open
}

/// The expected points of a law, to side 0.
fn expectation(combat: &Combat, law: &Law) -> f64 {
    let points = |&(outcome, chance): &(_, f64)| {
        let outcome: fracas_engine::skirmish::combat::Outcome = outcome;
        let lost = |fighter: usize| {
            let sign = if combat.side(fighter as u8) == 0 { -1.0 } else { 1.0 };
            let killed = outcome.health(fighter).is_killed();
            if killed { sign * f64::from(combat.value(fighter)) } else { 0.0 }
        };
        chance * (0..combat.fighters()).map(lost).sum::<f64>()
    };
    law.outcomes.iter().map(points).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn two_players_of_habit_are_worth_what_their_exact_law_is(
        combat in combat(2).prop_filter("open", is_open), players in [habit(), habit()],
    ) {
        let combat = Arc::new(combat);
        let law = exact(&combat, players, &mut Odds::new(combat.rules()), &mut || true).unwrap();
        let mut solving = Solving::new(&combat, players.map(Some));
        let start = combat.start(&mut ());
        prop_assert!((solving.value(&start) - expectation(&combat, &law)).abs() < PRECISION);
        let same = solving.law(&start);
        prop_assert!((expectation(&combat, &same) - expectation(&combat, &law)).abs() < PRECISION);
    }

    #[test]
    fn best_play_is_worth_what_the_law_of_best_play_is(
        combat in combat(2).prop_filter("open", is_open),
    ) {
        let combat = Arc::new(combat);
        let mut solving = Solving::new(&combat, [None; 2]);
        let start = combat.start(&mut ());
        let value = solving.value(&start);
        let law = solving.law(&start);
        let total: f64 = law.outcomes.iter().map(|&(_, chance)| chance).sum();
        prop_assert!((total - 1.0).abs() < PRECISION);
        prop_assert!((value - expectation(&combat, &law)).abs() < PRECISION);
    }

    #[test]
    fn nobody_gains_by_keeping_to_a_habit(
        combat in combat(2).prop_filter("open", is_open), player in habit(),
    ) {
        let combat = Arc::new(combat);
        let start = combat.start(&mut ());
        let best = Solving::new(&combat, [None; 2]).value(&start);
        let first = Solving::new(&combat, [Some(player), None]).value(&start);
        let second = Solving::new(&combat, [None, Some(player)]).value(&start);
        prop_assert!(first <= best + PRECISION);
        prop_assert!(second >= best - PRECISION);
    }

    /// At every node of a random game, die by die: a decision is worth its best choice, a die the mean
    /// of its faces. So what the solver knows of whole and half-made rolls is what the machine does.
    #[test]
    fn every_node_is_worth_what_its_choices_or_faces_are(
        combat in combat(2).prop_filter("open", is_open), habits in [
            prop::option::of(habit()), prop::option::of(habit()),
        ], seed: u64,
    ) {
        let combat = Arc::new(combat);
        let mut solving = Solving::new(&combat, habits);
        let mut choices = RandomChoices::new(seed, 0);
        let mut dice = Seeded::new(seed, 0);
        let mut state = combat.start(&mut ());
        loop {
            let value = solving.value(&state);
            let mut after = |apply: &dyn Fn(&mut State)| {
                let mut after = state;
                apply(&mut after);
                solving.value(&after)
            };
            match combat.node(&state) {
                Node::Over => break,
                Node::Chance(_) => {
                    let face = |face| after(&|state| combat.roll(state, face, &mut ()).unwrap());
                    let mean = (1..=6).map(face).sum::<f64>() / 6.0;
                    prop_assert!((value - mean).abs() < PRECISION, "{value} {mean}");
                    combat.roll(&mut state, dice.next_die(), &mut ()).unwrap();
                }
                Node::Decision(decision) => {
                    let mut of = |choice| after(&|state| {
                        combat.apply(state, choice, &mut ()).unwrap();
                    });
                    let best = match habits[decision.side] {
                        Some(habit) => of(habit.choose(&combat, &state, &decision)),
                        None if decision.side == 0 => {
                            combat.choices(&state).into_iter().map(of).fold(f64::MIN, f64::max)
                        }
                        None => combat.choices(&state).into_iter().map(of).fold(f64::MAX, f64::min),
                    };
                    prop_assert!((value - best).abs() < PRECISION, "{decision:?}: {value} {best}");
                    let choice = choices.choose(combat.choices(&state));
                    combat.apply(&mut state, choice, &mut ()).unwrap();
                }
            }
        }
    }
}

#[test]
fn who_decides_blindly_is_not_solved() {
    let rules =
        fracas_engine::rules::Rules::from_toml(b"checks.reroll_knowledge = 'blind'").unwrap();
    let profile = fracas_engine::skirmish::profiles::ProfileSetup {
        name: "fighter".to_owned(),
        ..Default::default()
    };
    let profile = fracas_engine::skirmish::profiles::Profile::new(&profile).unwrap();
    let fighter = fracas_engine::skirmish::combat::FighterSetup::new(Arc::new(profile));
    let setup = fracas_engine::skirmish::combat::CombatSetup {
        lone: fighter.clone(),
        enemies: vec![fighter],
        lone_side: 0,
        chosen_by: 0,
    };
    let combat = Arc::new(Combat::new(&setup, Arc::new(rules)).unwrap());
    let refused = Solver::new(&combat, Utility::points(&combat), [None; 2]);
    assert_eq!(refused.err(), Some(NotSolved::Blind));
}
