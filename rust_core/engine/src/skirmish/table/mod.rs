//! Tables: ground with scenery, and the fighters that stand on it.
//!
//! What does not change while fighters move (the ground, the scenery, the rules, who takes part) is
//! shared by all states of a game; a [`Table`] itself is that and a small [`Fighter`] for everybody.
//! Centimetres everywhere; facings are degrees counter-clockwise from the x-axis in documents and
//! unit vectors inside.

mod contact;
mod document;
mod fighter;
mod places;
mod scenery;
mod setup;
mod validation;

pub use document::{TABLE_FORMAT, TABLE_SHAPE};
pub use fighter::{Fighter, Mark, Marks, Recruit, Standing, degrees, unit};
pub use scenery::{Form, Passage, Scenery};
pub use setup::{Placed, TableSetup};
pub(in crate::skirmish) use validation::footprint;

use crate::document::{Format, Tree, parse};
use crate::errors::Problems;
use crate::rules::Rules;
use crate::skirmish::profiles::Profile;
use contact::{Contacts, Strip, bits, touch};
use fracas_geometry::{Body, Point, Relation};
use std::sync::Arc;

/// How far apart two bases may be, or how deep one may stand in the other, and touch, in
/// centimetres, unless the table says otherwise. Places in contact are worked out to within half of
/// it, so a table cannot ask for less.
pub const TOLERANCE: f64 = fracas_geometry::TOUCH;

/// What of a table does not change while fighters move.
#[derive(Debug, PartialEq)]
pub struct Ground {
    /// What the table is called, if it has a name.
    pub name: Option<String>,
    /// From left to right.
    pub width: f64,
    /// From the lower to the upper edge.
    pub depth: f64,
    /// How far apart two bases may be and touch.
    pub tolerance: f64,
    /// What stands on it.
    pub scenery: Vec<Scenery>,
    /// The ground that each piece of scenery covers.
    pub bodies: Vec<Body>,
    /// What the fighters are.
    pub roster: Vec<Recruit>,
    /// The rules that hold.
    pub rules: Arc<Rules>,
}

/// A table with its fighters. Cheap to copy: a pointer, and a few words for each fighter.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    ground: Arc<Ground>,
    fighters: Vec<Fighter>,
    /// Who is not as its profile says while an effect alters it; hardly ever anybody.
    altered: Vec<(usize, Recruit)>,
    /// What follows from them: who touches whom.
    contacts: Option<Contacts>,
}

impl Table {
    /// The table of a setup, or everything that is wrong with it.
    pub fn new(setup: &TableSetup, rules: Arc<Rules>) -> Result<Self, Problems> {
        Self::from_tree(&setup.to_tree(), rules, &|_| None)
    }

    /// The table of a document. Profiles that it names and does not hold are asked of `lookup`.
    pub fn from_tree(
        tree: &Tree,
        rules: Arc<Rules>,
        lookup: &dyn Fn(&str) -> Option<Arc<Profile>>,
    ) -> Result<Self, Problems> {
        validation::table(tree, rules, lookup)
    }

    /// The table of a text.
    pub fn from_text(
        bytes: &[u8],
        format: Format,
        rules: Arc<Rules>,
        lookup: &dyn Fn(&str) -> Option<Arc<Profile>>,
    ) -> Result<Self, Problems> {
        Self::from_tree(&parse(bytes, format)?, rules, lookup)
    }

    /// The table as a document: what it gives back loads as an equal table.
    pub fn to_tree(&self) -> Tree {
        self.to_setup().to_tree()
    }

    /// The table as people write it.
    pub fn to_setup(&self) -> TableSetup {
        let placed = |number: usize| {
            let (recruit, fighter) = (self.recruit(number), self.fighters[number]);
            Placed {
                profile: Arc::clone(&recruit.profile),
                side: recruit.side,
                position: fighter.standing.base().centre,
                facing: fighter.standing.degrees(),
                health: fighter.health,
                marks: fighter.marks,
            }
        };
        TableSetup {
            name: self.ground.name.clone(),
            width: self.ground.width,
            depth: self.ground.depth,
            tolerance: self.ground.tolerance,
            scenery: self.ground.scenery.clone(),
            fighters: (0..self.fighters.len()).map(placed).collect(),
        }
    }

    /// The JSON Schema of tables.
    pub fn schema() -> Tree {
        TABLE_SHAPE.published("Tables of fracas", None)
    }

    /// What does not change.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The rules that hold on it.
    pub fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// How many fighters there are, eliminated ones included.
    pub fn count(&self) -> usize {
        self.fighters.len()
    }

    /// What a fighter is, with what effects have altered.
    #[inline]
    pub fn recruit(&self, number: usize) -> &Recruit {
        match self.altered.iter().find(|(altered, _)| *altered == number) {
            Some((_, recruit)) => recruit,
            None => &self.ground.roster[number],
        }
    }

    /// Whether an effect alters a fighter.
    pub fn is_altered(&self, number: usize) -> bool {
        self.altered.iter().any(|(altered, _)| *altered == number)
    }

    /// Makes a fighter another one for a while, or with `None` itself again.
    pub(in crate::skirmish) fn alter(&mut self, number: usize, recruit: Option<Recruit>) {
        self.altered.retain(|(altered, _)| *altered != number);
        self.altered.extend(recruit.map(|recruit| (number, recruit)));
    }

