//! Where a combat stands.

use super::attack::Exchange;
use super::initiative::OpposedRoll;
use crate::machine::Choices;
use crate::skirmish::checks::Side;
use crate::skirmish::wounds::{Health, WoundLevel};

/// The most enemies that a lone fighter can have (W-8: eight can touch a very large base).
pub const MAX_ENEMIES: usize = 8;
/// The most fighters in one combat.
pub const MAX_FIGHTERS: usize = MAX_ENEMIES + 1;

/// What one fighter has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Attack dice.
    pub attack: u8,
    /// Defence dice.
    pub defence: u8,
    /// Wounds and markers.
    pub health: Health,
    /// C-28: how many sustained defences it has made; from the first on it must go on.
    pub sustained: u8,
    pub(super) flags: u8,
}

impl Fight {
    pub(super) const PLACED: u8 = 1;
    /// C-28: placed at least as many dice in defence as in attack.
    pub(super) const MAY_SUSTAIN: u8 = 2;
    /// C-20: has made its attack of this pass.
    pub(super) const HAS_ATTACKED: u8 = 4;
    /// C-19: the lone fighter has attacked it in this pass.
    pub(super) const WAS_ATTACKED: u8 = 8;

    /// What [`Fight::key`] takes.
    const KEY_BITS: u32 = 24;

    pub(super) const NONE: Self =
        Self { attack: 0, defence: 0, health: Health::UNHURT, sustained: 0, flags: 0 };

    /// Whether it is still in the combat.
    #[inline]
    pub const fn stands(&self) -> bool {
        !self.health.is_killed()
    }

    /// C-11, C-28: places so many of its dice in attack.
    #[inline]
    pub(super) fn place(&mut self, attack: u8, dice: u8) {
        self.attack = attack;
        self.defence = dice - attack;
        self.flags |= Self::PLACED;
        if self.defence >= self.attack {
            self.flags |= Self::MAY_SUSTAIN;
        }
    }

    /// C-28: one more sustained defence.
    #[inline]
    pub(super) const fn sustain(&mut self) {
        self.sustained += 1;
    }

    #[inline]
    pub(super) const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The bits of [`Fight::key`] that count only while somebody can still attack the fighter.
    pub(super) const DEFENDING: u64 = 0xF << 11 | 0x3F << 15 | 1 << 21;
    /// The bit of [`Fight::key`] that counts only while the fighter has an attack die.
    pub(super) const ATTACKED: u64 = 1 << 22;
    /// The bit of [`Fight::key`] that counts only while the lone fighter has an attack die.
    pub(super) const TARGETED: u64 = 1 << 23;

    /// What counts for the future, in 24 bits: a fighter that is out counts only as that.
    ///
    /// Where the rules let a parry win three attack dice, a fighter of two dice makes up to six
    /// attacks: eight of them 48, and the lone one, of nine dice, 27. So five bits hold attack dice,
    /// and six the sustained defences, the passes and the attacks landed.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        if !self.stands() {
            return WoundLevel::Killed as u64;
        }
        self.health.level as u64
            | (self.health.stunned as u64) << 3
            | (self.attack as u64) << 6
            | (self.defence as u64) << 11
            | (self.sustained as u64) << 15
            | ((self.flags & Self::MAY_SUSTAIN) as u64 >> 1) << 21
            | ((self.flags >> 2 & 3) as u64) << 22
    }
}

/// What every fighter has left.
pub(super) type Fights = [Fight; MAX_FIGHTERS];

/// What a combat is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// Equal friends are to place: which one first (C-12).
    PlaceNext(Choices),
    /// A fighter places its dice.
    Place(u8),
    /// The side with several fighters picks who tests for initiative (C-16).
    Tester,
    /// The opposed check of initiative.
    Initiative(OpposedRoll),
    /// The next attack of the acting side is to be chosen (C-19, C-20).
    Turn,
    /// An attack, from the announcement of defence dice on.
    Attack(Exchange),
    /// Nothing more.
    Over,
}

