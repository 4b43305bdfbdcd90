//! The classes `Effect` and `MysticAction`.

use crate::documents::{format, python, tree};
use crate::errors::{Kind, OrRaise};
use fracas_engine::document::{Tree, write};
use fracas_engine::names::Named;
use fracas_engine::skirmish::effects::{
    Effect as EngineEffect, MysticAction as EngineMysticAction,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// The document of a call: fields given as `None` are left out.
fn document(name: Option<&Bound<'_, PyAny>>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Tree> {
    let mut entries = Vec::new();
    if let Some(name) = name {
        entries.push(("name".to_owned(), tree(name)?));
    }
    if let Some(Tree::Table(given)) = fields.map(|fields| tree(fields)).transpose()? {
        entries.extend(given.into_iter().filter(|(_, value)| *value != Tree::Null));
    }
    Ok(Tree::Table(entries))
}

/// A value as a call: `Effect('Blessing', moment='other', …)`.
fn call(py: Python<'_>, class: &str, tree: &Tree) -> PyResult<String> {
    let mut parts = Vec::new();
    for (key, value) in tree.entries() {
        let text = match (key.as_str(), value) {
            ("effect", _) => call(py, "Effect", value)?,
            _ => python(py, value)?.repr()?.to_string(),
        };
        parts.push(if key == "name" { text } else { format!("{key}={text}") });
    }
    Ok(format!("{class}({})", parts.join(", ")))
}

fn hash(py: Python<'_>, tree: &Tree) -> PyResult<u64> {
    let mut hasher = DefaultHasher::new();
    write(tree, format("json")).or_raise(py, Kind::Profile)?.hash(&mut hasher);
    Ok(hasher.finish())
}

/// An effect that holds together; immutable.
#[pyclass(module = "fracas", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Effect {
    pub(crate) inner: EngineEffect,
}

#[pymethods]
impl Effect {
    #[new]
    #[pyo3(signature = (name = None, **fields), text_signature = "(name, **fields)")]
    fn new(
        py: Python<'_>,
        name: Option<&Bound<'_, PyAny>>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let inner = EngineEffect::from_tree(&document(name, fields)?, "");
        Ok(Self { inner: inner.or_raise(py, Kind::Profile)? })
    }

    #[staticmethod]
    fn from_dict(py: Python<'_>, document: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner = EngineEffect::from_tree(&tree(document)?, "");
        Ok(Self { inner: inner.or_raise(py, Kind::Profile)? })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    #[getter]
    fn moment(&self) -> &'static str {
        self.inner.moment.name()
    }

    #[getter]
    fn deed(&self) -> &'static str {
        self.inner.deed.name()
    }

    #[getter]
    fn amount(&self) -> i8 {
        self.inner.amount
    }

    #[getter]
    fn characteristic(&self) -> Option<&'static str> {
        self.inner.characteristic.map(Named::name)
    }

    #[getter]
    fn needs(&self) -> u8 {
        self.inner.needs
    }

    #[getter]
    fn upkeep(&self) -> Option<u8> {
        self.inner.upkeep
    }

    #[getter]
    fn resource(&self) -> &'static str {
        self.inner.resource.name()
    }

    /// Whether it stays in force once it is cast.
    #[getter]
    fn lasts(&self) -> bool {
        self.inner.lasts()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        hash(py, &self.inner.to_tree())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        call(py, "Effect", &self.inner.to_tree())
    }
}

/// A mystic action that holds together; immutable.
#[pyclass(module = "fracas", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct MysticAction {
    pub(crate) inner: EngineMysticAction,
}

#[pymethods]
impl MysticAction {
    #[new]
    #[pyo3(signature = (name = None, **fields), text_signature = "(name, **fields)")]
    fn new(
        py: Python<'_>,
        name: Option<&Bound<'_, PyAny>>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let inner = EngineMysticAction::from_tree(&document(name, fields)?, "");
        Ok(Self { inner: inner.or_raise(py, Kind::Profile)? })
    }

    #[staticmethod]
    fn from_dict(py: Python<'_>, document: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner = EngineMysticAction::from_tree(&tree(document)?, "");
        Ok(Self { inner: inner.or_raise(py, Kind::Profile)? })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    #[getter]
    fn cost(&self) -> u8 {
        self.inner.cost
    }

    #[getter]
    fn resource(&self) -> &'static str {
        self.inner.resource.name()
    }

    #[getter]
    fn target(&self) -> &'static str {
        self.inner.target.name()
    }

    #[getter]
    fn range(&self) -> f64 {
        self.inner.range
    }

    #[getter]
    fn needs(&self) -> u8 {
        self.inner.needs
    }

    #[getter]
    fn effect(&self) -> Effect {
        Effect { inner: self.inner.effect.clone() }
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        hash(py, &self.inner.to_tree())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        call(py, "MysticAction", &self.inner.to_tree())
    }
}
