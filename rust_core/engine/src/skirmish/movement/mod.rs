//! The rules of movement (M-1 to M-27): what a fighter may do, how far, where it ends, and what
//! follows.
//!
//! Every condition is a function that gives the reasons why not: none of them means yes. What was
//! allowed is applied to a copy of the table.

pub mod assaults;
pub mod conditions;
pub mod cover;
pub mod destinations;
pub mod disengage;
mod failed;
mod narrowing;
pub mod options;
pub mod penalties;
pub mod pivots;
pub mod redirect;
#[cfg(test)]
mod shortcuts;
mod stances;
mod turning;

use crate::errors::Problems;
use crate::names::{Named, named};
use crate::skirmish::measuring::Measured;
use crate::skirmish::table::{Mark, Table};
use fracas_geometry::{Base, Body};

/// How much longer than allowed a measured path may be: no more than f64 can be wrong by.
pub const HAIR: f64 = 1e-9;

named! {
    /// What a fighter can do that has to do with movement.
    pub enum Action {
        /// M-8: walk.
        Walk = "walk",
        /// M-7: turn on the spot, which is a walk.
        Turn = "turn",
        /// M-9: run.
        Run = "run",
        /// M-10: charge enemies it sees.
        Charge = "charge",
        /// M-11: engage enemies it does not see, or after a disengagement.
        Engage = "engage",
        /// M-19: move under cover.
        TakeCover = "take_cover",
        /// M-20: dive for cover from a shot.
        DiveForCover = "dive_for_cover",
        /// M-22: disengage by agility.
        DisengageByAgility = "disengage_by_agility",
        /// M-23: disengage by force.
        DisengageByForce = "disengage_by_force",
    }
}

impl Action {
    /// Whether it moves a fighter to a place of its choice.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Walk | Self::Run | Self::TakeCover)
    }

    /// Whether it is an assault: a charge or an engagement.
    pub const fn is_assault(self) -> bool {
        matches!(self, Self::Charge | Self::Engage)
    }
}

named! {
    /// Why something is not allowed.
    pub enum Reason {
        /// C-26: it is out of the game.
        Eliminated = "eliminated",
        /// M-7: a movement of 0.
        NoMovement = "no_movement",
        /// An enemy base touches it.
        InContact = "in_contact",
        /// M-8, M-21: it was charged or engaged in this activation phase.
        Assaulted = "assaulted",
        /// M-8: it is in contact and has not disengaged.
        NotDisengaged = "not_disengaged",
        /// M-8: one walk in a speaking turn.
        AlreadyWalked = "already_walked",
        /// Its activation is over.
        AlreadyActivated = "already_activated",
        /// M-10: it does not see the target.
        NotSeen = "not_seen",
        /// M-11: it sees the target, so it charges.
        Seen = "seen",
        /// The target is itself or a friend.
        NotAnEnemy = "not_an_enemy",
        /// M-12: the target has its maximum of adversaries.
        BaseFull = "base_full",
        /// M-19, M-20: it does not stand on the ground.
        NotLevel0 = "not_level_0",
        /// M-19: it would not stay on its level.
        ChangesLevel = "changes_level",
        /// Not open to who has disengaged.
        AfterDisengaging = "after_disengaging",
        /// The way is longer than the distance allowed.
        TooFar = "too_far",
        /// M-3, M-4: there is no way.
        NoWay = "no_way",
        /// Its base would overlap another, or impassable scenery.
        Overlaps = "overlaps",
        /// Its base would not be on the table.
        OffTable = "off_table",
        /// It would end in contact with an enemy.
        TouchesEnemy = "touches_enemy",
        /// M-12: no free rim of the target, or none where all targets are touched, is in reach.
        NoRoom = "no_room",
        /// M-21: it is in contact with its maximum of adversaries.
        AtMaximumOfAdversaries = "at_maximum_of_adversaries",
        /// M-21: one attempt.
        AlreadyTried = "already_tried",
        /// M-23: it is not bigger than every adversary in contact.
        NotBigger = "not_bigger",
        /// M-23: its strength is not above the highest resilience.
        TooWeak = "too_weak",
        /// M-20: its activation must be a move under cover.
        MustTakeCover = "must_take_cover",
        /// Nothing to disengage from.
        NotInContact = "not_in_contact",
        /// M-20: no diving from an assault shot.
        AssaultShot = "assault_shot",
        /// M-20: it has been activated.
        Activated = "activated",
        /// M-15: who pivots must charge.
        NotCharging = "not_charging",
        /// M-15: who pivots must not stand on a round base.
        RoundBase = "round_base",
        /// M-15: those pivoted have more power than the charger.
        TooPowerful = "too_powerful",
    }
}

