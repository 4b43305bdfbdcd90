//! Mystic actions (A-14, A-16, A-17, C-37, M-24): spells and miracles, as long as there is mana or
//! faith for them.

use super::Battle;
use super::activation::SHOOT;
use super::effects::{Bond, Origin};
use super::events::BattleEvent;
use super::separating::members;
use super::shooting::distance;
use super::state::{Announcement, BattleState, Task};
use crate::machine::{Choices, Observer};
use crate::rules::CombinedActions;
use crate::skirmish::effects::{MeantFor, MysticAction};
use crate::skirmish::movement::{Action, HAIR};
use crate::skirmish::sight::sees;
use crate::skirmish::table::Mark;

/// The choice of a fighter's first mystic action; the others follow.
pub(super) const FIRST_MYSTIC: u8 = 8;

impl Battle {
    /// the mystic actions that are open to a fighter, added to other choices.
    ///
    /// # Rule
    /// It has what the action costs, and there is somebody whom it could be meant for.
    ///
    /// # Edge cases
    /// In contact or not; M-20: not for who has to move under cover in its activation.
    pub(super) fn with_mystic_actions(
        &self,
        state: &BattleState,
        fighter: u8,
        choices: Choices,
    ) -> Choices {
        if self.registry.casters >> fighter & 1 == 0 || Self::must_hide(state, fighter) {
            return choices;
        }
        let is_open = |action: &MysticAction| {
            action.cost <= state.resource(fighter, action.resource)
                && (action.target != MeantFor::Enemy
                    || members(self.enemies(state, fighter))
                        .any(|enemy| self.is_cast_open(state, fighter, action, enemy)))
        };
        let open = self.mystic_actions(fighter).iter().enumerate();
        open.filter(|(_, action)| is_open(action))
            .fold(choices, |choices, (number, _)| choices.with(FIRST_MYSTIC + number as u8))
    }

    /// the mystic actions that are open to a fighter, as choices of what it does.
    pub fn mystic_choices(&self, state: &BattleState, fighter: u8) -> Choices {
        self.with_mystic_actions(state, fighter, Choices::NONE)
    }

    /// M-20: whether a fighter has to move under cover in its activation.
    fn must_hide(state: &BattleState, fighter: u8) -> bool {
        let number = usize::from(fighter);
        let now = state.table.fighter(number);
        state.active >> fighter & 1 == 1
            && now.has(Mark::MustTakeCover)
            && !now.has(Mark::Disengaged)
            && state.table.is_free(number)
    }

    /// Whether somebody else can be the target of a mystic action: seen, and near enough if that is
    /// measured beforehand.
    fn is_cast_open(
        &self,
        state: &BattleState,
        fighter: u8,
        action: &MysticAction,
        target: u8,
    ) -> bool {
        (!self.rules.turn.free_measuring
            || distance(&state.table, fighter, target) <= action.range + HAIR)
            && sees(&state.table, usize::from(fighter), usize::from(target)).visible
    }

    /// whom a mystic action may be meant for, as far as they may be.
    pub fn cast_targets(&self, state: &BattleState, fighter: u8, number: u8) -> Choices {
        let action = &self.mystic_actions(fighter)[usize::from(number)];
        let (own, others) = match action.target {
            MeantFor::Itself => return Choices::NONE.with(fighter),
            MeantFor::Friend => {
                let friends = self.alive(state) & self.sides[self.side(fighter)];
                (Choices::NONE.with(fighter), friends & !(1 << fighter))
            }
            MeantFor::Enemy => (Choices::NONE, self.enemies(state, fighter)),
        };
        members(others)
            .filter(|&target| self.is_cast_open(state, fighter, action, target))
            .fold(own, Choices::with)
    }

    /// How far a target is from a caster: from its mire to the target's base; 0 from itself.
    pub fn cast_distance(&self, state: &BattleState, fighter: u8, target: u8) -> f64 {
        if fighter == target { 0.0 } else { distance(&state.table, fighter, target) }
    }

