//! Tables as documents: the shape of them, and the way there and back.

use super::{Form, Mark, Marks, Passage, Placed, Scenery, TOLERANCE};
use crate::document::{Field, Shape, Tree};
use crate::names::Named;
use crate::skirmish::profiles::{PROFILE_SHAPE, Size};
use crate::skirmish::wounds::{Health, WoundLevel};
use fracas_geometry::Point;

/// What a table says in its `format`; the number alone will do.
pub const TABLE_FORMAT: &str = "fracas-table 1";

/// The most fighters, and the most pieces of scenery, of one table.
const MOST: usize = 20_000;

const fn optional(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

const fn required(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: true, shape, meaning }
}

/// An edge of a table, in centimetres.
const EDGE: Shape = Shape::Number(1.0, 10_000.0);
/// A point, in centimetres from the lower left corner.
const POINT: Shape = Shape::List(&Shape::Number(-10_000.0, 10_000.0), 2, 2);

/// The shape of a table.
pub const TABLE_SHAPE: Shape = Shape::Table(&[
    optional(
        "format",
        Shape::Either(&[Shape::Word(&[TABLE_FORMAT]), Shape::Integer(1, 1)]),
        "The format of the document.",
    ),
    optional("name", Shape::Text(100), "What the table is called."),
    required("width", EDGE, "From left to right, in centimetres: x goes from 0 to it."),
    required("depth", EDGE, "From the lower to the upper edge: y goes from 0 to it."),
    optional(
        "tolerance",
        Shape::Number(TOLERANCE, 0.1),
        "How far apart, or how deep in each other, two bases may be and touch.",
    ),
    optional("scenery", Shape::List(&SCENERY, 0, MOST), "What stands on it."),
    optional(
        "profiles",
        Shape::List(&PROFILE_SHAPE, 0, MOST),
        "Profiles that its fighters name, besides the library's.",
    ),
    optional("fighters", Shape::List(&FIGHTER, 0, MOST), "Who stands on it, by number from 0."),
]);

pub(super) const SCENERY: Shape = Shape::Table(&[
    optional("name", Shape::Text(100), "What it is called."),
    optional(
        "polygon",
        Shape::List(&POINT, 3, 1_000),
        "The corners of a convex polygon, in either direction of rotation.",
    ),
    optional("disc", DISC, "A disc instead of a polygon."),
    required("passage", Shape::Word(Passage::NAMES), "Whether fighters can climb over it (M-6)."),
    required(
        "size",
        Shape::Word(Size::NAMES),
        "How big it is on the fighters' scale: for climbing (M-6) and hiding (M-10).",
    ),
    optional("height", Shape::Number(0.0, 1_000.0), "How high it is: needed to climb over (M-6)."),
    optional("hides", Shape::Boolean, "Whether it hides what is behind it (M-10)."),
]);

const DISC: Shape = Shape::Table(&[
    required("centre", POINT, "Its centre."),
    required("radius", Shape::Number(0.01, 10_000.0), "Its radius in centimetres."),
]);

const HEALTH: Shape = Shape::Table(&[
    optional("level", Shape::Word(WoundLevel::NAMES), "How badly it is wounded (W-7)."),
    optional("stunned", Shape::Integer(0, 4), "How many markers of stunned it carries (W-6)."),
]);

pub(super) const FIGHTER: Shape = Shape::Table(&[
    required(
        "profile",
        Shape::Either(&[Shape::Text(100), PROFILE_SHAPE]),
        "The name of a profile, or a whole one.",
    ),
    required("side", Shape::Integer(0, 1), "Whose it is."),
    required("position", POINT, "The centre of its base."),
    required(
        "facing",
        Shape::Number(-360.0, 360.0),
        "Which way it faces: degrees counter-clockwise from the x-axis.",
    ),
    optional("health", HEALTH, "Its wounds and markers."),
    optional("routed", Shape::Boolean, "It is routed."),
    optional("activated", Shape::Boolean, "Its activation of this turn is over."),
    optional("activated_now", Shape::Boolean, "It is activated in this speaking turn (M-5)."),
    optional("assaulted", Shape::Boolean, "It was charged or engaged in this phase (M-8, M-21)."),
    optional("charged", Shape::Boolean, "It has the charge penalty (M-17)."),
    optional("bound_to_defence", Shape::Boolean, "It failed to disengage (M-24)."),
    optional("walked", Shape::Boolean, "It has walked in this speaking turn (M-8)."),
    optional("disengaged", Shape::Boolean, "It has disengaged in this activation (M-25)."),
    optional("tried_disengaging", Shape::Boolean, "It has tried to disengage (M-21)."),
    optional("under_cover", Shape::Boolean, "It is under cover (M-19)."),
    optional("must_take_cover", Shape::Boolean, "It dived for cover (M-20)."),
]);

