//! Which bodies of a board touch.

use fracas_geometry::{Body, Point, Polygon, Relation, TOUCH, contacts};
use proptest::prelude::*;

#[test]
fn a_rank_of_bases_touches_neighbour_by_neighbour() {
    let rank: Vec<Body> =
        (0..5).map(|number| Body::disc(Point::new(f64::from(number) * 2.5, 0.0), 1.25)).collect();
    let expected: Vec<(u32, u32, Relation)> =
        (0..4).map(|number| (number, number + 1, Relation::Touching)).collect();
    assert_eq!(contacts(&rank, TOUCH), expected);
    assert!(contacts(&[], TOUCH).is_empty());
}

#[test]
fn a_touch_within_the_tolerance_is_one() {
    let pair = |gap: f64| {
        vec![Body::disc(Point::ORIGIN, 1.0), Body::disc(Point::new(2.0 + gap, 0.0), 1.0)]
    };
    assert_eq!(contacts(&pair(TOUCH * 0.9), TOUCH), [(0, 1, Relation::Touching)]);
    assert_eq!(contacts(&pair(-TOUCH * 0.9), TOUCH), [(0, 1, Relation::Touching)]);
    assert_eq!(contacts(&pair(-TOUCH * 1.1), TOUCH), [(0, 1, Relation::Overlapping)]);
    assert!(contacts(&pair(TOUCH * 1.1), TOUCH).is_empty());
}

fn body() -> impl Strategy<Value = Body> {
    let place = (0_i32..40, 0_i32..40)
        .prop_map(|(x, y)| Point::new(f64::from(x) / 2.0, f64::from(y) / 2.0));
    let disc = (place.clone(), 1_i32..4)
        .prop_map(|(centre, half)| Body::disc(centre, f64::from(half) / 2.0));
    let rectangle = (place, 1_i32..12, 1_i32..4).prop_map(|(centre, width, depth)| {
        Body::Polygon(Polygon::rectangle(
            centre,
            Point::new(0.0, 1.0),
            f64::from(width) / 2.0,
            f64::from(depth) / 2.0,
        ))
    });
    prop_oneof![disc, rectangle]
}

proptest! {
    #[test]
    fn the_list_is_that_of_all_pairs(bodies in prop::collection::vec(body(), 0..60)) {
        let mut expected = Vec::new();
        for one in 0..bodies.len() {
            for other in one + 1..bodies.len() {
                let relation = bodies[one].relation(&bodies[other], TOUCH);
                if relation != Relation::Apart {
                    expected.push((one as u32, other as u32, relation));
                }
            }
        }
        prop_assert_eq!(contacts(&bodies, TOUCH), expected);
    }
}
