//! Pages as people see them, by Chromium: in Discord on a phone and a desktop, dark and light, and the table in a browser,
//! which is played at here. It is the only test of the scripts of the page.
//!
//! ```text
//! P="cargo test --test browser --"
//! $P sheets OUT         draws all pages of a round, in all languages
//! $P readme             draws the pictures of the README anew
//! $P round              plays one round of tractor in a browser: about a minute
//! $P blind              presses the main button without a thought, through a round of each game
//! $P tables OUT         plays all games in a browser, with pictures of every place
//! $P window             opens the table in a window of Discord
//! $P export             goes through the page of a finished match
//! ```

extern crate double;

mod activity;
mod browser;
mod cups;
mod felts;
mod film;
mod frame;
mod games;
#[path = "../discord/house.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod house;
mod reader;
mod sheets;
mod stage;
mod tables;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use double::folder::Folder;
use tractor_bot::export;
use tractor_bot::text::locale::Locale;

use browser::Browser;

/// What is asked for.
#[derive(Debug, Parser)]
struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Draws the pages of a round.
    Sheets {
        /// The folder for the pictures.
        out: PathBuf,
        /// How many points of the screen a point of the page has: 2 or 3 on a phone.
        #[arg(long, default_value_t = 1.0)]
        scale: f64,
    },
    /// Draws the pictures of the README.
    Readme,
    /// Plays one round of tractor at the table in a browser, and looks at the shuffle and the replay after it.
    Round,
    /// Presses the main button of the table without a thought: no play is made but what is forced.
    Blind,
    /// Plays whole matches at the table in a browser, by thumb and by keyboard.
    Tables {
        /// The folder for the pictures.
        out: PathBuf,
        /// The script of axe-core, which then looks at every place.
        #[arg(long)]
        axe: Option<PathBuf>,
    },
    /// Opens the table in a window of Discord, and goes through what can become of it.
    Window,
    /// Goes through the page of a match by keyboard and by thumb.
    Export,
}

fn main() -> ExitCode {
    match run(Options::parse().task) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<String, String> {
    match task {
        Task::Sheets { out, scale } => sheets::draw(&out, scale),
        Task::Readme => sheets::readme(),
        Task::Round => tables::round(&mut Browser::start()?),
        Task::Blind => tables::blind(&mut Browser::start()?),
        Task::Tables { out, axe } => tables::play(&mut Browser::start()?, &out, axe.as_deref()),
        Task::Window => {
            let opened = activity::go_through(&mut Browser::start()?)?;
            Ok(format!("{opened} windows were gone through"))
        }
        Task::Export => {
            let folder = Folder::new();
            let file = folder.file("match.html");
            let page = export::page(&games::finished_match(), Locale::ENGLISH);
            fs::write(&file, page.map_err(|error| error.to_string())?)
                .map_err(|error| error.to_string())?;
            let steps = reader::go_through(&mut Browser::start()?, &file)?;
            Ok(format!("all {steps} steps of a match were gone through"))
        }
    }
}
