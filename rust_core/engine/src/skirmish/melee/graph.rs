//! The contacts of a melee as sets of bits, and the stars that can be taken out of what is left.

use super::bits::Bits;
use super::separation::{Melee, Star};

/// The contacts of a melee of up to 64 × `W` fighters, who bear numbers of their own: 0 for the lowest.
#[derive(Clone, Debug)]
pub struct Graph<const W: usize> {
    neighbours: Vec<Bits<W>>,
    sides: [Bits<W>; 2],
    fighters: Vec<u32>,
}

impl<const W: usize> Graph<W> {
    /// The graph of a melee; `None` when it has too many fighters.
    pub fn new(melee: &Melee) -> Option<Self> {
        let count = melee.fighters().len();
        if count > 64 * W {
            return None;
        }
        let mut neighbours = vec![Bits::EMPTY; count];
        let mut sides = [Bits::EMPTY; 2];
        for (place, set) in neighbours.iter_mut().enumerate() {
            *set = melee.neighbours(place).iter().map(|&other| other as usize).collect();
            let side = &mut sides[melee.side(place)];
            *side = side.with(place);
        }
        Some(Self { neighbours, sides, fighters: melee.fighters().to_vec() })
    }

    /// All fighters.
    pub fn all(&self) -> Bits<W> {
        self.sides[0].or(self.sides[1])
    }

    /// The fighters that one touches, among those who are left.
    #[inline]
    pub fn touched(&self, fighter: usize, left: Bits<W>) -> Bits<W> {
        self.neighbours[fighter].and(left)
    }

    /// The side of a fighter.
    #[inline]
    pub fn side(&self, fighter: usize) -> usize {
        usize::from(self.sides[1].has(fighter))
    }

    /// The fighters of one's own side.
    #[inline]
    pub fn friends(&self, fighter: usize) -> Bits<W> {
        self.sides[self.side(fighter)]
    }

    /// Whether what is left can be cut into stars: nobody has lost all neighbours.
    #[inline]
    pub fn is_completable(&self, left: Bits<W>) -> bool {
        left.into_iter().all(|fighter| !self.touched(fighter, left).is_empty())
    }

    /// Those who are linked with a fighter by contacts among who is left.
    pub fn part(&self, fighter: usize, left: Bits<W>) -> Bits<W> {
        let mut part = Bits::one(fighter);
        let mut waiting = part;
        while let Some(next) = waiting.lowest() {
            waiting = waiting.without(next);
            let new = self.touched(next, left).minus(part);
            part = part.or(new);
            waiting = waiting.or(new);
        }
        part
    }

    /// The star of these fighters, with the numbers they bear on the board.
    pub fn star(&self, members: Bits<W>) -> Star {
        let first = members.and(self.sides[0]);
        let (lone, enemies) = if first.len() == 1 {
            (first, members.and(self.sides[1]))
        } else {
            (members.and(self.sides[1]), first)
        };
        Star {
            lone: lone.lowest().map_or(0, |lone| self.fighters[lone]),
            enemies: enemies.into_iter().map(|enemy| self.fighters[enemy]).collect(),
        }
    }

    /// The members of a star in the numbers of this graph.
    pub fn members(&self, star: &Star) -> Bits<W> {
        let place = |fighter: u32| self.fighters.binary_search(&fighter).ok();
        star.enemies.iter().chain([&star.lone]).filter_map(|&fighter| place(fighter)).collect()
    }

    /// Calls `found` with every star around any fighter, in no particular order: `false` stops it.
    pub fn all_stars(&self, mut found: impl FnMut(Bits<W>) -> bool) {
        for centre in self.all() {
            let enemies: Vec<_> = self.neighbours[centre].into_iter().collect();
            // One against one is found around side 0's fighter.
            let fewest = 1 + self.side(centre);
            if !subsets(&enemies, Bits::one(centre), fewest, &mut found) {
                return;
            }
        }
    }

