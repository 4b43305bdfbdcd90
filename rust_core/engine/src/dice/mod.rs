//! Dice come in from outside, one named roll at a time.
//!
//! Three sources stand behind one trait: [`Seeded`] draws from `dice-stream v1`, [`Scripted`] plays
//! a list of faces, [`Recorded`] plays a list of named faces and checks every name. [`Recording`]
//! wraps any of them and keeps what was rolled. The order in which the rules consume dice is part
//! of the contract: the table stands in `rust_core/README.md`.

mod recorded;
mod scripted;
mod stream;

pub use recorded::{Recorded, Recording};
pub use scripted::{ScriptError, Scripted};
pub use stream::{Seeded, philox2x64, seed_from_text};

use crate::names::named;

named! {
    /// The name of a roll. Every die that the rules ask for carries one.
    pub enum Roll {
        /// A check of any characteristic that has no name of its own here.
        Check = "check",
        /// The attack check of an attack.
        Attack = "attack",
        /// The defence check against an attack.
        Defence = "defence",
        /// The opposed check that decides which side strikes first.
        Initiative = "initiative",
        /// The two dice of a wound roll.
        Wound = "wound",
        /// The Discipline check that decides who separates a melee (C-6).
        Discipline = "discipline",
        /// The Discipline check that decides who speaks first in the combat phase (C-9).
        Authority = "authority",
        /// The Discipline check that decides who chooses the first speaker of a turn (T-8).
        Tactics = "tactics",
        /// The one die that decides when neither side can make a Discipline check (C-6, C-9, T-8).
        Lot = "lot",
        /// The check of a fighter that tries to leave a contact (M-22, M-23).
        Disengage = "disengage",
        /// The aim check of a shot.
        Shot = "shot",
        /// The check of a routed fighter that may rally (T-12).
        Rally = "rally",
        /// The die of a magician who recovers mana (T-13).
        Recovery = "recovery",
        /// A die that an effect calls for when its moment comes (T-4, T-15).
        Upkeep = "upkeep",
        /// The die of a mystic action.
        Mystic = "mystic",
    }
}

/// A source of six-sided dice.
pub trait Dice {
    /// What can go wrong: [`std::convert::Infallible`] for a source that never ends.
    type Error;

    /// The next die, 1 to 6, rolled for `roll`.
    fn roll(&mut self, roll: Roll) -> Result<u8, Self::Error>;
}

impl<D: Dice + ?Sized> Dice for &mut D {
    type Error = D::Error;

    fn roll(&mut self, roll: Roll) -> Result<u8, Self::Error> {
        (**self).roll(roll)
    }
}
