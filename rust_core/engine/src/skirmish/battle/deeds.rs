//! What effects do to their bearers (T-14, A-16): one deed each, behind one trait.

use super::Battle;
use super::events::BattleEvent;
use super::state::{BattleState, Task, Volley};
use super::trials::unmark;
use crate::skirmish::effects::{DeedName, Effect, Resource};
use crate::skirmish::movement::cannot_stand;
use crate::skirmish::table::{Fighter, Mark};
use crate::skirmish::wounds::{Health, WoundLevel};

/// What listens to a deed.
pub(super) type Tell<'a> = &'a mut dyn FnMut(BattleEvent);

/// What an effect can do to its bearer.
pub(super) trait Deed {
    /// Whether it has anything to do with a fighter as it is: one that is on the table, if nothing
    /// else is said.
    fn concerns(&self, state: &BattleState, bearer: u8) -> bool {
        state.table.is_standing(usize::from(bearer))
    }

    /// Does it.
    fn happen(
        &self,
        effect: &Effect,
        battle: &Battle,
        state: &mut BattleState,
        bearer: u8,
        tell: Tell<'_>,
    );
}

/// The deed of a name.
pub(super) fn deed(name: DeedName) -> &'static dyn Deed {
    match name {
        DeedName::Heal => &Heal,
        DeedName::Worsen => &Worsen,
        DeedName::Wound => &Wound,
        DeedName::Rally => &Rally,
        DeedName::Recover => &Recover,
        DeedName::Alter => &Alter,
        DeedName::Return => &Return,
    }
}

/// Sets the level of wounds of a fighter so many levels worse; lighter for less than none.
fn shift_level(state: &mut BattleState, bearer: u8, by: i8) {
    let number = usize::from(bearer);
    let mut after = *state.table.fighter(number);
    let points = after.health.level as u8;
    after.health.level = WoundLevel::from_points(points.saturating_add_signed(by));
    state.table.set(number, after);
}

/// Wounds become lighter.
struct Heal;

impl Deed for Heal {
    fn concerns(&self, state: &BattleState, bearer: u8) -> bool {
        let level = state.table.fighter(usize::from(bearer)).health.level;
        !matches!(level, WoundLevel::None | WoundLevel::Killed)
    }

    fn happen(
        &self,
        effect: &Effect,
        _: &Battle,
        state: &mut BattleState,
        bearer: u8,
        _: Tell<'_>,
    ) {
        shift_level(state, bearer, -effect.amount);
    }
}

/// Wounds become worse, up to death.
struct Worsen;

impl Deed for Worsen {
    fn happen(
        &self,
        effect: &Effect,
        battle: &Battle,
        state: &mut BattleState,
        bearer: u8,
        tell: Tell<'_>,
    ) {
        shift_level(state, bearer, effect.amount);
        battle.after_a_loss(state, tell);
    }
}

/// A wound roll (W-1).
struct Wound;

impl Deed for Wound {
    fn happen(
        &self,
        effect: &Effect,
        _: &Battle,
        state: &mut BattleState,
        bearer: u8,
        _: Tell<'_>,
    ) {
        let strength = i32::from(effect.amount);
        state.agenda.push(Task::Hit(Volley { strength, target: bearer, first: None }));
    }
}

/// Who was routed takes heart.
struct Rally;

impl Deed for Rally {
    fn concerns(&self, state: &BattleState, bearer: u8) -> bool {
        let number = usize::from(bearer);
        state.table.is_standing(number) && state.table.fighter(number).has(Mark::Routed)
    }

    fn happen(&self, _: &Effect, _: &Battle, state: &mut BattleState, bearer: u8, _: Tell<'_>) {
        unmark(state, bearer, Mark::Routed);
    }
}

/// Mana or faith is gained.
struct Recover;

impl Deed for Recover {
    fn happen(
        &self,
        effect: &Effect,
        _: &Battle,
        state: &mut BattleState,
        bearer: u8,
        _: Tell<'_>,
    ) {
        let purse = state.purse(bearer, effect.resource);
        *purse = purse.saturating_add_signed(effect.amount);
    }
}

/// A characteristic changes: nothing happens at once, it is altered as long as it is in force.
struct Alter;

impl Deed for Alter {
    fn happen(&self, _: &Effect, _: &Battle, _: &mut BattleState, _: u8, _: Tell<'_>) {}
}

/// T-14: a fighter comes back where it was deployed, unhurt, if there is room.
///
/// T-16: nothing more happens to it in this phase, since this is the last step that does anything.
struct Return;

impl Deed for Return {
    fn concerns(&self, state: &BattleState, bearer: u8) -> bool {
        !state.table.is_standing(usize::from(bearer))
    }

    fn happen(
        &self,
        _: &Effect,
        battle: &Battle,
        state: &mut BattleState,
        bearer: u8,
        tell: Tell<'_>,
    ) {
        let number = usize::from(bearer);
        let fresh = *battle.start.fighter(number);
        let base = fresh.standing.base();
        if cannot_stand(&state.table, number, &base).is_empty() {
            state.table.set(number, Fighter { health: Health::UNHURT, ..fresh });
            tell(BattleEvent::Returned { fighter: bearer, base });
        }
    }
}

impl BattleState {
    /// The mana or the faith of a fighter.
    pub(super) const fn purse(&mut self, fighter: u8, resource: Resource) -> &mut u8 {
        match resource {
            Resource::Mana => &mut self.mana[fighter as usize],
            Resource::Faith => &mut self.faith[fighter as usize],
        }
    }

    /// T-13: how much mana or temporary faith a fighter has.
    pub const fn resource(&self, fighter: u8, resource: Resource) -> u8 {
        match resource {
            Resource::Mana => self.mana[fighter as usize],
            Resource::Faith => self.faith[fighter as usize],
        }
    }
}
