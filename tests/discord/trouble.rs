//! What goes wrong, and what people are told.

use crate::double::{Fault, Seen};
use crate::house::House;

#[tokio::test(start_paused = true)]
async fn a_table_message_that_is_gone_comes_back() {
    let house = House::open(1).await;
    house.people[0].says(house.table, "$join");
    let board = house.board("1 of 4").await;
    house.discord.delete_message(board.id);
    house.people[1].says(house.table, "$join");
    let again = house.board("2 of 4").await;
    assert_ne!(again.id, board.id);
}

#[tokio::test(start_paused = true)]
async fn a_board_whose_posting_was_never_answered_is_not_posted_twice() {
    for fault in [Fault::DropAfter, Fault::Silence] {
        let house = House::open(1).await;
        // That of the lobby is posted by the bot, and goes when the match begins.
        house.discord.fail("POST /channels/*/messages", fault, 1);
        house.sit_down_by_typing().await;
        let ana = &house.people[0];
        // The board of the round is posted by the token of the tap that begins it.
        let board = house.board("Deal").await;
        house.discord.fail("POST /webhooks/*/*", fault, 1);
        ana.presses(&board, "Deal").answered().await;
        let board = house.board("Last calls").await;
        let is_board = |seen: &Seen| {
            let buttons = seen.buttons();
            let mut boards = ["My hand", "Sit down"].map(str::to_owned).into_iter();
            seen.is_from_bot && boards.any(|label| buttons.contains(&label))
        };
        let boards = ana.sees(house.table).into_iter().filter(is_board);
        let boards: Vec<_> = boards.map(|seen| seen.id).collect();
        let told = house.discord.transcript();
        assert_eq!(boards, [board.id], "{fault:?}\n{told}");
        house.discord.assert_clean();
    }
}

#[tokio::test(start_paused = true)]
async fn a_forged_control_means_nothing() {
    let house = House::open(1).await;
    house.people[0].says(house.table, "$join");
    let board = house.board("1 of 4").await;
    let long = "9".repeat(100);
    for forged in ["x", "0.0.?", "zz.zz.play 8S", "play 8S", &long] {
        let asked = house.people[1].forges(&board, forged);
        assert!(asked.message().await.is_ephemeral, "{forged}");
    }
    assert_eq!(house.public().seated(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_next_table_of_a_channel_has_a_message_of_its_own() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    ana.says(house.table, "$join");
    let first = house.board("1 of 4").await;
    ana.says(house.table, "$end yes");
    let over = house.board("`$join` opens a new one.").await;
    assert_eq!(over.id, first.id);
    house.until("its end", || !house.is_open()).await;
    ana.says(house.table, "$join");
    let next = house.board("1 of 4").await;
    assert!(next.id > first.id);
    let first = ana
        .looks_at(&first)
        .expect("the message of the first stays");
    assert_eq!(first.text, over.text);
}

#[tokio::test(start_paused = true)]
async fn whoever_asks_for_the_table_has_it_below_what_was_said() {
    let house = House::open(1).await;
    house.people[0].says(house.table, "$join");
    let board = house.board("1 of 4").await;
    for _ in 0..14 {
        house.people[1].says(house.table, "hello");
    }
    house.people[2].says(house.table, "$join");
    house.people[3].says(house.table, "$join");
    house.board("3 of 4").await;
    house.people[0].says(house.table, "$table");
    let below = house.people[0]
        .awaits("the table below", move |seen| {
            seen.says("3 of 4") && seen.id != board.id
        })
        .await;
    assert!(below.is_from_bot);
}

#[tokio::test(start_paused = true)]
async fn a_table_closes_whose_channel_went_while_the_bot_heard_nothing() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    // The session is forgotten, and with it that the channel was deleted.
    house.discord.forget_sessions();
    house.discord.delete_channel(house.table);
    house.until("the table to close", || !house.is_open()).await;
    let gone = house.discord.outgoing().into_iter();
    let gone = gone.filter(|sent| sent.request.status == 404).count();
    assert!(gone < 5, "{gone} requests for a channel that is gone");
}
