//! Tables as browsers have them, over real sockets: who comes in, what a screen is told, and what is refused.

mod attacks;
mod guest;
mod home;
mod killed;
mod lesson;
mod strangers;
mod talk;

use guest::{Guest, Place, answer_to, ask_for};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use tractor_bot::game::GameKind;
use tractor_bot::text::scene::VERSION;

#[tokio::test]
async fn the_first_page_offers_every_game_and_a_press_deals() {
    let place = Place::open().await;
    let cookie = place.begin_session().await;
    let mut home = Guest::come(&place, &cookie, None).await;
    let hello = home.told("hello").await;
    assert_eq!(hello["version"], VERSION);
    assert_eq!(hello["name"], Value::Null);
    let offers = home.told("home").await;
    let games: Vec<&str> = offers["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| game["game"].as_str().expect("a name"))
        .collect();
    assert_eq!(games, GameKind::ALL.map(GameKind::name));
    for game in games {
        let table = json!({"game": game, "computers": true});
        let mut guest = place.comes_to(&cookie, table).await;
        let table = guest.told("table").await;
        assert_eq!(table["scene"]["game"], game);
        assert_eq!(table["scene"]["stage"], "playing", "{table}");
        assert_eq!(table["scene"]["you"], 0, "{table}");
    }
    // Whoever plays may open another table of the same game.
    let table = json!({"game": "uno", "computers": true});
    place.opens(&cookie, table).await;
    let mut home = Guest::come(&place, &cookie, None).await;
    let again = home.told("home").await;
    assert_eq!(again["tables"].as_array().map(Vec::len), Some(4), "{again}");
}

/// Whatever is asked for in words or by a press is carried out, and everybody is shown it.
#[tokio::test]
async fn two_people_play_a_game_of_which_each_sees_every_mark() {
    let place = Place::open().await;
    let ana = place.begin_session_of("Ana").await;
    let bo = place.begin_session().await;
    // She plays elsewhere, too; words at a table mean that table nevertheless.
    let elsewhere = json!({"game": "uno", "computers": true});
    place.opens(&ana, elsewhere).await;
    let key = place.opens(&ana, json!({"game": "ttt"})).await;
    let mut ana = Guest::come(&place, &ana, Some(&key)).await;
    let mut bo = Guest::come(&place, &bo, Some(&key)).await;
    let lobby = bo.told("table").await;
    assert_eq!(lobby["scene"]["you"], Value::Null);
    assert_eq!(lobby["scene"]["seats"][0]["name"], "Ana");
    // Whoever sits is not asked to sit down.
    assert!(button(&lobby, "Sit down").is_some(), "{lobby}");
    let lobby = ana.told("table").await;
    assert!(button(&lobby, "Sit down").is_none(), "{lobby}");
    let answer = bo.ask(json!({"name": "Bo"})).await;
    assert_eq!(answer["outcome"], "done", "{answer}");
    bo.does(json!({"words": "join"})).await;
    // Ana has the first row after her third mark.
    for turn in 0..5 {
        let square = [0, 3, 1, 4, 2][turn];
        let marker = if turn % 2 == 0 { &mut ana } else { &mut bo };
        let button = |table: &Value| {
            let squares = table["scene"]["play"]["squares"].as_array()?;
            let marks = squares.iter().filter(|square| !square["seat"].is_null());
            let button = &squares[square]["button"];
            (marks.count() == turn && button["enabled"] == true).then(|| button["press"].clone())
        };
        let press = marker.seen(button).await;
        marker.does(json!({"press": {"code": press}})).await;
    }
    for guest in [&mut ana, &mut bo] {
        let won = |table: &Value| {
            let line = &table["scene"]["play"]["line"];
            (*line == json!([0, 1, 2]) || *line == json!([2, 1, 0])).then(|| line.clone())
        };
        guest.seen(won).await;
    }
    // What is over can be gone through on the same board.
    for guest in [&mut ana, &mut bo] {
        let answer = guest.ask(json!({"words": "replay"})).await;
        let step = &answer["exhibit"]["step"]["scene"];
        assert_eq!(step["game"], "ttt", "{answer}");
        assert_eq!(step["seats"][0]["name"], "Ana", "{answer}");
        let squares = step["play"]["squares"].as_array().map(Vec::len);
        assert_eq!(squares, Some(9), "{answer}");
    }
}

/// Whether it is a turn that is there, on which cards can be chosen.
fn is_choice(turn: &Value) -> bool {
    let fixed = turn["fixed"].as_array().map_or(0, Vec::len) as u64;
    let more = turn["count"].as_u64().is_none_or(|count| count > fixed);
    let only = turn["plays"]
        .as_array()
        .is_some_and(|plays| plays.len() == 1);
    !turn.is_null() && turn["comes"] != true && more && !only
}

/// What is pressed by a button on the page of a table, if it has that.
fn button(table: &Value, label: &str) -> Option<Value> {
    let rows = table["page"]["controls"].as_array().into_iter().flatten();
    let mut controls = rows.filter_map(Value::as_array).flatten();
    let found = controls.find(|control| control["button"]["label"] == label)?;
    Some(found["button"]["press"].clone())
}

/// Who is dealt cards of tractor at a table with computers, so many seconds after each other, and their cookie.
async fn dealt(place: &Place, seconds: u32) -> (Guest, String) {
    let cookie = place.begin_session().await;
    let mut guest = place.comes_to(&cookie, json!({"game": "tractor"})).await;
    let rules = format!("rules deal_interval={seconds}");
    for words in [&rules, "computer all", "start", "deal"] {
        guest.does(json!({"words": words})).await;
    }
    (guest, cookie)
}

/// Plays on until they have a choice: the match then.
async fn until_a_choice(guest: &mut Guest) -> Value {
    let due = |table: &Value| {
        let play = &table["scene"]["play"];
        (play["phase"] == "calling" || !play["turn"].is_null()).then(|| play.clone())
    };
    loop {
        let play = guest.seen(due).await;
        let turn = &play["turn"];
        if play["phase"] == "calling" {
            guest.ask(json!({"words": "pass"})).await;
        } else if is_choice(turn) {
            return play;
        } else if turn["comes"] != true {
            // Their only play.
            let press = turn["play"]["press"].clone();
            guest.ask(json!({"press": {"code": press}})).await;
        }
        guest
            .seen(|table| (table["scene"]["play"] != play).then_some(()))
            .await;
    }
}

/// Nobody who is alone with computers has to look on until all cards are dealt.
#[tokio::test]
async fn who_is_alone_has_all_cards_dealt_at_once() {
    let place = Place::open().await;
    let (mut guest, _) = dealt(&place, 5).await;
    let press = guest.seen(|table| button(table, "Deal at once")).await;
    guest.does(json!({"press": {"code": press}})).await;
    let all = guest.seen(|table| {
        let sizes = table["scene"]["play"]["sizes"].as_array()?;
        let dealt = sizes.iter().filter_map(Value::as_u64).sum::<u64>();
        (dealt >= 100).then_some(())
    });
    timeout(Duration::from_secs(20), all)
        .await
        .expect("all of them are dealt");
}

/// Who wants plays to be suggested says so at the table, but where nobody is advised.
#[tokio::test]
async fn plays_are_suggested_to_who_wants_that_where_they_may_be() {
    let place = Place::open().await;
    let (mut guest, cookie) = dealt(&place, 0).await;
    let hint = until_a_choice(&mut guest).await["turn"]["hint"].clone();
    let wanted = guest.seen(|table| Some(table["looks"]["suggestions"].clone()));
    assert_eq!((wanted.await, hint), (json!(false), json!([])));
    let on = json!({"words": "settings suggestions on"});
    guest.does(on).await;
    let marked = guest.seen(|table| {
        let hint = table["scene"]["play"]["turn"]["hint"].as_array()?;
        let wanted = table["looks"]["suggestions"] == true;
        (wanted && !hint.is_empty()).then_some(())
    });
    marked.await;
    let answer = guest.ask(json!({"words": "daily"})).await;
    let key = answer["table"].as_str().expect("a table").to_owned();
    let mut daily = Guest::come(&place, &cookie, Some(&key)).await;
    let table = daily.told("table").await;
    assert!(table["scene"]["you"].is_u64(), "{table}");
    assert_eq!(table["looks"]["suggestions"], Value::Null, "{table}");
}

#[tokio::test]
async fn what_is_put_together_is_judged_by_the_table() {
    let place = Place::open().await;
    let (mut guest, _) = dealt(&place, 0).await;
    let play = until_a_choice(&mut guest).await;
    // Nothing is chosen for them.
    let turn = &play["turn"];
    assert_eq!(
        (&turn["hint"], &turn["chosen"]),
        (&json!([]), &turn["fixed"]),
        "{turn}"
    );
    let answer = guest.ask(json!({"draft": ""})).await;
    assert_eq!(answer["hand"], true, "{answer}");
    let chosen = |count: usize| {
        move |table: &Value| {
            let turn = &table["scene"]["play"]["turn"];
            let chosen = turn["chosen"].as_array()?;
            (chosen.len() == count).then(|| turn.clone())
        }
    };
    let fixed = play["turn"]["fixed"].as_array().map_or(0, Vec::len);
    let turn = guest.seen(chosen(fixed)).await;
    let first = turn["open"][0].as_str().expect("a card").to_owned();
    guest.ask(json!({"draft": first})).await;
    // A pair that has to follow rises together.
    let more = |table: &Value| {
        let turn = &table["scene"]["play"]["turn"];
        let chosen = turn["chosen"].as_array()?;
        (chosen.len() > fixed).then(|| turn.clone())
    };
    let turn = guest.seen(more).await;
    let chosen = turn["chosen"].as_array().map_or(0, Vec::len) as u64;
    let whole = turn["count"].as_u64().is_none_or(|count| count == chosen);
    assert_eq!(turn["play"]["enabled"], whole, "{turn}");
}

#[tokio::test]
async fn pages_of_others_are_turned_away() {
    let place = Place::open().await;
    let host = place.host();
    let check = async |method: &str, path: &str, headers: &[(&str, &str)], status: u16| {
        let (got, _) = ask_for(&place, method, path, headers).await;
        assert_eq!(got, status, "{method} {path} {headers:?}");
    };
    let own = format!("http://{host}");
    check("POST", "/session", &[("Origin", &own)], 204).await;
    check("POST", "/session", &[], 403).await;
    check(
        "POST",
        "/session",
        &[("Origin", "http://evil.example")],
        403,
    )
    .await;
    check("POST", "/session", &[("Origin", "null")], 403).await;
    check("GET", "/", &[("Host", "evil.example")], 421).await;
    for foreign in ["cards.local", "10.1.2.3", "[fe80::1]", ""] {
        check("GET", "/", &[("Host", foreign)], 421).await;
    }
    check("GET", "/", &[("Host", "localhost:1")], 200).await;
    let named = Place::open_with(|options| options.hosts = vec!["cards.local".to_owned()]).await;
    let (status, _) = ask_for(&named, "GET", "/", &[("Host", "Cards.local:8420")]).await;
    assert_eq!(status, 200);
    check("GET", "/session", &[], 405).await;
    check("GET", "/page/1/../web.rs", &[], 404).await;
    check("GET", "/page/1/web.rs", &[], 404).await;
    check("GET", "/page/1/main.js", &[], 200).await;
    let cookie = place.begin_session().await;
    let cookie = cookie.as_str();
    for (origin, cookie, status) in [
        ("http://evil.example", cookie, 403),
        (own.as_str(), "tractor=4000000000000000.0", 401),
    ] {
        let refused = place.socket(Some(origin), cookie, "/socket").await;
        assert_eq!(refused.err(), Some(status), "{origin} {cookie}");
    }
    assert_eq!(place.socket(None, cookie, "/socket").await.err(), Some(403));
}

/// The page comes packed, with the addresses of its files; those are kept for good, and it is asked for again.
#[tokio::test]
async fn a_browser_that_comes_again_asks_for_the_page_alone() {
    let place = Place::open().await;
    let packed = ("Accept-Encoding", "gzip, deflate, br");
    let told = |head: &str, name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(name));
        line.map(|told| told.trim_start_matches(": ").to_owned())
    };
    let (_, _, page) = answer_to(&place, ("GET", "/"), &[], "").await;
    let mut files: Vec<&str> = page
        .split('"')
        .filter(|text| text.starts_with("/page/"))
        .collect();
    files.sort_unstable();
    files.dedup();
    assert!(files.len() > 8, "{page}");
    let mut bytes = 0;
    for path in ["/"].iter().chain(&files) {
        let (status, head) = ask_for(&place, "GET", path, &[packed]).await;
        assert_eq!(status, 200, "{path}");
        assert_eq!(
            told(&head, "content-encoding").as_deref(),
            Some("gzip"),
            "{head}"
        );
        let length = told(&head, "content-length").and_then(|told| told.parse::<usize>().ok());
        bytes += head.len() + length.expect("a length");
        let for_good = head.contains("immutable");
        assert_eq!(for_good, *path != "/", "{path}: {head}");
    }
    assert!(bytes < 200_000, "the first load has {bytes} bytes");
    // A page of an earlier version has its files from the one that runs, and keeps none of them.
    let (_, head) = ask_for(&place, "GET", "/page/1/main.js", &[packed]).await;
    assert!(head.contains("no-cache"), "{head}");
}

