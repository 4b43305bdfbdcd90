//! The readers of one combat: play, sample, enumerate.

mod automaton;
mod exact;
pub(crate) mod flow;
mod odds;
mod opening;
mod sample;

pub use crate::player::{Player, Stopped, play};
pub use exact::{KeepGoing, Law, MOST_STATES, NoLaw, PassLaw, exact, exact_size, per_pass};
pub use odds::Odds;
pub use opening::Opening;
pub use sample::{
    BATCH, LawSampler, Progress, Sample, SampleRequest, sample_law, sample_rolled, worst_error,
};
