//! Battles whose choices and dice are bytes: they end, no base ever overlaps another, and every
//! decision has two choices or more.

#![no_main]

#[path = "../support/mod.rs"]
mod support;

use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::battle::army::{Army, Troop};
use fracas_engine::skirmish::battle::{Battle, BattleSetup, BattleState};
use fracas_engine::skirmish::table::{Placed, Table, TableSetup};
use fracas_geometry::{Point, Relation};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use support::library;

const MOST_NODES: usize = 20_000;

/// Bytes, and when they run out a plain sequence that goes on from the last one.
struct Answers<'a> {
    bytes: &'a [u8],
    last: u64,
}

impl Answers<'_> {
    fn below(&mut self, count: u32) -> u8 {
        let byte = if let Some((&first, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            self.last = self.last << 8 ^ u64::from(first);
            u64::from(first)
        } else {
            self.last = self.last.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            self.last >> 56
        };
        (byte % u64::from(count)) as u8
    }
}

/// Some of the library a side, in two rows that are near each other.
fn battle(answers: &mut Answers<'_>) -> Option<Battle> {
    let rules = Arc::new(Rules::default());
    let troops = library().len() as u32;
    let armies = ["red", "blue"].map(|name| {
        let count = 1 + answers.below(5);
        let troop = |_| {
            let profile = Arc::clone(&library()[usize::from(answers.below(troops))]);
            Troop { profile, count: 1, people: None }
        };
        Army {
            name: name.to_owned(),
            people: name.to_owned(),
            path: "light".to_owned(),
            troops: (0..count).map(troop).collect(),
        }
    });
    let gap = 10.0 + f64::from(answers.below(30));
    let mut fighters = Vec::new();
    for (side, (y, facing)) in [(20.0, 90.0), (20.0 + gap, 270.0)].into_iter().enumerate() {
        for (place, troop) in armies[side].fighters().enumerate() {
            let profile = Arc::clone(&armies[side].troops[troop].profile);
            let position = Point::new(20.0 + 8.0 * place as f64, y);
            fighters.push(Placed::new(profile, side as u8, position, facing));
        }
    }
    let setup = TableSetup { fighters, ..TableSetup::default() };
    let table = Table::new(&setup, Arc::clone(&rules)).ok()?;
    let turns = 1 + answers.below(4);
    Battle::new(&BattleSetup { armies, table, turns }, rules).ok()
}

fn assert_nothing_overlaps(state: &BattleState) {
    let table = state.table();
    let standing: Vec<usize> = table.standing().collect();
    for (place, &one) in standing.iter().enumerate() {
        for &other in &standing[place + 1..] {
            let relation = table.relation(&table.body(one), &table.body(other));
            assert_ne!(relation, Relation::Overlapping, "{one} and {other}");
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut answers = Answers { bytes, last: 1 };
    let Some(battle) = battle(&mut answers) else { return };
    let mut state = battle.start(&mut ());
    for _ in 0..MOST_NODES {
        match battle.node(&state) {
            Node::Over => return,
            Node::Chance(_) => {
                let face = 1 + answers.below(6);
                battle.roll(&mut state, face, &mut ()).expect("a die is asked for");
            }
            Node::Decision(_) => {
                let choices = battle.choices(&state);
                assert!(choices.len() >= 2);
                let place = answers.below(choices.len());
                let choice = choices.into_iter().nth(usize::from(place)).expect("it is among them");
                battle.apply(&mut state, choice, &mut ()).expect("it is open");
            }
        }
        assert_nothing_overlaps(&state);
    }
    panic!("no end after {MOST_NODES} nodes");
});
