//! The shortcuts that battles take say what the plain rules say.

use super::assaults::{Assault, is_too_far, measure, prospect, reaches};
use super::conditions::{may_assault_each, why_not};
use super::destinations::{Destination, go_within, try_to_go};
use super::{Action, Reason, distance, pivots};
use crate::dice::{Dice, Roll, Seeded};
use crate::rules::Rules;
use crate::skirmish::measuring::{NoWay, Terrain};
use crate::skirmish::profiles::{Base, Profile, ProfileSetup};
use crate::skirmish::sight::{Lookout, is_seen, sees};
use crate::skirmish::table::{Placed, Table, TableSetup};
use fracas_geometry::{Goal, Point};
use std::sync::Arc;

/// A crowded table at random; none when two bases would overlap.
fn table(game: u64) -> Option<Table> {
    let mut dice = Seeded::new(23, game);
    let mut number = move |most: f64| {
        let mut share = 0.0;
        for _ in 0..6 {
            let Ok(face) = dice.roll(Roll::Check);
            share = (share + f64::from(face - 1)) / 6.0;
        }
        share * most
    };
    let bases = [Base::Round { diameter: 2.5 }, Base::Rectangle { width: 2.5, depth: 5.0 }];
    let fighters = (0..8).map(|place: u8| {
        let base = bases[usize::from(number(2.0) >= 1.0)];
        let setup = ProfileSetup { name: "one".to_owned(), base, ..ProfileSetup::default() };
        let profile = Arc::new(Profile::new(&setup).ok()?);
        let position = Point::new(4.0 + number(22.0), 4.0 + number(22.0));
        Some(Placed::new(profile, place % 2, position, number(360.0)))
    });
    let fighters = fighters.collect::<Option<Vec<_>>>()?;
    let setup = TableSetup { fighters, width: 30.0, depth: 30.0, ..TableSetup::default() };
    Table::new(&setup, Arc::new(Rules::default())).ok()
}

#[test]
// rule: M-2 M-3 M-4 M-10
fn ways_that_are_found_at_a_glance_are_the_shortest() {
    let (mut straight, mut bent) = (0, 0);
    for table in (0..6_000).filter_map(table).take(80) {
        for fighter in 0..table.count() {
            for other in (0..table.count()).filter(|&other| other != fighter) {
                // Everything is surveyed first, or nothing.
                let (quick, full) = (Terrain::of(&table, fighter), Terrain::of(&table, fighter));
                let (scene, start) = (full.scene(), full.start());
                let place = other - usize::from(other > fighter);
                let plain = scene.path(start, Goal::Rim(place));
                let found = quick.to_rim(other).map(|way| way.path);
                let expected = plain.path().map(|path| (path.length, path.end));
                let told = found.as_ref().ok().map(|path| (path.length, path.end));
                assert_eq!(told, expected, "{fighter} to {other}");
                for share in [0.5, 1.01, 2.0] {
                    let limit = share * expected.map_or(10.0, |(length, _)| length);
                    let within = quick.to_rim_within(other, limit).map(|way| way.path.length);
                    let allowed = expected.map(|(length, _)| length).filter(|&one| one <= limit);
                    assert_eq!(within, allowed, "{fighter} to {other} within {limit}");
                }
                match found {
                    Ok(path) if path.hugged.is_empty() => straight += 1,
                    Ok(_) => bent += 1,
                    Err(reason) => assert_eq!(reason, NoWay::Unreachable),
                }
                let visible = sees(&table, fighter, other).visible;
                assert_eq!(is_seen(&table, fighter, other), visible);
                assert_eq!(Lookout::new(&table, fighter).sees(other), visible);
            }
        }
    }
    assert!(straight > 500 && bent > 500, "{straight} {bent}");
}

