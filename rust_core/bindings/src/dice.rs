//! The class `Dice`.

use crate::arguments::{describe, game, integer, name, seed};
use crate::errors::{Kind, OrRaise};
use fracas_engine::dice::{
    Dice as _, Recorded, Recording, Roll, ScriptError, Scripted, Seeded, philox2x64, seed_from_text,
};
use fracas_engine::errors::Problems;
use fracas_engine::names::Named;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

#[derive(Clone)]
enum Source {
    Seeded(Seeded),
    Scripted(Scripted),
    Recorded(Recorded),
}

impl fracas_engine::dice::Dice for Source {
    type Error = ScriptError;

    fn roll(&mut self, roll: Roll) -> Result<u8, ScriptError> {
        match self {
            Self::Seeded(dice) => Ok(dice.next_die()),
            Self::Scripted(dice) => dice.roll(roll),
            Self::Recorded(dice) => dice.roll(roll),
        }
    }
}

/// A source of dice with everything it has rolled.
#[pyclass(module = "fracas")]
pub(crate) struct Dice {
    recording: Recording<Source>,
    name: String,
}

impl Dice {
    fn new(source: Source, name: String) -> Self {
        Self { recording: Recording::new(source), name }
    }
}

impl fracas_engine::dice::Dice for Dice {
    type Error = ScriptError;

    fn roll(&mut self, roll: Roll) -> Result<u8, ScriptError> {
        self.recording.roll(roll)
    }
}

/// A face of a script: any whole number is taken here, and 0, which is none, stands for the others.
fn face(value: &Bound<'_, PyAny>, position: usize, problems: &mut Problems) -> u8 {
    integer(value, "", 1, 6).map_or_else(
        |_| {
            let field = format!("dice[{position}]");
            problems.add(field, describe(value), "a whole number from 1 to 6");
            1
        },
        |face| face as u8,
    )
}

#[pymethods]
impl Dice {
    #[staticmethod]
    #[pyo3(name = "seeded", signature = (seed, game = None))]
    fn from_seed(seed: &Bound<'_, PyAny>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let number = self::seed(seed)?;
        let game = game.map_or(Ok(0), self::game)?;
        let name = format!("Dice.seeded({}, {game})", describe(seed));
        Ok(Self::new(Source::Seeded(Seeded::new(number, game)), name))
    }

    #[staticmethod]
    #[pyo3(name = "scripted")]
    fn from_script(faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = faces.py();
        let mut problems = Problems::default();
        let mut script = Vec::new();
        for (position, value) in faces.try_iter()?.enumerate() {
            script.push(face(&value?, position, &mut problems));
        }
        let dice =
            problems.or(()).and_then(|()| Scripted::new(&script)).or_raise(py, Kind::Script)?;
        Ok(Self::new(Source::Scripted(dice), format!("Dice.scripted({script:?})")))
    }

    #[staticmethod]
    #[pyo3(name = "recorded")]
    fn from_record(record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = record.py();
        let mut problems = Problems::default();
        let mut rolls = Vec::new();
        for (position, pair) in record.try_iter()?.enumerate() {
            let pair = pair?;
            let Ok((roll, value)) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
                let field = format!("dice[{position}]");
                problems.add(field, describe(&pair), "a pair of a roll's name and a face");
                continue;
            };
            if let Ok(roll) = name::<Roll>(&roll, "") {
                rolls.push((roll, face(&value, position, &mut problems)));
            } else {
                let allowed = format!("one of {}", Roll::NAMES.join(", "));
                problems.add(format!("dice[{position}]"), describe(&roll), allowed);
            }
        }
        let dice =
            problems.or(()).and_then(|()| Recorded::new(&rolls)).or_raise(py, Kind::Script)?;
        let name = format!("Dice.recorded(<{} dice>)", rolls.len());
        Ok(Self::new(Source::Recorded(dice), name))
    }

    #[pyo3(name = "roll", signature = (name = None))]
    fn roll_one(&mut self, py: Python<'_>, name: Option<&Bound<'_, PyAny>>) -> PyResult<u8> {
        let roll = name.map_or(Ok(Roll::Check), |name| self::name(name, "name"))?;
        self.recording.roll(roll).map_err(|error| Kind::Script.error(py, &error.to_problems()))
    }

    fn faces<'py>(
        &mut self,
        py: Python<'py>,
        count: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let count = integer(count, "count", 0, 1_000_000_000)?;
        // Dice by the million are not kept: a record of them would be larger than the array. A
        // script that is too short is left where it was.
        let mut source = self.recording.source().clone();
        let faces: Result<Vec<_>, _> =
            py.detach(|| (0..count).map(|_| source.roll(Roll::Check)).collect());
        let faces = faces.map_err(|error| Kind::Script.error(py, &error.to_problems()))?;
        *self.recording.source_mut() = source;
        Ok(faces.into_pyarray(py))
    }

    #[getter]
    fn record(&self) -> Vec<(&'static str, u8)> {
        self.recording.record().iter().map(|&(roll, face)| (roll.name(), face)).collect()
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        match self.recording.source() {
            Source::Seeded(_) => Ok(()),
            Source::Scripted(dice) => dice.finish(),
            Source::Recorded(dice) => dice.finish(),
        }
        .map_err(|error| Kind::Script.error(py, &error.to_problems()))
    }

    fn __repr__(&self) -> &str {
        &self.name
    }
}

/// The two words of a block of `dice-stream v1`.
#[pyfunction]
pub(crate) fn stream_block(seed: u64, game: u64, block: u64) -> (u64, u64) {
    let [first, second] = philox2x64([block, game], seed);
    (first, second)
}

/// The seed that a text stands for.
#[pyfunction]
pub(crate) fn text_seed(text: &str) -> u64 {
    seed_from_text(text)
}
