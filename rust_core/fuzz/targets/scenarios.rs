//! Scenarios: what loads is saved and loads again as an equal one.

#![no_main]

#[path = "../support/mod.rs"]
mod support;

use fracas_engine::document::{Format, parse, write};
use fracas_engine::errors::Problems;
use fracas_engine::skirmish::battle::scenario::Scenario;
use libfuzzer_sys::fuzz_target;
use support::format_of;

fn load(text: &[u8], format: Format) -> Result<Scenario, Problems> {
    Scenario::from_tree(&parse(text, format)?, &[])
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
