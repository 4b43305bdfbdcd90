//! Who may do what (M-7 to M-12, M-15, M-19 to M-23): the conditions that hold before anything is
//! measured.

use super::{Action, Reason, in_order};
use crate::rules::{Edition, FullBases};
use crate::skirmish::sight::{Lookout, is_seen};
use crate::skirmish::table::{Mark, Table};

/// Everything that keeps a fighter from an action; nothing when it may.
///
/// `targets` are those of an assault. Diving for cover is asked for by [`super::cover::why_not_dive`],
/// which knows the shot; here any shot but an assault shot is meant.
pub fn why_not(table: &Table, fighter: usize, action: Action, targets: &[usize]) -> Vec<Reason> {
    if !table.is_standing(fighter) {
        return vec![Reason::Eliminated];
    }
    let situation = Situation::new(table, fighter);
    let mut reasons = match action {
        Action::Walk | Action::Turn => situation.walk(),
        Action::Run => situation.run(),
        Action::Charge | Action::Engage => situation.assault(action, targets),
        Action::TakeCover => situation.take_cover(),
        Action::DiveForCover => super::cover::why_not_dive(table, fighter, false),
        Action::DisengageByAgility => super::disengage::why_not(table, fighter, false),
        Action::DisengageByForce => super::disengage::why_not(table, fighter, true),
    };
    let marks = table.fighter(fighter).marks;
    let is_over = marks.has(Mark::Activated) && !marks.has(Mark::ActivatedNow);
    if is_over && action != Action::DiveForCover {
        reasons.push(Reason::AlreadyActivated);
    }
    in_order(reasons)
}

/// Whether a fighter that is activated now may assault one target, for whoever asks about many: when
/// [`why_not`] has nothing to say of it, but that it must disengage first.
pub(in crate::skirmish) fn may_assault_each(
    table: &Table,
    fighter: usize,
    action: Action,
    lookout: &Lookout,
) -> impl Fn(usize) -> bool {
    let situation = Situation::new(table, fighter);
    let own = situation.assaulting(action);
    let may_assault = own.iter().all(|reason| *reason == Reason::NotDisengaged);
    move |target| {
        let is_seen = || lookout.sees(target);
        may_assault && situation.against(action, target, is_seen) == [None; 2]
    }
}

/// A fighter that considers what to do.
struct Situation<'a> {
    table: &'a Table,
    fighter: usize,
    is_free: bool,
}

impl<'a> Situation<'a> {
    fn new(table: &'a Table, fighter: usize) -> Self {
        Self { table, fighter, is_free: table.is_free(fighter) }
    }

    fn has(&self, mark: Mark) -> bool {
        self.table.fighter(self.fighter).has(mark)
    }

    /// M-7: a movement of 0 allows nothing; M-20: who dived for cover moves under cover, as long as
    /// it is free.
    fn moving(&self, is_cover: bool) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if self.table.recruit(self.fighter).profile.movement <= 0.0 {
            reasons.push(Reason::NoMovement);
        }
        if self.has(Mark::MustTakeCover) && self.is_free && !is_cover {
            reasons.push(Reason::MustTakeCover);
        }
        reasons
    }

    /// M-8, M-11: who is in contact must not have been assaulted, and must have disengaged. (Nobody
    /// who was assaulted can have disengaged, M-21.)
    fn leaving(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if !self.is_free && self.has(Mark::Assaulted) {
            reasons.push(Reason::Assaulted);
        }
        if !self.is_free && !self.has(Mark::Disengaged) {
            reasons.push(Reason::NotDisengaged);
        }
        reasons
    }

    /// M-9, M-10, M-19: only who is free, and has not disengaged in this activation.
    fn unhindered(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if !self.is_free {
            reasons.push(Reason::InContact);
        }
        if self.has(Mark::Disengaged) {
            reasons.push(Reason::AfterDisengaging);
        }
        reasons
    }

    /// M-7, M-8: a walk, and a turn on the spot, which is one.
    fn walk(&self) -> Vec<Reason> {
        let mut reasons = self.moving(false);
        reasons.extend(self.leaving());
        if self.has(Mark::Walked) {
            reasons.push(Reason::AlreadyWalked);
        }
        reasons
    }

    /// M-9: a run.
    fn run(&self) -> Vec<Reason> {
        let mut reasons = self.moving(false);
        reasons.extend(self.unhindered());
        reasons
    }

    /// M-10: a charge on enemies that it sees; M-11: an engagement of enemies that it does not see, or
    /// of any after a disengagement.
    fn assault(&self, action: Action, targets: &[usize]) -> Vec<Reason> {
        let mut reasons = self.assaulting(action);
        for &target in targets {
            let is_seen = || is_seen(self.table, self.fighter, target);
            reasons.extend(self.against(action, target, is_seen).into_iter().flatten());
        }
        reasons
    }

    /// What keeps it from any assault, whoever is the target.
    fn assaulting(&self, action: Action) -> Vec<Reason> {
        if action == Action::Charge {
            return self.run();
        }
        let mut reasons = self.moving(false);
        reasons.extend(self.leaving());
        reasons
    }

    /// What keeps it from one target: what it sees of it, and what is the matter with the target
    /// itself. Of who is no enemy, or not on the table, nothing else is to be said.
    fn against(
        &self,
        action: Action,
        target: usize,
        is_seen: impl FnOnce() -> bool,
    ) -> [Option<Reason>; 2] {
        let full = match target_reason(self.table, self.fighter, target) {
            Ok(full) => full,
            Err(reason) => return [None, Some(reason)],
        };
        let sight = match action {
            Action::Charge => (!is_seen()).then_some(Reason::NotSeen),
            _ => (!self.may_see() && is_seen()).then_some(Reason::Seen),
        };
        [sight, full]
    }

    /// M-11: whether it may engage an enemy that it sees.
    fn may_see(&self) -> bool {
        self.table.rules().movement.engage_a_seen_target
            || !self.is_free
            || self.has(Mark::Disengaged)
    }

    /// M-19: a move under cover.
    fn take_cover(&self) -> Vec<Reason> {
        let mut reasons = self.moving(true);
        reasons.extend(self.unhindered());
        let newer = self.table.rules().edition == Edition::Newer;
        if newer && self.table.level(self.fighter) != 0 {
            reasons.push(Reason::NotLevel0);
        }
        reasons
    }
}

/// M-12: what keeps a fighter from a target, seen or not: it has its maximum of adversaries.
///
/// # Errors
/// It is no enemy, or not on the table: then nothing else is to be said of it.
pub(super) fn target_reason(
    table: &Table,
    fighter: usize,
    target: usize,
) -> Result<Option<Reason>, Reason> {
    if !table.are_enemies(fighter, target) {
        return Err(Reason::NotAnEnemy);
    }
    if !table.is_standing(target) {
        return Err(Reason::Eliminated);
    }
    Ok(is_full(table, target, fighter).then_some(Reason::BaseFull))
}

/// M-12: whether a base touches its maximum of adversaries (W-8), not counting `besides`, who may be
/// one of them.
pub fn is_full(table: &Table, target: usize, besides: usize) -> bool {
    if table.rules().movement.full_bases != FullBases::Closed {
        return false;
    }
    let count = match table.adversary_bits(target) {
        Some(adversaries) => (adversaries & !(1 << besides)).count_ones() as usize,
        None => table.adversaries(target).iter().filter(|&&other| other != besides).count(),
    };
    count >= table.most_adversaries(target)
}
