//! A* over the bends of a path.

use super::clearance::{Hit, Hug};
use super::crowd::Crowd;
use super::found::{Found, Path};
use super::goal::Aim;
use super::part::{Line, Part, sweep};
use super::scene::Scene;
use super::steps::Step;
use super::surroundings::{Arc, Surroundings};
use super::waiting::{Target, Waiting};
use super::{STEP_LIMIT, TOLERANCE};
use crate::vector::Point;
use std::collections::BinaryHeap;

/// The number of the part that the start is at: none.
pub(super) const NOWHERE: u32 = u32::MAX;

/// An arrival at a part, by the shortest path to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) cost: f64,
    pub(super) part: u32,
    pub(super) counter_clockwise: bool,
    /// The line by which it arrived.
    pub(super) line: Line,
    /// The arrival before.
    pub(super) before: u32,
    /// The angle that the path went round the part before.
    pub(super) swept: f64,
    /// For a corner where barriers meet: between which of them.
    side: u32,
}

impl Arrival {
    /// The arc along the disc that it arrived at.
    pub(super) fn arc(&self, part: &Part, sweep: f64, ends: bool) -> Arc {
        let along = self.line.along;
        Arc {
            radius: part.radius,
            counter_clockwise: self.counter_clockwise,
            normal: if self.counter_clockwise { along.right() } else { along.left() },
            sweep,
            starts: self.before == 0 && self.line.length == 0.0,
            ends,
        }
    }
}

/// A search.
pub(super) struct Search<'scene> {
    pub(super) scene: &'scene Scene,
    pub(super) aim: Option<Aim<'scene>>,
    /// Which bodies take part.
    pub(super) active: Vec<bool>,
    pub(super) parts: Vec<Part>,
    pub(super) around: Vec<Surroundings>,
    /// The arrivals at each part, counter-clockwise and clockwise.
    pub(super) reached: Vec<[Vec<u32>; 2]>,
    pub(super) arrivals: Vec<Arrival>,
    /// What is known of a crowd.
    pub(super) crowd: Option<Crowd>,
    queue: BinaryHeap<Waiting>,
    steps: u64,
}

impl<'scene> Search<'scene> {
    /// A search from a point; without an aim, for everything.
    pub(super) fn new(scene: &'scene Scene, aim: Option<Aim<'scene>>, start: Point) -> Self {
        let bodies = scene.obstacles.len() + scene.crossings.len();
        let line = Line {
            from: start,
            to: start,
            along: Point::new(1.0, 0.0),
            length: 0.0,
            is_tangent: false,
        };
        let mut search = Self {
            scene,
            aim,
            active: vec![false; bodies],
            parts: Vec::new(),
            around: Vec::new(),
            reached: Vec::new(),
            arrivals: Vec::new(),
            crowd: None,
            queue: BinaryHeap::new(),
            steps: 0,
        };
        search.gather();
        search.settle(Arrival {
            cost: 0.0,
            part: NOWHERE,
            counter_clockwise: true,
            line,
            before: NOWHERE,
            swept: 0.0,
            side: 0,
        });
        search
    }

    /// Looks for the path to the aim, if it costs no more than `limit`. None when it has taken more
    /// than `steps` steps by then; it may be asked to go on.
    pub(super) fn run(&mut self, limit: f64, steps: u64) -> Option<Found> {
        while self.steps <= steps {
            let Some(waiting) = self.queue.pop().filter(|waiting| waiting.total <= limit) else {
                return Some(Found::Unreachable);
            };
            self.steps += 1;
            if let Some(path) = self.take(waiting) {
                return Some(Found::Path(path));
            }
        }
        None
    }

    /// Goes everywhere that costs no more than `limit`. False when the step limit was reached.
    pub(super) fn spread(&mut self, limit: f64) -> bool {
        while let Some(waiting) = self.queue.pop() {
            self.steps += 1;
            if waiting.total > limit {
                break;
            }
            if self.steps > STEP_LIMIT {
                return false;
            }
            self.take(waiting);
        }
        true
    }

