//! Profiles: what a kind of fighter is, before anything has happened to it (W-8 for size and base).

mod altered;
mod document;
mod skills;
mod weapon;

pub(in crate::skirmish) use document::read_list;
pub use document::{PROFILE_SHAPE, PROFILES_FORMAT, PROFILES_SHAPE};
pub use skills::{SKILL_NAMES, Skill, SkillKind};
pub use weapon::Weapon;

use crate::document::Tree;
use crate::errors::Problems;
use crate::names::named;
use crate::skirmish::effects::{Effect, MysticAction};
use std::ops::Deref;

named! {
    /// How big a fighter is (W-8).
    pub enum Size {
        /// Small.
        Small = "small",
        /// Medium.
        Medium = "medium",
        /// Large.
        Large = "large",
        /// Very large.
        VeryLarge = "very_large",
    }
}

named! {
    /// The bases that have a name (W-8); their edges are data of the rules.
    pub enum BaseName {
        /// Of small and medium fighters.
        Standard = "standard",
        /// Of riders.
        Cavalry = "cavalry",
        /// Of large fighters.
        Large = "large",
        /// Of very large fighters.
        VeryLarge = "very_large",
    }
}

/// The base a fighter stands on (W-8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Base {
    /// One of the bases with a name.
    Named(BaseName),
    /// A round base of this diameter, in centimetres.
    Round {
        /// The diameter.
        diameter: f64,
    },
    /// A rectangular base, in centimetres.
    Rectangle {
        /// The front edge.
        width: f64,
        /// The side edge.
        depth: f64,
    },
}

impl Base {
    /// The base of a size that says nothing else.
    pub const fn of_size(size: Size) -> Self {
        Self::Named(match size {
            Size::Small | Size::Medium => BaseName::Standard,
            Size::Large => BaseName::Large,
            Size::VeryLarge => BaseName::VeryLarge,
        })
    }
}

/// How a fighter stands to fear: it has courage, or it frightens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nerve {
    /// It has this courage.
    Courage(u8),
    /// It causes this fear.
    Fear(u8),
}

/// A profile as people write it: public fields, may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileSetup {
    /// What the fighter is called.
    pub name: String,
    /// How far it walks, in centimetres.
    pub movement: f64,
    /// Speed of reaction.
    pub initiative: u8,
    /// Skill at arms when striking.
    pub attack: u8,
    /// Force of a blow.
    pub strength: u8,
    /// Skill at arms when struck.
    pub defence: u8,
    /// Toughness.
    pub resilience: u8,
    /// Skill with missiles; `None` for a fighter that cannot shoot.
    pub aim: Option<u8>,
    /// What it shoots with; `None` for a fighter without a ranged weapon.
    pub weapon: Option<Weapon>,
    /// Courage or fear.
    pub nerve: Nerve,
    /// Obedience and leadership.
    pub discipline: u8,
    /// Power in a charge; `None` for the power of the size.
    pub power: Option<u8>,
    /// How big it is.
    pub size: Size,
    /// What it stands on.
    pub base: Base,
    /// Strategic value in points.
    pub value: u16,
    /// What it can do besides.
    pub skills: Vec<Skill>,
    /// T-4, T-14: the effects that are its own, beside those of its skills.
    pub effects: Vec<Effect>,
    /// the spells and miracles that it may use.
    pub mystic_actions: Vec<MysticAction>,
}

impl Default for ProfileSetup {
    /// An ordinary fighter without a name: it lacks only that to be a profile.
    fn default() -> Self {
        Self {
            name: String::new(),
            movement: 10.0,
            initiative: 3,
            attack: 3,
            strength: 5,
            defence: 3,
            resilience: 5,
            aim: None,
            weapon: None,
            nerve: Nerve::Courage(3),
            discipline: 2,
            power: None,
            size: Size::Medium,
            base: Base::of_size(Size::Medium),
            value: 0,
            skills: Vec::new(),
            effects: Vec::new(),
            mystic_actions: Vec::new(),
        }
    }
}

/// A profile that holds together. Reads like a [`ProfileSetup`] whose fields cannot be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile(ProfileSetup);

impl Profile {
    /// The profile of a setup, or everything that is wrong with it.
    pub fn new(setup: &ProfileSetup) -> Result<Self, Problems> {
        Self::from_tree(&setup.to_tree(), "")
    }

    /// The profile of a document that stands at `path`.
    pub fn from_tree(tree: &Tree, path: &str) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let profile = Self::read(tree, path, &mut problems);
        problems.or(profile)
    }

    /// The profiles of a document of several. Two of the same name are a problem.
    pub fn list_from_tree(tree: &Tree) -> Result<Vec<Self>, Problems> {
        document::read_profiles(tree)
    }

    /// The JSON Schema of a document of several profiles.
    pub fn schema() -> Tree {
        document::schema()
    }

    /// M-19: the number that the skill Target adds to the difficulty of a shot at it.
    pub fn target_number(&self) -> u8 {
        let skill = self.skills.iter().find(|skill| skill.kind == SkillKind::Target);
        skill.and_then(|skill| skill.argument.strip_prefix('+')?.parse().ok()).unwrap_or(0)
    }

    /// Whether it has a skill of that kind.
    pub fn has(&self, kind: SkillKind) -> bool {
        self.skills.iter().any(|skill| skill.kind == kind)
    }
}

impl Deref for Profile {
    type Target = ProfileSetup;

    fn deref(&self) -> &ProfileSetup {
        &self.0
    }
}
