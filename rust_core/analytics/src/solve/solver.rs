//! Backward induction over the nodes of a combat.

use super::exchange::{BEATEN, Exchange, FAILED, LANDED, PARRIED, Played};
use super::initiative::{Sixes, opposed_from};
use super::memory::{MOST_VALUES, Memory, expected_values};
use super::utility::Utility;
use crate::combat::{KeepGoing, Odds};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::names::Named;
use fracas_engine::rules::RerollKnowledge;
use fracas_engine::skirmish::checks::outcome;
use fracas_engine::skirmish::combat::{
    AttackOutcome, Combat, Decision, DecisionKind, HalfMade, Pending, Plain, State, WinningSkill,
};
use fracas_engine::skirmish::wounds::Wound;
use std::fmt;
use std::sync::Arc;

/// Why a combat is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSolved {
    /// More values would have to be kept than there is room for.
    TooBig(usize),
    /// D-8: who does not see the number to reach plays a game of hidden information.
    Blind,
    /// It was stopped from outside.
    Interrupted,
}

impl fmt::Display for NotSolved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooBig(values) => {
                write!(formatter, "about {values} values, above the limit of {MOST_VALUES}")
            }
            Self::Blind => {
                formatter.write_str("rerolls are decided without knowing the difficulty")
            }
            Self::Interrupted => formatter.write_str("stopped"),
        }
    }
}

impl std::error::Error for NotSolved {}

/// A choice with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worthy {
    /// The choice.
    pub choice: u8,
    /// Its value to side 0 under best play of both sides afterwards.
    pub value: f64,
    /// What the side that decides loses by it against the best choice: 0 or more.
    pub regret: f64,
}

/// Best play of a combat, worked out as it is asked for and kept.
pub struct Solver {
    combat: Arc<Combat>,
    utility: Utility,
    /// The habits of a side that does not play its best.
    habits: [Option<Plain>; 2],
    memory: Memory,
}

impl Solver {
    /// A solver of a combat for a utility. A side with habits keeps to them: the other one's best is
    /// then a best answer to them.
    pub fn new(
        combat: &Combat,
        utility: Utility,
        habits: [Option<Plain>; 2],
    ) -> Result<Self, NotSolved> {
        if combat.rules().checks.reroll_knowledge == RerollKnowledge::Blind {
            return Err(NotSolved::Blind);
        }
        // Fighters that are alike in the combat need not be so in what they are worth.
        let told_apart = combat.clone().told_apart(|one, other| utility.is_same(one, other));
        let combat = Arc::new(told_apart);
        let expected = expected_values(&combat);
        if habits == [None; 2] && expected > MOST_VALUES {
            return Err(NotSolved::TooBig(expected));
        }
        Ok(Self { combat, utility, habits, memory: Memory::default() })
    }

    /// The combat that is solved.
    pub fn combat(&self) -> &Combat {
        &self.combat
    }

    /// What outcomes are worth.
    pub const fn utility(&self) -> &Utility {
        &self.utility
    }

    /// The habits of the sides that do not play their best.
    pub const fn habits(&self) -> &[Option<Plain>; 2] {
        &self.habits
    }

    /// How many values are kept.
    pub fn kept(&self) -> usize {
        self.memory.len()
    }

    pub(super) fn shared_combat(&self) -> Arc<Combat> {
        Arc::clone(&self.combat)
    }

    pub(super) fn run<'a, 'b>(
        &'a mut self,
        combat: &'a Combat,
        odds: &'a mut Odds,
        keep_going: &'a mut KeepGoing<'b>,
    ) -> Run<'a, 'b> {
        Run { combat, solver: self, odds, keep_going, stopped: None, count: 0 }
    }

    /// The value of every split of the dice against every other, as if all were placed at once, with
    /// best play afterwards: the last fighter's attack dice vary fastest.
    pub fn splits(
        &mut self,
        odds: &mut Odds,
        keep_going: &mut KeepGoing<'_>,
    ) -> Result<Vec<f64>, NotSolved> {
        let combat = self.shared_combat();
        let sizes: Vec<_> =
            (0..combat.fighters()).map(|fighter| combat.combat_dice(fighter as u8) + 1).collect();
        let count: usize = sizes.iter().map(|&size| usize::from(size)).product();
        let mut values = Vec::with_capacity(count);
        for index in 0..count {
            let mut rest = index;
            let mut attack = vec![0; sizes.len()];
            for (dice, &size) in attack.iter_mut().zip(&sizes).rev() {
                *dice = (rest % usize::from(size)) as u8;
                rest /= usize::from(size);
            }
            let value = match combat.placed(&attack) {
                Some(state) => self.value(&state, odds, keep_going)?,
                None => f64::NAN,
            };
            values.push(value);
        }
        Ok(values)
    }

