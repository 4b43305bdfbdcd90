//! Effects of a battle (T-4, T-14, T-15, A-16): which there are, how one happens, how it ends, and what
//! those in force alter.

use super::Battle;
use super::deeds::{Tell, deed};
use super::events::BattleEvent;
use super::separating::Set;
use super::state::{BattleState, Fray};
use crate::machine::Observer;
use crate::names::Named;
use crate::skirmish::effects::{Alterable, DeedName, Effect, MysticAction};
use crate::skirmish::table::Recruit;
use std::sync::Arc;

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The bearer itself: by its number among the effects of its own.
    Own(u8),
    /// A mystic action of the caster: by its number.
    Cast(u8),
}

/// An effect and whom it concerns. What a fighter bears of its own is cast by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bond {
    /// Who cast it, and pays for it.
    pub caster: u8,
    /// Whom it happens to.
    pub bearer: u8,
    /// Which one it is.
    pub origin: Origin,
}

impl Battle {
    /// the mystic actions of a fighter.
    pub fn mystic_actions(&self, fighter: u8) -> &[MysticAction] {
        &self.start.recruit(usize::from(fighter)).profile.mystic_actions
    }

    /// The effect of a bond.
    pub fn effect(&self, bond: Bond) -> &Effect {
        match bond.origin {
            Origin::Own(number) => &self.registry.own(bond.caster)[usize::from(number)],
            Origin::Cast(number) => &self.mystic_actions(bond.caster)[usize::from(number)].effect,
        }
    }

    /// What was cast and lasts, in the order of casting.
    pub fn in_force<'a>(&self, state: &'a BattleState) -> &'a [Bond] {
        &state.in_force
    }

    /// Whether the deed of an effect has anything to do with its bearer as it is.
    pub(super) fn concerns(&self, state: &BattleState, bond: Bond) -> bool {
        deed(self.effect(bond).deed).concerns(state, bond.bearer)
    }

    /// An effect happens to its bearer.
    pub(super) fn befall(
        &self,
        state: &mut BattleState,
        bond: Bond,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        observer.observe(BattleEvent::EffectHappened { bond });
        let effect = self.effect(bond);
        let tell = &mut |event| observer.observe(event);
        deed(effect.deed).happen(effect, self, state, bond.bearer, tell);
    }

    /// what lasts is put in force, in the place of the same casting before it, unless somebody
    /// has left the table over it.
    pub(super) fn put_in_force(&self, state: &mut BattleState, bond: Bond) {
        let stands = |one: u8| state.table.is_standing(usize::from(one));
        if !stands(bond.caster) || !stands(bond.bearer) {
            return;
        }
        state.in_force.retain(|other| *other != bond);
        state.in_force.push(bond);
        self.alter(state, bond.bearer);
    }

    /// T-15: an effect is over; one of a fighter's own never comes again.
    pub(super) fn end_effect(
        &self,
        state: &mut BattleState,
        bond: Bond,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        match bond.origin {
            Origin::Own(number) => state.ended.push((bond.bearer, number)),
            Origin::Cast(_) => {
                state.in_force.retain(|other| *other != bond);
                self.alter(state, bond.bearer);
            }
        }
        observer.observe(BattleEvent::EffectEnded { bond });
    }

    /// Somebody may have left the table: effects cast by him or upon him end, and he is in none of the
    /// combats that are still to be fought (C-37).
    pub(super) fn after_a_loss(&self, state: &mut BattleState, tell: Tell<'_>) {
        self.end_effects_of_the_gone(state, tell);
        if !state.waiting.is_empty() || !state.queue.is_empty() {
            let alive = self.alive(state);
            withdraw(&mut state.waiting, alive);
            withdraw(&mut state.queue, alive);
        }
    }

    /// Effects in force end when their caster or bearer leaves the table.
    pub(super) fn end_effects_of_the_gone(&self, state: &mut BattleState, tell: Tell<'_>) {
        if state.in_force.is_empty() {
            return;
        }
        let alive = self.alive(state);
        let is_gone = |bond: &Bond| alive >> bond.caster & alive >> bond.bearer & 1 == 0;
        let gone: Vec<Bond> = state.in_force.iter().copied().filter(is_gone).collect();
        state.in_force.retain(|bond| !is_gone(bond));
        for bond in gone {
            self.alter(state, bond.bearer);
            tell(BattleEvent::EffectEnded { bond });
        }
    }

    /// What is in force alters the profile of a bearer: amounts add up before they are cut off. Its
    /// base and its name never change.
    fn alter(&self, state: &mut BattleState, bearer: u8) {
        let number = usize::from(bearer);
        let recruit = self.start.recruit(number);
        let mut profile = None;
        for &characteristic in Alterable::ALL {
            let by: i32 = state
                .in_force
                .iter()
                .filter(|bond| bond.bearer == bearer)
                .map(|bond| self.effect(*bond))
                .filter(|effect| effect.deed == DeedName::Alter)
                .filter(|effect| effect.characteristic == Some(characteristic))
                .map(|effect| i32::from(effect.amount))
                .sum();
            if by != 0 {
                let before = profile.as_ref().unwrap_or(&*recruit.profile);
                profile = Some(before.altered(characteristic, by, recruit.power));
            }
        }
        let altered = profile.map(|profile| Recruit {
            power: profile.power.unwrap_or(recruit.power),
            profile: Arc::new(profile),
            ..recruit.clone()
        });
        state.table.alter(number, altered);
    }
}

/// Takes those who are gone out of combats; one that has lost a whole side is none any more.
fn withdraw(frays: &mut Vec<Fray>, alive: Set) {
    for fray in frays.iter_mut() {
        fray.enemies &= alive;
    }
    frays.retain(|fray| alive >> fray.lone & 1 == 1 && fray.enemies != 0);
}
