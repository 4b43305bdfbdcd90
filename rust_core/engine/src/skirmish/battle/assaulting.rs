//! Assaults of a battle (M-10 to M-14, A-17, A-18, C-30): reaching contact, with one enemy or two.

use super::Battle;
use super::events::BattleEvent;
use super::separating::{Set, members};
use super::state::{Announcement, BattleState, Move, Task};
use crate::machine::{Choices, Observer};
use crate::skirmish::measuring::Terrain;
use crate::skirmish::movement::assaults::{Assault, assault_within, fail, is_too_far, reaches};
use crate::skirmish::movement::conditions::is_full;
use crate::skirmish::movement::{Action, Moved};
use crate::skirmish::table::Mark;

/// The choice to touch nobody but the target.
pub(super) const ALONE: u8 = 63;

impl Battle {
    /// C-30: whether a fighter can reach contact with an enemy.
    pub(super) fn is_in_reach(
        state: &BattleState,
        terrain: &Terrain,
        fighter: u8,
        target: u8,
        allowed: f64,
    ) -> bool {
        let (number, enemy) = (usize::from(fighter), usize::from(target));
        let base = state.table.fighter(number).standing.base();
        state.table.body(enemy).depth_outside(base.mire()) <= allowed
            && !is_full(&state.table, enemy, number)
            && reaches(&state.table, terrain, number, &[enemy], allowed)
    }

    /// whether distances are measured beforehand, and this one would make an assault fail.
    pub(super) fn is_measured_too_far(
        &self,
        state: &BattleState,
        fighter: u8,
        target: u8,
        allowed: f64,
    ) -> bool {
        self.rules.turn.free_measuring
            && is_too_far(&state.table, usize::from(fighter), usize::from(target), allowed)
    }

    /// M-16, M-24, A-18: an announced assault begins, unless its fighter could not disengage; it is
    /// redirected if its target is gone.
    pub(super) fn begin_assault(
        state: &mut BattleState,
        announcement: Announcement,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Announcement { fighter, action, target, manner } = announcement;
        let now = state.table.fighter(usize::from(fighter));
        let is_stuck = manner.is_some() && !now.has(Mark::Disengaged);
        if is_stuck || !state.table.is_standing(usize::from(fighter)) {
            return;
        }
        if state.table.is_standing(usize::from(target)) {
            state.agenda.push(Task::Also(fighter, Move::Action(action), target));
        } else {
            Self::go_where_it_was(state, fighter, action, target, observer);
        }
    }

    /// M-14: the enemies that can be touched together with the target, and [`ALONE`]; M-15: also those
    /// that a charger can only touch if it turns some.
    pub(super) fn also(
        &self,
        state: &BattleState,
        fighter: u8,
        made_for: Move,
        target: u8,
    ) -> Choices {
        let alone = Choices::NONE.with(ALONE);
        let number = usize::from(fighter);
        let allowed = Self::allowance(state, fighter, made_for);
        let near = self.near_target(state, fighter, target);
        if near == 0 {
            return alone;
        }
        let terrain = Terrain::of(&state.table, number);
        let both = |&other: &u8| {
            let targets = [usize::from(target), usize::from(other)];
            reaches(&state.table, &terrain, number, &targets, allowed)
                || Self::reaches_turned(state, &terrain, (fighter, made_for), [target, other])
        };
        members(near).filter(both).fold(alone, Choices::with)
    }

    /// The enemies near enough to a target to be touched together with it, as far as one can tell
    /// without looking for a place, that have room for one more.
    fn near_target(&self, state: &BattleState, fighter: u8, target: u8) -> Set {
        let number = usize::from(fighter);
        let base = state.table.fighter(usize::from(target)).standing.base();
        let span = 2.0 * state.table.recruit(number).footprint.radius();
        let is_near = |&other: &u8| {
            let against = state.table.fighter(usize::from(other)).standing.base();
            let radii = base.footprint.radius() + against.footprint.radius();
            base.centre.distance(against.centre) <= span + radii
                && base.body().approach(&against.body()).gap <= span
                && !is_full(&state.table, usize::from(other), number)
        };
        let others = self.enemies(state, fighter) & !(1 << target);
        members(others).filter(is_near).fold(0, |set, other| set | 1 << other)
    }

    /// M-14: whom else an assault touches; M-15: whom it turns then.
    pub(super) fn touch_also(
        state: &mut BattleState,
        (fighter, made_for, target): (u8, Move, u8),
        also: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        if also == ALONE {
            let assault = Assault::on(usize::from(target));
            Self::assault(state, (fighter, made_for, target), &assault, observer);
        } else {
            state.agenda.push(Task::Pivot(fighter, made_for, [target, also]));
        }
    }

    /// Carries an assault out.
    pub(super) fn assault(
        state: &mut BattleState,
        (fighter, made_for, target): (u8, Move, u8),
        assault: &Assault,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let number = usize::from(fighter);
        let action = made_for.action().unwrap_or(Action::Engage);
        let allowed = Self::allowance(state, fighter, made_for);
        let fail = || fail(&state.table, number, action, usize::from(target), allowed);
        // what can no longer be placed in contact is carried out as a failed assault.
        let moved = if is_full(&state.table, usize::from(target), number) {
            fail()
        } else {
            assault_within(&state.table, number, action, assault, allowed)
                .unwrap_or_else(|_| fail())
        };
        Self::after_assault(state, (fighter, made_for, target), action, moved, observer);
    }

    fn after_assault(
        state: &mut BattleState,
        (fighter, made_for, target): (u8, Move, u8),
        action: Action,
        moved: Moved,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let distance = moved.path.as_ref().map_or(0.0, |way| way.path.length);
        let turned = Self::turned(&moved.events);
        state.table = moved.table;
        let base = state.table.fighter(usize::from(fighter)).standing.base();
        if made_for == Move::Pursuit {
            Self::end_pursuit(state, fighter, observer);
            return;
        }
        if !moved.reached {
            observer.observe(BattleEvent::AssaultFailed { fighter, action, target, base });
            return;
        }
        let targets = Self::adversaries(state, fighter);
        for enemy in members(targets) {
            super::trials::mark(state, enemy, Mark::Assaulted);
        }
        observer.observe(BattleEvent::Assaulted { fighter, action, targets, base, distance });
        for fighter in members(turned) {
            let base = state.table.fighter(usize::from(fighter)).standing.base();
            observer.observe(BattleEvent::Pivoted { fighter, base });
        }
        if action == Action::Charge {
            state.charges.push((fighter, targets));
        }
    }
}
