//! The values that a solver keeps.

use crate::hashing::QuickMap;
use fracas_engine::skirmish::combat::Combat;

/// The most values that are kept: about a gigabyte and a half.
pub const MOST_VALUES: usize = 24_000_000;

/// How many values best play of both sides takes, roughly: measured on enemies that are alike, ten
/// times more with each further one, for every way to tell them apart, and more where dice are won.
pub fn expected_values(combat: &Combat) -> usize {
    let enemies = combat.fighters() as u32 - 1;
    let alike = 150 * 10_u64.pow(enemies);
    let won = if combat.dice_can_be_won() { 4 } else { 1 };
    usize::try_from(alike * combat.distinct_orders() * won).unwrap_or(usize::MAX)
}

/// Values by key: one word is enough for up to three enemies, and half the memory.
#[derive(Default)]
pub(super) struct Memory {
    short: QuickMap<u128, f64>,
    long: QuickMap<[u128; 2], f64>,
}

impl Memory {
    #[inline]
    pub(super) fn get(&self, key: &[u128; 2]) -> Option<f64> {
        if key[1] == 0 { self.short.get(&key[0]) } else { self.long.get(key) }.copied()
    }

    pub(super) fn insert(&mut self, key: [u128; 2], value: f64) {
        if key[1] == 0 {
            self.short.insert(key[0], value);
        } else {
            self.long.insert(key, value);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }
}
