//! Disengaging (M-21 to M-25): by agility or by force.

use super::{Reason, in_order};
use crate::dice::{Dice, Roll};
use crate::rules::Characteristic;
use crate::skirmish::checks::{Check, CheckResult, Interrupted, RerollPolicy, Target};
use crate::skirmish::table::{Mark, Table};

/// A check that is to be made to disengage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Current initiative, or current strength less the highest resilience.
    pub value: i32,
    /// What is to be reached.
    pub difficulty: i32,
}

/// Everything that keeps a fighter from trying to disengage.
///
/// # Rule
/// M-21: it is in contact, was not assaulted in this activation phase, has fewer adversaries in
/// contact than its maximum, and has not tried yet; M-23: by force it must be bigger than every one
/// of them, and stronger than the highest resilience.
pub fn why_not(table: &Table, fighter: usize, by_force: bool) -> Vec<Reason> {
    if !table.is_standing(fighter) {
        return vec![Reason::Eliminated];
    }
    let marks = table.fighter(fighter).marks;
    let adversaries = table.adversaries(fighter);
    if adversaries.is_empty() {
        return vec![Reason::NotInContact];
    }
    let mut reasons = Vec::new();
    if marks.has(Mark::Assaulted) {
        reasons.push(Reason::Assaulted);
    }
    if adversaries.len() >= table.most_adversaries(fighter) {
        reasons.push(Reason::AtMaximumOfAdversaries);
    }
    if marks.has(Mark::TriedDisengaging) {
        reasons.push(Reason::AlreadyTried);
    }
    if by_force {
        let size = table.recruit(fighter).profile.size;
        if adversaries.iter().any(|&other| table.recruit(other).profile.size >= size) {
            reasons.push(Reason::NotBigger);
        }
        if attempt(table, fighter, true).value <= 0 {
            reasons.push(Reason::TooWeak);
        }
    }
    in_order(reasons)
}

/// The check that a fighter would make.
///
/// # Rule
/// M-22: initiative against 4 and 2 for each adversary in contact; M-23: strength, less the highest
/// resilience among them, against the same. M-17: a charge penalty counts for initiative.
pub fn attempt(table: &Table, fighter: usize, by_force: bool) -> Attempt {
    let rules = table.rules();
    let (profile, state) = (&table.recruit(fighter).profile, table.fighter(fighter));
    let adversaries = table.adversaries(fighter);
    let current = |characteristic, value: u8| {
        state.health.current(&rules.wounds, characteristic, i32::from(value))
    };
    let charged = if state.has(Mark::Charged) { rules.combat.charged_penalty } else { 0 };
    let resilience = |&other: &usize| i32::from(table.recruit(other).profile.resilience);
    let value = if by_force {
        let highest = adversaries.iter().map(resilience).max().unwrap_or(0);
        current(Characteristic::Strength, profile.strength) - highest
    } else {
        current(Characteristic::Initiative, profile.initiative) + i32::from(charged)
    };
    let each = i32::from(rules.movement.disengage_per_adversary);
    let difficulty =
        i32::from(rules.movement.disengage_difficulty) + each * adversaries.len() as i32;
    Attempt { value, difficulty }
}

/// What an attempt to disengage failed to come to.
#[derive(Debug)]
pub enum Refused<D, P> {
    /// It is not allowed.
    Illegal(Vec<Reason>),
    /// Dice or the player who decides on rerolls failed.
    Interrupted(Interrupted<D, P>),
}

/// An attempt that was made: the check, whether it succeeded, and the table afterwards.
pub type Attempted = (CheckResult, bool, Table);

/// Tries to disengage.
///
/// # Rule
/// M-24: who fails stays, and all its combat dice go to defence; M-25: who succeeds may walk or
/// engage, and stays in contact until it moves.
///
/// # Dice
/// One check, named `disengage`.
pub fn disengage<D: Dice, P: RerollPolicy>(
    table: &Table,
    fighter: usize,
    by_force: bool,
    policy: &mut P,
    dice: &mut D,
) -> Result<Attempted, Refused<D::Error, P::Error>> {
    let reasons = why_not(table, fighter, by_force);
    if !reasons.is_empty() {
        return Err(Refused::Illegal(reasons));
    }
    let Attempt { value, difficulty } = attempt(table, fighter, by_force);
    let check = Check { value, dice: 1, roll: Roll::Disengage };
    let target = Some(Target::Difficulty(difficulty));
    let result =
        check.resolve(&table.rules().checks, target, policy, dice).map_err(Refused::Interrupted)?;
    let success = result.outcome.meets(difficulty);
    let mark = if success { Mark::Disengaged } else { Mark::BoundToDefence };
    let after = table.fighter(fighter).with(Mark::TriedDisengaging).with(mark);
    Ok((result, success, table.with(fighter, after)))
}
