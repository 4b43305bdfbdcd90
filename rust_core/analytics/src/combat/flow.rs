//! Chance flowing through the states of a combat, roll by roll, equal states merged.

use super::odds::Odds;
use super::opening::Opening;
use fracas_engine::names::Named;
use fracas_engine::skirmish::combat::{AttackOutcome, Combat, Pending, State, WinningSkill};
use fracas_engine::skirmish::wounds::Wound;

/// What a whole roll comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Settle {
    /// The side that wins initiative.
    Initiative(usize),
    /// What becomes of an attack, the defender's skill being said before where he has two.
    Attack(AttackOutcome, Option<WinningSkill>),
    /// A wound.
    Wound(Wound),
}

impl Settle {
    #[inline]
    pub(crate) fn apply(self, combat: &Combat, state: &mut State) {
        match self {
            Self::Initiative(winner) => combat.settle_initiative(state, winner, &mut ()),
            Self::Attack(outcome, skill) => {
                if let Some(skill) = skill {
                    combat.say_skill(state, skill);
                }
                combat.settle_attack(state, outcome, &mut ());
            }
            Self::Wound(wound) => combat.settle_wound(state, wound, &mut ()),
        }
    }
}

/// The ways a whole roll can go, with their chances.
pub(crate) struct Branches {
    items: [(f64, Settle); 8],
    count: usize,
}

impl Default for Branches {
    #[inline]
    fn default() -> Self {
        Self { items: [(0.0, Settle::Initiative(0)); 8], count: 0 }
    }
}

impl Branches {
    /// Adds a way; one that cannot happen is left out.
    #[inline]
    pub(crate) fn push(&mut self, chance: f64, settle: Settle) {
        if chance > 0.0 {
            self.items[self.count] = (chance, settle);
            self.count += 1;
        }
    }

    /// Adds the six results of a wound roll.
    #[inline]
    pub(crate) fn push_wounds(&mut self, chances: &[f64; 6]) {
        for (&wound, &chance) in Wound::ALL.iter().zip(chances) {
            self.push(chance, Settle::Wound(wound));
        }
    }

    #[inline]
    pub(crate) fn items(&self) -> &[(f64, Settle)] {
        &self.items[..self.count]
    }
}

/// Who decides in a combat, and what the rolls come to then.
pub(crate) trait Flow {
    /// Why it cannot go on.
    type Error;

    fn combat(&self) -> &Combat;

    /// Lets the players decide until a whole roll is pending; `None` when the combat is over.
    fn advance(&mut self, state: &mut State) -> Result<Option<Pending>, Self::Error>;

    /// The ways the pending roll can go.
    fn branches(&mut self, state: &State, pending: Pending) -> Result<Branches, Self::Error>;

    /// Asked now and then, with the number of states at hand, whether to go on.
    fn check(&mut self, states: usize) -> Result<(), Self::Error>;
}

/// Two players of fixed habits.
pub(crate) struct Habits<'a> {
    pub(crate) opening: &'a Opening<'a>,
    pub(crate) odds: &'a mut Odds,
}

impl Habits<'_> {
    #[inline]
    pub(crate) fn advance(&self, state: &mut State) -> Option<Pending> {
        self.opening.advance(state)
    }

    #[inline]
    pub(crate) fn branches(&mut self, pending: Pending) -> Branches {
        let players = &self.opening.players;
        let mut branches = Branches::default();
        match pending {
            Pending::Initiative { values } => {
                let sixes = [0, 1].map(|side: usize| players[side].initiative_sixes);
                let [first, second] = self.odds.opposed(values, sixes);
                branches.push(first, Settle::Initiative(0));
                branches.push(second, Settle::Initiative(1));
            }
            Pending::Attack { side, attack, defence, dice, margin_counts } => {
                let sixes = players[side].attack_sixes;
                let [failure, parried, by_margin, landed] =
                    self.odds.attack(sixes, attack, defence, dice);
                let beaten = if margin_counts { by_margin } else { 0.0 };
                let parry = |by_margin| Settle::Attack(AttackOutcome::Parried { by_margin }, None);
                branches.push(failure, Settle::Attack(AttackOutcome::AutomaticFailure, None));
                branches.push(parried - beaten, parry(false));
                branches.push(beaten, parry(true));
                branches.push(landed, Settle::Attack(AttackOutcome::Landed, None));
            }
            Pending::Wound { gap } => branches.push_wounds(self.odds.wound(gap)),
        }
        branches
    }
}

/// How many states are worked on between two questions whether to go on.
const STATES_BETWEEN: usize = 4_096;

/// Lets chance flow from a state on, merging equal states. Each step is told: the state before, the
/// state after, whether the combat is over there, the chance.
pub(crate) fn spread<F: Flow>(
    flow: &mut F,
    mut state: State,
    mut tell: impl FnMut(&State, &State, bool, f64),
) -> Result<(), F::Error> {
    if flow.advance(&mut state)?.is_none() {
        tell(&state, &state, true, 1.0);
        return Ok(());
    }
    let mut layer = Merged::default();
    layer.add(state, 1.0);
    while !layer.states.is_empty() {
        let mut next = Merged::default();
        for (count, (state, chance)) in std::mem::take(&mut layer.states).into_iter().enumerate() {
            if count % STATES_BETWEEN == STATES_BETWEEN - 1 {
                flow.check(next.states.len())?;
            }
            step(flow, state, chance, &mut |after, over, chance| {
                tell(&state, &after, over, chance);
                if !over {
                    next.add(after, chance);
                }
            })?;
        }
        layer = next;
    }
    Ok(())
}

/// One step: the pending roll, and the wound roll that an attack which lands leads to.
fn step<F: Flow>(
    flow: &mut F,
    mut state: State,
    chance: f64,
    reach: &mut impl FnMut(State, bool, f64),
) -> Result<(), F::Error> {
    let Some(pending) = flow.advance(&mut state)? else {
        reach(state, true, chance);
        return Ok(());
    };
    let branches = flow.branches(&state, pending)?;
    for &(share, settle) in branches.items() {
        let mut after = state;
        settle.apply(flow.combat(), &mut after);
        let pending = flow.advance(&mut after)?;
        if matches!(settle, Settle::Attack(AttackOutcome::Landed, _)) {
            step(flow, after, chance * share, reach)?;
        } else {
            reach(after, pending.is_none(), chance * share);
        }
    }
    Ok(())
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
