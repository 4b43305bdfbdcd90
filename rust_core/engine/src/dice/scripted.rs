//! Dice from a list: for worked examples, tests and table-top games with real dice.

use super::{Dice, Roll};
use crate::errors::Problems;
use std::fmt;

/// What can go wrong with dice from a list. Positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptError {
    /// A die was asked for after the last one: there are only this many.
    RanOut {
        /// How many dice the script has.
        position: usize,
        /// What the die was wanted for.
        wanted: Roll,
    },
    /// Dice were left when everything was over.
    LeftOver {
        /// The first die that nobody asked for.
        position: usize,
        /// How many there are.
        left: usize,
    },
    /// A recorded die has another name than the roll it was asked for.
    OtherRoll {
        /// The position of the die.
        position: usize,
        /// What the die was recorded for.
        recorded: Roll,
        /// What the die was wanted for.
        wanted: Roll,
    },
}

impl ScriptError {
    /// The error as a problem that names the position.
    pub fn to_problems(self) -> Problems {
        match self {
            Self::RanOut { position, wanted } => Problems::one(
                format!("dice[{position}]"),
                format!("the script ended where a die for {wanted} was needed"),
                "a script as long as the rolls it drives",
            ),
            Self::LeftOver { position, left } => Problems::one(
                format!("dice[{position}]"),
                format!("{left} {} left over from here", if left == 1 { "die" } else { "dice" }),
                "a script that is used up",
            ),
            Self::OtherRoll { position, recorded, wanted } => Problems::one(
                format!("dice[{position}]"),
                format!("recorded for {recorded}, wanted for {wanted}"),
                "a record of the same rolls",
            ),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_problems().fmt(formatter)
    }
}

impl std::error::Error for ScriptError {}

/// Reports every face that is not 1 to 6.
pub(super) fn faces_are_valid(faces: impl Iterator<Item = u8>) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for (position, face) in faces.enumerate() {
        if !(1..=6).contains(&face) {
            problems.add(
                format!("dice[{position}]"),
                face.to_string(),
                "a whole number from 1 to 6",
            );
        }
    }
    problems.or(())
}

/// Dice from a list of faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scripted {
    faces: Vec<u8>,
    position: usize,
}

impl Scripted {
    /// The script of these faces, each 1 to 6.
    pub fn new(faces: &[u8]) -> Result<Self, Problems> {
        faces_are_valid(faces.iter().copied())?;
        Ok(Self { faces: faces.to_vec(), position: 0 })
    }

    /// Errs when dice are left: a script must be used up.
    pub fn finish(&self) -> Result<(), ScriptError> {
        match self.faces.len() - self.position {
            0 => Ok(()),
            left => Err(ScriptError::LeftOver { position: self.position, left }),
        }
    }
}

impl Dice for Scripted {
    type Error = ScriptError;

    fn roll(&mut self, roll: Roll) -> Result<u8, ScriptError> {
        let position = self.position;
        let face =
            *self.faces.get(position).ok_or(ScriptError::RanOut { position, wanted: roll })?;
        self.position += 1;
        Ok(face)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_names_the_position_of_what_is_wrong() {
        let wrong = Scripted::new(&[1, 0, 6, 7]).unwrap_err();
        let fields: Vec<_> = wrong.0.iter().map(|problem| problem.field.as_str()).collect();
        assert_eq!(fields, ["dice[1]", "dice[3]"]);

        let mut dice = Scripted::new(&[5]).unwrap();
        assert_eq!(dice.finish(), Err(ScriptError::LeftOver { position: 0, left: 1 }));
        assert_eq!(dice.roll(Roll::Wound), Ok(5));
        assert_eq!(dice.finish(), Ok(()));
        let ran_out = ScriptError::RanOut { position: 1, wanted: Roll::Wound };
        assert_eq!(dice.roll(Roll::Wound), Err(ran_out));
    }
}
