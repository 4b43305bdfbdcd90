//! How far the targets of a charger turn for each place that it may take, and where least (M-15).

use super::assaults::Assault;
use super::in_the_way_but;
use super::narrowing::{last_good, lowest};
use super::stances::{Ring, Stance};
use crate::skirmish::table::Table;
use fracas_geometry::placement::{has_room, smallest_turns, touching_if_turned};
use fracas_geometry::{Base, Body, Interval, Relation};
use std::cell::OnceCell;

/// How near to each other bodies must come that are turned into contact, in centimetres.
const MET: f64 = 1e-6;

/// Turns (in radians) and ways (in centimetres) that differ by no more are equal.
const TIE: f64 = 1e-7;

/// How many stances of an interval are tried before the best are narrowed down.
const TRIED: usize = 64;

/// A stance with the turns that it takes, and their sum.
pub(super) struct Turned {
    total: f64,
    pub(super) stance: Stance,
    pub(super) pivots: Vec<(usize, f64)>,
}

/// The best of some stances in order: the smallest turn, then the shortest way, then the first.
pub(super) fn best(mut found: Vec<Turned>) -> Option<Turned> {
    let least = found.iter().map(|one| one.total).fold(f64::INFINITY, f64::min);
    found.retain(|one| one.total <= least + TIE);
    let length = |one: &Turned| one.stance.way.path.length;
    let shortest = found.iter().map(length).fold(f64::INFINITY, f64::min);
    found.into_iter().find(|one| length(one) <= shortest + TIE)
}

/// How far apart the stances of an interval are that are tried.
pub(super) fn step(interval: &Interval) -> f64 {
    (interval.to - interval.from) / TRIED as f64
}

/// The evenly spread stances of an interval.
pub(super) fn tried(interval: &Interval) -> impl Iterator<Item = f64> + use<> {
    let (from, step) = (interval.from, step(interval));
    let count = if step > 0.0 { TRIED } else { 0 };
    (0..=count).map(move |index| from + step * index as f64)
}

/// By how much each pivoted target turns for a charger at a turn of the rim, and all together:
/// infinitely when it cannot touch all its targets there.
#[derive(Clone)]
pub(super) struct Angles {
    turn: f64,
    total: f64,
    each: Vec<f64>,
}

impl Angles {
    const fn is_met(&self) -> bool {
        self.total.is_finite()
    }
}

/// Puts more of them where they belong along the rim.
fn along(mut spots: Vec<Angles>, more: Vec<Angles>) -> Vec<Angles> {
    spots.extend(more);
    spots.sort_by(|one, other| one.turn.total_cmp(&other.turn));
    spots
}

/// The targets of a charger whose mire touches the first of them.
pub(super) struct Turning<'a> {
    table: &'a Table,
    ring: &'a Ring<'a>,
    /// The target behind the first, turned or not.
    second: Option<Base>,
    turned: Vec<usize>,
    bases: Vec<Base>,
    /// Those that must be touched as they stand.
    fixed: Vec<Body>,
    /// What those that turn must not overlap.
    around_turned: Vec<Body>,
    /// What the charger must not overlap, but for those and the first.
    around_charger: Vec<Body>,
    /// The same but for all targets.
    around_targets: Vec<Body>,
}

impl<'a> Turning<'a> {
    pub(super) fn new(
        table: &'a Table,
        ring: &'a Ring<'a>,
        first: usize,
        assault: &Assault,
    ) -> Self {
        let others: Vec<usize> =
            assault.targets.iter().copied().filter(|&target| target != first).collect();
        let (turned, fixed): (Vec<usize>, Vec<usize>) =
            others.iter().partition(|target| assault.pivoted.contains(target));
        let base = |target: &usize| table.fighter(*target).standing.base();
        let charger = ring.assailant();
        let around = |but: &[usize], also: &[usize]| in_the_way_but(table, &[but, also].concat());
        Self {
            table,
            ring,
            second: others.first().map(base),
            bases: turned.iter().map(base).collect(),
            fixed: fixed.iter().map(|&one| table.body(one)).collect(),
            around_turned: around(&turned, &[charger]),
            around_charger: around(&turned, &[charger, first]),
            around_targets: around(&others, &[charger, first]),
            turned,
        }
    }

    /// Whether there is anybody to turn.
    pub(super) const fn turns_any(&self) -> bool {
        !self.turned.is_empty()
    }

    /// The stances from which all other targets might be touched if they turned.
    pub(super) fn stances(&self) -> Vec<Interval> {
        let ring = self.ring;
        let Some(second) = self.second else { return ring.free() };
        let (around, table) = (&self.around_targets, Some(ring.rectangle));
        touching_if_turned(&ring.body, &second, ring.footprint, around, table)
    }

    /// By how much each pivoted target turns for a charger at a turn of the rim; `None` when it cannot
    /// touch all its targets there.
    pub(super) fn at(&self, turn: f64) -> Option<Angles> {
        let body = self.ring.base(turn).body();
        let touches = |one: &Body| self.table.relation(&body, one) == Relation::Touching;
        if !self.fixed.iter().all(touches) || !has_room(&body, &self.around_charger, None) {
            return None;
        }
        let table = Some(self.ring.rectangle);
        let angles = smallest_turns(&self.bases, &body, &self.around_turned, table)?;
        // Who passes by within the tolerance is no contact to turn into: it would be a smaller angle
        // than the smallest.
        let is_met = |(base, &angle): (&Base, &f64)| {
            base.turned(angle).body().approach(&body).gap.abs() <= MET
        };
        if !self.bases.iter().zip(&angles).all(is_met) {
            return None;
        }
        let total = angles.iter().map(|angle| angle.abs()).sum();
        Some(Angles { turn, total, each: angles })
    }

