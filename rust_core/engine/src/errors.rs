//! What is wrong with an input: every problem at once, each with its field, value and what is allowed.

use std::fmt;

/// One thing that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The path of the offending field, such as `profiles[2].attack`; may be empty.
    pub field: String,
    /// What was found there, as text.
    pub value: String,
    /// What would have been accepted.
    pub allowed: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(formatter, "{}: ", self.field)?;
        }
        write!(formatter, "{}; allowed: {}", self.value, self.allowed)
    }
}

/// All the problems of one input, in the order of the input. Never empty when returned as an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// A list with a single problem.
    pub fn one(
        field: impl Into<String>,
        value: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        let mut problems = Self::default();
        problems.add(field, value, allowed);
        problems
    }

    /// Adds a problem to the list.
    pub fn add(
        &mut self,
        field: impl Into<String>,
        value: impl Into<String>,
        allowed: impl Into<String>,
    ) {
        self.0.push(Problem { field: field.into(), value: value.into(), allowed: allowed.into() });
    }

    /// `Ok(value)` when there is no problem, all of them otherwise.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(formatter)?;
            }
            write!(formatter, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The name among `known` that is nearest to `given`, when one is near enough to be a slip.
///
/// ```
/// # use fracas_engine::errors::nearest;
/// assert_eq!(nearest("atack", ["attack", "defence"]), Some("attack"));
/// assert_eq!(nearest("mana", ["attack", "defence"]), None);
/// ```
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name longer than any of ours is no slip, and its distance would cost time.
    if given.chars().count() > 64 {
        return None;
    }
    known
        .into_iter()
        .map(|name| {
            (strsim::damerau_levenshtein(&given.to_lowercase(), &name.to_lowercase()), name)
        })
        .filter(|&(distance, name)| distance * 3 <= name.chars().count().max(3))
        .min()
        .map(|(_, name)| name)
}

/// "one of a, b, c", with the nearest known name in front when `given` looks like a slip.
pub fn one_of<'a>(given: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let list = known.clone().into_iter().collect::<Vec<_>>().join(", ");
    match nearest(given, known) {
        Some(name) => format!("one of {list} (did you mean {name}?)"),
        None => format!("one of {list}"),
    }
}
