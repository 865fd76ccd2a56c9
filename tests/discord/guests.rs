//! In a private chat of people who brought the bot along: nothing but the tokens of what they use reaches it, and it
//! hears nothing of the chat besides.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::MessageId;
use tractor_bot::command::{Anywhere, COMMANDS, CommandRow, Name, UsedIn};
use tractor_bot::desk::Desk;
use tractor_bot::host::Hosted as _;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{PersonId, Position, TableKey};
use tractor_bot::tictactoe::TicTacToe;

use crate::double::{Double, Options, Seen, World};
use crate::hidden::Watch;
use crate::house::{Bot, House, desk, kept_desk};
use crate::round::{Way, play_round};

const MINUTE: Duration = Duration::from_secs(60);

/// Four people who are on no server, and their chat.
pub async fn chat(desk: Desk) -> House {
    let by_people = json!({"oauth2_install_params": null});
    let options = Options {
        application: json!({"integration_types_config": {"0": by_people, "1": by_people}}),
        ..Options::default()
    };
    let discord = Double::with(options).await;
    let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.stranger(name));
    let bot = Bot::start(&discord, desk).await;
    let chat = discord.group("friends", &people);
    House::new(discord, bot, chat, people)
}

/// The chat was reached, by tokens alone, and Discord refused nothing.
pub fn assert_only_tokens(house: &House) {
    let chat = format!("/channels/{}", house.table);
    for sent in house.discord.outgoing() {
        let request = sent.request;
        let at = format!("{} {}", request.method, request.path);
        assert!(
            request.status < 300,
            "{at}: {} {}",
            request.status,
            request.body
        );
        assert!(!request.path.starts_with(&chat), "{at}");
    }
    assert_eq!(house.discord.invalid_requests(), 0);
}

async fn sit_down(house: &House) {
    for person in &house.people {
        person.asks(house.table, "join", json!({})).await;
    }
    house.board("4 of 4").await;
}

/// The boards in the chat, oldest first.
fn boards(house: &House) -> Vec<MessageId> {
    let seen = house.people[0].sees(house.table).into_iter();
    let boards = seen.filter(|seen| !seen.is_ephemeral && !seen.buttons().is_empty());
    boards.map(|seen| seen.id).collect()
}

#[tokio::test(start_paused = true)]
async fn friends_play_a_round_of_tractor_by_commands_and_buttons() {
    let house = chat(desk(1)).await;
    let ana = &house.people[0];
    ana.asks(house.table, "join", json!({})).await;
    let lobby = house.board("1 of 4").await;
    assert!(!lobby.is_ephemeral && lobby.says("only slash commands and buttons"));
    assert!(
        lobby.says("/join") || !lobby.says("$join"),
        "{}",
        lobby.text
    );
    let bo = &house.people[1];
    bo.presses(&lobby, "Sit down").answered().await;
    for person in &house.people[2..] {
        person.asks(house.table, "join", json!({})).await;
    }
    house.board("4 of 4").await;
    for (rule, value) in [("deal_interval", "0.02"), ("call_window", "30")] {
        let rule = json!({"rule": rule, "value": value});
        ana.asks(house.table, "rules", rule).await;
    }
    ana.asks(house.table, "start", json!({})).await;
    let (mut watch, ways) = (Watch::new(), [Way::Slash, Way::Taps, Way::Taps, Way::Slash]);
    let story = play_round(&house, ways, &mut watch).await;
    assert!(story.plays >= 60 && watch.cards_seen > 100);
    let over = house.board("Next declarer").await;
    assert!(!over.says("only slash commands"), "{}", over.text);
    assert_only_tokens(&house);
}

#[tokio::test(start_paused = true)]
async fn a_board_says_that_it_stands_still_and_any_tap_on_it_goes_on() {
    let house = chat(desk(1)).await;
    let [ana, bo, ..] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    let board = house.board("1 of 4").await;
    house.discord.passes(14 * MINUTE).await;
    let asleep = house.board("no longer changes").await;
    assert_eq!(asleep.id, board.id);
    house.discord.passes(6 * MINUTE).await;
    bo.presses(&asleep, "Sit down").answered().await;
    let awake = house.board("2 of 4").await;
    assert_eq!(awake.id, board.id);
    assert!(!awake.says("no longer changes"), "{}", awake.text);
    assert_only_tokens(&house);
}

