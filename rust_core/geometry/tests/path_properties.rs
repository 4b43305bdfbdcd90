//! What always holds of shortest paths, on random scenes: scattered ones, and ones on a lattice
//! where bodies touch, lie flush and leave gaps exactly as wide as the mover.

#![expect(clippy::panic, clippy::expect_used, reason = "a test may stop at the first surprise")]

mod cases;

use cases::cases;
use fracas_geometry::{Body, Crossing, Found, Goal, Path, Point, Polygon, Scene};
use proptest::prelude::*;

/// Everything a scene is made of.
#[derive(Clone, Debug)]
struct Setting {
    obstacles: Vec<Body>,
    crossings: Vec<Crossing>,
    width: f64,
    start: Point,
    goal: Point,
}

impl Setting {
    fn scene(&self) -> Scene {
        Scene::new(self.obstacles.clone(), self.crossings.clone(), self.width, None)
    }

    fn length(&self) -> Option<f64> {
        length(&self.scene().path(self.start, Goal::Point(self.goal)))
    }

    /// Every point moved by the same motion of the plane.
    fn moved(&self, to: impl Fn(Point) -> Point) -> Self {
        let body = |body: &Body| match body {
            Body::Disc(disc) => Body::disc(to(disc.centre), disc.radius),
            Body::Polygon(polygon) => {
                let corners: Vec<Point> =
                    polygon.corners().iter().map(|&corner| to(corner)).collect();
                Body::Polygon(Polygon::new(&corners).expect("a motion keeps it convex"))
            }
        };
        Self {
            obstacles: self.obstacles.iter().map(body).collect(),
            crossings: self
                .crossings
                .iter()
                .map(|crossing| Crossing { body: body(&crossing.body), ..*crossing })
                .collect(),
            width: self.width,
            start: to(self.start),
            goal: to(self.goal),
        }
    }
}

/// The length of a path; infinite without one; none when an end is inside something.
fn length(found: &Found) -> Option<f64> {
    match found {
        Found::Path(path) => Some(path.length),
        Found::Unreachable => Some(f64::INFINITY),
        Found::GaveUp { .. } => panic!("the step limit was reached"),
        _ => None,
    }
}

fn close(one: f64, other: f64, tolerance: f64) -> bool {
    (one.is_infinite() && other.is_infinite())
        || (one - other).abs() <= tolerance * one.abs().max(1.0)
}

/// Coordinates on a lattice, or anywhere.
fn coordinate(lattice: bool) -> BoxedStrategy<f64> {
    if lattice {
        (0_i32..=20).prop_map(|half| f64::from(half) / 2.0).boxed()
    } else {
        (0.0..10.0).boxed()
    }
}

fn point(lattice: bool) -> impl Strategy<Value = Point> {
    (coordinate(lattice), coordinate(lattice)).prop_map(|(x, y)| Point::new(x, y))
}

fn body(lattice: bool) -> impl Strategy<Value = Body> {
    let size = move |most: i32| {
        if lattice {
            (1..=most).prop_map(|half| f64::from(half) / 2.0).boxed()
        } else {
            (0.2..f64::from(most) / 2.0).boxed()
        }
    };
    let facing = if lattice {
        prop_oneof![Just(Point::new(1.0, 0.0)), Just(Point::new(0.6, 0.8))].boxed()
    } else {
        (0.0..6.3).prop_map(Point::of_angle).boxed()
    };
    let disc = (point(lattice), size(3)).prop_map(|(centre, radius)| Body::disc(centre, radius));
    let rectangle =
        (point(lattice), facing, size(6), size(4)).prop_map(|(centre, facing, width, depth)| {
            Body::Polygon(Polygon::rectangle(centre, facing, width, depth))
        });
    prop_oneof![disc, rectangle]
}

fn setting(lattice: bool, crossings: usize) -> impl Strategy<Value = Setting> {
    let crossing = (body(lattice), 0.0..3.0, 0.0..3.0).prop_map(|(body, up, down)| Crossing {
        body,
        up,
        down,
    });
    (
        prop::collection::vec(body(lattice), 0..14),
        prop::collection::vec(crossing, 0..=crossings),
        prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.0..2.0],
        point(lattice),
        point(lattice),
    )
        .prop_map(|(obstacles, crossings, width, start, goal)| Setting {
            obstacles,
            crossings,
            width,
            start,
            goal,
        })
}

/// Any scene, half of them on the lattice, some with crossings.
fn any_setting() -> impl Strategy<Value = Setting> {
    prop_oneof![setting(true, 0), setting(false, 0), setting(true, 3), setting(false, 3)]
}

/// Points close to each other all along a path.
fn samples(path: &Path) -> Vec<Point> {
    let mut points = Vec::new();
    for leg in &path.legs {
        let count = 1 + (leg.length() / 0.01) as usize;
        points.extend(
            (0..=count).map(|here| leg.point_at(leg.length() * here as f64 / count as f64).0),
        );
    }
    points
}

