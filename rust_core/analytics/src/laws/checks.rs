//! The laws of checks (D-1 to D-8) and of an attack against defence dice (C-22 to C-24).

use super::chain::{BLOCK, ChainLaw, Stop, reaches};
use fracas_engine::rules::{CheckRules, RerollKnowledge};
use fracas_engine::skirmish::checks::{Reroll, opposed_winner, outcome};

/// What becomes of an attack: the three chances add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackLaw {
    /// The attack fails by itself (D-4).
    pub automatic_failure: f64,
    /// The defence meets the attack.
    pub parried: f64,
    /// The attack lands.
    pub landed: f64,
}

/// What side 1 of an opposed check can do against a known result of side 0.
struct Answer {
    wins: f64,
    ties: f64,
    loses: f64,
}

/// The laws of checks under one set of rules.
#[derive(Clone, Debug)]
pub struct Laws {
    rules: CheckRules,
    always: ChainLaw,
    never: ChainLaw,
}

impl Laws {
    /// Prepares the laws of these rules.
    pub fn new(rules: &CheckRules) -> Self {
        Self {
            rules: *rules,
            always: ChainLaw::new(rules, Stop::Never),
            never: ChainLaw::new(rules, Stop::AtOnce),
        }
    }

    /// The chance of each natural result of one die, from 1 to `up_to`. Without a number to reach,
    /// a six is always needed (D-8).
    pub fn natural(&self, reroll: Reroll, up_to: i32) -> Vec<f64> {
        let law = self.unaimed(reroll);
        (1..=up_to).map(|natural| law.chance(natural)).collect()
    }

    /// The chance that a check of `dice` dice meets a difficulty (D-5, D-7).
    pub fn success(&self, value: i32, difficulty: i32, dice: u8, reroll: Reroll) -> f64 {
        // An automatic failure meets no difficulty (D-4): what must be reached is at least 1.
        let enough = difficulty.max(1) - self.base(value, dice);
        any_of(self.one_die_reaches(enough, reroll), dice)
    }

    /// The chance that side 0 wins an opposed check, and that side 1 does (D-6).
    pub fn opposed(&self, values: [i32; 2], rerolls: [Reroll; 2]) -> [f64; 2] {
        let first = self.unaimed(rerolls[0]);
        let start = if first.is_endless() {
            // From here on both laws repeat by blocks: both results are positive, and side 1 needs
            // more than a block.
            let gap = values[1] - values[0];
            (2 * BLOCK + 1 + gap).max(1 - values[0]).max(first.written_up_to() + 1)
        } else {
            first.written_up_to() + 1
        };
        let mut wins = [0.0; 2];
        for natural in 1..start {
            let chance = first.chance(natural);
            let answer = self.answer(natural, values, rerolls[1]);
            wins[0] += chance * answer.loses;
            wins[1] += chance * answer.wins;
        }
        if first.is_endless() {
            // A block further side 0's result is six times rarer, and so is side 1's answer to it:
            // series of ratio 1/6 and 1/36.
            for natural in start..start + BLOCK {
                let chance = first.chance(natural);
                let Answer { wins: win, ties, .. } = self.answer(natural, values, rerolls[1]);
                wins[0] += chance * (6.0 / 5.0 - (win + ties) * 36.0 / 35.0);
                wins[1] += chance * win * 36.0 / 35.0;
            }
        }
        // Ties are rolled again: they share out like the rest.
        let decided = wins[0] + wins[1];
        wins.map(|chance| chance / decided)
    }

