//! `dice-stream v1`: the dice of game *i* of seed *s*, the same on every machine, for ever.
//!
//! Block *k* of a game is Philox2x64 with ten rounds (Salmon, Moraes, Dror and Shaw, "Parallel
//! random numbers: as easy as 1, 2, 3"), with the seed as key and (*k*, *i*) as counter: no two
//! games of any two seeds share a block, and any game can be replayed alone. Each of its two 64-bit
//! words gives twenty dice by repeated multiplication (Brackett-Rozinsky and Lemire, "Batched ranged
//! random integer generation"); a word that would make them less than exactly uniform is skipped.

use super::{Dice, Roll};
use std::convert::Infallible;

const MULTIPLIER: u64 = 0xD2B7_4407_B1CE_6E93;
const KEY_STEP: u64 = 0x9E37_79B9_7F4A_7C15;
const ROUNDS: u32 = 10;

const DICE_PER_WORD: u8 = 20;
const OUTCOMES_PER_WORD: u64 = 6_u64.pow(DICE_PER_WORD as u32);
/// 2^64 mod 6^20: a word whose product leaves less than this is skipped (8 words in 100,000).
const UNEVEN: u64 = OUTCOMES_PER_WORD.wrapping_neg() % OUTCOMES_PER_WORD;

/// One block of Philox2x64-10.
///
/// ```
/// # use fracas_engine::dice::philox2x64;
/// assert_eq!(philox2x64([0, 0], 0), [0xca00_a045_9843_d731, 0x66c2_4222_c9a8_45b5]);
/// ```
#[inline]
pub const fn philox2x64(counter: [u64; 2], key: u64) -> [u64; 2] {
    let [mut left, mut right] = counter;
    let mut key = key;
    let mut round = 0;
    while round < ROUNDS {
        let product = MULTIPLIER as u128 * left as u128;
        left = (product >> 64) as u64 ^ key ^ right;
        right = product as u64;
        key = key.wrapping_add(KEY_STEP);
        round += 1;
    }
    [left, right]
}

/// The seed that a text stands for: the 64-bit FNV-1a hash of its UTF-8 bytes.
///
/// ```
/// # use fracas_engine::dice::seed_from_text;
/// assert_eq!(seed_from_text("foobar"), 0x8594_4171_f739_67e8);
/// ```
pub const fn seed_from_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    hash
}

/// The dice of one game of one seed, from `dice-stream v1`.
#[derive(Clone, Debug)]
pub struct Seeded {
    /// What is left of the current word.
    word: u64,
    /// How many dice the current word still holds.
    left: u8,
    /// Whether `spare` holds the second word of the block.
    has_spare: bool,
    spare: u64,
    block: u64,
    game: u64,
    seed: u64,
}

impl Seeded {
    /// The dice of game number `game` of `seed`, from the first one on.
    #[inline]
    pub const fn new(seed: u64, game: u64) -> Self {
        Self { word: 0, left: 0, has_spare: false, spare: 0, block: 0, game, seed }
    }

    /// The next die.
    #[inline]
    pub fn next_die(&mut self) -> u8 {
        if self.left == 0 {
            self.load_word();
        }
        self.left -= 1;
        let product = u128::from(self.word) * 6;
        self.word = product as u64;
        (product >> 64) as u8 + 1
    }

    /// Whether a word gives dice that are exactly uniform.
    #[inline]
    pub const fn is_even(word: u64) -> bool {
        word.wrapping_mul(OUTCOMES_PER_WORD) >= UNEVEN
    }

    #[inline]
    fn load_word(&mut self) {
        loop {
            self.word = self.next_word();
            if Self::is_even(self.word) {
                self.left = DICE_PER_WORD;
                return;
            }
        }
    }

    #[inline]
    fn next_word(&mut self) -> u64 {
        if self.has_spare {
            self.has_spare = false;
            return self.spare;
        }
        let [first, second] = philox2x64([self.block, self.game], self.seed);
        self.block = self.block.wrapping_add(1);
        self.spare = second;
        self.has_spare = true;
        first
    }
}

impl Dice for Seeded {
    type Error = Infallible;

    #[inline]
    fn roll(&mut self, _roll: Roll) -> Result<u8, Infallible> {
        Ok(self.next_die())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_known_answers_of_philox_hold() {
        assert_eq!(
            philox2x64([u64::MAX, u64::MAX], u64::MAX),
            [0x65b0_21d6_0cd8_310f, 0x4d02_f322_2f86_df20]
        );
        assert_eq!(
            philox2x64([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344], 0xa409_3822_299f_31d0),
            [0x0a5e_742c_2997_341c, 0xb0f8_83d3_8000_de5d]
        );
    }

    #[test]
    fn a_word_that_would_be_uneven_is_one_that_lemire_rejects() {
        let modulus = (1_u128 << 64) % u128::from(OUTCOMES_PER_WORD);
        assert_eq!(u128::from(UNEVEN), modulus);
    }

    #[test]
    fn games_and_seeds_have_streams_of_their_own() {
        let faces = |seed, game| {
            let mut dice = Seeded::new(seed, game);
            (0..60).map(|_| dice.next_die()).collect::<Vec<_>>()
        };
        assert_eq!(faces(1, 2), faces(1, 2));
        assert_ne!(faces(1, 2), faces(2, 1));
        assert_ne!(faces(1, 2), faces(1, 3));
        assert!(faces(u64::MAX, u64::MAX).iter().all(|face| (1..=6).contains(face)));
    }
}
