//! The shortest path of a point round discs and convex polygons.
//!
//! A [`Scene`] holds what stands in the way of one mover: obstacles, which it goes round; gaps
//! between two obstacles that are too narrow for it, which it does not pass; scenery that it may
//! cross at a price or go round. [`Scene::path`] finds the shortest path, and what it finds is
//! exact: it is made of straight lines and of arcs along the rims of discs, it bends at rims and
//! corners alone, and every line is a common tangent of what it bends round.
//!
//! **Accuracy.** A line may graze an obstacle up to [`TOLERANCE`] deep, a gap may be too narrow by
//! as much. But for that, lengths are those of exact arithmetic within a relative error of 1e-9,
//! for coordinates up to a million.
//!
//! **How.** A* over bends: a state is a disc or a corner that the path hugs, the side on which it
//! does, and where it arrived there. Two things are lazy. Obstacles take part only when a line that
//! would be the best has hit them: with fewer obstacles a path is never longer, so a best path that
//! hits nothing is the best of all. And lines are tested only when they come up as the best.
//!
//! On boards of hundreds of obstacles and more, all take part from the beginning; then every bend
//! looks around once, no further than its neighbours let it see. A search that takes long asks
//! [`Scene::is_parted`] whether there is a path at all.

mod barrier;
mod clearance;
mod crowd;
mod found;
mod goal;
mod horizon;
mod part;
mod route;
mod scene;
mod search;
mod severed;
mod steps;
mod surroundings;
mod tree;
mod waiting;

pub use barrier::Barrier;
pub use found::{Found, Leg, Path, Toll};
pub use goal::{Goal, Places};
pub use scene::{Crossing, Scene};
pub use tree::{Root, Tree};

/// How deep a line may graze an obstacle, and by how much a gap may be too narrow.
pub const TOLERANCE: f64 = 1e-9;

/// After so many steps a search has it looked into whether there is a path at all.
const FIRST_LOOK: u64 = 20_000;

/// How many lines a search looks at before it gives up. Scenes of ten thousand obstacles need a
/// small part of it.
pub const STEP_LIMIT: u64 = 50_000_000;
