//! The exact law of a combat between two players of fixed habits, by merging equal states.

use super::flow::{Branches, Flow, Habits, spread};
use super::odds::Odds;
use super::opening::Opening;
use crate::tally::Tally;
use fracas_engine::skirmish::combat::{Combat, MAX_FIGHTERS, Outcome, Pending, Plain, State};
use std::fmt;

/// The most states that are kept at once: about a gigabyte.
pub const MOST_STATES: u64 = 8_000_000;

/// Why there is no exact law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLaw {
    /// It would not fit: it could need this many states.
    TooBig(u64),
    /// It was stopped from outside.
    Interrupted,
}

impl fmt::Display for NoLaw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooBig(states) => {
                write!(formatter, "up to {states} states, above the limit of {MOST_STATES}")
            }
            Self::Interrupted => formatter.write_str("stopped"),
        }
    }
}

impl std::error::Error for NoLaw {}

/// Asked now and then whether to go on.
pub type KeepGoing<'a> = dyn FnMut() -> bool + 'a;

/// The chance of every outcome, each outcome once.
#[derive(Clone, Debug)]
pub struct Law {
    /// Outcomes and chances, in the order they were found.
    pub outcomes: Vec<(Outcome, f64)>,
}

/// For each pass of arms, the chance of each level of wounds of each fighter when it is over. A
/// combat that has ended keeps its last state.
pub type PassLaw = Vec<[[f64; 5]; MAX_FIGHTERS]>;

/// The law of a combat.
pub fn exact(
    combat: &Combat,
    players: [Plain; 2],
    odds: &mut Odds,
    keep_going: &mut KeepGoing<'_>,
) -> Result<Law, NoLaw> {
    let opening = Opening::new(combat, players);
    let mut law = Tally::new();
    let habits = Habits { opening: &opening, odds };
    if is_small(&opening) {
        Walk { habits, law: &mut law }.from(opening.state, 1.0);
    } else {
        spread(&mut Watched::new(habits, keep_going)?, opening.state, |_, after, over, chance| {
            if over {
                law.add(after.outcome(combat.fighters()).key(), chance);
            }
        })?;
    }
    Ok(Law::from_tally(&law))
}

impl Law {
    pub(crate) fn from_tally(law: &Tally<f64>) -> Self {
        let outcomes = law.entries().iter().map(|&(key, chance)| (Outcome::from_key(key), chance));
        Self { outcomes: outcomes.collect() }
    }
}

/// A duel with few dice has so few paths that walking them all is quicker than merging.
fn is_small(opening: &Opening<'_>) -> bool {
    let dice: u8 = (0..2).map(|fighter| opening.state.fighter(fighter).attack).sum();
    let won: u64 = (0..2).map(|fighter| opening.combat.most_dice_won(fighter)).sum();
    opening.combat.fighters() == 2 && dice <= 2 && won == 0
}

/// Walks every path.
struct Walk<'a, 'b> {
    habits: Habits<'a>,
    law: &'b mut Tally<f64>,
}

impl Walk<'_, '_> {
    fn from(&mut self, mut state: State, chance: f64) {
        let combat = self.habits.opening.combat;
        let Some(pending) = self.habits.advance(&mut state) else {
            self.law.add(state.outcome(combat.fighters()).key(), chance);
            return;
        };
        let branches = self.habits.branches(pending);
        for &(share, settle) in branches.items() {
            let mut after = state;
            settle.apply(combat, &mut after);
            self.from(after, chance * share);
        }
    }
}

/// Two players of fixed habits, watched: what would not fit is refused before it starts.
struct Watched<'a, 'b> {
    habits: Habits<'a>,
    keep_going: &'b mut KeepGoing<'b>,
}

impl<'a, 'b> Watched<'a, 'b> {
    fn new(habits: Habits<'a>, keep_going: &'b mut KeepGoing<'b>) -> Result<Self, NoLaw> {
        let states = exact_size(habits.opening.combat, habits.opening.players);
        if states > MOST_STATES {
            return Err(NoLaw::TooBig(states));
        }
        Ok(Self { habits, keep_going })
    }
}

impl Flow for Watched<'_, '_> {
    type Error = NoLaw;

    fn combat(&self) -> &Combat {
        self.habits.opening.combat
    }

    fn advance(&mut self, state: &mut State) -> Result<Option<Pending>, NoLaw> {
        Ok(self.habits.advance(state))
    }

    fn branches(&mut self, _state: &State, pending: Pending) -> Result<Branches, NoLaw> {
        Ok(self.habits.branches(pending))
    }

    fn check(&mut self, _states: usize) -> Result<(), NoLaw> {
        if (self.keep_going)() { Ok(()) } else { Err(NoLaw::Interrupted) }
    }
}

/// An upper bound of the number of states that [`exact`] keeps at once: the states of health that
/// each fighter can be in, after as many blows as it can be dealt, times the counts of blows landed.
pub fn exact_size(combat: &Combat, players: [Plain; 2]) -> u64 {
    let opening = Opening::new(combat, players);
    let fighters = combat.fighters();
    // A skill can turn every defence die into attack dice.
    let most_attacks = |fighter: usize| {
        let fight = opening.state.fighter(fighter);
        u64::from(fight.attack) + u64::from(fight.defence) * combat.most_dice_won(fighter)
    };
    let markers = u64::from(combat.rules().wounds.stunned_markers);
    let healths = |blows: u64| match blows {
        0 => 1,
        1 => 6,
        _ => 4 * (1 + markers) + 1,
    };
    let lone = most_attacks(0);
    let several: u64 = (1..fighters).map(most_attacks).sum();
    let mut states = healths(several).saturating_mul(lone + 1).saturating_mul(several + 1);
    // In one pass no enemy is attacked twice, so blows spread as widely as they can.
    for number in 1..fighters as u64 {
        let enemies = fighters as u64 - 1;
        let blows = lone / enemies + u64::from(number <= lone % enemies);
        states = states.saturating_mul(healths(blows));
    }
    states
}

/// What each pass leaves, from the same flow of states.
pub fn per_pass(
    combat: &Combat,
    players: [Plain; 2],
    odds: &mut Odds,
    keep_going: &mut KeepGoing<'_>,
) -> Result<PassLaw, NoLaw> {
    let opening = Opening::new(combat, players);
    let mut passes: PassLaw = Vec::new();
    let mut note = |pass: u8, state: &State, chance: f64| {
        let pass = usize::from(pass).max(1);
        if passes.len() < pass {
            passes.resize(pass, [[0.0; 5]; MAX_FIGHTERS]);
        }
        for fighter in 0..combat.fighters() {
            passes[pass - 1][fighter][state.fighter(fighter).health.level as usize] += chance;
        }
    };
    let mut ended: Vec<(u8, State, f64)> = Vec::new();
    let habits = Habits { opening: &opening, odds };
    let mut watched = Watched::new(habits, keep_going)?;
    spread(&mut watched, opening.state, |before, after, over, chance| {
        if over {
            ended.push((after.passes(), *after, chance));
        } else if after.passes() > before.passes() && before.passes() > 0 {
            note(before.passes(), after, chance);
        }
    })?;
    let last = ended.iter().map(|(pass, ..)| *pass).max().unwrap_or(0).max(1);
    for (pass, state, chance) in &ended {
        for pass in (*pass).max(1)..=last {
            note(pass, state, *chance);
        }
    }
    Ok(passes)
}
