//! Wound rolls and health.

use crate::arguments::{integer, name};
use crate::checks::small;
use crate::dice::Dice;
use crate::errors::Kind;
use crate::rules::Rules;
use fracas_engine::names::Named;
use fracas_engine::rules::Characteristic;
use fracas_engine::skirmish::wounds::{Health, Wound, WoundLevel, WoundRoll};
use pyo3::prelude::*;

/// Rolls a wound: the dice, the location, the result and the wound.
#[pyfunction]
pub(crate) fn wound_roll(
    py: Python<'_>,
    rules: &Rules,
    strength: &Bound<'_, PyAny>,
    resilience: &Bound<'_, PyAny>,
    source: &mut Dice,
) -> PyResult<((u8, u8), &'static str, i32, &'static str)> {
    let strength = small(strength, "strength")?;
    let resilience = small(resilience, "resilience")?;
    let roll = WoundRoll::roll(&rules.inner, strength, resilience, source)
        .map_err(|error| Kind::Script.error(py, &error.to_problems()))?;
    let [first, second] = roll.dice;
    Ok(((first, second), roll.location.name(), roll.result, roll.wound.name()))
}

fn health(level: &Bound<'_, PyAny>, stunned: &Bound<'_, PyAny>) -> PyResult<Health> {
    Ok(Health {
        level: name::<WoundLevel>(level, "level")?,
        stunned: integer(stunned, "stunned", 0, 4)? as u8,
    })
}

/// The health after one more wound.
#[pyfunction]
pub(crate) fn wounded(
    rules: &Rules,
    level: &Bound<'_, PyAny>,
    stunned: &Bound<'_, PyAny>,
    wound: &Bound<'_, PyAny>,
) -> PyResult<(&'static str, u8)> {
    let after = health(level, stunned)?.after(&rules.inner.wounds, name::<Wound>(wound, "wound")?);
    Ok((after.level.name(), after.stunned))
}

/// The current value of a characteristic.
#[pyfunction]
pub(crate) fn current(
    rules: &Rules,
    characteristic: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    level: &Bound<'_, PyAny>,
    stunned: &Bound<'_, PyAny>,
) -> PyResult<i32> {
    let characteristic = name::<Characteristic>(characteristic, "characteristic")?;
    let value = small(value, "value")?;
    Ok(health(level, stunned)?.current(&rules.inner.wounds, characteristic, value))
}
