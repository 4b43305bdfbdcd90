//! What a battle is set up from: armies, a scenario or a table, and the rules.

use super::game::BattleGame;
use crate::arguments::{integer, name};
use crate::documents::{bytes, format, python, tree};
use crate::errors::{Kind, OrRaise};
use crate::profiles::Profile;
use crate::rules::Rules;
use crate::table::Table;
use fracas_analytics::perft::perft;
use fracas_engine::document::{Tree, parse, write};
use fracas_engine::machine::Machine;
use fracas_engine::names::Named;
use fracas_engine::skirmish::battle::army::Army as EngineArmy;
use fracas_engine::skirmish::battle::scenario::{Scenario as EngineScenario, Victory};
use fracas_engine::skirmish::battle::{Battle as EngineBattle, BattleSetup, MAX_TURNS};
use fracas_engine::skirmish::profiles::Profile as EngineProfile;
use pyo3::prelude::*;
use std::sync::Arc;

fn shared(profiles: &[Profile]) -> Vec<Arc<EngineProfile>> {
    profiles.iter().map(|profile| Arc::clone(&profile.inner)).collect()
}

/// An army that holds together; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Army {
    inner: EngineArmy,
    library: Vec<Arc<EngineProfile>>,
}

impl Army {
    fn read(py: Python<'_>, tree: &Tree, library: &[Profile]) -> PyResult<Self> {
        let library = shared(library);
        let inner = EngineArmy::from_tree(tree, &library).or_raise(py, Kind::Army)?;
        Ok(Self { inner, library })
    }
}

#[pymethods]
impl Army {
    #[new]
    fn new(document: &Bound<'_, PyAny>, library: Vec<Profile>) -> PyResult<Self> {
        Self::read(document.py(), &tree(document)?, &library)
    }

    #[staticmethod]
    fn parse(text: &Bound<'_, PyAny>, format_: &str, library: Vec<Profile>) -> PyResult<Self> {
        let py = text.py();
        let tree = parse(&bytes(text)?, format(format_)).or_raise(py, Kind::Army)?;
        Self::read(py, &tree, &library)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    #[getter]
    fn people(&self) -> &str {
        &self.inner.people
    }

    #[getter]
    fn path(&self) -> &str {
        &self.inner.path
    }

    #[getter]
    fn value(&self) -> u32 {
        self.inner.value()
    }

    #[getter]
    fn troops(&self) -> Vec<(Profile, usize, Option<&str>)> {
        let parts = self.inner.troops.iter().map(|troop| {
            let profile = Profile { inner: Arc::clone(&troop.profile) };
            (profile, troop.count, troop.people.as_deref())
        });
        parts.collect()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree(&self.library))
    }

    fn text(&self, py: Python<'_>, format_: &str) -> PyResult<String> {
        write(&self.inner.to_tree(&self.library), format(format_)).or_raise(py, Kind::Army)
    }
}

/// A scenario that holds together; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Scenario {
    inner: EngineScenario,
}

type Tables<'py> = Vec<(String, Bound<'py, PyAny>)>;

impl Scenario {
    fn read(py: Python<'_>, document: &Tree, tables: &Tables<'_>) -> PyResult<Self> {
        let tables: Vec<_> = tables
            .iter()
            .map(|(name, table)| Ok((name.clone(), tree(table)?)))
            .collect::<PyResult<_>>()?;
        let inner = EngineScenario::from_tree(document, &tables).or_raise(py, Kind::Scenario)?;
        Ok(Self { inner })
    }
}

#[pymethods]
impl Scenario {
    #[new]
    fn new(document: &Bound<'_, PyAny>, tables: Tables<'_>) -> PyResult<Self> {
        Self::read(document.py(), &tree(document)?, &tables)
    }

    #[staticmethod]
    fn parse(text: &Bound<'_, PyAny>, format_: &str, tables: Tables<'_>) -> PyResult<Self> {
        let py = text.py();
        let tree = parse(&bytes(text)?, format(format_)).or_raise(py, Kind::Scenario)?;
        Self::read(py, &tree, &tables)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    #[getter]
    fn turns(&self) -> u8 {
        self.inner.turns
    }

    #[getter]
    fn victory(&self) -> &'static str {
        self.inner.victory.name()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn text(&self, py: Python<'_>, format_: &str) -> PyResult<String> {
        write(&self.inner.to_tree(), format(format_)).or_raise(py, Kind::Scenario)
    }

    /// The table with both armies deployed.
    fn deploy(&self, py: Python<'_>, rules: &Rules, red: &Army, blue: &Army) -> PyResult<Table> {
        let armies = [red.inner.clone(), blue.inner.clone()];
        let inner = self.inner.deploy(&armies, &rules.inner).or_raise(py, Kind::Input)?;
        Ok(Table { inner })
    }
}

/// A battle that can be fought; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Battle {
    pub(crate) inner: Arc<EngineBattle>,
    pub(super) victory: Victory,
}

#[pymethods]
impl Battle {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        armies: (PyRef<'_, Army>, PyRef<'_, Army>),
        table: &Table,
        turns: &Bound<'_, PyAny>,
        victory: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let setup = BattleSetup {
            armies: [armies.0.inner.clone(), armies.1.inner.clone()],
            table: table.inner.clone(),
            turns: integer(turns, "turns", 1, i64::from(MAX_TURNS))? as u8,
        };
        let victory = name::<Victory>(victory, "victory")?;
        let inner =
            EngineBattle::new(&setup, Arc::clone(&rules.inner)).or_raise(py, Kind::Input)?;
        Ok(Self { inner: Arc::new(inner), victory })
    }

    /// A game that stands at the first node. Its own dice are those of game `game` of the seed.
    fn start(&self, seed: &Bound<'_, PyAny>, game: &Bound<'_, PyAny>) -> PyResult<BattleGame> {
        let (seed, game) = (crate::arguments::seed(seed)?, crate::arguments::game(game)?);
        Ok(BattleGame::new(&self.inner, self.victory, seed, game))
    }

    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = integer(depth, "depth", 0, 12)? as u32;
        let state = self.inner.start(&mut ());
        Ok(py.detach(|| perft(&*self.inner, &state, depth)))
    }

    #[getter]
    fn fighters(&self) -> usize {
        self.inner.fighters()
    }
}

/// The JSON Schema of armies, as JSON.
#[pyfunction]
pub(crate) fn armies_schema(py: Python<'_>) -> PyResult<String> {
    write(&EngineArmy::schema(), format("json")).or_raise(py, Kind::Army)
}

/// The JSON Schema of scenarios, as JSON.
#[pyfunction]
pub(crate) fn scenarios_schema(py: Python<'_>) -> PyResult<String> {
    write(&EngineScenario::schema(), format("json")).or_raise(py, Kind::Scenario)
}
