//! The events of a battle as the types of `fracas.events`.

use crate::log::{Checked, Classes, CombatComposer, CombatTold, ContestComposer, ContestTold};
use fracas_engine::dice::Roll;
use fracas_engine::machine::{Choices, Observer};
use fracas_engine::names::Named;
use fracas_engine::skirmish::battle::{Battle, BattleEvent};
use fracas_engine::skirmish::table::degrees;
use fracas_geometry::Base;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Keeps what a battle tells.
#[derive(Clone)]
pub(super) struct BattleLog {
    composers: Composers,
    told: Vec<Told>,
}

/// What is not yet told as a whole.
#[derive(Clone)]
struct Composers {
    contest: ContestComposer,
    combat: CombatComposer,
    /// The faces of the check of one fighter in the making.
    faces: Vec<u8>,
    /// What the last die was rolled for: events of a contest do not say.
    roll: Roll,
    /// How many phases have begun.
    phases: u32,
}

/// How far a log had got.
#[derive(Clone)]
pub(super) struct LogMark {
    composers: Composers,
    told: usize,
}

/// Something that happened, with all that belongs to it.
#[derive(Clone)]
enum Told {
    Contest(ContestTold),
    Combat(CombatTold),
    Tried(BattleEvent, Checked),
    Shot(BattleEvent, Option<Checked>),
    Plain(BattleEvent),
}

impl Observer<BattleEvent> for BattleLog {
    fn observe(&mut self, event: BattleEvent) {
        let told = self.composers.take(event);
        self.told.extend(told);
    }
}

impl Composers {
    /// What an event of the engine completes, if anything.
    fn take(&mut self, event: BattleEvent) -> Option<Told> {
        match event {
            BattleEvent::Contest(event) => self.contest.take(event, self.roll).map(Told::Contest),
            BattleEvent::Combat(event) => self.combat.take(event).map(Told::Combat),
            BattleEvent::TrialRolled { face, .. } => {
                self.faces.push(face);
                None
            }
            BattleEvent::Tried { outcome, .. } => {
                let dice = vec![std::mem::take(&mut self.faces)];
                Some(Told::Tried(event, Checked { dice, outcome }))
            }
            BattleEvent::ShotResolved { outcome, .. } => {
                let dice = vec![std::mem::take(&mut self.faces)];
                Some(Told::Shot(event, outcome.map(|outcome| Checked { dice, outcome })))
            }
            BattleEvent::PhaseBegan { .. } => {
                self.phases += 1;
                Some(Told::Plain(event))
            }
            _ => Some(Told::Plain(event)),
        }
    }
}

impl BattleLog {
    pub(super) fn new() -> Self {
        let composers = Composers {
            contest: ContestComposer::default(),
            combat: CombatComposer::default(),
            faces: Vec::new(),
            roll: Roll::Check,
            phases: 0,
        };
        Self { composers, told: Vec::new() }
    }

    /// Hears what the next die is rolled for.
    pub(super) const fn roll(&mut self, roll: Roll) {
        self.composers.roll = roll;
    }

    /// How many events there are.
    pub(super) const fn len(&self) -> usize {
        self.told.len()
    }

    /// How many phases have begun.
    pub(super) const fn phases(&self) -> u32 {
        self.composers.phases
    }

    /// How far it has got.
    pub(super) fn mark(&self) -> LogMark {
        LogMark { composers: self.composers.clone(), told: self.told.len() }
    }

    /// Forgets what came after a mark.
    pub(super) fn back_to(&mut self, mark: &LogMark) {
        self.composers = mark.composers.clone();
        self.told.truncate(mark.told);
    }

    /// The events from number `since` on as a list of Python events.
    pub(super) fn to_python<'py>(
        &self,
        py: Python<'py>,
        battle: &Battle,
        since: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let classes = Classes::new(py, &battle.rules().checks)?;
        let list = PyList::empty(py);
        for told in self.told.iter().skip(since) {
            list.append(told.to_python(&classes, battle)?)?;
        }
        Ok(list)
    }
}

impl Told {
    fn to_python<'py>(
        &self,
        classes: &Classes<'py, '_>,
        battle: &Battle,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Contest(told) => told.to_python(classes),
            Self::Combat(told) => classes.event("InCombat", (told.to_python(classes)?,)),
            Self::Tried(event, check) => match *event {
                BattleEvent::Tried { fighter, name, outcome, difficulty } => {
                    let check = classes.check(check, Some(outcome.meets(difficulty)))?;
                    classes.event("Tried", (fighter, name.name(), check, difficulty))
                }
                _ => Ok(classes.py.None().into_bound(classes.py)),
            },
            Self::Shot(event, check) => shot(event, check.as_ref(), classes),
            Self::Plain(event) => match mystic(event, classes, battle)? {
                Some(told) => Ok(told),
                None => plain(event, classes),
            },
        }
    }
}

/// What came of a shot; out of range there is no check.
fn shot<'py>(
    event: &BattleEvent,
    check: Option<&Checked>,
    to: &Classes<'py, '_>,
) -> PyResult<Bound<'py, PyAny>> {
    let BattleEvent::ShotResolved { fighter, target, outcome, difficulty } = *event else {
        return Ok(to.py.None().into_bound(to.py));
    };
    let success = outcome.zip(difficulty).is_some_and(|(outcome, least)| outcome.meets(least));
    let check = check.map(|check| to.check(check, Some(success))).transpose()?;
    to.event("ShotResolved", (fighter, target, check, difficulty, success))
}

