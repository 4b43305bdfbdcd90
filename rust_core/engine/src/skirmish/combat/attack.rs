//! An attack (C-22 to C-29, C-39, C-40).

use super::Combat;
use super::chain::{Chain, ChainStage};
use super::events::CombatEvent;
use super::rolls::HalfMade;
use super::settling::{AttackOutcome, WinningSkill};
use super::state::{Fight, Fights, State, Step};
use crate::dice::Roll;
use crate::machine::{Choices, Observer};
use crate::skirmish::checks::{Outcome, Target, known, outcome};
use crate::skirmish::wounds::WoundRoll;

/// An attack in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Exchange {
    pub(super) attacker: u8,
    pub(super) target: u8,
    /// The defence dice announced.
    pub(super) dice: u8,
    pub(super) sustained: bool,
    /// The skill that the defender will use, if it has one.
    pub(super) skill: Option<WinningSkill>,
    pub(super) stage: Stage,
}

/// What an attack waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The number of defence dice.
    Announce,
    /// Whether the last die is a sustained defence.
    Sustain,
    /// The attack check.
    Attack(Chain),
    /// Which of two skills the defender uses; the attack came to this natural result.
    Skill(i16),
    /// The defence check.
    Defence(Parry),
    /// Whether an announced die is given up after an automatic failure.
    GiveUp,
    /// The second die of the wound roll, or the first when this is 0.
    Wound(u8),
}

/// A defence check in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Parry {
    /// The natural result of the attack.
    attack: i16,
    /// How many of the dice have been rolled.
    rolled: u8,
    /// The best of the dice that are settled.
    best: i16,
    /// The dice that show a six and are not settled, by their numbers; the lowest is in question.
    sixes: u16,
    pub(super) chain: Chain,
}

impl Parry {
    /// What of it is made.
    pub(super) fn half_made(&self, dice: u8) -> HalfMade {
        HalfMade::Defence {
            attack: i32::from(self.attack),
            left: dice - self.rolled,
            best: i32::from(self.best),
            sixes: self.sixes.count_ones() as u8,
            die: self.chain.into(),
        }
    }
}

impl Exchange {
    /// Who attacks whom with which announcement, and what it waits for, in 16 bits.
    pub(super) fn key(&self) -> u128 {
        u128::from(self.attacker) << 12
            | u128::from(self.target) << 8
            | u128::from(self.announcement_key())
    }

    /// The announcement and what the attack waits for, in 8 bits.
    pub(super) fn announcement_key(&self) -> u8 {
        let waits_for = match self.stage {
            Stage::Announce => 1,
            Stage::Sustain => 2,
            Stage::Attack(_) => 3,
            Stage::Skill(_) => 4,
            Stage::Defence(_) => 5,
            Stage::GiveUp => 6,
            Stage::Wound(_) => 7,
        };
        self.dice << 4 | u8::from(self.sustained) << 3 | waits_for
    }

    pub(super) const fn new(attacker: u8, target: u8) -> Self {
        let stage = Stage::Announce;
        Self { attacker, target, dice: 0, sustained: false, skill: None, stage }
    }

    /// Whether a defence check waits for its player and not for a die.
    pub(super) fn parry_decides(&self, parry: &Parry) -> bool {
        parry.rolled == self.dice && parry.chain.stage == ChainStage::Decides
    }
}

impl Combat {
    /// C-22: the defence dice are announced; C-28: who sustains his defence has no choice.
    #[inline]
    pub(super) fn begin_exchange(
        &self,
        state: &mut State,
        exchange: Exchange,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let defender = state.fighters[usize::from(exchange.target)];
        if defender.sustained > 0 {
            let exchange = Exchange { dice: 1, sustained: true, ..exchange };
            self.begin_attack_check(state, exchange, observer);
        } else if defender.defence == 0 {
            self.begin_attack_check(state, exchange, observer);
        } else {
            state.step = Step::Attack(exchange);
        }
    }

    /// C-22, C-28: so many dice are announced; the last one alone may be sustained.
    pub(super) fn announce(
        &self,
        state: &mut State,
        exchange: Exchange,
        dice: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let defender = &state.fighters[usize::from(exchange.target)];
        let may_sustain = dice == 1 && defender.defence == 1 && defender.is(Fight::MAY_SUSTAIN);
        let exchange = Exchange { dice, ..exchange };
        if may_sustain {
            state.step = Step::Attack(Exchange { stage: Stage::Sustain, ..exchange });
        } else {
            self.begin_attack_check(state, exchange, observer);
        }
    }

