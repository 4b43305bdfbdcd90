//! Melees and how they are separated (C-3 to C-7).
//!
//! A [`Board`] finds the melees among camps and base contacts. A [`Melee`] is one of them with its
//! contacts; it tells why a separation is not legal. A [`Graph`] holds the same in sets of bits for
//! whoever takes it apart: it knows which [`Star`]s can be taken out of what is left, and
//! [`Separations`] enumerates the separations in canonical order.
//!
//! **Canonical order.** A star is the tuple of its members, ascending; a separation the tuple of its
//! stars, sorted by their lowest member; separations are in the order of these tuples.
//!
//! **Completion.** Every graph without a lonely vertex can be cut into stars. So what is left after
//! some stars are taken out can be completed if and only if nobody left has lost all neighbours, and
//! no search ever has to turn back.

mod bits;
mod board;
mod document;
mod enumerate;
mod graph;
mod labels;
mod separation;

pub use bits::Bits;
pub use board::{Board, MOST_PROBLEMS, Number};
pub use document::{BOARD_FORMAT, BOARD_SHAPE, BoardSetup, PlacedFighter};
pub use enumerate::Separations;
pub use graph::Graph;
pub use labels::{Labeller, find_melees};
pub use separation::{Fault, Given, Melee, Separation, Star};

/// The most fighters of a melee that is taken apart fighter by fighter.
pub const MOST_FIGHTERS: usize = 1024;
