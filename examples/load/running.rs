//! The bot: one process, or several over one store, each with a shard of its own; all have one token.

use std::net::SocketAddr;
use std::sync::Arc;

use double::folder::Folder;
use double::{Double, World};
use tokio::task::JoinHandle;
use tractor_bot::chance::Seed;
use tractor_bot::config::Config;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::discord::operator::{self, Office};
use tractor_bot::health::Vitals;
use tractor_bot::host::{Host, KeepingFailed, TableKeeper};
use tractor_bot::players::StudyEffort;
use tractor_bot::store::ShardRange;
use tractor_bot::store::{self, Db, Journal, MemoryStore};
use tractor_bot::table::Limits;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use crate::Wish;
use crate::house::{Bot, config, desk};
use crate::time::Daytime;

/// What runs: the bot, in one process or several, and what is beside it.
pub struct Running {
    pub bots: Vec<Bot>,
    /// Where the tables can be opened in a browser.
    pub page: Option<SocketAddr>,
    keeping: Vec<JoinHandle<Result<(), KeepingFailed>>>,
    _office: Option<Office>,
    _folder: Option<Folder>,
}

impl Drop for Running {
    fn drop(&mut self) {
        for keeping in &self.keeping {
            if keeping.is_finished() {
                eprintln!("a process has lost its tables");
            }
            keeping.abort();
        }
    }
}

/// Starts what is wished for, and waits until it is connected.
pub async fn start(discord: &Double, wish: &Wish) -> Running {
    let mut running = Running {
        bots: Vec::new(),
        page: None,
        keeping: Vec::new(),
        _office: None,
        _folder: None,
    };
    if wish.screens > 0 {
        let (bot, listen) = Bot::with_browsers(discord, None, desk(1)).await;
        (running.bots, running.page) = (vec![bot], Some(listen));
        return running;
    }
    let memory = match wish.processes {
        1 => MemoryStore::new(),
        _ => MemoryStore::shared(),
    };
    let folder = wish.health.map(|_| Folder::new());
    let url = folder.as_ref().map(|folder| folder.url("load.db"));
    let url = wish.database.clone().or(url);
    running._folder = folder;
    let clock = Arc::new(Daytime::begin());
    for shard in 0..wish.processes {
        let store: Arc<Db> = match &url {
            Some(url) => store::connect(url).await.expect("the database answers"),
            None => memory.beside(),
        };
        running.starts(discord, (store, &clock), wish, shard).await;
    }
    discord.registered("play").await;
    let count = usize::from(wish.processes);
    let connected = move |world: &World| world.up().len() == count;
    let all = discord.until("all processes to be connected", connected);
    all.await;
    running
}

impl Running {
    async fn starts(
        &mut self,
        discord: &Double,
        (store, clock): (Arc<Db>, &Arc<Daytime>),
        wish: &Wish,
        shard: u16,
    ) {
        let mut config = config(discord);
        let several = (wish.processes > 1).then_some(ShardRange {
            first: shard,
            last: shard,
            total: wish.processes,
        });
        config.shards = several;
        let journals = Arc::clone(&store);
        let journal = Arc::clone(&journals) as Arc<dyn Journal>;
        let host = Host::with_clock(journal, Arc::clone(clock) as _);
        if let Some(shards) = several {
            host.serve(shards);
        }
        let keeper = TableKeeper::new(host.clone(), journals);
        keeper.bring_back().await.expect("the shard is free");
        self.keeping.push(tokio::spawn(keeper.run()));
        let vitals = Vitals::default();
        if let Some(address) = wish.health {
            self._office = Some(open_office(&mut config, address, &vitals).await);
            operator::check_store(&vitals, &store);
        }
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let secret = || Ok(Seed::new([1; 32]));
        // In simulated time what a hint takes is not seen.
        let effort = if wish.simulated {
            StudyEffort(2)
        } else {
            StudyEffort::USUAL
        };
        let desk = Desk::new(host, Surface::Discord, settings)
            .with_secrets(Arc::new(secret))
            .with_limits(limits)
            .with_diligence(effort);
        let bot = Bot::launch_watched(config, desk, vitals);
        self.bots.push(bot);
    }
}

/// Opens where the bot can be asked for its figures, and says where. Whoever asks for any free port may lose it to another
/// program before the bot has it, and gets another.
async fn open_office(config: &mut Config, address: SocketAddr, vitals: &Vitals) -> Office {
    loop {
        let wanted = std::net::TcpListener::bind(address).and_then(|bound| bound.local_addr());
        let wanted = wanted.unwrap_or(address);
        config.health = Some(wanted);
        match operator::open(config, vitals).await {
            Ok(office) => {
                eprintln!("the bot can be asked: address={wanted}");
                return office.expect("an address was given");
            }
            Err(refused) if address.port() > 0 => panic!("{refused}"),
            Err(_) => {}
        }
    }
}
