//! Messages, commands, presses, ephemeral and direct messages: what people do and see.

use crate::double::Answer;
use crate::double_itself::bot;
use crate::double_itself::raw::{contents, held, message, scene};
use serde_json::json;
use serenity::builder::{CreateAttachment, CreateMessage};
use serenity::model::Permissions;

#[tokio::test]
async fn a_prefix_command_is_answered_in_public() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    ana.says(table, "$join");
    let seen = bo
        .awaits("the table", |seen| seen.is_from_bot && seen.says("Welcome"))
        .await;
    assert_eq!(
        seen.text,
        "Welcome, @Ana\n| **Tractor**\n| 1 of 4 seated\n| House rules: standard\n\
         [ Sit down ] [ My hand ] [ Quiet ] ( Off )\n[ Choose cards ▾ 1–2: card 2S | card 5H | card KC ]"
    );
    assert_eq!(seen.buttons(), ["Sit down", "My hand", "Quiet"]);
    assert!(
        ana.pings().is_empty(),
        "the text names Ana, but nobody is to be notified"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn an_ephemeral_answer_is_seen_by_one_person_only() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    let hand = ana.asks(table, "hand", json!({})).await;
    assert!(hand.is_ephemeral && hand.says("A♥"));
    assert_eq!(ana.ephemerals().len(), 1);
    assert!(bo.sees(table).is_empty() && bo.ephemerals().is_empty());
    let leaks: Vec<_> = discord
        .outgoing()
        .into_iter()
        .filter(|sent| sent.request.body.to_string().contains("A♥"))
        .collect();
    assert_eq!(leaks.len(), 1);
    assert_eq!(leaks[0].seen_by.iter().collect::<Vec<_>>(), [&ana.id]);
    ana.reloads();
    assert!(
        ana.ephemerals().is_empty(),
        "a reload takes ephemeral messages away"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn presses_update_answer_and_acknowledge() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    let lobby = ana.asks(table, "join", json!({})).await;
    let updated = bo.presses(&lobby, "Sit down").message().await;
    assert_eq!(
        (updated.id, updated.content.as_str()),
        (lobby.id, "Bo sits")
    );
    assert_eq!(ana.sees(table).len(), 1);

    let asked = bo.presses(&lobby, "hand");
    assert!(matches!(asked.answered().await, Answer::Message(_)));
    bo.awaits("the hint after the edited hand", |seen| {
        seen.is_ephemeral && seen.says("A hint")
    })
    .await;
    let texts: Vec<_> = contents(bo.ephemerals());
    assert_eq!(texts, ["A♥ K♣ 5♦", "A hint"]);

    let quiet = ana.presses(&lobby, "Quiet");
    assert_eq!(quiet.answered().await, Answer::DeferredUpdate);
    ana.awaits("the quiet change", |seen| seen.content == "Quietly changed")
        .await;
    discord.assert_clean();
}

#[tokio::test]
async fn menus_take_labels_and_values_and_forged_ids_arrive() {
    let (discord, _, table, ana, _) = scene().await;
    let _bot = bot::start(&discord).await;
    let lobby = ana.asks(table, "join", json!({})).await;
    let chosen = ana
        .selects(&lobby, "Choose cards", &["card 5H", "KC"])
        .message()
        .await;
    assert_eq!(chosen.content, "Chosen: 5H KC");
    let forged = ana.forges(&lobby, "drop tables").message().await;
    assert_eq!(forged.content, "There is no drop tables");
    discord.assert_clean();
}

#[tokio::test]
async fn a_deferred_answer_comes_with_its_first_follow_up() {
    let (discord, _, table, ana, _) = scene().await;
    let _bot = bot::start(&discord).await;
    let asked = ana.slash(table, "slow", json!({}));
    assert!(matches!(asked.answered().await, Answer::Deferred(_)));
    assert_eq!(asked.message().await.content, "Thought about it");
    ana.awaits("the second answer", |seen| seen.says("And again"))
        .await;
    assert_eq!(
        ana.ephemerals().len(),
        1,
        "the promise to be ephemeral holds for the deferred answer alone"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn completions_subcommands_and_forms() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    let choices = ana.is_offered(table, "play", "cards", "5", json!({})).await;
    assert_eq!(
        choices,
        [
            ("card 5H".to_owned(), json!("5H")),
            ("card 5S".to_owned(), json!("5S"))
        ]
    );
    let options = json!({"name": "decks", "count": 2, "who": bo.id.to_string()});
    let set = ana.asks(table, "rules set", options).await;
    assert_eq!(set.content, "decks is 2, as bo asked");
    let form = ana.slash(table, "form", json!({}));
    assert_eq!(form.form().await["title"], "Name the table");
    assert_eq!(
        ana.submits(&form, &[("Your name", "Ana's")])
            .message()
            .await
            .content,
        "Named"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn direct_messages_arrive_unless_they_are_closed() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    assert_eq!(ana.asks(table, "whisper", json!({})).await.content, "Sent");
    assert_eq!(
        ana.direct_messages()
            .last()
            .map(|seen| seen.content.clone()),
        Some("Between us: K♣".to_owned())
    );
    assert!(bo.direct_messages().is_empty());
    ana.tells_bot("play 5H");
    ana.awaits("an answer in private", |seen| {
        seen.is_direct && seen.says("You said play 5H")
    })
    .await;
    ana.accepts_direct_messages(false);
    let told = ana.asks(table, "whisper", json!({})).await;
    assert_eq!(told.content, "Your direct messages are closed");
    discord.assert_clean();
}

#[tokio::test]
async fn the_transcript_reads_like_a_story() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    ana.says(table, "$play 5H");
    let played = bo
        .awaits("the play", |seen| seen.says("ana plays 5H"))
        .await;
    bo.asks(table, "hand", json!({})).await;
    assert_eq!(played.replies_to, None);
    assert_eq!(
        discord.transcript(),
        "#table · Ana: $play 5H\n#table · Tractor:\n    ana plays 5H\n#table · Bo uses /hand\n\
         #table · Tractor: (only Bo sees it)\n    Your hand: A♥\n"
    );
    assert_eq!(
        ana.transcript(),
        "#table · Ana: $play 5H\n#table · Tractor:\n    ana plays 5H\n"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn menus_of_people_and_emojis_of_the_application() {
    let (discord, raw, table, ana, bo) = scene().await;
    let menu = json!({"type": 5, "custom_id": "who", "placeholder": "Whom"});
    let mut message = message("Ask somebody");
    message["components"] = json!([{"type": 1, "components": [menu]}]);
    raw.posts(table, message).await;
    let seen = ana.sees(table).pop().expect("the menu");
    assert_eq!(seen.text, "Ask somebody\n[ Whom ▾ ]");
    let asked = ana.selects(&seen, "Whom", &[&bo.id.to_string()]);
    assert_eq!(raw.answer(&asked, json!({"type": 6})).await.status, 204);
    let image = json!({"name": "heart_king", "image": "data:image/png;base64,AA=="});
    let made = raw.call("POST /applications/{app}/emojis", image).await;
    let all = raw
        .call("GET /applications/{app}/emojis", json!(null))
        .await;
    assert_eq!(
        (made.status, all.body["items"][0]["name"].as_str()),
        (201, Some("heart_king"))
    );
    discord.assert_clean();
}

/// Serenity numbers them by numbers; Discord's description has texts, with files as without.
#[tokio::test]
async fn the_number_of_a_file_is_text() {
    let (discord, _, table, ana, _) = scene().await;
    let picture = CreateAttachment::bytes(vec![1, 2, 3], "board.png");
    let message = CreateMessage::new()
        .content("The board")
        .add_file(picture)
        .allowed_mentions(Default::default());
    let sent = table.send_message(discord.http(), message).await;
    assert!(sent.is_err() && ana.sees(table).is_empty());
    let violations = discord.take_violations();
    assert!(violations[0].contains("`/attachments/0"), "{violations:?}");
}

#[tokio::test]
async fn presses_that_come_late_and_messages_that_are_gone() {
    let (discord, _, table, ana, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    let lobby = ana.asks(table, "join", json!({})).await;
    ana.presses(&lobby, "Sit down").message().await;
    discord.delete_message(lobby.id);
    assert_eq!(bo.looks_at(&lobby), None);
    assert!(
        bo.presses_late(&lobby, "My hand")
            .message()
            .await
            .is_ephemeral
    );
    ana.presses_late(&lobby, "Sit down").failed().await;
}

#[tokio::test(start_paused = true)]
async fn a_timed_deal_needs_no_waiting() {
    let (discord, _, table, ana, _) = held().await;
    let _bot = bot::start(&discord).await;
    ana.slash(table, "deal", json!({}));
    let dealt = ana
        .awaits("the end of the deal", |seen| seen.says("20 dealt"))
        .await;
    assert_eq!(dealt.edits, 20);
    discord.assert_clean();
}

#[tokio::test]
async fn a_moderator_is_shown_what_moderators_do() {
    let (discord, _, table, ana, _) = scene().await;
    let _bot = bot::start(&discord).await;
    ana.is_granted(discord.home(), Permissions::MANAGE_CHANNELS);
    assert_eq!(
        ana.asks(table, "close", json!({})).await.content,
        "The table is closed"
    );
    discord.assert_clean();
}

#[tokio::test]
#[should_panic(expected = "is not shown to Bo")]
async fn others_are_not() {
    let (discord, _, table, _, bo) = scene().await;
    let _bot = bot::start(&discord).await;
    bo.slash(table, "close", json!({}));
}