#[tokio::test]
async fn answers_allow_nothing_that_is_not_ours() {
    let place = Place::open().await;
    for path in ["/", "/t/1", "/nowhere"] {
        let (_, head) = ask_for(&place, "GET", path, &[]).await;
        assert!(
            head.contains("content-security-policy: default-src 'none'"),
            "{head}"
        );
        assert!(!head.contains("unsafe-inline"), "{head}");
        assert!(head.contains("frame-ancestors 'none'"), "{head}");
        assert!(
            !head.contains("set-cookie"),
            "a page alone begins no session: {head}"
        );
    }
    let own = format!("http://{}", place.host());
    let (_, head) = ask_for(&place, "POST", "/session", &[("Origin", &own)]).await;
    assert!(head.contains("; HttpOnly; SameSite=Lax"), "{head}");
}

#[tokio::test]
async fn what_nobody_sends_ends_the_screen_alone() {
    let place = Place::open().await;
    let cookie = place.begin_session().await;
    let mut other = Guest::come(&place, &cookie, None).await;
    for text in ["{", "{\"id\":1}", "[]", &"x".repeat(5_000)] {
        let mut guest = Guest::come(&place, &cookie, None).await;
        guest.send_text(text).await;
        assert!(guest.is_ended().await, "{}", &text[..text.len().min(20)]);
    }
    for wish in [
        json!({"press": {"code": "0.0.?"}}),
        json!({"press": {"code": "zz.1.g"}}),
        json!({"open": {"game": "no-game"}}),
        json!({"name": " \u{200b} "}),
        json!({"draft": "8S"}),
        json!({"words": "play 8S"}),
    ] {
        other.is_refused(wish).await;
    }
}

