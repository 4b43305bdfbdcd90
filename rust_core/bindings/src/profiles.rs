//! The class `Profile`.

use crate::documents::{bytes, format, python, tree};
use crate::effects::{Effect, MysticAction};
use crate::errors::{Kind, OrRaise};
use fracas_engine::document::{Tree, parse, write};
use fracas_engine::names::Named;
use fracas_engine::skirmish::profiles::{Nerve, PROFILES_FORMAT, Profile as EngineProfile};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A profile that holds together; immutable.
#[pyclass(module = "fracas", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Profile {
    pub(crate) inner: std::sync::Arc<EngineProfile>,
}

impl Profile {
    fn from_tree(py: Python<'_>, tree: &Tree) -> PyResult<Self> {
        let inner = EngineProfile::from_tree(tree, "").or_raise(py, Kind::Profile)?;
        Ok(Self::from(inner))
    }
}

impl From<EngineProfile> for Profile {
    fn from(inner: EngineProfile) -> Self {
        Self { inner: std::sync::Arc::new(inner) }
    }
}

/// Fields given as `None` are left out, so that optional ones can be passed through.
fn given(fields: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Tree)>> {
    match tree(fields)? {
        Tree::Table(entries) => {
            Ok(entries.into_iter().filter(|(_, value)| *value != Tree::Null).collect())
        }
        _ => Ok(Vec::new()),
    }
}

#[pymethods]
impl Profile {
    #[new]
    #[pyo3(signature = (name, /, **fields))]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut entries = vec![("name".to_owned(), tree(name)?)];
        entries.extend(fields.map(given).transpose()?.unwrap_or_default());
        if entries[1..].iter().any(|(key, _)| key == "name") {
            let message = "Profile() got multiple values for argument 'name'";
            return Err(PyTypeError::new_err(message));
        }
        Self::from_tree(py, &Tree::Table(entries))
    }

    #[staticmethod]
    fn from_dict(py: Python<'_>, document: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_tree(py, &tree(document)?)
    }

    #[pyo3(signature = (**changes))]
    fn replace(&self, py: Python<'_>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let Tree::Table(mut entries) = self.inner.to_tree() else { return Ok(self.clone()) };
        let Some(changes) = changes else { return Ok(self.clone()) };
        let Tree::Table(changes) = tree(changes)? else { return Ok(self.clone()) };
        let has = |key: &str| changes.iter().any(|(name, _)| name == key);
        // Courage and fear exclude each other, and a base follows the size unless it was chosen.
        entries.retain(|(key, _)| {
            let displaced = match key.as_str() {
                "courage" => has("fear"),
                "fear" => has("courage"),
                "base" => has("size"),
                _ => false,
            };
            !displaced && !has(key)
        });
        entries.extend(changes.into_iter().filter(|(_, value)| *value != Tree::Null));
        Self::from_tree(py, &Tree::Table(entries))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    #[getter]
    fn movement(&self) -> f64 {
        self.inner.movement
    }

    #[getter]
    fn initiative(&self) -> u8 {
        self.inner.initiative
    }

    #[getter]
    fn attack(&self) -> u8 {
        self.inner.attack
    }

    #[getter]
    fn strength(&self) -> u8 {
        self.inner.strength
    }

    #[getter]
    fn defence(&self) -> u8 {
        self.inner.defence
    }

    #[getter]
    fn resilience(&self) -> u8 {
        self.inner.resilience
    }

    #[getter]
    fn aim(&self) -> Option<u8> {
        self.inner.aim
    }

    #[getter]
    fn weapon<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inner.weapon.map(|weapon| python(py, &weapon.to_tree())).transpose()
    }

    #[getter]
    fn courage(&self) -> Option<u8> {
        if let Nerve::Courage(courage) = self.inner.nerve { Some(courage) } else { None }
    }

    #[getter]
    fn fear(&self) -> Option<u8> {
        if let Nerve::Fear(fear) = self.inner.nerve { Some(fear) } else { None }
    }

    #[getter]
    fn discipline(&self) -> u8 {
        self.inner.discipline
    }

    #[getter]
    fn power(&self) -> Option<u8> {
        self.inner.power
    }

    #[getter]
    fn size(&self) -> &'static str {
        self.inner.size.name()
    }

    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.base.to_tree())
    }

    #[getter]
    fn value(&self) -> u16 {
        self.inner.value
    }

    #[getter]
    fn skills<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.skills.iter().map(ToString::to_string))
    }

    #[getter]
    fn effects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = self.inner.effects.iter().map(|inner| Effect { inner: inner.clone() });
        PyTuple::new(py, all.collect::<Vec<_>>())
    }

    #[getter]
    fn mystic_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = self.inner.mystic_actions.iter();
        let all = all.map(|inner| MysticAction { inner: inner.clone() });
        PyTuple::new(py, all.collect::<Vec<_>>())
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        write(&self.inner.to_tree(), format("json")).or_raise(py, Kind::Profile)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let document = self.to_dict(py)?;
        let fields: Vec<_> =
            self.inner.to_tree().entries().iter().map(|(key, _)| key.clone()).collect();
        let mut parts = Vec::with_capacity(fields.len());
        for key in fields {
            let value = document.get_item(&key)?.repr()?;
            parts.push(if key == "name" { value.to_string() } else { format!("{key}={value}") });
        }
        Ok(format!("Profile({})", parts.join(", ")))
    }
}

/// The profiles of a document.
#[pyfunction]
pub(crate) fn parse_profiles(text: &Bound<'_, PyAny>, format_: &str) -> PyResult<Vec<Profile>> {
    let py = text.py();
    let tree = parse(&bytes(text)?, format(format_)).or_raise(py, Kind::Profile)?;
    let profiles = EngineProfile::list_from_tree(&tree).or_raise(py, Kind::Profile)?;
    Ok(profiles.into_iter().map(Profile::from).collect())
}

/// A document of these profiles.
#[pyfunction]
pub(crate) fn write_profiles(
    py: Python<'_>,
    profiles: Vec<Profile>,
    format_: &str,
) -> PyResult<String> {
    let list = profiles.iter().map(|profile| profile.inner.to_tree()).collect();
    let tree = Tree::table([("format", PROFILES_FORMAT.into()), ("profiles", Tree::List(list))]);
    // What is written must load again: no empty document, no name twice.
    EngineProfile::list_from_tree(&tree).or_raise(py, Kind::Profile)?;
    write(&tree, format(format_)).or_raise(py, Kind::Profile)
}

/// The JSON Schema of documents of profiles, as JSON.
#[pyfunction]
pub(crate) fn profiles_schema(py: Python<'_>) -> PyResult<String> {
    write(&EngineProfile::schema(), format("json")).or_raise(py, Kind::Profile)
}
