//! Processes that go and come: tables are continued where their players saw them.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::game::{GameKind, Seat, Viewer};
use tractor_bot::host::{Clock, Fate, Handle, Host, Hosted as _, SystemClock, TableKeeper, Venue};
use tractor_bot::store::*;
use tractor_bot::table::{
    By, Closer, GuildId, Input, Limits, PersonId, Position, Record, StageView, Submission, TableId,
    TableKey, UnixMillis,
};
use tractor_bot::tictactoe::{Mark, Rules, TicTacToe};

use crate::asking::{NOW, Wall, process};

/// Ids as Discord gives them.
const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
const BOB: PersonId = PersonId(2_222_222_222_222_222_222);

/// One process of the bot.
struct Process {
    host: Host,
    keeper: TableKeeper,
}

impl Process {
    fn new(store: Arc<Db>) -> Process {
        Process::at(Arc::new(SystemClock), store)
    }

    /// A process with this clock.
    fn at(clock: Arc<dyn Clock>, store: Arc<Db>) -> Process {
        let (host, keeper) = process(&store, clock);
        Process { host, keeper }
    }

    /// A table in this channel where Ann and Bob play.
    async fn table(&self, key: u64) -> Handle<TicTacToe> {
        let venue = Venue {
            key: TableKey(key),
            guild: GuildId(7 << 22),
        };
        let seed = Seed::from_number(key);
        let opened =
            self.host
                .open::<TicTacToe>(venue, Rules::default(), Limits::default(), seed, ANN);
        let table = opened.await.unwrap();
        for (person, name) in [(ANN, "Ann"), (BOB, "Bob")] {
            let name = name.to_owned();
            let seat = None;
            accept(&table, Input::Sit { person, name, seat }).await;
        }
        accept(&table, Input::Start { by: ANN }).await;
        table
    }

    fn find(&self, key: u64) -> Option<Handle<TicTacToe>> {
        let table = self.host.get(TableKey(key))?;
        Some(TicTacToe::of(table).expect("no other game"))
    }
}

async fn accept(table: &Handle<TicTacToe>, input: Input<TicTacToe>) {
    table.submit(Submission::typed(input)).await.unwrap();
}

/// Marks the first empty square for whose turn it is.
fn next_mark(table: &Handle<TicTacToe>) -> Submission<TicTacToe> {
    let view = table.view(Viewer::Public);
    let StageView::Playing(game) = &view.stage else {
        panic!("the game is over");
    };
    let empty = game
        .board
        .squares()
        .find(|square| game.board.is_empty(*square));
    let action = Mark(empty.unwrap());
    let taken = game
        .board
        .squares()
        .filter(|square| !game.board.is_empty(*square));
    let person = [ANN, BOB][taken.count() % 2];
    let by = By::Person(person);
    Submission::typed(Input::Act { by, action })
}

/// Everything that anybody can see.
fn views(table: &Handle<TicTacToe>) -> Vec<String> {
    let seats = Seat::first(2).map(Viewer::Seat);
    seats
        .chain([Viewer::Public])
        .map(|viewer| format!("{:?}", table.view(viewer)))
        .collect()
}

/// A process that reads and writes the store, after all others.
fn raw(store: &MemoryStore) -> Arc<Db> {
    store.outlive_others();
    store.beside()
}

#[tokio::test]
async fn a_round_that_cannot_be_gone_on_with_begins_anew_and_its_players_are_told() {
    let store = MemoryStore::new();
    let before = Process::new(store.beside());
    before.keeper.bring_back().await.unwrap();
    let sound = views(&before.table(1).await);
    let table = before.table(2).await;
    table.submit(next_mark(&table)).await.unwrap();
    let raw = raw(&store);
    let open = raw.open_tables(None).await.unwrap().tables;
    let open = open.iter().find(|open| open.table.key.0 == 2);
    let claim = open.unwrap().table;
    // An input that the rules of this version refuse.
    let mut record = raw.journal(claim).await.unwrap().saved.entries[0].clone();
    let next = Position(table.view(Viewer::Public).position.0 + 1);
    let was = format!("\"position\":{}", record.position.0);
    record.line = record
        .line
        .replace(&was, &format!("\"position\":{}", next.0));
    record.position = next;
    let finished = Vec::new();
    let entry = NewEntry {
        record,
        finished,
        snapshot: None,
    };
    raw.append(claim, entry).await.unwrap();

    for restart in 0..2 {
        store.outlive_others();
        let after = Process::new(store.beside());
        let round = after.keeper.bring_back().await.unwrap();
        assert_eq!((round.restored, round.mended), (2, 1 - restart));
        assert_eq!(round.aside, 0);
        assert_eq!(views(&after.find(1).unwrap()), sound);
        let fate = after.host.take_fate(TableKey(2));
        let told =
            (restart == 0).then_some((GuildId(7 << 22), Fate::DealtAgain { round: Some(1) }));
        assert_eq!(fate, told);
        assert_eq!(
            after.host.take_fate(TableKey(2)),
            None,
            "nobody is told twice"
        );
        let table = after.find(2).unwrap();
        let view = table.view(Viewer::Public);
        let StageView::Playing(game) = &view.stage else {
            panic!("the match goes on");
        };
        let mut squares = game.board.squares();
        assert!(squares.all(|square| game.board.is_empty(square)));
        assert_eq!(view.seated(), 2, "they sit where they sat");
    }
    store.outlive_others();
    let after = Process::new(store.beside());
    after.keeper.bring_back().await.unwrap();
    let table = after.find(2).unwrap();
    table.submit(next_mark(&table)).await.unwrap();
}

