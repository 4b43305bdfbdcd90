//! Moves of a battle (M-7 to M-9, M-19, C-30): a rough direction, how far, and which way to face.
//!
//! A direction is named and then measured (M-8). A move ends at the farthest of eight equal parts of
//! the way where the base can stand.

use super::Battle;
use super::events::BattleEvent;
use super::separating::members;
use super::state::{BattleState, Heading, Move, Task};
use super::trials::mark;
use crate::machine::{Choices, Observer};
use crate::skirmish::measuring::Terrain;
use crate::skirmish::movement::destinations::{Destination, try_to_go};
use crate::skirmish::movement::{Action, Moved, distance};
use crate::skirmish::table::{Mark, degrees, unit};
use fracas_geometry::Point;

/// How many directions a compass has.
const COMPASS: u8 = 16;
/// The heading towards an enemy.
const TOWARDS: u8 = COMPASS;
/// The facing in the direction of the move, and the one towards the nearest enemy.
const AS_IT_WENT: u8 = COMPASS;
const TOWARDS_ENEMY: u8 = COMPASS + 1;
/// How many parts a move is cut into, and how many of them a step of pace is.
const PARTS: u8 = 8;
const PARTS_OF_PACE: u8 = 2;

/// The degrees of a direction of the compass.
fn compass(direction: u8) -> f64 {
    360.0 / f64::from(COMPASS) * f64::from(direction)
}

impl Battle {
    /// How far a move or an assault may go.
    pub(super) fn allowance(state: &BattleState, fighter: u8, made_for: Move) -> f64 {
        match made_for {
            Move::Action(action) => distance(&state.table, usize::from(fighter), action),
            Move::Instead(_, left) => left,
            Move::Pursuit => Self::pursuit_distance(state, fighter),
        }
    }

    /// M-8: the directions of a move.
    pub(super) fn headings(&self, state: &BattleState, fighter: u8) -> Choices {
        let compass = Choices::up_to(COMPASS - 1);
        if self.enemies(state, fighter) == 0 { compass } else { compass.with(TOWARDS) }
    }

    pub(super) fn set_heading(state: &mut BattleState, fighter: u8, made_for: Move, choice: u8) {
        state.agenda.push(if choice == TOWARDS {
            Task::Towards(fighter, made_for)
        } else {
            Task::Pace(fighter, made_for, Heading::Compass(choice))
        });
    }

    /// How far a move goes, in quarters; M-7: who only turns on the spot has walked.
    pub(super) fn paces(made_for: Move) -> Choices {
        let quarters = Choices::NONE.with(1).with(2).with(3).with(4);
        if made_for == Move::Action(Action::Walk) { quarters.with(0) } else { quarters }
    }

    /// Which way a fighter may face in the end.
    pub(super) fn facings(&self, state: &BattleState, fighter: u8) -> Choices {
        let open = Choices::up_to(AS_IT_WENT);
        if self.enemies(state, fighter) == 0 { open } else { open.with(TOWARDS_ENEMY) }
    }

    /// Makes a move.
    pub(super) fn make_move(
        &self,
        state: &mut BattleState,
        (fighter, made_for, heading, pace): (u8, Move, Heading, u8),
        facing: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let number = usize::from(fighter);
        let action = made_for.action().unwrap_or(Action::Run);
        let allowed = Self::allowance(state, fighter, made_for);
        let mut gone = 0.0;
        if let Some(moved) = self.farthest(state, (fighter, action, heading, pace), facing, allowed)
        {
            gone = moved.path.as_ref().map_or(0.0, |way| way.path.length);
            state.table = moved.table;
        }
        if action == Action::Walk {
            mark(state, fighter, Mark::Walked);
        }
        let base = state.table.fighter(number).standing.base();
        if made_for == Move::Pursuit {
            Self::end_pursuit(state, fighter, observer);
        } else {
            observer.observe(BattleEvent::Moved { fighter, action, base, distance: gone });
        }
    }

    /// The move to the farthest part of the way where the base can stand.
    fn farthest(
        &self,
        state: &BattleState,
        (fighter, action, heading, pace): (u8, Action, Heading, u8),
        facing: u8,
        allowed: f64,
    ) -> Option<Moved> {
        let number = usize::from(fighter);
        let terrain = Terrain::of(&state.table, number);
        let mire = state.table.fighter(number).standing.base().mire();
        let way = Way::new(&terrain, mire, heading, allowed);
        (0..=pace * PARTS_OF_PACE).rev().find_map(|part| {
            let share = f64::from(part) / f64::from(PARTS);
            let (mire, direction) = way.at(share);
            let facings = self.tried_facings(state, fighter, mire, direction, facing);
            facings.into_iter().find_map(|degrees| {
                let to = Destination { mire, facing: Some(degrees) };
                try_to_go(&state.table, &terrain, number, action, to, allowed * share)
            })
        })
    }

    /// The facings that are tried: the one wanted, the old one, that of the move.
    fn tried_facings(
        &self,
        state: &BattleState,
        fighter: u8,
        mire: Point,
        direction: Option<Point>,
        facing: u8,
    ) -> [f64; 3] {
        let old = state.table.fighter(usize::from(fighter)).standing.degrees();
        let as_it_went = direction.map_or(old, degrees);
        let wanted = match facing {
            AS_IT_WENT => as_it_went,
            TOWARDS_ENEMY => self.towards_nearest_enemy(state, fighter, mire).unwrap_or(as_it_went),
            direction => compass(direction),
        };
        [wanted, old, as_it_went]
    }

    /// The facing from a point towards the enemy whose base is nearest to it.
    fn towards_nearest_enemy(&self, state: &BattleState, fighter: u8, mire: Point) -> Option<f64> {
        let gap = |enemy: &u8| state.table.body(usize::from(*enemy)).depth_outside(mire);
        let nearest = members(self.enemies(state, fighter))
            .min_by(|one, other| gap(one).total_cmp(&gap(other)))?;
        let centre = state.table.fighter(usize::from(nearest)).standing.base().centre;
        (centre - mire).unit().map(degrees)
    }
}

/// The way of a move.
enum Way {
    /// Straight on, so far.
    Straight { from: Point, direction: Point, distance: f64 },
    /// Along a measured path, so far.
    Path { path: fracas_geometry::path::Path, distance: f64 },
    /// There is no way.
    Nowhere { from: Point },
}

impl Way {
    fn new(terrain: &Terrain, from: Point, heading: Heading, distance: f64) -> Self {
        match heading {
            Heading::Compass(direction) => {
                Self::Straight { from, direction: unit(compass(direction)), distance }
            }
            Heading::Towards(enemy) => match terrain.to_rim(usize::from(enemy)) {
                Ok(measured) => {
                    let distance = measured.path.length.min(distance);
                    Self::Path { path: measured.path, distance }
                }
                Err(_) => Self::Nowhere { from },
            },
        }
    }

    /// The point at a share of the way, and the direction there.
    fn at(&self, share: f64) -> (Point, Option<Point>) {
        match self {
            Self::Straight { from, direction, distance } => {
                (*from + *direction * (distance * share), Some(*direction))
            }
            Self::Path { path, distance } => {
                let (point, direction) = path.point_at(distance * share);
                (point, Some(direction))
            }
            Self::Nowhere { from } => (*from, None),
        }
    }
}
