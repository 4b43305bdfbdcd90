//! Keeping what was rolled, and playing it again.

use super::scripted::{ScriptError, faces_are_valid};
use super::{Dice, Roll};
use crate::errors::Problems;

/// Any source of dice, with everything it rolled kept in order.
#[derive(Clone, Debug)]
pub struct Recording<D> {
    dice: D,
    record: Vec<(Roll, u8)>,
}

impl<D> Recording<D> {
    /// Starts to keep what `dice` rolls.
    pub const fn new(dice: D) -> Self {
        Self { dice, record: Vec::new() }
    }

    /// Everything rolled so far.
    pub fn record(&self) -> &[(Roll, u8)] {
        &self.record
    }

    /// The source itself.
    pub const fn source(&self) -> &D {
        &self.dice
    }

    /// The source itself, to roll what is not to be kept.
    pub const fn source_mut(&mut self) -> &mut D {
        &mut self.dice
    }
}

impl<D: Dice> Dice for Recording<D> {
    type Error = D::Error;

    fn roll(&mut self, roll: Roll) -> Result<u8, D::Error> {
        let face = self.dice.roll(roll)?;
        self.record.push((roll, face));
        Ok(face)
    }
}

/// Dice from a record: each one answers only the roll it was recorded for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    record: Vec<(Roll, u8)>,
    position: usize,
}

impl Recorded {
    /// Plays `record` again, each face 1 to 6.
    pub fn new(record: &[(Roll, u8)]) -> Result<Self, Problems> {
        faces_are_valid(record.iter().map(|&(_, face)| face))?;
        Ok(Self { record: record.to_vec(), position: 0 })
    }

    /// Errs when dice are left: a record must be used up.
    pub fn finish(&self) -> Result<(), ScriptError> {
        match self.record.len() - self.position {
            0 => Ok(()),
            left => Err(ScriptError::LeftOver { position: self.position, left }),
        }
    }
}

impl Dice for Recorded {
    type Error = ScriptError;

    fn roll(&mut self, wanted: Roll) -> Result<u8, ScriptError> {
        let position = self.position;
        let &(recorded, face) =
            self.record.get(position).ok_or(ScriptError::RanOut { position, wanted })?;
        if recorded != wanted {
            return Err(ScriptError::OtherRoll { position, recorded, wanted });
        }
        self.position += 1;
        Ok(face)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seeded;

    #[test]
    fn a_recording_plays_again_only_for_the_same_rolls() {
        let mut recording = Recording::new(Seeded::new(7, 0));
        let Ok(first) = recording.roll(Roll::Attack);
        let Ok(second) = recording.roll(Roll::Wound);
        assert_eq!(recording.record(), [(Roll::Attack, first), (Roll::Wound, second)]);

        let mut dice = Recorded::new(recording.record()).unwrap();
        assert_eq!(dice.roll(Roll::Attack), Ok(first));
        let other =
            ScriptError::OtherRoll { position: 1, recorded: Roll::Wound, wanted: Roll::Defence };
        assert_eq!(dice.roll(Roll::Defence), Err(other));
        assert_eq!(dice.roll(Roll::Wound), Ok(second));
        assert_eq!(dice.finish(), Ok(()));
    }
}
