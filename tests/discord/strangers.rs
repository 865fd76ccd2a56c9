//! People who do not know each other: what they report, who is shut out, and how they find a game.

use serde_json::json;
use tractor_bot::console::moderation;
use tractor_bot::game::Viewer;
use tractor_bot::host::Hosted as _;
use tractor_bot::store::{Ban, Banned, MemoryStore};
use tractor_bot::table::{PersonId, UnixMillis};
use tractor_bot::tictactoe::TicTacToe;

use crate::double::Options;
use crate::house::{House, kept_desk};

#[tokio::test(start_paused = true)]
async fn who_is_shut_out_gets_up_and_one_line_for_an_answer() {
    let house = House::open(9).await;
    let [ana, bo, ..] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    let board = house.board("Ana").await;
    bo.presses(&board, "Sit down").answered().await;
    house
        .until("both to sit", || house.public().seated() == 2)
        .await;
    let whom = Banned::Person(PersonId(bo.id.get()));
    let (at, reason) = (UnixMillis(1_700_000_000_000), String::new());
    let desk = &house.bot.desk;
    let store = &**desk.settings().store();
    let done = moderation::ban(store, whom, Ban { at, reason }).await;
    done.expect("a store");
    desk.people.heed_bans(|_| None).await;
    assert_eq!(house.public().seated(), 1);
    let shut_out = "has shut you out";
    let refused = bo.presses(&board, "Sit down").message().await;
    refused.assert_tells_alone(shut_out);
    let refused = bo.asks(house.table, "join", json!({})).await;
    refused.assert_tells_alone(shut_out);
    bo.says(house.table, "$join");
    bo.awaits("one line", |seen| !seen.is_ephemeral && seen.says(shut_out))
        .await;
    assert_eq!(house.public().seated(), 1);
}

#[tokio::test(start_paused = true)]
async fn who_looks_for_a_game_is_shown_in_one_post_that_is_renewed() {
    // The time of day goes by as that of the test does.
    let desk = kept_desk(&MemoryStore::new(), 9).await;
    let house = House::of(Options::default(), desk).await;
    let [ana, bo, chen, _] = &house.people;
    let posts = || {
        let seen = ana.sees(house.table).into_iter();
        seen.filter(|seen| seen.is_from_bot && !seen.is_ephemeral)
            .collect::<Vec<_>>()
    };
    ana.says(house.table, "$seek tractor");
    house.board("1 of 4").await;
    let told = bo
        .asks(house.table, "seek", json!({"game": "tractor"}))
        .await;
    told.assert_says("2 of 4");
    chen.presses(&told, "Play Tractor, too").message().await;
    house.board("3 of 4").await;
    house.until("one post", || posts().len() == 1).await;
    bo.says(house.table, "$seek off");
    house.board("2 of 4").await;
    ana.says(house.table, "$seek off");
    chen.asks(house.table, "seek", json!({"game": "off"})).await;
    let over = house.board("Nobody on this server looks for a game").await;
    assert!(over.buttons().is_empty(), "{}", over.text);
    // Their time is over, and nobody has said anything.
    ana.says(house.table, "$seek 5");
    let post = house.board("1 of 4").await;
    for _ in 0..7 {
        house.passes(60).await;
    }
    let now = || ana.looks_at(&post).expect("it is there");
    house
        .until("its buttons to go", || now().buttons().is_empty())
        .await;
}

#[tokio::test(start_paused = true)]
async fn two_who_look_for_a_game_find_each_other() {
    let house = House::open(9).await;
    let [ana, bo, chen, _] = &house.people;
    let seeks = ana.asks(house.table, "seek", json!({"game": "ttt"})).await;
    assert!(!seeks.is_ephemeral, "{}", seeks.text);
    seeks.assert_says("1 of 2");
    let opened = bo.presses(&seeks, "Play Tic-tac-toe, too").message().await;
    opened.assert_says("Room");
    let called = ana
        .awaits("a call", |seen| seen.says("there are enough"))
        .await;
    assert!(called.pings, "{}", called.text);
    assert_eq!((bo.pings().len(), chen.pings().len()), (0, 0));
    ana.presses(&called, "Sit down").answered().await;
    let desk = &house.bot.desk;
    let both = || {
        let tables = desk.host().list().into_iter();
        let mut tables = tables.filter_map(TicTacToe::of);
        tables.any(|table| table.view(Viewer::Public).seated() == 2)
    };
    house.until("both to sit", both).await;
}
