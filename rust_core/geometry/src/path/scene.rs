//! What stands in the way of one mover.

use super::barrier::{Barrier, barriers};
use super::clearance::Hit;
use super::goal::{Aim, Goal, Places};
use super::search::Search;
use super::{FIRST_LOOK, Found, STEP_LIMIT, TOLERANCE};
use crate::body::Body;
use crate::grid::Grid;
use crate::vector::Point;

/// Scenery that may be crossed at a price, or gone round. Its rim is outside; inside, the way is
/// straight on.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// The ground it covers.
    pub body: Body,
    /// What it costs to enter it; not below zero.
    pub up: f64,
    /// What it costs to leave it; not below zero.
    pub down: f64,
}

/// What stands in the way of one mover.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) obstacles: Vec<Body>,
    pub(super) crossings: Vec<Crossing>,
    pub(super) table: Option<(Point, Point)>,
    pub(super) barriers: Vec<Barrier>,
    /// The pairs of obstacles that overlap.
    pub(super) overlaps: Vec<[usize; 2]>,
    /// The obstacles, then the barriers.
    pub(super) grid: Grid,
    /// The side of the square that an obstacle has to itself, on average.
    pub(super) spacing: f64,
}

/// Why a path cannot start or end at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    Inside(usize),
    OffTable,
}

impl Misplaced {
    pub(super) const fn of_start(self) -> Found {
        match self {
            Self::Inside(obstacle) => Found::StartInside(obstacle),
            Self::OffTable => Found::StartOffTable,
        }
    }

    const fn of_goal(self) -> Found {
        match self {
            Self::Inside(obstacle) => Found::GoalInside(obstacle),
            Self::OffTable => Found::GoalOffTable,
        }
    }
}

impl Scene {
    /// The scene with these obstacles and crossings for a mover that needs gaps of `width`, on a
    /// table given by two opposite corners, or without end.
    ///
    /// Obstacles may touch and overlap each other. Crossings may overlap anything; where they
    /// overlap each has its own price.
    pub fn new(
        obstacles: Vec<Body>,
        crossings: Vec<Crossing>,
        width: f64,
        table: Option<(Point, Point)>,
    ) -> Self {
        let (barriers, overlaps) = barriers(&obstacles, width);
        let hair = Point::new(TOLERANCE, TOLERANCE);
        let boxes: Vec<(Point, Point)> = obstacles
            .iter()
            .map(Body::bounds)
            .chain(barriers.iter().map(|barrier| {
                let (low, high) = box_of(barrier.from, barrier.to);
                (low - hair, high + hair)
            }))
            .collect();
        let grid = Grid::new(&boxes);
        let table = table.map(|(one, other)| box_of(one, other));
        let spacing = (grid.area() / obstacles.len().max(1) as f64).sqrt();
        Self { obstacles, crossings, table, barriers, overlaps, grid, spacing }
    }

    /// The obstacles.
    pub fn obstacles(&self) -> &[Body] {
        &self.obstacles
    }

    /// The crossings.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// The lowest and the highest corner of the table.
    pub const fn table(&self) -> Option<(Point, Point)> {
        self.table
    }

    /// The gaps that are too narrow to pass.
    pub fn barriers(&self) -> &[Barrier] {
        &self.barriers
    }

    /// The shortest path from a point to a goal.
    pub fn path(&self, start: Point, goal: Goal) -> Found {
        self.path_within(start, goal, f64::INFINITY)
    }

    /// The shortest path from a point to a goal that costs no more than `limit`; a longer one is
    /// not looked for, and counts as none.
    pub fn path_within(&self, start: Point, goal: Goal, limit: f64) -> Found {
        if let Some(problem) = self.misplaced(start) {
            return problem.of_start();
        }
        if let Goal::Point(point) = goal
            && let Some(problem) = self.misplaced(point)
        {
            return problem.of_goal();
        }
        let Some(aim) = Aim::new(self, goal) else { return Found::Unreachable };
        let mut search = Search::new(self, Some(aim), start);
        search.run(limit, FIRST_LOOK).unwrap_or_else(|| {
            let parted = match goal {
                Goal::Point(point) => self.is_parted(start, point) == Some(true),
                Goal::Rim(number) => self.is_parted_from_rim(start, number),
            };
            if parted {
                return Found::Unreachable;
            }
            search.run(limit, STEP_LIMIT).unwrap_or(search.gave_up())
        })
    }

    /// The shortest path from a point to any of some places of a rim that costs no more than `limit`;
    /// a longer one is not looked for, and counts as none.
    pub fn path_to_places(&self, start: Point, places: &Places<'_>, limit: f64) -> Found {
        if let Some(problem) = self.misplaced(start) {
            return problem.of_start();
        }
        let Some(aim) = Aim::of_places(self, places) else { return Found::Unreachable };
        let mut search = Search::new(self, Some(aim), start);
        search.run(limit, STEP_LIMIT).unwrap_or(search.gave_up())
    }

    /// Whether a path from a point to the rim of an obstacle costs no more than `distance`.
    pub fn can_reach(&self, start: Point, obstacle: usize, distance: f64) -> bool {
        // What rounding may add to a length that is exactly the distance.
        let distance = distance + TOLERANCE;
        self.obstacles.get(obstacle).is_some_and(|body| body.depth_outside(start) <= distance)
            && self.path_within(start, Goal::Rim(obstacle), distance).path().is_some()
    }

    /// What is wrong with a point that a path is to start or end at.
    pub(super) fn misplaced(&self, point: Point) -> Option<Misplaced> {
        if !point.is_finite() || self.is_off_table(point) {
            return Some(Misplaced::OffTable);
        }
        let mut inside: Option<usize> = None;
        self.grid.in_box(point, point, |number| {
            let number = number as usize;
            if inside.is_none_or(|least| number < least)
                && self
                    .obstacles
                    .get(number)
                    .is_some_and(|body| body.depth_outside(point) < -TOLERANCE)
            {
                inside = Some(number);
            }
        });
        inside.map(Misplaced::Inside)
    }

    pub(super) fn is_off_table(&self, point: Point) -> bool {
        self.table.is_some_and(|(low, high)| {
            point.x < low.x - TOLERANCE
                || point.y < low.y - TOLERANCE
                || point.x > high.x + TOLERANCE
                || point.y > high.y + TOLERANCE
        })
    }

    /// The body with a number: obstacles, then crossings.
    #[inline]
    pub(super) fn body(&self, number: usize) -> &Body {
        self.obstacles
            .get(number)
            .unwrap_or_else(|| &self.crossings[number - self.obstacles.len()].body)
    }

    /// Whether a body is a crossing without a price, which nobody goes round.
    pub(super) fn is_free(&self, number: usize) -> bool {
        number.checked_sub(self.obstacles.len()).is_some_and(|crossing| {
            self.crossings[crossing].up + self.crossings[crossing].down == 0.0
        })
    }

    /// The obstacles that a hit is about.
    pub(super) fn struck(&self, hit: Hit) -> [Option<usize>; 2] {
        match hit {
            Hit::Obstacle(number) => [Some(number), None],
            Hit::Barrier(number) => self.barriers[number].between.map(Some),
            Hit::TableEdge => [None, None],
        }
    }
}

fn box_of(one: Point, other: Point) -> (Point, Point) {
    (
        Point::new(one.x.min(other.x), one.y.min(other.y)),
        Point::new(one.x.max(other.x), one.y.max(other.y)),
    )
}
