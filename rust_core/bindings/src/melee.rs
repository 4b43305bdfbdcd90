//! The classes `Board`, `Melee` and `Separations` of the core: melees and how they are separated.

use crate::arguments::{describe, integer, seed, word};
use crate::combat::{FighterParts, fighter, keep_going};
use crate::errors::{Kind, OrRaise, input_error};
use crate::rules::Rules;
use crate::separations::Separations;
use crate::worth::{Rating, Worth};
use fracas_analytics::melee::{
    Batch, MOST_ABREAST, Method, NotCounted, Ranker, Rated, best, count, find_batch, greedy, rate,
    sample_rank,
};
use fracas_analytics::pool::default_threads;
use fracas_engine::errors::Problems;
use fracas_engine::rules::Rules as EngineRules;
use fracas_engine::skirmish::combat::FighterSetup;
use fracas_engine::skirmish::melee::{
    Board as EngineBoard, Given, Graph, MOST_FIGHTERS, Melee as EngineMelee, Number, Separation,
    Star,
};
use num_bigint::BigUint;
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyTuple, PyType};
use std::sync::{Arc, Mutex, PoisonError};

static STAR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A `fracas.types.Star`.
pub(crate) fn star_object<'py>(py: Python<'py>, star: &Star) -> PyResult<Bound<'py, PyAny>> {
    let class = STAR.import(py, "fracas.types", "Star")?;
    class.call1((star.lone, PyTuple::new(py, &star.enemies)?))
}

fn separation_object<'py>(
    py: Python<'py>,
    separation: &Separation,
) -> PyResult<Bound<'py, PyTuple>> {
    let stars: Vec<_> =
        separation.iter().map(|star| star_object(py, star)).collect::<PyResult<_>>()?;
    PyTuple::new(py, stars)
}

/// A number of any size as a Python one.
fn int_object<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// Runs `$work` with the numbers of an array, whatever their width.
macro_rules! with_numbers {
    ($array:expr, $field:expr, |$numbers:ident| $work:expr) => {
        with_numbers!($array, $field, |$numbers| $work; u16 i64 i32 u8 u32 u64 i8 i16)
    };
    ($array:expr, $field:expr, |$numbers:ident| $work:expr; $($kind:ty)*) => {{
        let array = $array;
        $(if let Ok(array) = array.cast::<PyArray1<$kind>>() {
            let array = array.readonly();
            let $numbers: &[$kind] = array.as_slice()?;
            $work
        } else)* {
            let allowed = "whole numbers";
            return Err(input_error(array.py(), $field, &kind_of(array), allowed));
        }
    }};
}

fn kind_of(array: &Bound<'_, PyAny>) -> String {
    match array.cast::<PyUntypedArray>() {
        Ok(array) => format!("an array of {}", array.dtype()),
        Err(_) => describe(array),
    }
}

/// Pairs of numbers that follow each other.
fn pairs<T: Number>(numbers: &[T]) -> &[[T; 2]] {
    numbers.as_chunks().0
}

type Labels<'py> = Bound<'py, PyArray1<i32>>;

/// The melee of every fighter of many boards, and how many there are on each.
#[pyfunction]
pub(crate) fn melee_batch<'py>(
    py: Python<'py>,
    camps: PyReadonlyArray1<'py, u8>,
    contacts: &Bound<'py, PyAny>,
    fighter_offsets: PyReadonlyArray1<'py, i64>,
    contact_offsets: PyReadonlyArray1<'py, i64>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Labels<'py>, Labels<'py>)> {
    let threads = match threads {
        Some(threads) => integer(threads, "threads", 1, 1024)? as usize,
        None => default_threads(),
    };
    let camps = camps.as_slice()?;
    let (fighter_offsets, contact_offsets) =
        (fighter_offsets.as_slice()?, contact_offsets.as_slice()?);
    let found = with_numbers!(contacts, "contacts", |numbers| {
        let batch = Batch { camps, contacts: pairs(numbers), fighter_offsets, contact_offsets };
        py.detach(|| find_batch(&batch, threads, &keep_going))
    });
    let (labels, counts) =
        found.map_err(|_| interrupted(py, "the boards"))?.or_raise(py, Kind::Input)?;
    Ok((labels.into_pyarray(py), counts.into_pyarray(py)))
}

