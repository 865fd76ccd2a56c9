//! Boards are edited by the tokens of presses on them, outside the bot's rate limit; what is private
//! follows the press and stays private.

use serde_json::json;
use serenity::model::id::MessageId;

use crate::double::{Answer, Double, Limits, Options, Seen, Time, World, flat};
use crate::house::{Bot, House, desk};
use crate::kitty::{eight, until_the_kitty, until_the_kitty_by};
use crate::round::{Way, act};

/// How often messages were edited so far: as requests that count, and by tokens.
fn edits(house: &House) -> (usize, usize) {
    let sent = house.discord.outgoing().into_iter();
    let edits = sent.filter(|sent| sent.request.method == "PATCH");
    let (counted, free): (Vec<_>, Vec<_>) =
        edits.partition(|sent| sent.request.route.starts_with("/channels/"));
    let done = free.iter().filter(|sent| sent.request.status == 200);
    (counted.len(), done.count())
}

/// Ana opens the table, and Bo sits down by a tap on its board.
async fn seated_by_a_tap() -> (House, Seen) {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    let board = house.board("1 of 4").await;
    let tapped = bo.presses(&board, "Sit down").answered().await;
    assert_eq!(tapped, Answer::DeferredUpdate);
    let board = house.board("2 of 4").await;
    (house, board)
}

/// The next sits down by typing: the message that shows it, and how many edits of messages counted, and did not.
async fn sits(house: &House, next: usize) -> (MessageId, (usize, usize)) {
    let before = edits(house);
    house.people[next].says(house.table, "$join");
    let board = house.board(&format!("{} of 4", next + 1)).await;
    let after = edits(house);
    (board.id, (after.0 - before.0, after.1 - before.1))
}

#[tokio::test(start_paused = true)]
async fn after_a_press_the_board_is_edited_outside_the_limit() {
    let (house, board) = seated_by_a_tap().await;
    assert_eq!(sits(&house, 2).await, (board.id, (0, 1)));
}

#[tokio::test(start_paused = true)]
async fn when_the_token_ends_the_same_edit_counts() {
    let (house, board) = seated_by_a_tap().await;
    house.passes(15 * 60).await;
    assert_eq!(sits(&house, 2).await, (board.id, (1, 0)));
    assert_eq!(house.discord.invalid_requests(), 0, "it was not tried");
}

#[tokio::test(start_paused = true)]
async fn a_token_that_is_refused_leaves_no_hole_and_is_not_tried_again() {
    let (house, board) = seated_by_a_tap().await;
    house.discord.expire_tokens();
    for next in [2, 3] {
        assert_eq!(sits(&house, next).await, (board.id, (1, 0)));
    }
    assert_eq!(house.discord.invalid_requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn another_persons_token_takes_over() {
    let (house, board) = seated_by_a_tap().await;
    let tapped = house.people[2].presses(&board, "Sit down");
    tapped.answered().await;
    let board = house.board("3 of 4").await;
    tapped.expires();
    assert_eq!(sits(&house, 3).await, (board.id, (0, 1)));
}

#[tokio::test(start_paused = true)]
async fn a_board_that_is_posted_anew_has_no_token() {
    let (house, board) = seated_by_a_tap().await;
    house.people[0].says(house.table, "$table");
    let gone = move |world: &World| world.messages[&board.id].deleted;
    house.discord.until("the old board to go", gone).await;
    let anew = house.board("2 of 4").await;
    assert_ne!(anew.id, board.id);
    assert_eq!(sits(&house, 2).await, (anew.id, (1, 0)));
}

/// The cards on the buttons of a hand.
fn cards_on(seen: &Seen) -> Vec<String> {
    let labels = flat(&seen.components).into_iter();
    let labels = labels.filter_map(|control| Some(control["label"].as_str()?.to_owned()));
    let card = |label: &String| label.starts_with(['♠', '♥', '♦', '♣']) || label.len() == 2;
    labels.filter(card).collect()
}

#[tokio::test(start_paused = true)]
async fn a_hand_asked_for_by_a_press_on_the_board_is_private_and_kept_up_to_date() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    // Not the dealer, whose own typed line opens the hand anew.
    let (dealer, other) = (&house.people[place], &house.people[(place + 1) % 4]);
    let board = house.board("buries eight cards").await;
    let asked = other.presses(&board, "My hand");
    let hand = asked.message().await;
    assert_eq!(asked.answered().await, Answer::DeferredUpdate);
    let secret = cards_on(&hand);
    assert_eq!(secret.len(), 25, "{}", hand.text);
    hand.assert_tells_alone("buries eight cards");
    assert_eq!(hand.replies_to, Some(board.id));
    let before = edits(&house);
    act(&house, dealer, Way::Typed, &eight(&house, dealer)).await;
    assert_eq!(house.board("leads").await.id, board.id);
    let own = secret.clone();
    let live = move |seen: &Seen| seen.id == hand.id && seen.says("leads") && cards_on(seen) == own;
    other.awaits("the hand, kept up to date", live).await;
    assert_eq!(edits(&house).0, before.0, "{}", house.discord.transcript());
    let public = dealer.sees(house.table).into_iter();
    let mut public = public.filter(|seen| cards_on(seen) == secret || seen.id == hand.id);
    assert!(public.next().is_none(), "{}", dealer.transcript());
}

#[tokio::test(start_paused = true)]
async fn the_board_of_a_round_is_posted_and_edited_by_the_press_that_deals_it() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let ready = house.board("Deal").await;
    let before = house.discord.outgoing().len();
    until_the_kitty_by(&house, Way::Taps).await;
    let board = house.board("buries eight cards").await;
    assert_ne!(board.id, ready.id);
    assert_eq!(board.replies_to, Some(ready.id));
    // The mention of those who play counts, and nothing of the board does.
    let sent = house.discord.outgoing().into_iter().skip(before);
    let boards = sent.filter(|sent| {
        let parts = sent.request.body["components"].to_string();
        parts.contains("My hand") && sent.request.route.starts_with("/channels/")
    });
    assert_eq!(boards.count(), 0, "{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn a_start_with_many_tables_stays_within_the_limit() {
    let options = Options {
        time: Time::Runs,
        ..Options::default()
    };
    let discord = Double::with(options).await;
    discord.channel("table-0");
    let bot = Bot::start(&discord, desk(1)).await;
    let ana = discord.person("Ana");
    for number in 0..80 {
        let channel = discord.channel(&format!("table-{number}"));
        ana.asks(channel, "join", json!({})).await;
    }
    let boards = |route: &str| route.starts_with("/channels/");
    let drawn = move |world: &World, since: usize| {
        let sent = world.outgoing.iter().skip(since);
        sent.filter(|sent| boards(&sent.route)).count() >= 80
    };
    let first = move |world: &World| drawn(world, 0);
    discord.until("every board", first).await;
    let desk = bot.desk.clone();
    bot.stop().await.expect("it stops in good order");
    // Those that said that the bot is away are not meant.
    let before = discord.outgoing().len();
    discord.set_limits(Limits::Real);
    let _next = Bot::start(&discord, desk).await;
    let again = move |world: &World| drawn(world, before);
    discord.until("every board to be drawn again", again).await;
    assert!(discord.busiest_second() <= 50);
    assert_eq!(discord.invalid_requests(), 0);
}
