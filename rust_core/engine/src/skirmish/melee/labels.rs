//! C-3: which fighters are linked by an unbroken chain of contacts between enemies.

use super::board::Number;

/// The largest board whose contacts are kept as one word a fighter.
const SMALL: usize = 64;

/// Finds the melees of one board after another and keeps its room between them.
#[derive(Clone, Debug, Default)]
pub struct Labeller {
    parents: Vec<u32>,
}

impl Labeller {
    /// Writes the number of each fighter's melee into `labels`, −1 for a fighter in none, and gives
    /// the number of melees; they are numbered by their lowest fighter. `None` when a camp is neither
    /// 0 nor 1, or a contact names a fighter that is not there or touches itself.
    #[inline]
    pub fn label<T: Number>(
        &mut self,
        camps: &[u8],
        contacts: &[[T; 2]],
        labels: &mut [i32],
    ) -> Option<u32> {
        if camps.len() <= SMALL {
            label_small(camps, contacts, labels)
        } else {
            self.label_large(camps, contacts, labels)
        }
    }

    /// Union-find whose roots are the lowest of their kind.
    fn label_large<T: Number>(
        &mut self,
        camps: &[u8],
        contacts: &[[T; 2]],
        labels: &mut [i32],
    ) -> Option<u32> {
        if camps.iter().any(|&camp| camp > 1) {
            return None;
        }
        let count = camps.len() as u64;
        self.parents.clear();
        self.parents.extend(0..camps.len() as u32);
        labels.fill(-1);
        for &[one, other] in contacts {
            let (one, other) = (one.index(), other.index());
            if one >= count || other >= count || one == other {
                return None;
            }
            let (one, other) = (one as usize, other as usize);
            if camps[one] == camps[other] {
                continue;
            }
            // Marks who touches an enemy: its own number is put in below.
            labels[one] = 0;
            labels[other] = 0;
            let (one, other) = (self.root(one as u32), self.root(other as u32));
            self.parents[one.max(other) as usize] = one.min(other);
        }
        let mut melees = 0;
        for fighter in 0..camps.len() {
            if labels[fighter] < 0 {
                continue;
            }
            let root = self.root(fighter as u32) as usize;
            labels[fighter] = if root == fighter {
                melees += 1;
                melees - 1
            } else {
                labels[root]
            };
        }
        Some(melees as u32)
    }

    #[inline]
    fn root(&mut self, mut fighter: u32) -> u32 {
        loop {
            let parent = self.parents[fighter as usize];
            if parent == fighter {
                return fighter;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[fighter as usize] = grandparent;
            fighter = grandparent;
        }
    }
}

/// A board of up to 64 fighters: floods from the lowest fighter that is not yet in a melee.
#[inline]
fn label_small<T: Number>(camps: &[u8], contacts: &[[T; 2]], labels: &mut [i32]) -> Option<u32> {
    let count = camps.len() as u64;
    let mut second_camp = 0_u64;
    let mut odd = 0;
    for (place, &camp) in camps.iter().enumerate() {
        second_camp |= u64::from(camp & 1) << place;
        odd |= camp;
    }
    if odd > 1 {
        return None;
    }
    let mut touched = [0_u64; SMALL];
    for &[one, other] in contacts {
        let (one, other) = (one.index(), other.index());
        if one >= count || other >= count || one == other {
            return None;
        }
        touched[(one % 64) as usize] |= 1 << (other % 64);
        touched[(other % 64) as usize] |= 1 << (one % 64);
    }
    let mut melees = 0;
    let mut seen = 0_u64;
    for fighter in 0..camps.len() {
        if seen >> fighter & 1 == 1 {
            continue;
        }
        let camp = |fighter: usize| (second_camp >> fighter & 1).wrapping_neg() ^ second_camp;
        let enemies = touched[fighter] & camp(fighter);
        if enemies == 0 {
            labels[fighter] = -1;
            continue;
        }
        labels[fighter] = melees;
        seen |= 1 << fighter | enemies;
        let mut waiting = enemies;
        while waiting != 0 {
            let next = waiting.trailing_zeros() as usize % SMALL;
            waiting &= waiting - 1;
            labels[next] = melees;
            let new = touched[next] & camp(next) & !seen;
            seen |= new;
            waiting |= new;
        }
        melees += 1;
    }
    Some(melees as u32)
}

/// The melee of each fighter of one board, and how many there are: see [`Labeller::label`].
pub fn find_melees<T: Number>(camps: &[u8], contacts: &[[T; 2]]) -> Option<(Vec<i32>, u32)> {
    let mut labels = vec![-1; camps.len()];
    let melees = Labeller::default().label(camps, contacts, &mut labels)?;
    Some((labels, melees))
}
