//! The process ends in the middle of a trick and another goes on: people notice a moment's pause.

use std::time::Duration;

use serde_json::json;
use serenity::model::id::ChannelId;
use tractor_bot::game::GameKind;
use tractor_bot::store::{MemoryStore, NewTable, Scope};
use tractor_bot::table::{
    GuildId, Limits, PersonId, Position, Record, TableId, TableKey, UnixMillis,
};
use tractor_bot::tractor::action::Action;

use crate::cards;
use crate::double::{Fault, Options, Person, Seen, World};
use crate::hidden::Watch;
use crate::house::{Bot, House, config, kept_desk};
use crate::kitty::{eight, until_the_kitty};
use crate::round::{Way, act};

#[tokio::test(start_paused = true)]
async fn another_process_goes_on_with_tables_hands_and_messages() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), kept_desk(&store, 1).await).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let mut watch = Watch::new();
    watch.look(&house);
    let people = house.people.clone();
    let (dealer, other) = (&people[place], &people[(place + 1) % 4]);
    // One has the hand in direct messages, another under a button.
    other.tells_bot("hand");
    let is_hand = |seen: &Seen| seen.is_direct && seen.says("buries eight cards");
    let direct = other.awaits("the hand", is_hand).await;
    let board = house.board("buries eight cards").await;
    let panel = dealer.presses(&board, "My hand").message().await;
    // Where messages are is noted a moment after they are posted.
    is_noted(&store, Scope::Person(PersonId(other.id.get())), "hand post").await;
    let position = house.public().position;
    let house = house.restarted(kept_desk(&store, 1).await).await;
    assert_eq!(house.public().position, position);
    // The same table message, with a word for those whose hand stands still.
    let again = house.board("Tap **My hand** again").await;
    assert_eq!(again.id, board.id);
    // The old hand still works, picks are forgotten and it says so by its count.
    let bury = eight(&house, dealer);
    let Action::Bury(eight) = &bury else {
        panic!("eight are buried");
    };
    let (card, _) = cards::wanted(&panel, &eight[..1]);
    let hand = dealer.presses_late(&panel, &card).message().await;
    hand.assert_says("1 / 8 chosen");
    act(&house, dealer, Way::Taps, &bury).await;
    house.board("leads").await;
    other.awaits_on(&direct, "leads").await;
    watch.look(&house);
    let boards = other.sees(house.table).into_iter();
    let boards = boards.filter(|seen| !seen.is_ephemeral && seen.says("declare at"));
    assert_eq!(boards.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_seat_is_told_by_the_next_process() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), kept_desk(&store, 1).await).await;
    house.sit_down_under(&["seat_kept=off"]).await;
    let eve = house.discord.person("Eve");
    let noted = eve.asks(house.table, "tellme", json!({})).await;
    noted.assert_says("I will tell you once");
    let house = house.restarted(kept_desk(&store, 1).await).await;
    house.people[1].says(house.table, "$leave yes");
    let free = |seen: &Seen| seen.is_direct && seen.says("A seat is free");
    eve.awaits("a direct message", free).await;
}