    /// The value of a state to side 0.
    pub fn value(
        &mut self,
        state: &State,
        odds: &mut Odds,
        keep_going: &mut KeepGoing<'_>,
    ) -> Result<f64, NotSolved> {
        let combat = Arc::clone(&self.combat);
        let mut run = self.run(&combat, odds, keep_going);
        let value = run.node(state);
        run.ended()?;
        Ok(value)
    }

    /// The first of the best choices at a decision.
    pub fn choose(
        &mut self,
        state: &State,
        decision: &Decision,
        odds: &mut Odds,
        keep_going: &mut KeepGoing<'_>,
    ) -> Result<u8, NotSolved> {
        let combat = Arc::clone(&self.combat);
        let mut run = self.run(&combat, odds, keep_going);
        let choice = run.best_choice(state, decision);
        run.ended()?;
        Ok(choice)
    }

    /// Every choice of a decision with its value and its regret; none at any other node.
    pub fn advise(
        &mut self,
        state: &State,
        odds: &mut Odds,
        keep_going: &mut KeepGoing<'_>,
    ) -> Result<Vec<Worthy>, NotSolved> {
        let Node::Decision(decision) = self.combat.node(state) else { return Ok(Vec::new()) };
        let mut choices = Vec::new();
        for choice in self.combat.choices(state) {
            let mut after = *state;
            self.combat.apply_unchecked(&mut after, choice, &mut ());
            let value = self.value(&after, odds, keep_going)?;
            choices.push(Worthy { choice, value, regret: 0.0 });
        }
        let values = choices.iter().map(|choice| choice.value);
        let best = if decision.side == 0 {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        };
        for choice in &mut choices {
            choice.regret = (choice.value - best).abs();
        }
        Ok(choices)
    }
}

/// One working-out of a value.
pub(super) struct Run<'a, 'b> {
    combat: &'a Combat,
    solver: &'a mut Solver,
    odds: &'a mut Odds,
    keep_going: &'a mut KeepGoing<'b>,
    /// Once it is stopped, no value means anything.
    stopped: Option<NotSolved>,
    count: usize,
}

impl Run<'_, '_> {
    /// Whether it was stopped, and why.
    pub(super) fn ended(&self) -> Result<(), NotSolved> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// Asks whether to go on.
    pub(super) fn ask(&mut self) -> Result<(), NotSolved> {
        if (self.keep_going)() { Ok(()) } else { Err(NotSolved::Interrupted) }
    }

