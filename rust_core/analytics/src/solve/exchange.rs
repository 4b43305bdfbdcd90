//! An attack and the defence against it when sides reroll their sixes as it suits them best.

use super::initiative::Sixes;
use crate::laws::chain::reaches;
use fracas_engine::rules::{CheckRules, RerollOfOne};
use fracas_engine::skirmish::checks::{may_reroll, outcome, rerolled};
use fracas_engine::skirmish::combat::HalfChain;

/// The longest chain that is followed. A chain so long comes once in 6^14 checks, and the other side
/// answers it once in 6^14 times: what is left out is 6^-28, far below the rounding of an f64.
const LONGEST: usize = 14;

/// The most defence dice of a combat.
const MOST_DICE: usize = 9;

/// What can become of an attack: it fails by itself, lands, is parried, is parried by the margin.
pub(crate) const FAILED: usize = 0;
pub(crate) const LANDED: usize = 1;
pub(crate) const PARRIED: usize = 2;
pub(crate) const BEATEN: usize = 3;

/// The chance of each of the four.
pub(crate) type Chances = [f64; 4];

/// What each of the four is worth to the attacker.
pub(crate) type Worth = [f64; 4];

/// The chance that an attack that cannot fail lands, when the attacker wants it to, the defender does
/// not, and nothing else counts: then a defence six is rerolled when needed, and the attacker keeps a
/// six or rerolls it by the chance alone.
pub(crate) fn landing(rules: &CheckRules, attack: i32, defence: i32, dice: u8) -> f64 {
    let base = outcome(rules, 0, defence, dice).final_result;
    let lands = |natural: i32| {
        let enough = outcome(rules, natural, attack, 1).final_result - base;
        (0..dice).fold(1.0, |none, _| none * (1.0 - reaches(rules, enough)))
    };
    // Backwards from a chain so long that nothing answers it.
    let limit = rules.reroll_limit.map_or(LONGEST, usize::from).min(LONGEST);
    let mut again = 0.0_f64;
    for rerolls in (0..=limit).rev() {
        let natural = 6 * rerolls as i32;
        let with = |face: u8| {
            lands(if rerolls == 0 { i32::from(face) } else { rerolled(rules, natural, face) })
        };
        let kept = lands(natural + 6);
        let six = if rerolls == limit { kept } else { kept.max(again) };
        again = ((1..=5).map(with).sum::<f64>() + six) / 6.0;
    }
    again
}

/// An attack to be valued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange<'a> {
    pub(crate) rules: &'a CheckRules,
    pub(crate) attack: i32,
    pub(crate) defence: i32,
    pub(crate) dice: u8,
    pub(crate) margin: i32,
    /// How the attacker decides on his sixes.
    pub(crate) sixes: Sixes,
    /// Whether the defender rerolls his sixes by habit, when needed, and not as is best.
    pub(crate) when_needed: bool,
    /// What each result is worth to the attacker; one for each skill that the defender may use.
    pub(crate) worths: [Worth; 2],
    /// How many skills there are to choose from: 1 or 2.
    pub(crate) skills: usize,
}

/// The chances of the results, for each skill, under the decisions of both players.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played {
    pub(crate) chances: [Chances; 2],
}

impl Played {
    fn of(skill: usize, chances: Chances) -> Self {
        let mut played = Self::default();
        played.chances[skill] = chances;
        played
    }

    fn add(&mut self, other: &Self) {
        for (sum, chances) in self.chances.iter_mut().flatten().zip(other.chances.iter().flatten())
        {
            *sum += chances;
        }
    }

    fn scale(mut self, factor: f64) -> Self {
        self.chances.iter_mut().flatten().for_each(|chance| *chance *= factor);
        self
    }

    /// What they are worth to the attacker.
    pub(crate) fn worth(&self, worths: &[Worth; 2]) -> f64 {
        let pairs = self.chances.iter().flatten().zip(worths.iter().flatten());
        pairs.filter(|(chance, _)| **chance > 0.0).map(|(chance, worth)| chance * worth).sum()
    }
}

impl<'a> Exchange<'a> {
    /// No attack at all.
    pub(crate) const fn nothing(rules: &'a CheckRules) -> Self {
        Self {
            rules,
            attack: 0,
            defence: 0,
            dice: 0,
            margin: 0,
            sixes: Sixes::Best,
            when_needed: false,
            worths: [[0.0; 4]; 2],
            skills: 1,
        }
    }
}