    /// Takes a step whose turn it is: tests it, and goes on from where it leads. A path when that
    /// is the end.
    fn take(&mut self, waiting: Waiting) -> Option<Path> {
        let step = self.step(waiting.arrival, waiting.target)?;
        if let Target::Part { part, counter_clockwise } = waiting.target
            && self.is_beaten(part, counter_clockwise, &step.line, waiting.cost)
        {
            return None;
        }
        if !waiting.tested {
            if let Some(hit) = self.hit(waiting.arrival, waiting.target, &step) {
                for body in self.scene.struck(hit).into_iter().flatten() {
                    self.activate(body);
                }
                return None;
            }
            let toll = self.pay(waiting.arrival, &step);
            if toll > 0.0 {
                let (total, cost) = (waiting.total + toll, waiting.cost + toll);
                self.queue.push(Waiting { total, cost, tested: true, ..waiting });
                return None;
            }
        }
        let Target::Part { part, counter_clockwise } = waiting.target else {
            return Some(self.path_of(waiting.arrival, &step, waiting.cost));
        };
        let around = &self.around[part as usize];
        let side = if around.has_sides() {
            around.side(&self.parts[part as usize], &step.line)
        } else {
            0
        };
        self.settle(Arrival {
            cost: waiting.cost,
            part,
            counter_clockwise,
            line: step.line,
            before: waiting.arrival,
            swept: step.sweep,
            side,
        });
        None
    }

    /// Keeps an arrival and puts everything that can follow it in the queue.
    fn settle(&mut self, arrival: Arrival) {
        let number = self.arrivals.len() as u32;
        self.arrivals.push(arrival);
        if arrival.part != NOWHERE {
            let reached = &mut self.reached[arrival.part as usize];
            reached[usize::from(!arrival.counter_clockwise)].push(number);
        }
        if let Some(outlook) = self.outlook(&arrival) {
            for &(part, counter_clockwise) in outlook.iter() {
                self.queue_side(number, part, counter_clockwise);
            }
        } else {
            for part in 0..self.parts.len() as u32 {
                self.queue_part(number, part);
            }
        }
        let Some(aim) = &self.aim else { return };
        let points = aim.points().len() as u32;
        let feet = aim.feet(self.radius_at(&arrival) > 0.0);
        let ends = (0..points).map(Target::Point).chain((0..feet).map(Target::Foot));
        for target in ends {
            if let Some(step) = self.step(number, target) {
                let cost = arrival.cost + step.length;
                self.queue.push(Waiting {
                    total: cost,
                    cost,
                    arrival: number,
                    target,
                    tested: false,
                });
            }
        }
    }

    /// Puts the steps from an arrival to a part in the queue, round either side.
    fn queue_part(&mut self, arrival: u32, part: u32) {
        self.queue_side(arrival, part, true);
        self.queue_side(arrival, part, false);
    }

    /// Puts the step from an arrival to a part, to go round it on one side, in the queue.
    fn queue_side(&mut self, arrival: u32, part: u32, counter_clockwise: bool) {
        let target = Target::Part { part, counter_clockwise };
        let Some(step) = self.step(arrival, target) else { return };
        let cost = self.arrivals[arrival as usize].cost + step.length;
        if !self.is_beaten(part, counter_clockwise, &step.line, cost) {
            let least = self.aim.as_ref().map_or(0.0, |aim| aim.least(step.line.to));
            self.queue.push(Waiting { total: cost + least, cost, arrival, target, tested: false });
        }
    }

    /// Nobody goes round what is free to cross, or round what is aimed at.
    pub(super) fn may_take_part(&self, body: usize) -> bool {
        !self.scene.is_free(body) && self.aim.as_ref().and_then(Aim::obstacle) != Some(body)
    }

    /// Lets a body take part.
    pub(super) fn activate(&mut self, body: usize) {
        if self.active[body] || !self.may_take_part(body) {
            return;
        }
        self.active[body] = true;
        for part in Part::of(self.scene.body(body), body as u32) {
            let around = Surroundings::of(self.scene, &part);
            if around.off_table {
                continue;
            }
            let number = self.parts.len() as u32;
            self.parts.push(part);
            self.around.push(around);
            self.reached.push([Vec::new(), Vec::new()]);
            for arrival in 0..self.arrivals.len() as u32 {
                self.queue_part(arrival, number);
            }
        }
    }