    /// The first of the best choices, or the one of a habit.
    pub(super) fn best_choice(&mut self, state: &State, decision: &Decision) -> u8 {
        if let Some(habit) = &self.solver.habits[decision.side] {
            return habit.choose(self.combat, state, decision);
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for choice in self.combat.choices(state) {
            let value = sign(decision.side) * self.chosen(state, choice);
            if value > best.0 {
                best = (value, choice);
            }
        }
        best.1
    }

    /// The chances of the six results of a wound roll.
    pub(super) fn wound_chances(&self, gap: i32) -> &[f64; 6] {
        self.odds.wound(gap)
    }

    /// The value of any node.
    fn node(&mut self, state: &State) -> f64 {
        if self.stopped.is_some() {
            return 0.0;
        }
        if let Some(half) = self.combat.half_made(state) {
            return self.half_made(state, half);
        }
        match self.combat.pending(state) {
            Some(Pending::Initiative { values }) => return self.initiative(state, values),
            Some(pending @ Pending::Attack { .. }) => return self.attack(state, pending),
            Some(Pending::Wound { gap }) => return self.wound(state, gap),
            None => {}
        }
        match self.combat.node(state) {
            Node::Over => self.solver.utility.of(self.combat, state),
            // The second die of a wound roll.
            Node::Chance(_) => self.dice(state),
            Node::Decision(decision) => self.decision(state, &decision),
        }
    }

    fn decision(&mut self, state: &State, decision: &Decision) -> f64 {
        if let Some(habit) = &self.solver.habits[decision.side] {
            let choice = habit.choose(self.combat, state, decision);
            return self.chosen(state, choice);
        }
        let mut choices = self.combat.choices(state);
        if decision.fighter.is_none() || decision.kind == DecisionKind::Target {
            choices = self.combat.unlike(state, choices);
        }
        let values = choices.into_iter().map(|choice| self.chosen(state, choice));
        if decision.side == 0 {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        }
    }

    fn chosen(&mut self, state: &State, choice: u8) -> f64 {
        let mut after = *state;
        self.combat.apply_unchecked(&mut after, choice, &mut ());
        self.node(&after)
    }

    /// A state between two attacks: its value is kept.
    fn between(&mut self, state: &State) -> f64 {
        if state.is_over() {
            return self.solver.utility.of(self.combat, state);
        }
        let key = self.combat.likeness_key(state);
        if let Some(value) = self.solver.memory.get(&key) {
            return value;
        }
        let value = self.node(state);
        self.count += 1;
        if self.count.is_multiple_of(4_096) && !(self.keep_going)() {
            self.stopped = Some(NotSolved::Interrupted);
        }
        let kept = self.solver.memory.len();
        if kept >= MOST_VALUES {
            self.stopped = Some(NotSolved::TooBig(kept));
        }
        if self.stopped.is_none() {
            self.solver.memory.insert(key, value);
        }
        value
    }

    fn initiative(&mut self, state: &State, values: [i32; 2]) -> f64 {
        let worth = self.initiative_worth(state);
        let chance = self.initiative_chance(values, worth);
        chance * worth[0] + (1.0 - chance) * worth[1]
    }

    /// The chance that side 0 wins initiative, each side's winning being worth so much.
    pub(super) fn initiative_chance(&mut self, values: [i32; 2], worth: [f64; 2]) -> f64 {
        let sixes = self.initiative_sixes();
        self.odds.best_opposed(values, sixes, worth[0] >= worth[1])
    }

    fn initiative_sixes(&self) -> [Sixes; 2] {
        let of = |habit: Plain| Sixes::Habit(habit.initiative_sixes);
        self.solver.habits.map(|habit| habit.map_or(Sixes::Best, of))
    }

    /// What it is worth that side 0 wins initiative, and that side 1 does.
    pub(super) fn initiative_worth(&mut self, state: &State) -> [f64; 2] {
        [0, 1].map(|winner| {
            let mut after = *state;
            self.combat.settle_initiative(&mut after, winner, &mut ());
            if self.combat.is_fighting(&after) { self.between(&after) } else { self.node(&after) }
        })
    }

    fn wound(&mut self, state: &State, gap: i32) -> f64 {
        let chances = *self.odds.wound(gap);
        let mut sum = 0.0;
        for (&wound, chance) in Wound::ALL.iter().zip(chances) {
            if chance > 0.0 {
                let mut after = *state;
                self.combat.settle_wound(&mut after, wound, &mut ());
                sum += chance * self.between(&after);
            }
        }
        sum
    }

    /// The second die of a wound roll: its six faces.
    fn dice(&mut self, state: &State) -> f64 {
        let mut sum = 0.0;
        for face in 1..=6 {
            let mut after = *state;
            self.combat.roll_unchecked(&mut after, face, &mut ());
            sum += self.node(&after);
        }
        sum / 6.0
    }

    /// What follows once the checks of an attack are settled.
    fn settled(
        &mut self,
        state: &State,
        result: AttackOutcome,
        skill: Option<WinningSkill>,
    ) -> f64 {
        let mut after = *state;
        if let Some(skill) = skill {
            self.combat.say_skill(&mut after, skill);
        }
        self.combat.settle_attack(&mut after, result, &mut ());
        if matches!(result, AttackOutcome::Parried { .. }) {
            self.between(&after)
        } else {
            // A wound roll, or the decision to give a die up, is still to come.
            self.node(&after)
        }
    }

    fn attack(&mut self, state: &State, pending: Pending) -> f64 {
        let Pending::Attack { side, attack, defence, dice, margin_counts } = pending else {
            return 0.0;
        };
        // Without a skill the margin changes nothing.
        let is_plain = !may_fail(self.combat, attack)
            && dice > 0
            && !margin_counts
            && !self.combat.needs_skill(state);
        if is_plain {
            let sign = sign(side);
            let landed = sign * self.settled(state, AttackOutcome::Landed, None);
            let result = AttackOutcome::Parried { by_margin: false };
            let parried = sign * self.settled(state, result, None);
            if parried <= landed {
                let lands = match self.attack_sixes(side) {
                    Sixes::Best => self.odds.landing(attack, defence, dice),
                    Sixes::Habit(sixes) => self.odds.attack(sixes, attack, defence, dice)[3],
                };
                return sign * (lands * landed + (1.0 - lands) * parried);
            }
        }
        let exchange = self.exchange(state, pending);
        sign(side) * exchange.play().worth(&exchange.worths)
    }

    fn attack_sixes(&self, side: usize) -> Sixes {
        self.solver.habits[side].map_or(Sixes::Best, |habit| Sixes::Habit(habit.attack_sixes))
    }

    /// The attack under way with what each of its results is worth to the attacker.
    pub(super) fn exchange(&mut self, state: &State, numbers: Pending) -> Exchange<'_> {
        let Pending::Attack { side, attack, defence, dice, .. } = numbers else {
            return Exchange::nothing(&self.combat.rules().checks);
        };
        let sign = sign(side);
        let skills = skills(self.combat, state);
        let mut worths = [[0.0; 4]; 2];
        for (worth, &skill) in worths.iter_mut().zip(skills) {
            worth[LANDED] = sign * self.settled(state, AttackOutcome::Landed, None);
            if may_fail(self.combat, attack) {
                worth[FAILED] = sign * self.settled(state, AttackOutcome::AutomaticFailure, None);
            }
            if dice > 0 {
                for (result, by_margin) in [(PARRIED, false), (BEATEN, true)] {
                    let parried = AttackOutcome::Parried { by_margin };
                    worth[result] = sign * self.settled(state, parried, skill);
                }
            }
        }
        let rules = self.combat.rules();
        Exchange {
            rules: &rules.checks,
            attack,
            defence,
            dice,
            margin: i32::from(rules.combat.counter_attack_margin),
            sixes: self.attack_sixes(side),
            when_needed: self.solver.habits[1 - side].is_some(),
            worths,
            skills: skills.len(),
        }
    }

