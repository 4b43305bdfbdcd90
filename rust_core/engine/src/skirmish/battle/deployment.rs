//! Deployment: the fighters of two armies on the table of a scenario, before the first turn (T-17).

use super::army::Army;
use super::scenario::{Deployment, Scenario};
use crate::errors::Problems;
use crate::rules::Rules;
use crate::skirmish::profiles::Profile;
use crate::skirmish::table::{Form, Placed, Scenery, Standing, Table, footprint};
use fracas_geometry::{Body, Point, Polygon, Relation};
use std::sync::Arc;

/// How much room is left between two bases of a row, and between two rows, in centimetres.
const GAP: f64 = 1.0;

/// How far along a row the next place is tried when something is in the way.
const STEP: f64 = 0.5;

impl Scenario {
    /// The table with both armies deployed, or everything that is wrong with it.
    ///
    /// # Errors
    /// Positions off the table, in each other or in scenery; a zone that is too small for its army.
    pub fn deploy(&self, armies: &[Army; 2], rules: &Arc<Rules>) -> Result<Table, Problems> {
        let mut problems = Problems::default();
        let mut setup = self.table.clone();
        // Where each fighter's place comes from, to name it when it is wrong.
        let mut sources = Vec::new();
        let mut placed: [Vec<Option<Point>>; 2] = [Vec::new(), Vec::new()];
        for side in 0..2 {
            let field = format!("deployment[{side}]");
            let profiles: Vec<_> = armies[side].fighters().collect();
            let profiles: Vec<_> =
                profiles.iter().map(|&troop| &armies[side].troops[troop].profile).collect();
            let deployment = &self.deployment[side];
            placed[side] = deployment.places(&profiles, &setup.scenery, rules);
            report_room(deployment, &placed[side], &field, &mut problems);
            for (number, (profile, place)) in profiles.iter().zip(&placed[side]).enumerate() {
                let Some(place) = place else { continue };
                let is_given = number < deployment.positions.len();
                let source = if is_given { format!("positions[{number}]") } else { "zone".into() };
                sources.push(format!("{field}.{source}"));
                let profile = Arc::clone(profile);
                setup.fighters.push(Placed::new(profile, side as u8, *place, deployment.facing));
            }
        }
        match Table::new(&setup, Arc::clone(rules)) {
            Ok(table) => problems.or(table),
            Err(found) => {
                problems.0.extend(found.0.into_iter().map(|mut problem| {
                    if let Some(source) = source_of(&problem.field, &sources) {
                        problem.field.clone_from(source);
                    }
                    problem
                }));
                Err(problems)
            }
        }
    }
}

/// Says when not everybody has a place.
fn report_room(
    deployment: &Deployment,
    places: &[Option<Point>],
    field: &str,
    problems: &mut Problems,
) {
    let missing = places.iter().filter(|place| place.is_none()).count();
    if missing == 0 {
        return;
    }
    if deployment.zone.is_some() {
        let value = format!("no room for {missing} of {} fighters", places.len());
        problems.add(format!("{field}.zone"), value, "a zone in which all of them can stand");
    } else {
        let value = format!("a list of {}", deployment.positions.len());
        let allowed = format!("{} positions, or a zone for the others", places.len());
        problems.add(format!("{field}.positions"), value, allowed);
    }
}

/// The part of the deployment that a problem of the table is about.
fn source_of<'a>(field: &str, sources: &'a [String]) -> Option<&'a String> {
    let number = field.strip_prefix("fighters[")?.split(']').next()?;
    sources.get(number.parse::<usize>().ok()?)
}

impl Deployment {
    /// A place for each fighter; `None` for one for whom there is no room.
    fn places(
        &self,
        profiles: &[&Arc<Profile>],
        scenery: &[Scenery],
        rules: &Rules,
    ) -> Vec<Option<Point>> {
        let mut rows = Rows::new(self, scenery);
        let body = |profile: &Profile, place| {
            Standing::new(footprint(profile, rules), place, self.facing).base().body()
        };
        for (profile, &place) in profiles.iter().zip(&self.positions) {
            rows.obstacles.push(body(profile, place));
        }
        let places = profiles.iter().enumerate().map(|(number, profile)| {
            let given = self.positions.get(number).copied();
            given.or_else(|| rows.next(&|place| body(profile, place)))
        });
        places.collect()
    }
}

/// Rows across the facing, from the front of a zone to its back, each from its middle outwards.
struct Rows {
    zone: Option<(Point, Point)>,
    /// Whether rows run along the x-axis.
    along_x: bool,
    /// Whether the front is where the coordinate across the rows is highest.
    front_is_high: bool,
    /// How deep into the zone the row begins, and how deep its deepest base is.
    depth: f64,
    deepest: f64,
    obstacles: Vec<Body>,
}

impl Rows {
    fn new(deployment: &Deployment, scenery: &[Scenery]) -> Self {
        let (sine, cosine) = deployment.facing.to_radians().sin_cos();
        let along_x = sine.abs() >= cosine.abs();
        Self {
            zone: deployment.zone,
            along_x,
            front_is_high: if along_x { sine > 0.0 } else { cosine > 0.0 },
            depth: 0.0,
            deepest: 0.0,
            obstacles: scenery.iter().filter_map(body_of).collect(),
        }
    }

