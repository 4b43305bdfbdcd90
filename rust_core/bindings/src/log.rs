//! Events as the types of `fracas.events`: dice are put together into checks, and checks and wounds
//! into events.

use fracas_engine::dice::Roll;
use fracas_engine::machine::Observer;
use fracas_engine::names::Named;
use fracas_engine::rules::CheckRules;
use fracas_engine::skirmish::checks::{Outcome, rerolled};
use fracas_engine::skirmish::combat::{AttackOutcome, Combat, CombatEvent};
use fracas_engine::skirmish::contest::ContestEvent;
use fracas_engine::skirmish::wounds::{Health, WoundRoll};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Keeps what a combat tells.
#[derive(Clone, Default)]
pub(crate) struct Log {
    composer: CombatComposer,
    told: Vec<CombatTold>,
}

impl Observer<CombatEvent> for Log {
    fn observe(&mut self, event: CombatEvent) {
        self.told.extend(self.composer.take(event));
    }
}

impl Log {
    /// The log as a list of Python events.
    pub(crate) fn to_python<'py>(
        &self,
        py: Python<'py>,
        combat: &Combat,
    ) -> PyResult<Bound<'py, PyList>> {
        let classes = Classes::new(py, &combat.rules().checks)?;
        let list = PyList::empty(py);
        for told in &self.told {
            list.append(told.to_python(&classes)?)?;
        }
        Ok(list)
    }
}

/// A check that is finished.
#[derive(Clone)]
pub(crate) struct Checked {
    /// The faces of each die, with its rerolls.
    pub(crate) dice: Vec<Vec<u8>>,
    pub(crate) outcome: Outcome,
}

/// An event of a combat with all that belongs to it.
#[derive(Clone)]
pub(crate) struct CombatTold {
    event: CombatEvent,
    /// Who rolled, if it is a check.
    fighter: u8,
    checks: Vec<Checked>,
    wound: Option<WoundRoll>,
}

/// Puts the dice of a combat together.
#[derive(Clone, Default)]
pub(crate) struct CombatComposer {
    /// The faces of each die of the check in the making.
    dice: Vec<Vec<u8>>,
    /// The checks of the initiative round in the making.
    checks: Vec<Checked>,
    wound: Option<WoundRoll>,
    /// Who rolled last.
    fighter: u8,
}

impl CombatComposer {
    /// What an event of the engine completes, if anything.
    pub(crate) fn take(&mut self, event: CombatEvent) -> Option<CombatTold> {
        match event {
            CombatEvent::Rolled { fighter, die, face, .. } => {
                self.fighter = fighter;
                match self.dice.get_mut(usize::from(die)) {
                    Some(chain) => chain.push(face),
                    None => self.dice.push(vec![face]),
                }
                return None;
            }
            CombatEvent::WoundRolled { roll, .. } => {
                self.wound = Some(roll);
                return None;
            }
            CombatEvent::Checked { roll, outcome, .. } => {
                self.checks.push(Checked { dice: std::mem::take(&mut self.dice), outcome });
                if !matches!(roll, Roll::Attack | Roll::Defence) {
                    return None;
                }
            }
            _ => {}
        }
        let wound = match event {
            CombatEvent::Wounded { .. } => Some(self.wound.take()?),
            _ => None,
        };
        let checks = match event {
            CombatEvent::Checked { .. } | CombatEvent::InitiativeRound { .. } => {
                std::mem::take(&mut self.checks)
            }
            _ => Vec::new(),
        };
        Some(CombatTold { event, fighter: self.fighter, checks, wound })
    }
}

impl CombatTold {
    /// The event of `fracas.events`.
    pub(crate) fn to_python<'py>(&self, classes: &Classes<'py, '_>) -> PyResult<Bound<'py, PyAny>> {
        match self.event {
            CombatEvent::DicePlaced { fighter, attack, defence } => {
                classes.event("DicePlaced", (fighter, attack, defence))
            }
            CombatEvent::InitiativeRound { testers: [first, second], winner } => {
                let checks = classes.checks(&self.checks)?;
                classes.event("InitiativeCheck", ((first, second), checks, winner))
            }
            CombatEvent::PassBegan { number } => classes.event("PassBegan", (number,)),
            CombatEvent::AttackAnnounced { attacker, target, dice, sustained } => {
                classes.event("AttackAnnounced", (attacker, target, dice, sustained))
            }
            CombatEvent::SkillChosen { fighter, skill } => {
                classes.event("SkillChosen", (fighter, skill.name()))
            }
            CombatEvent::Checked { roll, parried, .. } => self.checked(classes, roll, parried),
            CombatEvent::AttackResolved { attacker, target, result } => {
                let result = match result {
                    AttackOutcome::AutomaticFailure => "automatic_failure",
                    AttackOutcome::Parried { .. } => "parried",
                    AttackOutcome::Landed => "landed",
                };
                classes.event("AttackResolved", (attacker, target, result))
            }
            CombatEvent::DieGained { fighter, skill, dice, given_up } => {
                classes.event("DieGained", (fighter, skill.name(), dice, given_up))
            }
            CombatEvent::Wounded { fighter, health } => {
                classes.wounded(fighter, self.wound, health)
            }
            CombatEvent::Eliminated { fighter } => classes.event("Eliminated", (fighter,)),
            CombatEvent::Ended { passes } => classes.event("CombatEnded", (passes,)),
            // These are parts of other events.
            CombatEvent::Rolled { .. } | CombatEvent::WoundRolled { .. } => {
                Ok(classes.py.None().into_bound(classes.py))
            }
        }
    }