#[tokio::test]
async fn a_screen_that_asks_is_told_that_it_is_heard() {
    let place = Place::open().await;
    let cookie = place.begin_session().await;
    let mut guest = Guest::come(&place, &cookie, None).await;
    guest.send_text("{\"id\":6,\"here\":null}").await;
    assert_eq!(guest.told("here").await, 6);
}

#[tokio::test]
async fn a_person_has_so_many_screens() {
    let place = Place::open().await;
    let cookie = place.begin_session().await;
    let own = format!("http://{}", place.host());
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(Guest::come(&place, &cookie, None).await);
    }
    let refused = place.socket(Some(&own), &cookie, "/socket").await;
    assert_eq!(refused.err(), Some(429));
    let other = place.begin_session().await;
    Guest::come(&place, &other, None).await.told("home").await;
}

/// A name comes as text wherever it is shown: nothing in it is markup any more.
#[tokio::test]
async fn names_are_shown_as_they_were_written() {
    let place = Place::open().await;
    let name = "<b>**A**</b>";
    let cookie = place.begin_session_of(name).await;
    let key = place.opens(&cookie, json!({"game": "uno"})).await;
    let other = place.begin_session().await;
    let mut other = Guest::come(&place, &other, Some(&key)).await;
    let table = other.told("table").await;
    assert_eq!(table["scene"]["seats"][0]["name"], name, "{table}");
    let lines = table["page"]["lines"].to_string();
    assert!(lines.contains(name), "{lines}");
}

