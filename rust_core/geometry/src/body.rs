//! Bodies: the convex closed sets that stand on a table.

use crate::vector::Point;

/// How far apart, or how deep in each other, bodies may be and still only touch.
pub const TOUCH: f64 = 1e-4;

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its centre.
    pub centre: Point,
    /// Its radius, above zero.
    pub radius: f64,
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Counter-clockwise, at least three, no three in a line.
    corners: Corners,
}

/// The corners of a polygon. Most are rectangles, made by the million: they need no memory of their
/// own.
#[derive(Clone, Debug)]
enum Corners {
    Four([Point; 4]),
    Any(Vec<Point>),
}

impl std::ops::Deref for Corners {
    type Target = [Point];

    #[inline]
    fn deref(&self) -> &[Point] {
        match self {
            Self::Four(corners) => corners,
            Self::Any(corners) => corners,
        }
    }
}

impl PartialEq for Corners {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// What stands on a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Something round.
    Disc(Disc),
    /// Something with corners.
    Polygon(Polygon),
}

/// How close two bodies are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// The gap between them; below zero, how deep they overlap: the shortest way to part them.
    pub gap: f64,
    /// The point of the first body's rim that is nearest to the other body.
    pub from: Point,
    /// The point of the second body's rim that is nearest to it.
    pub to: Point,
}

/// How two bodies lie, within a tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// There is a gap between them.
    Apart,
    /// They touch.
    Touching,
    /// They share more than their rims.
    Overlapping,
}

/// What is wrong with the corners of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonProblem {
    /// A coordinate is not a finite number; the number of the corner.
    NotFinite(usize),
    /// There are fewer than three corners.
    TooFewCorners,
    /// At this corner the outline turns inwards, runs straight on or crosses itself.
    NotConvex(usize),
}

impl Polygon {
    /// The polygon with these corners, in either direction of rotation.
    pub fn new(corners: &[Point]) -> Result<Self, PolygonProblem> {
        if let Some(corner) = corners.iter().position(|corner| !corner.is_finite()) {
            return Err(PolygonProblem::NotFinite(corner));
        }
        if corners.len() < 3 {
            return Err(PolygonProblem::TooFewCorners);
        }
        let mut corners = corners.to_vec();
        if signed_area(&corners) < 0.0 {
            corners.reverse();
        }
        let count = corners.len();
        let mut turned = 0.0;
        for here in 0..count {
            let before = corners[here] - corners[(here + count - 1) % count];
            let after = corners[(here + 1) % count] - corners[here];
            let bend = before.cross(after);
            // Straight on, or a corner given twice, within what f64 can tell.
            if bend <= 1e-12 * before.length() * after.length() {
                return Err(PolygonProblem::NotConvex(here));
            }
            turned += libm::atan2(bend, before.dot(after));
        }
        // A star turns left everywhere too, but more than once round.
        if turned > 1.5 * crate::vector::TURN {
            return Err(PolygonProblem::NotConvex(0));
        }
        Ok(Self { corners: Corners::Any(corners) })
    }

    /// The rectangle with this centre, whose front faces `facing` (a unit vector).
    pub fn rectangle(centre: Point, facing: Point, width: f64, depth: f64) -> Self {
        let ahead = facing * (depth / 2.0);
        let left = facing.left() * (width / 2.0);
        let corners = [
            centre + ahead + left,
            centre - ahead + left,
            centre - ahead - left,
            centre + ahead - left,
        ];
        Self { corners: Corners::Four(corners) }
    }

    /// Its corners, counter-clockwise.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Its edges, each from a corner to the next counter-clockwise.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let count = self.corners.len();
        (0..count).map(move |here| (self.corners[here], self.corners[(here + 1) % count]))
    }

    fn moved(&self, to: impl Fn(Point) -> Point) -> Self {
        let corners = match &self.corners {
            Corners::Four(corners) => Corners::Four(corners.map(to)),
            Corners::Any(corners) => {
                Corners::Any(corners.iter().map(|&corner| to(corner)).collect())
            }
        };
        Self { corners }
    }
}

fn signed_area(corners: &[Point]) -> f64 {
    let count = corners.len();
    (0..count).map(|here| corners[here].cross(corners[(here + 1) % count])).sum::<f64>() / 2.0
}

/// The nearest point of the segment from `start` to `end`.
#[inline]
pub fn nearest_on_segment(start: Point, end: Point, point: Point) -> Point {
    let along = end - start;
    let squared = along.squared();
    if squared == 0.0 {
        return start;
    }
    let share = ((point - start).dot(along) / squared).clamp(0.0, 1.0);
    start + along * share
}

