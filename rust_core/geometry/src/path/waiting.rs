//! The queue of a search: steps that wait for their turn.

use std::cmp::Ordering;

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// To a part, to go round it.
    Part { part: u32, counter_clockwise: bool },
    /// To a point at which the path may end.
    Point(u32),
    /// Straight at the rim that is aimed at.
    Foot(u32),
}

/// A step that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// What the whole path costs at least.
    pub(super) total: f64,
    /// What it costs to the end of the step.
    pub(super) cost: f64,
    pub(super) arrival: u32,
    pub(super) target: Target,
    /// Whether it is known to be free, and its cost to hold the tolls.
    pub(super) tested: bool,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    /// The least total comes first out of the heap; of equals the one that is further.
    fn cmp(&self, other: &Self) -> Ordering {
        other.total.total_cmp(&self.total).then(self.cost.total_cmp(&other.cost))
    }
}
