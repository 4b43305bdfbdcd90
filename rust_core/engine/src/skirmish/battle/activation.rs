//! The activation phase: speaking turns, announcements, actions.
//!
//! Mystic actions, and the mixing of exclusive actions with others, stand in a file of
//! their own.

use super::Battle;
use super::cards::Speech;
use super::events::{BattleEvent, TrialName};
use super::mystic::FIRST_MYSTIC;
use super::separating::{Set, members};
use super::state::{Announcement, BattleState, Manner, Move, Task, Test, Trial};
use super::trials::{mark, unmark};
use crate::machine::{Choices, Observer};
use crate::names::Named;
use crate::skirmish::movement::conditions::{may_assault_each, why_not};
use crate::skirmish::movement::disengage::attempt;
use crate::skirmish::movement::penalties::{self, Charge};
use crate::skirmish::movement::{Action, distance};
use crate::skirmish::sight::Lookout;
use crate::skirmish::table::Mark;

/// the exclusive actions, in the order of the choices that announce them; 0 announces none.
const EXCLUSIVE: [Action; 4] = [Action::Run, Action::TakeCover, Action::Charge, Action::Engage];

/// what a fighter that announced nothing may do; 0 is to do no more.
const CUMULATIVE: [Action; 3] =
    [Action::Walk, Action::DisengageByAgility, Action::DisengageByForce];
/// The choices among them that are named: to walk, and behind the movements, to shoot.
const WALK: u8 = 1;
pub(super) const SHOOT: u8 = CUMULATIVE.len() as u8 + 1;

impl Battle {
    /// a player has spoken: all fighters of the cards he plays are activated.
    pub(super) fn speak(
        &self,
        state: &mut BattleState,
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Some(&speech) = Speech::ALL.get(usize::from(choice)) else { return };
        let side = state.cards.speaker();
        let played = state.cards.speak(speech);
        // a card whose fighters are all dead activates nobody.
        let active = members(self.alive(state) & self.sides[side])
            .filter(|&one| played.cards().any(|card| card == self.cards[usize::from(one)]))
            .fold(0, |set, one| set | 1 << one);
        observer.observe(BattleEvent::Spoke { side, speech, played, active });
        state.active = active;
        state.announced.clear();
        state.exclusive = 0;
        state.charges.clear();
        state.must_walk = 0;
        state.stays = 0;
        for fighter in members(active) {
            mark(state, fighter, Mark::ActivatedNow);
            unmark(state, fighter, Mark::UnderCover);
        }
        state.agenda.extend([
            Task::Speech,
            Task::EndSpeakingTurn,
            Task::Act(active),
            Task::SettleCharges,
            Task::Resolve,
            Task::Announce(active),
        ]);
    }

    /// The end of a speaking turn: the word passes.
    pub(super) fn end_speaking_turn(&self, state: &mut BattleState) {
        for fighter in members(state.active & self.alive(state)) {
            let gone = [
                Mark::ActivatedNow,
                Mark::Walked,
                Mark::Disengaged,
                Mark::TriedDisengaging,
                Mark::MustTakeCover,
            ];
            for one in gone {
                unmark(state, fighter, one);
            }
            mark(state, fighter, Mark::Activated);
        }
        state.active = 0;
        state.cards.pass_the_word();
    }

    /// the targets of an assault whose conditions hold; a fighter in contact would have to
    /// disengage first (M-11).
    pub(super) fn assault_targets(
        &self,
        state: &BattleState,
        fighter: u8,
        action: Action,
    ) -> Choices {
        let lookout = Lookout::new(&state.table, usize::from(fighter));
        let may_assault = self.may_assault(state, fighter, action, &lookout);
        members(self.enemies(state, fighter))
            .filter(|&target| may_assault(target))
            .fold(Choices::NONE, Choices::with)
    }

    /// Whether the conditions of an assault on a target hold; A-17: with free measuring, whether it is
    /// near enough, too.
    fn may_assault(
        &self,
        state: &BattleState,
        fighter: u8,
        action: Action,
        lookout: &Lookout,
    ) -> impl Fn(u8) -> bool {
        let number = usize::from(fighter);
        let may_assault = may_assault_each(&state.table, number, action, lookout);
        // M-11: who is in contact would have disengaged by then.
        let is_free = state.table.is_free(number);
        let allowed = distance(&state.table, number, if is_free { action } else { Action::Walk });
        move |target| {
            may_assault(usize::from(target))
                && !self.is_measured_too_far(state, fighter, target, allowed)
        }
    }

