//! Where a path is to go.

use super::TOLERANCE;
use super::part::{Line, Part, tangent, tangent_from_point};
use super::scene::Scene;
use crate::body::{Body, Polygon};
use crate::vector::Point;

/// Where a path is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// To a point.
    Point(Point),
    /// To the point of the rim of an obstacle that is reached first.
    Rim(usize),
}

/// Some places of the rim of an obstacle, to any of which a path may go.
pub struct Places<'a> {
    /// The obstacle.
    pub obstacle: usize,
    /// Places by themselves: corners, and the ends of stretches.
    pub points: &'a [Point],
    /// Whether a place is one of them that a path meets squarely: the place, and a point straight out
    /// from there.
    pub has: &'a dyn Fn(Point, Point) -> bool,
}

/// A goal with what is known about it.
#[derive(Clone)]
pub(crate) enum Aim<'scene> {
    Point([Point; 1]),
    Places {
        body: &'scene Body,
        points: &'scene [Point],
        has: &'scene dyn Fn(Point, Point) -> bool,
    },
    Rim {
        number: usize,
        body: &'scene Body,
        /// Where other rims and barriers meet this one. A path may have to end there that would
        /// go on, along another rim, to the nearest point.
        meetings: Vec<Point>,
    },
}

impl<'scene> Aim<'scene> {
    /// None when there is no such obstacle.
    pub(super) fn new(scene: &'scene Scene, goal: Goal) -> Option<Self> {
        match goal {
            Goal::Point(point) => Some(Self::Point([point])),
            Goal::Rim(number) => {
                let body = scene.obstacles.get(number)?;
                Some(Self::Rim { number, body, meetings: meetings_of(scene, number) })
            }
        }
    }

    /// None when there is no such obstacle.
    pub(super) fn of_places(scene: &'scene Scene, places: &Places<'scene>) -> Option<Self> {
        let body = scene.obstacles.get(places.obstacle)?;
        Some(Self::Places { body, points: places.points, has: places.has })
    }

    /// The number of the obstacle whose rim is aimed at, which nobody has to go round.
    pub(super) fn obstacle(&self) -> Option<usize> {
        match self {
            Self::Point(_) | Self::Places { .. } => None,
            Self::Rim { number, .. } => Some(*number),
        }
    }

    /// No path from a point is shorter.
    #[inline]
    pub(super) fn least(&self, point: Point) -> f64 {
        match self {
            Self::Point([goal]) => goal.distance(point),
            Self::Rim { body, .. } | Self::Places { body, .. } => {
                body.depth_outside(point).max(0.0)
            }
        }
    }

    /// The points at which the path may end.
    pub(super) fn points(&self) -> &[Point] {
        match self {
            Self::Point(point) => point,
            Self::Rim { meetings, .. } => meetings,
            Self::Places { points, .. } => points,
        }
    }

    /// How many ways there may be to run straight at the rim, from a disc or from a point.
    pub(super) fn feet(&self, from_disc: bool) -> u32 {
        match self {
            Self::Point(_) => 0,
            Self::Places { body: Body::Polygon(polygon), .. } => polygon.corners().len() as u32,
            Self::Rim { body: Body::Polygon(polygon), .. } if from_disc => {
                2 * polygon.corners().len() as u32
            }
            Self::Rim { .. } | Self::Places { .. } => 1,
        }
    }

    /// The line at the rim, square to it, that leaves a disc (with its signed radius) or a point.
    pub(super) fn foot(&self, centre: Point, radius: f64, number: u32) -> Option<Line> {
        let body = match self {
            Self::Point(_) => return None,
            Self::Places { body, has, .. } => {
                let line = match body {
                    Body::Disc(_) => Self::square_to(body, centre, radius, 0),
                    Body::Polygon(polygon) => {
                        foot_on_polygon(polygon, centre, radius, number as usize)
                    }
                };
                return line.filter(|line| has(line.to, line.to - line.along));
            }
            Self::Rim { body, .. } => body,
        };
        Self::square_to(body, centre, radius, number)
    }

