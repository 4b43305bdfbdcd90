//! Tables and the rules of movement: measuring, assaults, penalties, pivots, disengaging.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use fracas_engine::dice::{Roll, Scripted};
use fracas_engine::document::Format;
use fracas_engine::rules::{Edition, MovementRules, Rules, RulesSetup, SeveralTargets};
use fracas_engine::skirmish::checks::Reroll;
use fracas_engine::skirmish::measuring::{Obstacle, Terrain};
use fracas_engine::skirmish::movement::assaults::{self, Aim, Assault};
use fracas_engine::skirmish::movement::destinations::{self, Destination};
use fracas_engine::skirmish::movement::disengage::{self, Attempt};
use fracas_engine::skirmish::movement::penalties::{self, Charge};
use fracas_engine::skirmish::movement::redirect::{Instead, redirect};
use fracas_engine::skirmish::movement::{Action, Reason, conditions, cover, options, pivots};
use fracas_engine::skirmish::table::{Mark, Table};
use fracas_geometry::{Point, Relation};
use proptest::prelude::*;
use std::fmt::Write;
use std::sync::Arc;

/// Soldiers on round bases of 2.5 cm that walk 10 cm: side, x, y and what else is to be said.
fn table(fighters: &[(u8, f64, f64, &str)], rest: &str, rules: Rules) -> Table {
    let mut text = format!("width = 100\ndepth = 100\n{rest}\n");
    for (side, x, y, more) in fighters {
        let (profile, state): (Vec<&str>, Vec<&str>) = more
            .split(';')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .partition(|part| !part.starts_with('!'));
        let profile = profile.join(", ");
        let comma = if profile.is_empty() { "" } else { ", " };
        let base = if profile.contains("base") { "" } else { ", base = { diameter = 2.5 }" };
        writeln!(text, "[[fighters]]\nprofile = {{ name = \"Soldier\"{base}{comma}{profile} }}")
            .unwrap();
        writeln!(text, "side = {side}\nposition = [{x:?}, {y:?}]").unwrap();
        if !state.iter().any(|part| part.starts_with("!facing")) {
            text.push_str("facing = 0\n");
        }
        for part in state {
            writeln!(text, "{}", &part[1..]).unwrap();
        }
    }
    Table::from_text(text.as_bytes(), Format::Toml, Arc::new(rules), &|_| None).unwrap()
}

fn plain(fighters: &[(u8, f64, f64, &str)]) -> Table {
    table(fighters, "", Rules::default())
}

