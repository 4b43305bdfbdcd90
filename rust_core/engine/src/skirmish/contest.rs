//! A contest: an opposed Discipline check between testers whom the players pick.
//!
//! It decides who separates a melee (C-6), who speaks first in the combat phase (C-9) and who chooses
//! the first speaker of a turn (T-8). [`ContestSetup`] is what people write, [`Contest`] the machine
//! that it becomes, [`ContestState`] where the machine stands.

mod machine;

pub use machine::{ContestDecision, ContestDecisionKind, ContestEvent, ContestState};

use crate::dice::Roll;
use crate::errors::Problems;
use crate::names::Named;
use crate::rules::{Characteristic, RoutedTesters, Rules};
use crate::skirmish::checks::Side;
use crate::skirmish::combat::{FighterSetup, check_health};
use std::sync::Arc;

/// The most fighters of one side that may test: as many as a decision has choices.
pub const MAX_CANDIDATES: usize = 64;

/// The largest value of a candidate, up or down.
const LARGEST_VALUE: i32 = 1_000;

/// The rolls that are contests.
const CONTESTS: [Roll; 3] = [Roll::Discipline, Roll::Authority, Roll::Tactics];

/// A fighter that may test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The number of the fighter, wherever it is numbered.
    pub fighter: u32,
    /// Its current Discipline.
    pub value: i32,
}

/// The fighters of a side among whom its tester is sought, each with its number.
pub type Entrants<'a> = &'a [(u32, FighterSetup)];

/// A contest as people write it: public fields, may be wrong.
#[derive(Clone, Debug)]
pub struct ContestSetup {
    /// What it is for: `discipline`, `authority` or `tactics`.
    pub roll: Roll,
    /// Those who may test for side 0 and for side 1.
    pub candidates: [Vec<Candidate>; 2],
}

impl ContestSetup {
    /// The contest between the fighters of two sides, under the rules on who may test.
    ///
    /// # Errors
    /// Fighters that are out, or carry more markers of stunned than there can be.
    pub fn between(roll: Roll, sides: [Entrants<'_>; 2], rules: &Rules) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        for (number, fighter) in sides.into_iter().flatten() {
            check_health(fighter, &format!("fighters[{number}]"), rules, &mut problems);
        }
        let routed = rules.contests.routed_testers;
        problems.or(Self { roll, candidates: sides.map(|side| candidates(routed, side, rules)) })
    }
}

/// Those of a side who may test, each with its current Discipline.
///
/// # Rule
/// C-6, C-9: whoever is not routed; `routed` says when routed ones may too.
///
/// # Edge cases
/// Wounds weigh on Discipline only where the rules say so (W-5). Who is out does not count at all.
pub fn candidates(routed: RoutedTesters, side: Entrants<'_>, rules: &Rules) -> Vec<Candidate> {
    let alive = || side.iter().filter(|(_, fighter)| !fighter.health.is_killed());
    let takes_routed = match routed {
        RoutedTesters::Never => false,
        RoutedTesters::WhenNoOther => alive().all(|(_, fighter)| fighter.routed),
        RoutedTesters::Always => true,
    };
    alive()
        .filter(|(_, fighter)| takes_routed || !fighter.routed)
        .map(|(number, fighter)| {
            let unhurt = i32::from(fighter.profile.discipline);
            let discipline = Characteristic::Discipline;
            let value = fighter.health.current(&rules.wounds, discipline, unhurt);
            Candidate { fighter: *number, value }
        })
        .collect()
}

/// The machine of one contest: who may test, and the rules.
///
/// A choice of a tester is a place among the candidates of the side, which are in the order of their
/// numbers: [`Contest::candidates`].
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    roll: Roll,
    candidates: [Vec<Candidate>; 2],
    rules: Arc<Rules>,
}

impl Contest {
    /// The contest of a setup, or everything that is wrong with it.
    ///
    /// # Errors
    /// A roll that is no contest, too many candidates, a fighter that is listed twice, a value out
    /// of range.
    pub fn new(setup: &ContestSetup, rules: Arc<Rules>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        if !CONTESTS.contains(&setup.roll) {
            let allowed = CONTESTS.map(Named::name).join(", ");
            problems.add("roll", setup.roll.name(), format!("one of {allowed}"));
        }
        let mut candidates = setup.candidates.clone();
        for (side, listed) in candidates.iter_mut().enumerate() {
            listed.sort_by_key(|candidate| candidate.fighter);
            check_side(side, listed, &mut problems);
        }
        let all = candidates[1].iter();
        for both in all.filter(|candidate| place_of(&candidates[0], candidate.fighter).is_some()) {
            let field = format!("fighters[{}]", both.fighter);
            problems.add(field, "on both sides", "on one side");
        }
        problems.or(Self { roll: setup.roll, candidates, rules })
    }

    /// What it is for.
    pub const fn roll_name(&self) -> Roll {
        self.roll
    }

    /// Those who may test for a side, in the order of their numbers.
    pub fn candidates(&self, side: Side) -> &[Candidate] {
        &self.candidates[side]
    }

    /// The choice that picks a fighter of a side; `None` when it may not test.
    pub fn choice_of(&self, side: Side, fighter: u32) -> Option<u8> {
        place_of(&self.candidates[side], fighter).map(|place| place as u8)
    }

    /// The rules it is made by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The place of the candidate with the highest current Discipline, the lowest number of equals.
    pub fn best_tester(&self, side: Side) -> u8 {
        let mut best = 0;
        let listed = &self.candidates[side];
        for (place, candidate) in listed.iter().enumerate() {
            if candidate.value > listed[best].value {
                best = place;
            }
        }
        best as u8
    }
}

fn place_of(sorted: &[Candidate], fighter: u32) -> Option<usize> {
    sorted.binary_search_by_key(&fighter, |candidate| candidate.fighter).ok()
}

fn check_side(side: Side, sorted: &[Candidate], problems: &mut Problems) {
    if sorted.len() > MAX_CANDIDATES {
        let value = format!("{} fighters that may test", sorted.len());
        problems.add(format!("side {side}"), value, format!("at most {MAX_CANDIDATES}"));
    }
    for pair in sorted.windows(2).filter(|pair| pair[0].fighter == pair[1].fighter) {
        problems.add(format!("fighters[{}]", pair[0].fighter), "listed twice", "listed once");
    }
    for candidate in sorted.iter().filter(|one| one.value.abs() > LARGEST_VALUE) {
        let field = format!("fighters[{}].discipline", candidate.fighter);
        let allowed = format!("{} to {LARGEST_VALUE}", -LARGEST_VALUE);
        problems.add(field, candidate.value.to_string(), allowed);
    }
}
