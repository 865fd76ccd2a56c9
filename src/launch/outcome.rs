//! How a run can fail, and what several of its parts refuse in the same words.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use crate::console::Painted;
use crate::text::locale::Locale;

pub(crate) type LaunchFailure = Box<dyn std::error::Error>;

pub(crate) fn known_locale(tag: &str) -> Result<Locale, String> {
    let locale = Locale::of(tag);
    locale.ok_or_else(|| {
        "the languages are en-US, zh-CN and zh-TW, for example --locale zh-CN".to_owned()
    })
}

/// That this cannot be done by a program which was built without that.
#[cfg(not(all(feature = "discord", feature = "web")))]
pub(crate) fn lacks(feature: &str) -> Result<(), LaunchFailure> {
    let what = format!("this program was built without the feature `{feature}`");
    Err(format!("{what}: build it with that, or leave out what needs it").into())
}

/// A failure that says so, unless all is well.
pub(crate) fn succeeds(well: bool, otherwise: &'static str) -> Result<(), LaunchFailure> {
    well.then_some(()).ok_or_else(|| otherwise.into())
}

/// Whether what is told beside the game, the log too, is read in a terminal.
pub(crate) fn is_read_in_terminal() -> bool {
    std::io::stderr().is_terminal()
}

pub(crate) fn fail(error: &dyn std::error::Error) -> ExitCode {
    // Nobody may be left who reads it.
    let why = Painted::plain(&error.to_string());
    writeln!(std::io::stderr(), "tractor-bot: {why}").ok();
    ExitCode::FAILURE
}
