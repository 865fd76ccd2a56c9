//! Holds what people were told, and what they are shown, against the journals of a store, past the bot.

use std::path::Path;

use double::Double;
use double::folder::Folder;
use tractor_bot::store::{self, TableState};
use tractor_bot::table::{Position, Saved, TableKey};

use crate::crowd::controls;
use crate::ledger::{Ledger, replayed};
use crate::player::Notes;

/// The name of a copy.
const FILE: &str = "copy.db";

/// Reads all journals at this address; panics if something is lost, done twice or shown too early. A file of SQLite must not
/// be in use. With `all`, each journal is replayed from its beginning.
pub async fn audit(url: &str, discord: &Double, (notes, ledger): (&Notes, &mut Ledger), all: bool) {
    notes.tell(discord, ledger);
    let shown = shown(discord);
    let journals = journals(url).await;
    for known in ledger.lengths().keys() {
        let mut found = journals.iter().map(|saved| saved.table);
        assert!(found.any(|table| table == *known), "{known} is gone");
    }
    for saved in journals {
        let checked = ledger.follow(&saved);
        let checked = checked.and_then(|()| if all { replayed(&saved) } else { Ok(()) });
        checked.unwrap_or_else(|wrong| panic!("{wrong}"));
        let end = saved.entries.last().unwrap_or(&saved.header).position;
        for (_, at) in shown.iter().filter(|(key, _)| *key == saved.table.key) {
            assert!(
                *at <= end,
                "{at:?} of {} was shown, and {end:?} is written",
                saved.table
            );
        }
    }
    ledger.settle().unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// The journals of all tables, none of which was closed.
pub async fn journals(url: &str) -> Vec<Saved> {
    let (url, _folder) = copy_of(url);
    let store = store::connect(&url).await.expect("the store can be opened");
    let mut journals = Vec::new();
    assert_eq!(store.aside().await, Ok(Vec::new()));
    let tables = store.positions().await.expect("the tables can be read");
    for (table, _) in tables {
        let journal = store.journal(table).await;
        let journal = journal.expect("an undamaged journal");
        assert_eq!(journal.state, TableState::Open, "{table}");
        journals.push(journal.saved);
    }
    store.close().await.expect("the store can be closed");
    journals
}

/// Every state that a message offers something at.
fn shown(discord: &Double) -> Vec<(TableKey, Position)> {
    let world = discord.world();
    let all = world.messages.values();
    let all = all.flat_map(|message| controls(&message.components));
    all.map(|control| (control.press.table, control.press.at))
        .collect()
}

/// An SQLite file is read from a copy, so that the program finds its own as it was left.
fn copy_of(url: &str) -> (String, Option<Folder>) {
    let Some(path) = url.strip_prefix("sqlite://") else {
        return (url.to_owned(), None);
    };
    let folder = Folder::new();
    for end in ["", "-wal"] {
        let from = format!("{path}{end}");
        if Path::new(&from).exists() {
            let to = folder.file(&format!("{FILE}{end}"));
            std::fs::copy(from, to).expect("the file can be copied");
        }
    }
    (folder.url(FILE), Some(folder))
}