    /// The line at a rim, square to it.
    fn square_to(body: &Body, centre: Point, radius: f64, number: u32) -> Option<Line> {
        if radius == 0.0 {
            let to = if body.depth_outside(centre) <= 0.0 {
                centre
            } else {
                body.nearest_rim_point(centre)
            };
            let length = centre.distance(to);
            let way = match body {
                // From the rim itself the way has no direction of its own.
                Body::Disc(disc) if length <= TOLERANCE => disc.centre - to,
                _ => to - centre,
            };
            let along = way.unit().unwrap_or(Point::new(1.0, 0.0));
            return Some(Line { from: centre, to, along, length, is_tangent: false });
        }
        match body {
            Body::Disc(disc) => {
                let mut line = tangent(centre, radius, disc.centre, 0.0)?;
                line.length -= disc.radius;
                if line.length < -TOLERANCE {
                    return None;
                }
                line.length = line.length.max(0.0);
                line.to = line.from + line.along * line.length;
                Some(line)
            }
            Body::Polygon(polygon) => foot_on_polygon(polygon, centre, radius, number as usize),
        }
    }
}

/// The line from a disc that meets an edge squarely, or comes to a corner that is nearest to it.
fn foot_on_polygon(polygon: &Polygon, centre: Point, radius: f64, number: usize) -> Option<Line> {
    let corners = polygon.corners();
    let count = corners.len();
    if number < count {
        let (start, end) = (corners[number], corners[(number + 1) % count]);
        let along = (end - start).left().unit()?;
        let from = centre - along.left() * radius;
        let length = along.dot(start - from);
        let to = from + along * length;
        let within = (to - start).dot(end - start) >= 0.0 && (to - end).dot(start - end) >= 0.0;
        return (within && length >= 0.0).then_some(Line {
            from,
            to,
            along,
            length,
            is_tangent: true,
        });
    }
    let corner = corners[number - count];
    let before = corners[(number - 1) % count];
    let after = corners[(number + 1) % count];
    let line = tangent(centre, radius, corner, 0.0)?;
    let back = line.from - corner;
    let nearest = |neighbour: Point| back.dot(neighbour - corner) <= TOLERANCE;
    (nearest(before) && nearest(after)).then_some(line)
}

/// The line from a disc, with its signed radius, or a point to a point.
#[inline]
pub(super) fn line_to_point(centre: Point, radius: f64, point: Point) -> Option<Line> {
    if radius == 0.0 {
        let way = point - centre;
        let length = way.length();
        let along = if length > 0.0 { way * (1.0 / length) } else { Point::new(1.0, 0.0) };
        return Some(Line { from: centre, to: point, along, length, is_tangent: false });
    }
    let line = tangent_from_point(point, centre, -radius)?;
    Some(Line { from: line.to, to: line.from, along: -line.along, ..line })
}

/// A piece of a rim.
pub(super) enum Piece {
    Circle(Point, f64),
    Segment(Point, Point),
}

pub(super) fn pieces(body: &Body) -> Vec<Piece> {
    match body {
        Body::Disc(disc) => vec![Piece::Circle(disc.centre, disc.radius)],
        Body::Polygon(polygon) => {
            polygon.edges().map(|(start, end)| Piece::Segment(start, end)).collect()
        }
    }
}

/// Where other rims and barriers meet the rim of an obstacle.
pub(super) fn meetings_of(scene: &Scene, number: usize) -> Vec<Point> {
    let rim = pieces(&scene.obstacles[number]);
    let (low, high) = scene.obstacles[number].bounds();
    let mut near = Vec::new();
    scene.grid.in_box(low, high, |other| near.push(other as usize));
    near.sort_unstable();
    near.dedup();
    let mut found = Vec::new();
    let mut meet = |others: Vec<Piece>| {
        for other in &others {
            for piece in &rim {
                meetings_of_rims(piece, other, &mut found);
            }
        }
    };
    for other in near.into_iter().filter(|&other| other != number) {
        if let Some(body) = scene.obstacles.get(other) {
            meet(pieces(body));
        } else {
            let barrier = &scene.barriers[other - scene.obstacles.len()];
            if !barrier.between.contains(&number) {
                meet(vec![Piece::Segment(barrier.from, barrier.to)]);
            }
        }
    }
    for crossing in &scene.crossings {
        let mut ends = Vec::new();
        for other in &pieces(&crossing.body) {
            for piece in &rim {
                meetings_of_rims(piece, other, &mut ends);
            }
        }
        for meeting in ends {
            found.push(meeting);
            found.extend(just_inside(&scene.obstacles[number], &crossing.body, meeting));
        }
    }
    found
}

