//! The wire to Discord: sends one request, returns one answer.
//!
//! Decides what is to be known of an endpoint, and reads the rate-limit headers of answers. Knows no pacing and no
//! retries.
//! serenity's own limiter is not used because it hides `Retry-After` and counts the edits of all
//! interactions as one.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use super::letter::{Body, BodyFile};
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use reqwest::multipart::{Form, Part};
use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId};
use tokio::time::Instant;

/// The token of an interaction. Whoever has it can answer in the bot's name, so it is never
/// printed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

/// How long an interaction's token is valid, less a margin.
const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60 - 20);

impl Token {
    /// Wraps a token, so that it is not printed.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// What has to be answered: a command that was given, or the use of a button or menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interaction {
    pub id: InteractionId,
    pub token: Token,
    /// Until when the token is valid.
    pub until: Instant,
}

impl Interaction {
    /// One that has just come.
    pub fn new(id: InteractionId, token: &str) -> Self {
        Self {
            id,
            token: Token::new(token),
            until: Instant::now() + TOKEN_LIFE,
        }
    }

    /// Its original, or this follow-up of it.
    pub fn message(&self, follow_up: Option<MessageId>) -> TokenMessage {
        TokenMessage {
            token: self.token.clone(),
            until: self.until,
            follow_up,
        }
    }
}

/// A message that is reached by the token of an interaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenMessage {
    pub token: Token,
    /// Until when it is valid.
    pub until: Instant,
    /// The follow-up; `None` for what the token calls its original: the first answer, or the message with the pressed
    /// control.
    pub follow_up: Option<MessageId>,
}

/// Requests that share one of Discord's windows.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Lane(&'static str, Of);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Of {
    Bot,
    /// A channel or a server.
    Id(u64),
    Token(Token),
}

impl Lane {
    /// What is assumed of its window before an answer tells: so many requests in so much time.
    pub fn assumed(&self) -> (u32, Duration) {
        match self.0 {
            "deletes" => (3, Duration::from_secs(1)),
            _ => (5, Duration::from_secs(5)),
        }
    }

    /// That of the answers by a token but the first: edits, of whichever message.
    pub const fn of_answers(token: Token) -> Self {
        Self("answers", Of::Token(token))
    }
}

/// An endpoint, and all that is to be known of a request to it.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// Its kind, as it is measured.
    pub route: &'static str,
    pub method: Method,
    /// Within the API; it may contain a token.
    pub path: String,
    /// `None` for first answers to interactions, as there is only one of each.
    pub lane: Option<Lane>,
    /// That of an interaction, by which it goes: then it does not count against the bot's fifty requests a second.
    pub token: Option<Token>,
    /// The channel of a public message or a thread.
    pub channel: Option<ChannelId>,
    pub server: Option<GuildId>,
    /// What may have been done although no answer came: Discord does not recognize a second one.
    pub once: bool,
}

/// In paths it stands for the id of the application.
pub(super) const APPLICATION: &str = "{application}";

impl Address {
    fn new(route: &'static str, method: Method, path: String, lane: Lane) -> Self {
        Self {
            route,
            method,
            path,
            lane: Some(lane),
            token: None,
            channel: None,
            server: None,
            once: false,
        }
    }

