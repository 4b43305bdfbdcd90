//! Many games at once, reproducible by their number.

use super::automaton::Automaton;
use super::exact::Law;
use super::opening::Opening;
use crate::pool::pool;
use crate::tally::Tally;
use fracas_engine::dice::{Seeded, philox2x64};
use fracas_engine::skirmish::combat::Outcome;
use rayon::prelude::*;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How many games are rolled between two looks at the clock, the error and the interrupt.
pub const BATCH: u64 = 1 << 16;
/// How many games one thread takes at a time.
const CHUNK: u64 = 1 << 13;

/// From so many games on, the table of a small combat is worth its making (a millisecond).
const WORTH_A_TABLE: u64 = 1 << 16;

/// What to sample.
#[derive(Clone, Copy, Debug)]
pub struct SampleRequest {
    /// The seed.
    pub seed: u64,
    /// The most games: games 0 to `games` − 1.
    pub games: u64,
    /// How many threads work.
    pub threads: usize,
    /// Stop at the end of a batch of 2^16 games when the standard error of every fighter's chance to
    /// be killed is at most this.
    pub target_error: Option<f64>,
}

/// How far a sample has got: called after every batch; `false` stops it.
pub type Progress<'a> = dyn FnMut(u64) -> bool + 'a;

/// A sample: how often each outcome came.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Outcomes and counts, in the order of the outcomes' packed form.
    pub outcomes: Vec<(Outcome, u64)>,
    /// How many games were played.
    pub games: u64,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
}

/// Rolls games: game i of the seed has the dice of game i of `dice-stream v1`.
pub fn sample_rolled(
    opening: &Opening<'_>,
    request: SampleRequest,
    progress: &mut Progress<'_>,
) -> Sample {
    let automaton = if request.games >= WORTH_A_TABLE { Automaton::new(opening) } else { None };
    run(request, opening.combat.fighters(), progress, |games, tally| {
        if let Some(automaton) = &automaton {
            automaton.roll(opening, request.seed, games, tally);
            return;
        }
        for game in games {
            let mut dice = Seeded::new(request.seed, game);
            let Ok(outcome) = opening.roll_straight(&mut dice);
            tally.add(outcome.key(), 1);
        }
    })
}

/// Draws games straight from the law of the combat, without dice: word i mod 2 of the Philox block
/// (i div 2, 0) of the seed, set apart from dice, decides game i.
pub fn sample_law(
    sampler: &LawSampler,
    fighters: usize,
    request: SampleRequest,
    progress: &mut Progress<'_>,
) -> Sample {
    run(request, fighters, progress, |games, tally| {
        // Counted by place in a plain array: nothing is looked up by key.
        let mut counts = vec![0_u32; sampler.columns.len()];
        count_places(sampler, request.seed, games, &mut counts);
        for (outcome, &count) in sampler.outcomes.iter().zip(&counts) {
            if count > 0 {
                tally.add(outcome.key(), u64::from(count));
            }
        }
    })
}

/// Games in chunks over the threads, batch by batch. Chunks are counted apart and added, so the
/// number of threads changes nothing.
fn run(
    request: SampleRequest,
    fighters: usize,
    progress: &mut Progress<'_>,
    work: impl Fn(Range<u64>, &mut Tally<u64>) + Sync,
) -> Sample {
    let pool = pool(request.threads);
    let mut total = Tally::new();
    let mut games = 0;
    let mut interrupted = false;
    let mut batches = 1;
    while games < request.games {
        let end = request.games.min(games + batches * BATCH);
        let start = Instant::now();
        match &pool {
            None => work(games..end, &mut total),
            Some(pool) => total.merge(&pool.install(|| in_chunks(games..end, &work))),
        }
        games = end;
        batches = next_batches(&request, batches, start.elapsed());
        let is_enough = request
            .target_error
            .is_some_and(|target| worst_error(&total, fighters, games) <= target);
        if is_enough {
            break;
        }
        if !progress(games) && games < request.games {
            interrupted = true;
            break;
        }
    }
    Sample { outcomes: sorted(&total), games, interrupted }
}

/// How many batches to roll before the next look. A target error is looked at after every batch, so
/// that where it stops does not depend on the machine; otherwise looks are some hundredths of a second
/// apart, so that threads seldom wait for each other and Ctrl-C is heard at once.
fn next_batches(request: &SampleRequest, batches: u64, taken: Duration) -> u64 {
    const SHORT: Duration = Duration::from_millis(15);
    const LONG: Duration = Duration::from_millis(40);
    if request.target_error.is_some() {
        1
    } else if taken < SHORT {
        (batches * 2).min(256)
    } else if taken > LONG {
        (batches / 2).max(1)
    } else {
        batches
    }
}

