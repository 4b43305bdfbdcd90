//! What the targets share: the format of a text, and the profiles that a document may name.

#![allow(dead_code, reason = "every target takes what it needs")]

use fracas_engine::document::{Format, parse};
use fracas_engine::skirmish::profiles::Profile;
use std::sync::{Arc, OnceLock};

/// JSON begins with a brace, anything else is read as TOML.
pub fn format_of(text: &[u8]) -> Format {
    if text.first() == Some(&b'{') { Format::Json } else { Format::Toml }
}

/// The profiles that come with fracas.
pub fn library() -> &'static [Arc<Profile>] {
    static LIBRARY: OnceLock<Vec<Arc<Profile>>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let text = include_bytes!("../../../python/fracas/data/profiles.toml");
        let tree = parse(text, Format::Toml).expect("the library is well-formed");
        let profiles = Profile::list_from_tree(&tree).expect("the library is valid");
        profiles.into_iter().map(Arc::new).collect()
    })
}
