//! How many ways there are to cut a graph into stars: dynamic programming along a frontier.
//!
//! The fighters of one side, the *rows*, are taken one by one. Each fighter of the other side that
//! some row taken already touches, and some row to come as well, is *open*: it is free, a leaf, or a
//! centre. A state says so for every open one, a digit each, and holds the number of ways to get
//! there. One against one counts with the open fighter as its centre, so it counts once. An open
//! fighter whose last row is taken is closed: it must not be free.

use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::fmt;

/// The most fighters that may be open at once: the states then take about a hundred megabytes.
pub const MOST_ABREAST: usize = 13;

/// How many additions there are between two questions whether to go on.
const ADDITIONS: usize = 1 << 22;

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// So many fighters would be open at once, or more.
    TooWide(usize),
    /// It was stopped from outside.
    Interrupted,
}

impl fmt::Display for NotCounted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide(open) => {
                write!(formatter, "{open} or more fighters abreast, above {MOST_ABREAST}")
            }
            Self::Interrupted => formatter.write_str("stopped"),
        }
    }
}

impl std::error::Error for NotCounted {}

/// A contact as seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The other end.
    pub(super) to: u32,
    /// Whether the two must be in the same star.
    pub(super) is_forced: bool,
}

/// What is to be counted: fighters with their sides and links, all of whom must be in a star.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    pub(super) sides: Vec<u8>,
    pub(super) links: Vec<Vec<Link>>,
}

impl Network {
    /// The number of ways to cut it into stars.
    pub(super) fn count(&self, keep_going: &dyn Fn() -> bool) -> Result<BigUint, NotCounted> {
        if self.links.iter().any(Vec::is_empty) {
            return Ok(BigUint::ZERO);
        }
        let plans = [0, 1].map(|side| Plan::new(self, side, MOST_ABREAST));
        let plan = match plans {
            [Ok(first), Ok(second)] => {
                if first.states <= second.states {
                    first
                } else {
                    second
                }
            }
            [Ok(plan), Err(_)] | [Err(_), Ok(plan)] => plan,
            [Err(error), Err(_)] => return Err(error),
        };
        match Run::<u128>::new(self, keep_going).count(&plan)? {
            Some(ways) => Ok(ways.into()),
            None => Ok(Run::<BigUint>::new(self, keep_going).count(&plan)?.unwrap_or_default()),
        }
    }
}

impl Network {
    /// The fighters of one side in an order that keeps few of the other side open.
    pub(super) fn narrow_order(&self) -> Vec<usize> {
        let plans = [0, 1].map(|side| Plan::new(self, side, usize::MAX));
        let best = plans.into_iter().flatten().min_by_key(|plan| plan.states);
        best.map_or(Vec::new(), |plan| plan.rows.iter().map(|&row| row as usize).collect())
    }
}

/// In which order rows are taken.
struct Plan {
    rows: Vec<u32>,
    /// How many states there are, over all rows.
    states: u64,
}

impl Plan {
    /// Takes next the row that opens fewest and closes most; gives up when too many are open.
    fn new(network: &Network, side: u8, most: usize) -> Result<Self, NotCounted> {
        let mut starts: Vec<u32> = (0..network.sides.len() as u32)
            .filter(|&row| network.sides[row as usize] == side)
            .collect();
        starts.sort_by_key(|&row| network.links[row as usize].len());
        let mut to_come: Vec<usize> = network.links.iter().map(Vec::len).collect();
        let mut is_open = vec![false; network.sides.len()];
        let mut is_taken = vec![false; network.sides.len()];
        let mut near = BTreeSet::new();
        let (mut rows, mut open, mut states) = (Vec::new(), 0, 0_u64);
        let mut starts = starts.into_iter();
        loop {
            let grows = |&row: &u32| {
                let links = &network.links[row as usize];
                let opens = links.iter().filter(|link| !is_open[link.to as usize]).count();
                let closes = links.iter().filter(|link| to_come[link.to as usize] == 1).count();
                (opens as i64 - closes as i64, row)
            };
            let next = near.iter().copied().min_by_key(grows);
            let Some(row) = next.or_else(|| starts.find(|&row| !is_taken[row as usize])) else {
                return Ok(Self { rows, states });
            };
            near.remove(&row);
            is_taken[row as usize] = true;
            rows.push(row);
            let links = &network.links[row as usize];
            for link in links {
                if !std::mem::replace(&mut is_open[link.to as usize], true) {
                    open += 1;
                    let others = network.links[link.to as usize].iter().map(|link| link.to);
                    near.extend(others.filter(|&other| !is_taken[other as usize]));
                }
                to_come[link.to as usize] -= 1;
            }
            if open > most {
                return Err(NotCounted::TooWide(open));
            }
            let more = 3_u64.saturating_pow(open as u32).saturating_mul(links.len() as u64);
            states = states.saturating_add(more);
            open -= links.iter().filter(|link| to_come[link.to as usize] == 0).count();
        }
    }
}

