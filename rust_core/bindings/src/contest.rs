//! The classes `Contest` and `ContestGame` of the core.

use crate::arguments::{describe, integer, name, pair};
use crate::combat::{FighterParts, fighter};
use crate::dice::Dice;
use crate::errors::{Kind, OrRaise, input_error};
use crate::log::{Classes, ContestComposer, ContestTold};
use crate::policies::named;
use crate::rules::Rules;
use crate::solve::is_optimal;
use fracas_analytics::contest::{Player, Stopped, exact, play};
use fracas_analytics::perft::perft;
use fracas_engine::dice::{Roll, ScriptError};
use fracas_engine::errors::Problems;
use fracas_engine::machine::{Machine, Node, Observer};
use fracas_engine::names::Named;
use fracas_engine::skirmish::combat::{FighterSetup, Plain, Policy as EnginePolicy, RandomChoices};
use fracas_engine::skirmish::contest::{
    Contest as EngineContest, ContestDecision, ContestDecisionKind, ContestEvent, ContestSetup,
    ContestState,
};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

type Entrant<'py> = (Bound<'py, PyAny>, FighterParts<'py>);
type Policies<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A contest that is ready to be made; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Contest {
    inner: Arc<EngineContest>,
}

fn entrants(side: &[Entrant<'_>]) -> PyResult<Vec<(u32, FighterSetup)>> {
    side.iter()
        .map(|(number, parts)| {
            let number = integer(number, "fighters", 0, i64::from(i32::MAX))? as u32;
            Ok((number, fighter(parts, &format!("fighters[{number}]"))?))
        })
        .collect()
}

#[pymethods]
impl Contest {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        roll: &Bound<'_, PyAny>,
        sides: (Vec<Entrant<'_>>, Vec<Entrant<'_>>),
    ) -> PyResult<Self> {
        let roll = name::<Roll>(roll, "roll")?;
        let sides = [entrants(&sides.0)?, entrants(&sides.1)?];
        let rules = Arc::clone(&rules.inner);
        let setup = ContestSetup::between(roll, [&sides[0], &sides[1]], &rules)
            .or_raise(py, Kind::Input)?;
        let inner = EngineContest::new(&setup, rules).or_raise(py, Kind::Input)?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Who may test for each side, with the current Discipline of each.
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sides = [0, 1].map(|side| {
            let listed = self.inner.candidates(side).iter();
            PyTuple::new(py, listed.map(|candidate| (candidate.fighter, candidate.value)))
        });
        let [first, second] = sides;
        PyTuple::new(py, [first?, second?])
    }

    fn exact(&self, policies: &Bound<'_, PyAny>) -> PyResult<f64> {
        let policies = pair(policies, "policy")?;
        let habits = |policy: &Bound<'_, PyAny>, field: &str| {
            refuse_optimal(policy, field)?;
            if let Some(EnginePolicy::Plain(plain)) = named(policy, field)? {
                return Ok(plain);
            }
            let allowed = "a policy of fixed habits for an exact chance (plain, all_out_attack, \
                           all_out_defence); play takes any";
            Err(input_error(policy.py(), field, &describe(policy), allowed))
        };
        let players = [habits(&policies.0, "policy[0]")?, habits(&policies.1, "policy[1]")?];
        Ok(exact(&self.inner, &players))
    }

    fn play<'py>(
        &self,
        py: Python<'py>,
        policies: &Bound<'py, PyAny>,
        dice: &mut Dice,
        seed: &Bound<'py, PyAny>,
        game: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyList>, usize)> {
        let (seed, game) = (crate::arguments::seed(seed)?, crate::arguments::game(game)?);
        let mut players = ContestPlayer::both(&pair(policies, "policy")?, seed, game)?;
        let mut log = ContestLog::of(&self.inner);
        let mut state = self.inner.start(&mut log);
        play(&*self.inner, &mut state, &mut players, dice, &mut log)
            .map_err(|error| stopped(py, error))?;
        Ok((log.to_python(py, &self.inner)?, state.winner().unwrap_or(0)))
    }

    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = integer(depth, "depth", 0, 12)? as u32;
        let state = self.inner.start(&mut ());
        Ok(py.detach(|| perft(&*self.inner, &state, depth)))
    }

    fn start(&self) -> ContestGame {
        let mut log = ContestLog::of(&self.inner);
        let state = self.inner.start(&mut log);
        ContestGame { contest: Arc::clone(&self.inner), state, log }
    }
}

