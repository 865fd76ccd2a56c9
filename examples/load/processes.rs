//! Several processes of the bot over one store, each with a shard of its own; all have one token.

use std::sync::Arc;

use tokio::task::JoinHandle;
use tractor_bot::config::Shards;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::host::{Host, LeaseManager, LeasesLost};
use tractor_bot::store::{self, Journal, JournalWriter, MemoryStore, Store};
use tractor_bot::table::Limits;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use crate::double::{Double, World};
use crate::house::{Bot, config};
use crate::time::Daytime;

/// What a process does beside its bot: it keeps its tables.
pub struct Process(JoinHandle<Result<(), LeasesLost>>);

impl Drop for Process {
    fn drop(&mut self) {
        if self.0.is_finished() {
            eprintln!("a process has lost its tables");
        }
        self.0.abort();
    }
}

/// Starts so many, and waits until all are connected.
pub async fn start(
    discord: &Double,
    count: u16,
    database: Option<&str>,
) -> (Vec<Bot>, Vec<Process>) {
    let memory = MemoryStore::shared();
    // Whoever is not heard of for some seconds counts as gone.
    let clock = Arc::new(Daytime::begin());
    let (mut bots, mut processes) = (Vec::new(), Vec::new());
    for shard in 0..count {
        let store: Arc<dyn Store> = match database {
            Some(url) => store::connect(url).await.expect("the database answers"),
            None => Arc::new(memory.beside()),
        };
        let (bot, process) = one_of(discord, (store, Arc::clone(&clock)), (shard, count)).await;
        bots.push(bot);
        processes.push(process);
    }
    discord.registered("play").await;
    let connected = move |world: &World| {
        let up = world.sessions.values().filter(|session| session.is_up);
        up.count() == usize::from(count)
    };
    discord
        .until("all processes to be connected", connected)
        .await;
    (bots, processes)
}

async fn one_of(
    discord: &Double,
    (store, clock): (Arc<dyn Store>, Arc<Daytime>),
    (shard, total): (u16, u16),
) -> (Bot, Process) {
    let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
    let host = Host::with_clock(Arc::clone(&keeper) as Arc<dyn Journal>, clock);
    let shards = Shards {
        first: shard,
        last: shard,
        total,
        auto: false,
    };
    let owner = format!("process {shard}");
    let leases = LeaseManager::new(host.clone(), keeper, owner, shards.leases());
    leases.renew().await.expect("the shard is free");
    let process = Process(tokio::spawn(leases.clone().run()));
    let limits = Limits {
        turn_limit_s: None,
        ..Limits::default()
    };
    let settings = Settings::new(store, Locale::ENGLISH, "$");
    let desk = Desk::new(host, Surface::Discord, settings).with_limits(limits);
    let mut config = config(discord);
    config.shards = Some(shards);
    (Bot::launch_as(config, desk, Some(leases)), process)
}
