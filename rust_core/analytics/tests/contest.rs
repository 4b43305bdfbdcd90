//! The exact chance of a contest, and the paths through it, against the machine itself.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use fracas_analytics::contest::{exact, play};
use fracas_analytics::perft::perft;
use fracas_engine::dice::{Roll, Seeded};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::names::Named;
use fracas_engine::rules::{
    NeitherCanTest, OpposedTie, RerollKnowledge, RerollOfOne, Rules, RulesSetup,
    TwoAutomaticFailures,
};
use fracas_engine::skirmish::checks::Reroll;
use fracas_engine::skirmish::combat::{Plain, RandomChoices};
use fracas_engine::skirmish::contest::{Candidate, Contest, ContestSetup, ContestState};
use proptest::prelude::*;
use std::sync::Arc;

/// A chain of so many dice comes once in 6^22 times.
const LONGEST_WALK: u32 = 22;

fn contest(values: [&[i32]; 2], rules: Rules) -> Contest {
    let list = |side: usize| {
        let numbers = (side as u32..).step_by(2);
        let listed = numbers.zip(values[side]);
        listed.map(|(fighter, &value)| Candidate { fighter, value }).collect()
    };
    let setup = ContestSetup { roll: Roll::Discipline, candidates: [list(0), list(1)] };
    Contest::new(&setup, Arc::new(rules)).unwrap()
}

/// Takes the choices of the players up to the next die or the end.
fn settle(contest: &Contest, players: &[Plain; 2], state: &mut ContestState) {
    while let Node::Decision(decision) = contest.node(state) {
        let choice = players[decision.side].choose_in_contest(contest, state, &decision);
        contest.apply(state, choice, &mut ()).unwrap();
    }
}

/// The chances that side 0 and side 1 win before the contest is back at `fresh`, die by die.
fn walk(
    contest: &Contest,
    players: &[Plain; 2],
    state: ContestState,
    fresh: &ContestState,
    depth: u32,
) -> [f64; 2] {
    let mut chances = [0.0; 2];
    if let Some(winner) = state.winner() {
        chances[winner] = 1.0;
        return chances;
    }
    if depth == LONGEST_WALK || (depth > 0 && state == *fresh) {
        return chances;
    }
    for face in 1..=6 {
        let mut after = state;
        contest.roll(&mut after, face, &mut ()).unwrap();
        settle(contest, players, &mut after);
        let share = walk(contest, players, after, fresh, depth + 1);
        chances = [chances[0] + share[0] / 6.0, chances[1] + share[1] / 6.0];
    }
    chances
}

fn walked(contest: &Contest, players: &[Plain; 2]) -> f64 {
    let mut fresh = contest.start(&mut ());
    settle(contest, players, &mut fresh);
    let [first, second] = walk(contest, players, fresh, &fresh, 0);
    first / (first + second)
}

fn one_of<T: Named + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::ALL)
}

prop_compose! {
    fn rules()(
        reroll_limit in prop::option::of(1_u8..4),
        reroll_of_one in one_of::<RerollOfOne>(),
        two_automatic_failures in one_of::<TwoAutomaticFailures>(),
        opposed_tie in one_of::<OpposedTie>(),
        reroll_knowledge in one_of::<RerollKnowledge>(),
        neither_can_test in one_of::<NeitherCanTest>(),
    ) -> Rules {
        let mut setup = RulesSetup::default();
        setup.checks.reroll_limit = reroll_limit;
        setup.checks.reroll_of_one = reroll_of_one;
        setup.checks.two_automatic_failures = two_automatic_failures;
        setup.checks.opposed_tie = opposed_tie;
        setup.checks.reroll_knowledge = reroll_knowledge;
        setup.contests.neither_can_test = neither_can_test;
        Rules::new(&setup).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    // rule: C-6 D-6 D-8
    fn the_exact_chance_is_what_the_machine_leads_to(
        values in [
            prop::collection::vec(-8_i32..9, 0..4),
            prop::collection::vec(-8_i32..9, 0..4),
        ],
        habits in [one_of::<Reroll>(), one_of::<Reroll>()],
        rules in rules(),
    ) {
        let contest = contest([&values[0], &values[1]], rules);
        let players = habits
            .map(|discipline_sixes| Plain { discipline_sixes, ..Plain::default() });
        let chance = exact(&contest, &players);
        prop_assert!((chance - walked(&contest, &players)).abs() < 1e-12);
    }
}

#[test]
// rule: C-6
fn a_lot_is_even_and_a_side_that_cannot_test_loses() {
    for (values, chance) in [([0, 0], 0.5), ([1, 0], 1.0), ([0, 1], 0.0)] {
        let sides: [&[i32]; 2] = values.map(|count| &[1][..count]);
        let found = exact(&contest(sides, Rules::default()), &[Plain::default(); 2]);
        assert!((found - chance).abs() < 1e-15, "{values:?}");
    }
}

#[test]
// rule: C-6
fn the_paths_of_a_contest_are_counted() {
    let paths = |contest: &Contest| {
        let state = contest.start(&mut ());
        [0, 1, 2, 3, 4, 5].map(|depth| perft(contest, &state, depth))
    };
    // Three testers, two testers, a die; then a die of side 1, or two choices after a six.
    let several = contest([&[1, 2, 3], &[4, 5]], Rules::default());
    assert_eq!(paths(&several)[..5], [1, 3, 6, 36, 192]);
    // One die of a lot, and nothing after it.
    assert_eq!(paths(&contest([&[], &[]], Rules::default())), [1, 6, 0, 0, 0, 0]);
    assert_eq!(paths(&contest([&[1], &[]], Rules::default())), [1, 0, 0, 0, 0, 0]);
}

#[test]
// rule: C-6
fn random_players_play_it_to_its_end() {
    let contest = contest([&[1, 2, 3], &[4, 5]], Rules::default());
    let mut won = [0; 2];
    for game in 0..200 {
        let mut players = [1, 2].map(|seed| RandomChoices::new(seed, game));
        let mut state = contest.start(&mut ());
        let mut dice = Seeded::new(7, game);
        play(&contest, &mut state, &mut players, &mut dice, &mut ()).unwrap();
        won[state.winner().unwrap()] += 1;
    }
    assert!(won[0] > 20 && won[1] > 100, "{won:?}");
}
