//! A combat as people write it.

use super::Combat;
use super::fighter::Combatant;
use super::state::{MAX_ENEMIES, MAX_FIGHTERS};
use crate::errors::Problems;
use crate::names::named;
use crate::rules::Rules;
use crate::skirmish::checks::Side;
use crate::skirmish::profiles::Profile;
use crate::skirmish::wounds::{Health, WoundLevel};
use std::sync::Arc;

named! {
    /// C-14: when an effect makes a fighter place its dice.
    pub enum Placement {
        /// There is no such effect.
        Normal = "normal",
        /// Before the others.
        Before = "before",
        /// After the others.
        After = "after",
        /// After the initiative roll.
        AfterInitiative = "after_initiative",
    }
}

/// A fighter and the state it enters a combat in.
#[derive(Clone, Debug)]
pub struct FighterSetup {
    /// What it is.
    pub profile: Arc<Profile>,
    /// Its wounds and markers.
    pub health: Health,
    /// M-17: it has the charge penalty.
    pub charged: bool,
    /// C-15: it failed to disengage this turn.
    pub bound_to_defence: bool,
    /// C-38: it is routed.
    pub routed: bool,
    /// C-14: when it places its dice.
    pub placement: Placement,
}

impl FighterSetup {
    /// A fresh fighter of a profile.
    pub const fn new(profile: Arc<Profile>) -> Self {
        Self {
            profile,
            health: Health::UNHURT,
            charged: false,
            bound_to_defence: false,
            routed: false,
            placement: Placement::Normal,
        }
    }
}

/// A combat as people write it: public fields, may be wrong.
#[derive(Clone, Debug)]
pub struct CombatSetup {
    /// The lone fighter: number 0.
    pub lone: FighterSetup,
    /// His enemies: numbers 1, 2, ….
    pub enemies: Vec<FighterSetup>,
    /// The side the lone fighter is on.
    pub lone_side: Side,
    /// C-12: the side whose player chose the combat.
    pub chosen_by: Side,
}

impl Combat {
    /// The combat of a setup, or everything that is wrong with it.
    pub fn new(setup: &CombatSetup, rules: Arc<Rules>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let count = setup.enemies.len();
        if !(1..=MAX_ENEMIES).contains(&count) {
            let allowed = format!("1 to {MAX_ENEMIES} enemies");
            problems.add("enemies", format!("{count} enemies"), allowed);
        }
        for (field, side) in [("lone_side", setup.lone_side), ("chosen_by", setup.chosen_by)] {
            if side > 1 {
                problems.add(field, side.to_string(), "0 or 1");
            }
        }
        check_health(&setup.lone, "lone", &rules, &mut problems);
        for (index, enemy) in setup.enemies.iter().enumerate() {
            check_health(enemy, &format!("enemies[{index}]"), &rules, &mut problems);
        }
        problems.or(())?;
        let mut fighters = [Combatant::NOBODY; MAX_FIGHTERS];
        let all = std::iter::once(&setup.lone).chain(&setup.enemies);
        for (fighter, setup) in fighters.iter_mut().zip(all) {
            *fighter = Combatant::new(&rules, setup);
        }
        let mut twins = [0; MAX_FIGHTERS];
        for index in 1..=count {
            let like = |other: &usize| fighters[*other] == fighters[index];
            twins[index] = (1..=index).find(like).unwrap_or(index) as u8;
        }
        Ok(Self {
            fighters,
            twins,
            dice_can_be_won: fighters.iter().any(Combatant::wins_dice),
            enemies: count as u8,
            lone_side: setup.lone_side,
            chosen_by: setup.chosen_by,
            rules,
        })
    }
}

/// W-6, W-7: reports a fighter that is out, or carries more markers than there can be.
pub(in crate::skirmish) fn check_health(
    fighter: &FighterSetup,
    field: &str,
    rules: &Rules,
    problems: &mut Problems,
) {
    if fighter.health.level == WoundLevel::Killed {
        problems.add(format!("{field}.health"), "killed", "a fighter that is alive");
    }
    let most = rules.wounds.stunned_markers;
    if fighter.health.stunned > most {
        let value = format!("{} markers of stunned", fighter.health.stunned);
        problems.add(format!("{field}.health"), value, format!("0 to {most} markers"));
    }
}