/// Checks a path without anything of the search: pieces hang together, keep out of obstacles, cross
/// no barrier, and add up.
fn check(scene: &Scene, start: Point, path: &Path) -> Result<(), TestCaseError> {
    let mut here = start;
    for leg in &path.legs {
        prop_assert!(leg.start().distance(here) < 1e-8, "{leg:?} does not start at {here:?}");
        prop_assert!(leg.point_at(leg.length()).0.distance(leg.end()) < 1e-8, "{leg:?}");
        here = leg.end();
    }
    prop_assert!(here.distance(path.end) < 1e-8);
    let walked: f64 = path.legs.iter().map(fracas_geometry::Leg::length).sum();
    let tolls: f64 = path.tolls.iter().map(|toll| toll.cost).sum();
    prop_assert!(close(walked, path.walked, 1e-9) && close(walked + tolls, path.length, 1e-9));
    let points = samples(path);
    for point in &points {
        for body in scene.obstacles() {
            prop_assert!(body.depth_outside(*point) > -2e-9 - 1e-9, "{point:?} is inside {body:?}");
        }
    }
    for barrier in scene.barriers() {
        // A little into both obstacles, where no path comes.
        let reach = |point: Point| {
            let along = (point - barrier.from).dot(barrier.across);
            (-1e-3..=barrier.gap + 1e-3).contains(&along)
        };
        let mut before: Option<(f64, bool)> = None;
        for &point in &points {
            let side = barrier.across.cross(point - barrier.from);
            if side.abs() <= 1e-6 {
                continue;
            }
            if let Some((last, near)) = before {
                let crosses = (last > 0.0) != (side > 0.0);
                prop_assert!(
                    !(crosses && near && reach(point)),
                    "{barrier:?} is crossed near {point:?}"
                );
            }
            before = Some((side, reach(point)));
        }
    }
    Ok(())
}

/// What the crossings cost along a path, by looking at many points of it.
fn priced(scene: &Scene, path: &Path) -> f64 {
    let mut sum = 0.0;
    for crossing in scene.crossings() {
        let mut was: Option<bool> = None;
        for point in samples(path) {
            let is = crossing.body.depth_outside(point) < -1e-8;
            match (was, is) {
                (Some(false), true) => sum += crossing.up,
                (Some(true), false) => sum += crossing.down,
                _ => {}
            }
            was = Some(is);
        }
    }
    sum
}

