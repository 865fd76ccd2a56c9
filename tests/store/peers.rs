//! What processes over the same data tell each other.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tractor_bot::store::peers::{HANDED_OVER, LONGEST_WORD, PeerMessage, Peers, Word};
use tractor_bot::store::{Db, StoreError};
use tractor_bot::table::{Position, TableId, TableKey, UnixMillis};

use super::home::{self, Home, lease, take};

/// A process and what it hears; `None` where there is only one.
async fn process(home: &Home) -> Option<(Arc<Db>, Arc<dyn Peers>, Receiver<PeerMessage>)> {
    let store = home.process().await;
    let peers = store.peers()?;
    let mut heard = peers.hear();
    if home.url().starts_with("postgres") {
        // It says so once it listens.
        assert_eq!(heard.recv().await.expect("it listens"), PeerMessage::Missed);
    }
    Some((store, peers, heard))
}

async fn next(heard: &mut Receiver<PeerMessage>) -> Word {
    let next = tokio::time::timeout(Duration::from_secs(30), heard.recv());
    match next.await.expect("something is told").expect("it goes on") {
        PeerMessage::Word(word) => word,
        PeerMessage::Missed => panic!("nothing was missed"),
    }
}

fn table(key: u64, opening: u64) -> TableId {
    TableId {
        key: TableKey(key),
        opening: Position(opening),
    }
}

pub async fn words_reach_the_others(home: &Home) {
    let Some((_one, one, mut at_one)) = process(home).await else {
        assert!(home.url().starts_with("sqlite"));
        return;
    };
    let (_two, two, mut at_two) = process(home).await.expect("there can be two");
    let (_three, three, mut at_three) = process(home).await.expect("there can be three");
    one.tell(None, "settings", "guild 5".to_owned())
        .await
        .unwrap();
    one.tell(Some(three.life()), "leases", String::new())
        .await
        .unwrap();
    two.tell(Some(one.life()), "back", "x\u{fffd} 牌".to_owned())
        .await
        .unwrap();
    let word = next(&mut at_two).await;
    assert_eq!((word.from.as_str(), word.to), (one.life(), None));
    assert_eq!(
        (word.topic.as_str(), word.body.as_str()),
        ("settings", "guild 5")
    );
    assert_eq!(next(&mut at_three).await.topic, "settings");
    assert_eq!(next(&mut at_three).await.topic, "leases");
    // Its own words are not among what it hears.
    let word = next(&mut at_one).await;
    assert_eq!(
        (word.topic.as_str(), word.body.as_str()),
        ("back", "x\u{fffd} 牌")
    );
    let long = "x".repeat(LONGEST_WORD + 1);
    let told = one.tell(None, "", long).await;
    assert!(matches!(told, Err(StoreError::Invalid { .. })), "{told:?}");
}

pub async fn what_is_handed_over_is_taken_once(home: &Home) {
    let Some((_one, one, _)) = process(home).await else {
        return;
    };
    let (_two, two, mut at_two) = process(home).await.expect("there can be two");
    let (first, second) = (UnixMillis(10), UnixMillis(20));
    let long = "牌".repeat(20_000);
    one.hand_over(two.life(), "b", second, "second".to_owned())
        .await
        .unwrap();
    one.hand_over(two.life(), "a", first, long.clone())
        .await
        .unwrap();
    one.hand_over(two.life(), "b", second, "again".to_owned())
        .await
        .unwrap();
    for id in ["b", "a"] {
        let word = next(&mut at_two).await;
        assert_eq!((word.topic.as_str(), word.body.as_str()), (HANDED_OVER, id));
    }
    assert_eq!(two.waiting().await.unwrap(), ["a", "b"]);
    assert_eq!(one.waiting().await.unwrap(), [""; 0]);
    assert_eq!(two.take("a").await.unwrap(), Some(long));
    assert_eq!(one.take("a").await.unwrap(), None);
    assert_eq!(one.take("b").await.unwrap().as_deref(), Some("second"));
    assert_eq!(two.take("b").await.unwrap(), None);
    assert_eq!(two.take("c").await.unwrap(), None);
    assert_eq!(two.waiting().await.unwrap(), [""; 0]);
    // Without being handed over, too, one of them has it.
    assert!(one.claim("d", second).await.unwrap());
    assert!(!one.claim("d", second).await.unwrap());
    assert!(!two.claim("d", second).await.unwrap());
    assert_eq!(one.waiting().await.unwrap(), [""; 0]);
    // Until it is swept away, it cannot be handed over again.
    one.hand_over(two.life(), "a", first, "again".to_owned())
        .await
        .unwrap();
    assert_eq!(two.waiting().await.unwrap(), [""; 0]);
    one.sweep(second).await.unwrap();
    one.hand_over(two.life(), "a", first, "again".to_owned())
        .await
        .unwrap();
    assert_eq!(two.waiting().await.unwrap(), ["a"]);
}

pub async fn the_directory_is_one_for_all(home: &Home) {
    let Some((one_store, one, _)) = process(home).await else {
        return;
    };
    let (_two, two, _) = process(home).await.expect("there can be two");
    let shards = take(&one_store, lease("one", "0..0/1", 0)).await;
    assert_eq!(shards, Ok(vec![0]));
    let held = two.holders().await.unwrap();
    let held: Vec<_> = held
        .iter()
        .map(|held| (held.shard, held.total, held.life.as_str()))
        .collect();
    assert_eq!(held, [(0, 1, one.life())]);
    let new = [7, u64::MAX].map(home::table);
    let [seven, other] = [&new[0], &new[1]].map(|new| new.table);
    let mut claims = Vec::new();
    for new in new {
        let id = new.table;
        claims.push(one_store.open_table(new).await.unwrap());
        one.publish(id, format!("at {}", id.key.0)).await.unwrap();
    }
    // One that is not open.
    one.publish(table(8, 5), "never".to_owned()).await.unwrap();
    let mut known = two.directory().await.unwrap();
    known.sort_by_key(|entry| entry.table.key);
    let facts: Vec<_> = known
        .iter()
        .map(|entry| (entry.table, entry.life.as_str(), entry.facts.as_str()))
        .collect();
    let last = format!("at {}", u64::MAX);
    assert_eq!(
        facts,
        [
            (seven, one.life(), "at 7"),
            (other, one.life(), last.as_str())
        ]
    );
    // It went on at another process: the first one says nothing about it any more.
    two.publish(seven, "there".to_owned()).await.unwrap();
    one.withdraw(seven).await.unwrap();
    two.withdraw(table(7, u64::MAX)).await.unwrap();
    one.withdraw(other).await.unwrap();
    let known = one.directory().await.unwrap();
    let facts: Vec<_> = known.iter().map(|entry| entry.facts.as_str()).collect();
    assert_eq!(facts, ["there"]);
    one_store
        .close_table(claims[0], UnixMillis(9))
        .await
        .unwrap();
    one.sweep(UnixMillis(0)).await.unwrap();
    assert_eq!(one.directory().await.unwrap(), []);
}
