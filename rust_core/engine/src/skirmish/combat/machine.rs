//! The combat as a [`Machine`]: its nodes, its choices, its events.

use super::Combat;
use super::attack::{AttackOutcome, Exchange, Stage, WinningSkill, choose_skill, defence_choices};
use super::chain::{Chain, ChainStage};
use super::initiative::OpposedRoll;
use super::state::{Fight, MAX_FIGHTERS, State, Step};
use crate::dice::Roll;
use crate::machine::{Choices, Machine, Node, Observer};
use crate::names::named;
use crate::skirmish::checks::{self, RerollView, Side, Target};
use crate::skirmish::wounds::{Health, WoundRoll};

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

/// What happens in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatEvent {
    /// A fighter has placed its dice.
    DicePlaced {
        /// Who.
        fighter: u8,
        /// Dice in attack.
        attack: u8,
        /// Dice in defence.
        defence: u8,
    },
    /// A die of a check was rolled.
    Rolled {
        /// What for.
        roll: Roll,
        /// By whom.
        fighter: u8,
        /// Which die of the check: a reroll bears the number of the die it replaces.
        die: u8,
        /// What it shows.
        face: u8,
    },
    /// A check is finished.
    Checked {
        /// What it was for.
        roll: Roll,
        /// What it came to.
        outcome: checks::Outcome,
        /// Whether a defence met the attack.
        parried: bool,
    },
    /// Both sides have tested for initiative.
    InitiativeRound {
        /// Who tested for side 0 and for side 1.
        testers: [u8; 2],
        /// Who won; `None` for a tie that is rolled again.
        winner: Option<Side>,
    },
    /// A pass of arms begins.
    PassBegan {
        /// Counted from 1.
        number: u8,
    },
    /// An attack is announced.
    AttackAnnounced {
        /// Who attacks.
        attacker: u8,
        /// Whom.
        target: u8,
        /// The defence dice announced.
        dice: u8,
        /// Whether it is a sustained defence.
        sustained: bool,
    },
    /// A defender with two skills says which he uses.
    SkillChosen {
        /// The defender.
        fighter: u8,
        /// The skill.
        skill: WinningSkill,
    },
    /// The checks of an attack are over.
    AttackResolved {
        /// Who attacked.
        attacker: u8,
        /// Whom.
        target: u8,
        /// What became of it.
        result: AttackOutcome,
    },
    /// A defender has won attack dice.
    DieGained {
        /// The defender.
        fighter: u8,
        /// By which skill.
        skill: WinningSkill,
        /// How many.
        dice: u8,
        /// Whether a defence die was given up for them.
        given_up: bool,
    },
    /// A wound roll was made.
    WoundRolled {
        /// Who is struck.
        fighter: u8,
        /// The roll.
        roll: WoundRoll,
    },
    /// The wound has had its effect.
    Wounded {
        /// Who was struck.
        fighter: u8,
        /// Its health now.
        health: Health,
    },
    /// A fighter is out.
    Eliminated {
        /// Who.
        fighter: u8,
    },
    /// The combat is over.
    Ended {
        /// How many passes had begun.
        passes: u8,
    },
}

/// A whole roll that is about to begin, for readers that settle it at once by its law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// The opposed check of initiative, of these values.
    Initiative {
        /// Side 0's and side 1's.
        values: [i32; 2],
    },
    /// An attack check and the defence check against it.
    Attack {
        /// The side that attacks.
        side: Side,
        /// Current attack.
        attack: i32,
        /// Current defence, sustained defences included.
        defence: i32,
        /// The defence dice announced.
        dice: u8,
        /// C-39: whether it matters by how much a parry beats the attack.
        margin_counts: bool,
    },
    /// A wound roll.
    Wound {
        /// Current strength − resilience.
        gap: i32,
    },
}

/// A roll that is half made, for readers that know what its rest is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfMade {
    /// The opposed check of initiative.
    Initiative {
        /// Side 0's value and side 1's.
        values: [i32; 2],
        /// The side that rolls.
        side: Side,
        /// Its die.
        die: HalfChain,
        /// The natural result of side 0, once side 1 rolls.
        first: i32,
    },
    /// The attack check.
    Attack(HalfChain),
    /// The attack came to this natural result, and the defender says which skill he uses.
    Skill(i32),
    /// The defence check.
    Defence {
        /// The natural result of the attack.
        attack: i32,
        /// How many of the dice are still to be rolled.
        left: u8,
        /// The best of the dice that are settled; 0 when there is none.
        best: i32,
        /// How many dice show a six and are not settled, the one in question included.
        sixes: u8,
        /// The die in question, once all are rolled.
        die: HalfChain,
    },
}

