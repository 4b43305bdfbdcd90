//! Shortest paths in any scene, of any numbers at all: never a panic, never without end, and a path is
//! no shorter than the straight line.

#![no_main]

use fracas_geometry::{Body, Crossing, Found, Goal, Point, Polygon, Scene};
use libfuzzer_sys::fuzz_target;

const MOST: usize = 16;

/// Numbers out of bytes.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// A multiple of an eighth, a fraction of any size, or whatever eight bytes are.
    fn number(&mut self) -> Option<f64> {
        Some(match self.byte()? {
            0..=199 => f64::from(self.byte()? as i8) / 8.0,
            200..=253 => {
                let (high, low) = (self.byte()?, self.byte()?);
                f64::from(i16::from_le_bytes([low, high])) * 1.000_000_1e-3
            }
            _ => {
                let (bytes, rest) = self.0.split_first_chunk::<8>()?;
                self.0 = rest;
                f64::from_le_bytes(*bytes)
            }
        })
    }

    fn point(&mut self) -> Option<Point> {
        Some(Point::new(self.number()?, self.number()?))
    }

    fn body(&mut self) -> Option<Body> {
        Some(match self.byte()? % 3 {
            0 => Body::disc(self.point()?, self.number()?.abs()),
            1 => {
                let (centre, facing) = (self.point()?, Point::of_angle(self.number()?));
                let (width, depth) = (self.number()?.abs(), self.number()?.abs());
                Body::Polygon(Polygon::rectangle(centre, facing, width, depth))
            }
            _ => {
                let count = 3 + self.byte()? % 4;
                let corners: Option<Vec<Point>> = (0..count).map(|_| self.point()).collect();
                Body::Polygon(Polygon::new(&corners?).ok()?)
            }
        })
    }
}

/// A start, a goal and a scene.
fn read(bytes: &[u8]) -> Option<(Point, Point, Scene)> {
    let mut numbers = Numbers(bytes);
    let (start, goal, width) = (numbers.point()?, numbers.point()?, numbers.number()?.abs());
    let table = match numbers.byte()? % 2 {
        0 => None,
        _ => Some((numbers.point()?, numbers.point()?)),
    };
    let (mut obstacles, mut crossings) = (Vec::new(), Vec::new());
    while let Some(kind) = numbers.byte() {
        let Some(body) = numbers.body() else { break };
        if obstacles.len() + crossings.len() >= MOST {
            break;
        }
        if kind % 4 == 0 {
            let (up, down) = (numbers.number()?.abs(), numbers.number()?.abs());
            crossings.push(Crossing { body, up, down });
        } else {
            obstacles.push(body);
        }
    }
    Some((start, goal, Scene::new(obstacles, crossings, width, table)))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((start, goal, scene)) = read(bytes) else { return };
    let far = start.distance(goal);
    match scene.path(start, Goal::Point(goal)) {
        Found::Path(path) => assert!(!(path.length < far * (1.0 - 1e-9) - 1e-6), "{path:?}"),
        Found::GaveUp { steps } => panic!("given up after {steps} steps"),
        _ => {}
    }
    for number in 0..scene.obstacles().len() {
        let found = scene.path(start, Goal::Rim(number));
        assert!(!matches!(found, Found::GaveUp { .. }));
        scene.can_reach(start, number, far);
    }
});
