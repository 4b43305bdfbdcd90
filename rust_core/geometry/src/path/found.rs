//! What a search finds.

use crate::vector::Point;

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// Straight on.
    Line {
        /// Its start.
        from: Point,
        /// Its end.
        to: Point,
    },
    /// Along the rim of a disc.
    Arc {
        /// The centre of the disc.
        centre: Point,
        /// The radius of the disc.
        radius: f64,
        /// Its start.
        from: Point,
        /// Its end.
        to: Point,
        /// The angle that it goes round, above zero.
        sweep: f64,
        /// Whether it goes round counter-clockwise.
        counter_clockwise: bool,
        /// The number of the disc among the obstacles, or the number of obstacles and its number
        /// among the crossings.
        obstacle: usize,
    },
}

/// What entering or leaving a crossing cost on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toll {
    /// How far the path had walked.
    pub walked: f64,
    /// What it cost.
    pub cost: f64,
    /// The number of the crossing.
    pub crossing: usize,
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// What it costs: the distance walked and the tolls.
    pub length: f64,
    /// The distance walked.
    pub walked: f64,
    /// Its pieces, one after another; none when it ends where it starts.
    pub legs: Vec<Leg>,
    /// What it bends round, in order: numbers of obstacles; the number of obstacles and more are
    /// crossings that it goes round.
    pub hugged: Vec<usize>,
    /// The crossings that it enters or leaves, in order, each once.
    pub crossed: Vec<usize>,
    /// The tolls, in order.
    pub tolls: Vec<Toll>,
    /// Where it ends.
    pub end: Point,
}

/// What came out of a search for a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A path; there is no shorter one.
    Path(Path),
    /// There is none.
    Unreachable,
    /// The start lies inside this obstacle.
    StartInside(usize),
    /// The goal lies inside this obstacle.
    GoalInside(usize),
    /// The start is off the table, or not a number.
    StartOffTable,
    /// The goal is off the table, or not a number.
    GoalOffTable,
    /// The step limit was reached.
    GaveUp {
        /// How many steps the search took.
        steps: u64,
    },
}

impl Found {
    /// The path, if there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            _ => None,
        }
    }
}

impl Leg {
    /// How long it is.
    pub fn length(&self) -> f64 {
        match *self {
            Self::Line { from, to } => from.distance(to),
            Self::Arc { radius, sweep, .. } => radius * sweep,
        }
    }

    /// Where it starts.
    pub const fn start(&self) -> Point {
        match *self {
            Self::Line { from, .. } | Self::Arc { from, .. } => from,
        }
    }

    /// Where it ends.
    pub const fn end(&self) -> Point {
        match *self {
            Self::Line { to, .. } | Self::Arc { to, .. } => to,
        }
    }

    /// The point after some distance along it, and the unit vector of the direction there.
    pub fn point_at(&self, distance: f64) -> (Point, Point) {
        match *self {
            Self::Line { from, to } => {
                let along = (to - from).unit().unwrap_or(Point::ORIGIN);
                (from + along * distance.min(from.distance(to)), along)
            }
            Self::Arc { centre, radius, from, sweep, counter_clockwise, .. } => {
                let sign = if counter_clockwise { 1.0 } else { -1.0 };
                let out =
                    (from - centre).turned(Point::of_angle(sign * sweep.min(distance / radius)));
                (centre + out, out.left() * (sign / radius))
            }
        }
    }

    /// The first part of it, up to some distance.
    fn truncated(&self, distance: f64) -> Self {
        let end = self.point_at(distance).0;
        match *self {
            Self::Line { from, .. } => Self::Line { from, to: end },
            Self::Arc { centre, radius, from, counter_clockwise, obstacle, .. } => {
                let sweep = distance / radius;
                Self::Arc { centre, radius, from, to: end, sweep, counter_clockwise, obstacle }
            }
        }
    }
}

impl Path {
    /// The straight line from a point to another.
    pub fn straight(from: Point, to: Point) -> Self {
        let length = from.distance(to);
        let legs = if length > 0.0 { vec![Leg::Line { from, to }] } else { Vec::new() };
        Self {
            length,
            walked: length,
            legs,
            hugged: Vec::new(),
            crossed: Vec::new(),
            tolls: Vec::new(),
            end: to,
        }
    }

    /// How far it has walked when it has cost so much: while a toll is paid it stays in place.
    fn walked_at(&self, cost: f64) -> f64 {
        let mut paid = 0.0;
        for toll in &self.tolls {
            if cost - paid <= toll.walked {
                break;
            }
            if cost - paid < toll.walked + toll.cost {
                return toll.walked;
            }
            paid += toll.cost;
        }
        (cost - paid).clamp(0.0, self.walked)
    }

    /// Where it is when it has cost `distance`, and the unit vector of the direction there; on a
    /// path of no length the zero vector.
    pub fn point_at(&self, distance: f64) -> (Point, Point) {
        let mut rest = self.walked_at(distance);
        for leg in &self.legs {
            if rest <= leg.length() {
                return leg.point_at(rest);
            }
            rest -= leg.length();
        }
        let arrival = self.legs.last().map(|leg| leg.point_at(leg.length()).1);
        (self.end, arrival.unwrap_or(Point::ORIGIN))
    }

    /// The first part of it, up to a cost of `distance`; all of it when it costs less.
    #[must_use]
    pub fn truncated(&self, distance: f64) -> Self {
        if distance >= self.length {
            return self.clone();
        }
        let distance = distance.max(0.0);
        let walked = self.walked_at(distance);
        let mut rest = walked;
        let mut legs = Vec::new();
        for leg in &self.legs {
            if rest <= 0.0 {
                break;
            }
            legs.push(if rest < leg.length() { leg.truncated(rest) } else { *leg });
            rest -= leg.length();
        }
        // An arc is a bend, and so is the corner between two lines.
        let bends = (0..legs.len()).filter(|&here| match legs[here] {
            Leg::Arc { .. } => true,
            Leg::Line { .. } => here > 0 && matches!(legs[here - 1], Leg::Line { .. }),
        });
        let hugged = self.hugged.iter().copied().take(bends.count()).collect();
        let tolls: Vec<Toll> =
            self.tolls.iter().copied().filter(|toll| toll.walked < walked).collect();
        let crossed = in_order_once(tolls.iter().map(|toll| toll.crossing));
        let end = self.point_at(distance).0;
        Self { length: distance, walked, legs, hugged, crossed, tolls, end }
    }
}

/// Each number once, in the order in which they come up.
pub(super) fn in_order_once(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut once = Vec::new();
    for number in numbers {
        if !once.contains(&number) {
            once.push(number);
        }
    }
    once
}
