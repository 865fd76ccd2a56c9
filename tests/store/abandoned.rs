//! Callers that stop waiting: whatever they were doing, the next one finds everything in order.

use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use tokio::task::JoinSet;

use tractor_bot::store::*;
use tractor_bot::table::TableKey;

use crate::home::*;

/// How often a call is polled before it is dropped. Most end within ten times.
fn polls() -> impl Iterator<Item = usize> {
    std::iter::repeat_n(0..10, 3)
        .flatten()
        .chain((10..50).step_by(4))
}

/// Polls a call, each time it asks for it, and drops it after so many times; its result, if it
/// came before.
async fn polled<T>(
    call: impl Future<Output = Result<T, StoreError>>,
    times: usize,
) -> Option<Result<T, StoreError>> {
    let mut call = pin!(call);
    let mut left = times;
    std::future::poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        match call.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(Some(result)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// Writes more settings at once than there are connections, so that each takes one.
async fn write(store: &Arc<Db>, scope: Scope, value: &str) -> Vec<Result<(), StoreError>> {
    let mut writing = JoinSet::new();
    for number in 0..12 {
        let (store, value) = (Arc::clone(store), value.to_owned());
        let name = format!("time {number}");
        writing.spawn(async move { store.set_setting(scope, &name, Some(&value)).await });
    }
    writing.join_all().await
}

pub async fn whoever_stops_waiting_leaves_nothing_open(home: &Home) {
    let (store, other) = (home.process().await, home.process().await);
    let table_id = opened(&store, table(5)).await;
    let (ours, theirs) = (Scope::Channel(TableKey(1)), Scope::Channel(TableKey(2)));
    let mut given_up = [0; 3];
    let calls = polls().flat_map(|polls| [0, 1, 2].map(|kind| (polls, kind)));
    for (time, (polls, kind)) in calls.enumerate() {
        let number = length(&store, table_id).await + 1;
        let done = match kind {
            0 => polled(store.settings(ours), polls).await.is_some(),
            1 => {
                let set = store.set_setting(ours, "given up", Some("x"));
                polled(set, polls).await.is_some()
            }
            _ => {
                let append = store.append(table_id, entry(table_id, number));
                polled(append, polls).await.is_some()
            }
        };
        given_up[kind] += usize::from(!done);
        // A write needs a transaction of its own, and one that ends, to be seen by others. Their
        // reading leaves time to give the connection back.
        assert!(other.settings(ours).await.is_ok());
        let value = time.to_string();
        let written = write(&store, ours, &value).await;
        let fine = written.iter().all(Result::is_ok);
        assert!(fine, "after {polls} polls of kind {kind}: {written:?}");
        let seen = other.setting(ours, "time 0").await;
        assert_eq!(seen, Ok(Some(value.clone())), "{polls} {kind}");
        // What others write is seen, however long ago the reading was begun.
        other
            .set_setting(theirs, "time", Some(&value))
            .await
            .unwrap();
        let seen = store.setting(theirs, "time").await;
        assert_eq!(seen, Ok(Some(value)), "{polls} {kind}");
        // What was given up has been written or not, and the table goes on.
        let number = length(&store, table_id).await + 1;
        match store.append(table_id, entry(table_id, number)).await {
            Ok(()) => {}
            Err(StoreError::Conflict { .. }) if kind == 2 && !done => {}
            Err(error) => panic!("after {polls} polls of kind {kind}: {error}"),
        }
    }
    assert!(given_up.iter().all(|times| *times > 2), "{given_up:?}");
}