    /// the exclusive actions that a fighter may announce.
    pub(super) fn announcements(&self, state: &BattleState, fighter: u8) -> Choices {
        let number = usize::from(fighter);
        let table = &state.table;
        let is_free = table.is_free(number);
        // Who is charged is in front, who is engaged more likely behind: one look finds him sooner.
        let enemies = self.enemies(state, fighter);
        let base = table.fighter(number).standing.base();
        let is_behind = |&enemy: &u8| {
            let centre = table.fighter(usize::from(enemy)).standing.base().centre;
            (centre - base.centre).dot(base.facing) < 0.0
        };
        let behind = members(enemies).filter(is_behind).fold(0, |set, enemy| set | 1 << enemy);
        let lookout = Lookout::new(table, number);
        let has_target = |action: Action| {
            let may_assault = self.may_assault(state, fighter, action, &lookout);
            let first = if action == Action::Engage { behind } else { enemies & !behind };
            members(first).chain(members(enemies & !first)).any(may_assault)
        };
        let is_open = |action: Action| match action {
            Action::Charge => is_free && has_target(action),
            Action::Engage if is_free => has_target(action),
            Action::Engage => !Self::manners(state, fighter).is_empty() && has_target(action),
            _ => why_not(table, number, action, &[]).is_empty(),
        };
        let open = EXCLUSIVE.iter().enumerate().filter(|(_, action)| is_open(**action));
        let open = open.fold(Choices::NONE, |open, (place, _)| open.with(place as u8 + 1));
        // A-19, M-20: who dived for cover must move under it.
        let is_bound = is_free && table.fighter(number).has(Mark::MustTakeCover);
        if is_bound && !open.is_empty() { open } else { open.with(0) }
    }

    /// M-22, M-23: how a fighter may try to disengage: 0 by agility, 1 by force.
    pub(super) fn manners(state: &BattleState, fighter: u8) -> Choices {
        let number = usize::from(fighter);
        let open = [Action::DisengageByAgility, Action::DisengageByForce]
            .map(|action| why_not(&state.table, number, action, &[]).is_empty());
        let places = (0..2).filter(|&place| open[usize::from(place)]);
        places.fold(Choices::NONE, Choices::with)
    }

    /// A fighter announces, or does not.
    pub(super) fn announce(
        state: &mut BattleState,
        rest: Set,
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let fighter = rest.trailing_zeros() as u8;
        state.agenda.push(Task::Announce(rest & rest.wrapping_sub(1)));
        let Some(place) = usize::from(choice).checked_sub(1) else { return };
        let action = EXCLUSIVE[place];
        state.exclusive |= 1 << fighter;
        if action.is_assault() {
            state.agenda.push(Task::Target(fighter, action));
            return;
        }
        let announcement = Announcement { fighter, action, target: fighter, manner: None };
        state.announced.push(announcement);
        observer.observe(BattleEvent::Announced { fighter, action, target: None });
    }

    /// The target of an assault is announced.
    pub(super) fn announce_target(
        state: &mut BattleState,
        fighter: u8,
        action: Action,
        target: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        observer.observe(BattleEvent::Announced { fighter, action, target: Some(target) });
        state.announced.push(Announcement { fighter, action, target, manner: None });
        if !state.table.is_free(usize::from(fighter)) {
            state.agenda.push(Task::Manner(fighter));
        }
    }

    /// M-21: how the fighter that announced last will disengage.
    pub(super) fn announce_manner(state: &mut BattleState, choice: u8) {
        if let Some(last) = state.announced.last_mut() {
            last.manner = Some(if choice == 0 { Manner::Agility } else { Manner::Force });
        }
    }

    /// whose announced action can be resolved next.
    pub(super) fn unresolved(state: &BattleState) -> Choices {
        let stands = |one: &&Announcement| state.table.is_standing(usize::from(one.fighter));
        let left = state.announced.iter().filter(stands);
        left.fold(Choices::NONE, |choices, one| choices.with(one.fighter))
    }

    /// Resolves the announced action of a fighter.
    pub(super) fn resolve(&self, state: &mut BattleState, fighter: u8) {
        state.agenda.push(Task::Resolve);
        let Some(place) = state.announced.iter().position(|one| one.fighter == fighter) else {
            return;
        };
        let announcement = state.announced.remove(place);
        self.combine(state, announcement);
    }

