//! What Discord refuses: each answer changes what it is about, is told to whoever it concerns, and is not provoked again
//! and again; other servers notice nothing.

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tractor_bot::discord::outbox::answers::{ANSWERS, Remedy};

use crate::double::{Double, Fault, Options, Seen, is_laid_out};
use crate::house::{House, desk};
use crate::ttt::accepted;

/// The requests of the bot that went to this path and came to this status.
fn sent(discord: &Double, path: &str, status: u16) -> usize {
    let all = discord.outgoing().into_iter();
    let all = all.filter(|sent| sent.request.path.contains(path));
    all.filter(|sent| sent.request.status == status).count()
}

/// Ten minutes go by, in steps in which a timer of the bot fires.
async fn ten_minutes(house: &House) {
    for _ in 0..60 {
        house.passes(10).await;
    }
}

#[tokio::test(start_paused = true)]
async fn each_answer_to_an_edit_is_followed_by_what_its_row_says() {
    let house = House::open(1).await;
    let coded = ANSWERS.iter().flat_map(|(_, codes, _, remedy)| {
        let codes = codes.iter();
        codes.map(|code| (400, *code, *remedy))
    });
    // A status alone; of 401 and 429 the tests below.
    let others = [
        (403, 0, Remedy::Pauses),
        (400, 50_035, Remedy::OtherState),
        (418, 999, Remedy::OtherState),
    ];
    let mut cases = Vec::new();
    for (number, (status, code, remedy)) in coded.chain(others).enumerate() {
        let channel = house.discord.channel(&format!("case {number}"));
        let shows = move |seen: &Seen, seats| {
            seen.channel == channel && seen.is_from_bot && seen.says(seats)
        };
        let [one, two] = ["A", "B"].map(|name| house.discord.person(&format!("{name}{number}")));
        one.says(channel, "$join");
        one.awaits("the board", move |seen| shows(seen, "1 of 4"))
            .await;
        let route = format!("PATCH /channels/{channel}/messages/*");
        house.discord.fail(&route, Fault::Refused(status, code), 99);
        two.says(channel, "$join");
        cases.push((status, code, remedy, channel, shows, two));
    }
    ten_minutes(&house).await;
    for (status, code, remedy, channel, shows, person) in cases {
        let path = format!("/channels/{channel}/messages/");
        let refused = sent(&house.discord, &path, status);
        let is_gone = matches!(code, 10_003 | 10_004);
        let now = person.sees(channel);
        let is_shown = now.iter().any(|seen| shows(seen, "2 of 4"));
        let (expected, shown) = match remedy {
            Remedy::Anew | Remedy::Below => (1..=1, true),
            Remedy::Ends if is_gone => (1..=1, false),
            // What concerns no edit waits like the others.
            _ => (5..=11, false),
        };
        let told = format!("{status}/{code}: {refused} times, shown: {is_shown}");
        assert!(expected.contains(&refused) && is_shown == shown, "{told}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_too_soon_is_sent_again_after_the_time_that_is_named() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    ana.says(house.table, "$join");
    house.board("1 of 4").await;
    let soon = Fault::TooMany {
        retry_after: std::time::Duration::from_secs(20),
        global: false,
    };
    house.discord.fail("PATCH /channels/*/messages/*", soon, 3);
    bo.says(house.table, "$join");
    ten_minutes(&house).await;
    house.board("2 of 4").await;
    assert_eq!(sent(&house.discord, "/messages/", 429), 3);
}

#[tokio::test(start_paused = true)]
async fn one_401_mutes_nobody() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    house
        .discord
        .fail("POST /channels/*/messages", Fault::Refused(401, 0), 1);
    ana.says(house.table, "$join");
    house.board("1 of 4").await;
    house.people[1].says(house.table, "$join");
    house.board("2 of 4").await;
    assert_eq!(sent(&house.discord, "/users/@me", 200), 1);
}

#[tokio::test(start_paused = true)]
async fn a_token_that_is_not_taken_is_asked_for_each_minute_until_it_is() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    ana.says(house.table, "$join");
    house.board("1 of 4").await;
    for route in ["PATCH /channels/*/messages/*", "GET /users/@me"] {
        house.discord.fail(route, Fault::Refused(401, 0), 99);
    }
    house.people[1].says(house.table, "$join");
    let refused = |discord: &Double| sent(discord, "/users/@me", 401);
    let asked = house.discord.clone();
    house
        .until("Discord to be asked", || refused(&asked) > 0)
        .await;
    // What needs no token of the bot's goes on.
    ana.asks(house.table, "score", json!({})).await;
    ten_minutes(&house).await;
    let asked = refused(&house.discord);
    assert!((9..=12).contains(&asked), "{asked}");
    assert!(
        house.discord.invalid_requests() < 30,
        "{}",
        house.discord.last(30)
    );
    house.discord.end_faults();
    house.passes(60).await;
    house.passes(20).await;
    house.board("2 of 4").await;
}

