//! A battle under way, moved by choices and dice.

use super::events::{BattleLog, LogMark};
use super::players::BattlePlayers;
use crate::arguments::{describe, integer};
use crate::errors::Kind;
use crate::table::Table;
use fracas_engine::dice::{Roll, Seeded};
use fracas_engine::errors::Problems;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::names::Named;
use fracas_engine::skirmish::battle::scenario::Victory;
use fracas_engine::skirmish::battle::{Battle, BattleDecision, BattleState, Bond, members};
use fracas_engine::skirmish::effects::Resource;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::sync::Arc;

/// How many steps lie between two places that are kept to go back to.
const STEPS_BETWEEN_MARKS: usize = 64;

/// A step that was taken.
#[derive(Clone, Copy)]
enum Step {
    Choice(u8),
    Die(u8),
}

/// A battle under way. Its own dice are those of the seed: the next one is always the one after as
/// many dice as were rolled so far, wherever these came from.
#[pyclass(module = "fracas._core")]
#[derive(Clone)]
pub(crate) struct BattleGame {
    battle: Arc<Battle>,
    victory: Victory,
    seed: (u64, u64),
    at: Place,
    log: BattleLog,
    steps: Vec<Step>,
    /// Where it stood at every so many steps.
    marks: Vec<Arc<Place>>,
}

/// Where a game stands, but for its log.
#[derive(Clone)]
struct Place {
    state: BattleState,
    dice: Seeded,
    log: LogMark,
}

impl BattleGame {
    pub(super) fn new(battle: &Arc<Battle>, victory: Victory, seed: u64, game: u64) -> Self {
        let mut log = BattleLog::new();
        let state = battle.start(&mut log);
        let at = Place { state, dice: Seeded::new(seed, game), log: log.mark() };
        Self {
            battle: Arc::clone(battle),
            victory,
            seed: (seed, game),
            marks: vec![Arc::new(at.clone())],
            at,
            log,
            steps: Vec::new(),
        }
    }

    /// The seed, and the number of the game of it.
    pub(super) const fn seed(&self) -> (u64, u64) {
        self.seed
    }

    /// Goes the whole way again, and shows every state before its step.
    pub(super) fn retrace(&self, mut visit: impl FnMut(&Battle, &BattleState)) {
        if self.steps.is_empty() {
            return;
        }
        let mut state = self.battle.start(&mut ());
        for &step in &self.steps {
            visit(&self.battle, &state);
            match step {
                Step::Choice(choice) => self.battle.apply_unchecked(&mut state, choice, &mut ()),
                Step::Die(face) => self.battle.roll_unchecked(&mut state, face, &mut ()),
            }
        }
    }

    fn take_choice(&mut self, choice: u8) {
        self.battle.apply_unchecked(&mut self.at.state, choice, &mut self.log);
        self.took(Step::Choice(choice));
    }

    /// Takes a die: the given face, or the seed's. The seed's is used up in either case.
    fn take_die(&mut self, roll: Roll, face: Option<u8>) -> u8 {
        let own = self.at.dice.next_die();
        let face = face.unwrap_or(own);
        self.log.roll(roll);
        self.battle.roll_unchecked(&mut self.at.state, face, &mut self.log);
        self.took(Step::Die(face));
        face
    }

    fn took(&mut self, step: Step) {
        self.steps.push(step);
        if self.steps.len().is_multiple_of(STEPS_BETWEEN_MARKS) {
            self.at.log = self.log.mark();
            self.marks.push(Arc::new(self.at.clone()));
        }
    }

    /// What is due, in words.
    fn due(&self) -> String {
        match self.battle.node(&self.at.state) {
            Node::Decision(decision) => {
                let choices = self.battle.choices(&self.at.state);
                let list: Vec<_> = choices.into_iter().map(|choice| choice.to_string()).collect();
                format!("side {} decides: one of {}", decision.side, list.join(", "))
            }
            Node::Chance(roll) => format!("a die is due (roll {})", roll.name()),
            Node::Over => "nothing: the battle is over".to_owned(),
        }
    }

    fn refuse(&self, py: Python<'_>, field: &str, value: &str) -> PyErr {
        Kind::IllegalChoice.error(py, &Problems::one(field, value, self.due()))
    }

