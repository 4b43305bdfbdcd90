//! Documents of boards: fighters, their sides and states, and who touches whom.

use crate::arguments::{describe, integer};
use crate::combat::{FighterParts, fighter};
use crate::documents::{bytes, format};
use crate::errors::{Kind, OrRaise, input_error};
use crate::profiles::Profile;
use fracas_engine::document::{parse, write};
use fracas_engine::names::Named;
use fracas_engine::skirmish::melee::{BoardSetup, PlacedFighter};
use fracas_engine::skirmish::profiles::Profile as EngineProfile;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::sync::Arc;

fn shared(profiles: &[Profile]) -> Vec<Arc<EngineProfile>> {
    profiles.iter().map(|profile| Arc::clone(&profile.inner)).collect()
}

/// The board of a document: its name; what each fighter is called, its side and its parts; and the
/// contacts.
#[pyfunction]
pub(crate) fn parse_melees<'py>(
    text: &Bound<'py, PyAny>,
    format_: &str,
    library: Vec<Profile>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = text.py();
    let tree = parse(&bytes(text)?, format(format_)).or_raise(py, Kind::Melee)?;
    let board = BoardSetup::from_tree(&tree, &shared(&library)).or_raise(py, Kind::Melee)?;
    let fighters = PyList::empty(py);
    for (placed, label) in board.fighters.iter().zip(board.labels()) {
        let state = &placed.fighter;
        let parts = (
            Profile { inner: Arc::clone(&state.profile) },
            state.health.level.name(),
            state.health.stunned,
            state.charged,
            state.bound_to_defence,
            state.routed,
            state.placement.name(),
        );
        fighters.append((label, placed.side, parts))?;
    }
    let contacts: Vec<_> = board.contacts.iter().map(|&[one, other]| (one, other)).collect();
    (board.name, fighters, contacts).into_pyobject(py)
}

type PlacedParts<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, FighterParts<'py>);

/// A document of a board, whose name, fighters and contacts are given.
#[pyfunction]
pub(crate) fn write_melees(
    py: Python<'_>,
    name: &Bound<'_, PyAny>,
    fighters: Vec<PlacedParts<'_>>,
    contacts: Vec<[u32; 2]>,
    format_: &str,
    library: Vec<Profile>,
) -> PyResult<String> {
    let mut board = BoardSetup { name: text(name, "name")?, fighters: Vec::new(), contacts };
    for (number, (name, side, parts)) in fighters.iter().enumerate() {
        let field = format!("fighters[{number}]");
        board.fighters.push(PlacedFighter {
            name: text(name, &format!("{field}.name"))?,
            fighter: fighter(parts, &field)?,
            side: integer(side, &format!("{field}.side"), 0, 1)? as u8,
        });
    }
    let library = shared(&library);
    let tree = board.to_tree(&library);
    // What is written must load again.
    BoardSetup::from_tree(&tree, &library).or_raise(py, Kind::Melee)?;
    write(&tree, format(format_)).or_raise(py, Kind::Melee)
}

/// A name, or none.
fn text(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    let text = value.cast::<PyString>().ok().and_then(|text| text.to_cow().ok());
    let text = text.map(std::borrow::Cow::into_owned);
    text.map(Some)
        .ok_or_else(|| input_error(value.py(), field, &describe(value), "a text, or None"))
}

/// The JSON Schema of documents of boards, as JSON.
#[pyfunction]
pub(crate) fn melees_schema(py: Python<'_>) -> PyResult<String> {
    write(&BoardSetup::schema(), format("json")).or_raise(py, Kind::Melee)
}