/// The point of a rim that is inside another body, a hair from where the rims meet. A rim is
/// outside, and who stays inside does not pay for leaving: the nearest point of the rim that is
/// inside is no point of it, but as near to the meeting as one likes.
fn just_inside(target: &Body, other: &Body, meeting: Point) -> Option<Point> {
    let here = other.depth_outside(meeting);
    let slope = |by: Point| other.depth_outside(meeting + by) - here;
    let out = Point::new(slope(Point::new(1e-7, 0.0)), slope(Point::new(0.0, 1e-7))).unit()?;
    // The flatter the angle at which they meet, the further to go.
    let mut step = 4.0 * TOLERANCE;
    while step < 1e-4 {
        for direction in [-out, out.left(), out.right()] {
            let point = target.nearest_rim_point(meeting + direction * step);
            if other.depth_outside(point) < -2.0 * TOLERANCE {
                return Some(point);
            }
        }
        step *= 2.0;
    }
    None
}

/// Where two pieces of rims meet; touching counts.
pub(super) fn meetings_of_rims(one: &Piece, other: &Piece, found: &mut Vec<Point>) {
    match (one, other) {
        (&Piece::Circle(centre, radius), &Piece::Circle(against, other_radius)) => {
            let way = against - centre;
            let distance = way.length();
            let Some(out) = way.unit() else { return };
            let along = (distance * distance + radius * radius - other_radius * other_radius)
                / (2.0 * distance);
            if along.abs() <= radius + TOLERANCE {
                let half = (radius * radius - along * along).max(0.0).sqrt();
                found.push(centre + out * along + out.left() * half);
                found.push(centre + out * along - out.left() * half);
            }
        }
        (&Piece::Circle(centre, radius), &Piece::Segment(start, end))
        | (&Piece::Segment(start, end), &Piece::Circle(centre, radius)) => {
            let Some(along) = (end - start).unit() else { return };
            let middle = along.dot(centre - start);
            let away = along.cross(centre - start);
            if away.abs() <= radius + TOLERANCE {
                let half = (radius * radius - away * away).max(0.0).sqrt();
                for share in [middle - half, middle + half] {
                    if share >= -TOLERANCE && share <= start.distance(end) + TOLERANCE {
                        found.push(start + along * share);
                    }
                }
            }
        }
        (&Piece::Segment(start, end), &Piece::Segment(from, to)) => {
            for (corner, one, other) in
                [(start, from, to), (end, from, to), (from, start, end), (to, start, end)]
            {
                if crate::body::nearest_on_segment(one, other, corner).distance(corner) <= TOLERANCE
                {
                    found.push(corner);
                }
            }
            let (way, against) = (end - start, to - from);
            let area = way.cross(against);
            let share = (from - start).cross(against) / area;
            let against_share = (from - start).cross(way) / area;
            if area != 0.0 && (0.0..=1.0).contains(&share) && (0.0..=1.0).contains(&against_share) {
                found.push(start + way * share);
            }
        }
    }
}

/// Whether the tangent point of a line lies so that the path may leave a corner by it.
#[inline]
pub(super) fn leaves(corner: &Part, arrival: &Line, departure: &Line, sign: f64) -> bool {
    sign * arrival.along.cross(departure.along) >= -arrival.slack() - departure.slack()
        && corner.supports(departure, sign)
}
