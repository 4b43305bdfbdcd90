//! Many battles at once, reproducible by their number.
//!
//! Workers fight, the caller's own thread only collects and looks round: so it hears an interrupt
//! within a moment, however long a battle takes.

use super::greedy::survivors;
use super::{BattlePlayer, BattlePolicy};
use crate::player::{Player, play};
use fracas_engine::dice::Seeded;
use fracas_engine::machine::Machine;
use fracas_engine::skirmish::battle::{Battle, BattleDecision, BattleState, Set};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long it is at most between two looks at the interrupt.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long a worker keeps what its battles came to for itself.
const TELL_EVERY: Duration = Duration::from_millis(5);

/// What some battles came to, with their numbers.
type Batch = Vec<(u64, BattleOutcome)>;

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
    /// The outcomes. Of a sample that was interrupted, those before the first one that is missing.
    pub outcomes: Vec<BattleOutcome>,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
}

/// A player who lets go when the run is stopped.
struct Interruptible<'a> {
    player: BattlePlayer,
    stop: &'a AtomicBool,
}

/// The run was stopped.
struct Interrupted;

impl Player<Battle> for Interruptible<'_> {
    type Error = Interrupted;

    fn choose(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        decision: &BattleDecision,
    ) -> Result<u8, Interrupted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let Ok(choice) = self.player.choose(battle, state, decision);
        Ok(choice)
    }
}

/// Everything that the workers share.
struct Run<'a> {
    battle: &'a Battle,
    policies: [BattlePolicy; 2],
    seed: u64,
    games: u64,
    playouts: u32,
    /// The number of the next game that nobody fights yet.
    next: AtomicU64,
    stop: AtomicBool,
}

impl Run<'_> {
    /// The players of a worker: what they work out about the fighters they keep from game to game.
    fn players(&self) -> [Interruptible<'_>; 2] {
        let [red, blue] = self.policies;
        [(red, 0), (blue, 1)].map(|(policy, side)| Interruptible {
            player: BattlePlayer::new(policy, side, self.seed, 0, self.playouts),
            stop: &self.stop,
        })
    }

    /// Fights one battle: game `game` of the seed. `None` when it was stopped.
    fn fight(&self, game: u64, players: &mut [Interruptible<'_>; 2]) -> Option<BattleOutcome> {
        let mut dice = Seeded::new(self.seed, game);
        for (side, one) in players.iter_mut().enumerate() {
            one.player.begin(side, self.seed, game);
        }
        let mut state = self.battle.start(&mut ());
        // Players of a named policy choose what is open, and seeded dice never end.
        play(self.battle, &mut state, players, &mut dice, &mut ()).ok()?;
        Some(BattleOutcome {
            lost: [0, 1].map(|side| self.battle.points_lost(&state, side)),
            survivors: survivors(self.battle, &state, 0) | survivors(self.battle, &state, 1),
            turns: state.turn(),
        })
    }

    /// Fights one game after another, as long as there are any.
    fn work(&self, done: &Sender<Batch>) {
        let mut players = self.players();
        let mut batch = Batch::new();
        let mut sent = Instant::now();
        loop {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            let outcome = (game < self.games).then(|| self.fight(game, &mut players)).flatten();
            let Some(outcome) = outcome else { break };
            batch.push((game, outcome));
            // Short battles are told of in batches: telling takes as long as some of them.
            if sent.elapsed() >= TELL_EVERY {
                if done.send(std::mem::take(&mut batch)).is_err() {
                    return;
                }
                sent = Instant::now();
            }
        }
        // Nobody listens any more once the run was stopped.
        let _ = done.send(batch);
    }

    /// Takes in what the workers send and looks round now and then.
    fn collect(
        &self,
        sent: &Receiver<Batch>,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> BattleSample {
        let mut outcomes: Vec<Option<BattleOutcome>> = Vec::new();
        let mut done = 0;
        let mut looked = Instant::now();
        loop {
            let is_over = match sent.recv_timeout(LOOK_EVERY.saturating_sub(looked.elapsed())) {
                Ok(batch) => {
                    done += batch.len() as u64;
                    for (game, outcome) in batch {
                        put(&mut outcomes, game as usize, outcome);
                    }
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            if is_over || looked.elapsed() >= LOOK_EVERY {
                let goes_on = progress(done);
                if is_over || !goes_on {
                    self.stop.store(true, Ordering::Relaxed);
                    let outcomes: Vec<_> = outcomes.into_iter().map_while(|one| one).collect();
                    let interrupted = (outcomes.len() as u64) < self.games;
                    return BattleSample { outcomes, interrupted };
                }
                looked = Instant::now();
            }
        }
    }
}

/// Puts an outcome in its place: games end in another order than they began.
fn put(outcomes: &mut Vec<Option<BattleOutcome>>, game: usize, outcome: BattleOutcome) {
    if outcomes.len() <= game {
        outcomes.resize(game + 1, None);
    }
    outcomes[game] = Some(outcome);
}

/// Fights battles 0 to `games` − 1 of a seed. `progress` is told how many are done, on the caller's own
/// thread; `false` stops it. What a game comes to does not depend on the number of threads.
pub fn simulate(
    battle: &Battle,
    policies: [BattlePolicy; 2],
    (seed, games, playouts): (u64, u64, u32),
    threads: usize,
    progress: &mut dyn FnMut(u64) -> bool,
) -> BattleSample {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let run = &Run { battle, policies, seed, games, playouts, next, stop };
    let workers = games.min(threads.max(1) as u64);
    thread::scope(|scope| {
        let (sender, sent) = channel();
        let mut is_manned = false;
        for worker in 0..workers {
            let sender = sender.clone();
            let thread = thread::Builder::new().name(format!("fracas-battles-{worker}"));
            is_manned |= thread.spawn_scoped(scope, move || run.work(&sender)).is_ok();
        }
        if !is_manned {
            // Where no thread is to be had the caller fights himself.
            run.work(&sender);
        }
        drop(sender);
        run.collect(&sent, progress)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_lie_in_the_order_of_their_games() {
        let outcome = |turns| BattleOutcome { turns, ..BattleOutcome::default() };
        let mut outcomes = Vec::new();
        for game in [2, 0, 1] {
            put(&mut outcomes, game, outcome(game as u8));
        }
        let turns: Vec<_> = outcomes.into_iter().flatten().map(|one| one.turns).collect();
        assert_eq!(turns, [0, 1, 2]);
    }
}
