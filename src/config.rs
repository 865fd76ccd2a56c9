//! The environment → [`Config`]: the only place that reads environment variables.
//!
//! Decides names, defaults and limits of the settings of a running bot; `.env.example` lists them.
//! A wrong value is refused at the start with what was wrong and one right example; it is never
//! quietly replaced by a default.

mod setting;
mod web;

use std::fmt;
use std::net::SocketAddr;

use crate::desk::TablesAnHour;
use crate::players::StudyEffort;
use crate::players::program::Programs;
use crate::store::ShardRange;
use crate::text::locale::Locale;
pub use setting::ConfigError;
use setting::{ConfigSetting, parse_address};
pub use web::{WebFace, parse_header, parse_site};

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
const USUAL_TABLES_AN_HOUR: Option<TablesAnHour> = Some(TablesAnHour {
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
        let set = &|name| {
            let value = variable(name).map(|value| value.trim().to_owned());
            value.filter(|value| !value.is_empty())
        };
        let programs = set("PLAYER_PROGRAMS").unwrap_or_default();
        let programs = Programs::parse(&programs).map_err(|(part, expected)| ConfigError {
            name: "PLAYER_PROGRAMS",
            // A command line may hold what is not meant for a log.
            value: format!("… (part {part})"),
            expected,
            example: "'simple=python3 examples/players/simple.py; other=./other --fast'",
        })?;
        Ok(Self {
            token: set("DISCORD_TOKEN").map(Secret::new),
            prefix: PREFIX.read(set, parse_prefix)?.unwrap_or("$".to_owned()),
            locale: LOCALE.read(set, Locale::of)?.unwrap_or_default(),
            dev_guild: DEV_GUILD.read(set, parse_id)?,
            database_url: set("DATABASE_URL").unwrap_or_else(|| DEFAULT_DATABASE_URL.to_owned()),
            names_database: set("DATABASE_URL").is_some(),
            shards: SHARDS.read(set, |text| text.parse().ok())?,
            requests_a_second: REQUESTS.read(set, parse_requests)?.unwrap_or(50),
            keep_matches_days: KEEP_MATCHES
                .read(set, |text| parse_most(text, "always"))?
                .flatten(),
            studies: STUDIES
                .read(set, parse_studies)?
                .unwrap_or(StudyEffort::USUAL),
            keep_tables: KEEP_TABLES
                .read(set, |text| parse_most(text, "all"))?
                .unwrap_or(Some(20_000)),
            tables_an_hour: TABLES_AN_HOUR
                .read(set, parse_tables)?
                .unwrap_or(USUAL_TABLES_AN_HOUR),
            emojis: EMOJIS.read(set, parse_switch)?.unwrap_or(true),
            programs,
            colours: set("NO_COLOR").is_none() && set("TERM").as_deref() != Some("dumb"),
            utf8: is_utf8(LOCALES.into_iter().find_map(set)),
            log: set("RUST_LOG").unwrap_or_else(|| {
                // At the terminal a line of the log would stand between the lines of the game.
                let serves = set("DISCORD_TOKEN").is_some();
                if serves { DEFAULT_LOG } else { TERMINAL_LOG }.to_owned()
            }),
            log_format: LOG_FORMAT.read(set, parse_log_format)?.unwrap_or_default(),
            health: HEALTH_LISTEN.read(set, parse_address)?,
            web: web::read(set)?,
            activity_key: set("DISCORD_CLIENT_SECRET").map(Secret::new),
            docs: DOCS_URL.read(set, parse_link)?,
            support: SUPPORT_URL.read(set, parse_link)?,
            discord_api: set("DISCORD_API"),
            discord_gateway: set("DISCORD_GATEWAY"),
        })
    }
}

const PREFIX: ConfigSetting = ConfigSetting::new(
    "PREFIX",
    "a prefix has one to five characters and does not begin with /",
    "$",
);
const LOCALE: ConfigSetting = ConfigSetting::new(
    "LOCALE",
    "the languages are en-US, zh-CN and zh-TW",
    "zh-CN",
);
const DEV_GUILD: ConfigSetting = ConfigSetting::new(
    "DEV_GUILD",
    "a server is named by its number",
    "613425648685547541",
);
const SHARDS: ConfigSetting = ConfigSetting::new(
    "SHARDS",
    "shards are written first..last/total, counted from 0, for each process its own",
    "0..3/8",
);
const REQUESTS: ConfigSetting = ConfigSetting::new(
    "REQUESTS_A_SECOND",
    "it is how many requests a second Discord takes from this bot, 10 to 100000",
    "50",
);
const KEEP_MATCHES: ConfigSetting = ConfigSetting::new(
    "KEEP_MATCHES",
    "it is `always` or a number of days, at least 1",
    "365",
);
const STUDIES: ConfigSetting = ConfigSetting::new(
    "STUDIES",
    "it is how much work goes into hints and reviews, 1 to 1000 percent",
    "50",
);
const KEEP_TABLES: ConfigSetting = ConfigSetting::new(
    "KEEP_TABLES",
    "it is `all` or a number of closed tables, at least 1",
    "20000",
);
const TABLES_AN_HOUR: ConfigSetting = ConfigSetting::new(
    "TABLES_AN_HOUR",
    "it is `off`, or how many tables may be opened on a server and by a person, at least 1",
    "30/10",
);
const EMOJIS: ConfigSetting = ConfigSetting::new("EMOJIS", "it is `on` or `off`", "off");
const LOG_FORMAT: ConfigSetting =
    ConfigSetting::new("LOG_FORMAT", "it is `text` or `json`", "json");
