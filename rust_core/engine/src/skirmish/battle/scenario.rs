//! Scenarios as documents: a table, where each side deploys, how long it lasts and who wins.

use super::MAX_TURNS;
use super::army::MAX_FIGHTERS;
use super::document::{NAME, optional, required};
use crate::document::{Shape, Tree};
use crate::errors::{Problems, one_of};
use crate::names::{Named, named};
use crate::rules::Rules;
use crate::skirmish::checks::Side;
use crate::skirmish::table::{TABLE_SHAPE, Table, TableSetup};
use fracas_geometry::Point;
use std::sync::Arc;

/// What the document of a scenario says in its `format`.
pub const SCENARIO_FORMAT: &str = "fracas-scenario 1";

named! {
    /// Who wins a battle.
    pub enum Victory {
        /// Who has lost fewer points.
        Points = "points",
        /// Who alone has a fighter left on the table.
        LastStanding = "last_standing",
    }
}

impl Victory {
    /// The side that has won, from the points that each has lost and whether it has a fighter left;
    /// `None` for a draw.
    pub fn winner(self, lost: [u32; 2], standing: [bool; 2]) -> Option<Side> {
        match self {
            Self::Points if lost[0] != lost[1] => Some(usize::from(lost[1] < lost[0])),
            Self::LastStanding if standing[0] != standing[1] => Some(usize::from(standing[1])),
            _ => None,
        }
    }
}

/// Where a side deploys.
#[derive(Clone, Debug, PartialEq)]
pub struct Deployment {
    /// Two corners of a rectangle: the lower left one and the upper right one.
    pub zone: Option<(Point, Point)>,
    /// Which way the fighters face, in degrees.
    pub facing: f64,
    /// Where the first fighters stand; the others stand in rows in the zone.
    pub positions: Vec<Point>,
}

/// A scenario that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it is called.
    pub name: String,
    /// How many turns it lasts (T-2).
    pub turns: u8,
    /// The name of the table, if the document names one.
    pub table_name: Option<String>,
    /// The table, with nobody on it.
    pub table: TableSetup,
    /// Where side 0 deploys, and side 1.
    pub deployment: [Deployment; 2],
    /// Who wins.
    pub victory: Victory,
}

const POINT: Shape = Shape::List(&Shape::Number(-10_000.0, 10_000.0), 2, 2);

/// The shape of the document of a scenario.
pub const SCENARIO_SHAPE: Shape = Shape::Table(&[
    optional("format", Shape::Word(&[SCENARIO_FORMAT]), "The format of the document."),
    required("name", NAME, "What the scenario is called."),
    required("turns", Shape::Integer(1, MAX_TURNS as i64), "T-2: how many turns it lasts."),
    required(
        "table",
        Shape::Either(&[NAME, TABLE_SHAPE]),
        "The table without fighters, or the name of one that comes with fracas.",
    ),
    required(
        "deployment",
        Shape::List(&DEPLOYMENT, 2, 2),
        "T-17: where side 0 deploys, and side 1.",
    ),
    optional("victory", Shape::Word(Victory::NAMES), "Who wins; points if left out."),
]);

const DEPLOYMENT: Shape = Shape::Table(&[
    optional("zone", ZONE, "The rectangle in which the fighters stand in rows."),
    required(
        "facing",
        Shape::Number(-360.0, 360.0),
        "Which way they face: degrees counter-clockwise from the x-axis.",
    ),
    optional(
        "positions",
        Shape::List(&POINT, 0, MAX_FIGHTERS),
        "Where the first fighters stand, in the order of their army: the centres of their bases.",
    ),
]);

const ZONE: Shape = Shape::Table(&[
    required("from", POINT, "The lower left corner."),
    required("to", POINT, "The upper right corner."),
]);

/// The document of the table of a name, if there is one.
pub type Tables = [(String, Tree)];

impl Scenario {
    /// The JSON Schema of such a document.
    pub fn schema() -> Tree {
        SCENARIO_SHAPE.published("Scenarios of fracas", None)
    }

    /// The scenario of a document, or everything that is wrong with it. A table that is named is one
    /// of these; who stands on it is left out.
    pub fn from_tree(tree: &Tree, tables: &Tables) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        SCENARIO_SHAPE.check(tree, "", &mut problems);
        let text = |key: &str| tree.get(key).and_then(Tree::text);
        let found = read_table(tree.get("table").unwrap_or(&Tree::Null), tables, &mut problems);
        let table = found.unwrap_or_default();
        let sides = tree.get("deployment").map_or(&[][..], Tree::items);
        let deployment = [0, 1].map(|side| {
            let item = sides.get(side).unwrap_or(&Tree::Null);
            read_deployment(item, &format!("deployment[{side}]"), &table, &mut problems)
        });
        let scenario = Self {
            name: text("name").unwrap_or_default().to_owned(),
            turns: tree.get("turns").and_then(Tree::integer).map_or(1, |turns| turns as u8),
            table_name: text("table").map(str::to_owned),
            table,
            deployment,
            victory: text("victory").and_then(Victory::from_name).unwrap_or(Victory::Points),
        };
        problems.or(scenario)
    }

    /// The scenario as a document.
    pub fn to_tree(&self) -> Tree {
        let table = self.table_name.as_deref().map_or_else(|| self.table.to_tree(), Tree::from);
        Tree::table([
            ("format", SCENARIO_FORMAT.into()),
            ("name", self.name.as_str().into()),
            ("turns", i64::from(self.turns).into()),
            ("victory", self.victory.name().into()),
            ("table", table),
            ("deployment", Tree::List(self.deployment.iter().map(Deployment::to_tree).collect())),
        ])
    }
}

