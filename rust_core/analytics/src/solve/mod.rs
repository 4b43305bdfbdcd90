//! Optimal play of a combat for both sides, by backward induction.
//!
//! The solver asks the machine for its choices and the laws for their chances; it knows no rule. A
//! value is always side 0's: side 0 wants it high, side 1 low.

mod exchange;
mod initiative;
mod law;
mod memory;
mod solver;
mod utility;

pub(crate) use exchange::landing;
pub(crate) use initiative::{Sixes, opposed as best_opposed};
pub use memory::{MOST_VALUES, expected_values};
pub use solver::{NotSolved, Solver, Worthy};
pub use utility::Utility;
