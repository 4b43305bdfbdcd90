//! The free rim, and the stances that touch a second body.

use super::events::{Motion, Sweep};
use super::{SLACK, has_room, on_table};
use crate::base::{Base, Footprint};
use crate::body::{Body, Disc};
use crate::rim::{self, Interval, Piece, pieces, stance};
use crate::vector::{Point, TURN, wrapped};

/// Turns closer than this are the same.
const SAME: f64 = 1e-12;

/// What can be in the way.
#[derive(Clone, Copy)]
enum Hurdle<'a> {
    Body(&'a Body),
    Border((Point, Point)),
}

impl Hurdle<'_> {
    fn blocks(self, body: &Body) -> bool {
        match self {
            Self::Body(other) => body.overlaps(other, SLACK),
            Self::Border(table) => !on_table(body, table),
        }
    }

    fn meets(self, sweep: &Sweep, moments: &mut Vec<f64>) {
        match self {
            Self::Body(other) => sweep.meets_body(other, moments),
            Self::Border(table) => sweep.meets_border(table, moments),
        }
    }

    /// Whether a base within these bounds can meet it at all.
    fn is_near(self, (low, high): (Point, Point)) -> bool {
        match self {
            Self::Body(other) => {
                let (other_low, other_high) = other.bounds();
                other_low.x <= high.x
                    && other_low.y <= high.y
                    && other_high.x >= low.x
                    && other_high.y >= low.y
            }
            Self::Border((table_low, table_high)) => {
                low.x < table_low.x
                    || low.y < table_low.y
                    || high.x > table_high.x
                    || high.y > table_high.y
            }
        }
    }
}

impl Piece {
    fn sweep(&self, footprint: Footprint) -> Sweep {
        let motion = match *self {
            Self::Slide { along, .. } => Motion::Slide { along },
            Self::Turn { pivot, .. } => Motion::Turn { pivot },
        };
        Sweep { motion, body: self.stance(footprint, 0.0).body(), length: self.length() }
    }

    /// What a base can cover along it, in lowest and highest coordinates.
    fn covered(&self, footprint: Footprint) -> (Point, Point) {
        let (low, high) = self.bounds();
        // From the mire to the farthest point of the base, and a touch.
        let reach = match footprint {
            Footprint::Round { diameter } => diameter,
            Footprint::Rectangular { width, depth } => Point::new(width / 2.0, depth).length(),
        } + 2.0 * SLACK;
        let margin = Point::new(reach, reach);
        (low - margin, high + margin)
    }
}

/// The stances on the target's rim at which a base of a form overlaps none of the others and stays on
/// the table, in ascending order; the target itself is only touched, and must not be among the others.
///
/// A stance that just fits between two bodies is an interval of its own. When nothing is in the way
/// the answer is one interval from 0 to the [`length`](rim::length) of the rim.
pub fn free_rim(
    target: &Body,
    footprint: Footprint,
    others: &[Body],
    table: Option<(Point, Point)>,
) -> Vec<Interval> {
    let mut taken = Vec::with_capacity(2 * others.len() + 4);
    let mut moments = Vec::new();
    for (offset, piece) in pieces(target) {
        let covered = piece.covered(footprint);
        let mut sweep = None;
        let hurdles = others.iter().map(Hurdle::Body).chain(table.map(Hurdle::Border));
        for hurdle in hurdles.filter(|hurdle| hurdle.is_near(covered)) {
            let discs = match (target, hurdle) {
                (Body::Disc(disc), Hurdle::Body(Body::Disc(other))) => Some((*disc, *other)),
                _ => None,
            };
            if let (Some((disc, other)), Footprint::Round { diameter }) = (discs, footprint) {
                take_between_discs(disc, diameter / 2.0, other, &mut taken);
            } else {
                let sweep = sweep.get_or_insert_with(|| piece.sweep(footprint));
                take(sweep, hurdle, offset, &mut moments, &mut taken);
            }
        }
    }
    let is_free = |turn| has_room(&stance(target, footprint, turn).body(), others, table);
    what_is_left(taken, rim::length(target), is_free)
}

