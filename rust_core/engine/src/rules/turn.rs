//! The section on the turn of a rules document.

use super::document::{named, number, optional};
use super::{RoutedTesters, TurnRules};
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
    }
}

pub(super) fn turn_tree(turn: &TurnRules) -> Tree {
    let whole = |number: u8| Tree::from(i64::from(number));
    Tree::table([
        ("tactics_routed_testers", turn.tactics_routed_testers.name().into()),
        ("rally_difficulty", whole(turn.rally_difficulty)),
        ("faith_distance", whole(turn.faith_distance)),
        ("reinforcement", whole(turn.reinforcement)),
    ])
}
