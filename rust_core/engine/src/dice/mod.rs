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
