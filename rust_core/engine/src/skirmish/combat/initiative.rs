//! The initiative of a combat (C-16), an opposed check die by die.

use super::Combat;
use super::chain::{Chain, ChainStage};
use super::events::CombatEvent;
use super::state::{Fights, State, Step};
use crate::dice::Roll;
use crate::machine::{Choices, Observer};
use crate::skirmish::checks::{Outcome, Side, Target, known, opposed_winner, outcome};

/// The opposed check in the making: side 0's check entirely, then side 1's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OpposedRoll {
    /// Who tests for side 0 and for side 1.
    pub(super) testers: [u8; 2],
    /// The side that rolls.
    pub(super) side: u8,
    pub(super) chain: Chain,
    /// The natural result of side 0, once it has one.
    pub(super) first: i16,
}

impl Combat {
    /// C-16: the side with several fighters picks one; the rest is forced.
    pub(super) fn begin_initiative(&self, state: &mut State) {
        if self.enemies > 1 {
            state.step = Step::Tester;
        } else {
            self.begin_initiative_roll(state, 1);
        }
    }

    pub(super) fn testers(&self) -> Choices {
        self.enemy_numbers().fold(Choices::NONE, Choices::with)
    }

    pub(super) fn begin_initiative_roll(&self, state: &mut State, enemy: u8) {
        let testers = self.testers_of_sides(enemy);
        let roll = OpposedRoll { testers, side: 0, chain: Chain::FRESH, first: 0 };
        state.step = Step::Initiative(roll);
    }

    /// Who tests for side 0 and for side 1 when that enemy of the lone fighter does.
    #[inline]
    pub(super) fn testers_of_sides(&self, enemy: u8) -> [u8; 2] {
        if self.lone_side == 0 { [0, enemy] } else { [enemy, 0] }
    }

    /// C-16: current initiative, and 1 more for each further fighter of the side.
    #[inline]
    pub(super) fn initiative_value(&self, fights: &Fights, fighter: u8) -> i32 {
        let index = usize::from(fighter);
        let current = self.fighters[index].current(fights[index].health);
        let support = if fighter == 0 { 0 } else { self.enemies - 1 };
        i32::from(current.initiative) + i32::from(support)
    }

    /// What the side that rolls stands at, and what it knows of the other (D-8).
    pub(super) fn initiative_stands(
        &self,
        state: &State,
        roll: &OpposedRoll,
    ) -> (Outcome, Option<Target>) {
        let checks = &self.rules.checks;
        let result = |side: usize, natural: i16| {
            let value = self.initiative_value(&state.fighters, roll.testers[side]);
            outcome(checks, i32::from(natural), value, 1)
        };
        let stands = result(usize::from(roll.side), roll.chain.natural);
        let target = (roll.side == 1).then(|| Target::Opponent(result(0, roll.first)));
        (stands, known(checks, target))
    }

    /// Takes a die of the initiative roll.
    pub(super) fn initiative_die(
        &self,
        state: &mut State,
        mut roll: OpposedRoll,
        face: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let fighter = roll.testers[usize::from(roll.side)];
        observer.observe(CombatEvent::Rolled { roll: Roll::Initiative, fighter, die: 0, face });
        roll.chain.add(&self.rules.checks, face);
        self.go_on_with_initiative(state, roll, observer);
    }

    /// Takes the decision on a six of the initiative roll.
    pub(super) fn initiative_reroll(
        &self,
        state: &mut State,
        mut roll: OpposedRoll,
        reroll: bool,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        roll.chain.decide(reroll);
        self.go_on_with_initiative(state, roll, observer);
    }

    fn go_on_with_initiative(
        &self,
        state: &mut State,
        roll: OpposedRoll,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        state.step = Step::Initiative(roll);
        if roll.chain.stage == ChainStage::Done {
            self.end_initiative_check(state, roll, observer);
        }
    }

    /// A side's check is finished: the other's turn, or the result.
    fn end_initiative_check(
        &self,
        state: &mut State,
        mut roll: OpposedRoll,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let (stands, _) = self.initiative_stands(state, &roll);
        observer.observe(CombatEvent::Checked {
            roll: Roll::Initiative,
            outcome: stands,
            parried: false,
        });
        if roll.side == 0 {
            roll.first = roll.chain.natural;
            roll.side = 1;
            roll.chain = Chain::FRESH;
            state.step = Step::Initiative(roll);
            return;
        }
        let first = self.initiative_value(&state.fighters, roll.testers[0]);
        let first = outcome(&self.rules.checks, i32::from(roll.first), first, 1);
        let winner = opposed_winner(&self.rules.checks, [first, stands]);
        observer.observe(CombatEvent::InitiativeRound { testers: roll.testers, winner });
        if let Some(side) = winner {
            self.settle_initiative(state, side, observer);
        } else {
            let chain = Chain::FRESH;
            state.step = Step::Initiative(OpposedRoll { side: 0, chain, first: 0, ..roll });
        }
    }

    /// The initiative roll is over: the side that won strikes first in every pass (C-17).
    #[inline]
    pub fn settle_initiative(
        &self,
        state: &mut State,
        winner: Side,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        state.first = winner as u8;
        self.go_on_placing(state, observer, true);
    }
}
