//! The combat phase (C-1 to C-10): melees, who separates them, the order of the combats.

use super::Battle;
use super::events::BattleEvent;
use super::separating::{Separating, Set, members};
use super::state::{BattleState, Fighting, Fray, Purpose, Task, Then};
use crate::dice::Roll;
use crate::machine::{Choices, Machine, Observer};
use crate::skirmish::checks::Side;
use crate::skirmish::combat::{Combat, CombatEvent, CombatSetup};
use crate::skirmish::contest::candidates;
use crate::skirmish::melee::find_melees;

impl Battle {
    /// C-2: everybody in contact with an enemy fights; first the melees are separated.
    pub(super) fn begin_combat_phase(&self, state: &mut BattleState) {
        state.waiting.clear();
        state.queue.clear();
        state.named = [None; 2];
        state.agenda.extend([Task::Authority, Task::SeparateNext(self.melees(state))]);
    }

    /// C-3: the melees, the one with the lowest fighter last, as a stack.
    fn melees(&self, state: &BattleState) -> Vec<Set> {
        let camps: Vec<u8> = (0..self.fighters()).map(|one| self.side(one as u8) as u8).collect();
        let contacts: Vec<[u32; 2]> = state
            .table
            .contacts()
            .into_iter()
            .map(|(one, other)| [one as u32, other as u32])
            .collect();
        // Contacts of a table are between two of its fighters.
        let Some((labels, count)) = find_melees(&camps, &contacts) else { return Vec::new() };
        let mut melees = vec![0; count as usize];
        for (fighter, &label) in labels.iter().enumerate().filter(|(_, label)| **label >= 0) {
            melees[label as usize] |= 1 << fighter;
        }
        melees.reverse();
        melees
    }

    /// The contacts between enemies.
    pub(super) fn enemy_contacts(&self, state: &BattleState) -> Vec<(u8, u8)> {
        let contacts = state.table.contacts().into_iter();
        let contacts = contacts.map(|(one, other)| (one as u8, other as u8));
        contacts.filter(|&(one, other)| self.side(one) != self.side(other)).collect()
    }

    /// C-3, C-6: the next melee, by its lowest fighter.
    pub(super) fn separate_next(
        &self,
        state: &mut BattleState,
        mut left: Vec<Set>,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Some(melee) = left.pop() else { return };
        state.agenda.push(Task::SeparateNext(left));
        let contacts = self.enemy_contacts(state);
        let sides = self.sides.map(|side| melee & side);
        if sides.iter().any(|side| side.is_power_of_two()) {
            observer.observe(BattleEvent::Separated { by: None, combats: 1 });
            let separating = Separating::new(melee, self.sides[0], &contacts);
            if let Some(fray) = fray_of(&separating, melee) {
                form(state, fray, observer);
            }
        } else {
            let purpose = Purpose::Separation(melee);
            self.begin_contest(state, Roll::Discipline, sides, purpose, observer);
        }
    }

    /// C-6: the winner of the test separates.
    pub(super) fn begin_separation(&self, state: &mut BattleState, fighters: Set, by: Side) {
        let contacts = self.enemy_contacts(state);
        let separating = Box::new(Separating::new(fighters, self.sides[0], &contacts));
        state.agenda.push(Task::Separate(by, separating, Vec::new(), Then::Wait));
    }

    /// Takes a choice of a separation.
    pub(super) fn go_on_separating(
        state: &mut BattleState,
        task: (Side, Box<Separating>, Vec<Fray>, Then),
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let (by, mut separating, mut frays, then) = task;
        if let Some(star) = separating.choose(choice) {
            frays.extend(fray_of(&separating, star));
        }
        if !separating.is_done() {
            state.agenda.push(Task::Separate(by, separating, frays, then));
            return;
        }
        let combats = frays.len() as u8;
        observer.observe(BattleEvent::Separated { by: Some(by), combats });
        for fray in frays {
            match then {
                Then::Pursuers(pursuers) if fray.fighters() & pursuers != 0 => {
                    let (lone, enemies) = (fray.lone, fray.enemies);
                    observer.observe(BattleEvent::CombatFormed { lone, enemies });
                    state.queue.push(fray);
                }
                _ => form(state, fray, observer),
            }
        }
    }

    /// C-9: the Authority roll, unless there is nothing to fight.
    pub(super) fn begin_authority(state: &mut BattleState) {
        if !state.waiting.is_empty() {
            let tasks = [Task::RollForAuthority, Task::NameCombat(1), Task::NameCombat(0)];
            state.agenda.extend(tasks);
        }
    }

    /// C-9: the fighters of a side in a combat that may make the Authority roll: of all its fighters in
    /// combats, those who may test.
    fn authorities(&self, state: &BattleState, side: Side, fray: Fray) -> Set {
        let in_combats = state.waiting.iter().fold(0, |set, fray| set | fray.fighters());
        let entrants: Vec<_> = members(in_combats & self.sides[side])
            .map(|fighter| (u32::from(fighter), self.entrant(state, fighter)))
            .collect();
        let may_test = candidates(self.rules.contests.routed_testers, &entrants, &self.rules)
            .into_iter()
            .fold(0, |set, candidate| set | 1 << candidate.fighter);
        may_test & fray.fighters()
    }

    /// C-9: the combats that a player can name.
    pub(super) fn nameable(&self, state: &BattleState, side: Side) -> Choices {
        let frays = state.waiting.iter().enumerate();
        frays
            .filter(|(_, fray)| self.authorities(state, side, **fray) != 0)
            .fold(Choices::NONE, |choices, (place, _)| choices.with(place as u8))
    }

