//! The tools: each does one thing, prints what came of it, and ends.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::console::doctor::{self, DoctorRequest};
use crate::console::replay::ReviewSubject;
use crate::console::verify::{self, verify};
use crate::console::{self, Paint};
use crate::export;
use crate::game::at_game;
use crate::store;
use crate::text::locale::Locale;

use super::arguments::{EmojisAction, Tool, VerifyArgs};
use super::outcome::{LaunchFailure, known_locale};
use super::serving::{about_emojis, ask_health};

fn show_replay(file: &Path, locale: Locale, config: &Config) -> Result<(), LaunchFailure> {
    let text = console::replay::replay(file, locale, Paint::of_output(config.colours))?;
    console::print(&text);
    Ok(())
}

fn write_export(file: &Path, locale: Locale, page: &Path) -> Result<(), LaunchFailure> {
    let html = console::replay::shown(file, |text| export::page(text, locale))?;
    let failed = |error| format!("{} cannot be written: {error}", page.display());
    let mut out = File::create_new(page).map_err(failed)?;
    out.write_all(html.as_bytes()).map_err(failed)?;
    let shown = page.display();
    console::say(&format!("{shown} shows the match in any browser"));
    Ok(())
}

fn check_shuffle(args: VerifyArgs) -> Result<(), LaunchFailure> {
    let winds = [
        ("north", args.north),
        ("west", args.west),
        ("south", args.south),
        ("east", args.east),
    ];
    let winds = winds.into_iter();
    let winds = winds.filter_map(|(seat, words)| Some((seat.to_owned(), words?)));
    let request = verify::VerifyRequest {
        secret: args.secret,
        seal: args.seal,
        mixed: args.mixed.into_iter().chain(winds).collect(),
        first: args.first,
        order: args.order,
        rules: args.rules,
    };
    let report = at_game!(args.game, G => verify::<G>(&request))?;
    console::say(&report.lines.join("\n"));
    match report.holds {
        true => Ok(()),
        false => Err("the seal does not hold".into()),
    }
}

async fn back_up(config: &Config, file: PathBuf) -> Result<(), LaunchFailure> {
    let store = store::connect_existing(&config.database_url).await?;
    store.backup(file.clone()).await?;
    console::say(&format!(
        "everything kept at DATABASE_URL is in {}\n\
         it holds the seeds of matches that are still played: keep it to yourself",
        file.display()
    ));
    Ok(store.close().await?)
}

async fn restore(config: &Config, file: PathBuf) -> Result<(), LaunchFailure> {
    let store = store::connect(&config.database_url).await?;
    let rows = store.restore_from(file.clone()).await?;
    let from = file.display();
    console::say(&format!("{rows} rows of {from} are at DATABASE_URL now"));
    Ok(store.close().await?)
}

async fn ask_doctor(config: &Config, request: DoctorRequest) -> Result<(), LaunchFailure> {
    let store = store::connect_existing(&config.database_url).await?;
    let report = doctor::answer(&*store, request).await?;
    console::say(&report.lines.join("\n"));
    store.close().await?;
    match report.sound {
        true => Ok(()),
        false => Err("not everything is sound".into()),
    }
}

pub(crate) async fn run(tool: Tool, config: &Config) -> Result<(), LaunchFailure> {
    match tool {
        Tool::Verify(args) => check_shuffle(args),
        Tool::Replay { file, locale, html } => {
            let locale = known_locale(locale.as_deref().unwrap_or(&config.locale))?;
            match html {
                Some(page) => write_export(&file, locale, &page),
                None => show_replay(&file, locale, config),
            }
        }
        Tool::Review {
            file,
            seat,
            name,
            locale,
        } => {
            let locale = known_locale(locale.as_deref().unwrap_or(&config.locale))?;
            let whose = match (seat, name) {
                (Some(seat), _) => ReviewSubject::Seat(seat),
                (None, Some(name)) => ReviewSubject::Name(name),
                (None, None) => ReviewSubject::Everybody,
            };
            show_review(&file, &whose, locale, config)
        }
        Tool::Backup { file } => back_up(config, file).await,
        Tool::Restore { file } => restore(config, file).await,
        Tool::Doctor { action } => {
            ask_doctor(config, action.map_or(DoctorRequest::List, Into::into)).await
        }
        Tool::Health { ready } => ask_health(config, ready),
        Tool::Emojis { action } => about_emojis(config, action.unwrap_or(EmojisAction::Show)).await,
    }
}

fn show_review(
    file: &Path,
    whose: &ReviewSubject,
    locale: Locale,
    config: &Config,
) -> Result<(), LaunchFailure> {
    let paint = Paint::of_output(config.colours);
    let text = console::replay::review(file, whose, (locale, paint), config.studies)?;
    console::print(&text);
    Ok(())
}