    /// Something of the bot's own, at this path.
    pub(super) fn of_bot(
        (route, method): (&'static str, Method),
        path: impl Into<String>,
        lane: &'static str,
    ) -> Self {
        Self::new(route, method, path.into(), Lane(lane, Of::Bot))
    }

    /// Something in a channel, below this path.
    pub(super) fn at(
        (route, method): (&'static str, Method),
        channel: ChannelId,
        path: impl fmt::Display,
        lane: &'static str,
    ) -> Self {
        let path = format!("/channels/{channel}/{path}");
        Self {
            channel: Some(channel),
            ..Self::new(route, method, path, Lane(lane, Of::Id(channel.get())))
        }
    }

    /// Something by the token of an interaction, below this path. New messages have a window of their own.
    pub(super) fn by((route, method): (&'static str, Method), token: &Token, path: &str) -> Self {
        let lane = match method == Method::POST {
            true => Lane("follow-ups", Of::Token(token.clone())),
            false => Lane::of_answers(token.clone()),
        };
        let path = format!("/webhooks/{APPLICATION}/{}{path}", token.0);
        Self {
            token: Some(token.clone()),
            ..Self::new(route, method, path, lane)
        }
    }

    /// A new message in a channel.
    pub fn post(channel: ChannelId) -> Self {
        Self::at(("post", Method::POST), channel, "messages", "posts")
    }

    /// Replaces a message's content.
    pub fn edit(channel: ChannelId, message: MessageId) -> Self {
        let path = format!("messages/{message}");
        Self::at(("edit", Method::PATCH), channel, path, "edits")
    }

    /// The threads of a server that are not archived.
    pub fn threads(guild: GuildId) -> Self {
        let path = format!("/guilds/{guild}/threads/active");
        let lane = Lane("threads of", Of::Id(guild.get()));
        Self {
            server: Some(guild),
            ..Self::new("post", Method::GET, path, lane)
        }
    }

    /// The first answer to an interaction.
    pub fn callback(Interaction { id, token, .. }: &Interaction) -> Self {
        let path = format!("/interactions/{id}/{}/callback", token.0);
        Self {
            path,
            lane: None,
            ..Self::by(("callback", Method::POST), token, "")
        }
    }

    /// Something about a message that a token reaches.
    pub(super) fn about(how: (&'static str, Method), message: &TokenMessage) -> Self {
        let path = match message.follow_up {
            None => "/messages/@original".to_owned(),
            Some(message) => format!("/messages/{message}"),
        };
        Self::by(how, &message.token, &path)
    }

    /// Edits a public message.
    pub fn pressed(channel: ChannelId, message: &TokenMessage) -> Self {
        Self {
            channel: Some(channel),
            ..Self::about(("pressed", Method::PATCH), message)
        }
    }

    /// A new public message, as a follow-up of a press in its channel.
    pub fn further_post(channel: ChannelId, token: &Token) -> Self {
        Self {
            channel: Some(channel),
            once: true,
            ..Self::by(("pressed", Method::POST), token, "")
        }
    }

    /// Whether it counts against the bot's global limit of fifty requests a second.
    pub const fn counts(&self) -> bool {
        self.token.is_none()
    }

    /// The token of which it takes one of its follow-ups.
    pub fn follows_up(&self) -> Option<&Token> {
        let follows = self.method == Method::POST && self.route != "callback";
        self.token.as_ref().filter(|_| follows)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match &self.token {
            // What stands behind it tells which message.
            Some(token) => self.path.replace(&token.0, "…"),
            None => self.path.clone(),
        };
        write!(f, "{} {path}", self.method)
    }
}

/// The rate-limit headers of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RateHeaders {
    /// Requests of this kind per window.
    pub limit: Option<u32>,
    /// How many of them are left.
    pub remaining: Option<u32>,
    /// When the window ends.
    pub reset_after: Option<Duration>,
    /// How long to wait after a 429.
    pub retry_after: Option<Duration>,
    /// Whether the 429 is for all of the bot's requests.
    pub global: bool,
    /// Whether the 429 is for a limit shared with others, which does not count against the bot.
    pub shared: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    pub limits: RateHeaders,
    /// The body, usually JSON.
    pub body: Vec<u8>,
}

/// The connection failed, so there was no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Lost(pub String);

pub type AnswerState<'a> = Pin<Box<dyn Future<Output = Result<Reply, Lost>> + Send + 'a>>;

/// Sends requests to Discord.
pub trait Wire: Send + Sync + 'static {
    fn send<'a>(&'a self, to: &'a Address, body: Body) -> AnswerState<'a>;
}

/// The real wire, over HTTPS.
pub struct Http {
    client: reqwest::Client,
    token: String,
    application: String,
    base: String,
}

/// The base URL of Discord's API.
pub const DISCORD: &str = "https://discord.com";
/// Who the bot says it is.
pub const AGENT: &str = concat!("DiscordBot (tractor-bot, ", env!("CARGO_PKG_VERSION"), ")");

impl Http {
    /// The wire of this bot; `base` replaces [`DISCORD`].
    ///
    /// # Errors
    /// If this machine cannot make TLS connections.
    pub fn new(token: &str, application: ApplicationId, base: Option<&str>) -> Result<Self, Lost> {
        let client = reqwest::Client::builder()
            .use_rustls_tls()
            .user_agent(AGENT)
            .build()
            .map_err(lost)?;
        let base = base.unwrap_or(DISCORD).trim_end_matches('/');
        Ok(Self {
            client,
            token: format!("Bot {token}"),
            application: application.to_string(),
            base: format!("{base}/api/v10"),
        })
    }
}

impl Wire for Http {
    fn send<'a>(&'a self, to: &'a Address, body: Body) -> AnswerState<'a> {
        Box::pin(async move {
            let path = to.path.replace(APPLICATION, &self.application);
            let url = format!("{}{path}", self.base);
            let mut request = self.client.request(to.method.clone(), url);
            request = request.header(AUTHORIZATION, &self.token);
            request = match body.files {
                files if !files.is_empty() => {
                    request.multipart(form(body.json, files).map_err(lost)?)
                }
                _ if body.json.is_empty() => request,
                _ => request.header(CONTENT_TYPE, JSON).body(body.json),
            };
            let response = request.send().await.map_err(lost)?;
            let status = response.status().as_u16();
            let limits = limits(response.headers());
            let body = response.bytes().await.map_err(lost)?.to_vec();
            Ok(Reply {
                status,
                limits,
                body,
            })
        })
    }
}

const JSON: &str = "application/json";

/// A message's fields and files as a multipart form.
fn form(fields: Vec<u8>, files: Vec<BodyFile>) -> Result<Form, reqwest::Error> {
    let fields = Part::bytes(fields).mime_str(JSON)?;
    let mut form = Form::new().part("payload_json", fields);
    for (number, BodyFile { name, kind, bytes }) in files.into_iter().enumerate() {
        let file = Part::bytes(bytes.to_vec()).file_name(name);
        form = form.part(format!("files[{number}]"), file.mime_str(kind)?);
    }
    Ok(form)
}

/// The error without its URL, which can contain an interaction's token.
fn lost(error: reqwest::Error) -> Lost {
    let error = error.without_url();
    let mut words = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    Lost(words)
}

fn limits(headers: &HeaderMap) -> RateHeaders {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let number = |name| text(name).and_then(|text| text.parse().ok());
    let seconds = |name| {
        let seconds: f64 = text(name)?.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    RateHeaders {
        limit: number("x-ratelimit-limit"),
        remaining: number("x-ratelimit-remaining"),
        reset_after: seconds("x-ratelimit-reset-after"),
        retry_after: seconds("retry-after"),
        global: text("x-ratelimit-global").is_some() || text("x-ratelimit-scope") == Some("global"),
        shared: text("x-ratelimit-scope") == Some("shared"),
    }
}
