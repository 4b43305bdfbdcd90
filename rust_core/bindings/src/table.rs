//! The class `Table` of the core: fighters and scenery, measuring, and the rules of movement.

use crate::arguments::{describe, integer, name};
use crate::checks::{CheckParts, Policy, parts, raise};
use crate::dice::Dice;
use crate::documents::{bytes, format, python, tree};
use crate::errors::{Kind, OrRaise, input_error};
use crate::geometry::{
    Outline, PathParts, RegionParts, finite, outline, path_parts, point, region_parts,
};
use crate::profiles::Profile;
use crate::rules::Rules;
use fracas_engine::document::{Tree, parse, write};
use fracas_engine::names::Named;
use fracas_engine::skirmish::measuring::{NoWay, Terrain};
use fracas_engine::skirmish::movement::assaults::{self, Aim, Assault};
use fracas_engine::skirmish::movement::destinations::{self, Destination};
use fracas_engine::skirmish::movement::disengage::{self, Refused};
use fracas_engine::skirmish::movement::options::options;
use fracas_engine::skirmish::movement::penalties::{self, Charge};
use fracas_engine::skirmish::movement::redirect::{self, Instead};
use fracas_engine::skirmish::movement::{
    Action, Moved, MovementEvent, Reason, conditions, cover, pivots,
};
use fracas_engine::skirmish::sight;
use fracas_engine::skirmish::table::Table as EngineTable;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyTuple};
use std::sync::Arc;

/// A table that holds together; immutable.
#[pyclass(module = "fracas._core", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Table {
    pub(crate) inner: EngineTable,
}

type EventParts =
    (&'static str, usize, Option<&'static str>, Option<usize>, Option<f64>, Option<f64>);
type MovedParts = (Table, Option<PathParts>, bool, Vec<usize>, Vec<EventParts>);
type OptionParts = (&'static str, Option<usize>, Vec<&'static str>, f64, Option<f64>, Option<bool>);

/// The visible share of the rim, whether any is visible, and the stretches that are.
type SightParts = (f64, bool, Vec<((f64, f64), (f64, f64))>);

fn read(py: Python<'_>, tree: &Tree, rules: &Rules, library: &[Profile]) -> PyResult<Table> {
    let lookup = |name: &str| {
        let found = library.iter().find(|profile| profile.inner.name == name);
        found.map(|profile| Arc::clone(&profile.inner))
    };
    let inner = EngineTable::from_tree(tree, Arc::clone(&rules.inner), &lookup);
    Ok(Table { inner: inner.or_raise(py, Kind::Table)? })
}

fn names(reasons: &[Reason]) -> Vec<&'static str> {
    reasons.iter().map(|reason| reason.name()).collect()
}

fn event_parts(event: &MovementEvent) -> EventParts {
    match *event {
        MovementEvent::Moved { fighter, action, distance } => {
            ("moved", fighter, Some(action.name()), None, Some(distance), None)
        }
        MovementEvent::Pivoted { fighter, by, angle } => {
            ("pivoted", fighter, None, Some(by), None, Some(angle.to_degrees()))
        }
        MovementEvent::Reached { fighter, action, target } => {
            ("reached", fighter, Some(action.name()), Some(target), None, None)
        }
        MovementEvent::Failed { fighter, action, target } => {
            ("failed", fighter, Some(action.name()), Some(target), None, None)
        }
    }
}

fn moved_parts(moved: Moved) -> MovedParts {
    let events = moved.events.iter().map(event_parts).collect();
    let path = moved.path.as_ref().map(path_parts);
    (Table { inner: moved.table }, path, moved.reached, moved.touched, events)
}

fn illegal(py: Python<'_>, reasons: &[Reason], fighter: usize) -> PyErr {
    Kind::IllegalMove.error(py, &Reason::problems(reasons, fighter))
}

impl Table {
    fn fighter(&self, value: &Bound<'_, PyAny>, field: &str) -> PyResult<usize> {
        let count = self.inner.count() as i64;
        if count == 0 {
            let allowed = "a number of a fighter, but there is none on this table";
            return Err(input_error(value.py(), field, &describe(value), allowed));
        }
        integer(value, field, 0, count - 1).map(|number| number as usize)
    }

