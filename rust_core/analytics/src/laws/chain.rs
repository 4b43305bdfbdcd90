//! The law of one die with its chain of rerolls (D-2, D-3).

use fracas_engine::rules::CheckRules;
use fracas_engine::skirmish::checks::{may_reroll, rerolled};

/// The results of a block: a six more is six results further and six times rarer.
pub(super) const BLOCK: i32 = 6;
const SIXTH: f64 = 1.0 / 6.0;

/// The law of the natural result of one die: results from 1, and whether they go on for ever.
#[derive(Clone, Debug)]
pub(super) struct ChainLaw {
    /// The chance of 1, 2, 3, …
    chances: Vec<f64>,
    /// Whether the last block repeats without end, each time six times rarer.
    endless: bool,
}

/// When a six is rerolled, in a chain that has a number to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Never.
    AtOnce,
    /// As soon as the natural result reaches this.
    At(i32),
    /// Not before the chain ends by itself.
    Never,
}

impl Stop {
    /// Whether a die that shows `face`, with its chain at `natural`, is rerolled.
    fn goes_on(self, rules: &CheckRules, rerolls: usize, face: u8, natural: i32) -> bool {
        may_reroll(rules, rerolls, face)
            && match self {
                Self::AtOnce => false,
                Self::At(enough) => natural < enough,
                Self::Never => true,
            }
    }
}

impl ChainLaw {
    /// The law of a chain that is rerolled until `stop`.
    pub(super) fn new(rules: &CheckRules, stop: Stop) -> Self {
        let endless = stop == Stop::Never && rules.reroll_limit.is_none();
        let mut law = Self { chances: Vec::new(), endless };
        let mut natural = 0;
        let mut chance = SIXTH;
        for rerolls in 0.. {
            for face in 1..=6_u8 {
                let value =
                    if rerolls == 0 { i32::from(face) } else { rerolled(rules, natural, face) };
                if !stop.goes_on(rules, rerolls, face, value) {
                    law.add(value, chance);
                }
            }
            natural += BLOCK;
            chance *= SIXTH;
            // Two blocks beyond the first show the pattern of all the others.
            if !stop.goes_on(rules, rerolls, 6, natural) || (endless && rerolls == 2) {
                break;
            }
        }
        if endless {
            law.close(rules, natural, chance);
        }
        law
    }

    /// Adds what the chains beyond the blocks written out give to results within them: those that
    /// end in a 1 (D-3). All further chains together are six fifths of the next one.
    fn close(&mut self, rules: &CheckRules, natural: i32, chance: f64) {
        let fallen = rerolled(rules, natural, 1);
        if fallen == 1 {
            self.add(1, chance * 1.2);
        } else {
            self.add(fallen, chance);
        }
        self.chances.resize(3 * BLOCK as usize, 0.0);
    }

    fn add(&mut self, natural: i32, chance: f64) {
        let index = natural as usize - 1;
        if self.chances.len() <= index {
            self.chances.resize(index + 1, 0.0);
        }
        self.chances[index] += chance;
    }

    /// The chance of exactly this natural result.
    pub(super) fn chance(&self, natural: i32) -> f64 {
        let (index, scale) = self.place(natural);
        if index < 1 { 0.0 } else { self.written(index) * scale }
    }

    /// The chance of this natural result or more.
    pub(super) fn at_least(&self, natural: i32) -> f64 {
        if natural <= 1 {
            return 1.0;
        }
        let (index, scale) = self.place(natural);
        let length = self.chances.len() as i32;
        let mut sum: f64 = (index..=length).map(|natural| self.written(natural)).sum();
        if self.endless {
            // The blocks that follow: a sixth, a thirty-sixth … of the last one, a fifth in all.
            let last: f64 =
                (length - BLOCK + 1..=length).map(|natural| self.written(natural)).sum();
            sum += last * 0.2;
        }
        sum * scale
    }

    /// Whether results go on without end.
    pub(super) const fn is_endless(&self) -> bool {
        self.endless
    }

    /// The highest result that is written out.
    pub(super) fn written_up_to(&self) -> i32 {
        self.chances.len() as i32
    }

    /// Where a result stands among those written out, and how much rarer it is than there.
    fn place(&self, natural: i32) -> (i32, f64) {
        let beyond = natural - self.written_up_to();
        if !self.endless || beyond <= 0 {
            return (natural, 1.0);
        }
        let blocks = (beyond + BLOCK - 1) / BLOCK;
        (natural - blocks * BLOCK, SIXTH.powi(blocks))
    }

    fn written(&self, natural: i32) -> f64 {
        let index = usize::try_from(natural - 1).ok();
        index.and_then(|index| self.chances.get(index)).copied().unwrap_or(0.0)
    }
}

/// The chance that a die whose sixes are rerolled only while they are short of `enough` reaches it:
/// what [`ChainLaw`] says with [`Stop::At`], without writing the law down.
pub(crate) fn reaches(rules: &CheckRules, enough: i32) -> f64 {
    if enough <= 1 {
        return 1.0;
    }
    let mut sum = 0.0;
    let mut natural = 0;
    let mut chance = SIXTH;
    for rerolls in 0.. {
        for face in 1..=5_u8 {
            let value = if rerolls == 0 { i32::from(face) } else { rerolled(rules, natural, face) };
            if value >= enough {
                sum += chance;
            }
        }
        natural += BLOCK;
        if natural >= enough {
            sum += chance;
            break;
        }
        if !may_reroll(rules, rerolls, 6) {
            break;
        }
        chance *= SIXTH;
    }
    sum
}
