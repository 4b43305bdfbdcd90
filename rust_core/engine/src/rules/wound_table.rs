//! The wound table (W-4): what a location and a result give.

use super::Rules;
use crate::errors::Problems;
use crate::names::Named;
use crate::skirmish::wounds::{Location, Wound, WoundRoll};

/// One row: what each location gives for results up to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WoundRow {
    /// The highest result of the row; `None` for the last row, which has no bound.
    pub up_to: Option<i32>,
    /// From leg to head.
    pub cells: [Wound; 5],
}

/// The lowest and highest bound that a row may have.
pub(super) const BOUNDS: (i64, i64) = (-60, 60);
const LOWEST: i32 = BOUNDS.0 as i32;
const HIGHEST: i32 = BOUNDS.1 as i32 + 1;
const RESULTS: usize = (HIGHEST - LOWEST + 1) as usize;

/// The table spread out, so that a look-up is one index: results beyond the ends are like the ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WoundTable(Box<[[Wound; 5]; RESULTS]>);

impl WoundTable {
    /// The table of these rows, in order.
    pub fn new(rows: &[WoundRow]) -> Self {
        let mut cells = Box::new([[Wound::None; 5]; RESULTS]);
        for (result, row) in (LOWEST..=HIGHEST).zip(cells.iter_mut()) {
            let holds = |row: &&WoundRow| row.up_to.is_none_or(|bound| result <= bound);
            if let Some(found) = rows.iter().find(holds) {
                *row = found.cells;
            }
        }
        Self(cells)
    }

    /// What a location and a result give.
    #[inline]
    pub fn cell(&self, location: Location, result: i32) -> Wound {
        self.0[(result.clamp(LOWEST, HIGHEST) - LOWEST) as usize][location as usize]
    }

    /// The rows of the default table: W-4 as printed in the rules.
    pub fn default_rows() -> Vec<WoundRow> {
        use Wound::{
            Critical as C, Killed as K, Light as L, None as N, Serious as S, Stunned as T,
        };
        [
            (Some(-4), [N, N, N, T, T]),
            (Some(-2), [N, T, T, T, L]),
            (Some(0), [T, T, T, L, L]),
            (Some(2), [T, L, L, L, S]),
            (Some(4), [L, L, L, S, S]),
            (Some(6), [L, L, S, S, C]),
            (Some(8), [L, S, S, C, C]),
            (Some(10), [S, S, C, C, K]),
            (Some(12), [S, C, C, K, K]),
            (Some(14), [C, C, K, K, K]),
            (None, [C, K, K, K, K]),
        ]
        .map(|(up_to, cells)| WoundRow { up_to, cells })
        .to_vec()
    }
}

/// Beyond these gaps of strength − resilience the table gives the same as at them.
const WIDEST_GAP: i32 = HIGHEST + 6;

/// Every wound roll worked out: by gap and by the two dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WoundsByDice(Vec<[Wound; 64]>);

impl WoundsByDice {
    pub(super) fn new(rules: &Rules) -> Self {
        let of_gap = |gap| {
            let mut wounds = [Wound::None; 64];
            for first in 1..=6_u8 {
                for second in 1..=6_u8 {
                    wounds[place([first, second])] =
                        WoundRoll::of(rules, gap, [first, second]).wound;
                }
            }
            wounds
        };
        Self((-WIDEST_GAP..=WIDEST_GAP).map(of_gap).collect())
    }

    #[inline]
    pub(super) fn wound(&self, gap: i32, dice: [u8; 2]) -> Wound {
        self.0[(gap.clamp(-WIDEST_GAP, WIDEST_GAP) + WIDEST_GAP) as usize][place(dice)]
    }
}

/// Three bits for each die.
#[inline]
const fn place(dice: [u8; 2]) -> usize {
    (dice[0] & 7) as usize * 8 + (dice[1] & 7) as usize
}

/// Adds every problem with the order of the rows, and, unless the table may be anything, every cell
/// that is milder than the one above it (a lower result) or to its left (a less vital location).
pub(super) fn check_rows(rows: &[WoundRow], monotone: bool, problems: &mut Problems) {
    for (index, row) in rows.iter().enumerate() {
        let place = format!("wound_table.rows[{index}].up_to");
        let is_last = index + 1 == rows.len();
        match row.up_to {
            None if !is_last => {
                problems.add(place, "missing", "a bound: only the last row has none");
            }
            Some(bound) if is_last => {
                problems.add(place, bound.to_string(), "nothing: the last row has no bound");
            }
            Some(bound) => {
                let below = index.checked_sub(1).and_then(|above| rows[above].up_to);
                if let Some(below) = below.filter(|below| bound <= *below) {
                    problems.add(place, bound.to_string(), format!("more than {below}"));
                }
            }
            None => {}
        }
    }
    if monotone {
        check_cells(rows, problems);
    }
}

fn check_cells(rows: &[WoundRow], problems: &mut Problems) {
    for (index, row) in rows.iter().enumerate() {
        for (column, &cell) in row.cells.iter().enumerate() {
            let place = format!("wound_table.rows[{index}].{}", Location::ALL[column]);
            let above = index.checked_sub(1).map(|above| rows[above].cells[column]);
            if let Some(above) = above.filter(|above| cell < *above) {
                let allowed = format!(
                    "{above} or worse, as for lower results (or monotone = false for such a table)"
                );
                problems.add(place, cell.name(), allowed);
                continue;
            }
            let left = column.checked_sub(1).map(|left| row.cells[left]);
            if let Some(left) = left.filter(|left| cell < *left) {
                let allowed = format!(
                    "{left} or worse, as for less vital locations (or monotone = false for such a \
                     table)"
                );
                problems.add(place, cell.name(), allowed);
            }
        }
    }
}
