//! A uniform grid over boxes: what may lie near a box or along a line.

use crate::vector::Point;

/// Up to so many boxes one cell holds them all: looking at each is as quick as looking it up.
pub(crate) const FEW: usize = 64;
/// The most cells along one side.
const MOST: f64 = 1024.0;

/// Boxes by the cells they reach into.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    low: Point,
    extent: Point,
    cells_per_length: Point,
    columns: usize,
    rows: usize,
    /// Where the boxes of a cell begin in `boxes`; one more at the end.
    starts: Vec<u32>,
    boxes: Vec<u32>,
    /// The boxes themselves, where they are few: then there are no cells.
    few: Vec<(Point, Point)>,
}

impl Grid {
    /// The grid of boxes, each given by its lowest and its highest coordinates.
    pub(crate) fn new(boxes: &[(Point, Point)]) -> Self {
        let mut grid = Self::empty_for(boxes);
        if boxes.len() <= FEW {
            grid.few = boxes.to_vec();
            return grid;
        }
        let mut counts = vec![0_u32; grid.columns * grid.rows + 1];
        for &(low, high) in boxes {
            grid.cells_of(low, high, |cell| counts[cell + 1] += 1);
        }
        for cell in 1..counts.len() {
            counts[cell] += counts[cell - 1];
        }
        let mut next = counts.clone();
        let mut sorted = vec![0; counts[counts.len() - 1] as usize];
        for (number, &(low, high)) in boxes.iter().enumerate() {
            grid.cells_of(low, high, |cell| {
                sorted[next[cell] as usize] = number as u32;
                next[cell] += 1;
            });
        }
        grid.starts = counts;
        grid.boxes = sorted;
        grid
    }

    /// A grid of a fitting size with nothing in it.
    fn empty_for(boxes: &[(Point, Point)]) -> Self {
        let mut low = Point::new(f64::INFINITY, f64::INFINITY);
        let mut high = -low;
        let mut side = 0.0;
        for (lowest, highest) in boxes {
            low = Point::new(low.x.min(lowest.x), low.y.min(lowest.y));
            high = Point::new(high.x.max(highest.x), high.y.max(highest.y));
            side += (highest.x - lowest.x) + (highest.y - lowest.y);
        }
        let count = boxes.len() as f64;
        let extent = high - low;
        let side = (side / (2.0 * count)).max((extent.x * extent.y / count).sqrt());
        let split = |length: f64| {
            if boxes.len() <= FEW || !(length / side).is_finite() {
                (1, 0.0)
            } else {
                let cells = (length / side).ceil().clamp(1.0, MOST);
                (cells as usize, if length > 0.0 { cells / length } else { 0.0 })
            }
        };
        let ((columns, across), (rows, up)) = (split(extent.x), split(extent.y));
        let cells_per_length = Point::new(across, up);
        Self {
            low,
            extent,
            cells_per_length,
            columns,
            rows,
            starts: Vec::new(),
            boxes: Vec::new(),
            few: Vec::new(),
        }
    }

    /// The area that the boxes stand on.
    pub(crate) fn area(&self) -> f64 {
        self.extent.x * self.extent.y
    }

    #[inline]
    fn column(&self, x: f64) -> usize {
        (((x - self.low.x) * self.cells_per_length.x) as usize).min(self.columns - 1)
    }

    #[inline]
    fn row(&self, y: f64) -> usize {
        (((y - self.low.y) * self.cells_per_length.y) as usize).min(self.rows - 1)
    }

    #[inline]
    fn cells_of(&self, low: Point, high: Point, mut visit: impl FnMut(usize)) {
        let columns = self.column(low.x)..=self.column(high.x);
        for row in self.row(low.y)..=self.row(high.y) {
            for column in columns.clone() {
                visit(row * self.columns + column);
            }
        }
    }

    #[inline]
    fn cell(&self, cell: usize) -> &[u32] {
        &self.boxes[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Visits what may reach into a box; the same more than once.
    #[inline]
    pub(crate) fn in_box(&self, low: Point, high: Point, mut visit: impl FnMut(u32)) {
        if self.starts.is_empty() {
            for (number, &(lowest, highest)) in self.few.iter().enumerate() {
                if lowest.x <= high.x
                    && lowest.y <= high.y
                    && highest.x >= low.x
                    && highest.y >= low.y
                {
                    visit(number as u32);
                }
            }
            return;
        }
        self.cells_of(low, high, |cell| {
            for &number in self.cell(cell) {
                visit(number);
            }
        });
    }

    /// Visits, cell by cell, what may lie on the line between two points, the same more than once.
    /// `visit` answers at which share of the way the first hit so far lies; the walk ends when
    /// no nearer one can follow.
    #[inline]
    pub(crate) fn along(&self, from: Point, to: Point, mut visit: impl FnMut(&[u32]) -> f64) {
        if self.starts.is_empty() {
            let low = Point::new(from.x.min(to.x), from.y.min(to.y));
            let high = Point::new(from.x.max(to.x), from.y.max(to.y));
            let mut numbers = [0; FEW];
            let mut count = 0;
            self.in_box(low, high, |number| {
                numbers[count] = number;
                count += 1;
            });
            visit(&numbers[..count]);
            return;
        }
        let way = to - from;
        let (first, last) = (self.column(from.x), self.column(to.x));
        let mut column = first;
        let mut share = 0.0;
        loop {
            let border = column + usize::from(last >= first);
            let left_at = if column == last {
                1.0
            } else {
                let x = self.low.x + border as f64 / self.cells_per_length.x;
                ((x - from.x) / way.x).clamp(share, 1.0)
            };
            let (enter, leave) = (from.y + way.y * share, from.y + way.y * left_at);
            // A hair more, so that rounding never skips a row.
            let hair = 1e-9 / self.cells_per_length.y.max(1e-9);
            let rows = self.row(enter.min(leave) - hair)..=self.row(enter.max(leave) + hair);
            let mut hit = f64::INFINITY;
            for row in rows {
                hit = visit(self.cell(row * self.columns + column));
            }
            if column == last || hit < left_at {
                return;
            }
            share = left_at;
            column = if last > first { column + 1 } else { column - 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_meets_every_box_on_the_line() {
        let mut boxes = Vec::new();
        for x in 0..20 {
            for y in 0..20 {
                let low = Point::new(f64::from(x), f64::from(y));
                boxes.push((low, low + Point::new(0.5, 0.5)));
            }
        }
        let grid = Grid::new(&boxes);
        for (from, to) in
            [((0.2, 0.3), (19.0, 12.0)), ((19.3, 2.0), (-3.0, 25.0)), ((3.1, 0.0), (3.1, 19.0))]
        {
            let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
            let mut met = vec![false; boxes.len()];
            grid.along(from, to, |numbers| {
                for &number in numbers {
                    met[number as usize] = true;
                }
                f64::INFINITY
            });
            for step in 0..=1000 {
                let point = from.towards(to, f64::from(step) / 1000.0);
                for (number, (low, high)) in boxes.iter().enumerate() {
                    let on = low.x <= point.x
                        && point.x <= high.x
                        && low.y <= point.y
                        && point.y <= high.y;
                    assert!(!on || met[number], "{number} lies on the line at {point:?}");
                }
            }
        }
    }
}
