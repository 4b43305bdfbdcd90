//! Whole battles: ten a side, six turns, in open ground; what a node of one takes, and what memory.
//!
//! Three kinds of fighters without any missile weapon face each other 50 cm apart. A digest is made
//! of what every battle came to: the points lost, who survived, how many turns began. The digests are
//! the engine's own; it is smaller battles that the tests hold against the Python reference.

use crate::measure::{Bar, Bench, Contender, mix, readable_time, row};
use fracas_analytics::battle::{BattlePolicy, simulate};
use fracas_engine::dice::{Dice, Seeded};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::battle::army::{Army, Troop};
use fracas_engine::skirmish::battle::{Battle, BattleSetup, BattleState};
use fracas_engine::skirmish::combat::RandomChoices;
use fracas_engine::skirmish::profiles::{Base, Profile, ProfileSetup};
use fracas_engine::skirmish::table::{Placed, Table, TableSetup};
use fracas_geometry::Point;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SEED: u64 = 7;
const TURNS: u8 = 6;
/// Few, for a round takes seconds where a battle takes long.
const ROUNDS: usize = 3;
const GREEDY: u64 = 0x48a6_d7a2_595f_b353;
const RANDOM: u64 = 0x98f0_2155_fc52_a788;
const NODES: u64 = 0x5c54_10de_6387_c286;
const STATES: u64 = 0x8136_b8dc_6655_7937;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        what: "battles of ten a side, greedy against greedy",
        unit: "battles",
        count: 200,
        rounds: ROUNDS,
        work: Contender { run: greedy, digest: GREEDY },
        rival: None,
        bar: Bar::Rate(2_000.0),
    },
    Bench {
        what: "battles of ten a side, random against random",
        unit: "battles",
        count: 400,
        rounds: ROUNDS,
        work: Contender { run: random::<1>, digest: RANDOM },
        rival: None,
        bar: Bar::Rate(5_000.0),
    },
    Bench {
        what: "random battles, two threads; against one",
        unit: "battles",
        count: 400,
        rounds: ROUNDS,
        work: Contender { run: random::<2>, digest: RANDOM },
        rival: Some(Contender { run: random::<1>, digest: RANDOM }),
        bar: Bar::Ratio(1.8),
    },
];

/// The rows that are no rates: the time of a node, which is a median, and memory.
pub(crate) fn rows() -> [String; 2] {
    let battle = battle();
    let nodes = middle_of_games(&battle);
    [node_row(&battle, &nodes), memory_row(&nodes)]
}

fn profile(name: &str, attack: u8) -> Arc<Profile> {
    let setup = ProfileSetup {
        name: name.to_owned(),
        value: 20,
        attack,
        strength: 8,
        base: Base::Round { diameter: 2.5 },
        ..ProfileSetup::default()
    };
    match Profile::new(&setup) {
        Ok(profile) => Arc::new(profile),
        Err(problems) => unreachable!("{problems}"),
    }
}

fn army(name: &str) -> Army {
    let troop =
        |(kind, attack, count)| Troop { profile: profile(kind, attack), count, people: None };
    Army {
        name: name.to_owned(),
        people: name.to_owned(),
        path: "light".to_owned(),
        troops: [("levy", 3, 3), ("warrior", 4, 3), ("veteran", 5, 4)].map(troop).to_vec(),
    }
}

fn battle() -> Battle {
    let rules = Arc::new(Rules::default());
    let armies = ["red", "blue"].map(army);
    let mut fighters = Vec::new();
    for (side, (y, facing)) in [(20.0, 90.0), (70.0, 270.0)].into_iter().enumerate() {
        for (place, troop) in armies[side].fighters().enumerate() {
            let position = Point::new(20.0 + 8.0 * place as f64, y);
            let profile = Arc::clone(&armies[side].troops[troop].profile);
            fighters.push(Placed::new(profile, side as u8, position, facing));
        }
    }
    let table = Table::new(&TableSetup { fighters, ..TableSetup::default() }, Arc::clone(&rules));
    let battle =
        table.and_then(|table| Battle::new(&BattleSetup { armies, table, turns: TURNS }, rules));
    match battle {
        Ok(battle) => battle,
        Err(problems) => unreachable!("{problems}"),
    }
}

