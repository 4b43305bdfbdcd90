//! A small combat between two players of fixed habits, compiled into an automaton over dice: a table
//! that says where two more dice lead. The same dice and the same outcomes as the machine it is read
//! from, without a branch on what the dice show, so that many games are rolled side by side.
//!
//! States that lead to the same places whatever the die shows are merged, so the table stays in the
//! nearest cache. What is too rare for the table, and a game that outlasts its first word of dice, is
//! rolled straight through.

use super::opening::Opening;
use crate::hashing::QuickMap;
use crate::tally::Tally;
use fracas_engine::dice::{Seeded, philox2x64};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::skirmish::combat::{Outcome, State};
use std::collections::BinaryHeap;
use std::ops::Range;

/// Rolls of two dice.
const PAIRS: usize = 36;
/// The most places: their offsets fit into 16 bits.
const MOST_PLACES: usize = 1_500;
/// The most states that are looked at before equal ones are merged.
const MOST_STATES: usize = 6_000;
/// What is rarer than this, along the way it is first found, is left to the machine.
const RAREST: f64 = 1e-8;
/// Pairs of dice, after four dice, that every game rolls before anybody asks whether it is over.
const PAIRS_AT_ONCE: usize = 5;
/// Games that are rolled side by side.
const LANES: usize = 64;
/// Rolls of four dice.
const FOUR_DICE: usize = PAIRS * PAIRS;
/// Pairs of dice in a word.
const PAIRS_IN_WORD: usize = 10;

/// Place 0 is where the automaton does not know its way; then the outcomes, which stay where they
/// are; then the states at a die.
pub(super) struct Automaton {
    /// For each place and each roll of two dice, the offset of the place they lead to.
    table: Vec<u16>,
    /// Where the first four dice lead.
    first: Vec<u16>,
    /// The offset of the first place that is no outcome.
    live: u16,
    outcomes: Vec<Outcome>,
}

impl Automaton {
    /// The automaton of a combat, if it is small.
    pub(super) fn new(opening: &Opening<'_>) -> Option<Self> {
        if opening.combat.fighters() > 2 {
            return None;
        }
        let mut builder = Builder::default();
        let start = builder.place_of(opening, opening.state, 1.0);
        while let Some(Waiting { chance, place }) = builder.waiting.pop() {
            if chance < RAREST || builder.states.len() > MOST_STATES {
                break;
            }
            builder.order.push(place);
            let state = builder.states[place];
            let mut next = [Next::Unknown; 6];
            for (face, next) in (1..=6).zip(&mut next) {
                let mut after = state;
                opening.combat.roll_unchecked(&mut after, face, &mut ());
                *next = builder.place_of(opening, after, chance / 6.0);
            }
            builder.next[place] = next;
        }
        builder.finish(start)
    }

    /// Rolls games and counts their outcomes.
    pub(super) fn roll(
        &self,
        opening: &Opening<'_>,
        seed: u64,
        games: Range<u64>,
        tally: &mut Tally<u64>,
    ) {
        let mut counts = vec![0_u32; self.live as usize];
        let table = &self.table[..];
        // So many games side by side: none waits for the dice of another.
        let mut words = [0_u64; LANES];
        let mut places = [0_u16; LANES];
        let mut next = games.start;
        while next < games.end {
            let lanes = (games.end - next).min(LANES as u64) as usize;
            for (game, word) in (next..).zip(&mut words) {
                [*word, _] = philox2x64([0, game], seed);
            }
            for (place, word) in places.iter_mut().zip(&mut words) {
                let even = Seeded::is_even(*word);
                let product = u128::from(*word) * FOUR_DICE as u128;
                *word = product as u64;
                let first = self.first[(product >> 64) as usize];
                *place = if even { first } else { 0 };
            }
            for _ in 0..PAIRS_AT_ONCE {
                for (place, word) in places.iter_mut().zip(&mut words) {
                    (*place, *word) = step(table, *place, *word);
                }
            }
            for lane in 0..lanes {
                let (mut place, mut word) = (places[lane], words[lane]);
                let mut pairs = 2 + PAIRS_AT_ONCE;
                while place >= self.live && pairs < PAIRS_IN_WORD {
                    (place, word) = step(table, place, word);
                    pairs += 1;
                }
                // Neither lost (place 0) nor still under way.
                if place != 0
                    && let Some(count) = counts.get_mut(usize::from(place))
                {
                    *count += 1;
                } else {
                    roll_slowly(opening, seed, next + lane as u64, tally);
                }
            }
            next += lanes as u64;
        }
        for (index, outcome) in self.outcomes.iter().enumerate() {
            let count = counts[(index + 1) * PAIRS];
            if count > 0 {
                tally.add(outcome.key(), u64::from(count));
            }
        }
    }
}

