//! Pages as pictures, before they are sent: in Discord on a phone and a desktop, dark and light, drawn
//! by Chromium.
//!
//! ```text
//! cargo run --example page_pictures -- sheets OUT              all pages of a round, in all languages
//! cargo run --example page_pictures -- sheets OUT --look symbols --locale zh-CN --screen desktop-dark
//! cargo run --example page_pictures -- keep                    writes fixtures/pictures anew
//! cargo run --example page_pictures -- check                   compares with fixtures/pictures
//! cargo run --example page_pictures -- message FILE OUT.png    the body of a message, as JSON
//! cargo run --example page_pictures -- match OUT.json          a finished match, as $export gives it
//! cargo run --example page_pictures -- export FILE.html         goes through the page of a match
//! ```
//!
//! `check` fails if a page has another height or looks different beyond what other fonts do to it.

mod away;
mod browser;
mod export;
mod frame;
mod games;
mod photograph;
mod sheets;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use tractor_bot::text::locale::Locale;

use browser::Browser;
use frame::Shot;

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
        /// How cards are shown.
        #[arg(long, default_value = "faces")]
        look: Look,
        /// One language, instead of all.
        #[arg(long, value_parser = locale)]
        locale: Option<Locale>,
        /// One screen, instead of all: phone-dark, phone-light, desktop-dark or desktop-light.
        #[arg(long)]
        screen: Option<String>,
    },
    /// Writes the pictures that are kept.
    Keep,
    /// Compares with the pictures that are kept.
    Check {
        /// A folder for what is different.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Draws a message from the JSON of its body.
    Message {
        /// The body, as it is sent to Discord.
        file: PathBuf,
        /// The picture.
        out: PathBuf,
    },
    /// Writes a finished match.
    Match {
        /// The file.
        out: PathBuf,
    },
    /// Goes through the page of a match by keyboard and by thumb.
    Export {
        /// The page.
        file: PathBuf,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Look {
    Faces,
    Symbols,
}

fn locale(tag: &str) -> Result<Locale, String> {
    Locale::of(tag).ok_or_else(|| format!("there is no language {tag}"))
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
        Task::Sheets {
            out,
            look,
            locale,
            screen,
        } => {
            let wanted = sheets::Wanted {
                faces: look == Look::Faces,
                locale,
                screen,
                kept: false,
            };
            sheets::draw(&out, &wanted).await
        }
        Task::Keep => sheets::keep().await,
        Task::Check { out } => sheets::check(out.as_deref()).await,
        Task::Message { file, out } => {
            let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
            let message = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let shot = Shot {
                name: String::new(),
                message,
                picture: None,
                private: false,
            };
            sheets::one(&shot, &out)
        }
        Task::Match { out } => {
            fs::write(&out, games::finished_match()).map_err(|error| error.to_string())?;
            Ok(format!("{} is a finished match", out.display()))
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
