//! Where on a table a base can stand, and on which level.

use super::{Passage, Scenery, Table};
use fracas_geometry::{Body, Point, Relation};

impl Table {
    /// The ground of scenery that nobody can enter.
    pub fn impassable(&self) -> impl Iterator<Item = &Body> {
        self.pieces(Passage::Impassable).map(|(_, _, body)| body)
    }

    /// The scenery of a kind with its number and the ground that it covers.
    pub fn pieces(&self, passage: Passage) -> impl Iterator<Item = (usize, &Scenery, &Body)> {
        let ground = self.ground();
        let all = ground.scenery.iter().zip(&ground.bodies).enumerate();
        all.filter(move |(_, (scenery, _))| scenery.passage == passage)
            .map(|(number, (scenery, body))| (number, scenery, body))
    }

    /// Whether all of a body is on the table.
    pub fn holds(&self, body: &Body) -> bool {
        let ((low, high), hair) = (body.bounds(), self.ground().tolerance);
        low.x >= -hair
            && low.y >= -hair
            && high.x <= self.ground().width + hair
            && high.y <= self.ground().depth + hair
    }

    /// Whether a body in the place of a fighter's would overlap another base or impassable scenery.
    pub fn overlaps_anything(&self, fighter: usize, body: &Body) -> bool {
        let overlaps = |other: &Body| self.relation(body, other) == Relation::Overlapping;
        self.near(body).any(|other| other != fighter && overlaps(&self.body(other)))
            || self.impassable().any(overlaps)
    }

    /// Those on the table whose bases come near enough to a body to be worth a closer look.
    fn near(&self, body: &Body) -> impl Iterator<Item = usize> + '_ {
        let (middle, radius) = match body {
            Body::Disc(disc) => (disc.centre, disc.radius),
            Body::Polygon(polygon) => {
                let middle = body.middle();
                let corners = polygon.corners().iter();
                let squared = corners.map(|&corner| (corner - middle).squared());
                (middle, squared.fold(0.0, f64::max).sqrt())
            }
        };
        self.near_line(middle, middle, radius + 2.0 * self.ground().tolerance)
    }

    /// Whether a body in the place of a fighter's would be in contact with an enemy.
    pub fn touches_enemy(&self, fighter: usize, body: &Body) -> bool {
        self.near(body).any(|other| {
            self.are_enemies(fighter, other)
                && self.relation(body, &self.body(other)) != Relation::Apart
        })
    }

    /// The level of a point: 1 on top of scenery that can be crossed, 0 on the ground (M-19).
    pub fn level_at(&self, point: Point) -> u8 {
        u8::from(self.pieces(Passage::Crossable).any(|(_, _, body)| self.is_inside(body, point)))
    }

    /// The level that a fighter stands on.
    pub fn level(&self, number: usize) -> u8 {
        self.level_at(self.fighter(number).standing.base().mire())
    }

    /// Whether a point is inside of a body, and not only on its rim.
    pub fn is_inside(&self, body: &Body, point: Point) -> bool {
        body.depth_outside(point) < -self.ground().tolerance
    }
}
