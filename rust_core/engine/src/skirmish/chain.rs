//! A die and its chain of rerolls, in the making (D-2, D-3).

use crate::rules::CheckRules;
use crate::skirmish::checks::{may_reroll, rerolled};

/// What a chain waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ChainStage {
    /// A die.
    Rolls,
    /// Its player: a six lies there.
    Decides,
    /// Nothing: the natural result stands.
    Done,
}

/// A chain in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Chain {
    /// The natural result so far; 0 before the first die.
    pub(super) natural: i16,
    rerolls: u16,
    pub(super) stage: ChainStage,
}

impl Chain {
    /// Nothing rolled yet.
    pub(super) const FRESH: Self = Self { natural: 0, rerolls: 0, stage: ChainStage::Rolls };

    /// A chain whose first die shows this face.
    #[inline]
    pub(super) fn of(rules: &CheckRules, face: u8) -> Self {
        let mut chain = Self::FRESH;
        chain.add(rules, face);
        chain
    }

    #[inline]
    pub(super) const fn is_fresh(self) -> bool {
        self.natural == 0
    }

    pub(super) fn rerolls(self) -> usize {
        usize::from(self.rerolls)
    }

    /// Adds a die.
    #[inline]
    pub(super) fn add(&mut self, rules: &CheckRules, face: u8) {
        if self.is_fresh() {
            self.natural = i16::from(face);
        } else {
            self.natural = rerolled(rules, i32::from(self.natural), face) as i16;
            self.rerolls += 1;
        }
        self.stage = if may_reroll(rules, usize::from(self.rerolls), face) {
            ChainStage::Decides
        } else {
            ChainStage::Done
        };
    }

    /// Takes the decision on a six.
    #[inline]
    pub(super) fn decide(&mut self, reroll: bool) {
        self.stage = if reroll { ChainStage::Rolls } else { ChainStage::Done };
    }
}
