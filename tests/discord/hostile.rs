//! What comes twice, too late, too often or in bad faith: carried out once or refused, and cheaply.

use std::time::Duration;

use serde_json::{Value, json};
use tractor_bot::tractor::action::Action;

use crate::double::Fault;
use crate::house::House;
use crate::round::{Way, act};

#[tokio::test(start_paused = true)]
async fn what_comes_twice_is_carried_out_once() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    ana.asks(house.table, "join", json!({})).await;
    ana.asks(house.table, "computer", json!({})).await;
    assert_eq!(house.public().seated(), 2);
    house.discord.repeats("INTERACTION_CREATE");
    ana.says(house.table, "$computer");
    house.board("3 of 4").await;
    house.discord.repeats("MESSAGE_CREATE");
    house.discord.repeats("INTERACTION_CREATE");
    // Events are taken in order, so that by now the others were.
    let last = ana.asks(house.table, "score", json!({})).await;
    assert!(last.is_from_bot);
    // Time goes by only while nothing is left to do.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(house.public().seated(), 3);
    let sent = house.discord.outgoing().into_iter();
    let callbacks = sent.filter(|sent| sent.request.route.ends_with("/callback"));
    let twice = callbacks.filter(|sent| sent.request.status != 204).count();
    assert_eq!(twice, 0, "nothing was answered a second time");
}

/// Everything that can be typed into options, hostile.
fn words() -> Vec<String> {
    vec![
        "8S ".repeat(2_000),
        "x".repeat(6_000),
        "\u{202e}\u{200b}\u{feff}8S\u{2066}".repeat(50),
        "@everyone <@&1> `code` **bold** https://example.com".to_owned(),
        "💥".repeat(500),
        "-1".to_owned(),
        "99999999999999999999999999999999".to_owned(),
        "=".repeat(80),
        "\u{0}\u{7}\n\n\n".to_owned(),
    ]
}

#[tokio::test(start_paused = true)]
async fn hostile_words_are_refused_in_a_few_harmless_words() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    act(&house, &house.people[0], Way::Typed, &Action::Deal).await;
    let commands = house.discord.commands();
    let is_text = |option: &&Value| option["type"] == 3;
    let ana = &house.people[0];
    for command in &commands {
        let name = command["name"].as_str().unwrap_or_default();
        // What these take is free text, by design.
        if matches!(name, "deal" | "chat") {
            continue;
        }
        let options = command["options"].as_array().into_iter().flatten();
        let options: Vec<&Value> = options.filter(is_text).collect();
        if options.is_empty() {
            continue;
        }
        for word in words() {
            let given = options.iter().map(|option| {
                let name = option["name"].as_str().unwrap_or_default();
                (name.to_owned(), json!(word))
            });
            let given: serde_json::Map<String, Value> = given.collect();
            let answer = ana.asks(house.table, name, Value::Object(given)).await;
            let text = answer.text.chars().count();
            assert!(text <= 4_500, "/{name} answers with {text} characters");
            let raw = format!("{} {:?}", answer.content, answer.embeds);
            let bad = ['\u{202e}', '\u{2066}', '\u{0}'];
            assert!(!raw.contains(bad), "/{name} repeats {raw:?}");
        }
    }
    assert_eq!(house.public().seated(), 4);
}

#[tokio::test(start_paused = true)]
async fn hostile_names_are_harmless_wherever_they_are_shown() {
    let house = House::open(1).await;
    for name in [
        "\u{202e}@everyone\u{200b} **x** <@1>\n# big",
        "discord.gg/abc https://evil.ex",
        "[x](http://e.ex)",
        "a\u{34f}b.gg/c",
    ] {
        let mallory = house.discord.person(name);
        mallory.asks(house.table, "join", json!({})).await;
    }
    house.board("4 of 4").await;
    house.people[0].asks(house.table, "list", json!({})).await;
    let sent = house.discord.outgoing().into_iter();
    let told = sent.filter(|payload| !payload.request.path.contains("/commands"));
    let told: String = told.map(|told| told.request.body.to_string()).collect();
    for harm in ["\u{202e}", "@everyone", "\\n# big", " **x**", "\u{34f}"] {
        assert!(!told.contains(harm), "{harm:?} in {told}");
    }
    for address in ["discord.gg/", "https://evil", "](http", "//e.ex", "b.gg"] {
        assert!(!told.contains(address), "{address} in {told}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_crowd_that_hammers_on_a_button_seats_four() {
    let house = House::open(1).await;
    house.people[0].says(house.table, "$join");
    let board = house.board("1 of 4").await;
    let crowd: Vec<_> = (0..50)
        .map(|n| house.discord.person(&format!("P{n}")))
        .collect();
    let mut asked = Vec::new();
    for _ in 0..6 {
        for person in &crowd {
            asked.push(person.presses_late(&board, "Sit down"));
        }
    }
    for asked in asked {
        asked.answered().await;
    }
    let public = house.public();
    assert_eq!(public.seated(), 4);
    let mut people: Vec<_> = public
        .seats
        .iter()
        .filter_map(|seat| seat.occupant.person())
        .collect();
    people.dedup();
    assert_eq!(people.len(), 4);
    let board = house.board("4 of 4").await;
    assert!(board.edits <= 12, "{} edits for three people", board.edits);
}

#[tokio::test(start_paused = true)]
async fn errors_on_the_way_of_an_answer_change_nothing_about_what_was_done() {
    let house = House::open(1).await;
    let callback = "POST /interactions/*/*/callback";
    let (ana, bo, chen) = (&house.people[0], &house.people[1], &house.people[2]);
    // Once an error, then it works.
    house.discord.fail(callback, Fault::Status(500), 1);
    let answer = ana.asks(house.table, "join", json!({})).await;
    assert!(answer.is_ephemeral);
    // The answer of Discord is lost: the second attempt finds it answered.
    house.discord.fail(callback, Fault::DropAfter, 1);
    bo.asks(house.table, "join", json!({})).await;
    house.board("2 of 4").await;
    // Nothing gets through in time: the person sees a failure, the seat is taken all the same.
    house.discord.fail(callback, Fault::Status(503), 50);
    let asked = chen.slash(house.table, "join", json!({}));
    house.board("3 of 4").await;
    house.discord.advance(Duration::from_secs(4));
    asked.failed().await;
    house.discord.end_faults();
    let wait = Duration::from_millis(300);
    let fault = Fault::TooMany {
        retry_after: wait,
        global: false,
    };
    house.discord.fail(callback, fault, 1);
    let again = chen.asks(house.table, "join", json!({})).await;
    again.assert_says("You already sit there");
    assert_eq!(house.public().seated(), 3);
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_too_much_is_told_so_once_and_others_are_answered() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let asks = |_| ana.slash(house.table, "help", json!({}));
    let asked: Vec<_> = (0..320).map(asks).collect();
    bo.asks(house.table, "help", json!({})).await;
    let answered = || {
        let world = house.discord.world();
        let answers = asked
            .iter()
            .map(|asked| &world.interactions[&asked.id].answer);
        answers.filter(|answer| answer.is_some()).count()
    };
    house.until("the answers", || answered() > 300).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let told = ana.ephemerals().into_iter();
    let told = told.filter(|seen| seen.says("Too many")).count();
    assert_eq!((answered(), told), (301, 1));
    // The others are not heard.
    let mut world = house.discord.world();
    for asked in &asked {
        let asked = world.interactions.get_mut(&asked.id).expect("it was sent");
        asked.excused = true;
    }
}
