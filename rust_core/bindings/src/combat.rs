//! The classes `Combat` and `CombatGame` of the core.

use crate::arguments::{describe, integer, name};
use crate::dice::Dice;
use crate::errors::{Kind, OrRaise, input_error};
use crate::log::{Log, health_object};
use crate::policies::{AnyPlayer, answer_of, decision_object, habits, plain_players, splits};
use crate::profiles::Profile;
use crate::rules::Rules;
use crate::solve::Solver;
use fracas_analytics::Tally;
use fracas_analytics::combat::{
    BATCH, LawSampler, MOST_STATES, NoLaw, Odds, Opening, SampleRequest, Stopped, exact,
    exact_size, per_pass, play, sample_law, sample_rolled, worst_error,
};
use fracas_analytics::perft::perft;
use fracas_analytics::pool::default_threads;
use fracas_engine::dice::{ScriptError, Seeded};
use fracas_engine::errors::Problems;
use fracas_engine::machine::{Machine, Node};
use fracas_engine::names::Named;
use fracas_engine::rules::Rules as EngineRules;
use fracas_engine::skirmish::combat::{
    Combat as EngineCombat, CombatSetup, FighterSetup, Outcome, Placement, Plain, State,
};
use fracas_engine::skirmish::wounds::{Health, WoundLevel};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};

/// The odds of the rules that were used last: most people use one set of rules.
static ODDS: Mutex<Option<(Arc<EngineRules>, Odds)>> = Mutex::new(None);

/// Runs `work` with the odds of these rules.
pub(crate) fn with_odds<T>(rules: &Arc<EngineRules>, work: impl FnOnce(&mut Odds) -> T) -> T {
    let kept = ODDS.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut odds = match kept {
        Some((of, odds)) if Arc::ptr_eq(&of, rules) || of == *rules => odds,
        _ => Odds::new(rules),
    };
    let result = work(&mut odds);
    *ODDS.lock().unwrap_or_else(PoisonError::into_inner) = Some((Arc::clone(rules), odds));
    result
}

/// A combat that is ready to be fought; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Combat {
    inner: Arc<EngineCombat>,
    rules: Arc<EngineRules>,
}

pub(crate) type FighterParts<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, bool, bool, bool, Bound<'py, PyAny>);

pub(crate) fn fighter(parts: &FighterParts<'_>, field: &str) -> PyResult<FighterSetup> {
    let (profile, level, stunned, charged, bound_to_defence, routed, placement) = parts;
    let Ok(profile) = profile.cast::<Profile>() else {
        return Err(input_error(profile.py(), field, &describe(profile), "a Profile or a Fighter"));
    };
    Ok(FighterSetup {
        profile: Arc::clone(&profile.get().inner),
        health: Health {
            level: name::<WoundLevel>(level, &format!("{field}.health.level"))?,
            stunned: integer(stunned, &format!("{field}.health.stunned"), 0, 4)? as u8,
        },
        charged: *charged,
        bound_to_defence: *bound_to_defence,
        routed: *routed,
        placement: name::<Placement>(placement, &format!("{field}.placement"))?,
    })
}

/// Outcomes as columns: weights, levels, markers, passes and blows landed.
pub(crate) fn columns<'py, W: numpy::Element + Copy>(
    py: Python<'py>,
    fighters: usize,
    outcomes: &[(Outcome, W)],
) -> PyResult<Bound<'py, PyTuple>> {
    let count = outcomes.len();
    let mut levels = Vec::with_capacity(count * fighters);
    let mut stunned = Vec::with_capacity(count * fighters);
    for (outcome, _) in outcomes {
        for fighter in 0..fighters {
            let health = outcome.health(fighter);
            levels.push(health.level as u8);
            stunned.push(health.stunned);
        }
    }
    let weights: Vec<W> = outcomes.iter().map(|&(_, weight)| weight).collect();
    let passes: Vec<u8> = outcomes.iter().map(|(outcome, _)| outcome.passes()).collect();
    let landed: Vec<u8> =
        outcomes.iter().flat_map(|(outcome, _)| [outcome.landed(0), outcome.landed(1)]).collect();
    PyTuple::new(
        py,
        [
            weights.into_pyarray(py).into_any(),
            levels.into_pyarray(py).reshape([count, fighters])?.into_any(),
            stunned.into_pyarray(py).reshape([count, fighters])?.into_any(),
            passes.into_pyarray(py).into_any(),
            landed.into_pyarray(py).reshape([count, 2])?.into_any(),
        ],
    )
}

