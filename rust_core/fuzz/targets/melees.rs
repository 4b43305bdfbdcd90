//! Boards of fighters and contacts: what loads is saved and loads again as the same document.

#![no_main]

#[path = "../support/mod.rs"]
mod support;

use fracas_engine::document::{Format, parse, write};
use fracas_engine::errors::Problems;
use fracas_engine::skirmish::melee::BoardSetup;
use libfuzzer_sys::fuzz_target;
use support::{format_of, library};

fn load(text: &[u8], format: Format) -> Result<BoardSetup, Problems> {
    BoardSetup::from_tree(&parse(text, format)?, library())
}

fuzz_target!(|text: &[u8]| {
    let format = format_of(text);
    match load(text, format) {
        Ok(loaded) => {
            let tree = loaded.to_tree(library());
            let saved = write(&tree, format).expect("what is valid can be written");
            let again = load(saved.as_bytes(), format).map(|again| again.to_tree(library()));
            assert_eq!(again, Ok(tree), "{saved}");
        }
        Err(problems) => assert!(!problems.0.is_empty()),
    }
});