fn mire(table: &Table, fighter: usize) -> Point {
    table.fighter(fighter).standing.base().mire()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

#[test]
// rule: M-2 M-3
fn it_is_measured_from_the_mire_round_bases_to_the_nearest_point_of_the_rim() {
    let direct = plain(&[(0, 20.0, 50.0, ""), (1, 40.0, 50.0, "")]);
    let way = Terrain::of(&direct, 0).to_rim(1).unwrap();
    assert!(close(way.path.length, 17.5));
    let around = plain(&[(0, 20.0, 50.0, ""), (1, 60.0, 50.0, ""), (0, 40.0, 50.0, "")]);
    let way = Terrain::of(&around, 0).to_rim(1).unwrap();
    assert_eq!(way.hugged, [Obstacle::Fighter(2)]);
    assert!(way.path.length > 37.5 && way.path.length < 38.0);
}

#[test]
// rule: M-4
fn a_gap_of_exactly_the_width_lets_a_base_pass() {
    for (gap, passes) in [(2.4, false), (2.5, true), (2.6, true)] {
        let walls = format!(
            "scenery = [
                {{ polygon = [[49, -1], [51, -1], [51, 50], [49, 50]], passage = \"impassable\", size = \"large\" }},
                {{ polygon = [[49, {low:?}], [51, {low:?}], [51, 101], [49, 101]], passage = \"impassable\", size = \"large\" }},
            ]",
            low = 50.0 + gap
        );
        let board = table(&[(0, 20.0, 51.0, "")], &walls, Rules::default());
        let way = Terrain::of(&board, 0).to_point(Point::new(80.0, 51.0));
        assert_eq!(way.is_ok(), passes, "a gap of {gap}");
    }
}

#[test]
// rule: M-5
fn friends_of_one_speaking_turn_let_each_other_pass() {
    let now = "!activated_now = true";
    for (mover, friend, passes) in [(now, now, true), (now, "", false), ("", now, false)] {
        let board = plain(&[(0, 20.0, 50.0, mover), (0, 40.0, 50.0, friend)]);
        let way = Terrain::of(&board, 0).to_point(Point::new(60.0, 50.0)).unwrap();
        assert_eq!(way.hugged.is_empty(), passes);
    }
}

#[test]
// rule: M-6
fn climbing_costs_the_height_by_size() {
    let wall = "scenery = [{ polygon = [[40, -1], [42, -1], [42, 101], [40, 101]], \
                passage = \"crossable\", size = \"medium\", height = 3 }]";
    for (size, cost) in [("very_large", 0.0), ("large", 3.0), ("medium", 6.0), ("small", 6.0)] {
        let profile = format!("size = \"{size}\"; base = {{ diameter = 2.5 }}");
        let board = table(&[(0, 20.0, 50.0, &profile)], wall, Rules::default());
        let way = Terrain::of(&board, 0).to_point(Point::new(60.0, 50.0)).unwrap();
        assert!(close(way.path.length, 38.75 + cost), "{size}");
    }
}

#[test]
// rule: M-7 M-8
fn a_turn_is_a_walk_and_there_is_one_in_a_speaking_turn() {
    let board = plain(&[(0, 20.0, 50.0, "")]);
    let to = Destination { mire: mire(&board, 0), facing: Some(90.0) };
    let turned = destinations::go(&board, 0, Action::Turn, to).unwrap().table;
    assert!(turned.fighter(0).has(Mark::Walked));
    assert_eq!(mire(&turned, 0), Point::new(21.25, 50.0));
    assert_eq!(conditions::why_not(&turned, 0, Action::Walk, &[]), [Reason::AlreadyWalked]);
    let still = plain(&[(0, 20.0, 50.0, "movement = 0")]);
    assert_eq!(conditions::why_not(&still, 0, Action::Turn, &[]), [Reason::NoMovement]);
}

#[test]
// rule: M-8 M-9
fn a_walk_and_a_run_end_within_their_distance() {
    let board = plain(&[(0, 20.0, 50.0, "")]);
    for (action, farthest) in [(Action::Walk, 10.0), (Action::Run, 20.0)] {
        let to = |distance| Destination { mire: Point::new(21.25 + distance, 50.0), facing: None };
        assert_eq!(destinations::why_not(&board, 0, action, to(farthest)), []);
        let reasons = destinations::why_not(&board, 0, action, to(farthest + 0.01));
        assert_eq!(reasons, [Reason::TooFar]);
    }
}

#[test]
// rule: M-10 M-11
fn who_is_seen_is_charged_and_who_is_not_is_engaged() {
    let board = plain(&[(0, 20.0, 50.0, ""), (1, 30.0, 50.0, ""), (1, 10.0, 50.0, "")]);
    assert_eq!(conditions::why_not(&board, 0, Action::Charge, &[1]), []);
    assert_eq!(conditions::why_not(&board, 0, Action::Charge, &[2]), [Reason::NotSeen]);
    assert_eq!(conditions::why_not(&board, 0, Action::Engage, &[1]), [Reason::Seen]);
    assert_eq!(conditions::why_not(&board, 0, Action::Engage, &[2]), []);
}

#[test]
// rule: M-12
fn an_assailant_stands_with_its_mire_on_the_rim_where_it_aims() {
    let board = plain(&[(0, 20.0, 50.0, ""), (1, 30.0, 50.0, "")]);
    for degrees in [180.0_f64, 90.0, 300.0, 0.0] {
        let assault = Assault { aim: Aim::Angle(degrees), ..Assault::on(1) };
        let moved = assaults::assault(&board, 0, Action::Charge, &assault).unwrap();
        let out = Point::of_angle(degrees.to_radians());
        let expected = Point::new(30.0, 50.0) + out * 1.25;
        assert!(mire(&moved.table, 0).distance(expected) < 1e-6, "{degrees}");
        assert!(moved.table.fighter(1).has(Mark::Assaulted));
        assert_eq!(moved.touched, [1]);
    }
}

#[test]
// rule: M-13
fn who_comes_too_short_has_assaulted_nobody() {
    let board = plain(&[(0, 20.0, 50.0, ""), (1, 60.0, 50.0, "")]);
    let moved = assaults::assault(&board, 0, Action::Charge, &Assault::on(1)).unwrap();
    assert!(!moved.reached && moved.touched.is_empty());
    assert!(mire(&moved.table, 0).distance(Point::new(41.25, 50.0)) < 1e-6);
    assert!(!moved.table.fighter(1).has(Mark::Assaulted));
}

#[test]
// rule: M-14
fn several_targets_are_touched_together() {
    let board = plain(&[(0, 30.0, 50.0, ""), (1, 40.0, 51.5, ""), (1, 40.0, 48.5, "")]);
    let both = Assault { targets: vec![2, 1], ..Assault::on(1) };
    let moved = assaults::assault(&board, 0, Action::Charge, &both).unwrap();
    assert_eq!(moved.touched, [2, 1]);
    assert!(close(mire(&moved.table, 0).distance(Point::new(40.0, 48.5)), 1.25));
}

#[test]
// rule: M-15
fn a_charger_pivots_no_more_power_than_its_own() {
    let square = "base = \"standard\"; power = 2";
    let board = |one: &str, other: &str| {
        plain(&[(0, 20.0, 50.0, square), (1, 40.0, 50.0, one), (1, 50.0, 50.0, other)])
    };
    let equal = board("power = 1", "power = 1");
    assert_eq!(pivots::pivotable(&equal, 0, &[1, 2]), [vec![1], vec![2], vec![1, 2]]);
    let unequal = board("power = 1", "power = 3");
    assert_eq!(pivots::pivotable(&unequal, 0, &[1, 2]), [vec![1]]);
    let round = plain(&[(0, 20.0, 50.0, "power = 2"), (1, 40.0, 50.0, "power = 1")]);
    assert_eq!(pivots::why_not(&round, 0, &[1]), [Reason::RoundBase]);
}

#[test]
// rule: M-15
fn of_places_that_turn_a_target_as_little_the_one_by_the_shortest_way_is_taken() {
    let board = table(
        &[
            (0, 33.0, 10.0, "base = \"standard\"; movement = 20; power = 3; !facing = 90"),
            (1, 30.0, 25.0, "power = 1"),
            (1, 35.4, 25.0, "base = \"standard\"; power = 1"),
        ],
        "",
        Rules::default(),
    );
    let assault = Assault { targets: vec![1, 2], pivoted: vec![2], ..Assault::on(1) };
    let moved = assaults::assault(&board, 0, Action::Charge, &assault).unwrap();
    // Round the disc the back corners of the charger are √(3.75² + 1.25²) from its centre. The other
    // target, 5.4 away, turns until a corner of its own is no farther: a triangle with three sides
    // known. Either way round, and by either back corner: four places.
    let (apart, reach) = (5.4_f64, 1.25 * 2.0_f64.sqrt());
    let back_corner = 3.75_f64.hypot(1.25);
    let cosine =
        (apart * apart + reach * reach - back_corner * back_corner) / (2.0 * apart * reach);
    let turned = std::f64::consts::FRAC_PI_4 - cosine.acos();
    let facing = moved.table.fighter(2).standing.base().facing;
    assert!((facing - Point::of_angle(-turned)).length() < 1e-8);
    // The corner that meets it is seen from the disc at this angle; the mire is to its right.
    let corner = (reach * cosine.acos().sin()).atan2(apart - reach * cosine);
    let place = -corner - 1.25_f64.atan2(3.75);
    let way = Point::new(30.0, 25.0) + Point::of_angle(place) * 1.25;
    assert!(mire(&moved.table, 0).distance(way) < 1e-8);
    assert!((moved.path.unwrap().path.length - way.distance(Point::new(33.0, 11.25))).abs() < 1e-8);
}

#[test]
// rule: M-16
fn who_loses_its_target_goes_on_with_the_distance_left() {
    let board = plain(&[(0, 20.0, 50.0, ""), (1, 30.0, 50.0, ""), (1, 30.0, 57.0, "")]);
    let on = Instead::Assault(Assault::on(2));
    let done = redirect(&board, 0, Action::Charge, 1, &on).unwrap();
    assert_eq!(done.action, Some(Action::Charge));
    assert_eq!(done.table().contacts(), [(0, 2)]);
    assert!(!done.table().is_standing(1));
    let stayed = redirect(&board, 0, Action::Charge, 1, &Instead::Stay(Some(90.0))).unwrap();
    assert!(mire(stayed.table(), 0).distance(Point::new(28.75, 50.0)) < 1e-9);
}

/// Powers by letter, charges by letters.
fn penalised(powers: &[(char, u32)], charges: &[(char, &str)]) -> String {
    let number = |letter: char| powers.iter().position(|(one, _)| *one == letter).unwrap();
    let charges: Vec<Charge> = charges
        .iter()
        .map(|(charger, targets)| Charge {
            charger: number(*charger),
            targets: targets.chars().map(number).collect(),
        })
        .collect();
    let rules = MovementRules::default();
    let found = penalties::penalised(&rules, |fighter| powers[fighter].1, &charges).unwrap();
    found.into_iter().map(|fighter| powers[fighter].0).collect()
}

#[test]
// rule: M-17 M-18
fn a_charge_penalises_whom_it_outweighs() {
    assert_eq!(penalised(&[('A', 1), ('Z', 1)], &[('A', "Z")]), "Z");
    assert_eq!(penalised(&[('B', 1), ('Y', 2)], &[('B', "Y")]), "");
    let many = [('C', 1), ('D', 1), ('E', 1), ('X', 2)];
    for charger in ['C', 'D', 'E'] {
        assert_eq!(penalised(&many, &[(charger, "X")]), "");
    }
    assert_eq!(penalised(&[('F', 1), ('G', 1), ('W', 2)], &[('F', "W"), ('G', "W")]), "W");
    assert_eq!(penalised(&[('H', 1), ('V', 1), ('U', 1)], &[('H', "VU")]), "");
    assert_eq!(penalised(&[('I', 2), ('T', 1), ('S', 1)], &[('I', "TS")]), "TS");
    let own = [('A', 1), ('C', 1), ('Z', 1), ('X', 3)];
    assert_eq!(penalised(&own, &[('A', "Z"), ('C', "ZX")]), "Z");
}

proptest! {
    #[test]
    // rule: M-18
    fn one_more_charger_never_lifts_a_penalty(
        powers in prop::collection::vec(0_u32..4, 8),
        charges in prop::collection::vec((0_usize..4, prop::collection::btree_set(4_usize..8, 1..4)), 1..5),
    ) {
        let rules = MovementRules::default();
        let charges: Vec<Charge> = charges
            .into_iter()
            .enumerate()
            .map(|(charger, (_, targets))| Charge { charger, targets: targets.into_iter().collect() })
            .collect();
        let of = |charges: &[Charge]| {
            penalties::penalised(&rules, |fighter| powers[fighter], charges).unwrap()
        };
        let all = of(&charges);
        let before = of(&charges[..charges.len() - 1]);
        prop_assert!(before.iter().all(|fighter| all.contains(fighter)));
        let together = MovementRules { several_targets: SeveralTargets::AllChargers, ..rules };
        let fewer = penalties::penalised(&together, |fighter| powers[fighter], &charges).unwrap();
        prop_assert!(fewer.iter().all(|fighter| all.contains(fighter)));
    }
}

#[test]
// rule: M-19 M-20 M-27
fn cover_is_of_the_ground_but_for_the_older_edition() {
    let hill = "scenery = [{ polygon = [[10, 40], [30, 40], [30, 60], [10, 60]], \
                passage = \"crossable\", size = \"small\", height = 2 }]";
    let older = RulesSetup { edition: Edition::Older, ..RulesSetup::default() };
    let newer = table(&[(0, 20.0, 50.0, "")], hill, Rules::default());
    let older = table(&[(0, 20.0, 50.0, "")], hill, Rules::new(&older).unwrap());
    assert_eq!(conditions::why_not(&newer, 0, Action::TakeCover, &[]), [Reason::NotLevel0]);
    assert_eq!(conditions::why_not(&older, 0, Action::TakeCover, &[]), []);
    let shot = [Reason::NotLevel0, Reason::AssaultShot];
    assert_eq!(cover::why_not_dive(&newer, 0, true), shot);
    let dived = cover::dive(&older, 0, true).unwrap();
    assert_eq!(conditions::why_not(&dived, 0, Action::Run, &[]), [Reason::MustTakeCover]);
    assert_eq!((cover::bonus(&dived, 0, true), cover::bonus(&dived, 0, false)), (2, 0));
}

#[test]
// rule: M-21 M-22 M-23 M-24 M-25
fn disengaging_is_a_check_of_initiative_or_of_strength() {
    let giant = "size = \"large\"; strength = 9; initiative = 4; base = { diameter = 3.5 }";
    let board = plain(&[(0, 50.0, 50.0, giant), (1, 53.0, 50.0, "resilience = 7")]);
    assert_eq!(disengage::attempt(&board, 0, false), Attempt { value: 4, difficulty: 6 });
    assert_eq!(disengage::attempt(&board, 0, true), Attempt { value: 2, difficulty: 6 });
    assert_eq!(disengage::why_not(&board, 1, true), [Reason::NotBigger, Reason::TooWeak]);
    for (face, mark) in [(1, Mark::BoundToDefence), (2, Mark::Disengaged)] {
        let mut dice = fracas_engine::dice::Recorded::new(&[(Roll::Disengage, face)]).unwrap();
        let (_, success, after) =
            disengage::disengage(&board, 0, false, &mut Reroll::Always, &mut dice).unwrap();
        assert_eq!(success, face == 2);
        assert!(after.fighter(0).has(mark) && after.fighter(0).has(Mark::TriedDisengaging));
        assert_eq!(disengage::why_not(&after, 0, false), [Reason::AlreadyTried]);
    }
    let mut none = Scripted::new(&[]).unwrap();
    let alone = plain(&[(0, 50.0, 50.0, "")]);
    assert!(disengage::disengage(&alone, 0, false, &mut Reroll::Always, &mut none).is_err());
}

#[test]
// rule: M-1
fn every_action_is_listed_with_its_distance() {
    let board = plain(&[(0, 20.0, 50.0, ""), (1, 30.0, 50.0, ""), (1, 90.0, 50.0, "")]);
    let listed = options::options(&board, 0);
    let charges: Vec<_> = listed
        .iter()
        .filter(|one| one.action == Action::Charge)
        .map(|one| (one.target, one.distance, one.reaches))
        .collect();
    assert_eq!(charges[0], (Some(1), 20.0, Some(true)));
    assert_eq!(charges.len(), 2);
}

#[test]
fn a_table_comes_back_from_its_document() {
    let board = plain(&[(0, 20.0, 50.0, "!facing = 33.3;!walked = true"), (1, 30.0, 50.0, "")]);
    let rules = Arc::new(Rules::default());
    let again = Table::from_tree(&board.to_tree(), Arc::clone(&rules), &|_| None).unwrap();
    assert_eq!(again, board);
    assert_eq!(Table::new(&board.to_setup(), rules).unwrap(), board);
}

#[test]
#[expect(clippy::unreadable_literal, reason = "the places of a battle where this went wrong")]
// rule: M-12
fn who_arrives_aslant_at_a_corner_stands_where_the_rim_is_free() {
    let (small, large) = ("base = \"standard\"", "base = \"large\"");
    let now = "!activated_now = true";
    let crowd = [
        (0, 52.4, 41.5, large, 134.0, now),
        (1, 37.55042054117615, 45.38221876407287, small, 180.0, ""),
        (0, 35.05042054117615, 45.62069602565834, small, 270.0, ""),
        (0, 41.2, 43.0, small, 112.0, ""),
        (0, 46.8, 40.0, large, 123.00000000000001, now),
        (1, 37.63200688292829, 49.082024323216075, large, 247.5, ""),
        (1, 45.01169025062119, 43.75500907103307, large, 292.5, ""),
        (1, 42.71145574649893, 40.914330904080856, small, 111.99999999999989, ""),
    ];
    let said = crowd.map(|(side, x, y, base, facing, more)| {
        (side, x, y, format!("{base}; !facing = {facing:?}; {more}"))
    });
    let fighters: Vec<_> =
        said.iter().map(|(side, x, y, said)| (*side, *x, *y, said.as_str())).collect();
    let board = plain(&fighters);
    let moved = assaults::assault(&board, 0, Action::Engage, &Assault::on(1)).unwrap();
    assert!(moved.reached);
    for other in 1..board.count() {
        let relation = moved.table.relation(&moved.table.body(0), &moved.table.body(other));
        assert_ne!(relation, Relation::Overlapping, "{other}");
    }
}
