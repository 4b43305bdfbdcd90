//! The laws that a combat under fixed habits asks for, kept once they are known.

use crate::hashing::QuickMap;
use crate::laws::{Laws, wound_law};
use crate::solve::{Sixes, best_opposed, landing};
use fracas_engine::rules::{CheckRules, Rules};
use fracas_engine::skirmish::checks::Reroll;

/// What an attack can come to: automatic failure, parried, parried by the margin, landed.
pub(crate) type AttackOdds = [f64; 4];

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
    /// The chance that an attack lands under best play, by attack, defence and dice; not a number
    /// until it is asked for.
    landing: Vec<f64>,
    /// The chance of side 0 to win an opposed check, by values, by how sixes are decided on, and by
    /// whether winning is wanted.
    best_opposed: QuickMap<([i32; 2], [Sixes; 2], bool), f64>,
    rules: CheckRules,
    /// The chances of both sides to win an opposed check, by values and by whether sixes are rerolled.
    opposed: QuickMap<([i32; 2], [bool; 2]), [f64; 2]>,
}

impl Odds {
    /// The odds of these rules.
    pub fn new(rules: &Rules) -> Self {
        Self {
            laws: Laws::new(&rules.checks),
            margin: i32::from(rules.combat.counter_attack_margin),
            attacks: vec![None; 2 * VALUES * VALUES * DICE],
            wounds: (-GAPS..=GAPS).map(|gap| wound_law(rules, gap)).collect(),
            landing: vec![f64::NAN; VALUES * VALUES * DICE],
            best_opposed: QuickMap::default(),
            rules: rules.checks,
            opposed: QuickMap::default(),
        }
    }

    /// The chances of side 0 and of side 1 to win an opposed check.
    pub(crate) fn opposed(&mut self, values: [i32; 2], sixes: [bool; 2]) -> [f64; 2] {
        let laws = &self.laws;
        let work_out = || laws.opposed(values, sixes.map(reroll));
        *self.opposed.entry((values, sixes)).or_insert_with(work_out)
    }

    /// What an attack comes to; the three chances that are not of the margin add up to 1.
    #[inline]
    pub(crate) fn attack(
        &mut self,
        sixes: bool,
        attack: i32,
        defence: i32,
        dice: u8,
    ) -> AttackOdds {
        let Some(place) = place(attack, defence, dice) else {
            return self.work_out(sixes, attack, defence, dice);
        };
        let index = usize::from(sixes) * VALUES * VALUES * DICE + place;
        if let Some(odds) = self.attacks[index] {
            return odds;
        }
        let odds = self.work_out(sixes, attack, defence, dice);
        self.attacks[index] = Some(odds);
        odds
    }

    /// The chance that an attack that cannot fail lands under best play of both sides, where nothing
    /// but landing counts.
    #[inline]
    pub(crate) fn landing(&mut self, attack: i32, defence: i32, dice: u8) -> f64 {
        let Some(place) = place(attack, defence, dice) else {
            return landing(&self.rules, attack, defence, dice);
        };
        if self.landing[place].is_nan() {
            self.landing[place] = landing(&self.rules, attack, defence, dice);
        }
        self.landing[place]
    }

    /// The chance of side 0 to win an opposed check where sixes are decided on like this.
    pub(crate) fn best_opposed(
        &mut self,
        values: [i32; 2],
        sixes: [Sixes; 2],
        wanted: bool,
    ) -> f64 {
        let rules = &self.rules;
        *self
            .best_opposed
            .entry((values, sixes, wanted))
            .or_insert_with(|| best_opposed(rules, values, sixes, wanted))
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
    pub(crate) fn wound(&self, gap: i32) -> &[f64; 6] {
        &self.wounds[(gap.clamp(-GAPS, GAPS) + GAPS) as usize]
    }
}

/// The place of an attack in a table; `None` for one that is out of its range.
#[inline]
fn place(attack: i32, defence: i32, dice: u8) -> Option<usize> {
    let place = |value: i32| usize::try_from(value - LOWEST).ok().filter(|&place| place < VALUES);
    Some((place(attack)? * VALUES + place(defence)?) * DICE + usize::from(dice))
}

const fn reroll(sixes: bool) -> Reroll {
    if sixes { Reroll::Always } else { Reroll::Never }
}