    /// What becomes of an attack against `dice` defence dice (C-22 to C-24). The attacker rerolls
    /// before any defence die is rolled, so he has no number to reach (D-8).
    pub fn attack(&self, attack: i32, defence: i32, dice: u8, rerolls: [Reroll; 2]) -> AttackLaw {
        let law = self.unaimed(rerolls[0]);
        let first = (1 - self.base(attack, 1)).max(1);
        let automatic_failure = if first > 1 { 1.0 - law.at_least(first) } else { 0.0 };
        if dice == 0 {
            return AttackLaw { automatic_failure, parried: 0.0, landed: 1.0 - automatic_failure };
        }
        let gap = self.gap(attack, defence, dice);
        let answers = |natural: i32, several: &dyn Fn(f64) -> f64| {
            several(self.one_die_reaches(natural + gap, rerolls[1]))
        };
        AttackLaw {
            automatic_failure,
            parried: sum_over(law, first, BLOCK + 1 - gap, dice, Several::ANY, answers),
            // Summed on its own, so that what cannot happen has a chance of exactly 0.
            landed: sum_over(law, first, BLOCK + 1 - gap, dice, Several::NONE, answers),
        }
    }

    /// Like [`Laws::attack`], with the chance that the defence beats the attack by `margin` or more
    /// (C-39), which is part of the chance that it parries.
    pub fn attack_by_margin(
        &self,
        attack: i32,
        defence: i32,
        dice: u8,
        rerolls: [Reroll; 2],
        margin: i32,
    ) -> (AttackLaw, f64) {
        let law = self.attack(attack, defence, dice, rerolls);
        if dice == 0 || margin <= 0 {
            return (law, law.parried);
        }
        let chain = self.unaimed(rerolls[0]);
        let first = (1 - self.base(attack, 1)).max(1);
        let gap = self.gap(attack, defence, dice);
        let beaten = |natural: i32, any: &dyn Fn(f64) -> f64| {
            self.beaten_by(natural + gap, margin, rerolls[1], any)
        };
        (law, sum_over(chain, first, BLOCK + 1 - gap, dice, Several::ANY, beaten))
    }

    /// The chance that several dice reach `enough`, and by `margin` more.
    fn beaten_by(&self, enough: i32, margin: i32, reroll: Reroll, any: &dyn Fn(f64) -> f64) -> f64 {
        if !self.is_aimed(reroll) {
            return any(self.unaimed(reroll).at_least(enough + margin));
        }
        // A six that is enough stops every reroll: the faces stay as they fell.
        if enough <= BLOCK {
            return any(self.never.at_least(enough + margin));
        }
        // Otherwise the first die that arrives stops the others, and decides by how much.
        let chain = ChainLaw::new(&self.rules, Stop::At(enough));
        let reaches = chain.at_least(enough);
        if reaches == 0.0 {
            0.0
        } else {
            any(reaches) * (chain.at_least(enough + margin) / reaches)
        }
    }

    /// How much more than the attack's natural result a defence die must reach.
    fn gap(&self, attack: i32, defence: i32, dice: u8) -> i32 {
        self.base(attack, 1) - self.base(defence, dice)
    }

    /// What side 1 can answer once side 0 has its natural result.
    fn answer(&self, natural_0: i32, values: [i32; 2], reroll: Reroll) -> Answer {
        let side_0 = outcome(&self.rules, natural_0, values[0], 1);
        let verdict = |natural: i32| {
            opposed_winner(&self.rules, [side_0, outcome(&self.rules, natural, values[1], 1)])
        };
        // Winning is monotone in the natural result, so it starts at one of these: just above the
        // same final, just above the same natural, at the first final that is not a failure.
        let level = natural_0 + values[0] - values[1];
        let turns = [level, level + 1, natural_0, natural_0 + 1, 1 - values[1]];
        let enough = turns.into_iter().filter(|&natural| verdict(natural) == Some(1)).min();
        let enough = enough.unwrap_or(level + 1);
        let tie = [level, natural_0].into_iter().find(|&natural| verdict(natural).is_none());
        let aimed;
        let law = if self.is_aimed(reroll) {
            aimed = ChainLaw::new(&self.rules, Stop::At(enough));
            &aimed
        } else {
            self.unaimed(reroll)
        };
        let wins = law.at_least(enough);
        let ties = tie.map_or(0.0, |natural| law.chance(natural));
        // Summed where that is possible, so that what cannot happen has a chance of exactly 0.
        let loses = if enough <= law.written_up_to() {
            (1..enough).filter(|&short| Some(short) != tie).map(|short| law.chance(short)).sum()
        } else {
            1.0 - wins - ties
        };
        Answer { wins, ties, loses }
    }

