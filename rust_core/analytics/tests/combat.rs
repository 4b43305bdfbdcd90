//! The readers of a combat against the machine, die by die.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its combat has failed")]
#![expect(clippy::iter_over_hash_type, reason = "sums of chances are compared with a tolerance")]

mod strategies;

use fracas_analytics::combat::{
    Law, LawSampler, Odds, Opening, SampleRequest, exact, per_pass, play, sample_law, sample_rolled,
};
use fracas_engine::dice::{Recorded, Recording, Seeded};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::{CheckRules, OpposedTie, Rules, RulesSetup};
use fracas_engine::skirmish::combat::{
    Combat, CombatSetup, FighterSetup, Outcome, PlacingHabit, Plain,
};
use fracas_engine::skirmish::profiles::Profile;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use strategies::{checks, combat, combat_rules, fighter, habit};

/// The law by following every die and every habit of the machine, equal states merged; only for rules
/// that end chains.
fn by_dice(combat: &Combat, players: &[Plain; 2]) -> BTreeMap<Outcome, f64> {
    let mut law = BTreeMap::new();
    let mut layer = HashMap::from([(combat.start(&mut ()), 1.0)]);
    while !layer.is_empty() {
        let mut next = HashMap::new();
        for (mut state, chance) in layer {
            match combat.node(&state) {
                Node::Over => {
                    *law.entry(state.outcome(combat.fighters())).or_insert(0.0) += chance;
                }
                Node::Decision(decision) => {
                    let choice = players[decision.side].choose(combat, &state, &decision);
                    combat.apply(&mut state, choice, &mut ()).unwrap();
                    *next.entry(state).or_insert(0.0) += chance;
                }
                Node::Chance(_) => {
                    for face in 1..=6 {
                        let mut after = state;
                        combat.roll(&mut after, face, &mut ()).unwrap();
                        *next.entry(after).or_insert(0.0) += chance / 6.0;
                    }
                }
            }
        }
        layer = next;
    }
    law
}

fn law_of(combat: &Combat, players: [Plain; 2]) -> Law {
    exact(combat, players, &mut Odds::new(combat.rules()), &mut || true).unwrap()
}

fn total(law: &Law) -> f64 {
    law.outcomes.iter().map(|&(_, chance)| chance).sum()
}

