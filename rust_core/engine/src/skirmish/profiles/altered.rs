//! Profiles that an effect has altered for a while (T-15, A-16).

use super::{Nerve, Profile, ProfileSetup};
use crate::skirmish::effects::Alterable;

/// The most that characteristics can be (the shape of a profile says the same).
const MOST: i32 = 20;
const MOST_POWER: i32 = 10;
const MOST_MOVEMENT: f64 = 50.0;

impl Profile {
    /// The same profile with something added to a characteristic.
    ///
    /// # Edge cases
    /// Nothing falls below 0 or rises above what a profile can have. An aim that is not there, the
    /// courage of who frightens and the fear of who has courage stay as they are.
    #[must_use]
    pub fn altered(&self, characteristic: Alterable, by: i32, usual_power: u8) -> Self {
        let changed = |value: u8| clamped(value, by, MOST);
        let mut setup: ProfileSetup = self.0.clone();
        match characteristic {
            Alterable::Movement => {
                setup.movement = (setup.movement + f64::from(by)).clamp(0.0, MOST_MOVEMENT);
            }
            Alterable::Initiative => setup.initiative = changed(setup.initiative),
            Alterable::Attack => setup.attack = changed(setup.attack),
            Alterable::Strength => setup.strength = changed(setup.strength),
            Alterable::Defence => setup.defence = changed(setup.defence),
            Alterable::Resilience => setup.resilience = changed(setup.resilience),
            Alterable::Aim => setup.aim = setup.aim.map(changed),
            Alterable::Courage | Alterable::Fear => {
                setup.nerve = match (setup.nerve, characteristic) {
                    (Nerve::Courage(value), Alterable::Courage) => Nerve::Courage(changed(value)),
                    (Nerve::Fear(value), Alterable::Fear) => Nerve::Fear(changed(value)),
                    (nerve, _) => nerve,
                };
            }
            Alterable::Discipline => setup.discipline = changed(setup.discipline),
            Alterable::Power => {
                setup.power = Some(clamped(setup.power.unwrap_or(usual_power), by, MOST_POWER));
            }
        }
        Self(setup)
    }
}

fn clamped(value: u8, by: i32, most: i32) -> u8 {
    (i32::from(value) + by).clamp(0, most) as u8
}
