//! That the ledger notices what it is there for: what is lost, done twice, done though refused, or changed.

use tractor_bot::game::GameKind;
use tractor_bot::store::{LeaseRequest, MemoryStore, NewEntry, NewTable, ShardRange};
use tractor_bot::table::{GuildId, Position, Record, TableId, TableKey, UnixMillis};

use crate::data::Opened;
use crate::digest::Sum;
use crate::ledger::{Ledger, Told};

const TABLE: TableId = TableId {
    key: TableKey(1),
    opening: Position(100),
};

/// A journal of a table with the requests of these names, and nothing else.
struct Journal {
    store: Opened,
    ledger: Ledger,
}

impl Journal {
    fn of(nonces: &[u64]) -> Self {
        let store = Opened::memory(MemoryStore::new());
        let request = LeaseRequest {
            owner: "me".to_owned(),
            shards: ShardRange::ALL,
            now: UnixMillis(1),
            until: UnixMillis(10_000),
        };
        store
            .call(|store| store.acquire(request))
            .expect("nobody else is there");
        let new = NewTable {
            table: TABLE,
            guild: GuildId(0),
            game: GameKind::Uno,
            header: record(100, "{}".to_owned()),
        };
        let claim = store
            .call(|store| store.open_table(new))
            .expect("it is the first");
        for (position, nonce) in (101..).zip(nonces) {
            let line = format!("{{\"nonce\":{nonce},\"position\":{position}}}");
            let entry = NewEntry {
                record: record(position, line),
                finished: Vec::new(),
                snapshot: None,
            };
            store
                .call(move |store| store.append(claim, entry))
                .expect("it follows the last one");
        }
        let mut ledger = Ledger::default();
        ledger.opened(TABLE);
        Self { store, ledger }
    }

    fn told(mut self, nonce: u64, told: Told) -> Self {
        self.ledger.asks(nonce, "something");
        self.ledger.tells(nonce, told);
        self
    }

    fn audit(&mut self) -> Result<(), String> {
        self.ledger
            .audit(&self.store, &mut Sum::default(), |_| false)
    }

    fn check(mut self, expected: Option<&str>) {
        let audited = self.audit();
        match expected {
            None => assert_eq!(audited, Ok(())),
            Some(why) => {
                let wrong = audited.expect_err(why);
                assert!(wrong.contains(why), "{wrong}");
            }
        }
    }
}

fn record(position: u64, line: String) -> Record {
    Record {
        position: Position(position),
        at: UnixMillis(1),
        line,
    }
}

#[test]
fn what_was_acknowledged_is_in_the_journal_once() {
    let at = |position| Told::At(TABLE, Position(position));
    Journal::of(&[5, 6]).told(5, at(101)).check(None);
    Journal::of(&[5, 6]).told(6, Told::Done).check(None);
    Journal::of(&[5, 6]).told(6, at(101)).check(Some("is lost"));
    Journal::of(&[5, 6])
        .told(7, Told::Done)
        .check(Some("is lost"));
    Journal::of(&[5, 5])
        .told(5, Told::Done)
        .check(Some("done twice"));
}

#[test]
fn what_was_refused_is_in_no_journal_unless_the_store_had_written_it() {
    Journal::of(&[5]).told(6, Told::Refused).check(None);
    Journal::of(&[5])
        .told(5, Told::Refused)
        .check(Some("was done"));
    Journal::of(&[5]).told(5, Told::Nothing).check(None);
    let mut lied = Journal::of(&[5]).told(5, Told::Refused);
    lied.ledger.lied(TABLE, Position(101));
    lied.check(None);
}

#[test]
fn what_was_written_stays_as_it_was() {
    for (now, why) in [
        (&[5, 6, 7][..], None),
        (&[5][..], Some("lost")),
        (&[5, 8][..], Some("changed")),
        (&[8, 6, 7][..], Some("changed")),
    ] {
        let mut journal = Journal::of(&[5, 6]);
        assert_eq!(journal.audit(), Ok(()));
        journal.store = Journal::of(now).store;
        journal.check(why);
    }
}
