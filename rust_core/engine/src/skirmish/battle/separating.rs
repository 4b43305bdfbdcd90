//! Cutting a melee into combats, choice by choice (C-4, C-5).
//!
//! The combats are made one after another, each around the lowest fighter that is in none yet; its
//! members join in ascending order until the player says that it is complete. Only choices that can
//! still lead to a separation are open: what is left can be separated if and only if nobody in it
//! has lost all his enemies.

use super::army::MAX_FIGHTERS;
use crate::machine::Choices;

/// The choice that completes the combat under way.
pub const COMPLETE: u8 = 63;

/// A set of fighters, one bit for each.
pub type Set = u64;

/// The fighters of a set, ascending.
pub fn members(set: Set) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let lowest = rest.trailing_zeros() as u8;
        rest &= rest.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}

/// A separation in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Separating {
    /// Whom each fighter touches among his enemies.
    touches: [Set; MAX_FIGHTERS],
    /// The fighters of side 0.
    first_side: Set,
    /// Who is in no complete combat yet.
    left: Set,
    /// Who is in the combat under way.
    star: Set,
}

impl Separating {
    /// The fighters that are to be separated, and the contacts between enemies among them. Everyone
    /// of them touches an enemy.
    pub(super) fn new(fighters: Set, first_side: Set, contacts: &[(u8, u8)]) -> Self {
        let mut touches = [0; MAX_FIGHTERS];
        for &(one, other) in contacts {
            if fighters >> one & fighters >> other & 1 == 1 {
                touches[usize::from(one)] |= 1 << other;
                touches[usize::from(other)] |= 1 << one;
            }
        }
        let star = fighters & fighters.wrapping_neg();
        Self { touches, first_side, left: fighters, star }
    }

    /// Whether everybody is in a combat.
    pub(super) const fn is_done(&self) -> bool {
        self.left == 0
    }

    /// Who is in the combat under way so far.
    pub(super) const fn under_way(&self) -> Set {
        self.star
    }

    /// Who may join the combat under way, and [`COMPLETE`] when it may stay as it is.
    pub(super) fn choices(&self) -> Choices {
        let last = self.star.checked_ilog2().unwrap_or(0);
        let above = (!0 << last) << 1;
        let joining = members(self.left & above & !self.star)
            .filter(|&fighter| self.can_be_finished(self.star | 1 << fighter));
        let choices = joining.fold(Choices::NONE, Choices::with);
        let complete = self.centre_of(self.star).is_some() && self.leaves_nobody_alone(self.star);
        if complete { choices.with(COMPLETE) } else { choices }
    }

    /// Takes a choice that is open; gives the combat that it completes.
    pub(super) fn choose(&mut self, choice: u8) -> Option<Set> {
        if choice != COMPLETE {
            self.star |= 1 << choice;
            return None;
        }
        let star = self.star;
        self.left &= !star;
        self.star = self.left & self.left.wrapping_neg();
        Some(star)
    }

    /// C-4: the lone fighter of a combat of these fighters, if it is one: of one against one the
    /// fighter of side 0.
    pub(super) fn centre_of(&self, star: Set) -> Option<u8> {
        let sides = [star & self.first_side, star & !self.first_side];
        let alone = |side: usize| {
            let (one, others) = (sides[side], sides[1 - side]);
            let centre = one.trailing_zeros() as usize;
            let is_star =
                one.is_power_of_two() && others != 0 && others & !self.touches[centre] == 0;
            is_star.then_some(centre as u8)
        };
        alone(0).or_else(|| alone(1))
    }

    /// Whether everybody that a combat leaves over still touches somebody left over.
    fn leaves_nobody_alone(&self, star: Set) -> bool {
        let rest = self.left & !star;
        members(rest).all(|fighter| self.touches[usize::from(fighter)] & rest != 0)
    }

    /// Whether these fighters, with others above the highest of them, can be a combat that leaves
    /// nobody alone.
    fn can_be_finished(&self, part: Set) -> bool {
        let last = part.checked_ilog2().unwrap_or(0);
        let above = self.left & ((!0 << last) << 1);
        members(self.left & (part | above)).any(|centre| self.fits_round(centre, part, above))
    }

    /// The same with this fighter as the lone one. Those whose only enemy left he is must be in it;
    /// anybody more can only make it harder for the others.
    fn fits_round(&self, centre: u8, part: Set, above: Set) -> bool {
        let enemies = self.touches[usize::from(centre)] & self.left;
        let joined = part & !(1 << centre);
        if joined & !enemies != 0 {
            return false;
        }
        let only = |fighter: &u8| self.touches[usize::from(*fighter)] & self.left == 1 << centre;
        let forced = members(enemies).filter(only).fold(0, |set, fighter| set | 1 << fighter);
        if forced & !(joined | above) != 0 {
            return false;
        }
        let least = joined | forced | 1 << centre;
        if joined | forced != 0 {
            return self.leaves_nobody_alone(least);
        }
        members(enemies & above).any(|enemy| self.leaves_nobody_alone(least | 1 << enemy))
    }
}

#[cfg(test)]
mod tests {
    use super::{COMPLETE, Separating, Set};
    use crate::machine::Choices;

    /// All separations that the choices lead to, each as the sorted sets of its combats.
    fn all(separating: &Separating, found: &mut Vec<Vec<Set>>, done: &[Set]) {
        if separating.is_done() {
            found.push(done.to_vec());
            return;
        }
        let choices = separating.choices();
        assert!(!choices.is_empty(), "no way on from {separating:?}");
        for choice in choices {
            let mut next = separating.clone();
            let mut combats = done.to_vec();
            combats.extend(next.choose(choice));
            all(&next, found, &combats);
        }
    }

    fn complete(first: u8, second: u8) -> Separating {
        let fighters = (1 << (first + second)) - 1;
        let contacts: Vec<_> = (0..first)
            .flat_map(|one| (first..first + second).map(move |other| (one, other)))
            .collect();
        Separating::new(fighters, (1 << first) - 1, &contacts)
    }

    #[test]
    // rule: C-4 C-5
    fn the_choices_lead_to_every_separation_once() {
        for (first, second, count) in [(1, 1, 1), (2, 2, 2), (3, 3, 15), (4, 4, 184)] {
            let mut found = Vec::new();
            all(&complete(first, second), &mut found, &[]);
            assert_eq!(found.len(), count, "{first} + {second}");
            found.sort();
            found.dedup();
            assert_eq!(found.len(), count, "{first} + {second}, without repetition");
        }
    }

    #[test]
    // rule: C-4 C-33
    fn the_third_example_of_pursuit_leaves_one_separation() {
        // A 0 and B 1 against X 2 and Z 3: B touches Z, A touches Z and X.
        let mut separating = Separating::new(0b1111, 0b0011, &[(1, 3), (0, 3), (0, 2)]);
        let mut combats = Vec::new();
        while !separating.is_done() {
            let choices = separating.choices();
            assert_eq!(choices.len(), 1);
            combats.extend(separating.choose(choices.first()));
        }
        assert_eq!(combats, [0b0101, 0b1010]);
        assert_eq!(Choices::NONE.with(COMPLETE).len(), 1);
    }
}
