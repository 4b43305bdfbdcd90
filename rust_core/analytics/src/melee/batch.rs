//! The melees of many boards in flat arrays.

use crate::pool::pool;
use fracas_engine::errors::Problems;
use fracas_engine::skirmish::melee::{Board, Labeller, MOST_PROBLEMS, Number};
use rayon::prelude::*;
use std::ops::Range;

/// How many contacts and fighters one thread takes at a time.
const SLICE: usize = 1 << 16;
/// How many of them there are between two questions whether to go on.
const SLAB: usize = 1 << 22;

/// Many boards: those of board `b` are `fighters[b]..fighters[b + 1]` of the camps and
/// `contacts[b]..contacts[b + 1]` of the contacts, whose numbers count from the board's own first
/// fighter.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a, T> {
    /// The side of every fighter.
    pub camps: &'a [u8],
    /// The contacts.
    pub contacts: &'a [[T; 2]],
    /// Where the fighters of each board start, and where the last ones end.
    pub fighter_offsets: &'a [i64],
    /// The same for contacts.
    pub contact_offsets: &'a [i64],
}

/// It was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl<T: Number> Batch<'_, T> {
    /// How many boards there are.
    pub const fn boards(&self) -> usize {
        self.fighter_offsets.len().saturating_sub(1)
    }

    fn fighters(&self, board: usize) -> Range<usize> {
        self.fighter_offsets[board] as usize..self.fighter_offsets[board + 1] as usize
    }

    fn contacts(&self, board: usize) -> Range<usize> {
        self.contact_offsets[board] as usize..self.contact_offsets[board + 1] as usize
    }

    /// What is wrong with the offsets.
    pub fn offset_problems(&self) -> Problems {
        let mut problems = Problems::default();
        check_offsets("fighter_offsets", self.fighter_offsets, self.camps.len(), &mut problems);
        check_offsets("contact_offsets", self.contact_offsets, self.contacts.len(), &mut problems);
        if self.fighter_offsets.len() != self.contact_offsets.len() {
            let allowed = format!("{} of them, as in fighter_offsets", self.fighter_offsets.len());
            let value = format!("{} numbers", self.contact_offsets.len());
            problems.add("contact_offsets", value, allowed);
        }
        problems
    }

    /// What is wrong with the boards, whose offsets are right.
    fn problems(&self, from: usize) -> Problems {
        let mut all = Problems::default();
        for board in from..self.boards() {
            let camps = &self.camps[self.fighters(board)];
            let contacts = &self.contacts[self.contacts(board)];
            all.0.extend(Board::problems(&format!("boards[{board}]."), camps, contacts).0);
            if all.0.len() > MOST_PROBLEMS {
                all.0.truncate(MOST_PROBLEMS);
                all.add("", "and more", "none");
                break;
            }
        }
        all
    }

    /// Cuts boards into ranges of about `size` contacts and fighters.
    fn ranges(&self, boards: Range<usize>, size: usize) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut start = boards.start;
        let weight = |board: usize| self.fighters(board).len() + self.contacts(board).len();
        let mut sum = 0;
        for board in boards.clone() {
            sum += weight(board);
            if sum >= size {
                ranges.push(start..board + 1);
                start = board + 1;
                sum = 0;
            }
        }
        if start < boards.end {
            ranges.push(start..boards.end);
        }
        ranges
    }

    /// Labels some boards; gives the first that is wrong.
    fn label(&self, task: Task<'_>) -> Result<(), usize> {
        let mut labeller = Labeller::default();
        let first = self.fighter_offsets[task.boards.start] as usize;
        for (board, count) in task.boards.zip(task.counts) {
            let fighters = self.fighters(board);
            let labels = &mut task.labels[fighters.start - first..fighters.end - first];
            let camps = &self.camps[fighters];
            let contacts = &self.contacts[self.contacts(board)];
            *count = labeller.label(camps, contacts, labels).ok_or(board)? as i32;
        }
        Ok(())
    }
}

/// The boards that one thread labels, and where it writes.
struct Task<'a> {
    boards: Range<usize>,
    labels: &'a mut [i32],
    counts: &'a mut [i32],
}

/// The melee of every fighter, counted board by board, −1 for one in none; and the number of melees
/// of each board.
pub type Found = (Vec<i32>, Vec<i32>);

/// Finds the melees of every board. The inner error says all that is wrong with the boards.
pub fn find_batch<T: Number>(
    batch: &Batch<'_, T>,
    threads: usize,
    keep_going: &dyn Fn() -> bool,
) -> Result<Result<Found, Problems>, Interrupted> {
    if let Err(problems) = batch.offset_problems().or(()) {
        return Ok(Err(problems));
    }
    let mut labels = vec![0; batch.camps.len()];
    let mut counts = vec![0; batch.boards()];
    let (mut labels_left, mut counts_left) = (&mut labels[..], &mut counts[..]);
    for slab in batch.ranges(0..batch.boards(), SLAB) {
        let mut tasks = Vec::new();
        for boards in batch.ranges(slab, SLICE) {
            let fighters = batch.fighter_offsets[boards.end] - batch.fighter_offsets[boards.start];
            let (labels, later) = std::mem::take(&mut labels_left).split_at_mut(fighters as usize);
            labels_left = later;
            let (counts, later) = std::mem::take(&mut counts_left).split_at_mut(boards.len());
            counts_left = later;
            tasks.push(Task { boards, labels, counts });
        }
        let label = |task| batch.label(task).err();
        let wrong = match pool(threads.min(tasks.len())) {
            Some(pool) => pool.install(|| tasks.into_par_iter().filter_map(label).min()),
            None => tasks.into_iter().find_map(label),
        };
        if let Some(board) = wrong {
            return Ok(Err(batch.problems(board)));
        }
        if !keep_going() {
            return Err(Interrupted);
        }
    }
    Ok(Ok((labels, counts)))
}

fn check_offsets(field: &str, offsets: &[i64], end: usize, problems: &mut Problems) {
    let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else {
        problems.add(field, "no numbers", "one more than boards");
        return;
    };
    if first != 0 {
        problems.add(format!("{field}[0]"), first.to_string(), "0");
    }
    let falls = offsets.windows(2).position(|pair| pair[1] < pair[0]);
    if let Some(place) = falls {
        let field = format!("{field}[{}]", place + 1);
        let allowed = format!("at least {}, the one before", offsets[place]);
        problems.add(field, offsets[place + 1].to_string(), allowed);
    }
    if last != end as i64 {
        let field = format!("{field}[{}]", offsets.len() - 1);
        problems.add(field, last.to_string(), format!("{end}, the end of the array"));
    }
}
