//! A board as a document: fighters, their sides and states, and who touches whom.

use crate::document::{Field, Shape, Tree};
use crate::errors::{Problems, nearest};
use crate::names::Named;
use crate::skirmish::combat::{FighterSetup, Placement};
use crate::skirmish::profiles::{PROFILE_SHAPE, Profile, read_list};
use crate::skirmish::wounds::{Health, WoundLevel};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the document of a board says in its `format`.
pub const BOARD_FORMAT: &str = "fracas-melee 1";

/// The most fighters that a document holds.
const MOST_FIGHTERS: usize = 10_000;

/// The most contacts that a document holds.
const MOST_CONTACTS: usize = 100_000;

const NAME: Shape = Shape::Text(100);

const fn optional(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

const fn required(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: true, shape, meaning }
}

/// The shape of the document of a board. Only the fighters are required.
pub const BOARD_SHAPE: Shape = Shape::Table(&[
    optional("format", Shape::Word(&[BOARD_FORMAT]), "The format of the document."),
    optional("name", NAME, "What the board is called."),
    optional(
        "profiles",
        Shape::List(&PROFILE_SHAPE, 0, MOST_FIGHTERS),
        "Profiles beside those of the library; they go first.",
    ),
    required(
        "fighters",
        Shape::List(&FIGHTER, 1, MOST_FIGHTERS),
        "The fighters, from number 0 on.",
    ),
    optional(
        "contacts",
        Shape::List(&Shape::List(&MEMBER, 2, 2), 0, MOST_CONTACTS),
        "C-3: pairs of fighters whose bases touch.",
    ),
]);

const MEMBER: Shape = Shape::Either(&[NAME, Shape::Integer(0, MOST_FIGHTERS as i64 - 1)]);

const FIGHTER: Shape = Shape::Table(&[
    optional("name", NAME, "What the fighter is called; left out, it is called as its profile."),
    required(
        "profile",
        Shape::Either(&[NAME, PROFILE_SHAPE]),
        "What it is: the name of a profile, or a whole one.",
    ),
    required("side", Shape::Integer(0, 1), "The side it is on."),
    optional("health", HEALTH, "W-5, W-6: its wounds and markers."),
    optional("charged", Shape::Boolean, "M-17: it has the charge penalty."),
    optional("bound_to_defence", Shape::Boolean, "C-15: it failed to disengage this turn."),
    optional("routed", Shape::Boolean, "C-38: it is routed."),
    optional("placement", Shape::Word(Placement::NAMES), "C-14: when it places its dice."),
]);

const HEALTH: Shape = Shape::Table(&[
    // Who is killed stands on no board.
    optional(
        "level",
        Shape::Word(&["none", "light", "serious", "critical"]),
        "W-5: the wounds that add up.",
    ),
    optional("stunned", Shape::Integer(0, 4), "W-6: how many markers of stunned it carries."),
]);

/// A fighter of a board.
#[derive(Clone, Debug)]
pub struct PlacedFighter {
    /// What it is called, if it has a name of its own.
    pub name: Option<String>,
    /// What it is and the state it is in.
    pub fighter: FighterSetup,
    /// The side it is on.
    pub side: u8,
}

/// A board as people write it. What one has read holds together.
#[derive(Clone, Debug, Default)]
pub struct BoardSetup {
    /// What it is called.
    pub name: Option<String>,
    /// The fighters, from number 0 on.
    pub fighters: Vec<PlacedFighter>,
    /// Who touches whom.
    pub contacts: Vec<[u32; 2]>,
}

impl BoardSetup {
    /// The JSON Schema of such a document.
    pub fn schema() -> Tree {
        BOARD_SHAPE.published("Boards of fracas: fighters and their contacts", None)
    }

