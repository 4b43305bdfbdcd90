//! From the bends of a search to a path.

use super::found::{Leg, Path, Toll, in_order_once};
use super::search::{NOWHERE, Search};
use super::steps::Step;

impl Search<'_> {
    /// Visits the tolls of a step: where, in lengths along it, how much, and for which crossing.
    pub(super) fn tolls(&self, arrival: u32, step: &Step, mut visit: impl FnMut(f64, f64, usize)) {
        let arrival = &self.arrivals[arrival as usize];
        let mut walked = 0.0;
        if let Some(part) = self.parts.get(arrival.part as usize).filter(|part| part.radius > 0.0) {
            let arc = arrival.arc(part, step.sweep, false);
            self.around[arrival.part as usize].tolls(self.scene, &arc, &mut visit);
            walked = part.radius * step.sweep;
        }
        self.scene.tolls(&step.line, |along, cost, crossing| visit(walked + along, cost, crossing));
    }

    /// The whole path that ends with a step.
    pub(super) fn path_of(&self, last: u32, step: &Step, length: f64) -> Path {
        let mut steps = vec![(last, *step)];
        let mut number = last;
        while self.arrivals[number as usize].before != NOWHERE {
            let arrival = &self.arrivals[number as usize];
            let radius = self.radius_at(&self.arrivals[arrival.before as usize]);
            let walked = radius * arrival.swept + arrival.line.length;
            steps.push((
                arrival.before,
                Step { line: arrival.line, sweep: arrival.swept, length: walked },
            ));
            number = arrival.before;
        }
        let mut path = Path {
            length,
            walked: 0.0,
            legs: Vec::new(),
            hugged: Vec::new(),
            crossed: Vec::new(),
            tolls: Vec::new(),
            end: step.line.to,
        };
        for (arrival, step) in steps.iter().rev() {
            self.append(&mut path, *arrival, step);
        }
        path.tolls.sort_by(|one, other| one.walked.total_cmp(&other.walked));
        path.crossed = in_order_once(path.tolls.iter().map(|toll| toll.crossing));
        path
    }

    /// Appends a step to a path.
    fn append(&self, path: &mut Path, number: u32, step: &Step) {
        let arrival = &self.arrivals[number as usize];
        let walked = path.walked;
        self.tolls(number, step, |along, cost, crossing| {
            path.tolls.push(Toll { walked: walked + along, cost, crossing });
        });
        if let Some(part) = self.parts.get(arrival.part as usize) {
            path.hugged.push(part.body as usize);
            if part.radius * step.sweep > 0.0 {
                path.legs.push(Leg::Arc {
                    centre: part.centre,
                    radius: part.radius,
                    from: arrival.line.to,
                    to: step.line.from,
                    sweep: step.sweep,
                    counter_clockwise: arrival.counter_clockwise,
                    obstacle: part.body as usize,
                });
            }
        }
        if step.line.length > 0.0 {
            path.legs.push(Leg::Line { from: step.line.from, to: step.line.to });
        }
        path.walked += step.length;
    }
}
