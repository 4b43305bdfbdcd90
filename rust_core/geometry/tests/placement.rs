//! Stances in contact, against dense sampling of the rim.

mod shapes;

use fracas_geometry::placement::{
    free_rim, has_room, on_table, overlaps, smallest_turn, smallest_turns, touching_also,
    touching_if_turned, turns_into_contact,
};
use fracas_geometry::rim::{Interval, length, stance, turn_facing};
use fracas_geometry::vector::TURN;
use fracas_geometry::{Base, Body, Footprint, Point, Polygon, TOUCH};
use proptest::prelude::*;
use shapes::{base_near, body_near, body_on_grid, elsewhere, footprint};
use std::f64::consts::PI;

const TABLE: (Point, Point) = (Point::new(-7.0, -9.0), Point::new(9.0, 6.0));
const ROUND: Footprint = Footprint::Round { diameter: 2.0 };
const SQUARE: Footprint = Footprint::Rectangular { width: 2.0, depth: 2.0 };

fn square(x: f64, y: f64, side: f64) -> Body {
    Body::Polygon(Polygon::rectangle(Point::new(x, y), Point::new(0.0, 1.0), side, side))
}

/// The narrowest gap to the others and the border; below zero an overlap.
fn narrowest(body: &Body, others: &[Body], table: Option<(Point, Point)>) -> f64 {
    let to_others = others.iter().map(|other| body.approach(other).gap);
    let (lowest, highest) = body.bounds();
    let to_border = table.map(|(low, high)| {
        (lowest.x - low.x).min(lowest.y - low.y).min(high.x - highest.x).min(high.y - highest.y)
    });
    to_others.chain(to_border).fold(f64::INFINITY, f64::min)
}

fn is_within(intervals: &[Interval], turn: f64, whole: f64, tolerance: f64) -> bool {
    let is_near = |interval: &Interval| {
        let nearest = interval.nearest(turn, whole);
        let apart = (nearest - turn).abs();
        apart.min(whole - apart) <= tolerance
    };
    intervals.iter().any(is_near)
}

fn total(intervals: &[Interval]) -> f64 {
    intervals.iter().map(|interval| interval.to - interval.from).sum()
}

fn turns(whole: f64, count: u32) -> impl Iterator<Item = f64> {
    (0..count).map(move |step| whole * f64::from(step) / f64::from(count))
}

/// Every stance without an overlap is free, and no stance with one that is deeper than a touch.
fn assert_free_rim_is_sampled(
    target: &Body,
    footprint: Footprint,
    others: &[Body],
    table: Option<(Point, Point)>,
) {
    let free = free_rim(target, footprint, others, table);
    let whole = length(target);
    for pair in free.windows(2) {
        assert!(pair[0].to < pair[1].from, "{free:?}");
    }
    for interval in &free {
        assert!((0.0..whole).contains(&interval.from) && interval.from <= interval.to);
        assert!(interval.to <= interval.from + whole + 1e-9);
        for turn in [interval.from, interval.middle(), interval.to] {
            let body = stance(target, footprint, turn).body();
            assert!(narrowest(&body, others, table) >= -TOUCH, "turn {turn} overlaps: {free:?}");
        }
    }
    for turn in turns(whole, 1500) {
        let gap = narrowest(&stance(target, footprint, turn).body(), others, table);
        // The end of a free stretch is rounded, and a sample may fall on it.
        assert!(
            gap < -1e-9 || is_within(&free, turn, whole, 1e-7),
            "turn {turn} has a gap of {gap}: {free:?}"
        );
        assert!(
            gap >= -TOUCH || !is_within(&free, turn, whole, 0.0),
            "turn {turn} overlaps by {gap}: {free:?}"
        );
    }
}

