//! Resolving checks.

use crate::arguments::{integer, name, pair};
use crate::dice::Dice;
use crate::errors::{Kind, input_error};
use crate::rules::Rules;
use fracas_analytics::laws::LARGEST_VALUE;
use fracas_engine::dice::{Roll, ScriptError};
use fracas_engine::names::Named;
use fracas_engine::skirmish::checks::{
    self, Check, CheckResult, Interrupted, MAX_DICE, Reroll, RerollPolicy, RerollView, Target,
};
use pyo3::prelude::*;

/// A policy from Python: a name, or a callable that is shown a `RerollView`.
pub(crate) enum Policy<'py> {
    Named(Reroll),
    Callable(Bound<'py, PyAny>),
}

impl<'py> Policy<'py> {
    pub(crate) fn new(value: &Bound<'py, PyAny>, field: &str) -> PyResult<Self> {
        if value.is_callable() {
            return Ok(Self::Callable(value.clone()));
        }
        name(value, field).map(Self::Named)
    }
}

impl RerollPolicy for Policy<'_> {
    type Error = PyErr;

    fn reroll(&mut self, view: &RerollView) -> PyResult<bool> {
        match self {
            Self::Named(policy) => {
                let Ok(reroll) = policy.reroll(view);
                Ok(reroll)
            }
            Self::Callable(callable) => {
                let py = callable.py();
                let class = py.import("fracas.types")?.getattr("RerollView")?;
                let shown = class.call1((
                    view.roll.name(),
                    view.natural,
                    view.final_result,
                    view.target,
                    view.needed,
                ))?;
                let answer = callable.call1((shown,))?;
                answer.extract::<bool>().map_err(|_| {
                    let found = crate::arguments::describe(&answer);
                    input_error(py, "reroll", &found, "a callable that returns True or False")
                })
            }
        }
    }
}

pub(crate) fn raise(py: Python<'_>, error: Interrupted<ScriptError, PyErr>) -> PyErr {
    match error {
        Interrupted::Dice(error) => Kind::Script.error(py, &error.to_problems()),
        Interrupted::Policy(error) => error,
    }
}

type DieParts = (Vec<u8>, i32);
pub(crate) type CheckParts = (Vec<DieParts>, i32, i32, bool);

pub(crate) fn parts(result: &CheckResult) -> CheckParts {
    let dice = result.dice.iter().map(|die| (die.faces.clone(), die.natural)).collect();
    let outcome = result.outcome;
    (dice, outcome.natural, outcome.final_result, outcome.is_automatic_failure())
}

/// A value, difficulty or modifier.
pub(crate) fn small(value: &Bound<'_, PyAny>, field: &str) -> PyResult<i32> {
    let largest = i64::from(LARGEST_VALUE);
    integer(value, field, -largest, largest).map(|number| number as i32)
}

/// Resolves a check against a difficulty or none: its parts, and whether it succeeded.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    difficulty: Option<&Bound<'_, PyAny>>,
    dice: &Bound<'_, PyAny>,
    reroll: &Bound<'_, PyAny>,
    roll: &Bound<'_, PyAny>,
    source: &mut Dice,
) -> PyResult<(CheckParts, Option<bool>)> {
    let check = Check {
        value: small(value, "value")?,
        dice: integer(dice, "dice", 1, i64::from(MAX_DICE))? as u8,
        roll: name::<Roll>(roll, "roll")?,
    };
    let difficulty = difficulty.map(|number| small(number, "difficulty")).transpose()?;
    let mut policy = Policy::new(reroll, "reroll")?;
    let target = difficulty.map(Target::Difficulty);
    let result = check
        .resolve(&rules.inner.checks, target, &mut policy, source)
        .map_err(|error| raise(py, error))?;
    let success = difficulty.map(|difficulty| result.outcome.meets(difficulty));
    Ok((parts(&result), success))
}

/// Resolves an opposed check: the winner and the parts of every round.
#[pyfunction]
pub(crate) fn opposed(
    py: Python<'_>,
    rules: &Rules,
    values: &Bound<'_, PyAny>,
    rerolls: &Bound<'_, PyAny>,
    roll: &Bound<'_, PyAny>,
    source: &mut Dice,
) -> PyResult<(usize, Vec<(CheckParts, CheckParts)>)> {
    let values = pair(values, "values")?;
    let rerolls = pair(rerolls, "reroll")?;
    let values = [small(&values.0, "values[0]")?, small(&values.1, "values[1]")?];
    let mut first = Policy::new(&rerolls.0, "reroll[0]")?;
    let mut second = Policy::new(&rerolls.1, "reroll[1]")?;
    let roll = name::<Roll>(roll, "roll")?;
    let policies = [&mut first, &mut second];
    let result = checks::resolve_opposed(&rules.inner.checks, values, roll, policies, source)
        .map_err(|error| raise(py, error))?;
    let rounds =
        result.rounds.iter().map(|[first, second]| (parts(first), parts(second))).collect();
    Ok((result.winner, rounds))
}