    pub(super) fn radius_at(&self, arrival: &Arrival) -> f64 {
        self.parts.get(arrival.part as usize).map_or(0.0, |part| part.radius)
    }

    /// The centre and the radius of what an arrival is at; the start is a point.
    #[inline]
    pub(super) fn bend_at(&self, arrival: &Arrival) -> (Point, f64) {
        let part = self.parts.get(arrival.part as usize);
        part.map_or((arrival.line.to, 0.0), |part| (part.centre, part.radius))
    }

    /// The result when the step limit was reached.
    pub(super) const fn gave_up(&self) -> Found {
        Found::GaveUp { steps: self.steps }
    }

    /// Whether another arrival at a part makes a new one needless: the path may as well come from
    /// there.
    #[inline]
    fn is_beaten(&self, part: u32, counter_clockwise: bool, line: &Line, cost: f64) -> bool {
        let number = part as usize;
        let reached = &self.reached[number];
        let part = &self.parts[number];
        let around = &self.around[number];
        let sign = if counter_clockwise { 1.0 } else { -1.0 };
        let same = &reached[usize::from(!counter_clockwise)];
        if part.radius > 0.0 {
            return same.iter().any(|&earlier| {
                let earlier = &self.arrivals[earlier as usize];
                // An arc is no shorter than its chord.
                if earlier.cost + earlier.line.to.distance(line.to) > cost + 1e-12 {
                    return false;
                }
                let swept = sweep(earlier.line.along, line.along, sign, 1e-12);
                earlier.cost + part.radius * swept <= cost + 1e-12 && {
                    let arc = earlier.arc(part, swept, false);
                    let mut free = around.stop(&arc).is_none();
                    around.tolls(self.scene, &arc, |_, _, _| free = false);
                    free
                }
            });
        }
        let beats = |&&earlier: &&u32| self.arrivals[earlier as usize].cost <= cost;
        if around.has_sides() {
            let side = around.side(part, line);
            let is_same = |&earlier: &u32| self.arrivals[earlier as usize].side == side;
            return same.iter().filter(beats).any(is_same);
        }
        // Round the other side, an arrival that is as cheap does not replace this one where both
        // lines have no length and so no direction.
        let clearly = |&earlier: &u32| self.arrivals[earlier as usize].cost < cost - TOLERANCE;
        same.iter().any(|earlier| beats(&earlier)) || reached.iter().flatten().any(clearly)
    }

    /// What a step runs into.
    pub(super) fn hit(&self, arrival: u32, target: Target, step: &Step) -> Option<Hit> {
        let arrival = &self.arrivals[arrival as usize];
        if let Some(part) = self.parts.get(arrival.part as usize) {
            let around = &self.around[arrival.part as usize];
            let ends = !matches!(target, Target::Part { .. }) && step.line.length == 0.0;
            if part.radius > 0.0 {
                if let Some(hit) = around.stop(&arrival.arc(part, step.sweep, ends)) {
                    return Some(hit);
                }
            } else if around.has_sides()
                && !ends
                && let Some(hit) = around.bar(part, &arrival.line, &step.line)
            {
                return Some(hit);
            }
        }
        if step.line.length == 0.0 {
            return None;
        }
        self.scene.first_hit(&step.line, self.hugs(arrival, target))
    }

    /// What the path hugs at both ends of a line.
    pub(super) fn hugs(&self, arrival: &Arrival, target: Target) -> [Option<Hug>; 2] {
        let hug = |part: u32, counter_clockwise: bool| {
            let body = self.parts.get(part as usize)?.body as usize;
            Some(Hug { body, counter_clockwise })
        };
        let after = match target {
            Target::Part { part, counter_clockwise } => hug(part, counter_clockwise),
            Target::Point(_) | Target::Foot(_) => None,
        };
        [hug(arrival.part, arrival.counter_clockwise), after]
    }

    /// What the tolls of a step come to; the crossings take part from now on.
    fn pay(&mut self, arrival: u32, step: &Step) -> f64 {
        if self.scene.crossings.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        let mut crossed = Vec::new();
        self.tolls(arrival, step, |_, cost, crossing| {
            sum += cost;
            crossed.push(crossing);
        });
        for crossing in crossed {
            self.activate(self.scene.obstacles.len() + crossing);
        }
        sum
    }
}
