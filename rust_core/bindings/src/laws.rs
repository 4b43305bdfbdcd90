//! Exact laws over arrays. The package has made the arrays contiguous, of equal length and in range.

use crate::arguments::{integer, name};
use crate::arrays::each_row;
use crate::rules::Rules;
use fracas_analytics::laws::{Laws, wound_law};
use fracas_engine::skirmish::checks::Reroll;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

type Column<'py> = PyReadonlyArray1<'py, i32>;

/// Rows of numbers as a two-dimensional array.
fn rows<const N: usize>(py: Python<'_>, rows: Vec<[f64; N]>) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let count = rows.len();
    rows.into_flattened().into_pyarray(py).reshape([count, N])
}

/// The chance of each natural result from 1 on.
#[pyfunction]
pub(crate) fn natural_probabilities<'py>(
    py: Python<'py>,
    rules: &Rules,
    reroll: &Bound<'py, PyAny>,
    up_to: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let reroll = name::<Reroll>(reroll, "reroll")?;
    let up_to = integer(up_to, "up_to", 1, 10_000)? as i32;
    Ok(Laws::new(&rules.inner.checks).natural(reroll, up_to).into_pyarray(py))
}

/// The chance of success of each check.
#[pyfunction]
pub(crate) fn success_probability<'py>(
    py: Python<'py>,
    rules: &Rules,
    value: Column<'py>,
    difficulty: Column<'py>,
    dice: Column<'py>,
    reroll: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let reroll = name::<Reroll>(reroll, "reroll")?;
    let columns = [value.as_slice()?, difficulty.as_slice()?, dice.as_slice()?];
    let laws = Laws::new(&rules.inner.checks);
    let chances = py.detach(|| {
        each_row(columns, |[value, difficulty, dice]| {
            laws.success(value, difficulty, dice as u8, reroll)
        })
    });
    Ok(chances.into_pyarray(py))
}

/// The chance that side 0 wins each opposed check.
#[pyfunction]
pub(crate) fn opposed_probability<'py>(
    py: Python<'py>,
    rules: &Rules,
    value_0: Column<'py>,
    value_1: Column<'py>,
    reroll_0: &Bound<'py, PyAny>,
    reroll_1: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let rerolls = [name::<Reroll>(reroll_0, "reroll[0]")?, name::<Reroll>(reroll_1, "reroll[1]")?];
    let columns = [value_0.as_slice()?, value_1.as_slice()?];
    let laws = Laws::new(&rules.inner.checks);
    let chances = py.detach(|| each_row(columns, |values| laws.opposed(values, rerolls)[0]));
    Ok(chances.into_pyarray(py))
}

/// The chances of each attack to fail automatically, to be parried and to land.
#[pyfunction]
pub(crate) fn attack_probabilities<'py>(
    py: Python<'py>,
    rules: &Rules,
    attack: Column<'py>,
    defence: Column<'py>,
    dice: Column<'py>,
    attack_reroll: &Bound<'py, PyAny>,
    defence_reroll: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rerolls = [
        name::<Reroll>(attack_reroll, "attack_reroll")?,
        name::<Reroll>(defence_reroll, "defence_reroll")?,
    ];
    let columns = [attack.as_slice()?, defence.as_slice()?, dice.as_slice()?];
    let laws = Laws::new(&rules.inner.checks);
    let chances = py.detach(|| {
        each_row(columns, |[attack, defence, dice]| {
            let law = laws.attack(attack, defence, dice as u8, rerolls);
            [law.automatic_failure, law.parried, law.landed]
        })
    });
    rows(py, chances)
}

/// The chances of none, stunned, light, serious, critical and killed of each wound roll.
#[pyfunction]
pub(crate) fn wound_probabilities<'py>(
    py: Python<'py>,
    rules: &Rules,
    gap: Column<'py>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let gap = gap.as_slice()?;
    let chances = py.detach(|| each_row([gap], |[gap]| wound_law(&rules.inner, gap)));
    rows(py, chances)
}