/// Why a contest stopped, as a Python error.
fn stopped(py: Python<'_>, error: Stopped<ScriptError, PyErr, ContestDecision>) -> PyErr {
    match error {
        Stopped::Dice(error) => Kind::Script.error(py, &error.to_problems()),
        Stopped::Player(error) => error,
        Stopped::Illegal(decision, illegal) => {
            let problems =
                Problems::one(decision.kind.name(), illegal.to_string(), "a legal choice");
            Kind::IllegalChoice.error(py, &problems)
        }
    }
}

/// Best play is worked out for combats only.
fn refuse_optimal(policy: &Bound<'_, PyAny>, field: &str) -> PyResult<()> {
    if !is_optimal(policy) {
        return Ok(());
    }
    let allowed = "the name of a policy, a Policy, or a callable; best play is for combats";
    Err(input_error(policy.py(), field, &describe(policy), allowed))
}

/// Who plays a side of one contest.
enum ContestPlayer<'py> {
    Plain(Plain),
    Random(Rc<RefCell<RandomChoices>>),
    Callable(Bound<'py, PyAny>),
}

impl<'py> ContestPlayer<'py> {
    /// The players of both sides; random ones draw their choices from one stream.
    fn both(policies: &Policies<'py>, seed: u64, game: u64) -> PyResult<[Self; 2]> {
        let choices = Rc::new(RefCell::new(RandomChoices::new(seed, game)));
        let player = |policy: &Bound<'py, PyAny>, field: &str| {
            refuse_optimal(policy, field)?;
            Ok::<_, PyErr>(match named(policy, field)? {
                Some(EnginePolicy::Plain(plain)) => Self::Plain(plain),
                Some(EnginePolicy::Random) => Self::Random(Rc::clone(&choices)),
                None => Self::Callable(policy.clone()),
            })
        };
        Ok([player(&policies.0, "policy[0]")?, player(&policies.1, "policy[1]")?])
    }
}

impl Player<EngineContest> for ContestPlayer<'_> {
    type Error = PyErr;

    fn choose(
        &mut self,
        contest: &EngineContest,
        state: &ContestState,
        decision: &ContestDecision,
    ) -> PyResult<u8> {
        match self {
            Self::Plain(plain) => Ok(plain.choose_in_contest(contest, state, decision)),
            Self::Random(choices) => Ok(choices.borrow_mut().choose(contest.choices(state))),
            Self::Callable(callable) => {
                let shown = decision_object(callable.py(), contest, state, decision)?;
                answer_of(&callable.call1((shown,))?, contest, decision)
            }
        }
    }
}

/// The choices of a decision as Python sees them: the numbers of fighters, or 0 and 1.
fn choices_of(contest: &EngineContest, decision: &ContestDecision) -> Vec<u32> {
    match decision.kind {
        ContestDecisionKind::Tester => {
            contest.candidates(decision.side).iter().map(|candidate| candidate.fighter).collect()
        }
        ContestDecisionKind::Reroll => vec![0, 1],
    }
}

