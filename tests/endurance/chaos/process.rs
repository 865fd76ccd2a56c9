//! A process of the bot over the store that all of them share, with the simulation's time of day.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::host::{Defects, Host, KeepingFailed, TableKeeper};
use tractor_bot::players::StudyEffort;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::Limits;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use super::time::Daytime;
use super::weather::Sky;
use crate::along::Along;
use crate::house::{Bot, config};
use double::Double;

/// What outlives a process.
pub struct Ground {
    pub discord: Double,
    pub store: MemoryStore,
    pub sky: Arc<Sky>,
    pub clock: Arc<Daytime>,
    pub seed: u64,
}

/// A process that serves.
pub struct Process {
    pub desk: Desk,
    /// When it was connected, by the time of Discord.
    pub since: Duration,
    bot: Bot,
    caring: JoinHandle<Result<(), KeepingFailed>>,
}

impl Process {
    /// Starts one, with the tables that were left by the one before, and waits until it is connected.
    pub async fn start(ground: &Ground, number: u64) -> Self {
        ground.store.outlive_others();
        let store = ground.store.beside();
        let journals = Arc::clone(&store);
        let (writer, way) = (Arc::clone(&journals), Arc::clone(&ground.sky));
        let clock = Arc::clone(&ground.clock);
        let host = Host::with_clock(Arc::new(Along { writer, way }), clock);
        let keeper = TableKeeper::new(host.clone(), journals);
        keeper.bring_back().await.expect("the store is in order");
        let caring = tokio::spawn(keeper.run());
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let seeds = std::sync::atomic::AtomicU64::new(ground.seed * 1_000 + number * 100);
        let secrets = move || {
            let next = seeds.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Ok(Seed::from_number(next))
        };
        let desk = Desk::new(host, Surface::Discord, settings)
            .with_limits(limits)
            .with_secrets(Arc::new(secrets))
            .with_diligence(StudyEffort(1));
        desk.places().recall_all().await;
        let config = config(&ground.discord);
        let bot = Bot::launch_with(config, desk.clone());
        ground.discord.registered("play").await;
        ground.discord.connected().await;
        Self {
            since: ground.discord.world().now(),
            desk,
            bot,
            caring,
        }
    }

    /// Ends as on SIGTERM.
    pub async fn stop(mut self) {
        self.bot.halt().await.expect("it stops in good order");
        self.desk.host().shutdown().await;
        let cared = (&mut self.caring).await.expect("it does not panic");
        assert_eq!(cared, Ok(()));
        assert_eq!(self.desk.host().defects(), Defects::default());
    }
}
