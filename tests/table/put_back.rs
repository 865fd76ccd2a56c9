//! A store that was put back to what it was when its backup was made: whoever played on in the meantime
//! does not know the cards that come now.

use std::path::Path;
use std::sync::Arc;

use double::folder::Folder;
use tractor_bot::chance::Seed;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::host::{
    Fate, Handle, Host, Hosted as _, SubmitError, SystemClock, TableKeeper, Venue, check_journal,
};
use tractor_bot::store::{Db, connect};
use tractor_bot::table::{
    By, GuildId, Input, Limits, PersonId, Refusal, StageView, Submission, TableKey, TableView,
};
use tractor_bot::uno::{Action, Rejection, Rules, Uno};

use crate::asking::{process, submit};

const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
const BOB: PersonId = PersonId(2_222_222_222_222_222_222);
const KEY: TableKey = TableKey(5);
const GUILD: GuildId = GuildId(7 << 22);

fn address(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// One process of the bot over a store.
struct Process {
    host: Host,
    store: Arc<Db>,
    keeper: TableKeeper,
}

impl Process {
    async fn over(file: &Path) -> Process {
        let store = connect(&address(file)).await.expect("a store");
        let (host, keeper) = process(&store, Arc::new(SystemClock));
        keeper.bring_back().await.expect("a store in order");
        Process {
            host,
            store,
            keeper,
        }
    }

    fn table(&self) -> Handle<Uno> {
        let table = self.host.get(KEY).expect("it came back");
        Uno::of(table).expect("no other game")
    }

    async fn end(self) {
        self.host.shutdown().await;
        drop(self.keeper);
        self.store.close().await.expect("it is closed");
    }
}

fn view(table: &Handle<Uno>) -> tractor_bot::uno::View {
    let view: TableView<Uno> = table.view(Viewer::Seat(Seat::new(0)));
    match view.stage {
        StageView::Playing(game) => game,
        _ => panic!("a match is played"),
    }
}

/// Deals, if the clock has not done so already; the seal of the shuffle, and Ann's hand.
async fn deal(table: &Handle<Uno>) -> (String, String) {
    let (by, action) = (By::Person(ANN), Action::Deal);
    let dealt = table
        .submit(Submission::typed(Input::Act { by, action }))
        .await;
    match dealt {
        Ok(_) | Err(SubmitError::Refused(Refusal::Game(Rejection::Dealt))) => {}
        Err(other) => panic!("{other:?}"),
    }
    let view = view(table);
    let hand = format!("{:?}", view.playing().expect("a round").hand);
    (view.commitment.to_string(), hand)
}

#[tokio::test]
async fn the_cards_to_come_are_others() {
    let folder = Folder::new();
    let [file, backup, restored] =
        ["tractor.db", "backup.db", "restored.db"].map(|name| folder.file(name));
    let before = Process::over(&file).await;
    let venue = Venue {
        key: KEY,
        guild: GUILD,
    };
    let (rules, limits) = (Rules::default(), Limits::default());
    let seed = Seed::from_number(9);
    let opened = before.host.open::<Uno>(venue, rules, limits, seed, ANN);
    let table = opened.await.expect("a table");
    for (person, name) in [(ANN, "Ann"), (BOB, "Bob")] {
        let (name, seat) = (name.to_owned(), None);
        submit(&table, Input::Sit { person, name, seat }).await;
    }
    submit(&table, Input::Start { by: ANN }).await;
    let sealed = view(&table).commitment.to_string();
    let made = before.store.backup(backup.clone(), check_journal);
    made.await.expect("a backup");
    let played_on = deal(&table).await;
    assert_eq!(played_on.0, sealed);
    drop(table);
    before.end().await;

    let put_back = connect(&address(&restored)).await.expect("a new store");
    let copied = put_back.restore_from(&backup, check_journal);
    copied.await.expect("it is put back");
    put_back.close().await.expect("it is closed");

    let mut seen = vec![played_on];
    // Restored as it should be, and the backup itself put into the place of the store.
    for file in [&restored, &backup] {
        let after = Process::over(file).await;
        assert_eq!(after.host.take_fate(KEY), Some((GUILD, Fate::PutBack)));
        let dealt = deal(&after.table()).await;
        assert!(
            seen.iter()
                .all(|(seal, hand)| *seal != dealt.0 && *hand != dealt.1)
        );
        seen.push(dealt.clone());
        after.end().await;
        // Only once: from here on it goes on like any other.
        let again = Process::over(file).await;
        assert_eq!(again.host.take_fate(KEY), None);
        let view = view(&again.table());
        let hand = format!("{:?}", view.playing().expect("a round").hand);
        assert_eq!((view.commitment.to_string(), hand), dealt);
        again.end().await;
    }
}
