//! Melees and separations: the generator against the validator.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its board has failed")]

use fracas_engine::skirmish::melee::{Bits, Board, Fault, Given, Graph, Melee, Separations};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Stars = Vec<Vec<usize>>;

fn board(camps: &[u8], contacts: &[[u16; 2]]) -> Board {
    Board::new("", camps, contacts).unwrap()
}

/// A melee whose contacts are the bits of a number, side 0 first.
fn small(sizes: [usize; 2], bits: u64) -> Vec<Melee> {
    let mut contacts = Vec::new();
    for one in 0..sizes[0] {
        for other in 0..sizes[1] {
            if bits >> (one * sizes[1] + other) & 1 == 1 {
                contacts.push([one as u16, (sizes[0] + other) as u16]);
            }
        }
    }
    let camps: Vec<u8> = (0..sizes[0] + sizes[1]).map(|f| u8::from(f >= sizes[0])).collect();
    let board = board(&camps, &contacts);
    (0..board.melees()).map(|melee| board.melee(melee).unwrap()).collect()
}

/// Every separation in the order the generator gives them, by places in the melee.
fn enumerated<const W: usize>(melee: &Melee) -> Vec<Stars> {
    let mut walk: Separations<W> = Separations::new(Graph::new(melee).unwrap());
    let mut found = Vec::new();
    while let Some(stars) = walk.advance() {
        found.push(stars.iter().map(|star| star.into_iter().collect()).collect());
    }
    found
}

/// Every partition of the melee that the validator passes, found by trying them all, sorted.
fn validated(melee: &Melee) -> Vec<Stars> {
    fn partitions(next: usize, count: usize, parts: &mut Stars, found: &mut Vec<Stars>) {
        if next == count {
            found.push(parts.clone());
            return;
        }
        for place in 0..parts.len() {
            parts[place].push(next);
            partitions(next + 1, count, parts, found);
            parts[place].pop();
        }
        parts.push(vec![next]);
        partitions(next + 1, count, parts, found);
        parts.pop();
    }
    let mut found = Vec::new();
    partitions(0, melee.fighters().len(), &mut Vec::new(), &mut found);
    found.retain(|stars| melee.faults(&given(melee, stars)).is_empty());
    found.sort();
    found
}

fn given(melee: &Melee, stars: &Stars) -> Vec<Given> {
    let number = |&place: &usize| i64::from(melee.fighters()[place]);
    stars
        .iter()
        .map(|star| Given { members: star.iter().map(number).collect(), lone: None })
        .collect()
}

#[test]
// rule: C-4 C-5
fn the_generator_gives_what_the_validator_passes_in_canonical_order() {
    for bits in 0..1 << 9 {
        for melee in small([3, 3], bits) {
            assert_eq!(enumerated::<1>(&melee), validated(&melee), "{bits:b}");
        }
    }
}

#[test]
// rule: C-4 C-5
fn every_melee_has_a_separation() {
    for bits in (0..1 << 16).step_by(7) {
        for melee in small([4, 4], bits) {
            let mut walk: Separations<1> = Separations::new(Graph::new(&melee).unwrap());
            assert!(walk.advance().is_some(), "{bits:b}");
        }
    }
}

#[test]
// rule: C-4 C-5
fn complete_melees_have_as_many_separations_as_counted_by_hand() {
    for (size, count) in [(1, 1), (2, 2), (3, 15), (4, 184), (5, 2945)] {
        let melee = small([size, size], u64::MAX).remove(0);
        assert_eq!(enumerated::<1>(&melee).len(), count);
    }
}

#[test]
// rule: C-3
fn five_in_a_row_are_one_melee() {
    let board = board(&[0, 1, 0, 1, 0], &[[0, 1], [1, 2], [2, 3], [3, 4]]);
    assert_eq!(board.labels(), [0, 0, 0, 0, 0]);
    assert_eq!(board.melees(), 1);
}

