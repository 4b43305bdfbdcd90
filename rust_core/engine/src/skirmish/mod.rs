//! The skirmish game: profiles → checks → wounds → combat. A module uses only those before it.

pub mod checks;
pub mod combat;
pub mod profiles;
pub mod wounds;
