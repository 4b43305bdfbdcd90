//! Measures the engine and prints one table. Run it with `make bench`.
//!
//! A bench is work that gives a digest of everything it did. The digest is asserted in every round,
//! so that a faster wrong result is an error, not a record.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

mod combat;
mod geometry;
mod ground;
mod light;
mod measure;
mod melee;
mod solve;

fn main() {
    println!("{}", measure::HEADER);
    for bench in ground::BENCHES
        .iter()
        .chain(combat::BENCHES)
        .chain(solve::BENCHES)
        .chain(melee::BENCHES)
        .chain(geometry::BENCHES)
    {
        println!("{}", bench.measure());
    }
}
