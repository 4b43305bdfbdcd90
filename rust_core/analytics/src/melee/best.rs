//! The separations that are worth most to a side.
//!
//! What is left after some stars are taken out is worth the same whatever they were. So the best of
//! it is worked out once and kept; what falls into parts that no contact links is worth the sum of
//! its parts. Where too much would be kept, branch and bound takes over.

use super::bound::branch_and_bound;
use super::network::Fixed;
use crate::hashing::QuickMap;
use fracas_engine::skirmish::melee::{Bits, Graph, Separation, Star};
use std::cmp::Ordering;
use std::rc::Rc;

/// The most stars that are tried before branch and bound takes over.
pub const MOST_STEPS: u64 = 10_000_000;
/// The most results that are kept before it does.
pub const MOST_KEPT: usize = 1_000_000;

/// Why there is no best separation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBest<E> {
    /// There are this many stars to try, too many even for branch and bound.
    TooManyStars(u64),
    /// Branch and bound has tried as many stars as it may.
    TooBig(u64),
    /// It was stopped from outside.
    Interrupted,
    /// A star has no value.
    NoValue(E),
}

impl<E> From<E> for NoBest<E> {
    fn from(error: E) -> Self {
        Self::NoValue(error)
    }
}

/// How the best was found; either way nothing is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By dynamic programming over what is left.
    Exact,
    /// By branch and bound.
    BranchAndBound,
}

/// A separation with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its combats.
    pub separation: Separation,
    /// The sum of their values.
    pub value: f64,
    /// The value of each combat.
    pub values: Vec<f64>,
}

/// The best separations, best first; of equal ones the first in canonical order first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// How they were found.
    pub method: Method,
    /// The separations.
    pub rated: Vec<Rated>,
}

/// What stars are worth, asked for once each.
pub(super) struct Worth<'a, const W: usize, E> {
    pub(super) graph: &'a Graph<W>,
    value: &'a mut dyn FnMut(&Star) -> Result<f64, E>,
    known: QuickMap<Bits<W>, f64>,
}

impl<const W: usize, E> Worth<'_, W, E> {
    pub(super) fn of(&mut self, star: Bits<W>) -> Result<f64, E> {
        if let Some(&value) = self.known.get(&star) {
            return Ok(value);
        }
        let value = (self.value)(&self.graph.star(star))?;
        self.known.insert(star, value);
        Ok(value)
    }
}

/// The `most` best separations.
pub fn best<const W: usize, E>(
    graph: &Graph<W>,
    most: usize,
    value: &mut dyn FnMut(&Star) -> Result<f64, E>,
    keep_going: &dyn Fn() -> bool,
) -> Result<Ranking, NoBest<E>> {
    let worth = Worth { graph, value, known: QuickMap::default() };
    let order = Fixed::all(graph).network().narrow_order();
    let memory = QuickMap::default();
    let mut search = Search { worth, order, most, steps: 0, kept: 0, memory, keep_going };
    let (method, found) = match search.best_of(graph.all()) {
        Ok(best) => {
            let mut found = Vec::with_capacity(best.len());
            for place in 0..best.len() {
                let mut stars = Vec::new();
                search.collect(graph.all(), place, &mut stars);
                found.push(stars);
            }
            (Method::Exact, found)
        }
        Err(Stop::TooMuch) => {
            search.memory = QuickMap::default();
            (Method::BranchAndBound, branch_and_bound(&mut search.worth, most, keep_going)?)
        }
        Err(Stop::No(error)) => return Err(error),
    };
    let mut rated = Vec::with_capacity(found.len());
    for mut stars in found {
        stars.sort_unstable_by_key(Bits::lowest);
        let mut values = Vec::with_capacity(stars.len());
        for &star in &stars {
            values.push(search.worth.of(star)?);
        }
        let separation = stars.iter().map(|&star| graph.star(star)).collect();
        rated.push(Rated { separation, value: values.iter().sum(), values });
    }
    rated.sort_by(|one, other| {
        let members =
            |rated: &Rated| rated.separation.iter().map(Star::members).collect::<Vec<_>>();
        other.value.total_cmp(&one.value).then_with(|| members(one).cmp(&members(other)))
    });
    Ok(Ranking { method, rated })
}

/// What a separation is worth.
pub fn rate<E>(
    separation: Separation,
    value: &mut dyn FnMut(&Star) -> Result<f64, E>,
) -> Result<Rated, E> {
    let values: Vec<f64> = separation.iter().map(value).collect::<Result<_, _>>()?;
    Ok(Rated { separation, value: values.iter().sum(), values })
}

/// One of the best ways to separate what is left.
#[derive(Clone, Copy)]
struct Way<const W: usize> {
    value: f64,
    /// A star that is taken out, or a part that is linked with nobody else.
    first: Bits<W>,
    is_star: bool,
    /// Which of the ways of the part, and which of the ways of the rest.
    places: [u32; 2],
}

enum Stop<E> {
    TooMuch,
    No(NoBest<E>),
}

impl<E> From<E> for Stop<E> {
    fn from(error: E) -> Self {
        Self::No(NoBest::NoValue(error))
    }
}

type Ways<const W: usize> = Rc<[Way<W>]>;

