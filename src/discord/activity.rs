//! Tables in Discord's own windows, its *Activities*: how one is opened, and who is let in there.
//!
//! Of what the page says nothing is believed: it has a code, which only Discord can exchange by the application's secret,
//! and names a window, of which Discord says who is in it and in which channel it is.

use std::time::Duration;

use reqwest::header::USER_AGENT;
use serde::Deserialize;
use serenity::model::id::{ApplicationId, GuildId, UserId};

use super::Bot;
use super::heard::Incoming;
use super::outbox::Location;
use super::outbox::answers::Failure;
use super::outbox::letter::Callback;
use super::outbox::wire::{AGENT, DISCORD, Interaction};
use crate::config::{Config, Secret};
use crate::desk::browsing::{Admitting, Doorkeeper, Unknown};
use crate::desk::{AskedFrom, Who};
use crate::table::PersonId;
use crate::text::locale::Locale;

/// The pages of Discord in which it shows windows.
pub const PARENTS: [&str; 3] = [
    "https://discord.com",
    "https://ptb.discord.com",
    "https://canary.discord.com",
];
/// How long Discord may take to say who somebody is, or who is in a window.
const KNOWN_WITHIN: Duration = Duration::from_secs(10);

/// What is needed to ask Discord who somebody is.
pub struct Activity {
    client: reqwest::Client,
    base: String,
    pub application: ApplicationId,
    secret: Secret,
}

/// Who somebody is.
#[derive(Deserialize)]
pub struct Person {
    pub id: UserId,
    pub username: String,
    pub global_name: Option<String>,
    pub locale: Option<String>,
}

impl Activity {
    /// With the secret that is set; `None` if none is, or tables are not in a browser.
    ///
    /// # Errors
    /// If this machine cannot make TLS connections.
    pub fn of(config: &Config, application: ApplicationId) -> Result<Option<Self>, reqwest::Error> {
        let Some(secret) = config.activity() else {
            return Ok(None);
        };
        let client = reqwest::Client::builder()
            .use_rustls_tls()
            .timeout(KNOWN_WITHIN)
            .build()?;
        let base = config.discord_api.as_deref().unwrap_or(DISCORD);
        Ok(Some(Self {
            client,
            base: format!("{}/api/v10", base.trim_end_matches('/')),
            application,
            secret: secret.clone(),
        }))
    }

    /// Who has this code. It is worth something once.
    ///
    /// # Errors
    /// [`Unknown`].
    pub async fn whose(&self, code: &str) -> Result<Person, Unknown> {
        #[derive(Deserialize)]
        struct Granted {
            access_token: String,
        }
        let application = self.application.to_string();
        let form = [
            ("client_id", application.as_str()),
            ("client_secret", self.secret.expose()),
            ("grant_type", "authorization_code"),
            ("code", code),
        ];
        let url = format!("{}/oauth2/token", self.base);
        let granted: Granted = asked(self.client.post(url).form(&form)).await?;
        let url = format!("{}/users/@me", self.base);
        asked(self.client.get(url).bearer_auth(granted.access_token)).await
    }
}

/// The answer to a request of somebody's own.
async fn asked<T: for<'de> Deserialize<'de>>(
    request: reqwest::RequestBuilder,
) -> Result<T, Unknown> {
    // Without its address and its cause: they may hold what was sent.
    let lost = |_| {
        tracing::warn!("Discord did not say who somebody is");
        Unknown::Unreachable
    };
    let answer = request.header(USER_AGENT, AGENT).send().await;
    let answer = answer.map_err(lost)?;
    let status = answer.status().as_u16();
    let body = answer.bytes().await.map_err(lost)?;
    match status {
        200 => serde_json::from_slice(&body).map_err(|_| Unknown::Unreachable),
        401 if body.windows(CLIENT.len()).any(|part| part == CLIENT) => {
            tracing::error!("Discord does not accept DISCORD_CLIENT_SECRET");
            Err(Unknown::Unreachable)
        }
        400 | 401 => Err(Unknown::Code),
        status => {
            tracing::warn!(status, "Discord did not say who somebody is");
            Err(Unknown::Unreachable)
        }
    }
}

/// What Discord says of a secret that is not the application's.
const CLIENT: &[u8] = b"invalid_client";

/// The longest name of a window.
const MOST_WINDOW: usize = 200;

/// Answers an interaction by a window with the channel's table. `false` if there are none: then it is still to be
/// answered.
pub async fn launch(bot: &Bot, heard: &Incoming, by: &Interaction) -> bool {
    if bot.activity.is_none() {
        return false;
    }
    if let Err(failure) = bot.outbox.open(by, &Callback::Launch).await {
        tracing::warn!(%failure, "no window was opened");
        let cx = bot.desk.front.context(&heard.who, &heard.place).await;
        let line = say!(cx, "activity-not-opened");
        bot.outbox.tell_one(by, line).await;
    }
    true
}

impl Doorkeeper for Bot {
    fn admit<'a>(&'a self, code: &'a str, window: &'a str) -> Admitting<'a> {
        Box::pin(async move {
            let activity = self.activity.as_ref().ok_or(Unknown::Unreachable)?;
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            // It becomes a part of an address.
            if window.is_empty() || window.len() > MOST_WINDOW || !window.chars().all(plain) {
                return Err(Unknown::Window);
            }
            let person = activity.whose(code).await?;
            let found = self.outbox.window(window, KNOWN_WITHIN).await;
            let found = found.map_err(|failure| match failure {
                Failure::Refused { status: 404, .. } => Unknown::Window,
                failure => {
                    tracing::warn!(%failure, "who is in a window was not found out");
                    Unknown::Unreachable
                }
            })?;
            if !found.users.contains(&person.id) {
                return Err(Unknown::Absent);
            }
            let name = person.global_name.unwrap_or(person.username);
            let who = Who {
                locale: person.locale.as_deref().and_then(Locale::of),
                ..Who::new(PersonId(person.id.get()), name)
            };
            let Location {
                channel_id,
                guild_id,
            } = found.location;
            let place = AskedFrom::new(channel_id.get(), guild_id.map(GuildId::get));
            self.boards.learn_place(&place);
            Ok((who, place))
        })
    }
}
