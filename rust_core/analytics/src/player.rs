//! Playing a machine die by die.

use fracas_engine::dice::Dice;
use fracas_engine::machine::{Asks, IllegalChoice, Machine, Node, Observer};
use fracas_engine::skirmish::combat::{Combat, Decision, Plain, RandomChoices, State};
use fracas_engine::skirmish::contest::{Contest, ContestDecision, ContestState};
use std::convert::Infallible;

/// Who decides for a side.
pub trait Player<M: Machine = Combat> {
    /// What can go wrong with a decision.
    type Error;

    /// The choice at this decision.
    fn choose(
        &mut self,
        machine: &M,
        state: &M::State,
        decision: &M::Decision,
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

impl Player<Contest> for Plain {
    type Error = Infallible;

    fn choose(
        &mut self,
        contest: &Contest,
        state: &ContestState,
        decision: &ContestDecision,
    ) -> Result<u8, Infallible> {
        Ok(self.choose_in_contest(contest, state, decision))
    }
}

impl<M: Machine> Player<M> for RandomChoices {
    type Error = Infallible;

    fn choose(&mut self, machine: &M, state: &M::State, _: &M::Decision) -> Result<u8, Infallible> {
        Ok(RandomChoices::choose(self, machine.choices(state)))
    }
}

/// Why a game was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped<D, P, C = Decision> {
    /// The dice.
    Dice(D),
    /// The player of a side.
    Player(P),
    /// A choice that is not legal.
    Illegal(C, IllegalChoice),
}

/// Why the game of a machine with these dice and players was not played to its end.
pub type StoppedGame<M, D, P> =
    Stopped<<D as Dice>::Error, <P as Player<M>>::Error, <M as Machine>::Decision>;

/// Plays a machine from a state to its end: asks the player of the side at decisions, rolls at
/// chance. When it is stopped, the state is the last one that stood.
pub fn play<M: Machine, D: Dice, P: Player<M>>(
    machine: &M,
    state: &mut M::State,
    players: &mut [P; 2],
    dice: &mut D,
    observer: &mut impl Observer<M::Event>,
) -> Result<(), StoppedGame<M, D, P>> {
    loop {
        match machine.node(state) {
            Node::Over => return Ok(()),
            Node::Chance(roll) => {
                let face = dice.roll(roll).map_err(Stopped::Dice)?;
                machine.roll_unchecked(state, face, observer);
            }
            Node::Decision(decision) => {
                let choice = players[decision.side()]
                    .choose(machine, state, &decision)
                    .map_err(Stopped::Player)?;
                machine
                    .apply(state, choice, observer)
                    .map_err(|illegal| Stopped::Illegal(decision, illegal))?;
            }
        }
    }
}
