//! Passes of arms (C-17 to C-21).

use super::Combat;
use super::attack::Exchange;
use super::events::CombatEvent;
use super::state::{Fight, State, Step};
use crate::machine::{Choices, Observer};
use crate::skirmish::checks::Side;

impl Combat {
    /// C-17: a new pass begins with the side that won initiative; C-21: unless the combat is over.
    pub(super) fn begin_pass(&self, state: &mut State, observer: &mut impl Observer<CombatEvent>) {
        if self.is_over(state) {
            end(state, observer);
            return;
        }
        for fight in &mut state.fighters[..self.fighters()] {
            fight.flags &= !(Fight::HAS_ATTACKED | Fight::WAS_ATTACKED);
        }
        state.passes += 1;
        state.acting = state.first;
        observer.observe(CombatEvent::PassBegan { number: state.passes });
        self.go_on_with_turn(state, observer);
    }

    /// Finds the next attack of the acting side; when it has none left, the other side's, and when
    /// both are done, a new pass.
    #[inline]
    pub(super) fn go_on_with_turn(
        &self,
        state: &mut State,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        loop {
            let candidates = self.candidates(state);
            match candidates.len() {
                0 if state.acting == state.first => state.acting = 1 - state.first,
                0 => {
                    self.begin_pass(state, observer);
                    return;
                }
                1 => {
                    self.begin_attack(state, candidates.first(), observer);
                    return;
                }
                _ => {
                    state.step = Step::Turn;
                    return;
                }
            }
        }
    }

    /// Whether the lone fighter's side has the turn.
    #[inline]
    pub(super) fn lone_acts(&self, state: &State) -> bool {
        Side::from(state.acting) == self.lone_side
    }

    /// C-19: whom the lone fighter may attack next; C-20: which of the several may attack next.
    #[inline]
    pub(super) fn candidates(&self, state: &State) -> Choices {
        let lone_acts = self.lone_acts(state);
        if lone_acts && state.fighters[0].attack == 0 {
            return Choices::NONE;
        }
        let mut candidates = Choices::NONE;
        for number in self.enemy_numbers() {
            let enemy = &state.fighters[usize::from(number)];
            let is_candidate = if lone_acts {
                enemy.stands() && !enemy.is(Fight::WAS_ATTACKED)
            } else {
                enemy.attack > 0 && !enemy.is(Fight::HAS_ATTACKED)
            };
            if is_candidate {
                candidates = candidates.with(number);
            }
        }
        candidates
    }

    /// C-18: an attack of or on that enemy takes one attack die, which is gone.
    #[inline]
    pub(super) fn begin_attack(
        &self,
        state: &mut State,
        enemy: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let (attacker, target, flag) = if self.lone_acts(state) {
            (0, enemy, Fight::WAS_ATTACKED)
        } else {
            (enemy, 0, Fight::HAS_ATTACKED)
        };
        state.fighters[usize::from(enemy)].flags |= flag;
        state.fighters[usize::from(attacker)].attack -= 1;
        self.begin_exchange(state, Exchange::new(attacker, target), observer);
    }

    /// After an attack: C-21 ends the combat, or the turn goes on.
    #[inline]
    pub(super) fn after_attack(
        &self,
        state: &mut State,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        if self.is_over(state) {
            end(state, observer);
        } else {
            self.go_on_with_turn(state, observer);
        }
    }

    /// C-21: one side is entirely eliminated, or no fighter has an attack die left. An eliminated
    /// fighter has lost its dice (C-26).
    #[inline]
    fn is_over(&self, state: &State) -> bool {
        let enemies = &state.fighters[1..self.fighters()];
        let dice: u8 = enemies.iter().map(|enemy| enemy.attack).sum();
        state.fighters[0].attack + dice == 0
            || !state.fighters[0].stands()
            || !enemies.iter().any(Fight::stands)
    }
}

fn end(state: &mut State, observer: &mut impl Observer<CombatEvent>) {
    state.step = Step::Over;
    observer.observe(CombatEvent::Ended { passes: state.passes });
}
