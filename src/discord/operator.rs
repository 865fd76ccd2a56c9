//! What the operator of a running bot can ask over HTTP, where `HEALTH_LISTEN` says.
//!
//! Decides what the process needs in order to live and to be ready, and what is measured when somebody looks.
//! What is counted meanwhile is counted where it happens: `measured` of each part.

use std::borrow::Cow;
use std::sync::Arc;

use metrics::{describe_gauge, gauge};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::Bot;
use super::outbox::{self, Outbox};
use super::sessions::{self, Connections};
use super::startup::{self, StartError};
use crate::config::Config;
use crate::health::server::{self, Site};
use crate::health::vitals::{CheckFailure, StartStage};
use crate::health::{Exporter, Vitals, count_panics};
use crate::host;
use crate::store::{self, Db, Scope};
use crate::table::GuildId;

const BUILD: &str = "tractor_bot_build_info";
const TASKS: &str = "tractor_bot_tasks";

/// The server for the operator, and what it keeps tidy; both end when this is dropped.
pub type Office = JoinSet<()>;

/// Opens it where `HEALTH_LISTEN` says, if it says anything.
///
/// # Errors
/// [`StartError::Health`] if nobody can be listened to there.
pub async fn open(config: &Config, vitals: &Vitals) -> Result<Option<Office>, StartError> {
    let Some(address) = config.health else {
        return Ok(None);
    };
    let refused = |reason: String| StartError::Health { address, reason };
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| refused(error.to_string()))?;
    let exporter = Exporter::install().map_err(|error| refused(error.to_string()))?;
    count_panics();
    describe();
    let site = Site {
        vitals: vitals.clone(),
        exporter: exporter.clone(),
    };
    tracing::info!(%address, "an operator can ask how the bot is");
    let mut office = Office::new();
    office.spawn(server::run(listener, site));
    office.spawn(exporter.tidy());
    Ok(Some(office))
}

/// Resolves if the process is asked to stop before it serves. The first process of a container has to hear that
/// itself: nothing else ends it. What was begun goes on at the next start, as after a power cut.
pub async fn stopped_early(vitals: &Vitals) {
    startup::asked_to_stop().await;
    if vitals.stage() != StartStage::Starting {
        std::future::pending::<()>().await;
    }
}

/// Tells what is measured, and begins to count.
pub fn describe() {
    describe_gauge!(BUILD, "The version of the program; its value is always 1.");
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1);
    describe_gauge!(TASKS, "Tasks of the program that have not ended.");
    store::describe();
    host::measured::describe();
    outbox::measured::describe();
    sessions::describe();
}

/// The process is ready only while its store answers.
pub fn check_store(vitals: &Vitals, store: &Arc<Db>) {
    let store = Arc::clone(store);
    vitals.checks("store", move || {
        let store = Arc::clone(&store);
        async move {
            let answered = async {
                store.check()?;
                // Nobody has this setting; what counts is that the answer comes.
                let nobody = Scope::Guild(GuildId::default());
                store.setting(nobody, "ready").await
            };
            // The log says more; this is for everybody who can ask.
            let answered: Result<_, store::StoreError> = answered.await;
            answered.map(drop).map_err(|_| Cow::from("fails"))
        }
    });
}

/// With less than this the disk of the store is nearly full: some days of many tables.
const LEAST_ROOM: u64 = 256 << 20;

/// The process is ready only while its store has room to grow. Said in the log too, now.
pub fn check_disk(vitals: &Vitals, url: &str) {
    let url = url.to_owned();
    let look = move || roomy(store::room(&url));
    if let Err(full) = look() {
        tracing::warn!("the disk of the database: {full}; make room, or move it");
    }
    vitals.checks("disk", move || std::future::ready(look()));
}

fn roomy(room: Option<u64>) -> Result<(), CheckFailure> {
    match room {
        Some(bytes) if bytes < LEAST_ROOM => {
            Err(format!("is nearly full: {} MB are left", bytes >> 20).into())
        }
        _ => Ok(()),
    }
}

/// What is measured of the bot when somebody looks.
pub fn sample(vitals: &Vitals, bot: &Bot) {
    let bot = bot.clone();
    vitals.samples(move || {
        bot.desk.host().sample();
        bot.outbox.sample();
        let tasks = tokio::runtime::Handle::current().metrics();
        gauge!(TASKS).set(tasks.num_alive_tasks() as f64);
    });
}

/// The process is ready only while it is connected wherever it is to be, and its token is taken; its connections are
/// measured.
pub fn check_connections(vitals: &Vitals, connections: &Connections, outbox: &Outbox) {
    let (own, outbox) = (connections.clone(), outbox.clone());
    vitals.checks("discord", move || {
        let (connected, wanted) = own.count();
        std::future::ready(if outbox.is_revoked() {
            Err("does not accept the token".into())
        } else if connected != wanted {
            Err(format!("{connected} of {wanted} shards are connected").into())
        } else {
            Ok(())
        })
    });
    let own = connections.clone();
    vitals.samples(move || own.sample());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_nearly_full_is_named_with_what_is_left() {
        let full = Err("is nearly full: 10 MB are left".into());
        assert_eq!(roomy(Some(10 << 20)), full);
        assert_eq!(roomy(Some(LEAST_ROOM)), Ok(()));
        // A store elsewhere has a disk of its own.
        assert_eq!(roomy(store::room("postgres://host/cards")), Ok(()));
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().display());
        assert_eq!(store::room(&url).is_some(), cfg!(unix));
    }
}
