//! From a document to a table that holds together, or to everything that is wrong with it.

use super::contact::Contacts;
use super::document::{FIGHTER, SCENERY, health, marks, point, scenery};
use super::{
    Fighter, Form, Ground, Passage, Recruit, Scenery, Standing, TABLE_SHAPE, TOLERANCE, Table,
};
use crate::document::{Shape, Tree};
use crate::errors::{Problems, one_of};
use crate::rules::Rules;
use crate::skirmish::profiles::{Base, PROFILE_SHAPE, Profile};
use fracas_geometry::body::PolygonProblem;
use fracas_geometry::contacts::contacts;
use fracas_geometry::{Body, Footprint, Polygon, Relation};
use std::sync::Arc;

/// Where the name of a profile is looked up beyond the document.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<Arc<Profile>>;

/// Reads a table. Whatever can be looked at is looked at, so that all problems come at once.
pub(super) fn table(tree: &Tree, rules: Arc<Rules>, lookup: Lookup) -> Result<Table, Problems> {
    let mut problems = Problems::default();
    TABLE_SHAPE.check_but(tree, "profiles", &mut problems);
    let scenery: Vec<_> = items(tree, "scenery")
        .map(|(index, item)| read_scenery(item, index, &mut problems))
        .collect();
    let profiles = read_profiles(tree, &mut problems);
    let found: Vec<_> = items(tree, "fighters")
        .map(|(index, item)| {
            let profile = read_profile(item, index, &profiles, lookup, &mut problems)?;
            FIGHTER.admits(item).then(|| read_fighter(item, index, profile, &rules, &mut problems))
        })
        .collect();
    // What is no size has been reported as such, and nobody is off a table without one.
    let number = |key: &str, default| {
        let is_wrong = problems.0.iter().any(|problem| problem.field == key);
        tree.get(key).and_then(Tree::number).filter(|_| !is_wrong).unwrap_or(default)
    };
    let mut ground = Ground {
        name: tree.get("name").and_then(Tree::text).map(ToOwned::to_owned),
        width: number("width", f64::NAN),
        depth: number("depth", f64::NAN),
        tolerance: number("tolerance", TOLERANCE),
        scenery: Vec::new(),
        bodies: Vec::new(),
        roster: Vec::new(),
        rules,
    };
    check_places(&ground, &scenery, &found, &mut problems);
    problems.or(())?;
    (ground.scenery, ground.bodies) = scenery.into_iter().flatten().unzip();
    let fighters: Vec<Fighter>;
    (ground.roster, fighters) = found.into_iter().flatten().unzip();
    let contacts = Contacts::of(&ground.roster, &fighters, ground.tolerance);
    Ok(Table { ground: Arc::new(ground), fighters, altered: Vec::new(), contacts })
}

fn items<'a>(tree: &'a Tree, key: &str) -> impl Iterator<Item = (usize, &'a Tree)> {
    tree.get(key).map_or(&[][..], Tree::items).iter().enumerate()
}

/// The profiles of the document that can be read.
fn read_profiles(tree: &Tree, problems: &mut Problems) -> Vec<Arc<Profile>> {
    let mut profiles: Vec<Arc<Profile>> = Vec::new();
    for (index, item) in items(tree, "profiles") {
        match Profile::from_tree(item, &format!("profiles[{index}]")) {
            Err(found) => problems.0.extend(found.0),
            Ok(profile) if profiles.iter().any(|known| known.name == profile.name) => {
                let value = format!("{:?}, which stands twice", profile.name);
                problems.add(format!("profiles[{index}].name"), value, "a name of its own");
            }
            Ok(profile) => profiles.push(Arc::new(profile)),
        }
    }
    profiles
}

/// The profile of a fighter. One of the document that is written out again is shared.
fn read_profile(
    fighter: &Tree,
    index: usize,
    profiles: &[Arc<Profile>],
    lookup: Lookup,
    problems: &mut Problems,
) -> Option<Arc<Profile>> {
    let place = format!("fighters[{index}].profile");
    let tree = fighter.get("profile")?;
    if let Some(name) = tree.text() {
        let known = profiles.iter().find(|known| known.name == name).map(Arc::clone);
        let found = known.or_else(|| lookup(name));
        if found.is_none() && Shape::Text(100).admits(tree) {
            let names = profiles.iter().map(|profile| profile.name.as_str());
            let allowed = format!("{}, or a name of the library", one_of(name, names));
            problems.add(place, format!("{name:?}"), allowed);
        }
        return found;
    }
    match Profile::from_tree(tree, &place) {
        Ok(profile) => {
            let shared = profiles.iter().find(|known| ***known == profile).map(Arc::clone);
            Some(shared.unwrap_or_else(|| Arc::new(profile)))
        }
        Err(found) => {
            // What the shape says of it has been reported with the fighter.
            if PROFILE_SHAPE.admits(tree) {
                problems.0.extend(found.0);
            }
            None
        }
    }
}