type Policies<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

impl Combat {
    /// The players of an exact law: both must decide by habit.
    fn habits(
        &self,
        policies: &Policies<'_>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<[Plain; 2]> {
        let py = policies.0.py();
        let players = plain_players(policies, splits(&self.inner, given)?)?;
        players.ok_or_else(|| {
            let value = format!("{}, {}", describe(&policies.0), describe(&policies.1));
            let allowed = "policies of fixed habits for an exact law (plain, all_out_attack, \
                           all_out_defence); simulate takes any";
            input_error(py, "policy", &value, allowed)
        })
    }

    fn new_game(&self) -> (State, Log) {
        let mut log = Log::default();
        let state = self.inner.start(&mut log);
        (state, log)
    }
}

/// Why there is no exact law, as a Python error.
pub(crate) fn no_law(py: Python<'_>, error: NoLaw) -> PyErr {
    match error {
        NoLaw::TooBig(states) => {
            let value = format!("an exact law of up to {states} states");
            let allowed = format!("at most {MOST_STATES} states; simulate such a combat");
            Kind::TooBig.error(py, &Problems::one("combat", value, allowed))
        }
        NoLaw::Interrupted => match py.check_signals() {
            Err(error) => error,
            Ok(()) => PyKeyboardInterrupt::new_err("stopped before the law was complete"),
        },
    }
}

/// Why a game stopped, as a Python error.
fn stopped(py: Python<'_>, error: Stopped<ScriptError, PyErr>) -> PyErr {
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

#[pymethods]
impl Combat {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        fighters: Vec<FighterParts<'_>>,
        lone_side: &Bound<'_, PyAny>,
        chosen_by: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let mut setups = Vec::with_capacity(fighters.len());
        for (index, parts) in fighters.iter().enumerate() {
            let field =
                if index == 0 { "lone".to_owned() } else { format!("enemies[{}]", index - 1) };
            setups.push(fighter(parts, &field)?);
        }
        if setups.is_empty() {
            return Err(input_error(py, "lone", "nobody", "a Profile or a Fighter"));
        }
        let setup = CombatSetup {
            lone: setups.remove(0),
            enemies: setups,
            lone_side: integer(lone_side, "lone_side", 0, 1)? as usize,
            chosen_by: integer(chosen_by, "chosen_by", 0, 1)? as usize,
        };
        let rules = Arc::clone(&rules.inner);
        let inner = EngineCombat::new(&setup, Arc::clone(&rules)).or_raise(py, Kind::Input)?;
        Ok(Self { inner: Arc::new(inner), rules })
    }

    fn exact<'py>(
        &self,
        py: Python<'py>,
        policies: Policies<'py>,
        splits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let players = self.habits(&policies, splits)?;
        let law = py.detach(|| {
            with_odds(&self.rules, |odds| exact(&self.inner, players, odds, &mut keep_going))
        });
        let law = law.map_err(|error| no_law(py, error))?;
        columns(py, self.inner.fighters(), &law.outcomes)
    }

    fn exact_size(
        &self,
        policies: Policies<'_>,
        splits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        Ok(exact_size(&self.inner, self.habits(&policies, splits)?))
    }

    fn per_pass<'py>(
        &self,
        py: Python<'py>,
        policies: Policies<'py>,
        splits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let players = self.habits(&policies, splits)?;
        let law = py.detach(|| {
            with_odds(&self.rules, |odds| per_pass(&self.inner, players, odds, &mut keep_going))
        });
        let law = law.map_err(|error| no_law(py, error))?;
        let fighters = self.inner.fighters();
        let count = law.len();
        let flat: Vec<f64> =
            law.iter().flat_map(|pass| pass[..fighters].iter().flatten().copied()).collect();
        Ok(flat.into_pyarray(py).reshape([count, fighters, 5])?.into_any())
    }

    #[pyo3(signature = (policies, splits, games, seed, method, threads, target_error, progress))]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        policies: Policies<'py>,
        splits: Option<&Bound<'py, PyDict>>,
        games: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        method: &str,
        threads: Option<&Bound<'py, PyAny>>,
        target_error: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyTuple>, u64)> {
        let given = crate::policies::splits(&self.inner, splits)?;
        let request = SampleRequest {
            seed: crate::arguments::seed(seed)?,
            games: integer(games, "games", 1, MOST_GAMES)? as u64,
            threads: match threads {
                Some(threads) => integer(threads, "threads", 1, 1024)? as usize,
                None => default_threads(),
            },
            target_error,
        };
        if target_error.is_some_and(|target| target.is_nan() || target <= 0.0) {
            let value = target_error.map_or(String::new(), |target| target.to_string());
            return Err(input_error(py, "target_error", &value, "a number above 0"));
        }
        let mut watch = Watch { progress, error: None, games: request.games };
        let sample = match plain_players(&policies, given)? {
            _ if method == "law" => {
                let players = self.habits(&policies, splits)?;
                let law = py.detach(|| {
                    with_odds(&self.rules, |odds| {
                        exact(&self.inner, players, odds, &mut keep_going)
                    })
                });
                let law = law.map_err(|error| no_law(py, error))?;
                let sampler = LawSampler::new(&law);
                let fighters = self.inner.fighters();
                watch.run(py, |progress| sample_law(&sampler, fighters, request, progress))?
            }
            Some(players) => {
                let opening = Opening::new(&self.inner, players);
                watch.run(py, |progress| sample_rolled(&opening, request, progress))?
            }
            None => return self.simulate_any(py, &policies, given, request, watch),
        };
        Ok((columns(py, self.inner.fighters(), &sample.outcomes)?, sample.games))
    }

    fn play<'py>(
        &self,
        py: Python<'py>,
        policies: Policies<'py>,
        splits: Option<&Bound<'py, PyDict>>,
        dice: &mut Dice,
        seed: &Bound<'py, PyAny>,
        game: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let given = crate::policies::splits(&self.inner, splits)?;
        let (seed, game) = (crate::arguments::seed(seed)?, crate::arguments::game(game)?);
        let mut players =
            AnyPlayer::both((&self.inner, &self.rules), &policies, given, seed, game)?;
        let (mut state, mut log) = self.new_game();
        play(&*self.inner, &mut state, &mut players, dice, &mut log)
            .map_err(|error| stopped(py, error))?;
        let events = log.to_python(py, &self.inner)?;
        Ok((events.into_any(), outcome_object(py, &self.inner, &state)?))
    }

    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = integer(depth, "depth", 0, 12)? as u32;
        let (state, _) = self.new_game();
        Ok(py.detach(|| perft(&*self.inner, &state, depth)))
    }

    fn solve(
        &self,
        py: Python<'_>,
        utility: &str,
        numbers: &Bound<'_, PyAny>,
        side: &Bound<'_, PyAny>,
        policies: Policies<'_>,
        splits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solver> {
        let given = crate::policies::splits(&self.inner, splits)?;
        let habits = habits(&policies, given)?;
        let numbers = crate::solve::numbers(py, numbers)?;
        let side = integer(side, "side", 0, 1)? as usize;
        Solver::new(py, &self.inner, &self.rules, (utility, &numbers, side), habits)
    }

    fn start(&self) -> CombatGame {
        let (state, log) = self.new_game();
        CombatGame { combat: Arc::clone(&self.inner), state, log }
    }

    #[getter]
    fn fighters(&self) -> usize {
        self.inner.fighters()
    }
}