    /// C-27: an attack that cannot fail and meets no defence is not rolled.
    #[inline]
    pub(super) fn begin_attack_check(
        &self,
        state: &mut State,
        mut exchange: Exchange,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let Exchange { attacker, target, dice, sustained, .. } = exchange;
        observer.observe(CombatEvent::AttackAnnounced { attacker, target, dice, sustained });
        exchange.skill = self.only_skill(target, sustained);
        exchange.stage = Stage::Attack(Chain::FRESH);
        state.step = Step::Attack(exchange);
        if dice == 0 && self.is_sure(self.attack_value(&state.fighters, attacker)) {
            self.settle_attack(state, AttackOutcome::Landed, observer);
        }
    }

    /// C-27: whether an attack of this value that meets no defence is not rolled.
    #[inline]
    pub(super) fn is_sure(&self, attack: i32) -> bool {
        let lowest = outcome(&self.rules.checks, 1, attack, 1);
        !lowest.is_automatic_failure() && !self.rules.combat.roll_sure_attacks
    }

    /// C-27: current attack.
    #[inline]
    pub(super) fn attack_value(&self, fights: &Fights, attacker: u8) -> i32 {
        let index = usize::from(attacker);
        i32::from(self.fighters[index].current(fights[index].health).attack)
    }

    /// C-27, C-28: current defence with the sustained defences so far.
    #[inline]
    pub(super) fn defence_value(&self, fights: &Fights, target: u8, sustained: bool) -> i32 {
        let index = usize::from(target);
        let fight = &fights[index];
        let rules = &self.rules.combat;
        let counts_now = sustained && rules.sustained_from_first_roll;
        let mut times = i32::from(fight.sustained) + i32::from(counts_now);
        if !rules.sustained_accumulates {
            times = times.min(1);
        }
        let current = self.fighters[index].current(fight.health).defence;
        i32::from(current) + times * i32::from(rules.sustained_penalty)
    }

    /// C-25: current strength of the attacker less the target's resilience.
    #[inline]
    pub(super) fn wound_gap(&self, fights: &Fights, attacker: u8, target: u8) -> i32 {
        let index = usize::from(attacker);
        let current = self.fighters[index].current(fights[index].health);
        i32::from(current.strength) - self.fighters[usize::from(target)].resilience
    }

    /// The outcome of the attack check at a natural result.
    pub(super) fn attack_outcome(
        &self,
        state: &State,
        exchange: &Exchange,
        natural: i16,
    ) -> Outcome {
        let value = self.attack_value(&state.fighters, exchange.attacker);
        outcome(&self.rules.checks, i32::from(natural), value, 1)
    }

    /// What the defence stands at, and what its player knows (D-8).
    pub(super) fn defence_stands(
        &self,
        state: &State,
        exchange: &Exchange,
        parry: &Parry,
    ) -> (Outcome, Option<Target>) {
        let checks = &self.rules.checks;
        let other_sixes = parry.sixes & parry.sixes.wrapping_sub(1);
        let lying = if other_sixes == 0 { 0 } else { 6 };
        let in_question = if parry.sixes == 0 { 0 } else { parry.chain.natural };
        let best = parry.best.max(lying).max(in_question);
        let value = self.defence_value(&state.fighters, exchange.target, exchange.sustained);
        let stands = outcome(checks, i32::from(best), value, exchange.dice);
        let difficulty = self.attack_outcome(state, exchange, parry.attack).final_result;
        (stands, known(checks, Some(Target::Difficulty(difficulty))))
    }

