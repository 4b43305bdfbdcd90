//! The section on the turn of a rules document.

use super::document::{named, number, optional};
use super::{CombinedActions, RoutedTesters, TurnRules};
use crate::document::{Shape, Tree};
use crate::names::Named;

pub(super) const TURN: Shape = Shape::Table(&[
    optional(
        "tactics_routed_testers",
        Shape::Word(RoutedTesters::NAMES),
        "T-8: whether routed fighters may make the Tactics roll.",
    ),
    optional("rally_difficulty", Shape::Integer(0, 30), "T-12: the difficulty of rallying."),
    optional(
        "faith_distance",
        Shape::Integer(0, 200),
        "T-13: how near friends must be to give a faithful temporary faith, in centimetres.",
    ),
    optional(
        "reinforcement",
        Shape::Integer(1, 7),
        "T-15: what a die must show for a fighter with the skill Reinforcement to come back.",
    ),
    optional(
        "free_measuring",
        Shape::Boolean,
        "A-17: whether distances may be measured before an action is declared: choices then leave \
         out what is too far.",
    ),
    optional(
        "starting_mana",
        Shape::Integer(0, 20),
        "T-13, A-16: the mana that a magician has before the first turn.",
    ),
    optional(
        "combined_actions",
        Shape::Word(CombinedActions::NAMES),
        "A-14: what a fighter may add to a charge, an engagement or a run: nothing, mystic actions, \
         or shots too.",
    ),
    optional(
        "mystic_in_combat",
        Shape::Boolean,
        "C-37: whether mystic actions may be used when a combat begins.",
    ),
]);

pub(super) fn turn_rules(tree: Option<&Tree>, default: TurnRules) -> TurnRules {
    TurnRules {
        tactics_routed_testers: named(
            tree,
            "tactics_routed_testers",
            default.tactics_routed_testers,
        ),
        rally_difficulty: number(tree, "rally_difficulty", default.rally_difficulty),
        faith_distance: number(tree, "faith_distance", default.faith_distance),
        reinforcement: number(tree, "reinforcement", default.reinforcement),
        free_measuring: tree
            .and_then(|tree| tree.get("free_measuring")?.boolean())
            .unwrap_or(default.free_measuring),
        starting_mana: number(tree, "starting_mana", default.starting_mana),
        combined_actions: named(tree, "combined_actions", default.combined_actions),
        mystic_in_combat: tree
            .and_then(|tree| tree.get("mystic_in_combat")?.boolean())
            .unwrap_or(default.mystic_in_combat),
    }
}

pub(super) fn turn_tree(turn: &TurnRules) -> Tree {
    let whole = |number: u8| Tree::from(i64::from(number));
    Tree::table([
        ("tactics_routed_testers", turn.tactics_routed_testers.name().into()),
        ("rally_difficulty", whole(turn.rally_difficulty)),
        ("faith_distance", whole(turn.faith_distance)),
        ("reinforcement", whole(turn.reinforcement)),
        ("free_measuring", turn.free_measuring.into()),
        ("starting_mana", whole(turn.starting_mana)),
        ("combined_actions", turn.combined_actions.name().into()),
        ("mystic_in_combat", turn.mystic_in_combat.into()),
    ])
}
