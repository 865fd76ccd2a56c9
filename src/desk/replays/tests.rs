//! Who waits for a replay, and who does not.

use std::sync::mpsc;

use tokio::sync::oneshot;

use super::*;
use crate::chance::Seed;
use crate::desk::settings::Settings;
use crate::desk::{Answer, AskedFrom, Command, Desk, Effect, Who};
use crate::host::{Clock, Host};
use crate::store::{Db, Journal, MemoryStore};
use crate::table::{Input, Limits, Submission, TableKey};
use crate::text::context::Surface;
use crate::tictactoe::{Rules, TicTacToe};

const ANA: PersonId = PersonId(1);
const BO: PersonId = PersonId(2);

/// The time of day stands still: nobody may ask again because the machine was slow.
struct Noon;

impl Clock for Noon {
    fn now(&self) -> UnixMillis {
        UnixMillis(1_900_000_000_000)
    }
}

async fn desk() -> Desk {
    let store: Arc<Db> = MemoryStore::new().own();
    let journal: Arc<dyn Journal> = Arc::clone(&store) as _;
    let host = Host::with_clock(journal, Arc::new(Noon));
    let settings = Settings::new(store, Locale::ENGLISH, "$");
    Desk::new(host, Surface::Discord, settings)
}

/// Ana and Bo begin a match of tic-tac-toe in this channel.
async fn begin(desk: &Desk, channel: u64) {
    let (rules, limits) = (Rules::default(), Limits::default());
    let (key, secret) = (TableKey(channel), Seed::from_number(1));
    let opened = desk
        .host()
        .open::<TicTacToe>(key, rules, limits, secret, ANA);
    let table = opened.await.expect("free");
    for (person, name) in [(ANA, "Ana"), (BO, "Bo")] {
        let (name, seat) = (name.to_owned(), None);
        let sits = Input::Sit { person, name, seat };
        table.submit(Submission::typed(sits)).await.expect("free");
    }
    if !table.is_playing() {
        let starts = Submission::typed(Input::Start { by: ANA });
        table.submit(starts).await.expect("both are there");
    }
}

async fn ask(desk: &Desk, person: PersonId, channel: u64, line: &str) -> Answer {
    let who = Who::new(person, "Somebody");
    let place = AskedFrom::new(channel, Some(7));
    desk.run(&who, &place, Command::parse(line).expect("a command"))
        .await
}

/// Plays a match to its end: whoever began has three in the first row.
async fn play(desk: &Desk, channel: u64) {
    for square in [1, 4, 2, 5, 3] {
        let line = format!("play {square}");
        let mut done = 0;
        for person in [ANA, BO] {
            let answer = ask(desk, person, channel, &line).await;
            done += u32::from(answer.outcome == Effect::Done);
            if done > 0 {
                break;
            }
        }
        assert_eq!(done, 1, "{line} in {channel}");
    }
}

#[tokio::test]
async fn whoever_asks_again_and_again_holds_up_nobody_but_themselves() {
    let desk = desk().await;
    begin(&desk, 1).await;
    play(&desk, 1).await;
    assert_eq!(ask(&desk, BO, 1, "export").await.outcome, Effect::Shown);
    begin(&desk, 2).await;
    // Something takes as long as it likes.
    let (go, gate) = mpsc::channel::<()>();
    let (begun, begins) = oneshot::channel();
    let (bench, turn) = desk.archive.replays.make(99).await.expect("there is room");
    let held = tokio::spawn(async move {
        let work = move || {
            begun.send(()).expect("somebody listens");
            gate.recv().expect("a signal");
        };
        let done = bench.work(work).await;
        drop(turn);
        done
    });
    begins.await.expect("it begins");
    let first = desk.clone();
    let first = tokio::spawn(async move { ask(&first, ANA, 1, "replay").await });
    while !desk.archive.replays.busy.lock().contains(&1) {
        tokio::task::yield_now().await;
    }
    // More of the same is not even begun, and in the end nothing else is either.
    for n in 1..2 * ASKED.0 {
        let (channel, line) = [(1, "replay"), (1, "replay 1 2"), (1, "replay 1")][n % 3];
        let answer = ask(&desk, ANA, channel, line).await;
        let refused = answer.page.text().contains("in a moment");
        assert!(
            refused && answer.outcome == Effect::Refused,
            "{n}: {answer:?}"
        );
    }
    assert_eq!(
        desk.archive.replays.busy.lock().len(),
        2,
        "the gate's and hers"
    );
    assert_eq!(ask(&desk, ANA, 1, "export").await.outcome, Effect::Refused);
    // What was made lately is there for everybody else.
    assert_eq!(ask(&desk, BO, 1, "export").await.outcome, Effect::Shown);
    // Everybody plays meanwhile, she too; new tables are opened, and help is given.
    play(&desk, 2).await;
    begin(&desk, 3).await;
    play(&desk, 3).await;
    for line in ["score", "help", "list"] {
        assert_eq!(ask(&desk, ANA, 3, line).await.outcome, Effect::Shown);
    }
    assert!(!held.is_finished() && !first.is_finished());
    go.send(()).expect("it waits");
    assert_eq!(held.await.expect("no panic"), Some(()));
    assert_eq!(first.await.expect("no panic").outcome, Effect::Shown);
    // Who asked too often still waits; who did not is served.
    assert_eq!(ask(&desk, ANA, 3, "replay").await.outcome, Effect::Refused);
    assert_eq!(ask(&desk, BO, 3, "replay").await.outcome, Effect::Shown);
    assert!(desk.archive.replays.busy.lock().is_empty());
}
