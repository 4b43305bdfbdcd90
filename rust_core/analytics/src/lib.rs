//! The readers of the engine: they ask it what the rules say and contain no rule themselves.
//!
//! Floating-point numbers and threads live here and not in the engine.

pub mod battle;
pub mod combat;
pub mod contest;
mod hashing;
pub mod laws;
pub mod melee;
pub mod perft;
mod player;
pub mod pool;
pub mod solve;
mod tally;

pub use tally::Tally;
