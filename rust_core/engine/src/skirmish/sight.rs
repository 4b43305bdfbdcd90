//! Sight between fighters (M-10): who is seen by whom, and how much of him.

use crate::rules::{HiddenBy, SightArc};
use crate::skirmish::profiles::Size;
use crate::skirmish::table::Table;
use fracas_geometry::body::nearest_on_segment;
use fracas_geometry::sight::Sight;
use fracas_geometry::{Body, Point};

/// What a fighter sees of another.
///
/// # Rule
/// M-10: from its mire, in front of the line through it; a part of the target is enough. Bases and
/// scenery that are at least as big as the target hide it.
///
/// # Edge cases
/// Scenery that one of the two stands on hides neither. Who touches the target with its mire sees it.
pub fn sees(table: &Table, looker: usize, target: usize) -> Sight {
    let base = table.fighter(looker).standing.base();
    sees_from(table, looker, target, base.mire(), base.facing)
}

/// What a fighter would see of another from a point, looking in a direction.
pub fn sees_from(table: &Table, looker: usize, target: usize, eye: Point, facing: Point) -> Sight {
    let front = match table.rules().movement.sight_arc {
        SightArc::Front => Some(facing),
        SightArc::AllRound => None,
    };
    let base = table.fighter(target).standing.base();
    if front.is_some_and(|front| (base.centre - eye).dot(front) < -base.footprint.radius()) {
        // All of it is behind, and nothing need be looked at.
        return Sight { fraction: 0.0, visible: false, arcs: Vec::new() };
    }
    fracas_geometry::sees(eye, front, &table.body(target), &hiding(table, looker, target, eye))
}

/// Everything that can hide a target from an eye.
fn hiding(table: &Table, looker: usize, target: usize, eye: Point) -> Vec<Body> {
    let size = table.recruit(target).profile.size;
    let is_big = |other: Size| match table.rules().movement.hidden_by {
        HiddenBy::AsBig => other >= size,
        HiddenBy::Any => true,
        HiddenBy::Nothing => false,
    };
    // Only what reaches into the strip from the eye to the target can hide any of it.
    let base = table.fighter(target).standing.base();
    let strip = base.footprint.radius() + table.ground().tolerance;
    let is_between = |other: usize| {
        let other = table.fighter(other).standing.base();
        let nearest = nearest_on_segment(eye, base.centre, other.centre);
        nearest.distance(other.centre) <= strip + other.footprint.radius()
    };
    let others = table.standing().filter(|&other| {
        other != looker
            && other != target
            && is_big(table.recruit(other).profile.size)
            && is_between(other)
    });
    let place = table.fighter(target).standing.base().mire();
    let ground = table.ground();
    let scenery = ground.scenery.iter().zip(&ground.bodies).filter(|(scenery, body)| {
        scenery.hides
            && is_big(scenery.size)
            && !table.is_inside(body, eye)
            && !table.is_inside(body, place)
    });
    let scenery = scenery.map(|(_, body)| body.clone());
    others.map(|other| table.body(other)).chain(scenery).collect()
}
