//! Where a battle stands: the table, the cards, the combats, and what is still to be done.

use super::army::MAX_FIGHTERS;
use super::cards::Cards;
use super::effects::Bond;
use super::events::{Phase, TrialName};
use super::separating::{Separating, Set, members};
use crate::machine::Choices;
use crate::skirmish::chain::Chain;
use crate::skirmish::checks::Side;
use crate::skirmish::combat::{Combat, State as CombatState};
use crate::skirmish::contest::{Contest, ContestState};
use crate::skirmish::effects::Moment;
use crate::skirmish::movement::Action;
use crate::skirmish::table::Table;

/// C-4: a combat of the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fray {
    pub(super) lone: u8,
    pub(super) enemies: Set,
}

impl Fray {
    pub(super) const fn fighters(self) -> Set {
        self.enemies | 1 << self.lone
    }

    /// The lone fighter, then his enemies, ascending.
    pub(super) fn in_order(self) -> impl Iterator<Item = u8> {
        std::iter::once(self.lone).chain(members(self.enemies))
    }

    /// The number in the battle of a fighter of the combat: 0 is the lone one.
    pub(super) fn number(self, place: u8) -> u8 {
        match place.checked_sub(1) {
            None => self.lone,
            Some(enemy) => members(self.enemies).nth(usize::from(enemy)).unwrap_or(self.lone),
        }
    }
}

/// an exclusive action that is announced and not yet resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Announcement {
    pub(super) fighter: u8,
    pub(super) action: Action,
    pub(super) target: u8,
    /// M-21: how it has to disengage first.
    pub(super) manner: Option<Manner>,
}

/// M-22, M-23: how a fighter disengages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Agility,
    Force,
}

/// What a contest decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// T-8: who says who speaks first.
    Tactics,
    /// C-6: who separates these fighters.
    Separation(Set),
    /// C-9: who speaks first in the combat phase.
    Authority,
}

/// A contest under way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contesting {
    pub(super) contest: Contest,
    pub(super) state: ContestState,
    pub(super) purpose: Purpose,
}

/// What a check of one fighter against a difficulty is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Something for itself.
    Own(TrialName),
    /// to hit this target.
    Shot(u8),
}

/// W-1: the wound roll of a shot that hit, or of an effect, between its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Volley {
    pub(super) strength: i32,
    pub(super) target: u8,
    pub(super) first: Option<u8>,
}

/// A check of one fighter against a difficulty under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) fighter: u8,
    pub(super) test: Test,
    pub(super) value: i32,
    pub(super) difficulty: i32,
    pub(super) chain: Chain,
}

/// A combat under way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fighting {
    pub(super) combat: Combat,
    pub(super) state: CombatState,
    /// Who fights in it.
    pub(super) fray: Fray,
    /// C-37: who was to: somebody may be out before it begins.
    pub(super) formed: Fray,
}

/// M-8: where a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// Straight on, in sixteenths of a turn.
    Compass(u8),
    /// Along the shortest way to an enemy.
    Towards(u8),
}

/// What a move of a fighter is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Move {
    /// An action of its activation.
    Action(Action),
    /// M-16: what an assailant does instead whose target is gone, with the distance left.
    Instead(Action, f64),
    /// C-30: a pursuit.
    Pursuit,
}

impl Move {
    /// The action that it is; a pursuit is none.
    pub(super) const fn action(self) -> Option<Action> {
        match self {
            Self::Action(action) | Self::Instead(action, _) => Some(action),
            Self::Pursuit => None,
        }
    }
}

