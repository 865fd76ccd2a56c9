//! Tables that came back are played on by the people who sit there.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::host::{AnyTable, Clock, Handle, Host, LeaseManager, LeaseRenewal, at_any_table};
use tractor_bot::store::{Journal, JournalWriter, ShardRange, Store, StoreError};
use tractor_bot::table::{
    By, Input, Limits, Occupant, PersonId, Skill, Submission, TableKey, TableView, UnixMillis,
};

/// How many inputs of people a table has to take before it counts as continued; where others or the
/// clock come between, the people's need not be as many.
const ENOUGH: usize = 4;
/// How long a table may take for something that is not a person's to do. Nothing waits that long
/// unless it is stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// A clock that stands still.
pub struct Still(pub UnixMillis);

impl Clock for Still {
    fn now(&self) -> UnixMillis {
        self.0
    }
}

/// A process of the bot without its face.
pub struct Process {
    pub store: Arc<dyn Store>,
    pub host: Host,
    leases: LeaseManager,
}

impl Process {
    /// One of this name over a store, at this time.
    pub fn new(store: Arc<dyn Store>, owner: &str, now: UnixMillis) -> Self {
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let journal = Arc::clone(&keeper) as Arc<dyn Journal>;
        let host = Host::with_clock(journal, Arc::new(Still(now)));
        let leases = LeaseManager::new(host.clone(), keeper, owner, ShardRange::ALL);
        Self {
            store,
            host,
            leases,
        }
    }

    /// Takes the leases and brings tables back.
    pub async fn start(&self) -> LeaseRenewal {
        self.try_start().await.expect("the start succeeds")
    }

    /// The same where it might not succeed.
    pub async fn try_start(&self) -> Result<LeaseRenewal, StoreError> {
        self.leases.renew().await
    }

    /// Ends it in good order.
    pub async fn stop(self) {
        self.host.shutdown().await;
        self.store.release().await.expect("leases are given back");
        self.store.close().await.expect("it is closed");
    }
}

/// A table at which as few as can have begun to play.
pub async fn begin<G: Served>(host: &Host) -> Option<AnyTable> {
    let mut rules = G::Rules::default();
    // Nobody waits for cards, where there are any.
    rules.set("deal_interval", "0").ok();
    let people = 1..=u64::from(*G::seats(&rules).start());
    let by = PersonId(*people.start());
    let key = TableKey(990_000_000_000_000_000 + u64::from(G::KIND.number()));
    let seed = Seed::from_number(key.0);
    let opened = host.open::<G>(key, rules, Limits::default(), seed, by);
    let table = opened.await.expect("a new table");
    for person in people.map(PersonId) {
        let (name, seat) = (format!("Person {}", person.0), None);
        assert!(submit(&table, Input::Sit { person, name, seat }).await);
    }
    assert!(table.is_playing() || submit(&table, Input::Start { by }).await);
    host.get(key)
}

/// Plays at all tables at the same time; tells which did not go on.
pub async fn play_on(tables: Vec<AnyTable>) -> Vec<String> {
    let play = |table: AnyTable| {
        tokio::spawn(async move {
            let id = table.id();
            let went = at_any_table!(&table, handle => timeout(PATIENCE, go_on(handle)).await);
            match went {
                Ok(Ok(())) => None,
                Ok(Err(why)) => Some(format!("{:?} {id}: {why}", table.kind())),
                Err(_) => Some(format!("{:?} {id}: nothing happens", table.kind())),
            }
        })
    };
    let tasks: Vec<_> = tables.into_iter().map(play).collect();
    let mut stuck = Vec::new();
    for task in tasks {
        stuck.extend(task.await.expect("no panic"));
    }
    stuck
}

/// So many inputs of people, or to the end of the match.
pub async fn play_inputs<G: Served>(table: &Handle<G>, most: usize) {
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

async fn go_on<G: Served>(table: &Handle<G>) -> Result<(), String> {
    let mut listener = table.listen();
    let (mut own, mut others) = (0, 0);
    while own < ENOUGH && own + others < 2 * ENOUGH {
        if speak(table).await {
            own += 1;
            continue;
        }
        // Somebody else's turn, or the clock's.
        match listener.next().await {
            Some(_) => others += 1,
            // A game to which somebody was invited ends when they are not there any more.
            None if own > 0 => return Ok(()),
            None => return Err("it is gone".to_owned()),
        }
    }
    Ok(())
}

/// One of the people at the table does something; `false` if nobody can.
async fn speak<G: Served>(table: &Handle<G>) -> bool {
    let view = table.view(Viewer::Public);
    let people: Vec<(Seat, PersonId)> = people(&view);
    for (seat, person) in &people {
        let own = table.view(Viewer::Seat(*seat));
        let Some(game) = own.stage.game() else {
            break;
        };
        let seed = Seed::from_number(table.moment().position.0);
        let chosen = G::computer(Skill::Heuristic, seed).choose(game);
        for action in chosen.into_iter().chain(G::nudge(game)) {
            let by = By::Person(*person);
            if submit(table, Input::Act { by, action }).await {
                return true;
            }
        }
    }
    if people.len() == view.seats.len() && view.stage.game().is_some() && table.is_playing() {
        return false;
    }
    let by = view.host;
    if !table.is_playing() && submit(table, Input::Start { by }).await {
        return true;
    }
    others(table, &view).await
}

/// Somebody who has left comes back, a newcomer sits down, or the game waits for computers alone.
async fn others<G: Served>(table: &Handle<G>, view: &TableView<G>) -> bool {
    let left = view.seats.iter().filter_map(|seat| match seat.occupant {
        Occupant::Substitute { instead_of, .. } => Some(instead_of),
        _ => None,
    });
    let newcomer = PersonId(999_000_000_000_000_001 + table.moment().position.0 % 7);
    for person in left.chain([newcomer]) {
        let (name, seat) = ("Again".to_owned(), None);
        if submit(table, Input::Sit { person, name, seat }).await {
            return true;
        }
    }
    // All seats are taken and nobody is awaited: a place is given up.
    match people(view).first() {
        Some((_, person)) if !table.is_playing() => {
            let person = *person;
            submit(table, Input::Leave { person }).await
        }
        _ => false,
    }
}

fn people<G: Served>(view: &TableView<G>) -> Vec<(Seat, PersonId)> {
    let seats = view.seats.iter().enumerate();
    let held = seats.filter_map(|(at, seat)| {
        let seat_number = u8::try_from(at).expect("few seats");
        Some((Seat::new(seat_number), seat.occupant.person()?))
    });
    held.collect()
}

async fn submit<G: Served>(table: &Handle<G>, input: Input<G>) -> bool {
    table.submit(Submission::typed(input)).await.is_ok()
}
