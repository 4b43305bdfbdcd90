//! Best play: combats solved from nothing, points counting.
//!
//! The fighters are those of the other combats. A digest is the value of the combat in billionths of
//! a point; the tests hold the same values to the expectation of the law of best play.

use crate::combat::{combat, setup};
use crate::measure::{Bar, Bench, Contender, ROUNDS};
use fracas_analytics::combat::Odds;
use fracas_analytics::solve::{Solver, Utility};
use fracas_engine::machine::Machine;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::combat::Combat;
use std::hint::black_box;
use std::sync::Arc;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        what: "a duel solved",
        unit: "solutions",
        count: 2_000,
        rounds: ROUNDS,
        work: Contender { run: solved::<1>, digest: worth(2_314_367_662) },
        rival: None,
        bar: Bar::Time(100e-6),
    },
    Bench {
        what: "one against two solved",
        unit: "solutions",
        count: 20,
        rounds: ROUNDS,
        work: Contender { run: solved::<2>, digest: worth(-1_763_159_586) },
        rival: None,
        bar: Bar::Time(5e-3),
    },
    Bench {
        what: "one against three solved",
        unit: "solutions",
        count: 2,
        rounds: ROUNDS,
        work: Contender { run: solved::<3>, digest: worth(-7_033_016_486) },
        rival: None,
        bar: Bar::Time(100e-3),
    },
    Bench {
        what: "one against four solved",
        unit: "solutions",
        count: 1,
        rounds: 2,
        work: Contender { run: solved::<4>, digest: worth(-13_399_279_066) },
        rival: None,
        bar: Bar::Time(10.0),
    },
];

/// A value in billionths, as a word.
const fn worth(billionths: i64) -> u64 {
    billionths.cast_unsigned()
}

/// Solved from nothing, again and again; odds of single rolls are kept from one to the next.
fn solved<const ENEMIES: usize>(count: u64) -> u64 {
    let rules = Arc::new(Rules::default());
    let combat = Arc::new(combat(&setup(ENEMIES), &rules));
    let mut odds = Odds::new(&rules);
    let mut value = 0.0;
    for _ in 0..count {
        value = solve(black_box(&combat), &mut odds);
    }
    worth((value * 1e9).round() as i64)
}

fn solve(combat: &Arc<Combat>, odds: &mut Odds) -> f64 {
    let utility = Utility::points(combat);
    let value = Solver::new(combat, utility, [None; 2])
        .and_then(|mut solver| solver.value(&combat.start(&mut ()), odds, &mut || true));
    match value {
        Ok(value) => value,
        Err(error) => unreachable!("{error}"),
    }
}
