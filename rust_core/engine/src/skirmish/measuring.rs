//! Measuring (M-2 to M-6): the shortest way of a fighter's mire round what is in its way.

use crate::rules::ExactGap;
use crate::skirmish::table::{Mark, Passage, Table};
use fracas_geometry::path::{Crossing, Found, Goal, Path, Places, Scene};
use fracas_geometry::reach::Region;
use fracas_geometry::{Body, Point};
use std::cell::OnceCell;

/// How much farther off than it need be something is that is not near, in centimetres.
const CLEAR: f64 = 1e-3;

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
///
/// Most ways are straight lines with nothing near them: these are found at a glance. Else only what can
/// matter is surveyed: a way that is no longer than a limit touches nothing that is farther off.
#[derive(Clone, Debug)]
pub struct Terrain<'table> {
    table: &'table Table,
    /// Who goes; without a mover all bases are in the way.
    mover: Option<usize>,
    mire: Point,
    width: f64,
    /// What is within some distance of the start, and everything.
    around: OnceCell<(f64, Survey)>,
    all: OnceCell<Survey>,
}

/// What stands in somebody's way.
#[derive(Clone, Debug)]
struct Survey {
    scene: Scene,
    start: Point,
    /// Whose the obstacles are, and then the scenery that can be climbed.
    owners: Vec<Obstacle>,
    obstacles: usize,
}

impl<'table> Terrain<'table> {
    /// The ground for a fighter from where it stands.
    ///
    /// # Rule
    /// M-3: the bases of all others and impassable scenery are in its way; M-4: so are gaps narrower
    /// than its base; M-5: but not friends that are free of adversaries and activated in the same
    /// speaking turn; M-6: other scenery costs what it costs to climb.
    pub fn of(table: &'table Table, fighter: usize) -> Self {
        let mire = table.fighter(fighter).standing.base().mire();
        let width = table.recruit(fighter).footprint.width();
        let width = match table.rules().movement.gap_of_exactly_the_width {
            ExactGap::Passes => width,
            // A gap passes that is not narrower than this by more than the width's own rounding.
            ExactGap::Closed => width + 2.0 * super::movement::HAIR,
        };
        Self { mover: Some(fighter), ..Self::open(table, mire, width) }
    }

    /// The ground for something of a width that is no fighter: all bases are in its way, and it
    /// climbs over nothing for free.
    pub fn open(table: &'table Table, start: Point, width: f64) -> Self {
        let (around, all) = (OnceCell::new(), OnceCell::new());
        Self { table, mover: None, mire: start, width, around, all }
    }

    /// Whether a base is in the way.
    fn is_in_the_way(&self, other: usize) -> bool {
        self.mover.is_none_or(|mover| other != mover && !lets_pass(self.table, other, mover))
    }

    /// Everything that a way to a point can meet that is no longer than a limit.
    ///
    /// # Rule
    /// A point of such a way is no farther from both its ends together than the limit; M-4: and a gap
    /// that is too narrow is no wider than the width.
    fn survey(&self, goal: Point, limit: f64) -> Survey {
        let table = self.table;
        let can_matter = |&other: &usize| {
            let base = table.fighter(other).standing.base();
            let margin = 2.0 * (base.footprint.radius() + self.width + CLEAR);
            limit.is_infinite()
                || base.centre.distance(self.mire) + base.centre.distance(goal) <= limit + margin
        };
        let others = table.standing().filter(can_matter).filter(|&other| self.is_in_the_way(other));
        let others = others.map(|other| (Obstacle::Fighter(other), table.body(other)));
        let scenery = table
            .pieces(Passage::Impassable)
            .map(|(number, _, body)| (Obstacle::Scenery(number), body.clone()));
        let (mut owners, obstacles): (Vec<_>, Vec<_>) = others.chain(scenery).unzip();
        let count = owners.len();
        let climbing = table.pieces(Passage::Crossable).map(|(number, scenery, body)| {
            let (up, down) = match self.mover {
                Some(mover) => scenery.climbing(table.recruit(mover).profile.size),
                None => (scenery.height, scenery.height),
            };
            (number, Crossing { body: body.clone(), up, down })
        });
        let (climbed, crossings): (Vec<_>, Vec<_>) =
            climbing.filter(|(_, crossing)| crossing.up > 0.0 || crossing.down > 0.0).unzip();
        owners.extend(climbed.into_iter().map(Obstacle::Scenery));
        let scene = Scene::new(obstacles, crossings, self.width, Some(table.rectangle()));
        let start = outside(self.mire, &scene, table.ground().tolerance);
        Survey { scene, start, owners, obstacles: count }
    }

    /// Everything.
    fn all(&self) -> &Survey {
        self.all.get_or_init(|| self.survey(self.mire, f64::INFINITY))
    }

    /// Everything that a way can meet that is no longer than a limit.
    fn around(&self, limit: f64) -> &Survey {
        if limit.is_infinite() || self.all.get().is_some() {
            return self.all();
        }
        let around = || (limit, self.survey(self.mire, 2.0 * limit));
        let (within, survey) = self.around.get_or_init(around);
        if limit <= *within { survey } else { self.all() }
    }