#[tokio::test(start_paused = true)]
async fn whatever_is_private_is_told_in_the_channel_where_direct_messages_are_closed() {
    for code in [50_007, 50_278] {
        let house = House::open(1).await;
        house.sit_down_by_typing().await;
        let ana = &house.people[0];
        let direct = ana.direct();
        let route = format!("POST /channels/{direct}/messages");
        house.discord.fail(&route, Fault::Refused(403, code), 99);
        let (hand, answer) = ("your hand", "the slash command");
        for (line, named) in [
            ("$hand", hand),
            ("$hint", ""),
            ("$kitty", ""),
            ("$play 5H", ""),
            ("$settings dm on", ""),
            ("$tellme", answer),
            ("$seek", answer),
            ("$block", answer),
            ("$settings export", answer),
        ] {
            let mark = house.discord.mark();
            ana.says(house.table, line);
            let told = ana
                .awaits_since(mark, line, |seen| {
                    seen.is_from_bot && seen.replies_to.is_some()
                })
                .await;
            assert!(
                !told.text.is_empty() && told.says(named),
                "{line}: {}",
                told.text
            );
            assert!(named != answer || !told.says(hand), "{line}: {}", told.text);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn three_hundred_barred_boards_disturb_no_other_server() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let barred = house.discord.guild("Barred");
    ana.enters(barred);
    bo.enters(barred);
    // Each of many boards would be refused.
    let channels: Vec<ChannelId> = (0..30)
        .map(|number| house.discord.channel_in(barred, &format!("table {number}")))
        .collect();
    house.passes(1).await;
    for channel in &channels {
        house.discord.deny_bot(
            *channel,
            Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL,
        );
    }
    for (number, channel) in channels.iter().enumerate() {
        let person = house.discord.person(&format!("P{number}"));
        person.enters(barred);
        person.asks(*channel, "join", json!({})).await;
    }
    ten_minutes(&house).await;
    let invalid = house.discord.invalid_requests();
    assert!((30..=70).contains(&invalid), "{invalid}");
    // The others play on.
    ana.says(house.table, "$join");
    house.board("1 of 4").await;
    // And there, too, as soon as the bot may.
    house.discord.overwrite(
        channels[0],
        house.discord.bot(),
        Permissions::empty(),
        Permissions::empty(),
    );
    let person = house.discord.person("P0");
    let shows =
        |seen: &Seen| seen.channel == channels[0] && seen.is_from_bot && seen.says("1 of 4");
    person.awaits("the board", shows).await;
}

#[tokio::test(start_paused = true)]
async fn an_archived_thread_is_opened_by_a_new_board() {
    let house = House::open(1).await;
    let thread = house.discord.thread(house.table, "game night");
    let [ana, bo, ..] = &house.people;
    ana.says(thread, "$join");
    let board = house.board("1 of 4").await;
    house.discord.archive(thread);
    // By an interaction: a line would open it.
    bo.asks(thread, "join", json!({})).await;
    let again = house.board("2 of 4").await;
    assert_ne!(again.id, board.id);
    let gone = |seen: &Seen| seen.id == board.id;
    house
        .until("the old board to go", || !ana.sees(thread).iter().any(gone))
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_server_can_have_its_tables_in_embeds() {
    let house = House::open(1).await;
    let [ana, bo, chen, ..] = &house.people;
    house.promotes(ana);
    ana.says(house.table, "$join");
    let board = house.board("1 of 4").await;
    assert!(board.embeds.is_empty() && is_laid_out(&board.components));
    // What is laid out stays so: the table goes on in a message of the other kind.
    house.sets(ana, "embeds on").await;
    bo.says(house.table, "$join");
    let board = house.board("2 of 4").await;
    assert!(board.embeds.len() == 1 && !is_laid_out(&board.components));
    let boards = |seen: &Seen| seen.is_from_bot && seen.says("of 4 seats taken");
    let shown = || ana.sees(house.table).into_iter().filter(boards).count();
    house.until("the laid out one to go", || shown() == 1).await;
    // A moderator took the frame away: it is back with the next change.
    house.discord.suppress_embeds(board.id);
    let now = ana.looks_at(&board).expect("it is there");
    assert!(!now.says("2 of 4"), "{}", now.text);
    chen.says(house.table, "$join");
    assert_eq!(house.board("3 of 4").await.id, board.id);
    // An embed can be laid out.
    house.sets(ana, "embeds off").await;
    ana.says(house.table, "$computer");
    let laid_out = house.board("4 of 4").await;
    assert_eq!(laid_out.id, board.id);
    assert!(laid_out.embeds.is_empty() && is_laid_out(&laid_out.components));
}

#[tokio::test(start_paused = true)]
async fn one_odd_answer_changes_one_message_alone() {
    for (status, code) in [(400, 50_035), (418, 12_345), (403, 50_001)] {
        let house = House::open(1).await;
        house.sit_down_by_typing().await;
        let [ana, bo, ..] = &house.people;
        house.discord.fail(
            "PATCH /channels/*/messages/*",
            Fault::Refused(status, code),
            1,
        );
        ana.presses(&house.board("Deal").await, "Deal")
            .answered()
            .await;
        house.board("Last calls").await;
        let asked = json!({});
        house.discord.fail(
            "POST /interactions/*/*/callback",
            Fault::Refused(400, 50_035),
            1,
        );
        ana.slash(house.table, "hand", asked.clone());
        // The next one of anybody comes as ever.
        house.passes(5).await;
        let hand = bo.asks(house.table, "hand", asked).await;
        assert!(
            crate::double::is_laid_out(&hand.components),
            "{}",
            hand.text
        );
        house.discord.take_violations();
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_missing_is_named_in_the_chat_of_a_voice_channel_too() {
    let posting = Permissions::SEND_MESSAGES | Permissions::EMBED_LINKS;
    for (kind, lost, named) in [
        (0, posting, ["Send Messages", "Embed Links"]),
        (2, Permissions::CONNECT, ["Connect"; 2]),
    ] {
        let house = House::open(1).await;
        house.discord.set_kind(house.table, kind);
        house.discord.deny_bot(house.table, lost);
        let answer = house.people[0].asks(house.table, "join", json!({})).await;
        for permission in named {
            answer.assert_says(permission);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_role_of_the_bot_is_answered_like_the_bot() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let role = house.discord.role_of_bot(house.discord.home());
    ana.says(house.table, &format!("{role} join"));
    house.board("1 of 4").await;
    let mark = house.discord.mark();
    ana.says(house.table, &role);
    ana.awaits_since(mark, "an answer", |seen| {
        seen.is_from_bot && seen.replies_to.is_some()
    })
    .await;
    let mark = house.discord.mark();
    ana.says(house.table, "<@&123> join");
    house.passes(5).await;
    assert!(
        ana.sees(house.table)
            .iter()
            .all(|seen| seen.revision < mark || !seen.is_from_bot)
    );
}

#[tokio::test(start_paused = true)]
async fn who_alone_sees_the_answers_on_a_server_is_told_so_at_once() {
    let house = House::of(
        Options {
            application: json!({"integration_types_config": {"0": {"oauth2_install_params": null}, "1": {"oauth2_install_params": null}}}),
            ..Options::default()
        },
        desk(1),
    )
    .await;
    let ana = &house.people[0];
    let elsewhere = house.discord.guild("Elsewhere");
    let channel = house.discord.channel_in(elsewhere, "general");
    ana.enters(elsewhere);
    house.discord.remove_bot(elsewhere);
    let told = ana.asks(channel, "join", json!({})).await;
    told.assert_says("only you see");
    // With the permission there is nothing to say.
    ana.is_granted(elsewhere, Permissions::USE_EXTERNAL_APPS);
    let told = ana.asks(channel, "table", json!({})).await;
    assert!(!told.says("only you see"), "{}", told.text);
}

#[tokio::test(start_paused = true)]
async fn a_press_on_a_message_that_has_lost_its_controls_is_answered() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let ana = &house.people[0];
    let asked = ana.asks(house.table, "leave", json!({})).await;
    for _ in 0..2 {
        ana.presses_late(&asked, "Back").answered().await;
        let now = ana.looks_at(&asked).expect("it is there");
        assert!(!now.text.is_empty());
    }
    let refused = |sent: &crate::double::Payload| sent.request.status >= 400;
    assert!(
        !house.discord.outgoing().iter().any(refused),
        "{}",
        house.discord.last(9)
    );
}

#[tokio::test(start_paused = true)]
async fn a_second_tap_on_what_was_just_played_says_nothing() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let board = accepted(&house).await;
    let mark = house.discord.mark();
    let taps = [(); 2].map(|()| ana.presses(&board, "1"));
    for tap in taps {
        tap.answered().await;
    }
    let told = ana.sees(house.table).into_iter();
    let mut told = told.filter(|seen| seen.is_ephemeral && seen.revision > mark);
    assert!(!told.any(|seen| seen.says("earlier turn")));
}
