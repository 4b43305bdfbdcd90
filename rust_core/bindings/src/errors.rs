//! The bridge of errors: the classes are defined in Python (`fracas.errors`), raised from here.

use fracas_engine::errors::Problems;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

/// An error class of `fracas.errors`.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Army,
    Input,
    Melee,
    Profile,
    Rules,
    Scenario,
    Script,
    IllegalChoice,
    IllegalMove,
    Table,
    TooBig,
}

impl Kind {
    const fn class_name(self) -> &'static str {
        match self {
            Self::Army => "ArmyError",
            Self::Input => "InputError",
            Self::Melee => "MeleeError",
            Self::Profile => "ProfileError",
            Self::Rules => "RulesError",
            Self::Scenario => "ScenarioError",
            Self::Script => "ScriptError",
            Self::IllegalChoice => "IllegalChoice",
            Self::IllegalMove => "IllegalMove",
            Self::Table => "TableError",
            Self::TooBig => "TooBig",
        }
    }

    /// The Python error of this class with these problems.
    pub(crate) fn error(self, py: Python<'_>, problems: &Problems) -> PyErr {
        match self.build(py, problems) {
            Ok(error) | Err(error) => error,
        }
    }

    fn build(self, py: Python<'_>, problems: &Problems) -> PyResult<PyErr> {
        let class =
            py.import("fracas.errors")?.getattr(self.class_name())?.cast_into::<PyType>()?;
        let list = PyList::empty(py);
        for problem in &problems.0 {
            list.append((&problem.field, &problem.value, &problem.allowed))?;
        }
        Ok(PyErr::from_value(class.call1((list,))?))
    }
}

/// Turns what is wrong with a value into the Python error of a class.
pub(crate) trait OrRaise<T> {
    /// The value, or the Python error.
    fn or_raise(self, py: Python<'_>, kind: Kind) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Problems> {
    fn or_raise(self, py: Python<'_>, kind: Kind) -> PyResult<T> {
        self.map_err(|problems| kind.error(py, &problems))
    }
}

/// One problem with an argument of a call.
pub(crate) fn input_error(py: Python<'_>, field: &str, value: &str, allowed: &str) -> PyErr {
    Kind::Input.error(py, &Problems::one(field, value, allowed))
}
