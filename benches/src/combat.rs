//! One combat: exact laws, rolled games, games drawn from the law.
//!
//! The lone fighter is a Praetorian guard, his enemies are Dawn warriors, both of the library; the
//! policy is the plain one. A digest is made of all outcomes with their chances or counts.

use crate::light::{self, BLOWS, Blow, Light};
use crate::measure::{Bar, Bench, Contender, ROUNDS, billionths, mix};
use fracas_analytics::combat::{
    Law, LawSampler, Odds, Opening, Sample, SampleRequest, exact, sample_law, sample_rolled,
};
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::combat::{
    Combat, CombatSetup, FighterSetup, MAX_FIGHTERS, Outcome, Plain,
};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup};
use fracas_engine::skirmish::wounds::WoundLevel;
use std::hint::black_box;
use std::sync::Arc;

const SEED: u64 = 7;

const GUARD: Light = Light { initiative: 3, attack: 5, strength: 8, defence: 5, resilience: 11 };
const WARRIOR: Light = Light { initiative: 3, attack: 3, strength: 7, defence: 3, resilience: 7 };

const DUEL_LAW: u64 = 0x3599_6ed1_d320_018f;
const ROLLED_DUELS: u64 = 0x81d6_9be4_dbf2_9506;
const LAW_DUELS: u64 = 0x501b_5ff3_dfb8_ed9e;
const MANY_ROLLED_DUELS: u64 = 0xe873_1431_7b87_2c16;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        what: "exact law of a duel",
        unit: "laws",
        count: 100_000,
        rounds: ROUNDS,
        work: Contender { run: exact_combat::<1>, digest: DUEL_LAW },
        rival: None,
        bar: Bar::Time(5e-6),
    },
    Bench {
        what: "the same, with the combat set up anew each time",
        unit: "laws",
        count: 100_000,
        rounds: ROUNDS,
        work: Contender { run: exact_duel_set_up_anew, digest: DUEL_LAW },
        rival: None,
        bar: Bar::Time(5e-6),
    },
    Bench {
        what: "exact law of one against two",
        unit: "laws",
        count: 1_000,
        rounds: ROUNDS,
        work: Contender { run: exact_combat::<2>, digest: 0xd1ab_4f60_d93c_9d13 },
        rival: None,
        bar: Bar::NoTime,
    },
    Bench {
        what: "exact law of one against three",
        unit: "laws",
        count: 100,
        rounds: ROUNDS,
        work: Contender { run: exact_combat::<3>, digest: 0x38fd_90fa_a9d2_ea5c },
        rival: None,
        bar: Bar::Time(1e-3),
    },
    Bench {
        what: "exact law of one against eight",
        unit: "laws",
        count: 1,
        rounds: 2,
        work: Contender { run: exact_combat::<8>, digest: 0x686c_d803_cede_e9ca },
        rival: None,
        bar: Bar::NoTime,
    },
    Bench {
        what: "rolled duels; against a loop for this one duel written by hand",
        unit: "duels",
        count: 4_000_000,
        rounds: ROUNDS,
        work: Contender { run: rolled_duels::<1>, digest: ROLLED_DUELS },
        rival: Some(Contender { run: light_duels, digest: ROLLED_DUELS }),
        bar: Bar::Ratio(0.5),
    },
    Bench {
        what: "rolled combats of one against three",
        unit: "combats",
        count: 1_000_000,
        rounds: ROUNDS,
        work: Contender { run: rolled_against_three, digest: 0x1ea5_166e_3b15_fb10 },
        rival: None,
        bar: Bar::Nothing,
    },
    Bench {
        what: "duels drawn from the law",
        unit: "duels",
        count: 50_000_000,
        rounds: ROUNDS,
        work: Contender { run: law_duels::<1>, digest: LAW_DUELS },
        rival: None,
        bar: Bar::Rate(1e8),
    },
    Bench {
        what: "rolled duels, two threads; against one",
        unit: "duels",
        count: 16_000_000,
        rounds: ROUNDS,
        work: Contender { run: rolled_duels::<2>, digest: MANY_ROLLED_DUELS },
        rival: Some(Contender { run: rolled_duels::<1>, digest: MANY_ROLLED_DUELS }),
        bar: Bar::Ratio(1.8),
    },
    Bench {
        what: "duels drawn from the law, two threads; against one",
        unit: "duels",
        count: 50_000_000,
        rounds: ROUNDS,
        work: Contender { run: law_duels::<2>, digest: LAW_DUELS },
        rival: Some(Contender { run: law_duels::<1>, digest: LAW_DUELS }),
        bar: Bar::Ratio(1.8),
    },
];

fn fighter(name: &str, light: Light, value: u16) -> FighterSetup {
    let setup = ProfileSetup {
        name: name.to_owned(),
        initiative: light.initiative as u8,
        attack: light.attack as u8,
        strength: light.strength as u8,
        defence: light.defence as u8,
        resilience: light.resilience as u8,
        value,
        ..ProfileSetup::default()
    };
    match Profile::new(&setup) {
        Ok(profile) => FighterSetup::new(Arc::new(profile)),
        Err(problems) => unreachable!("{problems}"),
    }
}

pub(crate) fn setup(enemies: usize) -> CombatSetup {
    CombatSetup {
        lone: fighter("Praetorian guard", GUARD, 49),
        enemies: vec![fighter("Dawn warrior", WARRIOR, 19); enemies],
        lone_side: 0,
        chosen_by: 0,
    }
}