struct Search<'a, const W: usize, E> {
    worth: Worth<'a, W, E>,
    /// The fighters of one side, in the order they are taken out: few states are met on the way.
    order: Vec<usize>,
    most: usize,
    steps: u64,
    kept: usize,
    memory: QuickMap<Bits<W>, Ways<W>>,
    keep_going: &'a dyn Fn() -> bool,
}

impl<const W: usize, E> Search<'_, W, E> {
    /// The best ways to separate what is left, best first.
    fn best_of(&mut self, left: Bits<W>) -> Result<Ways<W>, Stop<E>> {
        if let Some(ways) = self.memory.get(&left) {
            return Ok(Rc::clone(ways));
        }
        let ways = match left.lowest() {
            None => vec![Way { value: 0.0, first: left, is_star: false, places: [0, 0] }],
            Some(lowest) => {
                let part = self.worth.graph.part(lowest, left);
                if part == left { self.by_star(left)? } else { self.by_part(part, left)? }
            }
        };
        self.kept += ways.len();
        if self.kept > MOST_KEPT {
            return Err(Stop::TooMuch);
        }
        let ways: Ways<W> = ways.into();
        self.memory.insert(left, Rc::clone(&ways));
        Ok(ways)
    }

    fn by_star(&mut self, left: Bits<W>) -> Result<Vec<Way<W>>, Stop<E>> {
        let graph = self.worth.graph;
        let next = self.order.iter().copied().find(|&fighter| left.has(fighter));
        let Some(fighter) = next else { return Ok(Vec::new()) };
        let mut stars = Vec::new();
        graph.stars_of(fighter, left, &mut |star| stars.push(star));
        self.count_steps(stars.len() as u64)?;
        let mut ways: Vec<Way<W>> = Vec::with_capacity(self.most.min(stars.len()));
        for first in stars {
            let value = self.worth.of(first)?;
            let rest = self.best_of(left.minus(first))?;
            for (place, way) in rest.iter().enumerate() {
                let value = value + way.value;
                let way = Way { value, first, is_star: true, places: [0, place as u32] };
                if !self.insert(left, &mut ways, way) {
                    break;
                }
            }
        }
        Ok(ways)
    }

    fn by_part(&mut self, part: Bits<W>, left: Bits<W>) -> Result<Vec<Way<W>>, Stop<E>> {
        let own = self.best_of(part)?;
        let rest = self.best_of(left.minus(part))?;
        let mut ways = Vec::with_capacity(self.most.min(own.len() * rest.len()));
        for (one, way) in own.iter().enumerate() {
            for (other, more) in rest.iter().enumerate() {
                let value = way.value + more.value;
                let places = [one as u32, other as u32];
                let way = Way { value, first: part, is_star: false, places };
                if !self.insert(left, &mut ways, way) {
                    break;
                }
            }
        }
        Ok(ways)
    }

    fn count_steps(&mut self, stars: u64) -> Result<(), Stop<E>> {
        const BETWEEN: u64 = 1 << 16;
        let before = self.steps / BETWEEN;
        self.steps += stars;
        if self.steps > MOST_STEPS {
            return Err(Stop::TooMuch);
        }
        if self.steps / BETWEEN > before && !(self.keep_going)() {
            return Err(Stop::No(NoBest::Interrupted));
        }
        Ok(())
    }

    /// Puts a way in its place among the best; `false` when it is not among them. Of equal ones the
    /// first in canonical order is better.
    fn insert(&self, left: Bits<W>, ways: &mut Vec<Way<W>>, way: Way<W>) -> bool {
        let is_better = |other: &Way<W>| match other.value.total_cmp(&way.value) {
            Ordering::Equal => {
                canonical(&self.sorted(left, other), &self.sorted(left, &way)) == Ordering::Less
            }
            order => order == Ordering::Greater,
        };
        if ways.len() >= self.most {
            if ways.last().is_none_or(is_better) {
                return false;
            }
            ways.pop();
        }
        let place = ways.partition_point(is_better);
        ways.insert(place, way);
        true
    }

    fn sorted(&self, left: Bits<W>, way: &Way<W>) -> Vec<Bits<W>> {
        let mut stars = Vec::new();
        self.follow(left, way, &mut stars);
        stars.sort_unstable_by_key(Bits::lowest);
        stars
    }

    /// The stars of one of the best ways to separate what is left.
    fn collect(&self, left: Bits<W>, place: usize, stars: &mut Vec<Bits<W>>) {
        if let Some(way) = self.memory.get(&left).and_then(|ways| ways.get(place))
            && !left.is_empty()
        {
            self.follow(left, way, stars);
        }
    }

    fn follow(&self, left: Bits<W>, way: &Way<W>, stars: &mut Vec<Bits<W>>) {
        if way.is_star {
            stars.push(way.first);
        } else {
            self.collect(way.first, way.places[0] as usize, stars);
        }
        self.collect(left.minus(way.first), way.places[1] as usize, stars);
    }
}

/// The order of two separations of the same fighters, sorted by the lowest of each star.
pub(super) fn canonical<const W: usize>(one: &[Bits<W>], other: &[Bits<W>]) -> Ordering {
    let differing = one.iter().zip(other).find(|(one, other)| one != other);
    differing.map_or(Ordering::Equal, |(one, other)| one.into_iter().cmp(*other))
}
