//! An hour in a minute: the bot, Discord and the people share one thread whose time stands still, and is
//! moved on when nothing is left to do at the present instant.
//!
//! Sockets on loopback know nothing of that time. tokio would move it as soon as all tasks wait, also for an
//! answer that is on its way, so it is kept from doing that and moved here.

use std::sync::mpsc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::runtime::Builder;
use tokio::task::{spawn_blocking, yield_now};
use tokio::time::Instant;
use tractor_bot::host::Clock;
use tractor_bot::table::UnixMillis;

use double::Double;

/// By how much time moves at once.
const STEP: Duration = Duration::from_millis(50);
/// So many looks at the sockets in a row must find nothing before time moves.
const QUIET: u32 = 60;

/// Runs a simulation to its end.
pub fn simulate<T>(simulation: impl Future<Output = T>) -> T {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        // One waits for the end below, and one does all that is done on other threads, in order.
        .max_blocking_threads(2)
        .build()
        .expect("a runtime can be built");
    let (end, ended) = mpsc::channel::<()>();
    let outcome = runtime.block_on(async {
        // While something is done on another thread tokio does not move the time.
        drop(spawn_blocking(move || ended.recv()));
        simulation.await
    });
    drop(end);
    runtime.shutdown_timeout(Duration::from_secs(10));
    outcome
}

/// Moves the time of this Discord and its bot for ever.
pub async fn flow(discord: Double) {
    loop {
        all_is_quiet(&discord).await;
        tokio::time::advance(STEP).await;
    }
}

async fn all_is_quiet(discord: &Double) {
    let mut before = discord.mark();
    loop {
        for _ in 0..QUIET {
            // What is written to a socket can be read from its other end after this.
            yield_now().await;
        }
        // What was given to another thread before this is done after it.
        spawn_blocking(|| ())
            .await
            .expect("nothing can go wrong there");
        let now = discord.mark();
        if now == before {
            break;
        }
        before = now;
    }
    // On a busy machine it may take a moment longer; somebody waits.
    if !discord.world().waiting().is_empty() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The time of day: it goes by as the simulation's does.
pub struct Daytime {
    began: Instant,
    at: u64,
}

impl Daytime {
    /// Begins now.
    pub fn begin() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let at = since.expect("it is after 1970").as_millis();
        Self::beginning(UnixMillis(at as u64))
    }

    /// Begins at this time.
    pub fn beginning(at: UnixMillis) -> Self {
        let began = Instant::now();
        Self { began, at: at.0 }
    }
}

impl Clock for Daytime {
    fn now(&self) -> UnixMillis {
        UnixMillis(self.at + self.began.elapsed().as_millis() as u64)
    }
}
