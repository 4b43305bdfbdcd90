//! Combats on the golden files.

#[path = "golden/combats.rs"]
mod combats;
mod golden;

use combats::{combats, run};

#[test]
// rule: C-11 C-12 C-16 C-17 C-18 C-19 C-20 C-21 C-22 C-23 C-24 C-25 C-26 C-27 C-28
fn the_worked_combat_goes_as_it_is_told() {
    for script in combats("worked_combat.txt") {
        assert!(script.is_whole);
        assert_eq!(run(&script), script.log, "{}", script.place);
    }
}

#[test]
// rule: C-11 C-12 C-13 C-14 C-15 C-16 C-17 C-18 C-19 C-20 C-21 C-22 C-23 C-24 C-25 C-26 C-27 C-28
// rule: C-29 C-38 C-39 C-40 M-17
fn a_small_combat_goes_as_the_clause_says() {
    for script in combats("combats.txt") {
        let mut lines = run(&script);
        if !script.is_whole {
            lines.truncate(script.log.len());
        }
        assert_eq!(lines, script.log, "{}", script.place);
    }
}