/// Whoever looks in has what they can do there, in the words of the page: nothing of the host's, nothing of chat.
#[tokio::test]
async fn everybody_has_the_buttons_that_are_theirs_and_no_words_of_chat() {
    let place = Place::open().await;
    let (ana, bo) = (place.begin_session().await, place.begin_session().await);
    let mut home = Guest::come(&place, &ana, None).await;
    let chat = home.ask(json!({"words": "chat hi"})).await;
    let settings = home.ask(json!({"words": "settings"})).await;
    let key = place.opens(&ana, json!({"game": "tractor"})).await;
    let mut ana = Guest::come(&place, &ana, Some(&key)).await;
    let mut bo = Guest::come(&place, &bo, Some(&key)).await;
    let (own, other) = (ana.told("table").await, bo.told("table").await);
    for label in ["One round", "Leave", "Play with computers"] {
        assert!(button(&own, label).is_some(), "{label}: {own}");
        assert!(button(&other, label).is_none(), "{label}: {other}");
    }
    let leaves = bo.ask(json!({"words": "leave"})).await;
    let rules = ana.ask(json!({"words": "rules"})).await;
    for answer in [&chat, &settings, &leaves, &rules] {
        let (page, code) = (&answer["page"], "[\"code\",");
        let said = page["lines"].to_string() + &page["controls"].to_string();
        for never in ["$", code, "Play numbers", "Close the table"] {
            assert!(!said.contains(never), "{never}: {said}");
        }
    }
    bo.ask(json!({"words": "join"})).await;
    let fills = ana.seen(|table| button(table, "Fill with computers and deal"));
    assert!(fills.await.is_string());
}

