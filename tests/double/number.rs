//! Numbers from the environment, by which a test is run longer, or from another seed.

/// The number of this name, if it is set.
#[track_caller]
pub fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text} is no number")),
    )
}
