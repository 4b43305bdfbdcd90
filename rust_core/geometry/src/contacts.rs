//! Which bodies of a board touch.

use crate::body::{Body, Relation};
use crate::grid::{FEW, Grid};
use crate::vector::Point;

pub use crate::body::TOUCH;

/// All pairs of bodies that touch or overlap, the lower number first, in ascending order. A gap or
/// an overlap of at most `tolerance` is a touch.
pub fn contacts(bodies: &[Body], tolerance: f64) -> Vec<(u32, u32, Relation)> {
    let mut found = Vec::new();
    near_pairs(bodies, tolerance, |one, other| {
        let relation = bodies[one as usize].relation(&bodies[other as usize], tolerance);
        if relation != Relation::Apart {
            found.push((one, other, relation));
        }
    });
    found
}

/// Visits the pairs whose bounds come within `distance` of each other, the lower number first, in
/// ascending order.
pub(crate) fn near_pairs(bodies: &[Body], distance: f64, mut visit: impl FnMut(u32, u32)) {
    let boxes: Vec<(Point, Point)> = bodies.iter().map(Body::bounds).collect();
    let margin = Point::new(distance, distance);
    let are_near = |one: usize, other: usize| {
        let ((low, high), (lowest, highest)) = (boxes[one], boxes[other]);
        let (low, high) = (low - margin, high + margin);
        lowest.x <= high.x && lowest.y <= high.y && highest.x >= low.x && highest.y >= low.y
    };
    if bodies.len() <= FEW {
        for one in 0..bodies.len() {
            for other in (one + 1..bodies.len()).filter(|&other| are_near(one, other)) {
                visit(one as u32, other as u32);
            }
        }
        return;
    }
    let grid = Grid::new(&boxes);
    let mut near = Vec::new();
    for (one, &(low, high)) in boxes.iter().enumerate() {
        near.clear();
        grid.in_box(low - margin, high + margin, |other| {
            if other as usize > one && are_near(one, other as usize) {
                near.push(other);
            }
        });
        near.sort_unstable();
        near.dedup();
        for &other in &near {
            visit(one as u32, other);
        }
    }
}