/// What is pressed by a button among what waits for a yes.
fn asked(table: &Value, label: &str) -> Option<Value> {
    button(&json!({"page": table["asks"]}), label)
}

/// What waits for somebody's yes in the middle of a round is put to them, with their buttons; who asks can take it back, and
/// who looks on has neither.
#[tokio::test]
async fn whoever_has_to_say_yes_is_asked_while_they_play() {
    let place = Place::open().await;
    let cookie = place.begin_session_of("Ana").await;
    let key = place.opens(&cookie, json!({"game": "tractor"})).await;
    let mut ana = Guest::come(&place, &cookie, Some(&key)).await;
    let cookie = place.begin_session_of("Bo").await;
    let mut bo = Guest::come(&place, &cookie, Some(&key)).await;
    bo.ask(json!({"words": "join"})).await;
    for words in ["computer all", "start", "deal"] {
        ana.does(json!({"words": words})).await;
    }
    let cookie = place.begin_session_of("Cy").await;
    let mut cy = Guest::come(&place, &cookie, Some(&key)).await;
    cy.told("table").await;
    // Who asks for what, what its line says, and by which button the other says yes.
    let all = [
        ("cy", "join", "wants to sit down", "Agree"),
        ("ana", "rules turn_limit=60", "another limit", "Agree"),
        ("ana", "reset", "end this match", "Reset 1/2"),
    ];
    let (ana, bo, cy) = (&mut ana, &mut bo, &mut cy);
    for (by, words, says, yes) in all {
        let [asker, voter, on] = match by {
            "ana" => [&mut *ana, &mut *bo, &mut *cy],
            _ => [&mut *cy, &mut *ana, &mut *bo],
        };
        let mut answer = asker.ask(json!({"words": words})).await;
        if answer["outcome"] == "shown" {
            // What cannot be undone asks first.
            let code = answer["page"]["controls"][0][0]["button"]["press"].clone();
            answer = asker.ask(json!({"press": {"code": code}})).await;
        }
        assert_ne!(answer["outcome"], "refused", "{words}: {answer}");
        let shown = |table: &Value| {
            let lines = table["asks"]["lines"].to_string();
            let asks = lines.contains(says) && !lines.contains('$');
            asks.then(|| asked(table, yes)).flatten()
        };
        let press = voter.seen(shown).await;
        let offered = |table: &Value, label: &str| asked(table, label).or(button(table, label));
        let told = |table: &Value| {
            table
                .to_string()
                .contains(says)
                .then_some(offered(table, yes))
        };
        assert_eq!(on.seen(told).await, None, "{words}");
        let withdraws = asker.seen(|table| told(table).map(|_| asked(table, "Withdraw")));
        assert_eq!(
            withdraws.await.is_some(),
            by != "cy" && words != "reset",
            "{words}"
        );
        voter.ask(json!({"press": {"code": press}})).await;
        let settled = |table: &Value| !table["asks"].to_string().contains(says);
        voter.seen(|table| settled(table).then_some(())).await;
    }
}
