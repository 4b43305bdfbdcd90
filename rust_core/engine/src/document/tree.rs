//! The one form that documents of every format take.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::fmt;

/// A value of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Nothing: JSON's `null`, Python's `None`.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number; one that does not fit is [`Tree::Foreign`].
    Integer(i64),
    /// A number with a fraction; may be infinite or not a number, which no shape allows.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// A table, in the order written. Keys are unique.
    Table(Vec<(String, Tree)>),
    /// Something no document can hold, described in a few words; no shape allows it.
    Foreign(String),
}

impl Tree {
    /// The value of a key, when this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The entries of a table; none for anything else.
    pub fn entries(&self) -> &[(String, Tree)] {
        if let Self::Table(entries) = self { entries } else { &[] }
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> &[Tree] {
        if let Self::List(items) = self { items } else { &[] }
    }

    /// The text, when this is one.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The whole number, when this is one; `5.0` is one.
    pub fn integer(&self) -> Option<i64> {
        match *self {
            Self::Integer(number) => Some(number),
            // Below 2^53 every whole f64 is an exact i64.
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                Some(number as i64)
            }
            _ => None,
        }
    }

    /// The number, whole or not, when this is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Integer(number) => Some(number as f64),
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The truth value, when this is one.
    pub fn boolean(&self) -> Option<bool> {
        if let Self::Boolean(value) = *self { Some(value) } else { None }
    }

    /// A number in its shortest form: whole when it is.
    pub fn from_number(number: f64) -> Self {
        if number.fract() == 0.0 && number.abs() < 1e15 {
            Self::Integer(number as i64)
        } else {
            Self::Number(number)
        }
    }

    /// A table of these entries.
    pub fn table<const N: usize>(entries: [(&str, Tree); N]) -> Self {
        Self::Table(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// A list of texts.
    pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self::List(texts.into_iter().map(Self::from).collect())
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Tree {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for Tree {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

/// A short form for messages: long texts are cut, lists and tables only counted.
impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        match self {
            Self::Null => formatter.write_str("nothing"),
            Self::Boolean(value) => write!(formatter, "{value}"),
            Self::Integer(number) => write!(formatter, "{number}"),
            Self::Number(number) if number.is_nan() => formatter.write_str("not a number (NaN)"),
            Self::Number(number) => write!(formatter, "{number:?}"),
            Self::Text(text) if text.chars().count() > LONGEST => {
                let start: String = text.chars().take(LONGEST).collect();
                write!(formatter, "{start:?}…")
            }
            Self::Text(text) => write!(formatter, "{text:?}"),
            Self::List(items) => write!(formatter, "a list of {}", items.len()),
            Self::Table(entries) => write!(formatter, "a table of {}", entries.len()),
            Self::Foreign(what) => formatter.write_str(what),
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

/// The key under which the TOML reader hands over a date or a time.
const TOML_DATE: &str = "$__toml_private_datetime";

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Boolean(value))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Integer(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Tree, E> {
        Ok(i64::try_from(number).map_or_else(|_| Tree::Foreign(number.to_string()), Tree::Integer))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut entries: Vec<(String, Tree)> = Vec::new();
        // TOML refuses a key that stands twice; JSON lets it pass, and one of the two would be lost.
        let mut seen = std::collections::BTreeSet::new();
        while let Some((key, value)) = map.next_entry::<String, Tree>()? {
            if key == TOML_DATE {
                return Ok(Tree::Foreign(format!("the date {}", value.text().unwrap_or(""))));
            }
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!("the key {key:?} stands twice")));
            }
            entries.push((key, value));
        }
        Ok(Tree::Table(entries))
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) | Self::Foreign(text) => serializer.serialize_str(text),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Table(entries) => {
                let mut table = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    table.serialize_entry(key, value)?;
                }
                table.end()
            }
        }
    }
}
