//! Bases: what a figure stands on, where, and which way it faces.

use crate::body::{Body, Polygon};
use crate::vector::Point;

/// The form of a base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Footprint {
    /// Round.
    Round {
        /// Its diameter.
        diameter: f64,
    },
    /// With a front edge.
    Rectangular {
        /// The front edge.
        width: f64,
        /// From front to back.
        depth: f64,
    },
}

/// A base that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// Its form.
    pub footprint: Footprint,
    /// Its centre.
    pub centre: Point,
    /// The unit vector it faces.
    pub facing: Point,
}

impl Footprint {
    /// How wide a gap must be to let it pass: the diameter, or the front edge.
    #[inline]
    pub const fn width(self) -> f64 {
        match self {
            Self::Round { diameter } => diameter,
            Self::Rectangular { width, .. } => width,
        }
    }

    /// From the centre to the mire.
    #[inline]
    pub const fn reach_ahead(self) -> f64 {
        match self {
            Self::Round { diameter } => diameter / 2.0,
            Self::Rectangular { depth, .. } => depth / 2.0,
        }
    }

    /// The radius of the smallest circle about the centre that holds it.
    pub fn radius(self) -> f64 {
        match self {
            Self::Round { diameter } => diameter / 2.0,
            Self::Rectangular { width, depth } => Point::new(width, depth).length() / 2.0,
        }
    }
}

impl Base {
    /// The base whose mire is at a point.
    pub fn with_mire(footprint: Footprint, mire: Point, facing: Point) -> Self {
        Self { footprint, centre: mire - facing * footprint.reach_ahead(), facing }
    }

    /// The sighting point: the middle of its front.
    #[inline]
    pub fn mire(&self) -> Point {
        self.centre + self.facing * self.footprint.reach_ahead()
    }

    /// Turned about its own centre, counter-clockwise.
    #[must_use]
    pub fn turned(&self, angle: f64) -> Self {
        Self { facing: self.facing.turned(Point::of_angle(angle)), ..*self }
    }

    /// The ground it covers.
    pub fn body(&self) -> Body {
        match self.footprint {
            Footprint::Round { diameter } => Body::disc(self.centre, diameter / 2.0),
            Footprint::Rectangular { width, depth } => {
                Body::Polygon(Polygon::rectangle(self.centre, self.facing, width, depth))
            }
        }
    }
}
