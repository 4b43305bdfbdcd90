//! The class `Rules`.

use crate::documents::{bytes, format, python, tree};
use crate::errors::{Kind, OrRaise};
use fracas_engine::document::{Tree, parse, write};
use fracas_engine::rules::Rules as EngineRules;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Rules that hold together; immutable.
#[pyclass(module = "fracas", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Rules {
    pub(crate) inner: std::sync::Arc<EngineRules>,
}

impl Rules {
    fn from_tree(py: Python<'_>, tree: &Tree) -> PyResult<Self> {
        let inner = EngineRules::from_tree(tree).or_raise(py, Kind::Rules)?;
        Ok(Self { inner: std::sync::Arc::new(inner) })
    }

    fn parse(text: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = text.py();
        let tree = parse(&bytes(text)?, format(name)).or_raise(py, Kind::Rules)?;
        Self::from_tree(py, &tree)
    }

    fn text(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        self.inner.to_text(format(name)).or_raise(py, Kind::Rules)
    }
}

/// Puts the entries of `changes` over those of `tree`; tables are merged, the rest replaced.
fn merge(tree: &mut Tree, changes: Tree) {
    match (tree, changes) {
        (Tree::Table(entries), Tree::Table(changes)) => {
            for (key, change) in changes {
                match entries.iter_mut().find(|(name, _)| *name == key) {
                    Some((_, value)) => merge(value, change),
                    None => entries.push((key, change)),
                }
            }
        }
        (tree, changes) => *tree = changes,
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (document = None, /, **sections))]
    fn new(
        py: Python<'_>,
        document: Option<&Bound<'_, PyAny>>,
        sections: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut whole = document.map_or(Ok(Tree::Table(Vec::new())), tree)?;
        if let Some(sections) = sections {
            merge(&mut whole, tree(sections)?);
        }
        Self::from_tree(py, &whole)
    }

    #[staticmethod]
    fn from_toml(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::parse(text, "toml")
    }

    #[staticmethod]
    fn from_json(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::parse(text, "json")
    }

    #[pyo3(signature = (**sections))]
    fn replace(&self, py: Python<'_>, sections: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut whole = self.inner.to_tree();
        if let Some(sections) = sections {
            merge(&mut whole, tree(sections)?);
        }
        Self::from_tree(py, &whole)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn to_toml(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, "toml")
    }

    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, "json")
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.text(py, "json")?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((py.get_type::<Self>().into_any(), (self.to_dict(py)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<Rules {:?}>", self.inner.name)
    }
}

/// The JSON Schema of rules documents, as JSON.
#[pyfunction]
pub(crate) fn rules_schema(py: Python<'_>) -> PyResult<String> {
    write(&EngineRules::schema(), format("json")).or_raise(py, Kind::Rules)
}