/// The most games of one call: more would take longer than anybody waits.
const MOST_GAMES: i64 = 1_000_000_000_000;

/// Whether nobody has asked to stop.
pub(crate) fn keep_going() -> bool {
    Python::attach(|py| py.check_signals().is_ok())
}

/// Watches a long run: tells how far it is and hears Ctrl-C.
struct Watch<'a, 'py> {
    progress: Option<&'a Bound<'py, PyAny>>,
    error: Option<PyErr>,
    games: u64,
}

impl<'py> Watch<'_, 'py> {
    fn run(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(
            &mut fracas_analytics::combat::Progress<'_>,
        ) -> fracas_analytics::combat::Sample
        + Send,
    ) -> PyResult<fracas_analytics::combat::Sample> {
        let progress = self.progress.map(|progress| progress.clone().unbind());
        let mut failure = None;
        let sample = py.detach(|| {
            work(&mut |games| {
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    progress
                        .as_ref()
                        .map_or(Ok(()), |progress| progress.bind(py).call1((games,)).map(|_| ()))
                });
                match heard {
                    Ok(()) => true,
                    Err(error) => {
                        failure = Some(error);
                        false
                    }
                }
            })
        });
        match failure.or(self.error.take()) {
            Some(error) => Err(stopped_after(py, error, sample.games, self.games)),
            None => Ok(sample),
        }
    }
}

/// A Ctrl-C says how far the run had got; any other error stays what it is.
fn stopped_after(py: Python<'_>, error: PyErr, games: u64, of: u64) -> PyErr {
    if error.is_instance_of::<PyKeyboardInterrupt>(py) {
        return PyKeyboardInterrupt::new_err(format!("stopped after {games} of {of} games"));
    }
    error
}