/// Adds the stretches of a disc's rim where a round base would overlap another disc: the base's centre
/// goes along a circle, and what the other disc takes of it is one arc.
fn take_between_discs(disc: Disc, radius: f64, other: Disc, taken: &mut Vec<(f64, f64)>) {
    let way = other.centre - disc.centre;
    let distance = way.length();
    let orbit = disc.radius + radius;
    let reach = radius + other.radius;
    if reach - (distance - orbit).abs() <= SLACK {
        return;
    }
    let cosine =
        (distance * distance + (orbit - reach) * (orbit + reach)) / (2.0 * distance * orbit);
    if cosine.is_nan() || cosine <= -1.0 {
        taken.push((0.0, TURN));
        return;
    }
    let half = libm::acos(cosine.min(1.0));
    let from = wrapped(way.angle() - half);
    let to = from + 2.0 * half;
    if to > TURN {
        taken.push((from, TURN));
        taken.push((0.0, to - TURN));
    } else {
        taken.push((from, to));
    }
}

/// Adds the stretches of a piece where the base would overlap a hurdle.
fn take(
    sweep: &Sweep,
    hurdle: Hurdle<'_>,
    offset: f64,
    moments: &mut Vec<f64>,
    taken: &mut Vec<(f64, f64)>,
) {
    moments.clear();
    hurdle.meets(sweep, moments);
    let blocked = |moment: f64| hurdle.blocks(&sweep.body_at(moment));
    if moments.is_empty() {
        if blocked(sweep.length / 2.0) {
            taken.push((offset, offset + sweep.length));
        }
        return;
    }
    moments.push(sweep.length);
    moments.sort_unstable_by(f64::total_cmp);
    let mut from = 0.0;
    let mut from_blocked = blocked(from);
    let mut run: Option<(f64, f64)> = None;
    for &to in moments.iter() {
        if to - from <= SAME {
            continue;
        }
        let to_blocked = blocked(to);
        if from_blocked || to_blocked || blocked(f64::midpoint(from, to)) {
            // A free moment between two stretches may be the one place that is left.
            match &mut run {
                Some(run) if from_blocked => run.1 = offset + to,
                _ => taken.extend(run.replace((offset + from, offset + to))),
            }
        } else {
            taken.extend(run.take());
        }
        (from, from_blocked) = (to, to_blocked);
    }
    taken.extend(run);
}

/// What taken stretches, each without its ends, leave of a rim. Where they leave a single place, or
/// none by a hair, `is_free` decides.
fn what_is_left(
    mut taken: Vec<(f64, f64)>,
    whole: f64,
    is_free: impl Fn(f64) -> bool,
) -> Vec<Interval> {
    taken.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let mut left: Vec<Interval> = Vec::with_capacity(taken.len() + 1);
    let mut reached = 0.0;
    for (from, to) in taken {
        if from > reached + SAME {
            left.push(Interval { from: reached, to: from });
        } else if from > reached - SLACK && is_free(f64::midpoint(reached, from).max(0.0)) {
            let turn = f64::midpoint(reached, from).max(0.0);
            left.push(Interval { from: turn, to: turn });
        }
        reached = f64::max(reached, to);
    }
    if reached < whole - SAME {
        left.push(Interval { from: reached, to: whole });
    }
    joined(left, whole)
}

/// Intervals in ascending order, those that meet made one, also over the start of the rim.
fn joined(intervals: Vec<Interval>, whole: f64) -> Vec<Interval> {
    let mut joined: Vec<Interval> = Vec::with_capacity(intervals.len());
    for interval in intervals {
        match joined.last_mut() {
            Some(last) if interval.from <= last.to + SAME => last.to = last.to.max(interval.to),
            _ => joined.push(interval),
        }
    }
    if let [first, .., last] = joined.as_mut_slice()
        && first.from <= SAME
        && last.to >= whole - SAME
    {
        last.to = whole + first.to;
        joined.remove(0);
    }
    // The end of the rim is its start.
    if let [.., last] = joined.as_mut_slice()
        && last.from >= whole - SAME
    {
        *last = Interval { from: 0.0, to: last.to - whole };
        joined.rotate_right(1);
    }
    joined
}

