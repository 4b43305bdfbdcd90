//! Rules in JSON: what loads is saved and loads again as equal rules.

#![no_main]

use fracas_engine::document::Format;
use fracas_engine::rules::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    match Rules::from_json(text) {
        Ok(rules) => {
            let saved = rules.to_text(Format::Json).expect("valid rules can be written");
            assert_eq!(Rules::from_json(saved.as_bytes()).as_ref(), Ok(&rules), "{saved}");
        }
        Err(problems) => assert!(!problems.0.is_empty()),
    }
});
