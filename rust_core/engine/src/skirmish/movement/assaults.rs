//! Assaults (M-10 to M-15): charges and engagements, and where they end.

use super::stances::{Ring, Stance};
use super::{Action, HAIR, Moved, MovementEvent, Reason, conditions, distance, in_order};
use super::{failed, pivots};
use crate::skirmish::measuring::{Measured, Terrain};
use crate::skirmish::table::{Mark, Table, unit};
use fracas_geometry::placement::{SLACK, touching_also};
use fracas_geometry::rim::turn_facing;
use fracas_geometry::{Body, Interval, Point};

/// Where on the rim an assailant wants to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// Where the way is shortest.
    Nearest,
    /// As near as can be to this point.
    Point(Point),
    /// As near as can be to the point of the rim in this direction from the target's centre, in
    /// degrees.
    Angle(f64),
}

/// What an assault is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Assault {
    /// Whom it is meant for; the mire touches the first if that is possible.
    pub targets: Vec<usize>,
    /// Where it wants to stand.
    pub aim: Aim,
    /// M-15: those of the targets that are pivoted.
    pub pivoted: Vec<usize>,
}

impl Assault {
    /// An assault on one target by the shortest way.
    pub fn on(target: usize) -> Self {
        Self { targets: vec![target], aim: Aim::Nearest, pivoted: Vec::new() }
    }
}

/// Where an assault would end.
#[derive(Clone, Debug)]
pub(super) enum Prospect {
    /// In contact: how the base stands, the way, and who is turned by how much.
    Contact { stance: Stance, pivots: Vec<(usize, f64)> },
    /// Too far: the way to the nearest point of the first target's rim.
    TooFar(Measured),
}

/// Everything that keeps a fighter from an assault. Being too far does not: the assault then fails
/// (M-13), unless it was aimed at a place.
pub fn why_not(table: &Table, fighter: usize, action: Action, assault: &Assault) -> Vec<Reason> {
    let reasons = declared(table, fighter, action, assault);
    if !reasons.is_empty() {
        return reasons;
    }
    let allowed = distance(table, fighter, action);
    match prospect(table, fighter, assault, allowed) {
        Ok(_) => Vec::new(),
        Err(reasons) => reasons,
    }
}

/// How long the way to contact is, if there is one, and whether the distance allows it.
pub fn measure(
    table: &Table,
    fighter: usize,
    action: Action,
    assault: &Assault,
) -> Option<(f64, bool)> {
    match prospect(table, fighter, assault, distance(table, fighter, action)).ok()? {
        Prospect::Contact { stance, .. } => Some((stance.way.path.length, true)),
        Prospect::TooFar(way) => Some((way.path.length, false)),
    }
}

/// Carries out an assault.
///
/// # Rule
/// M-12: the assailant is placed on the free rim of the target, mire in front; M-14: where it touches
/// all its targets; M-15: which it may turn; M-13: or it comes too short.
///
/// # Errors
/// Every reason why it cannot.
pub fn assault(
    table: &Table,
    fighter: usize,
    action: Action,
    assault: &Assault,
) -> Result<Moved, Vec<Reason>> {
    let reasons = declared(table, fighter, action, assault);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    assault_within(table, fighter, action, assault, distance(table, fighter, action))
}

/// Whether an assault on these targets by the shortest way reaches contact within a distance: the same
/// as [`measure`] finds, on ground that has been looked at before.
pub(in crate::skirmish) fn reaches(
    table: &Table,
    terrain: &Terrain,
    fighter: usize,
    targets: &[usize],
    allowed: f64,
) -> bool {
    let limit = allowed + HAIR;
    targets.iter().any(|&first| {
        let ring = Ring::new(table, terrain, fighter, first);
        if targets.len() > 1 {
            let intervals = touching_all(table, &ring, first, targets);
            return !intervals.is_empty() && ring.shortest(&intervals, limit).is_some();
        }
        terrain.to_rim_within(first, limit).is_some_and(|nearest| {
            if ring.only_free_at(&nearest).is_some() {
                return true;
            }
            let intervals = ring.free();
            ring.free_at(&nearest, &intervals).is_some()
                || (!intervals.is_empty() && ring.shortest(&intervals, limit).is_some())
        })
    })
}

/// whether it is the distance that would make an assault on a target fail: there is a way into
/// contact, and it is too long.
pub(in crate::skirmish) fn is_too_far(
    table: &Table,
    fighter: usize,
    target: usize,
    allowed: f64,
) -> bool {
    let found = prospect(table, fighter, &Assault::on(target), allowed);
    matches!(found, Ok(Prospect::TooFar(_)))
}

/// M-13: an assault that cannot be placed in contact any more, whatever the distance.
pub(in crate::skirmish) fn fail(
    table: &Table,
    fighter: usize,
    action: Action,
    target: usize,
    allowed: f64,
) -> Moved {
    failed::fail(table, fighter, action, target, allowed)
}