    /// C-9: the fighters that a player can name in his combat.
    pub(super) fn nameable_testers(&self, state: &BattleState, side: Side) -> Choices {
        let Some((fray, _)) = state.named[side] else { return Choices::NONE };
        Choices::of(self.authorities(state, side, fray))
    }

    /// C-9: a player has named a combat.
    pub(super) fn name_combat(
        state: &mut BattleState,
        side: Side,
        place: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let fray = state.waiting[usize::from(place)];
        let (lone, enemies) = (fray.lone, fray.enemies);
        observer.observe(BattleEvent::CombatNamed { side, lone, enemies });
        state.named[side] = Some((fray, 0));
        state.agenda.push(Task::NameTester(side));
    }

    /// C-9: both have named: their testers roll. Who could not name loses.
    pub(super) fn roll_for_authority(
        &self,
        state: &mut BattleState,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let sides = state.named.map(|named| named.map_or(0, |(_, tester)| 1 << tester));
        self.begin_contest(state, Roll::Authority, sides, Purpose::Authority, observer);
    }

    /// C-10: the winner starts with the combat he named; who named none chooses freely.
    pub(super) fn after_authority(state: &mut BattleState, winner: Side) {
        state.speaker = winner as u8;
        state.agenda.extend([Task::NextSpeaker, Task::Queue]);
        state.agenda.push(match state.named[winner] {
            Some((fray, _)) => Task::Combat(fray),
            None => Task::Choose,
        });
    }

    /// C-8: the other player speaks, as long as a combat is left.
    pub(super) fn next_speaker(state: &mut BattleState) {
        if !state.waiting.is_empty() {
            state.speaker = 1 - state.speaker;
            state.agenda.extend([Task::NextSpeaker, Task::Queue, Task::Choose]);
        }
    }

    /// C-8: a combat begins.
    pub(super) fn begin_combat(
        &self,
        state: &mut BattleState,
        fray: Fray,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        state.waiting.retain(|waiting| *waiting != fray);
        state.queue.retain(|queued| *queued != fray);
        let chosen_by = Side::from(state.speaker);
        let Fray { lone, enemies } = fray;
        observer.observe(BattleEvent::CombatBegan { lone, enemies, chosen_by });
        if !self.rules.turn.mystic_in_combat {
            return self.join_combat(state, fray, observer);
        }
        // C-37: everybody in it may use mystic actions first, the lone fighter before his enemies.
        state.agenda.push(Task::Join(fray));
        let mut asides: Vec<Task> = fray.in_order().map(|one| Task::Aside(one, false)).collect();
        asides.reverse();
        state.agenda.extend(asides);
    }

    /// C-8: who is left of a combat fights; C-37: where one side is gone there is no fight.
    pub(super) fn join_combat(
        &self,
        state: &mut BattleState,
        formed: Fray,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let alive = self.alive(state);
        let fray = Fray { lone: formed.lone, enemies: formed.enemies & alive };
        let Fray { lone, enemies } = fray;
        if alive >> lone & 1 == 0 || enemies == 0 {
            return self.after_combat(state, formed, observer);
        }
        let setup = CombatSetup {
            lone: self.entrant(state, lone),
            enemies: members(enemies).map(|enemy| self.entrant(state, enemy)).collect(),
            lone_side: self.side(lone),
            chosen_by: Side::from(state.speaker),
        };
        // Somebody who touches more enemies than a combat takes cannot come from a valid table.
        let Ok(combat) = Combat::new(&setup, std::sync::Arc::clone(&self.rules)) else { return };
        let combat_state = combat.start(&mut InCombat(observer));
        let fighting = Fighting { combat, state: combat_state, fray, formed };
        state.agenda.push(Task::Fight(Box::new(fighting)));
    }

    /// A combat is over: what it left of everybody goes back to the table, then pursuit (C-30).
    pub(super) fn end_combat(
        &self,
        state: &mut BattleState,
        fighting: &Fighting,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        for (place, fighter) in fighting.fray.in_order().enumerate() {
            let number = usize::from(fighter);
            let mut after = *state.table.fighter(number);
            after.health = fighting.state.fighter(place).health;
            state.table.set(number, after);
        }
        self.after_combat(state, fighting.formed, observer);
    }

    /// How everybody is who was in a combat; effects of those who fell end.
    fn after_combat(
        &self,
        state: &mut BattleState,
        fray: Fray,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        for fighter in fray.in_order() {
            let health = state.table.fighter(usize::from(fighter)).health;
            observer.observe(BattleEvent::Fought { fighter, health });
        }
        self.end_effects_of_the_gone(state, &mut |event| observer.observe(event));
        state.fought |= fray.fighters();
        self.begin_pursuit(state, fray);
    }
}

pub(super) fn fray_of(separating: &Separating, star: Set) -> Option<Fray> {
    let lone = separating.centre_of(star)?;
    Some(Fray { lone, enemies: star & !(1 << lone) })
}

fn form(state: &mut BattleState, fray: Fray, observer: &mut impl Observer<BattleEvent>) {
    observer.observe(BattleEvent::CombatFormed { lone: fray.lone, enemies: fray.enemies });
    state.waiting.push(fray);
}

/// Passes on what a combat tells.
pub(super) struct InCombat<'a, O>(pub(super) &'a mut O);

impl<O: Observer<BattleEvent>> Observer<CombatEvent> for InCombat<'_, O> {
    fn observe(&mut self, event: CombatEvent) {
        self.0.observe(BattleEvent::Combat(event));
    }
}
