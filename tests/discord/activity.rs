//! A window of Discord with a table in it: how it is opened, and who is let in.

use serde_json::{Value, json};
use serenity::model::gateway::GatewayIntents;
use tractor_bot::desk::browsing::Seals;
use tractor_bot::table::{PersonId, TableKey};
use tractor_bot::tractor::Tractor;

use crate::browser::guest::{Guest, Place, answer_to, given_cookie, send_to};
use crate::browser::serve;
use crate::double::windows::CLIENT_SECRET;
use crate::double::{Answer, Options, Person};
use crate::house::{House, desk};

/// What an application is for which windows are opened.
fn embedded() -> Options {
    let flags: u64 = 1 << 17 | 1 << 19;
    Options {
        granted: GatewayIntents::MESSAGE_CONTENT,
        application: json!({ "flags": flags }),
        ..Options::default()
    }
}

async fn open() -> (House, Place) {
    serve(embedded(), Some(CLIENT_SECRET), desk(1)).await
}

/// Hands in a code and the name of a window, as the page does there: the status, the head and what is said.
async fn comes(house: &House, place: &Place, code: &str, window: &str) -> (u16, String, Value) {
    comes_again(house, place, (code, window), "").await
}

/// The same in a program of Discord that has this cookie.
async fn comes_again(
    house: &House,
    place: &Place,
    (code, window): (&str, &str),
    cookie: &str,
) -> (u16, String, Value) {
    let application = house.discord.world().application;
    let origin = format!("https://{application}.discordsays.com");
    let body = json!({"code": code, "instance": window}).to_string();
    let headers = [("Origin", origin.as_str()), ("Cookie", cookie)];
    let answer = answer_to(place, ("POST", "/activity"), &headers, &body);
    let (status, head, body) = answer.await;
    (
        status,
        head,
        serde_json::from_str(&body).unwrap_or_default(),
    )
}

/// Somebody who came into a window, at the table that is there, and their cookie.
async fn at_window(house: &House, place: &Place, person: &Person, window: &str) -> (Guest, String) {
    let (status, head, told) = comes(house, place, &person.consents(), window).await;
    assert_eq!(status, 200, "{told}");
    let kept = "; HttpOnly; SameSite=None; Secure; Partitioned";
    assert!(head.contains(kept), "{head}");
    let cookie = given_cookie(&head);
    let key = told["table"].as_str().expect("a table");
    (Guest::come(place, &cookie, Some(key)).await, cookie)
}

fn seat_of(house: &House, person: &Person) -> Option<u8> {
    let table = house.bot.desk.host().get(TableKey(house.table.get()));
    let handle = table.and_then(<Tractor as tractor_bot::host::Hosted>::of)?;
    let view = handle.view(tractor_bot::game::Viewer::Public);
    let seat = view.seat_of(PersonId(person.id.get()));
    seat.map(|seat| seat.index() as u8)
}

#[tokio::test(start_paused = true)]
async fn who_comes_into_a_window_sits_down_by_one_tap() {
    let (house, place) = open().await;
    let [ana, bo, ..] = &house.people;
    let Answer::Window(window) = ana
        .slash(house.table, "activity", json!({}))
        .answered()
        .await
    else {
        panic!("no window was opened");
    };
    // There was no table: who comes first has opened one, as by joining in the channel.
    let (mut guest, _) = at_window(&house, &place, ana, &window).await;
    let hello = guest.told("hello").await;
    assert_eq!(
        (&hello["name"], &hello["linked"]),
        (&json!("Ana"), &json!(true))
    );
    guest
        .seen(|table| (table["scene"]["you"] == 0).then_some(()))
        .await;
    let board = house.board("1 of 4").await;
    // The board has the button, and whoever presses it comes into the same window.
    assert_eq!(
        bo.presses(&board, "Play here").answered().await,
        Answer::Window(window.clone())
    );
    assert!(house.discord.is_in(bo, &window));
    let (mut other, _) = at_window(&house, &place, bo, &window).await;
    let join = other.seen(|table| {
        assert_eq!(table["scene"]["you"], Value::Null);
        let controls = table["page"]["controls"].as_array()?.iter();
        let mut buttons = controls.flat_map(|row| row.as_array().into_iter().flatten());
        let join = buttons.find(|one| one["button"]["label"] == "Sit down")?;
        Some(join["button"]["press"].clone())
    });
    let join = join.await;
    // What opens other tables is for Discord here, too.
    for wish in [
        json!({"words": "uno"}),
        json!({"press": {"code": "0.0.join"}}),
    ] {
        other.is_refused(wish).await;
    }
    other.does(json!({"press": {"code": join}})).await;
    house.board("2 of 4").await;
    assert_eq!(seat_of(&house, bo), Some(1));
}

