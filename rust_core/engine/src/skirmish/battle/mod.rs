//! The turn and the battle (T-1 to T-18, A-1 to A-19, C-1, C-2, C-8 to C-10, C-30 to C-37) as one
//! machine. Effects and mystic actions (T-4, T-14, T-15, A-16) are data of the profiles.
//!
//! A [`Battle`] is what does not change: the armies, their cards, the rules. A [`BattleState`] holds
//! the table and an agenda of what is still to be done, the next thing last. What needs nobody
//! happens by itself; what needs a choice or a die is a node.

mod activation;
pub mod army;
mod assaulting;
pub mod cards;
mod combats;
mod decisions;
mod deeds;
pub mod deployment;
pub mod document;
mod effects;
mod events;
mod machine;
mod maintenance;
mod moving;
mod mystic;
mod pivoting;
mod pursuit;
mod redirecting;
mod registry;
pub mod scenario;
#[cfg(test)]
mod scenes;
mod separating;
mod shooting;
mod state;
mod strategic;
mod trials;
mod upkeep;
mod views;

pub use decisions::{BattleDecision, BattleDecisionKind};
pub use effects::{Bond, Origin};
pub use events::{BattleEvent, Phase, TrialName};
pub use separating::{COMPLETE, Set, members};
pub use state::BattleState;

use crate::errors::Problems;
use crate::names::named;
use crate::rules::Rules;
use crate::skirmish::checks::Side;
use crate::skirmish::combat::{Combat, FighterSetup, Placement, State as CombatState};
use crate::skirmish::table::{Mark, Table};
use army::{Army, MAX_FIGHTERS};
use registry::Registry;
use state::Task;
use std::sync::Arc;

named! {
    /// The policies for whole battles that have a name.
    pub enum BattlePolicy {
        /// Every choice with equal chance.
        Random = "random",
        /// Goes for the enemy: charges what it can hurt, approaches otherwise.
        Greedy = "greedy",
        /// Plays every choice out many times and takes the one that does best.
        Search = "search",
    }
}

/// The most turns of a battle.
pub const MAX_TURNS: u8 = 100;

/// A battle as people write it: public fields, may be wrong.
#[derive(Clone, Debug)]
pub struct BattleSetup {
    /// The army of side 0 and that of side 1.
    pub armies: [Army; 2],
    /// The table with all fighters deployed (T-17): those of side 0 in the order of their army, then
    /// those of side 1.
    pub table: Table,
    /// How many turns it lasts (T-2).
    pub turns: u8,
}

/// A battle that can be fought.
#[derive(Clone, Debug)]
pub struct Battle {
    start: Table,
    turns: u8,
    /// The fighters of each side.
    sides: [Set; 2],
    /// The card of each fighter.
    cards: Vec<u8>,
    /// T-8, T-9: who may make the Tactics roll.
    tacticians: Set,
    /// T-4, T-14: the effects of everybody's own, and who may cast.
    registry: Registry,
    rules: Arc<Rules>,
}

impl Battle {
    /// The battle of a setup, or everything that is wrong with it.
    ///
    /// # Errors
    /// An army without fighters or with too many cards, too many fighters, fighters on the table that
    /// are not those of the armies, a number of turns out of range.
    pub fn new(setup: &BattleSetup, rules: Arc<Rules>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        for (side, army) in setup.armies.iter().enumerate() {
            army.check(&format!("armies[{side}]"), &mut problems);
        }
        if !(1..=MAX_TURNS).contains(&setup.turns) {
            problems.add("turns", setup.turns.to_string(), format!("1 to {MAX_TURNS}"));
        }
        let listed: usize = setup.armies.iter().map(|army| army.fighters().count()).sum();
        if listed > MAX_FIGHTERS {
            let value = format!("{listed} fighters");
            problems.add("armies", value, format!("at most {MAX_FIGHTERS} of both sides"));
        }
        check_deployment(setup, &mut problems);
        problems.or(())?;
        Ok(Self::of_valid(setup, rules))
    }

