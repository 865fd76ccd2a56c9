//! The Discord face: the only module that knows serenity and poise.
//!
//! Events come in by `events`, become [`heard`] data, wait for their turn and are [answered](answering): they go to the desk through [`replies`] (commands, typed or slash) or
//! [`interactions`] (buttons and menus), which deliver the answers. [`boards`] keeps the
//! public message of every table and [`hands`] the private hands. [`emojis`] keeps the faces of cards where pages can show them. [`render`] turns pages into
//! messages, and everything is sent by [`outbox`].
#![doc = ""]
#![doc = include_str!("discord/operating.md")]

pub mod activity;
pub mod answering;
pub mod boards;
mod bot;
pub mod checkup;
pub mod commands;
pub mod cups;
pub mod emojis;
mod events;
pub mod hands;
pub mod heard;
pub mod interactions;
pub mod offers;
pub mod operator;
pub mod outbox;
pub mod pictures;
pub mod render;
pub mod replies;
mod seeks;
pub mod sessions;
pub mod startup;
mod watched;

use std::future::Future;
use std::sync::Arc;

use crate::config::Config;
use crate::desk::browsing::{Addresses, Seals};
use crate::desk::settings::Settings;
use crate::desk::{Desk, Links};
use crate::health::Vitals;
use crate::health::vitals::StartStage;
use crate::host::{Host, KeepingFailed, Packer, TableKeeper, spawn};
use crate::store;
use crate::text::context::Surface;
use tokio::task::{JoinHandle, JoinSet};

use activity::Activity;
use boards::Boards;
pub use bot::Bot;
use commands::Registered;
use outbox::Outbox;
use outbox::windows::Budget;
use sessions::{Connections, Sessions};
use startup::StartError;

/// A face beside this one: begun when the bot is ready for it, and ended with it.
pub type Beside = Box<dyn FnOnce(&Bot) -> JoinHandle<()> + Send>;

/// Serves until the process is stopped by Ctrl-C or SIGTERM. Tables that were open when the bot
/// last stopped are restored first.
///
/// # Errors
/// [`StartError`]: what has to be configured first, or why it could not continue.
pub async fn serve(config: &Config, beside: Option<Beside>) -> Result<(), StartError> {
    let vitals = Vitals::default();
    tokio::select! {
        served = serve_watched(config, &vitals, beside) => served,
        () = operator::stopped_early(&vitals) => Ok(()),
    }
}

async fn serve_watched(
    config: &Config,
    vitals: &Vitals,
    beside: Option<Beside>,
) -> Result<(), StartError> {
    let _operator = operator::open(config, vitals).await?;
    let locale = config.locale;
    let store = store::connect(&config.database_url).await?;
    if let Some(file) = store::exposed(&config.database_url) {
        tracing::warn!(
            file,
            "others on this machine can read the database: chmod 600 it"
        );
    }
    if let Some((file, disk)) = store::network_disk(&config.database_url) {
        tracing::warn!(
            file,
            disk,
            "the database lies on a network disk and may be spoiled there: move it to a disk of this machine, or \
             use PostgreSQL"
        );
    }
    operator::check_store(vitals, &store);
    operator::check_disk(vitals, &config.database_url);
    let host = Host::new(Arc::clone(&store) as _);
    host.allow_programs(config.programs.clone());
    if let Some(shards) = config.shards {
        host.serve(shards);
    }
    let keeper = TableKeeper::new(host.clone(), Arc::clone(&store));
    keeper.begin_to_bring_back().await?;
    let mut keeping = tokio::spawn(keeper.run());
    vitals.needs("tables", keeping.abort_handle());
    let mut packer = Packer::new(host.clone(), Arc::clone(&store), config.keep_matches_days);
    packer.most_tables = config.keep_tables;
    let packing = spawn(packer.run());
    vitals.needs("packing", packing.abort_handle());
    let settings = Settings::new(Arc::clone(&store), locale, config.prefix.clone());
    let desk = Desk::new(host.clone(), Surface::Discord, settings)
        .with_diligence(config.studies)
        .for_fingers()
        .with_openings(config.tables_an_hour);
    let faces = (vitals, beside);
    let served = tokio::select! {
        served = run_watched(config, desk, faces, startup::asked_to_stop()) => {
            host.shutdown().await;
            // It ends with the host, after the last table has written its journal; a panic in it was told.
            keeping.await.ok();
            served
        }
        // While the host runs, it ends only if the tables cannot be kept any more.
        _ = &mut keeping => {
            host.shutdown().await;
            Err(KeepingFailed.into())
        }
    };
    if let Err(error) = packing.await {
        tracing::warn!(%error, "what was to be packed waits for the next start");
    }
    if let Err(error) = store.close().await {
        tracing::warn!(%error, "the store was not closed in good order");
    }
    served
}

