//! Ranged weapons: the chapter on shooting is not part of the sources, so they are data.

use crate::document::{Field, Shape, Tree};
use crate::errors::Problems;

/// A ranged weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weapon {
    /// Force of a shot that hits.
    pub strength: u8,
    /// How far the short range goes, in centimetres.
    pub short: f64,
    /// How far the medium range goes, in centimetres.
    pub medium: f64,
    /// How far it shoots at all, in centimetres.
    pub long: f64,
    /// How often it shoots in a turn.
    pub shots: u8,
    /// M-20: whether its shots are assault shots, from which nobody dives for cover.
    pub assault: bool,
}

const RANGE: Shape = Shape::Number(0.1, 200.0);

const fn required(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: true, shape, meaning }
}

const fn optional(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

pub(super) const WEAPON: Shape = Shape::Table(&[
    required("strength", Shape::Integer(0, 20), "Force of a shot that hits."),
    required("short", RANGE, "How far the short range goes, in centimetres."),
    required("medium", RANGE, "How far the medium range goes; no less than the short one."),
    required("long", RANGE, "How far it shoots at all; no less than the medium range."),
    optional("shots", Shape::Integer(1, 10), "A-15: how often it shoots in a turn; else once."),
    optional("assault", Shape::Boolean, "M-20: whether nobody can dive for cover from it."),
]);

impl Weapon {
    /// The weapon of a document; `None` when something is missing or does not fit.
    pub(super) fn from_tree(tree: &Tree) -> Option<Self> {
        let whole = |key: &str| tree.get(key)?.integer()?.try_into().ok();
        let range = |key: &str| tree.get(key)?.number();
        Some(Self {
            strength: whole("strength")?,
            short: range("short")?,
            medium: range("medium")?,
            long: range("long")?,
            shots: whole("shots").unwrap_or(1),
            assault: tree.get("assault").and_then(Tree::boolean).unwrap_or(false),
        })
    }

    /// The weapon as a document, complete.
    pub fn to_tree(self) -> Tree {
        Tree::table([
            ("strength", i64::from(self.strength).into()),
            ("short", Tree::from_number(self.short)),
            ("medium", Tree::from_number(self.medium)),
            ("long", Tree::from_number(self.long)),
            ("shots", i64::from(self.shots).into()),
            ("assault", self.assault.into()),
        ])
    }

    /// Adds what a shape cannot tell of a weapon that stands at `place`: ranges that shrink.
    pub(super) fn check_ranges(&self, place: &str, problems: &mut Problems) {
        let ranges = [("short", self.short), ("medium", self.medium), ("long", self.long)];
        for pair in ranges.windows(2) {
            let [(nearer, least), (farther, range)] = [pair[0], pair[1]];
            if range < least {
                let allowed = format!("no less than {nearer}, {least}");
                problems.add(format!("{place}.{farther}"), range.to_string(), allowed);
            }
        }
    }
}
