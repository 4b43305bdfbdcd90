//! Work over arrays of small whole numbers, where the same inputs come again and again.

/// The largest number of different inputs that are kept in a table.
const LARGEST_TABLE: i64 = 1 << 20;

/// Applies `compute` to every row of `columns`, computing equal rows once where the columns span
/// few enough values.
pub(crate) fn each_row<const N: usize, T: Copy>(
    columns: [&[i32]; N],
    mut compute: impl FnMut([i32; N]) -> T,
) -> Vec<T> {
    let count = columns.first().map_or(0, |column| column.len());
    let row = |index: usize| columns.map(|column| column[index]);
    let Some(spans) = spans(columns) else { return Vec::new() };
    let size = spans.iter().try_fold(1_i64, |size, &(_, width)| size.checked_mul(width));
    let Some(size) = size.filter(|&size| size <= LARGEST_TABLE && size <= 4 * count as i64) else {
        return (0..count).map(|index| compute(row(index))).collect();
    };
    let mut table = vec![None; size as usize];
    let mut answer = |index: usize| {
        let row = row(index);
        let place = row.iter().zip(spans).fold(0_i64, |place, (&value, (lowest, width))| {
            place * width + i64::from(value - lowest)
        });
        *table[place as usize].get_or_insert_with(|| compute(row))
    };
    (0..count).map(&mut answer).collect()
}

/// The lowest value of each column and how many there are up to its highest; `None` without rows.
fn spans<const N: usize>(columns: [&[i32]; N]) -> Option<[(i32, i64); N]> {
    let mut spans = [(0, 0); N];
    for (span, column) in spans.iter_mut().zip(columns) {
        let lowest = *column.iter().min()?;
        let highest = *column.iter().max()?;
        *span = (lowest, i64::from(highest) - i64::from(lowest) + 1);
    }
    Some(spans)
}