    /// The decision as Python sees it: a `fracas.types.Decision`.
    fn decision_object<'py>(
        &self,
        py: Python<'py>,
        decision: &BattleDecision,
    ) -> PyResult<Bound<'py, PyAny>> {
        let types = py.import("fracas.types")?;
        let view = self.battle.reroll_view(&self.at.state).map(|view| {
            let target = view.target;
            let fields = (view.roll.name(), view.natural, view.final_result, target, view.needed);
            types.getattr("RerollView")?.call1(fields)
        });
        let choices: Vec<u8> = self.battle.choices(&self.at.state).into_iter().collect();
        types.getattr("Decision")?.call1((
            decision.kind.name(),
            decision.side,
            decision.fighter,
            PyTuple::new(py, choices)?,
            view.transpose()?,
        ))
    }

    fn effect_name(&self, bond: Bond) -> &str {
        &self.battle.effect(bond).name
    }

    fn lost(&self) -> [u32; 2] {
        [0, 1].map(|side| self.battle.points_lost(&self.at.state, side))
    }

    fn standing(&self) -> [bool; 2] {
        let table = self.at.state.table();
        [0, 1].map(|side| table.standing().any(|one| table.recruit(one).side == side))
    }
}

#[pymethods]
impl BattleGame {
    #[getter]
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.battle.node(&self.at.state) {
            Node::Decision(decision) => self.decision_object(py, &decision).map(Some),
            _ => Ok(None),
        }
    }

    #[getter]
    fn chance(&self) -> Option<&'static str> {
        match self.battle.node(&self.at.state) {
            Node::Chance(roll) => Some(roll.name()),
            _ => None,
        }
    }

    #[getter]
    fn over(&self) -> bool {
        matches!(self.battle.node(&self.at.state), Node::Over)
    }

    /// The side that has won as things stand; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.victory.winner(self.lost(), self.standing())
    }

    /// The points that side 0 and side 1 have lost.
    #[getter]
    fn points(&self) -> (u32, u32) {
        let [first, second] = self.lost();
        (first, second)
    }

    #[getter]
    fn turn(&self) -> u8 {
        self.at.state.turn()
    }

    #[getter]
    fn phase(&self) -> &'static str {
        self.at.state.phase().name()
    }

    #[getter]
    fn table(&self) -> Table {
        Table { inner: self.at.state.table().clone() }
    }

    /// The combats that a choice of one of them is about: the lone fighter and his enemies of each.
    #[getter]
    fn combats(&self) -> Vec<(u8, Vec<u32>)> {
        let listed = self.battle.listed_combats(&self.at.state).into_iter();
        listed.map(|(lone, enemies)| (lone, members(enemies).map(u32::from).collect())).collect()
    }

    /// The fighters of the combat under way by their numbers in it, or of the one that is being
    /// formed.
    #[getter]
    fn combatants(&self) -> Vec<u32> {
        self.battle.combatants(&self.at.state).into_iter().map(u32::from).collect()
    }

    /// T-13: the mana of each fighter, and its temporary faith.
    #[getter]
    fn resources(&self) -> (Vec<u32>, Vec<u32>) {
        // Bytes would become `bytes`.
        let all = |resource| {
            let of = |fighter: usize| self.at.state.resource(fighter as u8, resource).into();
            (0..self.battle.fighters()).map(of).collect()
        };
        (all(Resource::Mana), all(Resource::Faith))
    }

    /// what was cast and lasts: the caster, the bearer and the name of each effect.
    #[getter]
    fn in_force(&self) -> Vec<(u8, u8, &str)> {
        let bonds = self.battle.in_force(&self.at.state).iter();
        bonds.map(|bond| (bond.caster, bond.bearer, self.effect_name(*bond))).collect()
    }

    /// T-15: the name of the effect whose upkeep or use is decided on.
    #[getter]
    fn at_stake(&self) -> Option<&str> {
        self.battle.effect_at_stake(&self.at.state).map(|bond| self.effect_name(bond))
    }

    /// How many events there are.
    #[getter]
    fn told(&self) -> usize {
        self.log.len()
    }

    /// The events from number `since` on.
    fn events<'py>(&self, py: Python<'py>, since: usize) -> PyResult<Bound<'py, PyList>> {
        self.log.to_python(py, &self.battle, since)
    }

    /// How many steps were taken.
    #[getter]
    fn taken(&self) -> usize {
        self.steps.len()
    }

    /// The choices and the faces so far: each node says which of the two it takes.
    #[getter]
    fn record(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut choices, mut faces) = (Vec::new(), Vec::new());
        for step in &self.steps {
            match *step {
                Step::Choice(choice) => choices.push(choice),
                Step::Die(face) => faces.push(face),
            }
        }
        (choices, faces)
    }

    #[pyo3(signature = (choice, side = None))]
    fn apply(
        &mut self,
        choice: &Bound<'_, PyAny>,
        side: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let py = choice.py();
        let Node::Decision(decision) = self.battle.node(&self.at.state) else {
            return Err(self.refuse(py, "choice", &describe(choice)));
        };
        if let Some(side) = side
            && integer(side, "side", 0, 1)? as usize != decision.side
        {
            let value = format!("{} for side {}", describe(choice), describe(side));
            return Err(self.refuse(py, decision.kind.name(), &value));
        }
        let number = integer(choice, "choice", 0, 63).ok().map(|number| number as u8);
        let allowed = self.battle.choices(&self.at.state);
        let Some(number) = number.filter(|&number| allowed.contains(number)) else {
            return Err(self.refuse(py, decision.kind.name(), &describe(choice)));
        };
        self.take_choice(number);
        Ok(())
    }

    /// Takes the face of a die, or the seed's own die without one. Gives what it showed.
    #[pyo3(signature = (face = None))]
    fn roll(&mut self, py: Python<'_>, face: Option<&Bound<'_, PyAny>>) -> PyResult<u8> {
        let given = face.map(|face| integer(face, "face", 1, 6)).transpose()?;
        let Node::Chance(roll) = self.battle.node(&self.at.state) else {
            let value = face.map_or_else(|| "a die".to_owned(), describe);
            return Err(self.refuse(py, "face", &value));
        };
        Ok(self.take_die(roll, given.map(|face| face as u8)))
    }

    /// Goes on with the seed's dice and the engine's players until a callable is to be asked, the
    /// battle is over, or, if so wished, another phase has begun.
    fn run(
        &mut self,
        py: Python<'_>,
        players: &mut BattlePlayers,
        one_phase: bool,
    ) -> PyResult<()> {
        let phases = self.log.phases();
        loop {
            if one_phase && self.log.phases() > phases {
                break;
            }
            match self.battle.node(&self.at.state) {
                Node::Over => break,
                Node::Chance(roll) => {
                    self.take_die(roll, None);
                }
                Node::Decision(decision) => {
                    match players.choose(&self.battle, &self.at.state, &decision) {
                        Some(choice) => self.take_choice(choice),
                        None => break,
                    }
                }
            }
            // A step of a search takes long enough for somebody to lose patience.
            py.check_signals()?;
        }
        Ok(())
    }

    /// What the named player chooses whose decision it is; nothing is chosen yet.
    fn choice_of(&self, players: &mut BattlePlayers) -> Option<u8> {
        match self.battle.node(&self.at.state) {
            Node::Decision(decision) => players.choose(&self.battle, &self.at.state, &decision),
            _ => None,
        }
    }

    /// How many phases have begun.
    #[getter]
    fn phases(&self) -> u32 {
        self.log.phases()
    }

    /// Goes back to where it stood after so many steps.
    fn goto(&mut self, steps: &Bound<'_, PyAny>) -> PyResult<()> {
        let count = integer(steps, "steps", 0, self.steps.len() as i64)? as usize;
        let mark = count / STEPS_BETWEEN_MARKS;
        let Some(place) = self.marks.get(mark).map(Arc::clone) else { return Ok(()) };
        self.marks.truncate(mark + 1);
        self.log.back_to(&place.log);
        self.at = Place::clone(&place);
        let again = self.steps.split_off(mark * STEPS_BETWEEN_MARKS);
        for &step in &again[..count % STEPS_BETWEEN_MARKS] {
            match (step, self.battle.node(&self.at.state)) {
                (Step::Die(face), Node::Chance(roll)) => {
                    self.take_die(roll, Some(face));
                }
                (Step::Choice(choice), _) => self.take_choice(choice),
                (Step::Die(_), _) => {}
            }
        }
        Ok(())
    }

    /// Takes all of these choices and faces, each where it is due, or changes nothing.
    fn replay(&mut self, py: Python<'_>, choices: Vec<u8>, faces: Vec<u8>) -> PyResult<()> {
        let mut game = self.clone();
        let (mut made, mut rolled) = (0, 0);
        loop {
            match game.battle.node(&game.at.state) {
                Node::Decision(_) => {
                    let Some(&choice) = choices.get(made) else { break };
                    if !game.battle.choices(&game.at.state).contains(choice) {
                        let field = format!("choices[{made}]");
                        return Err(game.refuse(py, &field, &choice.to_string()));
                    }
                    game.take_choice(choice);
                    made += 1;
                }
                Node::Chance(roll) => {
                    let Some(&face) = faces.get(rolled) else { break };
                    if !(1..=6).contains(&face) {
                        return Err(game.refuse(py, &format!("dice[{rolled}]"), &face.to_string()));
                    }
                    game.take_die(roll, Some(face));
                    rolled += 1;
                }
                Node::Over => break,
            }
        }
        for (field, given, used) in [("choices", &choices, made), ("dice", &faces, rolled)] {
            if used < given.len() {
                let value = format!("{} of them are left over", given.len() - used);
                return Err(game.refuse(py, field, &value));
            }
        }
        *self = game;
        Ok(())
    }

    fn copy(&self) -> Self {
        self.clone()
    }
}
