//! Startup and shutdown of the connection to Discord.
//!
//! Decides the intents, the number of shards and when they open, and what is printed if a setting
//! of the application is missing. Does not handle events.

use std::future::Future;
use std::time::Duration;

use ::serenity::all as serenity;
use gateway::requests;
use serenity::all::{
    ApplicationFlags, ApplicationId, CurrentApplicationInfo, GatewayIntents, Http, HttpBuilder,
    InstallationContext, Permissions,
};

use super::outbox::queue::Urgency;
use super::outbox::windows::Budget;
use super::outbox::wire;
use crate::config::Config;
use crate::store::ShardRange;

/// The permissions that the bot needs in a channel; none is dangerous.
pub const NEEDED: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// What it asks for besides: pictures, without which it plays on, and threads for the tables of cups.
const WANTED: Permissions = Permissions::ATTACH_FILES.union(Permissions::CREATE_PRIVATE_THREADS);

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(
        "Discord does not accept DISCORD_TOKEN. Copy it again: https://discord.com/developers/applications \
         → your application → Bot → Reset Token"
    )]
    Token,
    /// Discord could not be reached, or gave an unexpected answer.
    #[error("Discord could not be reached ({during}): {reason}")]
    Unreachable {
        during: &'static str,
        reason: String,
    },
    #[error("SHARDS: Discord does not accept {total} connections in all; it asks for {advised}")]
    Shards {
        /// The configured number.
        total: u16,
        /// The number that Discord recommends.
        advised: u32,
    },
    #[error("DATABASE_URL: {0}")]
    Store(#[from] crate::store::StoreError),
    /// Tables cannot be kept any more.
    #[error(transparent)]
    Keeping(#[from] crate::host::KeepingFailed),
    #[error(
        "HEALTH_LISTEN={address} cannot be used: {reason}. Name an address of this machine and a port that nothing \
         else uses, for example HEALTH_LISTEN=127.0.0.1:9464"
    )]
    Health {
        address: std::net::SocketAddr,
        reason: String,
    },
    /// The connection ended for good.
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}

/// The bot's application, read before connecting.
pub struct Application {
    pub info: CurrentApplicationInfo,
    /// Whether the application has the message content intent.
    pub reads_messages: bool,
}

impl Application {
    /// Whether people may install it for themselves, as far as Discord says.
    pub fn serves_people(&self) -> bool {
        let by = &self.info.integration_types_config;
        by.is_empty() || by.contains_key(&InstallationContext::User)
    }
}

/// A client for the few requests that are not deliveries. serenity's limiter is off: it remembers
/// every interaction for ever and does not work with another address.
pub fn http(config: &Config, token: &str) -> Http {
    let builder = HttpBuilder::new(token).ratelimiter_disabled(true);
    match &config.discord_api {
        Some(address) => builder.proxy(address.clone()).build(),
        None => builder.build(),
    }
}

/// The wire of the bot with this token.
///
/// # Errors
/// [`StartError::Unreachable`] if this machine cannot make TLS connections.
pub fn wire(config: &Config, token: &str, id: ApplicationId) -> Result<wire::Http, StartError> {
    let wire = wire::Http::new(token, id, config.discord_api.as_deref());
    wire.map_err(|lost| no_tls(lost.0))
}

/// This machine cannot make TLS connections.
pub const fn no_tls(reason: String) -> StartError {
    let during = "TLS";
    StartError::Unreachable { during, reason }
}

/// Asks for the bot's application, which also checks the token.
///
/// # Errors
/// [`StartError::Token`] or [`StartError::Unreachable`].
pub async fn introduce(http: &Http, budget: &Budget) -> Result<Application, StartError> {
    let info = patiently(budget, "who am I", || requests::application(http)).await?;
    http.set_application_id(info.id);
    let flags = info.flags.unwrap_or(ApplicationFlags::empty());
    let granted = ApplicationFlags::GATEWAY_MESSAGE_CONTENT
        | ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED;
    Ok(Application {
        reads_messages: flags.intersects(granted),
        info,
    })
}

