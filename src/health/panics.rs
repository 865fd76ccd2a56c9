//! Counts panics, wherever they are caught: each is a defect of the program.

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
