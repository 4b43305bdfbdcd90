//! What the greedy player does with mystic actions.

use fracas_engine::machine::Choices;
use fracas_engine::rules::CombinedActions;
use fracas_engine::skirmish::battle::{Battle, BattleState, Origin};
use fracas_engine::skirmish::effects::{DeedName, MeantFor, MysticAction};
use fracas_engine::skirmish::table::Mark;
use fracas_engine::skirmish::wounds::WoundLevel;

/// The choice of a fighter's first mystic action; the others follow.
const FIRST_MYSTIC: u8 = 8;

/// The first of the open mystic actions that is worth its cost, as a choice.
pub(super) fn worthwhile(
    battle: &Battle,
    state: &BattleState,
    fighter: u8,
    choices: Choices,
) -> Option<u8> {
    let open = choices.into_iter();
    let mut open = open.filter_map(|choice| choice.checked_sub(FIRST_MYSTIC));
    let number = open.find(|&number| {
        let targets = battle.cast_targets(state, fighter, number);
        best_target(battle, state, (fighter, number), targets).is_some()
    });
    number.map(|number| FIRST_MYSTIC + number)
}

/// Whether a fighter had better cast something than take an exclusive action: one that may do both
/// does both.
pub(super) fn has_a_use(battle: &Battle, state: &BattleState, fighter: u8) -> bool {
    battle.rules().turn.combined_actions == CombinedActions::None
        && worthwhile(battle, state, fighter, battle.mystic_choices(state, fighter)).is_some()
}

/// Whom it is cast upon.
pub(super) fn choose_target(
    battle: &Battle,
    state: &BattleState,
    cast: (u8, u8),
    choices: Choices,
) -> u8 {
    best_target(battle, state, cast, choices).unwrap_or(choices.first())
}

/// The most valuable of those within range whom a mystic action does good, or harm to an enemy; the
/// lowest number of equals.
fn best_target(
    battle: &Battle,
    state: &BattleState,
    (fighter, number): (u8, u8),
    targets: Choices,
) -> Option<u8> {
    let action = &battle.mystic_actions(fighter)[usize::from(number)];
    let is_lasting = action.effect.lasts()
        && battle
            .in_force(state)
            .iter()
            .any(|bond| bond.caster == fighter && bond.origin == Origin::Cast(number));
    let is_good = |target: &u8| {
        let distance = battle.cast_distance(state, fighter, *target);
        (distance <= action.range || action.target == MeantFor::Itself)
            && suits(state, action, *target)
    };
    if is_lasting {
        return None;
    }
    let good = targets.into_iter().filter(is_good);
    good.min_by_key(|&target| std::cmp::Reverse(battle.value(target)))
}

/// Whether the deed of an action is something for a target as it is.
fn suits(state: &BattleState, action: &MysticAction, target: u8) -> bool {
    let now = state.table().fighter(usize::from(target));
    let is_harm = action.target == MeantFor::Enemy;
    match action.effect.deed {
        DeedName::Wound | DeedName::Worsen => is_harm,
        DeedName::Heal => !is_harm && now.health.level != WoundLevel::None,
        DeedName::Rally => !is_harm && now.has(Mark::Routed),
        DeedName::Alter => is_harm == (action.effect.amount < 0),
        DeedName::Recover | DeedName::Return => false,
    }
}
