//! A desk with one table, and people who ask there.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Effect, Served, Who};
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Host, TableKeeper};
use tractor_bot::store::{Db, Journal, JournalWriter, MemoryStore};
use tractor_bot::table::{Input, Limits, PersonId, Skill, StageView, Submission, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::markup::plain;

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
    let journals = Arc::new(JournalWriter::new(Arc::clone(&store)));
    let host = Host::new(Arc::clone(&journals) as Arc<dyn Journal>);
    let keeper = TableKeeper::new(host.clone(), journals);
    keeper.bring_back().await.expect("a store in order");
    let opened = host.open::<G>(TableKey(1), rules, limits, secret, ANA);
    let table = opened.await.expect("a table");
    let settings = Settings::new(store, Locale::ENGLISH, "$");
    (Desk::new(host, Surface::Discord, settings), table)
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
