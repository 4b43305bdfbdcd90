//! Readers of whole battles: policies, many games at once.

mod duels;
mod greedy;
mod mystic;
mod sample;
mod search;

pub use greedy::Greedy;
pub use sample::{BattleOutcome, BattleSample, simulate};
pub use search::Search;

use crate::player::Player;
pub use crate::player::{Stopped, play};
use fracas_engine::machine::Machine;
pub use fracas_engine::skirmish::battle::BattlePolicy;
use fracas_engine::skirmish::battle::{Battle, BattleDecision, BattleState};
use fracas_engine::skirmish::checks::Side;
use fracas_engine::skirmish::combat::RandomChoices;
use std::convert::Infallible;

/// A player of one of the policies that have a name.
#[derive(Clone, Debug)]
pub enum BattlePlayer {
    /// At random.
    Random(RandomChoices),
    /// Greedily.
    Greedy(Greedy),
    /// By search.
    Search(Box<Search>),
}

impl BattlePlayer {
    /// The player of a policy for a side in one game of a seed. A search plays out so many games a
    /// decision. What players draw at random does not depend on each other: side 1 draws with the
    /// highest bit of the seed turned over.
    pub fn new(policy: BattlePolicy, side: Side, seed: u64, game: u64, playouts: u32) -> Self {
        let seed = seed ^ (side as u64) << 63;
        match policy {
            BattlePolicy::Random => Self::Random(RandomChoices::new(seed, game)),
            BattlePolicy::Greedy => Self::Greedy(Greedy::default()),
            BattlePolicy::Search => Self::Search(Box::new(Search::new(seed, game, playouts))),
        }
    }

    /// Sits down to another game of the same battle, as a new player would: only what he has worked
    /// out about its fighters stays with him.
    pub fn begin(&mut self, side: Side, seed: u64, game: u64) {
        let seed = seed ^ (side as u64) << 63;
        match self {
            Self::Random(random) => *random = RandomChoices::new(seed, game),
            Self::Greedy(_) => {}
            Self::Search(search) => search.begin(seed, game),
        }
    }

    /// Takes notice of a decision of his that was made before he came: what he would have drawn for
    /// it counts as drawn, so that he goes on as if he had been there from the start.
    pub fn pass_by(&mut self, battle: &Battle, state: &BattleState) {
        match self {
            Self::Random(random) => {
                random.choose(battle.choices(state));
            }
            Self::Greedy(_) => {}
            Self::Search(search) => search.pass_by(),
        }
    }
}

impl Player<Battle> for BattlePlayer {
    type Error = Infallible;

    fn choose(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        decision: &BattleDecision,
    ) -> Result<u8, Infallible> {
        match self {
            Self::Random(random) => Ok(random.choose(battle.choices(state))),
            Self::Greedy(greedy) => Ok(greedy.choose(battle, state, decision)),
            Self::Search(search) => Ok(search.choose(battle, state, decision)),
        }
    }
}