/// Something that is still to be done. The last of the agenda comes first.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Task {
    // The turn.
    BeginTurn,
    Begin(Phase),
    // Strategic phase.
    Sequence(Side),
    Tactics,
    FirstSpeaker(Side),
    Contest(Box<Contesting>),
    // Activation phase.
    Speech,
    Announce(Set),
    Target(u8, Action),
    Manner(u8),
    Resolve,
    Trial(Trial),
    Assault(Announcement),
    Also(u8, Move, u8),
    Pivot(u8, Move, [u8; 2]),
    Instead(u8, Action, f64),
    Redirect(u8, Action, f64),
    Heading(u8, Move),
    Towards(u8, Move),
    Pace(u8, Move, Heading),
    Facing(u8, Move, Heading, u8),
    SettleCharges,
    Act(Set),
    Action(u8),
    Aim(u8),
    ThenWalk(u8, u8),
    Dive(u8, u8),
    Hit(Volley),
    // beside an exclusive action, and the action itself.
    Aside(u8, bool),
    Exclusive(Announcement),
    AfterExclusive(Announcement),
    //
    Cast(u8, u8),
    CastDie(Bond),
    PutInForce(Bond),
    EndSpeakingTurn,
    // Combat phase.
    SeparateNext(Vec<Set>),
    Separate(Side, Box<Separating>, Vec<Fray>, Then),
    Authority,
    NameCombat(Side),
    NameTester(Side),
    RollForAuthority,
    NextSpeaker,
    Choose,
    Queue,
    Combat(Fray),
    Join(Fray),
    Fight(Box<Fighting>),
    Pursuer(Set, Set),
    Pursuit(u8),
    PursuitTarget(u8),
    AfterPursuits(Set),
    Regroup(Set, Vec<Set>),
    // Maintenance phase.
    Upkeep(Step, Side),
    Order(Step, Set),
    RecoveryDie(u8),
    // T-4, T-14, T-15.
    OrderEffects(Vec<Bond>),
    Effect(Bond),
    Pay(Bond),
    Use(Bond),
    EffectDie(Bond),
    ClearMarkers,
}

/// A step that has dice or choices of one side after the other (T-4, T-11, T-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// T-12.
    Rally,
    /// T-13.
    Recovery,
    /// T-4, T-14: the effects of a moment.
    Effects(Moment),
}

/// What becomes of the combats of a separation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// They wait for their turn.
    Wait,
    /// C-33: those with one of these pursuers are resolved at once.
    Pursuers(Set),
}

/// Where a battle stands.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleState {
    pub(super) table: Table,
    pub(super) turn: u8,
    pub(super) phase: Phase,
    pub(super) cards: Cards,
    pub(super) sequences: [Vec<u8>; 2],
    /// Who won the Tactics roll of this turn.
    pub(super) tactician: u8,
    /// Who speaks in the combat phase.
    pub(super) speaker: u8,
    /// Who is activated in this speaking turn.
    pub(super) active: Set,
    pub(super) announced: Vec<Announcement>,
    /// who has announced an exclusive action in this speaking turn.
    pub(super) exclusive: Set,
    /// how often each fighter has shot in this turn.
    pub(super) shots: [u8; MAX_FIGHTERS],
    /// who has announced, before a shot of this speaking turn, that it walks after it; and who
    /// has shot without.
    pub(super) must_walk: Set,
    pub(super) stays: Set,
    /// Who charged whom in this speaking turn, and reached contact.
    pub(super) charges: Vec<(u8, Set)>,
    /// C-8: the combats that are not yet resolved.
    pub(super) waiting: Vec<Fray>,
    /// C-32: those that follow from pursuits.
    pub(super) queue: Vec<Fray>,
    /// C-9: the combat that each player named, and his tester in it.
    pub(super) named: [Option<(Fray, u8)>; 2],
    pub(super) fought: Set,
    pub(super) pursued: Set,
    /// T-13: the mana that each magician has, and each faithful's temporary faith.
    pub(super) mana: [u8; MAX_FIGHTERS],
    pub(super) faith: [u8; MAX_FIGHTERS],
    /// what was cast and lasts, in the order of casting.
    pub(super) in_force: Vec<Bond>,
    /// T-15: the effects of a fighter's own, by number, that were not paid for.
    pub(super) ended: Vec<(u8, u8)>,
    pub(super) agenda: Vec<Task>,
    /// The choices of the decision it stands at.
    pub(super) choices: Choices,
}

impl BattleState {
    /// Before the first turn.
    pub(super) fn new(table: &Table, phase: Phase) -> Self {
        Self {
            table: table.clone(),
            turn: 0,
            phase,
            cards: Cards::new([&[], &[]], 0),
            sequences: [Vec::new(), Vec::new()],
            tactician: 0,
            speaker: 0,
            active: 0,
            announced: Vec::new(),
            exclusive: 0,
            shots: [0; MAX_FIGHTERS],
            must_walk: 0,
            stays: 0,
            charges: Vec::new(),
            waiting: Vec::new(),
            queue: Vec::new(),
            named: [None; 2],
            fought: 0,
            pursued: 0,
            mana: [0; MAX_FIGHTERS],
            faith: [0; MAX_FIGHTERS],
            in_force: Vec::new(),
            ended: Vec::new(),
            agenda: vec![Task::BeginTurn],
            choices: Choices::NONE,
        }
    }

    /// The table as it is.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The number of the turn, from 1.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The phase of the turn.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The cards of the activation phase.
    pub const fn cards(&self) -> &Cards {
        &self.cards
    }
}
