//! The combat as a [`Machine`]: its nodes, its choices, its events.

use super::Combat;
use super::attack::{Exchange, Stage, defence_choices};
use super::chain::ChainStage;
use super::events::CombatEvent;
use super::initiative::OpposedRoll;
use super::settling::{WinningSkill, choose_skill};
use super::state::{Fight, MAX_FIGHTERS, State, Step};
use crate::dice::Roll;
use crate::machine::{Asks, Choices, Machine, Node, Observer};
use crate::names::named;
use crate::skirmish::checks::Side;

named! {
    /// What a decision of a combat is about.
    pub enum DecisionKind {
        /// C-12: which of several equal friends places next.
        PlaceNext = "place_next",
        /// C-11: how many dice go to attack.
        Place = "place",
        /// C-16: who tests for initiative.
        Tester = "tester",
        /// D-2: whether a six is rerolled.
        Reroll = "reroll",
        /// C-20: which of the several attacks next.
        Attacker = "attacker",
        /// C-19: whom the lone fighter attacks next.
        Target = "target",
        /// C-22: how many defence dice are announced.
        Defence = "defence",
        /// C-28: whether the last die is a sustained defence.
        Sustain = "sustain",
        /// C-39: which of two skills is used: 0 Counter-attack, 1 Ambidextrous.
        Skill = "skill",
        /// C-39, C-40: whether a die is given up for attack dice after an automatic failure.
        Exchange = "exchange",
    }
}

/// A decision of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What it is about.
    pub kind: DecisionKind,
    /// Whose player decides.
    pub side: Side,
    /// For which fighter; `None` where it is about which fighter.
    pub fighter: Option<u8>,
}

impl Asks for Decision {
    #[inline]
    fn side(&self) -> Side {
        self.side
    }
}

impl Combat {
    fn exchange_decision(&self, exchange: &Exchange) -> Option<Decision> {
        let decision = |kind, fighter| {
            Some(Decision { kind, side: self.side(fighter), fighter: Some(fighter) })
        };
        match &exchange.stage {
            Stage::Announce => decision(DecisionKind::Defence, exchange.target),
            Stage::Sustain => decision(DecisionKind::Sustain, exchange.target),
            Stage::Skill(_) => decision(DecisionKind::Skill, exchange.target),
            Stage::GiveUp => decision(DecisionKind::Exchange, exchange.target),
            Stage::Attack(chain) if chain.stage == ChainStage::Decides => {
                decision(DecisionKind::Reroll, exchange.attacker)
            }
            Stage::Defence(parry) if exchange.parry_decides(parry) => {
                decision(DecisionKind::Reroll, exchange.target)
            }
            Stage::Attack(_) | Stage::Defence(_) | Stage::Wound(_) => None,
        }
    }

    pub(super) fn decision(&self, state: &State) -> Option<Decision> {
        let several = 1 - self.lone_side;
        let about_whom = |kind, side| Some(Decision { kind, side, fighter: None });
        match &state.step {
            Step::PlaceNext(_) => about_whom(DecisionKind::PlaceNext, several),
            Step::Place(fighter) => Some(Decision {
                kind: DecisionKind::Place,
                side: self.side(*fighter),
                fighter: Some(*fighter),
            }),
            Step::Tester => about_whom(DecisionKind::Tester, several),
            Step::Initiative(OpposedRoll { testers, side, chain, .. }) => {
                let fighter = testers[usize::from(*side)];
                (chain.stage == ChainStage::Decides).then(|| Decision {
                    kind: DecisionKind::Reroll,
                    side: Side::from(*side),
                    fighter: Some(fighter),
                })
            }
            Step::Turn if self.lone_acts(state) => Some(Decision {
                kind: DecisionKind::Target,
                side: self.lone_side,
                fighter: Some(0),
            }),
            Step::Turn => about_whom(DecisionKind::Attacker, several),
            Step::Attack(exchange) => self.exchange_decision(exchange),
            Step::Over => None,
        }
    }
}

impl Machine for Combat {
    type State = State;
    type Decision = Decision;
    type Event = CombatEvent;

    fn start(&self, observer: &mut impl Observer<CombatEvent>) -> State {
        let mut fighters = [Fight::NONE; MAX_FIGHTERS];
        for (fight, combatant) in fighters.iter_mut().zip(&self.fighters) {
            fight.health = combatant.health;
        }
        let mut state =
            State { fighters, step: Step::Over, first: 0, acting: 0, passes: 0, landed: [0; 2] };
        self.go_on_placing(&mut state, observer, false);
        state
    }

    #[inline]
    fn node(&self, state: &State) -> Node<Decision> {
        if let Some(decision) = self.decision(state) {
            return Node::Decision(decision);
        }
        match &state.step {
            Step::Initiative(_) => Node::Chance(Roll::Initiative),
            Step::Attack(exchange) => Node::Chance(match exchange.stage {
                Stage::Attack(_) => Roll::Attack,
                Stage::Defence(_) => Roll::Defence,
                _ => Roll::Wound,
            }),
            _ => Node::Over,
        }
    }

    fn choices(&self, state: &State) -> Choices {
        let Some(decision) = self.decision(state) else { return Choices::NONE };
        match (&state.step, decision.kind) {
            (Step::PlaceNext(friends), _) => *friends,
            (Step::Place(fighter), _) => self.placements(*fighter),
            (Step::Tester, _) => self.testers(),
            (Step::Turn, _) => self.candidates(state),
            (Step::Attack(exchange), DecisionKind::Defence) => defence_choices(state, exchange),
            _ => Choices::NO_OR_YES,
        }
    }

    #[inline]
    fn apply_unchecked(
        &self,
        state: &mut State,
        choice: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let yes = choice == 1;
        match state.step {
            Step::PlaceNext(_) if self.placements(choice).len() > 1 => {
                state.step = Step::Place(choice);
            }
            Step::PlaceNext(_) => {
                let known = self.initiative_is_known(state);
                self.place(state, choice, 0, observer);
                self.go_on_placing(state, observer, known);
            }
            Step::Place(fighter) => {
                let known = self.initiative_is_known(state);
                self.place(state, fighter, choice, observer);
                self.go_on_placing(state, observer, known);
            }
            Step::Tester => self.begin_initiative_roll(state, choice),
            Step::Initiative(roll) => self.initiative_reroll(state, roll, yes, observer),
            Step::Turn => self.begin_attack(state, choice, observer),
            Step::Attack(exchange) => match exchange.stage {
                Stage::Announce => self.announce(state, exchange, choice, observer),
                Stage::Sustain => {
                    let exchange = Exchange { sustained: yes, ..exchange };
                    self.begin_attack_check(state, exchange, observer);
                }
                Stage::Skill(_) => {
                    let skill =
                        if yes { WinningSkill::Ambidextrous } else { WinningSkill::CounterAttack };
                    choose_skill(state, exchange, skill, observer);
                }
                Stage::GiveUp => self.give_up(state, exchange, yes, observer),
                Stage::Attack(_) | Stage::Defence(_) => {
                    self.attack_reroll(state, exchange, yes, observer);
                }
                Stage::Wound(_) => {}
            },
            Step::Over => {}
        }
    }

    #[inline]
    fn roll_unchecked(
        &self,
        state: &mut State,
        face: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        match state.step {
            Step::Initiative(roll) => self.initiative_die(state, roll, face, observer),
            Step::Attack(exchange) => self.attack_die(state, exchange, face, observer),
            _ => {}
        }
    }
}
