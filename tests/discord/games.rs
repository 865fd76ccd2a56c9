//! The other games through the same face: nothing there knows tractor.

use std::time::Duration;

use serde_json::json;
use tractor_bot::game::{Turn, Viewer};
use tractor_bot::host::Hosted;
use tractor_bot::table::StageView;
use tractor_bot::text::press::Press;
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::uno::Uno;

use crate::double::{Person, Seen};
use crate::house::{House, flat};

/// The ids of all buttons that can be pressed and make a move.
fn moves(seen: &Seen) -> Vec<String> {
    let on = flat(&seen.components).into_iter();
    let on = on.filter(|control| control["type"] == 2 && control["disabled"] != true);
    let ids = on.filter_map(|control| control["custom_id"].as_str().map(str::to_owned));
    ids.filter(|id| id.split('.').nth(2).is_some_and(|tap| tap.starts_with('a')))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tic_tac_toe_is_played_on_the_public_message() {
    let house = House::open(1).await;
    let (ana, bo) = (&house.people[0], &house.people[1]);
    ana.asks(house.table, "ttt", json!({})).await;
    let board = house.board("1 of 2").await;
    bo.presses(&board, "Sit down").answered().await;
    let key = Press::of_code(
        flat(&board.components)[0]["custom_id"]
            .as_str()
            .expect("an id"),
    )
    .expect("a press")
    .table;
    let table = house.bot.desk.host().get(key).and_then(TicTacToe::of);
    let handle = table.expect("the game is open");
    let playing = || matches!(handle.view(Viewer::Public).stage, StageView::Playing(_));
    house.until("the match to begin", playing).await;
    for _ in 0..9 {
        let view = handle.view(Viewer::Public);
        let Turn::Seats(seats) = view.turn else {
            break;
        };
        let seat = seats.iter().next().expect("somebody's turn");
        let holder = view.seats[seat.index()]
            .occupant
            .person()
            .expect("a person");
        let person = if holder.0 == ana.id.get() { ana } else { bo };
        let position = view.position;
        let start = position.0;
        // The board as it is since the last move.
        let fresh = move |seen: &Seen| {
            let at = |id: &String| {
                let at = id.split('.').nth(1).unwrap_or_default();
                u64::from_str_radix(at, 36).is_ok_and(|at| at >= start)
            };
            seen.is_from_bot && !seen.is_ephemeral && moves(seen).iter().any(at)
        };
        let board = person.awaits("the board", fresh).await;
        let empty = |label: &String| label.chars().all(|c| c.is_ascii_digit());
        let empty = board.buttons().into_iter().find(empty);
        person
            .presses_late(&board, &empty.expect("an empty square"))
            .answered()
            .await;
        house
            .until("the move", || {
                handle.view(Viewer::Public).position > position
            })
            .await;
    }
    house.until("the end", || !playing()).await;
    house.discord.assert_clean();
}

/// Presses the first move of a person's hand, as long as it is their turn.
async fn tap_first(house: &House, person: &Person) {
    let handle = house.handle::<Uno>();
    let position = handle.view(Viewer::Public).position;
    let board = house.board("My cards").await;
    let hand = person.presses(&board, "My cards").message().await;
    let moves = moves(&hand);
    let first = moves
        .first()
        .unwrap_or_else(|| panic!("nothing to tap on\n{}", hand.text));
    person.presses_late(&hand, first).answered().await;
    house
        .until("the move", || {
            handle.view(Viewer::Public).position > position
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uno_is_played_by_taps() {
    let house = House::open(1).await;
    for person in &house.people[..3] {
        person.asks(house.table, "uno", json!({})).await;
    }
    let board = house.board("3 of").await;
    house.people[0].presses(&board, "Start").answered().await;
    let handle = house.handle::<Uno>();
    let playing = || matches!(handle.view(Viewer::Public).stage, StageView::Playing(_));
    house.until("the match to begin", playing).await;
    let dealt =
        || matches!(handle.view(Viewer::Public).turn, Turn::Seats(seats) if seats.len() == 1);
    house.until("the deal", dealt).await;
    for _ in 0..24 {
        let view = handle.view(Viewer::Public);
        let Turn::Seats(seats) = view.turn else {
            break;
        };
        let seat = seats.iter().next().expect("somebody's turn");
        let holder = view.seats[seat.index()]
            .occupant
            .person()
            .expect("a person");
        let person = house
            .people
            .iter()
            .find(|person| person.id.get() == holder.0);
        tap_first(&house, person.expect("one of the three")).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    house.discord.assert_clean();
}