#[tokio::test(start_paused = true)]
async fn a_board_goes_on_below_by_the_token_of_somebody_elses_command() {
    let house = chat(desk(1)).await;
    let [ana, bo, chen, _] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    let first = house.board("1 of 4").await.id;
    house.discord.passes(8 * MINUTE).await;
    bo.asks(house.table, "join", json!({})).await;
    assert_eq!(house.board("2 of 4").await.id, first);
    house.discord.passes(6 * MINUTE).await;
    let moved = move |seen: &Seen| seen.says("2 of 4") && seen.id != first;
    let second = ana.awaits("the table below", moved).await;
    assert!(!second.says("no longer changes"), "{}", second.text);
    let gone = move |world: &World| world.messages[&first].deleted;
    house.discord.until("the old board to go", gone).await;
    // All tokens are gone, and the old message with them out of reach.
    house.discord.passes(12 * MINUTE).await;
    chen.asks(house.table, "join", json!({})).await;
    let third = house.board("3 of 4").await;
    assert_eq!(boards(&house), [second.id, third.id]);
    assert_only_tokens(&house);
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_a_tap_on_the_old_board_brings_the_table_back() {
    let store = MemoryStore::new();
    let house = chat(kept_desk(&store, 1).await).await;
    sit_down(&house).await;
    let old = house.board("4 of 4").await.id;
    let kept = move |seen: &Seen| seen.id == old && seen.says("restarting");
    let house = house.restarted(kept_desk(&store, 1).await).await;
    let bo = &house.people[1];
    let resting = bo.awaits("the board of the process before", kept).await;
    house.discord.expire_tokens();
    let before = house.discord.outgoing().len();
    bo.presses(&resting, "Leave").answered().await;
    let back = house.board("3 of 4").await;
    assert_eq!(back.id, old);
    assert!(!back.says("restarting"), "{}", back.text);
    let sent = house.discord.outgoing().into_iter().skip(before);
    let chat = format!("/channels/{}", house.table);
    for sent in sent {
        assert!(!sent.request.path.starts_with(&chat) && sent.request.status < 300);
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_server_is_needed_for_is_not_offered_and_the_old_button_says_so() {
    let house = chat(desk(1)).await;
    sit_down(&house).await;
    // This bot has no windows.
    let windows = |row: &&CommandRow| row.name == Name::Anywhere(Anywhere::Activity);
    for row in COMMANDS.iter().filter(|row| !windows(row)) {
        let word = row.words[0];
        let contexts = match row.used_in {
            UsedIn::Everywhere => json!([0, 1, 2]),
            UsedIn::Joined => json!([0, 1]),
            UsedIn::Servers => json!([0]),
        };
        assert_eq!(contexts_of(&house.discord, word), contexts, "{word}");
    }
    let ana = &house.people[0];
    let board = house.board("4 of 4").await;
    let tell = house.code(Position(0), "tellme");
    let told = ana.forges(&board, &tell).message().await;
    told.assert_tells_alone("does not work in a chat");
    assert_only_tokens(&house);
}

/// Where a command is offered.
fn contexts_of(discord: &Double, command: &str) -> Value {
    let all = discord.commands();
    let found = all.into_iter().find(|one| one["name"] == command);
    found.map_or(Value::Null, |mut one| one["contexts"].take())
}

#[tokio::test(start_paused = true)]
async fn an_application_that_only_servers_install_offers_nothing_in_private_chats() {
    let house = House::open(1).await;
    for command in house.discord.commands() {
        assert_eq!(command["integration_types"], json!([0]), "{command}");
    }
    assert_eq!(contexts_of(&house.discord, "join"), json!([0, 1]));
}

#[tokio::test(start_paused = true)]
async fn one_chat_is_told_nothing_of_a_table_in_another() {
    let house = chat(desk(1)).await;
    let ana = &house.people[0];
    ana.asks(house.table, "join", json!({})).await;
    house.board("1 of 4").await;
    let other = house.discord.group("others", &house.people[..2]);
    let answer = ana.asks(other, "table", json!({})).await;
    assert!(
        answer.says("/join") || answer.says("no table"),
        "{}",
        answer.text
    );
    ana.asks(other, "ttt", json!({})).await;
    let host = house.bot.desk.host();
    let games = host.list().into_iter().filter_map(TicTacToe::of);
    assert_eq!(games.count(), 1);
    assert!(host.get(TableKey(other.get())).is_none());
    let sits = house.view(ana).seat_of(PersonId(ana.id.get()));
    assert!(sits.is_some());
    assert_only_tokens(&house);
}
