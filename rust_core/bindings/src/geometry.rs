//! Bases, outlines and paths between Python and the geometry.

use crate::arguments::describe;
use crate::errors::input_error;
use fracas_engine::skirmish::measuring::{Measured, Obstacle};
use fracas_engine::skirmish::table::Standing;
use fracas_geometry::path::Leg;
use fracas_geometry::reach::{Piece, Region};
use fracas_geometry::{Body, Footprint, Point, Relation};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};

/// A point.
type Xy = (f64, f64);
/// A disc (centre and radius), or the corners of a polygon.
pub(crate) type Outline = (Option<(Xy, f64)>, Vec<Xy>);
/// A line (its ends), or an arc (its ends; centre, radius, angle in degrees, counter-clockwise above
/// zero).
type LegParts = (Xy, Xy, Option<(Xy, f64, f64)>);
/// Length, walked, legs, what is hugged, what is crossed, the end.
pub(crate) type PathParts = (f64, f64, Vec<LegParts>, Vec<(&'static str, usize)>, Vec<usize>, Xy);

/// Area, error, and the contours.
pub(crate) type RegionParts = (f64, f64, Vec<Vec<LegParts>>);

const fn xy(point: Point) -> Xy {
    (point.x, point.y)
}

/// A finite number, no farther from 0 than a bound.
pub(crate) fn finite(value: &Bound<'_, PyAny>, field: &str, largest: f64) -> PyResult<f64> {
    let number = if value.is_instance_of::<PyBool>() { None } else { value.extract::<f64>().ok() };
    number.filter(|number| number.abs() <= largest).ok_or_else(|| {
        let allowed = format!("a number from -{largest} to {largest}");
        input_error(value.py(), field, &describe(value), &allowed)
    })
}

/// A point of the plane.
pub(crate) fn point(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Point> {
    let is_pair = value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>();
    if !is_pair || value.len()? != 2 {
        let allowed = "a point (x, y) in centimetres, or a fighter's number where one is asked for";
        return Err(input_error(value.py(), field, &describe(value), allowed));
    }
    let part = |index: usize, name: &str| {
        finite(&value.get_item(index)?, &format!("{field}.{name}"), 100_000.0)
    };
    Ok(Point::new(part(0, "x")?, part(1, "y")?))
}

pub(crate) fn outline(body: &Body) -> Outline {
    match body {
        Body::Disc(disc) => (Some((xy(disc.centre), disc.radius)), Vec::new()),
        Body::Polygon(polygon) => (None, polygon.corners().iter().copied().map(xy).collect()),
    }
}

fn leg_parts(leg: &Leg) -> LegParts {
    match *leg {
        Leg::Line { from, to } => (xy(from), xy(to), None),
        Leg::Arc { centre, radius, from, to, sweep, counter_clockwise, .. } => {
            let angle = if counter_clockwise { sweep } else { -sweep };
            (xy(from), xy(to), Some((xy(centre), radius, angle.to_degrees())))
        }
    }
}

pub(crate) fn path_parts(way: &Measured) -> PathParts {
    let hugged = way.hugged.iter().map(|obstacle| match *obstacle {
        Obstacle::Fighter(number) => ("fighter", number),
        Obstacle::Scenery(number) => ("scenery", number),
    });
    let path = &way.path;
    let legs = path.legs.iter().map(leg_parts).collect();
    (path.length, path.walked, legs, hugged.collect(), way.crossed.clone(), xy(path.end))
}

fn piece_parts(piece: &Piece) -> LegParts {
    match *piece {
        Piece::Line { from, to } => (xy(from), xy(to), None),
        Piece::Arc { centre, radius, from, to, sweep } => {
            (xy(from), xy(to), Some((xy(centre), radius, sweep.to_degrees())))
        }
    }
}

pub(crate) fn region_parts(region: &Region) -> RegionParts {
    let contours = region.contours.iter().map(|one| one.iter().map(piece_parts).collect());
    (region.area, region.error, contours.collect())
}

/// A base that stands somewhere.
#[pyclass(module = "fracas._core", frozen)]
pub(crate) struct Base {
    standing: Standing,
}

#[pymethods]
impl Base {
    /// A base with a diameter, or with a width and a depth.
    #[new]
    fn new(
        position: &Bound<'_, PyAny>,
        facing: &Bound<'_, PyAny>,
        diameter: &Bound<'_, PyAny>,
        width: &Bound<'_, PyAny>,
        depth: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = position.py();
        let edge = |value: &Bound<'_, PyAny>, field: &str| {
            let number = finite(value, field, 30.0)?;
            if number >= 0.5 {
                return Ok(number);
            }
            Err(input_error(py, field, &describe(value), "a number from 0.5 to 30"))
        };
        let footprint = match (diameter.is_none(), width.is_none(), depth.is_none()) {
            (false, true, true) => Footprint::Round { diameter: edge(diameter, "diameter")? },
            (true, false, false) => Footprint::Rectangular {
                width: edge(width, "width")?,
                depth: edge(depth, "depth")?,
            },
            _ => {
                let allowed = "a diameter, or a width and a depth";
                return Err(input_error(py, "diameter", "not one form", allowed));
            }
        };
        let centre = point(position, "position")?;
        let facing = finite(facing, "facing", 360.0)?;
        Ok(Self { standing: Standing::new(footprint, centre, facing) })
    }

    #[getter]
    fn mire(&self) -> Xy {
        xy(self.standing.base().mire())
    }

    #[getter]
    fn outline(&self) -> Outline {
        outline(&self.standing.base().body())
    }

    #[getter]
    fn rim(&self) -> f64 {
        match self.standing.base().body() {
            Body::Disc(disc) => fracas_geometry::vector::TURN * disc.radius,
            Body::Polygon(polygon) => polygon.edges().map(|(start, end)| start.distance(end)).sum(),
        }
    }

    fn contains(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        let point = self::point(point, "point")?;
        Ok(self.standing.base().body().depth_outside(point) <= 0.0)
    }

    fn gap(&self, other: &Self) -> f64 {
        self.standing.base().body().approach(&other.standing.base().body()).gap
    }

    fn relation(&self, other: &Self, tolerance: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let tolerance = finite(tolerance, "tolerance", 1.0)?.abs();
        let (one, other) = (self.standing.base().body(), other.standing.base().body());
        Ok(match one.relation(&other, tolerance) {
            Relation::Apart => "apart",
            Relation::Touching => "touching",
            Relation::Overlapping => "overlapping",
        })
    }
}
