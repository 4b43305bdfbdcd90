//! A good separation at once.

use super::best::{NoBest, Rated, rate};
use super::bound::MOST_STARS;
use fracas_engine::skirmish::melee::{Bits, Graph, Star};
use std::collections::HashMap;

/// Takes out again and again the star that is worth most a head, among those that leave nobody
/// without an enemy; of equal ones the first in canonical order. It is always legal, seldom the best.
pub fn greedy<const W: usize, E>(
    graph: &Graph<W>,
    value: &mut dyn FnMut(&Star) -> Result<f64, E>,
    keep_going: &dyn Fn() -> bool,
) -> Result<Rated, NoBest<E>> {
    let count = graph.star_count();
    if count > MOST_STARS {
        return Err(NoBest::TooManyStars(count));
    }
    let mut members = Vec::with_capacity(count as usize);
    graph.all_stars(|star| {
        members.push(star);
        true
    });
    let mut stars = Vec::with_capacity(members.len());
    for (place, &star) in members.iter().enumerate() {
        if place % 1024 == 1023 && !keep_going() {
            return Err(NoBest::Interrupted);
        }
        let worth = value(&graph.star(star))?;
        stars.push((worth / star.len() as f64, star, worth));
    }
    stars.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then_with(|| one.1.into_iter().cmp(other.1))
    });
    let mut left = graph.all();
    let mut taken: Vec<(Bits<W>, f64)> = Vec::new();
    while !left.is_empty() {
        stars.retain(|(_, star, _)| star.is_within(left));
        let found = stars.iter().find(|(_, star, _)| graph.is_completable(left.minus(*star)));
        // Who is left can always be completed, so there is one.
        let Some(&(_, star, worth)) = found else { break };
        taken.push((star, worth));
        left = left.minus(star);
    }
    taken.sort_by_key(|(star, _)| star.lowest());
    let worths: HashMap<Star, f64> =
        taken.iter().map(|&(star, worth)| (graph.star(star), worth)).collect();
    let separation = taken.iter().map(|&(star, _)| graph.star(star)).collect();
    Ok(rate(separation, &mut |star| Ok::<_, E>(worths[star]))?)
}
