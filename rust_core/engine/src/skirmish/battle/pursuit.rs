//! Pursuit and the combats that follow from it (C-30 to C-36).

use super::Battle;
use super::combats::fray_of;
use super::events::BattleEvent;
use super::separating::{Separating, Set, members};
use super::state::{BattleState, Fray, Move, Task, Then};
use crate::machine::{Choices, Observer};
use crate::skirmish::checks::Side;
use crate::skirmish::measuring::Terrain;

/// What a pursuer does.
pub(super) const STAY: u8 = 0;
pub(super) const MOVE: u8 = 1;
pub(super) const ENGAGE: u8 = 2;

impl Battle {
    /// C-30: when one side of a combat is dead, everybody of the other who has not pursued this turn
    /// may pursue.
    pub(super) fn begin_pursuit(&self, state: &mut BattleState, fray: Fray) {
        let alive = self.alive(state);
        let survivors = self.sides.map(|side| fray.fighters() & side & alive);
        let (one, other) = (survivors[0] == 0, survivors[1] == 0);
        if one == other {
            return;
        }
        let pursuers = (survivors[0] | survivors[1]) & !state.pursued;
        state.agenda.push(Task::AfterPursuits(pursuers));
        state.agenda.push(Task::Pursuer(pursuers, pursuers));
    }

    /// C-30: how far a pursuit goes: half the movement, rounded up.
    pub(super) fn pursuit_distance(state: &BattleState, fighter: u8) -> f64 {
        (state.table.recruit(usize::from(fighter)).profile.movement / 2.0).ceil()
    }

    /// C-30: what a pursuer may do.
    pub(super) fn pursuits(&self, state: &BattleState, fighter: u8) -> Choices {
        let mut choices = Choices::NONE.with(STAY);
        if Self::pursuit_distance(state, fighter) > 0.0 {
            choices = choices.with(MOVE);
            if self.pursuit_reach(state, fighter).next().is_some() {
                choices = choices.with(ENGAGE);
            }
        }
        choices
    }

    /// C-30: the enemies that a pursuer can engage.
    pub(super) fn pursuit_targets(&self, state: &BattleState, fighter: u8) -> Choices {
        self.pursuit_reach(state, fighter).fold(Choices::NONE, Choices::with)
    }

    fn pursuit_reach(&self, state: &BattleState, fighter: u8) -> impl Iterator<Item = u8> {
        let distance = Self::pursuit_distance(state, fighter);
        let terrain = Terrain::of(&state.table, usize::from(fighter));
        members(self.enemies(state, fighter))
            .filter(move |&target| Self::is_in_reach(state, &terrain, fighter, target, distance))
    }

    /// C-35: who stays in contact with an enemy that has not fought has used his pursuit.
    pub(super) fn stay(state: &mut BattleState, fighter: u8) {
        if Self::unfought_beside(state, fighter) != 0 {
            state.pursued |= 1 << fighter;
        }
    }

    /// A pursuer has come to stand somewhere.
    pub(super) fn end_pursuit(
        state: &mut BattleState,
        fighter: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        state.pursued |= 1 << fighter;
        let base = state.table.fighter(usize::from(fighter)).standing.base();
        let targets = Self::adversaries(state, fighter);
        observer.observe(BattleEvent::Pursued { fighter, base, targets });
    }

    /// The enemies that touch a fighter.
    pub(super) fn adversaries(state: &BattleState, fighter: u8) -> Set {
        let touching = || state.table.adversaries(usize::from(fighter));
        let set = || touching().into_iter().fold(0, |set, enemy| set | 1 << enemy);
        state.table.adversary_bits(usize::from(fighter)).unwrap_or_else(set)
    }

    fn unfought_beside(state: &BattleState, fighter: u8) -> Set {
        Self::adversaries(state, fighter) & !state.fought
    }

    /// C-31, C-35, C-36: all pursuits are made. Those who touch an enemy that has not fought are
    /// drawn into combats with him and with those who fight him already.
    pub(super) fn after_pursuits(state: &mut BattleState, pursuers: Set) {
        let drawn: Set = members(pursuers & state.pursued)
            .filter(|&pursuer| Self::unfought_beside(state, pursuer) != 0)
            .fold(0, |set, pursuer| set | 1 << pursuer);
        let mut groups: Vec<Set> = members(drawn)
            .map(|pursuer| {
                let touched = Self::unfought_beside(state, pursuer);
                let joined = state.waiting.iter().chain(&state.queue);
                let joined = joined.filter(|fray| fray.fighters() & touched != 0);
                joined.fold(touched | 1 << pursuer, |group, fray| group | fray.fighters())
            })
            .collect();
        merge(&mut groups);
        groups.sort_by_key(|group| std::cmp::Reverse(group.trailing_zeros()));
        state.agenda.push(Task::Regroup(drawn, groups));
    }

    /// C-33, C-36: the next group: one combat where that is possible, else a new separation by the
    /// pursuers' player.
    pub(super) fn regroup(
        &self,
        state: &mut BattleState,
        pursuers: Set,
        mut groups: Vec<Set>,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Some(group) = groups.pop() else { return };
        state.agenda.push(Task::Regroup(pursuers, groups));
        state.waiting.retain(|fray| fray.fighters() & group == 0);
        state.queue.retain(|fray| fray.fighters() & group == 0);
        let contacts = self.enemy_contacts(state);
        let separating = Separating::new(group, self.sides[0], &contacts);
        if let Some(fray) = fray_of(&separating, group) {
            observer.observe(BattleEvent::CombatFormed { lone: fray.lone, enemies: fray.enemies });
            state.queue.push(fray);
            return;
        }
        let by = self.side_of(pursuers);
        let then = Then::Pursuers(pursuers);
        state.agenda.push(Task::Separate(by, Box::new(separating), Vec::new(), then));
    }

    /// The side of fighters that are all of one.
    fn side_of(&self, fighters: Set) -> Side {
        Side::from(fighters & self.sides[1] != 0)
    }

    /// What a pursuer chose.
    pub(super) fn pursue(state: &mut BattleState, fighter: u8, choice: u8) {
        match choice {
            MOVE => state.agenda.push(Task::Heading(fighter, Move::Pursuit)),
            ENGAGE => state.agenda.push(Task::PursuitTarget(fighter)),
            _ => Self::stay(state, fighter),
        }
    }
}

/// Puts groups that share a fighter together.
fn merge(groups: &mut Vec<Set>) {
    let mut merged: Vec<Set> = Vec::with_capacity(groups.len());
    for &group in groups.iter() {
        let mut whole = group;
        merged.retain(|&other| {
            let apart = other & whole == 0;
            if !apart {
                whole |= other;
            }
            apart
        });
        // A group that has grown may meet one that it passed by before.
        while let Some(place) = merged.iter().position(|&other| other & whole != 0) {
            whole |= merged.swap_remove(place);
        }
        merged.push(whole);
    }
    *groups = merged;
}
