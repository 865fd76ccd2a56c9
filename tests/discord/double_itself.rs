//! The double of Discord, asked without a library: what the other tests rely on is checked here.

mod gateway;
mod raw;

use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::Permissions;

use crate::double::{Answer, Double, Fault, Limits, Options, TOKEN_LIFE};
use raw::{Raw, at, message, scene};

const LAID_OUT: u64 = 1 << 15;

fn hidden(text: &str) -> Value {
    json!({"type": 4, "data": {"content": text, "flags": 64, "allowed_mentions": {"parse": []}}})
}

#[tokio::test(start_paused = true)]
async fn an_interaction_is_acknowledged_within_three_seconds_once_and_fittingly() {
    let (discord, raw, table, ana, _) = scene().await;
    let posted = raw.post(table, &ana).await;
    let asked = ana.presses(&posted, "Go");
    let completion = json!({"type": 8, "data": {"choices": []}});
    assert_eq!(
        raw.answer(&asked, completion).await.refusal(),
        (400, 50_035)
    );
    assert_eq!(
        discord.take_violations(),
        ["[ Go ] was answered with a callback of type 8"]
    );
    discord.advance(Duration::from_millis(2_900));
    assert_eq!(raw.answer(&asked, hidden("hand")).await.status, 204);
    let twice = raw.answer(&asked, hidden("two")).await;
    assert_eq!(twice.refusal(), (400, 40_060));
    let late = ana.presses(&posted, "Go");
    discord.advance(Duration::from_millis(3_001));
    late.failed().await;
    let told = raw.answer(&late, hidden("hand")).await;
    assert_eq!(told.refusal(), (404, 10_062));
    let unanswered = discord.world().unanswered();
    assert_eq!(unanswered, ["[ Go ] of Ana was not answered within 3 s"]);
    assert_eq!(ana.ephemerals().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_token_lives_for_fifteen_minutes() {
    let (discord, raw, table, ana, _) = scene().await;
    let asked = ana.presses(&raw.post(table, &ana).await, "Go");
    let early = raw.by_token(&asked, "POST ", message("too early")).await;
    assert_eq!(early.refusal(), (404, 10_015), "nothing was answered yet");
    assert_eq!(raw.answer(&asked, hidden("hand")).await.status, 204);
    discord.advance(TOKEN_LIFE - Duration::from_secs(5));
    assert_eq!(raw.edits(&asked, "new").await.status, 200);
    discord.advance(Duration::from_secs(6));
    for (request, body) in [
        ("PATCH /messages/@original", json!({"content": "newer"})),
        ("DELETE /messages/@original", Value::Null),
        ("POST ", message("and more")),
    ] {
        let refused = raw.by_token(&asked, request, body).await;
        assert_eq!(refused.refusal(), (401, 50_027), "{request}");
    }
    assert_eq!(ana.ephemerals()[0].content, "new", "the message stays");
}

#[tokio::test(start_paused = true)]
async fn who_can_read_a_message_is_noted() {
    let (discord, raw, table, ana, bo) = scene().await;
    let stranger = discord.stranger("Zoe");
    let asked = ana.presses(&raw.post(table, &ana).await, "Go");
    raw.answer(&asked, hidden("hand")).await;
    let Answer::Message(id) = asked.answered().await else {
        panic!("a message")
    };
    // Nothing but its token reaches it.
    let remove = format!("DELETE /channels/{table}/messages/{id}");
    let gone = raw.refusal(&remove, Value::Null).await;
    assert_eq!(gone, (404, 10_008));
    let secret = discord.channel("secret");
    let (none, view) = (Permissions::empty(), Permissions::VIEW_CHANNEL);
    discord.overwrite(secret, ana.id, none, view);
    raw.posts(secret, message("hush")).await;
    let outgoing = discord.outgoing();
    for (says, readers) in [
        ("Press", vec![ana.id, bo.id]),
        ("hand", vec![ana.id]),
        ("hush", vec![bo.id]),
    ] {
        let mut said = outgoing
            .iter()
            .filter(|sent| sent.request.body.to_string().contains(says));
        let seen_by = &said.next().expect(says).seen_by;
        let people = [ana.id, bo.id, stranger.id].into_iter();
        let read: Vec<_> = people.filter(|person| seen_by.contains(person)).collect();
        assert_eq!(read, readers, "{says}");
    }
    assert!(stranger.sees(table).is_empty() && bo.ephemerals().is_empty());
    assert!(ana.sees(secret).is_empty());
    raw.by_token(&asked, "DELETE /messages/@original", Value::Null)
        .await;
    assert!(ana.ephemerals().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_original_of_a_token_is_what_its_first_answer_made_it() {
    let (discord, raw, table, ana, _) = scene().await;
    let update = json!({"type": 7, "data": message("updated")});
    let loud = json!({"type": 4, "data": message("new")});
    for (answer, is_board) in [
        (json!({"type": 6}), true),
        (update, true),
        (loud, false),
        (hidden("hand"), false),
        (json!({"type": 5, "data": {"flags": 64}}), false),
    ] {
        let board = raw.post(table, &ana).await;
        let asked = ana.presses(&board, "Go");
        assert_eq!(raw.answer(&asked, answer.clone()).await.status, 204);
        let shows = |id| {
            let seen = ana.sees(table).into_iter().find(|seen| seen.id == id);
            seen.expect("it is there").content
        };
        let before = shows(board.id);
        assert_eq!(raw.edits(&asked, "edited").await.status, 200, "{answer}");
        let expected = if is_board { "edited" } else { &before };
        assert_eq!(shows(board.id), expected, "{answer}");
        let edit = format!("PATCH /messages/{}", board.id);
        let reached = raw
            .by_token(&asked, &edit, json!({"content": expected}))
            .await;
        assert_eq!(reached.status == 200, is_board, "{answer}");
        // What follows is private where it says so, and edited by its own id.
        let mut secret = message("a secret");
        secret["flags"] = json!(64);
        let followed = raw.by_token(&asked, "POST ", secret).await;
        assert_eq!(followed.body["flags"], json!(64), "{answer}");
        let edit = format!("PATCH /messages/{}", followed.id());
        let edited = raw.by_token(&asked, &edit, json!({"content": "another secret"}));
        assert_eq!(edited.await.status, 200);
    }
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn a_private_chat_is_reached_by_tokens_alone_and_five_times_by_each() {
    let (discord, raw, _, ana, bo) = scene().await;
    let commands = json!([{
        "name": "go", "type": 1, "description": "Go", "contexts": [2], "integration_types": [1],
    }]);
    let put = raw.call("PUT /applications/{app}/commands", commands).await;
    assert_eq!(put.status, 200);
    let chat = discord.group("friends", &[ana.clone(), bo.clone()]);
    let asked = ana.slash(chat, "go", json!({}));
    let all = json!({"type": 4, "data": message("to all")});
    assert_eq!(raw.answer(&asked, all).await.status, 204);
    let seen = bo.sees(chat).pop().expect("what all see");
    let own = format!("/channels/{chat}/messages");
    for (request, body) in [
        (format!("POST {own}"), message("more")),
        (format!("PATCH {own}/{}", seen.id), message("new")),
        (format!("DELETE {own}/{}", seen.id), Value::Null),
    ] {
        assert_eq!(
            raw.refusal(&request, body).await,
            (403, 50_001),
            "{request}"
        );
    }
    assert_eq!(discord.invalid_requests(), 3);
    for _ in 0..5 {
        let followed = raw.by_token(&asked, "POST ", message("more")).await;
        assert_eq!(followed.status, 200);
    }
    let sixth = raw.by_token(&asked, "POST ", message("more")).await;
    assert_eq!(sixth.refusal(), (400, 40_094));
    assert_eq!(raw.edits(&asked, "new").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn requests_are_limited_by_channel_by_token_and_by_bot_until_the_ban() {
    let (discord, raw, table, ana, _) = at(Double::with(Options {
        limits: Limits::Real,
        invalid_before_ban: 8,
        ..Options::default()
    })
    .await);
    let posted = raw.post(table, &ana).await;
    for left in (0..4).rev() {
        let sent = raw.posts(table, message("hello")).await;
        let remaining = sent.headers["x-ratelimit-remaining"].as_str();
        assert_eq!((sent.status, remaining), (200, left.to_string().as_str()));
    }
    let refused = raw.posts(table, message("hello")).await;
    let told = (
        refused.status,
        &refused.body["global"],
        &*refused.headers["retry-after"],
    );
    assert_eq!(told, (429, &json!(false), "5"));
    // Another channel has a window of its own, and so has each token.
    let rooms: Vec<_> = (0..20)
        .map(|at| discord.channel(&format!("room {at}")))
        .collect();
    let asked = ana.presses(&posted, "Go");
    assert_eq!(raw.answer(&asked, hidden("hand")).await.status, 204);
    for at in 0..6 {
        let status = raw.edits(&asked, "more").await.status;
        assert_eq!(status, if at < 5 { 200 } else { 429 });
    }
    for at in 0..50 {
        let sent = raw.posts(rooms[at % 20], message("hello")).await;
        let (status, global) = (sent.status, sent.body["global"] == json!(true));
        assert_eq!(
            (status, global),
            if at < 45 { (200, false) } else { (429, true) }
        );
    }
    assert_eq!(
        (discord.busiest_second(), discord.invalid_requests()),
        (50, 7)
    );
    // Answers to interactions are free of it.
    let asked = ana.presses(&posted, "Go");
    assert_eq!(raw.answer(&asked, json!({"type": 6})).await.status, 204);
    discord.advance(Duration::from_secs(5));
    assert_eq!(raw.posts(table, message("hello")).await.status, 200);
    let stolen = Raw::new(&discord).with_token("Bot stolen");
    assert_eq!(stolen.call("GET /users/@me", json!(null)).await.status, 401);
    let banned = raw.call("GET /users/@me", json!(null)).await;
    assert_eq!((banned.status, banned.body), (429, json!(null)));
    discord.advance(Duration::from_secs(601));
    assert_eq!(raw.call("GET /users/@me", json!(null)).await.status, 200);
    // An hour later a message takes few edits.
    discord.advance(Duration::from_secs(3_601));
    let edit = format!("PATCH /channels/{table}/messages/{}", posted.id);
    for at in 0..4 {
        let edited = raw.call(&edit, json!({"content": "old"})).await;
        assert_eq!(edited.status, if at < 3 { 200 } else { 429 });
    }
}

#[tokio::test(start_paused = true)]
async fn lost_permissions_places_and_closed_doors_are_refused() {
    let (discord, raw, table, ana, _) = scene().await;
    let posted = raw.post(table, &ana).await;
    let hers = ana.says(table, "hello");
    let own = format!("/channels/{table}/messages");
    let (post, edit) = (format!("POST {own}"), format!("PATCH {own}/{}", posted.id));
    let (remove, change) = (
        format!("DELETE {own}/{hers}"),
        format!("PATCH {own}/{hers}"),
    );
    let embed = json!({"embeds": [{"title": "Score"}], "allowed_mentions": {"parse": []}});
    for (denied, request, body, refusal) in [
        (
            Permissions::SEND_MESSAGES,
            &post,
            message("hello"),
            (403, 50_013),
        ),
        (Permissions::EMBED_LINKS, &post, embed, (403, 50_013)),
        (
            Permissions::MANAGE_MESSAGES,
            &remove,
            Value::Null,
            (403, 50_013),
        ),
        (
            Permissions::VIEW_CHANNEL,
            &post,
            message("hello"),
            (403, 50_001),
        ),
        (
            Permissions::empty(),
            &change,
            message("mine"),
            (403, 50_005),
        ),
    ] {
        discord.deny_bot(table, denied);
        assert_eq!(raw.refusal(request, body).await, refusal, "{denied}");
    }
    assert_eq!(raw.call(&edit, message("hello")).await.status, 200);
    assert_eq!(raw.call(&remove, Value::Null).await.status, 204);
    discord.delete_message(posted.id);
    assert_eq!(raw.refusal(&edit, message("hello")).await, (404, 10_008));
    discord.delete_channel(table);
    assert_eq!(raw.refusal(&post, message("hello")).await, (404, 10_003));
    assert!(ana.sees(table).is_empty());
    let direct = format!("POST /channels/{}/messages", ana.direct());
    assert_eq!(raw.call(&direct, message("psst")).await.status, 200);
    ana.accepts_direct_messages(false);
    assert_eq!(raw.refusal(&direct, message("psst")).await, (403, 50_278));
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn faults_hit_the_next_requests_of_their_route_and_a_nonce_posts_once() {
    let (discord, raw, table, ana, _) = scene().await;
    let post = format!("POST /channels/{table}/messages");
    let wait = Fault::TooMany {
        retry_after: Duration::from_millis(1_500),
        global: true,
    };
    for fault in [
        Fault::Status(502),
        Fault::DropBefore,
        Fault::DropAfter,
        wait,
    ] {
        discord.fail("POST /channels/*/messages", fault, 1);
    }
    assert_eq!(raw.call(&post, message("1")).await.status, 502);
    assert!(raw.try_call(&post, message("2")).await.is_err());
    let mut once = message("3");
    (once["nonce"], once["enforce_nonce"]) = (json!("round 4"), json!(true));
    assert!(raw.try_call(&post, once.clone()).await.is_err());
    let slowed = raw.call(&post, message("4")).await;
    let told = (
        slowed.status,
        &*slowed.headers["retry-after"],
        slowed.body["retry_after"].as_f64(),
    );
    assert_eq!(told, (429, "2", Some(1.5)));
    assert_eq!(raw.call(&post, once).await.status, 200);
    discord.fail(&post, Fault::Silence, 1);
    tokio::select! {
        _ = raw.call(&post, message("silence")) => panic!("no answer was to come"),
        _ = ana.awaits("the message", |seen| seen.content == "silence") => {}
    }
    let seen = ana.sees(table).into_iter().map(|seen| seen.content);
    assert_eq!(seen.collect::<Vec<_>>(), ["3", "silence"]);
}

/// Rows of so many buttons, so many in each.
fn rows(count: usize, each: usize) -> Vec<Value> {
    let button = |at| json!({"type": 2, "style": 2, "label": "b", "custom_id": format!("b{at}")});
    let row = |row| {
        (0..each)
            .map(|at| button(row * each + at))
            .collect::<Value>()
    };
    (0..count)
        .map(|at| json!({"type": 1, "components": row(at)}))
        .collect()
}

/// A menu of so many options, of which so many are to be chosen.
fn menu(options: usize, least: usize, most: usize) -> Value {
    let option = |at| json!({"label": format!("o{at}"), "value": format!("o{at}")});
    let options: Value = (0..options).map(option).collect();
    json!({"type": 3, "custom_id": "m", "options": options, "min_values": least, "max_values": most})
}

fn laid_out(text: &str, buttons: usize) -> Value {
    let mut parts = vec![json!({"type": 10, "content": text})];
    parts.extend(rows(buttons, 1));
    json!({"content": null, "flags": LAID_OUT, "components": [{"type": 17, "components": parts}]})
}

#[tokio::test(start_paused = true)]
async fn messages_that_discord_would_refuse_or_misunderstand_are_violations() {
    let (discord, raw, table, ..) = scene().await;
    let send = async |body: &Value| {
        let mut sent = json!({"content": "x", "allowed_mentions": {"parse": []}});
        let fields = body.as_object().expect("fields").clone();
        sent.as_object_mut().expect("fields").extend(fields);
        let status = raw.posts(table, sent).await.status;
        (status, discord.take_violations().join("\n"))
    };
    let row = |control: Value| json!({"components": [{"type": 1, "components": [control]}]});
    let controls = |rows: Vec<Value>| json!({ "components": rows });
    let button = |with: Value| {
        let mut button = json!({"type": 2, "style": 2});
        let fields = with.as_object().expect("fields").clone();
        button.as_object_mut().expect("fields").extend(fields);
        row(button)
    };
    let mentions = |text: &str, users: &str| json!({"content": text, "allowed_mentions": {"parse": [], "users": [users]}});
    for fine in [
        json!({"content": "х".repeat(2_000)}),
        controls(rows(5, 5)),
        row(menu(25, 1, 25)),
        mentions("<@77>", "77"),
        laid_out(&"х".repeat(4_000), 19),
    ] {
        assert_eq!(send(&fine).await, (200, String::new()), "{fine}");
    }
    let half = json!({"description": "x".repeat(3_001)});
    let text = json!({"type": 10, "content": "x".repeat(2_001)});
    let two_texts = json!({"content": null, "flags": LAID_OUT, "components": [text, text]});
    let both =
        json!({"content": "x", "flags": LAID_OUT, "components": [{"type": 10, "content": "x"}]});
    let unmarked = json!({"components": [{"type": 10, "content": "x"}]});
    let group = json!({"allowed_mentions": {"parse": ["everyone"]}});
    let unknown = json!({"custom_id": "go", "emoji": {"id": "17", "name": "t_SK"}});
    let link = json!({"label": "b"});
    let refused = [
        (json!({"content": "х".repeat(2_001)}), "2001 characters"),
        (json!({"content": "  "}), "an empty message"),
        (json!({"embeds": [half, half]}), "6002 characters"),
        (controls(rows(1, 6)), "/components/0"),
        (controls(rows(6, 1)), "6 rows"),
        (row(menu(3, 2, 1)), "takes 2 to 1 of 3"),
        (controls([rows(1, 1), rows(1, 1)].concat()), "`b0` twice"),
        (button(json!({"custom_id": "b"})), "neither label nor"),
        (button(link), "needs a custom_id"),
        (button(unknown), "a control shows the emoji"),
        (laid_out("x", 20), "42 components"),
        (two_texts, "4002 characters laid out"),
        (both, "content or embeds"),
        (unmarked, "no flag"),
    ];
    // These come in another form than they were meant.
    let taken = [
        (json!({"content": "<:t_SK:17>"}), "text shows the emoji"),
        (json!({"embeds": [{"footnote": "y"}]}), "key `/embeds/0"),
        (json!({"allowed_mentions": null}), "is missing"),
        (group, "whole groups"),
        (mentions("x", "77"), "whom the text does not"),
    ];
    let refused = refused.into_iter().map(|row| (400, row));
    let taken = taken.into_iter().map(|row| (200, row));
    for (status, (body, violation)) in refused.chain(taken) {
        let (answered, told) = send(&body).await;
        assert!(
            answered == status && told.contains(violation),
            "{body}: {answered} {told}"
        );
    }
    // An edit adds a layout, and never takes it away.
    let posted = raw.posts(table, message("x")).await.id();
    let edit = format!("PATCH /channels/{table}/messages/{posted}");
    let [laid, other] = [1, 2].map(|buttons| laid_out("x", buttons));
    for (body, status) in [(laid, 200), (message("x"), 400), (other, 200)] {
        assert_eq!(raw.call(&edit, body).await.status, status);
    }
    assert_eq!(discord.take_violations().len(), 1);
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "an empty message")]
async fn a_violation_fails_the_test_at_its_end() {
    let (discord, raw, table, ..) = scene().await;
    raw.posts(table, message("")).await;
    discord.assert_clean();
}
