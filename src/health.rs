//! What an operator asks a running bot over HTTP: whether it lives, whether it is ready, its figures.
//!
//! [`Vitals`] knows what the process is at, as its parts have told it; [`Exporter`] keeps what they have
//! measured; [`server`] answers for both, to few clients at once and none for long, and [`asking`] is the other end
//! of the line. Decides what the answers look like. Knows neither Discord, stores nor tables: they register what
//! there is to be checked and measured.
#![doc = ""]
#![doc = include_str!("health/metrics.md")]

pub mod asking;
pub mod exporter;
pub mod server;
pub mod vitals;

pub use exporter::Exporter;
pub use vitals::Vitals;

/// Where it is asked whether the process lives.
pub const ALIVE: &str = "/healthz";
/// Where it is asked whether the process is ready.
pub const READY: &str = "/readyz";
/// Where the figures are.
pub const METRICS: &str = "/metrics";

/// Counts panics, wherever they are caught: each is a defect of the program.
pub mod panics {
    use metrics::{counter, describe_counter};

    const PANICS: &str = "tractor_bot_panics_total";

    /// Counts panics from now on, beside what is done about them already.
    pub fn count() {
        describe_counter!(PANICS, "Panics, wherever they were caught.");
        counter!(PANICS).absolute(0);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            counter!(PANICS).increment(1);
            before(panic);
        }));
    }
}
