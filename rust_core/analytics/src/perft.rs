//! Counting the paths of a machine: a number that two implementations must agree on.

use fracas_engine::machine::{Machine, Node};

/// The number of different paths of exactly `depth` steps from a state, a step being a choice at a
/// decision or a face of a die. Paths that end earlier do not count.
pub fn perft<M: Machine>(machine: &M, state: &M::State, depth: u32) -> u64 {
    let branches: u64 = match machine.node(state) {
        Node::Over => 0,
        Node::Chance(_) => 6,
        Node::Decision(_) => u64::from(machine.choices(state).len()),
    };
    match depth {
        0 => 1,
        1 => branches,
        _ => (0..branches)
            .map(|branch| perft(machine, &next(machine, state, branch), depth - 1))
            .sum(),
    }
}

/// The state after the branch of that number.
fn next<M: Machine>(machine: &M, state: &M::State, branch: u64) -> M::State {
    let mut after = state.clone();
    if matches!(machine.node(state), Node::Chance(_)) {
        machine.roll_unchecked(&mut after, branch as u8 + 1, &mut ());
    } else if let Some(choice) = machine.choices(state).into_iter().nth(branch as usize) {
        machine.apply_unchecked(&mut after, choice, &mut ());
    }
    after
}