proptest! {
    // rule: M-12
    #[test]
    fn a_stance_touches_its_target_with_the_mire_and_faces_it(
        target in body_near(5.0), footprint in footprint(), share in 0.0..1.0,
    ) {
        let turn = share * length(&target);
        let base = stance(&target, footprint, turn);
        prop_assert!(target.depth_outside(base.mire()).abs() < 1e-9);
        prop_assert!(base.body().approach(&target).gap.abs() < 1e-9);
        let again = turn_facing(&target, base.centre);
        let same = stance(&target, footprint, again);
        prop_assert!(same.centre.distance(base.centre) < 1e-9, "{turn} {again}");
        prop_assert!(same.facing.distance(base.facing) < 1e-9);
    }

    // rule: M-12
    #[test]
    fn the_free_rim_is_where_a_base_overlaps_none(
        target in body_near(2.0),
        footprint in footprint(),
        others in prop::collection::vec(body_near(9.0), 0..7),
        on_a_table in any::<bool>(),
    ) {
        assert_free_rim_is_sampled(&target, footprint, &others, on_a_table.then_some(TABLE));
    }

    // rule: M-12
    #[test]
    fn the_free_rim_is_right_when_everything_touches(
        target in body_on_grid(1),
        footprint in prop_oneof![Just(ROUND), Just(SQUARE)],
        others in prop::collection::vec(body_on_grid(5), 0..7),
        on_a_table in any::<bool>(),
    ) {
        let table = on_a_table.then_some((Point::new(-3.0, -4.0), Point::new(4.0, 2.0)));
        assert_free_rim_is_sampled(&target, footprint, &others, table);
    }

    // rule: M-14
    #[test]
    fn a_second_target_is_touched_when_everything_touches(
        target in body_on_grid(1),
        second in body_on_grid(4),
        footprint in prop_oneof![Just(ROUND), Just(SQUARE)],
        others in prop::collection::vec(body_on_grid(5), 0..4),
    ) {
        let found = touching_also(&target, &second, footprint, &others, None);
        let whole = length(&target);
        for turn in turns(whole, 1000) {
            let body = stance(&target, footprint, turn).body();
            let touches = body.approach(&second).gap.abs() < 1e-9;
            if touches && narrowest(&body, &others, None) >= -1e-9 {
                // Beside a tangent place the gap grows with the square of the way.
                prop_assert!(is_within(&found, turn, whole, 1e-4), "{turn} not in {found:?}");
            }
        }
        for interval in &found {
            for turn in [interval.from, interval.middle(), interval.to] {
                let body = stance(&target, footprint, turn).body();
                prop_assert!(body.approach(&second).gap.abs() <= TOUCH);
                prop_assert!(narrowest(&body, &others, None) >= -TOUCH);
            }
        }
    }

    // rule: M-12
    #[test]
    fn the_free_rim_is_the_same_elsewhere(
        target in body_near(2.0),
        footprint in footprint(),
        others in prop::collection::vec(body_near(9.0), 0..7),
        elsewhere in elsewhere(),
    ) {
        let here = free_rim(&target, footprint, &others, None);
        let there = free_rim(&elsewhere.body(&target), footprint, &elsewhere.bodies(&others), None);
        prop_assert!((total(&here) - total(&there)).abs() < 1e-6, "{here:?} {there:?}");
    }

    // rule: M-14
    #[test]
    fn a_second_target_is_touched_where_sampling_finds_it(
        target in body_near(1.0),
        second in body_near(6.0),
        footprint in footprint(),
        others in prop::collection::vec(body_near(9.0), 0..4),
    ) {
        let found = touching_also(&target, &second, footprint, &others, Some(TABLE));
        let whole = length(&target);
        for interval in &found {
            for turn in [interval.from, interval.middle(), interval.to] {
                let body = stance(&target, footprint, turn).body();
                prop_assert!(body.approach(&target).gap.abs() < 1e-9);
                prop_assert!(body.approach(&second).gap.abs() <= TOUCH);
                prop_assert!(narrowest(&body, &others, Some(TABLE)) >= -TOUCH);
            }
        }
        let body_at = |turn| stance(&target, footprint, turn).body();
        let gap_at = |turn| body_at(turn).approach(&second).gap;
        let step = whole / 500.0;
        for turn in turns(whole, 500) {
            let (mut low, mut high) = (turn, turn + step);
            if (gap_at(low) > 0.0) == (gap_at(high) > 0.0) {
                continue;
            }
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if (gap_at(middle) > 0.0) == (gap_at(low) > 0.0) { low = middle } else { high = middle }
            }
            if narrowest(&body_at(low), &others, Some(TABLE)) >= 0.0 {
                prop_assert!(is_within(&found, low % whole, whole, 1e-6), "{low} not in {found:?}");
            }
        }
    }

    // rule: M-15
    #[test]
    fn a_base_turns_by_the_smallest_angle_that_touches(
        base in base_near(1.0),
        charger in base_near(7.0),
        others in prop::collection::vec(body_near(9.0), 0..3),
        elsewhere in elsewhere(),
    ) {
        let charger = charger.body();
        let gap_at = |angle: f64| base.turned(angle).body().approach(&charger).gap;
        let all = turns_into_contact(&base, &charger, &others, Some(TABLE));
        for (number, &angle) in all.iter().enumerate() {
            let body = base.turned(angle).body();
            prop_assert!(gap_at(angle).abs() <= TOUCH);
            prop_assert!(angle == 0.0 || has_room(&body, &others, Some(TABLE)));
            prop_assert!(number == 0 || angle.abs() >= all[number - 1].abs() - 1e-9);
        }
        if gap_at(0.0).abs() <= TOUCH {
            return Ok(());
        }
        for step in -500..500 {
            let (mut low, mut high) = (PI * f64::from(step) / 500.0, PI * f64::from(step + 1) / 500.0);
            if (gap_at(low) > 0.0) == (gap_at(high) > 0.0) {
                continue;
            }
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if (gap_at(middle) > 0.0) == (gap_at(low) > 0.0) { low = middle } else { high = middle }
            }
            if narrowest(&base.turned(low).body(), &others, Some(TABLE)) >= 0.0 {
                prop_assert!(all.iter().any(|angle| (angle - low).abs() < 1e-6), "{low} {all:?}");
            }
        }
        let here = smallest_turn(&base, &charger, &others, None).map(f64::abs);
        let there = smallest_turn(
            &elsewhere.base(&base), &elsewhere.body(&charger), &elsewhere.bodies(&others), None,
        ).map(f64::abs);
        prop_assert_eq!(here.is_some(), there.is_some());
        prop_assert!(here.zip(there).is_none_or(|(here, there)| (here - there).abs() < 1e-7));
    }

    // rule: M-15
    #[test]
    fn whether_a_turn_can_help_is_known_before(
        target in body_near(1.0), second in base_near(6.0), footprint in footprint(),
    ) {
        let helpful = touching_if_turned(&target, &second, footprint, &[], None);
        let whole = length(&target);
        for turn in turns(whole, 200) {
            let charger = stance(&target, footprint, turn).body();
            let touches = smallest_turn(&second, &charger, &[], None).is_some();
            let is_helpful = is_within(&helpful, turn, whole, 0.0);
            let border = is_within(&helpful, turn, whole, 1e-3)
                && !helpful.iter().any(|interval| {
                    is_within(&[Interval { from: interval.from + 1e-3, to: interval.to - 1e-3 }], turn, whole, 0.0)
                });
            prop_assert!(border || touches == is_helpful, "{turn} {touches} {helpful:?}");
        }
    }
}

