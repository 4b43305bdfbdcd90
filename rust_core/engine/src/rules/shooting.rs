//! The section on shooting of a rules document.

use super::ShootingRules;
use super::document::{number, optional};
use crate::document::{Shape, Tree};

const DIFFICULTY: Shape = Shape::Integer(0, 30);

pub(super) const SHOOTING: Shape = Shape::Table(&[
    optional("short", DIFFICULTY, "A-15: the difficulty of a shot at short range."),
    optional("medium", DIFFICULTY, "A-15: the difficulty of a shot at medium range."),
    optional("long", DIFFICULTY, "A-15: the difficulty of a shot at long range."),
    optional(
        "immobile",
        Shape::Integer(0, 10),
        "A-15: what a shooter adds to its check that does not move in the same activation.",
    ),
]);

pub(super) fn shooting_rules(tree: Option<&Tree>, default: ShootingRules) -> ShootingRules {
    ShootingRules {
        short: number(tree, "short", default.short),
        medium: number(tree, "medium", default.medium),
        long: number(tree, "long", default.long),
        immobile: number(tree, "immobile", default.immobile),
    }
}

pub(super) fn shooting_tree(shooting: &ShootingRules) -> Tree {
    let whole = |number: u8| Tree::from(i64::from(number));
    Tree::table([
        ("short", whole(shooting.short)),
        ("medium", whole(shooting.medium)),
        ("long", whole(shooting.long)),
        ("immobile", whole(shooting.immobile)),
    ])
}
