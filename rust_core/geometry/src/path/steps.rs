//! The steps of a path: round what it hugs, then straight to the next.

use super::TOLERANCE;
use super::goal::{leaves, line_to_point};
use super::part::{Line, sweep, tangent, tangent_from_point};
use super::search::{Arrival, NOWHERE, Search};
use super::waiting::Target;
use crate::vector::Point;

/// A way from an arrival to a target: round the part, then straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) line: Line,
    pub(super) sweep: f64,
    pub(super) length: f64,
}

impl Search<'_> {
    /// The step from an arrival to a target; none when there is no such tangent, or the path would
    /// have to turn away from what it hugs.
    #[inline]
    pub(super) fn step(&self, arrival: u32, target: Target) -> Option<Step> {
        let arrival = &self.arrivals[arrival as usize];
        match target {
            Target::Part { part, counter_clockwise } => {
                let line = self.line_between(arrival, part, counter_clockwise)?;
                self.step_by(arrival, |_, _| Some(line))
            }
            Target::Point(number) => {
                let point = self.aim.as_ref()?.points()[number as usize];
                self.step_by(arrival, |centre, radius| line_to_point(centre, radius, point))
            }
            Target::Foot(number) => {
                let aim = self.aim.as_ref()?;
                self.step_by(arrival, |centre, radius| aim.foot(centre, radius, number))
            }
        }
    }

    /// The line from an arrival's bend to a part, whatever way it arrived.
    #[inline]
    pub(super) fn line_between(
        &self,
        arrival: &Arrival,
        number: u32,
        counter_clockwise: bool,
    ) -> Option<Line> {
        let (centre, radius) = self.bend_at(arrival);
        let sign = if arrival.counter_clockwise { 1.0 } else { -1.0 };
        let there = &self.parts[number as usize];
        let side = if counter_clockwise { 1.0 } else { -1.0 };
        let onto = side * there.radius;
        let line = if arrival.part == NOWHERE {
            tangent_from_point(centre, there.centre, onto)?
        } else {
            tangent(centre, sign * radius, there.centre, onto)?
        };
        // Two corners in one place need no step between them: what either bends round the other
        // does too.
        let arrives = there.radius > 0.0
            || ((line.length > TOLERANCE || radius > 0.0) && there.supports(&line, side));
        let here = self.parts.get(arrival.part as usize);
        let leaves = here.is_none_or(|part| part.radius > 0.0 || part.supports(&line, sign));
        (arrives && leaves).then_some(line)
    }

    /// The step from an arrival by the line that leaves a disc with some centre and signed radius,
    /// or a point.
    #[inline]
    pub(super) fn step_by(
        &self,
        arrival: &Arrival,
        line: impl FnOnce(Point, f64) -> Option<Line>,
    ) -> Option<Step> {
        let Some(part) = self.parts.get(arrival.part as usize) else {
            let line = line(arrival.line.to, 0.0)?;
            return Some(Step { line, sweep: 0.0, length: line.length });
        };
        let sign = if arrival.counter_clockwise { 1.0 } else { -1.0 };
        let line = line(part.centre, sign * part.radius)?;
        if part.radius == 0.0 {
            let leaves = leaves(part, &arrival.line, &line, sign);
            return leaves.then_some(Step { line, sweep: 0.0, length: line.length });
        }
        let slack = 1e-12 + TOLERANCE / part.radius;
        let sweep = sweep(arrival.line.along, line.along, sign, slack);
        Some(Step { line, sweep, length: part.radius * sweep + line.length })
    }
}