impl Deployment {
    fn to_tree(&self) -> Tree {
        let mut entries = vec![("facing".to_owned(), Tree::from_number(self.facing))];
        if let Some((from, to)) = self.zone {
            let zone = Tree::table([("from", point_tree(from)), ("to", point_tree(to))]);
            entries.push(("zone".to_owned(), zone));
        }
        if !self.positions.is_empty() {
            let positions = self.positions.iter().copied().map(point_tree).collect();
            entries.push(("positions".to_owned(), Tree::List(positions)));
        }
        Tree::Table(entries)
    }
}

fn point_tree(point: Point) -> Tree {
    Tree::List(vec![Tree::from_number(point.x), Tree::from_number(point.y)])
}

fn point(tree: &Tree) -> Point {
    let number = |index: usize| tree.items().get(index).and_then(Tree::number).unwrap_or(0.0);
    Point::new(number(0), number(1))
}

/// The table of a scenario, with nobody on it.
fn read_table(tree: &Tree, tables: &Tables, problems: &mut Problems) -> Option<TableSetup> {
    let document = if let Some(name) = tree.text() {
        let found = tables.iter().find(|(known, _)| known == name);
        if found.is_none() && NAME.admits(tree) {
            let names = tables.iter().map(|(name, _)| name.as_str());
            let allowed = format!("{}, or a whole table", one_of(name, names));
            problems.add("table", tree.to_string(), allowed);
        }
        without_fighters(&found?.1)
    } else {
        let placed = tree.get("fighters").map_or(0, |fighters| fighters.items().len());
        if placed > 0 {
            let value = format!("a list of {placed}");
            problems.add("table.fighters", value, "nobody: the armies are deployed on it");
        }
        // What the shape says of it has been reported.
        if !TABLE_SHAPE.admits(tree) {
            return None;
        }
        without_fighters(tree)
    };
    match Table::from_tree(&document, Arc::new(Rules::default()), &|_| None) {
        Ok(table) => Some(table.to_setup()),
        Err(found) => {
            for problem in found.0 {
                problems.add(format!("table.{}", problem.field), problem.value, problem.allowed);
            }
            None
        }
    }
}

fn without_fighters(tree: &Tree) -> Tree {
    let kept = tree.entries().iter().filter(|(key, _)| key != "fighters" && key != "profiles");
    Tree::Table(kept.cloned().collect())
}

/// Where a side deploys: a zone on the table, or places for its fighters.
fn read_deployment(
    tree: &Tree,
    path: &str,
    table: &TableSetup,
    problems: &mut Problems,
) -> Deployment {
    let corners = tree.get("zone").filter(|zone| ZONE.admits(zone));
    let zone = corners.map(|zone| {
        let corner = |key: &str| zone.get(key).map(point).unwrap_or_default();
        (corner("from"), corner("to"))
    });
    let positions = tree.get("positions").map_or(&[][..], Tree::items);
    if matches!(tree, Tree::Table(_)) && tree.get("zone").is_none() && positions.is_empty() {
        problems.add(format!("{path}.zone"), "missing", "a zone, or positions, or both");
    }
    if let Some((from, to)) = zone {
        let shown = format!("from ({}, {}) to ({}, {})", from.x, from.y, to.x, to.y);
        if from.x >= to.x || from.y >= to.y {
            let allowed = "the lower left corner, then the upper right one";
            problems.add(format!("{path}.zone"), shown, allowed);
        } else if from.x < 0.0 || from.y < 0.0 || to.x > table.width || to.y > table.depth {
            let allowed = format!("on the table: 0 to {}, 0 to {}", table.width, table.depth);
            problems.add(format!("{path}.zone"), format!("{shown}, off the table"), allowed);
        }
    }
    Deployment {
        zone,
        facing: tree.get("facing").and_then(Tree::number).unwrap_or(0.0),
        positions: positions.iter().map(point).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Format, parse};

    #[test]
    // rule: T-2
    fn fewer_points_lost_win_or_the_last_ones_standing() {
        assert_eq!(Victory::Points.winner([10, 20], [true, true]), Some(0));
        assert_eq!(Victory::Points.winner([20, 10], [true, false]), Some(1));
        assert_eq!(Victory::Points.winner([10, 10], [true, false]), None);
        assert_eq!(Victory::LastStanding.winner([0, 90], [true, true]), None);
        assert_eq!(Victory::LastStanding.winner([50, 40], [true, false]), Some(0));
        assert_eq!(Victory::LastStanding.winner([50, 40], [false, false]), None);
    }

    #[test]
    fn every_problem_of_a_scenario_is_told_at_once() {
        let text = r#"
            turns = 0
            victory = "glory"
            table = { width = 60, depth = 60, fighters = [
                { profile = "X", side = 0, position = [5, 5], facing = 0 }] }
            [[deployment]]
            zone = { from = [0, 0], to = [70, 10] }
            facing = 90
            [[deployment]]
            facing = 900
        "#;
        let tree = parse(text.as_bytes(), Format::Toml).unwrap();
        let problems = Scenario::from_tree(&tree, &[]).unwrap_err();
        let fields: Vec<_> = problems.0.iter().map(|problem| problem.field.as_str()).collect();
        for field in [
            "name",
            "turns",
            "victory",
            "table.fighters",
            "deployment[0].zone",
            "deployment[1].facing",
            "deployment[1].zone",
        ] {
            assert!(fields.contains(&field), "{field}: {problems}");
        }
    }
}
