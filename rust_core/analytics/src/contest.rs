//! The readers of a contest: play, and the exact chance to win.

pub use crate::player::{Player, Stopped, StoppedGame, play};

use crate::laws::Laws;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::skirmish::combat::Plain;
use fracas_engine::skirmish::contest::{Contest, ContestState};

/// The chance that side 0 wins when both players have fixed habits.
///
/// The testers are picked without a die; what is left is the law of an opposed check (D-6), or of
/// the one die that decides when neither side can test (C-6). A test walks the machine die by die to
/// the same number.
pub fn exact(contest: &Contest, players: &[Plain; 2]) -> f64 {
    let mut state = contest.start(&mut ());
    while let Node::Decision(decision) = contest.node(&state) {
        let choice = players[decision.side].choose_in_contest(contest, &state, &decision);
        contest.apply_unchecked(&mut state, choice, &mut ());
    }
    match contest.testers(&state) {
        Some(testers) => {
            let rerolls = [players[0].discipline_sixes, players[1].discipline_sixes];
            let values = testers.map(|tester| tester.value);
            Laws::new(&contest.rules().checks).opposed(values, rerolls)[0]
        }
        None => without_testers(contest, state),
    }
}

/// The chance that side 0 wins a contest that is over, or that one die decides.
fn without_testers(contest: &Contest, state: ContestState) -> f64 {
    if let Some(winner) = state.winner() {
        return if winner == 0 { 1.0 } else { 0.0 };
    }
    let wins = (1..=6).filter(|&face| {
        let mut after = state;
        contest.roll_unchecked(&mut after, face, &mut ());
        after.winner() == Some(0)
    });
    wins.count() as f64 / 6.0
}
