//! Playing a combat die by die.

use fracas_engine::dice::Dice;
use fracas_engine::machine::{IllegalChoice, Machine, Node, Observer};
use fracas_engine::skirmish::combat::{Combat, CombatEvent, Decision, Plain, RandomChoices, State};
use std::convert::Infallible;

/// Who decides for a side.
pub trait Player {
    /// What can go wrong with a decision.
    type Error;

    /// The choice at this decision.
    fn choose(
        &mut self,
        combat: &Combat,
        state: &State,
        decision: &Decision,
    ) -> Result<u8, Self::Error>;
}

impl Player for Plain {
    type Error = Infallible;

    fn choose(
        &mut self,
        combat: &Combat,
        state: &State,
        decision: &Decision,
    ) -> Result<u8, Infallible> {
        Ok(Plain::choose(self, combat, state, decision))
    }
}

impl Player for RandomChoices {
    type Error = Infallible;

    fn choose(&mut self, combat: &Combat, state: &State, _: &Decision) -> Result<u8, Infallible> {
        Ok(RandomChoices::choose(self, combat.choices(state)))
    }
}

/// Why a game was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped<D, P> {
    /// The dice.
    Dice(D),
    /// The player of a side.
    Player(P),
    /// A choice that is not legal.
    Illegal(Decision, IllegalChoice),
}

/// Plays a combat from a state to its end: asks the player of the side at decisions, rolls at
/// chance. When it is stopped, the state is the last one that stood.
pub fn play<D: Dice, P: Player>(
    combat: &Combat,
    state: &mut State,
    players: &mut [P; 2],
    dice: &mut D,
    observer: &mut impl Observer<CombatEvent>,
) -> Result<(), Stopped<D::Error, P::Error>> {
    loop {
        match combat.node(state) {
            Node::Over => return Ok(()),
            Node::Chance(roll) => {
                let face = dice.roll(roll).map_err(Stopped::Dice)?;
                combat.roll_unchecked(state, face, observer);
            }
            Node::Decision(decision) => {
                let choice = players[decision.side]
                    .choose(combat, state, &decision)
                    .map_err(Stopped::Player)?;
                combat
                    .apply(state, choice, observer)
                    .map_err(|illegal| Stopped::Illegal(decision, illegal))?;
            }
        }
    }
}