    /// Carries an exclusive action out, if its fighter is still there. Who has come free of all
    /// adversaries since it was announced has nobody to disengage from.
    pub(super) fn carry_out(state: &mut BattleState, mut announcement: Announcement) {
        let fighter = announcement.fighter;
        if !state.table.is_standing(usize::from(fighter)) {
            return;
        }
        if announcement.manner.is_some() && state.table.is_free(usize::from(fighter)) {
            announcement.manner = None;
        }
        if !announcement.action.is_assault() {
            state.agenda.push(Task::Heading(fighter, Move::Action(announcement.action)));
            return;
        }
        state.agenda.push(Task::Assault(announcement));
        if let Some(manner) = announcement.manner {
            Self::try_to_disengage(state, fighter, manner);
        }
    }

    /// M-21 to M-23: the check to disengage.
    pub(super) fn try_to_disengage(state: &mut BattleState, fighter: u8, manner: Manner) {
        let found = attempt(&state.table, usize::from(fighter), manner == Manner::Force);
        let test = Test::Own(TrialName::Disengage);
        let trial = Trial::new(fighter, test, found.value, found.difficulty);
        state.agenda.push(Task::Trial(trial));
    }

    /// M-24, M-25: what came of it.
    pub(super) fn after_disengaging(state: &mut BattleState, fighter: u8, success: bool) {
        mark(state, fighter, Mark::TriedDisengaging);
        mark(state, fighter, if success { Mark::Disengaged } else { Mark::BoundToDefence });
    }

    /// M-17, M-18: the last exclusive action is resolved: who suffers from the charges.
    pub(super) fn settle_charges(
        state: &mut BattleState,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let charges: Vec<Charge> = std::mem::take(&mut state.charges)
            .into_iter()
            .map(|(charger, targets)| Charge {
                charger: usize::from(charger),
                targets: members(targets).map(usize::from).collect(),
            })
            .collect();
        if charges.is_empty() {
            return;
        }
        // Nobody is touched by more than eight.
        let Ok((penalised, table)) = penalties::apply(&state.table, &charges) else { return };
        state.table = table;
        let stands = |fighter: &usize| state.table.is_standing(*fighter);
        for fighter in penalised.into_iter().filter(stands) {
            observer.observe(BattleEvent::Penalised { fighter: fighter as u8 });
        }
    }

    /// the fighters that announced nothing and have not acted yet.
    pub(super) fn acting(&self, state: &BattleState, rest: Set) -> Choices {
        Choices::of(rest & self.alive(state) & !state.exclusive)
    }

    /// the cumulative actions that are open to a fighter; 0 is to do no more. A-15: who
    /// has announced a walk before it shot walks next.
    pub(super) fn actions(&self, state: &BattleState, fighter: u8) -> Choices {
        let number = usize::from(fighter);
        if !state.table.is_standing(number) {
            // It may have fallen to a mystic action of its own.
            return Choices::NONE.with(0);
        }
        if state.must_walk >> fighter & 1 == 1 {
            let next = if Self::may_walk(state, fighter) { WALK } else { 0 };
            return Choices::NONE.with(next);
        }
        let is_open = |action: Action| match action {
            Action::Walk => Self::may_walk(state, fighter),
            _ => why_not(&state.table, number, action, &[]).is_empty(),
        };
        let open = CUMULATIVE.iter().enumerate().filter(|(_, action)| is_open(**action));
        let open = open.fold(Choices::NONE.with(0), |open, (place, _)| open.with(place as u8 + 1));
        let open = if self.can_shoot(state, fighter) { open.with(SHOOT) } else { open };
        self.with_mystic_actions(state, fighter, open)
    }

    /// A fighter acts.
    pub(super) fn act(state: &mut BattleState, fighter: u8, choice: u8) {
        let Some(place) = usize::from(choice).checked_sub(1) else { return };
        state.agenda.push(Task::Action(fighter));
        state.must_walk &= !(1 << fighter);
        if choice == SHOOT {
            state.agenda.push(Task::Aim(fighter));
            return;
        }
        if let Some(number) = choice.checked_sub(FIRST_MYSTIC) {
            state.agenda.push(Task::Cast(fighter, number));
            return;
        }
        match CUMULATIVE[place] {
            Action::DisengageByAgility => Self::try_to_disengage(state, fighter, Manner::Agility),
            Action::DisengageByForce => Self::try_to_disengage(state, fighter, Manner::Force),
            action => state.agenda.push(Task::Heading(fighter, Move::Action(action))),
        }
    }
}
