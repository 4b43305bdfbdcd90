//! Who touches whom, and who is near what, kept up to date while fighters move.
//!
//! Nearly every rule asks whether somebody is free of adversaries, and bases move one at a time: so a
//! table of up to [`MOST`] fighters remembers its contacts, one bit for each, and looks again only at
//! the one that moved, came or went. It also keeps the circle round each base in a list of its own,
//! so that all that is near a line is found in a few instructions each. Larger tables look each time.

use super::{Fighter, Recruit};
use fracas_geometry::{Point, Relation};

/// The most fighters whose contacts are remembered.
pub(super) const MOST: usize = u64::BITS as usize;

/// The contacts of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contacts {
    /// Who is on the table.
    standing: u64,
    /// The fighters of side 0 and of side 1.
    sides: [u64; 2],
    /// Whom each one touches.
    touching: Vec<u64>,
    /// The circle round each base.
    circles: Vec<Four>,
}

/// The circles round four bases, their numbers side by side: so they are compared together.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Four {
    x: [f64; 4],
    y: [f64; 4],
    radius: [f64; 4],
}

impl Four {
    /// Circles that meet nothing.
    const NOWHERE: Self = Self { x: [0.0; 4], y: [0.0; 4], radius: [f64::NEG_INFINITY; 4] };
}

/// A line, and how far from it something may be that is near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    middle: Point,
    along: Point,
    half: f64,
    margin: f64,
}

impl Strip {
    pub(super) fn new(from: Point, to: Point, margin: f64) -> Self {
        let along = (to - from).unit().unwrap_or(Point::new(1.0, 0.0));
        Self { middle: from.towards(to, 0.5), along, half: from.distance(to) / 2.0, margin }
    }

    /// How far a circle is from reaching into it; into a rectangle, so it reaches a little too soon.
    #[inline]
    fn distance(&self, x: f64, y: f64, radius: f64) -> f64 {
        let there = Point::new(x, y) - self.middle;
        let (along, aside) =
            (self.along.dot(there).abs() - self.half, self.along.cross(there).abs());
        along.max(aside) - (radius + self.margin)
    }

    /// Whether the base of a fighter reaches into it.
    pub(super) fn meets(&self, fighter: &Fighter) -> bool {
        let base = fighter.standing.base();
        self.distance(base.centre.x, base.centre.y, base.footprint.radius()) <= 0.0
    }

    /// Which of four circles reach into it.
    #[inline]
    fn meets_of(&self, four: &Four) -> u64 {
        let distances = std::array::from_fn::<f64, 4, _>(|place| {
            self.distance(four.x[place], four.y[place], four.radius[place])
        });
        (0..4).fold(0, |set, place| set | u64::from(distances[place] <= 0.0) << place)
    }
}

impl Contacts {
    /// The contacts of a table, unless it has too many fighters.
    pub(super) fn of(roster: &[Recruit], fighters: &[Fighter], tolerance: f64) -> Option<Self> {
        if fighters.len() > MOST {
            return None;
        }
        let mut sides = [0; 2];
        for (number, recruit) in roster.iter().enumerate() {
            sides[usize::from(recruit.side & 1)] |= 1 << number;
        }
        let circles = vec![Four::NOWHERE; fighters.len().div_ceil(4)];
        let touching = vec![0; fighters.len()];
        let mut contacts = Self { standing: 0, sides, touching, circles };
        for number in 0..fighters.len() {
            contacts.look_again(number, fighters, tolerance);
        }
        Some(contacts)
    }

    /// A fighter has moved, come or gone.
    pub(super) fn look_again(&mut self, number: usize, fighters: &[Fighter], tolerance: f64) {
        let bit = 1 << number;
        for other in bits(self.touching[number]) {
            self.touching[other] &= !bit;
        }
        self.touching[number] = 0;
        let base = fighters[number].standing.base();
        let (centre, radius) = (base.centre, base.footprint.radius());
        let (four, place) = (&mut self.circles[number / 4], number % 4);
        (four.x[place], four.y[place], four.radius[place]) = (centre.x, centre.y, radius);
        self.standing &= !bit;
        if fighters[number].health.is_killed() {
            return;
        }
        let strip = Strip::new(centre, centre, radius + 2.0 * tolerance);
        for other in bits(self.near(&strip)) {
            if touch(fighters, number.min(other), number.max(other), tolerance) {
                self.touching[other] |= bit;
                self.touching[number] |= 1 << other;
            }
        }
        self.standing |= bit;
    }

    /// Who is on the table.
    pub(super) const fn standing(&self) -> u64 {
        self.standing
    }

    /// Who on the table is near a line.
    pub(super) fn near(&self, strip: &Strip) -> u64 {
        let mut set = 0;
        for (place, four) in self.circles.iter().enumerate() {
            set |= strip.meets_of(four) << (4 * place);
        }
        set & self.standing
    }

    /// Whom a fighter touches.
    pub(super) fn touching(&self, number: usize) -> u64 {
        self.touching[number]
    }

    /// The enemies of a fighter that it touches.
    pub(super) fn adversaries(&self, number: usize) -> u64 {
        let side = usize::from(self.sides[1] >> number & 1 == 1);
        self.touching[number] & self.sides[1 - side]
    }
}

/// Whether two bases touch. Bases far apart are told by their centres.
pub(super) fn touch(fighters: &[Fighter], one: usize, other: usize, tolerance: f64) -> bool {
    let (one, other) = (fighters[one].standing.base(), fighters[other].standing.base());
    let most = one.footprint.radius() + other.footprint.radius() + 2.0 * tolerance;
    (one.centre - other.centre).squared() <= most * most
        && one.body().relation(&other.body(), tolerance) != Relation::Apart
}

/// The numbers of a set, ascending.
pub(super) const fn bits(set: u64) -> Bits {
    Bits(set)
}

/// What is left of a set.
#[derive(Clone, Debug)]
pub(super) struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let next = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (next < u64::BITS).then_some(next as usize)
    }
}
