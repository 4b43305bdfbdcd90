//! What happens in a combat, as it is told to whoever listens.

use super::settling::{AttackOutcome, WinningSkill};
use crate::dice::Roll;
use crate::skirmish::checks::{self, Side};
use crate::skirmish::wounds::{Health, WoundRoll};

/// What happens in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatEvent {
    /// A fighter has placed its dice.
    DicePlaced {
        /// Who.
        fighter: u8,
        /// Dice in attack.
        attack: u8,
        /// Dice in defence.
        defence: u8,
    },
    /// A die of a check was rolled.
    Rolled {
        /// What for.
        roll: Roll,
        /// By whom.
        fighter: u8,
        /// Which die of the check: a reroll bears the number of the die it replaces.
        die: u8,
        /// What it shows.
        face: u8,
    },
    /// A check is finished.
    Checked {
        /// What it was for.
        roll: Roll,
        /// What it came to.
        outcome: checks::Outcome,
        /// Whether a defence met the attack.
        parried: bool,
    },
    /// Both sides have tested for initiative.
    InitiativeRound {
        /// Who tested for side 0 and for side 1.
        testers: [u8; 2],
        /// Who won; `None` for a tie that is rolled again.
        winner: Option<Side>,
    },
    /// A pass of arms begins.
    PassBegan {
        /// Counted from 1.
        number: u8,
    },
    /// An attack is announced.
    AttackAnnounced {
        /// Who attacks.
        attacker: u8,
        /// Whom.
        target: u8,
        /// The defence dice announced.
        dice: u8,
        /// Whether it is a sustained defence.
        sustained: bool,
    },
    /// A defender with two skills says which he uses.
    SkillChosen {
        /// The defender.
        fighter: u8,
        /// The skill.
        skill: WinningSkill,
    },
    /// The checks of an attack are over.
    AttackResolved {
        /// Who attacked.
        attacker: u8,
        /// Whom.
        target: u8,
        /// What became of it.
        result: AttackOutcome,
    },
    /// A defender has won attack dice.
    DieGained {
        /// The defender.
        fighter: u8,
        /// By which skill.
        skill: WinningSkill,
        /// How many.
        dice: u8,
        /// Whether a defence die was given up for them.
        given_up: bool,
    },
    /// A wound roll was made.
    WoundRolled {
        /// Who is struck.
        fighter: u8,
        /// The roll.
        roll: WoundRoll,
    },
    /// The wound has had its effect.
    Wounded {
        /// Who was struck.
        fighter: u8,
        /// Its health now.
        health: Health,
    },
    /// A fighter is out.
    Eliminated {
        /// Who.
        fighter: u8,
    },
    /// The combat is over.
    Ended {
        /// How many passes had begun.
        passes: u8,
    },
}
