//! What the bot is to pages in Discord's own windows, its *Activities*: the application by whose secret Discord says who
//! somebody is that handed in a code.

use std::time::Duration;

use reqwest::header::USER_AGENT;
use serde::Deserialize;
use serenity::model::id::{ApplicationId, UserId};

use super::outbox::wire::{AGENT, DISCORD};
use crate::config::{Config, Secret};
use crate::desk::windows::Unknown;

/// The pages of Discord in which it shows windows.
pub const PARENTS: [&str; 3] = [
    "https://discord.com",
    "https://ptb.discord.com",
    "https://canary.discord.com",
];
/// How long Discord may take to say who somebody is.
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
