//! What a bench is, how it is timed, and the row it prints.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The head of the table that the rows belong to.
pub(crate) const HEADER: &str = "| what | figure | ratio | bar | digest |\n|---|--:|--:|--:|--:|";

/// How often each contender runs unless the bench says otherwise; the fastest round counts.
pub(crate) const ROUNDS: usize = 7;

/// One measurement.
pub(crate) struct Bench {
    /// What is measured.
    pub(crate) what: &'static str,
    /// What is counted: dice, laws.
    pub(crate) unit: &'static str,
    /// How many of them a round makes.
    pub(crate) count: u64,
    /// How many rounds there are.
    pub(crate) rounds: usize,
    /// What is measured.
    pub(crate) work: Contender,
    /// What it is compared with: as many of the same units, made otherwise.
    pub(crate) rival: Option<Contender>,
    /// What is asked for.
    pub(crate) bar: Bar,
}

/// Someone who does the work, and what it must come to.
#[derive(Clone, Copy)]
pub(crate) struct Contender {
    /// The work of a round, which gives its digest.
    pub(crate) run: fn(u64) -> u64,
    /// What the digest of a round must be.
    pub(crate) digest: u64,
}

/// What is asked of a bench. A bench that is asked for a time shows its figure as a time.
pub(crate) enum Bar {
    /// Nothing; the figure is so many units a second.
    Nothing,
    /// Nothing; the figure is the time of a unit.
    NoTime,
    /// So many units a second.
    Rate(f64),
    /// At most so many seconds for a unit.
    Time(f64),
    /// At least so many times as fast as the rival.
    Ratio(f64),
}

impl Bench {
    /// Times the bench, and its rival in turn with it, and gives the row of the table.
    pub(crate) fn measure(&self) -> String {
        let mut best = Duration::MAX;
        let mut best_rival = Duration::MAX;
        for _ in 0..self.rounds {
            best = best.min(self.timed(self.work));
            if let Some(rival) = self.rival {
                best_rival = best_rival.min(self.timed(rival));
            }
        }
        let seconds = best.as_secs_f64() / self.count as f64;
        let ratio = self.rival.map(|_| best_rival.as_secs_f64() / best.as_secs_f64());
        let figure = match self.bar {
            Bar::NoTime | Bar::Time(_) => readable_time(seconds),
            _ => format!("{} {}/s", readable(1.0 / seconds), self.unit),
        };
        let bar = self.bar.verdict(seconds, ratio, self.unit);
        row(self.what, &figure, ratio, &bar, self.work.digest)
    }

    fn timed(&self, contender: Contender) -> Duration {
        let start = Instant::now();
        let digest = (contender.run)(black_box(self.count));
        let time = start.elapsed();
        assert_eq!(
            digest, contender.digest,
            "{}: not {digest:#x}: the work has changed",
            self.what
        );
        time
    }
}

/// A row of the table.
pub(crate) fn row(what: &str, figure: &str, ratio: Option<f64>, bar: &str, digest: u64) -> String {
    let ratio = ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2} ×"));
    format!("| {what} | {figure} | {ratio} | {bar} | {digest:#018x} |")
}

impl Bar {
    /// What is asked for, and whether it is met.
    pub(crate) fn verdict(&self, seconds: f64, ratio: Option<f64>, unit: &str) -> String {
        let (asked, met) = match *self {
            Self::Nothing | Self::NoTime => return "–".to_owned(),
            Self::Rate(rate) => (format!("≥ {} {unit}/s", readable(rate)), 1.0 / seconds >= rate),
            Self::Time(most) => (format!("≤ {}", readable_time(most)), seconds <= most),
            Self::Ratio(least) => {
                (format!("≥ {least} ×"), ratio.is_some_and(|ratio| ratio >= least))
            }
        };
        format!("{asked} {}", if met { "✓" } else { "MISSED" })
    }
}

/// A rate with three digits that matter: `412 M`.
fn readable(rate: f64) -> String {
    let (scaled, letter) = match rate {
        1e9.. => (rate / 1e9, " G"),
        1e6.. => (rate / 1e6, " M"),
        1e3.. => (rate / 1e3, " k"),
        _ => (rate, ""),
    };
    format!("{}{letter}", three_digits(scaled))
}

/// A time with three digits that matter: `4.12 µs`.
pub(crate) fn readable_time(seconds: f64) -> String {
    let (scaled, unit) = match seconds {
        1.0.. => (seconds, "s"),
        1e-3.. => (seconds * 1e3, "ms"),
        1e-6.. => (seconds * 1e6, "µs"),
        _ => (seconds * 1e9, "ns"),
    };
    format!("{} {unit}", three_digits(scaled))
}

fn three_digits(number: f64) -> String {
    let decimals = match number {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    let text = format!("{number:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Mixes a word into a digest (FNV-1a, a word at a time).
pub(crate) fn mix(digest: u64, word: u64) -> u64 {
    (digest ^ word).wrapping_mul(0x0000_0100_0000_01b3)
}

/// A chance as a word: rounded to a billionth, so that the last bit of a sum does not matter.
pub(crate) fn billionths(chance: f64) -> u64 {
    (chance * 1e9).round() as u64
}