impl Combat {
    /// Games with a player that is not of fixed habits: one after another, die by die.
    fn simulate_any<'py>(
        &self,
        py: Python<'py>,
        policies: &Policies<'py>,
        splits: crate::policies::Splits,
        request: SampleRequest,
        watch: Watch<'_, 'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, u64)> {
        const LOOK_EVERY: u64 = 1_024;
        let mut tally = Tally::new();
        let fighters = self.inner.fighters();
        let mut played = 0;
        for game in 0..request.games {
            let mut players =
                AnyPlayer::both((&self.inner, &self.rules), policies, splits, request.seed, game)?;
            let mut state = self.inner.start(&mut ());
            let mut dice = Seeded::new(request.seed, game);
            play(&*self.inner, &mut state, &mut players, &mut dice, &mut ()).map_err(|error| {
                match error {
                    Stopped::Player(error) => error,
                    Stopped::Illegal(decision, illegal) => {
                        stopped(py, Stopped::Illegal(decision, illegal))
                    }
                }
            })?;
            tally.add(state.outcome(fighters).key(), 1_u64);
            played = game + 1;
            if played % LOOK_EVERY == 0 || played == request.games {
                let heard = py.check_signals().and_then(|()| {
                    watch.progress.map_or(Ok(()), |progress| progress.call1((played,)).map(|_| ()))
                });
                heard.map_err(|error| stopped_after(py, error, played, request.games))?;
            }
            let is_precise = |target| worst_error(&tally, fighters, played) <= target;
            if played % BATCH == 0 && request.target_error.is_some_and(is_precise) {
                break;
            }
        }
        let mut outcomes: Vec<_> =
            tally.entries().iter().map(|&(key, count)| (Outcome::from_key(key), count)).collect();
        outcomes.sort_unstable();
        Ok((columns(py, fighters, &outcomes)?, played))
    }
}

/// The outcome as Python sees it: a `fracas.types.CombatOutcome`.
fn outcome_object<'py>(
    py: Python<'py>,
    combat: &EngineCombat,
    state: &State,
) -> PyResult<Bound<'py, PyAny>> {
    let types = py.import("fracas.types")?.into_any();
    let healths = (0..combat.fighters())
        .map(|fighter| health_object(&types, state.fighter(fighter).health))
        .collect::<PyResult<Vec<_>>>()?;
    types.getattr("CombatOutcome")?.call1((
        PyTuple::new(py, healths)?,
        state.passes(),
        (state.landed(0), state.landed(1)),
    ))
}

/// A combat under way, moved by choices and dice.
#[pyclass(module = "fracas")]
pub(crate) struct CombatGame {
    pub(crate) combat: Arc<EngineCombat>,
    pub(crate) state: State,
    log: Log,
}

#[pymethods]
impl CombatGame {
    #[getter]
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.combat.node(&self.state) {
            Node::Decision(decision) => {
                decision_object(py, &self.combat, &self.state, &decision).map(Some)
            }
            _ => Ok(None),
        }
    }

    #[getter]
    fn chance(&self) -> Option<&'static str> {
        match self.combat.node(&self.state) {
            Node::Chance(roll) => Some(roll.name()),
            _ => None,
        }
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.combat.node(&self.state) {
            Node::Over => outcome_object(py, &self.combat, &self.state).map(Some),
            _ => Ok(None),
        }
    }

    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.log.to_python(py, &self.combat)?.into_any())
    }

    fn apply(&mut self, choice: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = choice.py();
        let Node::Decision(decision) = self.combat.node(&self.state) else {
            let problems =
                Problems::one("choice", describe(choice), "no choice: no decision is due");
            return Err(Kind::IllegalChoice.error(py, &problems));
        };
        let answer = answer_of(choice, &self.combat, &self.state, &decision)?;
        self.combat.apply_unchecked(&mut self.state, answer, &mut self.log);
        Ok(())
    }

    fn roll(&mut self, face: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = face.py();
        let number = integer(face, "face", 1, 6)? as u8;
        self.combat.roll(&mut self.state, number, &mut self.log).map_err(|_| {
            let problems = Problems::one("face", describe(face), "no die: no roll is due");
            Kind::IllegalChoice.error(py, &problems)
        })
    }

    fn copy(&self) -> Self {
        Self { combat: Arc::clone(&self.combat), state: self.state, log: self.log.clone() }
    }
}
