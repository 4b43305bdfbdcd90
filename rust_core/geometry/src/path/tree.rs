//! The shortest paths from one point to everywhere.

use super::goal::line_to_point;
use super::scene::Scene;
use super::search::Search;
use super::steps::Step;
use super::waiting::Target;
use super::{Found, TOLERANCE};
use crate::vector::Point;

/// The shortest paths from one point to everywhere within some distance.
pub struct Tree<'scene> {
    search: Search<'scene>,
    limit: f64,
}

/// The last bend of a shortest path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// What the path costs.
    pub cost: f64,
    /// Where its last line begins.
    pub from: Point,
    /// The corner, or the centre of the disc, that it bends round last; the start if none.
    pub centre: Point,
    /// The radius of that disc; 0 for a corner and for the start.
    pub radius: f64,
    /// Tells bends apart: those with the same number are at the same place of the tree.
    pub number: usize,
}

impl Scene {
    /// The shortest paths from a point to everywhere within a distance, which may be without end.
    /// An error is what [`Scene::path`] would find for every goal.
    pub fn distances(&self, start: Point, limit: f64) -> Result<Tree<'_>, Box<Found>> {
        if let Some(problem) = self.misplaced(start) {
            return Err(Box::new(problem.of_start()));
        }
        let mut search = Search::new(self, None, start);
        for number in 0..self.obstacles.len() + self.crossings.len() {
            if self.body(number).depth_outside(start) <= limit {
                search.activate(number);
            }
        }
        if search.spread(limit) {
            Ok(Tree { search, limit })
        } else {
            Err(Box::new(search.gave_up()))
        }
    }
}

impl Tree<'_> {
    /// What the shortest path to a point costs; none when there is none within the limit.
    pub fn distance_to(&self, point: Point) -> Option<f64> {
        self.root_of(point).map(|root| root.cost)
    }

    /// The last bend of the shortest path to a point.
    pub fn root_of(&self, point: Point) -> Option<Root> {
        if self.search.scene.misplaced(point).is_some() {
            return None;
        }
        let mut ways: Vec<(f64, u32, Step)> = Vec::with_capacity(self.search.arrivals.len());
        for number in 0..self.search.arrivals.len() as u32 {
            let arrival = &self.search.arrivals[number as usize];
            if arrival.cost > self.limit {
                continue;
            }
            let Some(step) =
                self.search.step_by(arrival, |centre, radius| line_to_point(centre, radius, point))
            else {
                continue;
            };
            let least = arrival.cost + step.length;
            if least <= self.limit + TOLERANCE {
                ways.push((least, number, step));
            }
        }
        ways.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best: Option<Root> = None;
        for (least, number, step) in ways {
            if best.is_some_and(|best| best.cost <= least) {
                break;
            }
            if self.search.hit(number, Target::Point(0), &step).is_some() {
                continue;
            }
            let mut cost = least;
            self.search.tolls(number, &step, |_, toll, _| cost += toll);
            if best.is_none_or(|best| cost < best.cost) {
                let (centre, radius) = self.search.bend_at(&self.search.arrivals[number as usize]);
                best = Some(Root {
                    cost,
                    from: step.line.from,
                    centre,
                    radius,
                    number: number as usize,
                });
            }
        }
        best.filter(|best| best.cost <= self.limit + TOLERANCE)
    }
}
