//! A desk with one table, and people who ask there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Effect, Served, Who};
use tractor_bot::game::Viewer;
use tractor_bot::host::{Clock, Handle, Host, SystemClock, TableKeeper};
use tractor_bot::players::Player;
use tractor_bot::store::{Db, Journal, MemoryStore};
use tractor_bot::table::{
    By, Input, Limits, PersonId, Skill, StageView, Submission, TableKey, UnixMillis,
};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::markup::plain;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::{PhaseView, View};

pub const ANA: PersonId = PersonId(123_456_789_012_345_678);
pub const BO: PersonId = PersonId(2);

/// A table that Ana has opened, and the desk of its channel.
pub async fn open<G: Served>(rules: G::Rules, limits: Limits) -> (Desk, Handle<G>) {
    open_with(rules, limits, Seed::from_number(77)).await
}

/// The same with this secret.
pub async fn open_with<G: Served>(
    rules: G::Rules,
    limits: Limits,
    secret: Seed,
) -> (Desk, Handle<G>) {
    let store: Arc<Db> = MemoryStore::new().own();
    let (host, keeper) = process(&store, Arc::new(SystemClock));
    keeper.bring_back().await.expect("a store in order");
    let opened = host.open::<G>(TableKey(1), rules, limits, secret, ANA);
    let table = opened.await.expect("a table");
    let settings = Settings::new(store, Locale::ENGLISH, "$");
    (Desk::new(host, Surface::Discord, settings), table)
}

/// A process of the bot over this store: its tables, and what brings them back.
pub fn process(store: &Arc<Db>, clock: Arc<dyn Clock>) -> (Host, TableKeeper) {
    let journals = Arc::clone(store);
    let host = Host::with_clock(Arc::clone(&journals) as Arc<dyn Journal>, clock);
    (host.clone(), TableKeeper::new(host, journals))
}

/// Some time in 2023, in milliseconds.
pub const NOW: u64 = 1_700_000_000_000;

/// A clock that is set.
pub struct Wall(AtomicU64);

impl Wall {
    pub fn at(ms: u64) -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(ms)))
    }

    pub fn goes_on(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::Relaxed);
    }
}

impl Clock for Wall {
    fn now(&self) -> UnixMillis {
        UnixMillis(self.0.load(Ordering::Relaxed))
    }
}

/// A bot that people ask from wherever they are.
pub struct Town {
    pub desk: Desk,
    pub clock: Arc<Wall>,
}

impl Town {
    /// A process over this store at this time, whose secrets follow from the number.
    pub async fn over(store: &MemoryStore, now: u64, secret: u64) -> Self {
        let (store, clock) = (store.beside(), Wall::at(now));
        let (host, keeper) = process(&store, clock.clone());
        keeper.bring_back().await.expect("a store in order");
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let desk = Desk::new(host, Surface::Discord, settings);
        let desk = desk.with_secrets(Arc::new(move || Ok(Seed::from_number(secret))));
        Self { desk, clock }
    }

    pub async fn says(&self, who: &Who, place: &AskedFrom, line: &str) -> Answer {
        let command = Command::parse(line).expect("a command");
        self.desk.run(who, place, command).await
    }
}

pub async fn add_computers<G: Served>(table: &Handle<G>, computers: usize, skill: Skill) {
    for _ in 0..computers {
        let (by, seat) = (ANA, None);
        submit(table, Input::AddComputer { by, seat, skill }).await;
    }
}

pub async fn submit<G: Served>(table: &Handle<G>, input: Input<G>) {
    let accepted = table.submit(Submission::typed(input)).await;
    assert!(accepted.is_ok(), "{:?}", accepted.err());
}

/// Waits until this holds for the match, or it is over; somebody looks on.
pub async fn played<G: Served>(table: &Handle<G>, done: impl Fn(&G::View) -> bool) {
    let mut listener = table.listen();
    loop {
        let view = table.view(Viewer::Public);
        if view.paused {
            let (by, name, value) = (ANA, "ping".to_owned(), "on".to_owned());
            submit(table, Input::SetRule { by, name, value }).await;
        }
        let stage = view.stage;
        if stage.game().is_some_and(&done) || matches!(stage, StageView::Over(_)) {
            return;
        }
        listener.next().await.expect("the table goes on");
    }
}

/// Plays tractor for a person until this holds, or the match is over. Nobody hurries who is alone: who calls nothing
/// says so.
pub async fn plays(
    table: &Handle<Tractor>,
    person: PersonId,
    player: &mut dyn Player<Tractor>,
    done: impl Fn(&View) -> bool,
) {
    let mut listener = table.listen();
    loop {
        let view = table.view_of(person);
        let StageView::Playing(game) = &view.stage else {
            return;
        };
        if done(game) {
            return;
        }
        let action = match &game.phase {
            _ if game.may_deal() => Some(Action::Deal),
            PhaseView::Dealing { .. } => None,
            PhaseView::CallWindow { passed, .. } => {
                let quiet = view.seat().is_some_and(|seat| passed.contains(seat));
                let call = || player.choose(game).or(Some(Action::PassCall));
                (!quiet).then(call).flatten()
            }
            _ => player.choose(game).filter(|_| table.awaits(view.viewer)),
        };
        match action {
            Some(action) => {
                let by = By::Person(person);
                submit(table, Input::Act { by, action }).await;
            }
            None => drop(listener.next().await.expect("the table goes on")),
        }
    }
}

/// A command of this person in the table's channel.
pub async fn ask(desk: &Desk, person: PersonId, line: &str) -> Answer {
    let command = Command::parse(line).expect("a command");
    desk.run(&who(person), &place(), command).await
}

pub fn who(person: PersonId) -> Who {
    Who::new(person, "Somebody")
}

pub fn place() -> AskedFrom {
    AskedFrom::new(1, Some(7))
}

/// Asks for something that is refused with these words.
pub async fn refuses(desk: &Desk, person: PersonId, line: &str, words: &str) {
    check(&ask(desk, person, line).await, Effect::Refused, words);
}

/// Asks for something that is shown, with these words in it.
pub async fn shows(desk: &Desk, person: PersonId, line: &str, words: &str) {
    check(&ask(desk, person, line).await, Effect::Shown, words);
}

/// Checks what came of it, and that these words are in the answer.
#[track_caller]
pub fn check(answer: &Answer, outcome: Effect, words: &str) {
    let text = plain(&answer.page.text());
    assert_eq!(answer.outcome, outcome, "{text}");
    assert!(text.contains(words), "{words:?} is not in\n{text}");
}