fn in_chunks(
    games: Range<u64>,
    work: &(impl Fn(Range<u64>, &mut Tally<u64>) + Sync),
) -> Tally<u64> {
    let chunks = (games.end - games.start).div_ceil(CHUNK);
    (0..chunks)
        .into_par_iter()
        .fold(Tally::new, |mut tally, chunk| {
            let start = games.start + chunk * CHUNK;
            work(start..games.end.min(start + CHUNK), &mut tally);
            tally
        })
        .reduce(Tally::new, |mut left, right| {
            left.merge(&right);
            left
        })
}

fn sorted(tally: &Tally<u64>) -> Vec<(Outcome, u64)> {
    let mut outcomes: Vec<_> =
        tally.entries().iter().map(|&(key, count)| (Outcome::from_key(key), count)).collect();
    outcomes.sort_unstable();
    outcomes
}

/// The largest standard error among the fighters' chances to be killed. A chance that has shown only
/// one face so far is held to be at least one game away from certainty.
pub fn worst_error(tally: &Tally<u64>, fighters: usize, games: u64) -> f64 {
    let games = games as f64;
    let error = |fighter: usize| {
        let killed: u64 = tally
            .entries()
            .iter()
            .filter(|(key, _)| Outcome::from_key(*key).health(fighter).is_killed())
            .map(|(_, count)| count)
            .sum();
        let chance = (killed as f64).clamp(1.0, (games - 1.0).max(1.0)) / games;
        (chance * (1.0 - chance) / games).sqrt()
    };
    (0..fighters).map(error).fold(0.0, f64::max)
}

/// Draws from a law in constant time (Walker's alias method, Vose's tables).
#[derive(Clone, Debug)]
pub struct LawSampler {
    outcomes: Vec<Outcome>,
    /// For each column, a power of two of them: the share of its own outcome, in 2^-64, and the
    /// other one.
    columns: Vec<(u64, u32)>,
}

impl LawSampler {
    /// Sets the words of law samples apart from dice and choices.
    const KEY: u64 = 0x6C61_7773_0000_0001;

    /// A sampler of this law.
    pub fn new(law: &Law) -> Self {
        let mut entries = law.outcomes.clone();
        entries.sort_unstable_by_key(|&(outcome, _)| outcome);
        let count = entries.len().max(1);
        let width = count.next_power_of_two().max(2);
        let mut shares = vec![0.0; width];
        for (share, (_, chance)) in shares.iter_mut().zip(&entries) {
            *share = chance * width as f64;
        }
        Self {
            outcomes: entries.iter().map(|&(outcome, _)| outcome).collect(),
            columns: alias(shares),
        }
    }

    /// The place, among the outcomes, of the one that a word draws.
    #[inline]
    fn place(&self, word: u64) -> usize {
        // The high bits of the word pick a column evenly, the others one of its two outcomes.
        let bits = self.columns.len().trailing_zeros();
        let column = (word >> (64 - bits)) as usize;
        let (share, other) = self.columns[column];
        if word << bits < share { column } else { other as usize }
    }
}

/// Vose's tables of shares that average 1.
fn alias(mut shares: Vec<f64>) -> Vec<(u64, u32)> {
    const WHOLE: f64 = 18_446_744_073_709_551_616.0;
    let mut columns: Vec<(u64, u32)> =
        (0..shares.len()).map(|place| (u64::MAX, place as u32)).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..shares.len()).partition(|&place| shares[place] < 1.0);
    while let (Some(&poor), Some(&rich)) = (small.last(), large.last()) {
        small.pop();
        columns[poor] = ((shares[poor] * WHOLE) as u64, rich as u32);
        shares[rich] -= 1.0 - shares[poor];
        if shares[rich] < 1.0 {
            large.pop();
            small.push(rich);
        }
    }
    columns
}

/// Counts the outcomes of these games. Both words of a block are used where both games are asked for.
fn count_places(sampler: &LawSampler, seed: u64, games: Range<u64>, counts: &mut [u32]) {
    let key = seed ^ LawSampler::KEY;
    for block in games.start / 2..games.end.div_ceil(2) {
        let words = philox2x64([block, 0], key);
        for (half, word) in (0_u64..).zip(words) {
            if games.contains(&(2 * block + half)) {
                counts[sampler.place(word)] += 1;
            }
        }
    }
}
