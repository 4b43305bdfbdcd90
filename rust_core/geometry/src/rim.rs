//! The rim of a body as a line to stand along.
//!
//! Whoever touches a body with its mire and faces straight at it has one freedom left: where on the
//! rim. That is one number, the *turn*, which grows counter-clockwise from 0 up to
//! [`length`] of the rim and then starts over:
//!
//! - on a disc, the angle of the place as seen from the centre, in radians;
//! - on a polygon, edge and corner by turns: along the edge from corner 0 to corner 1 (a length),
//!   about corner 1 from the normal of that edge to the normal of the next (an angle), along the next
//!   edge, and so on; last comes the turn about corner 0.

use crate::base::{Base, Footprint};
use crate::body::Body;
use crate::vector::{Point, TURN, wrapped};

/// Stances from one turn to another, both included, counter-clockwise.
///
/// `from` is at least 0 and below the [`length`] of the rim; `to` is at least `from`, and above the
/// length when the stances run over the place where the rim starts. A single stance has `from` equal
/// to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The first turn.
    pub from: f64,
    /// The last turn.
    pub to: f64,
}

impl Interval {
    /// The turn in the middle; it may be above the length of the rim, as `to` may.
    #[inline]
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.from, self.to)
    }

    /// Whether a turn, from 0 up to the length of the rim, is one of these.
    #[inline]
    pub fn contains(&self, turn: f64, rim_length: f64) -> bool {
        (self.from <= turn && turn <= self.to) || turn + rim_length <= self.to
    }

    /// The turn of these that is nearest to another one along the rim.
    pub fn nearest(&self, turn: f64, rim_length: f64) -> f64 {
        if self.contains(turn, rim_length) {
            return turn;
        }
        let ahead = (self.from - turn).rem_euclid(rim_length);
        let behind = (turn - self.to).rem_euclid(rim_length);
        let nearest = if ahead <= behind { self.from } else { self.to };
        if nearest >= rim_length { nearest - rim_length } else { nearest }
    }
}

/// A part of a rim: along an edge, or about a pivot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    Slide { start: Point, along: Point, length: f64 },
    Turn { pivot: Point, radius: f64, first: f64, length: f64 },
}

impl Piece {
    /// How much of the rim's turn it takes.
    #[inline]
    pub(crate) const fn length(&self) -> f64 {
        match *self {
            Self::Slide { length, .. } | Self::Turn { length, .. } => length,
        }
    }

    /// The stance at a turn counted from the start of the piece.
    #[inline]
    pub(crate) fn stance(&self, footprint: Footprint, turn: f64) -> Base {
        match *self {
            Self::Slide { start, along, .. } => {
                Base::with_mire(footprint, start + along * turn, along.left())
            }
            Self::Turn { pivot, radius, first, .. } => {
                let out = Point::of_angle(first + turn);
                Base::with_mire(footprint, pivot + out * radius, -out)
            }
        }
    }

    /// The lowest and the highest coordinates of its places on the rim, or a little beyond.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        match *self {
            Self::Slide { start, along, length } => {
                let end = start + along * length;
                (
                    Point::new(start.x.min(end.x), start.y.min(end.y)),
                    Point::new(start.x.max(end.x), start.y.max(end.y)),
                )
            }
            Self::Turn { pivot, radius, .. } => {
                let half = Point::new(radius, radius);
                (pivot - half, pivot + half)
            }
        }
    }
}

/// Piece `number` of a rim.
fn piece(target: &Body, number: usize) -> Option<Piece> {
    match target {
        Body::Disc(disc) => (number == 0).then_some(Piece::Turn {
            pivot: disc.centre,
            radius: disc.radius,
            first: 0.0,
            length: TURN,
        }),
        Body::Polygon(polygon) => {
            let corners = polygon.corners();
            let count = corners.len();
            let at = |corner: usize| corners[corner % count];
            let edge = number / 2;
            if edge >= count {
                return None;
            }
            let way = at(edge + 1) - at(edge);
            if number.is_multiple_of(2) {
                let length = way.length();
                return Some(Piece::Slide { start: at(edge), along: way * (1.0 / length), length });
            }
            let next = at(edge + 2) - at(edge + 1);
            Some(Piece::Turn {
                pivot: at(edge + 1),
                radius: 0.0,
                first: way.right().angle(),
                length: libm::atan2(way.cross(next), way.dot(next)),
            })
        }
    }
}

/// The pieces of a rim in order, each with the turn at which it starts.
pub(crate) fn pieces(target: &Body) -> impl Iterator<Item = (f64, Piece)> + '_ {
    let mut start = 0.0;
    (0..).map_while(move |number| {
        let piece = piece(target, number)?;
        let here = (start, piece);
        start += piece.length();
        Some(here)
    })
}

/// The largest turn of a rim, where it starts over: a full turn for a disc; for a polygon its
/// perimeter and a full turn.
pub fn length(target: &Body) -> f64 {
    pieces(target).last().map_or(0.0, |(start, piece)| start + piece.length())
}

/// The base of a form that stands at a turn of the target's rim: its mire on the rim, facing straight
/// in. It touches the target and never overlaps it. A turn outside of the rim is brought into it.
pub fn stance(target: &Body, footprint: Footprint, turn: f64) -> Base {
    if let Body::Disc(disc) = target {
        let out = Point::of_angle(turn);
        return Base::with_mire(footprint, disc.centre + out * disc.radius, -out);
    }
    let whole = length(target);
    let turn = if (0.0..=whole).contains(&turn) { turn } else { turn.rem_euclid(whole) };
    let mut last = None;
    for (start, piece) in pieces(target) {
        last = Some(piece.stance(footprint, (turn - start).clamp(0.0, piece.length())));
        if turn <= start + piece.length() {
            break;
        }
    }
    last.unwrap_or_else(|| Base::with_mire(footprint, Point::ORIGIN, Point::new(1.0, 0.0)))
}

/// The turn of the stance that looks at the target from a point's side: its mire is the point of the
/// rim nearest to `point`, and from outside its back is towards `point`.
pub fn turn_facing(target: &Body, point: Point) -> f64 {
    if let Body::Disc(disc) = target {
        return wrapped((point - disc.centre).angle());
    }
    let mut nearest = (f64::INFINITY, 0.0);
    for (offset, piece) in pieces(target) {
        let (turn, mire, out) = match piece {
            Piece::Slide { start, along, length } => {
                let turn = (point - start).dot(along).clamp(0.0, length);
                (turn, start + along * turn, along.right())
            }
            Piece::Turn { pivot, first, length, .. } => {
                let half = length / 2.0;
                let middle = Point::of_angle(first + half);
                let way = point - pivot;
                let turn =
                    libm::atan2(middle.cross(way), middle.dot(way)).clamp(-half, half) + half;
                (turn, pivot, Point::of_angle(first + turn))
            }
        };
        // Of the pieces that hold the nearest point, the one whose normal leads to `point`.
        let missed = mire.distance(point) + out.cross(point - mire).abs();
        if missed < nearest.0 {
            nearest = (missed, offset + turn);
        }
    }
    nearest.1
}
