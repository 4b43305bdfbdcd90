//! Measures the engine and prints one table. Run it with `make bench`; a word as its argument keeps
//! only the rows that have it, such as `battle`.
//!
//! A bench is work that gives a digest of everything it did. The digest is asserted in every round,
//! so that a faster wrong result is an error, not a record.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

mod battle;
mod combat;
mod geometry;
mod ground;
mod light;
mod measure;
mod melee;
mod solve;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    println!("{}", measure::HEADER);
    for bench in ground::BENCHES
        .iter()
        .chain(combat::BENCHES)
        .chain(solve::BENCHES)
        .chain(melee::BENCHES)
        .chain(geometry::BENCHES)
        .chain(battle::BENCHES)
        .filter(|bench| bench.what.contains(&wanted))
    {
        println!("{}", bench.measure());
    }
    if "battle".contains(&wanted) {
        for row in battle::rows() {
            println!("{row}");
        }
    }
}
