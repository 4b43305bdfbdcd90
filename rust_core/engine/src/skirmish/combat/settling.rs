//! What follows from an attack (C-24 to C-26, C-28, C-29), and the skills that win attack dice (C-39,
//! C-40).

use super::Combat;
use super::attack::{Exchange, Stage, begin_defence};
use super::events::CombatEvent;
use super::state::{State, Step};
use crate::machine::Observer;
use crate::names::named;
use crate::skirmish::wounds::Wound;

named! {
    /// A skill that wins attack dice.
    pub enum WinningSkill {
        /// C-39: a parry that beats the attack by enough.
        CounterAttack = "Counter-attack",
        /// C-40: every parry.
        Ambidextrous = "Ambidextrous",
    }
}

/// What becomes of an attack check and the defence check against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackOutcome {
    /// C-24: the attack fails by itself.
    AutomaticFailure,
    /// C-23: the defence meets the attack.
    Parried {
        /// C-39: by so much that a counter-attack is won.
        by_margin: bool,
    },
    /// The attack lands.
    Landed,
}

impl Combat {
    /// The skill of a defender that has just one; C-29: none acts on a sustained die.
    #[inline]
    pub(super) fn only_skill(&self, target: u8, sustained: bool) -> Option<WinningSkill> {
        let defender = &self.fighters[usize::from(target)];
        match (defender.counter_attack, defender.ambidextrous) {
            _ if sustained => None,
            (true, false) => Some(WinningSkill::CounterAttack),
            (false, true) => Some(WinningSkill::Ambidextrous),
            _ => None,
        }
    }

    /// C-39: whether the defender must say which of two skills he uses.
    #[inline]
    pub(super) fn asks_for_skill(&self, exchange: &Exchange) -> bool {
        let defender = &self.fighters[usize::from(exchange.target)];
        let has_both = defender.counter_attack && defender.ambidextrous;
        has_both && !exchange.sustained && exchange.dice > 0 && exchange.skill.is_none()
    }

    /// What follows from the checks of an attack.
    ///
    /// # Rule
    /// C-24: announced dice are lost unless the attack fails by itself; C-28: a sustained die is
    /// kept, and counts; C-39, C-40: a parry may win attack dice; C-25: what lands, wounds.
    #[inline]
    pub fn settle_attack(
        &self,
        state: &mut State,
        result: AttackOutcome,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let Step::Attack(exchange) = state.step else { return };
        let Exchange { attacker, target, dice, sustained, .. } = exchange;
        observer.observe(CombatEvent::AttackResolved { attacker, target, result });
        if result == AttackOutcome::AutomaticFailure {
            self.after_automatic_failure(state, exchange, observer);
            return;
        }
        let defender = &mut state.fighters[usize::from(target)];
        if sustained {
            defender.sustain();
        } else {
            defender.defence -= dice;
        }
        match result {
            AttackOutcome::Landed => {
                state.landed[self.side(attacker)] += 1;
                state.step = Step::Attack(Exchange { stage: Stage::Wound(0), ..exchange });
            }
            AttackOutcome::Parried { by_margin } => {
                if let Some(skill) = exchange.skill {
                    self.win_dice(state, target, skill, by_margin, observer);
                }
                self.after_attack(state, observer);
            }
            AttackOutcome::AutomaticFailure => {}
        }
    }

    /// C-39, C-40: how many attack dice a parry wins.
    #[inline]
    pub(super) fn dice_won(&self, skill: WinningSkill, by_margin: bool) -> u8 {
        match skill {
            WinningSkill::CounterAttack if !by_margin => 0,
            WinningSkill::CounterAttack => self.rules.combat.counter_attack_dice,
            WinningSkill::Ambidextrous => self.rules.combat.ambidextrous_dice,
        }
    }

    fn win_dice(
        &self,
        state: &mut State,
        fighter: u8,
        skill: WinningSkill,
        by_margin: bool,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let dice = self.dice_won(skill, by_margin);
        if dice > 0 {
            state.fighters[usize::from(fighter)].attack += dice;
            observer.observe(CombatEvent::DieGained { fighter, skill, dice, given_up: false });
        }
    }

    /// C-24: nothing is lost; C-39, C-40: a defender with a skill may give up an announced die.
    fn after_automatic_failure(
        &self,
        state: &mut State,
        exchange: Exchange,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let has_skill = self.fighters[usize::from(exchange.target)].wins_dice();
        let may_give_up = self.rules.combat.exchange_on_automatic_failure
            && has_skill
            && exchange.dice > 0
            && !exchange.sustained;
        if may_give_up {
            state.step = Step::Attack(Exchange { stage: Stage::GiveUp, ..exchange });
        } else {
            self.after_attack(state, observer);
        }
    }

    /// C-39, C-40: an announced die is kept, or given up for attack dice.
    pub(super) fn give_up(
        &self,
        state: &mut State,
        exchange: Exchange,
        gives_up: bool,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        if gives_up {
            let fighter = exchange.target;
            let rules = &self.rules.combat;
            let (skill, dice) = if self.fighters[usize::from(fighter)].ambidextrous {
                (WinningSkill::Ambidextrous, rules.ambidextrous_dice)
            } else {
                (WinningSkill::CounterAttack, rules.counter_attack_dice)
            };
            let fight = &mut state.fighters[usize::from(fighter)];
            fight.defence -= 1;
            fight.attack += dice;
            observer.observe(CombatEvent::DieGained { fighter, skill, dice, given_up: true });
        }
        self.after_attack(state, observer);
    }

    /// What a wound does.
    ///
    /// # Rule
    /// C-25 with W-6 and W-7: the target's health changes; C-26: who is killed loses all its dice.
    #[inline]
    pub fn settle_wound(
        &self,
        state: &mut State,
        wound: Wound,
        observer: &mut impl Observer<CombatEvent>,
    ) {
        let Step::Attack(Exchange { target, .. }) = state.step else { return };
        let fight = &mut state.fighters[usize::from(target)];
        fight.health = fight.health.after(&self.rules.wounds, wound);
        observer.observe(CombatEvent::Wounded { fighter: target, health: fight.health });
        if !fight.stands() {
            fight.attack = 0;
            fight.defence = 0;
            observer.observe(CombatEvent::Eliminated { fighter: target });
        }
        self.after_attack(state, observer);
    }
}

/// C-39: the defender says which skill he uses. A reader that settles the attack at once says it
/// before the attack check; die by die it comes between the two checks.
pub(super) fn choose_skill(
    state: &mut State,
    exchange: Exchange,
    skill: WinningSkill,
    observer: &mut impl Observer<CombatEvent>,
) {
    let exchange = Exchange { skill: Some(skill), ..exchange };
    state.step = Step::Attack(exchange);
    if let Stage::Skill(attack) = exchange.stage {
        observer.observe(CombatEvent::SkillChosen { fighter: exchange.target, skill });
        begin_defence(state, exchange, attack);
    }
}
