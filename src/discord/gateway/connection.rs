//! One connection of a shard to Discord: opened, kept until it ends or is not wanted any more, and closed.
//!
//! Decides how it is closed: in good order if Discord is there to hear of it, and soon in any case. Where a
//! session cannot be resumed, serenity would open another one by itself, asking nobody, and would then miss
//! being told to close it. So serenity's own queue is ended here: whoever keeps the sessions opens the next one.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ConnectionStage, Framework, GatewayError, GatewayIntents, Shard, ShardId, ShardInfo,
    ShardManager, ShardMessenger,
};
use serenity::gateway::{ShardRunner, ShardRunnerInfo, ShardRunnerMessage, ShardRunnerOptions};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use super::Boxed;

/// How long it may take to reach the gateway.
const OPENED_WITHIN: Duration = Duration::from_secs(20);
/// How long Discord is given to confirm that a session is closed.
const CLOSED_WITHIN: Duration = Duration::from_secs(2);
/// How long serenity's queue may take to end, and the interval at which that is looked up.
const QUEUE_ENDS_WITHIN: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(1);
/// Of what the log says of it: the bot's own name, which `RUST_LOG` is set by.
const TARGET: &str = "tractor_bot::discord";
/// A shard that does not exist.
const NO_SHARD: ShardId = ShardId(u32::MAX);

/// How a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By the stop signal.
    Stopped,
    /// Its session is lost; another one may be opened.
    Lost,
    /// The message content intent is not granted.
    MayNotRead,
    /// The token is not accepted any more.
    WrongToken,
    /// It cannot continue; the text may be shown.
    Failed(String),
}

/// Where a session is opened, and for what.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The address of the gateway.
    pub address: String,
    /// The token, as serenity sends it.
    pub token: String,
    pub shard: u32,
    /// The number of all shards.
    pub total: u16,
    pub intents: GatewayIntents,
}

/// What events are handled with.
pub struct Client {
    /// serenity's client, which does not connect itself.
    pub parts: serenity::all::Client,
    /// What it calls with each event.
    pub framework: Arc<dyn Framework>,
}

impl Connection {
    /// Reaches the gateway; the session begins when it is served. `None` if that fails or takes too long.
    #[inline(never)]
    pub fn open(self) -> Boxed<'static, Option<Shard>> {
        Box::pin(self.reach())
    }

    async fn reach(self) -> Option<Shard> {
        let info = ShardInfo {
            id: ShardId(self.shard),
            total: self.total.into(),
        };
        let address = Arc::new(Mutex::new(self.address));
        let opening = Shard::new(address, &self.token, info, self.intents, None);
        match timeout(OPENED_WITHIN, opening).await {
            Ok(Ok(shard)) => Some(shard),
            Ok(Err(_)) | Err(_) => {
                tracing::warn!(target: TARGET, shard = self.shard, "the gateway could not be reached");
                None
            }
        }
    }
}

/// Serves a shard until `stop` or until its session ends.
#[inline(never)]
pub fn serve<'a>(shard: Shard, client: Client, stop: Boxed<'a, ()>) -> Boxed<'a, End> {
    Box::pin(run(shard, client, stop))
}

async fn run(shard: Shard, client: Client, stop: Boxed<'_, ()>) -> End {
    let id = shard.shard_info().id;
    let Client { parts, framework } = client;
    let manager = Arc::clone(&parts.shard_manager);
    let mut runner = ShardRunner::new(ShardRunnerOptions {
        data: Arc::clone(&parts.data),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        framework: Some(framework),
        manager: Arc::clone(&manager),
        shard,
        cache: Arc::clone(&parts.cache),
        http: Arc::clone(&parts.http),
    });
    let messenger = ShardMessenger::new(&runner);
    end_queue(&manager, id, messenger.clone()).await;
    let mut running = Box::pin(runner.run());
    tokio::select! {
        ended = running.as_mut() => return ending(ended),
        () = stop => {}
    }
    // Only whoever is connected can say goodbye; serenity waits for ever for the answer of somebody who is gone.
    let stage = manager.runners.lock().await.get(&id).map(|info| info.stage);
    if stage == Some(ConnectionStage::Connected) {
        messenger.send_to_shard(ShardRunnerMessage::Shutdown(id, 1000));
        if timeout(CLOSED_WITHIN, running).await.is_err() {
            tracing::info!(
                target: TARGET,
                shard = id.0,
                "Discord does not confirm that a session is closed"
            );
        }
    }
    End::Stopped
}

/// What the end of serenity's runner means.
fn ending(ended: serenity::Result<()>) -> End {
    match ended {
        Ok(()) => End::Lost,
        Err(serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents)) => End::MayNotRead,
        Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => End::WrongToken,
        Err(serenity::Error::Gateway(error)) => End::Failed(error.to_string()),
        Err(_) => End::Failed("it failed".to_owned()),
    }
}

/// Ends the queue from which serenity would start sessions by itself, and registers this one, so that its
/// stage is known.
async fn end_queue(manager: &Arc<ShardManager>, id: ShardId, runner_tx: ShardMessenger) {
    let info = |stage| ShardRunnerInfo {
        latency: None,
        runner_tx: runner_tx.clone(),
        stage,
    };
    // The queue ends with the last of its shards. The runner does not listen to what is meant for another one.
    let nobody = info(ConnectionStage::Disconnected);
    manager.runners.lock().await.insert(NO_SHARD, nobody);
    manager.shutdown_finished(NO_SHARD);
    manager.shutdown_all().await;
    // It holds the list of runners as long as it runs, and would close those that it finds there.
    let gone = async {
        while Arc::strong_count(&manager.runners) > 1 {
            sleep(LOOK).await;
        }
    };
    if timeout(QUEUE_ENDS_WITHIN, gone).await.is_ok() {
        let own = info(ConnectionStage::Handshake);
        manager.runners.lock().await.insert(id, own);
    }
    // A runner that gives its session up waits for itself to end, for seconds, unless it has been told so.
    manager.shutdown_finished(id);
}
