//! Skills: what is read is written and read again as the same skill.

#![no_main]

use fracas_engine::skirmish::profiles::Skill;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(skill) = Skill::parse(text) {
        assert_eq!(skill.to_string(), text);
        assert_eq!(Skill::parse(&skill.to_string()), Some(skill));
    }
});
