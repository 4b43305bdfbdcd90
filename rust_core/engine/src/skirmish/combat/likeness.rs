//! Which states of a combat are alike: the fewer a reader must tell apart, the more it can work out.

use super::Combat;
use super::state::{Fight, MAX_FIGHTERS, State, Step};
use crate::machine::Choices;

/// What one enemy takes in a key: what it has left, and whether it takes part in the attack.
const KEY_BITS: u32 = 25;

impl Combat {
    /// Of these choices among fighters the ones that differ: of fighters that are alike in all that
    /// they are and in all that they have left, only the first. What is true of it is true of them.
    pub fn unlike(&self, state: &State, fighters: Choices) -> Choices {
        let mut unlike = Choices::NONE;
        for fighter in fighters {
            let index = usize::from(fighter);
            let is_like = |other: u8| {
                let other = usize::from(other);
                self.twins[other] == self.twins[index]
                    && state.fighters[other] == state.fighters[index]
            };
            if !unlike.into_iter().any(is_like) {
                unlike = unlike.with(fighter);
            }
        }
        unlike
    }

    /// The same combat with fewer fighters alike: only those that are the same to `is_same` as well.
    #[must_use]
    pub fn told_apart(mut self, is_same: impl Fn(usize, usize) -> bool) -> Self {
        let twins = self.twins;
        for index in 1..self.fighters() {
            let like = |&other: &usize| twins[other] == twins[index] && is_same(other, index);
            self.twins[index] = (1..=index).find(like).unwrap_or(index) as u8;
        }
        self
    }

    /// How many ways there are to tell the enemies apart: 1 when all are alike, n! when none is.
    pub fn distinct_orders(&self) -> u64 {
        let mut orders = 1;
        let mut alike = [0; MAX_FIGHTERS];
        for (place, &twin) in (1..).zip(&self.twins[1..self.fighters()]) {
            alike[usize::from(twin)] += 1;
            // The multinomial coefficient, one fighter at a time: always a whole number.
            orders = orders * place / alike[usize::from(twin)];
        }
        orders
    }

    /// C-39, C-40: whether anybody has a skill that wins attack dice.
    pub const fn dice_can_be_won(&self) -> bool {
        self.dice_can_be_won
    }

    /// A key of a state's future: states of equal keys have equally likely futures, up to which of
    /// several fighters that are alike is which. Good for any state between two attacks, or where an
    /// attack waits for its announcement or for a whole roll. Up to three enemies the second word is 0.
    pub fn likeness_key(&self, state: &State) -> [u128; 2] {
        let (attacker, involved, announcement) = match &state.step {
            Step::Attack(exchange) => (
                Some(exchange.attacker),
                exchange.attacker.max(exchange.target),
                exchange.announcement_key(),
            ),
            _ => (None, 0, 0),
        };
        let lone_attacks = attacker == Some(0);
        let enemies_attack = attacker.is_some_and(|attacker| attacker != 0);
        let lone = &state.fighters[0];
        let lone_is_done = !self.dice_can_be_won && lone.attack == 0 && !lone_attacks;
        let enemies = &state.fighters[1..self.fighters()];
        let enemies_are_done = !self.dice_can_be_won
            && !enemies_attack
            && enemies.iter().all(|enemy| enemy.attack == 0);
        let mut keys = [0_u32; MAX_FIGHTERS];
        for (index, enemy) in (1..).zip(enemies) {
            let mut key = enemy.key();
            if enemy.stands() {
                if lone_is_done {
                    key &= !(Fight::DEFENDING | Fight::TARGETED);
                }
                if enemy.attack == 0 && !self.dice_can_be_won {
                    key &= !Fight::ATTACKED;
                }
            }
            let part = u32::from(index == usize::from(involved));
            keys[index] = u32::from(self.twins[index]) << KEY_BITS | (key as u32) << 1 | part;
        }
        // Twins stand in the order of what they have left, not by number.
        keys[1..self.fighters()].sort_unstable();
        let mut key = lone.key();
        if enemies_are_done && lone.stands() {
            key &= !Fight::DEFENDING;
        }
        let whole = u128::from(key)
            | u128::from(state.first) << 24
            | u128::from(state.acting) << 25
            | u128::from(lone_attacks) << 26
            | u128::from(announcement) << 27;
        let pack = |keys: &[u32]| {
            let own = (1 << KEY_BITS) - 1;
            keys.iter().fold(0, |sum, key| sum << KEY_BITS | u128::from(key & own))
        };
        [whole | pack(&keys[1..4]) << 35, pack(&keys[4..])]
    }
}
