//! Whether the bot's application, its servers and the clock of this machine are as the bot needs them.
//!
//! Decides what an operator should know, and which one thing helps. Asks Discord; changes nothing.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use gateway::requests;
use serenity::all::{Command, GuildId, GuildInfo};

use super::commands;
use super::outbox::windows::Budget;
use super::outbox::wire::DISCORD;
use super::startup::{self, Application, NEEDED, StartError, patiently};
use crate::config::Config;
use crate::text::context::RenderContext;

/// By how much a clock may be wrong before countdowns are.
const CLOCK_WITHIN: Duration = Duration::from_secs(30);
/// How many servers are looked at.
const MOST_SERVERS: u64 = 200;
/// With fewer starts left of a day's thousand something starts the bot over and over.
const FEW_STARTS: u64 = 50;

/// What is not as the bot needs it, the worst first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// Slash commands and buttons are sent to an address instead of the bot.
    Endpoint,
    /// Whoever follows the invitation is asked for a code that the bot does not give.
    CodeGrant,
    /// Typed commands are not read.
    CannotRead,
    /// So many times the bot may still start within these hours.
    FewStarts { left: u64, hours: u64 },
    /// The clock of this machine differs by so many seconds.
    Clock { seconds: u64, ahead: bool },
    /// Discord lacks so many slash commands, such as this one.
    Commands { missing: usize, example: String },
    /// What the bot's role lacks on a server.
    Lacks { server: String, permissions: String },
    /// Windows of Discord open, and the secret is missing with which their people are recognised.
    WindowSecret,
    /// There is a secret, but Discord opens no windows.
    NoWindows,
    /// There is a secret, but no address that can be shown in a window.
    WindowAddress,
    /// It can be added to servers only, so that group chats have none of it.
    ServersOnly,
    /// It is on no server.
    Nowhere,
}

impl Finding {
    /// Whether something is wrong; otherwise it is only what comes next.
    pub const fn is_wrong(&self) -> bool {
        !matches!(
            self,
            Finding::Nowhere | Finding::ServersOnly | Finding::Commands { .. }
        )
    }

    /// What it is and what helps, in one line.
    pub fn line(&self, application: &str, cx: &RenderContext) -> String {
        let page = |page: &str| {
            format!("https://discord.com/developers/applications/{application}/{page}")
        };
        match self {
            Finding::Endpoint => say!(cx, "setup-endpoint", link = page("information")),
            Finding::CodeGrant => say!(cx, "setup-code-grant", link = page("bot")),
            Finding::CannotRead => say!(cx, "setup-cannot-read", link = page("bot")),
            Finding::FewStarts { left, hours } => {
                say!(cx, "setup-few-starts", left = *left, hours = *hours)
            }
            Finding::Clock { seconds, ahead } => match ahead {
                true => say!(cx, "setup-clock-ahead", seconds = *seconds),
                false => say!(cx, "setup-clock-behind", seconds = *seconds),
            },
            Finding::Commands { missing, example } => say!(
                cx,
                "setup-commands",
                missing = *missing,
                example = format!("`/{example}`")
            ),
            Finding::Lacks {
                server,
                permissions,
            } => say!(
                cx,
                "setup-lacks",
                server = crate::text::markup::escape(server),
                permissions = permissions.as_str()
            ),
            Finding::WindowSecret => say!(cx, "setup-window-secret", link = page("oauth2")),
            Finding::NoWindows => say!(cx, "setup-no-windows", link = page("embedded/settings")),
            Finding::WindowAddress => say!(cx, "setup-window-address"),
            Finding::ServersOnly => say!(cx, "setup-servers-only", link = page("installation")),
            Finding::Nowhere => say!(cx, "setup-nowhere"),
        }
    }
}

/// What was found.
pub struct Checkup {
    /// What the application is called.
    pub name: String,
    /// Its number.
    pub application: String,
    /// The link that adds the bot to a server.
    pub invite: String,
    /// The link by which somebody adds the bot for themselves, where that is allowed.
    pub install: Option<String>,
    /// On how many servers it is, as far as they were looked at.
    pub servers: usize,
    pub findings: Vec<Finding>,
}