/// Whoever comes in where somebody was before has the place of them: their screen is over, and says so.
#[tokio::test(start_paused = true)]
async fn a_session_that_gives_way_in_a_window_is_told() {
    let (house, place) = open().await;
    let [ana, bo, ..] = &house.people;
    let window = house.discord.window(house.table, &[ana, bo]);
    for next in [bo, ana] {
        let (mut guest, cookie) = at_window(&house, &place, ana, &window).await;
        guest.told("table").await;
        let came = (&*next.consents(), &*window);
        let (status, ..) = comes_again(&house, &place, came, &cookie).await;
        assert_eq!(status, 200);
        let ended = guest.told("ended").await;
        assert!(ended.to_string().contains("screen is over"), "{ended}");
        assert!(guest.is_ended().await);
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_is_let_in_whom_discord_does_not_know_in_that_window() {
    let (house, place) = open().await;
    let [ana, bo, chen, ..] = &house.people;
    let window = house.discord.window(house.table, &[ana, bo]);
    let code = ana.consents();
    let (status, _, _) = comes(&house, &place, &code, &window).await;
    assert_eq!(status, 200);
    for (code, window, why) in [
        (code, window.as_str(), "code"),
        ("forged".to_owned(), &window, "code"),
        (String::new(), &window, "code"),
        (chen.consents(), &window, "absent"),
        (bo.consents(), "i-1-gc-1", "window"),
        (bo.consents(), "../../users/@me?", "window"),
        (bo.consents(), "", "window"),
    ] {
        let (status, head, told) = comes(&house, &place, &code, window).await;
        assert_eq!(status, 403, "{window} {why}");
        assert_eq!(told, json!({ "refused": why }), "{window}");
        assert!(!head.contains("set-cookie"), "{head}");
    }
    assert_eq!((seat_of(&house, bo), seat_of(&house, chen)), (None, None));
    // No other page can hand in a code.
    let body = json!({"code": bo.consents(), "instance": window}).to_string();
    for evil in [
        "https://evil.example",
        "https://2.discordsays.com",
        "https://discord.com",
    ] {
        let origin = [("Origin", evil)];
        let (status, _) = send_to(&place, ("POST", "/activity"), &origin, &body).await;
        assert_eq!(status, 403, "{evil}");
        let socket = place.socket(Some(evil), "", "/socket").await;
        assert_eq!(socket.err(), Some(403), "{evil}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_of_a_window_shows_its_table_alone() {
    let (house, place) = open().await;
    let [ana, bo, ..] = &house.people;
    let elsewhere = house.discord.channel("elsewhere");
    bo.says(elsewhere, "$join");
    let is_open = || {
        let table = house.bot.desk.host().get(TableKey(elsewhere.get()));
        table.is_some()
    };
    house.until("the other table", is_open).await;
    let window = house.discord.window(house.table, &[ana]);
    let (_, cookie) = at_window(&house, &place, ana, &window).await;
    let address = |channel: u64| Seals::new(&house.discord.token()).address(TableKey(channel));
    let key = address(elsewhere.get());
    let mut other = Guest::come(&place, &cookie, Some(&key)).await;
    other
        .seen(|table| {
            table["page"]["lines"]
                .to_string()
                .contains("no seat")
                .then_some(())
        })
        .await;
    other.is_refused(json!({"words": "join"})).await;
    // Who has left sees their channel's table all the same, and once it is closed opens it by a tap.
    let key = address(house.table.get());
    let mut guest = Guest::come(&place, &cookie, Some(&key)).await;
    for words in ["leave", "end"] {
        guest.ask(json!({ "words": words })).await;
    }
    let opens = guest.seen(|table| {
        let closed = table["scene"]["stage"] == "closed";
        let button = &table["page"]["controls"][0][0]["button"];
        (closed && button["label"] == "Sit down").then(|| button["press"].clone())
    });
    let opens = opens.await;
    guest.does(json!({"press": {"code": opens}})).await;
    guest
        .seen(|table| (table["scene"]["you"] == 0).then_some(()))
        .await;
}

#[tokio::test(start_paused = true)]
async fn the_page_may_be_framed_by_discord_in_a_window_alone() {
    let (house, place) = open().await;
    let application = house.discord.world().application;
    let head = async |path: &str| send_to(&place, ("GET", path), &[], "").await.1;
    let framed = head("/?instance_id=i-1&frame_id=7").await;
    let parents =
        format!("frame-ancestors https://discord.com https://{application}.discordsays.com");
    assert!(framed.contains(&parents), "{framed}");
    assert!(!framed.contains("x-frame-options"), "{framed}");
    for path in ["/", "/?frame", "/t/5?frame_id=7", "/activity?frame_id=7"] {
        let head = head(path).await;
        assert!(head.contains("frame-ancestors 'none'"), "{path} {head}");
        assert!(head.contains("x-frame-options: DENY"), "{path} {head}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_wrong_secret_lets_nobody_in_and_is_nobody_elses_fault() {
    let (house, place) = serve(embedded(), Some("wrong"), desk(1)).await;
    let [ana, ..] = &house.people;
    let window = house.discord.window(house.table, &[ana]);
    // It is not held against who asks, however often.
    for _ in 0..70 {
        let (status, _, told) = comes(&house, &place, &ana.consents(), &window).await;
        assert_eq!((status, told), (503, json!({"refused": "unreachable"})));
    }
}

#[tokio::test(start_paused = true)]
async fn who_guesses_codes_is_turned_away() {
    let (house, place) = open().await;
    let [ana, ..] = &house.people;
    let window = house.discord.window(house.table, &[ana]);
    for _ in 0..60 {
        let (status, ..) = comes(&house, &place, "guess", &window).await;
        assert_eq!(status, 403);
    }
    let (status, ..) = comes(&house, &place, "guess", &window).await;
    assert_eq!(status, 429);
}

#[tokio::test(start_paused = true)]
async fn discord_opens_windows_by_itself_too() {
    let (house, _) = open().await;
    let commands = house.discord.commands();
    let entry = commands.iter().find(|command| command["type"] == 4);
    let entry = entry.expect("the command that Discord opens windows by");
    assert_eq!(
        (&entry["name"], &entry["handler"]),
        (&json!("launch"), &json!(2))
    );
    assert!(commands.iter().any(|command| command["name"] == "activity"));
}

#[tokio::test(start_paused = true)]
async fn where_windows_are_off_it_is_said_why_none_opens() {
    let (house, _) = serve(Options::default(), Some(CLIENT_SECRET), desk(1)).await;
    let [ana, ..] = &house.people;
    let told = ana.asks(house.table, "activity", json!({})).await;
    told.assert_tells_alone("did not open a window");
    ana.says(house.table, "$activity");
    let shows = |seen: &crate::double::Seen| seen.control("Play here").is_some();
    ana.awaits("how a window is opened", shows).await;
}

/// A bot without the secret, though its application has windows: it starts, and has no command for them.
#[tokio::test(start_paused = true)]
async fn without_a_secret_there_are_no_windows() {
    let house = House::with(embedded(), 1).await;
    let commands = house.discord.commands();
    assert!(commands.iter().all(|command| command["name"] != "activity"));
    assert!(commands.iter().any(|command| command["type"] == 4));
    let [ana, ..] = &house.people;
    ana.says(house.table, "$activity");
    let told = |seen: &crate::double::Seen| seen.says("not opened in windows");
    ana.awaits("that there are none", told).await;
    ana.says(house.table, "$join");
    let board = house.board("1 of 4").await;
    assert!(board.control("Play here").is_none());
}