/// Connects and serves until `stop`. Tells `vitals` how it is, and has another face beside it, if there is one.
///
/// # Errors
/// [`StartError`]: what has to be configured first, or why it could not continue.
pub async fn run_watched(
    config: &Config,
    desk: Desk,
    (vitals, beside): (&Vitals, Option<Beside>),
    stop: impl Future<Output = ()>,
) -> Result<(), StartError> {
    let stop = async {
        stop.await;
        vitals.enter(StartStage::Stopping);
    };
    let token = config.token.as_ref().ok_or(StartError::Token)?.expose();
    let budget = Budget::default();
    let most = config.most_a_second();
    // Of what all processes together may send.
    budget.set_most(config.shards.map_or(most, |shards| shards.share(most)));
    let http = startup::http(config, token);
    let known = startup::introduce(&http, &budget).await?;
    tracing::info!(name = %known.info.name, "Discord knows the token");
    let link = startup::invite(&known);
    tracing::info!("to add the bot to a server: {link}");
    if known.serves_people() {
        let own = startup::install(&known);
        tracing::info!("to add it for oneself, and play in private chats: {own}");
    }
    let place = match (config.dev_guild, known.serves_people()) {
        (Some(_), _) => Registered::OnServer,
        (None, true) => Registered::ByPeople,
        (None, false) => Registered::ByServers,
    };
    let mut offered = commands::registered(place, &commands::offered(config));
    // Where there are windows, Discord takes no list without the command that opens them.
    if startup::has_windows(&known) && place != Registered::OnServer {
        offered.push(commands::entry_point());
    } else if config.activity().is_some() {
        tracing::warn!("{}", startup::how_to_open_windows(&known));
    }
    let registered = startup::register((&http, &budget), config, offered).await?;
    desk.forms().register(commands::slash(&registered));
    desk.forms().hear_typed(known.reads_messages);
    let wire = startup::wire(config, token, known.info.id)?;
    let activity = Activity::of(config, known.info.id);
    let activity = activity.map_err(|error| startup::no_tls(error.to_string()))?;
    desk.places().recall_all().await;
    let boards = Arc::<Boards>::default();
    let outbox = Outbox::within(budget.clone(), wire);
    let known_places = Arc::clone(&boards);
    outbox.ask_servers(move |channel| known_places.guild_of(channel));
    let mut desk = addressed(desk, config);
    desk.links = Arc::new(Links {
        invitation: Some(link),
        docs: config.docs.clone(),
        support: config.support.clone(),
    });
    let bot = Bot {
        desk,
        outbox,
        boards,
        hands: Arc::default(),
        pictures: Arc::default(),
        cups: Arc::default(),
        seeks: Arc::default(),
        attention: Arc::default(),
        underway: Arc::default(),
        turns: Arc::default(),
        activity: activity.map(Arc::new),
    };
    operator::sample(vitals, &bot);
    // They end with this.
    let mut tasks = JoinSet::new();
    let keeping = tasks.spawn(boards::keep_all(bot.clone()));
    vitals.needs("boards", keeping);
    if config.emojis {
        let faces = bot.desk.faces().clone();
        let duty = emojis::Duty::of(config.shards);
        tasks.spawn(emojis::keep(bot.outbox.clone(), faces, duty));
    }
    tasks.spawn(bot.desk.clone().hear_others());
    let beside = beside.map(|open| {
        let face = open(&bot);
        vitals.needs("browsers", face.abort_handle());
        face
    });
    tasks.spawn(once_all_are_back(bot.clone(), cups::keep));
    tasks.spawn(once_all_are_back(bot.clone(), seeks::keep));
    // What is done once for the whole bot is done by the process of private messages.
    if bot.serves(None) {
        tasks.spawn(events::keep_forgetting(bot.clone()));
    }
    // Before anybody is heard.
    bot.heed_bans().await;
    tasks.spawn(bot.clone().keep_heeding_bans());
    let connections = Connections::default();
    operator::check_connections(vitals, &connections, &bot.outbox);
    vitals.enter(StartStage::Serving);
    let served = connect(config, (token, budget), &known, &bot, connections, stop).await;
    vitals.enter(StartStage::Stopping);
    if served.is_ok() {
        boards::rest(&bot).await;
    }
    if let Some(face) = beside {
        face.abort();
    }
    served
}

/// Does what begins with a look at which tables there are.
async fn once_all_are_back<F: Future<Output = ()>>(bot: Bot, keep: impl FnOnce(Bot) -> F) {
    bot.desk.host().has_all_back().await;
    keep(bot).await;
}

/// The desk, from which tables can be opened in a browser if that is served.
fn addressed(desk: Desk, config: &Config) -> Desk {
    let (Some(face), Some(token)) = (&config.web, &config.token) else {
        return desk;
    };
    let addresses = Addresses::new(face.url.as_str(), Seals::new(token.expose()));
    desk.with_addresses(addresses, config.activity().is_some())
}

/// Connects with the message content intent if granted, otherwise without.
async fn connect(
    config: &Config,
    (token, budget): (&str, Budget),
    known: &startup::Application,
    bot: &Bot,
    connections: Connections,
    stop: impl Future<Output = ()>,
) -> Result<(), StartError> {
    let how_to_read = || tracing::warn!("{}", startup::how_to_read_messages(known));
    if !known.reads_messages {
        how_to_read();
    }
    let http = startup::http(config, token);
    let gateway = startup::gateway((&http, &budget), config).await?;
    let sessions = Sessions {
        gateway,
        token: http.token().to_owned(),
        application: known.info.id,
        config: config.clone(),
        budget,
        bot: bot.clone(),
        connections,
    };
    let may_not_read = || {
        how_to_read();
        bot.desk.forms().hear_typed(false);
    };
    sessions
        .keep(known.reads_messages, may_not_read, stop)
        .await
}
