//! Many battles at once, as arrays.

use super::players::{MOST_PLAYOUTS, policies};
use super::setup::Battle;
use crate::arguments::integer;
use crate::errors::input_error;
use fracas_analytics::battle::{BattleOutcome, simulate};
use fracas_analytics::pool::default_threads;
use fracas_engine::skirmish::battle::Battle as EngineBattle;
use fracas_engine::skirmish::battle::scenario::Victory;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The most battles of one call: what they came to is kept game by game.
const MOST_GAMES: i64 = 10_000_000;

/// The side that won a battle, or −1 for a draw.
fn winner(battle: &EngineBattle, victory: Victory, outcome: &BattleOutcome) -> i8 {
    let standing = [0, 1].map(|side| outcome.survivors & battle.fighters_of(side) != 0);
    victory.winner(outcome.lost, standing).map_or(-1, |side| side as i8)
}

/// Outcomes as columns: winners, points lost, survivors and turns.
fn columns<'py>(
    py: Python<'py>,
    battle: &EngineBattle,
    victory: Victory,
    outcomes: &[BattleOutcome],
) -> PyResult<Bound<'py, PyTuple>> {
    let (count, fighters) = (outcomes.len(), battle.fighters());
    let winners: Vec<i8> = outcomes.iter().map(|one| winner(battle, victory, one)).collect();
    let lost: Vec<u32> = outcomes.iter().flat_map(|one| one.lost).collect();
    let mut survivors = Vec::with_capacity(count * fighters);
    for one in outcomes {
        survivors.extend((0..fighters).map(|fighter| one.survivors >> fighter & 1 == 1));
    }
    let turns: Vec<u8> = outcomes.iter().map(|one| one.turns).collect();
    PyTuple::new(
        py,
        [
            winners.into_pyarray(py).into_any(),
            lost.into_pyarray(py).reshape([count, 2])?.into_any(),
            survivors.into_pyarray(py).reshape([count, fighters])?.into_any(),
            turns.into_pyarray(py).into_any(),
        ],
    )
}

/// Fights battles 0 to `games` − 1 of a seed and gives what they came to, column by column.
#[pyfunction]
#[pyo3(signature = (battle, red, blue, games, seed, threads, playouts, progress))]
pub(crate) fn simulate_battles<'py>(
    py: Python<'py>,
    battle: &Battle,
    red: &Bound<'py, PyAny>,
    blue: &Bound<'py, PyAny>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    playouts: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let policies = policies(red, blue)?;
    let games = integer(games, "n", 1, MOST_GAMES)? as u64;
    let seed = crate::arguments::seed(seed)?;
    let threads = match threads {
        Some(threads) => integer(threads, "threads", 1, 1024)? as usize,
        None => default_threads(),
    };
    let playouts = integer(playouts, "playouts", 1, MOST_PLAYOUTS)? as u32;
    if let Some(progress) = progress.filter(|progress| !progress.is_callable()) {
        let value = crate::arguments::describe(progress);
        return Err(input_error(py, "progress", &value, "a callable, or None"));
    }
    let told = progress.map(|progress| progress.clone().unbind());
    let (mut done, mut failure) = (0, None);
    let sample = py.detach(|| {
        simulate(&battle.inner, policies, (seed, games, playouts), threads, &mut |fought| {
            done = fought;
            failure = Python::attach(|py| {
                py.check_signals()?;
                told.as_ref().map_or(Ok(()), |told| told.bind(py).call1((fought,)).map(|_| ()))
            })
            .err();
            failure.is_none()
        })
    });
    match failure {
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Err(PyKeyboardInterrupt::new_err(format!("stopped after {done} of {games} battles")))
        }
        Some(error) => Err(error),
        None => columns(py, &battle.inner, battle.victory, &sample.outcomes),
    }
}