impl Reason {
    /// What would be allowed instead, with the clause.
    pub const fn allowed(self) -> &'static str {
        match self {
            Self::Eliminated => "a fighter that is on the table (C-26)",
            Self::NoMovement => "a movement above 0 (M-7)",
            Self::InContact => "a fighter that no enemy base touches (M-9, M-10, M-15, M-19, M-20)",
            Self::Assaulted => "a fighter not assaulted in this activation phase (M-8, M-21)",
            Self::NotDisengaged => "a fighter in contact that has disengaged first (M-8, M-11)",
            Self::AlreadyWalked => "one walk in a speaking turn (M-8)",
            Self::AlreadyActivated => "a fighter whose activation is not over",
            Self::NotSeen => "a target that it sees, even partly (M-10)",
            Self::Seen => "a target that it does not see, or a charge (M-11)",
            Self::NotAnEnemy => "enemies as targets",
            Self::BaseFull => "a target with fewer adversaries than its maximum (M-12, W-8)",
            Self::NotLevel0 => "a fighter on the ground of the table (M-19, M-20)",
            Self::ChangesLevel => "a move on one level (M-19)",
            Self::AfterDisengaging => "a walk or an engagement after disengaging (M-25)",
            Self::TooFar => "a way no longer than the distance of the action (M-1)",
            Self::NoWay => "a way round obstacles and through gaps wide enough (M-3, M-4)",
            Self::Overlaps => "a place clear of other bases and of impassable scenery",
            Self::OffTable => "a place where all of its base is on the table",
            Self::TouchesEnemy => "a place in contact with no enemy (M-8, M-9, M-19)",
            Self::NoRoom => "free rim of the target, where all targets are touched (M-12, M-14)",
            Self::AtMaximumOfAdversaries => "fewer adversaries than its maximum (M-21, W-8)",
            Self::AlreadyTried => "one attempt to disengage (M-21)",
            Self::NotBigger => "a fighter bigger than every adversary in contact (M-23)",
            Self::TooWeak => "a strength above the highest resilience among them (M-23)",
            Self::MustTakeCover => "a move under cover, after diving for it (M-20)",
            Self::NotInContact => "a fighter in contact with an enemy (M-21)",
            Self::AssaultShot => "a shot that is not an assault shot (M-20)",
            Self::Activated => "a fighter not yet activated (M-20)",
            Self::NotCharging => "a charge, for who pivots its targets (M-15)",
            Self::RoundBase => "a base with corners, for who pivots its targets (M-15)",
            Self::TooPowerful => "no more power among those pivoted than the charger's (M-15)",
        }
    }

    /// These reasons as the problems of a fighter.
    pub fn problems(reasons: &[Self], fighter: usize) -> Problems {
        let mut problems = Problems::default();
        for reason in reasons {
            problems.add(format!("fighters[{fighter}]"), reason.name(), reason.allowed());
        }
        problems
    }
}

/// Reasons in their own order, each once.
pub(crate) fn in_order(mut reasons: Vec<Reason>) -> Vec<Reason> {
    reasons.sort_unstable();
    reasons.dedup();
    reasons
}

/// What happened in a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MovementEvent {
    /// A fighter moved so far, as its way is measured.
    Moved {
        /// Who.
        fighter: usize,
        /// How.
        action: Action,
        /// How far.
        distance: f64,
    },
    /// M-15: an assailant turned a target about its centre by so many radians, counter-clockwise.
    Pivoted {
        /// Who was turned.
        fighter: usize,
        /// By whom.
        by: usize,
        /// How far.
        angle: f64,
    },
    /// An assault reached a target.
    Reached {
        /// Who.
        fighter: usize,
        /// How.
        action: Action,
        /// Whom.
        target: usize,
    },
    /// M-13: an assault came too short.
    Failed {
        /// Who.
        fighter: usize,
        /// How.
        action: Action,
        /// Whom it was meant for.
        target: usize,
    },
}

/// What a move led to.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The table afterwards.
    pub table: Table,
    /// The way that the mire took; `None` for who stayed.
    pub path: Option<Measured>,
    /// Whether it came to where it was meant to go.
    pub reached: bool,
    /// The enemies that it assaulted.
    pub touched: Vec<usize>,
    /// What happened, in order.
    pub events: Vec<MovementEvent>,
}

/// The distance that an action allows a fighter, in centimetres (M-1).
///
/// # Rule
/// A walk and a move under cover: its movement once; a run and an assault: twice; but an engagement
/// after a disengagement: once (M-11, M-25).
pub fn distance(table: &Table, fighter: usize, action: Action) -> f64 {
    let movement = table.recruit(fighter).profile.movement;
    match action {
        Action::Run | Action::Charge => 2.0 * movement,
        Action::Engage if !table.fighter(fighter).has(Mark::Disengaged) => 2.0 * movement,
        Action::Walk | Action::TakeCover | Action::Engage => movement,
        _ => 0.0,
    }
}

/// What a base must not overlap: the bases of all but some, and impassable scenery.
pub(crate) fn in_the_way_but(table: &Table, but: &[usize]) -> Vec<Body> {
    let others = table.standing().filter(|other| !but.contains(other));
    others.map(|other| table.body(other)).chain(table.impassable().cloned()).collect()
}

/// Why a fighter's base cannot stand somewhere: overlaps, off the table, and, unless it assaults
/// them, in contact with enemies.
pub(crate) fn cannot_stand(table: &Table, fighter: usize, base: &Base) -> Vec<Reason> {
    let body = base.body();
    let mut reasons = Vec::new();
    if table.overlaps_anything(fighter, &body) {
        reasons.push(Reason::Overlaps);
    }
    if !table.holds(&body) {
        reasons.push(Reason::OffTable);
    }
    if table.touches_enemy(fighter, &body) {
        reasons.push(Reason::TouchesEnemy);
    }
    reasons
}
