//! Shooting (A-15, M-20): whom, whether a walk follows, whether the target dives for cover, the
//! check, the wound.
//!
//! No distance is measured before the target is named, unless the rules say so: a shot at
//! somebody too far off is a shot lost.

use super::Battle;
use super::events::BattleEvent;
use super::separating::members;
use super::state::{BattleState, Task, Test, Trial, Volley};
use super::trials::mark;
use crate::machine::{Choices, Observer};
use crate::rules::Characteristic;
use crate::skirmish::checks::Outcome;
use crate::skirmish::movement::conditions::why_not;
use crate::skirmish::movement::cover::{bonus, why_not_dive};
use crate::skirmish::movement::{Action, HAIR};
use crate::skirmish::profiles::Weapon;
use crate::skirmish::sight::is_seen;
use crate::skirmish::table::{Mark, Table};
use crate::skirmish::wounds::WoundRoll;

impl Battle {
    /// the enemies that a fighter may shoot at, as far as they may be.
    ///
    /// # Rule
    /// It has an aim, a ranged weapon and a shot left this turn, is free of adversaries, and sees the
    /// target; A-17: with free measuring nobody is offered who is beyond the long range.
    ///
    /// # Edge cases
    /// Who dived for cover and was free when it was activated may not: it has to move under cover
    /// (M-20).
    pub fn shot_targets(&self, state: &BattleState, fighter: u8) -> Choices {
        if !Self::may_shoot(state, fighter) {
            return Choices::NONE;
        }
        let is_open = |&enemy: &u8| self.is_shot_open(state, fighter, enemy);
        members(self.enemies(state, fighter)).filter(is_open).fold(Choices::NONE, Choices::with)
    }

    /// Whether there is anybody to shoot at.
    pub(super) fn can_shoot(&self, state: &BattleState, fighter: u8) -> bool {
        Self::may_shoot(state, fighter)
            && members(self.enemies(state, fighter))
                .any(|enemy| self.is_shot_open(state, fighter, enemy))
    }

    /// Whether a target is seen, and near enough if that is measured beforehand.
    fn is_shot_open(&self, state: &BattleState, fighter: u8, target: u8) -> bool {
        let is_in_range = |weapon: Weapon| {
            let distance = distance(&state.table, fighter, target);
            self.range_difficulty(&weapon, distance).is_some()
        };
        let weapon = state.table.recruit(usize::from(fighter)).profile.weapon;
        (!self.rules.turn.free_measuring || weapon.is_some_and(is_in_range))
            && is_seen(&state.table, usize::from(fighter), usize::from(target))
    }

    fn may_shoot(state: &BattleState, fighter: u8) -> bool {
        let number = usize::from(fighter);
        let profile = &state.table.recruit(number).profile;
        let now = state.table.fighter(number);
        let has_shot = |weapon: Weapon| state.shots[number] < weapon.shots;
        profile.aim.is_some()
            && profile.weapon.is_some_and(has_shot)
            && (now.has(Mark::Disengaged) || !now.has(Mark::MustTakeCover))
            && state.table.is_free(number)
    }

    /// whether a walk is open to a fighter: one that follows a shot was announced before it.
    pub(super) fn may_walk(state: &BattleState, fighter: u8) -> bool {
        state.stays >> fighter & 1 == 0
            && why_not(&state.table, usize::from(fighter), Action::Walk, &[]).is_empty()
    }

    /// whether a shooter walks after its shot.
    pub(super) fn walks_to_announce(state: &BattleState, fighter: u8) -> Choices {
        // who shoots beside an exclusive action does not walk.
        let is_open = state.exclusive >> fighter & 1 == 0 && Self::may_walk(state, fighter);
        if is_open { Choices::NO_OR_YES } else { Choices::NONE.with(0) }
    }

    /// a target is named, and a walk that follows is announced.
    pub(super) fn announce_shot(state: &mut BattleState, fighter: u8, target: u8, walks: bool) {
        let bit = 1 << fighter;
        if walks {
            state.must_walk |= bit;
        } else {
            state.stays |= bit;
        }
        state.agenda.push(Task::Dive(fighter, target));
    }

    /// M-20: whether the target of a shot may dive for cover.
    pub(super) fn dives(state: &BattleState, fighter: u8, target: u8) -> Choices {
        let weapon = state.table.recruit(usize::from(fighter)).profile.weapon;
        let assault = weapon.is_some_and(|weapon| weapon.assault);
        if why_not_dive(&state.table, usize::from(target), assault).is_empty() {
            Choices::NO_OR_YES
        } else {
            Choices::NONE.with(0)
        }
    }

