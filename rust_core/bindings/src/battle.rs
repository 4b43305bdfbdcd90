//! The classes of the core for whole battles: armies, scenarios, `Battle` and `BattleGame`.

mod events;
mod game;
mod players;
mod sample;
mod setup;

pub(crate) use game::BattleGame;
pub(crate) use players::BattlePlayers;
pub(crate) use sample::simulate_battles;
pub(crate) use setup::{Army, Battle, Scenario, armies_schema, scenarios_schema};