    /// The board of a document, or everything that is wrong with it. A profile that is named is
    /// looked up in the document, then in the library.
    pub fn from_tree(tree: &Tree, library: &[Arc<Profile>]) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        BOARD_SHAPE.check_but(tree, "profiles", &mut problems);
        let own = read_list(tree, &mut problems).into_iter().map(Arc::new).collect();
        let known = Known { own, library };
        let items = tree.get("fighters").map_or(&[][..], Tree::items);
        let placed = |(index, item)| known.fighter(item, index, &mut problems);
        let fighters = items.iter().enumerate().map(placed).collect();
        let name = tree.get("name").and_then(Tree::text).map(str::to_owned);
        let mut board = Self { name, fighters, contacts: Vec::new() };
        let labels = board.labels();
        let numbers = numbers_of(&labels, &mut problems);
        for (place, pair) in tree.get("contacts").map_or(&[][..], Tree::items).iter().enumerate() {
            let path = format!("contacts[{place}]");
            board.contacts.extend(contact(pair, &path, &labels, &numbers, &mut problems));
        }
        problems.or(board)
    }

    /// What each fighter is called: its name, else that of its profile, with its number where the
    /// latter is not its own.
    pub fn labels(&self) -> Vec<String> {
        let plain = |placed: &PlacedFighter| {
            placed.name.clone().unwrap_or_else(|| placed.fighter.profile.name.clone())
        };
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        for placed in &self.fighters {
            *uses.entry(plain(placed)).or_default() += 1;
        }
        let label = |(number, placed): (usize, &PlacedFighter)| {
            let plain = plain(placed);
            let is_shared = placed.name.is_none() && uses.get(&plain).is_some_and(|&uses| uses > 1);
            if is_shared { format!("{plain} #{number}") } else { plain }
        };
        self.fighters.iter().enumerate().map(label).collect()
    }

    /// The board as a document. A profile of the library goes by its name, another one is written
    /// out; a contact names its fighters where they have names.
    pub fn to_tree(&self, library: &[Arc<Profile>]) -> Tree {
        let mut entries = vec![("format".to_owned(), BOARD_FORMAT.into())];
        entries.extend(self.name.as_deref().map(|name| ("name".to_owned(), name.into())));
        let member = |number: u32| {
            let placed = self.fighters.get(number as usize);
            let name = placed.and_then(|placed| placed.name.as_deref());
            name.map_or_else(|| i64::from(number).into(), Tree::from)
        };
        let contacts = self.contacts.iter().map(|pair| Tree::List(pair.map(member).to_vec()));
        entries.push(("contacts".to_owned(), Tree::List(contacts.collect())));
        let fighters = self.fighters.iter().map(|placed| placed.to_tree(library)).collect();
        entries.push(("fighters".to_owned(), Tree::List(fighters)));
        Tree::Table(entries)
    }
}

/// The profiles that may be named.
struct Known<'a> {
    own: Vec<Arc<Profile>>,
    library: &'a [Arc<Profile>],
}

impl Known<'_> {
    fn find(&self, name: &str) -> Option<&Arc<Profile>> {
        self.own.iter().chain(self.library).find(|profile| profile.name == name)
    }

    /// Reads a fighter whose shape was checked. What does not fit stays at its default.
    fn fighter(&self, tree: &Tree, index: usize, problems: &mut Problems) -> PlacedFighter {
        let truth = |key| tree.get(key).and_then(Tree::boolean).unwrap_or(false);
        let health = tree.get("health");
        let level = health.and_then(|health| health.get("level")?.text());
        let stunned = health.and_then(|health| health.get("stunned")?.integer());
        let placement = tree.get("placement").and_then(Tree::text).and_then(Placement::from_name);
        PlacedFighter {
            name: tree.get("name").and_then(Tree::text).map(str::to_owned),
            fighter: FighterSetup {
                profile: self.profile(tree.get("profile"), index, problems),
                health: Health {
                    level: level.and_then(WoundLevel::from_name).unwrap_or(WoundLevel::None),
                    stunned: stunned.and_then(|stunned| stunned.try_into().ok()).unwrap_or(0),
                },
                charged: truth("charged"),
                bound_to_defence: truth("bound_to_defence"),
                routed: truth("routed"),
                placement: placement.unwrap_or(Placement::Normal),
            },
            side: u8::from(tree.get("side").and_then(Tree::integer) == Some(1)),
        }
    }

    fn profile(&self, tree: Option<&Tree>, index: usize, problems: &mut Problems) -> Arc<Profile> {
        let path = format!("fighters[{index}].profile");
        let tree = tree.unwrap_or(&Tree::Null);
        // What is neither a name nor a table has been reported with the shape.
        if let Some(name) = tree.text()
            && NAME.admits(tree)
        {
            if let Some(profile) = self.find(name) {
                return Arc::clone(profile);
            }
            let all = self.own.iter().chain(self.library).map(|profile| profile.name.as_str());
            let hint = nearest(name, all).map(|near| format!(" (did you mean {near}?)"));
            let allowed = format!(
                "a profile of the document or of the library, or a whole one{}",
                hint.unwrap_or_default()
            );
            problems.add(&path, tree.to_string(), allowed);
        }
        Arc::new(Profile::read_shaped(tree, &path, problems))
    }
}

