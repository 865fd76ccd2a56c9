//! The table in a browser: its arguments, what it stands in, and its address.

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Args;

use super::table::plan;
use super::{LaunchFailure, known_locale};
use crate::config::{Config, parse_header, parse_site};
#[cfg(feature = "discord")]
use crate::config::{Secret, WebFace};
use crate::console;
use crate::desk::Desk;
use crate::desk::browsing::Seals;
use crate::desk::settings::Settings;
use crate::host::{EndRequest, House, fresh_seed};
use crate::store::{self, Ban, Db, Stored};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;
use crate::web::{WebOptions, WebServer};

/// How the table in a browser is served.
#[derive(Debug, Clone, Args)]
pub(crate) struct WebArgs {
    /// The address and port: 0.0.0.0 lets the others in the house in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8420")]
    listen: SocketAddr,
    /// The address by which it is reached from outside, behind a proxy: https://cards.example.org.
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    url: Option<String>,
    /// A name of this machine in the house by which pages may be asked for, such as cards.local; more than once for
    /// several.
    #[arg(long, value_name = "NAME", value_parser = parse_host)]
    host: Vec<String>,
    /// The header in which the proxy says who asks it: what is limited is limited for each of them.
    #[arg(long, value_name = "HEADER", requires = "url", value_parser = parse_header_name)]
    client_header: Option<String>,
    /// Opens the browser.
    #[arg(long)]
    open: bool,
    /// The language of whose browser speaks another: en-US, zh-CN or zh-TW.
    #[arg(long, value_name = "TAG", value_parser = known_locale)]
    locale: Option<Locale>,
}

fn parse_url(url: &str) -> Result<String, &'static str> {
    let wrong = "it is an address without a path, for example --url https://cards.example.org";
    parse_site(url).ok_or(wrong)
}

fn parse_host(name: &str) -> Result<String, &'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    let fits = !name.is_empty() && name.chars().all(plain);
    let wrong = "it is a name alone, for example --host cards.local";
    fits.then(|| name.to_owned()).ok_or(wrong)
}

fn parse_header_name(name: &str) -> Result<String, &'static str> {
    parse_header(name)
        .ok_or("it is the name of a header, for example --client-header X-Forwarded-For")
}

/// How often it is looked whom the operator has shut out.
const BANS_EVERY: std::time::Duration = std::time::Duration::from_secs(2);

/// What addresses are sealed with.
#[derive(serde::Serialize, serde::Deserialize)]
struct SealedWith(String);

impl Stored for SealedWith {
    const NAME: &'static str = "addresses sealed with";
    type Key = ();
}

/// What the addresses of tables are sealed with: the same after a restart.
async fn seals(store: &Db) -> Result<Seals, LaunchFailure> {
    let fresh = fresh_seed()?.reveal();
    let kept = |before: Option<SealedWith>| {
        let kept = before.unwrap_or_else(|| SealedWith(fresh.clone()));
        let secret = kept.0.clone();
        (Some(kept), secret)
    };
    let secret = store.change_stored(Ban::SCOPE, &(), kept).await?;
    Ok(Seals::new(&secret))
}

pub(crate) async fn serve(args: &WebArgs, config: &Config) -> Result<(), LaunchFailure> {
    let mut ending = EndRequest::listen();
    let plan = plan(config);
    let url = plan.database_url.clone();
    let waits =
        |holder: &str| tracing::warn!(%holder, "another program has the tables: it is waited for");
    let Some(house) = House::open(plan, waits, &mut ending).await? else {
        return Ok(());
    };
    let locale = args.locale.unwrap_or(config.locale);
    let settings = Settings::new(Arc::clone(&house.store), locale, config.prefix.clone());
    let desk = Desk::new(house.host.clone(), Surface::Browser, settings)
        .with_diligence(config.studies)
        .for_fingers()
        .with_openings(config.tables_an_hour);
    let client_header = args.client_header.as_deref();
    let options = WebOptions {
        listen: args.listen,
        url: args.url.clone(),
        hosts: args.host.clone(),
        client_header: client_header.and_then(|name| name.parse().ok()),
        house: in_the_house(args.listen),
        locale,
        seals: seals(&house.store).await?,
        neighbour: None,
        frame: None,
    };
    let server = match WebServer::bind(desk.clone(), options).await {
        Ok(server) => server,
        Err(error) => {
            house.close().await;
            return Err(error.into());
        }
    };
    let port = server.address()?.port();
    let here = match args.listen.ip().is_unspecified() {
        true => format!("http://127.0.0.1:{port}"),
        false => format!("http://{}", server.address()?),
    };
    let address = args.url.clone().unwrap_or(here);
    let beside = in_the_house(args.listen).filter(|_| args.url.is_none());
    let cx = RenderContext::new(locale, Surface::Terminal, config.prefix.clone());
    let disk = store::network_disk(&url);
    console::say(&first_words(&address, beside, disk, &cx));
    if args.open {
        open_browser(&address);
    }
    tokio::select! {
        () = server.run() => {}
        () = keep_heeding_bans(&desk) => {}
        () = ending.asked() => {}
    }
    house.close().await;
    Ok(())
}

