//! The number of separations of a melee.

use super::frontier::{Link, Network, NotCounted};
use fracas_engine::skirmish::melee::Melee;
use num_bigint::BigUint;

/// How many separations a melee has.
///
/// ```
/// # use fracas_analytics::melee::count;
/// # use fracas_engine::skirmish::melee::Board;
/// // Three against three, everybody touching every enemy.
/// let contacts: Vec<[u8; 2]> = (0..9).map(|pair| [pair / 3, 3 + pair % 3]).collect();
/// let board = Board::new("", &[0_u8, 0, 0, 1, 1, 1], &contacts).unwrap();
/// assert_eq!(count(&board.melee(0).unwrap(), &|| true).unwrap(), 15_u8.into());
/// ```
pub fn count(melee: &Melee, keep_going: &dyn Fn() -> bool) -> Result<BigUint, NotCounted> {
    let places = 0..melee.fighters().len();
    let link = |&to: &u32| Link { to, is_forced: false };
    Network {
        sides: places.clone().map(|place| melee.side(place) as u8).collect(),
        links: places.map(|place| melee.neighbours(place).iter().map(link).collect()).collect(),
    }
    .count(keep_going)
}
