//! Codes of controls sent from where the table is not: by clients that send what they like.

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tractor_bot::game::Viewer;
use tractor_bot::table::{Position, TableKey};
use tractor_bot::text::press::{Line, Press};
use tractor_bot::uno::Uno;

use crate::double::{Person, Seen};
use crate::house::{House, desk};
use crate::rooms::four;
use crate::round::presses;

/// The words of the refusal: the same whether there is such a table or not.
const NOT_HERE: &str = "This table is not here any more";

/// Somebody sends this press from a message of the bot in this channel.
async fn sends(
    person: &Person,
    channel: ChannelId,
    table: TableKey,
    at: Position,
    line: &str,
) -> Seen {
    let intro = person.asks(channel, "intro", json!({})).await;
    let line = Line::from(line.to_owned());
    let code = Press { table, at, line }.code();
    person.forges(&intro, &code).message().await
}

/// What can be pressed at a table, with what it would change or tell.
fn taps() -> Vec<&'static str> {
    vec![
        "join",
        "join #2",
        "computer good",
        "start deal",
        "start computers",
        "rules match_to=6",
        "rules match",
        "hand",
        "score",
        "more",
        "reset",
        "end",
        "end yes",
        "deal",
        "play 5H",
        "hint",
        "sort",
        "leave",
        "decline",
        "review",
    ]
}

#[tokio::test(start_paused = true)]
async fn a_moderator_of_another_server_ends_no_table_here() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let discord = &house.discord;
    let harbour = discord.guild("Harbour");
    let (there, beside) = (
        discord.channel_in(harbour, "quay"),
        discord.channel("other"),
    );
    let mallory = discord.stranger("Mallory");
    mallory.enters(harbour);
    mallory.is_granted(harbour, Permissions::MANAGE_CHANNELS);
    // One who moderates this server, but not from another channel of it either.
    let warden = discord.person("Warden");
    let home = discord.world().guild_of(house.table).expect("a server");
    warden.is_granted(home, Permissions::MANAGE_CHANNELS);
    let before = house.public().position;
    for (person, channel) in [(&mallory, there), (&warden, beside)] {
        for tap in taps() {
            let told = sends(person, channel, house.key, before, tap).await;
            assert!(told.says(NOT_HERE), "{tap:?}: {}", told.text);
            assert!(told.is_ephemeral, "{tap:?}: {}", told.text);
        }
        assert!(house.is_open());
        assert_eq!(house.public().position, before, "nothing happened");
    }
    // Where the table is, its moderators end it.
    let board = house.board("Deal").await;
    let end = house.code(before, "end yes");
    warden.forges(&board, &end).answered().await;
    house.until("the end", || !house.is_open()).await;
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn nobody_sits_down_in_a_room_without_its_number() {
    let mut house = four(desk(1)).await;
    house.opens_a_room("uno").await;
    let chen = house.people[2].clone();
    let handle = house.handle::<Uno>();
    let seated = || handle.view(Viewer::Public).seated();
    let (at, there) = (handle.view(Viewer::Public).position, house.places[2]);
    let nowhere = TableKey((1_000..).find(|key| *key != house.key.0).expect("a number"));
    for tap in taps() {
        // Which numbers are those of rooms is not told either.
        for key in [house.key, nowhere] {
            for channel in [there, chen.direct()] {
                let answer = sends(&chen, channel, key, at, tap).await;
                assert!(answer.says(NOT_HERE), "{tap:?} at {key:?}: {}", answer.text);
            }
        }
    }
    let help = "help here table";
    let of_room = sends(&chen, there, house.key, at, help).await;
    let of_none = sends(&chen, there, nowhere, at, help).await;
    assert_eq!(of_room.embeds, of_none.embeds, "the help tells of no room");
    assert_eq!((seated(), handle.view(Viewer::Public).position), (1, at));
    // With the number they come in, and from then on press what they like.
    chen.says(there, &format!("$room join {}", house.key.0));
    house.seats(2).await;
    let intro = chen.asks(chen.direct(), "intro", json!({})).await;
    chen.forges(&intro, &house.code(at, "leave"));
    house.seats(1).await;
}

#[tokio::test(start_paused = true)]
async fn the_hand_at_the_bottom_of_direct_messages_is_the_one_that_is_kept_up_to_date() {
    let house = House::open(1).await;
    let handle = house.play_uno(2, "").await;
    let ana = &house.people[0];
    let shows = |seen: &Seen| seen.is_direct && seen.says("Your cards");
    ana.tells_bot("hand");
    let upper = ana.awaits("the hand", shows).await;
    ana.tells_bot("hand");
    let is_newer = |seen: &Seen| shows(seen) && seen.id > upper.id;
    let lower = ana.awaits("another hand", is_newer).await;
    ana.presses(&upper, "Draw").message().await;
    let drawn = handle.view(Viewer::Public).position;
    let follows = |seen: &Seen| {
        let last = presses(seen).iter().map(|(press, _)| press.at).max();
        seen.id == lower.id && last >= Some(drawn)
    };
    ana.awaits("the lower hand to show the card", follows).await;
}

#[tokio::test(start_paused = true)]
async fn who_plays_uses_their_hand_in_direct_messages_and_strangers_do_not() {
    let house = House::open(1).await;
    let handle = house.play_uno(2, "").await;
    let bo = &house.people[1];
    bo.tells_bot("hand");
    let shows = |seen: &Seen| seen.is_direct && seen.says("Your cards");
    let hand = bo.awaits("the hand", shows).await;
    let more = bo.presses(&hand, "More…").message().await;
    assert!(!more.says(NOT_HERE), "{}", more.text);
    let eve = house.discord.person("Eve");
    let at = handle.view(Viewer::Public).position;
    let told = sends(&eve, eve.direct(), house.key, at, "score").await;
    told.assert_says(NOT_HERE);
}
