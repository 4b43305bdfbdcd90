//! C-4, C-5: one melee, the combats it can be cut into, and what is wrong with a separation.

use std::collections::BTreeMap;
use std::fmt;

/// One combat of a separation: one fighter against one or several enemies it touches (C-4).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Star {
    /// The one; of one against one, side 0's fighter.
    pub lone: u32,
    /// The others, ascending.
    pub enemies: Vec<u32>,
}

impl Star {
    /// All who fight in it, ascending.
    pub fn members(&self) -> Vec<u32> {
        let mut members = self.enemies.clone();
        members.push(self.lone);
        members.sort_unstable();
        members
    }
}

/// A melee cut into combats, sorted by the lowest fighter of each.
pub type Separation = Vec<Star>;

/// A combat as people write it: fighters, and the one of them who is said to be alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// All who fight in it, in any order.
    pub members: Vec<i64>,
    /// Whom it calls the lone one, when it says so.
    pub lone: Option<i64>,
}

/// Why a separation is not legal. `combat` is its place in what was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has nobody, or nobody to fight against.
    NoEnemy {
        /// Which combat.
        combat: usize,
        /// Its fighters.
        members: Vec<i64>,
    },
    /// C-4: it has several fighters on both sides.
    SeveralOnBothSides {
        /// Which combat.
        combat: usize,
        /// Side 0's fighters and side 1's.
        sides: [Vec<i64>; 2],
    },
    /// The fighter that is called alone has a friend beside him.
    NotAlone {
        /// Which combat.
        combat: usize,
        /// Who is called alone.
        lone: i64,
    },
    /// C-4: two enemies do not touch.
    NoContact {
        /// Which combat.
        combat: usize,
        /// The pair.
        pair: [i64; 2],
    },
    /// It names somebody who is not in the melee.
    Stranger {
        /// Which combat.
        combat: usize,
        /// Who.
        fighter: i64,
    },
    /// C-5: a fighter is named more than once.
    Twice {
        /// Who.
        fighter: i64,
        /// Where, in the order given.
        combats: Vec<usize>,
    },
    /// C-5: a fighter is in no combat.
    Missing {
        /// Who.
        fighter: u32,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnemy { combat, members } if members.is_empty() => {
                write!(formatter, "combat {combat} has no fighters")
            }
            Self::NoEnemy { combat, members } => {
                write!(formatter, "combat {combat} has no enemies: only {}", listed(members))
            }
            Self::SeveralOnBothSides { combat, sides: [first, second] } => write!(
                formatter,
                "combat {combat} has several fighters on both sides: {} against {}",
                listed(first),
                listed(second)
            ),
            Self::NotAlone { combat, lone } => {
                write!(
                    formatter,
                    "combat {combat} calls fighter {lone} alone, who has a friend in it"
                )
            }
            Self::NoContact { combat, pair: [one, other] } => {
                write!(
                    formatter,
                    "combat {combat} pairs fighters {one} and {other}, who do not touch"
                )
            }
            Self::Stranger { combat, fighter } => {
                write!(
                    formatter,
                    "combat {combat} names fighter {fighter}, who is not in this melee"
                )
            }
            Self::Twice { fighter, combats } => {
                let places: Vec<_> = combats.iter().map(ToString::to_string).collect();
                write!(
                    formatter,
                    "fighter {fighter} is used more than once: in combats {}",
                    places.join(", ")
                )
            }
            Self::Missing { fighter } => write!(formatter, "fighter {fighter} is in no combat"),
        }
    }
}

fn listed(fighters: &[i64]) -> String {
    fighters.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// One melee (C-3): its fighters, their sides and the contacts between enemies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Melee {
    fighters: Vec<u32>,
    sides: Vec<u8>,
    contacts: Vec<[u32; 2]>,
    /// Who touches whom, by places among the fighters.
    neighbours: Vec<Vec<u32>>,
}

impl Melee {
    /// The melee of these fighters, ascending, with contacts between its two sides, side 0's fighter
    /// first.
    pub(super) fn new(fighters: Vec<u32>, mut contacts: Vec<[u32; 2]>, camps: &[u8]) -> Self {
        contacts.sort_unstable();
        contacts.dedup();
        let mut neighbours = vec![Vec::new(); fighters.len()];
        for pair in &contacts {
            let [one, other] = pair.map(|fighter| fighters.binary_search(&fighter).unwrap_or(0));
            neighbours[one].push(other as u32);
            neighbours[other].push(one as u32);
        }
        for list in &mut neighbours {
            list.sort_unstable();
        }
        let sides = fighters.iter().map(|&fighter| camps[fighter as usize]).collect();
        Self { fighters, sides, contacts, neighbours }
    }