impl Body {
    /// A disc.
    pub const fn disc(centre: Point, radius: f64) -> Self {
        Self::Disc(Disc { centre, radius })
    }

    /// Moved without turning.
    #[must_use]
    pub fn shifted(&self, by: Point) -> Self {
        match self {
            Self::Disc(disc) => Self::disc(disc.centre + by, disc.radius),
            Self::Polygon(polygon) => Self::Polygon(polygon.moved(|corner| corner + by)),
        }
    }

    /// Turned about a point by the angle of a unit vector.
    #[must_use]
    pub fn turned_about(&self, pivot: Point, by: Point) -> Self {
        let turn = |point: Point| pivot + (point - pivot).turned(by);
        match self {
            Self::Disc(disc) => Self::disc(turn(disc.centre), disc.radius),
            Self::Polygon(polygon) => Self::Polygon(polygon.moved(turn)),
        }
    }

    /// The lowest and the highest coordinates it reaches.
    pub fn bounds(&self) -> (Point, Point) {
        match self {
            Self::Disc(disc) => {
                let half = Point::new(disc.radius, disc.radius);
                (disc.centre - half, disc.centre + half)
            }
            Self::Polygon(polygon) => polygon.corners.iter().fold(
                (
                    Point::new(f64::INFINITY, f64::INFINITY),
                    -Point::new(f64::INFINITY, f64::INFINITY),
                ),
                |(low, high), corner| {
                    (
                        Point::new(low.x.min(corner.x), low.y.min(corner.y)),
                        Point::new(high.x.max(corner.x), high.y.max(corner.y)),
                    )
                },
            ),
        }
    }

    /// A point inside it.
    pub fn middle(&self) -> Point {
        match self {
            Self::Disc(disc) => disc.centre,
            Self::Polygon(polygon) => {
                let sum = polygon.corners.iter().fold(Point::ORIGIN, |sum, &corner| sum + corner);
                sum * (1.0 / polygon.corners.len() as f64)
            }
        }
    }

    /// How far a point is outside; below zero, how deep inside.
    pub fn depth_outside(&self, point: Point) -> f64 {
        match self {
            Self::Disc(disc) => disc.centre.distance(point) - disc.radius,
            Self::Polygon(polygon) => {
                let inside = polygon
                    .edges()
                    .map(|(start, end)| -(end - start).cross(point - start) / start.distance(end))
                    .fold(f64::NEG_INFINITY, f64::max);
                if inside <= 0.0 {
                    return inside;
                }
                self.nearest_rim_point(point).distance(point)
            }
        }
    }

    /// The point of the rim that is nearest to `point`. Of the centre of a disc, the rightmost one.
    pub fn nearest_rim_point(&self, point: Point) -> Point {
        match self {
            Self::Disc(disc) => {
                let out = (point - disc.centre).unit().unwrap_or(Point::new(1.0, 0.0));
                disc.centre + out * disc.radius
            }
            Self::Polygon(polygon) => polygon
                .edges()
                .map(|(start, end)| nearest_on_segment(start, end, point))
                .min_by(|one, other| one.distance(point).total_cmp(&other.distance(point)))
                .unwrap_or(point),
        }
    }

    /// How close another body is.
    pub fn approach(&self, other: &Self) -> Approach {
        match (self, other) {
            (Self::Disc(disc), Self::Disc(against)) => {
                let way = against.centre - disc.centre;
                let out = way.unit().unwrap_or(Point::new(1.0, 0.0));
                Approach {
                    gap: way.length() - disc.radius - against.radius,
                    from: disc.centre + out * disc.radius,
                    to: against.centre - out * against.radius,
                }
            }
            (Self::Disc(disc), Self::Polygon(_)) => {
                let to = other.nearest_rim_point(disc.centre);
                let outside = other.depth_outside(disc.centre);
                let out = (to - disc.centre).unit().unwrap_or(Point::new(1.0, 0.0));
                let out = if outside < 0.0 { -out } else { out };
                Approach { gap: outside - disc.radius, from: disc.centre + out * disc.radius, to }
            }
            (Self::Polygon(_), Self::Disc(_)) => {
                let Approach { gap, from, to } = other.approach(self);
                Approach { gap, from: to, to: from }
            }
            (Self::Polygon(polygon), Self::Polygon(against)) => {
                approach_of_polygons(polygon, against)
            }
        }
    }