    /// The next free place, row by row, for a base whose body at a place is given.
    fn next(&mut self, body: &dyn Fn(Point) -> Body) -> Option<Point> {
        let (from, to) = self.zone?;
        let (low, high) = body(Point::ORIGIN).bounds();
        let size = high - low;
        let (wide, deep) = if self.along_x { (size.x, size.y) } else { (size.y, size.x) };
        let (length, room) = if self.along_x {
            (to.x - from.x, to.y - from.y)
        } else {
            (to.y - from.y, to.x - from.x)
        };
        while self.depth + deep <= room + 1e-9 {
            if let Some(place) = self.in_row(length, wide, deep, body) {
                self.deepest = self.deepest.max(deep);
                self.obstacles.push(body(place));
                return Some(place);
            }
            let step = if self.deepest > 0.0 { self.deepest + GAP } else { STEP };
            self.depth += step;
            self.deepest = 0.0;
        }
        None
    }

    /// A free place in the current row, as near to its middle as can be.
    fn in_row(
        &self,
        length: f64,
        wide: f64,
        deep: f64,
        body: &dyn Fn(Point) -> Body,
    ) -> Option<Point> {
        let slack = (length - wide) / 2.0;
        let mut offset = 0.0;
        while offset <= slack + 1e-9 {
            for along in [length / 2.0 + offset, length / 2.0 - offset] {
                let place = self.place(along, self.depth + deep / 2.0)?;
                if self.is_free(&body(place)) {
                    return Some(place);
                }
            }
            offset += STEP;
        }
        None
    }

    /// The point at a distance along a row and a depth into the zone.
    fn place(&self, along: f64, depth: f64) -> Option<Point> {
        let (from, to) = self.zone?;
        Some(match (self.along_x, self.front_is_high) {
            (true, true) => Point::new(from.x + along, to.y - depth),
            (true, false) => Point::new(from.x + along, from.y + depth),
            (false, true) => Point::new(to.x - depth, from.y + along),
            (false, false) => Point::new(from.x + depth, from.y + along),
        })
    }

    /// Whether a base keeps its distance from everything.
    fn is_free(&self, body: &Body) -> bool {
        self.obstacles.iter().all(|other| body.relation(other, GAP - 1e-6) == Relation::Apart)
    }
}

/// The ground that scenery covers; a polygon that is none has been refused with the table.
fn body_of(scenery: &Scenery) -> Option<Body> {
    match &scenery.form {
        Form::Disc { centre, radius } => Some(Body::disc(*centre, *radius)),
        Form::Polygon(corners) => Polygon::new(corners).ok().map(Body::Polygon),
    }
}

#[cfg(test)]
mod tests {
    use super::super::army::Troop;
    use super::super::scenario::Victory;
    use super::*;
    use crate::skirmish::profiles::ProfileSetup;
    use crate::skirmish::table::TableSetup;

    fn army(count: usize) -> Army {
        let setup = ProfileSetup { name: "Guard".to_owned(), ..ProfileSetup::default() };
        let profile = Arc::new(Profile::new(&setup).expect("a valid profile"));
        let troops = vec![Troop { profile, count, people: None }];
        Army { name: "Dawn".to_owned(), people: String::new(), path: String::new(), troops }
    }

    fn zone(from: (f64, f64), to: (f64, f64), facing: f64) -> Deployment {
        let zone = Some((Point::new(from.0, from.1), Point::new(to.0, to.1)));
        Deployment { zone, facing, positions: Vec::new() }
    }

    fn scenario(deployment: [Deployment; 2]) -> Scenario {
        Scenario {
            name: "Plain".to_owned(),
            turns: 6,
            table_name: None,
            table: TableSetup { width: 60.0, depth: 60.0, ..TableSetup::default() },
            deployment,
            victory: Victory::Points,
        }
    }

    #[test]
    // rule: T-17
    fn fighters_stand_in_rows_inside_their_zone() {
        let scenario =
            scenario([zone((5.0, 0.0), (30.0, 12.0), 90.0), zone((0.0, 40.0), (9.0, 60.0), 0.0)]);
        let table = scenario.deploy(&[army(12), army(7)], &Arc::default()).expect("room for all");
        for number in 0..table.count() {
            let (low, high) = table.body(number).bounds();
            let (from, to) = if number < 12 { (5.0, 30.0) } else { (0.0, 9.0) };
            assert!(low.x >= from - 1e-9 && high.x <= to + 1e-9, "{number}: {low:?} {high:?}");
        }
        assert!(table.contacts().is_empty());
    }

    #[test]
    // rule: T-17
    fn everything_wrong_with_a_deployment_is_told_at_once() {
        let mut red = zone((0.0, 0.0), (6.0, 6.0), 90.0);
        red.positions = vec![Point::new(30.0, 30.0), Point::new(31.0, 30.0), Point::new(0.0, 59.0)];
        let blue =
            Deployment { zone: None, facing: 270.0, positions: vec![Point::new(40.0, 40.0)] };
        let problems = scenario([red, blue])
            .deploy(&[army(20), army(2)], &Arc::default())
            .expect_err("too many problems");
        let fields: Vec<_> = problems.0.iter().map(|problem| problem.field.as_str()).collect();
        for field in [
            "deployment[0].zone",
            "deployment[1].positions",
            "deployment[0].positions[0]",
            "deployment[0].positions[2]",
        ] {
            assert!(fields.contains(&field), "{field}: {problems}");
        }
    }
}
