//! A player who goes for the enemy.

use super::duels::Duels;
use super::mystic;
use crate::laws::Laws;
use fracas_engine::machine::{Choices, Machine};
use fracas_engine::skirmish::battle::{
    Battle, BattleDecision, BattleDecisionKind as Kind, BattleState, members,
};
use fracas_engine::skirmish::checks::Reroll;
use fracas_engine::skirmish::combat::{DecisionKind, Plain};

/// The choices of a battle that it makes by name.
const RUN: u8 = 1;
const CHARGE: u8 = 3;
const ENGAGE: u8 = 4;
const NOTHING: u8 = 0;
const WALK: u8 = 1;
const SHOOT: u8 = 4;
const TOWARDS_AN_ENEMY: u8 = 16;
const FULL_PACE: u8 = 4;
const FACING_THE_ENEMY: u8 = 17;
const MOVE: u8 = 1;
const PURSUE_INTO_CONTACT: u8 = 2;
const STAY: u8 = 0;
const REDIRECT: u8 = 2;

/// A player of fixed habits for whole battles.
///
/// Who has somebody within the range of his weapon stands and shoots at whom the chance to hit, times
/// the value, is highest. Others charge whom a duel with is worth most to them among those within
/// reach, engage when they can do no better, and otherwise go towards the nearest enemy as fast as
/// they can. Magicians and faithful hurt enemies, help friends and keep what they have cast as long
/// as they can. He plays cards as they come, lets the fighters with the highest Discipline test,
/// pursues into contact, splits dice as is best in a duel, and fights like [`Plain`] otherwise.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    plain: Plain,
    duels: Duels,
    laws: Option<Box<Laws>>,
}

impl Greedy {
    /// What he chooses.
    pub fn choose(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        decision: &BattleDecision,
    ) -> u8 {
        let choices = battle.choices(state);
        if let Some((combat, fight)) = battle.combat(state)
            && let fracas_engine::machine::Node::Decision(inner) = combat.node(fight)
        {
            let attack = match inner.kind {
                DecisionKind::Place => {
                    self.duels.attack_dice(battle, state, (combat, fight), &inner)
                }
                _ => None,
            };
            return attack.unwrap_or_else(|| self.plain.choose(combat, fight, &inner));
        }
        let fighter = decision.fighter.unwrap_or(0);
        match decision.kind {
            Kind::FirstSpeaker => decision.side as u8,
            Kind::Tester => best_disciplined(state, choices),
            Kind::Reroll => u8::from(battle.reroll_view(state).is_some_and(|view| view.needed)),
            Kind::Announce if choices.contains(NOTHING) && stays(battle, state, fighter) => NOTHING,
            Kind::Announce => Self::announce(battle, state, fighter, choices),
            Kind::Target if battle.is_aiming(state) => {
                self.best_prey(battle, state, fighter, choices)
            }
            Kind::Target => match battle.casting(state) {
                Some(number) => mystic::choose_target(battle, state, (fighter, number), choices),
                None => self.best_target(battle, state, fighter, choices),
            },
            Kind::Heading if choices.contains(TOWARDS_AN_ENEMY) => TOWARDS_AN_ENEMY,
            Kind::Instead => instead(battle, state, fighter, choices),
            Kind::Towards => nearest(state, fighter, choices),
            Kind::Pace => FULL_PACE,
            Kind::Facing if choices.contains(FACING_THE_ENEMY) => FACING_THE_ENEMY,
            Kind::Action => Self::act(battle, state, fighter, choices),
            Kind::Also | Kind::Separate | Kind::Pay | Kind::Use => last(choices),
            Kind::Pursuit if choices.contains(PURSUE_INTO_CONTACT) => PURSUE_INTO_CONTACT,
            Kind::Pursuit if choices.contains(MOVE) => MOVE,
            _ => choices.first(),
        }
    }

    /// Casts what is worth it, shoots if there is somebody to shoot at, walks otherwise.
    fn act(battle: &Battle, state: &BattleState, fighter: u8, choices: Choices) -> u8 {
        if let Some(cast) = mystic::worthwhile(battle, state, fighter, choices) {
            cast
        } else if choices.contains(SHOOT) && has_prey(battle, state, fighter) {
            SHOOT
        } else if choices.contains(WALK) {
            WALK
        } else {
            choices.first()
        }
    }

