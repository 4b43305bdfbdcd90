//! The law of a wound roll (W-1 to W-4).

use fracas_engine::rules::Rules;
use fracas_engine::skirmish::wounds::WoundRoll;

/// The chance of none, stunned, light, serious, critical and killed for a gap of strength −
/// resilience: the 36 rolls of two dice, counted.
pub fn wound_law(rules: &Rules, gap: i32) -> [f64; 6] {
    let mut counts = [0_u32; 6];
    for first in 1..=6 {
        for second in 1..=6 {
            counts[WoundRoll::of(rules, gap, [first, second]).wound as usize] += 1;
        }
    }
    counts.map(|count| f64::from(count) / 36.0)
}