    fn checked<'py>(
        &self,
        classes: &Classes<'py, '_>,
        roll: Roll,
        parried: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_defence = roll == Roll::Defence;
        let class = if is_defence { "DefenceCheck" } else { "AttackCheck" };
        let Some(check) = self.checks.first() else {
            return Ok(classes.py.None().into_bound(classes.py));
        };
        let check = classes.check(check, is_defence.then_some(parried))?;
        classes.event(class, (self.fighter, check))
    }
}

/// An event of a contest with all that belongs to it.
#[derive(Clone)]
pub(crate) struct ContestTold {
    event: ContestEvent,
    checks: Vec<Checked>,
    roll: Roll,
}

/// Puts the dice of a contest together.
#[derive(Clone, Default)]
pub(crate) struct ContestComposer {
    faces: Vec<u8>,
    checks: Vec<Checked>,
}

impl ContestComposer {
    /// What an event of the engine completes, if anything. `roll` is what the contest rolls for.
    pub(crate) fn take(&mut self, event: ContestEvent, roll: Roll) -> Option<ContestTold> {
        let checks = match event {
            ContestEvent::Rolled { face, .. } => {
                self.faces.push(face);
                return None;
            }
            ContestEvent::Checked { outcome, .. } => {
                let dice = vec![std::mem::take(&mut self.faces)];
                self.checks.push(Checked { dice, outcome });
                return None;
            }
            ContestEvent::Round { .. } => std::mem::take(&mut self.checks),
            _ => Vec::new(),
        };
        Some(ContestTold { event, checks, roll })
    }
}

impl ContestTold {
    /// The event of `fracas.events`.
    pub(crate) fn to_python<'py>(&self, classes: &Classes<'py, '_>) -> PyResult<Bound<'py, PyAny>> {
        match self.event {
            ContestEvent::TesterPicked { side, fighter } => {
                classes.event("TesterPicked", (side, fighter))
            }
            ContestEvent::Round { fighters: [first, second], winner } => {
                let checks = classes.checks(&self.checks)?;
                classes.event("ContestRound", (self.roll.name(), (first, second), checks, winner))
            }
            ContestEvent::LotDrawn { face, winner } => classes.event("LotDrawn", (face, winner)),
            ContestEvent::Ended { winner } => classes.event("ContestEnded", (winner,)),
            // These are parts of other events.
            ContestEvent::Rolled { .. } | ContestEvent::Checked { .. } => {
                Ok(classes.py.None().into_bound(classes.py))
            }
        }
    }
}

/// The modules whose classes events are made of, and the rules that their checks followed.
pub(crate) struct Classes<'py, 'a> {
    pub(crate) py: Python<'py>,
    events: Bound<'py, PyAny>,
    types: Bound<'py, PyAny>,
    rules: &'a CheckRules,
}

impl<'py, 'a> Classes<'py, 'a> {
    pub(crate) fn new(py: Python<'py>, rules: &'a CheckRules) -> PyResult<Self> {
        let events = py.import("fracas.events")?.into_any();
        Ok(Self { py, events, types: py.import("fracas.types")?.into_any(), rules })
    }

    /// An event of that class with these fields.
    pub(crate) fn event<A: pyo3::call::PyCallArgs<'py>>(
        &self,
        class: &str,
        fields: A,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.events.getattr(class)?.call1(fields)
    }

    /// A value of a class of `fracas.types` with these fields.
    pub(crate) fn value<A: pyo3::call::PyCallArgs<'py>>(
        &self,
        class: &str,
        fields: A,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.types.getattr(class)?.call1(fields)
    }

    pub(crate) fn check(
        &self,
        check: &Checked,
        success: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = self.types.getattr("Die")?;
        let dice = check
            .dice
            .iter()
            .map(|faces| class.call1((PyTuple::new(self.py, faces)?, natural(self.rules, faces))));
        let outcome = check.outcome;
        let fields = (
            PyTuple::new(self.py, dice.collect::<PyResult<Vec<_>>>()?)?,
            outcome.natural,
            outcome.final_result,
            outcome.is_automatic_failure(),
            success,
        );
        self.value("CheckResult", fields)
    }

    fn checks(&self, checks: &[Checked]) -> PyResult<Bound<'py, PyTuple>> {
        let checks: PyResult<Vec<_>> = checks.iter().map(|check| self.check(check, None)).collect();
        PyTuple::new(self.py, checks?)
    }

    pub(crate) fn health(&self, health: Health) -> PyResult<Bound<'py, PyAny>> {
        health_object(&self.types, health)
    }

    pub(crate) fn wounded(
        &self,
        fighter: u8,
        roll: Option<WoundRoll>,
        health: Health,
    ) -> PyResult<Bound<'py, PyAny>> {
        let roll = roll.map(|roll| {
            let [first, second] = roll.dice;
            let fields = ((first, second), roll.location.name(), roll.result, roll.wound.name());
            self.value("WoundRoll", fields)
        });
        self.event("Wounded", (fighter, roll.transpose()?, self.health(health)?))
    }
}

/// The health as Python sees it: a `fracas.types.Health`.
pub(crate) fn health_object<'py>(
    types: &Bound<'py, PyAny>,
    health: Health,
) -> PyResult<Bound<'py, PyAny>> {
    types.getattr("Health")?.call1((health.level.name(), health.stunned))
}

/// The natural result of a chain of faces.
fn natural(rules: &CheckRules, faces: &[u8]) -> i32 {
    let Some((&first, others)) = faces.split_first() else { return 0 };
    others.iter().fold(i32::from(first), |natural, &face| rerolled(rules, natural, face))
}
