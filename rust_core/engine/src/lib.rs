//! The rules of skirmish wargames, as plain values and functions.
//!
//! The crate knows no Python, threads, files, clock or hash order: the same input gives the same
//! output everywhere. Randomness comes in from outside, one named die at a time, through
//! [`dice::Dice`]; rule variants are data, a [`rules::Rules`] value chosen at run time.
//!
//! ```
//! use fracas_engine::dice::{Roll, Scripted};
//! use fracas_engine::rules::Rules;
//! use fracas_engine::skirmish::checks::{Check, Reroll};
//!
//! // Attack 3, a six that is rerolled into a four: 6 + 4 + 3 = 13.
//! let rules = Rules::default();
//! let mut dice = Scripted::new(&[6, 4]).unwrap();
//! let check = Check { value: 3, dice: 1, roll: Roll::Attack };
//! let result = check.resolve(&rules.checks, None, &mut Reroll::Always, &mut dice).unwrap();
//! assert_eq!(result.outcome.final_result, 13);
//! dice.finish().unwrap();
//! ```

pub mod dice;
pub mod document;
pub mod errors;
pub mod machine;
pub mod names;
pub mod rules;
pub mod skirmish;