    /// Charges or engages who is within reach, else runs when a walk is not enough.
    fn announce(battle: &Battle, state: &BattleState, fighter: u8, choices: Choices) -> u8 {
        let movement = state.table().recruit(usize::from(fighter)).profile.movement;
        let enemies = Choices::of(battle.enemies(state, fighter));
        let distance = gap(state, fighter, nearest(state, fighter, enemies));
        let in_reach = distance <= 2.0 * movement;
        let is_free = state.table().is_free(usize::from(fighter));
        if choices.contains(CHARGE) && in_reach {
            CHARGE
        } else if choices.contains(ENGAGE) && in_reach && is_free {
            ENGAGE
        } else if choices.contains(RUN) && distance > movement {
            RUN
        } else {
            choices.first()
        }
    }

    /// Of those it may shoot at, the one with the highest chance to be hit, times its value; the
    /// lowest number of equals.
    fn best_prey(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        fighter: u8,
        choices: Choices,
    ) -> u8 {
        let laws = self.laws.get_or_insert_with(|| Box::new(Laws::new(&battle.rules().checks)));
        let mut best = (f64::NEG_INFINITY, choices.first());
        for target in choices {
            let check = battle.shot_check(state, fighter, target, false);
            let chance = check.map_or(0.0, |(value, difficulty)| {
                laws.success(value, difficulty, 1, Reroll::WhenNeeded)
            });
            let worth = chance * f64::from(battle.value(target));
            if worth > best.0 {
                best = (worth, target);
            }
        }
        best.1
    }

    /// Of those within reach the one whom a duel with is worth most; else the nearest.
    fn best_target(
        &mut self,
        battle: &Battle,
        state: &BattleState,
        fighter: u8,
        choices: Choices,
    ) -> u8 {
        let reach = 2.0 * state.table().recruit(usize::from(fighter)).profile.movement;
        let reach = battle.distance_left(state).unwrap_or(reach);
        let mut best = (f64::NEG_INFINITY, nearest(state, fighter, choices));
        for target in choices {
            if gap(state, fighter, target) <= reach {
                let worth = self.duels.worth(battle, state, fighter, target);
                if worth > best.0 {
                    best = (worth, target);
                }
            }
        }
        best.1
    }
}

/// Whether a fighter has something better to do than an exclusive action.
fn stays(battle: &Battle, state: &BattleState, fighter: u8) -> bool {
    has_prey(battle, state, fighter) || mystic::has_a_use(battle, state, fighter)
}

/// Whether a fighter has somebody to shoot at within the range of its weapon.
fn has_prey(battle: &Battle, state: &BattleState, fighter: u8) -> bool {
    battle
        .shot_targets(state, fighter)
        .into_iter()
        .any(|target| battle.shot_check(state, fighter, target, false).is_some())
}

/// M-16: an assailant whose target is gone goes for somebody else in reach, and stays otherwise.
fn instead(battle: &Battle, state: &BattleState, fighter: u8, choices: Choices) -> u8 {
    let left = battle.distance_left(state).unwrap_or(0.0);
    let is_in_reach = |enemy: u8| gap(state, fighter, enemy) <= left;
    let prey = members(battle.enemies(state, fighter)).any(is_in_reach);
    if choices.contains(REDIRECT) && prey { REDIRECT } else { STAY }
}

/// How far the mire of a fighter is from the base of another.
fn gap(state: &BattleState, fighter: u8, other: u8) -> f64 {
    let mire = state.table().fighter(usize::from(fighter)).standing.base().mire();
    state.table().body(usize::from(other)).depth_outside(mire)
}

/// The nearest of some fighters, the lowest number of equals.
fn nearest(state: &BattleState, fighter: u8, of: Choices) -> u8 {
    let ordered = of
        .into_iter()
        .min_by(|&one, &other| gap(state, fighter, one).total_cmp(&gap(state, fighter, other)));
    ordered.unwrap_or(0)
}

/// The fighter with the highest Discipline, the lowest number of equals.
fn best_disciplined(state: &BattleState, of: Choices) -> u8 {
    let discipline = |one: &u8| state.table().recruit(usize::from(*one)).profile.discipline;
    let best = of.into_iter().map(|one| discipline(&one)).max();
    of.into_iter().find(|one| Some(discipline(one)) == best).unwrap_or(0)
}

fn last(choices: Choices) -> u8 {
    choices.into_iter().last().unwrap_or(0)
}

/// The points of side 0 less those of side 1, as they stand.
pub(super) fn balance(battle: &Battle, state: &BattleState) -> f64 {
    f64::from(battle.points_lost(state, 1)) - f64::from(battle.points_lost(state, 0))
}

/// How many fighters of a side are on the table.
pub(super) fn survivors(battle: &Battle, state: &BattleState, side: usize) -> u64 {
    members(battle.alive(state) & battle.fighters_of(side)).fold(0, |set, one| set | 1 << one)
}