/// What is told at the start: where the tables are found, and if they are kept where they may be spoiled.
fn first_words(
    address: &str,
    beside: Option<String>,
    disk: Option<(String, &str)>,
    cx: &RenderContext,
) -> String {
    let disk = console::network_disk_line(disk, cx);
    let disk = disk.map(|line| console::Paint::Plain.line(&line).to_string());
    let lines = [Some(address.to_owned()), beside, disk];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Reads anew, again and again, whom the operator has shut out.
async fn keep_heeding_bans(desk: &Desk) {
    loop {
        desk.people.heed_bans(|_| None).await;
        tokio::time::sleep(BANS_EVERY).await;
    }
}

/// Tables in a browser beside Discord: it listens now, and answers once that is served.
#[cfg(feature = "discord")]
pub(super) async fn beside_discord(
    face: &WebFace,
    locale: Locale,
    token: &Secret,
) -> Result<crate::discord::Beside, LaunchFailure> {
    use crate::discord::activity::PARENTS;
    use crate::web::FrameOptions;

    let listen = face.listen;
    let listener = tokio::net::TcpListener::bind(listen).await;
    let listener = listener.map_err(|why| {
        format!(
            "WEB_LISTEN={listen} cannot be used: {why}. Name an address of this machine and a port that nothing else \
             uses, for example WEB_LISTEN=127.0.0.1:8420"
        )
    })?;
    tracing::info!(%listen, url = face.url, "tables can be opened in a browser");
    if face.client_header.is_none() && face.url.starts_with("https://") {
        tracing::warn!(
            "WEB_CLIENT_HEADER is not set: all who come through the proxy share what one client may have"
        );
    }
    let (face, seals) = (face.clone(), Seals::new(token.expose()));
    Ok(Box::new(move |bot| {
        let client_header = face.client_header.as_deref();
        let options = WebOptions {
            listen,
            url: Some(face.url.clone()),
            hosts: Vec::new(),
            client_header: client_header.and_then(|name| name.parse().ok()),
            house: None,
            locale,
            seals,
            neighbour: Some(Arc::new(bot.clone())),
            frame: bot.activity.as_ref().map(|activity| FrameOptions {
                application: activity.application.get(),
                parents: PARENTS.map(str::to_owned).to_vec(),
                doorkeeper: Arc::new(bot.clone()),
            }),
        };
        let server = WebServer::over(listener, bot.desk.for_browsers(), options);
        crate::host::spawn(server.run())
    }))
}

/// The address by which others in the house reach it, if they do.
fn in_the_house(listen: SocketAddr) -> Option<String> {
    if !listen.ip().is_unspecified() {
        return None;
    }
    // Nothing is sent: the system only says from which address it would be.
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(format!("http://{own}:{}", listen.port()))
}

/// Has the system show this address; where that fails, whoever reads it opens it.
fn open_browser(address: &str) {
    let program = match (cfg!(target_os = "macos"), cfg!(windows)) {
        (true, _) => "open",
        (false, true) => "explorer",
        (false, false) => "xdg-open",
    };
    if let Err(error) = std::process::Command::new(program).arg(address).spawn() {
        tracing::warn!(%error, program, "no browser could be opened");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_on_a_network_disk_is_named_below_the_addresses() {
        let (address, beside) = ("http://127.0.0.1:8420", "http://192.0.2.7:8420".to_owned());
        for locale in Locale::all() {
            let cx = RenderContext::new(locale, Surface::Terminal, "$");
            let disk = Some(("/mnt/cards/tractor.db".to_owned(), "NFS"));
            let said = first_words(address, Some(beside.clone()), disk, &cx);
            let lines: Vec<&str> = said.lines().collect();
            assert_eq!(lines[..2], [address, &beside], "{said}");
            for word in ["/mnt/cards/tractor.db", "NFS", "DATABASE_URL", "PostgreSQL"] {
                assert!(lines[2].contains(word), "{word}: {said}");
            }
            assert_eq!(first_words(address, None, None, &cx), address);
        }
    }
}