fn interrupted(py: Python<'_>, what: &str) -> PyErr {
    match py.check_signals() {
        Err(error) => error,
        Ok(()) => PyKeyboardInterrupt::new_err(format!("stopped before {what} were done")),
    }
}

/// The melees of a board; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Board {
    inner: EngineBoard,
    fighters: Option<Vec<FighterSetup>>,
    rules: Arc<EngineRules>,
}

#[pymethods]
impl Board {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        camps: &Bound<'_, PyAny>,
        contacts: Option<&Bound<'_, PyAny>>,
        csr: Option<(PyReadonlyArray1<'_, i64>, Bound<'_, PyAny>)>,
        fighters: Option<Vec<FighterParts<'_>>>,
    ) -> PyResult<Self> {
        let camps: Vec<i64> = with_numbers!(camps, "camps", |numbers| {
            numbers.iter().map(|camp| i64::try_from(camp.index()).unwrap_or(-1)).collect()
        });
        let mut problems = Problems::default();
        let board = match (contacts, csr) {
            (Some(contacts), _) => with_numbers!(contacts, "contacts", |numbers| {
                py.detach(|| EngineBoard::new("", &camps, pairs(numbers)))
            }),
            (None, Some((starts, indices))) => {
                let starts = starts.as_slice()?;
                with_numbers!(&indices, "csr.indices", |numbers| {
                    py.detach(|| EngineBoard::from_lists(&camps, starts, numbers))
                })
            }
            (None, None) => EngineBoard::new::<_, u8>("", &camps, &[]),
        };
        let board = board.map_err(|found| problems.0.extend(found.0)).ok();
        let fighters =
            fighters.map(|parts| setups(&parts, camps.len(), &mut problems)).transpose()?;
        match board {
            Some(inner) if problems.0.is_empty() => {
                Ok(Self { inner, fighters, rules: Arc::clone(&rules.inner) })
            }
            _ => Err(Kind::Input.error(py, &problems)),
        }
    }

    fn labels<'py>(&self, py: Python<'py>) -> Labels<'py> {
        PyArray1::from_slice(py, self.inner.labels())
    }

    fn camps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.inner.camps())
    }

    /// The contacts between enemies, melee by melee.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let contacts = self.inner.contacts();
        PyArray1::from_slice(py, contacts.as_flattened()).reshape([contacts.len(), 2])
    }

    fn count(&self) -> usize {
        self.inner.melees()
    }

    fn melee(&self, number: usize) -> Option<Melee> {
        let inner = self.inner.melee(number)?;
        let own = |fighters: &Vec<FighterSetup>| {
            inner.fighters().iter().map(|&fighter| fighters[fighter as usize].clone()).collect()
        };
        let fighters = self.fighters.as_ref().map(own);
        let rules = Arc::clone(&self.rules);
        Some(Melee { inner, fighters, rules, ranker: Mutex::default() })
    }
}

/// The fighters of a board: one for each camp.
fn setups(
    parts: &[FighterParts<'_>],
    count: usize,
    problems: &mut Problems,
) -> PyResult<Vec<FighterSetup>> {
    if parts.len() != count {
        let allowed = format!("{count}: as many as camps");
        problems.add("fighters", format!("{} of them", parts.len()), allowed);
    }
    let all = parts.iter().enumerate();
    all.map(|(number, parts)| fighter(parts, &format!("fighters[{number}]"))).collect()
}

/// Finds separations by number, for melees of three sizes.
enum AnyRanker {
    Narrow(Ranker<1>),
    Middle(Ranker<4>),
    Wide(Box<Ranker<16>>),
}

/// One melee; immutable.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Melee {
    inner: EngineMelee,
    fighters: Option<Vec<FighterSetup>>,
    rules: Arc<EngineRules>,
    ranker: Mutex<Option<AnyRanker>>,
}

/// Runs `$work` with the graph of a melee, as narrow as it may be.
macro_rules! with_graph {
    ($melee:expr, |$graph:ident| $work:expr) => {
        match $melee.inner.fighters().len() {
            0..=64 => {
                let $graph = $melee.graph::<1>()?;
                $work
            }
            65..=256 => {
                let $graph = $melee.graph::<4>()?;
                $work
            }
            _ => {
                let $graph = $melee.graph::<16>()?;
                $work
            }
        }
    };
}

type GivenStar = (Option<i64>, Vec<i64>);