    /// Takes a die of the attack.
    pub(super) fn attack_die(
        &self,
        state: &mut State,
        mut exchange: Exchange,
        face: u8,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let checks = &self.rules.checks;
        match &mut exchange.stage {
            Stage::Attack(chain) => {
                let fighter = exchange.attacker;
                observer.observe(CombatEvent::Rolled { roll: Roll::Attack, fighter, die: 0, face });
                chain.add(checks, face);
                self.go_on_with_attack(state, exchange, observer);
            }
            Stage::Defence(parry) => {
                let first = parry.rolled < exchange.dice;
                let die = if first { parry.rolled } else { parry.sixes.trailing_zeros() as u8 };
                let fighter = exchange.target;
                observer.observe(CombatEvent::Rolled { roll: Roll::Defence, fighter, die, face });
                if first {
                    parry.rolled += 1;
                    if face == 6 {
                        parry.sixes |= 1 << die;
                    } else {
                        parry.best = parry.best.max(i16::from(face));
                    }
                    parry.chain = Chain::of(checks, 6);
                } else {
                    parry.chain.add(checks, face);
                }
                self.go_on_with_defence(state, exchange, observer);
            }
            Stage::Wound(0) => {
                exchange.stage = Stage::Wound(face);
                state.step = Step::Attack(exchange);
            }
            &mut Stage::Wound(first) => {
                let gap = self.wound_gap(&state.fighters, exchange.attacker, exchange.target);
                let roll = WoundRoll::of(&self.rules, gap, [first, face]);
                observer.observe(CombatEvent::WoundRolled { fighter: exchange.target, roll });
                self.settle_wound(state, roll.wound, observer);
            }
            Stage::Announce | Stage::Sustain | Stage::Skill(_) | Stage::GiveUp => {}
        }
    }

    /// Takes the decision on a six of the attack or of the defence.
    pub(super) fn attack_reroll(
        &self,
        state: &mut State,
        mut exchange: Exchange,
        reroll: bool,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        match &mut exchange.stage {
            Stage::Attack(chain) => {
                chain.decide(reroll);
                self.go_on_with_attack(state, exchange, observer);
            }
            Stage::Defence(parry) => {
                parry.chain.decide(reroll);
                self.go_on_with_defence(state, exchange, observer);
            }
            _ => {}
        }
    }

    fn go_on_with_attack(
        &self,
        state: &mut State,
        exchange: Exchange,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        state.step = Step::Attack(exchange);
        let Stage::Attack(chain) = exchange.stage else { return };
        if chain.stage != ChainStage::Done {
            return;
        }
        let result = self.attack_outcome(state, &exchange, chain.natural);
        observer.observe(CombatEvent::Checked {
            roll: Roll::Attack,
            outcome: result,
            parried: false,
        });
        if result.is_automatic_failure() {
            self.settle_attack(state, AttackOutcome::AutomaticFailure, observer);
        } else if exchange.dice == 0 {
            self.settle_attack(state, AttackOutcome::Landed, observer);
        } else if self.asks_for_skill(&exchange) {
            state.step = Step::Attack(Exchange { stage: Stage::Skill(chain.natural), ..exchange });
        } else {
            begin_defence(state, exchange, chain.natural);
        }
    }

    /// Settles the dice that are decided; D-7: the best counts.
    fn go_on_with_defence(
        &self,
        state: &mut State,
        mut exchange: Exchange,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let Stage::Defence(mut parry) = exchange.stage else { return };
        if parry.rolled == exchange.dice {
            while parry.sixes != 0 && parry.chain.stage == ChainStage::Done {
                parry.best = parry.best.max(parry.chain.natural);
                parry.sixes &= parry.sixes - 1;
                parry.chain = Chain::of(&self.rules.checks, 6);
            }
        }
        exchange.stage = Stage::Defence(parry);
        state.step = Step::Attack(exchange);
        if parry.rolled == exchange.dice && parry.sixes == 0 {
            self.end_defence(state, exchange, parry, observer);
        }
    }

    fn end_defence(
        &self,
        state: &mut State,
        exchange: Exchange,
        parry: Parry,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let (result, _) = self.defence_stands(state, &exchange, &parry);
        let attack = self.attack_outcome(state, &exchange, parry.attack).final_result;
        let parried = result.meets(attack);
        observer.observe(CombatEvent::Checked { roll: Roll::Defence, outcome: result, parried });
        let margin = i32::from(self.rules.combat.counter_attack_margin);
        let settled = if parried {
            AttackOutcome::Parried { by_margin: result.final_result - attack >= margin }
        } else {
            AttackOutcome::Landed
        };
        self.settle_attack(state, settled, observer);
    }
}

pub(super) fn begin_defence(state: &mut State, exchange: Exchange, attack: i16) {
    let parry = Parry { attack, rolled: 0, best: 0, sixes: 0, chain: Chain::FRESH };
    state.step = Step::Attack(Exchange { stage: Stage::Defence(parry), ..exchange });
}

/// C-22: the numbers of dice that the defender may announce.
pub(super) fn defence_choices(state: &State, exchange: &Exchange) -> Choices {
    Choices::up_to(state.fighters[usize::from(exchange.target)].defence)
}