const DOCS_URL: ConfigSetting = ConfigSetting::new(
    "DOCS_URL",
    "it is an address that begins with https://",
    "https://example.org/tractor",
);
const SUPPORT_URL: ConfigSetting = ConfigSetting::new(
    "SUPPORT_URL",
    "it is an address that begins with https://",
    "https://discord.gg/example",
);
const HEALTH_LISTEN: ConfigSetting = ConfigSetting::new(
    "HEALTH_LISTEN",
    "it is an address of this machine and a port, as numbers",
    "127.0.0.1:9464",
);

fn parse_prefix(text: &str) -> Option<String> {
    let fits = text.chars().count() <= 5 && !text.starts_with('/');
    fits.then(|| text.to_owned())
}

fn parse_id(text: &str) -> Option<u64> {
    text.parse().ok().filter(|id| *id > 0)
}

fn parse_requests(text: &str) -> Option<u32> {
    text.parse()
        .ok()
        .filter(|most| (10..=100_000).contains(most))
}

fn parse_studies(text: &str) -> Option<StudyEffort> {
    let percent = text.parse().ok().filter(|p| (1..=1_000).contains(p));
    percent.map(StudyEffort)
}

/// A number, or `None` for the word that stands for no limit.
fn parse_most(text: &str, unlimited: &str) -> Option<Option<u32>> {
    if text == unlimited {
        return Some(None);
    }
    text.parse().ok().filter(|most| *most > 0).map(Some)
}

/// So many of a server and of a person, or `None` for `off`.
fn parse_tables(text: &str) -> Option<Option<TablesAnHour>> {
    if text == "off" {
        return Some(None);
    }
    let (of_server, of_person) = text.split_once('/')?;
    let most = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|most| (1..=1_000).contains(most))
    };
    Some(Some(TablesAnHour {
        of_server: most(of_server)?,
        of_person: most(of_person)?,
    }))
}

fn parse_switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn parse_log_format(text: &str) -> Option<LogFormat> {
    match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}

/// A link as it can stand in a message: nothing in it ends it.
fn parse_link(text: &str) -> Option<String> {
    let rest = text.strip_prefix("https://")?;
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '`' | '"');
    (!rest.is_empty() && rest.chars().all(plain)).then(|| text.to_owned())
}