    /// How a fighter stands at the moment.
    pub fn fighter(&self, number: usize) -> &Fighter {
        &self.fighters[number]
    }

    /// The same table with one fighter otherwise.
    #[must_use]
    pub fn with(&self, number: usize, fighter: Fighter) -> Self {
        let mut table = self.clone();
        table.set(number, fighter);
        table
    }

    /// Changes one fighter.
    pub(in crate::skirmish) fn set(&mut self, number: usize, fighter: Fighter) {
        let before = std::mem::replace(&mut self.fighters[number], fighter);
        let stays = before.standing == fighter.standing
            && before.health.is_killed() == fighter.health.is_killed();
        if !stays && let Some(contacts) = &mut self.contacts {
            contacts.look_again(number, &self.fighters, self.ground.tolerance);
        }
    }

    /// Whether a fighter is on the table: one that is killed has left it (C-26).
    pub fn is_standing(&self, number: usize) -> bool {
        !self.fighters[number].health.is_killed()
    }

    /// The numbers of all who are on the table.
    pub fn standing(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let (known, rest) = match &self.contacts {
            Some(contacts) => (contacts.standing(), 0..0),
            None => (0, 0..self.count()),
        };
        bits(known).chain(rest.filter(|&number| self.is_standing(number)))
    }

    /// All on the table whose bases come within a margin of the line between two points, and perhaps
    /// some that only nearly do.
    pub(in crate::skirmish) fn near_line(
        &self,
        from: Point,
        to: Point,
        margin: f64,
    ) -> impl Iterator<Item = usize> + Clone + '_ {
        let strip = Strip::new(from, to, margin);
        let (known, rest) = match &self.contacts {
            Some(contacts) => (contacts.near(&strip), 0..0),
            None => (0, 0..self.count()),
        };
        bits(known).chain(
            rest.filter(move |&number| {
                self.is_standing(number) && strip.meets(&self.fighters[number])
            }),
        )
    }

    /// All who are on the table, one bit for each; `None` on a table of more fighters than bits.
    pub fn standing_bits(&self) -> Option<u64> {
        self.contacts.as_ref().map(Contacts::standing)
    }

    /// The ground that a fighter's base covers.
    pub fn body(&self, number: usize) -> Body {
        self.fighters[number].standing.base().body()
    }

    /// The lowest and the highest point of the table.
    pub fn rectangle(&self) -> (Point, Point) {
        (Point::ORIGIN, Point::new(self.ground.width, self.ground.depth))
    }

    /// Whether two fighters are of different sides.
    pub fn are_enemies(&self, one: usize, other: usize) -> bool {
        self.recruit(one).side != self.recruit(other).side
    }

    /// How two bodies lie, by the table's tolerance.
    pub fn relation(&self, one: &Body, other: &Body) -> Relation {
        one.relation(other, self.ground.tolerance)
    }

    /// All pairs of fighters whose bases touch, ascending: what makes melees.
    pub fn contacts(&self) -> Vec<(usize, usize)> {
        if let Some(contacts) = &self.contacts {
            let above = |one: usize| bits(contacts.touching(one)).filter(move |&other| other > one);
            return bits(contacts.standing())
                .flat_map(|one| above(one).map(move |other| (one, other)))
                .collect();
        }
        let standing: Vec<usize> = self.standing().collect();
        let bodies: Vec<Body> = standing.iter().map(|&number| self.body(number)).collect();
        fracas_geometry::contacts::contacts(&bodies, self.ground.tolerance)
            .into_iter()
            .map(|(one, other, _)| (standing[one as usize], standing[other as usize]))
            .collect()
    }

    /// Everybody whose base touches that of a fighter, ascending.
    pub fn touching(&self, number: usize) -> Vec<usize> {
        self.touchers(number).collect()
    }

    fn touchers(&self, number: usize) -> impl Iterator<Item = usize> {
        let (known, rest) = match &self.contacts {
            Some(contacts) => (contacts.touching(number), 0..0),
            None => (0, 0..self.count()),
        };
        let tolerance = self.ground.tolerance;
        bits(known).chain(rest.filter(move |&other| {
            other != number
                && self.is_standing(other)
                && touch(&self.fighters, number.min(other), number.max(other), tolerance)
        }))
    }

    /// The enemies whose bases touch that of a fighter: its adversaries in contact, ascending.
    pub fn adversaries(&self, number: usize) -> Vec<usize> {
        match &self.contacts {
            Some(contacts) => bits(contacts.adversaries(number)).collect(),
            None => {
                self.touchers(number).filter(|&other| self.are_enemies(number, other)).collect()
            }
        }
    }

    /// The same, one bit for each; `None` on a table of more fighters than bits.
    pub fn adversary_bits(&self, number: usize) -> Option<u64> {
        self.contacts.as_ref().map(|contacts| contacts.adversaries(number))
    }

    /// Whether no enemy base touches a fighter's.
    pub fn is_free(&self, number: usize) -> bool {
        match self.adversary_bits(number) {
            Some(adversaries) => adversaries == 0,
            None => !self.touchers(number).any(|other| self.are_enemies(number, other)),
        }
    }

    /// W-8: how many adversaries can be in contact with a fighter.
    pub fn most_adversaries(&self, number: usize) -> usize {
        let size = self.recruit(number).profile.size;
        usize::from(self.rules().sizes[size as usize].adversaries)
    }
}
