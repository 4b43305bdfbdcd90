//! The Python module `fracas._core`: thin wrappers around the engine and its readers.
//!
//! It is private: people use the package `fracas`, whose stub and docstrings are written by hand.

#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "PyO3 hands arguments over by value, and a call from the package passes them all"
)]

mod arguments;
mod arrays;
mod arrow;
mod battle;
mod boards;
mod checks;
mod combat;
mod contest;
mod dice;
mod documents;
mod effects;
mod errors;
mod geometry;
mod laws;
mod log;
mod melee;
mod policies;
mod profiles;
mod rules;
mod separations;
mod solve;
mod table;
mod worth;
mod wounds;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::arrow::{battle_stream, outcome_stream};
    #[pymodule_export]
    use super::battle::{
        Army, Battle, BattleGame, BattlePlayers, Scenario, armies_schema, scenarios_schema,
        simulate_battles,
    };
    #[pymodule_export]
    use super::boards::{melees_schema, parse_melees, write_melees};
    #[pymodule_export]
    use super::checks::{check, opposed};
    #[pymodule_export]
    use super::combat::{Combat, CombatGame};
    #[pymodule_export]
    use super::contest::{Contest, ContestGame};
    #[pymodule_export]
    use super::dice::{Dice, stream_block, text_seed};
    #[pymodule_export]
    use super::effects::{Effect, MysticAction};
    #[pymodule_export]
    use super::geometry::Base;
    #[pymodule_export]
    use super::laws::{
        attack_probabilities, natural_probabilities, opposed_probability, success_probability,
        wound_probabilities,
    };
    #[pymodule_export]
    use super::melee::{Board, Melee, melee_batch};
    #[pymodule_export]
    use super::policies::Policy;
    #[pymodule_export]
    use super::profiles::{Profile, parse_profiles, profiles_schema, write_profiles};
    #[pymodule_export]
    use super::rules::{Rules, rules_schema};
    #[pymodule_export]
    use super::separations::Separations;
    #[pymodule_export]
    use super::solve::Solver;
    #[pymodule_export]
    use super::table::{Table, penalised, tables_schema};
    #[pymodule_export]
    use super::wounds::{current, wound_roll, wounded};

    /// The longest document that is read, in bytes.
    #[pymodule_export]
    const MAX_DOCUMENT_BYTES: usize = fracas_engine::document::MAX_BYTES;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
