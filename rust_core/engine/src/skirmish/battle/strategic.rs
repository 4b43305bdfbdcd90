//! The turn and its strategic phase (T-1 to T-10).

use super::Battle;
use super::army::MAX_FIGHTERS;
use super::cards::Cards;
use super::events::{BattleEvent, Phase};
use super::separating::members;
use super::state::{BattleState, Contesting, Purpose, Task};
use crate::dice::Roll;
use crate::machine::{Choices, Machine, Node, Observer};
use crate::skirmish::checks::Side;
use crate::skirmish::contest::{
    Contest, ContestDecisionKind, ContestEvent, ContestSetup, candidates,
};
use crate::skirmish::effects::Moment;

impl Battle {
    /// T-1, T-2: the next turn, unless there was the last one.
    pub(super) fn begin_turn(
        &self,
        state: &mut BattleState,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        if state.turn >= self.turns {
            return;
        }
        state.turn += 1;
        state.fought = 0;
        state.pursued = 0;
        state.shots = [0; MAX_FIGHTERS];
        observer.observe(BattleEvent::TurnBegan { turn: state.turn });
        state.agenda.push(Task::BeginTurn);
        let phases = [Phase::Maintenance, Phase::Combat, Phase::Activation, Phase::Strategic];
        state.agenda.extend(phases.map(Task::Begin));
    }

    /// A phase begins: what it is made of goes on the agenda.
    pub(super) fn begin_phase(
        &self,
        state: &mut BattleState,
        phase: Phase,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        state.phase = phase;
        observer.observe(BattleEvent::PhaseBegan { phase });
        match phase {
            Phase::Strategic => {
                state.sequences = [Vec::new(), Vec::new()];
                // T-4: what comes in this phase comes before its steps, or between them.
                state.agenda.push(Task::Tactics);
                self.plan_moment(state, Moment::BeforeTactics);
                state.agenda.extend([Task::Sequence(1), Task::Sequence(0)]);
                self.plan_moment(state, Moment::Strategic);
            }
            Phase::Activation => state.agenda.push(Task::Speech),
            Phase::Combat => self.begin_combat_phase(state),
            Phase::Maintenance => self.begin_maintenance(state),
        }
    }

    /// T-5, T-7: the cards that can come next in a sequence: those with a fighter left.
    pub(super) fn next_cards(&self, state: &BattleState, side: Side) -> Choices {
        members(self.alive(state) & self.sides[side])
            .map(|fighter| self.cards[usize::from(fighter)])
            .filter(|card| !state.sequences[side].contains(card))
            .fold(Choices::NONE, Choices::with)
    }

    pub(super) fn end_sequence(
        state: &BattleState,
        side: Side,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let cards = state.sequences[side].len() as u8;
        observer.observe(BattleEvent::SequenceBuilt { side, cards });
    }

    /// T-8 to T-10: the Tactics roll between those of the armies' own people, with their own
    /// Discipline; routed ones too.
    pub(super) fn roll_for_tactics(
        &self,
        state: &mut BattleState,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let eligible = self.alive(state) & self.tacticians;
        let sides = self.sides.map(|side| eligible & side);
        self.begin_contest(state, Roll::Tactics, sides, Purpose::Tactics, observer);
    }

    /// Begins a contest between two sets of fighters.
    pub(super) fn begin_contest(
        &self,
        state: &mut BattleState,
        roll: Roll,
        sides: [super::separating::Set; 2],
        purpose: Purpose,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let routed = match roll {
            Roll::Tactics => self.rules.turn.tactics_routed_testers,
            _ => self.rules.contests.routed_testers,
        };
        let candidates = sides.map(|side| {
            let entrants: Vec<_> = members(side)
                .map(|fighter| (u32::from(fighter), self.entrant(state, fighter)))
                .collect();
            candidates(routed, &entrants, &self.rules)
        });
        let setup = ContestSetup { roll, candidates };
        // The candidates are fighters of the battle, each once and on its own side.
        let Ok(contest) = Contest::new(&setup, std::sync::Arc::clone(&self.rules)) else { return };
        let contest_state = contest.start(&mut InContest(observer));
        let running = Contesting { contest, state: contest_state, purpose };
        state.agenda.push(Task::Contest(Box::new(running)));
    }

    /// A contest is over: what it was for goes on.
    pub(super) fn after_contest(&self, state: &mut BattleState, purpose: Purpose, winner: Side) {
        match purpose {
            Purpose::Tactics => {
                state.tactician = winner as u8;
                state.agenda.push(Task::FirstSpeaker(winner));
            }
            Purpose::Separation(fighters) => self.begin_separation(state, fighters, winner),
            Purpose::Authority => Self::after_authority(state, winner),
        }
    }

    /// T-8, A-1: the winner says who speaks first.
    pub(super) fn set_first_speaker(
        state: &mut BattleState,
        chosen_by: Side,
        side: Side,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let [first, second] = &state.sequences;
        state.cards = Cards::new([first, second], side);
        observer.observe(BattleEvent::FirstSpeaker { side, chosen_by });
    }
}

impl Contesting {
    /// What may be chosen: of testers, their numbers in the battle.
    pub(super) fn choices(&self) -> Choices {
        let open = self.contest.choices(&self.state);
        match self.contest.node(&self.state) {
            Node::Decision(decision) if decision.kind == ContestDecisionKind::Tester => {
                let candidates = self.contest.candidates(decision.side);
                let number = |place: u8| candidates[usize::from(place)].fighter as u8;
                open.into_iter().map(number).fold(Choices::NONE, Choices::with)
            }
            _ => open,
        }
    }

    /// Takes one of them.
    pub(super) fn choose(&mut self, choice: u8, observer: &mut impl Observer<ContestEvent>) {
        let place = match self.contest.node(&self.state) {
            Node::Decision(decision) if decision.kind == ContestDecisionKind::Tester => {
                self.contest.choice_of(decision.side, u32::from(choice)).unwrap_or(0)
            }
            _ => choice,
        };
        self.contest.apply_unchecked(&mut self.state, place, observer);
    }
}

/// Passes on what a contest tells.
pub(super) struct InContest<'a, O>(pub(super) &'a mut O);

impl<O: Observer<BattleEvent>> Observer<ContestEvent> for InContest<'_, O> {
    fn observe(&mut self, event: ContestEvent) {
        self.0.observe(BattleEvent::Contest(event));
    }
}
