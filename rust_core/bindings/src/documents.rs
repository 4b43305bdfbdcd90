//! Documents between Python values and trees.

use crate::arguments::describe;
use crate::effects::{Effect, MysticAction};
use crate::errors::input_error;
use fracas_engine::document::{Format, Tree};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

/// How deep a document may be nested; deeper ones are no document of ours.
const DEEPEST: usize = 32;

/// The tree of a Python value. What no document can hold becomes a foreign value, which every shape
/// refuses with its path.
pub(crate) fn tree(value: &Bound<'_, PyAny>) -> PyResult<Tree> {
    nested(value, 0)
}

fn nested(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Tree> {
    if depth > DEEPEST {
        return Ok(Tree::Foreign("a value nested too deeply".to_owned()));
    }
    if value.is_none() {
        return Ok(Tree::Null);
    }
    // A bool is an int in Python: it must be asked for first.
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Tree::Boolean(truth.is_true()));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Tree::Number(number.value()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow().map(|text| Tree::Text(text.into_owned()));
        return Ok(text.unwrap_or_else(|_| Tree::Foreign(describe(value))));
    }
    if let Ok(effect) = value.cast::<Effect>() {
        return Ok(effect.get().inner.to_tree());
    }
    if let Ok(action) = value.cast::<MysticAction>() {
        return Ok(action.get().inner.to_tree());
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let entries = dict.iter().map(|(key, value)| {
            Ok((key.str()?.to_string_lossy().into_owned(), nested(&value, depth + 1)?))
        });
        return Ok(Tree::Table(entries.collect::<PyResult<_>>()?));
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let items = mapping.items()?;
        let entries = items.iter().map(|pair| {
            let (key, value) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            Ok((key.str()?.to_string_lossy().into_owned(), nested(&value, depth + 1)?))
        });
        return Ok(Tree::Table(entries.collect::<PyResult<_>>()?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| nested(&item?, depth + 1));
        return Ok(Tree::List(items.collect::<PyResult<_>>()?));
    }
    // Whole numbers of NumPy and others say what they are by `__index__`, floating ones by
    // `__float__`, as `Decimal` and `Fraction` do.
    if let Ok(number) = value.extract::<i64>() {
        return Ok(Tree::Integer(number));
    }
    if !value.is_instance_of::<PyInt>()
        && let Ok(number) = value.extract::<f64>()
    {
        return Ok(Tree::Number(number));
    }
    Ok(Tree::Foreign(describe(value)))
}

/// The Python value of a tree.
pub(crate) fn python<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyAny>> {
    Ok(match tree {
        Tree::Null => py.None().into_bound(py),
        Tree::Boolean(value) => PyBool::new(py, *value).to_owned().into_any(),
        Tree::Integer(number) => number.into_pyobject(py)?.into_any(),
        Tree::Number(number) => number.into_pyobject(py)?.into_any(),
        Tree::Text(text) | Tree::Foreign(text) => text.into_pyobject(py)?.into_any(),
        Tree::List(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(python(py, item)?)?;
            }
            list.into_any()
        }
        Tree::Table(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// The bytes of a document: a text, or bytes that ought to be UTF-8.
pub(crate) fn bytes(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let text_of = |text: &Bound<'_, PyString>| text.to_cow().map(|text| text.as_bytes().to_vec());
    text.cast::<PyString>()
        .ok()
        .and_then(|text| text_of(text).ok())
        .ok_or_else(|| input_error(text.py(), "text", &describe(text), "a text, or bytes in UTF-8"))
}

/// The format of that name. The package passes no other.
pub(crate) fn format(name: &str) -> Format {
    if name == "toml" { Format::Toml } else { Format::Json }
}
