//! Journals of closed tables are packed, and old ones let go.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Host, Packed, Packer, TableKeeper};
use tractor_bot::store::{
    Counter, Db, Finish, Journal, JournalWriter, MemoryStore, PersonTally, StoreError, Versus,
};
use tractor_bot::table::{
    Closer, Input, Limits, PersonId, Skill, StageView, Submission, TableKey, UnixMillis,
};
use tractor_bot::tictactoe::{Rules, TicTacToe};

const ANA: PersonId = PersonId(123_456_789_012_345_678);

#[tokio::test(start_paused = true)]
async fn what_is_over_is_packed_and_in_the_end_let_go() {
    let store: Arc<Db> = MemoryStore::new().own();
    let journals = Arc::new(JournalWriter::new(Arc::clone(&store)));
    let host = Host::new(Arc::clone(&journals) as Arc<dyn Journal>);
    let keeper = TableKeeper::new(host.clone(), journals);
    keeper.bring_back().await.expect("a new store");
    let opened = host
        .open::<TicTacToe>(
            TableKey(1),
            Rules::default(),
            Limits::default(),
            Seed::from_number(3),
            ANA,
        )
        .await;
    let table = opened.expect("a free channel");
    let mut listener = table.listen();
    let (seat, by) = (None, ANA);
    for _ in 0..2 {
        let skill = Skill::Level(3);
        let input = Input::AddComputer { by, seat, skill };
        let added = table.submit(Submission::typed(input)).await;
        added.expect("a free seat");
    }
    let started = table.submit(Submission::typed(Input::Start { by })).await;
    started.expect("both seats are taken");
    while !matches!(table.view(Viewer::Public).stage, StageView::Over(_)) {
        listener.next().await.expect("they play on");
    }

    let id = table.id();
    let long_ago = Finish {
        match_number: 9,
        round: Some(1),
        position: id.opening,
        at: UnixMillis(86_400_000),
        summary: "{}".to_owned(),
        tallies: vec![PersonTally {
            person: PersonId(5),
            name: "Eve".to_owned(),
            versus: Versus::Anybody,
            counts: vec![(Counter::Games, 1)],
        }],
        daily: None,
    };
    assert_eq!(store.record(id, long_ago).await, Ok(true));
    let mut packer = Packer::new(host.clone(), Arc::clone(&store), Some(1));
    let only = |packed, pruned| Packed {
        packed,
        pruned,
        ..Packed::default()
    };
    let first = Packed {
        names: 1,
        ..only(0, 0)
    };
    assert_eq!(packer.work().await, Ok(first), "a name of long ago");
    assert_eq!(packer.work().await, Ok(Packed::default()), "only once");

    let by = Closer::Host(ANA);
    let closed = table.submit(Submission::typed(Input::Close { by })).await;
    closed.expect("she is the host");
    while listener.next().await.is_some() {}
    let whole = store.journal(id).await.expect("it is closed").saved;
    assert_eq!(packer.work().await, Ok(only(1, 0)));
    let packed = store.journal(id).await.expect("it is packed").saved;
    assert_eq!(packed, whole, "nothing is lost by packing");
    // Nothing is a day old yet; with no days at all everything is.
    let mut strict = Packer::new(host, Arc::clone(&store), Some(0));
    tokio::time::resume();
    while strict.work().await != Ok(only(0, 1)) {
        tokio::task::yield_now().await;
    }
    let gone = store.journal(id).await;
    assert_eq!(gone, Err(StoreError::Pruned { table: id }));
    let history = store.history(TableKey(1), 0, 9).await;
    assert_eq!(history.map(|history| history.len()), Ok(2), "results stay");
}