/// Waits until something is written down.
async fn is_noted(store: &MemoryStore, scope: Scope, name: &str) {
    let beside = store.beside();
    while beside.setting(scope, name).await.ok().flatten().is_none() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Waits until it is written down where the message of a table is.
pub async fn is_posted(store: &MemoryStore, key: TableKey, channel: ChannelId) {
    let name = match key.0 == channel.get() {
        true => "board".to_owned(),
        false => format!("board {channel}"),
    };
    is_noted(store, Scope::Channel(key), &name).await;
}

/// A message as it is now.
fn now(person: &Person, message: &Seen) -> Seen {
    person
        .looks_at(message)
        .expect("the message is still there")
}

#[tokio::test(start_paused = true)]
async fn while_the_bot_is_away_its_tables_say_that_it_comes_back() {
    let store = MemoryStore::new();
    let desk = async || kept_desk(&store, 5).await.with_limits(Limits::default());
    let mut house = House::of(Options::default(), desk().await).await;
    house.sit_down_by_typing().await;
    let ana = house.people[0].clone();
    let board = house.board("Deal").await;
    // Another table, on a server that speaks Chinese.
    let harbour = house.discord.guild("Harbour");
    let there = house.discord.channel_in(harbour, "quay");
    house.discord.set_locale(harbour, "zh-CN");
    let eve = house.discord.stranger("Eve").speaking("zh-CN");
    eve.enters(harbour);
    eve.asks(there, "join", json!({})).await;
    let public = move |seen: &Seen| seen.channel == there && !seen.is_ephemeral && seen.says("Eve");
    let lobby = eve.awaits("the other table", public).await;
    // A third one, at which somebody's time runs: they are not alone with a computer.
    let (corner, fay) = (house.discord.channel("corner"), house.discord.person("Fay"));
    fay.asks(corner, "ttt", json!({})).await;
    let open = move |seen: &Seen| {
        let own = seen.channel == corner && !seen.is_ephemeral;
        own && seen.buttons().contains(&"Sit down".to_owned())
    };
    let open = fay.awaits("a free seat", open).await;
    let gus = house.discord.person("Gus");
    gus.presses(&open, "Sit down").answered().await;
    let timed = move |seen: &Seen| seen.channel == corner && seen.says("<time ");
    let timed = fay.awaits("a countdown", timed).await;
    for table in house.bot.desk.host().list() {
        let shown = house.bot.desk.places().of(table.key());
        for place in shown.places {
            is_posted(&store, table.key(), ChannelId::new(place.channel)).await;
        }
    }
    let position = house.public().position;

    house.bot.halt().await.expect("it stops in good order");
    house.bot.desk.host().shutdown().await;
    let away = now(&ana, &board);
    assert!(
        away.says("Back in a moment") && away.says("Deal"),
        "{}",
        away.text
    );
    let far = now(&eve, &lobby);
    assert!(far.says("马上回来") && far.says("Eve"), "{}", far.text);
    let still = now(&fay, &timed);
    let fits = still.says("Back in a moment") && !still.says("<time ");
    assert!(fits, "nobody's time runs: {}", still.text);
    house.discord.assert_clean();
    // What is pressed meanwhile fails, and everybody sees that nothing came of it.
    let pressed = ana.presses(&away, "Deal");
    house.discord.advance(Duration::from_secs(4));
    pressed.failed().await;
    if let Some(pressed) = house.discord.world().interactions.get_mut(&pressed.id) {
        pressed.excused = true;
    }
    assert_eq!(now(&ana, &board).text, away.text);

    let gone = |world: &World| !world.is_connected();
    house.discord.until("the session to end", gone).await;
    let before = house.discord.outgoing().len();
    house.bot = Bot::start(&house.discord, desk().await).await;
    let id = board.id;
    let back = move |seen: &Seen| seen.id == id && !seen.says("Back in a moment");
    let back = ana.awaits("the table as it was", back).await;
    back.assert_says("Deal");
    let id = lobby.id;
    let back_there = move |seen: &Seen| seen.id == id && !seen.says("马上回来");
    eve.awaits("the other table as it was", back_there).await;
    // The next process knows at once where they are: on which server, and in which language.
    let drawn = house.discord.outgoing().split_off(before);
    let drawn = drawn.iter().map(|payload| &payload.request);
    let drawn = drawn.filter(|request| request.path.ends_with(&lobby.id.to_string()));
    for request in drawn {
        let body = request.body.to_string();
        assert!(
            body.contains("坐下") && !body.contains("Sit down"),
            "{body}"
        );
        assert!(!body.contains(":\"~"), "in direct messages only: {body}");
    }
    assert_eq!(house.public().position, position, "nothing happened");
    for (person, channel, says) in [(&ana, house.table, "Deal"), (&eve, there, "Eve")] {
        let boards = person.sees(channel).into_iter();
        let boards =
            boards.filter(|seen| seen.is_from_bot && !seen.is_ephemeral && seen.says(says));
        assert_eq!(boards.count(), 1, "one message for each table");
    }
    act(&house, &ana, Way::Typed, &Action::Deal).await;
    assert!(house.public().position > position);
}

#[tokio::test(start_paused = true)]
async fn a_process_stops_though_nothing_gets_through_to_its_tables() {
    let store = MemoryStore::new();
    let mut house = House::of(Options::default(), kept_desk(&store, 5).await).await;
    house.sit_down_by_typing().await;
    let board = house.board("Deal").await;
    let edit = "PATCH /channels/*/messages/*";
    house.discord.fail(edit, Fault::Status(503), 50);
    house.bot.halt().await.expect("it stops in good order");
    house.bot.desk.host().shutdown().await;
    house.discord.end_faults();
    let same = now(&house.people[0], &board);
    assert!(!same.says("Back in a moment"), "{}", same.text);
}

#[tokio::test(start_paused = true)]
async fn a_process_killed_while_a_board_is_posted_leaves_one_board() {
    let store = MemoryStore::new();
    let mut house = House::of(Options::default(), kept_desk(&store, 5).await).await;
    house.sit_down_by_typing().await;
    let ana = house.people[0].clone();
    let lobby = house.board("Deal").await;
    // The board of the round is there, and nobody hears of it.
    for route in ["POST /webhooks/*/*", "POST /channels/*/messages"] {
        house.discord.fail(route, Fault::Silence, 1);
    }
    ana.presses(&lobby, "Deal").answered().await;
    let is_board = |seen: &Seen| seen.is_from_bot && seen.buttons().contains(&"My hand".to_owned());
    let table = house.table;
    let new = move |seen: &Seen| is_board(seen) && seen.channel == table && seen.id > lobby.id;
    ana.awaits("the board of the round", new).await;
    house.discord.end_faults();
    let next = kept_desk(&store, 5).await;
    let bot = Bot::launch_with(config(&house.discord), next);
    drop(std::mem::replace(&mut house.bot, bot));
    house.discord.connected().await;
    house.board("Last calls").await;
    let boards = || {
        let seen = ana.sees(table).into_iter();
        seen.filter(is_board).count()
    };
    house.until("one board", || boards() == 1).await;
    house.passes(30).await;
    assert_eq!(boards(), 1, "{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_come_back_is_told_in_its_channel_once() {
    let store = MemoryStore::new();
    let mut house = House::of(Options::default(), kept_desk(&store, 1).await).await;
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
    let opened = store.beside().open_table(new).await;
    opened.expect("a free channel");
    for restart in 0..2 {
        let mark = house.discord.mark();
        house = house.restarted(kept_desk(&store, 1).await).await;
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