proptest! {
    #![proptest_config(cases(100))]

    // rule: M-3 M-4
    #[test]
    fn a_path_hangs_together_and_keeps_out_of_everything(setting in any_setting()) {
        let scene = setting.scene();
        if let Found::Path(path) = scene.path(setting.start, Goal::Point(setting.goal)) {
            check(&scene, setting.start, &path)?;
            prop_assert!(path.end.distance(setting.goal) < 1e-9);
        }
        for number in 0..setting.obstacles.len() {
            if let Found::Path(path) = scene.path(setting.start, Goal::Rim(number)) {
                check(&scene, setting.start, &path)?;
                prop_assert!(setting.obstacles[number].depth_outside(path.end).abs() < 3e-9);
            }
        }
    }

    // rule: M-6
    #[test]
    fn tolls_are_those_of_the_points_along_the_path(setting in setting(false, 4)) {
        let scene = setting.scene();
        if let Found::Path(path) = scene.path(setting.start, Goal::Point(setting.goal)) {
            // Samples may miss a crossing cut so short that it lies between two of them.
            let sum = priced(&scene, &path);
            prop_assert!(path.length - path.walked >= sum - 1e-9);
        }
    }

    // rule: M-3
    #[test]
    fn a_path_is_never_shorter_than_the_straight_line(setting in any_setting()) {
        if let Some(length) = setting.length() {
            prop_assert!(length >= setting.start.distance(setting.goal) - 1e-9);
        }
    }

    // rule: M-3 M-4
    #[test]
    fn there_and_back_are_equally_long(setting in prop_oneof![setting(true, 0), setting(false, 0)]) {
        let back = Setting { start: setting.goal, goal: setting.start, ..setting.clone() };
        match (setting.length(), back.length()) {
            (Some(there), Some(back)) => prop_assert!(close(there, back, 1e-9), "{there} and {back}"),
            (there, back) => prop_assert_eq!(there.is_some(), back.is_some()),
        }
    }

    // rule: M-3 M-4
    #[test]
    fn a_detour_by_a_third_point_is_never_shorter(setting in any_setting(), third in point(false)) {
        let first = Setting { goal: third, ..setting.clone() };
        let second = Setting { start: third, ..setting.clone() };
        if let (Some(whole), Some(first), Some(second)) = (setting.length(), first.length(), second.length()) {
            prop_assert!(whole <= first + second + 1e-8, "{whole} and {first} + {second}");
        }
    }

    // rule: M-3
    #[test]
    fn removing_an_obstacle_never_lengthens(setting in any_setting(), which in any::<prop::sample::Index>()) {
        if setting.obstacles.is_empty() {
            return Ok(());
        }
        let mut fewer = setting.clone();
        fewer.obstacles.remove(which.index(setting.obstacles.len()));
        if let (Some(with), Some(without)) = (setting.length(), fewer.length()) {
            prop_assert!(without <= with + 1e-8, "{without} and {with}");
        }
    }

    // rule: M-4
    #[test]
    fn a_wider_base_never_has_a_shorter_way(setting in any_setting(), more in 0.0..1.0) {
        let wider = Setting { width: setting.width + more, ..setting.clone() };
        if let (Some(narrow), Some(wide)) = (setting.length(), wider.length()) {
            prop_assert!(narrow <= wide + 1e-8, "{narrow} and {wide}");
        }
    }

    // rule: M-3
    #[test]
    fn moving_turning_and_mirroring_change_nothing(
        setting in prop_oneof![setting(false, 0), setting(false, 3)],
        by in point(false),
        turn in 0.0..6.3,
    ) {
        let length = setting.length();
        let turn = Point::of_angle(turn);
        let others = [
            setting.moved(|point| point + by),
            setting.moved(|point| point.turned(turn)),
            setting.moved(|point| Point::new(point.y, point.x)),
        ];
        for other in others {
            match (length, other.length()) {
                (Some(one), Some(other)) => prop_assert!(close(one, other, 1e-9), "{one} and {other}"),
                (one, other) => prop_assert_eq!(one.is_some(), other.is_some()),
            }
        }
    }

    #[test]
    fn looking_at_all_obstacles_at_once_finds_the_same_length(setting in any_setting()) {
        let scene = setting.scene();
        if let (Some(lazy), Ok(tree)) = (setting.length(), scene.distances(setting.start, f64::INFINITY)) {
            let eager = tree.distance_to(setting.goal).unwrap_or(f64::INFINITY);
            prop_assert!(close(lazy, eager, 1e-9), "{lazy} and {eager}");
        }
    }

    // rule: M-3 M-4
    #[test]
    fn there_is_no_path_exactly_when_the_obstacles_part_start_and_goal(
        setting in any_setting(),
        table in prop::option::of(0.0..2.0),
    ) {
        let table = table.map(|margin| (Point::new(margin, margin), Point::new(10.0 - margin, 10.0)));
        let scene = Scene::new(setting.obstacles.clone(), setting.crossings.clone(), setting.width, table);
        let Some(length) = length(&scene.path(setting.start, Goal::Point(setting.goal))) else { return Ok(()) };
        if let Some(parted) = scene.is_parted(setting.start, setting.goal) {
            prop_assert_eq!(parted, length.is_infinite());
        }
    }

    // rule: M-2
    #[test]
    fn the_rim_is_as_far_as_its_nearest_point(setting in any_setting()) {
        let scene = setting.scene();
        let Ok(tree) = scene.distances(setting.start, f64::INFINITY) else { return Ok(()) };
        for (number, body) in setting.obstacles.iter().enumerate() {
            let Some(rim) = length(&scene.path(setting.start, Goal::Rim(number))) else { continue };
            let (mut nearest, mut exact) = (f64::INFINITY, None);
            for point in rim_points(body) {
                nearest = nearest.min(tree.distance_to(point).unwrap_or(f64::INFINITY));
            }
            if let Found::Path(path) = scene.path(setting.start, Goal::Rim(number)) {
                exact = scene.path(setting.start, Goal::Point(path.end)).path().map(|path| path.length);
            }
            prop_assert!(rim <= nearest + 1e-8, "{number}: {rim} and {nearest}");
            prop_assert!(exact.is_none_or(|exact| exact <= rim + 1e-7), "{number}: {rim} and {exact:?}");
        }
    }
}

proptest! {
    // A crowd takes a hundred times as long as a scene.
    #![proptest_config(cases(12))]

    // rule: M-3
    #[test]
    fn a_crowd_far_away_changes_nothing(setting in any_setting()) {
        let mut crowded = setting.clone();
        crowded.obstacles.extend((0..320_u32).map(|number| {
            let place = Point::new(f64::from(number % 20), f64::from(number / 20));
            Body::disc(place + Point::new(0.0, 60.0), 0.3)
        }));
        match (setting.length(), crowded.length()) {
            (Some(alone), Some(crowded)) => prop_assert!(close(alone, crowded, 1e-9), "{alone} and {crowded}"),
            (alone, crowded) => prop_assert_eq!(alone.is_some(), crowded.is_some()),
        }
        let (scene, crowd) = (setting.scene(), crowded.scene());
        for number in 0..setting.obstacles.len() {
            let alone = length(&scene.path(setting.start, Goal::Rim(number)));
            let crowded = length(&crowd.path(setting.start, Goal::Rim(number)));
            if let (Some(alone), Some(crowded)) = (alone, crowded) {
                prop_assert!(close(alone, crowded, 1e-9), "{number}: {alone} and {crowded}");
            }
        }
    }
}

/// Points all along a rim.
fn rim_points(body: &Body) -> Vec<Point> {
    match body {
        Body::Disc(disc) => (0..90)
            .map(|step| {
                disc.centre + Point::of_angle(f64::from(step) * 4.0_f64.to_radians()) * disc.radius
            })
            .collect(),
        Body::Polygon(polygon) => polygon
            .edges()
            .flat_map(|(start, end)| {
                (0..20).map(move |step| start.towards(end, f64::from(step) / 20.0))
            })
            .collect(),
    }
}
