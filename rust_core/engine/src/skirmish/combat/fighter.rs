//! What of a fighter does not change in a combat.

use super::setup::{FighterSetup, Placement};
use crate::rules::{Characteristic, RoutedFighters, Rules};
use crate::skirmish::profiles::SkillKind;
use crate::skirmish::wounds::{Health, WoundLevel};

/// The states of health that are told apart: four levels and dead, none to four markers.
const HEALTHS: usize = 25;

/// The characteristics of a combat, as they stand in one state of health.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Current {
    pub(super) initiative: i8,
    pub(super) attack: i8,
    pub(super) strength: i8,
    pub(super) defence: i8,
}

/// A fighter as the combat sees it: everything looked up and worked out beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Combatant {
    current: [Current; HEALTHS],
    pub(super) resilience: i32,
    pub(super) value: u16,
    /// C-12 to C-14: the group it places its dice with.
    pub(super) rank: u8,
    /// C-15: every die goes to defence.
    pub(super) only_defends: bool,
    pub(super) counter_attack: bool,
    pub(super) ambidextrous: bool,
    pub(super) health: Health,
}

/// The rank of fighters that place after the initiative roll (C-14).
pub(super) const AFTER_INITIATIVE: u8 = 4;

impl Combatant {
    pub(super) const NOBODY: Self = Self {
        current: [Current { initiative: 0, attack: 0, strength: 0, defence: 0 }; HEALTHS],
        resilience: 0,
        value: 0,
        rank: 0,
        only_defends: false,
        counter_attack: false,
        ambidextrous: false,
        health: Health { level: WoundLevel::Killed, stunned: 0 },
    };

    pub(super) fn new(rules: &Rules, setup: &FighterSetup) -> Self {
        let profile = &setup.profile;
        let routed_defends = rules.combat.routed_fighters == RoutedFighters::DefenceOnly;
        let mut current = [Current::default(); HEALTHS];
        for level in
            [WoundLevel::None, WoundLevel::Light, WoundLevel::Serious, WoundLevel::Critical]
        {
            for stunned in 0..=rules.wounds.stunned_markers {
                let health = Health { level, stunned };
                current[index(health)] = currently(rules, setup, health);
            }
        }
        Self {
            current,
            resilience: i32::from(profile.resilience),
            value: profile.value,
            rank: rank(setup),
            only_defends: setup.bound_to_defence || (setup.routed && routed_defends),
            counter_attack: profile.has(SkillKind::CounterAttack),
            ambidextrous: profile.has(SkillKind::Ambidextrous),
            health: setup.health,
        }
    }

    #[inline]
    pub(super) const fn current(&self, health: Health) -> &Current {
        &self.current[index(health)]
    }

    /// Whether it has a skill that wins attack dice (C-39, C-40).
    #[inline]
    pub(super) const fn wins_dice(&self) -> bool {
        self.counter_attack || self.ambidextrous
    }
}

#[inline]
const fn index(health: Health) -> usize {
    health.level as usize * 5 + health.stunned as usize
}

/// W-5, W-6, M-17: the characteristics of a fighter in a state of health.
fn currently(rules: &Rules, setup: &FighterSetup, health: Health) -> Current {
    let charged = if setup.charged { i32::from(rules.combat.charged_penalty) } else { 0 };
    let profile = &setup.profile;
    let current = |characteristic, value: u8, modifier: i32| {
        let value = health.current(&rules.wounds, characteristic, i32::from(value));
        (value + modifier).clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8
    };
    Current {
        initiative: current(Characteristic::Initiative, profile.initiative, charged),
        attack: current(Characteristic::Attack, profile.attack, charged),
        strength: current(Characteristic::Strength, profile.strength, 0),
        defence: current(Characteristic::Defence, profile.defence, charged),
    }
}

/// C-13, C-14: effects first, then pure magicians and pure faithful, then everybody else.
fn rank(setup: &FighterSetup) -> u8 {
    let has = |kind| setup.profile.has(kind);
    let pure = (has(SkillKind::Magician) && !has(SkillKind::WarriorMage))
        || (has(SkillKind::Faithful) && !has(SkillKind::WarriorMonk));
    match setup.placement {
        Placement::Before => 0,
        Placement::Normal if pure => 1,
        Placement::Normal => 2,
        Placement::After => 3,
        Placement::AfterInitiative => AFTER_INITIATIVE,
    }
}
