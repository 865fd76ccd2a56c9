//! The command line: chooses a face, Discord with a token, else a table in the terminal.
//!
//! Of the library, not of the program, although only that uses it: the compiler makes what is generic, all tasks
//! included, where it is used first. In the program it would all be made, and kept, once more.

mod arguments;
#[cfg(feature = "discord")]
mod serving;
#[cfg(feature = "discord")]
mod setup;
mod table;
mod tools;
#[cfg(feature = "web")]
mod web;

use std::io::{IsTerminal as _, Write as _};
use std::panic::PanicHookInfo;
use std::process::ExitCode;

use crate::config::{Config, LogFormat};
use crate::console::Painted;
use crate::game::GameKind;
use crate::players::program::end_all;
use crate::text::locale::Locale;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use arguments::LaunchMode;
use table::terminal;

/// How a run can fail.
pub(crate) type LaunchFailure = Box<dyn std::error::Error>;

/// The program: does what its arguments and the environment say, and answers how it went.
pub fn main() -> ExitCode {
    started().unwrap_or_else(|error| {
        // Nobody may be left who reads it.
        let why = Painted::plain(&error.to_string());
        writeln!(std::io::stderr(), "tractor-bot: {why}").ok();
        ExitCode::FAILURE
    })
}

fn started() -> Result<ExitCode, LaunchFailure> {
    hide_environment()?;
    let mode = LaunchMode::of(&arguments::command().get_matches());
    let mode = mode.unwrap_or_else(|error| error.exit());
    let config = Config::from_environment()?;
    if !config.utf8 {
        crate::console::write_in_letters();
    }
    start_logging(&config)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(run(mode, &config));
    // What a program thinks about is asked anew when the bot is back.
    end_all();
    // A read of the terminal may still be under way; it must not keep the process.
    runtime.shutdown_background();
    match outcome {
        // Whoever reads such a log expects nothing else in it.
        Err(error) if config.log_format == LogFormat::Json => {
            tracing::error!(%error, "the program ends");
            Ok(ExitCode::FAILURE)
        }
        outcome => outcome.map(|()| ExitCode::SUCCESS),
    }
}

async fn run(mode: LaunchMode, config: &Config) -> Result<(), LaunchFailure> {
    match mode {
        LaunchMode::Play(game, args) => terminal(game, &args, false, config).await,
        LaunchMode::Other(tool) => Box::pin(tools::run(tool, config)).await,
        #[cfg(feature = "discord")]
        LaunchMode::Usual(_) if config.token.is_some() => serving::serve(config).await,
        #[cfg(not(feature = "discord"))]
        LaunchMode::Usual(_) if config.token.is_some() => lacks("discord"),
        LaunchMode::Usual(args) => terminal(GameKind::USUAL, &args, false, config).await,
    }
}

/// Keeps the environment of this process, with the token in it, from other processes of the same user.
fn hide_environment() -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_dumpable(false)?;
    Ok(())
}

/// Logs go to standard error, so that a script can read the game from standard output.
fn start_logging(config: &Config) -> Result<(), LaunchFailure> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|_| {
        format!(
            "RUST_LOG={:?} cannot be used, for example RUST_LOG=tractor_bot=debug,warn",
            config.log
        )
    })?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Whoever reads a file wants no signs that only a terminal understands.
        .with_ansi(config.colours && std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    std::panic::set_hook(Box::new(log_panic));
    let safe = filter_fn(may_be_logged);
    let started = match config.log_format {
        LogFormat::Text => log.finish().with(safe).try_init(),
        LogFormat::Json => {
            let log = log.json().flatten_event(true);
            log.finish().with(safe).try_init()
        }
    };
    Ok(started?)
}

/// Whether a line is logged if `RUST_LOG` wants it. What libraries say below a warning quotes what goes through them:
/// frames with hands, requests with tokens, rows with secrets; those of serenity do so in warnings.
fn may_be_logged(line: &Metadata<'_>) -> bool {
    match line.target().split("::").next() {
        Some("tractor_bot" | "engine" | "gateway") => true,
        Some("serenity") => *line.level() == Level::ERROR,
        _ => *line.level() <= Level::WARN,
    }
}

/// A panic as a line of the log. Its message may quote what is hidden, and whoever gathers logs keeps them for
/// long: so it says where the panic was, and no more.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    tracing::error!(place = place.as_deref(), "a panic");
}

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
