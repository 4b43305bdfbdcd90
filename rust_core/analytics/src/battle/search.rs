//! A player who looks ahead: open-loop Monte Carlo tree search.
//!
//! Every playout rolls dice of its own and follows the tree of choices made so far, whatever the dice
//! did to them: a choice that is not open after other dice is simply not taken. Beyond the tree both
//! sides play greedily, a few turns at most. So hidden dice are never known, and the tree stays small.

use super::greedy::{Greedy, balance};
use fracas_engine::dice::{Dice, Seeded};
use fracas_engine::machine::{Asks, Choices, Machine, Node};
use fracas_engine::skirmish::battle::{Battle, BattleDecision, BattleState};

/// How many turns a playout looks ahead, besides the one it starts in.
const TURNS_AHEAD: u8 = 1;
/// How curious the search is: the weight of what has seldom been tried, in shares of the points at
/// stake.
const CURIOSITY: f64 = 0.7;
/// Sets the dice of playouts apart from those of the game.
const KEY: u64 = 0x7365_6172_6368_0001;

/// A place in the tree: how often each choice was tried there, and what came of it.
#[derive(Clone, Debug, Default)]
struct Place {
    /// Of each choice: the choice, the visits, the sum of what they were worth to side 0, and the
    /// place it leads to.
    tried: Vec<(u8, u32, f64, usize)>,
}

/// The player.
#[derive(Clone, Debug)]
pub struct Search {
    seed: u64,
    game: u64,
    playouts: u32,
    /// How many playouts there have been: each has dice of its own.
    done: u64,
    greedy: Greedy,
}

impl Search {
    /// A player who plays out so many games for every decision.
    pub fn new(seed: u64, game: u64, playouts: u32) -> Self {
        let greedy = Greedy::default();
        Self { seed: seed ^ KEY, game, playouts: playouts.max(1), done: 0, greedy }
    }

    /// Sits down to another game of the same battle.
    pub(super) fn begin(&mut self, seed: u64, game: u64) {
        (self.seed, self.game, self.done) = (seed ^ KEY, game, 0);
    }

    /// Leaves out the dice of one decision.
    pub(super) fn pass_by(&mut self) {
        self.done += u64::from(self.playouts);
    }

    /// What he chooses.
    pub fn choose(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        decision: &BattleDecision,
    ) -> u8 {
        let at_stake = Self::points_at_stake(battle);
        let mut tree = vec![Place::default()];
        for _ in 0..self.playouts {
            self.play_out(battle, state, &mut tree, at_stake);
        }
        let visits = |tried: &&(u8, u32, f64, usize)| (tried.1, std::cmp::Reverse(tried.0));
        let best = tree[0].tried.iter().max_by_key(visits).map(|tried| tried.0);
        best.unwrap_or_else(|| self.greedy.choose(battle, state, decision))
    }

    /// All the points of a battle: what there is to win or lose.
    fn points_at_stake(battle: &Battle) -> f64 {
        let all: u32 = [0, 1].map(|side| battle.points_of(side)).iter().sum();
        f64::from(all.max(1))
    }

    fn play_out(
        &mut self,
        battle: &Battle,
        start: &BattleState,
        tree: &mut Vec<Place>,
        at_stake: f64,
    ) {
        let mut dice = Seeded::new(self.seed.wrapping_add(self.game), self.done);
        self.done += 1;
        let mut state = start.clone();
        let last_turn = start.turn().saturating_add(TURNS_AHEAD);
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = Some(0);
        while state.turn() <= last_turn {
            match battle.node(&state) {
                Node::Over => break,
                Node::Chance(roll) => {
                    let Ok(face) = dice.roll(roll);
                    battle.roll_unchecked(&mut state, face, &mut ());
                }
                Node::Decision(decision) => {
                    let choice = match at {
                        Some(place) => {
                            let side = decision.side();
                            let (choice, step) =
                                select(&mut tree[place], battle.choices(&state), side, at_stake);
                            path.push((place, step));
                            at = follow(tree, place, step);
                            choice
                        }
                        None => self.greedy.choose(battle, &state, &decision),
                    };
                    battle.apply_unchecked(&mut state, choice, &mut ());
                }
            }
        }
        let worth = balance(battle, &state);
        for (place, step) in path {
            let tried = &mut tree[place].tried[step];
            tried.1 += 1;
            tried.2 += worth;
        }
    }
}

/// The choice to try: one never tried before, or the one with the best upper bound for the side.
fn select(place: &mut Place, open: Choices, side: usize, at_stake: f64) -> (u8, usize) {
    for choice in open {
        if !place.tried.iter().any(|tried| tried.0 == choice) {
            place.tried.push((choice, 0, 0.0, 0));
            return (choice, place.tried.len() - 1);
        }
    }
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let total: u32 = place.tried.iter().map(|tried| tried.1).sum();
    let bound = |tried: &(u8, u32, f64, usize)| {
        let visits = f64::from(tried.1.max(1));
        let mean = sign * tried.2 / visits / at_stake;
        mean + CURIOSITY * (f64::from(total.max(1)).ln() / visits).sqrt()
    };
    let open_steps = place.tried.iter().enumerate().filter(|(_, tried)| open.contains(tried.0));
    let best = open_steps.max_by(|one, other| bound(one.1).total_cmp(&bound(other.1)));
    best.map_or((open.first(), 0), |(step, tried)| (tried.0, step))
}

/// Where a step leads: to a place already there, or, the second time it is taken, to a new one.
fn follow(tree: &mut Vec<Place>, place: usize, step: usize) -> Option<usize> {
    let (_, visits, _, next) = tree[place].tried[step];
    if next != 0 {
        return Some(next);
    }
    if visits == 0 {
        return None;
    }
    tree.push(Place::default());
    let next = tree.len() - 1;
    tree[place].tried[step].3 = next;
    Some(next)
}
