//! Journals of closed tables are packed, and old ones let go.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Packed, Packer, SystemClock};
use tractor_bot::store::{Counter, Db, Finish, MemoryStore, PersonTally, StoreError, Versus};
use tractor_bot::table::{Closer, Input, Limits, PersonId, Skill, StageView, TableKey, UnixMillis};
use tractor_bot::tictactoe::{Rules, TicTacToe};

use crate::asking::{ANA, add_computers, process, submit};

#[tokio::test(start_paused = true)]
async fn what_is_over_is_packed_and_in_the_end_let_go() {
    let store: Arc<Db> = MemoryStore::new().own();
    let (host, keeper) = process(&store, Arc::new(SystemClock));
    keeper.bring_back().await.expect("a new store");
    let (rules, limits) = (Rules::default(), Limits::default());
    let secret = Seed::from_number(3);
    let opened = host.open::<TicTacToe>(TableKey(1), rules, limits, secret, ANA);
    let table = opened.await.expect("a free channel");
    let mut listener = table.listen();
    add_computers(&table, 2, Skill::Level(3)).await;
    submit(&table, Input::Start { by: ANA }).await;
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
    submit(&table, Input::Close { by }).await;
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
    assert_eq!(gone, Err(StoreError::Pruned(id)));
    let history = store.history(TableKey(1), 0, 9).await;
    assert_eq!(history.map(|history| history.len()), Ok(2), "results stay");
}
