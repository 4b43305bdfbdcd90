//! One combat: a lone fighter against one to eight enemies (C-11 to C-29, C-38 to C-40).
//!
//! [`CombatSetup`] is what people write, [`Combat`] the machine that it becomes, [`State`] where the
//! machine stands. The rules are in the order of the rulebook: [`placing`](self) the dice,
//! initiative, passes of arms, an attack.
//!
//! Every die and every decision is a node. A reader that wants the law of a whole roll and not its
//! dice asks [`Combat::pending`] at the node where the roll begins and settles it at once with
//! [`Combat::settle_initiative`], [`Combat::settle_attack`] or [`Combat::settle_wound`]: the same
//! functions that the last die of the roll calls.

mod attack;
mod events;
mod fighter;
mod initiative;
mod likeness;
mod machine;
mod passes;
mod placing;
mod policy;
mod rolls;
mod settling;
mod setup;
mod state;
mod straight;

pub use events::CombatEvent;
pub use machine::{Decision, DecisionKind};
pub use policy::{POLICY_SHAPE, PlacingHabit, Plain, Policy, RandomChoices};
pub use rolls::{HalfChain, HalfMade, Pending};
pub use settling::{AttackOutcome, WinningSkill};
pub(super) use setup::check_health;
pub use setup::{CombatSetup, FighterSetup, Placement};
pub use state::{Fight, MAX_ENEMIES, MAX_FIGHTERS, Outcome, State};

use super::chain;
use crate::rules::Rules;
use crate::skirmish::checks::Side;
use fighter::Combatant;
use std::sync::Arc;

/// The machine of one combat: its fighters and the rules they fight by.
#[derive(Clone, Debug)]
pub struct Combat {
    fighters: [Combatant; MAX_FIGHTERS],
    /// How many enemies the lone fighter has.
    enemies: u8,
    lone_side: Side,
    chosen_by: Side,
    /// For each fighter the first that is like it in everything.
    twins: [u8; MAX_FIGHTERS],
    /// C-39, C-40: whether anybody has a skill that wins attack dice.
    dice_can_be_won: bool,
    rules: Arc<Rules>,
}

/// Two combats are equal when nobody could tell them apart by fighting them.
impl PartialEq for Combat {
    fn eq(&self, other: &Self) -> bool {
        self.enemies == other.enemies
            && self.lone_side == other.lone_side
            && self.chosen_by == other.chosen_by
            && self.fighters == other.fighters
            && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }
}

impl Combat {
    /// How many fighters there are, the lone one included.
    #[inline]
    pub const fn fighters(&self) -> usize {
        self.enemies as usize + 1
    }

    /// The rules it is fought by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side a fighter is on.
    #[inline]
    pub const fn side(&self, fighter: u8) -> Side {
        if fighter == 0 { self.lone_side } else { 1 - self.lone_side }
    }

    /// The strategic value of a fighter.
    pub const fn value(&self, fighter: usize) -> u16 {
        self.fighters[fighter].value
    }

    /// C-11: how many combat dice a fighter has when the combat starts.
    #[inline]
    pub const fn combat_dice(&self, fighter: u8) -> u8 {
        if fighter == 0 { 1 + self.enemies } else { 2 }
    }

    /// C-11, C-15: how many dice a fighter may put in attack at the most.
    pub fn most_attack_dice(&self, fighter: u8) -> u8 {
        if self.fighters[usize::from(fighter)].only_defends { 0 } else { self.combat_dice(fighter) }
    }

    /// C-39, C-40: how many attack dice a fighter can win with one defence die.
    pub fn most_dice_won(&self, fighter: usize) -> u64 {
        let combatant = &self.fighters[fighter];
        let rules = &self.rules.combat;
        let counter_attack = if combatant.counter_attack { rules.counter_attack_dice } else { 0 };
        let ambidextrous = if combatant.ambidextrous { rules.ambidextrous_dice } else { 0 };
        u64::from(counter_attack.max(ambidextrous))
    }

    /// The numbers of the enemies of the lone fighter.
    #[inline]
    fn enemy_numbers(&self) -> std::ops::RangeInclusive<u8> {
        1..=self.enemies
    }
}
