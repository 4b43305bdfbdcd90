//! The region that can be reached within a distance.
//!
//! Where it lies is known exactly, point by point, from the tree of shortest paths. Its border is
//! traced over a grid of cells: where it crosses the lines of the grid is found to a billionth, and
//! between two such points it is what it is at both: an arc about the last bend, a piece of a rim, an
//! edge. Where it changes from one to another inside a cell, the point at which the two meet is
//! worked out; where that fails, the area of the cell is counted as doubtful.

mod border;
mod trace;

use crate::path::{Found, Scene};
use crate::vector::Point;
use border::Border;
use trace::Lattice;

/// A piece of the border of a region, the region on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// Straight.
    Line {
        /// Its start.
        from: Point,
        /// Its end.
        to: Point,
    },
    /// An arc.
    Arc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Its start.
        from: Point,
        /// Its end.
        to: Point,
        /// The angle it goes round, above zero counter-clockwise.
        sweep: f64,
    },
}

/// What can be reached within a distance.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its borders, each closed: outer ones counter-clockwise, those of holes clockwise.
    pub contours: Vec<Vec<Piece>>,
    /// Its area.
    pub area: f64,
    /// What the area may be off by: the cells in which the border could not be settled. A part of
    /// the region or a hole in it that is smaller than a cell may be missing besides.
    pub error: f64,
}

/// How many cells the distance is divided into, at least and at most.
const CELLS: [f64; 2] = [24.0, 120.0];

impl Scene {
    /// The region that can be reached from a point within a distance, which is finite.
    /// An error is what [`Scene::path`] would find for every goal.
    pub fn reach(&self, start: Point, distance: f64) -> Result<Region, Box<Found>> {
        if distance <= 0.0 || !distance.is_finite() {
            self.distances(start, 0.0)?;
            return Ok(Region { contours: Vec::new(), area: 0.0, error: 0.0 });
        }
        // A cell no larger than what stands in the way, or it would go unseen.
        let least = self
            .obstacles()
            .iter()
            .filter(|body| body.depth_outside(start) < distance)
            .map(|body| {
                let (low, high) = body.bounds();
                (high.x - low.x).min(high.y - low.y)
            })
            .fold(f64::INFINITY, f64::min);
        let side = (0.4 * least).clamp(distance / CELLS[1], distance / CELLS[0]);
        let tree = self.distances(start, distance + 3.0 * side)?;
        let border = Border { scene: self, tree: &tree, distance };
        Ok(Lattice::new(&border, start, side).region())
    }
}

impl Piece {
    /// Where it starts.
    pub const fn start(&self) -> Point {
        match *self {
            Self::Line { from, .. } | Self::Arc { from, .. } => from,
        }
    }

    /// Where it ends.
    pub const fn end(&self) -> Point {
        match *self {
            Self::Line { to, .. } | Self::Arc { to, .. } => to,
        }
    }

    /// The area between it and the origin, above zero when that is on its left.
    fn area(&self) -> f64 {
        match *self {
            Self::Line { from, to } => from.cross(to) / 2.0,
            Self::Arc { radius, from, to, sweep, .. } => {
                from.cross(to) / 2.0 + radius * radius * (sweep - libm::sin(sweep)) / 2.0
            }
        }
    }
}