/// The stances on the target's rim at which a base of a form touches a second body too, overlaps
/// neither it nor any of the others, and stays on the table.
///
/// Nearly always they are single stances (`from` equal to `to`). There are more when the base can
/// slide or turn and keep in touch: along two edges that are flush, or about a corner that both bodies
/// share. `others` holds neither of the two.
pub fn touching_also(
    target: &Body,
    second: &Body,
    footprint: Footprint,
    others: &[Body],
    table: Option<(Point, Point)>,
) -> Vec<Interval> {
    let whole = rim::length(target);
    let mut touching = Vec::new();
    let mut moments = Vec::new();
    for (offset, piece) in pieces(target) {
        if Hurdle::Body(second).is_near(piece.covered(footprint)) {
            keep_touches(&piece.sweep(footprint), second, offset, &mut moments, &mut touching);
        }
    }
    let touching = joined(touching, whole);
    let is_stretch = |interval: &Interval| interval.to - interval.from > SAME;
    let free = if touching.iter().any(is_stretch) {
        free_rim(target, footprint, others, table)
    } else {
        Vec::new()
    };
    let is_free = |turn| has_room(&stance(target, footprint, turn).body(), others, table);
    let mut found = Vec::with_capacity(touching.len());
    for interval in &touching {
        if is_stretch(interval) {
            found.extend(shared(interval, &free, whole));
        } else if is_free(interval.from) {
            found.push(*interval);
        }
    }
    found.sort_unstable_by(|one: &Interval, other| one.from.total_cmp(&other.from));
    found
}

/// Adds the stances of a piece that touch a body: single moments, and stretches that begin, end and
/// are in touch half-way.
fn keep_touches(
    sweep: &Sweep,
    second: &Body,
    offset: f64,
    moments: &mut Vec<f64>,
    touching: &mut Vec<Interval>,
) {
    let touches = |moment: f64| sweep.body_at(moment).approach(second).gap.abs() <= SLACK;
    moments.clear();
    sweep.meets_body(second, moments);
    moments.extend([0.0, sweep.length]);
    moments.sort_unstable_by(f64::total_cmp);
    moments.dedup_by(|one, other| *one - *other <= SAME);
    let mut before: Option<f64> = None;
    for &moment in moments.iter() {
        if !touches(moment) {
            before = None;
            continue;
        }
        let from = before.filter(|&before| touches(f64::midpoint(before, moment)));
        let from = offset + from.unwrap_or(moment);
        touching.push(Interval { from, to: offset + moment });
        before = Some(moment);
    }
}

/// What an interval shares with each of some others on the same rim.
fn shared<'a>(
    interval: &'a Interval,
    others: &'a [Interval],
    whole: f64,
) -> impl Iterator<Item = Interval> + 'a {
    // Either of the two may run over the start of the rim.
    let shifts = [-whole, 0.0, whole];
    others.iter().flat_map(move |other| {
        shifts.into_iter().filter_map(move |shift| {
            let from = interval.from.max(other.from + shift);
            let to = interval.to.min(other.to + shift);
            let over = if from >= whole { whole } else { 0.0 };
            (from <= to).then_some(Interval { from: from - over, to: to - over })
        })
    })
}

/// The stances on the target's rim from which a second base could be touched too if it turned about
/// its own centre: free of the others, on the table, and neither too far for the second base's corners
/// nor so near that it would overlap whichever way it turned. `others` holds neither of the two.
///
/// Whether the second base has room to turn is not looked at; [`super::smallest_turn`] does that.
pub fn touching_if_turned(
    target: &Body,
    second: &Base,
    footprint: Footprint,
    others: &[Body],
    table: Option<(Point, Point)>,
) -> Vec<Interval> {
    let Footprint::Rectangular { width, depth } = second.footprint else {
        // However it turns, it covers the same ground.
        return touching_also(target, &second.body(), footprint, others, table);
    };
    let whole = rim::length(target);
    let inner = Body::disc(second.centre, width.min(depth) / 2.0);
    let outer = Body::disc(second.centre, second.footprint.radius());
    let beyond = free_rim(target, footprint, std::slice::from_ref(&outer), None);
    let within = within(&beyond, whole);
    let mut others = others.to_vec();
    others.push(inner);
    let free = free_rim(target, footprint, &others, table);
    let mut found: Vec<Interval> =
        within.iter().flat_map(|interval| shared(interval, &free, whole)).collect();
    found.sort_unstable_by(|one, other| one.from.total_cmp(&other.from));
    found
}

/// What intervals leave of a rim, ends included.
fn within(intervals: &[Interval], whole: f64) -> Vec<Interval> {
    if intervals.is_empty() {
        return vec![Interval { from: 0.0, to: whole }];
    }
    let next = intervals.iter().skip(1).map(|next| next.from);
    let next = next.chain(std::iter::once(intervals[0].from + whole));
    let gaps = intervals.iter().zip(next).filter(|(interval, next)| next - interval.to > SAME);
    let over = |turn: f64| if turn >= whole { whole } else { 0.0 };
    gaps.map(|(interval, next)| Interval {
        from: interval.to - over(interval.to),
        to: next - over(interval.to),
    })
    .collect()
}
