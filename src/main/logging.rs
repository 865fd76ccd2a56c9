//! The log: where it goes and what is in it.

use tractor_bot::config::Config;

use super::outcome::Failure;

/// Logs go to standard error, so that a script can read the game from standard output.
pub(crate) fn start_logging(config: &Config) -> Result<(), Failure> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|_| {
        format!(
            "RUST_LOG={:?} cannot be used, for example RUST_LOG=tractor_bot=debug,warn",
            config.log
        )
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init()
        .map_err(|error| -> Failure { error })
}
