//! Effects and mystic actions as data (T-4, T-14, T-15, A-16): the chapters on magic and faith are not
//! part of the sources, so what a fighter bears or casts is written in its profile.
//!
//! An effect says when it comes, what it does and what it costs; how that is done is a deed of the
//! battle.

mod document;

pub(in crate::skirmish) use document::{EFFECT, MYSTIC_ACTION, check_names};

use crate::names::named;

/// The most effects of a profile, and the most mystic actions.
pub const MOST_EFFECTS: usize = 8;

named! {
    /// When an effect comes.
    pub enum Moment {
        /// T-4: in the strategic phase, before the sequences are built.
        Strategic = "strategic",
        /// T-4: between the sequences and the Tactics roll.
        BeforeTactics = "before_tactics",
        /// T-14: step 1 of upkeep.
        Harmful = "harmful",
        /// T-14: step 2, passive skills.
        Passive = "passive",
        /// T-14: step 3, active skills.
        Active = "active",
        /// T-14: step 4, other effects.
        Other = "other",
        /// T-14: step 5, resurrection and reinforcements.
        Returning = "returning",
    }
}

named! {
    /// What an effect does to its bearer.
    pub enum DeedName {
        /// Wounds become lighter by some levels.
        Heal = "heal",
        /// Wounds become worse by some levels.
        Worsen = "worsen",
        /// A wound roll of some strength (W-1).
        Wound = "wound",
        /// It is routed no longer.
        Rally = "rally",
        /// It gains mana or faith.
        Recover = "recover",
        /// A characteristic is changed while it lasts.
        Alter = "alter",
        /// It comes back (T-14).
        Return = "return",
    }
}

named! {
    /// The characteristics that an effect can alter.
    pub enum Alterable {
        /// How far it walks.
        Movement = "movement",
        /// Speed of reaction.
        Initiative = "initiative",
        /// Skill at arms when striking.
        Attack = "attack",
        /// Force of a blow.
        Strength = "strength",
        /// Skill at arms when struck.
        Defence = "defence",
        /// Toughness.
        Resilience = "resilience",
        /// Skill with missiles.
        Aim = "aim",
        /// Steadiness in the face of fear.
        Courage = "courage",
        /// How frightening it is.
        Fear = "fear",
        /// Obedience and leadership.
        Discipline = "discipline",
        /// Power in a charge.
        Power = "power",
    }
}

named! {
    /// T-13, T-15: what mystic actions and upkeep are paid with.
    pub enum Resource {
        /// Of magicians.
        Mana = "mana",
        /// Temporary faith, of the faithful.
        Faith = "faith",
    }
}

named! {
    /// Whom a mystic action is meant for.
    pub enum MeantFor {
        /// The caster alone.
        Itself = "self",
        /// Somebody of its side, itself too.
        Friend = "friend",
        /// An enemy.
        Enemy = "enemy",
    }
}

/// An effect: when it comes, what it does to its bearer, what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What it is called.
    pub name: String,
    /// When it comes.
    pub moment: Moment,
    /// What it does.
    pub deed: DeedName,
    /// How much of it: levels of wounds, strength, resource, what is added.
    pub amount: i8,
    /// What it alters.
    pub characteristic: Option<Alterable>,
    /// What a die must show for it to happen; 1 for no die.
    pub needs: u8,
    /// T-15: what it costs each time it comes.
    pub upkeep: Option<u8>,
    /// What that is paid with, and what is recovered.
    pub resource: Resource,
}

impl Effect {
    /// An effect without a cost that needs no die.
    pub const fn new(name: String, moment: Moment, deed: DeedName) -> Self {
        Self {
            name,
            moment,
            deed,
            amount: 1,
            characteristic: None,
            needs: 1,
            upkeep: None,
            resource: Resource::Mana,
        }
    }

    /// Whether it stays in force once it is cast: it alters something, or has an upkeep.
    pub fn lasts(&self) -> bool {
        self.deed == DeedName::Alter || self.upkeep.is_some()
    }
}

/// a spell or a miracle.
#[derive(Clone, Debug, PartialEq)]
pub struct MysticAction {
    /// What it is called.
    pub name: String,
    /// What it costs.
    pub cost: u8,
    /// What that is paid with.
    pub resource: Resource,
    /// Whom it is meant for.
    pub target: MeantFor,
    /// How far it reaches, in centimetres; not used for the caster itself.
    pub range: f64,
    /// What a die must show for it to succeed; 1 for no die.
    pub needs: u8,
    /// What it does then.
    pub effect: Effect,
}
