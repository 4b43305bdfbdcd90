//! The files of `tests/golden`, which pytest reads too: rows of cells under named columns.

#![allow(
    dead_code,
    clippy::panic,
    clippy::unwrap_used,
    reason = "shared by several test programs, and a test may stop at the first surprise"
)]

use fracas_engine::names::Named;
use fracas_engine::rules::Rules;
use std::path::Path;
use std::str::FromStr;

/// One row of a golden file, which knows where it stands.
pub(crate) struct Row {
    /// The file and the line, such as `checks.txt:12`.
    pub(crate) place: String,
    cells: Vec<(String, String)>,
}

impl Row {
    /// The text of a cell.
    pub(crate) fn text(&self, column: &str) -> &str {
        let cell = self.cells.iter().find(|(name, _)| name == column);
        &cell.unwrap_or_else(|| panic!("{}: no column {column}", self.place)).1
    }

    /// The number of a cell.
    pub(crate) fn number<T: FromStr>(&self, column: &str) -> T {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{}: {column} is {text:?}", self.place))
    }

    /// The number of a cell that is written in hexadecimal.
    pub(crate) fn hexadecimal(&self, column: &str) -> u64 {
        let text = self.text(column);
        u64::from_str_radix(text, 16).unwrap_or_else(|_| fail(self, text))
    }

    /// The number of a cell; none when it is empty.
    pub(crate) fn maybe<T: FromStr>(&self, column: &str) -> Option<T> {
        if self.text(column).is_empty() { None } else { Some(self.number(column)) }
    }

    /// The numbers of a cell.
    pub(crate) fn numbers<T: FromStr>(&self, column: &str) -> Vec<T> {
        let words = self.words(column).into_iter();
        words
            .map(|word| word.parse().unwrap_or_else(|_| panic!("{}: {word:?}", self.place)))
            .collect()
    }

    /// The words of a cell.
    pub(crate) fn words(&self, column: &str) -> Vec<&str> {
        self.text(column).split_whitespace().collect()
    }

    /// The value that a cell names.
    pub(crate) fn named<T: Named>(&self, column: &str) -> T {
        let text = self.text(column);
        T::from_name(text).unwrap_or_else(|| panic!("{}: {column} is {text:?}", self.place))
    }

    /// The rules of the cell `rules`; an empty one is the rules as they are.
    pub(crate) fn rules(&self) -> Rules {
        match self.text("rules") {
            "" => Rules::default(),
            text => Rules::from_json(text.as_bytes())
                .unwrap_or_else(|problems| panic!("{}: {problems}", self.place)),
        }
    }

    /// A cell that holds a fraction, such as `7/36`, or a whole number.
    pub(crate) fn fraction(&self, column: &str) -> f64 {
        let text = self.text(column);
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    }
}

/// Stops at a cell that says nothing sensible.
pub(crate) fn fail(row: &Row, cell: &str) -> ! {
    panic!("{}: {cell:?}", row.place)
}

/// The rows of one file of `tests/golden`.
pub(crate) fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut columns: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        let place = format!("{name}:{}", index + 1);
        if columns.is_empty() {
            columns = cells;
            continue;
        }
        assert_eq!(cells.len(), columns.len(), "{place}: cells under columns");
        rows.push(Row { place, cells: columns.iter().cloned().zip(cells).collect() });
    }
    assert!(!rows.is_empty(), "{name} has no rows");
    rows
}