/// The point of a document that fits [`POINT`].
pub(super) fn point(tree: &Tree) -> Point {
    let number = |index: usize| tree.items().get(index).and_then(Tree::number).unwrap_or(0.0);
    Point::new(number(0), number(1))
}

fn point_tree(point: Point) -> Tree {
    Tree::List(vec![Tree::from_number(point.x), Tree::from_number(point.y)])
}

/// A piece of scenery of a document that fits [`SCENERY`]; `None` without an outline, or with two.
pub(super) fn scenery(tree: &Tree) -> Option<Scenery> {
    let named = |key: &str| tree.get(key).and_then(Tree::text);
    let form = match (tree.get("polygon"), tree.get("disc")) {
        (Some(corners), None) => Form::Polygon(corners.items().iter().map(point).collect()),
        (None, Some(disc)) => Form::Disc {
            centre: disc.get("centre").map(point)?,
            radius: disc.get("radius").and_then(Tree::number)?,
        },
        _ => return None,
    };
    Some(Scenery {
        name: named("name").map(ToOwned::to_owned),
        form,
        passage: named("passage").and_then(Passage::from_name)?,
        size: named("size").and_then(Size::from_name)?,
        height: tree.get("height").and_then(Tree::number).unwrap_or(0.0),
        hides: tree.get("hides").and_then(Tree::boolean).unwrap_or(true),
    })
}

pub(super) fn scenery_tree(scenery: &Scenery) -> Tree {
    let mut entries: Vec<(String, Tree)> = Vec::new();
    let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
    if let Some(name) = &scenery.name {
        put("name", name.as_str().into());
    }
    match &scenery.form {
        Form::Polygon(corners) => {
            put("polygon", Tree::List(corners.iter().copied().map(point_tree).collect()));
        }
        Form::Disc { centre, radius } => put(
            "disc",
            Tree::table([("centre", point_tree(*centre)), ("radius", Tree::from_number(*radius))]),
        ),
    }
    put("passage", scenery.passage.name().into());
    put("size", scenery.size.name().into());
    put("height", Tree::from_number(scenery.height));
    put("hides", scenery.hides.into());
    Tree::Table(entries)
}

/// The health of a fighter's document.
pub(super) fn health(tree: &Tree) -> Health {
    let part = |key: &str| tree.get("health").and_then(|health| health.get(key));
    Health {
        level: part("level")
            .and_then(|level| WoundLevel::from_name(level.text()?))
            .unwrap_or(WoundLevel::None),
        stunned: part("stunned")
            .and_then(|markers| u8::try_from(markers.integer()?).ok())
            .unwrap_or(0),
    }
}

/// The marks of a fighter's document.
pub(super) fn marks(tree: &Tree) -> Marks {
    let is_there = |mark: &Mark| tree.get(mark.name()).and_then(Tree::boolean) == Some(true);
    Mark::ALL.iter().copied().filter(is_there).fold(Marks::NONE, Marks::with)
}

/// A fighter as a document; what is as usual is left out.
pub(super) fn fighter_tree(fighter: &Placed, profile: Tree) -> Tree {
    let mut entries: Vec<(String, Tree)> = Vec::new();
    let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
    put("profile", profile);
    put("side", i64::from(fighter.side).into());
    put("position", point_tree(fighter.position));
    put("facing", Tree::from_number(fighter.facing));
    if fighter.health != Health::UNHURT {
        put(
            "health",
            Tree::table([
                ("level", fighter.health.level.name().into()),
                ("stunned", i64::from(fighter.health.stunned).into()),
            ]),
        );
    }
    for mark in fighter.marks.iter() {
        put(mark.name(), true.into());
    }
    Tree::Table(entries)
}
