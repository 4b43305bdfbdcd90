//! A combat between two players of fixed habits, rolled straight through.
//!
//! The same combat as the machine's, the same dice in the same order, but without a node between two
//! dice: combats are rolled by the hundred million. What a fighter is worth at each moment and what a
//! roll leads to is asked of the same functions as the machine asks; only the sequence stands here
//! again, and the tests hold it to the machine over rules, fighters and habits of every kind.

use super::Combat;
use super::policy::Plain;
use super::settling::WinningSkill;
use super::state::{Fight, Fights, Outcome, State};
use crate::dice::{Dice, Roll};
use crate::rules::CheckRules;
use crate::skirmish::checks::{self, Side, Target};

impl Combat {
    /// Rolls a combat that stands before its initiative roll to its end.
    #[inline]
    pub fn roll_straight<D: Dice>(
        &self,
        opening: &State,
        players: &[Plain; 2],
        dice: &mut D,
    ) -> Result<Outcome, D::Error> {
        let mut straight = Straight {
            combat: self,
            players,
            fights: opening.fighters,
            landed: [0; 2],
            attack_dice: 0,
            enemies: self.enemies,
        };
        let first = straight.initiative(dice)?;
        straight.place_the_rest();
        let passes = straight.passes(first, dice)?;
        Ok(Outcome::new(&straight.fights[..self.fighters()], passes, straight.landed))
    }
}

struct Straight<'a> {
    combat: &'a Combat,
    players: &'a [Plain; 2],
    fights: Fights,
    landed: [u8; 2],
    /// The attack dice of all fighters together.
    attack_dice: u8,
    /// The enemies of the lone fighter that still stand.
    enemies: u8,
}

