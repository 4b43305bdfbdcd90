//! Checks (D-1 to D-8): a die, its rerolls, a characteristic, and something to reach.
//!
//! The rule of each clause is one small function; [`Check::resolve`] and [`resolve_opposed`] put
//! them in the order in which dice are consumed.

use crate::dice::{Dice, Roll};
use crate::names::named;
use crate::rules::{
    CheckRules, OpposedTie, RerollKnowledge, RerollOfOne, SeveralDice, TwoAutomaticFailures,
};
use std::convert::Infallible;

/// The most dice that one check rolls.
pub const MAX_DICE: u8 = 20;

/// The most rerolls of one die, whatever the policy says. Dice come that way once in 6^1000 checks;
/// only a script can, and must not lead to numbers out of range.
const MAX_CHAIN: usize = 1_000;

/// A side of an opposed check or of a combat: 0 or 1.
pub type Side = usize;

/// A check that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Current characteristic + modifiers.
    pub value: i32,
    /// How many dice are rolled, 1 to [`MAX_DICE`].
    pub dice: u8,
    /// What it is called.
    pub roll: Roll,
}

/// What a check came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The natural result of the die that counts.
    pub natural: i32,
    /// Natural result + value.
    pub final_result: i32,
}

impl Outcome {
    /// D-4: a final result of 0 or less is an automatic failure.
    #[inline]
    pub const fn is_automatic_failure(self) -> bool {
        self.final_result <= 0
    }

    /// D-5: whether it meets the difficulty and is not an automatic failure.
    #[inline]
    pub const fn meets(self, difficulty: i32) -> bool {
        self.final_result >= difficulty && !self.is_automatic_failure()
    }
}

/// One die with its rerolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// The faces in the order they came up.
    pub faces: Vec<u8>,
    /// The natural result of the chain.
    pub natural: i32,
}

/// A resolved check, die by die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// Every die, in the order rolled.
    pub dice: Vec<Die>,
    /// What it came to.
    pub outcome: Outcome,
}

/// What there is to reach, as far as the player who rolls can know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A difficulty.
    Difficulty(i32),
    /// The outcome of the other side of an opposed check.
    Opponent(Outcome),
}

/// What a player knows when he decides on the reroll of a six (D-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RerollView {
    /// The name of the roll.
    pub roll: Roll,
    /// The natural result of the die in question as it stands.
    pub natural: i32,
    /// The final result of the whole check as it stands.
    pub final_result: i32,
    /// The number to reach, where he knows it.
    pub target: Option<i32>,
    /// Whether the check is not won as it stands, as far as he knows.
    pub needed: bool,
}

impl RerollView {
    /// D-8: what a player sees of a die that stands at `natural` in a check that stands as it does;
    /// `target` is what he knows of it.
    #[inline]
    pub fn new(
        rules: &CheckRules,
        roll: Roll,
        natural: i32,
        stands: Outcome,
        target: Option<Target>,
    ) -> Self {
        Self {
            roll,
            natural,
            final_result: stands.final_result,
            target: target.map(|target| match target {
                Target::Difficulty(difficulty) => difficulty,
                Target::Opponent(other) => other.final_result,
            }),
            needed: is_needed(rules, stands, target),
        }
    }
}

/// Who decides whether a six is rerolled.
pub trait RerollPolicy {
    /// What can go wrong with a decision.
    type Error;

    /// Whether to reroll.
    fn reroll(&mut self, view: &RerollView) -> Result<bool, Self::Error>;
}

named! {
    /// The named reroll policies.
    pub enum Reroll {
        /// Every six.
        Always = "always",
        /// No six.
        Never = "never",
        /// A six that does not win the check as it lies; any six when the player cannot know.
        WhenNeeded = "when_needed",
    }
}

impl RerollPolicy for Reroll {
    type Error = Infallible;

    #[inline]
    fn reroll(&mut self, view: &RerollView) -> Result<bool, Infallible> {
        Ok(match self {
            Self::Always => true,
            Self::Never => false,
            Self::WhenNeeded => view.needed,
        })
    }
}

/// Why a check could not be finished: its dice or its player failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted<D, P> {
    /// The source of dice.
    Dice(D),
    /// The policy.
    Policy(P),
}

/// D-2, D-3: the natural result of a die that stood at `natural` and was rerolled.
#[inline]
pub fn rerolled(rules: &CheckRules, natural: i32, face: u8) -> i32 {
    match (face, rules.reroll_of_one) {
        (1, RerollOfOne::WholeChain) => 1,
        (1, RerollOfOne::LastDie) => natural - 6 + 1,
        _ => natural + i32::from(face),
    }
}

/// D-2: whether a die that has been rerolled `rerolls` times and shows `face` may be rerolled (again).
#[inline]
pub fn may_reroll(rules: &CheckRules, rerolls: usize, face: u8) -> bool {
    face == 6
        && rerolls < MAX_CHAIN
        && rules.reroll_limit.is_none_or(|limit| rerolls < usize::from(limit))
}

/// D-1, D-7: the outcome of a check whose best die shows `best`.
#[inline]
pub fn outcome(rules: &CheckRules, best: i32, value: i32, dice: u8) -> Outcome {
    let support = match rules.several_dice {
        SeveralDice::Best => 0,
        SeveralDice::BestPlusOnePerExtraDie => i32::from(dice) - 1,
    };
    Outcome { natural: best, final_result: best + value + support }
}

