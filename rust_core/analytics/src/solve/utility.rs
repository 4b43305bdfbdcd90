//! What a combat is worth when it is over.

use fracas_engine::skirmish::checks::Side;
use fracas_engine::skirmish::combat::{Combat, MAX_FIGHTERS, State};

/// What an outcome is worth to side 0; side 1 gets the opposite.
#[derive(Clone, Debug, PartialEq)]
pub enum Utility {
    /// The sum, over the fighters, of a number for the wound level each ends with: `[fighter][level]`.
    Levels(Box<[[f64; 5]; MAX_FIGHTERS]>),
    /// 1 when every fighter of that side is eliminated, 0 otherwise.
    AllKilled(Side),
    /// 1 when at least one fighter of that side is left, 0 otherwise.
    SomeLeft(Side),
}

impl Utility {
    /// The points of the enemies killed less the points of one's own.
    pub fn points(combat: &Combat) -> Self {
        Self::weighted_points(combat, [0.0, 0.0, 0.0, 0.0, 1.0])
    }

    /// Points with partial credit: the share of a fighter's value that each wound level is worth.
    pub fn weighted_points(combat: &Combat, weights: [f64; 5]) -> Self {
        let mut levels = Box::new([[0.0; 5]; MAX_FIGHTERS]);
        for (fighter, row) in levels.iter_mut().enumerate().take(combat.fighters()) {
            let sign = if combat.side(fighter as u8) == 0 { -1.0 } else { 1.0 };
            *row = weights.map(|weight| sign * weight * f64::from(combat.value(fighter)));
        }
        Self::Levels(levels)
    }

    /// Whether two fighters count the same.
    pub(super) fn is_same(&self, one: usize, other: usize) -> bool {
        match self {
            Self::Levels(levels) => {
                levels[one].map(f64::to_bits) == levels[other].map(f64::to_bits)
            }
            Self::AllKilled(_) | Self::SomeLeft(_) => true,
        }
    }

    /// What a state is worth, were it the last.
    pub(super) fn of(&self, combat: &Combat, state: &State) -> f64 {
        let level = |fighter: usize| state.fighter(fighter).health.level as usize;
        let is_left = |side: Side| {
            (0..combat.fighters()).any(|fighter| {
                combat.side(fighter as u8) == side && state.fighter(fighter).stands()
            })
        };
        match self {
            Self::Levels(levels) => {
                (0..combat.fighters()).map(|fighter| levels[fighter][level(fighter)]).sum()
            }
            Self::AllKilled(side) => f64::from(u8::from(!is_left(*side))),
            Self::SomeLeft(side) => f64::from(u8::from(is_left(*side))),
        }
    }
}
