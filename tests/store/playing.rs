//! A process of the bot without its face, and people who play on at its tables.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::host::{AnyTable, BroughtBack, Clock, Handle, Host, TableKeeper, at_any_table};
use tractor_bot::store::{Db, Journal, StoreError};
use tractor_bot::table::{
    By, Closer, Input, Limits, PersonId, Skill, Submission, TableKey, UnixMillis,
};

/// How long a table may take for something that is not a person's to do. Nothing waits that long
/// unless it is stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// A clock that stands still.
struct Still(UnixMillis);

impl Clock for Still {
    fn now(&self) -> UnixMillis {
        self.0
    }
}

pub struct Process {
    pub store: Arc<Db>,
    pub host: Host,
    keeper: TableKeeper,
}

impl Process {
    /// One over a store, at this time.
    pub fn new(store: Arc<Db>, now: UnixMillis) -> Self {
        let journals = Arc::clone(&store);
        let journal = Arc::clone(&journals) as Arc<dyn Journal>;
        let host = Host::with_clock(journal, Arc::new(Still(now)));
        let keeper = TableKeeper::new(host.clone(), journals);
        Self {
            store,
            host,
            keeper,
        }
    }

    /// Brings tables back.
    pub async fn start(&self) -> BroughtBack {
        self.try_start().await.expect("the start succeeds")
    }

    /// The same where it might not succeed.
    pub async fn try_start(&self) -> Result<BroughtBack, StoreError> {
        self.keeper.bring_back().await
    }

    /// Ends it in good order.
    pub async fn stop(self) {
        self.host.shutdown().await;
        self.store.close().await.expect("it is closed");
    }
}

/// A table in this channel at which as few as can have begun to play; nobody waits for cards.
pub async fn begin<G: Served>(host: &Host, key: TableKey) -> Handle<G> {
    let mut rules = G::Rules::default();
    for (name, value) in [
        ("deal_interval", "0"),
        ("call_window", "0"),
        ("deal_wait", "0"),
        ("match_to", "3"),
        ("match_to", "100"),
    ] {
        // Where there is such a rule.
        rules.set(name, value).ok();
    }
    let people = 1..=u64::from(*G::seats(&rules).start());
    let by = PersonId(*people.start());
    let limits = Limits::default().with(&[("turn_limit", "off"), ("idle_limit", "off")]);
    let opened = host.open::<G>(key, rules, limits, Seed::from_number(key.0), by);
    let table = opened.await.expect("a new table");
    for person in people.map(PersonId) {
        let (name, seat) = (format!("Person {}", person.0), None);
        assert!(submit(&table, Input::Sit { person, name, seat }).await);
    }
    assert!(table.is_playing() || start(&table).await);
    table
}

/// The host closes a table, whose journal is packed.
pub async fn close_and_pack<G: Served>(process: &Process, table: &Handle<G>) {
    let mut listener = table.listen();
    let by = Closer::Host(table.view(Viewer::Public).host);
    assert!(submit(table, Input::Close { by }).await, "it is open");
    while listener.next().await.is_some() {}
    let packed = process.store.pack(table.id()).await;
    assert!(packed.expect("it is closed") > 0);
}

/// The host begins a match.
pub async fn start<G: Served>(table: &Handle<G>) -> bool {
    let by = table.view(Viewer::Public).host;
    submit(table, Input::Start { by }).await
}

/// So many inputs of people, or to the end of the match.
pub async fn play<G: Served>(table: &Handle<G>, most: usize) {
    let mut listener = table.listen();
    let mut own = 0;
    while own < most && table.is_playing() {
        if speak(table).await {
            own += 1;
        } else {
            let heard = timeout(PATIENCE, listener.next()).await;
            heard.expect("something happens").expect("it is open");
        }
    }
}

/// Plays a few inputs at a table that came back, with the next match if one is over.
pub async fn play_on(table: &AnyTable) {
    at_any_table!(table, handle => {
        let before = handle.moment();
        assert!(handle.is_playing() || start(handle).await);
        play(handle, 4).await;
        assert!(handle.moment() > before, "{:?} goes on", table.kind());
    });
}

/// One of the people at the table does something; `false` if nobody can.
async fn speak<G: Served>(table: &Handle<G>) -> bool {
    let seats = table.view(Viewer::Public).seats;
    for (seat, shown) in (0..).map(Seat::new).zip(seats) {
        let own = table.view(Viewer::Seat(seat));
        let (Some(game), Some(person)) = (own.stage.game(), shown.occupant.person()) else {
            continue;
        };
        let seed = Seed::from_number(table.moment().position.0);
        let chosen = G::computer(Skill::Heuristic, seed).choose(game);
        for action in chosen.into_iter().chain(G::nudge(game)) {
            let by = By::Person(person);
            if submit(table, Input::Act { by, action }).await {
                return true;
            }
        }
    }
    false
}

async fn submit<G: Served>(table: &Handle<G>, input: Input<G>) -> bool {
    table.submit(Submission::typed(input)).await.is_ok()
}