/// Carries out an assault with a distance that is left.
pub(in crate::skirmish) fn assault_within(
    table: &Table,
    fighter: usize,
    action: Action,
    assault: &Assault,
    allowed: f64,
) -> Result<Moved, Vec<Reason>> {
    match prospect(table, fighter, assault, allowed)? {
        Prospect::TooFar(way) => {
            Ok(failed::fall_short(table, fighter, action, assault.targets[0], way, allowed))
        }
        Prospect::Contact { stance, pivots } => {
            Ok(reach(table, fighter, action, assault, stance, &pivots))
        }
    }
}

/// What the rules ask for before anything is measured.
fn declared(table: &Table, fighter: usize, action: Action, assault: &Assault) -> Vec<Reason> {
    let mut reasons = conditions::why_not(table, fighter, action, &assault.targets);
    if assault.targets.is_empty() {
        reasons.push(Reason::NotAnEnemy);
    }
    if !assault.pivoted.is_empty() {
        if action != Action::Charge {
            reasons.push(Reason::NotCharging);
        }
        reasons.extend(pivots::why_not(table, fighter, &assault.pivoted));
    }
    in_order(reasons)
}

/// The table after an assault that reached its targets.
fn reach(
    table: &Table,
    fighter: usize,
    action: Action,
    assault: &Assault,
    stance: Stance,
    pivots: &[(usize, f64)],
) -> Moved {
    let length = stance.way.path.length;
    let mut events = vec![MovementEvent::Moved { fighter, action, distance: length }];
    let mut after = table.clone();
    after.set(fighter, table.fighter(fighter).without(Mark::MustTakeCover).at(stance.base));
    for &(target, angle) in pivots.iter().filter(|(_, angle)| *angle != 0.0) {
        let turned = table.fighter(target).standing.base().turned(angle);
        after.set(target, after.fighter(target).at(turned));
        events.push(MovementEvent::Pivoted { fighter: target, by: fighter, angle });
    }
    for &target in &assault.targets {
        after.set(target, after.fighter(target).with(Mark::Assaulted));
        events.push(MovementEvent::Reached { fighter, action, target });
    }
    let touched = assault.targets.clone();
    Moved { table: after, path: Some(stance.way), reached: true, touched, events }
}

/// Finds where an assault would end.
pub(super) fn prospect(
    table: &Table,
    fighter: usize,
    assault: &Assault,
    allowed: f64,
) -> Result<Prospect, Vec<Reason>> {
    let terrain = Terrain::of(table, fighter);
    let plain = unturned(table, &terrain, fighter, assault, allowed);
    // M-15: by the smallest angle that is needed, so nobody is turned where none is.
    if assault.pivoted.is_empty() || matches!(plain, Ok(Prospect::Contact { .. })) {
        return plain;
    }
    pivots::prospect(table, &terrain, fighter, assault, allowed).or(plain)
}

/// Where an assault would end that turns nobody.
fn unturned(
    table: &Table,
    terrain: &Terrain,
    fighter: usize,
    assault: &Assault,
    allowed: f64,
) -> Result<Prospect, Vec<Reason>> {
    // M-14: the mire touches the first of them, or else any other.
    let mut reasons = Vec::new();
    let mut is_too_far = false;
    let mut to_first = None;
    for &first in &assault.targets {
        let ring = Ring::new(table, terrain, fighter, first);
        let Some(nearest) = ring.nearest() else {
            reasons.push(Reason::NoWay);
            continue;
        };
        match on_ring(table, &ring, &nearest, first, assault, allowed) {
            Ok(Some(stance)) => return Ok(Prospect::Contact { stance, pivots: Vec::new() }),
            Ok(None) => is_too_far = true,
            Err(reason) => reasons.push(reason),
        }
        if first == assault.targets[0] {
            to_first = Some(nearest);
        }
    }
    match to_first {
        Some(way) if is_too_far => Ok(Prospect::TooFar(way)),
        _ => Err(in_order(reasons)),
    }
}

/// The stance of an assault whose mire touches `first`; `None` when the way is too long.
fn on_ring(
    table: &Table,
    ring: &Ring,
    nearest: &Measured,
    first: usize,
    assault: &Assault,
    allowed: f64,
) -> Result<Option<Stance>, Reason> {
    let is_single = assault.targets.len() == 1;
    if is_single
        && assault.aim == Aim::Nearest
        && let Some(stance) = ring.only_free_at(nearest)
    {
        return Ok(Some(stance).filter(|stance| stance.way.path.length <= allowed + HAIR));
    }
    let intervals =
        if is_single { ring.free() } else { touching_all(table, ring, first, &assault.targets) };
    if intervals.is_empty() {
        return Err(Reason::NoRoom);
    }
    if let Some(turn) = aimed_turn(table, ring, first, assault.aim) {
        return aimed(ring, &intervals, turn, allowed).map(Some);
    }
    let best = match ring.free_at(nearest, &intervals) {
        Some(stance) if is_single => {
            Some(stance).filter(|stance| stance.way.path.length <= allowed + HAIR)
        }
        _ => ring.shortest(&intervals, allowed + HAIR),
    };
    if best.is_none() && !ring.is_reachable(&intervals) {
        return Err(Reason::NoWay);
    }
    Ok(best)
}

