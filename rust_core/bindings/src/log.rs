//! The events of a combat as the types of `fracas.events`.

use fracas_engine::dice::Roll;
use fracas_engine::machine::Observer;
use fracas_engine::names::Named;
use fracas_engine::skirmish::checks::{Outcome, rerolled};
use fracas_engine::skirmish::combat::{AttackOutcome, Combat, CombatEvent};
use fracas_engine::skirmish::wounds::{Health, WoundRoll};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Keeps what a combat tells.
#[derive(Clone, Default)]
pub(crate) struct Log {
    events: Vec<CombatEvent>,
}

impl Observer<CombatEvent> for Log {
    fn observe(&mut self, event: CombatEvent) {
        self.events.push(event);
    }
}

impl Log {
    /// The log as a list of Python events.
    pub(crate) fn to_python<'py>(
        &self,
        py: Python<'py>,
        combat: &Combat,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut writer = Writer {
            py,
            combat,
            events: py.import("fracas.events")?.into_any(),
            types: py.import("fracas.types")?.into_any(),
            list: PyList::empty(py),
            dice: Vec::new(),
            checks: Vec::new(),
            wound: None,
            fighter: 0,
        };
        for event in &self.events {
            writer.write(event)?;
        }
        Ok(writer.list)
    }
}

/// Puts dice together into checks, and checks and wounds into events.
struct Writer<'a, 'py> {
    py: Python<'py>,
    combat: &'a Combat,
    events: Bound<'py, PyAny>,
    types: Bound<'py, PyAny>,
    list: Bound<'py, PyList>,
    /// The faces of each die of the check in the making.
    dice: Vec<Vec<u8>>,
    /// The checks of the initiative round in the making.
    checks: Vec<Bound<'py, PyAny>>,
    wound: Option<WoundRoll>,
    /// Who rolled last.
    fighter: u8,
}

impl<'py> Writer<'_, 'py> {
    fn write(&mut self, event: &CombatEvent) -> PyResult<()> {
        match *event {
            CombatEvent::DicePlaced { fighter, attack, defence } => {
                self.put("DicePlaced", (fighter, attack, defence))
            }
            CombatEvent::Rolled { fighter, die, face, .. } => {
                self.fighter = fighter;
                match self.dice.get_mut(usize::from(die)) {
                    Some(chain) => chain.push(face),
                    None => self.dice.push(vec![face]),
                }
                Ok(())
            }
            CombatEvent::Checked { roll, outcome, parried } => self.check(roll, outcome, parried),
            CombatEvent::InitiativeRound { testers: [first, second], winner } => {
                let checks = PyTuple::new(self.py, self.checks.drain(..))?;
                self.put("InitiativeCheck", ((first, second), checks, winner))
            }
            CombatEvent::PassBegan { number } => self.put("PassBegan", (number,)),
            CombatEvent::AttackAnnounced { attacker, target, dice, sustained } => {
                self.put("AttackAnnounced", (attacker, target, dice, sustained))
            }
            CombatEvent::SkillChosen { fighter, skill } => {
                self.put("SkillChosen", (fighter, skill.name()))
            }
            CombatEvent::AttackResolved { attacker, target, result } => {
                let result = match result {
                    AttackOutcome::AutomaticFailure => "automatic_failure",
                    AttackOutcome::Parried { .. } => "parried",
                    AttackOutcome::Landed => "landed",
                };
                self.put("AttackResolved", (attacker, target, result))
            }
            CombatEvent::DieGained { fighter, skill, dice, given_up } => {
                self.put("DieGained", (fighter, skill.name(), dice, given_up))
            }
            CombatEvent::WoundRolled { roll, .. } => {
                self.wound = Some(roll);
                Ok(())
            }
            CombatEvent::Wounded { fighter, health } => self.wounded(fighter, health),
            CombatEvent::Eliminated { fighter } => self.put("Eliminated", (fighter,)),
            CombatEvent::Ended { passes } => self.put("CombatEnded", (passes,)),
        }
    }

    fn put<A: pyo3::call::PyCallArgs<'py>>(&self, class: &str, fields: A) -> PyResult<()> {
        self.list.append(self.events.getattr(class)?.call1(fields)?)
    }

    fn check(&mut self, roll: Roll, outcome: Outcome, parried: bool) -> PyResult<()> {
        let class = self.types.getattr("Die")?;
        let dice: Vec<_> = self.dice.drain(..).collect();
        let dice = dice.into_iter().map(|faces| {
            let natural = natural(self.combat, &faces);
            class.call1((PyTuple::new(self.py, faces)?, natural))
        });
        let dice = PyTuple::new(self.py, dice.collect::<PyResult<Vec<_>>>()?)?;
        let success = (roll == Roll::Defence).then_some(parried);
        let check = self.types.getattr("CheckResult")?.call1((
            dice,
            outcome.natural,
            outcome.final_result,
            outcome.is_automatic_failure(),
            success,
        ))?;
        match roll {
            Roll::Attack => self.put("AttackCheck", (self.fighter, check)),
            Roll::Defence => self.put("DefenceCheck", (self.fighter, check)),
            _ => {
                self.checks.push(check);
                Ok(())
            }
        }
    }

    fn wounded(&mut self, fighter: u8, health: Health) -> PyResult<()> {
        let Some(roll) = self.wound.take() else { return Ok(()) };
        let [first, second] = roll.dice;
        let roll = self.types.getattr("WoundRoll")?.call1((
            (first, second),
            roll.location.name(),
            roll.result,
            roll.wound.name(),
        ))?;
        let health = health_object(&self.types, health)?;
        self.put("Wounded", (fighter, roll, health))
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
fn natural(combat: &Combat, faces: &[u8]) -> i32 {
    let mut natural = i32::from(faces[0]);
    for &face in &faces[1..] {
        natural = rerolled(&combat.rules().checks, natural, face);
    }
    natural
}
