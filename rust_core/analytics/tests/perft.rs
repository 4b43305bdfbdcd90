//! The number of ways a combat can go, on the golden rows.

#[path = "../../engine/tests/golden/combats.rs"]
mod combats;
#[path = "../../engine/tests/golden/mod.rs"]
mod golden;

use combats::combat_of;
use fracas_analytics::perft::perft;
use fracas_engine::machine::Machine;
use golden::rows;

#[test]
// rule: C-11 C-12 C-14 C-16 C-19 C-20 C-22 C-28
fn the_paths_of_a_combat_are_as_many() {
    for row in rows("perft.txt") {
        let combat = combat_of(&row);
        let paths = perft(&combat, &combat.start(&mut ()), row.number("depth"));
        assert_eq!(paths, row.number::<u64>("count"), "{}", row.place);
    }
}