/// D-6: who wins between the two outcomes of an opposed check; `None` when both roll again.
#[inline]
pub fn opposed_winner(rules: &CheckRules, outcomes: [Outcome; 2]) -> Option<Side> {
    let both_fail = outcomes.iter().all(|outcome| outcome.is_automatic_failure());
    // One automatic failure alone always has the lower final result (D-4).
    let compare =
        if both_fail && rules.two_automatic_failures == TwoAutomaticFailures::CompareNaturals {
            outcomes.map(|outcome| outcome.natural)
        } else {
            outcomes.map(|outcome| outcome.final_result)
        };
    if compare[0] != compare[1] {
        return Some(Side::from(compare[1] > compare[0]));
    }
    match rules.opposed_tie {
        OpposedTie::RollAgain => None,
        OpposedTie::Side0Wins => Some(0),
        OpposedTie::Side1Wins => Some(1),
    }
}

/// D-8: whether the check is not won as it stands. Who does not know the target needs every six.
#[inline]
pub fn is_needed(rules: &CheckRules, stands: Outcome, target: Option<Target>) -> bool {
    match target {
        None => true,
        Some(Target::Difficulty(difficulty)) => !stands.meets(difficulty),
        Some(Target::Opponent(other)) => opposed_winner(rules, [other, stands]) != Some(1),
    }
}

/// D-8: what of the target the player who rolls knows.
#[inline]
pub fn known(rules: &CheckRules, target: Option<Target>) -> Option<Target> {
    match rules.reroll_knowledge {
        RerollKnowledge::Open => target,
        RerollKnowledge::Blind => None,
    }
}

impl Check {
    /// Resolves the check.
    ///
    /// # Rule
    /// D-1 to D-3, D-7: every die is rolled and its sixes rerolled on their own; the best counts.
    ///
    /// # Dice
    /// All the dice in order; then, die by die in the same order, the reroll chain of each six.
    ///
    /// # Edge cases
    /// A target that the rules hide from the player (D-8) is as good as none.
    pub fn resolve<D: Dice, P: RerollPolicy>(
        &self,
        rules: &CheckRules,
        target: Option<Target>,
        policy: &mut P,
        dice: &mut D,
    ) -> Result<CheckResult, Interrupted<D::Error, P::Error>> {
        let target = known(rules, target);
        let mut rolled = Vec::with_capacity(usize::from(self.dice));
        for _ in 0..self.dice {
            let face = dice.roll(self.roll).map_err(Interrupted::Dice)?;
            rolled.push(Die { faces: vec![face], natural: i32::from(face) });
        }
        for index in 0..rolled.len() {
            while self.wants_reroll(rules, target, policy, &rolled, index)? {
                let face = dice.roll(self.roll).map_err(Interrupted::Dice)?;
                let chain = &mut rolled[index];
                chain.natural = rerolled(rules, chain.natural, face);
                chain.faces.push(face);
            }
        }
        let outcome = self.stands(rules, &rolled);
        Ok(CheckResult { dice: rolled, outcome })
    }

    /// The outcome with all the dice as they lie.
    fn stands(&self, rules: &CheckRules, dice: &[Die]) -> Outcome {
        let best = dice.iter().map(|die| die.natural).max().unwrap_or(0);
        outcome(rules, best, self.value, self.dice)
    }

    fn wants_reroll<D, P: RerollPolicy>(
        &self,
        rules: &CheckRules,
        target: Option<Target>,
        policy: &mut P,
        rolled: &[Die],
        index: usize,
    ) -> Result<bool, Interrupted<D, P::Error>> {
        let die = &rolled[index];
        let last = die.faces.last().copied().unwrap_or(0);
        if !may_reroll(rules, die.faces.len() - 1, last) {
            return Ok(false);
        }
        let stands = self.stands(rules, rolled);
        let view = RerollView::new(rules, self.roll, die.natural, stands, target);
        policy.reroll(&view).map_err(Interrupted::Policy)
    }
}

/// A resolved opposed check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpposedResult {
    /// The side that won.
    pub winner: Side,
    /// Both checks of every round; all rounds but the last were ties.
    pub rounds: Vec<[CheckResult; 2]>,
}

/// Resolves an opposed check of two values, one die each.
///
/// # Rule
/// D-6: the higher final result wins; D-8: side 1 knows what side 0 came to.
///
/// # Dice
/// Side 0's check entirely, then side 1's; on a tie both again.
pub fn resolve_opposed<D: Dice, P: RerollPolicy>(
    rules: &CheckRules,
    values: [i32; 2],
    roll: Roll,
    policies: [&mut P; 2],
    dice: &mut D,
) -> Result<OpposedResult, Interrupted<D::Error, P::Error>> {
    let [policy_0, policy_1] = policies;
    let mut rounds = Vec::with_capacity(1);
    loop {
        let check = |value| Check { value, dice: 1, roll };
        let first = check(values[0]).resolve(rules, None, policy_0, dice)?;
        let target = Some(Target::Opponent(first.outcome));
        let second = check(values[1]).resolve(rules, target, policy_1, dice)?;
        let outcomes = [first.outcome, second.outcome];
        rounds.push([first, second]);
        if let Some(winner) = opposed_winner(rules, outcomes) {
            return Ok(OpposedResult { winner, rounds });
        }
    }
}