    /// The chance that one die reaches a natural result.
    fn one_die_reaches(&self, enough: i32, reroll: Reroll) -> f64 {
        if self.is_aimed(reroll) {
            reaches(&self.rules, enough)
        } else {
            self.unaimed(reroll).at_least(enough)
        }
    }

    /// Whether the policy looks at the number to reach, and the rules let it (D-8).
    fn is_aimed(&self, reroll: Reroll) -> bool {
        reroll == Reroll::WhenNeeded && self.rules.reroll_knowledge == RerollKnowledge::Open
    }

    /// The law of one die under a policy that does not look at the number to reach.
    fn unaimed(&self, reroll: Reroll) -> &ChainLaw {
        if reroll == Reroll::Never { &self.never } else { &self.always }
    }

    /// What is added to the best natural result (D-1, D-7).
    fn base(&self, value: i32, dice: u8) -> i32 {
        outcome(&self.rules, 0, value, dice).final_result
    }
}

/// What is asked of several dice that each do something with the same chance: of a single chance, and
/// summed over all t of a chance that is `6^-t` of it, weighted by `6^-t`.
#[derive(Clone, Copy)]
struct Several {
    once: fn(f64, u8) -> f64,
    series: fn(f64, u8) -> f64,
}

impl Several {
    /// That at least one does it.
    const ANY: Self = Self { once: any_of, series: |chance, dice| series(chance, dice, 1) };
    /// That none does it.
    const NONE: Self = Self { once: none_of, series: |chance, dice| series(chance, dice, 0) };
}

/// The sum, over the natural results of an attack from `first` on, of their chance times what the
/// defence dice answer them with. From `regular` on the answer of one die is six times rarer six
/// results further. `answer` is given the way from one die to several: plainly for a single result,
/// summed over all the blocks that follow where the results repeat without end.
fn sum_over(
    law: &ChainLaw,
    first: i32,
    regular: i32,
    dice: u8,
    several: Several,
    answer: impl Fn(i32, &dyn Fn(f64) -> f64) -> f64,
) -> f64 {
    let written = law.written_up_to() + 1;
    let start = if law.is_endless() { regular.max(first).max(written) } else { written };
    let once = |chance| (several.once)(chance, dice);
    let head = (first..start).map(|natural| law.chance(natural) * answer(natural, &once));
    let mut sum: f64 = head.sum();
    if law.is_endless() {
        let series = |chance| (several.series)(chance, dice);
        for natural in start..start + BLOCK {
            sum += law.chance(natural) * answer(natural, &series);
        }
    }
    sum
}

/// The chance that none of `dice` dice does what each does with `chance`.
fn none_of(chance: f64, dice: u8) -> f64 {
    (0..dice).map(|_| 1.0 - chance).product()
}

/// The chance that at least one does.
fn any_of(chance: f64, dice: u8) -> f64 {
    1.0 - none_of(chance, dice)
}

/// The sum over t of `6^-t · (1 − chance · 6^-t)^dice`: by the binomial theorem a sum of geometric
/// series, one for each number of dice. Without the first term and with the sign turned it is the
/// same sum for "at least one".
fn series(chance: f64, dice: u8, first: i32) -> f64 {
    let mut sum = 0.0;
    let mut term = 1.0;
    let mut ratio = 1.0 / 6.0;
    for taken in 0..=i32::from(dice) {
        if taken > 0 {
            term *= -chance * f64::from(i32::from(dice) - taken + 1) / f64::from(taken);
            ratio /= 6.0;
        }
        if taken >= first {
            sum += term / (1.0 - ratio);
        }
    }
    if first == 0 { sum } else { -sum }
}