// rule: M-12
#[test]
fn nothing_around_leaves_the_whole_rim() {
    for target in [Body::disc(Point::ORIGIN, 3.0), square(0.0, 0.0, 4.0)] {
        let whole = Interval { from: 0.0, to: length(&target) };
        assert_eq!(free_rim(&target, ROUND, &[], None), [whole]);
        assert_eq!(
            free_rim(&target, SQUARE, &[], Some((Point::new(-9.0, -9.0), Point::new(9.0, 9.0)))),
            [whole]
        );
    }
}

// rule: M-12
#[test]
fn a_neighbour_that_touches_the_target_takes_a_third_of_an_equal_disc() {
    let target = Body::disc(Point::ORIGIN, 1.0);
    let neighbour = Body::disc(Point::new(2.0, 0.0), 1.0);
    let free = free_rim(&target, ROUND, &[neighbour], None);
    assert_eq!(free.len(), 1);
    assert!((free[0].from - PI / 3.0).abs() < 1e-12);
    assert!((free[0].to - (TURN - PI / 3.0)).abs() < 1e-12);
}

// rule: M-12
#[test]
fn six_equal_discs_fit_round_one_and_the_last_place_is_a_single_stance() {
    let target = Body::disc(Point::ORIGIN, 1.0);
    let place = |number: i32| Body::disc(Point::of_angle(f64::from(number) * PI / 3.0) * 2.0, 1.0);
    for missing in 0..6 {
        let others: Vec<Body> = (0..6).filter(|&number| number != missing).map(place).collect();
        let free = free_rim(&target, ROUND, &others, None);
        assert_eq!(free.len(), 1, "{free:?}");
        assert!((free[0].middle() - f64::from(missing) * PI / 3.0).abs() < 1e-9, "{free:?}");
        assert!(free[0].to - free[0].from < 1e-9);
    }
    let all: Vec<Body> = (0..6).map(place).collect();
    assert!(free_rim(&target, ROUND, &all, None).is_empty());
}

