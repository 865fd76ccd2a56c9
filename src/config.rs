//! The environment → [`Config`]: the only place that reads environment variables.
//!
//! Decides names, defaults and limits of the settings of a running bot; `.env.example` lists them.
//! A wrong value is refused at the start with what was wrong and one right example; it is never
//! quietly replaced by a default.

#[cfg(test)]
mod tests;

use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeBounds;
use std::str::FromStr;

use clap::ValueEnum;

use crate::desk::TablesAnHour;
use crate::players::StudyEffort;
use crate::players::program::Programs;
use crate::store::ShardRange;
use crate::text::locale::Locale;

/// A value that must not be shown, such as the bot's token: `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a value from being shown.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself, for the one place that has to hand it on.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// Everything that can be set from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The bot's token; without it the terminal table opens.
    pub token: Option<Secret>,
    /// What typed commands begin with.
    pub prefix: String,
    /// The language used where neither a person nor a server has chosen one.
    pub locale: Locale,
    /// A server in which slash commands are registered at once, for trying things out.
    pub dev_guild: Option<u64>,
    /// Where journals, statistics and settings are kept.
    pub database_url: String,
    /// Whether that was asked for; otherwise the terminal keeps its tables apart from the bot's.
    pub names_database: bool,
    /// The shards served here; `None` leaves the number to Discord.
    pub shards: Option<ShardRange>,
    /// How many requests a second Discord takes from the bot, all processes together: it sends nine tenths of that.
    pub requests_a_second: u32,
    /// For how many days the moves of a finished match are kept after its table was closed; `None`
    /// for ever.
    pub keep_matches_days: Option<u32>,
    /// How much work goes into hints and reviews of tractor.
    pub studies: StudyEffort,
    /// For how many closed tables of a server those are kept; `None` for all.
    pub keep_tables: Option<u32>,
    /// How many tables may be opened within an hour; `None` any number.
    pub tables_an_hour: Option<TablesAnHour>,
    /// Whether the bot uploads emojis for its cards and shows them; otherwise cards are text.
    pub emojis: bool,
    /// The programs that people may seat as computer players, by name.
    pub programs: Programs,
    /// Whether a terminal may show colours: not with `NO_COLOR`, nor in a `dumb` terminal.
    pub colours: bool,
    /// Whether a terminal shows more than ASCII, as its locale says: the first of `LC_ALL`, `LC_CTYPE` and `LANG`
    /// that is set.
    pub utf8: bool,
    /// What is logged, in the notation of `tracing`'s `EnvFilter`.
    pub log: String,
    pub log_format: LogFormat,
    /// Where an operator can ask the running bot how it is; `None` nowhere.
    pub health: Option<SocketAddr>,
    /// How tables can be opened in a browser from Discord; `None` not at all.
    pub web: Option<WebFace>,
    /// The secret of the bot's application; with tables in a browser it lets them be opened in Discord's own window.
    pub activity_key: Option<Secret>,
    /// Where the pages of the bot are read.
    pub docs: Option<String>,
    /// Where questions about the bot go.
    pub support: Option<String>,
    /// Another base address for Discord's HTTP interface (a proxy, or a stand-in for tests).
    pub discord_api: Option<String>,
    /// Another address for Discord's gateway.
    pub discord_gateway: Option<String>,
}

/// How tables are served to browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebFace {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The address by which browsers reach it, without a slash at its end.
    pub url: String,
    /// The header in which a proxy says who asks it.
    pub client_header: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// An object of JSON a line, for programs that gather logs.
    Json,
}

/// The default of `RUST_LOG`: this bot's own messages, and warnings of the libraries. The libraries'
/// gateway and HTTP messages can hold whole payloads with interaction tokens, so they stay quiet.
pub const DEFAULT_LOG: &str = "tractor_bot=info,warn,serenity::gateway=error,serenity::http=error";
/// The same for the table in the terminal, where no Discord is served.
pub const TERMINAL_LOG: &str = "warn";
const TABLES: Option<TablesAnHour> = Some(TablesAnHour {
    of_server: 30,
    of_person: 10,
});
pub const DEFAULT_DATABASE_URL: &str = "sqlite://tractor.db";

impl Config {
    /// How many requests a second all processes together send to Discord at most: somewhat fewer than it takes.
    pub fn most_a_second(&self) -> usize {
        self.requests_a_second as usize * 9 / 10
    }

    /// The secret with which people who open a table in Discord's own window are recognised, if that can be.
    pub fn activity(&self) -> Option<&Secret> {
        self.activity_key.as_ref().filter(|_| self.web.is_some())
    }