    /// the shot is made and its distance measured.
    pub(super) fn shoot(
        &self,
        state: &mut BattleState,
        (fighter, target): (u8, u8),
        dived: bool,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let distance = distance(&state.table, fighter, target);
        observer.observe(BattleEvent::Shot { fighter, target, distance, dived });
        state.shots[usize::from(fighter)] += 1;
        if dived {
            mark(state, target, Mark::MustTakeCover);
        }
        if let Some((value, difficulty)) = self.shot_check(state, fighter, target, dived) {
            let trial = Trial::new(fighter, Test::Shot(target), value, difficulty);
            state.agenda.push(Task::Trial(trial));
        } else {
            let (outcome, difficulty) = (None, None);
            let event = BattleEvent::ShotResolved { fighter, target, outcome, difficulty };
            observer.observe(event);
        }
    }

    /// What a fighter adds to the die of a shot at a target, and what there is to reach; `None` for a
    /// shot that no die can make hit: the target is out of range, or there is nothing to shoot with.
    ///
    /// # Rule
    /// current aim, with the bonus of the immobile shot, against the difficulty of the range
    /// with the target's number of the skill Target; M-19, M-20: cover gives one, and the higher
    /// counts; M-17: a charged fighter aims worse.
    pub fn shot_check(
        &self,
        state: &BattleState,
        fighter: u8,
        target: u8,
        dived: bool,
    ) -> Option<(i32, i32)> {
        let table = &state.table;
        let (number, aimed_at) = (usize::from(fighter), usize::from(target));
        let profile = &table.recruit(number).profile;
        let (aim, weapon) = (profile.aim?, profile.weapon?);
        let by_range = self.range_difficulty(&weapon, distance(table, fighter, target))?;
        let hard = table.recruit(aimed_at).profile.target_number();
        let hard = hard.max(bonus(table, aimed_at, dived));
        let now = table.fighter(number);
        let aim = now.health.current(&self.rules.wounds, Characteristic::Aim, i32::from(aim));
        let charged = if now.has(Mark::Charged) { self.rules.combat.charged_penalty } else { 0 };
        let has_moved = now.has(Mark::Walked) || now.has(Mark::Disengaged);
        // an exclusive action moves it before the shot or after it.
        let moves = has_moved || (state.must_walk | state.exclusive) >> fighter & 1 == 1;
        let immobile = if moves { 0 } else { self.rules.shooting.immobile };
        let value = aim + i32::from(charged) + i32::from(immobile);
        Some((value, i32::from(by_range) + i32::from(hard)))
    }

    /// the difficulty of a distance; `None` beyond the long range.
    fn range_difficulty(&self, weapon: &Weapon, distance: f64) -> Option<u8> {
        let rules = &self.rules.shooting;
        let ranges =
            [(weapon.short, rules.short), (weapon.medium, rules.medium), (weapon.long, rules.long)];
        let within = ranges.into_iter().find(|(range, _)| distance <= *range + HAIR);
        within.map(|(_, difficulty)| difficulty)
    }

    /// The check of a shot is made: who is hit suffers a wound roll.
    pub(super) fn after_shot(
        state: &mut BattleState,
        (fighter, target): (u8, u8),
        outcome: Outcome,
        difficulty: i32,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let event = BattleEvent::ShotResolved {
            fighter,
            target,
            outcome: Some(outcome),
            difficulty: Some(difficulty),
        };
        observer.observe(event);
        if outcome.meets(difficulty) {
            let weapon = state.table.recruit(usize::from(fighter)).profile.weapon;
            let strength = weapon.map_or(0, |weapon| i32::from(weapon.strength));
            state.agenda.push(Task::Hit(Volley { strength, target, first: None }));
        }
    }

    /// A-15, W-1: a die of the wound roll, with the strength of the weapon or the effect.
    pub(super) fn wound_die(
        &self,
        state: &mut BattleState,
        volley: Volley,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Some(first) = volley.first else {
            state.agenda.push(Task::Hit(Volley { first: Some(face), ..volley }));
            return;
        };
        let target = usize::from(volley.target);
        let mut hit = *state.table.fighter(target);
        let resilience = i32::from(state.table.recruit(target).profile.resilience);
        let wounds = &self.rules.wounds;
        let resilience = hit.health.current(wounds, Characteristic::Resilience, resilience);
        let roll = WoundRoll::of(&self.rules, volley.strength - resilience, [first, face]);
        hit.health = hit.health.after(&self.rules.wounds, roll.wound);
        state.table.set(target, hit);
        let event = BattleEvent::WoundRolled { fighter: volley.target, roll, health: hit.health };
        observer.observe(event);
        if hit.health.is_killed() {
            self.after_a_loss(state, &mut |event| observer.observe(event));
        }
    }
}

/// how far a target is: from the shooter's mire to its base.
pub(super) fn distance(table: &Table, fighter: u8, target: u8) -> f64 {
    let mire = table.fighter(usize::from(fighter)).standing.base().mire();
    table.body(usize::from(target)).depth_outside(mire).max(0.0)
}