/// Looks at the application of this token and at all that belongs to it.
///
/// # Errors
/// [`StartError`]: Discord does not know the token, or cannot be reached.
pub async fn look(config: &Config, token: &str) -> Result<Checkup, StartError> {
    let (http, budget) = (startup::http(config, token), Budget::default());
    let known = startup::introduce(&http, &budget).await?;
    let mut findings: Vec<_> = of_application(&known, config).collect();
    let gateway = patiently(&budget, "how to connect", || requests::bot_gateway(&http)).await?;
    let starts = gateway.session_start_limit;
    if starts.remaining < FEW_STARTS.min(starts.total) {
        findings.push(Finding::FewStarts {
            left: starts.remaining,
            hours: starts.reset_after.div_ceil(3_600_000),
        });
    }
    let own = config.dev_guild.map(GuildId::new);
    let registered = patiently(&budget, "which commands there are", || {
        requests::commands(&http, own)
    });
    let registered = registered.await?;
    findings.extend(of_commands(&registered, config));
    let servers = patiently(&budget, "which servers", || {
        requests::servers(&http, GuildId::new(1), MOST_SERVERS)
    });
    let servers = servers.await?;
    findings.extend(servers.iter().filter_map(of_server));
    if servers.is_empty() {
        findings.push(Finding::Nowhere);
    }
    findings.extend(of_clock(config).await);
    findings.sort();
    Ok(Checkup {
        invite: startup::invite(&known),
        install: known.serves_people().then(|| startup::install(&known)),
        name: known.info.name,
        application: known.info.id.to_string(),
        servers: servers.len(),
        findings,
    })
}

/// What is not right about the application, and what keeps tables from Discord's own windows as far as somebody wants
/// them there.
fn of_application(known: &Application, config: &Config) -> impl Iterator<Item = Finding> {
    let endpoint = known.info.interactions_endpoint_url.as_deref();
    let endpoint = endpoint.is_some_and(|url| !url.is_empty());
    let (wanted, opens) = (config.activity_key.is_some(), startup::has_windows(known));
    let web = config.web.as_ref();
    let reachable = web.is_some_and(|web| web.url.starts_with("https://"));
    let found = [
        (endpoint, Finding::Endpoint),
        (known.info.bot_require_code_grant, Finding::CodeGrant),
        (!known.reads_messages, Finding::CannotRead),
        (!known.serves_people(), Finding::ServersOnly),
        (opens && !wanted, Finding::WindowSecret),
        (wanted && !opens, Finding::NoWindows),
        (wanted && !reachable, Finding::WindowAddress),
    ];
    let found = found.into_iter().filter(|(is_so, _)| *is_so);
    found.map(|(_, finding)| finding)
}

fn of_commands(registered: &[Command], config: &Config) -> Option<Finding> {
    let there: BTreeSet<&str> = registered.iter().map(|one| one.name.as_str()).collect();
    let own = commands::offered(config);
    let missing = own.iter().filter(|own| !there.contains(own.name.as_ref()));
    let missing: Vec<_> = missing.collect();
    let example = missing.first()?.name.to_string();
    Some(Finding::Commands {
        missing: missing.len(),
        example,
    })
}

fn of_server(server: &GuildInfo) -> Option<Finding> {
    let lacking = NEEDED - server.permissions;
    let all = server.owner || server.permissions.administrator();
    (!all && !lacking.is_empty()).then(|| Finding::Lacks {
        server: server.name.clone(),
        permissions: lacking.get_permission_names().join(", "),
    })
}

/// Held against the time of Discord's answers; nothing if they tell none.
async fn of_clock(config: &Config) -> Option<Finding> {
    let base = config.discord_api.as_deref().unwrap_or(DISCORD);
    let asked = reqwest::get(format!("{base}/api/v10/gateway")).await.ok()?;
    let date = asked.headers().get(reqwest::header::DATE)?.to_str().ok()?;
    let there = httpdate::parse_http_date(date).ok()?;
    let (off, ahead) = match SystemTime::now().duration_since(there) {
        Ok(ahead) => (ahead, true),
        Err(behind) => (behind.duration(), false),
    };
    let seconds = off.as_secs();
    (off > CLOCK_WITHIN).then_some(Finding::Clock { seconds, ahead })
}
