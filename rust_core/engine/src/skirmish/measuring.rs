//! Measuring (M-2 to M-6): the shortest way of a fighter's mire round what is in its way.

use crate::rules::ExactGap;
use crate::skirmish::table::{Mark, Passage, Table};
use fracas_geometry::path::{Crossing, Found, Goal, Path, Places, Scene};
use fracas_geometry::reach::Region;
use fracas_geometry::{Body, Point};

/// What stands in somebody's way, or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The base of a fighter.
    Fighter(usize),
    /// A piece of scenery.
    Scenery(usize),
}

/// A measured way.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The way itself.
    pub path: Path,
    /// What it hugs, in order.
    pub hugged: Vec<Obstacle>,
    /// The scenery that it crosses, in order.
    pub crossed: Vec<usize>,
}

/// Why there is no way to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWay {
    /// Obstacles and gaps that are too narrow close it off.
    Unreachable,
    /// It starts inside of an obstacle.
    StartInside(Obstacle),
    /// It ends inside of an obstacle.
    GoalInside(Obstacle),
    /// It starts off the table.
    StartOffTable,
    /// It ends off the table.
    GoalOffTable,
    /// The search was given up: never seen, but stated.
    GaveUp,
}

/// The ground as one fighter finds it: what it must go round, and what it can climb over.
#[derive(Clone, Debug)]
pub struct Terrain {
    scene: Scene,
    start: Point,
    /// Whose the obstacles are, and then the scenery that can be climbed.
    owners: Vec<Obstacle>,
    obstacles: usize,
    tolerance: f64,
}

impl Terrain {
    /// The ground for a fighter from where it stands.
    ///
    /// # Rule
    /// M-3: the bases of all others and impassable scenery are in its way; M-4: so are gaps narrower
    /// than its base; M-5: but not friends that are free of adversaries and activated in the same
    /// speaking turn; M-6: other scenery costs what it costs to climb.
    pub fn of(table: &Table, fighter: usize) -> Self {
        Self::from(table, fighter, table.fighter(fighter).standing.base().mire())
    }

    /// The ground for a fighter whose mire is at a point.
    pub fn from(table: &Table, fighter: usize, mire: Point) -> Self {
        let recruit = table.recruit(fighter);
        let others = table
            .standing()
            .filter(|&other| other != fighter && !lets_pass(table, other, fighter))
            .map(|other| (Obstacle::Fighter(other), table.body(other)));
        let climbing = table.pieces(Passage::Crossable).map(|(number, scenery, body)| {
            let (up, down) = scenery.climbing(recruit.profile.size);
            (number, Crossing { body: body.clone(), up, down })
        });
        let width = match table.rules().movement.gap_of_exactly_the_width {
            ExactGap::Passes => recruit.footprint.width(),
            // A gap passes that is not narrower than this by more than the width's own rounding.
            ExactGap::Closed => recruit.footprint.width() + 2.0 * super::movement::HAIR,
        };
        Self::new(table, mire, width, others, climbing)
    }

    /// The ground for something of a width that is no fighter: all bases are in its way, and it
    /// climbs over nothing for free.
    pub fn open(table: &Table, start: Point, width: f64) -> Self {
        let others = table.standing().map(|other| (Obstacle::Fighter(other), table.body(other)));
        let climbing = table.pieces(Passage::Crossable).map(|(number, scenery, body)| {
            let crossing =
                Crossing { body: body.clone(), up: scenery.height, down: scenery.height };
            (number, crossing)
        });
        Self::new(table, start, width, others, climbing)
    }

    fn new(
        table: &Table,
        start: Point,
        width: f64,
        others: impl Iterator<Item = (Obstacle, Body)>,
        climbing: impl Iterator<Item = (usize, Crossing)>,
    ) -> Self {
        let scenery = table
            .pieces(Passage::Impassable)
            .map(|(number, _, body)| (Obstacle::Scenery(number), body.clone()));
        let (mut owners, obstacles): (Vec<_>, Vec<_>) = others.chain(scenery).unzip();
        let count = owners.len();
        let (climbed, crossings): (Vec<_>, Vec<_>) =
            climbing.filter(|(_, crossing)| crossing.up > 0.0 || crossing.down > 0.0).unzip();
        owners.extend(climbed.into_iter().map(Obstacle::Scenery));
        let scene = Scene::new(obstacles, crossings, width, Some(table.rectangle()));
        let tolerance = table.ground().tolerance;
        let start = outside(start, &scene, tolerance);
        Self { scene, start, owners, obstacles: count, tolerance }
    }

    /// The shortest way to a point of the ground.
    pub fn to_point(&self, point: Point) -> Result<Measured, NoWay> {
        self.measured(Goal::Point(outside(point, &self.scene, self.tolerance)))
    }

    /// The shortest way to the rim of a fighter's base.
    pub fn to_rim(&self, fighter: usize) -> Result<Measured, NoWay> {
        let place = self.place_of(fighter).ok_or(NoWay::Unreachable)?;
        self.measured(Goal::Rim(place))
    }

