//! Where a base can stand in contact: the free rim of a body, stances that touch two bodies, and
//! turns that bring a base into contact.
//!
//! All of it is exact in what touches what: the moments at which a base that goes along a rim starts
//! or stops overlapping something are computed in closed form, and each stretch between two of them is
//! tested in its middle. Touching is no overlap. Because positions are rounded numbers, an overlap of
//! at most [`SLACK`] is a touch here; what these functions return therefore touches, and does not
//! overlap, by the measure of [`TOUCH`](crate::body::TOUCH).

mod events;
mod free;
mod pivot;

pub use free::{free_rim, touching_also, touching_if_turned};
pub use pivot::{TRIAL_LIMIT, smallest_turn, smallest_turns, turns_into_contact};

use crate::body::{Body, TOUCH};
use crate::vector::Point;

/// The deepest overlap that is still a touch, and the widest gap, when a place is looked for.
pub const SLACK: f64 = TOUCH / 2.0;

/// Whether a body lies on a table, given by its lowest and highest coordinates; it may reach over the
/// border by [`SLACK`].
pub fn on_table(body: &Body, (low, high): (Point, Point)) -> bool {
    let (lowest, highest) = body.bounds();
    lowest.x >= low.x - SLACK
        && lowest.y >= low.y - SLACK
        && highest.x <= high.x + SLACK
        && highest.y <= high.y + SLACK
}

/// The first of the others that a body overlaps, deeper than [`SLACK`].
pub fn overlaps(body: &Body, others: &[Body]) -> Option<usize> {
    others.iter().position(|other| body.overlaps(other, SLACK))
}

/// Whether a body has room: overlaps none, and is on the table if there is one.
pub fn has_room(body: &Body, others: &[Body], table: Option<(Point, Point)>) -> bool {
    overlaps(body, others).is_none() && table.is_none_or(|table| on_table(body, table))
}
