//! Sitting down, getting up, computer players and rules: the lobby by thumb.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::table::Occupant;
use tractor_bot::uno::Uno;

use crate::double::{Person, Seen};
use crate::house::House;

/// Whether a control is there and cannot be used.
fn is_off(control: Option<serde_json::Value>) -> bool {
    control.is_some_and(|control| control["disabled"] == true)
}

async fn sits_down(house: &House, person: &Person, seated: &str) {
    let board = house.board(seated).await;
    person.presses(&board, "Sit down").answered().await;
}

#[tokio::test(start_paused = true)]
async fn people_sit_down_choose_seats_and_leave_by_thumb() {
    let house = House::open(1).await;
    let [ana, bo, chen, dee] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    house.board("North **Ana** · West –").await;
    sits_down(&house, bo, "1 of 4").await;
    let board = house.board("West **Bo**").await;
    chen.selects(&board, "Choose a seat", &["East"])
        .answered()
        .await;
    let board = house.board("East **Chen**").await;
    assert_eq!(board.options("Choose a seat"), ["#3"]);
    sits_down(&house, dee, "3 of 4").await;
    let board = house.board("4 of 4").await;
    assert!(is_off(board.control("Sit down")), "{}", board.text);
    assert!(board.says("Host: **Ana**"));
    let refused = chen.presses(&board, "To 6").message().await;
    refused.assert_tells_alone("Only the host");
    ana.presses(&board, "Leave").answered().await;
    let board = house.board("Host: **Bo**").await;
    assert!(board.says("3 of 4") && board.says("North –"));
    bo.presses(&board, "To 6").answered().await;
    let board = house.board("Preset **short, to 6**").await;
    assert!(board.control("✓ To 6").is_some(), "{}", board.text);
    bo.presses(&board, "One round").answered().await;
    let board = house.board("One round, about").await;
    assert_eq!(house.public().rules.rounds, Some(1));
    assert!(is_off(board.control("Start")));
    let early = chen.asks(house.table, "start", json!({})).await;
    early.assert_says("3 of 4 seats are taken");
}

#[tokio::test(start_paused = true)]
async fn computers_fill_seats_make_room_and_are_taken_away() {
    let house = House::open(1).await;
    let [ana, bo, chen, _] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    let board = house.board("1 of 4").await;
    ana.selects(&board, "Add a computer player", &["greedy"])
        .answered()
        .await;
    house.board("2 of 4").await;
    ana.says(house.table, "$computer all");
    let board = house.board("4 of 4").await;
    assert!(board.control("Add a computer player").is_none());
    assert!(!is_off(board.control("Sit down")), "a computer makes room");
    bo.presses(&board, "Sit down").answered().await;
    let board = house.board("West **Bo**").await;
    chen.selects(&board, "Choose a seat", &["East"])
        .answered()
        .await;
    let board = house.board("East **Chen**").await;
    chen.selects(&board, "Remove a computer player", &["off #3"])
        .answered()
        .await;
    house.board("3 of 4").await;
    assert_eq!(house.public().seats[2].occupant, Occupant::Empty);
}

/// Whether this is the hand of a deal that goes on.
fn is_growing(seen: &Seen) -> bool {
    seen.is_ephemeral && seen.says("Your hand")
}

#[tokio::test(start_paused = true)]
async fn one_person_alone_is_dealt_to_by_one_tap() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    ana.asks(house.table, "join", json!({})).await;
    let board = house.board("1 of 4").await;
    ana.presses(&board, "Play with computers").answered().await;
    let hand = ana.awaits("the hand", is_growing).await;
    house.board("Dealing").await;
    let gone = || ana.looks_at(&board).is_none();
    house.until("the lobby to go", gone).await;
    // It grows by itself.
    let grown = move |seen: &Seen| is_growing(seen) && seen.id >= hand.id && seen.edits > 0;
    ana.awaits("more cards", grown).await;
}

#[tokio::test(start_paused = true)]
async fn uno_and_tic_tac_toe_are_played_with_computers_by_one_tap_too() {
    for (game, seated) in [("uno", "1 of 10"), ("ttt", "1 of 2")] {
        let house = House::open(1).await;
        let ana = &house.people[0];
        ana.asks(house.table, game, json!({})).await;
        let board = house.board(seated).await;
        let before = ana.ephemerals().len();
        ana.presses(&board, "Play with computers").answered().await;
        match game {
            "uno" => {
                let hand = |seen: &Seen| seen.is_ephemeral && seen.says("Your cards");
                ana.awaits("the hand", hand).await;
                assert_eq!(house.handle::<Uno>().view(Viewer::Public).seated(), 4);
            }
            _ => {
                house.board("🤖").await;
                // Everybody sees the board: there is no hand.
                assert_eq!(ana.ephemerals().len(), before, "{}", ana.transcript());
            }
        }
        house.discord.assert_clean();
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_newest_message_of_a_table_has_buttons() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    for (line, shown) in [
        ("$join", "1 of 4"),
        ("$rules deal_interval=0.02", "0.02"),
        ("$computer all random", "4 of 4"),
    ] {
        ana.says(house.table, line);
        house.board(shown).await;
    }
    let lobby = house.board("4 of 4").await;
    ana.says(house.table, "$start");
    let sealed = house.board("Ready to deal").await;
    let gone = || ana.looks_at(&lobby).is_none();
    house.until("the lobby to go", gone).await;
    ana.says(house.table, "$deal");
    house.board("Dealing").await;
    let disarmed = |seen: Option<Seen>| seen.is_some_and(|seen| seen.buttons().is_empty());
    let plain = || disarmed(ana.looks_at(&sealed));
    house.until("the old buttons to go", plain).await;
    let kept = ana.looks_at(&sealed).expect("it stays to be read");
    kept.assert_says("Round 1");
}
