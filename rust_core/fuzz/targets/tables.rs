//! Tables: what loads is saved and loads again as an equal one.

#![no_main]

#[path = "../support/mod.rs"]
mod support;

use fracas_engine::document::{Format, parse, write};
use fracas_engine::errors::Problems;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::table::Table;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use support::{format_of, library};

fn load(text: &[u8], format: Format) -> Result<Table, Problems> {
    let lookup = |name: &str| library().iter().find(|profile| profile.name == name).cloned();
    Table::from_tree(&parse(text, format)?, Arc::new(Rules::default()), &lookup)
}

fuzz_target!(|text: &[u8]| {
    let format = format_of(text);
    match load(text, format) {
        Ok(loaded) => {
            let saved = write(&loaded.to_tree(), format).expect("what is valid can be written");
            assert_eq!(load(saved.as_bytes(), format).as_ref(), Ok(&loaded), "{saved}");
        }
        Err(problems) => assert!(!problems.0.is_empty()),
    }
});
