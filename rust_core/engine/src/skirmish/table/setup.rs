//! A table as people write it: public fields, may be wrong.

use super::document::{fighter_tree, scenery_tree};
use super::{Marks, Scenery, TABLE_FORMAT, TOLERANCE};
use crate::document::Tree;
use crate::skirmish::profiles::Profile;
use crate::skirmish::wounds::Health;
use fracas_geometry::Point;
use std::sync::Arc;

/// A fighter and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// What it is.
    pub profile: Arc<Profile>,
    /// Whose it is: 0 or 1.
    pub side: u8,
    /// The centre of its base.
    pub position: Point,
    /// Which way it faces, in degrees.
    pub facing: f64,
    /// Its wounds and markers.
    pub health: Health,
    /// What else is to be said of it.
    pub marks: Marks,
}

impl Placed {
    /// A fresh fighter.
    pub const fn new(profile: Arc<Profile>, side: u8, position: Point, facing: f64) -> Self {
        Self { profile, side, position, facing, health: Health::UNHURT, marks: Marks::NONE }
    }
}

/// A table and all that stands on it.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSetup {
    /// What it is called.
    pub name: Option<String>,
    /// From left to right, in centimetres.
    pub width: f64,
    /// From the lower to the upper edge.
    pub depth: f64,
    /// How far apart two bases may be and touch.
    pub tolerance: f64,
    /// The scenery.
    pub scenery: Vec<Scenery>,
    /// The fighters, by number.
    pub fighters: Vec<Placed>,
}

impl Default for TableSetup {
    /// An empty table.
    fn default() -> Self {
        Self {
            name: None,
            width: 120.0,
            depth: 90.0,
            tolerance: TOLERANCE,
            scenery: Vec::new(),
            fighters: Vec::new(),
        }
    }
}

impl TableSetup {
    /// The setup as a document. Profiles stand once each; two of one name stand where they are used.
    pub fn to_tree(&self) -> Tree {
        let mut profiles: Vec<&Arc<Profile>> = Vec::new();
        for fighter in &self.fighters {
            if !profiles.iter().any(|known| known.name == fighter.profile.name) {
                profiles.push(&fighter.profile);
            }
        }
        let profile = |fighter: &Placed| {
            let known = profiles.iter().any(|known| **known == fighter.profile);
            if known { fighter.profile.name.as_str().into() } else { fighter.profile.to_tree() }
        };
        let fighters =
            self.fighters.iter().map(|fighter| fighter_tree(fighter, profile(fighter))).collect();
        let mut entries = vec![("format".to_owned(), TABLE_FORMAT.into())];
        entries.extend(self.name.as_deref().map(|name| ("name".to_owned(), name.into())));
        let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
        put("width", Tree::from_number(self.width));
        put("depth", Tree::from_number(self.depth));
        put("tolerance", Tree::from_number(self.tolerance));
        put("scenery", Tree::List(self.scenery.iter().map(scenery_tree).collect()));
        put("profiles", Tree::List(profiles.iter().map(|profile| profile.to_tree()).collect()));
        put("fighters", Tree::List(fighters));
        Tree::Table(entries)
    }
}
