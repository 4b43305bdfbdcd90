//! `dice-stream v1`: the golden rows, and whether the dice are fair.

mod golden;

use fracas_engine::dice::{Seeded, philox2x64, seed_from_text};
use golden::rows;

fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

#[test]
fn philox_gives_its_published_answers() {
    for row in rows("philox.txt") {
        let counter = [row.hexadecimal("counter_low"), row.hexadecimal("counter_high")];
        let words = philox2x64(counter, row.hexadecimal("key"));
        let expected = [row.hexadecimal("word_0"), row.hexadecimal("word_1")];
        assert_eq!(words, expected, "{}", row.place);
    }
}

#[test]
fn a_text_is_a_seed_by_its_hash() {
    for row in rows("text_seeds.txt") {
        let text = unquoted(row.text("text")).unwrap();
        assert_eq!(seed_from_text(text), row.hexadecimal("seed"), "{}", row.place);
    }
}

#[test]
fn a_seed_gives_these_dice_for_ever() {
    for row in rows("stream.txt") {
        let seed = unquoted(row.text("seed")).map_or_else(|| row.number("seed"), seed_from_text);
        let mut dice = Seeded::new(seed, row.number("game"));
        for _ in 0..row.number("from") {
            dice.next_die();
        }
        let faces: String = row.text("dice").chars().map(|_| dice.next_die().to_string()).collect();
        assert_eq!(faces, row.text("dice"), "{}", row.place);
    }
}

/// Pearson's chi-square of counts that ought to be equal.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

// The values that fair dice exceed, and the ones they stay below, once in a million times each.
const FACES: (f64, f64) = (0.0128, 35.889);
const PAIRS: (f64, f64) = (8.375, 89.947);

fn assert_fair(counts: &[u64], (lowest, highest): (f64, f64), what: &str) {
    let found = chi_square(counts);
    assert!(lowest < found && found < highest, "{what}: chi-square {found}, {counts:?}");
}

/// Rolls pairs and asks whether all faces are as frequent, and all pairs of consecutive ones.
fn assert_fair_stream(mut next: impl FnMut() -> u8, pairs: u64, what: &str) {
    let mut faces = [0_u64; 6];
    let mut serial = [0_u64; 36];
    // Pairs that straddle the ends of the others: a die and the one before it.
    let mut straddling = [0_u64; 36];
    let mut before = usize::from(next()) - 1;
    for _ in 0..pairs {
        let first = usize::from(next()) - 1;
        let second = usize::from(next()) - 1;
        faces[first] += 1;
        faces[second] += 1;
        serial[first * 6 + second] += 1;
        straddling[before * 6 + first] += 1;
        before = second;
    }
    assert_eq!(faces.iter().sum::<u64>(), 2 * pairs);
    assert_fair(&faces, FACES, &format!("faces of {what}"));
    assert_fair(&serial, PAIRS, &format!("pairs of {what}"));
    assert_fair(&straddling, PAIRS, &format!("straddling pairs of {what}"));
}

#[test]
fn faces_and_consecutive_pairs_are_equally_frequent() {
    for seed in [0, 1, 2_u64.pow(32), u64::MAX, seed_from_text("fair")] {
        let mut dice = Seeded::new(seed, 0);
        assert_fair_stream(|| dice.next_die(), 100_000, &format!("seed {seed}"));
    }
}

#[test]
fn neighbouring_games_and_seeds_are_unrelated() {
    let nth = |seed, game, skip| {
        let mut dice = Seeded::new(seed, game);
        (0..skip).for_each(|_| _ = dice.next_die());
        dice.next_die()
    };
    for skip in [0, 19, 20, 47] {
        let mut game = 0;
        let next = || {
            game += 1;
            nth(3, game, skip)
        };
        assert_fair_stream(next, 25_000, &format!("die {skip} of games in a row"));
        let mut seed = 0;
        let next = || {
            seed += 1;
            nth(seed, 0, skip)
        };
        assert_fair_stream(next, 25_000, &format!("die {skip} of seeds in a row"));
    }
}

#[test]
#[ignore = "long"]
fn a_hundred_million_dice_are_fair() {
    let mut dice = Seeded::new(seed_from_text("a hundred million"), 0);
    assert_fair_stream(|| dice.next_die(), 50_000_000, "a hundred million dice");
}