#[test]
// rule: C-3
fn friends_in_contact_link_nothing() {
    // A a B b D | E e T | U, where D and E, T and U are friends.
    let camps = [0, 1, 0, 1, 0, 0, 1, 0, 0];
    let pairs: Vec<[u16; 2]> = (0..8).map(|place| [place, place + 1]).collect();
    let board = board(&camps, &pairs);
    assert_eq!(board.labels(), [0, 0, 0, 0, 0, 1, 1, 1, -1]);
}

#[test]
// rule: C-6
fn a_lone_fighter_on_a_side_makes_it_one_combat() {
    assert!(small([1, 3], 7)[0].is_one_combat());
    assert!(small([3, 1], 7)[0].is_one_combat());
    assert!(!small([2, 2], 15)[0].is_one_combat());
}

#[test]
// rule: C-4 C-5
fn the_validator_tells_every_reason() {
    let melee = &small([2, 2], 0b0111)[0];
    let star = |members: &[i64]| Given { members: members.to_vec(), lone: None };
    let faults = melee.faults(&[star(&[1, 3]), star(&[0, 1]), star(&[9, 0]), star(&[])]);
    assert_eq!(
        faults,
        [
            Fault::NoContact { combat: 0, pair: [1, 3] },
            Fault::NoEnemy { combat: 1, members: vec![0, 1] },
            Fault::Stranger { combat: 2, fighter: 9 },
            Fault::NoEnemy { combat: 3, members: vec![] },
            Fault::Twice { fighter: 0, combats: vec![1, 2] },
            Fault::Twice { fighter: 1, combats: vec![0, 1] },
            Fault::Missing { fighter: 2 },
        ]
    );
    let all = melee.faults(&[star(&[0, 1, 2, 3])]);
    assert_eq!(all, [Fault::SeveralOnBothSides { combat: 0, sides: [vec![0, 1], vec![2, 3]] }]);
    let lone = Given { members: vec![0, 2, 1], lone: Some(0) };
    assert_eq!(melee.faults(&[lone, star(&[3])])[..1], [Fault::NotAlone { combat: 0, lone: 0 }]);
}

#[test]
// rule: C-3
fn what_is_wrong_with_a_board_comes_at_once() {
    let problems = Board::new("", &[0_i64, 2, 1], &[[0_i32, 0], [1, 3], [-1, 0], [0, 2]]);
    let problems = problems.unwrap_err().0;
    let found: Vec<_> =
        problems.iter().map(|one| (one.field.as_str(), one.value.as_str())).collect();
    assert_eq!(
        found,
        [
            ("camps[1]", "2"),
            ("contacts[0]", "(0, 0)"),
            ("contacts[1]", "(1, 3)"),
            ("contacts[2]", "(-1, 0)"),
        ]
    );
    let many = Board::new("", &[0_u8], &[[0_u8, 1]; 30]).unwrap_err();
    assert_eq!(many.0.len(), 21);
    assert_eq!(many.0[20].value, "and 10 more");
}

#[test]
// rule: C-3
fn neighbour_lists_may_hold_a_contact_once_or_twice() {
    let camps = [0_u8, 1, 0];
    let once = Board::from_lists(&camps, &[0_i64, 1, 2, 2], &[1_u32, 2]).unwrap();
    let twice = Board::from_lists(&camps, &[0_i64, 1, 3, 4], &[1_u32, 0, 2, 1]).unwrap();
    assert_eq!(once.melee(0), twice.melee(0));
    let wrong = Board::from_lists(&camps, &[0_i64, 1, 2, 2], &[1_u32, 1]).unwrap_err();
    assert_eq!(wrong.0[0].field, "csr.indices[1]");
    assert!(Board::from_lists(&camps, &[0_i64, 2, 1, 2], &[1_u32, 2]).is_err());
    assert!(Board::from_lists(&camps, &[0_i64, 2], &[1_u32, 2]).is_err());
}

