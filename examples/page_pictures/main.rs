//! Pages as pictures, before they are sent: in Discord on a phone and a desktop, dark and light, drawn
//! by Chromium.
//!
//! ```text
//! cargo run --example page_pictures -- sheets OUT         all pages of a round, in all languages
//! cargo run --example page_pictures -- keep               writes fixtures/pictures anew
//! cargo run --example page_pictures -- check              compares with fixtures/pictures
//! cargo run --example page_pictures -- match OUT.json     a finished match, as $export gives it
//! cargo run --example page_pictures -- export FILE.html   goes through the page of a match
//! cargo run --example page_pictures -- tables OUT         plays at the table in a browser
//! cargo run --example page_pictures -- window             opens the table in a window of Discord
//! ```
//!
//! `check` fails if a page has another height or looks different beyond what other fonts do to it.

mod activity;
mod away;
mod browser;
mod cups;
mod export;
mod felts;
mod frame;
mod games;
mod photograph;
mod sheets;
mod tables;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// Writes the pictures that are kept.
    Keep,
    /// Compares with the pictures that are kept.
    Check {
        /// A folder for what is different.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Writes a finished match.
    Match {
        /// The file.
        out: PathBuf,
    },
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
    Export {
        /// The page.
        file: PathBuf,
    },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Options::parse().task).await {
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

async fn run(task: Task) -> Result<String, String> {
    match task {
        Task::Sheets { out, scale } => sheets::draw(&out, scale).await,
        Task::Keep => sheets::keep().await,
        Task::Check { out } => sheets::check(out.as_deref()).await,
        Task::Match { out } => {
            fs::write(&out, games::finished_match()).map_err(|error| error.to_string())?;
            Ok(format!("{} is a finished match", out.display()))
        }
        Task::Tables { out, axe } => tables::play(&mut Browser::start()?, &out, axe.as_deref()),
        Task::Window => {
            let gone = || activity::go_through(&mut Browser::start()?);
            // It has threads of its own.
            let gone = tokio::task::spawn_blocking(gone).await;
            let opened = gone.map_err(|error| error.to_string())??;
            Ok(format!("{opened} windows were gone through"))
        }
        Task::Export { file } => {
            let steps = export::go_through(&mut Browser::start()?, &file)?;
            Ok(format!(
                "all {steps} steps of {} were gone through",
                file.display()
            ))
        }
    }
}