/// A die whose chain is half made (D-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfChain {
    /// The natural result so far; 0 before the first die.
    pub natural: i32,
    /// How often it was rerolled.
    pub rerolls: usize,
    /// Whether the next die of the chain is to be rolled; otherwise a six waits for its player.
    pub rolls: bool,
}

impl From<Chain> for HalfChain {
    fn from(chain: Chain) -> Self {
        Self {
            natural: i32::from(chain.natural),
            rerolls: chain.rerolls(),
            rolls: chain.stage == ChainStage::Rolls,
        }
    }
}

impl Combat {
    /// The roll that is half made at this node, if one is: begun and not finished.
    #[inline]
    pub fn half_made(&self, state: &State) -> Option<HalfMade> {
        match &state.step {
            Step::Initiative(roll) if roll.side == 1 || !roll.chain.is_fresh() => {
                Some(HalfMade::Initiative {
                    values: roll
                        .testers
                        .map(|tester| self.initiative_value(&state.fighters, tester)),
                    side: Side::from(roll.side),
                    die: roll.chain.into(),
                    first: i32::from(roll.first),
                })
            }
            Step::Attack(exchange) => match &exchange.stage {
                Stage::Attack(chain) if !chain.is_fresh() => {
                    Some(HalfMade::Attack((*chain).into()))
                }
                Stage::Skill(natural) => Some(HalfMade::Skill(i32::from(*natural))),
                Stage::Defence(parry) => Some(parry.half_made(exchange.dice)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The numbers of the attack under way, whatever it waits for; a [`Pending::Attack`].
    pub fn attack_numbers(&self, state: &State) -> Option<Pending> {
        let Step::Attack(exchange) = &state.step else { return None };
        Some(Pending::Attack {
            side: self.side(exchange.attacker),
            attack: self.attack_value(&state.fighters, exchange.attacker),
            defence: self.defence_value(&state.fighters, exchange.target, exchange.sustained),
            dice: exchange.dice,
            margin_counts: exchange.skill == Some(WinningSkill::CounterAttack),
        })
    }

    /// The whole roll that begins at this node, if one does.
    #[inline]
    pub fn pending(&self, state: &State) -> Option<Pending> {
        match &state.step {
            Step::Initiative(roll) if roll.side == 0 && roll.chain.is_fresh() => {
                let values =
                    roll.testers.map(|tester| self.initiative_value(&state.fighters, tester));
                Some(Pending::Initiative { values })
            }
            Step::Attack(exchange) => match exchange.stage {
                Stage::Attack(Chain::FRESH) => self.attack_numbers(state),
                Stage::Wound(0) => {
                    let Exchange { attacker, target, .. } = *exchange;
                    Some(Pending::Wound { gap: self.wound_gap(&state.fighters, attacker, target) })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the dice are placed and initiative is known: the passes of arms are under way.
    pub const fn is_fighting(&self, state: &State) -> bool {
        matches!(state.step, Step::Turn | Step::Attack(_))
    }

    /// C-39: whether the defender in the pending attack has two skills to choose from. Die by die that
    /// decision comes between the two checks; who settles the attack at once says it before, with
    /// [`Combat::say_skill`].
    pub fn needs_skill(&self, state: &State) -> bool {
        matches!(&state.step, Step::Attack(exchange) if self.asks_for_skill(exchange))
    }

    /// C-39: says which skill the defender will use.
    pub fn say_skill(&self, state: &mut State, skill: WinningSkill) {
        if let Step::Attack(exchange) = state.step {
            choose_skill(state, exchange, skill, &mut ());
        }
    }

    /// What the player who decides on a six knows (D-8); `None` at any other node.
    pub fn reroll_view(&self, state: &State) -> Option<RerollView> {
        let (roll, chain, (stands, target)) = match &state.step {
            Step::Initiative(roll) => {
                (Roll::Initiative, roll.chain, self.initiative_stands(state, roll))
            }
            Step::Attack(exchange) => match &exchange.stage {
                Stage::Attack(chain) => {
                    let stands = self.attack_outcome(state, exchange, chain.natural);
                    (Roll::Attack, *chain, (stands, None))
                }
                Stage::Defence(parry) => {
                    (Roll::Defence, parry.chain, self.defence_stands(state, exchange, parry))
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(RerollView {
            roll,
            natural: i32::from(chain.natural),
            final_result: stands.final_result,
            target: target.map(|target| match target {
                Target::Difficulty(difficulty) => difficulty,
                Target::Opponent(other) => other.final_result,
            }),
            needed: checks::is_needed(&self.rules.checks, stands, target),
        })
    }

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
