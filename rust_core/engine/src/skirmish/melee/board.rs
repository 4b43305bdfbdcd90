//! A board: camps and contacts as people give them, and the melees among them.

use super::labels::find_melees;
use super::separation::Melee;
use crate::errors::Problems;

/// How many problems of a board are told one by one.
pub const MOST_PROBLEMS: usize = 20;

/// The most fighters of a board.
const MOST_ON_BOARD: usize = i32::MAX as usize;

/// A whole number of an array, of whatever width.
pub trait Number: Copy + Send + Sync {
    /// As the number of a fighter; what is below 0 becomes larger than any.
    fn index(self) -> u64;
    /// As it was written.
    fn text(self) -> String;
}

macro_rules! numbers {
    ($($kind:ty)*) => {$(
        impl Number for $kind {
            #[inline]
            #[allow(clippy::cast_lossless, reason = "the same for every width")]
            fn index(self) -> u64 {
                self as u64
            }

            fn text(self) -> String {
                self.to_string()
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 i8 i16 i32 i64);

/// The problems of a board: the first ones in full, the others counted.
#[derive(Default)]
pub(super) struct Found {
    problems: Problems,
    more: usize,
}

impl Found {
    pub(super) fn add(&mut self, field: impl FnOnce() -> String, value: String, allowed: &str) {
        if self.problems.0.len() < MOST_PROBLEMS {
            self.problems.add(field(), value, allowed);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn all(mut self) -> Problems {
        if self.more > 0 {
            self.problems.add("", format!("and {} more", self.more), "none");
        }
        self.problems
    }
}

/// A board whose melees are known.
#[derive(Clone, Debug)]
pub struct Board {
    camps: Vec<u8>,
    labels: Vec<i32>,
    /// The fighters of melee `m` are `members[member_starts[m]..member_starts[m + 1]]`.
    members: Vec<u32>,
    member_starts: Vec<usize>,
    /// The same for contacts between enemies, side 0's fighter first.
    contacts: Vec<[u32; 2]>,
    contact_starts: Vec<usize>,
}

impl Board {
    /// The board of camps and contacts, or everything that is wrong with them. `prefix` goes before
    /// the names of fields. A contact that is given twice counts once; contacts of friends link
    /// nothing (C-3).
    pub fn new<C: Number, T: Number>(
        prefix: &str,
        camps: &[C],
        contacts: &[[T; 2]],
    ) -> Result<Self, Problems> {
        let small: Vec<u8> = camps.iter().map(|camp| camp.index().min(2) as u8).collect();
        if camps.len() > MOST_ON_BOARD {
            let allowed = format!("at most {MOST_ON_BOARD} fighters");
            return Err(Problems::one("camps", format!("{} of them", camps.len()), allowed));
        }
        match find_melees(&small, contacts) {
            Some((labels, melees)) => Ok(Self::grouped(small, labels, melees as usize, contacts)),
            None => Err(Self::problems(prefix, camps, contacts)),
        }
    }

    /// The board of contacts as neighbour lists: those of fighter `f` are
    /// `indices[starts[f]..starts[f + 1]]`. A contact may stand in one list or in both.
    pub fn from_lists<C: Number, S: Number, T: Number>(
        camps: &[C],
        starts: &[S],
        indices: &[T],
    ) -> Result<Self, Problems> {
        let found = list_problems(camps.len(), starts, indices);
        found.or(())?;
        let mut contacts = Vec::with_capacity(indices.len());
        for (fighter, ends) in starts.windows(2).enumerate() {
            for other in &indices[ends[0].index() as usize..ends[1].index() as usize] {
                contacts.push([fighter as u64, other.index()]);
            }
        }
        Self::new("", camps, &contacts).map_err(|mut problems| {
            // A contact is told by its place in `indices`, with what stood there.
            for problem in &mut problems.0 {
                let place = problem.field.strip_prefix("contacts[").and_then(|rest| {
                    rest.strip_suffix(']').and_then(|place| place.parse::<usize>().ok())
                });
                if let Some(place) = place {
                    problem.field = format!("csr.indices[{place}]");
                    problem.value = indices[place].text();
                }
            }
            problems
        })
    }

    /// What is wrong with camps and contacts.
    pub fn problems<C: Number, T: Number>(
        prefix: &str,
        camps: &[C],
        contacts: &[[T; 2]],
    ) -> Problems {
        let mut found = Found::default();
        for (place, camp) in camps.iter().enumerate().filter(|(_, camp)| camp.index() > 1) {
            found.add(|| format!("{prefix}camps[{place}]"), camp.text(), "0 or 1");
        }
        let count = camps.len() as u64;
        let range = match count {
            0 => "no contact: there are no fighters".to_owned(),
            _ => format!("fighters from 0 to {}", count - 1),
        };
        for (place, [one, other]) in contacts.iter().enumerate() {
            let field = || format!("{prefix}contacts[{place}]");
            let pair = || format!("({}, {})", one.text(), other.text());
            if one.index() >= count || other.index() >= count {
                found.add(field, pair(), &range);
            } else if one.index() == other.index() {
                found.add(field, pair(), "two different fighters");
            }
        }
        found.all()
    }

    fn grouped<T: Number>(
        camps: Vec<u8>,
        labels: Vec<i32>,
        melees: usize,
        contacts: &[[T; 2]],
    ) -> Self {
        let fighters = || (0..labels.len() as u32).filter(|&fighter| labels[fighter as usize] >= 0);
        let (members, member_starts) =
            group(melees, fighters, |&fighter| labels[fighter as usize] as usize);
        let enemies = || {
            contacts.iter().filter_map(|[one, other]| {
                let (one, other) = (one.index() as usize, other.index() as usize);
                match (camps[one], camps[other]) {
                    (0, 1) => Some([one as u32, other as u32]),
                    (1, 0) => Some([other as u32, one as u32]),
                    _ => None,
                }
            })
        };
        let (contacts, contact_starts) =
            group(melees, enemies, |pair| labels[pair[0] as usize] as usize);
        Self { camps, labels, members, member_starts, contacts, contact_starts }
    }

    /// The melee of each fighter; −1 for one in none.
    pub fn labels(&self) -> &[i32] {
        &self.labels
    }

    /// The side of each fighter.
    pub fn camps(&self) -> &[u8] {
        &self.camps
    }

    /// The contacts between enemies as they were given, melee by melee, side 0's fighter first.
    pub fn contacts(&self) -> &[[u32; 2]] {
        &self.contacts
    }

    /// How many melees there are.
    pub fn melees(&self) -> usize {
        self.member_starts.len() - 1
    }

    /// A melee, by its number: they are numbered by their lowest fighter.
    pub fn melee(&self, number: usize) -> Option<Melee> {
        let members = self.member_starts.get(number..=number + 1)?;
        let contacts = self.contact_starts.get(number..=number + 1)?;
        Some(Melee::new(
            self.members[members[0]..members[1]].to_vec(),
            self.contacts[contacts[0]..contacts[1]].to_vec(),
            &self.camps,
        ))
    }
}

/// Puts items in the order of their groups: all of them, and where each group starts.
fn group<T: Copy + Default, I: Iterator<Item = T>>(
    groups: usize,
    items: impl Fn() -> I,
    of: impl Fn(&T) -> usize,
) -> (Vec<T>, Vec<usize>) {
    let mut starts = vec![0_usize; groups + 1];
    for item in items() {
        starts[of(&item) + 1] += 1;
    }
    for place in 1..starts.len() {
        starts[place] += starts[place - 1];
    }
    let mut next = starts.clone();
    let mut grouped = vec![T::default(); starts[groups]];
    for item in items() {
        let place = &mut next[of(&item)];
        grouped[*place] = item;
        *place += 1;
    }
    (grouped, starts)
}

/// What is wrong with the shape of neighbour lists.
fn list_problems<S: Number, T: Number>(count: usize, starts: &[S], indices: &[T]) -> Problems {
    if starts.len() != count + 1 {
        let allowed = format!("{} of them: one more than fighters", count + 1);
        return Problems::one("csr.indptr", format!("{} numbers", starts.len()), allowed);
    }
    let mut found = Found::default();
    if starts[0].index() != 0 {
        found.add(|| "csr.indptr[0]".to_owned(), starts[0].text(), "0");
    }
    for (place, pair) in starts.windows(2).enumerate() {
        if pair[1].index() < pair[0].index() || pair[1].index() > indices.len() as u64 {
            let allowed = format!("from {} to {}", pair[0].text(), indices.len());
            found.add(|| format!("csr.indptr[{}]", place + 1), pair[1].text(), &allowed);
        }
    }
    if starts[count].index() < indices.len() as u64 {
        let allowed = format!("{}: the number of indices", indices.len());
        found.add(|| format!("csr.indptr[{count}]"), starts[count].text(), &allowed);
    }
    found.all()
}
