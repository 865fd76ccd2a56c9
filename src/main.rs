//! Chooses a face: Discord with a token, else a table in the terminal.

#[path = "main/arguments.rs"]
mod arguments;
#[path = "main/logging.rs"]
mod logging;
#[path = "main/outcome.rs"]
mod outcome;
#[path = "main/serving.rs"]
mod serving;
#[path = "main/table.rs"]
mod table;
#[path = "main/tools.rs"]
mod tools;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use tractor_bot::config::Config;
use tractor_bot::game::{GameKind, at_game};

use arguments::{Cli, Face};
use logging::start_logging;
use outcome::{Failure, fail};
use table::{terminal, with_its_values};

fn main() -> ExitCode {
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
    // A read of the terminal may still be under way; it must not keep the process.
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
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
