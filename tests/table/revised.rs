//! A match that was played by earlier rules of its game tells its results, and why its cards cannot be shown.

use std::sync::Arc;

use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Desk, Effect};
use tractor_bot::host::{Host, MemoryJournal};
use tractor_bot::store::{Db, Finish, MemoryStore, NewEntry, NewTable};
use tractor_bot::table::{GuildId, Limits, Match, PastError, Saved};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::tictactoe::TicTacToe;

use crate::asking::{ANA, BO, ask, check, open, refuses};

/// A store with this journal and what was noted of its match.
async fn store_of(saved: Saved, finished: Vec<Finish>) -> Arc<Db> {
    let store: Arc<Db> = MemoryStore::new().own();
    let (guild, table, game) = (GuildId(7), saved.table, saved.game);
    let header = saved.header;
    let opened = NewTable {
        table,
        guild,
        game,
        header,
    };
    store.open_table(opened).await.expect("free");
    for record in saved.entries {
        let here = |finish: &&Finish| finish.position == record.position;
        let finished = finished.iter().filter(here).cloned().collect();
        let entry = NewEntry {
            record,
            finished,
            snapshot: None,
        };
        store.append(table, entry).await.expect("the next one");
    }
    store
}

#[tokio::test(start_paused = true)]
async fn a_match_by_earlier_rules_shows_its_results_alone() {
    let (desk, table) = open::<TicTacToe>(Default::default(), Limits::default()).await;
    for person in [ANA, BO] {
        ask(&desk, person, "join").await;
    }
    if !table.is_playing() {
        ask(&desk, ANA, "start").await;
    }
    for square in [1, 4, 2, 5, 3] {
        for person in [ANA, BO] {
            let done = ask(&desk, person, &format!("play {square}")).await;
            if done.outcome == Effect::Done {
                break;
            }
        }
    }
    check(
        &ask(&desk, ANA, "replay").await,
        Effect::Shown,
        "Page 1 of 5",
    );
    let store = desk.settings().store();
    let mut saved = store.journal(table.id()).await.expect("it is kept").saved;
    let line = &mut saved.header.line;
    *line = line.replace(r#""revision":1"#, r#""revision":0"#);
    let played = Match::<TicTacToe>::of(&saved, 1);
    assert!(
        matches!(played, Err(PastError::Revised { revision: 0, .. })),
        "{played:?}"
    );
    let history = store.history(table.key(), 0, 9).await.expect("history");
    let finished = history.into_iter().map(|one| Finish {
        match_number: one.match_number,
        round: one.round,
        position: one.position,
        at: one.at,
        summary: one.summary,
        tallies: Vec::new(),
        daily: None,
    });
    let store = store_of(saved, finished.collect()).await;
    let settings = Settings::new(store, Locale::ENGLISH, "$");
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let later = Desk::new(host, Surface::Discord, settings);
    let told = ask(&later, ANA, "replay").await;
    check(&told, Effect::Shown, "by earlier rules of the game");
    check(&told, Effect::Shown, "won.");
    refuses(&later, ANA, "export", "by earlier rules of the game").await;
}
