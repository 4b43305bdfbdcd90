//! The skirmish game: effects → profiles → checks → wounds → combat → contest. A module uses only those
//! before it.

pub mod battle;
mod chain;
pub mod checks;
pub mod combat;
pub mod contest;
pub mod effects;
pub mod measuring;
pub mod melee;
pub mod movement;
pub mod profiles;
pub mod sight;
pub mod table;
pub mod wounds;
