//! Separations by their number in canonical order, and a uniform one from a seed.
//!
//! How many separations begin with some stars and with some members of the next one is counted, not
//! enumerated: the members so far fix which contacts are used and which are not.

use super::frontier::NotCounted;
use super::network::Fixed;
use crate::hashing::QuickMap;
use fracas_engine::dice::philox2x64;
use fracas_engine::skirmish::melee::{Bits, Graph};
use num_bigint::BigUint;

/// The most counts that are kept.
const MOST_COUNTS: usize = 1 << 16;

/// Sets the words of samples apart from the dice of the same seed.
const KEY: u64 = 0x7365_7061_7261_7465;

/// Finds separations by their number; it keeps what it has counted.
#[derive(Clone, Debug)]
pub struct Ranker<const W: usize> {
    graph: Graph<W>,
    /// By who is left and the members of the next star so far.
    counts: QuickMap<(Bits<W>, Bits<W>), BigUint>,
}

impl<const W: usize> Ranker<W> {
    /// One for a graph.
    pub fn new(graph: Graph<W>) -> Self {
        Self { graph, counts: QuickMap::default() }
    }

    /// The graph.
    pub const fn graph(&self) -> &Graph<W> {
        &self.graph
    }

    /// How many separations there are.
    pub fn count(&mut self, keep_going: &dyn Fn() -> bool) -> Result<BigUint, NotCounted> {
        self.ways(self.graph.all(), Bits::EMPTY, keep_going)
    }

    /// The separation of a number, from 0 on: the members of its stars. `None` when there are fewer.
    pub fn unrank(
        &mut self,
        rank: &BigUint,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Bits<W>>>, NotCounted> {
        if *rank >= self.count(keep_going)? {
            return Ok(None);
        }
        let mut rank = rank.clone();
        let mut left = self.graph.all();
        let mut stars = Vec::new();
        while let Some(lowest) = left.lowest() {
            let star = self.star_of(&mut rank, Bits::one(lowest), left, keep_going)?;
            stars.push(star);
            left = left.minus(star);
        }
        Ok(Some(stars))
    }

    fn star_of(
        &mut self,
        rank: &mut BigUint,
        mut members: Bits<W>,
        left: Bits<W>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Bits<W>, NotCounted> {
        'longer: loop {
            if self.graph.is_star(members, left) {
                let ways = self.ways(left.minus(members), Bits::EMPTY, keep_going)?;
                if *rank < ways {
                    return Ok(members);
                }
                *rank -= ways;
            }
            for next in self.graph.followers(members, left) {
                let ways = self.ways(left, members.with(next), keep_going)?;
                if *rank < ways {
                    members = members.with(next);
                    continue 'longer;
                }
                *rank -= ways;
            }
            // The counts add up, so this is never reached.
            return Ok(members);
        }
    }

    /// The number of a separation, given as the members of its stars in canonical order.
    pub fn rank(
        &mut self,
        stars: &[Bits<W>],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<BigUint, NotCounted> {
        let mut rank = BigUint::ZERO;
        let mut left = self.graph.all();
        for &star in stars {
            let mut members = Bits::EMPTY;
            for next in star {
                if !members.is_empty() {
                    if self.graph.is_star(members, left) {
                        rank += self.ways(left.minus(members), Bits::EMPTY, keep_going)?;
                    }
                    let before = self.graph.followers(members, left).into_iter();
                    for other in before.take_while(|&other| other < next) {
                        rank += self.ways(left, members.with(other), keep_going)?;
                    }
                }
                members = members.with(next);
            }
            left = left.minus(star);
        }
        Ok(rank)
    }

    /// How many separations of who is left have a first star that begins with these members.
    fn ways(
        &mut self,
        left: Bits<W>,
        members: Bits<W>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<BigUint, NotCounted> {
        if let Some(ways) = self.counts.get(&(left, members)) {
            return Ok(ways.clone());
        }
        let graph = &self.graph;
        let (first, last) = (members.lowest(), members.highest().unwrap_or(0));
        let own = first.map_or(Bits::EMPTY, |first| graph.friends(first));
        let (friends, enemies) = (members.and(own), members.minus(own));
        let around =
            |centres: Bits<W>| Fixed { graph, left, members, centres }.network().count(keep_going);
        let ways = match (first, friends.len(), enemies.lowest()) {
            (None, ..) => around(Bits::EMPTY)?,
            (Some(first), 1, Some(enemy)) if enemies.len() == 1 => {
                around(Bits::one(first).with(enemy))?
            }
            (Some(first), 1, _) => around(Bits::one(first))?,
            (_, _, Some(centre)) => around(Bits::one(centre))?,
            (Some(first), _, None) => {
                let mut sum = BigUint::ZERO;
                for centre in graph.touched(first, left).above(last) {
                    if friends.is_within(graph.touched(centre, left)) {
                        sum += around(Bits::one(centre))?;
                    }
                }
                sum
            }
        };
        if self.counts.len() >= MOST_COUNTS {
            self.counts.clear();
        }
        self.counts.insert((left, members), ways.clone());
        Ok(ways)
    }
}

/// A number below `count`, each equally likely, from sample number `index` of a seed: as many 64-bit
/// words as it takes, the lowest first, cut to the bits of `count` − 1; again while it is too large.
pub fn sample_rank(count: &BigUint, seed: u64, index: u64) -> BigUint {
    if *count <= BigUint::from(1_u8) {
        return BigUint::ZERO;
    }
    let bits = (count - 1_u8).bits();
    let mut position = 0_u64;
    let mut next_word = || {
        let words = philox2x64([position / 2, index], seed ^ KEY);
        position += 1;
        words[((position - 1) % 2) as usize]
    };
    loop {
        let mut rank = BigUint::ZERO;
        for word in 0..bits.div_ceil(64) {
            rank |= BigUint::from(next_word()) << (64 * word);
        }
        rank &= (BigUint::from(1_u8) << bits) - 1_u8;
        if rank < *count {
            return rank;
        }
    }
}
