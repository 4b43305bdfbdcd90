//! A combat between two players of fixed habits, played as far as no die is needed.

use fracas_engine::dice::Dice;
use fracas_engine::machine::Machine;
use fracas_engine::skirmish::combat::{Combat, Outcome, Pending, Plain, State};

/// A combat where the dice are placed and nothing has been rolled.
#[derive(Clone, Debug)]
pub struct Opening<'a> {
    pub(super) combat: &'a Combat,
    pub(super) players: [Plain; 2],
    pub(super) state: State,
}

impl<'a> Opening<'a> {
    /// Plays a combat up to its first roll.
    pub fn new(combat: &'a Combat, players: [Plain; 2]) -> Self {
        let mut state = combat.start(&mut ());
        combat.advance(&mut state, &players);
        Self { combat, players, state }
    }

    /// Rolls one game to its end.
    #[inline]
    pub fn roll_straight<D: Dice>(&self, dice: &mut D) -> Result<Outcome, D::Error> {
        self.combat.roll_straight(&self.state, &self.players, dice)
    }

    /// Lets the players decide until a whole roll is pending; `None` when the combat is over.
    #[inline]
    pub(super) fn advance(&self, state: &mut State) -> Option<Pending> {
        self.combat.advance(state, &self.players)
    }
}
