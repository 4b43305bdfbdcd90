//! Documents: rules, profiles and whatever else people write in TOML or JSON, or pass from Python.
//!
//! Every format becomes one [`Tree`]; a declared [`Shape`] says what may stand where, finds all the
//! problems of a tree at once, and is the source of the published JSON Schema.

mod shape;
mod text;
mod tree;

pub use shape::{Field, Shape};
pub use text::{Format, MAX_BYTES, parse, write};
pub use tree::Tree;
