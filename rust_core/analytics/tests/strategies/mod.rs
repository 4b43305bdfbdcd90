//! Combats, rules and habits of every kind.

#![allow(dead_code, reason = "each test file uses what it needs")]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its combat has failed")]

use fracas_engine::rules::{
    CheckRules, CombatRules, EqualFriends, OpposedTie, RerollKnowledge, RerollOfOne,
    RoutedFighters, Rules, RulesSetup, SeveralDice, TwoAutomaticFailures,
};
use fracas_engine::skirmish::combat::{
    Combat, CombatSetup, FighterSetup, Placement, PlacingHabit, Plain,
};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup, Skill};
use fracas_engine::skirmish::wounds::{Health, WoundLevel};
use proptest::prelude::*;
use std::sync::Arc;

pub(crate) fn skills() -> impl Strategy<Value = Vec<Skill>> {
    let names = ["Counter-attack", "Ambidextrous", "Magician", "Warrior-mage", "Faithful"];
    prop::sample::subsequence(names.to_vec(), 0..=3)
        .prop_map(|names| names.into_iter().filter_map(Skill::parse).collect())
}

prop_compose! {
    pub(crate) fn fighter()(
        numbers in [0_u8..9, 0..9, 2..14, 0..9, 2..14],
        value in 0_u16..4,
        skills in skills(),
        level in prop::sample::select(vec![
            WoundLevel::None, WoundLevel::None, WoundLevel::Light, WoundLevel::Critical,
        ]),
        stunned in 0_u8..=1,
        flags in [prop::bool::weighted(0.5), prop::bool::weighted(0.1), prop::bool::weighted(0.2)],
        placement in prop::sample::select(vec![
            Placement::Normal, Placement::Normal, Placement::Before, Placement::After,
            Placement::AfterInitiative,
        ]),
    ) -> FighterSetup {
        let [initiative, attack, strength, defence, resilience] = numbers;
        let setup = ProfileSetup {
            name: "fighter".to_owned(),
            initiative, attack, strength, defence, resilience, value, skills,
            ..ProfileSetup::default()
        };
        FighterSetup {
            profile: Arc::new(Profile::new(&setup).unwrap()),
            health: Health { level, stunned },
            charged: flags[0],
            bound_to_defence: flags[1],
            routed: flags[2],
            placement,
        }
    }
}

pub(crate) fn one_of<T: Copy + std::fmt::Debug + 'static>(
    values: &'static [T],
) -> impl Strategy<Value = T> {
    prop::sample::select(values)
}

prop_compose! {
    pub(crate) fn checks()(
        reroll_limit in one_of(&[None, None, Some(1), Some(2)]),
        reroll_of_one in one_of(&[RerollOfOne::WholeChain, RerollOfOne::LastDie]),
        two_automatic_failures in one_of(&[
            TwoAutomaticFailures::CompareFinals, TwoAutomaticFailures::CompareNaturals,
        ]),
        opposed_tie in one_of(&[
            OpposedTie::RollAgain, OpposedTie::Side0Wins, OpposedTie::Side1Wins,
        ]),
        several_dice in one_of(&[SeveralDice::Best, SeveralDice::BestPlusOnePerExtraDie]),
        reroll_knowledge in one_of(&[RerollKnowledge::Open, RerollKnowledge::Blind]),
    ) -> CheckRules {
        CheckRules {
            reroll_limit, reroll_of_one, two_automatic_failures, opposed_tie, several_dice,
            reroll_knowledge,
        }
    }
}

prop_compose! {
    pub(crate) fn combat_rules()(
        equal_friends in one_of(&[EqualFriends::PlayerChooses, EqualFriends::ListedOrder]),
        truths in any::<[bool; 4]>(),
        routed_fighters in one_of(&[RoutedFighters::LikeOthers, RoutedFighters::DefenceOnly]),
        counter_attack_margin in 0_u8..4,
        dice in [0_u8..3, 0..3],
    ) -> CombatRules {
        CombatRules {
            equal_friends,
            roll_sure_attacks: truths[0],
            sustained_accumulates: truths[1],
            sustained_from_first_roll: truths[2],
            exchange_on_automatic_failure: truths[3],
            routed_fighters,
            counter_attack_margin,
            counter_attack_dice: dice[0],
            ambidextrous_dice: dice[1],
            ..CombatRules::default()
        }
    }
}

pub(crate) fn rules() -> impl Strategy<Value = Arc<Rules>> {
    (checks(), combat_rules()).prop_map(|(checks, combat)| {
        Arc::new(Rules::new(&RulesSetup { checks, combat, ..RulesSetup::default() }).unwrap())
    })
}

prop_compose! {
    pub(crate) fn habit()(
        placing in one_of(&[
            PlacingHabit::Even, PlacingHabit::AllOutAttack, PlacingHabit::AllOutDefence,
        ]),
        truths in any::<[bool; 3]>(),
    ) -> Plain {
        Plain {
            placing,
            attack_sixes: truths[0],
            initiative_sixes: truths[1],
            sustained_defence: truths[2],
            ..Plain::default()
        }
    }
}

pub(crate) fn combat(most: usize) -> impl Strategy<Value = Combat> {
    let enemies = prop::collection::vec(fighter(), 1..=most);
    (fighter(), enemies, 0_usize..2, 0_usize..2, rules()).prop_map(
        |(lone, enemies, lone_side, chosen_by, rules)| {
            Combat::new(&CombatSetup { lone, enemies, lone_side, chosen_by }, rules).unwrap()
        },
    )
}