impl Straight<'_> {
    /// C-16, D-6.
    #[inline]
    fn initiative<D: Dice>(&self, dice: &mut D) -> Result<Side, D::Error> {
        let combat = self.combat;
        let rules = &combat.rules.checks;
        let testers = combat.testers_of_sides(combat.best_tester(&self.fights));
        let values = testers.map(|tester| combat.initiative_value(&self.fights, tester));
        loop {
            let mut roll = |side: Side| {
                let sixes = self.players[side].initiative_sixes;
                let natural = chain(rules, Roll::Initiative, dice, |_| sixes)?;
                Ok(checks::outcome(rules, natural, values[side], 1))
            };
            if let Some(winner) = checks::opposed_winner(rules, [roll(0)?, roll(1)?]) {
                return Ok(winner);
            }
        }
    }

    /// C-14: who waited for initiative places now. A habit does not look at who won it.
    fn place_the_rest(&mut self) {
        for number in 0..=self.combat.enemies {
            let fight = &mut self.fights[usize::from(number)];
            if !fight.is(Fight::PLACED) {
                let habit = &self.players[self.combat.side(number)];
                let dice = self.combat.combat_dice(number);
                let most = self.combat.most_attack_dice(number);
                fight.place(habit.split(number, dice).min(most), dice);
            }
            self.attack_dice += fight.attack;
        }
    }

    /// C-17 to C-21: the number of passes that were begun.
    #[inline]
    fn passes<D: Dice>(&mut self, first: Side, dice: &mut D) -> Result<u8, D::Error> {
        let mut passes = 0;
        while !self.is_over() {
            passes += 1;
            for side in [first, 1 - first] {
                for enemy in 1..=self.combat.enemies {
                    if let Some((attacker, target)) = self.next_attack(side, enemy) {
                        self.attack(attacker, target, dice)?;
                        if self.is_over() {
                            return Ok(passes);
                        }
                    }
                }
            }
        }
        Ok(passes)
    }

    /// C-19, C-20: the attack of a side that concerns that enemy of the lone fighter, if there is one.
    #[inline]
    fn next_attack(&self, side: Side, enemy: u8) -> Option<(u8, u8)> {
        let other = &self.fights[usize::from(enemy)];
        if side == self.combat.lone_side {
            (self.fights[0].attack > 0 && other.stands()).then_some((0, enemy))
        } else {
            (other.attack > 0).then_some((enemy, 0))
        }
    }

    /// C-21.
    #[inline]
    fn is_over(&self) -> bool {
        self.attack_dice == 0 || self.enemies == 0 || !self.fights[0].stands()
    }

    /// C-22 to C-29.
    #[inline]
    fn attack<D: Dice>(&mut self, attacker: u8, target: u8, dice: &mut D) -> Result<(), D::Error> {
        let combat = self.combat;
        let rules = &combat.rules.checks;
        self.fights[usize::from(attacker)].attack -= 1;
        self.attack_dice -= 1;
        let (announced, sustained) = self.defence(target);
        let value = combat.attack_value(&self.fights, attacker);
        if announced > 0 || !combat.is_sure(value) {
            let sixes = self.players[combat.side(attacker)].attack_sixes;
            let natural = chain(rules, Roll::Attack, dice, |_| sixes)?;
            let attack = checks::outcome(rules, natural, value, 1);
            if attack.is_automatic_failure() {
                return Ok(());
            }
            if announced > 0 {
                let value = combat.defence_value(&self.fights, target, sustained);
                let margin = parry(rules, attack.final_result, value, dice)?;
                let defender = &mut self.fights[usize::from(target)];
                if sustained {
                    defender.sustain();
                } else {
                    defender.defence -= announced;
                }
                if let Some(margin) = margin {
                    self.win_dice(target, sustained, margin);
                    return Ok(());
                }
            }
        }
        self.landed[combat.side(attacker)] += 1;
        self.wound(attacker, target, dice)
    }

    /// C-22, C-28: one die while there is one, the last one sustained by habit.
    #[inline]
    fn defence(&self, target: u8) -> (u8, bool) {
        let fight = &self.fights[usize::from(target)];
        if fight.sustained > 0 {
            return (1, true);
        }
        let habit = &self.players[self.combat.side(target)];
        let sustains =
            habit.sustained_defence && fight.defence == 1 && fight.is(Fight::MAY_SUSTAIN);
        (fight.defence.min(1), sustains)
    }

    /// C-39, C-40: of two skills Ambidextrous is used.
    #[inline]
    fn win_dice(&mut self, target: u8, sustained: bool, margin: i32) {
        let combat = self.combat;
        if sustained || !combat.fighters[usize::from(target)].wins_dice() {
            return;
        }
        let skill = combat.only_skill(target, sustained).unwrap_or(WinningSkill::Ambidextrous);
        let by_margin = margin >= i32::from(combat.rules.combat.counter_attack_margin);
        let won = combat.dice_won(skill, by_margin);
        self.fights[usize::from(target)].attack += won;
        self.attack_dice += won;
    }

    /// C-25, C-26.
    #[inline]
    fn wound<D: Dice>(&mut self, attacker: u8, target: u8, dice: &mut D) -> Result<(), D::Error> {
        let combat = self.combat;
        let gap = combat.wound_gap(&self.fights, attacker, target);
        let faces = [dice.roll(Roll::Wound)?, dice.roll(Roll::Wound)?];
        let wound = combat.rules.wound_of_dice(gap, faces);
        let fight = &mut self.fights[usize::from(target)];
        fight.health = fight.health.after(&combat.rules.wounds, wound);
        if !fight.stands() {
            self.attack_dice -= fight.attack;
            fight.attack = 0;
            fight.defence = 0;
            self.enemies -= u8::from(target != 0);
        }
        Ok(())
    }
}

/// One die and its chain (D-2, D-3); `wants` says whether a six at that natural result is rerolled.
#[inline]
fn chain<D: Dice>(
    rules: &CheckRules,
    roll: Roll,
    dice: &mut D,
    wants: impl Fn(i32) -> bool,
) -> Result<i32, D::Error> {
    let mut face = dice.roll(roll)?;
    let mut natural = i32::from(face);
    let mut rerolls = 0;
    while checks::may_reroll(rules, rerolls, face) && wants(natural) {
        face = dice.roll(roll)?;
        natural = checks::rerolled(rules, natural, face);
        rerolls += 1;
    }
    Ok(natural)
}

/// C-23: a defence of one die, its six rerolled when needed: by how much it beats the attack, `None`
/// when the attack lands.
#[inline]
fn parry<D: Dice>(
    rules: &CheckRules,
    difficulty: i32,
    value: i32,
    dice: &mut D,
) -> Result<Option<i32>, D::Error> {
    let target = checks::known(rules, Some(Target::Difficulty(difficulty)));
    let stands = |natural| checks::outcome(rules, natural, value, 1);
    let wants = |natural| checks::is_needed(rules, stands(natural), target);
    let result = stands(chain(rules, Roll::Defence, dice, wants)?);
    Ok(result.meets(difficulty).then_some(result.final_result - difficulty))
}