#[test]
// rule: M-8 M-10 M-11 M-12 M-14
fn shortcuts_say_what_the_rules_say() {
    let (mut tables, mut reached, mut barred) = (0, 0, 0);
    for table in (0..3_000).filter_map(table).take(40) {
        tables += 1;
        for fighter in 0..table.count() {
            let terrain = Terrain::of(&table, fighter);
            let enemies: Vec<usize> =
                (0..table.count()).filter(|&other| table.are_enemies(fighter, other)).collect();
            for action in [Action::Charge, Action::Engage] {
                let lookout = Lookout::new(&table, fighter);
                let may_assault = may_assault_each(&table, fighter, action, &lookout);
                for &enemy in &enemies {
                    let plain = why_not(&table, fighter, action, &[enemy]);
                    let plain = plain.iter().all(|reason| *reason == Reason::NotDisengaged);
                    assert_eq!(may_assault(enemy), plain, "{fighter} on {enemy}");
                }
            }
            let allowed = distance(&table, fighter, Action::Charge);
            for (place, &enemy) in enemies.iter().enumerate() {
                for also in [None, enemies.get(place + 1).copied()] {
                    let targets: Vec<usize> = [enemy].into_iter().chain(also).collect();
                    let assault = Assault { targets: targets.clone(), ..Assault::on(enemy) };
                    let plain = measure(&table, fighter, Action::Charge, &assault);
                    let plain = plain.is_some_and(|(_, reaches)| reaches);
                    let quick = reaches(&table, &terrain, fighter, &targets, allowed);
                    assert_eq!(quick, plain, "{fighter} on {targets:?}");
                    reached += u32::from(plain);
                }
            }
            for eighth in 0..8 {
                let way = Point::of_angle(f64::from(eighth) * std::f64::consts::FRAC_PI_4);
                let from = table.fighter(fighter).standing.base().mire();
                let to = Destination { mire: from + way * 7.0, facing: Some(90.0) };
                let plain = go_within(&table, fighter, Action::Run, to, 9.0, Vec::new());
                let quick = try_to_go(&table, &terrain, fighter, Action::Run, to, 9.0);
                barred += u32::from(plain.is_err());
                assert_eq!(quick.map(|moved| moved.table), plain.ok().map(|moved| moved.table));
            }
        }
    }
    assert!(tables >= 20 && reached > 100 && barred > 100, "{tables} {reached} {barred}");
}

#[test]
// rule: M-15 A-17
fn whether_a_pivot_reaches_is_what_carrying_it_out_finds() {
    use super::assaults::Prospect;
    let (mut turned, mut out_of_reach, mut too_far) = (0, 0, 0);
    for table in (0..3_000).filter_map(table).take(40) {
        for fighter in 0..table.count() {
            let terrain = Terrain::of(&table, fighter);
            let enemies: Vec<usize> =
                (0..table.count()).filter(|&other| table.are_enemies(fighter, other)).collect();
            for pair in enemies.windows(2) {
                let allowed = 12.0;
                if is_too_far(&table, fighter, pair[0], allowed) {
                    too_far += 1;
                    assert!(!reaches(&table, &terrain, fighter, &pair[..1], allowed));
                }
                for pivoted in [vec![pair[1]], vec![pair[0]], pair.to_vec()] {
                    let assault = Assault { targets: pair.to_vec(), pivoted, ..Assault::on(0) };
                    let plain = prospect(&table, fighter, &assault, allowed);
                    let plain = matches!(plain, Ok(Prospect::Contact { .. }));
                    let unturned = reaches(&table, &terrain, fighter, pair, allowed);
                    let quick = pivots::reaches(&table, &terrain, fighter, &assault, allowed);
                    assert_eq!(quick || unturned, plain, "{fighter} on {assault:?}");
                    turned += u32::from(plain && !unturned);
                    out_of_reach += u32::from(!plain);
                }
            }
        }
    }
    assert!(turned > 30 && out_of_reach > 100 && too_far > 10, "{turned} {out_of_reach} {too_far}");
}
