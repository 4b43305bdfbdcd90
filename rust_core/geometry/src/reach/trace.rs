//! Tracing the border of a region over a lattice of points.

use super::border::{Border, Mark};
use super::{Piece, Region};
use crate::vector::Point;

/// How often the border inside a cell is split where it changes its kind.
const SPLITS: u32 = 7;

/// No edge.
const NONE: u32 = u32::MAX;

/// Distances at the points of a lattice, none of the outermost in the region.
pub(super) struct Lattice<'scene> {
    border: &'scene Border<'scene>,
    low: Point,
    side: f64,
    /// How many points there are in a row, and how many rows.
    count: usize,
    distances: Vec<f64>,
}

impl<'scene> Lattice<'scene> {
    /// The lattice about the start of all paths.
    pub(super) fn new(border: &'scene Border<'scene>, start: Point, side: f64) -> Self {
        // A lattice that is not aligned with the start meets fewer borders exactly.
        let half = (border.distance / side).ceil() + 1.5;
        let count = 2 * half.ceil() as usize;
        let low = start - Point::new(half + 0.127, half + 0.271) * side;
        let mut lattice = Self { border, low, side, count, distances: Vec::new() };
        lattice.distances = (0..count * count)
            .map(|number| {
                let point = lattice.point(number);
                if point.distance(start) > border.distance {
                    f64::INFINITY
                } else {
                    border.distance_to(point)
                }
            })
            .collect();
        lattice
    }

    fn point(&self, number: usize) -> Point {
        let (column, row) = ((number % self.count) as f64, (number / self.count) as f64);
        self.low + Point::new(column, row) * self.side
    }

    fn is_inside(&self, number: usize) -> bool {
        self.distances[number] <= self.border.distance
    }

    /// The region.
    pub(super) fn region(&self) -> Region {
        let next = self.crossings();
        let mut region = Region { contours: Vec::new(), area: 0.0, error: 0.0 };
        let mut done = vec![false; next.len()];
        for first in 0..next.len() {
            if next[first] == NONE || done[first] {
                continue;
            }
            let mut contour = Vec::new();
            let begin = self.mark(first);
            let mut here = (first, begin);
            while !done[here.0] {
                done[here.0] = true;
                let edge = next[here.0] as usize;
                let mark = if edge == first { begin } else { self.mark(edge) };
                region.error += self.border.pieces(&here.1, &mark, SPLITS, &mut contour);
                here = (edge, mark);
            }
            region.area += contour.iter().map(Piece::area).sum::<f64>();
            region.contours.push(joined(contour));
        }
        region
    }

    /// The two points that an edge of the lattice joins: edges to the right have even numbers, edges
    /// upwards odd ones.
    fn ends(&self, edge: usize) -> (usize, usize) {
        let number = edge / 2;
        (number, if edge.is_multiple_of(2) { number + 1 } else { number + self.count })
    }

    /// Where the border crosses an edge.
    fn mark(&self, edge: usize) -> Mark {
        let (one, other) = self.ends(edge);
        let (inside, outside) = if self.is_inside(one) { (one, other) } else { (other, one) };
        let end = |number: usize| {
            // Beyond the reach of any path the distance was not asked for.
            let point = self.point(number);
            (
                point,
                if self.is_inside(number) {
                    self.distances[number]
                } else {
                    self.border.distance_to(point)
                },
            )
        };
        self.border.between(end(inside), end(outside))
    }

    /// By edge, over which edge the border that comes in over it leaves the cell, the region on its
    /// left; none for edges that it does not cross.
    fn crossings(&self) -> Vec<u32> {
        let mut next = vec![NONE; 2 * self.distances.len()];
        for row in 0..self.count - 1 {
            for column in 0..self.count - 1 {
                let low = row * self.count + column;
                // Counter-clockwise from the lower left; edge k leads from corner k to the next.
                let corners = [low, low + 1, low + self.count + 1, low + self.count];
                let edges = [2 * low, 2 * (low + 1) + 1, 2 * (low + self.count), 2 * low + 1];
                let inside = corners.map(|corner| self.is_inside(corner));
                let changes = (0..4).filter(|&k| inside[k] && !inside[(k + 1) % 4]).count();
                // With two corners in and two out, crosswise, the middle decides.
                let joined = changes < 2 || {
                    let middle = self.point(low) + Point::new(0.5, 0.5) * self.side;
                    self.border.distance_to(middle) <= self.border.distance
                };
                for leaves in (0..4).filter(|&k| inside[k] && !inside[(k + 1) % 4]) {
                    let enters = |k: &usize| !inside[*k % 4] && inside[(*k + 1) % 4];
                    let to = if joined {
                        (leaves + 1..leaves + 4).find(enters)
                    } else {
                        (leaves + 1..leaves + 4).rev().find(enters)
                    };
                    if let Some(to) = to {
                        next[edges[leaves]] = edges[to % 4] as u32;
                    }
                }
            }
        }
        next
    }
}

/// Pieces with neighbours on the same circle, or in the same line, made one.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut contour: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if piece.start().distance(piece.end()) < 1e-12 {
            continue;
        }
        match (contour.last_mut(), piece) {
            (
                Some(Piece::Arc { centre, radius, to, sweep, .. }),
                Piece::Arc { centre: other, radius: same, to: end, sweep: more, .. },
            ) if centre.distance(other) < 1e-9
                && (*radius - same).abs() < 1e-9
                && (*sweep > 0.0) == (more > 0.0) =>
            {
                (*to, *sweep) = (end, *sweep + more);
            }
            (Some(Piece::Line { from, to }), Piece::Line { to: end, .. })
                if (*to - *from).cross(end - *to).abs()
                    <= 1e-9 * (*to - *from).length() * (end - *to).length()
                    && (*to - *from).dot(end - *to) > 0.0 =>
            {
                *to = end;
            }
            (_, piece) => contour.push(piece),
        }
    }
    contour
}
