//! What becomes of tables that cannot simply go on after a restart is said where they were shown.

use std::sync::Arc;

use tractor_bot::game::GameKind;
use tractor_bot::store::{Db, MemoryStore, NewEntry, NewTable};
use tractor_bot::table::{GuildId, Position, Record, TableId, TableKey, UnixMillis};

use crate::double::{Options, Seen};
use crate::house::{House, desk_over};

/// Somebody who writes to the store past the rules.
fn vandal(store: &MemoryStore) -> Arc<Db> {
    store.outlive_others();
    store.beside()
}

/// Ana deals, until everybody has cards.
async fn dealt(house: &House) {
    house.people[0].says(house.table, "$deal");
    let dealt = || {
        let public = house.public();
        let game = public.stage.game().expect("a match is played");
        game.hand_sizes.iter().all(|held| *held > 0)
    };
    house.until("cards", dealt).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_come_back_is_told_in_its_channel_once() {
    let store = MemoryStore::new();
    let (first, host) = desk_over(&store).await;
    let mut house = House::of(Options::default(), first).await;
    host.shutdown().await;
    let table = TableId {
        key: TableKey(house.table.get()),
        opening: Position(7),
    };
    let new = NewTable {
        table,
        guild: GuildId(0),
        game: GameKind::Uno,
        header: Record {
            position: table.opening,
            at: UnixMillis(7),
            line: "{}".to_owned(),
        },
    };
    let opened = vandal(&store).open_table(new).await;
    opened.expect("a free channel");
    for restart in 0..2 {
        let mark = house.discord.mark();
        let (next, _host) = desk_over(&store).await;
        house = house.restarted(next).await;
        let ana = house.people[0].clone();
        if restart == 0 {
            let told = move |seen: &Seen| seen.says("could not be brought back after the restart");
            let told = ana.awaits_since(mark, "to be told", told).await;
            assert!(told.says(&table.to_string()), "{}", told.text);
        }
        // Whatever was to be told, the channel is free for a new table.
        ana.says(house.table, "$uno");
        let sat = |seen: &Seen| seen.says("Ana");
        ana.awaits_since(mark, "a new table", sat).await;
        let said = house.discord.transcript();
        assert_eq!(
            said.matches("could not be brought back").count(),
            1,
            "{said}"
        );
        ana.says(house.table, "$end yes");
        ana.awaits_since(mark, "its end", |seen: &Seen| seen.says("closed"))
            .await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_that_this_version_cannot_go_on_with_is_dealt_again_and_everybody_reads_why() {
    let store = MemoryStore::new();
    let (first, host) = desk_over(&store).await;
    let mut house = House::of(Options::default(), first).await;
    house.sit_down_by_typing().await;
    dealt(&house).await;
    host.shutdown().await;
    let vandal = vandal(&store);
    let open = vandal.open_tables(None).await.expect("in order").tables;
    let claim = open.first().expect("the table").table;
    let saved = vandal.journal(claim).await.expect("sound").saved;
    // The same deal once more: no rules accept it.
    let last = saved.entries.last().expect("it is dealt");
    let next = Position(last.position.0 + 1);
    let was = format!("\"position\":{}", last.position.0);
    let record = Record {
        position: next,
        at: last.at,
        line: last.line.replace(&was, &format!("\"position\":{}", next.0)),
    };
    let entry = NewEntry {
        record,
        finished: Vec::new(),
        snapshot: None,
    };
    vandal.append(claim, entry).await.expect("it continues");

    let mark = house.discord.mark();
    let (second, _host) = desk_over(&store).await;
    house = house.restarted(second).await;
    let ana = house.people[0].clone();
    let told = |seen: &Seen| seen.says("cannot continue this round: it is dealt again");
    ana.awaits_since(mark, "to be told", told).await;
    dealt(&house).await;
}