    /// How many stars [`all_stars`](Self::all_stars) finds; at most `u64::MAX`.
    pub fn star_count(&self) -> u64 {
        let around = |centre: usize| {
            let touched = self.neighbours[centre].len() as u32;
            let all = 2_u64.checked_pow(touched).unwrap_or(u64::MAX);
            all - 1 - if self.side(centre) == 1 { u64::from(touched) } else { 0 }
        };
        self.all().into_iter().map(around).fold(0, u64::saturating_add)
    }

    /// Calls `found` with every star that holds `fighter` and can be taken out of what is left, so
    /// that the rest can be completed; in no particular order.
    pub fn stars_of(&self, fighter: usize, left: Bits<W>, found: &mut impl FnMut(Bits<W>)) {
        self.stars_around(fighter, Bits::EMPTY, 1, left, found);
        for centre in self.touched(fighter, left) {
            // One against one was found around the fighter himself.
            self.stars_around(centre, Bits::one(fighter), 2, left, found);
        }
    }

    /// The stars around a centre that hold at least these leaves and so many of them.
    fn stars_around(
        &self,
        centre: usize,
        leaves: Bits<W>,
        fewest: usize,
        left: Bits<W>,
        found: &mut impl FnMut(Bits<W>),
    ) {
        let Some(leaves) = self.with_forced(centre, leaves, left, 0) else { return };
        let free = self.touched(centre, left).minus(leaves);
        self.grow(centre, leaves, free, fewest, left, found);
    }

    fn grow(
        &self,
        centre: usize,
        leaves: Bits<W>,
        free: Bits<W>,
        fewest: usize,
        left: Bits<W>,
        found: &mut impl FnMut(Bits<W>),
    ) {
        if leaves.len() >= fewest {
            found(leaves.with(centre));
        }
        for next in free {
            let more = leaves.with(next);
            let robs = |friend: usize| self.touched(friend, left).is_within(more);
            if !self.touched(next, left).without(centre).into_iter().any(robs) {
                self.grow(centre, more, free.above(next), fewest, left, found);
            }
        }
    }

    /// The leaves with those added that touch nobody else who is left: the centre must take them.
    /// `None` when one of them is below `least`, or when somebody would lose all neighbours then.
    #[inline]
    fn with_forced(
        &self,
        centre: usize,
        leaves: Bits<W>,
        left: Bits<W>,
        least: usize,
    ) -> Option<Bits<W>> {
        let own = self.touched(centre, left);
        if !leaves.is_within(own) {
            return None;
        }
        let mut taken = leaves;
        let only = Bits::one(centre);
        for enemy in own.minus(leaves) {
            if self.touched(enemy, left) == only {
                if enemy < least {
                    return None;
                }
                taken = taken.with(enemy);
            }
        }
        let friends = left.and(self.sides[self.side(centre)]).without(centre);
        let robbed = |friend: usize| self.touched(friend, left).is_within(taken);
        (!friends.into_iter().any(robbed)).then_some(taken)
    }

    /// Whether some star around `centre` holds these leaves and else only fighters above `passed`.
    #[inline]
    fn can_grow(&self, centre: usize, leaves: Bits<W>, left: Bits<W>, passed: usize) -> bool {
        self.with_forced(centre, leaves, left, passed.saturating_add(1)).is_some()
    }

    /// Whether some star that can be taken out begins with these members, in canonical order; the
    /// first of them is the lowest of who is left.
    fn is_beginning(&self, members: Bits<W>, left: Bits<W>) -> bool {
        let Some((first, last)) = members.lowest().zip(members.highest()) else { return false };
        let own = self.sides[self.side(first)];
        let (friends, enemies) = (members.and(own), members.minus(own));
        match (friends.len(), enemies.lowest()) {
            (1, None) => true,
            (1, Some(enemy)) => {
                self.can_grow(first, enemies, left, last)
                    || (enemies == Bits::one(enemy) && self.can_grow(enemy, friends, left, last))
            }
            (_, Some(centre)) => {
                enemies == Bits::one(centre) && self.can_grow(centre, friends, left, last)
            }
            (_, None) => self
                .touched(first, left)
                .above(last)
                .into_iter()
                .any(|centre| self.can_grow(centre, friends, left, last)),
        }
    }

