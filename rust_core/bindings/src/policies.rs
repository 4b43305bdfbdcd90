//! The class `Policy`, and who plays from Python.

use crate::arguments::{describe, integer};
use crate::documents::{python, tree};
use crate::errors::{Kind, OrRaise, input_error};
use crate::solve::{SolvedPlayer, is_optimal};
use fracas_analytics::combat::Player;
use fracas_engine::document::Tree;
use fracas_engine::machine::Machine;
use fracas_engine::names::Named;
use fracas_engine::rules::Rules as EngineRules;
use fracas_engine::skirmish::combat::{
    Combat, Decision, DecisionKind, MAX_FIGHTERS, Plain, Policy as EnginePolicy, RandomChoices,
    State,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// A policy that has a name; immutable.
#[pyclass(module = "fracas", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Policy {
    pub(crate) inner: EnginePolicy,
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (name, /, **habits))]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        habits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut entries = vec![("name".to_owned(), tree(name)?)];
        if let Some(habits) = habits {
            entries.extend_from_slice(tree(habits)?.entries());
        }
        let inner = EnginePolicy::from_tree(&Tree::Table(entries)).or_raise(py, Kind::Input)?;
        Ok(Self { inner })
    }

    #[staticmethod]
    fn from_dict(document: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner =
            EnginePolicy::from_tree(&tree(document)?).or_raise(document.py(), Kind::Input)?;
        Ok(Self { inner })
    }

    #[getter]
    fn name(&self) -> &'static str {
        match self.inner {
            EnginePolicy::Plain(plain) => plain.placing.name(),
            EnginePolicy::Random => "random",
        }
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.inner.to_tree())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }

    fn __repr__(&self) -> String {
        let tree = self.inner.to_tree();
        let mut parts = vec![format!("{:?}", self.name())];
        for (key, value) in tree.entries().iter().filter(|(key, _)| key != "name") {
            parts.push(format!("{key}={value}"));
        }
        format!("Policy({})", parts.join(", "))
    }
}

/// The attack dice of fighters where they are given outright.
pub(crate) type Splits = [Option<u8>; MAX_FIGHTERS];

/// Reads `splits`, a mapping from fighters to attack dice.
pub(crate) fn splits(combat: &Combat, given: Option<&Bound<'_, PyDict>>) -> PyResult<Splits> {
    let mut splits = [None; MAX_FIGHTERS];
    let Some(given) = given else { return Ok(splits) };
    let last = combat.fighters() as i64 - 1;
    for (fighter, dice) in given.iter() {
        let fighter = integer(&fighter, "splits", 0, last)?;
        let most = i64::from(combat.most_attack_dice(fighter as u8));
        let dice = integer(&dice, &format!("splits[{fighter}]"), 0, most)?;
        splits[fighter as usize] = Some(dice as u8);
    }
    Ok(splits)
}

/// The named policy of each side, with the splits; `None` when one of them decides otherwise.
pub(crate) fn plain_players(
    policies: &(Bound<'_, PyAny>, Bound<'_, PyAny>),
    splits: Splits,
) -> PyResult<Option<[Plain; 2]>> {
    let plain = |policy: &Bound<'_, PyAny>, field: &str| {
        if is_optimal(policy) {
            return Ok(None);
        }
        Ok::<_, PyErr>(match named(policy, field)? {
            Some(EnginePolicy::Plain(plain)) => Some(Plain { splits, ..plain }),
            _ => None,
        })
    };
    let first = plain(&policies.0, "policy[0]")?;
    let second = plain(&policies.1, "policy[1]")?;
    Ok(first.zip(second).map(|(first, second)| [first, second]))
}

/// The habits of each side; `None` for one that plays its best.
pub(crate) fn habits(
    policies: &(Bound<'_, PyAny>, Bound<'_, PyAny>),
    splits: Splits,
) -> PyResult<[Option<Plain>; 2]> {
    let habit = |policy: &Bound<'_, PyAny>, field: &str| {
        if is_optimal(policy) {
            return Ok(None);
        }
        if let Some(EnginePolicy::Plain(plain)) = named(policy, field)? {
            return Ok(Some(Plain { splits, ..plain }));
        }
        let allowed = "\"optimal\", or a policy of fixed habits";
        Err(input_error(policy.py(), field, &describe(policy), allowed))
    };
    Ok([habit(&policies.0, "policy[0]")?, habit(&policies.1, "policy[1]")?])
}

