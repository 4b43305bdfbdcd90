//! How many random cases a property is tried on.

use proptest::test_runner::Config;

/// A few by default; as many as `PROPTEST_CASES` asks for in a long run, which a number that is set
/// in the test itself would hide.
pub(crate) fn cases(few: u32) -> Config {
    let config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return config;
    }
    Config { cases: few, ..config }
}
