//! The section on movement of a rules document.

use super::document::{named, number, optional};
use super::{ExactGap, FullBases, HiddenBy, MovementRules, SeveralTargets, SightArc};
use crate::document::{Shape, Tree};
use crate::names::Named;

pub(super) const MOVEMENT: Shape = Shape::Table(&[
    optional(
        "gap_of_exactly_the_width",
        Shape::Word(ExactGap::NAMES),
        "M-4: whether a gap of exactly the width of the base lets it pass.",
    ),
    optional(
        "engage_a_seen_target",
        Shape::Boolean,
        "M-11: whether a free fighter may engage a target that it sees.",
    ),
    optional(
        "full_bases",
        Shape::Word(FullBases::NAMES),
        "M-12: whether a base touched by its maximum of adversaries takes another.",
    ),
    optional(
        "several_targets",
        Shape::Word(SeveralTargets::NAMES),
        "M-18: which chargers of a target must outweigh those they charge.",
    ),
    optional("sight_arc", Shape::Word(SightArc::NAMES), "M-10: where a fighter looks."),
    optional(
        "hidden_by",
        Shape::Word(HiddenBy::NAMES),
        "M-10: which bases and scenery hide a target.",
    ),
    optional(
        "disengage_difficulty",
        Shape::Integer(0, 20),
        "M-22: the difficulty of disengaging before adversaries are counted.",
    ),
    optional(
        "disengage_per_adversary",
        Shape::Integer(0, 10),
        "M-22: what each adversary in contact adds to it.",
    ),
    optional(
        "cover",
        Shape::Integer(0, 10),
        "M-19, M-20: the number of the skill Target that cover gives.",
    ),
]);

pub(super) fn movement_rules(tree: Option<&Tree>, default: MovementRules) -> MovementRules {
    MovementRules {
        gap_of_exactly_the_width: named(
            tree,
            "gap_of_exactly_the_width",
            default.gap_of_exactly_the_width,
        ),
        engage_a_seen_target: tree
            .and_then(|tree| tree.get("engage_a_seen_target")?.boolean())
            .unwrap_or(default.engage_a_seen_target),
        full_bases: named(tree, "full_bases", default.full_bases),
        several_targets: named(tree, "several_targets", default.several_targets),
        sight_arc: named(tree, "sight_arc", default.sight_arc),
        hidden_by: named(tree, "hidden_by", default.hidden_by),
        disengage_difficulty: number(tree, "disengage_difficulty", default.disengage_difficulty),
        disengage_per_adversary: number(
            tree,
            "disengage_per_adversary",
            default.disengage_per_adversary,
        ),
        cover: number(tree, "cover", default.cover),
    }
}

pub(super) fn movement_tree(movement: &MovementRules) -> Tree {
    let whole = |number: u8| Tree::from(i64::from(number));
    Tree::table([
        ("gap_of_exactly_the_width", movement.gap_of_exactly_the_width.name().into()),
        ("engage_a_seen_target", movement.engage_a_seen_target.into()),
        ("full_bases", movement.full_bases.name().into()),
        ("several_targets", movement.several_targets.name().into()),
        ("sight_arc", movement.sight_arc.name().into()),
        ("hidden_by", movement.hidden_by.name().into()),
        ("disengage_difficulty", whole(movement.disengage_difficulty)),
        ("disengage_per_adversary", whole(movement.disengage_per_adversary)),
        ("cover", whole(movement.cover)),
    ])
}