/// The named policy that a value stands for; `None` for a callable.
pub(crate) fn named(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Option<EnginePolicy>> {
    if let Ok(policy) = value.cast::<Policy>() {
        return Ok(Some(policy.get().inner));
    }
    if value.is_instance_of::<PyString>() {
        let document = Tree::table([("name", tree(value)?)]);
        return EnginePolicy::from_tree(&document).map(Some).map_err(|mut problems| {
            problems.0.iter_mut().for_each(|problem| field.clone_into(&mut problem.field));
            Kind::Input.error(value.py(), &problems)
        });
    }
    if value.is_callable() {
        return Ok(None);
    }
    let allowed = "the name of a policy, a Policy, or a callable";
    Err(input_error(value.py(), field, &describe(value), allowed))
}

/// Who plays a side of one game.
pub(crate) enum AnyPlayer<'py> {
    Plain(Plain),
    Random(Rc<RefCell<RandomChoices>>, Splits),
    Callable(Bound<'py, PyAny>, Splits),
    Solved(SolvedPlayer),
}

impl<'py> AnyPlayer<'py> {
    /// The players of both sides in game number `game` of `seed`. Random ones draw their choices
    /// from one stream, in the order they are asked.
    pub(crate) fn both(
        (combat, rules): (&Arc<Combat>, &Arc<EngineRules>),
        policies: &(Bound<'py, PyAny>, Bound<'py, PyAny>),
        splits: Splits,
        seed: u64,
        game: u64,
    ) -> PyResult<[Self; 2]> {
        let choices = Rc::new(RefCell::new(RandomChoices::new(seed, game)));
        let player = |policy: &Bound<'py, PyAny>, field: &str| {
            if is_optimal(policy) {
                return SolvedPlayer::new(policy.py(), combat, rules).map(Self::Solved);
            }
            Ok::<_, PyErr>(match named(policy, field)? {
                Some(EnginePolicy::Plain(plain)) => Self::Plain(Plain { splits, ..plain }),
                Some(EnginePolicy::Random) => Self::Random(Rc::clone(&choices), splits),
                None => Self::Callable(policy.clone(), splits),
            })
        };
        Ok([player(&policies.0, "policy[0]")?, player(&policies.1, "policy[1]")?])
    }
}

impl Player for AnyPlayer<'_> {
    type Error = PyErr;

    fn choose(&mut self, combat: &Combat, state: &State, decision: &Decision) -> PyResult<u8> {
        if let Self::Random(_, splits) | Self::Callable(_, splits) = self
            && decision.kind == DecisionKind::Place
            && let Some(dice) = decision.fighter.and_then(|fighter| splits[usize::from(fighter)])
        {
            return Ok(dice);
        }
        match self {
            Self::Plain(plain) => Ok(Plain::choose(plain, combat, state, decision)),
            Self::Solved(player) => player.choose(combat, state, decision),
            Self::Random(choices, _) => Ok(choices.borrow_mut().choose(combat.choices(state))),
            Self::Callable(callable, _) => {
                let shown = decision_object(callable.py(), combat, state, decision)?;
                let answer = callable.call1((shown,))?;
                answer_of(&answer, combat, state, decision)
            }
        }
    }
}

/// The choice that an answer is. One that is no number at all is no legal choice either.
pub(crate) fn answer_of(
    answer: &Bound<'_, PyAny>,
    combat: &Combat,
    state: &State,
    decision: &Decision,
) -> PyResult<u8> {
    let allowed = combat.choices(state);
    let number = answer.extract::<i64>().ok().and_then(|number| u8::try_from(number).ok());
    number.filter(|&choice| allowed.contains(choice)).ok_or_else(|| {
        let list: Vec<_> = allowed.into_iter().map(|choice| choice.to_string()).collect();
        let problems = fracas_engine::errors::Problems::one(
            decision.kind.name(),
            describe(answer),
            format!("one of {}", list.join(", ")),
        );
        Kind::IllegalChoice.error(answer.py(), &problems)
    })
}

/// The decision as Python sees it: a `fracas.types.Decision`.
pub(crate) fn decision_object<'py>(
    py: Python<'py>,
    combat: &Combat,
    state: &State,
    decision: &Decision,
) -> PyResult<Bound<'py, PyAny>> {
    let types = py.import("fracas.types")?;
    let view = match combat.reroll_view(state) {
        Some(view) if decision.kind == DecisionKind::Reroll => {
            Some(types.getattr("RerollView")?.call1((
                view.roll.name(),
                view.natural,
                view.final_result,
                view.target,
                view.needed,
            ))?)
        }
        _ => None,
    };
    let choices: Vec<_> = combat.choices(state).into_iter().collect();
    let choices = pyo3::types::PyTuple::new(py, choices)?;
    types.getattr("Decision")?.call1((
        decision.kind.name(),
        decision.side,
        decision.fighter,
        choices,
        view,
    ))
}
