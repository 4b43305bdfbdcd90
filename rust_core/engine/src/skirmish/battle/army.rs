//! Armies: who fights, on which reference cards, and who may make the Tactics roll (T-5, T-8, T-9).

use super::cards::MAX_CARDS;
use crate::errors::Problems;
use crate::skirmish::profiles::{Profile, SkillKind};
use std::sync::Arc;

/// The most fighters of a battle, both sides together.
pub const MAX_FIGHTERS: usize = 60;

/// Some fighters of one profile.
#[derive(Clone, Debug)]
pub struct Troop {
    /// What they are.
    pub profile: Arc<Profile>,
    /// How many of them there are.
    pub count: usize,
    /// The people they belong to; `None` for the army's own, or for nobody's if they are hirelings or
    /// beings of another plane.
    pub people: Option<String>,
}

/// An army as people write it: public fields, may be wrong.
#[derive(Clone, Debug)]
pub struct Army {
    /// What it is called.
    pub name: String,
    /// The people it is of.
    pub people: String,
    /// Its path of alliance.
    pub path: String,
    /// Who is in it, in order.
    pub troops: Vec<Troop>,
}

impl Army {
    /// The fighters one by one: for each the number of its troop.
    pub fn fighters(&self) -> impl Iterator<Item = usize> + '_ {
        let troops = self.troops.iter().enumerate();
        troops.flat_map(|(number, troop)| std::iter::repeat_n(number, troop.count))
    }

    /// T-5: the card of each troop. A card stands for all fighters of a profile, so troops of one
    /// profile share it; cards are numbered in the order in which their profiles first appear.
    pub fn cards(&self) -> Vec<u8> {
        let mut seen: Vec<&Profile> = Vec::new();
        let mut cards = Vec::with_capacity(self.troops.len());
        for troop in &self.troops {
            let card = seen.iter().position(|profile| **profile == *troop.profile);
            cards.push(card.unwrap_or(seen.len()) as u8);
            if card.is_none() {
                seen.push(&troop.profile);
            }
        }
        cards
    }

    /// Whether the fighters of a troop may make the Tactics roll.
    ///
    /// # Rule
    /// T-8: those of the army's people. T-9: not allies, hirelings, immortals and elementals, unless
    /// they belong to the army's people or are allied with it or with its path.
    pub fn may_test_tactics(&self, troop: &Troop) -> bool {
        let of_another_kind = [SkillKind::Immortal, SkillKind::Elemental, SkillKind::Mercenary]
            .into_iter()
            .any(|kind| troop.profile.skills.iter().any(|skill| skill.kind == kind));
        let belongs = match &troop.people {
            Some(people) => same(people, &self.people),
            None => !of_another_kind,
        };
        let allied = |with: &str| same(with, &self.people) || same(with, &self.path);
        belongs
            || troop
                .profile
                .skills
                .iter()
                .any(|skill| skill.kind == SkillKind::Alliance && allied(&skill.argument))
    }

    /// Adds every problem of this army, which stands at `field`.
    pub(super) fn check(&self, field: &str, problems: &mut Problems) {
        let fighters = self.fighters().count();
        if fighters == 0 {
            problems.add(format!("{field}.troops"), "no fighters", "at least one fighter");
        }
        let cards = self.cards().into_iter().max().map_or(0, |highest| usize::from(highest) + 1);
        if cards > MAX_CARDS {
            let value = format!("{cards} profiles");
            problems.add(format!("{field}.troops"), value, format!("at most {MAX_CARDS} profiles"));
        }
    }
}

/// Names of peoples and paths are compared without regard to case.
fn same(one: &str, other: &str) -> bool {
    !one.is_empty() && one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Army, Troop};
    use crate::skirmish::profiles::{Profile, ProfileSetup, Skill};
    use std::sync::Arc;

    fn troop(name: &str, skills: &[&str], people: Option<&str>) -> Troop {
        let skills = skills.iter().filter_map(|skill| Skill::parse(skill)).collect();
        let setup = ProfileSetup { name: name.to_owned(), skills, ..ProfileSetup::default() };
        let profile = Arc::new(Profile::new(&setup).expect("a valid profile"));
        Troop { profile, count: 1, people: people.map(str::to_owned) }
    }

    fn army(troops: Vec<Troop>) -> Army {
        let (name, people, path) = ("Dawn".to_owned(), "lions".to_owned(), "light".to_owned());
        Army { name, people, path, troops }
    }

    #[test]
    // rule: T-8 T-9
    fn only_the_armys_own_and_its_allies_by_name_make_the_tactics_roll() {
        let cases = [
            (troop("own", &[], None), true),
            (troop("named own", &[], Some("Lions")), true),
            (troop("ally", &[], Some("griffons")), false),
            (troop("hireling", &["Mercenary"], None), false),
            (troop("own hireling", &["Mercenary"], Some("lions")), true),
            (troop("immortal", &["Immortal/light"], None), false),
            (troop("bound immortal", &["Immortal/light", "Alliance/light"], None), true),
            (troop("elemental", &["Elemental/fire"], None), false),
            (troop("friend", &["Alliance/lions"], Some("griffons")), true),
            (troop("stranger", &["Alliance/darkness"], Some("griffons")), false),
        ];
        let army = army(Vec::new());
        for (troop, may) in cases {
            assert_eq!(army.may_test_tactics(&troop), may, "{}", troop.profile.name);
        }
    }

    #[test]
    // rule: T-5
    fn a_card_stands_for_all_fighters_of_a_profile() {
        let troops = vec![troop("a", &[], None), troop("b", &[], None), troop("a", &[], None)];
        assert_eq!(army(troops).cards(), [0, 1, 0]);
    }
}