proptest! {
    // rule: C-11 C-12 C-16 C-17 C-18 C-19 C-20 C-21 C-22 C-23 C-24 C-25 C-26 C-27 C-28 C-29
    #[test]
    fn rolled_straight_is_rolled_die_by_die(
        combat in combat(8), players in [habit(), habit()], seed: u64,
    ) {
        let opening = Opening::new(&combat, players);
        for game in 0..20 {
            let mut dice = Recording::new(Seeded::new(seed, game));
            let mut state = combat.start(&mut ());
            play(&combat, &mut state, &mut players.clone(), &mut dice, &mut ()).unwrap();
            let expected = state.outcome(combat.fighters());
            // The record answers only the same rolls in the same order, and must be used up.
            let mut again = Recorded::new(dice.record()).unwrap();
            let outcome = opening.roll_straight(&mut again).unwrap();
            prop_assert_eq!(outcome, expected);
            prop_assert_eq!(again.finish(), Ok(()));
        }
    }

    #[test]
    fn the_exact_law_adds_up_to_one_and_has_no_outcome_twice(
        combat in combat(3), players in [habit(), habit()],
    ) {
        let law = law_of(&combat, players);
        prop_assert!((total(&law) - 1.0).abs() < 1e-9, "{}", total(&law));
        let mut outcomes: Vec<_> = law.outcomes.iter().map(|&(outcome, _)| outcome).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        prop_assert_eq!(outcomes.len(), law.outcomes.len());
        prop_assert!(law.outcomes.iter().all(|&(_, chance)| chance > 0.0));
    }

    #[test]
    fn what_the_last_pass_leaves_is_what_the_law_says(
        combat in combat(2), players in [habit(), habit()],
    ) {
        let law = law_of(&combat, players);
        let mut odds = Odds::new(combat.rules());
        let passes = per_pass(&combat, players, &mut odds, &mut || true).unwrap();
        for pass in &passes {
            for levels in &pass[..combat.fighters()] {
                let sum: f64 = levels.iter().sum();
                prop_assert!((sum - 1.0).abs() < 1e-9, "{sum} of {}", passes.len());
            }
        }
        let last = passes.last().unwrap();
        for fighter in 0..combat.fighters() {
            let mut levels = [0.0; 5];
            for (outcome, chance) in &law.outcomes {
                levels[outcome.health(fighter).level as usize] += chance;
            }
            for (level, &chance) in levels.iter().enumerate() {
                prop_assert!((last[fighter][level] - chance).abs() < 1e-9);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_exact_law_is_the_law_of_the_dice(
        lone in fighter(), enemy in fighter(), checks in checks(), rules in combat_rules(),
        players in [habit(), habit()],
    ) {
        let checks = CheckRules { reroll_limit: Some(1), opposed_tie: OpposedTie::Side0Wins, ..checks };
        let setup = RulesSetup { checks, combat: rules, ..RulesSetup::default() };
        let setup_of = CombatSetup { lone, enemies: vec![enemy], lone_side: 0, chosen_by: 0 };
        let combat = Combat::new(&setup_of, Arc::new(Rules::new(&setup).unwrap())).unwrap();
        let expected = by_dice(&combat, &players);
        let law = law_of(&combat, players);
        prop_assert_eq!(law.outcomes.len(), expected.len());
        for (outcome, chance) in &law.outcomes {
            prop_assert!((chance - expected[outcome]).abs() < 1e-12);
        }
    }
}

fn library(name: &str) -> FighterSetup {
    let text = std::fs::read(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../python/fracas/data/profiles.toml"),
    )
    .unwrap();
    let tree =
        fracas_engine::document::parse(&text, fracas_engine::document::Format::Toml).unwrap();
    let profiles = Profile::list_from_tree(&tree).unwrap();
    let profile = profiles.into_iter().find(|profile| profile.name == name).unwrap();
    FighterSetup::new(Arc::new(profile))
}

fn guard_against(warriors: usize) -> Combat {
    let setup = CombatSetup {
        lone: library("Praetorian guard"),
        enemies: vec![library("Dawn warrior"); warriors],
        lone_side: 0,
        chosen_by: 0,
    };
    Combat::new(&setup, Arc::new(Rules::default())).unwrap()
}

#[test]
fn samples_are_the_same_for_any_number_of_threads() {
    let combat = guard_against(2);
    let players = [Plain::default(); 2];
    let opening = Opening::new(&combat, players);
    let sampler = LawSampler::new(&law_of(&combat, players));
    for games in [1, 1_000, 200_001] {
        let request = |threads| SampleRequest { seed: 11, games, threads, target_error: None };
        let rolled =
            [1, 2, 7].map(|threads| sample_rolled(&opening, request(threads), &mut |_| true));
        let drawn =
            [1, 2, 7].map(|threads| sample_law(&sampler, 3, request(threads), &mut |_| true));
        for samples in [rolled, drawn] {
            assert_eq!(samples[0].games, games);
            assert_eq!(samples[0].outcomes.iter().map(|&(_, count)| count).sum::<u64>(), games);
            assert_eq!(samples[0].outcomes, samples[1].outcomes);
            assert_eq!(samples[0].outcomes, samples[2].outcomes);
        }
    }
}

#[test]
fn samples_agree_with_the_exact_law() {
    for warriors in [1, 2, 3] {
        let combat = guard_against(warriors);
        let players = [Plain { sustained_defence: true, ..Plain::default() }; 2];
        let law = law_of(&combat, players);
        let opening = Opening::new(&combat, players);
        let games = 400_000;
        let request = SampleRequest { seed: 5, games, threads: 2, target_error: None };
        let sampler = LawSampler::new(&law);
        let both = [
            sample_rolled(&opening, request, &mut |_| true),
            sample_law(&sampler, warriors + 1, request, &mut |_| true),
        ];
        for sample in both {
            let counts: BTreeMap<_, _> = sample.outcomes.iter().copied().collect();
            for &(outcome, chance) in &law.outcomes {
                let expected = chance * games as f64;
                let count = *counts.get(&outcome).unwrap_or(&0) as f64;
                let deviation = (expected * (1.0 - chance)).sqrt();
                // Rare outcomes are not normal: they get the room of a few counts.
                assert!((count - expected).abs() <= 5.5 * deviation + 6.0, "{outcome:?}");
            }
        }
    }
}

#[test]
fn a_sample_stops_at_its_target_error_and_when_it_is_told_to() {
    let combat = guard_against(1);
    let opening = Opening::new(&combat, [Plain::default(); 2]);
    let request =
        SampleRequest { seed: 1, games: 10_000_000, threads: 1, target_error: Some(2e-4) };
    let sample = sample_rolled(&opening, request, &mut |_| true);
    assert!(sample.games < 10_000_000 && sample.games.is_multiple_of(65_536));
    assert!(!sample.interrupted);
    let request = SampleRequest { games: u64::MAX, target_error: None, ..request };
    let sample = sample_rolled(&opening, request, &mut |games| games < 100_000);
    assert!(sample.games >= 100_000 && sample.games.is_multiple_of(65_536));
    assert!(sample.interrupted);
}

#[test]
fn a_law_that_would_not_fit_is_refused_with_its_size() {
    let combat = guard_against(8);
    let players = [Plain { placing: PlacingHabit::AllOutAttack, ..Plain::default() }; 2];
    let refused = exact(&combat, players, &mut Odds::new(combat.rules()), &mut || true);
    assert!(refused.unwrap_err().to_string().contains("above the limit of 8000000"));
}
