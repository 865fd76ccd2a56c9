//! Commands are named in the form that their reader can use and is using.

use serde_json::{Value, json};
use serenity::model::gateway::GatewayIntents;
use tractor_bot::game::kept_rules;
use tractor_bot::store::Report;

use crate::double::{Double, Options, Person, Seen, flat};
use crate::house::{House, option};
use crate::rooms::number;

/// Whether a text names a typed command.
fn names_typed(text: &str) -> bool {
    let mut parts = text.split('$').skip(1);
    parts.any(|rest| rest.starts_with(char::is_alphabetic))
}

/// Whether a message names the command with this id to be tapped.
fn names_to_tap(seen: &Seen, id: &str) -> bool {
    let sent = format!("{} {}", seen.content, json!(seen.embeds));
    sent.contains(&format!("</join:{id}>"))
}

/// What people read of a message or an answer: its texts, and the labels of its controls.
fn texts(body: &Value) -> (Vec<String>, Vec<String>) {
    let data = if body["data"].is_object() {
        &body["data"]
    } else {
        body
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut read = vec![text(&data["content"])];
    for embed in data["embeds"].as_array().into_iter().flatten() {
        read.extend([text(&embed["title"]), text(&embed["description"])]);
    }
    let rows = data["components"].as_array().cloned().unwrap_or_default();
    let mut labels = Vec::new();
    for control in flat(&rows) {
        labels.extend([text(&control["label"]), text(&control["placeholder"])]);
        for choice in control["options"].as_array().into_iter().flatten() {
            labels.extend([text(&choice["label"]), text(&choice["description"])]);
        }
    }
    (read, labels)
}

/// Checks everything that was sent: no typed command is named, and none to be tapped where it would
/// be shown as it is written.
fn check_sent(discord: &Double) -> usize {
    let mut tapped = 0;
    for payload in discord.outgoing() {
        if payload.request.path.contains("/commands") {
            continue;
        }
        let (read, labels) = texts(&payload.request.body);
        for text in read.iter().chain(&labels) {
            assert!(!names_typed(text), "{text}");
        }
        for label in &labels {
            assert!(!label.contains("</"), "{label}");
        }
        tapped += read.iter().filter(|text| text.contains("</")).count();
    }
    tapped
}

#[tokio::test(start_paused = true)]
async fn without_the_intent_no_sentence_names_a_typed_command() {
    let options = Options {
        granted: GatewayIntents::empty(),
        ..Options::default()
    };
    let house = House::with(options, 1).await;
    let [ana, bo, ..] = &house.people;
    let asks = async |person: &Person, command: &str, options: Value| {
        person.asks(house.table, command, options).await
    };
    let mut help = asks(ana, "help", json!({})).await;
    let menu = |help: &Seen| {
        let mut controls = flat(&help.components).into_iter();
        let menu = controls.find(|control| control["type"] == 3);
        let id = menu.and_then(|menu| menu["custom_id"].as_str().map(str::to_owned));
        id.expect("a menu of topics")
    };
    for topic in help.options(&menu(&help)) {
        let chosen = ana.selects(&help, &menu(&help), &[&topic]);
        help = chosen.message().await;
    }
    for word in ["play", "throws", "nothing"] {
        asks(ana, "help", option("topic", word)).await;
    }
    for command in [
        "intro", "hand", "score", "list", "start", "replay", "export", "settings", "stats",
    ] {
        asks(ana, command, json!({})).await;
    }
    house.sit_down_by_tapping().await;
    asks(ana, "rules", json!({"rule": "decks", "value": "x"})).await;
    for command in ["rules", "start", "deal", "verify"] {
        asks(ana, command, json!({})).await;
    }
    for person in [ana, bo] {
        asks(person, "play", option("cards", "8S 8S")).await;
        asks(person, "call", option("cards", "what")).await;
        asks(person, "surrender", json!({})).await;
        asks(person, "leave", json!({})).await;
    }
    assert!(check_sent(&house.discord) > 0);
    // In direct messages everything typed is heard, and named so.
    bo.tells_bot("help");
    let typed = |seen: &Seen| seen.is_direct && seen.is_from_bot && names_typed(&seen.text);
    bo.awaits("the help", typed).await;
}

#[tokio::test(start_paused = true)]
async fn each_reads_the_form_in_which_they_gave_their_last_command() {
    let house = House::open(1).await;
    let [ana, bo, chen, _] = &house.people;
    let commands = house.discord.commands();
    let join = commands.iter().find(|command| command["name"] == "join");
    let id = join.and_then(|join| join["id"].as_str()).expect("/join");
    let told = ana.asks(house.table, "hand", json!({})).await;
    assert!(names_to_tap(&told, id), "{}", told.text);
    bo.says(house.table, "$hand");
    bo.awaits("a refusal", |seen| seen.is_direct && seen.says("`$join`"))
        .await;
    // A tap goes on as before, and what all read is typed.
    ana.says(house.table, "$join");
    let board = house.board("1 of 4").await;
    chen.asks(house.table, "list", json!({})).await;
    assert!(!names_to_tap(&board, id), "{}", board.text);
    for (person, slash) in [(ana, false), (chen, true)] {
        let page = person.presses(&board, "Help").message().await;
        assert_eq!(names_to_tap(&page, id), slash, "{}", page.text);
        assert_eq!(names_typed(&page.text), !slash, "{}", page.text);
    }
}

#[tokio::test(start_paused = true)]
async fn a_chinese_keyboard_types_commands() {
    let house = House::open(1).await;
    let lines = ["＄join", "￥加入", "。入座", "¥join"];
    for ((person, line), seats) in house.people.iter().zip(lines).zip(1..) {
        person.says(house.table, line);
        let seated = || house.is_open() && house.public().seated() == seats;
        house.until(line, seated).await;
    }
    // Whoever writes like that to others means nobody.
    let mark = house.discord.mark();
    for line in ["。。。", "。 hello", "￥5", "。"] {
        house.people[0].says(house.table, line);
    }
    let direct = house.people[1].tells_bot("＄hand");
    let told = |seen: &Seen| seen.is_direct && seen.is_from_bot && seen.id > direct;
    house.people[1].awaits("an answer", told).await;
    let answered = house.people[0].sees(house.table).into_iter();
    let answered = answered.filter(|seen| seen.revision > mark && seen.replies_to.is_some());
    assert_eq!(answered.count(), 0, "{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn commands_are_chosen_from_the_menu_of_a_person_or_a_message() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    for (command, says) in [
        ("Profile", "Bo"),
        ("Report", "Bo"),
        ("Block", "Bo"),
        ("Tic-tac-toe", "Bo"),
    ] {
        let told = ana.chooses_for(house.table, command, bo).message().await;
        assert!(told.says(says), "{command}: {}", told.text);
    }
    ana.asks(house.table, "join", json!({})).await;
    let board = house.board("1 of 4").await;
    for (command, says) in [
        ("Replay", "nothing to replay"),
        ("Export", "No match has been finished"),
    ] {
        let told = bo.chooses_for_message(command, &board).message().await;
        assert!(told.says(says), "{command}: {}", told.text);
    }
}

#[tokio::test(start_paused = true)]
async fn what_must_be_written_is_written_into_forms() {
    let house = House::open(1).await;
    let [ana, bo, chen, ..] = &house.people;
    // The reason of a report.
    let told = ana.chooses_for(house.table, "Report", bo).message().await;
    let form = ana.presses(&told, "Say why…");
    let told = form.writes("He swears.").await.message().await;
    assert!(told.says("Kept for"), "{}", told.text);
    let reports = house.bot.desk.settings().store();
    let reports = reports.all_stored::<Report>(None).await.expect("reports");
    let reasons: Vec<_> = reports.iter().map(|row| &*row.value.reason).collect();
    assert_eq!(reasons, ["", "He swears."]);
    // The number of a room, and what is said there.
    let new = json!({"action": "new", "which": "uno"});
    let room = ana.asks(house.table, "room", new).await;
    let number = number(&room.text).to_string();
    let elsewhere = house.discord.channel("elsewhere");
    let join = json!({"action": "join"});
    let unclear = chen.asks(elsewhere, "room", join).await;
    let form = chen.presses(&unclear, "Number of the room…");
    form.writes(&number).await.answered().await;
    let page = chen.asks(elsewhere, "room", json!({})).await;
    let form = chen.presses(&page, "Say something…");
    let said = form.writes("good luck").await.message().await;
    assert!(said.says("Sent to one other place"), "{}", said.text);
}

#[tokio::test(start_paused = true)]
async fn house_rules_of_a_group_stand_in_a_form_as_they_are() {
    let house = House::open(1).await;
    let [ana, ..] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    let scoring = json!({"rule": "scoring"});
    let page = ana.asks(house.table, "rules", scoring.clone()).await;
    let form = ana.presses(&page, "Several rules at once…");
    let changes = |text: &str| {
        assert!(
            text.contains("kitty_multiplier=double\nlevel_cap=three"),
            "{text}"
        );
        let text = text.replace("=double", "=power");
        text.replace("level_cap=three", "level_cap=uncapped")
    };
    let told = form.changes(changes).await.message().await;
    let page = ana.asks(house.table, "rules", scoring).await;
    let changed = kept_rules(&house.public().rules);
    assert_eq!(
        changed, "kitty_multiplier=power level_cap=uncapped",
        "{}\n{}",
        told.text, page.text
    );
}