impl Melee {
    fn graph<const W: usize>(&self) -> PyResult<Graph<W>> {
        Graph::new(&self.inner).ok_or_else(|| {
            let value = format!("a melee of {} fighters", self.inner.fighters().len());
            let allowed = format!("at most {MOST_FIGHTERS} fighters to take apart");
            let problems = Problems::one("melee", value, allowed);
            Python::attach(|py| Kind::TooBig.error(py, &problems))
        })
    }

    /// A separation in its canonical form, or every reason why it is none.
    fn separation(&self, py: Python<'_>, given: Vec<GivenStar>) -> PyResult<Separation> {
        self.inner.separation(&stars(given)).map_err(|faults| {
            let mut problems = Problems::default();
            for fault in faults {
                let allowed = "combats of one against one or several whom he touches, each fighter \
                               in exactly one (C-4, C-5)";
                problems.add("separation", fault.to_string(), allowed);
            }
            Kind::Input.error(py, &problems)
        })
    }

    /// Asks the ranker, with the interpreter released.
    fn with_ranker<T: Send>(
        &self,
        py: Python<'_>,
        narrow: impl FnOnce(&mut Ranker<1>) -> Result<T, NotCounted> + Send,
        middle: impl FnOnce(&mut Ranker<4>) -> Result<T, NotCounted> + Send,
        wide: impl FnOnce(&mut Ranker<16>) -> Result<T, NotCounted> + Send,
    ) -> PyResult<T> {
        let fresh = match self.inner.fighters().len() {
            0..=64 => AnyRanker::Narrow(Ranker::new(self.graph()?)),
            65..=256 => AnyRanker::Middle(Ranker::new(self.graph()?)),
            _ => AnyRanker::Wide(Box::new(Ranker::new(self.graph()?))),
        };
        let answer = py.detach(|| {
            let mut kept = self.ranker.lock().unwrap_or_else(PoisonError::into_inner);
            match kept.get_or_insert(fresh) {
                AnyRanker::Narrow(ranker) => narrow(ranker),
                AnyRanker::Middle(ranker) => middle(ranker),
                AnyRanker::Wide(ranker) => wide(ranker),
            }
        });
        answer.map_err(|error| not_counted(py, error))
    }

    fn unranked(&self, py: Python<'_>, wanted: &Wanted) -> PyResult<Option<Separation>> {
        self.with_ranker(
            py,
            |ranker| wanted.find(ranker),
            |ranker| wanted.find(ranker),
            |ranker| wanted.find(ranker),
        )
    }

    fn worth<'a, 'py>(
        &'a self,
        for_side: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Worth<'a, 'py>> {
        let side = integer(for_side, "for_side", 0, 1)? as usize;
        Worth::new(&self.inner, self.fighters.as_deref(), &self.rules, side, value)
    }
}

/// Which separation is asked for.
enum Wanted {
    Number(BigUint),
    Sample(u64, u64),
}

impl Wanted {
    fn find<const W: usize>(
        &self,
        ranker: &mut Ranker<W>,
    ) -> Result<Option<Separation>, NotCounted> {
        let number = match self {
            Self::Number(number) => number.clone(),
            Self::Sample(seed, index) => sample_rank(&ranker.count(&keep_going)?, *seed, *index),
        };
        let stars = ranker.unrank(&number, &keep_going)?;
        Ok(stars.map(|stars| stars.iter().map(|&star| ranker.graph().star(star)).collect()))
    }
}

/// The number of a separation.
fn number_of<const W: usize>(
    ranker: &mut Ranker<W>,
    separation: &Separation,
) -> Result<BigUint, NotCounted> {
    let stars: Vec<_> = separation.iter().map(|star| ranker.graph().members(star)).collect();
    ranker.rank(&stars, &keep_going)
}

fn stars(given: Vec<GivenStar>) -> Vec<Given> {
    given.into_iter().map(|(lone, members)| Given { lone, members }).collect()
}

fn not_counted(py: Python<'_>, error: NotCounted) -> PyErr {
    match error {
        NotCounted::TooWide(open) => {
            let value = format!("a melee of {open} or more fighters abreast");
            let allowed = format!("at most {MOST_ABREAST} abreast to count its separations");
            Kind::TooBig.error(py, &Problems::one("melee", value, allowed))
        }
        NotCounted::Interrupted => interrupted(py, "all separations"),
    }
}

type RatedObject<'py> = (Bound<'py, PyTuple>, f64, Vec<f64>);