/// A number of ways.
trait Ways: Clone + Default {
    /// One way.
    fn one() -> Self;
    /// Adds; `true` when the sum does not fit.
    fn add(&mut self, other: &Self) -> bool;
}

impl Ways for u128 {
    fn one() -> Self {
        1
    }

    #[inline]
    fn add(&mut self, other: &Self) -> bool {
        let (sum, is_over) = self.overflowing_add(*other);
        *self = sum;
        is_over
    }
}

impl Ways for BigUint {
    fn one() -> Self {
        Self::from(1_u8)
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        false
    }
}

/// The states: the digit of the first open fighter varies fastest; 0 is free, 1 a leaf, 2 a centre.
struct Run<'a, N> {
    network: &'a Network,
    keep_going: &'a dyn Fn() -> bool,
    open: Vec<u32>,
    /// By what the row that is being taken has so far: nothing, one leaf, several, a centre.
    ways: [Vec<N>; 4],
    is_over: bool,
    additions: usize,
}

impl<'a, N: Ways> Run<'a, N> {
    fn new(network: &'a Network, keep_going: &'a dyn Fn() -> bool) -> Self {
        let ways = [vec![N::one()], Vec::new(), Vec::new(), Vec::new()];
        Self { network, keep_going, open: Vec::new(), ways, is_over: false, additions: 0 }
    }

    /// The number of ways; `None` when it does not fit.
    fn count(mut self, plan: &Plan) -> Result<Option<N>, NotCounted> {
        let mut to_come: Vec<usize> = self.network.links.iter().map(Vec::len).collect();
        for &row in &plan.rows {
            let links = &self.network.links[row as usize];
            self.open_all(links);
            for link in links {
                self.take(link);
                to_come[link.to as usize] -= 1;
                self.additions += self.ways[0].len();
                if self.additions > ADDITIONS {
                    self.additions = 0;
                    if !(self.keep_going)() {
                        return Err(NotCounted::Interrupted);
                    }
                }
            }
            self.end_row();
            for link in links.iter().filter(|link| to_come[link.to as usize] == 0) {
                self.close(link.to);
            }
            if self.is_over {
                return Ok(None);
            }
        }
        Ok(self.ways[0].pop())
    }

    fn open_all(&mut self, links: &[Link]) {
        for link in links {
            if !self.open.contains(&link.to) {
                self.open.push(link.to);
            }
        }
        let states = 3_usize.pow(self.open.len() as u32);
        self.ways.iter_mut().for_each(|ways| ways.resize(states, N::default()));
    }

    /// The row has a link to an open fighter, and uses it or not.
    fn take(&mut self, link: &Link) {
        let Some(digit) = self.open.iter().position(|&open| open == link.to) else { return };
        let stride = 3_usize.pow(digit as u32);
        let [nothing, one, several, leaf] = &mut self.ways;
        let mut is_over = false;
        for start in (0..nothing.len()).step_by(3 * stride) {
            for free in start..start + stride {
                let (leaves, centre) = (free + stride, free + 2 * stride);
                if link.is_forced {
                    one[leaves] = N::default();
                    several[leaves] = N::default();
                    leaf[centre] = N::default();
                }
                // The row as centre, the other as its leaf.
                is_over |= one[leaves].add(&nothing[free]);
                is_over |= several[leaves].add(&one[free]);
                let (before, after) = several.split_at_mut(leaves);
                is_over |= after[0].add(&before[free]);
                // The other as centre, the row as its leaf.
                is_over |= leaf[centre].add(&nothing[free]);
                is_over |= leaf[centre].add(&nothing[centre]);
                if link.is_forced {
                    for ways in [&mut *nothing, one, several, leaf] {
                        ways[free] = N::default();
                    }
                    nothing[leaves] = N::default();
                    leaf[leaves] = N::default();
                    for ways in [&mut *nothing, one, several] {
                        ways[centre] = N::default();
                    }
                }
            }
        }
        self.is_over |= is_over;
    }

    /// The row must be in a star: a centre of several, or a leaf.
    fn end_row(&mut self) {
        let [nothing, one, several, leaf] = &mut self.ways;
        for (sum, more) in several.iter_mut().zip(leaf.iter()) {
            self.is_over |= sum.add(more);
        }
        std::mem::swap(nothing, several);
        one.clear();
        several.clear();
        leaf.clear();
    }

    /// An open fighter has no row to come: it must be in a star.
    fn close(&mut self, fighter: u32) {
        let Some(digit) = self.open.iter().position(|&open| open == fighter) else { return };
        self.open.remove(digit);
        let stride = 3_usize.pow(digit as u32);
        let states = std::mem::take(&mut self.ways[0]);
        let mut kept = Vec::with_capacity(states.len() / 3);
        for block in states.chunks_exact(3 * stride) {
            for place in 0..stride {
                let mut sum = block[stride + place].clone();
                self.is_over |= sum.add(&block[2 * stride + place]);
                kept.push(sum);
            }
        }
        self.ways[0] = kept;
    }
}