pub(crate) fn combat(setup: &CombatSetup, rules: &Arc<Rules>) -> Combat {
    match Combat::new(setup, Arc::clone(rules)) {
        Ok(combat) => combat,
        Err(problems) => unreachable!("{problems}"),
    }
}

fn law(combat: &Combat, odds: &mut Odds) -> Law {
    match exact(combat, [Plain::default(); 2], odds, &mut || true) {
        Ok(law) => law,
        Err(error) => unreachable!("{error}"),
    }
}

/// The law, again and again; odds of single rolls are kept from one to the next.
fn exact_combat<const ENEMIES: usize>(count: u64) -> u64 {
    let rules = Arc::new(Rules::default());
    let combat = combat(&setup(ENEMIES), &rules);
    let mut odds = Odds::new(&rules);
    let mut last = law(&combat, &mut odds);
    for _ in 1..count {
        last = law(black_box(&combat), &mut odds);
    }
    digest_of_law(&last)
}

fn exact_duel_set_up_anew(count: u64) -> u64 {
    let rules = Arc::new(Rules::default());
    let setup = setup(1);
    let mut odds = Odds::new(&rules);
    let mut last = law(&combat(&setup, &rules), &mut odds);
    for _ in 1..count {
        last = law(&combat(black_box(&setup), &rules), &mut odds);
    }
    digest_of_law(&last)
}

/// All outcomes that have a billionth, in their order.
fn digest_of_law(law: &Law) -> u64 {
    let mut outcomes: Vec<_> = law
        .outcomes
        .iter()
        .map(|&(outcome, chance)| (number(outcome), billionths(chance)))
        .collect();
    outcomes.retain(|&(_, chance)| chance > 0);
    outcomes.sort_unstable();
    outcomes.iter().fold(0, |digest, &(key, chance)| mix(mix(digest, key), chance))
}

/// An outcome as a number that does not depend on how the engine packs it: five bits each, from the
/// lowest, for the passes, the blows of side 0, those of side 1, and the health of each fighter.
fn number(outcome: Outcome) -> u64 {
    let health = |fighter: usize| {
        let health = outcome.health(fighter);
        health.level as u64 * 5 + u64::from(health.stunned)
    };
    let counts = [outcome.passes(), outcome.landed(0), outcome.landed(1)].map(u64::from);
    let all = counts.into_iter().chain((0..MAX_FIGHTERS).map(health));
    all.zip(0_u32..).map(|(part, place)| part << (5 * place)).sum()
}

const fn request(games: u64, threads: usize) -> SampleRequest {
    SampleRequest { seed: SEED, games, threads, target_error: None }
}

fn rolled(enemies: usize, games: u64, threads: usize) -> Sample {
    let combat = combat(&setup(enemies), &Arc::new(Rules::default()));
    let opening = Opening::new(&combat, [Plain::default(); 2]);
    sample_rolled(&opening, request(games, threads), &mut |_| true)
}

fn rolled_duels<const THREADS: usize>(games: u64) -> u64 {
    digest_of_duels(&rolled(1, games, THREADS))
}

fn rolled_against_three(games: u64) -> u64 {
    let sample = rolled(3, games, 1);
    sample
        .outcomes
        .iter()
        .fold(0, |digest, &(outcome, count)| mix(mix(digest, number(outcome)), count))
}

fn law_duels<const THREADS: usize>(games: u64) -> u64 {
    let rules = Arc::new(Rules::default());
    let combat = combat(&setup(1), &rules);
    let sampler = LawSampler::new(&law(&combat, &mut Odds::new(&rules)));
    digest_of_duels(&sample_law(&sampler, 2, request(games, THREADS), &mut |_| true))
}

/// Counts of duels by the blow that each fighter suffered: the whole outcome, all having one pass.
type Counts = [[u64; BLOWS]; BLOWS];

fn light_duels(games: u64) -> u64 {
    let fighters = black_box([GUARD, WARRIOR]);
    let mut counts = Counts::default();
    for game in 0..games {
        let [one, two] = light::duel(SEED, game, &fighters);
        counts[usize::from(one)][usize::from(two)] += 1;
    }
    digest_of_counts(&counts)
}

fn digest_of_duels(sample: &Sample) -> u64 {
    let mut counts = Counts::default();
    for &(outcome, count) in &sample.outcomes {
        assert_eq!(outcome.passes(), 1);
        let [one, two] = [0, 1].map(|fighter| usize::from(blow_on(outcome, fighter)));
        assert_eq!(counts[one][two], 0);
        counts[one][two] = count;
    }
    digest_of_counts(&counts)
}

fn blow_on(outcome: Outcome, fighter: usize) -> Blow {
    let health = outcome.health(fighter);
    match (outcome.landed(1 - fighter), health.level) {
        (0, _) => 0,
        (_, WoundLevel::None) => 1 + health.stunned,
        (_, WoundLevel::Light) => 3,
        (_, WoundLevel::Serious) => 4,
        (_, WoundLevel::Critical) => 5,
        (_, WoundLevel::Killed) => light::KILLED,
    }
}

fn digest_of_counts(counts: &Counts) -> u64 {
    counts.iter().flatten().fold(0, |digest, &count| mix(digest, count))
}