    fn of_valid(setup: &BattleSetup, rules: Arc<Rules>) -> Self {
        let mut battle = Self {
            start: setup.table.clone(),
            turns: setup.turns,
            sides: [0; 2],
            cards: Vec::new(),
            tacticians: 0,
            registry: Registry::default(),
            rules,
        };
        for (side, army) in setup.armies.iter().enumerate() {
            let cards = army.cards();
            for troop in army.fighters() {
                let bit = 1 << battle.cards.len();
                battle.cards.push(cards[troop]);
                battle.sides[side] |= bit;
                battle.registry.enlist(&army.troops[troop].profile, &battle.rules.turn);
                if army.may_test_tactics(&army.troops[troop]) {
                    battle.tacticians |= bit;
                }
            }
        }
        battle
    }

    /// The rules it is fought by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same, to be shared.
    pub const fn shared_rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The points that a side is worth, unhurt.
    pub fn points_of(&self, side: Side) -> u32 {
        members(self.sides[side]).map(|one| self.value(one)).sum()
    }

    /// The points that a fighter is worth.
    pub fn value(&self, fighter: u8) -> u32 {
        u32::from(self.start.recruit(usize::from(fighter)).profile.value)
    }

    /// How many turns it lasts.
    pub const fn turns(&self) -> u8 {
        self.turns
    }

    /// How many fighters there are.
    pub fn fighters(&self) -> usize {
        self.cards.len()
    }

    /// The side of a fighter.
    pub fn side(&self, fighter: u8) -> Side {
        Side::from(self.sides[1] >> fighter & 1 == 1)
    }

    /// The card of a fighter among those of its side (T-5).
    pub fn card(&self, fighter: u8) -> u8 {
        self.cards[usize::from(fighter)]
    }

    /// The points that a side has lost: the strategic values of its fighters that are out.
    pub fn points_lost(&self, state: &BattleState, side: Side) -> u32 {
        members(self.sides[side] & !self.alive(state)).map(|one| self.value(one)).sum()
    }

    /// The fighters of a side, whether they are on the table or not.
    pub const fn fighters_of(&self, side: Side) -> Set {
        self.sides[side]
    }

    /// The combat that is under way, and where it stands.
    pub fn combat<'a>(&self, state: &'a BattleState) -> Option<(&'a Combat, &'a CombatState)> {
        match state.agenda.last()? {
            Task::Fight(fighting) => Some((&fighting.combat, &fighting.state)),
            _ => None,
        }
    }

    /// A fighter as it would enter a combat now.
    pub fn entrant(&self, state: &BattleState, fighter: u8) -> FighterSetup {
        let number = usize::from(fighter);
        let now = state.table.fighter(number);
        FighterSetup {
            profile: Arc::clone(&state.table.recruit(number).profile),
            health: now.health,
            charged: now.has(Mark::Charged),
            bound_to_defence: now.has(Mark::BoundToDefence),
            routed: now.has(Mark::Routed),
            placement: Placement::Normal,
        }
    }

    /// Everybody who is on the table.
    pub fn alive(&self, state: &BattleState) -> Set {
        let standing = || state.table.standing().fold(0, |set, fighter| set | 1 << fighter);
        state.table.standing_bits().unwrap_or_else(standing)
    }

    /// The enemies of a fighter that are on the table.
    pub fn enemies(&self, state: &BattleState, fighter: u8) -> Set {
        self.alive(state) & self.sides[1 - self.side(fighter)]
    }
}

/// The fighters on the table must be those of the armies, in their order.
fn check_deployment(setup: &BattleSetup, problems: &mut Problems) {
    let listed = setup.armies.iter().enumerate().flat_map(|(side, army)| {
        army.fighters().map(move |troop| (side, &army.troops[troop].profile))
    });
    let listed: Vec<_> = listed.collect();
    let placed = setup.table.count();
    if placed != listed.len() {
        let value = format!("{placed} fighters on the table");
        problems.add("table.fighters", value, format!("{}, as the armies have", listed.len()));
        return;
    }
    for (number, (side, profile)) in listed.into_iter().enumerate() {
        let recruit = setup.table.recruit(number);
        if usize::from(recruit.side) != side || recruit.profile != *profile {
            let value = format!("{} of side {}", recruit.profile.name, recruit.side);
            let allowed = format!("{} of side {side}, as the army has", profile.name);
            problems.add(format!("table.fighters[{number}]"), value, allowed);
        }
    }
}