    /// The fighters, ascending.
    pub fn fighters(&self) -> &[u32] {
        &self.fighters
    }

    /// The side of the fighter at a place.
    #[inline]
    pub fn side(&self, place: usize) -> usize {
        usize::from(self.sides[place])
    }

    /// The contacts between enemies, sorted, side 0's fighter first.
    pub fn contacts(&self) -> &[[u32; 2]] {
        &self.contacts
    }

    /// Whom the fighter at a place touches, by their places, ascending.
    #[inline]
    pub fn neighbours(&self, place: usize) -> &[u32] {
        &self.neighbours[place]
    }

    /// C-6: whether a side has a lone fighter, so that it is already one combat.
    pub fn is_one_combat(&self) -> bool {
        let second: usize = self.sides.iter().map(|&side| usize::from(side)).sum();
        second == 1 || second + 1 == self.sides.len()
    }

    fn place(&self, fighter: i64) -> Option<usize> {
        u32::try_from(fighter).ok().and_then(|fighter| self.fighters.binary_search(&fighter).ok())
    }

    /// C-4, C-5: every reason why a separation is not legal; none when it is.
    pub fn faults(&self, given: &[Given]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut uses: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (combat, star) in given.iter().enumerate() {
            for &fighter in &star.members {
                uses.entry(fighter).or_default().push(combat);
            }
            self.check_star(combat, star, &mut faults);
        }
        let twice = uses.iter().filter(|(_, combats)| combats.len() > 1);
        faults.extend(
            twice.map(|(&fighter, combats)| Fault::Twice { fighter, combats: combats.clone() }),
        );
        let missing = self.fighters.iter().filter(|&&fighter| !uses.contains_key(&fighter.into()));
        faults.extend(missing.map(|&fighter| Fault::Missing { fighter }));
        faults
    }

    /// C-4: one against one or several, all in contact with the one.
    fn check_star(&self, combat: usize, star: &Given, faults: &mut Vec<Fault>) {
        let mut sides: [Vec<i64>; 2] = [Vec::new(), Vec::new()];
        let mut members = star.members.clone();
        members.sort_unstable();
        members.dedup();
        for &fighter in &members {
            match self.place(fighter) {
                Some(place) => sides[self.side(place)].push(fighter),
                None => faults.push(Fault::Stranger { combat, fighter }),
            }
        }
        if sides.iter().any(Vec::is_empty) {
            // Strangers may have been meant as the enemies: they are told already.
            if members.len() == sides[0].len() + sides[1].len() {
                faults.push(Fault::NoEnemy { combat, members });
            }
            return;
        }
        if sides.iter().all(|side| side.len() > 1) {
            faults.push(Fault::SeveralOnBothSides { combat, sides });
            return;
        }
        if let Some(lone) = star.lone
            && sides.iter().any(|side| side.len() > 1 && side.contains(&lone))
        {
            faults.push(Fault::NotAlone { combat, lone });
        }
        for &one in &sides[0] {
            for &other in &sides[1] {
                if !self.touch(one, other) {
                    faults.push(Fault::NoContact { combat, pair: [one, other] });
                }
            }
        }
    }

    fn touch(&self, one: i64, other: i64) -> bool {
        self.place(one)
            .zip(self.place(other))
            .is_some_and(|(one, other)| self.neighbours[one].binary_search(&(other as u32)).is_ok())
    }

    /// A separation in its canonical form, or every reason why it is not legal.
    pub fn separation(&self, given: &[Given]) -> Result<Separation, Vec<Fault>> {
        let faults = self.faults(given);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut stars: Separation = given.iter().map(|star| self.star(&star.members)).collect();
        stars.sort_by_cached_key(Star::members);
        Ok(stars)
    }

    /// The star of these fighters, who are one.
    fn star(&self, members: &[i64]) -> Star {
        let (mut second, mut first): (Vec<u32>, Vec<u32>) =
            members.iter().map(|&fighter| fighter as u32).partition(|&fighter| {
                self.place(fighter.into()).is_some_and(|place| self.side(place) == 1)
            });
        first.sort_unstable();
        second.sort_unstable();
        if let [lone] = first[..] {
            Star { lone, enemies: second }
        } else {
            Star { lone: second.first().copied().unwrap_or(0), enemies: first }
        }
    }
}