    /// The shortest way to a point of the ground that is no longer than a limit.
    pub fn to_point_within(&self, point: Point, limit: f64) -> Option<Measured> {
        let goal = Goal::Point(outside(point, &self.scene, self.tolerance));
        self.found(self.scene.path_within(self.start, goal, limit)).ok()
    }

    /// The shortest way to the rim of a fighter's base that is no longer than a limit.
    pub fn to_rim_within(&self, fighter: usize, limit: f64) -> Option<Measured> {
        let goal = Goal::Rim(self.place_of(fighter)?);
        self.found(self.scene.path_within(self.start, goal, limit)).ok()
    }

    /// All the ground that the mire can reach with a distance.
    pub fn reach(&self, distance: f64) -> Result<Region, NoWay> {
        self.scene.reach(self.start, distance).map_err(|found| self.no_way(&found))
    }

    /// Whether the mire can reach the base of a fighter with a distance: the same as measuring the
    /// way, but a straight line that is too long or open is answered at once.
    pub fn can_reach(&self, fighter: usize, distance: f64) -> bool {
        let Some(place) = self.place_of(fighter) else { return false };
        self.scene.can_reach(self.start, place, distance)
    }

    /// The shortest way to some places of the rim of a fighter's base that is no longer than a limit:
    /// `points` are places by themselves, `has` knows the others.
    pub fn to_places(
        &self,
        fighter: usize,
        mut points: Vec<Point>,
        has: &dyn Fn(Point, Point) -> bool,
        limit: f64,
    ) -> Option<Measured> {
        for point in &mut points {
            *point = outside(*point, &self.scene, self.tolerance);
        }
        let places = Places { obstacle: self.place_of(fighter)?, points: &points, has };
        self.found(self.scene.path_to_places(self.start, &places, limit)).ok()
    }

    /// The number of a fighter's base among the obstacles of the scene.
    pub fn place_of(&self, fighter: usize) -> Option<usize> {
        self.owners.iter().position(|&owner| owner == Obstacle::Fighter(fighter))
    }

    /// Where it is measured from.
    pub const fn start(&self) -> Point {
        self.start
    }

    /// The scene behind it, for whoever asks for more than a way.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    fn measured(&self, goal: Goal) -> Result<Measured, NoWay> {
        self.found(self.scene.path(self.start, goal))
    }

    fn found(&self, found: Found) -> Result<Measured, NoWay> {
        match found {
            Found::Path(path) => Ok(Measured {
                hugged: path.hugged.iter().map(|&place| self.owners[place]).collect(),
                crossed: path.crossed.iter().filter_map(|&place| self.climbed(place)).collect(),
                path,
            }),
            found => Err(self.no_way(&found)),
        }
    }

    fn no_way(&self, found: &Found) -> NoWay {
        match *found {
            Found::Path(_) | Found::Unreachable => NoWay::Unreachable,
            Found::StartInside(place) => NoWay::StartInside(self.owners[place]),
            Found::GoalInside(place) => NoWay::GoalInside(self.owners[place]),
            Found::StartOffTable => NoWay::StartOffTable,
            Found::GoalOffTable => NoWay::GoalOffTable,
            Found::GaveUp { .. } => NoWay::GaveUp,
        }
    }

    fn climbed(&self, crossing: usize) -> Option<usize> {
        match self.owners.get(self.obstacles + crossing) {
            Some(Obstacle::Scenery(number)) => Some(*number),
            _ => None,
        }
    }
}

/// M-5: whether a fighter lets another pass through: its friend, free of adversaries, and both are
/// activated in the current speaking turn.
pub fn lets_pass(table: &Table, friend: usize, mover: usize) -> bool {
    let now = |number: usize| table.fighter(number).has(Mark::ActivatedNow);
    !table.are_enemies(friend, mover) && now(friend) && now(mover) && table.is_free(friend)
}

/// A point, taken out of bodies that it is in no deeper than the tolerance, and onto the table: bases
/// that touch may overlap that much, and stand off the table that much.
fn outside(point: Point, scene: &Scene, tolerance: f64) -> Point {
    let clamped = |number: f64, lowest: f64, highest: f64| {
        let near = number.clamp(lowest, highest);
        if (near - number).abs() <= tolerance { near } else { number }
    };
    let on_table = |point: Point| match scene.table() {
        Some((low, high)) => {
            Point::new(clamped(point.x, low.x, high.x), clamped(point.y, low.y, high.y))
        }
        None => point,
    };
    let is_in = |body: &Body, point: Point| {
        let (low, high) = body.bounds();
        let is_near =
            point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y;
        is_near && (1e-10..=2.0 * tolerance).contains(&-body.depth_outside(point))
    };
    let mut point = on_table(point);
    // Out of one may be into the next; a few steps settle it, or it stays inside and is told so.
    for _ in 0..4 {
        let Some(body) = scene.obstacles().iter().find(|body| is_in(body, point)) else { break };
        point = on_table(body.nearest_rim_point(point));
    }
    point
}
