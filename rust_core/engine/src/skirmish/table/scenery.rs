//! Scenery: what stands on a table and is no fighter (M-3, M-6, M-10).

use crate::names::named;
use crate::skirmish::profiles::Size;
use fracas_geometry::Point;

named! {
    /// Whether fighters can pass.
    pub enum Passage {
        /// They must go round (M-3).
        Impassable = "impassable",
        /// They can climb over it, at a cost (M-6).
        Crossable = "crossable",
    }
}

/// The outline of a piece of scenery.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A disc.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
    },
    /// A convex polygon with these corners.
    Polygon(Vec<Point>),
}

/// A piece of scenery.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenery {
    /// What it is called, if it has a name.
    pub name: Option<String>,
    /// The ground it covers.
    pub form: Form,
    /// Whether fighters can pass.
    pub passage: Passage,
    /// How big it is on the fighters' scale: for crossing (M-6) and hiding (M-10).
    pub size: Size,
    /// How high it is, in centimetres (M-6).
    pub height: f64,
    /// Whether it hides what is behind it (M-10).
    pub hides: bool,
}

impl Scenery {
    /// M-6: what it costs a fighter of a size to climb up and to climb down.
    ///
    /// # Rule
    /// At least two sizes smaller than the fighter: nothing; one size smaller: its height going up;
    /// of the same size or bigger: its height both ways.
    pub const fn climbing(&self, size: Size) -> (f64, f64) {
        match size as i8 - self.size as i8 {
            2.. => (0.0, 0.0),
            1 => (self.height, 0.0),
            _ => (self.height, self.height),
        }
    }
}
