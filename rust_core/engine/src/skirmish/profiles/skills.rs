//! The skills that the rules name.

use crate::names::{Named, named};
use std::fmt;

named! {
    /// A skill, without its argument.
    pub enum SkillKind {
        /// Casts spells (C-13).
        Magician = "Magician",
        /// Calls miracles (C-13).
        Faithful = "Faithful",
        /// A magician who fights like a warrior (C-13).
        WarriorMage = "Warrior-mage",
        /// A faithful who fights like a warrior (C-13).
        WarriorMonk = "Warrior-monk",
        /// A good parry gives an attack (C-39).
        CounterAttack = "Counter-attack",
        /// Every parry gives an attack (C-40).
        Ambidextrous = "Ambidextrous",
        /// Fights for pay (T-9).
        Mercenary = "Mercenary",
        /// Shunned by others (C-9).
        Pariah = "Pariah",
        /// Of a plane of existence (T-9).
        Immortal = "Immortal",
        /// Of an element (T-9).
        Elemental = "Elemental",
        /// Accepted by a people or a path (T-9).
        Alliance = "Alliance",
        /// Lends its discipline over a distance (T-10).
        Command = "Command",
        /// May recover from wounds (T-15).
        Regeneration = "Regeneration",
        /// May come back (T-15).
        Reinforcement = "Reinforcement",
        /// Hard to hit with missiles (M-19).
        Target = "Target",
    }
}

/// The names of all skills, for messages.
pub const SKILL_NAMES: &[&str] = SkillKind::NAMES;

/// What stands behind the slash of a skill.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    Nothing,
    Word,
    Number,
    PlusNumber,
}

impl SkillKind {
    const fn argument(self) -> Argument {
        match self {
            Self::Immortal | Self::Elemental | Self::Alliance => Argument::Word,
            Self::Command | Self::Regeneration => Argument::Number,
            Self::Target => Argument::PlusNumber,
            _ => Argument::Nothing,
        }
    }
}

/// A skill with its argument: `Ambidextrous`, `Regeneration/5`, `Target/+2`, `Alliance/light`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Which one.
    pub kind: SkillKind,
    /// What stands behind the slash; empty for a skill that takes nothing.
    pub argument: String,
}

impl Skill {
    /// Reads a skill as it is written; `None` when there is no such skill or its argument is wrong.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, argument) = text.split_once('/').unwrap_or((text, ""));
        let kind = SkillKind::from_name(name)?;
        let is_number =
            |text: &str| !text.starts_with('+') && matches!(text.parse::<u8>(), Ok(1..=100));
        let fits = match kind.argument() {
            Argument::Nothing => !text.contains('/'),
            Argument::Word => {
                let letters = argument
                    .chars()
                    .all(|letter| letter.is_alphanumeric() || " -'".contains(letter));
                !argument.trim().is_empty() && argument.chars().count() <= 40 && letters
            }
            Argument::Number => is_number(argument),
            Argument::PlusNumber => argument.strip_prefix('+').is_some_and(is_number),
        };
        fits.then(|| Self { kind, argument: argument.to_owned() })
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.kind.name())?;
        if self.argument.is_empty() { Ok(()) } else { write!(formatter, "/{}", self.argument) }
    }
}
