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
use super::startup::{self, NEEDED, StartError, patiently};
use crate::config::Config;
use crate::text::context::RenderContext;

/// By how much a clock may be wrong before countdowns are.
const CLOCK_WITHIN: Duration = Duration::from_secs(30);
/// How many servers are looked at.
const MOST_SERVERS: u64 = 200;
/// With fewer starts left of a day's thousand something starts the bot over and over.
const FEW_STARTS: u64 = 50;

/// What is not as the bot needs it.
pub struct Finding {
    /// Whether something is wrong; otherwise it is only what comes next.
    pub is_wrong: bool,
    /// What it is and what helps.
    pub line: String,
}

/// What was found.
pub struct Checkup {
    /// What the application is called.
    pub name: String,
    /// The link that adds the bot to a server.
    pub invite: String,
    /// The link by which somebody adds the bot for themselves, where that is allowed.
    pub install: Option<String>,
    /// On how many servers it is, as far as they were looked at.
    pub servers: usize,
    /// The worst first.
    pub findings: Vec<Finding>,
}

/// Looks at the application of this token and at all that belongs to it.
///
/// # Errors
/// [`StartError`]: Discord does not know the token, or cannot be reached.
pub async fn look(config: &Config, token: &str, cx: &RenderContext) -> Result<Checkup, StartError> {
    let (http, budget) = (startup::http(config, token), Budget::default());
    let known = startup::introduce(&http, &budget).await?;
    let gateway = patiently(&budget, "how to connect", || requests::bot_gateway(&http)).await?;
    let own = config.dev_guild.map(GuildId::new);
    let registered = patiently(&budget, "which commands there are", || {
        requests::commands(&http, own)
    });
    let registered = registered.await?;
    let servers = patiently(&budget, "which servers", || {
        requests::servers(&http, GuildId::new(1), MOST_SERVERS)
    });
    let mut servers = servers.await?;
    servers.sort_by(|one, other| one.name.cmp(&other.name));

    let mut findings = Vec::new();
    let mut find = |is_wrong: bool, is_so: bool, line: String| {
        findings.extend(is_so.then_some(Finding { is_wrong, line }));
    };
    let info = &known.info;
    let page = |page: &str| {
        let application = info.id;
        format!("https://discord.com/developers/applications/{application}/{page}")
    };
    let endpoint = info.interactions_endpoint_url.as_deref();
    let endpoint = endpoint.is_some_and(|url| !url.is_empty());
    find(
        true,
        endpoint,
        say!(cx, "setup-endpoint", link = page("information")),
    );
    let grant = info.bot_require_code_grant;
    find(
        true,
        grant,
        say!(cx, "setup-code-grant", link = page("bot")),
    );
    find(
        true,
        !known.reads_messages,
        say!(cx, "setup-cannot-read", link = page("bot")),
    );
    let starts = gateway.session_start_limit;
    let few = starts.remaining < FEW_STARTS.min(starts.total);
    let (left, hours) = (starts.remaining, starts.reset_after.div_ceil(3_600_000));
    find(true, few, say!(cx, "setup-few-starts", left, hours));
    if let Some(line) = of_clock(config, cx).await {
        find(true, true, line);
    }
    if let Some(line) = of_commands(&registered, config, cx) {
        find(false, true, line);
    }
    for line in servers.iter().filter_map(|server| of_server(server, cx)) {
        find(true, true, line);
    }
    // What keeps tables from Discord's own windows, as far as somebody wants them there.
    let (wanted, opens) = (config.activity_key.is_some(), startup::has_windows(&known));
    let web = config.web.as_ref();
    let reachable = web.is_some_and(|web| web.url.starts_with("https://"));
    find(
        true,
        opens && !wanted,
        say!(cx, "setup-window-secret", link = page("oauth2")),
    );
    find(
        true,
        wanted && !opens,
        say!(cx, "setup-no-windows", link = page("embedded/settings")),
    );
    find(true, wanted && !reachable, say!(cx, "setup-window-address"));
    let people = known.serves_people();
    find(
        false,
        !people,
        say!(cx, "setup-servers-only", link = page("installation")),
    );
    find(false, servers.is_empty(), say!(cx, "setup-nowhere"));
    Ok(Checkup {
        invite: startup::invite(&known),
        install: people.then(|| startup::install(&known)),
        name: known.info.name,
        servers: servers.len(),
        findings,
    })
}

/// The slash commands that Discord lacks.
fn of_commands(registered: &[Command], config: &Config, cx: &RenderContext) -> Option<String> {
    let there: BTreeSet<&str> = registered.iter().map(|one| one.name.as_str()).collect();
    let own = commands::offered(config);
    let missing = own.iter().filter(|own| !there.contains(own.name.as_ref()));
    let missing: Vec<_> = missing.collect();
    let example = format!("`/{}`", missing.first()?.name);
    Some(say!(cx, "setup-commands", missing = missing.len(), example))
}

/// What the bot's role lacks on a server.
fn of_server(server: &GuildInfo, cx: &RenderContext) -> Option<String> {
    let lacking = NEEDED - server.permissions;
    let all = server.owner || server.permissions.administrator();
    let permissions = lacking.get_permission_names().join(", ");
    let server = crate::text::markup::escape(&server.name);
    (!all && !lacking.is_empty()).then(|| say!(cx, "setup-lacks", server, permissions))
}

/// Whether the clock of this machine is wrong, held against the time of Discord's answers; nothing if they tell none.
async fn of_clock(config: &Config, cx: &RenderContext) -> Option<String> {
    let base = config.discord_api.as_deref().unwrap_or(DISCORD);
    let asked = reqwest::get(format!("{base}/api/v10/gateway")).await.ok()?;
    let date = asked.headers().get(reqwest::header::DATE)?.to_str().ok()?;
    let there = httpdate::parse_http_date(date).ok()?;
    let (off, ahead) = match SystemTime::now().duration_since(there) {
        Ok(ahead) => (ahead, true),
        Err(behind) => (behind.duration(), false),
    };
    let seconds = off.as_secs();
    (off > CLOCK_WITHIN).then(|| match ahead {
        true => say!(cx, "setup-clock-ahead", seconds),
        false => say!(cx, "setup-clock-behind", seconds),
    })
}
