//! The laws that a combat under fixed habits asks for, kept once they are known.

use crate::laws::{Laws, wound_law};
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::checks::Reroll;

/// What an attack can come to: automatic failure, parried, parried by the margin, landed.
pub(super) type AttackOdds = [f64; 4];

const LOWEST: i32 = -48;
const VALUES: usize = 96;
const DICE: usize = 10;
const GAPS: i32 = 64;

/// The odds of every roll under one set of rules, whose players reroll defence sixes when needed and
/// attack sixes always or never.
#[derive(Clone, Debug)]
pub struct Odds {
    laws: Laws,
    margin: i32,
    /// By whether attack sixes are rerolled, attack, defence and dice; filled as they are asked for.
    attacks: Vec<Option<AttackOdds>>,
    /// By gap from `-GAPS` to `GAPS`.
    wounds: Vec<[f64; 6]>,
}

impl Odds {
    /// The odds of these rules.
    pub fn new(rules: &Rules) -> Self {
        Self {
            laws: Laws::new(&rules.checks),
            margin: i32::from(rules.combat.counter_attack_margin),
            attacks: vec![None; 2 * VALUES * VALUES * DICE],
            wounds: (-GAPS..=GAPS).map(|gap| wound_law(rules, gap)).collect(),
        }
    }

    /// The chances of side 0 and of side 1 to win an opposed check.
    pub(super) fn opposed(&self, values: [i32; 2], sixes: [bool; 2]) -> [f64; 2] {
        self.laws.opposed(values, sixes.map(reroll))
    }

    /// What an attack comes to; the three chances that are not of the margin add up to 1.
    #[inline]
    pub(super) fn attack(
        &mut self,
        sixes: bool,
        attack: i32,
        defence: i32,
        dice: u8,
    ) -> AttackOdds {
        let place =
            |value: i32| usize::try_from(value - LOWEST).ok().filter(|&place| place < VALUES);
        let (Some(a), Some(d)) = (place(attack), place(defence)) else {
            return self.work_out(sixes, attack, defence, dice);
        };
        let index = ((usize::from(sixes) * VALUES + a) * VALUES + d) * DICE + usize::from(dice);
        if let Some(odds) = self.attacks[index] {
            return odds;
        }
        let odds = self.work_out(sixes, attack, defence, dice);
        self.attacks[index] = Some(odds);
        odds
    }

    #[cold]
    fn work_out(&self, sixes: bool, attack: i32, defence: i32, dice: u8) -> AttackOdds {
        let rerolls = [reroll(sixes), Reroll::WhenNeeded];
        let (law, by_margin) =
            self.laws.attack_by_margin(attack, defence, dice, rerolls, self.margin);
        [law.automatic_failure, law.parried, by_margin, law.landed]
    }

    /// The chances of the six results of a wound roll.
    #[inline]
    pub(super) fn wound(&self, gap: i32) -> &[f64; 6] {
        &self.wounds[(gap.clamp(-GAPS, GAPS) + GAPS) as usize]
    }
}

const fn reroll(sixes: bool) -> Reroll {
    if sixes { Reroll::Always } else { Reroll::Never }
}