/// M-14: the stances on the rim of `first` that touch all the other targets too.
fn touching_all(table: &Table, ring: &Ring, first: usize, targets: &[usize]) -> Vec<Interval> {
    let mut others = targets.iter().copied().filter(|&target| target != first);
    let Some(second) = others.next() else { return ring.free() };
    let second_body = table.body(second);
    let rest: Vec<Body> = others.map(|other| table.body(other)).collect();
    let obstacles: Vec<Body> =
        ring.others.iter().filter(|&body| *body != second_body).cloned().collect();
    let rectangle = Some(ring.rectangle);
    let found = touching_also(&ring.body, &second_body, ring.footprint, &obstacles, rectangle);
    if rest.is_empty() {
        return found;
    }
    let touches_rest = |turn: f64| {
        let body = ring.base(turn).body();
        rest.iter().all(|other| body.approach(other).gap.abs() <= SLACK)
    };
    let single = |turn: f64| Interval { from: turn, to: turn };
    found
        .into_iter()
        .flat_map(|interval| [interval.from, interval.middle(), interval.to])
        .filter(|&turn| touches_rest(turn))
        .map(single)
        .collect()
}

/// The place on the rim that is aimed at.
fn aimed_turn(table: &Table, ring: &Ring, target: usize, aim: Aim) -> Option<f64> {
    match aim {
        Aim::Nearest => None,
        Aim::Point(point) => Some(turn_facing(&ring.body, point)),
        Aim::Angle(degrees) => {
            let centre = table.fighter(target).standing.base().centre;
            Some(turn_facing(&ring.body, rim_towards(&ring.body, centre, unit(degrees))))
        }
    }
}

/// The point of a rim in a direction from a point inside.
fn rim_towards(body: &Body, centre: Point, way: Point) -> Point {
    match body {
        Body::Disc(disc) => centre + way * disc.radius,
        Body::Polygon(polygon) => {
            let exits = polygon.edges().filter_map(|(start, end)| {
                let out = (end - start).right();
                let speed = way.dot(out);
                (speed > 0.0).then(|| (start - centre).dot(out) / speed)
            });
            centre + way * exits.fold(f64::INFINITY, f64::min)
        }
    }
}

/// The free stance nearest to a turn whose way fits.
fn aimed(ring: &Ring, intervals: &[Interval], turn: f64, allowed: f64) -> Result<Stance, Reason> {
    let whole = ring.length();
    let apart = |one: f64, other: f64| {
        let ahead = (one - other).rem_euclid(whole);
        ahead.min(whole - ahead)
    };
    let fits = |turn: f64| ring.at(turn).filter(|found| found.way.path.length <= allowed + HAIR);
    let mut found: Option<(f64, Stance)> = None;
    let mut keep = |stance: Stance| {
        let gap = apart(stance.turn, turn);
        if found.as_ref().is_none_or(|(least, _)| gap < *least) {
            found = Some((gap, stance));
        }
    };
    for interval in intervals {
        let nearest = interval.nearest(turn, whole);
        if let Some(stance) = fits(nearest) {
            keep(stance);
        } else if let Some(stance) = nearest_that_fits(interval, nearest, whole, &fits) {
            keep(stance);
        }
    }
    found.map(|(_, stance)| stance).ok_or(Reason::TooFar)
}

/// Goes from a turn of an interval that is too far towards both ends, and gives the first that fits.
fn nearest_that_fits(
    interval: &Interval,
    turn: f64,
    whole: f64,
    fits: &impl Fn(f64) -> Option<Stance>,
) -> Option<Stance> {
    const STEPS: usize = 64;
    let here = if turn < interval.from { turn + whole } else { turn };
    let wrap = |turn: f64| if turn >= whole { turn - whole } else { turn };
    let mut best: Option<(f64, Stance)> = None;
    for end in [interval.from, interval.to] {
        let step = (end - here) / STEPS as f64;
        let at = |steps: f64| wrap(here + step * steps);
        let Some(first) = (1..=STEPS).find(|&steps| fits(at(steps as f64)).is_some()) else {
            continue;
        };
        let (mut bad, mut good) = (first as f64 - 1.0, first as f64);
        for _ in 0..50 {
            let middle = f64::midpoint(bad, good);
            if fits(at(middle)).is_some() { good = middle } else { bad = middle }
        }
        let gap = good * step.abs();
        if best.as_ref().is_none_or(|(least, _)| gap < *least) {
            best = fits(at(good)).map(|stance| (gap, stance));
        }
    }
    best.map(|(_, stance)| stance)
}