    /// the action is paid for, and its distance measured.
    pub(super) fn cast(
        &self,
        state: &mut BattleState,
        (fighter, number): (u8, u8),
        target: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let action = &self.mystic_actions(fighter)[usize::from(number)];
        *state.purse(fighter, action.resource) -= action.cost;
        let distance = self.cast_distance(state, fighter, target);
        observer.observe(BattleEvent::Cast { fighter, action: number, target, distance });
        let bond = Bond { caster: fighter, bearer: target, origin: Origin::Cast(number) };
        if action.target != MeantFor::Itself && distance > action.range + HAIR {
            self.resolve_cast(state, bond, false, observer);
        } else if action.needs > 1 {
            state.agenda.push(Task::CastDie(bond));
        } else {
            self.resolve_cast(state, bond, true, observer);
        }
    }

    /// the die of a mystic action.
    pub(super) fn cast_die(
        &self,
        state: &mut BattleState,
        bond: Bond,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Origin::Cast(number) = bond.origin else { return };
        let needs = self.mystic_actions(bond.caster)[usize::from(number)].needs;
        let success = face >= needs;
        observer.observe(BattleEvent::CastRolled { fighter: bond.caster, face, success });
        self.resolve_cast(state, bond, success, observer);
    }

    /// What comes of a mystic action: its effect happens at once, and what lasts is then in force.
    fn resolve_cast(
        &self,
        state: &mut BattleState,
        bond: Bond,
        success: bool,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let (Origin::Cast(action), Bond { caster, bearer, .. }) = (bond.origin, bond) else {
            return;
        };
        observer.observe(BattleEvent::CastResolved {
            fighter: caster,
            action,
            target: bearer,
            success,
        });
        if !success {
            return;
        }
        if self.effect(bond).lasts() {
            state.agenda.push(Task::PutInForce(bond));
        }
        if self.concerns(state, bond) {
            self.befall(state, bond, observer);
        }
    }

    /// A-14, C-37: the actions that are open beside an exclusive one, or when a combat begins.
    pub(super) fn asides(&self, state: &BattleState, fighter: u8, shoots: bool) -> Choices {
        let nothing = Choices::NONE.with(0);
        if !state.table.is_standing(usize::from(fighter)) {
            return nothing;
        }
        let has_prey = shoots && self.can_shoot(state, fighter);
        let open = if has_prey { nothing.with(SHOOT) } else { nothing };
        self.with_mystic_actions(state, fighter, open)
    }

    /// A fighter does one of them, and may do another.
    pub(super) fn take_aside(state: &mut BattleState, fighter: u8, shoots: bool, choice: u8) {
        if choice == 0 {
            return;
        }
        state.agenda.push(Task::Aside(fighter, shoots));
        state.agenda.push(match choice.checked_sub(FIRST_MYSTIC) {
            Some(number) => Task::Cast(fighter, number),
            None => Task::Aim(fighter),
        });
    }

    /// an exclusive action is carried out, with what may be combined with it before and after.
    pub(super) fn combine(&self, state: &mut BattleState, announcement: Announcement) {
        let combined = self.rules.turn.combined_actions;
        if combined == CombinedActions::None || announcement.action == Action::TakeCover {
            return Self::carry_out(state, announcement);
        }
        state.agenda.extend([
            Task::AfterExclusive(announcement),
            Task::Exclusive(announcement),
            Task::Aside(announcement.fighter, combined == CombinedActions::All),
        ]);
    }

    /// A-14, M-24: what follows an exclusive action, unless an engagement failed to get away.
    pub(super) fn after_exclusive(&self, state: &mut BattleState, announcement: Announcement) {
        let fighter = announcement.fighter;
        let now = state.table.fighter(usize::from(fighter));
        if !now.has(Mark::TriedDisengaging) || now.has(Mark::Disengaged) {
            let shoots = self.rules.turn.combined_actions == CombinedActions::All;
            state.agenda.push(Task::Aside(fighter, shoots));
        }
    }
}
