//! What the decisions of a battle are about.

use crate::machine::Asks;
use crate::names::named;
use crate::skirmish::checks::Side;
use crate::skirmish::combat::DecisionKind;

named! {
    /// What a decision of a battle is about.
    pub enum BattleDecisionKind {
        /// T-5: the next card of a sequence.
        Sequence = "sequence",
        /// C-6, C-9, T-8: who tests.
        Tester = "tester",
        /// D-2: whether a six is rerolled.
        Reroll = "reroll",
        /// T-8: which side speaks first.
        FirstSpeaker = "first_speaker",
        /// what to do with the word.
        Speech = "speech",
        /// which exclusive action a fighter announces.
        Announce = "announce",
        /// M-10, M-11, C-30, A-15, A-16: whom an assault, a shot or a mystic action is meant for.
        Target = "target",
        /// M-22, M-23: how a fighter disengages: 0 by agility, 1 by force.
        Manner = "manner",
        /// whose announced action is resolved next.
        Resolve = "resolve",
        /// M-14: whom else an assault touches; 63 for nobody.
        Also = "also",
        /// M-15: which of its two targets a charger turns: 0 neither, 1 the second, 2 the first, 3 both.
        Pivot = "pivot",
        /// M-16: what an assailant does whose target is gone: 0 stays, 1 runs on, 2 redirects.
        Instead = "instead",
        /// M-8: the direction of a move.
        Heading = "heading",
        /// M-8: towards which enemy.
        Towards = "towards",
        /// M-8: how far, in quarters.
        Pace = "pace",
        /// M-8: which way to face.
        Facing = "facing",
        /// who acts next.
        Act = "act",
        /// what it does.
        Action = "action",
        /// whether a shooter walks after its shot.
        ThenWalk = "then_walk",
        /// M-20: whether the target of a shot dives for cover.
        Dive = "dive",
        /// C-4: who joins the combat under way; 63 for nobody more.
        Separate = "separate",
        /// C-9: which combat a player would start with.
        NameCombat = "name_combat",
        /// C-8, C-32: which combat is fought next.
        Combat = "combat",
        /// C-30: who pursues next.
        Pursuer = "pursuer",
        /// C-30: 0 stays, 1 moves, 2 engages.
        Pursuit = "pursuit",
        /// T-18: whose effect is resolved next.
        Order = "order",
        /// T-15: whether the upkeep of an effect is paid.
        Pay = "pay",
        /// T-14: whether an active skill is used.
        Use = "use",
        /// C-12: which of several equal friends places next.
        PlaceNext = "place_next",
        /// C-11: how many dice go to attack.
        Place = "place",
        /// C-16: who tests for initiative.
        InitiativeTester = "initiative_tester",
        /// C-20: which of the several attacks next.
        Attacker = "attacker",
        /// C-19: whom the lone fighter attacks next.
        AttackTarget = "attack_target",
        /// C-22: how many defence dice are announced.
        Defence = "defence",
        /// C-28: whether the last die is a sustained defence.
        Sustain = "sustain",
        /// C-39: which of two skills is used.
        Skill = "skill",
        /// C-39, C-40: whether a die is given up for attack dice.
        Exchange = "exchange",
    }
}

impl From<DecisionKind> for BattleDecisionKind {
    fn from(kind: DecisionKind) -> Self {
        match kind {
            DecisionKind::PlaceNext => Self::PlaceNext,
            DecisionKind::Place => Self::Place,
            DecisionKind::Tester => Self::InitiativeTester,
            DecisionKind::Reroll => Self::Reroll,
            DecisionKind::Attacker => Self::Attacker,
            DecisionKind::Target => Self::AttackTarget,
            DecisionKind::Defence => Self::Defence,
            DecisionKind::Sustain => Self::Sustain,
            DecisionKind::Skill => Self::Skill,
            DecisionKind::Exchange => Self::Exchange,
        }
    }
}

/// A decision of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattleDecision {
    /// What it is about.
    pub kind: BattleDecisionKind,
    /// Whose player decides.
    pub side: Side,
    /// For which fighter of the battle; `None` where it is about which fighter, or about none.
    pub fighter: Option<u8>,
}

impl Asks for BattleDecision {
    fn side(&self) -> Side {
        self.side
    }
}
