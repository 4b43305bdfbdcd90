//! Bases on a table: contact, placement, shortest paths round discs and convex polygons, reach and
//! sight.
//!
//! Lengths are in whatever unit the caller uses, angles in radians, counter-clockwise from the
//! x-axis. Only operations that IEEE-754 fixes are used, and `libm`'s trigonometry, so that results
//! are the same bits on every platform. Nothing here knows a rule of a game.

pub mod base;
pub mod body;
pub mod contacts;
mod glance;
mod grid;
pub mod path;
pub mod placement;
pub mod reach;
pub mod rim;
pub mod sight;
pub mod vector;

pub use base::{Base, Footprint};
pub use body::{Approach, Body, Disc, Polygon, Relation, TOUCH};
pub use contacts::contacts;
pub use glance::{Outlook, is_visible};
pub use path::{Crossing, Found, Goal, Leg, Path, Scene};
pub use reach::Region;
pub use rim::Interval;
pub use sight::{Sight, sees};
pub use vector::Point;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