    /// The rest of a roll that is half made, as both play it, if one is.
    pub(super) fn finished(&mut self, state: &State) -> Option<Finished> {
        self.combat.half_made(state).map(|half| self.finish(state, half).0)
    }

    fn half_made(&mut self, state: &State, half: HalfMade) -> f64 {
        self.finish(state, half).1
    }

    /// The rest of a roll that is half made, and its value.
    fn finish(&mut self, state: &State, half: HalfMade) -> (Finished, f64) {
        if let HalfMade::Initiative { values, side, die, first } = half {
            let (worth, sixes) = (self.initiative_worth(state), self.initiative_sixes());
            let wanted = worth[0] >= worth[1];
            let rules = &self.combat.rules().checks;
            let chance = opposed_from(rules, values, sixes, wanted, (side, die, first));
            let value = chance * worth[0] + (1.0 - chance) * worth[1];
            return (Finished::Initiative(chance), value);
        }
        let Some(numbers @ Pending::Attack { side, .. }) = self.combat.attack_numbers(state) else {
            return (Finished::Attack(Played::default()), 0.0);
        };
        let exchange = self.exchange(state, numbers);
        let played = match half {
            HalfMade::Attack(die) => exchange.resume_attack(die),
            HalfMade::Skill(natural) => exchange.after_attack(natural),
            HalfMade::Defence { attack, left, best, sixes, die } => {
                exchange.resume_defence(attack, left, (best, sixes), die)
            }
            HalfMade::Initiative { .. } => Played::default(),
        };
        let value = sign(side) * played.worth(&exchange.worths);
        (Finished::Attack(played), value)
    }
}

/// What the rest of a roll that is half made comes to.
pub(super) enum Finished {
    /// The chance that side 0 wins initiative.
    Initiative(f64),
    /// The chances of an attack.
    Attack(Played),
}

/// Side 0 gains what its attacks are worth, side 1 the opposite.
const fn sign(side: usize) -> f64 {
    if side == 0 { 1.0 } else { -1.0 }
}

/// Whether an attack of this value can fail by itself: the engine says so of its worst die.
fn may_fail(combat: &Combat, attack: i32) -> bool {
    outcome(&combat.rules().checks, 1, attack, 1).is_automatic_failure()
}

/// C-39: the skills that the defender can choose from.
pub(super) fn skills(combat: &Combat, state: &State) -> &'static [Option<WinningSkill>] {
    if combat.needs_skill(state) {
        &[Some(WinningSkill::CounterAttack), Some(WinningSkill::Ambidextrous)]
    } else {
        &[None]
    }
}
