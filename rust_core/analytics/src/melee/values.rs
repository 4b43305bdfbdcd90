//! What a combat is worth: exact expected points, under fixed habits or under best play.

use crate::combat::{NoLaw, Odds, exact};
use crate::hashing::QuickMap;
use crate::solve::{NotSolved, Solver, Utility};
use fracas_engine::errors::Problems;
use fracas_engine::machine::Machine;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::checks::Side;
use fracas_engine::skirmish::combat::{Combat, CombatSetup, FighterSetup, MAX_FIGHTERS, Plain};
use fracas_engine::skirmish::wounds::WoundLevel;
use std::sync::Arc;

/// How the combats are fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Play {
    /// Both sides keep to these habits.
    Habits(Plain),
    /// Both play their best, points counting.
    Optimal,
}

/// Why a combat has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotValued {
    /// It cannot be fought.
    Wrong(Problems),
    /// There is no exact law.
    NoLaw(NoLaw),
    /// It is not solved.
    NotSolved(NotSolved),
}

/// A kind of fighter: all who are alike in a combat are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(u16);

/// The most values that are kept.
const MOST_VALUES: usize = 1 << 16;
/// The most kinds of fighters that are told apart.
const MOST_KINDS: usize = 1 << 12;

/// The values of combats under one set of rules, kept by the kinds of their fighters.
#[derive(Debug)]
pub struct CombatValues {
    rules: Arc<Rules>,
    play: Play,
    chosen_by: Side,
    /// One fighter of each kind, with a combat against himself: equal ones are fought alike.
    kinds: Vec<(FighterSetup, Combat)>,
    /// By the kinds of the lone one and of his enemies, and by his side: to side 0.
    known: QuickMap<[u16; MAX_FIGHTERS + 1], f64>,
}

impl CombatValues {
    /// The values of combats that `chosen_by` has chosen (C-12).
    pub fn new(rules: Arc<Rules>, play: Play, chosen_by: Side) -> Self {
        Self { rules, play, chosen_by, kinds: Vec::new(), known: QuickMap::default() }
    }

    /// Whether these are the values of such combats.
    pub fn is_of(&self, rules: &Arc<Rules>, play: Play, chosen_by: Side) -> bool {
        self.play == play
            && self.chosen_by == chosen_by
            && (Arc::ptr_eq(&self.rules, rules) || self.rules == *rules)
    }

    /// How many values are kept.
    pub fn kept(&self) -> usize {
        self.known.len()
    }

    /// Forgets everything when there is too much of it. Kinds that were given before are void then.
    pub fn tidy(&mut self) {
        if self.known.len() > MOST_VALUES || self.kinds.len() > MOST_KINDS {
            self.kinds.clear();
            self.known.clear();
        }
    }

    /// The kind of a fighter, or what is wrong with it.
    pub fn kind(&mut self, fighter: &FighterSetup) -> Result<Kind, Problems> {
        let setup = CombatSetup {
            lone: fighter.clone(),
            enemies: vec![fighter.clone()],
            lone_side: 0,
            chosen_by: 0,
        };
        let alike = Combat::new(&setup, Arc::clone(&self.rules))?;
        let known = self.kinds.iter().position(|(_, other)| *other == alike);
        let kind = known.unwrap_or_else(|| {
            self.kinds.push((fighter.clone(), alike));
            self.kinds.len() - 1
        });
        u16::try_from(kind + 1).map(Kind).map_err(|_| {
            Problems::one("fighters", format!("{kind} kinds of them"), "at most 65,534 kinds")
        })
    }

    /// What a combat is worth to side 0: the points of side 1's dead less those of its own. Enemies
    /// stand in the order of the combat: habits may depend on it.
    pub fn value(
        &mut self,
        lone: Kind,
        enemies: &[Kind],
        lone_side: Side,
        odds: &mut Odds,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<f64, NotValued> {
        let mut key = [0; MAX_FIGHTERS + 1];
        key[0] = lone_side as u16;
        let all = std::iter::once(&lone).chain(enemies);
        key[1..].iter_mut().zip(all).for_each(|(place, kind)| *place = kind.0);
        // Best play does not depend on the order.
        if self.play == Play::Optimal {
            let end = key.len().min(2 + enemies.len());
            key[2..end].sort_unstable();
        }
        if enemies.len() < MAX_FIGHTERS
            && let Some(&value) = self.known.get(&key)
        {
            return Ok(value);
        }
        let fighter = |kind: &Kind| self.kinds[usize::from(kind.0) - 1].0.clone();
        let setup = CombatSetup {
            lone: fighter(&lone),
            enemies: enemies.iter().map(fighter).collect(),
            lone_side,
            chosen_by: self.chosen_by,
        };
        let combat = Combat::new(&setup, Arc::clone(&self.rules)).map_err(NotValued::Wrong)?;
        let value = match self.play {
            Play::Habits(plain) => expected(&combat, plain, odds, keep_going)?,
            Play::Optimal => solved(&combat, odds, keep_going)?,
        };
        self.known.insert(key, value);
        Ok(value)
    }
}

fn expected(
    combat: &Combat,
    plain: Plain,
    odds: &mut Odds,
    keep_going: &dyn Fn() -> bool,
) -> Result<f64, NotValued> {
    let law = exact(combat, [plain; 2], odds, &mut || keep_going()).map_err(NotValued::NoLaw)?;
    let mut killed = [0.0; MAX_FIGHTERS];
    for (outcome, chance) in &law.outcomes {
        for (fighter, killed) in killed.iter_mut().enumerate().take(combat.fighters()) {
            if outcome.health(fighter).level == WoundLevel::Killed {
                *killed += chance;
            }
        }
    }
    let points = |(fighter, killed): (usize, &f64)| {
        let points = killed * f64::from(combat.value(fighter));
        if combat.side(fighter as u8) == 0 { -points } else { points }
    };
    Ok(killed.iter().enumerate().take(combat.fighters()).map(points).sum())
}

fn solved(
    combat: &Combat,
    odds: &mut Odds,
    keep_going: &dyn Fn() -> bool,
) -> Result<f64, NotValued> {
    Solver::new(combat, Utility::points(combat), [None; 2])
        .and_then(|mut solver| solver.value(&combat.start(&mut ()), odds, &mut || keep_going()))
        .map_err(NotValued::NotSolved)
}
