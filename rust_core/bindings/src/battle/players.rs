//! Who decides for each side of a battle.

use super::game::BattleGame;
use crate::arguments::{describe, integer, name};
use crate::errors::input_error;
use fracas_analytics::battle::{BattlePlayer, BattlePolicy};
use fracas_analytics::combat::Player;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::names::Named;
use fracas_engine::skirmish::battle::{Battle, BattleDecision, BattleState};
use fracas_engine::skirmish::checks::Side;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The most games that a search may play out for one decision.
pub(super) const MOST_PLAYOUTS: i64 = 10_000_000;

/// The policies of both sides by their names.
pub(super) fn policies(
    red: &Bound<'_, PyAny>,
    blue: &Bound<'_, PyAny>,
) -> PyResult<[BattlePolicy; 2]> {
    Ok([name(red, "policies[0]")?, name(blue, "policies[1]")?])
}

/// Who decides for a side.
enum AnyBattlePlayer {
    /// One of the policies that have a name.
    Named(Box<BattlePlayer>),
    /// A callable of Python, which is asked outside: it may look at the game.
    Callable,
}

impl AnyBattlePlayer {
    fn new(
        policy: &Bound<'_, PyAny>,
        side: Side,
        (seed, game): (u64, u64),
        playouts: u32,
    ) -> PyResult<Self> {
        let field = &format!("policies[{side}]");
        if policy.is_instance_of::<PyString>() {
            let policy = name::<BattlePolicy>(policy, field)?;
            let player = BattlePlayer::new(policy, side, seed, game, playouts);
            return Ok(Self::Named(Box::new(player)));
        }
        if policy.is_callable() {
            return Ok(Self::Callable);
        }
        let names = BattlePolicy::NAMES.join(", ");
        let allowed = format!("the name of a policy ({names}), or a callable");
        Err(input_error(policy.py(), field, &describe(policy), &allowed))
    }
}

/// The players of both sides of one game.
#[pyclass(module = "fracas._core")]
pub(crate) struct BattlePlayers {
    players: [AnyBattlePlayer; 2],
}

impl BattlePlayers {
    /// The choice of a named player; `None` where a callable is to be asked.
    pub(super) fn choose(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        decision: &BattleDecision,
    ) -> Option<u8> {
        match &mut self.players[decision.side] {
            AnyBattlePlayer::Named(player) => {
                let Ok(choice) = player.choose(battle, state, decision);
                Some(choice)
            }
            AnyBattlePlayer::Callable => None,
        }
    }
}

#[pymethods]
impl BattlePlayers {
    /// The players of a game from where it stands: as if they had been asked from the start.
    #[new]
    fn new(
        game: &BattleGame,
        red: &Bound<'_, PyAny>,
        blue: &Bound<'_, PyAny>,
        playouts: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let playouts = integer(playouts, "playouts", 1, MOST_PLAYOUTS)? as u32;
        let seed = game.seed();
        let mut players = [
            AnyBattlePlayer::new(red, 0, seed, playouts)?,
            AnyBattlePlayer::new(blue, 1, seed, playouts)?,
        ];
        game.retrace(|battle, state| {
            if let Node::Decision(decision) = battle.node(state)
                && let AnyBattlePlayer::Named(player) = &mut players[decision.side]
            {
                player.pass_by(battle, state);
            }
        });
        Ok(Self { players })
    }
}
