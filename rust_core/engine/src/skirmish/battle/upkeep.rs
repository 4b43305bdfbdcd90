//! The moments of effects (T-4, T-14, T-15, T-18): whose effects come, in which order, what they cost,
//! the die that they need.
//!
//! A moment knows no skill and no spell: it asks the registry and the list of what is in force.

use super::Battle;
use super::effects::{Bond, Origin};
use super::events::BattleEvent;
use super::separating::members;
use super::state::{BattleState, Step, Task};
use crate::machine::{Choices, Observer};
use crate::skirmish::checks::Side;
use crate::skirmish::effects::{DeedName, Moment};

impl Battle {
    /// Puts a moment on the agenda, if it can have anything to it: T-18, first the side that won the
    /// last Tactics roll.
    pub(super) fn plan_moment(&self, state: &mut BattleState, moment: Moment) {
        if self.registry.bearers(moment) == 0 && state.in_force.is_empty() {
            return;
        }
        let first = Side::from(state.tactician);
        let step = Step::Effects(moment);
        state.agenda.extend([Task::Upkeep(step, 1 - first), Task::Upkeep(step, first)]);
    }

    /// T-18: the effects of a side's fighters at a moment, listed once.
    pub(super) fn begin_moment(&self, state: &mut BattleState, moment: Moment, side: Side) {
        let mut bonds = Vec::new();
        for fighter in members(self.registry.bearers(moment) & self.sides[side]) {
            let own = self.registry.own(fighter).iter().enumerate();
            let own = own.filter(|(_, effect)| effect.moment == moment).map(|(number, _)| Bond {
                caster: fighter,
                bearer: fighter,
                origin: Origin::Own(number as u8),
            });
            bonds.extend(own.filter(|bond| self.is_due(state, *bond)));
        }
        let cast = state.in_force.iter().copied();
        bonds.extend(
            cast.filter(|bond| {
                self.side(bond.caster) == side && self.effect(*bond).moment == moment
            }),
        );
        if !bonds.is_empty() {
            state.agenda.push(Task::OrderEffects(bonds));
        }
    }

    /// Whether an effect is still to come: what is cast is in force, what is one's own has not ended
    /// and concerns its bearer.
    fn is_due(&self, state: &BattleState, bond: Bond) -> bool {
        match bond.origin {
            Origin::Own(number) => {
                !state.ended.contains(&(bond.bearer, number)) && self.concerns(state, bond)
            }
            Origin::Cast(_) => state.in_force.contains(&bond),
        }
    }

    /// T-18: the fighters whose effects may come next.
    pub(super) fn effect_orders(bonds: &[Bond]) -> Choices {
        bonds.iter().fold(Choices::NONE, |choices, bond| choices.with(bond.caster))
    }

    /// T-18: all effects of one fighter, its own before those that it cast.
    pub(super) fn order_effects(state: &mut BattleState, bonds: Vec<Bond>, fighter: u8) {
        let (next, rest): (Vec<Bond>, Vec<Bond>) =
            bonds.into_iter().partition(|bond| bond.caster == fighter);
        if !rest.is_empty() {
            state.agenda.push(Task::OrderEffects(rest));
        }
        state.agenda.extend(next.into_iter().rev().map(Task::Effect));
    }

    /// T-15: an effect comes: what it costs is due first. What was cast without an upkeep ends; an
    /// active skill is used if its player likes.
    pub(super) fn begin_effect(
        &self,
        state: &mut BattleState,
        bond: Bond,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        if !self.is_due(state, bond) {
            return;
        }
        let effect = self.effect(bond);
        match (effect.upkeep, bond.origin) {
            (Some(cost), _) if state.resource(bond.caster, effect.resource) < cost => {
                self.end_effect(state, bond, observer);
            }
            (Some(_), _) => state.agenda.push(Task::Pay(bond)),
            (None, Origin::Cast(_)) => self.end_effect(state, bond, observer),
            (None, Origin::Own(_)) if effect.moment == Moment::Active => {
                state.agenda.push(Task::Use(bond));
            }
            (None, Origin::Own(_)) => self.go_on_with_effect(state, bond, observer),
        }
    }

    /// T-15: the upkeep is paid, or the effect ends.
    pub(super) fn pay(
        &self,
        state: &mut BattleState,
        bond: Bond,
        pays: bool,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        if !pays {
            return self.end_effect(state, bond, observer);
        }
        let effect = self.effect(bond);
        let amount = effect.upkeep.unwrap_or(0);
        *state.purse(bond.caster, effect.resource) -= amount;
        observer.observe(BattleEvent::UpkeepPaid { bond, amount });
        self.go_on_with_effect(state, bond, observer);
    }

    /// It happens, or a die decides on it (T-15); what alters just stays.
    pub(super) fn go_on_with_effect(
        &self,
        state: &mut BattleState,
        bond: Bond,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let effect = self.effect(bond);
        if effect.deed == DeedName::Alter || !self.concerns(state, bond) {
            return;
        }
        if effect.needs > 1 {
            state.agenda.push(Task::EffectDie(bond));
        } else {
            self.befall(state, bond, observer);
        }
    }

    /// T-15: the die of an effect.
    pub(super) fn effect_die(
        &self,
        state: &mut BattleState,
        bond: Bond,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let success = face >= self.effect(bond).needs;
        observer.observe(BattleEvent::UpkeepRolled { fighter: bond.caster, face, success });
        if success {
            self.befall(state, bond, observer);
        }
    }
}
