//! The readers of melees: batches of boards, the number of separations, the best one (C-3 to C-7).
//!
//! | reader | what it does |
//! |---|---|
//! | [`find_batch`] | the melees of many boards in flat arrays, on several threads |
//! | [`count`] | the number of separations, without enumerating them |
//! | [`Ranker`] | the separation of a number in canonical order, the number of a separation |
//! | [`best`] | the separations that are worth most |
//! | [`greedy`] | a good one at once |
//! | [`CombatValues`] | what a combat is worth: exact expected points, kept once they are known |

mod batch;
mod best;
mod bound;
mod count;
mod frontier;
mod greedy;
mod network;
mod rank;
mod values;

pub use batch::{Batch, Found, Interrupted, find_batch};
pub use best::{MOST_KEPT, MOST_STEPS, Method, NoBest, Ranking, Rated, best, rate};
pub use bound::{MOST_NODES, MOST_STARS};
pub use count::count;
pub use frontier::{MOST_ABREAST, NotCounted};
pub use greedy::greedy;
pub use rank::{Ranker, sample_rank};
pub use values::{CombatValues, Kind, NotValued, Play};
