//! The class `Separations`: the separations of a melee, one batch after another.

use crate::melee::star_object;
use fracas_engine::skirmish::melee::{Bits, Graph, Separations as EngineSeparations};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::collections::HashMap;

/// The most stars that are kept as Python objects.
const MOST_OBJECTS: usize = 1 << 16;

/// The separations of a melee, given in batches.
#[pyclass(module = "fracas._core")]
pub(crate) struct Separations {
    walk: Box<dyn Walk>,
}

impl Separations {
    pub(crate) fn new<const W: usize>(graph: Graph<W>) -> Self {
        let separations = EngineSeparations::new(graph.clone());
        Self { walk: Box::new(Walker { graph, separations, stars: HashMap::new() }) }
    }
}

#[pymethods]
impl Separations {
    fn batch<'py>(&mut self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyList>> {
        self.walk.batch(py, most)
    }
}

/// Walks through the separations of a melee, whatever its size.
trait Walk: Send + Sync {
    fn batch<'py>(&mut self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyList>>;
}

struct Walker<const W: usize> {
    graph: Graph<W>,
    separations: EngineSeparations<W>,
    /// Stars come again and again: each is made once.
    stars: HashMap<Bits<W>, Py<PyAny>>,
}

impl<const W: usize> Walk for Walker<W> {
    fn batch<'py>(&mut self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let batch = PyList::empty(py);
        while batch.len() < most
            && let Some(separation) = self.separations.advance()
        {
            if self.stars.len() > MOST_OBJECTS {
                self.stars.clear();
            }
            let mut stars = Vec::with_capacity(separation.len());
            for &members in separation {
                if let Some(star) = self.stars.get(&members) {
                    stars.push(star.clone_ref(py));
                } else {
                    let star = star_object(py, &self.graph.star(members))?.unbind();
                    stars.push(star.clone_ref(py));
                    self.stars.insert(members, star);
                }
            }
            batch.append(PyTuple::new(py, stars)?)?;
        }
        Ok(batch)
    }
}
