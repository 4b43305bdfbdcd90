//! Turning a base about its own centre until it touches another.

use super::events::{Motion, Sweep};
use super::{SLACK, has_room, overlaps};
use crate::base::{Base, Footprint};
use crate::body::Body;
use crate::vector::{Point, TURN};

/// How many turns of single bases [`smallest_turns`] tries before it gives up.
pub const TRIAL_LIMIT: u32 = 10_000;

/// How far from each other bodies may be that were turned into contact: no more than rounding leaves.
/// Who passes by within the tolerance touches at a smaller angle than the smallest.
const MET: f64 = 1e-8;

/// Every angle by which a base, turned about its own centre, comes to touch a body with room where it
/// then stands: overlapping none of the others and on the table. The smallest first, either way round;
/// of two that are equally small the counter-clockwise one, which is positive.
///
/// A base that touches the body as it stands needs no room: its only answer is 0. A round base covers
/// the same ground however it turns, so it touches as it stands or never.
pub fn turns_into_contact(
    base: &Base,
    charger: &Body,
    others: &[Body],
    table: Option<(Point, Point)>,
) -> Vec<f64> {
    let body = base.body();
    let touches = |body: &Body, slack: f64| body.approach(charger).gap.abs() <= slack;
    if touches(&body, SLACK) {
        return vec![0.0];
    }
    if matches!(base.footprint, Footprint::Round { .. }) {
        return Vec::new();
    }
    let sweep = Sweep { motion: Motion::Turn { pivot: base.centre }, body, length: TURN };
    let mut angles = Vec::new();
    sweep.meets_body(charger, &mut angles);
    angles.retain(|&angle| {
        let turned = sweep.body_at(angle);
        touches(&turned, MET) && has_room(&turned, others, table)
    });
    for angle in &mut angles {
        // A hair over half a turn is still half a turn.
        if *angle > TURN / 2.0 + 1e-9 {
            *angle -= TURN;
        }
    }
    angles.sort_unstable_by(|one, other| one.abs().total_cmp(&other.abs()));
    // Mirror images differ by rounding.
    for here in 1..angles.len() {
        let (before, after) = (angles[here - 1], angles[here]);
        if before < 0.0 && after > 0.0 && after + before < 1e-9 {
            angles.swap(here - 1, here);
        }
    }
    angles.dedup_by(|one, other| (*one - *other).abs() < 1e-12);
    angles
}

/// The smallest angle, either way round and counter-clockwise if equal, by which a base turned about
/// its own centre touches the charger's body with room for itself; none when no angle does.
///
/// # Example
///
/// A square one unit too far for its flat side, but not for its corner:
///
/// ```
/// use fracas_geometry::placement::smallest_turn;
/// use fracas_geometry::{Base, Body, Footprint, Point};
///
/// let square = Footprint::Rectangular { width: 10.0, depth: 10.0 };
/// let target = Base { footprint: square, centre: Point::ORIGIN, facing: Point::new(1.0, 0.0) };
/// let charger = Body::disc(Point::new(10.0, 0.0), 4.0);
/// let angle = smallest_turn(&target, &charger, &[], None).unwrap();
/// let touching = target.turned(angle).body().approach(&charger);
/// assert!(angle > 0.0 && touching.gap.abs() < 1e-9);
/// ```
pub fn smallest_turn(
    base: &Base,
    charger: &Body,
    others: &[Body],
    table: Option<(Point, Point)>,
) -> Option<f64> {
    turns_into_contact(base, charger, others, table).first().copied()
}

/// The angles by which several bases, each turned about its own centre, all come to touch the charger
/// without overlapping each other, any of the others, or the border of the table.
///
/// The first base turns as little as it can, the second as little as that allows, and so on. `None`
/// when there is no way, or none among the first [`TRIAL_LIMIT`] tried: that happens only when dozens
/// of bases crowd round one charger.
pub fn smallest_turns(
    bases: &[Base],
    charger: &Body,
    others: &[Body],
    table: Option<(Point, Point)>,
) -> Option<Vec<f64>> {
    let choices: Vec<Vec<f64>> =
        bases.iter().map(|base| turns_into_contact(base, charger, others, table)).collect();
    let mut chosen: Vec<usize> = Vec::with_capacity(bases.len());
    let mut standing: Vec<Body> = Vec::with_capacity(bases.len());
    let mut next = 0;
    for _ in 0..TRIAL_LIMIT {
        let number = chosen.len();
        if number == bases.len() {
            let angles = chosen.iter().zip(&choices).map(|(&choice, angles)| angles[choice]);
            return Some(angles.collect());
        }
        let Some(&angle) = choices[number].get(next) else {
            // Nothing is left for this base: the one before must turn otherwise.
            next = chosen.pop()? + 1;
            standing.pop();
            continue;
        };
        let body = bases[number].turned(angle).body();
        if overlaps(&body, &standing).is_some() {
            next += 1;
        } else {
            chosen.push(next);
            standing.push(body);
            next = 0;
        }
    }
    None
}
