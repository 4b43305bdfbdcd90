//! The lengths of `tests/golden/paths.txt`, which pytest reads too, all of them: also where going
//! down costs another price than going up, which a table of the game never has.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use fracas_geometry::{Body, Crossing, Found, Goal, Point, Polygon, Scene};
use std::path::Path;

const COLUMNS: [&str; 7] = ["obstacles", "crossings", "width", "table", "start", "goal", "length"];

/// A row of the file: its line and its cells.
type Row = (usize, [String; 7]);

fn rows() -> Vec<Row> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/paths.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().enumerate().map(|(place, line)| (place + 1, line));
    let mut rows = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(place, line)| (place, cells(line)));
    assert_eq!(rows.next().unwrap().1, COLUMNS);
    rows.collect()
}

fn cells(line: &str) -> [String; 7] {
    let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
    cells.try_into().unwrap_or_else(|_| panic!("not seven cells: {line}"))
}

fn numbers(words: &str) -> Vec<f64> {
    words.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn point(numbers: &[f64]) -> Point {
    let &[x, y] = numbers else { panic!("not a point: {numbers:?}") };
    Point::new(x, y)
}

/// `d x y r` or `p x y x y …`.
fn body(text: &str) -> Body {
    let (kind, rest) = text.split_once(' ').unwrap();
    let rest = numbers(rest);
    match kind {
        "d" => Body::disc(point(&rest[..2]), rest[2]),
        "p" => {
            let corners: Vec<Point> = rest.chunks(2).map(point).collect();
            Body::Polygon(Polygon::new(&corners).unwrap())
        }
        _ => panic!("not a body: {text}"),
    }
}

/// What going up and going down costs, and the body.
fn crossing(text: &str) -> Crossing {
    let mut parts = text.splitn(3, ' ');
    let [up, down] = [(); 2].map(|()| parts.next().unwrap().parse().unwrap());
    Crossing { body: body(parts.next().unwrap()), up, down }
}

fn list<T>(cell: &str, read: impl Fn(&str) -> T) -> Vec<T> {
    cell.split(';').map(str::trim).filter(|part| !part.is_empty()).map(read).collect()
}

/// The length of the shortest path; infinite without one.
fn measured([obstacles, crossings, width, table, start, goal, _]: &[String; 7]) -> f64 {
    let corner = numbers(table);
    let table = (!corner.is_empty()).then(|| (Point::new(0.0, 0.0), point(&corner)));
    let scene =
        Scene::new(list(obstacles, body), list(crossings, crossing), width.parse().unwrap(), table);
    match scene.path(point(&numbers(start)), Goal::Point(point(&numbers(goal)))) {
        Found::Path(path) => path.length,
        Found::Unreachable => f64::INFINITY,
        other => panic!("{other:?}"),
    }
}

// rule: M-2 M-3 M-4 M-6
#[test]
fn golden_paths() {
    let rows = rows();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    for (line, cells) in &rows {
        let (length, expected) = (measured(cells), cells[6].parse::<f64>().unwrap());
        let is_same =
            length.is_infinite() && expected.is_infinite() || (length - expected).abs() <= 1e-9;
        assert!(is_same, "paths.txt:{line}: {length} is not {expected}");
    }
}

// rule: M-6
#[test]
fn some_golden_paths_climb_at_another_price_than_they_descend() {
    let differs = |cell: &str| {
        list(cell, crossing).iter().any(|crossing| crossing.up.to_bits() != crossing.down.to_bits())
    };
    assert!(rows().iter().any(|(_, cells)| differs(&cells[1])));
}