/// The choice that an answer is. One that is no number at all is no legal choice either.
fn answer_of(
    answer: &Bound<'_, PyAny>,
    contest: &EngineContest,
    decision: &ContestDecision,
) -> PyResult<u8> {
    let choices = choices_of(contest, decision);
    let place = answer
        .extract::<u32>()
        .ok()
        .and_then(|number| choices.iter().position(|&choice| choice == number));
    place.map(|place| place as u8).ok_or_else(|| {
        let list: Vec<_> = choices.iter().map(ToString::to_string).collect();
        let allowed = format!("one of {}", list.join(", "));
        let problems = Problems::one(decision.kind.name(), describe(answer), allowed);
        Kind::IllegalChoice.error(answer.py(), &problems)
    })
}

/// The decision as Python sees it: a `fracas.types.Decision`.
fn decision_object<'py>(
    py: Python<'py>,
    contest: &EngineContest,
    state: &ContestState,
    decision: &ContestDecision,
) -> PyResult<Bound<'py, PyAny>> {
    let types = py.import("fracas.types")?;
    let view = contest.reroll_view(state).map(|view| {
        let fields = (view.roll.name(), view.natural, view.final_result, view.target, view.needed);
        types.getattr("RerollView")?.call1(fields)
    });
    types.getattr("Decision")?.call1((
        decision.kind.name(),
        decision.side,
        decision.fighter,
        PyTuple::new(py, choices_of(contest, decision))?,
        view.transpose()?,
    ))
}

/// Keeps what a contest tells.
#[derive(Clone)]
struct ContestLog {
    roll: Roll,
    composer: ContestComposer,
    told: Vec<ContestTold>,
}

impl Observer<ContestEvent> for ContestLog {
    fn observe(&mut self, event: ContestEvent) {
        self.told.extend(self.composer.take(event, self.roll));
    }
}

impl ContestLog {
    fn of(contest: &EngineContest) -> Self {
        let composer = ContestComposer::default();
        Self { roll: contest.roll_name(), composer, told: Vec::new() }
    }

    /// The log as a list of Python events: dice are put together into checks.
    fn to_python<'py>(
        &self,
        py: Python<'py>,
        contest: &EngineContest,
    ) -> PyResult<Bound<'py, PyList>> {
        let classes = Classes::new(py, &contest.rules().checks)?;
        let list = PyList::empty(py);
        for told in &self.told {
            list.append(told.to_python(&classes)?)?;
        }
        Ok(list)
    }
}

/// A contest under way, moved by choices and dice.
#[pyclass(module = "fracas")]
pub(crate) struct ContestGame {
    contest: Arc<EngineContest>,
    state: ContestState,
    log: ContestLog,
}

#[pymethods]
impl ContestGame {
    #[getter]
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.contest.node(&self.state) {
            Node::Decision(decision) => {
                decision_object(py, &self.contest, &self.state, &decision).map(Some)
            }
            _ => Ok(None),
        }
    }

    #[getter]
    fn chance(&self) -> Option<&'static str> {
        match self.contest.node(&self.state) {
            Node::Chance(roll) => Some(roll.name()),
            _ => None,
        }
    }

    #[getter]
    fn winner(&self) -> Option<usize> {
        self.state.winner()
    }

    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.log.to_python(py, &self.contest)
    }

    fn apply(&mut self, choice: &Bound<'_, PyAny>) -> PyResult<()> {
        let Node::Decision(decision) = self.contest.node(&self.state) else {
            let problems =
                Problems::one("choice", describe(choice), "no choice: no decision is due");
            return Err(Kind::IllegalChoice.error(choice.py(), &problems));
        };
        let answer = answer_of(choice, &self.contest, &decision)?;
        self.contest.apply_unchecked(&mut self.state, answer, &mut self.log);
        Ok(())
    }

    fn roll(&mut self, face: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = integer(face, "face", 1, 6)? as u8;
        self.contest.roll(&mut self.state, number, &mut self.log).map_err(|_| {
            let problems = Problems::one("face", describe(face), "no die: no roll is due");
            Kind::IllegalChoice.error(face.py(), &problems)
        })
    }

    fn copy(&self) -> Self {
        Self { contest: Arc::clone(&self.contest), state: self.state, log: self.log.clone() }
    }
}
