//! What combats of a separation are worth: exact points, or what a callable of Python says.

use crate::arguments::describe;
use crate::combat::{keep_going, no_law, with_odds};
use crate::errors::{Kind, input_error};
use crate::melee::star_object;
use crate::policies::named;
use crate::solve::{is_optimal, not_solved};
use fracas_analytics::combat::Odds;
use fracas_analytics::melee::{
    CombatValues, Kind as FighterKind, MOST_NODES, MOST_STARS, NoBest, NotValued, Play, count,
};
use fracas_engine::errors::Problems;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::combat::{FighterSetup, Policy};
use fracas_engine::skirmish::melee::{MOST_PROBLEMS, Melee, Star};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// For how many rules, policies and sides values are kept in a process.
const MOST_KEPT: usize = 8;

static VALUES: Mutex<VecDeque<CombatValues>> = Mutex::new(VecDeque::new());

/// Runs `work` with the values of such combats, from those that are kept if they are among them.
fn with_values<T>(
    rules: &Arc<Rules>,
    play: Play,
    side: usize,
    work: impl FnOnce(&mut CombatValues) -> T,
) -> T {
    let mut kept = VALUES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = kept.iter().position(|values| values.is_of(rules, play, side));
    let values = place.and_then(|place| kept.remove(place));
    drop(kept);
    let mut values = values.unwrap_or_else(|| CombatValues::new(Arc::clone(rules), play, side));
    values.tidy();
    let result = work(&mut values);
    let mut kept = VALUES.lock().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have worked on the same ones: the fuller are kept.
    if let Some(place) = kept.iter().position(|other| other.is_of(rules, play, side)) {
        if kept[place].kept() >= values.kept() {
            return result;
        }
        kept.remove(place);
    }
    if kept.len() >= MOST_KEPT {
        kept.pop_front();
    }
    kept.push_back(values);
    result
}

/// Why a star has no value.
pub(crate) enum NoValue {
    /// A combat cannot be valued.
    Combat(Star, NotValued),
    /// A callable went wrong.
    Python(PyErr),
    /// Several stars have none: they are listed already.
    Listed,
}

/// Why separations are not rated.
pub(crate) enum Rating {
    NoValue(NoValue),
    TooManyStars(u64),
    TooBig,
    Interrupted,
}

impl From<NoBest<NoValue>> for Rating {
    fn from(error: NoBest<NoValue>) -> Self {
        match error {
            NoBest::TooManyStars(stars) => Self::TooManyStars(stars),
            NoBest::TooBig(_) => Self::TooBig,
            NoBest::Interrupted => Self::Interrupted,
            NoBest::NoValue(error) => Self::NoValue(error),
        }
    }
}

/// The value of a star.
pub(crate) type Valued<'a> = dyn FnMut(&Star) -> Result<f64, NoValue> + 'a;

enum Source<'py> {
    Combats(Play),
    Callable(Bound<'py, PyAny>),
}

/// What combats of a melee are worth to a side.
pub(crate) struct Worth<'a, 'py> {
    melee: &'a Melee,
    fighters: &'a [FighterSetup],
    rules: &'a Arc<Rules>,
    side: usize,
    source: Source<'py>,
}

impl<'a, 'py> Worth<'a, 'py> {
    pub(crate) fn new(
        melee: &'a Melee,
        fighters: Option<&'a [FighterSetup]>,
        rules: &'a Arc<Rules>,
        side: usize,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let py = value.py();
        let source = if is_optimal(value) {
            Source::Combats(Play::Optimal)
        } else {
            match named(value, "value")? {
                Some(Policy::Plain(plain)) => Source::Combats(Play::Habits(plain)),
                Some(Policy::Random) => {
                    let allowed = "a policy of fixed habits, \"optimal\", a mapping or a callable";
                    return Err(input_error(py, "value", &describe(value), allowed));
                }
                None => Source::Callable(value.clone()),
            }
        };
        if fighters.is_none() && matches!(source, Source::Combats(_)) {
            let allowed = "one for each camp, or values of your own";
            return Err(input_error(py, "fighters", "none were given", allowed));
        }
        Ok(Self { melee, fighters: fighters.unwrap_or_default(), rules, side, source })
    }

