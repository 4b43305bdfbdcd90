//! The rolls of a combat as readers see them: whole, half made, and what a player knows of them.

use super::Combat;
use super::attack::{Exchange, Stage};
use super::chain::{Chain, ChainStage};
use super::settling::{WinningSkill, choose_skill};
use super::state::{State, Step};
use crate::dice::Roll;
use crate::skirmish::checks::{RerollView, Side};

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
        let natural = i32::from(chain.natural);
        Some(RerollView::new(&self.rules.checks, roll, natural, stands, target))
    }
}