/// The number of each fighter by what it is called, which must be its own.
fn numbers_of<'a>(labels: &'a [String], problems: &mut Problems) -> BTreeMap<&'a str, u32> {
    let mut numbers = BTreeMap::new();
    for (number, label) in labels.iter().enumerate() {
        let first = *numbers.entry(label.as_str()).or_insert(number as u32);
        if (first as usize) < number && !label.is_empty() {
            let value = format!("{label:?}, what fighters[{first}] is called");
            problems.add(format!("fighters[{number}].name"), value, "a name of its own");
        }
    }
    numbers
}

/// The contact of a pair, if it is one.
fn contact(
    pair: &Tree,
    path: &str,
    labels: &[String],
    numbers: &BTreeMap<&str, u32>,
    problems: &mut Problems,
) -> Option<[u32; 2]> {
    let [one, other] = pair.items() else { return None };
    let mut member = |place: usize, tree: &Tree| {
        let number = match tree.text() {
            Some(text) => numbers.get(text).copied(),
            None => tree.integer().and_then(|number| u32::try_from(number).ok()),
        };
        let found = number.filter(|&number| (number as usize) < labels.len());
        if found.is_none() && MEMBER.admits(tree) {
            let near = nearest(tree.text().unwrap_or(""), labels.iter().map(String::as_str));
            let hint = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
            let last = labels.len().saturating_sub(1);
            let allowed = format!("what a fighter is called, or a number from 0 to {last}{hint}");
            problems.add(format!("{path}[{place}]"), tree.to_string(), allowed);
        }
        found
    };
    let (one, other) = (member(0, one), member(1, other));
    let pair = [one?, other?];
    if pair[0] == pair[1] {
        let value = format!("{:?} and itself", labels[pair[0] as usize]);
        problems.add(path, value, "two different fighters");
        return None;
    }
    Some(pair)
}

