//! The command line: chooses a face, Discord with a token, else a table in the terminal.
//!
//! Of the library, not of the program, although only that uses it: the compiler makes what is generic, all tasks
//! included, where it is used first. In the program it would all be made, and kept, once more.

mod arguments;
mod logging;
mod outcome;
mod serving;
mod table;
mod tools;

use std::process::ExitCode;

use crate::config::{Config, LogFormat};
use crate::game::{GameKind, at_game};
use crate::players::program::end_all;
use clap::{CommandFactory as _, FromArgMatches as _};

use arguments::{Cli, Face};
use logging::start_logging;
use outcome::{Failure, fail};
use table::{terminal, with_its_values};

/// The program: does what its arguments and the environment say, and answers how it went.
pub fn main() -> ExitCode {
    let command = at_game!(GameKind::USUAL, G => with_its_values::<G>(Cli::command()));
    let cli = match Cli::from_arg_matches(&command.get_matches()) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let config = match Config::from_environment() {
        Ok(config) => config,
        Err(error) => return fail(&error),
    };
    if let Err(error) = start_logging(&config) {
        return fail(&*error);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let outcome = runtime.block_on(run(cli, &config));
    // What a program thinks about is asked anew when the bot is back.
    end_all();
    // A read of the terminal may still be under way; it must not keep the process.
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads such a log expects nothing else in it.
        Err(error) if config.log_format == LogFormat::Json => {
            tracing::error!(%error, "the program ends");
            ExitCode::FAILURE
        }
        Err(error) => fail(&*error),
    }
}

async fn run(cli: Cli, config: &Config) -> Result<(), Failure> {
    match cli.command {
        Some(Face::Play(game, args)) => terminal(game, &args, config).await,
        Some(Face::Other(tool)) => tools::run(tool, config).await,
        None if config.token.is_some() => serving::serve(config).await,
        None => terminal(GameKind::USUAL, &cli.table, config).await,
    }
}
