//! The deal of the day, from the first hand to the line that is shared.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Audience, Command, Desk, Effect, Who};
use tractor_bot::host::{Clock, Handle, Host, Hosted as _, LeaseManager};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::{Greedy, Heuristic, Random};
use tractor_bot::store::{Journal, JournalWriter, MemoryStore, ShardRange, Store};
use tractor_bot::table::{By, Input, PersonId, StageView, Submission, UnixMillis};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::markup::plain;
use tractor_bot::text::press::Tap;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;

use crate::asking::check;

/// Ids as Discord gives them.
const ANA: PersonId = PersonId(1_111_111_111_111_111_111);

const DAY: u64 = 86_400_000;
/// 2024-10-04, in the morning.
const MORNING: u64 = 20_000 * DAY + DAY / 3;

/// A clock that is set.
struct Wall(AtomicU64);

impl Clock for Wall {
    fn now(&self) -> UnixMillis {
        UnixMillis(self.0.load(Ordering::Relaxed))
    }
}

/// One process of the bot.
struct Process {
    desk: Desk,
    host: Host,
    clock: Arc<Wall>,
}

impl Process {
    /// A process over this store, whose secrets follow from the number.
    async fn over(store: &MemoryStore, secret: u64) -> Self {
        let store: Arc<dyn Store> = Arc::new(store.beside());
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let clock = Arc::new(Wall(AtomicU64::new(MORNING)));
        let journal = Arc::clone(&keeper) as Arc<dyn Journal>;
        let host = Host::with_clock(journal, Arc::clone(&clock) as _);
        let leases = LeaseManager::new(host.clone(), keeper, "me", ShardRange::ALL);
        leases.renew().await.expect("a store in order");
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let desk = Desk::new(host.clone(), Surface::Discord, settings);
        let desk = desk.with_secrets(Arc::new(move || Ok(Seed::from_number(secret))));
        Self { desk, host, clock }
    }

    async fn ask(&self, person: PersonId, line: &str) -> Answer {
        let command = Command::parse(line).expect("a command");
        self.desk.run(&who(person), &place(), command).await
    }

    /// The table where somebody plays the deal of the day.
    fn table(&self, person: PersonId) -> Handle<Tractor> {
        let tables = self.host.list().into_iter().filter_map(Tractor::of);
        let mut own = tables.filter(|table| table.view_of(person).host == person);
        own.next().expect("they play")
    }

    /// Asks for the deal of the day and plays it with this player.
    async fn plays(&self, person: PersonId, player: &mut dyn Player<Tractor>) {
        check(&self.ask(person, "daily").await, Effect::Shown, "");
        play(&self.table(person), person, player, usize::MAX).await;
    }

    fn goes_on(&self, days: u64) {
        self.clock.0.fetch_add(days * DAY, Ordering::Relaxed);
    }
}

fn who(person: PersonId) -> Who {
    Who::new(person, format!("P{}", person.0 % 1_000))
}

fn place() -> AskedFrom {
    AskedFrom::new(5, Some(7))
}

/// Plays for a person until the round is over, or so many tricks are.
async fn play(
    table: &Handle<Tractor>,
    person: PersonId,
    player: &mut dyn Player<Tractor>,
    tricks: usize,
) {
    let mut listener = table.listen();
    loop {
        let view = table.view_of(person);
        let StageView::Playing(game) = &view.stage else {
            return;
        };
        if game.tricks.len() >= tricks {
            return;
        }
        let dealing = matches!(game.phase, PhaseView::Dealing { .. });
        let due = !dealing && table.awaits(table.viewer(person))
            || matches!(game.phase, PhaseView::CallWindow { passed, .. } if !passed.contains(view.seat().expect("seated")));
        if let Some(action) = player.choose(game).filter(|_| due) {
            let by = By::Person(person);
            let done = table.submit(Submission::typed(Input::Act { by, action })).await;
            assert!(done.is_ok(), "{:?}", done.err());
            continue;
        }
        listener.next().await.expect("the table goes on");
    }
}

/// All that was done at a table, as it is kept.
async fn journal(store: &MemoryStore, table: &Handle<Tractor>) -> Vec<String> {
    let kept = store.journal(table.id()).await.expect("it is kept");
    let moves = kept.saved.entries.into_iter().filter_map(|record| {
        let mut entry: serde_json::Value = serde_json::from_str(&record.line).expect("an entry");
        let entry = entry.as_object_mut().expect("fields");
        // Positions begin with the time at which the table was opened.
        entry.retain(|name, _| name == "input" || name == "ticks");
        Some(serde_json::to_string(&entry).expect("plain"))
    });
    moves.collect()
}

#[tokio::test(start_paused = true)]
async fn the_same_choices_lead_to_the_same_round_also_after_a_restart() {
    let mut rounds = Vec::new();
    for restarts in [false, true] {
        let store = MemoryStore::new();
        let mut process = Process::over(&store, 9).await;
        let begun = std::time::Instant::now();
        check(&process.ask(ANA, "daily").await, Effect::Shown, "");
        if restarts {
            play(&process.table(ANA), ANA, &mut Greedy, 11).await;
            process.host.shutdown().await;
            store.outlive_others();
            process = Process::over(&store, 77).await;
            check(&process.ask(ANA, "daily").await, Effect::Shown, "Your hand");
        }
        let table = process.table(ANA);
        play(&table, ANA, &mut Greedy, usize::MAX).await;
        eprintln!("{:?}", begun.elapsed());
        rounds.push(journal(&store, &table).await);
    }
    assert!(rounds[0].len() > 100, "{}", rounds[0].len());
    assert_eq!(rounds[0], rounds[1]);
}
