//! The log: where it goes and how it is written.

use std::panic::PanicHookInfo;

use crate::config::{Config, LogFormat};

use super::outcome::Failure;

/// Logs go to standard error, so that a script can read the game from standard output.
pub(crate) fn start_logging(config: &Config) -> Result<(), Failure> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|_| {
        format!(
            "RUST_LOG={:?} cannot be used, for example RUST_LOG=tractor_bot=debug,warn",
            config.log
        )
    })?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match config.log_format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => {
            std::panic::set_hook(Box::new(log_panic));
            log.json().flatten_event(true).try_init()
        }
    };
    started.map_err(|error| -> Failure { error })
}

/// A panic as a line of the log. Its message may quote what is hidden, and whoever gathers logs keeps them for
/// long: so it says where the panic was, and no more.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    tracing::error!(place = place.as_deref(), "a panic");
}
