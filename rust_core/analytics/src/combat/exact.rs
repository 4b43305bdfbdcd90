//! The exact law of a combat between two players of fixed habits, by merging equal states.

use super::odds::Odds;
use super::opening::Opening;
use crate::tally::Tally;
use fracas_engine::names::Named;
use fracas_engine::skirmish::combat::{
    AttackOutcome, Combat, MAX_FIGHTERS, Outcome, Pending, Plain, State,
};
use fracas_engine::skirmish::wounds::Wound;
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

/// How many states are worked on between two such questions.
const STATES_BETWEEN: usize = 4_096;

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
    if is_small(&opening) {
        let mut walk = Walk { opening: &opening, odds, law: &mut law };
        walk.from(opening.state, 1.0);
    } else {
        spread(&opening, odds, keep_going, |_, after, over, chance| {
            if over {
                law.add(after.outcome(combat.fighters()).key(), chance);
            }
        })?;
    }
    let outcomes = law.entries().iter().map(|&(key, chance)| (Outcome::from_key(key), chance));
    Ok(Law { outcomes: outcomes.collect() })
}

/// A duel with few dice has so few paths that walking them all is quicker than merging.
fn is_small(opening: &Opening<'_>) -> bool {
    let dice: u8 = (0..2).map(|fighter| opening.state.fighter(fighter).attack).sum();
    let won: u64 = (0..2).map(|fighter| opening.combat.most_dice_won(fighter)).sum();
    opening.combat.fighters() == 2 && dice <= 2 && won == 0
}

/// Walks every path.
struct Walk<'a, 'b> {
    opening: &'a Opening<'a>,
    odds: &'b mut Odds,
    law: &'b mut Tally<f64>,
}

impl Walk<'_, '_> {
    fn from(&mut self, mut state: State, chance: f64) {
        let Some(pending) = self.opening.advance(&mut state) else {
            self.law.add(state.outcome(self.opening.combat.fighters()).key(), chance);
            return;
        };
        let mut branches = Branches::default();
        branches.fill(self.opening, pending, self.odds);
        for index in 0..branches.count {
            let (share, settle) = branches.items[index];
            let mut after = state;
            settle.apply(self.opening.combat, &mut after);
            self.from(after, chance * share);
        }
    }
}

/// What a whole roll comes to.
#[derive(Clone, Copy, Debug)]
enum Settle {
    Initiative(usize),
    Attack(AttackOutcome),
    Wound(Wound),
}

impl Settle {
    #[inline]
    fn apply(self, combat: &Combat, state: &mut State) {
        match self {
            Self::Initiative(winner) => combat.settle_initiative(state, winner, &mut ()),
            Self::Attack(outcome) => combat.settle_attack(state, outcome, &mut ()),
            Self::Wound(wound) => combat.settle_wound(state, wound, &mut ()),
        }
    }
}

/// The ways a whole roll can go, with their chances.
struct Branches {
    items: [(f64, Settle); 6],
    count: usize,
}

impl Default for Branches {
    #[inline]
    fn default() -> Self {
        Self { items: [(0.0, Settle::Initiative(0)); 6], count: 0 }
    }
}

impl Branches {
    #[inline]
    fn push(&mut self, chance: f64, settle: Settle) {
        if chance > 0.0 {
            self.items[self.count] = (chance, settle);
            self.count += 1;
        }
    }

    #[inline]
    fn fill(&mut self, opening: &Opening<'_>, pending: Pending, odds: &mut Odds) {
        match pending {
            Pending::Initiative { values } => {
                let sixes = [0, 1].map(|side: usize| opening.players[side].initiative_sixes);
                let [first, second] = odds.opposed(values, sixes);
                self.push(first, Settle::Initiative(0));
                self.push(second, Settle::Initiative(1));
            }
            Pending::Attack { side, attack, defence, dice, margin_counts } => {
                let sixes = opening.players[side].attack_sixes;
                let [failure, parried, by_margin, landed] =
                    odds.attack(sixes, attack, defence, dice);
                let beaten = if margin_counts { by_margin } else { 0.0 };
                let parry = |by_margin| Settle::Attack(AttackOutcome::Parried { by_margin });
                self.push(failure, Settle::Attack(AttackOutcome::AutomaticFailure));
                self.push(parried - beaten, parry(false));
                self.push(beaten, parry(true));
                self.push(landed, Settle::Attack(AttackOutcome::Landed));
            }
            Pending::Wound { gap } => {
                let chances = odds.wound(gap);
                for (index, &wound) in Wound::ALL.iter().enumerate() {
                    self.push(chances[index], Settle::Wound(wound));
                }
            }
        }
    }
}

/// Lets the chance of the start flow through the states, attack by attack, merging equal ones. Each
/// step is told: the state before, the state after, whether the combat is over there, the chance.
fn spread(
    opening: &Opening<'_>,
    odds: &mut Odds,
    keep_going: &mut KeepGoing<'_>,
    mut tell: impl FnMut(&State, &State, bool, f64),
) -> Result<(), NoLaw> {
    let states = exact_size(opening.combat, opening.players);
    if states > MOST_STATES {
        return Err(NoLaw::TooBig(states));
    }
    let mut layer = Merged::default();
    layer.add(opening.state, 1.0);
    while !layer.states.is_empty() {
        let mut next = Merged::default();
        for (count, (state, chance)) in std::mem::take(&mut layer.states).into_iter().enumerate() {
            if count % STATES_BETWEEN == STATES_BETWEEN - 1 && !keep_going() {
                return Err(NoLaw::Interrupted);
            }
            step(opening, odds, state, chance, &mut |after, over, chance| {
                tell(&state, &after, over, chance);
                if !over {
                    next.add(after, chance);
                }
            });
        }
        layer = next;
    }
    Ok(())
}

/// One step: the pending roll, and the wound roll that an attack which lands leads to.
fn step(
    opening: &Opening<'_>,
    odds: &mut Odds,
    mut state: State,
    chance: f64,
    reach: &mut impl FnMut(State, bool, f64),
) {
    let Some(pending) = opening.advance(&mut state) else {
        reach(state, true, chance);
        return;
    };
    let mut branches = Branches::default();
    branches.fill(opening, pending, odds);
    for &(share, settle) in &branches.items[..branches.count] {
        let mut after = state;
        settle.apply(opening.combat, &mut after);
        let pending = opening.advance(&mut after);
        if matches!(settle, Settle::Attack(AttackOutcome::Landed)) {
            step(opening, odds, after, chance * share, reach);
        } else {
            reach(after, pending.is_none(), chance * share);
        }
    }
}

/// States with their chances, equal ones merged, in the order they first came.
#[derive(Default)]
struct Merged {
    states: Vec<(State, f64)>,
    slots: Vec<u32>,
}

impl Merged {
    fn add(&mut self, state: State, chance: f64) {
        if self.states.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let key = state.key();
        let mut slot = self.slot(&key);
        while self.slots[slot] != 0 {
            let (other, sum) = &mut self.states[self.slots[slot] as usize - 1];
            if other.key() == key {
                *sum += chance;
                return;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.states.push((state, chance));
        self.slots[slot] = self.states.len() as u32;
    }

    fn slot(&self, key: &[u128; 2]) -> usize {
        let mut hash = 0_u64;
        for word in key {
            for part in [*word as u64, (*word >> 64) as u64] {
                hash = (hash.rotate_left(29) ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 4).max(64)];
        for index in 0..self.states.len() {
            let mut slot = self.slot(&self.states[index].0.key());
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = index as u32 + 1;
        }
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
    spread(&opening, odds, keep_going, |before, after, over, chance| {
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
