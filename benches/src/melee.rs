//! Melees: found on many boards and on one big one, counted, enumerated, separated in the best way.
//!
//! Boards are drawn from `dice-stream` words: camps by a coin, contacts between any two fighters. A
//! digest is made of the labels, the counts, the members of stars, or values in billionths of a point.

use crate::measure::{Bar, Bench, Contender, ROUNDS, mix};
use fracas_analytics::combat::Odds;
use fracas_analytics::melee::{Batch, CombatValues, Kind, Play, best, count, find_batch};
use fracas_engine::dice::philox2x64;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::combat::{FighterSetup, Plain};
use fracas_engine::skirmish::melee::{Bits, Board, Graph, Melee, Separations, Star, find_melees};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup};
use std::hint::black_box;
use std::sync::{Arc, OnceLock};

const BOARDS: u64 = 200_000;
const FIGHTERS: usize = 40;
const CONTACTS: usize = 60;
const LABELS: u64 = 0x2aeb_413c_653e_460d;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        what: "melees of boards of 40 fighters and 60 contacts",
        unit: "boards",
        count: BOARDS,
        rounds: ROUNDS,
        work: Contender { run: batch::<1>, digest: LABELS },
        rival: None,
        bar: Bar::Rate(1e6),
    },
    Bench {
        what: "the same, two threads; against one",
        unit: "boards",
        count: BOARDS,
        rounds: ROUNDS,
        work: Contender { run: batch::<2>, digest: LABELS },
        rival: Some(Contender { run: batch::<1>, digest: LABELS }),
        bar: Bar::Nothing,
    },
    Bench {
        what: "melees of a board of 1,000,000 fighters and 3,000,000 contacts",
        unit: "boards",
        count: 1,
        rounds: ROUNDS,
        work: Contender { run: large_board, digest: 0x8837_8568_cc9b_7bb8 },
        rival: None,
        bar: Bar::Time(1.0),
    },
    Bench {
        what: "separations counted, eight against eight, all in contact",
        unit: "melees",
        count: 10,
        rounds: ROUNDS,
        work: Contender { run: count_complete, digest: 58_746_304 },
        rival: None,
        bar: Bar::Time(10e-3),
    },
    Bench {
        what: "separations counted, random contacts of eight against eight",
        unit: "melees",
        count: 100,
        rounds: ROUNDS,
        work: Contender { run: count_random, digest: 0x98cc_8b1d_c63e_8ab5 },
        rival: None,
        bar: Bar::Time(10e-3),
    },
    Bench {
        what: "separations counted, a chain of 200",
        unit: "melees",
        count: 100,
        rounds: ROUNDS,
        work: Contender { run: count_chain, digest: 0x4dd0_147c_f678_fbaf },
        rival: None,
        bar: Bar::Time(10e-3),
    },
    Bench {
        what: "separations enumerated, five against five, all in contact",
        unit: "separations",
        count: 2945 * 40,
        rounds: ROUNDS,
        work: Contender { run: enumerate, digest: 0xbda9_7d91_07bc_5f10 },
        rival: None,
        bar: Bar::Rate(1e6),
    },
    Bench {
        what: "best separation of five against five, four profiles, from nothing",
        unit: "melees",
        count: 1,
        rounds: ROUNDS,
        work: Contender { run: best_cold, digest: 14_985_033_135 },
        rival: None,
        bar: Bar::Time(1.0),
    },
    Bench {
        what: "the same, the combats known",
        unit: "melees",
        count: 100,
        rounds: ROUNDS,
        work: Contender { run: best_warm, digest: 14_985_033_135 },
        rival: None,
        bar: Bar::Time(50e-3),
    },
];

/// Random words of a seed.
struct Words(u64, u64);

impl Words {
    fn below(&mut self, count: usize) -> usize {
        self.1 += 1;
        let [word, _] = philox2x64([self.1, 0], self.0);
        ((u128::from(word) * count as u128) >> 64) as usize
    }

    fn camps(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(2) as u8).collect()
    }

    fn contact(&mut self, fighters: usize) -> [u32; 2] {
        let one = self.below(fighters);
        let other = (one + 1 + self.below(fighters - 1)) % fighters;
        [one as u32, other as u32]
    }
}

struct Boards {
    camps: Vec<u8>,
    contacts: Vec<[u16; 2]>,
    fighter_offsets: Vec<i64>,
    contact_offsets: Vec<i64>,
}

fn boards() -> &'static Boards {
    static MADE: OnceLock<Boards> = OnceLock::new();
    MADE.get_or_init(|| {
        let count = BOARDS as usize;
        let mut words = Words(1, 0);
        let offsets = |size: usize| (0..=count).map(|board| (board * size) as i64).collect();
        Boards {
            camps: words.camps(count * FIGHTERS),
            contacts: (0..count * CONTACTS)
                .map(|_| words.contact(FIGHTERS).map(|fighter| fighter as u16))
                .collect(),
            fighter_offsets: offsets(FIGHTERS),
            contact_offsets: offsets(CONTACTS),
        }
    })
}

fn digest_of(labels: &[i32]) -> u64 {
    labels.iter().fold(0, |digest: u64, &label| digest.rotate_left(1).wrapping_add(label as u64))
}

fn batch<const THREADS: usize>(_count: u64) -> u64 {
    let boards = boards();
    let batch = Batch {
        camps: &boards.camps,
        contacts: &boards.contacts,
        fighter_offsets: &boards.fighter_offsets,
        contact_offsets: &boards.contact_offsets,
    };
    match find_batch(black_box(&batch), THREADS, &|| true) {
        Ok(Ok((labels, _))) => digest_of(&labels),
        other => unreachable!("{other:?}"),
    }
}

