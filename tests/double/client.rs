//! Clients of serenity that talk to the double.

use super::Double;
use serenity::gateway::ShardManager;
use serenity::http::{Http, HttpBuilder};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// Where the double is to be found: what a bot's start is to take in place of Discord's own addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoints {
    /// The base of the HTTP interface, for `HttpBuilder::proxy`: `http://127.0.0.1:PORT`.
    pub api: String,
    /// The gateway, for `Client::ws_url`: `ws://127.0.0.1:PORT/gateway`.
    pub gateway: String,
}

impl Double {
    pub fn endpoints(&self) -> Endpoints {
        Endpoints {
            api: format!("http://{}", self.0.address),
            gateway: self.world().gateway_url.clone(),
        }
    }

    pub fn token(&self) -> String {
        self.world().options.token.clone()
    }

    /// An `Http` without serenity's rate limiter, which alone can be pointed at another address.
    pub fn http(&self) -> Http {
        HttpBuilder::new(self.token())
            .proxy(self.endpoints().api)
            .ratelimiter_disabled(true)
            .build()
    }

    /// Runs a client in the background.
    pub fn run(&self, mut client: serenity::Client) -> Running {
        let shards = client.shard_manager.clone();
        let task = tokio::spawn(async move { client.start_autosharded().await });
        Running { shards, task }
    }
}

/// A client in the background.
pub struct Running {
    pub shards: Arc<ShardManager>,
    task: JoinHandle<serenity::Result<()>>,
}

impl Running {
    /// Shuts the client down and waits for its end.
    pub async fn stop(self) -> serenity::Result<()> {
        self.shards.shutdown_all().await;
        self.ends().await
    }

    /// Waits for the client to end by itself.
    pub async fn ends(mut self) -> serenity::Result<()> {
        (&mut self.task).await.expect("the client does not panic")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}
