//! Exact laws of checks and wound rolls, in closed form: no chain of rerolls is cut off.
//!
//! A chain of sixes has no end, but its law repeats: beyond the first six every block of six results
//! is the one before, six times rarer. Sums over a chain are therefore a few terms and a geometric
//! series. The results are f64 with an error below 1e-12.

pub(crate) mod chain;
mod checks;
mod wounds;

pub use checks::{AttackLaw, Laws};
pub use wounds::wound_law;

/// The largest value, difficulty or characteristic, up or down, that the laws take.
pub const LARGEST_VALUE: i32 = 1_000;
