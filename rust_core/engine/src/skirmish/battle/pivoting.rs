//! Pivots of a battle (M-15): a charger on a square base turns those it charges.

use super::Battle;
use super::events::BattleEvent;
use super::separating::Set;
use super::state::{BattleState, Move};
use crate::machine::{Choices, Observer};
use crate::skirmish::measuring::Terrain;
use crate::skirmish::movement::assaults::{Aim, Assault, reaches};
use crate::skirmish::movement::conditions::is_full;
use crate::skirmish::movement::{Action, MovementEvent, pivots};
use fracas_geometry::Footprint;

/// The choice to turn nobody.
const NOBODY: u8 = 0;
/// The choices that turn one: the second target, the first.
const ONE: [u8; 2] = [1, 2];
/// The choice that turns both.
const BOTH: u8 = 3;
/// Who is turned by less, in radians, is not said to be turned: rounding may be all that it is.
const LEAST_TURN: f64 = 1e-6;

/// The assault on two targets that a choice stands for: bit 0 turns the second, bit 1 the first.
fn assault_of(targets: [u8; 2], choice: u8) -> Assault {
    let [first, second] = targets.map(usize::from);
    let turned = [(1, second), (2, first)].into_iter().filter(|(bit, _)| choice & bit != 0);
    Assault {
        targets: vec![first, second],
        aim: Aim::Nearest,
        pivoted: turned.map(|(_, target)| target).collect(),
    }
}

impl Battle {
    /// M-15: whether somebody may turn those it assaults at all: it charges on a base with corners,
    /// and there is room for it (M-12).
    fn may_turn(state: &BattleState, fighter: u8, made_for: Move, targets: [u8; 2]) -> bool {
        let number = usize::from(fighter);
        made_for.action() == Some(Action::Charge)
            && !matches!(state.table.recruit(number).footprint, Footprint::Round { .. })
            && targets.iter().all(|&one| !is_full(&state.table, usize::from(one), number))
    }

    /// M-15: whether a charger may turn those of its two targets that a choice stands for.
    fn is_turnable(state: &BattleState, fighter: u8, targets: [u8; 2], choice: u8) -> bool {
        let turned = assault_of(targets, choice).pivoted;
        pivots::why_not(&state.table, usize::from(fighter), &turned).is_empty()
    }

    /// M-15: the choices to turn one of two enemies by which a charger can touch both.
    fn touching_if_turned<'a>(
        state: &'a BattleState,
        terrain: &'a Terrain,
        (fighter, made_for): (u8, Move),
        targets: [u8; 2],
    ) -> impl Iterator<Item = u8> + 'a {
        let allowed = Self::allowance(state, fighter, made_for);
        ONE.into_iter().filter(move |&choice| {
            let (number, assault) = (usize::from(fighter), assault_of(targets, choice));
            Self::is_turnable(state, fighter, targets, choice)
                && pivots::reaches(&state.table, terrain, number, &assault, allowed)
        })
    }

    /// M-15: whether a charger can touch both of two enemies if it turns one of them. It never takes
    /// more: its mire touches the other one as it stands.
    pub(super) fn reaches_turned(
        state: &BattleState,
        terrain: &Terrain,
        (fighter, made_for): (u8, Move),
        targets: [u8; 2],
    ) -> bool {
        Self::may_turn(state, fighter, made_for, targets)
            && Self::touching_if_turned(state, terrain, (fighter, made_for), targets)
                .next()
                .is_some()
    }

    /// M-15: whom a charger may turn that touches two enemies.
    pub(super) fn pivots(
        state: &BattleState,
        fighter: u8,
        made_for: Move,
        targets: [u8; 2],
    ) -> Choices {
        let nobody = Choices::NONE.with(NOBODY);
        let is_turnable = |choice: u8| Self::is_turnable(state, fighter, targets, choice);
        if !Self::may_turn(state, fighter, made_for, targets) || !ONE.into_iter().any(is_turnable) {
            return nobody;
        }
        let number = usize::from(fighter);
        let allowed = Self::allowance(state, fighter, made_for);
        let terrain = Terrain::of(&state.table, number);
        // Who touches both as they stand does so whomever it may turn.
        if reaches(&state.table, &terrain, number, &targets.map(usize::from), allowed) {
            let open = ONE.into_iter().chain([BOTH]).filter(|&choice| is_turnable(choice));
            return open.fold(nobody, Choices::with);
        }
        let open = Self::touching_if_turned(state, &terrain, (fighter, made_for), targets)
            .fold(Choices::NONE, Choices::with);
        if open.is_empty() {
            nobody
        } else if is_turnable(BOTH) {
            open.with(BOTH)
        } else {
            open
        }
    }

    /// A charger has chosen whom it turns.
    pub(super) fn pivot(
        state: &mut BattleState,
        fighter: u8,
        made_for: Move,
        targets: [u8; 2],
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let assault = assault_of(targets, choice);
        Self::assault(state, (fighter, made_for, targets[0]), &assault, observer);
    }

    /// Who was turned in an assault.
    pub(super) fn turned(events: &[MovementEvent]) -> Set {
        events.iter().fold(0, |set, event| match *event {
            MovementEvent::Pivoted { fighter, angle, .. } if angle.abs() > LEAST_TURN => {
                set | 1 << fighter
            }
            _ => set,
        })
    }
}