    /// Reads `.env` in the present folder, if there is one, and the environment.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn from_environment() -> Result<Self, ConfigError> {
        // A missing file is the usual case; variables that are set already win over the file.
        dotenvy::dotenv().ok();
        Self::from_variables(|name| std::env::var(name).ok())
    }

    /// Reads the settings through `variable`, which answers a name with its value.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn from_variables(
        variable: impl Fn(&'static str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let set = Variables(variable);
        let database = set.get("DATABASE_URL");
        let programs = set.get("PLAYER_PROGRAMS").unwrap_or_default();
        let programs = Programs::parse(&programs).map_err(|(part, expected)| ConfigError {
            name: "PLAYER_PROGRAMS",
            // A command line may hold what is not meant for a log.
            value: format!("… (part {part})"),
            expected,
            example: "'simple=python3 examples/players/simple.py; other=./other --fast'",
        })?;
        Ok(Self {
            token: set.get("DISCORD_TOKEN").map(Secret::new),
            prefix: set.read("PREFIX", "$".to_owned(), parse_prefix)?,
            locale: set.read("LOCALE", Locale::default(), Locale::of)?,
            dev_guild: set.read("DEV_GUILD", None, some(within(1..)))?,
            names_database: database.is_some(),
            database_url: database.unwrap_or(DEFAULT_DATABASE_URL.to_owned()),
            shards: set.read("SHARDS", None, some(|text| text.parse().ok()))?,
            requests_a_second: set.read("REQUESTS_A_SECOND", 50, within(10..=100_000))?,
            keep_matches_days: set.read("KEEP_MATCHES", None, unless("always", within(1..)))?,
            studies: StudyEffort(set.read("STUDIES", StudyEffort::USUAL.0, within(1..=1_000))?),
            keep_tables: set.read("KEEP_TABLES", Some(20_000), unless("all", within(1..)))?,
            tables_an_hour: set.read("TABLES_AN_HOUR", TABLES, unless("off", parse_tables))?,
            emojis: set.read("EMOJIS", Switch::On, among)? == Switch::On,
            programs,
            colours: set.get("NO_COLOR").is_none() && set.get("TERM").as_deref() != Some("dumb"),
            utf8: is_utf8(LOCALES.into_iter().find_map(|name| set.get(name))),
            log: set.get("RUST_LOG").unwrap_or_else(|| {
                // At the terminal a line of the log would stand between the lines of the game.
                let serves = set.get("DISCORD_TOKEN").is_some();
                if serves { DEFAULT_LOG } else { TERMINAL_LOG }.to_owned()
            }),
            log_format: set.read("LOG_FORMAT", LogFormat::Text, among)?,
            health: set.read("HEALTH_LISTEN", None, some(parse_address))?,
            web: set.web()?,
            activity_key: set.get("DISCORD_CLIENT_SECRET").map(Secret::new),
            docs: set.read("DOCS_URL", None, some(parse_link))?,
            support: set.read("SUPPORT_URL", None, some(parse_link))?,
            discord_api: set.get("DISCORD_API"),
            discord_gateway: set.get("DISCORD_GATEWAY"),
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// A setting that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}={value:?} cannot be used: {expected}, for example {name}={example}")]
pub struct ConfigError {
    /// The variable.
    pub name: &'static str,
    pub value: String,
    pub expected: &'static str,
    pub example: &'static str,
}

const LISTEN: &str = "it is an address of this machine and a port, as numbers";
const LINK: &str = "it is an address that begins with https://";

/// The settings that are not plain texts: of each an example, and what it may be.
const SETTINGS: &[(&str, &str, &str)] = &[
    (
        "PREFIX",
        "$",
        "a prefix has one to five characters and does not begin with /",
    ),
    (
        "LOCALE",
        "zh-CN",
        "the languages are en-US, zh-CN and zh-TW",
    ),
    (
        "DEV_GUILD",
        "613425648685547541",
        "a server is named by its number",
    ),
    (
        "SHARDS",
        "0..3/8",
        "shards are written first..last/total, counted from 0, for each process its own",
    ),
    (
        "REQUESTS_A_SECOND",
        "50",
        "it is how many requests a second Discord takes from this bot, 10 to 100000",
    ),
    (
        "KEEP_MATCHES",
        "365",
        "it is `always` or a number of days, at least 1",
    ),
    (
        "STUDIES",
        "50",
        "it is how much work goes into hints and reviews, 1 to 1000 percent",
    ),
    (
        "KEEP_TABLES",
        "20000",
        "it is `all` or a number of closed tables, at least 1",
    ),
    (
        "TABLES_AN_HOUR",
        "30/10",
        "it is `off`, or how many tables may be opened on a server and by a person, at least 1",
    ),
    ("EMOJIS", "off", "it is `on` or `off`"),
    ("LOG_FORMAT", "json", "it is `text` or `json`"),
    ("DOCS_URL", "https://example.org/tractor", LINK),
    ("SUPPORT_URL", "https://discord.gg/example", LINK),
    ("HEALTH_LISTEN", "127.0.0.1:9464", LISTEN),
    ("WEB_LISTEN", "127.0.0.1:8420", LISTEN),
    (
        "WEB_URL",
        "https://cards.example.org",
        "it is the address by which browsers reach WEB_LISTEN, without a path",
    ),
    (
        "WEB_CLIENT_HEADER",
        "X-Forwarded-For",
        "it is the name of the header in which your proxy says who asks it",
    ),
];

/// That a setting cannot be this.
fn wrong(name: &'static str, value: String) -> ConfigError {
    let known = SETTINGS.iter().find(|(known, ..)| *known == name);
    let (_, example, expected) = known.expect("what is read is among the settings");
    ConfigError {
        name,
        value,
        expected,
        example,
    }
}

/// The environment: answers a name with its value.
struct Variables<F>(F);

impl<F: Fn(&'static str) -> Option<String>> Variables<F> {
    /// What is set, without spaces around it.
    fn get(&self, name: &'static str) -> Option<String> {
        let value = (self.0)(name).map(|value| value.trim().to_owned());
        value.filter(|value| !value.is_empty())
    }

    /// The value of a setting, or what it usually is.
    fn read<T>(
        &self,
        name: &'static str,
        usual: T,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ConfigError> {
        let Some(value) = self.get(name) else {
            return Ok(usual);
        };
        parse(&value).ok_or_else(|| wrong(name, value))
    }

    /// The three settings of tables in a browser: the first needs the second.
    fn web(&self) -> Result<Option<WebFace>, ConfigError> {
        let listen = self.read("WEB_LISTEN", None, some(parse_address))?;
        let url = self.read("WEB_URL", None, some(parse_site))?;
        let client_header = self.read("WEB_CLIENT_HEADER", None, some(parse_header))?;
        match (listen, url) {
            (Some(listen), Some(url)) => Ok(Some(WebFace {
                listen,
                url,
                client_header,
            })),
            (Some(_), None) => Err(wrong("WEB_URL", String::new())),
            (None, Some(_)) => Err(wrong("WEB_LISTEN", String::new())),
            (None, None) => Ok(None),
        }
    }
}

/// A number that is within these.
fn within<T: FromStr + PartialOrd>(range: impl RangeBounds<T>) -> impl Fn(&str) -> Option<T> {
    move |text: &str| text.parse().ok().filter(|number| range.contains(number))
}

/// What need not be set.
fn some<T>(parse: impl Fn(&str) -> Option<T>) -> impl Fn(&str) -> Option<Option<T>> {
    move |text: &str| parse(text).map(Some)
}

/// A limit, or `None` for the word that stands for none.
fn unless<T>(
    unlimited: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> impl Fn(&str) -> Option<Option<T>> {
    move |text: &str| match text == unlimited {
        true => Some(None),
        false => parse(text).map(Some),
    }
}

fn parse_prefix(text: &str) -> Option<String> {
    let fits = text.chars().count() <= 5 && !text.starts_with('/');
    fits.then(|| text.to_owned())
}

/// So many of a server and of a person.
fn parse_tables(text: &str) -> Option<TablesAnHour> {
    let (of_server, of_person) = text.split_once('/')?;
    let most = within(1..=1_000);
    Some(TablesAnHour {
        of_server: most(of_server.trim())?,
        of_person: most(of_person.trim())?,
    })
}

/// One of the words for something.
fn among<T: ValueEnum>(text: &str) -> Option<T> {
    T::from_str(text, false).ok()
}

/// A link as it can stand in a message: nothing in it ends it.
fn parse_link(text: &str) -> Option<String> {
    let rest = text.strip_prefix("https://")?;
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '`' | '"');
    (!rest.is_empty() && rest.chars().all(plain)).then(|| text.to_owned())
}

/// An address of this machine with a port.
fn parse_address(text: &str) -> Option<SocketAddr> {
    let address: SocketAddr = text.parse().ok()?;
    (address.port() > 0).then_some(address)
}

/// The address of a whole site, without a slash at its end.
pub fn parse_site(text: &str) -> Option<String> {
    let site = text.trim_end_matches('/');
    let (scheme, host) = site.split_once("://")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    let fits = matches!(scheme, "https" | "http") && !host.is_empty() && host.chars().all(plain);
    fits.then(|| site.to_owned())
}

/// The name of a header.
pub fn parse_header(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.chars().all(plain).then(|| text.to_owned())
}

/// What says in which locale signs are written; the first that is set counts.
const LOCALES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// Whether a locale is one of UTF-8; on Windows every terminal shows it.
fn is_utf8(locale: Option<String>) -> bool {
    let locale = locale.unwrap_or_default().to_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}
