//! Points of the plane, which are vectors too.

use std::ops::{Add, Mul, Neg, Sub};

/// A full turn.
pub const TURN: f64 = 2.0 * std::f64::consts::PI;

/// A point, or the way from one point to another.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl Point {
    /// Where both coordinates are zero.
    pub const ORIGIN: Self = Self { x: 0.0, y: 0.0 };

    /// The point with these coordinates.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The unit vector of an angle.
    #[inline]
    pub fn of_angle(angle: f64) -> Self {
        let (sine, cosine) = libm::sincos(angle);
        Self { x: cosine, y: sine }
    }

    /// The angle of this vector, above −π and up to π; 0 for the zero vector.
    #[inline]
    pub fn angle(self) -> f64 {
        libm::atan2(self.y, self.x)
    }

    /// The scalar product.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: above zero when `other` lies counter-clockwise of this vector.
    #[inline]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The square of the length.
    #[inline]
    pub fn squared(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    #[inline]
    pub fn length(self) -> f64 {
        self.squared().sqrt()
    }

    /// The distance to another point.
    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        (other - self).length()
    }

    /// The vector of length 1 in this direction; the zero vector has none.
    #[inline]
    pub fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0).then(|| self * (1.0 / length))
    }

    /// A quarter of a turn counter-clockwise.
    #[inline]
    pub const fn left(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// A quarter of a turn clockwise.
    #[inline]
    pub const fn right(self) -> Self {
        Self { x: self.y, y: -self.x }
    }

    /// Turned by the angle of a unit vector.
    #[inline]
    pub fn turned(self, by: Self) -> Self {
        Self { x: self.x * by.x - self.y * by.y, y: self.x * by.y + self.y * by.x }
    }

    /// Whether both coordinates are numbers and finite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// The point at `share` of the way to another: 0 is here, 1 is there.
    #[inline]
    pub fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }
}

impl Add for Point {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

impl Neg for Point {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// An angle brought into the range from 0 up to, but not including, a full turn.
#[inline]
pub fn wrapped(angle: f64) -> f64 {
    // What is within a turn is its own remainder, and the division is slow.
    let rest = if angle.abs() < TURN { angle } else { angle % TURN };
    let rest = if rest < 0.0 { rest + TURN } else { rest };
    if rest >= TURN { 0.0 } else { rest }
}
