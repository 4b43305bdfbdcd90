//! One kind of thing at every level of the rules: a machine that stands at a decision, at a chance
//! event, or is over.
//!
//! A machine is the part that does not change while it runs (the setup and the rules); its state is
//! a small value. `apply` and `roll` are the only way the rules move; everything else reads.

use std::fmt;

/// What a machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<D> {
    /// Somebody decides, among at least two choices: what has one choice only happens by itself.
    Decision(D),
    /// A die is rolled, each face equally likely.
    Chance(crate::dice::Roll),
    /// Nothing more happens.
    Over,
}

/// A set of choices: numbers from 0 to 63, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Choices(u64);

impl Choices {
    /// No choice.
    pub const NONE: Self = Self(0);
    /// No or yes: 0 or 1.
    pub const NO_OR_YES: Self = Self(0b11);

    /// The numbers whose bits are set.
    #[inline]
    pub const fn of(bits: u64) -> Self {
        Self(bits)
    }

    /// The numbers from 0 to `last`.
    #[inline]
    pub const fn up_to(last: u8) -> Self {
        Self((1 << (last + 1)) - 1)
    }

    /// This set with one more.
    #[must_use]
    #[inline]
    pub const fn with(self, choice: u8) -> Self {
        Self(self.0 | 1 << choice)
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest one; 64 when there is none.
    #[inline]
    pub const fn first(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// Whether a number is among them.
    #[inline]
    pub const fn contains(self, choice: u8) -> bool {
        choice < 64 && self.0 >> choice & 1 == 1
    }
}

impl IntoIterator for Choices {
    type Item = u8;
    type IntoIter = ChoicesIter;

    fn into_iter(self) -> ChoicesIter {
        ChoicesIter(self)
    }
}

/// The choices of a set, ascending.
#[derive(Clone, Debug)]
pub struct ChoicesIter(Choices);

impl Iterator for ChoicesIter {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let choice = self.0.first();
        if choice >= 64 {
            return None;
        }
        self.0.0 &= self.0.0 - 1;
        Some(choice)
    }
}

/// An answer that a node does not take. The state is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalChoice {
    /// Not among the choices of the decision.
    NotAmong {
        /// What was chosen.
        choice: u8,
        /// What could be.
        allowed: Choices,
    },
    /// A choice was given where none is asked for.
    NoDecision,
    /// A die was given where none is asked for, or a face that no die has.
    NoChance,
}

impl fmt::Display for IllegalChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAmong { choice, allowed } => {
                let list: Vec<_> = allowed.into_iter().map(|choice| choice.to_string()).collect();
                write!(formatter, "{choice}; allowed: one of {}", list.join(", "))
            }
            Self::NoDecision => formatter.write_str("a choice where none is asked for"),
            Self::NoChance => formatter.write_str("a die where none is asked for"),
        }
    }
}

impl std::error::Error for IllegalChoice {}

/// Who is told what happens. The unit value listens to nothing and costs nothing.
pub trait Observer<E> {
    /// Is told an event.
    fn observe(&mut self, event: E);
}

impl<E> Observer<E> for () {
    #[inline]
    fn observe(&mut self, _event: E) {}
}

impl<E> Observer<E> for Vec<E> {
    fn observe(&mut self, event: E) {
        self.push(event);
    }
}

/// A decision, which knows whose player it asks.
pub trait Asks {
    /// The side whose player decides: 0 or 1.
    fn side(&self) -> usize;
}

/// A level of the rules.
pub trait Machine {
    /// Where it stands: a small value.
    type State: Clone + PartialEq;
    /// What a decision is about.
    type Decision: Asks + Copy;
    /// What it tells its observer.
    type Event;

    /// Where it starts. What happens before the first node is told to the observer.
    fn start(&self, observer: &mut impl Observer<Self::Event>) -> Self::State;

    /// What it waits for.
    fn node(&self, state: &Self::State) -> Node<Self::Decision>;

    /// The choices of the decision it waits for; none at any other node.
    fn choices(&self, state: &Self::State) -> Choices;

    /// Takes a choice that is known to be legal.
    fn apply_unchecked(
        &self,
        state: &mut Self::State,
        choice: u8,
        observer: &mut impl Observer<Self::Event>,
    );

    /// Takes the face of a die, 1 to 6, at a chance node.
    fn roll_unchecked(
        &self,
        state: &mut Self::State,
        face: u8,
        observer: &mut impl Observer<Self::Event>,
    );

    /// Takes a choice. An illegal one leaves the state as it was.
    fn apply(
        &self,
        state: &mut Self::State,
        choice: u8,
        observer: &mut impl Observer<Self::Event>,
    ) -> Result<(), IllegalChoice> {
        let allowed = self.choices(state);
        if allowed.is_empty() {
            return Err(IllegalChoice::NoDecision);
        }
        if !allowed.contains(choice) {
            return Err(IllegalChoice::NotAmong { choice, allowed });
        }
        self.apply_unchecked(state, choice, observer);
        Ok(())
    }

    /// Takes a die. At any other node, or with a face that no die has, the state stays as it was.
    fn roll(
        &self,
        state: &mut Self::State,
        face: u8,
        observer: &mut impl Observer<Self::Event>,
    ) -> Result<(), IllegalChoice> {
        if !(1..=6).contains(&face) || !matches!(self.node(state), Node::Chance(_)) {
            return Err(IllegalChoice::NoChance);
        }
        self.roll_unchecked(state, face, observer);
        Ok(())
    }
}
