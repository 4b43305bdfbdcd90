//! Many battles at once, reproducible by their number.

use super::greedy::survivors;
use super::{BattlePlayer, BattlePolicy};
use crate::player::play;
use crate::pool::pool;
use fracas_engine::dice::Seeded;
use fracas_engine::machine::Machine;
use fracas_engine::skirmish::battle::{Battle, Set};
use rayon::prelude::*;

/// How many battles are fought between two looks at the interrupt.
const BATCH: u64 = 256;

/// What one battle came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BattleOutcome {
    /// The points that side 0 and side 1 lost.
    pub lost: [u32; 2],
    /// Who was on the table at the end.
    pub survivors: Set,
    /// How many turns began.
    pub turns: u8,
}

/// What many battles came to, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct BattleSample {
    /// The outcomes.
    pub outcomes: Vec<BattleOutcome>,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
}

/// Fights one battle: game `game` of a seed.
fn fight(
    battle: &Battle,
    policies: [BattlePolicy; 2],
    seed: u64,
    game: u64,
    playouts: u32,
) -> BattleOutcome {
    let mut dice = Seeded::new(seed, game);
    let [red, blue] = policies;
    let mut players = [(red, 0), (blue, 1)]
        .map(|(policy, side)| BattlePlayer::new(policy, side, seed, game, playouts));
    let mut state = battle.start(&mut ());
    // Players of a named policy choose what is open, and seeded dice never end.
    let _ = play(battle, &mut state, &mut players, &mut dice, &mut ());
    BattleOutcome {
        lost: [0, 1].map(|side| battle.points_lost(&state, side)),
        survivors: survivors(battle, &state, 0) | survivors(battle, &state, 1),
        turns: state.turn(),
    }
}

/// Fights battles 0 to `games` − 1 of a seed. `progress` is told how many are done; `false` stops it.
pub fn simulate(
    battle: &Battle,
    policies: [BattlePolicy; 2],
    (seed, games, playouts): (u64, u64, u32),
    threads: usize,
    progress: &mut dyn FnMut(u64) -> bool,
) -> BattleSample {
    let pool = pool(threads);
    let mut outcomes = Vec::with_capacity(games.min(1 << 20) as usize);
    while (outcomes.len() as u64) < games {
        let from = outcomes.len() as u64;
        let to = games.min(from + BATCH);
        let one = |game: u64| fight(battle, policies, seed, game, playouts);
        match &pool {
            None => outcomes.extend((from..to).map(one)),
            Some(pool) => {
                let batch: Vec<_> = pool.install(|| (from..to).into_par_iter().map(one).collect());
                outcomes.extend(batch);
            }
        }
        if !progress(to) && to < games {
            return BattleSample { outcomes, interrupted: true };
        }
    }
    BattleSample { outcomes, interrupted: false }
}
