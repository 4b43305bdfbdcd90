//! The contest as a [`Machine`]: its nodes, its choices, its events.

use super::{Candidate, Contest};
use crate::dice::Roll;
use crate::machine::{Asks, Choices, Machine, Node, Observer};
use crate::names::named;
use crate::rules::NeitherCanTest;
use crate::skirmish::chain::{Chain, ChainStage};
use crate::skirmish::checks::{
    Outcome, RerollPolicy, RerollView, Side, Target, known, opposed_winner, outcome,
};
use crate::skirmish::combat::Plain;

named! {
    /// What a decision of a contest is about.
    pub enum ContestDecisionKind {
        /// C-6, C-9, T-8: who tests.
        Tester = "tester",
        /// D-2: whether a six is rerolled.
        Reroll = "reroll",
    }
}

/// A decision of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestDecision {
    /// What it is about.
    pub kind: ContestDecisionKind,
    /// Whose player decides.
    pub side: Side,
    /// For which fighter; `None` where it is about which fighter.
    pub fighter: Option<u32>,
}

impl Asks for ContestDecision {
    fn side(&self) -> Side {
        self.side
    }
}

/// What happens in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestEvent {
    /// A side has its tester, whether there was a choice or not.
    TesterPicked {
        /// The side.
        side: Side,
        /// Who tests.
        fighter: u32,
    },
    /// A die of a check was rolled.
    Rolled {
        /// The side that rolls.
        side: Side,
        /// What it shows.
        face: u8,
    },
    /// A check is finished.
    Checked {
        /// The side whose check it is.
        side: Side,
        /// What it came to.
        outcome: Outcome,
    },
    /// Both sides have tested.
    Round {
        /// Who tested for side 0 and for side 1.
        fighters: [u32; 2],
        /// Who won; `None` for a tie that is rolled again.
        winner: Option<Side>,
    },
    /// Neither side could test, and one die has decided.
    LotDrawn {
        /// What it shows.
        face: u8,
        /// Who won.
        winner: Side,
    },
    /// The contest is over.
    Ended {
        /// Who won.
        winner: Side,
    },
}

/// The opposed check in the making: side 0's check entirely, then side 1's (D-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Round {
    /// The side that rolls.
    side: u8,
    chain: Chain,
    /// The natural result of side 0, once it has one.
    first: i16,
}

impl Round {
    const FRESH: Self = Self { side: 0, chain: Chain::FRESH, first: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// A side picks its tester.
    Pick(u8),
    /// The testers roll.
    Roll(Round),
    /// One die decides.
    Lot,
    /// Nothing more: this side has won.
    Over(u8),
}

/// Where a contest stands: a small value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContestState {
    step: Step,
    /// The places of the testers among the candidates, once they are picked.
    testers: [u8; 2],
}

impl ContestState {
    /// The side that has won, once the contest is over.
    pub const fn winner(&self) -> Option<Side> {
        if let Step::Over(side) = self.step { Some(side as Side) } else { None }
    }
}

impl Contest {
    /// What a player knows who decides on a six (D-8); `None` at any other node.
    pub fn reroll_view(&self, state: &ContestState) -> Option<RerollView> {
        let Step::Roll(round) = state.step else { return None };
        if round.chain.stage != ChainStage::Decides {
            return None;
        }
        let natural = i32::from(round.chain.natural);
        let stands = self.outcome(state, Side::from(round.side), round.chain.natural);
        let other = || Target::Opponent(self.outcome(state, 0, round.first));
        let target = known(&self.rules.checks, (round.side == 1).then(other));
        Some(RerollView::new(&self.rules.checks, self.roll, natural, stands, target))
    }

    /// Who tests for side 0 and for side 1, while they are at it; `None` at any other time.
    pub fn testers(&self, state: &ContestState) -> Option<[Candidate; 2]> {
        let rolls = matches!(state.step, Step::Roll(_));
        rolls.then(|| [self.tester(state, 0), self.tester(state, 1)])
    }

    fn tester(&self, state: &ContestState, side: Side) -> Candidate {
        self.candidates[side][usize::from(state.testers[side])]
    }

    fn outcome(&self, state: &ContestState, side: Side, natural: i16) -> Outcome {
        let value = self.tester(state, side).value;
        outcome(&self.rules.checks, i32::from(natural), value, 1)
    }

    /// C-6, C-9, T-8: a side that cannot test loses; when neither can, the rules say who wins.
    fn begin(&self) -> Step {
        match [0, 1].map(|side: Side| self.candidates[side].is_empty()) {
            [false, false] => Step::Pick(0),
            [true, false] => Step::Over(1),
            [false, true] => Step::Over(0),
            [true, true] => match self.rules.contests.neither_can_test {
                NeitherCanTest::OneDie => Step::Lot,
                NeitherCanTest::Side0 => Step::Over(0),
                NeitherCanTest::Side1 => Step::Over(1),
            },
        }
    }

    /// Side 0 picks first and side 1 knows whom; who has one candidate only is not asked.
    fn pick(
        &self,
        state: &mut ContestState,
        place: u8,
        observer: &mut impl Observer<ContestEvent>,
    ) {
        let Step::Pick(side) = state.step else { return };
        let side = Side::from(side);
        state.testers[side] = place;
        let fighter = self.tester(state, side).fighter;
        observer.observe(ContestEvent::TesterPicked { side, fighter });
        state.step = if side == 0 { Step::Pick(1) } else { Step::Roll(Round::FRESH) };
        self.skip_forced_pick(state, observer);
    }

