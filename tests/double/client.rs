//! Clients of serenity that talk to the double.

use super::Double;
use super::server::{self, Door};
use serenity::gateway::ShardManager;
use serenity::http::{Http, HttpBuilder};
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

const DISCORD: &str = "discord.com";

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
        let door = Door::open(None).await;
        let endpoints = Endpoints {
            api: format!("http://{}", door.address()),
            gateway: door.gateway(),
        };
        let (double, name) = (self.clone(), name.to_owned());
        tokio::spawn(async move { server::serve(door, double, &name).await });
        endpoints
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

    /// An `Http` with serenity's rate limiter on. That one always speaks to `https://discord.com`, so that name leads to
    /// a port of the double here, whose certificate this client trusts.
    pub async fn limited_http(&self) -> Http {
        let names = vec![DISCORD.to_owned()];
        let made =
            rcgen::generate_simple_self_signed(names).expect("a plain name makes a certificate");
        let certificate = made.cert.der().clone();
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows the usual versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .expect("the key is the certificate's");
        let door = Door::open(Some(TlsAcceptor::from(Arc::new(config)))).await;
        let address = door.address();
        tokio::spawn(server::serve(door, self.clone(), ""));
        let trusted =
            reqwest::Certificate::from_der(&certificate).expect("a certificate of our own");
        let client = reqwest::Client::builder()
            .use_rustls_tls()
            .add_root_certificate(trusted)
            .resolve(DISCORD, address);
        HttpBuilder::new(self.token())
            .client(client.build().expect("a client"))
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