/// Where a combat stands: a small value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) fighters: Fights,
    pub(super) step: Step,
    /// The side that won initiative; before that it says nothing.
    pub(super) first: u8,
    /// The side whose turn it is in the pass.
    pub(super) acting: u8,
    pub(super) passes: u8,
    pub(super) landed: [u8; 2],
}

impl State {
    /// What a fighter has left.
    pub const fn fighter(&self, fighter: usize) -> &Fight {
        &self.fighters[fighter]
    }

    /// Whether the combat is over.
    #[inline]
    pub const fn is_over(&self) -> bool {
        matches!(self.step, Step::Over)
    }

    /// How many passes of arms have begun.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// How many attacks of a side have landed.
    pub const fn landed(&self, side: Side) -> u8 {
        self.landed[side]
    }

    /// What the combat has come to so far.
    #[inline]
    pub fn outcome(&self, fighters: usize) -> Outcome {
        Outcome::new(&self.fighters[..fighters], self.passes, self.landed)
    }

    /// A key of a state where a whole roll is pending, or which is over: equal keys stand at the same
    /// roll, have the same past as far as outcomes tell it, and the same future.
    #[inline]
    pub fn key(&self) -> [u128; 2] {
        let pack = |fights: &[Fight]| {
            fights.iter().fold(0, |key, fight| key << Fight::KEY_BITS | u128::from(fight.key()))
        };
        let (near, far) = self.fighters.split_at(MAX_FIGHTERS / 2);
        let exchange = if let Step::Attack(exchange) = &self.step { exchange.key() } else { 0 };
        let [first, acting] = [self.first, self.acting].map(u128::from);
        let landed = self.landed.map(u128::from);
        [
            pack(near)
                | first << 96
                | acting << 97
                | exchange << 98
                | landed[0] << 114
                | landed[1] << 120,
            pack(far) | u128::from(self.passes) << 120,
        ]
    }
}

/// What a combat came to: the health of every fighter, the passes, the attacks landed by each side.
/// Packed: it is counted by the million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome(u64);

impl Outcome {
    const COUNT_BITS: u32 = 6;
    const HEALTH_BITS: u32 = 5;
    /// The stunned markers that a health code tells apart.
    const STUNNED: u64 = 5;

    #[inline]
    pub(super) fn new(fights: &[Fight], passes: u8, landed: [u8; 2]) -> Self {
        let mut key = 0;
        for fight in fights.iter().rev() {
            key = key << Self::HEALTH_BITS | Self::health_code(fight.health);
        }
        for count in [landed[1], landed[0], passes] {
            key = key << Self::COUNT_BITS | u64::from(count);
        }
        Self(key)
    }

    #[inline]
    const fn health_code(health: Health) -> u64 {
        // A killed fighter's markers mean nothing any more.
        if health.is_killed() {
            return Self::STUNNED * WoundLevel::Killed as u64;
        }
        health.level as u64 * Self::STUNNED + health.stunned as u64
    }

    const fn count(self, index: u32) -> u8 {
        (self.0 >> (index * Self::COUNT_BITS) & 63) as u8
    }

    /// How many passes of arms began.
    pub const fn passes(self) -> u8 {
        self.count(0)
    }

    /// How many attacks of a side landed.
    pub const fn landed(self, side: Side) -> u8 {
        self.count(1 + side as u32)
    }

    /// The health of a fighter; a killed one carries no markers.
    pub const fn health(self, fighter: usize) -> Health {
        let shift = 3 * Self::COUNT_BITS + fighter as u32 * Self::HEALTH_BITS;
        let code = self.0 >> shift & 31;
        let level = match code / Self::STUNNED {
            0 => WoundLevel::None,
            1 => WoundLevel::Light,
            2 => WoundLevel::Serious,
            3 => WoundLevel::Critical,
            _ => WoundLevel::Killed,
        };
        Health { level, stunned: (code % Self::STUNNED) as u8 }
    }

    /// The packed form.
    pub const fn key(self) -> u64 {
        self.0
    }

    /// The outcome of a packed form that [`Outcome::key`] gave.
    pub const fn from_key(key: u64) -> Self {
        Self(key)
    }
}
