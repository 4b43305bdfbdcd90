//! Arguments of calls: a wrong one is an `InputError` that names it.

use crate::errors::input_error;
use fracas_engine::dice::seed_from_text;
use fracas_engine::errors::one_of;
use fracas_engine::names::Named;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

/// A value in a message: its `repr`, cut to a bearable length.
pub(crate) fn describe(value: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    let Ok(text) = value.repr() else { return "a value without a repr".to_owned() };
    let text = text.to_string_lossy();
    if text.chars().count() <= LONGEST {
        return text.into_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

/// A whole number between two bounds. True and False are not numbers here.
pub(crate) fn integer(
    value: &Bound<'_, PyAny>,
    field: &str,
    lowest: i64,
    highest: i64,
) -> PyResult<i64> {
    let number = if value.is_instance_of::<PyBool>() { None } else { value.extract::<i64>().ok() };
    number.filter(|number| (lowest..=highest).contains(number)).ok_or_else(|| {
        let allowed = format!("a whole number from {lowest} to {highest}");
        input_error(value.py(), field, &describe(value), &allowed)
    })
}

/// One value for each side.
pub(crate) fn pair<'py>(
    value: &Bound<'py, PyAny>,
    field: &str,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let is_sequence = value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>();
    if is_sequence && value.len()? == 2 {
        return Ok((value.get_item(0)?, value.get_item(1)?));
    }
    let allowed = "a pair: one for side 0, one for side 1";
    Err(input_error(value.py(), field, &describe(value), allowed))
}

/// A name of an enumeration.
pub(crate) fn name<T: Named>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<T> {
    let text = value.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned());
    text.as_deref().and_then(T::from_name).ok_or_else(|| {
        let allowed = one_of(text.as_deref().unwrap_or(""), T::NAMES.iter().copied());
        input_error(value.py(), field, &describe(value), &allowed)
    })
}

/// A seed: a whole number of 64 bits, or a text that is hashed to one.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(text) = value.cast::<PyString>() {
        // A lone surrogate has no UTF-8 form, so no defined hash.
        if let Ok(text) = text.to_cow() {
            return Ok(seed_from_text(&text));
        }
    } else if let Some(number) = unsigned(value) {
        return Ok(number);
    }
    let allowed = format!("a whole number from 0 to {}, or a text", u64::MAX);
    Err(input_error(value.py(), "seed", &describe(value), &allowed))
}

/// The number of a game of a seed.
pub(crate) fn game(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    word(value, "game")
}

/// A whole number of 64 bits.
pub(crate) fn word(value: &Bound<'_, PyAny>, field: &str) -> PyResult<u64> {
    unsigned(value).ok_or_else(|| {
        let allowed = format!("a whole number from 0 to {}", u64::MAX);
        input_error(value.py(), field, &describe(value), &allowed)
    })
}

fn unsigned(value: &Bound<'_, PyAny>) -> Option<u64> {
    if value.is_instance_of::<PyBool>() { None } else { value.extract::<u64>().ok() }
}
