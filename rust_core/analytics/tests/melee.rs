//! Readers of melees: counts, numbers and the best separations, against enumeration.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its board has failed")]

use fracas_analytics::melee::{
    Batch, Method, NoBest, NotCounted, Ranker, Rated, best, count, find_batch, greedy, sample_rank,
};
use fracas_engine::skirmish::melee::{
    Bits, Board, Given, Graph, Melee, Separation, Separations, Star, find_melees,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::convert::Infallible;

fn going() -> bool {
    true
}

fn melees(camps: &[u8], contacts: &[[u16; 2]]) -> Vec<Melee> {
    let board = Board::new("", camps, contacts).unwrap();
    (0..board.melees()).map(|melee| board.melee(melee).unwrap()).collect()
}

/// Everybody touches every enemy.
fn complete(sizes: [u16; 2]) -> Melee {
    let camps: Vec<u8> = (0..sizes[0] + sizes[1]).map(|f| u8::from(f >= sizes[0])).collect();
    let contacts: Vec<_> = (0..sizes[0])
        .flat_map(|one| (0..sizes[1]).map(move |other| [one, sizes[0] + other]))
        .collect();
    melees(&camps, &contacts).remove(0)
}

fn chain(length: u16) -> Melee {
    let camps: Vec<u8> = (0..length).map(|fighter| (fighter % 2) as u8).collect();
    let contacts: Vec<_> = (1..length).map(|fighter| [fighter - 1, fighter]).collect();
    melees(&camps, &contacts).remove(0)
}

fn enumerated(melee: &Melee) -> Vec<Vec<Bits<1>>> {
    let mut walk: Separations<1> = Separations::new(Graph::new(melee).unwrap());
    let mut found = Vec::new();
    while let Some(stars) = walk.advance() {
        found.push(stars.to_vec());
    }
    found
}

#[test]
// rule: C-4 C-5
fn complete_melees_are_counted_as_by_hand() {
    for (size, expected) in [(1, 1_u32), (2, 2), (3, 15), (4, 184), (5, 2945)] {
        assert_eq!(count(&complete([size, size]), &going).unwrap(), expected.into());
    }
}

#[test]
// rule: C-4 C-5
fn a_chain_is_cut_into_twos_and_threes() {
    // A row of n is cut behind its second or its third fighter, and so on.
    let mut rows = vec![1_u128, 0, 1];
    for length in 3..=200 {
        rows.push(rows[length - 2] + rows[length - 3]);
    }
    for length in [2, 3, 10, 57, 200] {
        let ways = BigUint::from(rows[usize::from(length)]);
        assert_eq!(count(&chain(length), &going).unwrap(), ways);
    }
}

#[test]
// rule: C-4 C-5
fn a_count_may_be_larger_than_any_machine_word() {
    let long = chain(1000);
    let ways = count(&long, &going).unwrap();
    assert!(ways.bits() > 128);
    let mut ranker: Ranker<16> = Ranker::new(Graph::new(&long).unwrap());
    let last = &ways - 1_u8;
    let stars = ranker.unrank(&last, &going).unwrap().unwrap();
    assert_eq!(ranker.rank(&stars, &going).unwrap(), last);
    assert_eq!(ranker.unrank(&ways, &going).unwrap(), None);
}

#[test]
fn what_is_too_wide_is_refused_and_what_takes_long_can_be_stopped() {
    assert_eq!(count(&complete([14, 14]), &going), Err(NotCounted::TooWide(14)));
    assert_eq!(count(&complete([13, 13]), &|| false), Err(NotCounted::Interrupted));
}

#[test]
// rule: C-6
fn samples_of_a_seed_are_uniform() {
    let melee = complete([3, 3]);
    let mut drawn = [0_u32; 15];
    for index in 0..15_000 {
        let rank = sample_rank(&count(&melee, &going).unwrap(), 7, index);
        drawn[usize::try_from(&rank).unwrap()] += 1;
    }
    // Chi-square with 14 degrees of freedom: 36.1 is exceeded once in a thousand seeds.
    let square: f64 = drawn.iter().map(|&one| (f64::from(one) - 1000.0).powi(2) / 1000.0).sum();
    assert!(square < 36.1, "{square}");
}

/// A value that depends on every member, the same for every width.
fn value(star: &Star) -> f64 {
    let sum = star.members().iter().fold(u64::from(star.lone), |sum, &one| {
        (sum ^ u64::from(one)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31)
    });
    f64::from((sum % 41) as u8) - 20.0
}

fn rated(melee: &Melee) -> Vec<(f64, Separation)> {
    let graph: Graph<1> = Graph::new(melee).unwrap();
    let separation = |stars: &Vec<Bits<1>>| stars.iter().map(|&star| graph.star(star)).collect();
    let all: Vec<Separation> = enumerated(melee).iter().map(separation).collect();
    let mut rated: Vec<_> =
        all.into_iter().map(|stars| (stars.iter().map(value).sum::<f64>(), stars)).collect();
    // A sort keeps equal ones in canonical order.
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    rated
}

fn best_ones(melee: &Melee, most: usize) -> Vec<(f64, Separation)> {
    let graph: Graph<4> = Graph::new(melee).unwrap();
    let mut worth = |star: &Star| Ok::<_, Infallible>(value(star));
    let ranking = best(&graph, most, &mut worth, &going).unwrap();
    assert_eq!(ranking.method, Method::Exact);
    ranking.rated.into_iter().map(|rated| (rated.value, rated.separation)).collect()
}

fn is_legal(melee: &Melee, rated: &Rated) -> bool {
    let given = |star: &Star| Given {
        members: star.members().into_iter().map(i64::from).collect(),
        lone: Some(star.lone.into()),
    };
    melee.faults(&rated.separation.iter().map(given).collect::<Vec<_>>()).is_empty()
}

#[test]
// rule: C-6
fn branch_and_bound_finds_what_dynamic_programming_finds() {
    // Two halves of a melee that is too big to keep, and the same halves alone.
    let melee = complete([10, 10]);
    let graph: Graph<1> = Graph::new(&melee).unwrap();
    // One against one is best by far: then the best is the best matching.
    let mut worth = |star: &Star| {
        let pair = star.enemies.len() == 1 && star.enemies[0] == star.lone + 10;
        Ok::<_, Infallible>(if pair { 5.0 } else { -(star.enemies.len() as f64) })
    };
    let ranking = best(&graph, 2, &mut worth, &going).unwrap();
    assert_eq!(ranking.method, Method::BranchAndBound);
    assert!((ranking.rated[0].value - 50.0).abs() < 1e-9);
    assert!(ranking.rated.iter().all(|rated| is_legal(&melee, rated)));
    let stopped = best(&graph, 1, &mut worth, &|| false);
    assert_eq!(stopped, Err(NoBest::Interrupted));
}

fn any_board(most: usize) -> impl Strategy<Value = (Vec<u8>, Vec<[u16; 2]>)> {
    prop::collection::vec(0_u8..2, 2..most).prop_flat_map(|camps| {
        let count = camps.len() as u16;
        let pair = (0..count, 1..count).prop_map(move |(one, step)| [one, (one + step) % count]);
        let contacts = prop::collection::vec(pair, 0..camps.len() * 2);
        (Just(camps), contacts)
    })
}

proptest! {
    #[test]
    // rule: C-4 C-5
    fn a_count_is_the_number_of_separations((camps, contacts) in any_board(12)) {
        for melee in melees(&camps, &contacts) {
            let all = enumerated(&melee);
            prop_assert!(!all.is_empty());
            prop_assert_eq!(count(&melee, &going).unwrap(), all.len().into());
        }
    }

    #[test]
    // rule: C-4 C-5
    fn a_separation_is_found_by_its_number((camps, contacts) in any_board(11)) {
        for melee in melees(&camps, &contacts) {
            let mut ranker: Ranker<1> = Ranker::new(Graph::new(&melee).unwrap());
            for (rank, stars) in enumerated(&melee).iter().enumerate() {
                let rank = BigUint::from(rank);
                prop_assert_eq!(&ranker.rank(stars, &going).unwrap(), &rank);
                let found = ranker.unrank(&rank, &going).unwrap();
                prop_assert_eq!(found.as_ref(), Some(stars));
            }
        }
    }

    #[test]
    // rule: C-6
    fn the_best_are_the_first_of_all((camps, contacts) in any_board(12), most in 1_usize..6) {
        for melee in melees(&camps, &contacts) {
            let mut all = rated(&melee);
            all.truncate(most);
            prop_assert_eq!(best_ones(&melee, most), all);
        }
    }

    #[test]
    // rule: C-4 C-5
    fn the_greedy_separation_is_legal((camps, contacts) in any_board(20)) {
        for melee in melees(&camps, &contacts) {
            let graph: Graph<1> = Graph::new(&melee).unwrap();
            let mut worth = |star: &Star| Ok::<_, Infallible>(value(star));
            let rated = greedy(&graph, &mut worth, &going).unwrap();
            prop_assert!(is_legal(&melee, &rated));
            prop_assert!(rated.value <= best_ones(&melee, 1)[0].0);
        }
    }

    #[test]
    // rule: C-3
    fn a_batch_is_its_boards(boards in prop::collection::vec(any_board(90), 0..30)) {
        let mut flat = (Vec::new(), Vec::new(), vec![0_i64], vec![0_i64]);
        let (mut labels, mut counts) = (Vec::new(), Vec::new());
        for (camps, contacts) in &boards {
            flat.0.extend(camps);
            flat.1.extend(contacts);
            flat.2.push(flat.0.len() as i64);
            flat.3.push(flat.1.len() as i64);
            let (own, melees) = find_melees(camps, contacts).unwrap();
            labels.extend(own);
            counts.push(melees as i32);
        }
        let batch = Batch {
            camps: &flat.0,
            contacts: &flat.1,
            fighter_offsets: &flat.2,
            contact_offsets: &flat.3,
        };
        for threads in [1, 2] {
            let found = find_batch(&batch, threads, &going).unwrap().unwrap();
            prop_assert_eq!(&found, &(labels.clone(), counts.clone()));
        }
    }
}
