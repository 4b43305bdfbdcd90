//! Wound rolls and what they do to a fighter (W-1 to W-7).

use crate::dice::{Dice, Roll};
use crate::names::named;
use crate::rules::{Characteristic, Rules, WoundAddition, WoundRules};

named! {
    /// W-2: where a wound lands, from the least to the most vital.
    pub enum Location {
        /// A leg.
        Leg = "leg",
        /// An arm.
        Arm = "arm",
        /// The abdomen.
        Abdomen = "abdomen",
        /// The thorax.
        Thorax = "thorax",
        /// The head.
        Head = "head",
    }
}

named! {
    /// W-4: what a wound roll gives, from the mildest to the worst.
    pub enum Wound {
        /// Nothing.
        None = "none",
        /// Stunned.
        Stunned = "stunned",
        /// A light wound.
        Light = "light",
        /// A serious wound.
        Serious = "serious",
        /// A critical wound.
        Critical = "critical",
        /// Killed outright.
        Killed = "killed",
    }
}

named! {
    /// W-7: how badly a fighter is wounded. Stunned is not a level (W-6).
    pub enum WoundLevel {
        /// Unhurt.
        None = "none",
        /// A light wound.
        Light = "light",
        /// A serious wound.
        Serious = "serious",
        /// A critical wound.
        Critical = "critical",
        /// Eliminated.
        Killed = "killed",
    }
}

impl WoundLevel {
    /// The level that is reached with this many points: 1 light, 2 serious, 3 critical, then killed.
    pub(in crate::skirmish) const fn from_points(points: u8) -> Self {
        match points {
            0 => Self::None,
            1 => Self::Light,
            2 => Self::Serious,
            3 => Self::Critical,
            _ => Self::Killed,
        }
    }
}

impl Wound {
    /// The level of the wound alone; none for a stunned fighter (W-6).
    pub const fn level(self) -> WoundLevel {
        match self {
            Self::None | Self::Stunned => WoundLevel::None,
            Self::Light => WoundLevel::Light,
            Self::Serious => WoundLevel::Serious,
            Self::Critical => WoundLevel::Critical,
            Self::Killed => WoundLevel::Killed,
        }
    }
}

/// A resolved wound roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WoundRoll {
    /// The two dice in the order rolled.
    pub dice: [u8; 2],
    /// Where it lands.
    pub location: Location,
    /// The higher die + strength − resilience.
    pub result: i32,
    /// What it gives.
    pub wound: Wound,
}

impl WoundRoll {
    /// The wound roll that these dice make.
    ///
    /// # Rule
    /// W-1: the lower die is the location, the higher one with the gap of strength − resilience the
    /// result; W-3: a killing double kills whatever the gap; W-4: the table says the rest.
    ///
    /// # Edge cases
    /// Any other double is read from the table like every roll.
    #[inline]
    pub fn of(rules: &Rules, gap: i32, dice: [u8; 2]) -> Self {
        let lower = dice[0].min(dice[1]);
        let higher = dice[0].max(dice[1]);
        let location = rules.wounds.locations[usize::from(lower) - 1];
        let result = i32::from(higher) + gap;
        let is_double = lower == higher;
        let wound = if is_double && rules.wounds.killing_doubles.contains(&lower) {
            Wound::Killed
        } else {
            rules.wound(location, result)
        };
        Self { dice, location, result, wound }
    }

    /// Rolls it: two dice, strength and resilience being current.
    pub fn roll<D: Dice>(
        rules: &Rules,
        strength: i32,
        resilience: i32,
        dice: &mut D,
    ) -> Result<Self, D::Error> {
        let first = dice.roll(Roll::Wound)?;
        let second = dice.roll(Roll::Wound)?;
        Ok(Self::of(rules, strength - resilience, [first, second]))
    }
}

/// The state of health of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Health {
    /// The wounds that add up.
    pub level: WoundLevel,
    /// How many markers of stunned it carries.
    pub stunned: u8,
}

impl Health {
    /// Neither wounded nor stunned.
    pub const UNHURT: Self = Self { level: WoundLevel::None, stunned: 0 };

    /// Whether the fighter is eliminated.
    #[inline]
    pub const fn is_killed(self) -> bool {
        matches!(self.level, WoundLevel::Killed)
    }

    /// The health after one more wound.
    ///
    /// # Rule
    /// W-6: stunned adds a marker, up to the number that counts, and no wound; W-7: wounds add up.
    ///
    /// # Edge cases
    /// A killed fighter stays as it is. Markers beyond the number that counts are not taken away.
    #[must_use]
    #[inline]
    pub fn after(self, rules: &WoundRules, wound: Wound) -> Self {
        if self.is_killed() {
            return self;
        }
        match wound {
            Wound::Stunned if self.stunned < rules.stunned_markers => {
                Self { stunned: self.stunned + 1, ..self }
            }
            Wound::None | Wound::Stunned => self,
            _ => Self { level: add_levels(rules, self.level, wound.level()), ..self },
        }
    }

    /// W-5, W-6: what being hurt adds to a characteristic that it lowers: 0 or less.
    #[inline]
    pub fn penalty(self, rules: &WoundRules) -> i32 {
        let wound = match self.level {
            WoundLevel::None | WoundLevel::Killed => 0,
            WoundLevel::Light => rules.penalties.light,
            WoundLevel::Serious => rules.penalties.serious,
            WoundLevel::Critical => rules.penalties.critical,
        };
        i32::from(wound) + i32::from(self.stunned) * i32::from(rules.penalties.stunned)
    }

    /// W-5: the current value of a characteristic.
    ///
    /// # Edge cases
    /// A floor of the rules stops a fall; it never lifts a value that was below it unhurt.
    pub fn current(self, rules: &WoundRules, characteristic: Characteristic, value: i32) -> i32 {
        if !rules.penalised.contains(&characteristic) {
            return value;
        }
        let fallen = value + self.penalty(rules);
        match rules.lowest_characteristic {
            Some(lowest) => fallen.max(i32::from(lowest).min(value)),
            None => fallen,
        }
    }
}

fn add_levels(rules: &WoundRules, old: WoundLevel, new: WoundLevel) -> WoundLevel {
    let (old, new) = (old as u8, new as u8);
    WoundLevel::from_points(match rules.addition {
        WoundAddition::ByLevel => old + new,
        WoundAddition::WorstPlusOne if old > 0 => old.max(new) + 1,
        WoundAddition::WorstPlusOne => new,
    })
}