    fn fighters(&self, values: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<usize>> {
        if !values.is_instance_of::<PyList>() && !values.is_instance_of::<PyTuple>() {
            return Ok(vec![self.fighter(values, field)?]);
        }
        let items = values.try_iter()?.enumerate();
        items.map(|(index, item)| self.fighter(&item?, &format!("{field}[{index}]"))).collect()
    }

    fn assault(
        &self,
        targets: &Bound<'_, PyAny>,
        at: &Bound<'_, PyAny>,
        pivot: &Bound<'_, PyAny>,
    ) -> PyResult<Assault> {
        let targets = self.fighters(targets, "target")?;
        let pivoted = self.fighters(pivot, "pivot")?;
        if let Some(other) = pivoted.iter().find(|one| !targets.contains(one)) {
            let allowed = "some of the targets";
            return Err(input_error(pivot.py(), "pivot", &other.to_string(), allowed));
        }
        let aim = if at.is_none() {
            Aim::Nearest
        } else if is_pair(at) {
            Aim::Point(point(at, "at")?)
        } else {
            Aim::Angle(finite(at, "at", 360.0)?)
        };
        Ok(Assault { targets, aim, pivoted })
    }

    fn destination(
        &self,
        fighter: usize,
        to: &Bound<'_, PyAny>,
        facing: &Bound<'_, PyAny>,
    ) -> PyResult<Destination> {
        let mire = if to.is_none() {
            self.inner.fighter(fighter).standing.base().mire()
        } else {
            point(to, "to")?
        };
        let facing = if facing.is_none() { None } else { Some(finite(facing, "facing", 360.0)?) };
        Ok(Destination { mire, facing })
    }

    /// The ground from a fighter or a point, for a base of a width.
    fn terrain(&self, from: &Bound<'_, PyAny>, width: &Bound<'_, PyAny>) -> PyResult<Terrain<'_>> {
        if is_number(from) {
            return Ok(Terrain::of(&self.inner, self.fighter(from, "a")?));
        }
        let start = point(from, "a")?;
        Ok(Terrain::open(&self.inner, start, finite(width, "width", 1_000.0)?.max(0.0)))
    }
}

/// A distance: not below 0.
fn length(value: &Bound<'_, PyAny>, field: &str) -> PyResult<f64> {
    const LONGEST: f64 = 1_000.0;
    let number = finite(value, field, LONGEST).ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| {
        let allowed = format!("a number from 0 to {LONGEST}");
        input_error(value.py(), field, &describe(value), &allowed)
    })
}

fn is_pair(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>()
}

fn is_number(value: &Bound<'_, PyAny>) -> bool {
    (value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>())
        || (!is_pair(value) && value.extract::<i64>().is_ok())
}

