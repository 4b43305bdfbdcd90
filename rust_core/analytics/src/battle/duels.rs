//! What a player knows of duels between the fighters of a battle, worked out once and kept.
//!
//! Fighters of one card are alike as long as they are in the same condition, so a few hundred duels
//! are all that a battle has, however often it is fought.

use crate::combat::{Odds, exact};
use crate::hashing::QuickMap;
use fracas_engine::machine::Machine;
use fracas_engine::skirmish::battle::{Battle, BattleState};
use fracas_engine::skirmish::checks::Side;
use fracas_engine::skirmish::combat::{Combat, CombatSetup, Decision, Plain, State};
use fracas_engine::skirmish::table::Mark;
use std::sync::Arc;

/// What every split of the dice of a duel against every other is worth to side 0: the points it can
/// expect to win less those it can expect to lose, with the habits of [`Plain`] once the dice lie.
#[derive(Clone, Debug)]
struct Duel {
    /// How many dice the fighter of side 0 and that of side 1 have.
    dice: [u8; 2],
    /// The attack dice of side 1 vary fastest; splits that are not open are worth nothing.
    values: Vec<Option<f64>>,
}

impl Duel {
    fn work_out(combat: &Combat, odds: &mut Odds) -> Self {
        let dice = [combat.combat_dice(0), combat.combat_dice(1)];
        let others = |own: u8| (0..=dice[1]).map(move |other| [own, other]);
        let splits = (0..=dice[0]).flat_map(others);
        Self { dice, values: splits.map(|attack| value(combat, attack, odds)).collect() }
    }

    /// What a split of a side against another is worth to that side.
    fn value(&self, side: Side, own: u8, other: u8) -> Option<f64> {
        let (first, second) = if side == 0 { (own, other) } else { (other, own) };
        let columns = usize::from(self.dice[1]) + 1;
        let value = self.values[usize::from(first) * columns + usize::from(second)]?;
        Some(if side == 0 { value } else { -value })
    }

    /// What a split is worth: against what the other has placed, or else against his best answer.
    fn worth(&self, side: Side, own: u8, seen: Option<u8>) -> Option<f64> {
        let most = self.dice[1 - side];
        match seen {
            Some(other) => self.value(side, own, other.min(most)),
            None => (0..=most).filter_map(|other| self.value(side, own, other)).reduce(f64::min),
        }
    }

    /// The best split of a side, the fewest attack dice of equals, and its worth.
    fn best(&self, side: Side, seen: Option<u8>) -> Option<(u8, f64)> {
        let splits = 0..=self.dice[side];
        let splits = splits.filter_map(|own| Some((own, self.worth(side, own, seen)?)));
        splits.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

/// What a duel is worth to side 0 when both place so many dice in attack.
fn value(combat: &Combat, attack: [u8; 2], odds: &mut Odds) -> Option<f64> {
    combat.placed(&attack)?;
    let mut plain = Plain::default();
    plain.splits[..2].copy_from_slice(&attack.map(Some));
    let law = exact(combat, [plain; 2], odds, &mut || true).ok()?;
    let value = |place: usize| f64::from(combat.value(place));
    let points = law.outcomes.iter().map(|(outcome, chance)| {
        let killed = |place: usize| f64::from(u8::from(outcome.health(place).is_killed()));
        chance * (killed(1) * value(1) - killed(0) * value(0))
    });
    Some(points.sum())
}

/// The duels of a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Duels {
    /// By what both fighters are and how they are.
    known: QuickMap<u64, Option<Duel>>,
    odds: Option<Box<Odds>>,
}

impl Duels {
    /// Asks something of the duel of two fighters as they are, for the side of the first.
    fn ask<T>(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        [fighter, enemy]: [u8; 2],
        question: impl Fn(&Duel, Side) -> Option<T>,
    ) -> Option<T> {
        let side = battle.side(fighter);
        let both = if side == 0 { [fighter, enemy] } else { [enemy, fighter] };
        let odds = self.odds.get_or_insert_with(|| Box::new(Odds::new(battle.rules())));
        let mut work_out = || Some(Duel::work_out(&duel(battle, state, both)?, odds));
        match key(battle, state, both) {
            Some(key) => question(self.known.entry(key).or_insert_with(work_out).as_ref()?, side),
            None => question(&work_out()?, side),
        }
    }

    /// What a duel is worth to a fighter.
    pub(super) fn worth(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        fighter: u8,
        enemy: u8,
    ) -> f64 {
        let worth = |duel: &Duel, side| duel.best(side, None).map(|(_, worth)| worth);
        self.ask(battle, state, [fighter, enemy], worth).unwrap_or(0.0)
    }

    /// How many dice a fighter of the combat under way had best place in attack: as in a duel with
    /// the one it faces; the lone fighter looks at the most valuable of several.
    pub(super) fn attack_dice(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        (combat, fight): (&Combat, &State),
        decision: &Decision,
    ) -> Option<u8> {
        let place = usize::from(decision.fighter?);
        let numbers = battle.combatants(state);
        let facing = match place {
            0 => (1..numbers.len()).rev().max_by_key(|&enemy| combat.value(enemy))?,
            _ => 0,
        };
        // In a duel the other's dice may lie on the table already.
        let other = fight.fighter(facing);
        let lies = numbers.len() == 2 && other.attack + other.defence > 0;
        let seen = lies.then_some(other.attack);
        let share = |duel: &Duel, side| Some((duel.best(side, seen)?.0, duel.dice[side]));
        let (attack, of) = self.ask(battle, state, [numbers[place], numbers[facing]], share)?;
        let (dice, of) = (u16::from(combat.combat_dice(place as u8)), u16::from(of.max(1)));
        let choice = ((u16::from(attack) * dice + of / 2) / of) as u8;
        combat.choices(fight).contains(choice).then_some(choice)
    }
}

/// What tells a duel from others; none for who is altered by effects, which does not show.
fn key(battle: &Battle, state: &BattleState, both: [u8; 2]) -> Option<u64> {
    let code = |one: u8| {
        let now = state.table().fighter(usize::from(one));
        let marks = [Mark::Charged, Mark::BoundToDefence, Mark::Routed];
        let marks = marks.iter().fold(0, |bits, &mark| bits << 1 | u64::from(now.has(mark)));
        u64::from(battle.card(one)) << 12
            | marks << 8
            | (now.health.level as u64) << 4
            | u64::from(now.health.stunned)
    };
    let is_altered = |one: u8| state.table().is_altered(usize::from(one));
    (!both.into_iter().any(is_altered)).then(|| code(both[0]) << 32 | code(both[1]))
}

/// The duel of two fighters as they are, that of side 0 first.
fn duel(battle: &Battle, state: &BattleState, [fighter, enemy]: [u8; 2]) -> Option<Combat> {
    let setup = CombatSetup {
        lone: battle.entrant(state, fighter),
        enemies: vec![battle.entrant(state, enemy)],
        lone_side: 0,
        chosen_by: 0,
    };
    Combat::new(&setup, Arc::clone(battle.shared_rules())).ok()
}