/// Retries until there is an answer or a refusal, within the bot's budget.
///
/// # Errors
/// [`StartError::Token`] or [`StartError::Unreachable`].
pub async fn patiently<T, F: Future<Output = serenity::Result<T>>>(
    budget: &Budget,
    during: &'static str,
    ask: impl Fn() -> F,
) -> Result<T, StartError> {
    let mut pause = Duration::from_millis(500);
    for attempt in 1.. {
        let place = budget.pass(Urgency::Urgent).await;
        let asked = ask().await;
        drop(place);
        let error = match asked {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        let status = match &error {
            serenity::Error::Http(error) => error.status_code().map(|status| status.as_u16()),
            _ => None,
        };
        match status {
            Some(401) => return Err(StartError::Token),
            Some(400 | 402..=428 | 430..=499) => return Err(no_answer(during, &error)),
            Some(_) | None if attempt >= 6 => return Err(no_answer(during, &error)),
            Some(_) | None => {}
        }
        tracing::warn!(during, attempt, "Discord did not answer; asking again");
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    unreachable!("the attempts end")
}

/// The error without any payload: the text of serenity's other errors could contain a token.
fn no_answer(during: &'static str, error: &serenity::Error) -> StartError {
    let reason = match error {
        serenity::Error::Http(error) => match std::error::Error::source(error) {
            Some(source) => format!("{error} {source}"),
            None => error.to_string(),
        },
        serenity::Error::Json(_) | serenity::Error::Decode(..) => {
            "the answer could not be read".to_owned()
        }
        _ => "the request failed".to_owned(),
    };
    StartError::Unreachable { during, reason }
}

/// The link that adds the bot to a server with the permissions it needs.
pub fn invite(known: &Application) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}",
        known.info.id,
        (NEEDED | WANTED).bits()
    )
}

/// The link by which somebody adds the bot for themselves.
pub fn install(known: &Application) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={}&integration_type=1&scope=applications.commands",
        known.info.id
    )
}

/// The page where the message content intent is switched on.
pub fn how_to_read_messages(known: &Application) -> String {
    format!(
        "Typed commands such as `$play` need the Message Content intent, which is off. Switch it on at \
         https://discord.com/developers/applications/{}/bot under Privileged Gateway Intents → Message \
         Content Intent, and start again. Until then slash commands, buttons, direct messages and \
         commands that begin with a mention of the bot work.",
        known.info.id
    )
}

/// Whether Activities are switched on for the application.
pub fn has_windows(known: &Application) -> bool {
    let flags = known.info.flags;
    flags.is_some_and(|flags| flags.contains(ApplicationFlags::EMBEDDED))
}

/// The page where Activities are switched on.
pub fn how_to_open_windows(known: &Application) -> String {
    format!(
        "DISCORD_CLIENT_SECRET is set, but Activities are off, so that Discord opens no table in a window of its own. \
         Switch them on: https://discord.com/developers/applications/{}/embedded/settings",
        known.info.id
    )
}

/// The intents: none is privileged except reading messages, where granted.
pub fn intents(reads_messages: bool) -> GatewayIntents {
    let mut intents =
        GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    intents.set(GatewayIntents::MESSAGE_CONTENT, reads_messages);
    intents
}

/// Registers the commands: in one server, where they appear at once, or everywhere. Gives them as
/// Discord has them, with their ids.
///
/// # Errors
/// [`StartError::Unreachable`] if Discord refuses them.
pub async fn register(
    (http, budget): (&Http, &Budget),
    config: &Config,
    commands: Vec<serde_json::Value>,
) -> Result<Vec<serenity::Command>, StartError> {
    let count = commands.len();
    let (server, commands) = (
        config.dev_guild.map(serenity::GuildId::new),
        commands.into(),
    );
    let register = || requests::register(http, server, &commands);
    let registered = patiently(budget, "registering commands", register).await?;
    tracing::info!(count, guild = config.dev_guild, "commands are registered");
    Ok(registered)
}

/// What Discord says about sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gateway {
    pub address: String,
    /// The shards that this process may connect.
    pub shards: ShardRange,
    /// How many sessions Discord admits at the same time: the number of its buckets.
    pub concurrency: u32,
}

/// The shards to connect, once Discord allows it.
///
/// # Errors
/// [`StartError`] if Discord does not say, or the configured number is too small for the bot.
pub async fn gateway(
    (http, budget): (&Http, &Budget),
    config: &Config,
) -> Result<Gateway, StartError> {
    let gateway = patiently(budget, "how to connect", || requests::bot_gateway(http)).await?;
    let advised = gateway.shards.max(1);
    let all = u16::try_from(advised).unwrap_or(u16::MAX);
    let shards = config.shards.unwrap_or(ShardRange {
        first: 0,
        last: all - 1,
        total: all,
    });
    // A shard may serve 2,500 servers; Discord recommends one per thousand or so.
    if u32::from(shards.total) * 3 < advised {
        return Err(StartError::Shards {
            total: shards.total,
            advised,
        });
    }
    let wanted = u64::from(shards.last - shards.first) + 1;
    let limit = gateway.session_start_limit;
    if limit.remaining < wanted {
        let wait = Duration::from_millis(limit.reset_after);
        tracing::error!(
            remaining = limit.remaining,
            wanted,
            ?wait,
            "Discord allows no more connections today; waiting until it does"
        );
        tokio::time::sleep(wait).await;
    }
    Ok(Gateway {
        address: config.discord_gateway.clone().unwrap_or(gateway.url),
        shards,
        concurrency: u32::try_from(limit.max_concurrency).unwrap_or(1).max(1),
    })
}

/// Resolves on Ctrl-C or SIGTERM.
pub async fn asked_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