/// The melees by joining contacts until nothing changes.
fn joined(camps: &[u8], contacts: &[[u16; 2]]) -> Vec<i32> {
    let mut groups: Vec<BTreeSet<u16>> = Vec::new();
    for &[one, other] in contacts {
        if camps[usize::from(one)] == camps[usize::from(other)] {
            continue;
        }
        let touches = |group: &BTreeSet<u16>| group.contains(&one) || group.contains(&other);
        let (near, mut far): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        far.push(near.into_iter().flatten().chain([one, other]).collect());
        groups = far;
    }
    groups.sort_by_key(|group| group.first().copied());
    let mut labels = vec![-1; camps.len()];
    for (label, group) in groups.iter().enumerate() {
        for &fighter in group {
            labels[usize::from(fighter)] = label as i32;
        }
    }
    labels
}

fn any_board(most: usize) -> impl Strategy<Value = (Vec<u8>, Vec<[u16; 2]>)> {
    prop::collection::vec(0_u8..2, 2..most).prop_flat_map(|camps| {
        let count = camps.len() as u16;
        let pair = (0..count, 1..count).prop_map(move |(one, step)| [one, (one + step) % count]);
        let contacts = prop::collection::vec(pair, 0..camps.len() * 3 / 2);
        (Just(camps), contacts)
    })
}

proptest! {
    #[test]
    // rule: C-3
    fn melees_are_what_contacts_of_enemies_link((camps, contacts) in any_board(150)) {
        let board = board(&camps, &contacts);
        prop_assert_eq!(board.labels(), joined(&camps, &contacts));
    }

    #[test]
    // rule: C-3 C-5
    fn a_melee_holds_the_contacts_of_its_fighters((camps, contacts) in any_board(40)) {
        let board = board(&camps, &contacts);
        let mut pairs = BTreeSet::new();
        for number in 0..board.melees() {
            let melee = board.melee(number).unwrap();
            for pair in melee.contacts() {
                prop_assert_eq!(pair.map(|one| camps[one as usize]), [0, 1]);
                prop_assert_eq!(pair.map(|one| board.labels()[one as usize]), [number as i32; 2]);
                prop_assert!(pairs.insert(*pair));
            }
        }
        let enemies: BTreeSet<_> = contacts
            .iter()
            .filter(|pair| camps[usize::from(pair[0])] != camps[usize::from(pair[1])])
            .map(|&[one, other]| {
                let turned = camps[usize::from(one)] == 1;
                if turned { [u32::from(other), u32::from(one)] } else { [one.into(), other.into()] }
            })
            .collect();
        prop_assert_eq!(pairs, enemies);
    }

    #[test]
    // rule: C-4 C-5
    fn the_generator_and_the_validator_agree_whatever_the_numbers(
        (camps, contacts) in any_board(9)
    ) {
        let board = board(&camps, &contacts);
        for number in 0..board.melees() {
            let melee = board.melee(number).unwrap();
            let found = enumerated::<1>(&melee);
            prop_assert_eq!(&found, &validated(&melee));
            prop_assert_eq!(&found, &enumerated::<4>(&melee));
        }
    }

    #[test]
    // rule: C-4 C-5
    fn the_stars_of_a_fighter_are_those_that_can_be_taken_out((camps, contacts) in any_board(9)) {
        let board = board(&camps, &contacts);
        for number in 0..board.melees() {
            let melee = board.melee(number).unwrap();
            let graph: Graph<1> = Graph::new(&melee).unwrap();
            let all = graph.all();
            let mut around = Vec::new();
            graph.all_stars(|star| { around.push(star); true });
            prop_assert_eq!(around.len() as u64, graph.star_count());
            for fighter in all {
                let mut found: Vec<Bits<1>> = Vec::new();
                graph.stars_of(fighter, all, &mut |star| found.push(star));
                found.sort();
                let can_be_taken =
                    |star: &Bits<1>| star.has(fighter) && graph.is_completable(all.minus(*star));
                let mut wanted: Vec<_> = around.iter().copied().filter(can_be_taken).collect();
                wanted.sort();
                prop_assert_eq!(found, wanted);
            }
        }
    }
}