fn rated_object(py: Python<'_>, rated: Rated) -> PyResult<RatedObject<'_>> {
    Ok((separation_object(py, &rated.separation)?, rated.value, rated.values))
}

#[pymethods]
impl Melee {
    #[getter]
    fn fighters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.fighters())
    }

    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let side = |wanted: usize| {
            let all = self.inner.fighters().iter().enumerate();
            let own: Vec<_> = all
                .filter(|&(place, _)| self.inner.side(place) == wanted)
                .map(|(_, f)| *f)
                .collect();
            PyTuple::new(py, own)
        };
        PyTuple::new(py, [side(0)?, side(1)?])
    }

    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.contacts().iter().map(|&[one, other]| (one, other)))
    }

    #[getter]
    fn is_one_combat(&self) -> bool {
        self.inner.is_one_combat()
    }

    fn legal(&self, given: Vec<GivenStar>) -> Vec<String> {
        self.inner.faults(&stars(given)).iter().map(ToString::to_string).collect()
    }

    fn canonical<'py>(
        &self,
        py: Python<'py>,
        given: Vec<GivenStar>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        separation_object(py, &self.separation(py, given)?)
    }

    fn separations(&self) -> PyResult<Separations> {
        with_graph!(self, |graph| Ok(Separations::new(graph)))
    }

    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counted = py.detach(|| count(&self.inner, &keep_going));
        int_object(py, &counted.map_err(|error| not_counted(py, error))?)
    }

    /// The separation of a number, given as little-endian bytes.
    fn unrank<'py>(&self, py: Python<'py>, rank: &[u8]) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let wanted = Wanted::Number(BigUint::from_bytes_le(rank));
        let found = self.unranked(py, &wanted)?;
        found.map(|separation| separation_object(py, &separation)).transpose()
    }

    fn rank<'py>(&self, py: Python<'py>, given: Vec<GivenStar>) -> PyResult<Bound<'py, PyAny>> {
        let separation = self.separation(py, given)?;
        let rank = self.with_ranker(
            py,
            |ranker| number_of(ranker, &separation),
            |ranker| number_of(ranker, &separation),
            |ranker| number_of(ranker, &separation),
        )?;
        int_object(py, &rank)
    }

    #[pyo3(name = "sample")]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        seed: &Bound<'py, PyAny>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let wanted = Wanted::Sample(self::seed(seed)?, word(index, "index")?);
        let found = self.unranked(py, &wanted)?;
        found.map(|separation| separation_object(py, &separation)).transpose()
    }

    #[pyo3(name = "greedy")]
    fn take_greedily<'py>(
        &self,
        py: Python<'py>,
        for_side: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<RatedObject<'py>> {
        let worth = self.worth(for_side, value)?;
        let rated = with_graph!(self, |graph| {
            worth.rated(py, |value| greedy(&graph, value, &keep_going).map_err(Rating::from))
        })?;
        rated_object(py, rated)
    }

    #[pyo3(name = "best")]
    fn find_best<'py>(
        &self,
        py: Python<'py>,
        for_side: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
        most: &Bound<'py, PyAny>,
    ) -> PyResult<(&'static str, Vec<RatedObject<'py>>)> {
        let most = integer(most, "k", 1, MOST_BEST)? as usize;
        let worth = self.worth(for_side, value)?;
        let ranking = with_graph!(self, |graph| {
            worth.rated(py, |value| best(&graph, most, value, &keep_going).map_err(Rating::from))
        })?;
        let method = match ranking.method {
            Method::Exact => "exact",
            Method::BranchAndBound => "branch and bound",
        };
        let rated = ranking.rated.into_iter().map(|rated| rated_object(py, rated));
        Ok((method, rated.collect::<PyResult<_>>()?))
    }

    #[pyo3(name = "rate")]
    fn value_of<'py>(
        &self,
        py: Python<'py>,
        given: Vec<GivenStar>,
        for_side: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<RatedObject<'py>> {
        let separation = self.separation(py, given)?;
        let worth = self.worth(for_side, value)?;
        let rated = worth.rated(py, |value| rate(separation, value).map_err(Rating::NoValue))?;
        rated_object(py, rated)
    }
}

/// The most separations that a call ranks.
const MOST_BEST: i64 = 10_000;
