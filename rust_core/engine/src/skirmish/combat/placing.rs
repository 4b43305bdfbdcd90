//! Placing the combat dice (C-11 to C-15).

use super::Combat;
use super::events::CombatEvent;
use super::fighter::AFTER_INITIATIVE;
use super::state::{Fight, State, Step};
use crate::machine::{Choices, Machine, Observer};
use crate::rules::EqualFriends;

/// Who places next.
enum Next {
    Nobody,
    Fighter(u8),
    OneOf(Choices),
}

impl Combat {
    /// Goes on with placing; when nobody is left to place, with what follows.
    ///
    /// # Rule
    /// C-12 to C-14: by rank, then ascending value, then the side that did not choose the combat;
    /// between friends that are equal in all that their player chooses.
    ///
    /// # Edge cases
    /// Fighters under an effect that waits for initiative place after it.
    pub(super) fn go_on_placing(
        &self,
        state: &mut State,
        observer: &mut impl Observer<CombatEvent>,
        initiative_is_known: bool,
    ) {
        loop {
            match self.next_to_place(state, initiative_is_known) {
                Next::OneOf(friends) => {
                    state.step = Step::PlaceNext(friends);
                    return;
                }
                Next::Fighter(fighter) if self.placements(fighter).len() > 1 => {
                    state.step = Step::Place(fighter);
                    return;
                }
                Next::Fighter(fighter) => self.place(state, fighter, 0, observer),
                Next::Nobody if initiative_is_known => {
                    self.begin_pass(state, observer);
                    return;
                }
                Next::Nobody => {
                    self.begin_initiative(state);
                    return;
                }
            }
        }
    }

    /// The combat as it stands before initiative when its fighters place these numbers of attack dice,
    /// whatever their order; `None` when one of them may not.
    pub fn placed(&self, attack: &[u8]) -> Option<State> {
        let mut state = self.start(&mut ());
        for (fighter, &dice) in (0..=self.enemies).zip(attack) {
            if dice > self.most_attack_dice(fighter) {
                return None;
            }
            state.fighters[usize::from(fighter)].place(dice, self.combat_dice(fighter));
        }
        self.go_on_placing(&mut state, &mut (), false);
        Some(state)
    }

    /// Whether initiative has been rolled: only then do the last ones place (C-14).
    pub(super) fn initiative_is_known(&self, state: &State) -> bool {
        let places_early = |fighter: usize| self.fighters[fighter].rank < AFTER_INITIATIVE;
        (0..self.fighters())
            .all(|fighter| !places_early(fighter) || state.fighters[fighter].is(Fight::PLACED))
    }

    fn next_to_place(&self, state: &State, initiative_is_known: bool) -> Next {
        let mut best = None;
        let mut equal = Choices::NONE;
        for fighter in 0..=self.enemies {
            let combatant = &self.fighters[usize::from(fighter)];
            let waits = combatant.rank == AFTER_INITIATIVE && !initiative_is_known;
            if waits || state.fighters[usize::from(fighter)].is(Fight::PLACED) {
                continue;
            }
            let chose = self.side(fighter) == self.chosen_by;
            let key = (combatant.rank, combatant.value, chose);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
                equal = Choices::NONE;
            }
            if best == Some(key) {
                equal = equal.with(fighter);
            }
        }
        let listed = self.rules.combat.equal_friends == EqualFriends::ListedOrder;
        match equal.len() {
            0 => Next::Nobody,
            1 => Next::Fighter(equal.first()),
            _ if listed => Next::Fighter(equal.first()),
            _ => Next::OneOf(equal),
        }
    }

    /// C-11, C-15: the numbers of attack dice that a fighter may place.
    #[inline]
    pub(super) fn placements(&self, fighter: u8) -> Choices {
        if self.fighters[usize::from(fighter)].only_defends {
            Choices::up_to(0)
        } else {
            Choices::up_to(self.combat_dice(fighter))
        }
    }

    /// A fighter places its dice: so many in attack, the rest in defence.
    pub(super) fn place(
        &self,
        state: &mut State,
        fighter: u8,
        attack: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let fight = &mut state.fighters[usize::from(fighter)];
        fight.place(attack, self.combat_dice(fighter));
        let defence = fight.defence;
        observer.observe(CombatEvent::DicePlaced { fighter, attack, defence });
    }
}