impl Exchange<'_> {
    /// The attack check and what follows, as both play it.
    pub(crate) fn play(&self) -> Played {
        self.attack_die(0, 0)
    }

    /// The rest of an attack check that is half made.
    pub(crate) fn resume_attack(&self, die: HalfChain) -> Played {
        if die.rolls {
            let fresh = die.natural == 0;
            return self.attack_die(die.natural, if fresh { 0 } else { die.rerolls + 1 });
        }
        self.attack_six(die.natural, die.rerolls)
    }

    /// The rest of a defence check that is half made.
    pub(crate) fn resume_defence(
        &self,
        attack: i32,
        left: u8,
        (best, sixes): (i32, u8),
        die: HalfChain,
    ) -> Played {
        let difficulty = outcome(self.rules, attack, self.attack, 1).final_result;
        let defence = self.against(difficulty, &self.worths[0]);
        if left > 0 || sixes == 0 {
            return Played::of(0, self.defence(difficulty, &self.worths[0], left, (best, sixes)));
        }
        let settled = defence.settled(sixes);
        let after = &settled[usize::from(sixes) - 1];
        let best = defence.result(best);
        let six = Six { after, best, lying: sixes > 1, natural: die.natural, rerolls: die.rerolls };
        Played::of(0, if die.rolls { defence.again(&six) } else { defence.six(&six) })
    }

    fn attack_die(&self, natural: i32, rerolls: usize) -> Played {
        let mut sum = Played::default();
        for face in 1..=6_u8 {
            let next =
                if natural == 0 { i32::from(face) } else { rerolled(self.rules, natural, face) };
            let may = may_reroll(self.rules, rerolls, face) && rerolls < LONGEST;
            let played = if may { self.attack_six(next, rerolls) } else { self.after_attack(next) };
            sum.add(&played);
        }
        sum.scale(1.0 / 6.0)
    }

    /// A six of the attack that may be rerolled: kept, or not.
    fn attack_six(&self, natural: i32, rerolls: usize) -> Played {
        match self.sixes {
            Sixes::Habit(true) => self.attack_die(natural, rerolls + 1),
            Sixes::Habit(false) => self.after_attack(natural),
            Sixes::Best => {
                let kept = self.after_attack(natural);
                let again = self.attack_die(natural, rerolls + 1);
                if again.worth(&self.worths) > kept.worth(&self.worths) { again } else { kept }
            }
        }
    }

    /// What follows an attack of that natural result.
    pub(crate) fn after_attack(&self, natural: i32) -> Played {
        let result = outcome(self.rules, natural, self.attack, 1);
        if result.is_automatic_failure() {
            return Played::of(0, [1.0, 0.0, 0.0, 0.0]);
        }
        if self.dice == 0 {
            return Played::of(0, [0.0, 1.0, 0.0, 0.0]);
        }
        let mut best =
            Played::of(0, self.defence(result.final_result, &self.worths[0], self.dice, (0, 0)));
        if self.skills == 2 {
            let other = Played::of(
                1,
                self.defence(result.final_result, &self.worths[1], self.dice, (0, 0)),
            );
            // By habit Ambidextrous, the second, is used.
            if self.when_needed || other.worth(&self.worths) < best.worth(&self.worths) {
                best = other;
            }
        }
        best
    }

    fn against<'a>(&'a self, difficulty: i32, worth: &'a Worth) -> Defence<'a> {
        let base = outcome(self.rules, 0, self.defence, self.dice).final_result;
        Defence {
            rules: self.rules,
            enough: difficulty - base,
            margin: self.margin.max(0),
            when_needed: self.when_needed,
            worth,
        }
    }

    /// The defence check against a final result: the dice that are left to roll, beside the best of
    /// those that are settled and the sixes that are not; then each six kept or rerolled, whichever
    /// is worth less to the attacker.
    fn defence(
        &self,
        difficulty: i32,
        worth: &Worth,
        left: u8,
        (best_so_far, sixes_so_far): (i32, u8),
    ) -> Chances {
        let defence = self.against(difficulty, worth);
        let settled = defence.settled(self.dice);
        // How the dice fall: so many sixes, and the best of the others.
        let mut sum = [0.0; 4];
        let mut ways = 1.0;
        for sixes in 0..=left {
            let others = left - sixes;
            let mut below = 0.0;
            let faces = if others == 0 { 0..=0 } else { 1..=5 };
            for best in faces {
                let up_to = (0..others).fold(1.0, |ways, _| ways * f64::from(best));
                let chance = ways * (up_to - below);
                below = up_to;
                let result = defence.result(best_so_far.max(best));
                let results = &settled[usize::from(sixes_so_far + sixes)][result - LANDED];
                sum.iter_mut().zip(results).for_each(|(sum, result)| *sum += chance * result);
            }
            ways *= f64::from(others) / f64::from(sixes + 1);
        }
        let all = (0..left).fold(1.0, |all, _| all * 6.0);
        sum.map(|chance| chance / all)
    }
}

