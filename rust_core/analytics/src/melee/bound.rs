//! Branch and bound over separations.
//!
//! Every fighter gets a price such that no star is worth more than the prices of its members. Then
//! what is left is worth no more than its prices, and what cannot reach the best so far is left out.

use super::best::{NoBest, Worth, canonical};
use crate::hashing::QuickMap;
use fracas_engine::skirmish::melee::{Bits, Graph};
use std::cmp::Ordering;

/// The most stars of a melee that branch and bound takes on.
pub const MOST_STARS: u64 = 1 << 20;
/// The most stars it tries.
pub const MOST_NODES: u64 = 5_000_000;

/// How often the prices are lowered, one after another.
const ROUNDS: usize = 20;

/// The `most` best separations: the members of their stars.
pub(super) fn branch_and_bound<const W: usize, E>(
    worth: &mut Worth<'_, W, E>,
    most: usize,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<Vec<Bits<W>>>, NoBest<E>> {
    let graph = worth.graph;
    let count = graph.star_count();
    if count > MOST_STARS {
        return Err(NoBest::TooManyStars(count));
    }
    let mut stars = Vec::new();
    graph.all_stars(|star| {
        stars.push(star);
        true
    });
    let mut values = QuickMap::default();
    for &star in &stars {
        values.insert(star, worth.of(star)?);
    }
    let prices = prices(graph, &stars, &values);
    let mut branches = Branches {
        graph,
        values,
        prices,
        most,
        found: Vec::new(),
        taken: Vec::new(),
        nodes: 0,
        keep_going,
    };
    branches.try_all(graph.all(), 0.0).map_err(|stopped| match stopped {
        Stopped::TooBig => NoBest::TooBig(MOST_NODES),
        Stopped::Interrupted => NoBest::Interrupted,
    })?;
    Ok(branches.found.into_iter().map(|(_, stars)| stars).collect())
}

/// Prices that cover every star: first what each brings a head at the most, then as low as the others
/// allow, one fighter after another.
fn prices<const W: usize>(
    graph: &Graph<W>,
    stars: &[Bits<W>],
    values: &QuickMap<Bits<W>, f64>,
) -> Vec<f64> {
    let count = graph.all().len();
    let mut prices = vec![f64::NEG_INFINITY; count];
    let mut of_fighter = vec![Vec::new(); count];
    for &star in stars {
        let share = values[&star] / star.len() as f64;
        for fighter in star {
            prices[fighter] = prices[fighter].max(share);
            of_fighter[fighter].push(star);
        }
    }
    for _ in 0..ROUNDS {
        for fighter in 0..count {
            let needed = of_fighter[fighter].iter().map(|star| {
                values[star] - star.without(fighter).into_iter().map(|one| prices[one]).sum::<f64>()
            });
            prices[fighter] = needed.fold(f64::NEG_INFINITY, f64::max);
        }
    }
    prices
}

enum Stopped {
    TooBig,
    Interrupted,
}

struct Branches<'a, const W: usize> {
    graph: &'a Graph<W>,
    values: QuickMap<Bits<W>, f64>,
    prices: Vec<f64>,
    most: usize,
    /// The best so far, best first.
    found: Vec<(f64, Vec<Bits<W>>)>,
    taken: Vec<Bits<W>>,
    nodes: u64,
    keep_going: &'a dyn Fn() -> bool,
}

impl<const W: usize> Branches<'_, W> {
    fn price(&self, members: Bits<W>) -> f64 {
        members.into_iter().map(|fighter| self.prices[fighter]).sum()
    }

    /// Whether something that is worth so much at the most could be among the best. Prices are sums
    /// of rounded numbers, so that what is nearly as good is tried as well.
    fn is_wanted(&self, most: f64) -> bool {
        let last = self.found.get(self.most - 1);
        last.is_none_or(|(worst, _)| most > *worst - 1e-9 * worst.abs().max(1.0))
    }

    fn try_all(&mut self, left: Bits<W>, value: f64) -> Result<(), Stopped> {
        let touches = |&fighter: &usize| self.graph.touched(fighter, left).len();
        let Some(fighter) = left.into_iter().min_by_key(touches) else {
            self.keep(value);
            return Ok(());
        };
        let mut stars = Vec::new();
        self.graph.stars_of(fighter, left, &mut |star| {
            let worth = self.values[&star];
            stars.push((worth - self.price(star), worth, star));
        });
        stars.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.2.cmp(&other.2)));
        let bound = value + self.price(left);
        for (slack, worth, star) in stars {
            self.nodes += 1;
            if self.nodes > MOST_NODES {
                return Err(Stopped::TooBig);
            }
            if self.nodes.is_multiple_of(1 << 16) && !(self.keep_going)() {
                return Err(Stopped::Interrupted);
            }
            if !self.is_wanted(bound + slack) {
                break;
            }
            self.taken.push(star);
            self.try_all(left.minus(star), value + worth)?;
            self.taken.pop();
        }
        Ok(())
    }

    fn keep(&mut self, value: f64) {
        let mut taken = self.taken.clone();
        taken.sort_unstable_by_key(Bits::lowest);
        let is_better = |(other, stars): &(f64, Vec<Bits<W>>)| {
            let order = other.total_cmp(&value).reverse();
            order.then_with(|| canonical(stars, &taken)) == Ordering::Less
        };
        if self.found.len() >= self.most {
            if self.found.last().is_none_or(is_better) {
                return;
            }
            self.found.pop();
        }
        let place = self.found.partition_point(is_better);
        self.found.insert(place, (value, taken));
    }
}
