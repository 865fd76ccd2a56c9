//! The bot as an operator sees it: its tables in a file of SQLite, and its figures at an address that can be
//! asked while it plays.

use std::net::SocketAddr;
use std::sync::Arc;

use tractor_bot::config::Config;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::discord::operator::{self, Office};
use tractor_bot::health::Vitals;
use tractor_bot::host::{Host, LeaseManager};
use tractor_bot::store::{self, Journal, JournalWriter, ShardRange};
use tractor_bot::table::Limits;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use crate::double::Double;
use crate::double::folder::Folder;
use crate::house::{Bot, config};

/// What a bot that can be asked how it is has beside it.
pub struct Asked {
    _office: Option<Office>,
    _folder: Folder,
}

impl Asked {
    /// Starts it, and waits until it is connected.
    pub async fn start(discord: &Double, address: SocketAddr) -> (Bot, Self) {
        let folder = Folder::new();
        let vitals = Vitals::default();
        // Whoever asks for any free port may lose it to another program before the bot has it, and gets another.
        let (config, office) = loop {
            let wanted = std::net::TcpListener::bind(address).and_then(|bound| bound.local_addr());
            let config = Config {
                health: Some(wanted.unwrap_or(address)),
                ..config(discord)
            };
            match operator::open(&config, &vitals).await {
                Ok(office) => break (config, office),
                Err(refused) if address.port() > 0 => panic!("{refused}"),
                Err(_) => {}
            }
        };
        if let Some(address) = config.health {
            eprintln!("the bot can be asked: address={address}");
        }
        let store = store::connect(&folder.url("load.db")).await;
        let store = store.expect("a new file");
        operator::check_store(&vitals, &store);
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let host = Host::new(Arc::clone(&keeper) as Arc<dyn Journal>);
        let leases = LeaseManager::new(host.clone(), keeper, "load", ShardRange::ALL);
        leases.renew().await.expect("nobody else has the file");
        tokio::spawn(leases.clone().run());
        let measured = leases.clone();
        vitals.samples(move || measured.sample());
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let desk = Desk::new(host, Surface::Discord, settings).with_limits(limits);
        let bot = Bot::launch_watched(config, desk, Some(leases), vitals);
        discord.registered("play").await;
        discord.connected().await;
        let asked = Self {
            _office: office,
            _folder: folder,
        };
        (bot, asked)
    }
}