    /// The same; it turns infinitely where it cannot touch them.
    fn spot(&self, turn: f64) -> Angles {
        self.at(turn).unwrap_or(Angles { turn, total: f64::INFINITY, each: Vec::new() })
    }

    /// Adds the last stances from which all targets can be touched before those from which not.
    fn with_borders(&self, spots: Vec<Angles>) -> Vec<Angles> {
        let borders = spots.windows(2).filter(|pair| pair[0].is_met() != pair[1].is_met());
        let border = |pair: &[Angles]| {
            let [good, bad] = if pair[0].is_met() { [0, 1] } else { [1, 0] };
            let is_met = |turn: f64| self.at(turn).is_some();
            self.spot(last_good(pair[good].turn, pair[bad].turn, &is_met))
        };
        let borders = borders.map(border).collect();
        along(spots, borders)
    }

    /// Adds the stances that turn least around each that turns less than its neighbours. The least may
    /// be a kink, where one corner takes over from another.
    fn with_dips(&self, spots: Vec<Angles>) -> Vec<Angles> {
        let mut dips = Vec::new();
        for (here, one) in spots.iter().enumerate().filter(|(_, one)| one.is_met()) {
            let beside = |place: usize| spots.get(place).filter(|one| one.is_met()).unwrap_or(one);
            let (before, after) = (beside(here.wrapping_sub(1)), beside(here + 1));
            let is_least = one.total <= before.total.min(after.total);
            if is_least && one.total < before.total.max(after.total) - TIE {
                let total = |turn: f64| self.spot(turn).total;
                dips.push(self.spot(lowest(&total, before.turn, one.turn, after.turn)));
            }
        }
        along(spots, dips)
    }

    /// The stances of an interval of which one is the best that it has: those that turn least and to
    /// which the charger can walk no farther than a limit. Ways are measured only to those that no
    /// other is better than.
    pub(super) fn least(
        &self,
        interval: &Interval,
        limit: f64,
        walk: &impl Fn(f64) -> Option<Stance>,
    ) -> Vec<Turned> {
        let spread = tried(interval).map(|turn| self.spot(turn)).collect();
        let spots = self.with_dips(self.with_borders(spread));
        let stances: Vec<OnceCell<Option<Stance>>> = vec![OnceCell::new(); spots.len()];
        let walked = |place: usize| stances[place].get_or_init(|| walk(spots[place].turn)).as_ref();
        let mut order: Vec<usize> = (0..spots.len()).filter(|&one| spots[one].is_met()).collect();
        order.sort_by(|&one, &other| spots[one].total.total_cmp(&spots[other].total));
        let mut found: Vec<Turned> = Vec::new();
        let mut least = f64::INFINITY;
        for here in order {
            if spots[here].total > least + TIE {
                break;
            }
            if let Some(stance) = walked(here) {
                least = least.min(spots[here].total);
                found.push(self.turned(&spots[here], stance.clone()));
                continue;
            }
            // It is too far, but on the way to a neighbour that is not lies the last that is not.
            for beside in [here.wrapping_sub(1), here + 1] {
                let near = spots.get(beside).filter(|one| one.is_met() && walked(beside).is_some());
                let Some(near) = near else { continue };
                let border = self.farthest(near.turn, spots[here].turn, walk);
                least = border.as_ref().map_or(least, |one| least.min(one.total));
                found.extend(border);
            }
        }
        let level = self.level(&spots, step(interval), least);
        found.extend(level.iter().filter_map(|stretch| self.nearest_of(stretch, limit)));
        found
    }

    /// The last stance that the charger can walk to, from one that it can on to one that it cannot.
    fn farthest(
        &self,
        near: f64,
        far: f64,
        walk: &impl Fn(f64) -> Option<Stance>,
    ) -> Option<Turned> {
        let is_good = |turn: f64| self.at(turn).is_some() && walk(turn).is_some();
        let border = last_good(near, far, &is_good);
        Some(self.turned(&self.at(border)?, walk(border)?))
    }

    /// The stretches along which the turn is the same, and the least.
    fn level(&self, spots: &[Angles], step: f64, least: f64) -> Vec<Interval> {
        // Those that turn less are too far.
        let is_best = |one: &Angles| (one.total - least).abs() <= TIE;
        let is_best_at = |turn: f64| is_best(&self.spot(turn));
        let mut stretches = Vec::new();
        let mut start = 0;
        for run in spots.chunk_by(|one, other| is_best(one) == is_best(other)) {
            let (low, high, end) = (run[0].turn, run[run.len() - 1].turn, start + run.len());
            if is_best(&run[0]) && high - low > step / 2.0 {
                let border = |good: f64, place: usize| {
                    let bad = spots.get(place);
                    bad.map_or(good, |bad| last_good(good, bad.turn, &is_best_at))
                };
                let (from, to) = (border(low, start.wrapping_sub(1)), border(high, end));
                stretches.push(Interval { from, to });
            }
            start = end;
        }
        stretches
    }

    /// The stance of a stretch that has the shortest way.
    fn nearest_of(&self, stretch: &Interval, limit: f64) -> Option<Turned> {
        let whole = self.ring.length();
        let over = if stretch.from >= whole { whole } else { 0.0 };
        let stretch = Interval { from: stretch.from - over, to: stretch.to - over };
        let stance = self.ring.shortest(&[stretch], limit)?;
        (stance.way.path.length <= limit)
            .then(|| self.at(stance.turn))?
            .map(|angles| self.turned(&angles, stance))
    }

    fn turned(&self, angles: &Angles, stance: Stance) -> Turned {
        let pivots = self.turned.iter().copied().zip(angles.each.iter().copied()).collect();
        Turned { total: angles.total, stance, pivots }
    }
}
