//! What may stand where in a document, declared once.

use super::Tree;
use crate::errors::{Problems, one_of};

/// A field of a table.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What may stand in it.
    pub shape: Shape,
    /// What it means, with the clause it serves.
    pub meaning: &'static str,
}

/// What may stand at a place of a document.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A text that is not empty, of at most this many characters.
    Text(usize),
    /// A text that a function of its own takes.
    Parsed {
        /// Whether it takes the text.
        accepts: fn(&str) -> bool,
        /// The words it may begin with, to guess what was meant.
        known: &'static [&'static str],
        /// The regular expression that the published schema gives.
        pattern: &'static str,
        /// What else is to be said of it.
        allowed: &'static str,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// True or false.
    Boolean,
    /// A whole number between the two.
    Integer(i64, i64),
    /// A number between the two.
    Number(f64, f64),
    /// A list of something, of a length between the two.
    List(&'static Shape, usize, usize),
    /// A list without repetition.
    Set(&'static Shape, usize, usize),
    /// A table with these fields and no others.
    Table(&'static [Field]),
    /// Any one of these.
    Either(&'static [Shape]),
}

impl Shape {
    /// Adds every problem that `tree`, standing at `path`, has with this shape.
    pub fn check(&self, tree: &Tree, path: &str, problems: &mut Problems) {
        match (self, tree) {
            (Self::List(item, ..) | Self::Set(item, ..), Tree::List(items)) => {
                if !self.admits_length(items) {
                    problems.add(path, self.describe_list(items), self.allowed(tree));
                }
                for (index, value) in items.iter().enumerate() {
                    item.check(value, &format!("{path}[{index}]"), problems);
                }
            }
            (Self::Table(fields), Tree::Table(entries)) => {
                check_table(fields, entries, path, problems);
            }
            // A table that fits none of several is checked against the one table among them, if
            // there is just one, so that the problem is named where it is.
            (Self::Either(shapes), _) if !self.admits(tree) => match single_table(shapes, tree) {
                Some(table) => table.check(tree, path, problems),
                None => problems.add(path, tree.to_string(), self.allowed(tree)),
            },
            _ if self.admits(tree) => {}
            _ => problems.add(path, tree.to_string(), self.allowed(tree)),
        }
    }

    /// Like [`Shape::check`] on a table, but for what stands in the list `key`, which the caller
    /// checks item by item.
    pub fn check_but(&self, tree: &Tree, key: &str, problems: &mut Problems) {
        let mut found = Problems::default();
        self.check(tree, "", &mut found);
        let inside = format!("{key}[");
        problems
            .0
            .extend(found.0.into_iter().filter(|problem| !problem.field.starts_with(&inside)));
    }

    /// Whether `tree` fits.
    pub fn admits(&self, tree: &Tree) -> bool {
        match (self, tree) {
            (Self::Text(longest), Tree::Text(text)) => {
                !text.trim().is_empty()
                    && text.chars().count() <= *longest
                    && !text.chars().any(char::is_control)
            }
            (Self::Parsed { accepts, .. }, Tree::Text(text)) => accepts(text),
            (Self::Word(words), Tree::Text(text)) => words.contains(&text.as_str()),
            (Self::Boolean, Tree::Boolean(_)) => true,
            (Self::Integer(lowest, highest), _) => {
                tree.integer().is_some_and(|number| *lowest <= number && number <= *highest)
            }
            (Self::Number(lowest, highest), _) => {
                tree.number().is_some_and(|number| *lowest <= number && number <= *highest)
            }
            (Self::List(item, ..) | Self::Set(item, ..), Tree::List(items)) => {
                self.admits_length(items) && items.iter().all(|value| item.admits(value))
            }
            (Self::Table(fields), Tree::Table(entries)) => {
                let mut problems = Problems::default();
                check_table(fields, entries, "", &mut problems);
                problems.0.is_empty()
            }
            (Self::Either(shapes), _) => shapes.iter().any(|shape| shape.admits(tree)),
            _ => false,
        }
    }

    fn admits_length(&self, items: &[Tree]) -> bool {
        match self {
            Self::List(_, shortest, longest) => (*shortest..=*longest).contains(&items.len()),
            Self::Set(_, shortest, longest) => {
                (*shortest..=*longest).contains(&items.len()) && repeated(items).is_none()
            }
            _ => false,
        }
    }

    fn describe_list(&self, items: &[Tree]) -> String {
        match repeated(items) {
            Some(item) if matches!(self, Self::Set(..)) => format!("{item} stands twice"),
            _ => format!("a list of {}", items.len()),
        }
    }

    /// What is allowed here, in words; `found` helps to guess what was meant.
    fn allowed(&self, found: &Tree) -> String {
        match self {
            Self::Text(longest) => format!("a text of 1 to {longest} printable characters"),
            Self::Parsed { known, allowed, .. } => {
                let text = found.text().unwrap_or("");
                let start = text.split_once('/').map_or(text, |(start, _)| start);
                format!("{}; {allowed}", one_of(start, known.iter().copied()))
            }
            Self::Word(words) => one_of(found.text().unwrap_or(""), words.iter().copied()),
            Self::Boolean => "true or false".to_owned(),
            Self::Integer(lowest, highest) => {
                format!("a whole number from {lowest} to {highest}")
            }
            Self::Number(lowest, highest) => format!("a number from {lowest} to {highest}"),
            Self::List(_, shortest, longest) if shortest == longest => {
                format!("a list of exactly {longest}")
            }
            Self::List(_, shortest, longest) => format!("a list of {shortest} to {longest}"),
            Self::Set(_, shortest, longest) => {
                format!("a list of {shortest} to {longest} without repetition")
            }
            Self::Table(fields) => {
                let keys: Vec<_> = fields.iter().map(|field| field.key).collect();
                format!("a table with {}", keys.join(", "))
            }
            Self::Either(shapes) => {
                let all: Vec<_> = shapes.iter().map(|shape| shape.allowed(found)).collect();
                all.join(", or ")
            }
        }
    }

    /// The JSON Schema of a whole document, with a title and perhaps a default.
    pub fn published(&self, title: &str, default: Option<Tree>) -> Tree {
        let mut schema = self.schema();
        if let Tree::Table(entries) = &mut schema {
            let head =
                [("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", title)];
            entries.splice(0..0, head.map(|(key, text)| (key.to_owned(), Tree::from(text))));
            entries.extend(default.map(|default| ("default".to_owned(), default)));
        }
        schema
    }

    /// The JSON Schema (draft 2020-12) of this shape.
    pub fn schema(&self) -> Tree {
        let kind = |name: &str| ("type", Tree::from(name));
        match self {
            Self::Text(longest) => Tree::table([
                kind("string"),
                ("minLength", 1.into()),
                ("maxLength", (*longest as i64).into()),
                // Not of blanks alone.
                ("pattern", "\\S".into()),
            ]),
            Self::Parsed { pattern, .. } => {
                Tree::table([kind("string"), ("pattern", (*pattern).into())])
            }
            Self::Word(words) => Tree::table([("enum", Tree::texts(words.iter().copied()))]),
            Self::Boolean => Tree::table([kind("boolean")]),
            Self::Integer(lowest, highest) => Tree::table([
                kind("integer"),
                ("minimum", (*lowest).into()),
                ("maximum", (*highest).into()),
            ]),
            Self::Number(lowest, highest) => Tree::table([
                kind("number"),
                ("minimum", Tree::from_number(*lowest)),
                ("maximum", Tree::from_number(*highest)),
            ]),
            Self::List(item, shortest, longest) | Self::Set(item, shortest, longest) => {
                Tree::table([
                    kind("array"),
                    ("items", item.schema()),
                    ("minItems", (*shortest as i64).into()),
                    ("maxItems", (*longest as i64).into()),
                    ("uniqueItems", matches!(self, Self::Set(..)).into()),
                ])
            }
            Self::Table(fields) => table_schema(fields),
            Self::Either(shapes) => {
                let all = shapes.iter().map(Self::schema).collect();
                Tree::table([("anyOf", Tree::List(all))])
            }
        }
    }
}

/// The item that stands twice, if one does.
fn repeated(items: &[Tree]) -> Option<&Tree> {
    items
        .iter()
        .enumerate()
        .find(|(index, item)| items[..*index].iter().any(|before| is_same(before, item)))
        .map(|(_, item)| item)
}

/// Whether two values say the same: 6 and 6.0 do.
fn is_same(one: &Tree, other: &Tree) -> bool {
    one == other || (one.number().is_some() && one.number() == other.number())
}

fn single_table<'a>(shapes: &'a [Shape], tree: &Tree) -> Option<&'a Shape> {
    if !matches!(tree, Tree::Table(_)) {
        return None;
    }
    let mut tables = shapes.iter().filter(|shape| matches!(shape, Shape::Table(_)));
    let first = tables.next();
    if tables.next().is_some() { None } else { first }
}

fn check_table(fields: &[Field], entries: &[(String, Tree)], path: &str, problems: &mut Problems) {
    let place = |key: &str| {
        if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
    };
    for (key, value) in entries {
        match fields.iter().find(|field| field.key == key) {
            Some(field) => field.shape.check(value, &place(key), problems),
            None => problems.add(
                place(key),
                "an unknown key",
                one_of(key, fields.iter().map(|field| field.key)),
            ),
        }
    }
    for field in fields.iter().filter(|field| field.required) {
        if !entries.iter().any(|(key, _)| key == field.key) {
            problems.add(place(field.key), "missing", field.shape.allowed(&Tree::Null));
        }
    }
}

fn table_schema(fields: &[Field]) -> Tree {
    let properties = fields
        .iter()
        .map(|field| {
            let mut schema = field.shape.schema();
            if let Tree::Table(entries) = &mut schema {
                entries.push(("description".to_owned(), field.meaning.into()));
            }
            (field.key.to_owned(), schema)
        })
        .collect();
    let required = fields.iter().filter(|field| field.required).map(|field| field.key);
    Tree::table([
        ("type", "object".into()),
        ("properties", Tree::Table(properties)),
        ("required", Tree::texts(required)),
        ("additionalProperties", false.into()),
    ])
}
