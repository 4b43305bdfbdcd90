//! Armies as documents: the shape of them, and the way there and back.

use super::army::{Army, MAX_FIGHTERS, Troop};
use crate::document::{Field, Shape, Tree};
use crate::errors::{Problems, nearest};
use crate::skirmish::profiles::{PROFILE_SHAPE, Profile};
use std::sync::Arc;

/// What the document of an army says in its `format`.
pub const ARMY_FORMAT: &str = "fracas-army 1";

/// The length of a name.
pub(super) const NAME: Shape = Shape::Text(100);

pub(super) const fn optional(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

pub(super) const fn required(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: true, shape, meaning }
}

/// The shape of the document of an army.
pub const ARMY_SHAPE: Shape = Shape::Table(&[
    optional("format", Shape::Word(&[ARMY_FORMAT]), "The format of the document."),
    required("name", NAME, "What the army is called."),
    optional("people", NAME, "T-8: the people it is of."),
    optional("path", NAME, "T-9: its path of alliance."),
    required("troops", Shape::List(&TROOP, 1, MAX_FIGHTERS), "Who is in it, in order."),
]);

const TROOP: Shape = Shape::Table(&[
    required(
        "profile",
        Shape::Either(&[NAME, PROFILE_SHAPE]),
        "What they are: the name of a profile, or a whole one.",
    ),
    optional("count", Shape::Integer(1, MAX_FIGHTERS as i64), "How many there are; 1 if left out."),
    optional("people", NAME, "T-8, T-9: the people they are of, if not the army's."),
]);

impl Army {
    /// The JSON Schema of such a document.
    pub fn schema() -> Tree {
        ARMY_SHAPE.published("Armies of fracas", None)
    }

    /// The army of a document, or everything that is wrong with it. Profiles that are named are
    /// those of the library.
    pub fn from_tree(tree: &Tree, library: &[Arc<Profile>]) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        ARMY_SHAPE.check(tree, "", &mut problems);
        let text = |key: &str| tree.get(key).and_then(Tree::text).unwrap_or_default().to_owned();
        let items = tree.get("troops").map_or(&[][..], Tree::items);
        let troops = items.iter().enumerate().map(|(index, item)| Troop {
            profile: profile(item, index, library, &mut problems),
            count: item.get("count").and_then(Tree::integer).map_or(1, |count| count as usize),
            people: item.get("people").and_then(Tree::text).map(str::to_owned),
        });
        let troops = troops.collect();
        let army = Self { name: text("name"), people: text("people"), path: text("path"), troops };
        if problems.0.is_empty() {
            army.check("army", &mut problems);
        }
        problems.or(army)
    }

    /// The army as a document. A profile of the library goes by its name, another one is written
    /// out.
    pub fn to_tree(&self, library: &[Arc<Profile>]) -> Tree {
        let mut entries = vec![("format".to_owned(), ARMY_FORMAT.into())];
        let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
        put("name", self.name.as_str().into());
        for (key, text) in [("people", &self.people), ("path", &self.path)] {
            if !text.is_empty() {
                put(key, text.as_str().into());
            }
        }
        let troops = self.troops.iter().map(|troop| troop.to_tree(library)).collect();
        put("troops", Tree::List(troops));
        Tree::Table(entries)
    }

    /// The strategic values of all its fighters together.
    pub fn value(&self) -> u32 {
        self.troops.iter().map(|troop| u32::from(troop.profile.value) * troop.count as u32).sum()
    }
}

impl Troop {
    fn to_tree(&self, library: &[Arc<Profile>]) -> Tree {
        let known = library.iter().find(|known| known.name == self.profile.name);
        let profile = match known {
            Some(known) if *known == self.profile => self.profile.name.as_str().into(),
            _ => self.profile.to_tree(),
        };
        let mut entries = vec![
            ("profile".to_owned(), profile),
            ("count".to_owned(), Tree::from(self.count as i64)),
        ];
        entries.extend(self.people.as_deref().map(|people| ("people".to_owned(), people.into())));
        Tree::Table(entries)
    }
}

/// The profile of a troop whose shape was checked.
fn profile(
    troop: &Tree,
    index: usize,
    library: &[Arc<Profile>],
    problems: &mut Problems,
) -> Arc<Profile> {
    let path = format!("troops[{index}].profile");
    let tree = troop.get("profile").unwrap_or(&Tree::Null);
    // What is neither a name nor a table has been reported with the shape.
    if let Some(name) = tree.text()
        && NAME.admits(tree)
    {
        if let Some(known) = library.iter().find(|profile| profile.name == name) {
            return Arc::clone(known);
        }
        let hint = nearest(name, library.iter().map(|profile| profile.name.as_str()));
        let hint = hint.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
        problems.add(
            &path,
            tree.to_string(),
            format!("a profile of the library, or a whole one{hint}"),
        );
    }
    Arc::new(Profile::read_shaped(tree, &path, problems))
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

    fn read(text: &str) -> Result<Army, Problems> {
        Army::from_tree(&parse(text.as_bytes(), Format::Toml)?, &library())
    }

    #[test]
    // rule: T-5
    fn an_army_that_is_written_reads_as_the_same() {
        let army = read(
            r#"
            name = "Dawn"
            people = "lions"
            path = "light"
            troops = [
                { profile = "Guard", count = 3 },
                { profile = { name = "Own", attack = 9 }, people = "griffons" },
            ]
            "#,
        )
        .unwrap();
        assert_eq!(army.fighters().collect::<Vec<_>>(), [0, 0, 0, 1]);
        for format in [Format::Toml, Format::Json] {
            let text = write(&army.to_tree(&library()), format).unwrap();
            let again = Army::from_tree(&parse(text.as_bytes(), format).unwrap(), &library());
            assert_eq!(format!("{:?}", again.unwrap()), format!("{army:?}"), "{text}");
        }
    }

    #[test]
    fn every_problem_of_an_army_is_told_at_once() {
        let problems = read(
            r#"
            people = 3
            cards = 7
            troops = [
                { profile = "Gard", count = 0 },
                { profile = { name = "X", courage = 1, fear = 2 } },
                { count = 2 },
            ]
            "#,
        )
        .unwrap_err();
        let mut fields: Vec<_> = problems.0.iter().map(|problem| problem.field.as_str()).collect();
        fields.sort_unstable();
        let expected = [
            "cards",
            "name",
            "people",
            "troops[0].count",
            "troops[0].profile",
            "troops[1].profile.fear",
            "troops[2].profile",
        ];
        assert_eq!(fields, expected, "{problems}");
        assert!(problems.to_string().contains("did you mean Guard?"));
    }
}
