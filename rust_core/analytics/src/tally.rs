//! Sums by key, in the order the keys first came: no hash order leaks into a result.

use std::ops::AddAssign;

/// A map from 64-bit keys to sums. Open addressing: it is used by the hundred million.
#[derive(Clone, Debug)]
pub struct Tally<V> {
    /// For each slot the number of its entry plus one; 0 for an empty slot.
    slots: Vec<u32>,
    entries: Vec<(u64, V)>,
}

impl<V: Copy + AddAssign> Default for Tally<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Copy + AddAssign> Tally<V> {
    const FIRST_SLOTS: usize = 64;

    /// An empty one.
    pub fn new() -> Self {
        Self { slots: vec![0; Self::FIRST_SLOTS], entries: Vec::with_capacity(32) }
    }

    /// Adds to the sum of a key.
    #[inline]
    pub fn add(&mut self, key: u64, value: V) {
        let mut slot = self.slot(key);
        loop {
            match self.slots[slot] {
                0 => {
                    self.insert(slot, key, value);
                    return;
                }
                entry => {
                    let entry = &mut self.entries[entry as usize - 1];
                    if entry.0 == key {
                        entry.1 += value;
                        return;
                    }
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// The keys and their sums, in the order the keys first came.
    pub fn entries(&self) -> &[(u64, V)] {
        &self.entries
    }

    /// Adds all the sums of another.
    pub fn merge(&mut self, other: &Self) {
        for &(key, value) in &other.entries {
            self.add(key, value);
        }
    }

    /// Forgets everything and keeps the room.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.entries.clear();
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        // Fibonacci hashing: the high bits of the product are the mixed ones.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    #[cold]
    fn insert(&mut self, slot: usize, key: u64, value: V) {
        self.entries.push((key, value));
        self.slots[slot] = self.entries.len() as u32;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for index in 0..self.entries.len() {
            let mut slot = self.slot(self.entries[index].0);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = index as u32 + 1;
        }
    }
}
