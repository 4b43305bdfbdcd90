//! The ground floor: dice and the exact laws of attacks and wound rolls.

use crate::measure::{Bar, Bench, Contender, ROUNDS, billionths, mix};
use fracas_analytics::laws::{Laws, wound_law};
use fracas_engine::dice::Seeded;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::checks::Reroll;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        what: "seeded dice; against one SplitMix64 word a die",
        unit: "dice",
        count: 100_000_000,
        rounds: ROUNDS,
        work: Contender { run: seeded_dice, digest: 349_973_709 },
        rival: Some(Contender { run: splitmix_dice, digest: 349_988_334 }),
        bar: Bar::Nothing,
    },
    Bench {
        what: "attack law, every one computed",
        unit: "laws",
        count: 200_000,
        rounds: ROUNDS,
        work: Contender { run: attack_laws, digest: 0xd916_0ea8_a580_2cf5 },
        rival: None,
        bar: Bar::Nothing,
    },
    Bench {
        what: "wound law, every one computed",
        unit: "laws",
        count: 2_000_000,
        rounds: ROUNDS,
        work: Contender { run: wound_laws, digest: 0x228e_316e_26dd_8c48 },
        rival: None,
        bar: Bar::Nothing,
    },
];

/// Dice of `dice-stream v1`, added up.
fn seeded_dice(count: u64) -> u64 {
    let mut dice = Seeded::new(7, 0);
    (0..count).map(|_| u64::from(dice.next_die())).sum()
}

/// What a die costs at least: the cheapest generator there is, and no rejection.
fn splitmix_dice(count: u64) -> u64 {
    let mut state = 7_u64;
    let mut die = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^= word >> 31;
        1 + ((u128::from(word) * 6) >> 64) as u64
    };
    (0..count).map(|_| die()).sum()
}

/// Attacks of −2 to 12 against defences of −2 to 12 and 0 to 4 dice, in turn.
fn attack_laws(count: u64) -> u64 {
    let laws = Laws::new(&Rules::default().checks);
    (0..count).fold(0, |digest, number| {
        let attack = (number % 15) as i32 - 2;
        let defence = (number / 15 % 15) as i32 - 2;
        let dice = (number / 225 % 5) as u8;
        let law = laws.attack(attack, defence, dice, [Reroll::Always, Reroll::WhenNeeded]);
        mix(mix(digest, billionths(law.automatic_failure)), billionths(law.landed))
    })
}

/// Gaps between strength and resilience of −15 to 15, in turn.
fn wound_laws(count: u64) -> u64 {
    let rules = Rules::default();
    (0..count).fold(0, |digest, number| {
        let law = wound_law(&rules, (number % 31) as i32 - 15);
        law.iter().fold(digest, |digest, &chance| mix(digest, billionths(chance)))
    })
}