    /// Runs `work` with the values of stars, the interpreter released unless a callable gives them.
    pub(crate) fn rated<T: Send>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut Valued<'_>) -> Result<T, Rating> + Send,
    ) -> PyResult<T> {
        match &self.source {
            Source::Combats(play) => {
                let (melee, fighters, rules) = (self.melee, self.fighters, self.rules);
                let (play, side) = (*play, self.side);
                let result = py.detach(|| {
                    with_odds(rules, |odds| {
                        with_values(rules, play, side, |values| {
                            let mut combats = Combats::new(melee, fighters, side, values, odds)?;
                            Ok(work(&mut |star| combats.value(star)))
                        })
                    })
                });
                let result: Result<_, Problems> = result;
                match result {
                    Ok(result) => result.map_err(|error| self.error(py, error)),
                    Err(problems) => Err(Kind::Input.error(py, &problems)),
                }
            }
            Source::Callable(callable) => {
                let mut calls = Calls { callable, problems: Problems::default() };
                let result = work(&mut |star| calls.value(star));
                if !calls.problems.0.is_empty() {
                    return Err(Kind::Input.error(py, &calls.problems));
                }
                result.map_err(|error| self.error(py, error))
            }
        }
    }

    fn error(&self, py: Python<'py>, error: Rating) -> PyErr {
        match error {
            Rating::NoValue(NoValue::Python(error)) => error,
            Rating::NoValue(NoValue::Combat(star, error)) => not_valued(py, &star, error),
            Rating::NoValue(NoValue::Listed) | Rating::Interrupted => match py.check_signals() {
                Err(error) => error,
                Ok(()) => PyKeyboardInterrupt::new_err("stopped before the best was found"),
            },
            Rating::TooManyStars(stars) => {
                let value = format!("{stars} combats to choose from");
                let allowed = format!("at most {MOST_STARS} combats");
                Kind::TooBig.error(py, &Problems::one("melee", value, allowed))
            }
            Rating::TooBig => {
                let counted = py.detach(|| count(self.melee, &keep_going));
                let value = match counted {
                    Ok(count) => format!("{count} separations"),
                    Err(_) => format!("a melee of {} fighters", self.melee.fighters().len()),
                };
                let allowed = format!(
                    "a melee whose best separation is found in {MOST_NODES} steps; greedy() takes any"
                );
                Kind::TooBig.error(py, &Problems::one("melee", value, allowed))
            }
        }
    }
}

fn not_valued(py: Python<'_>, star: &Star, error: NotValued) -> PyErr {
    match error {
        NotValued::Wrong(mut problems) => {
            for problem in &mut problems.0 {
                problem.field = format!("combat {:?}: {}", star.members(), problem.field);
            }
            Kind::Input.error(py, &problems)
        }
        NotValued::NoLaw(error) => no_law(py, error),
        NotValued::NotSolved(error) => not_solved(py, error),
    }
}

/// Values from combats.
struct Combats<'a> {
    melee: &'a Melee,
    kinds: Vec<FighterKind>,
    side: usize,
    values: &'a mut CombatValues,
    odds: &'a mut Odds,
}

impl<'a> Combats<'a> {
    fn new(
        melee: &'a Melee,
        fighters: &[FighterSetup],
        side: usize,
        values: &'a mut CombatValues,
        odds: &'a mut Odds,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut kinds = Vec::with_capacity(fighters.len());
        for (number, fighter) in melee.fighters().iter().zip(fighters) {
            match values.kind(fighter) {
                Ok(kind) => kinds.push(kind),
                // Every fighter was set against himself: one of the two problems is enough.
                Err(found) => {
                    for mut problem in
                        found.0.into_iter().filter(|one| one.field.starts_with("lone"))
                    {
                        problem.field =
                            problem.field.replacen("lone", &format!("fighters[{number}]"), 1);
                        problems.0.push(problem);
                    }
                }
            }
        }
        problems.or(Self { melee, kinds, side, values, odds })
    }

    fn value(&mut self, star: &Star) -> Result<f64, NoValue> {
        let place = |fighter: u32| self.melee.fighters().binary_search(&fighter).unwrap_or(0);
        let lone = place(star.lone);
        let enemies: Vec<_> = star.enemies.iter().map(|&enemy| self.kinds[place(enemy)]).collect();
        let side = self.melee.side(lone);
        let value = self
            .values
            .value(self.kinds[lone], &enemies, side, self.odds, &keep_going)
            .map_err(|error| NoValue::Combat(star.clone(), error))?;
        // What side 0 gains side 1 loses; nothing is 0 to both.
        Ok(if self.side == 0 { value } else { 0.0 - value })
    }
}

/// Values from a callable; stars that have none are listed, up to a number.
struct Calls<'a, 'py> {
    callable: &'a Bound<'py, PyAny>,
    problems: Problems,
}

impl Calls<'_, '_> {
    fn value(&mut self, star: &Star) -> Result<f64, NoValue> {
        let py = self.callable.py();
        let object = star_object(py, star).map_err(NoValue::Python)?;
        let answer = self.callable.call1((object,)).map_err(NoValue::Python)?;
        if let Ok(value) = answer.extract::<f64>()
            && value.is_finite()
        {
            return Ok(value);
        }
        let members: Vec<_> = star.members().iter().map(ToString::to_string).collect();
        let value = if answer.is_none() { "none given".to_owned() } else { describe(&answer) };
        self.problems.add(format!("value[({})]", members.join(", ")), value, "a finite number");
        if self.problems.0.len() >= MOST_PROBLEMS { Err(NoValue::Listed) } else { Ok(0.0) }
    }
}