fn large_board(_count: u64) -> u64 {
    static MADE: OnceLock<(Vec<u8>, Vec<[u32; 2]>)> = OnceLock::new();
    let (camps, contacts) = MADE.get_or_init(|| {
        let mut words = Words(2, 0);
        let camps = words.camps(1_000_000);
        (camps, (0..3_000_000).map(|_| words.contact(1_000_000)).collect())
    });
    find_melees(black_box(camps), contacts)
        .map_or(0, |(labels, melees)| mix(digest_of(&labels), melees.into()))
}

/// The only melee of a board.
fn melee(camps: &[u8], contacts: &[[u32; 2]]) -> Melee {
    match Board::new("", camps, contacts).map(|board| board.melee(0)) {
        Ok(Some(melee)) => melee,
        other => unreachable!("{other:?}"),
    }
}

fn sides(size: u32) -> Vec<u8> {
    (0..2 * size).map(|fighter| u8::from(fighter >= size)).collect()
}

fn complete(size: u32) -> Melee {
    let contacts: Vec<_> =
        (0..size).flat_map(|one| (size..2 * size).map(move |other| [one, other])).collect();
    melee(&sides(size), &contacts)
}

fn counted(melee: &Melee) -> u64 {
    match count(black_box(melee), &|| true) {
        Ok(count) => count.iter_u64_digits().fold(0, |digest, word| digest ^ word),
        Err(error) => unreachable!("{error}"),
    }
}

fn count_complete(rounds: u64) -> u64 {
    let melee = complete(8);
    (0..rounds).fold(0, |_, _| counted(&melee))
}

fn count_random(rounds: u64) -> u64 {
    let mut words = Words(3, 0);
    let mut digest = 0;
    for _ in 0..rounds {
        let contacts: Vec<_> =
            (0..32).map(|_| [words.below(8) as u32, 8 + words.below(8) as u32]).collect();
        digest = mix(digest, counted(&melee(&sides(8), &contacts)));
    }
    digest
}

fn count_chain(rounds: u64) -> u64 {
    let camps: Vec<u8> = (0..200).map(|fighter| fighter % 2).collect();
    let contacts: Vec<_> = (1..200).map(|fighter| [fighter - 1, fighter]).collect();
    let melee = melee(&camps, &contacts);
    (0..rounds).fold(0, |_, _| counted(&melee))
}

fn enumerate(wanted: u64) -> u64 {
    let Some(graph) = Graph::<1>::new(&complete(5)) else { unreachable!("ten fighters fit") };
    let mut digest = 0;
    let mut found = 0;
    while found < wanted {
        let mut walk = Separations::new(&graph);
        while let Some(stars) = walk.advance() {
            let last = stars.last().and_then(Bits::lowest).unwrap_or(0);
            digest = mix(digest, (stars.len() * 64 + last) as u64);
            found += 1;
        }
    }
    digest ^ found
}

/// Four kinds of fighters, on both sides.
fn fighters() -> Vec<FighterSetup> {
    let kinds =
        [(3, 5, 8, 5, 11, 49), (3, 3, 7, 3, 7, 19), (5, 6, 8, 6, 9, 74), (2, 4, 6, 2, 8, 15)];
    let profile = |(initiative, attack, strength, defence, resilience, value)| {
        let setup = ProfileSetup {
            name: "fighter".to_owned(),
            initiative,
            attack,
            strength,
            defence,
            resilience,
            value,
            ..ProfileSetup::default()
        };
        match Profile::new(&setup) {
            Ok(profile) => FighterSetup::new(Arc::new(profile)),
            Err(error) => unreachable!("{error}"),
        }
    };
    (0..10).map(|fighter| profile(kinds[fighter % 4])).collect()
}

/// The best separation for side 0, its value in billionths.
fn find_best(values: &mut CombatValues, odds: &mut Odds) -> u64 {
    let melee = complete(5);
    let Some(graph) = Graph::<1>::new(&melee) else { unreachable!("ten fighters fit") };
    let kinds: Vec<Kind> =
        fighters().iter().filter_map(|fighter| values.kind(fighter).ok()).collect();
    let mut value = |star: &Star| {
        let enemies: Vec<_> = star.enemies.iter().map(|&enemy| kinds[enemy as usize]).collect();
        let side = usize::from(star.lone >= 5);
        values.value(kinds[star.lone as usize], &enemies, side, odds, &|| true)
    };
    match best(black_box(&graph), 1, &mut value, &|| true) {
        Ok(ranking) => (ranking.rated[0].value * 1e9).round() as u64,
        Err(error) => unreachable!("{error:?}"),
    }
}

fn unknown() -> (CombatValues, Odds) {
    let rules = Arc::new(Rules::default());
    let odds = Odds::new(&rules);
    (CombatValues::new(rules, Play::Habits(Plain::default()), 0), odds)
}

fn best_cold(rounds: u64) -> u64 {
    (0..rounds).fold(0, |_, _| {
        let (mut values, mut odds) = unknown();
        find_best(&mut values, &mut odds)
    })
}

fn best_warm(rounds: u64) -> u64 {
    thread_local! {
        static KNOWN: std::cell::RefCell<(CombatValues, Odds)> = std::cell::RefCell::new(unknown());
    }
    KNOWN.with_borrow_mut(|(values, odds)| (0..rounds).fold(0, |_, _| find_best(values, odds)))
}
