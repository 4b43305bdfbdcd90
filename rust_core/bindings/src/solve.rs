//! The class `Solver`: best play of a combat.

use crate::arguments::describe;
use crate::combat::{CombatGame, columns, keep_going, with_odds};
use crate::errors::{Kind, input_error};
use fracas_analytics::combat::{Odds, Player};
use fracas_analytics::solve::{MOST_VALUES, NotSolved, Solver as EngineSolver, Utility};
use fracas_engine::errors::Problems;
use fracas_engine::machine::Machine;
use fracas_engine::rules::Rules as EngineRules;
use fracas_engine::skirmish::combat::{Combat, Decision, MAX_FIGHTERS, Plain, State};
use numpy::{IntoPyArray, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How many solved combats are kept in a process.
const MOST_KEPT: usize = 8;
/// A solved combat of more values than this is not kept: it would hold on to its memory.
const LARGEST_KEPT: usize = 4_000_000;

type Shared = Arc<Mutex<EngineSolver>>;

static SOLVED: Mutex<VecDeque<Shared>> = Mutex::new(VecDeque::new());

/// The solver of a combat, from those that are kept if it is among them.
fn shared(
    combat: &Arc<Combat>,
    utility: Utility,
    habits: [Option<Plain>; 2],
) -> Result<Shared, NotSolved> {
    let mut kept = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |solver: &Shared| {
        // One that is at work now is another thread's; it is not waited for.
        solver.try_lock().is_ok_and(|solver| {
            *solver.combat() == **combat
                && *solver.utility() == utility
                && *solver.habits() == habits
        })
    };
    if let Some(place) = kept.iter().position(is_it)
        && let Some(solver) = kept.remove(place)
    {
        kept.push_back(Arc::clone(&solver));
        return Ok(solver);
    }
    let solver = EngineSolver::new(combat, utility, habits)?;
    let solver = Arc::new(Mutex::new(solver));
    kept.retain(|solver| solver.try_lock().is_ok_and(|solver| solver.kept() <= LARGEST_KEPT));
    if kept.len() >= MOST_KEPT {
        kept.pop_front();
    }
    kept.push_back(Arc::clone(&solver));
    Ok(solver)
}

/// Why a combat is not solved, as a Python error.
pub(crate) fn not_solved(py: Python<'_>, error: NotSolved) -> PyErr {
    match error {
        NotSolved::TooBig(values) => {
            let allowed = format!(
                "at most {MOST_VALUES} values: fewer enemies, enemies that are alike, or a policy of \
                 fixed habits for one side"
            );
            let value = format!("best play of about {values} values");
            Kind::TooBig.error(py, &Problems::one("combat", value, allowed))
        }
        NotSolved::Blind => input_error(
            py,
            "rules",
            "checks.reroll_knowledge is blind",
            "open: hidden dice are not solved",
        ),
        NotSolved::Interrupted => match py.check_signals() {
            Err(error) => error,
            Ok(()) => PyKeyboardInterrupt::new_err("stopped before the combat was solved"),
        },
    }
}

/// The utility of a name with its numbers, which the package has checked.
fn utility(combat: &Combat, name: &str, numbers: &[f64], side: usize) -> Utility {
    match name {
        "weighted_points" => {
            let mut weights = [0.0; 5];
            weights.iter_mut().zip(numbers).for_each(|(weight, number)| *weight = *number);
            Utility::weighted_points(combat, weights)
        }
        "levels" => {
            let mut levels = Box::new([[0.0; 5]; MAX_FIGHTERS]);
            let all = levels.iter_mut().flatten();
            all.zip(numbers).for_each(|(level, number)| *level = *number);
            Utility::Levels(levels)
        }
        "kill" => Utility::AllKilled(1 - side),
        "survive" => Utility::SomeLeft(side),
        _ => Utility::points(combat),
    }
}

/// Best play of a combat, worked out as it is asked for.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Solver {
    inner: Shared,
    combat: Arc<Combat>,
    rules: Arc<EngineRules>,
}

