//! The readers of a combat against the machine, die by die.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its combat has failed")]
#![expect(clippy::iter_over_hash_type, reason = "sums of chances are compared with a tolerance")]

use fracas_analytics::combat::{
    Law, LawSampler, Odds, Opening, SampleRequest, exact, per_pass, play, sample_law, sample_rolled,
};
use fracas_engine::dice::{Recorded, Recording, Seeded};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::{
    CheckRules, CombatRules, EqualFriends, OpposedTie, RerollKnowledge, RerollOfOne,
    RoutedFighters, Rules, RulesSetup, SeveralDice, TwoAutomaticFailures,
};
use fracas_engine::skirmish::combat::{
    Combat, CombatSetup, FighterSetup, Outcome, Placement, PlacingHabit, Plain,
};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup, Skill};
use fracas_engine::skirmish::wounds::{Health, WoundLevel};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

fn skills() -> impl Strategy<Value = Vec<Skill>> {
    let names = ["Counter-attack", "Ambidextrous", "Magician", "Warrior-mage", "Faithful"];
    prop::sample::subsequence(names.to_vec(), 0..=3)
        .prop_map(|names| names.into_iter().filter_map(Skill::parse).collect())
}

prop_compose! {
    fn fighter()(
        numbers in [0_u8..9, 0..9, 2..14, 0..9, 2..14],
        value in 0_u16..4,
        skills in skills(),
        level in prop::sample::select(vec![
            WoundLevel::None, WoundLevel::None, WoundLevel::Light, WoundLevel::Critical,
        ]),
        stunned in 0_u8..=1,
        flags in [prop::bool::weighted(0.5), prop::bool::weighted(0.1), prop::bool::weighted(0.2)],
        placement in prop::sample::select(vec![
            Placement::Normal, Placement::Normal, Placement::Before, Placement::After,
            Placement::AfterInitiative,
        ]),
    ) -> FighterSetup {
        let [initiative, attack, strength, defence, resilience] = numbers;
        let setup = ProfileSetup {
            name: "fighter".to_owned(),
            initiative, attack, strength, defence, resilience, value, skills,
            ..ProfileSetup::default()
        };
        FighterSetup {
            profile: Arc::new(Profile::new(&setup).unwrap()),
            health: Health { level, stunned },
            charged: flags[0],
            bound_to_defence: flags[1],
            routed: flags[2],
            placement,
        }
    }
}

fn one_of<T: Copy + std::fmt::Debug + 'static>(values: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(values)
}

prop_compose! {
    fn checks()(
        reroll_limit in one_of(&[None, None, Some(1), Some(2)]),
        reroll_of_one in one_of(&[RerollOfOne::WholeChain, RerollOfOne::LastDie]),
        two_automatic_failures in one_of(&[
            TwoAutomaticFailures::CompareFinals, TwoAutomaticFailures::CompareNaturals,
        ]),
        opposed_tie in one_of(&[
            OpposedTie::RollAgain, OpposedTie::Side0Wins, OpposedTie::Side1Wins,
        ]),
        several_dice in one_of(&[SeveralDice::Best, SeveralDice::BestPlusOnePerExtraDie]),
        reroll_knowledge in one_of(&[RerollKnowledge::Open, RerollKnowledge::Blind]),
    ) -> CheckRules {
        CheckRules {
            reroll_limit, reroll_of_one, two_automatic_failures, opposed_tie, several_dice,
            reroll_knowledge,
        }
    }
}

prop_compose! {
    fn combat_rules()(
        equal_friends in one_of(&[EqualFriends::PlayerChooses, EqualFriends::ListedOrder]),
        truths in any::<[bool; 4]>(),
        routed_fighters in one_of(&[RoutedFighters::LikeOthers, RoutedFighters::DefenceOnly]),
        counter_attack_margin in 0_u8..4,
        dice in [0_u8..3, 0..3],
    ) -> CombatRules {
        CombatRules {
            equal_friends,
            roll_sure_attacks: truths[0],
            sustained_accumulates: truths[1],
            sustained_from_first_roll: truths[2],
            exchange_on_automatic_failure: truths[3],
            routed_fighters,
            counter_attack_margin,
            counter_attack_dice: dice[0],
            ambidextrous_dice: dice[1],
            ..CombatRules::default()
        }
    }
}

fn rules() -> impl Strategy<Value = Arc<Rules>> {
    (checks(), combat_rules()).prop_map(|(checks, combat)| {
        Arc::new(Rules::new(&RulesSetup { checks, combat, ..RulesSetup::default() }).unwrap())
    })
}

prop_compose! {
    fn habit()(
        placing in one_of(&[
            PlacingHabit::Even, PlacingHabit::AllOutAttack, PlacingHabit::AllOutDefence,
        ]),
        truths in any::<[bool; 3]>(),
    ) -> Plain {
        Plain {
            placing,
            attack_sixes: truths[0],
            initiative_sixes: truths[1],
            sustained_defence: truths[2],
            ..Plain::default()
        }
    }
}

fn combat(most: usize) -> impl Strategy<Value = Combat> {
    let enemies = prop::collection::vec(fighter(), 1..=most);
    (fighter(), enemies, 0_usize..2, 0_usize..2, rules()).prop_map(
        |(lone, enemies, lone_side, chosen_by, rules)| {
            Combat::new(&CombatSetup { lone, enemies, lone_side, chosen_by }, rules).unwrap()
        },
    )
}

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
    let request = SampleRequest { target_error: None, ..request };
    let sample = sample_rolled(&opening, request, &mut |games| games < 100_000);
    assert_eq!(sample.games, 131_072);
    assert!(sample.interrupted);
}

#[test]
fn a_law_that_would_not_fit_is_refused_with_its_size() {
    let combat = guard_against(8);
    let players = [Plain { placing: PlacingHabit::AllOutAttack, ..Plain::default() }; 2];
    let refused = exact(&combat, players, &mut Odds::new(combat.rules()), &mut || true);
    assert!(refused.unwrap_err().to_string().contains("above the limit of 8000000"));
}
