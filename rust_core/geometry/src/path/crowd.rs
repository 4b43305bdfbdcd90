//! Searching a crowd: on a board of many obstacles every one takes part from the beginning, and
//! where the tangents of a bend lead is found out once, when a path first comes there.

use super::horizon::Horizon;
use super::part::Part;
use super::search::{Arrival, NOWHERE, Search};
use super::surroundings::Surroundings;
use super::waiting::Target;
use crate::vector::Point;
use std::rc::Rc;

/// Boards with more obstacles are crowds.
const CROWD: usize = 300;

/// What the bends of a crowd see.
pub(super) struct Crowd {
    /// The number of the first part of each body; one more at the end.
    first: Vec<u32>,
    /// By part, counter-clockwise and clockwise, the parts that lines get to, and on which side.
    outlooks: Vec<[Option<Outlook>; 2]>,
}

/// The parts that lines from a bend get to, each with whether they go round it counter-clockwise.
pub(super) type Outlook = Rc<[(u32, bool)]>;

impl Search<'_> {
    /// Lets everything take part when there is a crowd.
    pub(super) fn gather(&mut self) {
        if self.scene.obstacles.len() <= CROWD {
            return;
        }
        let mut first = vec![0];
        for body in 0..self.active.len() {
            if self.may_take_part(body) {
                for part in Part::of(self.scene.body(body), body as u32) {
                    let around = Surroundings::of(self.scene, &part);
                    if !around.off_table {
                        self.parts.push(part);
                        self.around.push(around);
                    }
                }
            }
            first.push(self.parts.len() as u32);
        }
        self.active.fill(true);
        self.reached = self.parts.iter().map(|_| [Vec::new(), Vec::new()]).collect();
        let outlooks = self.parts.iter().map(|_| [None, None]).collect();
        self.crowd = Some(Crowd { first, outlooks });
    }

    /// Where lines lead from an arrival in a crowd.
    pub(super) fn outlook(&mut self, arrival: &Arrival) -> Option<Outlook> {
        let crowd = self.crowd.as_ref()?;
        let side = usize::from(!arrival.counter_clockwise);
        if arrival.part == NOWHERE {
            return Some(self.look_around(crowd, arrival));
        }
        if let Some(known) = &crowd.outlooks[arrival.part as usize][side] {
            return Some(Rc::clone(known));
        }
        let outlook = self.look_around(crowd, arrival);
        if let Some(crowd) = &mut self.crowd {
            crowd.outlooks[arrival.part as usize][side] = Some(Rc::clone(&outlook));
        }
        Some(outlook)
    }

    /// Tests all lines from an arrival that are not hidden by the nearest obstacles.
    fn look_around(&self, crowd: &Crowd, arrival: &Arrival) -> Outlook {
        let (centre, radius) = self.bend_at(arrival);
        let sign = if arrival.counter_clockwise { 1.0 } else { -1.0 };
        let horizon = Horizon::of(self.scene, centre, sign * radius);
        let mut seen = Vec::new();
        let mut look = |number: u32| {
            let there = &self.parts[number as usize];
            if horizon.hides(there.centre - centre, radius + there.radius, there.radius) {
                return;
            }
            for counter_clockwise in [true, false] {
                let target = Target::Part { part: number, counter_clockwise };
                let hugs = self.hugs(arrival, target);
                let line = self.line_between(arrival, number, counter_clockwise);
                if let Some(line) = line
                    && !horizon.stops(line.along, line.to - centre)
                    && (line.length == 0.0 || self.scene.first_hit(&line, hugs).is_none())
                {
                    seen.push((number, counter_clockwise));
                }
            }
        };
        let farthest = horizon.farthest();
        if farthest.is_finite() {
            let margin = Point::new(farthest, farthest);
            let mut near = Vec::new();
            self.scene
                .grid
                .in_box(centre - margin, centre + margin, |number| near.push(number as usize));
            near.sort_unstable();
            near.dedup();
            let obstacles = self.scene.obstacles.len();
            near.retain(|&number| number < obstacles);
            near.extend(obstacles..crowd.first.len() - 1);
            for body in near {
                (crowd.first[body]..crowd.first[body + 1]).for_each(&mut look);
            }
        } else {
            (0..self.parts.len() as u32).for_each(look);
        }
        seen.into()
    }
}
