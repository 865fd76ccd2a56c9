//! Where the double is to be found.

use super::Double;
use super::server::{self, Door};

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

    /// Another entrance, for one of several processes: what comes in there is noted under this name.
    pub async fn entrance(&self, name: &str) -> Endpoints {
        let door = Door::open().await;
        let endpoints = Endpoints {
            api: format!("http://{}", door.address),
            gateway: door.gateway(),
        };
        let (double, name) = (self.clone(), name.to_owned());
        tokio::spawn(async move { server::serve(door, double, &name).await });
        endpoints
    }

    pub fn token(&self) -> String {
        self.world().options.token.clone()
    }
}
