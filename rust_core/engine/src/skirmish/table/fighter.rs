//! Fighters on a table: what they are, how they stand, and what has happened to them.

use crate::names::{Named, named};
use crate::skirmish::profiles::Profile;
use crate::skirmish::wounds::Health;
use fracas_geometry::{Base, Footprint, Point};
use std::sync::Arc;

/// What of a fighter does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Recruit {
    /// What it is.
    pub profile: Arc<Profile>,
    /// Whose it is: 0 or 1.
    pub side: u8,
    /// The form of its base.
    pub footprint: Footprint,
    /// Its power in a charge.
    pub power: u8,
}

named! {
    /// What can be said of a fighter besides where it stands and how it is.
    pub enum Mark {
        /// It is routed.
        Routed = "routed",
        /// Its activation of this turn is over.
        Activated = "activated",
        /// It is activated in the current speaking turn (M-5).
        ActivatedNow = "activated_now",
        /// It was charged or engaged in this activation phase (M-8, M-21).
        Assaulted = "assaulted",
        /// It has the charge penalty (M-17).
        Charged = "charged",
        /// It failed to disengage: all its dice go to defence (M-24).
        BoundToDefence = "bound_to_defence",
        /// It has walked in this speaking turn (M-8).
        Walked = "walked",
        /// It has disengaged in this activation (M-25).
        Disengaged = "disengaged",
        /// It has tried to (M-21).
        TriedDisengaging = "tried_disengaging",
        /// It is under cover (M-19).
        UnderCover = "under_cover",
        /// It dived for cover: its activation must be a move under cover (M-20).
        MustTakeCover = "must_take_cover",
    }
}

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(u16);

impl Marks {
    /// No mark.
    pub const NONE: Self = Self(0);

    /// Whether a mark is there.
    #[inline]
    pub const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u16 & 1 == 1
    }

    /// With one mark more.
    #[must_use]
    #[inline]
    pub const fn with(self, mark: Mark) -> Self {
        Self(self.0 | 1 << mark as u16)
    }

    /// With one mark less.
    #[must_use]
    #[inline]
    pub const fn without(self, mark: Mark) -> Self {
        Self(self.0 & !(1 << mark as u16))
    }

    /// All the marks, in order.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.iter().copied().filter(move |&mark| self.has(mark))
    }
}

/// Where a base stands and which way it faces.
///
/// The facing is kept in both forms: degrees are what people write and read, and must come back as
/// they were; the vector is what everything is worked out with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    base: Base,
    degrees: f64,
}

impl Standing {
    /// A base with this centre that faces this way.
    pub fn new(footprint: Footprint, centre: Point, degrees: f64) -> Self {
        Self { base: Base { footprint, centre, facing: unit(degrees) }, degrees }
    }

    /// A base as it stands.
    pub fn of_base(base: Base) -> Self {
        Self { base, degrees: degrees(base.facing) }
    }

    /// A base as it stands, whose facing in degrees is known.
    pub const fn new_at(base: Base, degrees: f64) -> Self {
        Self { base, degrees }
    }

    /// The base.
    #[inline]
    pub const fn base(&self) -> Base {
        self.base
    }

    /// Which way it faces, in degrees.
    #[inline]
    pub const fn degrees(&self) -> f64 {
        self.degrees
    }

    /// Turned about its mire to face another way (M-7).
    #[must_use]
    pub fn facing(&self, degrees: f64) -> Self {
        let base = Base::with_mire(self.base.footprint, self.base.mire(), unit(degrees));
        Self { base, degrees }
    }
}

/// The unit vector of an angle in degrees; exact for quarter turns, so that bases set side by side
/// touch.
pub fn unit(degrees: f64) -> Point {
    let rest = degrees.rem_euclid(360.0);
    if rest % 90.0 != 0.0 {
        return Point::of_angle(rest.to_radians());
    }
    match (rest / 90.0) as u8 {
        1 => Point::new(0.0, 1.0),
        2 => Point::new(-1.0, 0.0),
        3 => Point::new(0.0, -1.0),
        _ => Point::new(1.0, 0.0),
    }
}

/// The angle of a vector in degrees, from 0 up to 360.
pub fn degrees(vector: Point) -> f64 {
    let angle = vector.angle().to_degrees();
    let angle = if angle < 0.0 { angle + 360.0 } else { angle };
    // Adding 360 to a hair below zero gives 360; and there is no −0 on a compass.
    if angle >= 360.0 || angle == 0.0 { 0.0 } else { angle }
}

/// A fighter as it stands at the moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fighter {
    /// Where it stands.
    pub standing: Standing,
    /// Its wounds and markers.
    pub health: Health,
    /// What else is to be said of it.
    pub marks: Marks,
}

impl Fighter {
    /// Whether a mark is there.
    #[inline]
    pub const fn has(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// With one mark more.
    #[must_use]
    pub const fn with(mut self, mark: Mark) -> Self {
        self.marks = self.marks.with(mark);
        self
    }

    /// With one mark less.
    #[must_use]
    pub const fn without(mut self, mark: Mark) -> Self {
        self.marks = self.marks.without(mark);
        self
    }

    /// Standing elsewhere.
    #[must_use]
    pub fn at(mut self, base: Base) -> Self {
        self.standing = Standing::of_base(base);
        self
    }
}