impl Solver {
    pub(crate) fn new(
        py: Python<'_>,
        combat: &Arc<Combat>,
        rules: &Arc<EngineRules>,
        (name, numbers, side): (&str, &[f64], usize),
        habits: [Option<Plain>; 2],
    ) -> PyResult<Self> {
        let solver = shared(combat, utility(combat, name, numbers, side), habits)
            .map_err(|error| not_solved(py, error))?;
        Ok(Self { inner: solver, combat: Arc::clone(combat), rules: Arc::clone(rules) })
    }

    /// Works something out with the interpreter released.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut EngineSolver, &mut Odds) -> Result<T, NotSolved> + Send,
    ) -> PyResult<T> {
        let result = py.detach(|| {
            let mut solver = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            with_odds(&self.rules, |odds| work(&mut solver, odds))
        });
        result.map_err(|error| not_solved(py, error))
    }

    /// The state of a game of this combat, or where the combat starts.
    fn state(&self, py: Python<'_>, game: Option<&CombatGame>) -> PyResult<State> {
        match game {
            None => Ok(self.combat.start(&mut ())),
            Some(game) if *game.combat == *self.combat => Ok(game.state),
            Some(_) => {
                Err(input_error(py, "game", "a game of another combat", "a game of this one"))
            }
        }
    }
}

#[pymethods]
impl Solver {
    fn value(&self, py: Python<'_>, game: Option<&CombatGame>) -> PyResult<f64> {
        let state = self.state(py, game)?;
        self.work(py, |solver, odds| solver.value(&state, odds, &mut keep_going))
    }

    fn advise(&self, py: Python<'_>, game: Option<&CombatGame>) -> PyResult<Vec<(u8, f64, f64)>> {
        let state = self.state(py, game)?;
        let advice = self.work(py, |solver, odds| solver.advise(&state, odds, &mut keep_going))?;
        Ok(advice.iter().map(|choice| (choice.choice, choice.value, choice.regret)).collect())
    }

    fn law<'py>(
        &self,
        py: Python<'py>,
        game: Option<&CombatGame>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let state = self.state(py, game)?;
        let law = self.work(py, |solver, odds| solver.law(&state, odds, &mut keep_going))?;
        columns(py, self.combat.fighters(), &law.outcomes)
    }

    fn splits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let values = self.work(py, |solver, odds| solver.splits(odds, &mut keep_going))?;
        let shape: Vec<_> = (0..self.combat.fighters())
            .map(|fighter| usize::from(self.combat.combat_dice(fighter as u8)) + 1)
            .collect();
        values.into_pyarray(py).reshape(shape)
    }

    #[getter]
    fn kept(&self) -> usize {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).kept()
    }
}

/// A player who plays his best, points counting.
pub(crate) struct SolvedPlayer {
    solver: Shared,
    rules: Arc<EngineRules>,
}

impl SolvedPlayer {
    pub(crate) fn new(
        py: Python<'_>,
        combat: &Arc<Combat>,
        rules: &Arc<EngineRules>,
    ) -> PyResult<Self> {
        let solver = shared(combat, Utility::points(combat), [None; 2])
            .map_err(|error| not_solved(py, error))?;
        Ok(Self { solver, rules: Arc::clone(rules) })
    }
}

impl Player for SolvedPlayer {
    type Error = PyErr;

    fn choose(&mut self, _: &Combat, state: &State, decision: &Decision) -> PyResult<u8> {
        let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let choice =
            with_odds(&self.rules, |odds| solver.choose(state, decision, odds, &mut keep_going));
        choice.map_err(|error| Python::attach(|py| not_solved(py, error)))
    }
}

/// Whether a value names the policy of best play.
pub(crate) fn is_optimal(policy: &Bound<'_, PyAny>) -> bool {
    policy.extract::<&str>().is_ok_and(|name| name == "optimal")
}

/// Checks the numbers of a utility: none may be missing or not a number.
pub(crate) fn numbers(py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let list: Option<Vec<f64>> = numbers.extract().ok();
    list.filter(|list| list.iter().all(|number| number.is_finite()))
        .ok_or_else(|| input_error(py, "utility", &describe(numbers), "finite numbers"))
}
