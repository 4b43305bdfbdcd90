//! Documents as TOML and JSON text.

use super::Tree;
use crate::errors::Problems;

/// The longest document that is read, in bytes (4 MiB): far above any honest one.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// TOML 1.1.
    Toml,
    /// JSON.
    Json,
}

impl Format {
    /// The format that a file's name says by its ending.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1;
        if ending.eq_ignore_ascii_case("toml") {
            Some(Self::Toml)
        } else if ending.eq_ignore_ascii_case("json") {
            Some(Self::Json)
        } else {
            None
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Toml => "TOML",
            Self::Json => "JSON",
        }
    }
}

/// Reads a document. What is not UTF-8, too long, empty or malformed is one problem, whose field is
/// empty.
pub fn parse(bytes: &[u8], format: Format) -> Result<Tree, Problems> {
    if bytes.len() > MAX_BYTES {
        let value = format!("a document of more than {MAX_BYTES} bytes");
        return Err(Problems::one("", value, "a shorter one"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let position = error.valid_up_to();
        Problems::one("", format!("bytes that are not UTF-8 at byte {position}"), "UTF-8 text")
    })?;
    // Editors on some systems put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        let allowed = format!("a {} document", format.name());
        return Err(Problems::one("", "an empty document", allowed));
    }
    let malformed = |what: String| {
        let allowed = format!("well-formed {}", format.name());
        Problems::one("", what.trim_end().to_owned(), allowed)
    };
    match format {
        Format::Toml => toml::from_str(text).map_err(|error| malformed(toml_place(text, &error))),
        Format::Json => serde_json::from_str(text).map_err(|error| malformed(error.to_string())),
    }
}

/// The message of a TOML error on one line, with its line and column.
fn toml_place(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    let Some(span) = error.span() else {
        return message;
    };
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    format!("{message} at line {line} column {column}")
}

/// Writes a document. Only a tree with a null or a foreign value, which no shape allows, cannot be
/// written.
pub fn write(tree: &Tree, format: Format) -> Result<String, Problems> {
    let failed = |error: String| Problems::one("", error, format!("what {} holds", format.name()));
    match format {
        Format::Toml => toml::to_string(tree).map_err(|error| failed(error.to_string())),
        Format::Json => serde_json::to_string_pretty(tree)
            .map(|text| text + "\n")
            .map_err(|error| failed(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_text_is_one_problem_that_says_where() {
        for (bytes, format, part) in [
            (&b""[..], Format::Toml, "an empty document"),
            (b" \n", Format::Json, "an empty document"),
            (b"name = \"\xff\"", Format::Toml, "not UTF-8 at byte 8"),
            (b"name = \"a\"\nname = \"b\"", Format::Toml, "line 2"),
            (b"{\"name\": 1, \"name\": 2}", Format::Json, "the key \"name\" stands twice"),
            (b"{\"name\": ", Format::Json, "line 1"),
        ] {
            let problems = parse(bytes, format).unwrap_err();
            assert_eq!(problems.0.len(), 1);
            assert!(problems.0[0].value.contains(part), "{problems}");
        }
        let long = vec![b' '; MAX_BYTES + 1];
        assert!(parse(&long, Format::Json).unwrap_err().0[0].value.contains("4194304"));
        let deep = "[".repeat(100_000);
        assert!(parse(deep.as_bytes(), Format::Json).is_err());
        assert!(parse(format!("a = {deep}").as_bytes(), Format::Toml).is_err());
    }

    #[test]
    fn both_formats_hold_the_same_tree() {
        let toml = parse(b"a = 1\nb = [1.5, true, \"x\"]\n[c]\nd = -2\n", Format::Toml).unwrap();
        let json = br#"{"a": 1, "b": [1.5, true, "x"], "c": {"d": -2}}"#;
        assert_eq!(toml, parse(json, Format::Json).unwrap());
        for format in [Format::Toml, Format::Json] {
            let text = write(&toml, format).unwrap();
            assert_eq!(parse(text.as_bytes(), format).unwrap(), toml);
        }
    }
}