/// The members of a set, ascending.
fn members(py: Python<'_>, set: u64) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Choices::of(set).into_iter().collect::<Vec<_>>())
}

/// How a fighter stands: a `fracas.types.Pose`.
fn pose<'py>(classes: &Classes<'py, '_>, base: Base) -> PyResult<Bound<'py, PyAny>> {
    classes.value("Pose", ((base.centre.x, base.centre.y), degrees(base.facing)))
}

/// An event of effects and mystic actions, which have names.
fn mystic<'py>(
    event: &BattleEvent,
    to: &Classes<'py, '_>,
    battle: &Battle,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let action = |fighter, number: u8| &battle.mystic_actions(fighter)[usize::from(number)].name;
    let told = match *event {
        BattleEvent::EffectHappened { bond } => {
            to.event("EffectHappened", (bond.bearer, bond.caster, &battle.effect(bond).name))
        }
        BattleEvent::EffectEnded { bond } => {
            to.event("EffectEnded", (bond.bearer, bond.caster, &battle.effect(bond).name))
        }
        BattleEvent::UpkeepPaid { bond, amount } => {
            to.event("UpkeepPaid", (bond.caster, &battle.effect(bond).name, amount))
        }
        BattleEvent::Cast { fighter, action: number, target, distance } => {
            to.event("Cast", (fighter, action(fighter, number), target, distance))
        }
        BattleEvent::CastRolled { fighter, face, success } => {
            to.event("CastRolled", (fighter, face, success))
        }
        BattleEvent::CastResolved { fighter, action: number, target, success } => {
            to.event("CastResolved", (fighter, action(fighter, number), target, success))
        }
        _ => return Ok(None),
    };
    told.map(Some)
}

/// An event that needs nothing else.
fn plain<'py>(event: &BattleEvent, to: &Classes<'py, '_>) -> PyResult<Bound<'py, PyAny>> {
    let py = to.py;
    match *event {
        BattleEvent::TurnBegan { turn } => to.event("TurnBegan", (turn,)),
        BattleEvent::PhaseBegan { phase } => to.event("PhaseBegan", (phase.name(),)),
        BattleEvent::SequenceBuilt { side, cards } => to.event("SequenceBuilt", (side, cards)),
        BattleEvent::FirstSpeaker { side, chosen_by } => {
            to.event("FirstSpeaker", (side, chosen_by))
        }
        BattleEvent::Spoke { side, speech, played, active } => {
            let cards = PyTuple::new(py, played.cards().collect::<Vec<_>>())?;
            to.event("Spoke", (side, speech.name(), cards, members(py, active)?))
        }
        BattleEvent::Penalised { fighter } => to.event("Penalised", (fighter,)),
        BattleEvent::Separated { by, combats } => to.event("Separated", (by, combats)),
        BattleEvent::CombatFormed { lone, enemies } => {
            to.event("CombatFormed", (lone, members(py, enemies)?))
        }
        BattleEvent::CombatNamed { side, lone, enemies } => {
            to.event("CombatNamed", (side, lone, members(py, enemies)?))
        }
        BattleEvent::CombatBegan { lone, enemies, chosen_by } => {
            to.event("CombatBegan", (lone, members(py, enemies)?, chosen_by))
        }
        BattleEvent::Fought { fighter, health } => {
            to.event("Fought", (fighter, to.health(health)?))
        }
        BattleEvent::UpkeepRolled { fighter, face, success } => {
            to.event("UpkeepRolled", (fighter, face, success))
        }
        BattleEvent::Shot { fighter, target, distance, dived } => {
            to.event("Shot", (fighter, target, distance, dived))
        }
        BattleEvent::WoundRolled { fighter, roll, health } => {
            to.wounded(fighter, Some(roll), health)
        }
        BattleEvent::Ended { turns } => to.event("Ended", (turns,)),
        _ => movement(event, to),
    }
}

/// An event of somebody who moved, or means to.
fn movement<'py>(event: &BattleEvent, to: &Classes<'py, '_>) -> PyResult<Bound<'py, PyAny>> {
    let py = to.py;
    match *event {
        BattleEvent::Announced { fighter, action, target } => {
            to.event("Announced", (fighter, action.name(), target))
        }
        BattleEvent::Moved { fighter, action, base, distance } => {
            to.event("Moved", (fighter, action.name(), pose(to, base)?, distance))
        }
        BattleEvent::Assaulted { fighter, action, targets, base, distance } => {
            let targets = members(py, targets)?;
            to.event("Assaulted", (fighter, action.name(), targets, pose(to, base)?, distance))
        }
        BattleEvent::Pivoted { fighter, base } => to.event("Pivoted", (fighter, pose(to, base)?)),
        BattleEvent::AssaultFailed { fighter, action, target, base } => {
            to.event("AssaultFailed", (fighter, action.name(), target, pose(to, base)?))
        }
        BattleEvent::Pursued { fighter, base, targets } => {
            to.event("Pursued", (fighter, pose(to, base)?, members(py, targets)?))
        }
        BattleEvent::Returned { fighter, base } => to.event("Returned", (fighter, pose(to, base)?)),
        // What is left is put together with others, above.
        _ => Ok(py.None().into_bound(py)),
    }
}