/// One game that the table does not hold.
#[cold]
#[inline(never)]
fn roll_slowly(opening: &Opening<'_>, seed: u64, game: u64, tally: &mut Tally<u64>) {
    let Ok(outcome) = opening.roll_straight(&mut Seeded::new(seed, game));
    tally.add(outcome.key(), 1);
}

/// Where two more dice lead.
#[inline]
fn step(table: &[u16], place: u16, word: u64) -> (u16, u64) {
    let product = u128::from(word) * PAIRS as u128;
    let index = usize::from(place) + (product >> 64) as usize;
    (table[index], product as u64)
}

/// Where a die leads while the table is being made.
#[derive(Clone, Copy)]
enum Next {
    Unknown,
    Outcome(usize),
    State(usize),
}

/// A state whose dice have not been looked at, the likeliest first.
struct Waiting {
    chance: f64,
    place: usize,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.chance.total_cmp(&other.chance).then(other.place.cmp(&self.place))
    }
}

/// The states as they are found, and where their dice lead.
#[derive(Default)]
struct Builder {
    outcomes: Vec<Outcome>,
    outcome_places: QuickMap<u64, usize>,
    states: Vec<State>,
    state_places: QuickMap<State, usize>,
    next: Vec<[Next; 6]>,
    waiting: BinaryHeap<Waiting>,
    /// The states that were looked at, in that order.
    order: Vec<usize>,
}

impl Builder {
    /// Lets the players decide until a die is due or the combat is over, and gives the place of that.
    fn place_of(&mut self, opening: &Opening<'_>, mut state: State, chance: f64) -> Next {
        loop {
            match opening.combat.node(&state) {
                Node::Over => {
                    let outcome = state.outcome(opening.combat.fighters());
                    let outcomes = &mut self.outcomes;
                    let place = *self.outcome_places.entry(outcome.key()).or_insert_with(|| {
                        outcomes.push(outcome);
                        outcomes.len() - 1
                    });
                    return Next::Outcome(place);
                }
                Node::Decision(decision) => {
                    let choice =
                        opening.players[decision.side].choose(opening.combat, &state, &decision);
                    opening.combat.apply_unchecked(&mut state, choice, &mut ());
                }
                Node::Chance(_) => break,
            }
        }
        if let Some(&place) = self.state_places.get(&state) {
            return Next::State(place);
        }
        let place = self.states.len();
        self.states.push(state);
        self.next.push([Next::Unknown; 6]);
        self.state_places.insert(state, place);
        self.waiting.push(Waiting { chance, place });
        Next::State(place)
    }

    /// Merges states that lead to the same places whatever the die shows, and writes the table.
    fn finish(self, start: Next) -> Option<Automaton> {
        let outcomes = self.outcomes.len();
        let first = 1 + outcomes;
        // The number of each state's place: at first none is known.
        let mut numbers = vec![0_usize; self.states.len()];
        let mut rows: Vec<[usize; 6]> = Vec::new();
        let number = |numbers: &[usize], next: Next| match next {
            Next::Unknown => 0,
            Next::Outcome(place) => 1 + place,
            Next::State(state) => numbers[state],
        };
        // A state with a number of its own until it is found to be like another.
        for (place, &state) in self.order.iter().enumerate() {
            numbers[state] = first + place;
        }
        loop {
            let mut known: QuickMap<[usize; 6], usize> = QuickMap::default();
            let mut merged = false;
            // What is found last leads to the end: bottom up, most merges take one turn.
            for &state in self.order.iter().rev() {
                let row = self.next[state].map(|next| number(&numbers, next));
                let place = *known.entry(row).or_insert(numbers[state]);
                merged |= place != numbers[state];
                numbers[state] = place;
            }
            if !merged {
                break;
            }
        }
        // Numbers without gaps.
        let mut dense: QuickMap<usize, usize> = QuickMap::default();
        for &state in &self.order {
            let count = dense.len();
            let place = *dense.entry(numbers[state]).or_insert(first + count);
            numbers[state] = place;
        }
        rows.resize(dense.len(), [0; 6]);
        for &state in &self.order {
            rows[numbers[state] - first] = self.next[state].map(|next| number(&numbers, next));
        }
        let places = first + rows.len();
        if places > MOST_PLACES {
            return None;
        }
        let after = |place: usize, face: usize| match place.checked_sub(first) {
            None => place,
            Some(row) => rows[row][face],
        };
        let mut table = vec![0_u16; places * PAIRS];
        for place in 0..places {
            for pair in 0..PAIRS {
                let to = after(after(place, pair / 6), pair % 6);
                table[place * PAIRS + pair] = (to * PAIRS) as u16;
            }
        }
        let start = number(&numbers, start) * PAIRS;
        let first = (0..FOUR_DICE)
            .map(|dice| table[usize::from(table[start + dice / PAIRS]) + dice % PAIRS])
            .collect();
        Some(Automaton {
            table,
            first,
            live: ((1 + outcomes) * PAIRS) as u16,
            outcomes: self.outcomes,
        })
    }
}