/// The form of the base of a profile (W-8).
pub(in crate::skirmish) fn footprint(profile: &Profile, rules: &Rules) -> Footprint {
    match profile.base {
        Base::Round { diameter } => Footprint::Round { diameter },
        Base::Rectangle { width, depth } => Footprint::Rectangular { width, depth },
        Base::Named(name) => {
            let base = rules.bases[name as usize];
            Footprint::Rectangular { width: base.width, depth: base.depth }
        }
    }
}

fn read_fighter(
    tree: &Tree,
    index: usize,
    profile: Arc<Profile>,
    rules: &Rules,
    problems: &mut Problems,
) -> (Recruit, Fighter) {
    let number = |key: &str| tree.get(key).and_then(Tree::number).unwrap_or(0.0);
    let footprint = footprint(&profile, rules);
    let centre = tree.get("position").map(point).unwrap_or_default();
    let health = health(tree);
    let most = rules.wounds.stunned_markers;
    if health.stunned > most {
        let field = format!("fighters[{index}].health.stunned");
        problems.add(field, health.stunned.to_string(), format!("0 to {most} markers"));
    }
    let recruit = Recruit {
        side: number("side") as u8,
        footprint,
        power: profile.power.unwrap_or(rules.sizes[profile.size as usize].power),
        profile,
    };
    let standing = Standing::new(footprint, centre, number("facing"));
    (recruit, Fighter { standing, health, marks: marks(tree) })
}

fn read_scenery(tree: &Tree, index: usize, problems: &mut Problems) -> Option<(Scenery, Body)> {
    let place = |key: &str| format!("scenery[{index}].{key}");
    if !matches!(tree, Tree::Table(_)) {
        return None;
    }
    let outlines = ["polygon", "disc"].map(|key| tree.get(key).is_some());
    if outlines[0] == outlines[1] {
        let value = if outlines[0] { "given beside a disc" } else { "missing" };
        problems.add(place("polygon"), value, "a polygon or a disc, one of the two");
    }
    if tree.get("passage").and_then(Tree::text) == Some("crossable") && tree.get("height").is_none()
    {
        problems.add(place("height"), "missing", "the height of what can be crossed (M-6)");
    }
    if !SCENERY.admits(tree) {
        return None;
    }
    let scenery = scenery(tree)?;
    let body = match &scenery.form {
        Form::Disc { centre, radius } => Body::disc(*centre, *radius),
        Form::Polygon(corners) => match Polygon::new(corners) {
            Ok(polygon) => Body::Polygon(polygon),
            Err(problem) => {
                let (value, allowed) = describe(problem);
                problems.add(place("polygon"), value, allowed);
                return None;
            }
        },
    };
    Some((scenery, body))
}

fn describe(problem: PolygonProblem) -> (String, &'static str) {
    match problem {
        PolygonProblem::NotFinite(corner) => {
            (format!("corner {corner} is no point"), "finite numbers")
        }
        PolygonProblem::TooFewCorners => ("too few corners".to_owned(), "at least three corners"),
        PolygonProblem::NotConvex(corner) => (
            format!(
                "not convex: at corner {corner} it turns inwards, runs straight on or crosses itself"
            ),
            "a convex polygon; several of them make any other form",
        ),
    }
}

/// Reports bases that stand off the table, in each other or in scenery that nobody can enter.
fn check_places(
    ground: &Ground,
    scenery: &[Option<(Scenery, Body)>],
    fighters: &[Option<(Recruit, Fighter)>],
    problems: &mut Problems,
) {
    let mut owners = Vec::new();
    let mut bodies = Vec::new();
    for (index, fighter) in fighters.iter().enumerate() {
        let Some((_, fighter)) = fighter.as_ref().filter(|(_, one)| !one.health.is_killed()) else {
            continue;
        };
        let body = fighter.standing.base().body();
        check_edges(ground, &body, index, problems);
        owners.push((true, index));
        bodies.push(body);
    }
    for (index, piece) in scenery.iter().enumerate() {
        let Some((piece, body)) = piece else { continue };
        if piece.passage == Passage::Impassable {
            owners.push((false, index));
            bodies.push(body.clone());
        }
    }
    for (one, other, relation) in contacts(&bodies, ground.tolerance) {
        let (one, other) = (owners[one as usize], owners[other as usize]);
        if relation == Relation::Overlapping && one.0 {
            let what = if other.0 { "fighters" } else { "scenery" };
            let value = format!("a base that overlaps {what}[{}]", other.1);
            let allowed = "bases that touch at most, clear of impassable scenery";
            problems.add(format!("fighters[{}].position", one.1), value, allowed);
        }
    }
}

fn check_edges(ground: &Ground, body: &Body, index: usize, problems: &mut Problems) {
    let (low, high) = body.bounds();
    let hair = ground.tolerance;
    let is_off = low.x < -hair
        || low.y < -hair
        || high.x > ground.width + hair
        || high.y > ground.depth + hair;
    if is_off {
        let allowed = format!("a base on the table: 0 to {}, 0 to {}", ground.width, ground.depth);
        problems.add(format!("fighters[{index}].position"), "off the table", allowed);
    }
}
