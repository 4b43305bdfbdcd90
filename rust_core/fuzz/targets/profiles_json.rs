//! Profiles in JSON: what loads is saved and loads again as equal profiles.

#![no_main]

use fracas_engine::document::{Format, Tree, parse, write};
use fracas_engine::errors::Problems;
use fracas_engine::skirmish::profiles::Profile;
use libfuzzer_sys::fuzz_target;

fn load(text: &[u8]) -> Result<Vec<Profile>, Problems> {
    Profile::list_from_tree(&parse(text, Format::Json)?)
}

fuzz_target!(|text: &[u8]| {
    match load(text) {
        Ok(profiles) => {
            let list = profiles.iter().map(|profile| profile.to_tree()).collect();
            let tree = Tree::table([("profiles", Tree::List(list))]);
            let saved = write(&tree, Format::Json).expect("valid profiles can be written");
            assert_eq!(load(saved.as_bytes()).as_ref(), Ok(&profiles), "{saved}");
        }
        Err(problems) => assert!(!problems.0.is_empty()),
    }
});