    fn skip_forced_pick(
        &self,
        state: &mut ContestState,
        observer: &mut impl Observer<ContestEvent>,
    ) {
        if matches!(state.step, Step::Pick(side) if self.candidates[usize::from(side)].len() == 1) {
            self.pick(state, 0, observer);
        }
    }

    /// Goes on with the check of a side whose chain has changed.
    fn go_on(
        &self,
        state: &mut ContestState,
        round: Round,
        observer: &mut impl Observer<ContestEvent>,
    ) {
        state.step = Step::Roll(round);
        if round.chain.stage != ChainStage::Done {
            return;
        }
        let side = Side::from(round.side);
        let stands = self.outcome(state, side, round.chain.natural);
        observer.observe(ContestEvent::Checked { side, outcome: stands });
        if side == 0 {
            let first = round.chain.natural;
            state.step = Step::Roll(Round { side: 1, chain: Chain::FRESH, first });
        } else {
            self.end_round(state, [self.outcome(state, 0, round.first), stands], observer);
        }
    }

    /// D-6: both have tested; a tie is rolled again by the same testers.
    fn end_round(
        &self,
        state: &mut ContestState,
        outcomes: [Outcome; 2],
        observer: &mut impl Observer<ContestEvent>,
    ) {
        let winner = opposed_winner(&self.rules.checks, outcomes);
        let fighters = [0, 1].map(|side| self.tester(state, side).fighter);
        observer.observe(ContestEvent::Round { fighters, winner });
        match winner {
            Some(side) => end(state, side, observer),
            None => state.step = Step::Roll(Round::FRESH),
        }
    }

    /// C-6: one die decides, the lower half for side 0.
    fn draw_lot(state: &mut ContestState, face: u8, observer: &mut impl Observer<ContestEvent>) {
        let winner = Side::from(face > 3);
        observer.observe(ContestEvent::LotDrawn { face, winner });
        end(state, winner, observer);
    }
}

fn end(state: &mut ContestState, winner: Side, observer: &mut impl Observer<ContestEvent>) {
    state.step = Step::Over(winner as u8);
    observer.observe(ContestEvent::Ended { winner });
}

impl Machine for Contest {
    type State = ContestState;
    type Decision = ContestDecision;
    type Event = ContestEvent;

    fn start(&self, observer: &mut impl Observer<ContestEvent>) -> ContestState {
        let mut state = ContestState { step: self.begin(), testers: [0; 2] };
        match state.winner() {
            Some(winner) => observer.observe(ContestEvent::Ended { winner }),
            None => self.skip_forced_pick(&mut state, observer),
        }
        state
    }

    fn node(&self, state: &ContestState) -> Node<ContestDecision> {
        match state.step {
            Step::Pick(side) => Node::Decision(ContestDecision {
                kind: ContestDecisionKind::Tester,
                side: Side::from(side),
                fighter: None,
            }),
            Step::Roll(Round { side, chain, .. }) if chain.stage == ChainStage::Decides => {
                let side = Side::from(side);
                let fighter = Some(self.tester(state, side).fighter);
                Node::Decision(ContestDecision { kind: ContestDecisionKind::Reroll, side, fighter })
            }
            Step::Roll(_) => Node::Chance(self.roll),
            Step::Lot => Node::Chance(Roll::Lot),
            Step::Over(_) => Node::Over,
        }
    }

    fn choices(&self, state: &ContestState) -> Choices {
        match (state.step, self.node(state)) {
            (Step::Pick(side), _) => {
                let count = self.candidates[usize::from(side)].len() as u8;
                (0..count).fold(Choices::NONE, Choices::with)
            }
            (_, Node::Decision(_)) => Choices::NO_OR_YES,
            _ => Choices::NONE,
        }
    }

    fn apply_unchecked(
        &self,
        state: &mut ContestState,
        choice: u8,
        observer: &mut impl Observer<ContestEvent>,
    ) {
        match state.step {
            Step::Pick(_) => self.pick(state, choice, observer),
            Step::Roll(mut round) => {
                round.chain.decide(choice == 1);
                self.go_on(state, round, observer);
            }
            Step::Lot | Step::Over(_) => {}
        }
    }

    fn roll_unchecked(
        &self,
        state: &mut ContestState,
        face: u8,
        observer: &mut impl Observer<ContestEvent>,
    ) {
        match state.step {
            Step::Roll(mut round) => {
                let side = Side::from(round.side);
                observer.observe(ContestEvent::Rolled { side, face });
                round.chain.add(&self.rules.checks, face);
                self.go_on(state, round, observer);
            }
            Step::Lot => Self::draw_lot(state, face, observer),
            Step::Pick(_) | Step::Over(_) => {}
        }
    }
}

impl Plain {
    /// What a player of fixed habits chooses in a contest.
    pub fn choose_in_contest(
        &self,
        contest: &Contest,
        state: &ContestState,
        decision: &ContestDecision,
    ) -> u8 {
        match decision.kind {
            ContestDecisionKind::Tester => contest.best_tester(decision.side),
            ContestDecisionKind::Reroll => contest.reroll_view(state).map_or(0, |view| {
                let mut habit = self.discipline_sixes;
                let Ok(reroll) = habit.reroll(&view);
                u8::from(reroll)
            }),
        }
    }
}
