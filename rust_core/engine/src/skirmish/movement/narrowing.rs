//! Narrowing a place down between others: a border by halving, a dip by the golden section.

/// Places that are no farther apart are one.
const SAME: f64 = 1e-12;

/// How often a border is halved: as often as halving a number tells anything.
const HALVINGS: u32 = 60;

/// The last good place on the way from a good one to a bad one.
pub(super) fn last_good(mut good: f64, mut bad: f64, is_good: &impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        if (good - bad).abs() <= SAME {
            break;
        }
        let middle = f64::midpoint(good, bad);
        if is_good(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// The place between two at which a value is lowest, around one at which it is lower than at both. The
/// value may be infinite at some, and it may jump: what is lowest of all that was looked at counts.
pub(super) fn lowest(value: &impl Fn(f64) -> f64, mut low: f64, middle: f64, mut high: f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let places = |low: f64, high: f64| (high - golden * (high - low), low + golden * (high - low));
    let mut best = (value(middle), middle);
    let (mut one, mut other) = places(low, high);
    let (mut at_one, mut at_other) = (value(one), value(other));
    while high - low > SAME {
        for found in [(at_one, one), (at_other, other)] {
            if found.0 < best.0 {
                best = found;
            }
        }
        if at_one.is_infinite() && at_other.is_infinite() {
            (low, high) = (f64::midpoint(low, best.1), f64::midpoint(high, best.1));
            (one, other) = places(low, high);
            (at_one, at_other) = (value(one), value(other));
        } else if at_one <= at_other {
            high = other;
            (other, at_other) = (one, at_one);
            one = places(low, high).0;
            at_one = value(one);
        } else {
            low = one;
            (one, at_one) = (other, at_other);
            other = places(low, high).1;
            at_other = value(other);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::{last_good, lowest};

    #[test]
    fn a_border_is_found_from_either_side() {
        let is_good = |place: f64| place <= 0.3;
        assert!((last_good(0.0, 1.0, &is_good) - 0.3).abs() < 1e-11);
        assert!((last_good(1.0, 0.0, &|place: f64| place >= 0.3) - 0.3).abs() < 1e-11);
        assert!(is_good(last_good(0.0, 1.0, &is_good)));
    }

    #[test]
    fn the_lowest_place_may_be_a_kink_a_jump_or_an_end() {
        let kink = |place: f64| (place - 0.3).abs() + 2.0 * (place - 0.3).max(0.0);
        assert!((lowest(&kink, 0.0, 0.4, 1.0) - 0.3).abs() < 1e-11);
        let jump = |place: f64| if place <= 0.3 { 1.0 - place } else { 2.0 };
        assert!((lowest(&jump, 0.0, 0.2, 1.0) - 0.3).abs() < 1e-11);
        let barred = |place: f64| if place < 0.3 { f64::INFINITY } else { place };
        assert!((lowest(&barred, 0.0, 0.35, 1.0) - 0.3).abs() < 1e-11);
        assert!(lowest(&|place: f64| place, 0.0, 0.0, 1.0) < 1e-11);
    }
}