#[tokio::test]
async fn a_journal_that_cannot_be_read_is_set_aside_and_kept() {
    let store = MemoryStore::new();
    let before = Process::new(store.beside());
    before.keeper.bring_back().await.unwrap();
    let sound = views(&before.table(1).await);
    let raw = raw(&store);
    let table = TableId {
        key: TableKey(2),
        opening: Position(77),
    };
    let new = NewTable {
        table,
        guild: GuildId(7 << 22),
        game: GameKind::TicTacToe,
        header: Record {
            position: table.opening,
            at: UnixMillis(5),
            line: "{}".to_owned(),
        },
    };
    raw.open_table(new).await.unwrap();

    store.outlive_others();
    let after = Process::new(store.beside());
    let round = after.keeper.bring_back().await.unwrap();
    assert_eq!((round.restored, round.aside), (1, 1));
    assert_eq!(views(&after.find(1).unwrap()), sound);
    assert!(after.find(2).is_none());
    let later = false;
    let told = after.host.take_fate(TableKey(2));
    assert_eq!(told, Some((GuildId(7 << 22), Fate::Aside { table, later })));
    let kept = raw.journal(table).await.unwrap();
    assert!(matches!(kept.state, TableState::Aside(_)), "{kept:?}");
    after.table(2).await;
}

#[tokio::test]
async fn tables_of_two_processes_in_one_millisecond_have_no_position_in_common() {
    let store = MemoryStore::new();
    let mut last = Position(0);
    for _ in 0..3 {
        let process = Process::at(Wall::at(NOW), store.beside());
        process.keeper.bring_back().await.unwrap();
        let table = process.table(1).await;
        assert!(table.id().opening > last, "its positions are its own");
        table.submit(next_mark(&table)).await.unwrap();
        let by = Closer::Host(ANN);
        accept(&table, Input::Close { by }).await;
        last = table.view(Viewer::Public).position;
        while process.find(1).is_some() {
            tokio::task::yield_now().await;
        }
    }
}

/// What was closed after a match answers in the next process for what is left of its hour, and nothing else.
#[tokio::test]
async fn a_table_that_was_closed_lately_answers_after_a_restart() {
    let (store, clock) = (MemoryStore::new(), Wall::at(NOW));
    let process = || Process::at(Arc::clone(&clock) as _, store.beside());
    let shown = |process: &Process| -> Vec<(TableId, Vec<String>)> {
        let closed = process.host.lately_closed().into_iter();
        let closed = closed.map(|table| TicTacToe::of(table).expect("no other game"));
        closed.map(|table| (table.id(), views(&table))).collect()
    };
    let old = process();
    old.keeper.bring_back().await.unwrap();
    for (key, marks) in [(1, 9), (2, 0), (3, 9), (4, 9)] {
        let table = old.table(key).await;
        for _ in 0..marks {
            if table.is_playing() {
                table.submit(next_mark(&table)).await.unwrap();
            }
        }
        if key != 4 {
            let by = Closer::Host(ANN);
            accept(&table, Input::Close { by }).await;
        }
        clock.goes_on(10_000);
    }
    while old.host.list().len() > 1 {
        tokio::task::yield_now().await;
    }
    let [third, first] = shown(&old).try_into().expect("two were played");
    assert_eq!((third.0.key, first.0.key), (TableKey(3), TableKey(1)));

    clock.goes_on(3_570_000);
    store.outlive_others();
    let new = process();
    new.keeper.bring_back().await.unwrap();
    while shown(&new).is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(shown(&new), [third]);
    assert!(new.find(4).is_some());
}
