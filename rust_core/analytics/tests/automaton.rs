//! The table of a small combat rolls what the machine rolls.

mod strategies;

use fracas_analytics::combat::{Opening, SampleRequest, sample_rolled};
use fracas_engine::dice::Seeded;
use proptest::prelude::*;
use std::collections::BTreeMap;
use strategies::{combat, habit};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn games_from_the_table_are_the_games_rolled_straight(
        combat in combat(1), players in [habit(), habit()], seed: u64,
    ) {
        let opening = Opening::new(&combat, players);
        let games = 66_000;
        let request = SampleRequest { seed, games, threads: 1, target_error: None };
        let sample = sample_rolled(&opening, request, &mut |_| true);
        let mut counts = BTreeMap::new();
        for game in 0..games {
            let Ok(outcome) = opening.roll_straight(&mut Seeded::new(seed, game));
            *counts.entry(outcome).or_insert(0_u64) += 1;
        }
        prop_assert_eq!(sample.outcomes, counts.into_iter().collect::<Vec<_>>());
    }
}