fn fought(policy: BattlePolicy, games: u64, threads: usize) -> u64 {
    let sample = simulate(&battle(), [policy; 2], (SEED, games, 0), threads, &mut |_| true);
    assert!(!sample.interrupted);
    sample.outcomes.iter().fold(0, |digest, outcome| {
        let [red, blue] = outcome.lost.map(u64::from);
        let digest = mix(mix(digest, red << 32 | blue), u64::from(outcome.turns));
        mix(digest, outcome.survivors)
    })
}

fn greedy(games: u64) -> u64 {
    fought(BattlePolicy::Greedy, games, 1)
}

fn random<const THREADS: usize>(games: u64) -> u64 {
    fought(BattlePolicy::Random, games, THREADS)
}

/// A state and what it is answered with: a choice or the face of a die.
type Answered = (BattleState, u8);

/// All nodes of some random games from their third turn on, with what came next.
fn middle_of_games(battle: &Battle) -> Vec<Answered> {
    let mut nodes = Vec::new();
    for game in 0..4 {
        let (mut player, mut dice) = (RandomChoices::new(SEED, game), Seeded::new(SEED, game));
        let mut state = battle.start(&mut ());
        loop {
            let answer = match battle.node(&state) {
                Node::Over => break,
                Node::Decision(_) => player.choose(battle.choices(&state)),
                Node::Chance(roll) => {
                    let Ok(face) = dice.roll(roll);
                    face
                }
            };
            if state.turn() > TURNS / 3 {
                nodes.push((state.clone(), answer));
            }
            answer_node(battle, &mut state, answer);
        }
    }
    nodes
}

fn answer_node(battle: &Battle, state: &mut BattleState, answer: u8) {
    if battle.choices(state).is_empty() {
        battle.roll_unchecked(state, answer, &mut ());
    } else {
        battle.apply_unchecked(state, answer, &mut ());
    }
}

/// The median time to get to a decision from the node before: copy the state, answer, list the
/// choices. Nodes that lead to a die or to the end are counted and not timed: they list nothing.
fn node_row(battle: &Battle, nodes: &[Answered]) -> String {
    let mut digest = nodes.len() as u64;
    let mut times: Vec<Duration> = Vec::new();
    for (state, answer) in nodes {
        let rounds = (0..3).map(|_| {
            let start = Instant::now();
            let mut next = black_box(state).clone();
            answer_node(battle, &mut next, *answer);
            let open = black_box(battle.choices(&next).len());
            (start.elapsed(), open)
        });
        let (time, open) = rounds.min().unwrap_or_default();
        digest = mix(digest, u64::from(open));
        if open > 0 {
            times.push(time);
        }
    }
    times.sort_unstable();
    let median = times[times.len() / 2].as_secs_f64();
    assert_eq!(digest, NODES, "not {digest:#x}: the work has changed");
    let bar = Bar::Time(20e-6).verdict(median, None, "nodes");
    let what = "the choices of a decision amid a battle, with the way there; the median";
    row(what, &readable_time(median), None, &bar, digest)
}

/// What a state takes, on the stack and on the heap: many copies are held at once and the process is
/// asked how much it has grown.
fn memory_row(nodes: &[Answered]) -> String {
    const COPIES: usize = 5_000;
    const MOST: usize = 64 * 1024;
    let before = resident();
    let copies: Vec<BattleState> =
        (0..COPIES).map(|copy| nodes[copy % nodes.len()].0.clone()).collect();
    let grown = resident().zip(before).map(|(after, before)| after.saturating_sub(before) / COPIES);
    let turns = copies.iter().fold(0, |digest, state| mix(digest, u64::from(state.turn())));
    assert_eq!(turns, STATES, "not {turns:#x}: the work has changed");
    // Where the system does not say, what is on the stack is all that is known.
    let bytes = grown.unwrap_or(0).max(size_of::<BattleState>());
    let verdict = if bytes <= MOST { "✓" } else { "MISSED" };
    let figure = format!("{:.1} KB", bytes as f64 / 1024.0);
    row("memory of a running battle", &figure, None, &format!("≤ 64 KB {verdict}"), turns)
}

/// The bytes of memory that the process has, where the system says so.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}