    /// The straight line to a point of the ground, or to the point of a fighter's rim that is nearest,
    /// if nothing is near it: then it is the shortest way, and nothing need be surveyed.
    ///
    /// # Rule
    /// M-4: no point of a gap that is too narrow is farther than half the width from the nearer of the
    /// two that leave it, nor as far as the width from either; so what is farther off bars nothing.
    fn straight(&self, to: Point, rim_of: Option<usize>) -> Option<Measured> {
        let (table, from) = (self.table, self.mire);
        let (low, high) = table.rectangle();
        let is_on_table = |point: Point| {
            low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y
        };
        if !is_on_table(from) || !is_on_table(to) || from == to {
            return None;
        }
        let clear = CLEAR + if rim_of.is_some() { self.width } else { self.width / 2.0 };
        let mut near = table.near_line(from, to, clear);
        if near.any(|other| Some(other) != rim_of && self.is_in_the_way(other)) {
            return None;
        }
        let ways = (from.x.min(to.x), from.y.min(to.y), from.x.max(to.x), from.y.max(to.y));
        let is_beside = |body: &Body| {
            let (low, high) = body.bounds();
            low.x > ways.2 + clear
                || low.y > ways.3 + clear
                || high.x < ways.0 - clear
                || high.y < ways.1 - clear
        };
        table.ground().bodies.iter().all(is_beside).then(|| Measured {
            path: Path::straight(from, to),
            hugged: Vec::new(),
            crossed: Vec::new(),
        })
    }

    /// The straight line to the nearest point of a fighter's rim, if nothing is near it.
    fn straight_to_rim(&self, fighter: usize) -> Option<Measured> {
        let body = self.table.body(fighter);
        let is_apart = Some(fighter) != self.mover
            && self.table.is_standing(fighter)
            && self.is_in_the_way(fighter)
            && body.depth_outside(self.mire) > CLEAR;
        is_apart.then(|| self.straight(body.nearest_rim_point(self.mire), Some(fighter)))?
    }

    /// The shortest way to a point of the ground.
    pub fn to_point(&self, point: Point) -> Result<Measured, NoWay> {
        if let Some(way) = self.straight(point, None) {
            return Ok(way);
        }
        let likely = self.likely(self.mire.distance(point));
        let way = self.survey(point, likely).to_point(self.table, point, likely);
        way.or_else(|_| self.all().to_point(self.table, point, f64::INFINITY))
    }

    /// The shortest way to the rim of a fighter's base.
    pub fn to_rim(&self, fighter: usize) -> Result<Measured, NoWay> {
        if let Some(way) = self.straight_to_rim(fighter) {
            return Ok(way);
        }
        if self.all.get().is_none() {
            let base = self.table.fighter(fighter).standing.base();
            let likely = self.likely(self.mire.distance(base.centre));
            let limit = likely + base.footprint.radius();
            if let Ok(way) = self.survey(base.centre, limit).to_rim(fighter, likely) {
                return Ok(way);
            }
        }
        self.all().to_rim(fighter, f64::INFINITY)
    }

    /// How long the way round what is in between will hardly be, for a distance as the crow flies.
    fn likely(&self, distance: f64) -> f64 {
        1.1 * distance + 2.0 * self.width
    }

    /// The shortest way to a point of the ground that is no longer than a limit.
    pub fn to_point_within(&self, point: Point, limit: f64) -> Option<Measured> {
        if self.mire.distance(point) > limit + 4.0 * self.table.ground().tolerance {
            return None;
        }
        if let Some(way) = self.straight(point, None) {
            return Some(way).filter(|way| way.path.length <= limit);
        }
        self.around(limit).to_point(self.table, point, limit).ok()
    }

    /// The shortest way to the rim of a fighter's base that is no longer than a limit.
    pub fn to_rim_within(&self, fighter: usize, limit: f64) -> Option<Measured> {
        let far = self.table.body(fighter).depth_outside(self.mire);
        if far > limit + 4.0 * self.table.ground().tolerance {
            return None;
        }
        if let Some(way) = self.straight_to_rim(fighter) {
            return Some(way).filter(|way| way.path.length <= limit);
        }
        self.around(limit).to_rim(fighter, limit).ok()
    }

    /// All the ground that the mire can reach with a distance.
    pub fn reach(&self, distance: f64) -> Result<Region, NoWay> {
        let all = self.all();
        all.scene.reach(all.start, distance).map_err(|found| all.no_way(&found))
    }

    /// Whether the mire can reach the base of a fighter with a distance: the same as measuring the
    /// way, but a straight line that is too long or open is answered at once.
    pub fn can_reach(&self, fighter: usize, distance: f64) -> bool {
        let all = self.all();
        all.place_of(fighter).is_some_and(|place| all.scene.can_reach(all.start, place, distance))
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
        let survey = self.around(limit);
        for point in &mut points {
            *point = outside(*point, &survey.scene, self.table.ground().tolerance);
        }
        let places = Places { obstacle: survey.place_of(fighter)?, points: &points, has };
        survey.measured(survey.scene.path_to_places(survey.start, &places, limit)).ok()
    }

    /// Where it is measured from.
    pub fn start(&self) -> Point {
        self.all().start
    }

    /// The scene behind it, for whoever asks for more than a way.
    pub fn scene(&self) -> &Scene {
        &self.all().scene
    }
}

impl Survey {
    /// The number of a fighter's base among the obstacles of the scene.
    fn place_of(&self, fighter: usize) -> Option<usize> {
        self.owners.iter().position(|&owner| owner == Obstacle::Fighter(fighter))
    }

    fn to_point(&self, table: &Table, point: Point, limit: f64) -> Result<Measured, NoWay> {
        let goal = Goal::Point(outside(point, &self.scene, table.ground().tolerance));
        self.measured(self.scene.path_within(self.start, goal, limit))
    }

    fn to_rim(&self, fighter: usize, limit: f64) -> Result<Measured, NoWay> {
        let goal = Goal::Rim(self.place_of(fighter).ok_or(NoWay::Unreachable)?);
        self.measured(self.scene.path_within(self.start, goal, limit))
    }

    fn measured(&self, found: Found) -> Result<Measured, NoWay> {
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