/// What says in which locale signs are written; the first that is set counts.
const LOCALES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// Whether a locale is one of UTF-8; on Windows every terminal shows it.
fn is_utf8(locale: Option<String>) -> bool {
    let locale = locale.unwrap_or_default().to_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
        Config::from_variables(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn an_empty_environment_gives_the_defaults() {
        let config = check(&[("DISCORD_TOKEN", " ")]).expect("defaults");
        assert_eq!(config.token, None);
        assert_eq!(config.prefix, "$");
        assert_eq!(config.database_url, DEFAULT_DATABASE_URL);
        assert_eq!(config.shards, None);
    }

    #[test]
    fn a_window_in_discord_needs_a_secret_and_an_address() {
        let secret = ("DISCORD_CLIENT_SECRET", "hush");
        let web = [
            ("WEB_LISTEN", "127.0.0.1:8420"),
            ("WEB_URL", "https://cards.example.org"),
        ];
        let is_on = |variables: &[_]| check(variables).map(|config| config.activity().is_some());
        assert_eq!(is_on(&[secret]), Ok(false));
        assert_eq!(is_on(&web), Ok(false));
        assert_eq!(is_on(&[secret, web[0], web[1]]), Ok(true));
    }

    #[test]
    fn colours_can_be_declined() {
        let colours = |variables| check(variables).map(|config| config.colours);
        assert_eq!(colours(&[]), Ok(true));
        assert_eq!(colours(&[("NO_COLOR", ""), ("TERM", "xterm")]), Ok(true));
        assert_eq!(colours(&[("NO_COLOR", "1")]), Ok(false));
        assert_eq!(colours(&[("TERM", "dumb")]), Ok(false));
    }

    #[test]
    fn the_locale_says_whether_a_terminal_shows_more_than_ascii() {
        let utf8 = |variables| check(variables).map(|config| config.utf8);
        for (variables, expected) in [
            (&[][..], cfg!(windows)),
            (&[("LANG", "C")], cfg!(windows)),
            (&[("LANG", "en_US.UTF-8")], true),
            (&[("LANG", "zh_CN.utf8")], true),
            (
                &[("LANG", "en_US.UTF-8"), ("LC_CTYPE", "POSIX")],
                cfg!(windows),
            ),
            (&[("LC_CTYPE", "C.UTF-8"), ("LANG", "C")], true),
            (&[("LC_ALL", "C"), ("LC_CTYPE", "C.UTF-8")], cfg!(windows)),
        ] {
            assert_eq!(utf8(variables), Ok(expected), "{variables:?}");
        }
    }

    #[test]
    fn shards_are_a_range_within_the_total() {
        let config = check(&[("SHARDS", "0..3/8")]).expect("a range");
        assert_eq!(
            config.shards,
            Some(ShardRange {
                first: 0,
                last: 3,
                total: 8,
            })
        );
        let shares = ["0..3/8", "4..7/8", "7..7/8", "0..0/200"].map(|shards| {
            let config = check(&[("SHARDS", shards)]).expect("a range");
            config.shards.expect("some").share(45)
        });
        assert_eq!(shares, [22, 22, 5, 1]);
        let wrong = ["8", "0..8/8", "3..1/8", "a..b/c", "0-3/8", "auto", "auto/8"];
        for wrong in wrong {
            let error = check(&[("SHARDS", wrong)]).expect_err(wrong);
            assert!(error.to_string().contains("SHARDS=0..3/8"), "{error}");
        }
    }

    /// Of each setting some values and what is read for them, then values for which nothing is read but an example told.
    #[test]
    fn settings_are_read_or_refused_with_an_example() {
        let read = |config: &Config, name: &str| match name {
            "KEEP_MATCHES" => format!("{:?}", config.keep_matches_days),
            "KEEP_TABLES" => format!("{:?}", config.keep_tables),
            // Nine tenths of what Discord takes are sent.
            "REQUESTS_A_SECOND" => config.most_a_second().to_string(),
            "STUDIES" => config.studies.0.to_string(),
            "TABLES_AN_HOUR" => {
                let most = config.tables_an_hour;
                format!("{:?}", most.map(|most| (most.of_server, most.of_person)))
            }
            "EMOJIS" => config.emojis.to_string(),
            "HEALTH_LISTEN" => format!("{:?}", config.health),
            _ => format!("{:?}", config.log_format),
        };
        for (name, right, wrong, example) in [
            (
                "KEEP_MATCHES",
                "=None|always=None|365=Some(365)",
                "0|-1|a year|99999999999",
                "365",
            ),
            (
                "KEEP_TABLES",
                "=Some(20000)|all=None|5=Some(5)",
                "0|-1|many",
                "20000",
            ),
            (
                "REQUESTS_A_SECOND",
                "=45|500=450",
                "0|9|-1|many|100001",
                "50",
            ),
            ("STUDIES", "=100|5=5", "0|1001|much", "50"),
            (
                "TABLES_AN_HOUR",
                "=Some((30, 10))|100/5=Some((100, 5))|off=None",
                "0/10|30/0|30|30/10/5|many|1001/1",
                "30/10",
            ),
            ("EMOJIS", "=true|on=true|off=false", "no", "off"),
            (
                "HEALTH_LISTEN",
                "=None|127.0.0.1:9464=Some(127.0.0.1:9464)|[::1]:9464=Some([::1]:9464)",
                "9464|:9464|localhost:9464|127.0.0.1|127.0.0.1:0|::1:x|1.2.3.4:99999",
                "127.0.0.1:9464",
            ),
            ("LOG_FORMAT", "=Text|text=Text|json=Json", "JSON", "json"),
        ] {
            for (value, expected) in right.split('|').filter_map(|case| case.split_once('=')) {
                let config = check(&[(name, value)]).expect("a right value");
                assert_eq!(read(&config, name), expected, "{name}={value}");
            }
            for value in wrong.split('|') {
                let error = check(&[(name, value)]).expect_err(value).to_string();
                assert!(error.contains(&format!("{name}={example}")), "{error}");
            }
        }
    }

    #[test]
    fn programs_are_allowed_by_name_and_never_shown() {
        let programs = |value| check(&[("PLAYER_PROGRAMS", value)]).map(|config| config.programs);
        let names = programs("a=x --token 1; b=y").expect("programs");
        assert_eq!(names.names().count(), 2);
        assert_eq!(programs("").expect("none").names().count(), 0);
        let error = programs("a=b; x --token secret").expect_err("no name");
        assert!(error.to_string().contains("part 2"), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        let config = check(&[("PLAYER_PROGRAMS", "a=b --token secret")]).expect("a program");
        assert!(!format!("{config:?}").contains("secret"));
    }

    #[test]
    fn wrong_values_are_refused_and_the_token_is_never_shown() {
        assert!(check(&[("PREFIX", "/play")]).is_err());
        assert!(check(&[("DEV_GUILD", "my server")]).is_err());
        for secret in ["DISCORD_TOKEN", "DISCORD_CLIENT_SECRET"] {
            let config = check(&[(secret, "abc.def.ghi")]).expect("a secret");
            assert!(!format!("{config:?}").contains("abc.def"), "{secret}");
        }
    }
}
