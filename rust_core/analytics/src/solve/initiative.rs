//! The opposed check of initiative when sides reroll their sixes as it suits them best.

use fracas_engine::rules::CheckRules;
use fracas_engine::skirmish::checks::{may_reroll, opposed_winner, outcome, rerolled};
use fracas_engine::skirmish::combat::HalfChain;

/// The longest chain that is followed: see the attack.
const LONGEST: usize = 14;

/// How a side decides on its sixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sixes {
    /// As is best for it.
    Best,
    /// By habit: all of them, or none.
    Habit(bool),
}

/// The chance that side 0 wins. `wanted` says whether a side would rather win than lose; in a game
/// where one gains what the other loses both want the same of it.
pub(crate) fn opposed(
    rules: &CheckRules,
    values: [i32; 2],
    sixes: [Sixes; 2],
    wanted: bool,
) -> f64 {
    // A tie is rolled again and is worth what the whole check is worth. Best play changes only a few
    // times until that worth no longer moves.
    let mut worth = 0.5;
    for _ in 0..100 {
        let Odds { wins, ties } = Check { rules, values, sixes, wanted, tie: worth }.first();
        let next = wins / (1.0 - ties);
        if (next - worth).abs() < 1e-15 {
            return next;
        }
        worth = next;
    }
    worth
}

/// The chance that side 0 wins a check that is half made: `side` rolls and its die stands like this,
/// `first` being side 0's natural result once side 1 rolls.
pub(crate) fn opposed_from(
    rules: &CheckRules,
    values: [i32; 2],
    sixes: [Sixes; 2],
    wanted: bool,
    (side, die, first): (usize, HalfChain, i32),
) -> f64 {
    let tie = opposed(rules, values, sixes, wanted);
    let check = Check { rules, values, sixes, wanted, tie };
    let odds = if side == 0 {
        check.resume(0, die, &|natural| check.second(natural))
    } else {
        check.resume(1, die, &|natural| check.verdict(first, natural))
    };
    check.worth(odds)
}

/// The chance that side 0 wins, and that both tie.
#[derive(Clone, Copy, Default)]
struct Odds {
    wins: f64,
    ties: f64,
}

struct Check<'a> {
    rules: &'a CheckRules,
    values: [i32; 2],
    sixes: [Sixes; 2],
    wanted: bool,
    /// What a tie is worth.
    tie: f64,
}

impl Check<'_> {
    fn worth(&self, odds: Odds) -> f64 {
        odds.wins + odds.ties * self.tie
    }

    /// The better of two for a side that chooses freely.
    fn better(&self, side: usize, kept: Odds, again: Odds) -> Odds {
        let gains = self.worth(again) - self.worth(kept);
        let wants_more = self.wanted == (side == 0);
        if (wants_more && gains > 0.0) || (!wants_more && gains < 0.0) { again } else { kept }
    }

    fn first(&self) -> Odds {
        self.die(0, 0, 0, &|natural| self.second(natural))
    }

    /// Side 1 knows what side 0 came to.
    fn second(&self, first: i32) -> Odds {
        self.die(1, 0, 0, &|natural| self.verdict(first, natural))
    }

    fn verdict(&self, first: i32, second: i32) -> Odds {
        let first = outcome(self.rules, first, self.values[0], 1);
        let second = outcome(self.rules, second, self.values[1], 1);
        match opposed_winner(self.rules, [first, second]) {
            Some(0) => Odds { wins: 1.0, ties: 0.0 },
            Some(_) => Odds::default(),
            None => Odds { wins: 0.0, ties: 1.0 },
        }
    }

    /// The rest of a chain that is half made.
    fn resume(&self, side: usize, die: HalfChain, then: &dyn Fn(i32) -> Odds) -> Odds {
        if die.natural == 0 {
            return self.die(side, 0, 0, then);
        }
        let again = self.die(side, die.natural, die.rerolls + 1, then);
        match self.sixes[side] {
            _ if die.rolls => again,
            Sixes::Habit(true) => again,
            Sixes::Habit(false) => then(die.natural),
            Sixes::Best => self.better(side, then(die.natural), again),
        }
    }

    /// A die of a side whose chain stands at `natural`, `then` saying what a final natural gives.
    fn die(&self, side: usize, natural: i32, rerolls: usize, then: &dyn Fn(i32) -> Odds) -> Odds {
        let mut sum = Odds::default();
        for face in 1..=6_u8 {
            let next =
                if natural == 0 { i32::from(face) } else { rerolled(self.rules, natural, face) };
            let kept = then(next);
            let may = may_reroll(self.rules, rerolls, face) && rerolls < LONGEST;
            let result = match self.sixes[side] {
                Sixes::Habit(true) if may => self.die(side, next, rerolls + 1, then),
                Sixes::Best if may && !self.is_settled(side, kept) => {
                    self.better(side, kept, self.die(side, next, rerolls + 1, then))
                }
                _ => kept,
            };
            sum.wins += result.wins;
            sum.ties += result.ties;
        }
        Odds { wins: sum.wins / 6.0, ties: sum.ties / 6.0 }
    }

    /// Whether a side has all it can want, so that no reroll can be better.
    fn is_settled(&self, side: usize, odds: Odds) -> bool {
        let wants_more = self.wanted == (side == 0);
        if wants_more { odds.wins >= 1.0 } else { odds.wins <= 0.0 && odds.ties <= 0.0 }
    }
}
