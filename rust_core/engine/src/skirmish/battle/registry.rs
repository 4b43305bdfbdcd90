//! Where skills become effects (T-15): the one place that knows which skill is which.

use super::separating::Set;
use crate::names::Named;
use crate::rules::TurnRules;
use crate::skirmish::effects::{DeedName, Effect, Moment};
use crate::skirmish::profiles::{Profile, Skill, SkillKind};

/// The effect that a skill is, if it is one.
fn effect_of(skill: &Skill, rules: &TurnRules) -> Option<Effect> {
    let named = |moment, deed| Effect::new(skill.kind.name().to_owned(), moment, deed);
    match skill.kind {
        SkillKind::Regeneration => Some(Effect {
            // What no die shows is never reached.
            needs: skill.argument.parse().unwrap_or(u8::MAX),
            ..named(Moment::Passive, DeedName::Heal)
        }),
        SkillKind::Reinforcement => Some(Effect {
            needs: rules.reinforcement,
            ..named(Moment::Returning, DeedName::Return)
        }),
        _ => None,
    }
}

/// The effects of each fighter's own, gathered once: those of its skills, then those of its profile.
#[derive(Clone, Debug, Default)]
pub(super) struct Registry {
    own: Vec<Vec<Effect>>,
    /// Who has an effect of its own at each moment.
    bearers: [Set; Moment::ALL.len()],
    /// who has mystic actions.
    pub(super) casters: Set,
    /// T-13: who recovers mana, and whose faith is counted.
    pub(super) magicians: Set,
    pub(super) faithful: Set,
}

impl Registry {
    /// Adds the next fighter.
    pub(super) fn enlist(&mut self, profile: &Profile, rules: &TurnRules) {
        let bit = 1 << self.own.len();
        let of_skills = profile.skills.iter().filter_map(|skill| effect_of(skill, rules));
        let own: Vec<Effect> = of_skills.chain(profile.effects.iter().cloned()).collect();
        for effect in &own {
            self.bearers[effect.moment as usize] |= bit;
        }
        self.own.push(own);
        if !profile.mystic_actions.is_empty() {
            self.casters |= bit;
        }
        if profile.has(SkillKind::Magician) {
            self.magicians |= bit;
        }
        if profile.has(SkillKind::Faithful) {
            self.faithful |= bit;
        }
    }

    /// The effects of a fighter's own.
    pub(super) fn own(&self, fighter: u8) -> &[Effect] {
        &self.own[usize::from(fighter)]
    }

    /// Who has an effect of its own at a moment.
    pub(super) const fn bearers(&self, moment: Moment) -> Set {
        self.bearers[moment as usize]
    }
}