    /// Whether these members are a star that can be taken out.
    pub fn is_star(&self, members: Bits<W>, left: Bits<W>) -> bool {
        let Some(first) = members.lowest() else { return false };
        let own = self.sides[self.side(first)];
        let (friends, enemies) = (members.and(own), members.minus(own));
        let Some(enemy) = enemies.lowest() else { return false };
        let (centre, leaves) = if friends.len() == 1 { (first, enemies) } else { (enemy, friends) };
        leaves.len() + 1 == members.len() && self.can_grow(centre, leaves, left, usize::MAX)
    }

    /// Who could come next in a star that begins with these members.
    fn candidates(&self, members: Bits<W>, left: Bits<W>) -> Bits<W> {
        let Some(first) = members.lowest() else { return Bits::EMPTY };
        let own = self.sides[self.side(first)];
        let (friends, enemies) = (members.and(own), members.minus(own));
        match (friends.len(), enemies.len()) {
            (1, 2..) => self.touched(first, left),
            (2.., 1) => enemies.into_iter().fold(Bits::EMPTY, |_, one| self.touched(one, left)),
            (_, 1) => enemies
                .into_iter()
                .fold(self.touched(first, left), |all, one| all.or(self.touched(one, left))),
            _ => {
                let centres =
                    friends.into_iter().fold(left, |centres, friend| self.touched(friend, centres));
                centres.into_iter().fold(centres, |all, centre| all.or(self.touched(centre, left)))
            }
        }
    }

    /// Who can come next, after the last of them, in a star that begins with these members.
    pub fn followers(&self, members: Bits<W>, left: Bits<W>) -> Bits<W> {
        let last = members.highest().unwrap_or(0);
        let candidates = self.candidates(members, left).above(last).into_iter();
        candidates.filter(|&one| self.is_beginning(members.with(one), left)).collect()
    }

    /// The first star in canonical order that begins with these members and a fighter above `after`.
    fn continued(&self, members: Bits<W>, after: usize, left: Bits<W>) -> Option<Bits<W>> {
        let grown = |members: Bits<W>, after: usize| {
            let candidates = self.candidates(members, left).above(after);
            let mut longer = candidates.into_iter().map(|one| (members.with(one), one));
            longer.find(|&(longer, _)| self.is_beginning(longer, left))
        };
        let (mut members, mut last) = grown(members, after)?;
        while !self.is_star(members, left) {
            (members, last) = grown(members, last)?;
        }
        Some(members)
    }

    /// In canonical order, the first star of the lowest fighter left that can be taken out.
    pub fn first_star(&self, left: Bits<W>) -> Option<Bits<W>> {
        let lowest = left.lowest()?;
        self.continued(Bits::one(lowest), lowest, left)
    }

    /// In canonical order, the star after this one that can be taken out instead of it.
    pub fn next_star(&self, star: Bits<W>, left: Bits<W>) -> Option<Bits<W>> {
        let mut members = star;
        let mut after = members.highest()?;
        loop {
            if let Some(next) = self.continued(members, after, left) {
                return Some(next);
            }
            after = members.highest()?;
            members = members.without(after);
            if members.is_empty() {
                return None;
            }
        }
    }
}

/// Every choice of at least `fewest` of these enemies, with the centre: `false` stops it.
fn subsets<const W: usize>(
    enemies: &[usize],
    members: Bits<W>,
    fewest: usize,
    found: &mut impl FnMut(Bits<W>) -> bool,
) -> bool {
    enemies.iter().enumerate().all(|(place, &enemy)| {
        let members = members.with(enemy);
        (members.len() <= fewest || found(members))
            && subsets(&enemies[place + 1..], members, fewest, found)
    })
}