// rule: M-12
#[test]
fn a_target_in_a_corner_of_the_table_is_reached_from_the_open_sides() {
    let table = (Point::ORIGIN, Point::new(60.0, 60.0));
    let disc = Body::disc(Point::new(1.0, 1.0), 1.0);
    let free = free_rim(&disc, ROUND, &[], Some(table));
    assert_eq!(free.len(), 1);
    assert!(free[0].from.abs() < 1e-9 && (free[0].to - PI / 2.0).abs() < 1e-9, "{free:?}");

    let free = free_rim(&square(1.0, 1.0, 2.0), SQUARE, &[], Some(table));
    let bodies: Vec<Base> =
        free.iter().map(|interval| stance(&square(1.0, 1.0, 2.0), SQUARE, interval.from)).collect();
    assert_eq!(free.len(), 1, "{free:?}");
    assert!(bodies[0].centre.distance(Point::new(3.0, 1.0)) < 1e-9, "{bodies:?}");
    let last = stance(&square(1.0, 1.0, 2.0), SQUARE, free[0].to);
    assert!(last.centre.distance(Point::new(1.0, 3.0)) < 1e-9, "{last:?}");
}

// rule: M-12
#[test]
fn a_stance_that_just_touches_a_third_base_is_free() {
    let target = square(0.0, 0.0, 2.0);
    let third = square(2.0, -2.0, 2.0);
    let base =
        Base { footprint: SQUARE, centre: Point::new(0.0, -2.0), facing: Point::new(0.0, 1.0) };
    let turn = turn_facing(&target, base.mire() - Point::new(0.0, 1.0));
    let free = free_rim(&target, SQUARE, std::slice::from_ref(&third), None);
    assert!(is_within(&free, turn, length(&target), 1e-9), "{turn} {free:?}");
    assert!(!is_within(&free, turn_facing(&target, Point::new(0.1, -2.0)), length(&target), 0.0));
    assert_eq!(overlaps(&base.body(), &[third]), None);
    assert!(on_table(&base.body(), (Point::new(-1.0, -3.0), Point::new(1.0, 3.0))));
}

// rule: M-12
#[test]
fn a_slot_exactly_as_wide_as_the_base_takes_it() {
    let target = square(0.0, 0.0, 6.0);
    let others = [square(-2.0, -4.0, 2.0), square(2.0, -4.0, 2.0)];
    for footprint in [ROUND, SQUARE] {
        let free = free_rim(&target, footprint, &others, None);
        let fits = turn_facing(&target, Point::new(0.0, -4.0));
        assert!(is_within(&free, fits, length(&target), 1e-9), "{footprint:?} {free:?}");
    }
    let wider = Footprint::Round { diameter: 2.1 };
    let free = free_rim(&target, wider, &others, None);
    assert!(!is_within(&free, turn_facing(&target, Point::new(0.0, -4.0)), length(&target), 0.3));
}

// rule: M-14
#[test]
fn two_discs_side_by_side_are_touched_together_from_both_sides() {
    let (target, second) = (Body::disc(Point::ORIGIN, 1.0), Body::disc(Point::new(2.0, 0.0), 1.0));
    let found = touching_also(&target, &second, ROUND, &[], None);
    assert_eq!(found.len(), 2);
    assert!(
        (found[0].from - PI / 3.0).abs() < 1e-9 && (found[1].from - 5.0 * PI / 3.0).abs() < 1e-9
    );
    let third = Body::disc(Point::new(0.5, 2.5), 1.0);
    assert_eq!(touching_also(&target, &second, ROUND, &[third], None).len(), 1);
}