impl PlacedFighter {
    fn to_tree(&self, library: &[Arc<Profile>]) -> Tree {
        let FighterSetup { profile, health, charged, bound_to_defence, routed, placement } =
            &self.fighter;
        let mut entries: Vec<(String, Tree)> = Vec::new();
        let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
        if let Some(name) = &self.name {
            put("name", name.as_str().into());
        }
        put("side", i64::from(self.side).into());
        for (key, value) in
            [("charged", charged), ("bound_to_defence", bound_to_defence), ("routed", routed)]
        {
            if *value {
                put(key, true.into());
            }
        }
        if *placement != Placement::Normal {
            put("placement", placement.name().into());
        }
        let is_known = library.iter().find(|known| known.name == profile.name) == Some(profile);
        put("profile", if is_known { profile.name.as_str().into() } else { profile.to_tree() });
        if *health != Health::UNHURT {
            let level = ("level", health.level.name().into());
            put("health", Tree::table([level, ("stunned", i64::from(health.stunned).into())]));
        }
        Tree::Table(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Format, parse, write};
    use crate::skirmish::profiles::ProfileSetup;

    fn library() -> Vec<Arc<Profile>> {
        let named = |name: &str| {
            let setup = ProfileSetup { name: name.to_owned(), ..ProfileSetup::default() };
            Arc::new(Profile::new(&setup).unwrap())
        };
        vec![named("Guard"), named("Brute")]
    }

    fn read(text: &str) -> Result<BoardSetup, Problems> {
        BoardSetup::from_tree(&parse(text.as_bytes(), Format::Toml)?, &library())
    }

    const BOARD: &str = r#"
        format = "fracas-melee 1"
        name = "The ford"
        contacts = [["Aldric", "Brute #2"], [1, "Own"], [2, 3]]
        profiles = [{ name = "Brute", attack = 7 }]

        [[fighters]]
        name = "Aldric"
        profile = "Guard"
        side = 0
        health = { level = "light", stunned = 1 }
        charged = true

        [[fighters]]
        profile = "Brute"
        side = 0

        [[fighters]]
        profile = "Brute"
        side = 1
        routed = true

        [[fighters]]
        profile = { name = "Own", attack = 9 }
        side = 1
    "#;

    #[test]
    fn fighters_go_by_their_names_or_by_their_profiles() {
        let board = read(BOARD).unwrap();
        assert_eq!(board.labels(), ["Aldric", "Brute #1", "Brute #2", "Own"]);
        assert_eq!(board.contacts, [[0, 2], [1, 3], [2, 3]]);
        let fighter = |number: usize| &board.fighters[number].fighter;
        assert_eq!(fighter(0).health, Health { level: WoundLevel::Light, stunned: 1 });
        assert!(fighter(0).charged && fighter(2).routed && !fighter(1).charged);
        // The document's own profile goes before the library's.
        assert_eq!(fighter(1).profile.attack, 7);
        assert_eq!(
            board.fighters.iter().map(|placed| placed.side).collect::<Vec<_>>(),
            [0, 0, 1, 1]
        );
    }

    #[test]
    fn a_board_that_is_written_reads_as_the_same() {
        let board = read(BOARD).unwrap();
        for format in [Format::Toml, Format::Json] {
            let text = write(&board.to_tree(&library()), format).unwrap();
            let again = parse(text.as_bytes(), format).unwrap();
            let again = BoardSetup::from_tree(&again, &library()).unwrap();
            assert_eq!(format!("{again:?}"), format!("{board:?}"), "{text}");
        }
    }

    #[test]
    fn every_problem_of_a_board_is_told_at_once() {
        let problems = read(
            r#"
            contacts = [["Aldric", "Aldric"], [0, 9], ["Aldrik", 1], [0, 1, 2], [0, -1]]
            profiles = [{ name = "Own", atack = 9 }]
            [[fighters]]
            name = "Aldric"
            profile = "Gard"
            side = 2
            [[fighters]]
            name = "Aldric"
            profile = { name = "X", courage = 1, fear = 2, size = "huge" }
            health = { level = "killed", stunned = 5 }
            "#,
        )
        .unwrap_err();
        let mut fields: Vec<_> = problems.0.iter().map(|problem| problem.field.as_str()).collect();
        fields.sort_unstable();
        let expected = [
            "contacts[0]",
            "contacts[1][1]",
            "contacts[2][0]",
            "contacts[3]",
            "contacts[4][1]",
            "fighters[0].profile",
            "fighters[0].side",
            "fighters[1].health.level",
            "fighters[1].health.stunned",
            "fighters[1].name",
            "fighters[1].profile.fear",
            "fighters[1].profile.size",
            "fighters[1].side",
            "profiles[0].atack",
        ];
        assert_eq!(fields, expected, "{problems}");
        assert!(problems.to_string().contains("did you mean Guard?"));
        assert!(problems.to_string().contains("did you mean Aldric?"));
    }
}