#[pymethods]
impl Table {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        document: &Bound<'_, PyAny>,
        library: Vec<Profile>,
    ) -> PyResult<Self> {
        read(py, &tree(document)?, rules, &library)
    }

    #[staticmethod]
    fn parse(
        rules: &Rules,
        text: &Bound<'_, PyAny>,
        format_: &str,
        library: Vec<Profile>,
    ) -> PyResult<Self> {
        let py = text.py();
        let tree = parse(&bytes(text)?, format(format_)).or_raise(py, Kind::Table)?;
        read(py, &tree, rules, &library)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn text(&self, py: Python<'_>, format_: &str) -> PyResult<String> {
        write(&self.inner.to_tree(), format(format_)).or_raise(py, Kind::Table)
    }

    #[getter]
    fn profiles(&self) -> Vec<Profile> {
        let all = (0..self.inner.count()).map(|number| self.inner.recruit(number));
        all.map(|recruit| Profile { inner: Arc::clone(&recruit.profile) }).collect()
    }

    /// Where each fighter's mire is, and its outline.
    #[getter]
    fn outlines(&self) -> Vec<((f64, f64), Outline)> {
        let of = |number: usize| {
            let base = self.inner.fighter(number).standing.base();
            let mire = base.mire();
            ((mire.x, mire.y), outline(&base.body()))
        };
        (0..self.inner.count()).map(of).collect()
    }

    #[getter]
    fn powers(&self) -> Vec<u8> {
        (0..self.inner.count()).map(|number| self.inner.recruit(number).power).collect()
    }

    fn contacts(&self) -> Vec<(usize, usize)> {
        self.inner.contacts()
    }

    fn touching(&self, fighter: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        Ok(self.inner.touching(self.fighter(fighter, "fighter")?))
    }

    fn level(&self, fighter: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.inner.level(self.fighter(fighter, "fighter")?))
    }

    fn cover(&self, fighter: &Bound<'_, PyAny>, dived: bool) -> PyResult<u8> {
        Ok(cover::bonus(&self.inner, self.fighter(fighter, "fighter")?, dived))
    }

    /// The way between two fighters or points, or the name of why there is none.
    fn path(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        width: &Bound<'_, PyAny>,
    ) -> PyResult<(Option<PathParts>, Option<&'static str>)> {
        let terrain = self.terrain(a, width)?;
        let target = if is_number(b) { Some(self.fighter(b, "b")?) } else { None };
        let goal = if target.is_none() { Some(point(b, "b")?) } else { None };
        let found = py.detach(move || match (target, goal) {
            (Some(target), _) => terrain.to_rim(target),
            (None, Some(goal)) => terrain.to_point(goal),
            (None, None) => Err(NoWay::Unreachable),
        });
        Ok(match found {
            Ok(way) => (Some(path_parts(&way)), None),
            Err(NoWay::Unreachable) => (None, Some("unreachable")),
            Err(NoWay::StartInside(_)) => (None, Some("start_inside")),
            Err(NoWay::GoalInside(_)) => (None, Some("goal_inside")),
            Err(NoWay::StartOffTable) => (None, Some("start_off_table")),
            Err(NoWay::GoalOffTable) => (None, Some("goal_off_table")),
            Err(NoWay::GaveUp) => (None, Some("gave_up")),
        })
    }

    /// The ground that a fighter or a point can reach: nothing for who starts inside of something.
    fn reach(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        distance: &Bound<'_, PyAny>,
        width: &Bound<'_, PyAny>,
    ) -> PyResult<RegionParts> {
        let distance = length(distance, "distance")?;
        let terrain = self.terrain(a, width)?;
        let region = py.detach(move || terrain.reach(distance));
        Ok(region.map_or((0.0, 0.0, Vec::new()), |region| region_parts(&region)))
    }

    fn can_reach(
        &self,
        fighter: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        distance: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (fighter, target) =
            (self.fighter(fighter, "fighter")?, self.fighter(target, "target")?);
        Ok(Terrain::of(&self.inner, fighter).can_reach(target, length(distance, "distance")?))
    }

    fn sees(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<SightParts> {
        let (looker, target) = (self.fighter(a, "a")?, self.fighter(b, "b")?);
        let sight = sight::sees(&self.inner, looker, target);
        let arcs = sight.arcs.iter().map(|(from, to)| ((from.x, from.y), (to.x, to.y)));
        Ok((sight.fraction, sight.visible, arcs.collect()))
    }

    fn moves(&self, py: Python<'_>, fighter: &Bound<'_, PyAny>) -> PyResult<Vec<OptionParts>> {
        let fighter = self.fighter(fighter, "fighter")?;
        let found = py.detach(|| options(&self.inner, fighter));
        let parts = found.into_iter().map(|one| {
            let reasons = names(&one.reasons);
            (one.action.name(), one.target, reasons, one.distance, one.length, one.reaches)
        });
        Ok(parts.collect())
    }

    fn can(
        &self,
        fighter: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        facing: &Bound<'_, PyAny>,
        at: &Bound<'_, PyAny>,
        pivot: &Bound<'_, PyAny>,
        assault_shot: bool,
    ) -> PyResult<Vec<&'static str>> {
        let fighter = self.fighter(fighter, "fighter")?;
        let action = name::<Action>(action, "action")?;
        let reasons = if action.is_assault() && !target.is_none() {
            let assault = self.assault(target, at, pivot)?;
            assaults::why_not(&self.inner, fighter, action, &assault)
        } else if action.is_move() && !to.is_none() || action == Action::Turn && !facing.is_none() {
            let to = self.destination(fighter, to, facing)?;
            destinations::why_not(&self.inner, fighter, action, to)
        } else if action == Action::DiveForCover {
            cover::why_not_dive(&self.inner, fighter, assault_shot)
        } else {
            conditions::why_not(&self.inner, fighter, action, &[])
        };
        Ok(names(&reasons))
    }

    fn go(
        &self,
        py: Python<'_>,
        fighter: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        facing: &Bound<'_, PyAny>,
    ) -> PyResult<MovedParts> {
        let fighter = self.fighter(fighter, "fighter")?;
        let action = name::<Action>(action, "action")?;
        let to = self.destination(fighter, to, facing)?;
        let moved = destinations::go(&self.inner, fighter, action, to);
        moved.map(moved_parts).map_err(|reasons| illegal(py, &reasons, fighter))
    }

    fn assail(
        &self,
        py: Python<'_>,
        fighter: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        at: &Bound<'_, PyAny>,
        pivot: &Bound<'_, PyAny>,
    ) -> PyResult<MovedParts> {
        let fighter = self.fighter(fighter, "fighter")?;
        let action = name::<Action>(action, "action")?;
        let assault = self.assault(target, at, pivot)?;
        let moved = py.detach(|| assaults::assault(&self.inner, fighter, action, &assault));
        moved.map(moved_parts).map_err(|reasons| illegal(py, &reasons, fighter))
    }

    /// M-16: what an assault led to whose target died, and what was done instead.
    fn redirect(
        &self,
        py: Python<'_>,
        fighter: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        new_target: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        facing: &Bound<'_, PyAny>,
    ) -> PyResult<(MovedParts, Option<&'static str>, Option<MovedParts>)> {
        let fighter = self.fighter(fighter, "fighter")?;
        let action = name::<Action>(action, "action")?;
        let target = self.fighter(target, "target")?;
        let instead = if !new_target.is_none() {
            let targets = self.fighters(new_target, "new_target")?;
            Instead::Assault(Assault { targets, aim: Aim::Nearest, pivoted: Vec::new() })
        } else if !to.is_none() {
            Instead::Run(self.destination(fighter, to, facing)?)
        } else {
            Instead::Stay(self.destination(fighter, to, facing)?.facing)
        };
        let done = py.detach(|| redirect::redirect(&self.inner, fighter, action, target, &instead));
        let done = done.map_err(|reasons| illegal(py, &reasons, fighter))?;
        let second = done.second.map(moved_parts);
        Ok((moved_parts(done.first), done.action.map(Named::name), second))
    }

    fn dive(
        &self,
        py: Python<'_>,
        fighter: &Bound<'_, PyAny>,
        assault_shot: bool,
    ) -> PyResult<Self> {
        let fighter = self.fighter(fighter, "fighter")?;
        let inner = cover::dive(&self.inner, fighter, assault_shot)
            .map_err(|reasons| illegal(py, &reasons, fighter))?;
        Ok(Self { inner })
    }

    /// The value and the difficulty of an attempt to disengage.
    fn attempt(&self, fighter: &Bound<'_, PyAny>, by_force: bool) -> PyResult<(i32, i32)> {
        let fighter = self.fighter(fighter, "fighter")?;
        let attempt = disengage::attempt(&self.inner, fighter, by_force);
        Ok((attempt.value, attempt.difficulty))
    }

    fn disengage(
        &self,
        py: Python<'_>,
        fighter: &Bound<'_, PyAny>,
        by_force: bool,
        reroll: &Bound<'_, PyAny>,
        source: &mut Dice,
    ) -> PyResult<(CheckParts, bool, Self)> {
        let fighter = self.fighter(fighter, "fighter")?;
        let mut policy = Policy::new(reroll, "reroll")?;
        match disengage::disengage(&self.inner, fighter, by_force, &mut policy, source) {
            Ok((result, success, inner)) => Ok((parts(&result), success, Self { inner })),
            Err(Refused::Illegal(reasons)) => Err(illegal(py, &reasons, fighter)),
            Err(Refused::Interrupted(error)) => Err(raise(py, error)),
        }
    }

    fn penalties(
        &self,
        py: Python<'_>,
        charges: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<(Vec<usize>, Self)> {
        let charges: Vec<Charge> = charges
            .iter()
            .map(|(charger, targets)| {
                Ok(Charge {
                    charger: self.fighter(charger, "charges")?,
                    targets: self.fighters(targets, "charges")?,
                })
            })
            .collect::<PyResult<_>>()?;
        let (penalised, inner) =
            penalties::apply(&self.inner, &charges).or_raise(py, Kind::Input)?;
        Ok((penalised, Self { inner }))
    }

    fn pivotable(
        &self,
        charger: &Bound<'_, PyAny>,
        targets: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<Vec<usize>>> {
        let charger = self.fighter(charger, "charger")?;
        Ok(pivots::pivotable(&self.inner, charger, &self.fighters(targets, "targets")?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = Rules { inner: Arc::clone(&self.inner.ground().rules) };
        let arguments = (rules, self.to_dict(py)?, PyList::empty(py));
        Ok((py.get_type::<Self>(), arguments).into_pyobject(py)?.into_any())
    }
}

/// The JSON Schema of tables, as JSON.
#[pyfunction]
pub(crate) fn tables_schema(py: Python<'_>) -> PyResult<String> {
    write(&EngineTable::schema(), format("json")).or_raise(py, Kind::Table)
}

/// M-18: whom the charges of one speaking turn penalise, from powers alone.
#[pyfunction]
pub(crate) fn penalised(
    py: Python<'_>,
    rules: &Rules,
    powers: Vec<Bound<'_, PyAny>>,
    charges: Vec<(Bound<'_, PyAny>, Vec<Bound<'_, PyAny>>)>,
) -> PyResult<Vec<usize>> {
    let mut known = Vec::with_capacity(powers.len());
    for (index, power) in powers.iter().enumerate() {
        known.push(integer(power, &format!("powers[{index}]"), 0, 1_000)? as u32);
    }
    let number = |value: &Bound<'_, PyAny>| {
        integer(value, "charges", 0, known.len() as i64 - 1).map(|number| number as usize)
    };
    let charges: Vec<Charge> = charges
        .iter()
        .map(|(charger, targets)| {
            let targets = targets.iter().map(number).collect::<PyResult<_>>()?;
            Ok(Charge { charger: number(charger)?, targets })
        })
        .collect::<PyResult<_>>()?;
    penalties::penalised(&rules.inner.movement, |fighter| known[fighter], &charges)
        .or_raise(py, Kind::Input)
}
