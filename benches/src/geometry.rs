//! Bases on a table: shortest paths, contact lists, reach.
//!
//! Boards are drawn by a fixed generator. A digest is made of lengths in millionths, or of all pairs
//! in contact.

use crate::measure::{Bar, Bench, Contender, ROUNDS, billionths, mix};
use fracas_geometry::{Body, Found, Goal, Point, Polygon, Scene, TOUCH, contacts};
use std::hint::black_box;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        what: "path among 20 discs, the scene set up anew each time",
        unit: "paths",
        count: 1_000,
        rounds: ROUNDS,
        work: Contender { run: paths::<20>, digest: 0x6220_d846_8cd4_4c20 },
        rival: None,
        bar: Bar::Time(0.2e-3),
    },
    Bench {
        what: "path among 100 discs, the scene set up anew each time",
        unit: "paths",
        count: 100,
        rounds: ROUNDS,
        work: Contender { run: paths::<100>, digest: 0xa354_62b4_17e3_eaec },
        rival: None,
        bar: Bar::Time(5e-3),
    },
    Bench {
        what: "path among 10,000 discs, the scene set up anew each time",
        unit: "paths",
        count: 1,
        rounds: 3,
        work: Contender { run: paths::<10_000>, digest: 0xfdc3_3149_0d32_ac43 },
        rival: None,
        bar: Bar::NoTime,
    },
    Bench {
        what: "contact list of 10,000 bases",
        unit: "lists",
        count: 10,
        rounds: ROUNDS,
        work: Contender { run: contact_lists, digest: 0x7369_9b0a_d9f6_52e8 },
        rival: None,
        bar: Bar::Time(10e-3),
    },
    Bench {
        what: "reach of a base among 20, the straight line open, set up anew each time",
        unit: "tests",
        count: 10_000,
        rounds: ROUNDS,
        work: Contender { run: open_reach, digest: 0x4b80_8d68_338a_9cf0 },
        rival: None,
        bar: Bar::Time(20e-6),
    },
];

/// Numbers from 0 to 1, the same on every run.
struct Drawn(u64);

impl Drawn {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^= word >> 31;
        (word >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn point(&mut self, low: f64, high: f64) -> Point {
        let span = high - low;
        Point::new(low + span * self.next(), low + span * self.next())
    }
}

/// Bases of 2.5 to 4 cm that cover a third of a square table, none on its rim or on another.
fn discs(drawn: &mut Drawn, count: usize) -> (Vec<Body>, f64) {
    let side = (count as f64 * 25.0).sqrt();
    let mut bodies: Vec<Body> = Vec::with_capacity(count);
    while bodies.len() < count {
        let centre = drawn.point(2.0, side - 2.0);
        let body = Body::disc(centre, 1.25 + 0.75 * drawn.next());
        let recent = bodies.len().saturating_sub(200);
        // On large boards an overlap now and then does no harm.
        if bodies[recent..].iter().all(|other| body.approach(other).gap > 0.0) {
            bodies.push(body);
        }
    }
    (bodies, side)
}

/// From one corner of the table to the opposite one, through gaps of 1 cm and more.
fn paths<const OBSTACLES: usize>(count: u64) -> u64 {
    let mut drawn = Drawn(OBSTACLES as u64);
    let boards: Vec<(Vec<Body>, f64)> =
        (0..10.min(count)).map(|_| discs(&mut drawn, OBSTACLES)).collect();
    (0..count).fold(0, |digest, round| {
        let (bodies, side) = &boards[round as usize % boards.len()];
        let scene = Scene::new(black_box(bodies.clone()), Vec::new(), 1.0, None);
        let found = scene.path(Point::new(0.0, 0.0), Goal::Point(Point::new(*side, *side)));
        mix(digest, found.path().map_or(0, |path| billionths(path.length) / 1_000))
    })
}

/// Bases that stand in ranks, every other one touching its neighbours, and some rectangular ones.
fn contact_lists(count: u64) -> u64 {
    let mut drawn = Drawn(1);
    let bodies: Vec<Body> = (0..10_000_u32)
        .map(|number| {
            let place = Point::new(f64::from(number % 100) * 2.5, f64::from(number / 100) * 3.0);
            match number % 4 {
                0 => Body::Polygon(Polygon::rectangle(place, Point::new(0.0, 1.0), 2.5, 2.5)),
                1 => Body::disc(place + drawn.point(-0.1, 0.1), 1.25),
                _ => Body::disc(place, 1.25),
            }
        })
        .collect();
    (0..count).fold(0, |digest, _| {
        contacts(black_box(&bodies), TOUCH).into_iter().fold(
            digest,
            |digest, (one, other, relation)| {
                mix(digest, u64::from(one) << 33 | u64::from(other) << 1 | relation as u64 & 1)
            },
        )
    })
}

/// Twenty bases, of which one in plain view is to be reached.
fn open_reach(count: u64) -> u64 {
    let mut drawn = Drawn(2);
    let (bodies, _) = discs(&mut drawn, 20);
    let open: Vec<usize> = (0..20)
        .filter(|&number| {
            let scene = Scene::new(bodies.clone(), Vec::new(), 2.5, None);
            let found = scene.path(Point::new(-1.0, 10.0), Goal::Rim(number));
            matches!(found, Found::Path(path) if path.legs.len() == 1)
        })
        .collect();
    (0..count).fold(0, |digest, round| {
        let scene = Scene::new(black_box(bodies.clone()), Vec::new(), 2.5, None);
        let target = open[round as usize % open.len()];
        let reached = scene.can_reach(Point::new(-1.0, 10.0), target, 8.0 + (round % 8) as f64);
        mix(digest, u64::from(reached))
    })
}