// rule: M-14
#[test]
fn flush_edges_are_touched_together_along_a_whole_stretch() {
    let (target, second) = (square(0.0, 0.0, 2.0), square(2.0, 0.0, 2.0));
    for lower in [0.0, 1e-5, -1e-5] {
        let second = second.shifted(Point::new(0.0, lower));
        let found = touching_also(&target, &second, SQUARE, &[], None);
        let below = turn_facing(&target, Point::new(0.5, -2.0));
        assert!(is_within(&found, below, length(&target), 0.0), "{lower} {found:?}");
        let left = turn_facing(&target, Point::new(-0.5, -2.0));
        assert!(!is_within(&found, left, length(&target), 0.1), "{lower} {found:?}");
    }
}

// rule: M-15
#[test]
fn a_turn_may_go_either_way_and_needs_room() {
    let target = Base { footprint: SQUARE, centre: Point::ORIGIN, facing: Point::new(0.0, 1.0) };
    let charger = square(2.2, 0.0, 2.0);
    let all = turns_into_contact(&target, &charger, &[], None);
    // The corner reaches x = 1.2 when √2 cos(45° − angle) = 1.2.
    let angle = PI / 4.0 - libm::acos(1.2 / 2.0_f64.sqrt());
    assert!((all[0] - angle).abs() < 1e-9, "{all:?}");
    assert!((all[1] + angle).abs() < 1e-9, "{all:?}");
    // Counter-clockwise the upper left corner swings out to the left, clockwise the lower one.
    let wall = [Body::disc(Point::new(-1.15, 0.757), 0.1)];
    let turn = smallest_turn(&target, &charger, &wall, None).unwrap();
    assert!((turn + angle).abs() < 1e-9, "{turn}");
    let table = (Point::new(-1.05, -1.05), Point::new(9.0, 1.05));
    assert_eq!(smallest_turn(&target, &charger, &[], Some(table)), None);
}

// rule: M-15
#[test]
fn who_touches_as_it_stands_is_not_turned_and_a_round_base_never() {
    let target = Base { footprint: SQUARE, centre: Point::ORIGIN, facing: Point::new(0.0, 1.0) };
    assert_eq!(
        smallest_turn(&target, &square(2.0, 0.5, 2.0), &[square(0.0, 0.0, 1.0)], None),
        Some(0.0)
    );
    assert_eq!(smallest_turn(&target, &square(9.0, 0.0, 2.0), &[], None), None);
    let round = Base { footprint: ROUND, ..target };
    assert_eq!(smallest_turn(&round, &square(2.1, 0.0, 2.0), &[], None), None);
    assert_eq!(smallest_turn(&round, &square(2.0, 0.0, 2.0), &[], None), Some(0.0));
}

// rule: M-15
#[test]
fn several_bases_turn_without_hitting_each_other() {
    let upper =
        Base { footprint: SQUARE, centre: Point::new(-2.2, 1.05), facing: Point::new(0.0, 1.0) };
    let lower = Base { centre: Point::new(-2.2, -1.05), ..upper };
    let long = Polygon::rectangle(Point::ORIGIN, Point::new(0.0, 1.0), 2.0, 8.0);
    let charger = Body::Polygon(long);
    let angle = PI / 4.0 - libm::acos(1.2 / 2.0_f64.sqrt());
    let angles = smallest_turns(&[upper, lower], &charger, &[], None).unwrap();
    assert!(angles.iter().all(|turn| (turn - angle).abs() < 1e-9), "{angles:?}");
    // A wall lets the second turn clockwise only, and then the first must follow.
    let wall = [Body::disc(lower.centre + Point::new(-1.15, 0.757), 0.1)];
    let angles = smallest_turns(&[upper, lower], &charger, &wall, None).unwrap();
    assert!(angles.iter().all(|turn| (turn + angle).abs() < 1e-9), "{angles:?}");
    let bodies = [upper.turned(angles[0]).body(), lower.turned(angles[1]).body()];
    assert_eq!(overlaps(&bodies[0], &bodies[1..]), None);
    assert!(bodies.iter().all(|body| body.approach(&charger).gap.abs() < 1e-9));
    let unreachable = Base { centre: Point::new(9.0, 9.0), ..upper };
    assert_eq!(smallest_turns(&[upper, unreachable], &charger, &[], None), None);
    assert_eq!(smallest_turns(&[], &charger, &[], None), Some(Vec::new()));
}
