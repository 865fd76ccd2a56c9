//! The tools: each does one thing, prints what came of it, and ends.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::console::doctor::{self, DoctorRequest};
use crate::console::moderation;
use crate::console::replay;
use crate::console::verify::{VerifyRequest, verify};
use crate::console::{self, Paint};
#[cfg(feature = "discord")]
use crate::discord::emojis::EmojiRequest;
use crate::export;
use crate::game::{GameKind, at_game};
use crate::host::{Clock as _, SystemClock, award_past, check_journal};
use crate::store::{self, Access, Ban, Db};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;

use super::arguments::{DoctorAction, RatingsAction, ReportsAction, ReportsArgs, Tool};
use super::table::terminal;
use super::{LaunchFailure, succeeds};
#[cfg(feature = "discord")]
use super::{serving, setup};

fn write_export(file: &Path, locale: Locale, page: &Path) -> Result<(), LaunchFailure> {
    let html = replay::shown(file, |text| export::page(text, locale))?;
    let failed = |error| format!("{} cannot be written: {error}", page.display());
    let mut out = File::create_new(page).map_err(failed)?;
    out.write_all(html.as_bytes()).map_err(failed)?;
    let shown = page.display();
    console::say(&format!("{shown} shows the match in any browser"));
    Ok(())
}

fn check_shuffle(game: GameKind, request: &VerifyRequest) -> Result<(), LaunchFailure> {
    let report = at_game!(game, G => verify::<G>(request))?;
    console::say(&report.lines.join("\n"));
    succeeds(report.sound, "the seal does not hold")
}

async fn back_up(config: &Config, file: PathBuf) -> Result<(), LaunchFailure> {
    let store = store::open(&config.database_url, Access::Copy).await?;
    let rows = store.backup(file.clone(), check_journal).await?;
    store.check()?;
    store.close().await?;
    let shown = file.display();
    console::say(&format!(
        "{rows} rows are in {shown}, which was read back\n\
         it holds the seeds of matches that are still played: keep it to yourself"
    ));
    Ok(())
}

async fn restore(config: &Config, file: &Path) -> Result<(), LaunchFailure> {
    // First, so that no database is made for a file that is none.
    store::check_backup(file, check_journal).await?;
    let store = store::connect(&config.database_url).await?;
    let rows = store.restore_from(file, check_journal).await?;
    store.close().await?;
    let from = file.display();
    console::say(&format!("{rows} rows of {from} are at DATABASE_URL now"));
    Ok(())
}

async fn ask_doctor(config: &Config, request: DoctorRequest) -> Result<(), LaunchFailure> {
    let url = &config.database_url;
    let access = match request {
        DoctorRequest::Retry { .. } | DoctorRequest::Drop { .. } => Access::Repair,
        DoctorRequest::List | DoctorRequest::Show { .. } | DoctorRequest::Export { .. } => {
            Access::Read
        }
    };
    let store = store::open(url, access).await?;
    let report = doctor::answer(&store, request).await?;
    store.check()?;
    console::say(&report.lines.join("\n"));
    if let Some(file) = store::exposed(url) {
        console::say(&format!(
            "others on this machine can read {file}: chmod 600 {file}"
        ));
    }
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "");
    if let Some(line) = console::network_disk_line(store::network_disk(url), &cx) {
        console::tell(&line);
    }
    store.close().await?;
    succeeds(report.sound, "not everything is sound")
}

/// Prints what is answered from the store; the bot may run meanwhile.
async fn tell<E: Into<LaunchFailure>>(
    config: &Config,
    access: Access,
    answer: impl AsyncFnOnce(&Db) -> Result<Vec<String>, E>,
) -> Result<(), LaunchFailure> {
    let store = store::open(&config.database_url, access).await?;
    let lines = answer(&store).await;
    store.close().await?;
    console::say(&lines.map_err(Into::into)?.join("\n"));
    Ok(())
}

/// Lists reports, or deletes those that are done.
async fn about_reports(config: &Config, args: ReportsArgs) -> Result<(), LaunchFailure> {
    match args.action {
        None => {
            let list = async |store: &Db| moderation::reports(store, args.filter).await;
            tell(config, Access::Read, list).await
        }
        Some(ReportsAction::Done { reports: ids }) => {
            let delete = async |store: &Db| moderation::done(store, &ids).await;
            tell(config, Access::Repair, delete).await
        }
    }
}

/// Works ratings out again, as the only process at the database.
async fn rebuild_ratings(config: &Config) -> Result<(), LaunchFailure> {
    let store = store::connect(&config.database_url).await?;
    store.serve(None, SystemClock.now()).await?;
    let awarded = award_past(&store).await?;
    let rebuilt = store.rebuild_ratings().await?;
    store.close().await?;
    console::say(&format!(
        "{} rounds were counted again, for {} people; {awarded} have other honours than before",
        rebuilt.rounds, rebuilt.people
    ));
    Ok(())
}

pub(crate) async fn run(tool: Tool, config: &Config) -> Result<(), LaunchFailure> {
    let paint = Paint::of_output(config.colours);
    match tool {
        Tool::Practice(args) => terminal(GameKind::USUAL, &args, true, config).await,
        #[cfg(feature = "web")]
        Tool::Web(args) => super::web::serve(&args, config).await,
        Tool::Verify { request, game } => check_shuffle(game, &request),
        Tool::Replay { file, locale, html } => {
            let locale = locale.unwrap_or(config.locale);
            if let Some(page) = html {
                return write_export(&file, locale, &page);
            }
            console::print(&replay::replay(&file, locale, paint)?);
            Ok(())
        }
        Tool::Review {
            file,
            whose,
            locale,
        } => {
            let shown = (locale.unwrap_or(config.locale), paint);
            console::print(&replay::review(&file, &whose, shown, config.studies)?);
            Ok(())
        }
        Tool::Backup { file } => back_up(config, file).await,
        Tool::Restore { file } => restore(config, &file).await,
        Tool::Doctor { action } => match action {
            None => ask_doctor(config, DoctorRequest::List).await,
            Some(DoctorAction::Store(request)) => ask_doctor(config, request).await,
            #[cfg(feature = "discord")]
            Some(DoctorAction::Discord { locale }) => setup::look(locale, config).await,
        },
        Tool::Reports(args) => about_reports(config, args).await,
        Tool::Ban { whom, reason } => {
            let (whom, reason) = (whom.of_discord()?, reason.join(" "));
            let at = SystemClock.now();
            let ban = async |store: &Db| moderation::ban(store, whom, Ban { at, reason }).await;
            tell(config, Access::Repair, ban).await
        }
        Tool::Unban(whom) => {
            let unban = async |store: &Db| moderation::unban(store, whom.banned()).await;
            tell(config, Access::Repair, unban).await
        }
        Tool::Bans => tell(config, Access::Read, moderation::bans).await,
        Tool::Ratings {
            action: RatingsAction::Rebuild,
        } => rebuild_ratings(config).await,
        #[cfg(feature = "discord")]
        Tool::Setup { locale } => setup::set_up(locale, config).await,
        #[cfg(feature = "discord")]
        Tool::Health { ready } => serving::ask_health(config, ready).await,
        #[cfg(feature = "discord")]
        Tool::Emojis { action } => {
            serving::about_emojis(config, action.unwrap_or(EmojiRequest::Show)).await
        }
    }
}