    /// Whether it shares ground with another body, deeper than `slack`: what [`Self::relation`] calls
    /// overlapping, found without looking for the nearest points.
    pub fn overlaps(&self, other: &Self, slack: f64) -> bool {
        match (self, other) {
            (Self::Disc(disc), Self::Disc(against)) => {
                let reach = disc.radius + against.radius - slack;
                reach > 0.0 && (against.centre - disc.centre).squared() < reach * reach
            }
            (Self::Disc(disc), Self::Polygon(_)) => {
                other.depth_outside(disc.centre) < disc.radius - slack
            }
            (Self::Polygon(_), Self::Disc(_)) => other.overlaps(self, slack),
            (Self::Polygon(polygon), Self::Polygon(against)) => {
                !is_parted(polygon, against, slack) && !is_parted(against, polygon, slack)
            }
        }
    }

    /// How it lies to another body: a gap, or an overlap, of at most `tolerance` is a touch.
    pub fn relation(&self, other: &Self, tolerance: f64) -> Relation {
        let gap = match (self, other) {
            // The widest parting is the gap itself, or less than it: mostly that is all one needs.
            (Self::Polygon(polygon), Self::Polygon(against)) => {
                if is_parted(polygon, against, -tolerance)
                    || is_parted(against, polygon, -tolerance)
                {
                    return Relation::Apart;
                }
                let parted = widest_parting(polygon, against).max(widest_parting(against, polygon));
                if parted < 0.0 { parted } else { least_distance(polygon, against) }
            }
            _ => self.approach(other).gap,
        };
        if gap > tolerance {
            Relation::Apart
        } else if gap >= -tolerance {
            Relation::Touching
        } else {
            Relation::Overlapping
        }
    }
}

/// Polygons: the widest separating edge when they overlap, the nearest corner and edge when not.
fn approach_of_polygons(polygon: &Polygon, against: &Polygon) -> Approach {
    let parted = widest_parting(polygon, against).max(widest_parting(against, polygon));
    if parted < 0.0 {
        let (from, to) = nearest_pair(polygon, against);
        return Approach { gap: parted, from, to };
    }
    let (from, to) = nearest_pair(polygon, against);
    Approach { gap: from.distance(to), from, to }
}

/// Whether an edge of `polygon` has all of `against` outside of it, but for `slack`.
fn is_parted(polygon: &Polygon, against: &Polygon, slack: f64) -> bool {
    polygon.edges().any(|(start, end)| {
        let edge = end - start;
        let out = edge.right();
        let least = out.dot(start) - slack * edge.length();
        against.corners.iter().all(|&corner| corner.dot(out) >= least)
    })
}

/// The largest distance by which an edge of `polygon` has all of `against` outside of it.
fn widest_parting(polygon: &Polygon, against: &Polygon) -> f64 {
    polygon
        .edges()
        .map(|(start, end)| {
            let out = (end - start).right() * (1.0 / start.distance(end));
            against
                .corners
                .iter()
                .map(|&corner| (corner - start).dot(out))
                .fold(f64::INFINITY, f64::min)
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// How near two polygons are that do not overlap.
fn least_distance(polygon: &Polygon, against: &Polygon) -> f64 {
    let least = |corners: &Polygon, edges: &Polygon| {
        let mut least = f64::INFINITY;
        for &corner in corners.corners() {
            for (start, end) in edges.edges() {
                least = least.min((nearest_on_segment(start, end, corner) - corner).squared());
            }
        }
        least
    };
    least(polygon, against).min(least(against, polygon)).sqrt()
}

/// The nearest points of two polygons. Where two edges run side by side and many pairs are equally
/// near, the middle of them.
fn nearest_pair(polygon: &Polygon, against: &Polygon) -> (Point, Point) {
    const SAME: f64 = 1e-9;
    let mut pairs: Vec<(f64, Point, Point)> = Vec::with_capacity(8);
    let mut keep = |from: Point, to: Point| {
        let distance = from.distance(to);
        let least = pairs.first().map_or(f64::INFINITY, |pair| pair.0);
        if distance < least - SAME {
            pairs.clear();
        }
        if distance <= least + SAME {
            pairs.push((distance, from, to));
        }
    };
    for &corner in polygon.corners() {
        for (start, end) in against.edges() {
            keep(corner, nearest_on_segment(start, end, corner));
        }
    }
    for &corner in against.corners() {
        for (start, end) in polygon.edges() {
            keep(nearest_on_segment(start, end, corner), corner);
        }
    }
    let middle = |points: &dyn Fn(&(f64, Point, Point)) -> Point| {
        let lowest = pairs.iter().map(points).fold(points(&pairs[0]), |low, point| {
            if (point.x, point.y) < (low.x, low.y) { point } else { low }
        });
        let highest = pairs.iter().map(points).fold(points(&pairs[0]), |high, point| {
            if (point.x, point.y) > (high.x, high.y) { point } else { high }
        });
        lowest.towards(highest, 0.5)
    };
    (middle(&|pair| pair.1), middle(&|pair| pair.2))
}
