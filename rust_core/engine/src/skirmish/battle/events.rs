//! What happens in a battle.

use super::cards::{Played, Speech};
use super::effects::Bond;
use super::separating::Set;
use crate::names::named;
use crate::skirmish::checks::{Outcome, Side};
use crate::skirmish::combat::CombatEvent;
use crate::skirmish::contest::ContestEvent;
use crate::skirmish::movement::Action;
use crate::skirmish::wounds::{Health, WoundRoll};
use fracas_geometry::Base;

named! {
    /// T-1: the phases of a turn, in their order.
    pub enum Phase {
        /// Sequences of cards and the Tactics roll.
        Strategic = "strategic",
        /// Speaking turns.
        Activation = "activation",
        /// Combats.
        Combat = "combat",
        /// Rallying, recovery, upkeep.
        Maintenance = "maintenance",
    }
}

named! {
    /// What a check of one fighter against a difficulty is made for.
    pub enum TrialName {
        /// M-22, M-23: to disengage.
        Disengage = "disengage",
        /// T-12: to rally.
        Rally = "rally",
    }
}

/// An event of a battle. Fighters are numbers; sets of them have one bit for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BattleEvent {
    /// A turn begins; turns count from 1.
    TurnBegan {
        /// Its number.
        turn: u8,
    },
    /// A phase begins.
    PhaseBegan {
        /// Which one.
        phase: Phase,
    },
    /// T-5: a sequence is built; face down, so its cards are not told.
    SequenceBuilt {
        /// Whose.
        side: Side,
        /// How many cards it has.
        cards: u8,
    },
    /// Something of a contest (T-8, C-6, C-9).
    Contest(ContestEvent),
    /// T-8: who speaks first in the activation phase.
    FirstSpeaker {
        /// Who.
        side: Side,
        /// Who decided it.
        chosen_by: Side,
    },
    /// what a player does with the word.
    Spoke {
        /// Whose word it is.
        side: Side,
        /// What he does.
        speech: Speech,
        /// The cards he plays.
        played: Played,
        /// The fighters this activates.
        active: Set,
    },
    /// an exclusive action is announced.
    Announced {
        /// Who.
        fighter: u8,
        /// What.
        action: Action,
        /// On whom.
        target: Option<u8>,
    },
    /// A die of a check against a difficulty was rolled.
    TrialRolled {
        /// Who rolls.
        fighter: u8,
        /// What it shows.
        face: u8,
    },
    /// A check against a difficulty is made.
    Tried {
        /// Who.
        fighter: u8,
        /// What for.
        name: TrialName,
        /// What it came to.
        outcome: Outcome,
        /// What there was to reach.
        difficulty: i32,
    },
    /// A fighter has moved.
    Moved {
        /// Who.
        fighter: u8,
        /// How.
        action: Action,
        /// Where it stands now.
        base: Base,
        /// How far it went, as the way is measured.
        distance: f64,
    },
    /// a fighter shoots.
    Shot {
        /// Who.
        fighter: u8,
        /// At whom.
        target: u8,
        /// How far it is, from the shooter's mire to the target's base.
        distance: f64,
        /// M-20: whether the target dives for cover.
        dived: bool,
    },
    /// what came of a shot.
    ShotResolved {
        /// Who shot.
        fighter: u8,
        /// At whom.
        target: u8,
        /// What the check came to; `None` beyond the long range.
        outcome: Option<Outcome>,
        /// What there was to reach; `None` beyond the long range.
        difficulty: Option<i32>,
    },
    /// M-12: an assault reached contact.
    Assaulted {
        /// Who.
        fighter: u8,
        /// How.
        action: Action,
        /// The enemies it touches.
        targets: Set,
        /// Where it stands now.
        base: Base,
        /// How far it went.
        distance: f64,
    },
    /// M-15: a charger has turned a fighter that it charges.
    Pivoted {
        /// Who is turned.
        fighter: u8,
        /// How it stands now.
        base: Base,
    },
    /// M-13: an assault came too short.
    AssaultFailed {
        /// Who.
        fighter: u8,
        /// How.
        action: Action,
        /// On whom.
        target: u8,
        /// Where it stands now.
        base: Base,
    },
    /// M-17: a fighter has the charge penalty.
    Penalised {
        /// Who.
        fighter: u8,
    },
    /// C-6: a melee is separated; each combat follows as an event of its own.
    Separated {
        /// Whose player did it; `None` for a melee that is one combat.
        by: Option<Side>,
        /// How many combats it gave.
        combats: u8,
    },
    /// C-4: a combat that a separation gave.
    CombatFormed {
        /// The lone fighter.
        lone: u8,
        /// His enemies.
        enemies: Set,
    },
    /// C-9: a player names the combat he would start with.
    CombatNamed {
        /// Who.
        side: Side,
        /// The lone fighter of the combat.
        lone: u8,
        /// His enemies.
        enemies: Set,
    },
    /// C-8: a combat begins.
    CombatBegan {
        /// The lone fighter.
        lone: u8,
        /// His enemies.
        enemies: Set,
        /// Whose player chose it.
        chosen_by: Side,
    },
    /// Something of that combat: its own numbers, 0 for the lone fighter.
    Combat(CombatEvent),
    /// A combat is over: the health of somebody who fought in it.
    Fought {
        /// Who.
        fighter: u8,
        /// How it is now.
        health: Health,
    },
    /// C-30: a pursuit move.
    Pursued {
        /// Who.
        fighter: u8,
        /// Where it stands now.
        base: Base,
        /// The enemies it has come to touch.
        targets: Set,
    },
    /// T-13, T-15: a die of recovery or upkeep was rolled.
    UpkeepRolled {
        /// By whom.
        fighter: u8,
        /// What it shows.
        face: u8,
        /// Whether it has its effect.
        success: bool,
    },
    /// T-14, A-16: an effect does what it does to its bearer.
    EffectHappened {
        /// Which one, whose, upon whom.
        bond: Bond,
    },
    /// T-15: an effect is over.
    EffectEnded {
        /// Which one, whose, upon whom.
        bond: Bond,
    },
    /// T-15: the upkeep of an effect is paid, by its caster.
    UpkeepPaid {
        /// Which one, whose, upon whom.
        bond: Bond,
        /// How much it costs.
        amount: u8,
    },
    /// a fighter takes a mystic action.
    Cast {
        /// Who.
        fighter: u8,
        /// The number of its action.
        action: u8,
        /// Upon whom.
        target: u8,
        /// How far it is, from the caster's mire to the target's base.
        distance: f64,
    },
    /// the die of a mystic action was rolled.
    CastRolled {
        /// Who rolls.
        fighter: u8,
        /// What it shows.
        face: u8,
        /// Whether that is enough.
        success: bool,
    },
    /// what came of a mystic action.
    CastResolved {
        /// Who.
        fighter: u8,
        /// The number of its action.
        action: u8,
        /// Upon whom.
        target: u8,
        /// Whether it succeeds.
        success: bool,
    },
    /// W-1: a wound roll outside of a combat.
    WoundRolled {
        /// Who is hit.
        fighter: u8,
        /// The roll.
        roll: WoundRoll,
        /// How it is now.
        health: Health,
    },
    /// T-14: a fighter has come back.
    Returned {
        /// Who.
        fighter: u8,
        /// Where it stands.
        base: Base,
    },
    /// The battle is over.
    Ended {
        /// After how many turns.
        turns: u8,
    },
}
