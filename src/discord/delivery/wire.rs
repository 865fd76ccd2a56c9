//! The wire to Discord: sends one request, returns one answer.
//!
//! Builds addresses and reads the rate-limit headers of answers. Knows no pacing and no retries.
//! serenity's own limiter is not used because it hides `Retry-After` and counts the edits of all
//! interactions as one.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use super::letter::{Body, BodyFile};
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, USER_AGENT};
use reqwest::multipart::{Form, Part};
use serenity::model::id::{ApplicationId, ChannelId, EmojiId, GuildId, InteractionId, MessageId};

/// The token of an interaction. Whoever has it can answer in the bot's name, so it is never
/// printed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

/// How long an interaction's token is valid, less a margin.
pub const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60 - 20);

impl Token {
    /// Wraps a token, so that it is not printed.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// What a public message is to a token with which it can be edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenMessage {
    /// The one with the pressed control.
    Original,
    /// A follow-up of that press.
    Further,
}

/// The endpoint of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A new message in a channel.
    Post(ChannelId),
    /// Replaces a message's content.
    Edit(ChannelId, MessageId),
    Delete(ChannelId, MessageId),
    /// Who the bot is.
    Myself,
    /// Opens the direct-message channel with somebody.
    Direct,
    /// The first answer to an interaction.
    Callback(InteractionId, Token),
    /// Edits that first answer.
    Original(Token),
    /// Looks which message it is.
    WhichOriginal(Token),
    FollowUp(Token),
    /// Edits a follow-up.
    Further(Token, MessageId),
    /// Edits a public message by a token of which it is the original or a follow-up.
    Pressed {
        channel: ChannelId,
        message: MessageId,
        token: Token,
        /// What the message is to the token.
        tie: TokenMessage,
    },
    /// Deletes a public message by such a token.
    Withdraw(MessageId, Token, TokenMessage),
    /// A new public message, as a follow-up of a press in its channel.
    FurtherPost(ChannelId, Token),
    /// The newest messages of a channel.
    Newest(ChannelId),
    /// A new thread below a channel, for those who are called there.
    NewThread(ChannelId),
    /// The threads of a server that are not archived.
    Threads(GuildId),
    /// Who is in a window of the application, and where that is.
    Window(String),
    /// Lists the emojis of the bot.
    Emojis,
    NewEmoji(String),
    DeleteEmoji(EmojiId),
}

impl Address {
    /// Whether it counts against the bot's global limit of fifty requests a second.
    pub fn counts(&self) -> bool {
        !matches!(
            self,
            Address::Callback(..)
                | Address::Original(_)
                | Address::WhichOriginal(_)
                | Address::FollowUp(_)
                | Address::Further(..)
                | Address::FurtherPost(..)
                | Address::Pressed { .. }
                | Address::Withdraw(..)
        )
    }

    /// The channel of a public message or a thread.
    pub fn channel(&self) -> Option<ChannelId> {
        match self {
            Address::Post(channel) | Address::Edit(channel, _) | Address::Delete(channel, _) => {
                Some(*channel)
            }
            Address::Pressed { channel, .. } | Address::FurtherPost(channel, _) => Some(*channel),
            Address::NewThread(channel) | Address::Newest(channel) => Some(*channel),
            Address::Myself
            | Address::Direct
            | Address::Callback(..)
            | Address::Original(_)
            | Address::WhichOriginal(_)
            | Address::FollowUp(_)
            | Address::Further(..)
            | Address::Withdraw(..)
            | Address::Threads(_)
            | Address::Window(_)
            | Address::Emojis
            | Address::NewEmoji(_)
            | Address::DeleteEmoji(_) => None,
        }
    }

