//! Requests without a library, to see statuses and headers as they are.

use crate::double::{Asked, Double, Person, Seen};
use reqwest::Method;
use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use std::collections::BTreeMap;

/// A Discord, requests to it, a channel there, and two people.
pub type Scene = (Double, Raw, ChannelId, Person, Person);

pub async fn scene() -> Scene {
    at(Double::start().await)
}

pub fn at(discord: Double) -> Scene {
    let raw = Raw::new(&discord);
    let table = discord.channel("table");
    let [ana, bo] = ["Ana", "Bo"].map(|name| discord.person(name));
    (discord, raw, table, ana, bo)
}

pub struct Raw {
    client: reqwest::Client,
    api: String,
    token: String,
    application: u64,
}

pub struct Response {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

impl Response {
    /// Status and Discord's code.
    pub fn refusal(&self) -> (u16, u64) {
        (self.status, self.body["code"].as_u64().unwrap_or_default())
    }

    /// The id of the message that came of it.
    pub fn id(&self) -> String {
        self.body["id"].as_str().expect("a message").to_owned()
    }
}

impl Raw {
    pub fn new(discord: &Double) -> Self {
        let application = discord.world().application.get();
        let (api, token) = (discord.endpoints().api, format!("Bot {}", discord.token()));
        Self {
            client: reqwest::Client::new(),
            api,
            token,
            application,
        }
    }

    pub fn with_token(self, token: &str) -> Self {
        Self {
            token: token.to_owned(),
            ..self
        }
    }

    /// Sends a request such as `POST /channels/1/messages`; `{app}` stands for the application.
    pub async fn call(&self, request: &str, body: Value) -> Response {
        self.try_call(request, body).await.expect("an answer")
    }

    pub async fn try_call(&self, request: &str, body: Value) -> reqwest::Result<Response> {
        let (method, path) = request.split_once(' ').expect("a method and a path");
        let path = path.replace("{app}", &self.application.to_string());
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let mut request = self
            .client
            .request(method, format!("{}/api/v10{path}", self.api));
        request = request.header("authorization", &self.token);
        if !body.is_null() {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let response = request.send().await?;
        let text =
            |value: &reqwest::header::HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), text(value)))
            .collect();
        let status = response.status().as_u16();
        let body = serde_json::from_str(&response.text().await?).unwrap_or_default();
        Ok(Response {
            status,
            headers,
            body,
        })
    }

    /// Sends a request that is refused; status and Discord's code.
    pub async fn refusal(&self, request: &str, body: Value) -> (u16, u64) {
        self.call(request, body).await.refusal()
    }

    /// Posts a message.
    pub async fn posts(&self, channel: ChannelId, message: Value) -> Response {
        let post = format!("POST /channels/{channel}/messages");
        self.call(&post, message).await
    }

    /// Posts a message with one button, `Go`, and gives it as a person sees it.
    pub async fn post(&self, channel: ChannelId, to: &Person) -> Seen {
        let sent = self.posts(channel, message_with_button()).await;
        assert_eq!(sent.status, 200, "{}", sent.body);
        to.sees(channel).pop().expect("the message that was posted")
    }

    /// Answers an interaction.
    pub async fn answer(&self, asked: &Asked, body: Value) -> Response {
        let token = token(asked);
        let path = format!("POST /interactions/{}/{token}/callback", asked.id);
        self.call(&path, body).await
    }

    /// Calls what is below an interaction's token: `PATCH /messages/@original`.
    pub async fn by_token(&self, asked: &Asked, request: &str, body: Value) -> Response {
        let (method, path) = request.split_once(' ').expect("a method and a path");
        let request = format!("{method} /webhooks/{{app}}/{}{path}", token(asked));
        self.call(&request, body).await
    }

    /// Gives the first answer to an interaction another text.
    pub async fn edits(&self, asked: &Asked, text: &str) -> Response {
        let text = json!({"content": text});
        self.by_token(asked, "PATCH /messages/@original", text)
            .await
    }
}

fn token(asked: &Asked) -> String {
    let world = asked.double.world();
    world.interactions[&asked.id].token.clone()
}

/// A plain message.
pub fn message(text: &str) -> Value {
    json!({"content": text, "allowed_mentions": {"parse": []}})
}

fn message_with_button() -> Value {
    let button = json!({"type": 2, "style": 1, "label": "Go", "custom_id": "go"});
    let mut message = message("Press");
    message["components"] = json!([{"type": 1, "components": [button]}]);
    message
}