/// A defence check: what counts of a die is only whether it is short, parries, or beats the attack by
/// the margin.
struct Defence<'a> {
    rules: &'a CheckRules,
    enough: i32,
    margin: i32,
    when_needed: bool,
    worth: &'a Worth,
}

/// The chances of the results by the best of the dice that are settled: short, enough, by the margin.
type ByBest = [Chances; 3];

impl Defence<'_> {
    /// What a best natural result leads to.
    fn result(&self, natural: i32) -> usize {
        if natural < self.enough {
            LANDED
        } else if natural < self.enough + self.margin {
            PARRIED
        } else {
            BEATEN
        }
    }

    fn worth(&self, chances: &Chances) -> f64 {
        chances.iter().zip(self.worth).map(|(chance, worth)| chance * worth).sum()
    }

    /// By the number of sixes that are still to be settled.
    fn settled(&self, dice: u8) -> [ByBest; MOST_DICE + 1] {
        let mut settled = [[[0.0; 4]; 3]; MOST_DICE + 1];
        for best in [LANDED, PARRIED, BEATEN] {
            settled[0][best - LANDED][best] = 1.0;
        }
        for sixes in 1..=usize::from(dice) {
            let after = settled[sixes - 1];
            for best in [LANDED, PARRIED, BEATEN] {
                let lying = sixes > 1;
                let six = Six { after: &after, best, lying, natural: 6, rerolls: 0 };
                settled[sixes][best - LANDED] = self.six(&six);
            }
        }
        settled
    }

    /// What a six comes to when its chain is settled at a natural result.
    fn settle(&self, six: &Six<'_>, natural: i32) -> Chances {
        six.after[six.best.max(self.result(natural)) - LANDED]
    }

    /// A six: kept, or rerolled.
    fn six(&self, six: &Six<'_>) -> Chances {
        let kept = self.settle(six, six.natural);
        if !may_reroll(self.rules, six.rerolls, 6) || six.rerolls >= LONGEST {
            return kept;
        }
        if self.when_needed {
            let lying = if six.lying { self.result(6) } else { LANDED };
            let stands = six.best.max(self.result(six.natural)).max(lying);
            return if stands == LANDED { self.again(six) } else { kept };
        }
        self.better(kept, self.again(six))
    }

    /// The better of two for the defender.
    fn better(&self, kept: Chances, again: Chances) -> Chances {
        if self.worth(&again) < self.worth(&kept) { again } else { kept }
    }

    /// A six that is rerolled.
    fn again(&self, six: &Six<'_>) -> Chances {
        let mut sum = [0.0; 4];
        for face in 1..=5_u8 {
            let with = self.settle(six, rerolled(self.rules, six.natural, face));
            sum.iter_mut().zip(with).for_each(|(sum, chance)| *sum += chance);
        }
        // Beyond the margin a longer chain gains nothing: another six is what this one is, and going
        // on for ever comes to a fifth of what the other faces give.
        let endless = self.rules.reroll_limit.is_none()
            && self.rules.reroll_of_one == RerollOfOne::WholeChain;
        let next = if endless && self.result(six.natural) == BEATEN {
            let kept = self.settle(six, six.natural);
            if self.when_needed { kept } else { self.better(kept, sum.map(|chance| chance / 5.0)) }
        } else {
            let natural = rerolled(self.rules, six.natural, 6);
            if may_reroll(self.rules, six.rerolls + 1, 6) {
                self.six(&Six { natural, rerolls: six.rerolls + 1, ..*six })
            } else {
                self.settle(six, natural)
            }
        };
        let mut all = [0.0; 4];
        for (result, (face, six)) in all.iter_mut().zip(sum.iter().zip(next)) {
            *result = (face + six) / 6.0;
        }
        all
    }
}

/// A six of the defence that is not settled.
#[derive(Clone, Copy)]
struct Six<'a> {
    /// What the rest comes to once it is settled, by the best of the settled dice.
    after: &'a ByBest,
    /// The best of the dice that are settled.
    best: usize,
    /// Whether other sixes lie there still.
    lying: bool,
    /// Where its chain stands, and how often it was rerolled.
    natural: i32,
    rerolls: usize,
}