    /// The name for logs, without tokens.
    pub fn name(&self) -> String {
        match self {
            Address::Post(channel) => format!("post in {channel}"),
            Address::Edit(channel, message) => format!("edit {message} in {channel}"),
            Address::Delete(channel, message) => format!("delete {message} in {channel}"),
            Address::Myself => "ask who I am".to_owned(),
            Address::Direct => "open direct messages".to_owned(),
            Address::Callback(interaction, _) => format!("answer {interaction}"),
            Address::Original(_) => "change an answer".to_owned(),
            Address::WhichOriginal(_) => "look which message an answer is".to_owned(),
            Address::FollowUp(_) => "answer again".to_owned(),
            Address::Further(_, message) => format!("change the answer {message}"),
            Address::Pressed {
                channel, message, ..
            } => format!("edit {message} in {channel} by a press"),
            Address::Withdraw(message, ..) => format!("delete {message} by a press"),
            Address::FurtherPost(channel, _) => format!("post in {channel} by a press"),
            Address::Newest(channel) => format!("look what is new in {channel}"),
            Address::NewThread(channel) => format!("open a thread in {channel}"),
            Address::Threads(guild) => format!("list the threads of {guild}"),
            Address::Window(_) => "look who is in a window".to_owned(),
            Address::Emojis => "list the emojis".to_owned(),
            Address::NewEmoji(name) => format!("upload the emoji {name}"),
            Address::DeleteEmoji(emoji) => format!("delete the emoji {emoji}"),
        }
    }

    fn endpoint(&self, application: ApplicationId) -> (Method, String) {
        match self {
            Address::Post(channel) => (Method::POST, format!("/channels/{channel}/messages")),
            Address::Edit(channel, message) => (
                Method::PATCH,
                format!("/channels/{channel}/messages/{message}"),
            ),
            Address::Delete(channel, message) => (
                Method::DELETE,
                format!("/channels/{channel}/messages/{message}"),
            ),
            Address::Newest(channel) => (
                Method::GET,
                format!("/channels/{channel}/messages?limit=50"),
            ),
            Address::NewThread(channel) => (Method::POST, format!("/channels/{channel}/threads")),
            Address::Threads(guild) => (Method::GET, format!("/guilds/{guild}/threads/active")),
            Address::Myself => (Method::GET, "/users/@me".to_owned()),
            Address::Direct => (Method::POST, "/users/@me/channels".to_owned()),
            Address::Callback(interaction, Token(token)) => (
                Method::POST,
                format!("/interactions/{interaction}/{token}/callback"),
            ),
            Address::Original(Token(token))
            | Address::Pressed {
                token: Token(token),
                tie: TokenMessage::Original,
                ..
            } => (
                Method::PATCH,
                format!("/webhooks/{application}/{token}/messages/@original"),
            ),
            Address::WhichOriginal(Token(token)) => (
                Method::GET,
                format!("/webhooks/{application}/{token}/messages/@original"),
            ),
            Address::FollowUp(Token(token)) | Address::FurtherPost(_, Token(token)) => {
                (Method::POST, format!("/webhooks/{application}/{token}"))
            }
            Address::Further(Token(token), message)
            | Address::Pressed {
                token: Token(token),
                message,
                tie: TokenMessage::Further,
                ..
            } => (
                Method::PATCH,
                format!("/webhooks/{application}/{token}/messages/{message}"),
            ),
            Address::Withdraw(message, Token(token), tie) => {
                let which = match tie {
                    TokenMessage::Original => "@original".to_owned(),
                    TokenMessage::Further => message.to_string(),
                };
                (
                    Method::DELETE,
                    format!("/webhooks/{application}/{token}/messages/{which}"),
                )
            }
            Address::Window(window) => (
                Method::GET,
                format!("/applications/{application}/activity-instances/{window}"),
            ),
            Address::Emojis => (Method::GET, format!("/applications/{application}/emojis")),
            Address::NewEmoji(_) => (Method::POST, format!("/applications/{application}/emojis")),
            Address::DeleteEmoji(emoji) => (
                Method::DELETE,
                format!("/applications/{application}/emojis/{emoji}"),
            ),
        }
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
    application: ApplicationId,
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
            .build()
            .map_err(lost)?;
        let base = base.unwrap_or(DISCORD).trim_end_matches('/');
        let base = format!("{base}/api/v10");
        let token = format!("Bot {token}");
        Ok(Self {
            client,
            token,
            application,
            base,
        })
    }
}

impl Wire for Http {
    fn send<'a>(&'a self, to: &'a Address, body: Body) -> AnswerState<'a> {
        Box::pin(async move {
            let (method, path) = to.endpoint(self.application);
            let url = format!("{}{path}", self.base);
            let mut request = self.client.request(method, url);
            request = request.header(AUTHORIZATION, &self.token);
            request = request.header(USER_AGENT, AGENT);
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
