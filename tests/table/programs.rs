//! Programs as computer players at the channel's table: people choose among the names that the operator
//! allows, and nothing else.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Effect, Who};
use tractor_bot::host::{Host, MemoryJournal};
use tractor_bot::players::program::Programs;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Control;

/// A desk whose operator allows a program.
fn desk() -> Desk {
    let host = Host::new(Arc::new(MemoryJournal::default()));
    host.allow_programs(Programs::parse("clever=/no/such/program --token secret").expect("one"));
    let settings = Settings::new(MemoryStore::new().own(), Locale::ENGLISH, "$");
    let secret = Seed::from_number(1);
    Desk::new(host, Surface::Discord, settings).with_secrets(Arc::new(move || Ok(secret)))
}

async fn says(desk: &Desk, words: &str) -> Answer {
    let who = Who::new(PersonId(1), "Ana");
    let place = AskedFrom::new(7, Some(9));
    let command = Command::parse(words).expect("a command");
    desk.run(&who, &place, command).await
}

/// What the menus of the answer offer, by value.
fn offered(answer: &Answer) -> Vec<String> {
    let controls = answer.page.controls.iter().flatten();
    let choices = controls.filter_map(|control| match control {
        Control::Menu { choices, .. } => Some(choices),
        Control::Button { .. } => None,
    });
    choices
        .flatten()
        .map(|choice| choice.value.clone())
        .collect()
}

#[tokio::test]
async fn a_program_is_seated_by_its_name() {
    let desk = desk();
    says(&desk, "join").await;
    let lobby = says(&desk, "table").await;
    assert!(offered(&lobby).contains(&"program:clever".to_owned()));
    for words in [
        "computer clever",
        "computer Program:Clever",
        "computer clever east",
    ] {
        let seated = says(&desk, words).await;
        assert_ne!(
            seated.outcome,
            Effect::Refused,
            "{words}: {}",
            seated.page.text()
        );
    }
    let tables = desk.host().list().into_iter();
    let table = tables.filter_map(<tractor_bot::tractor::Tractor as tractor_bot::host::Hosted>::of);
    let view = table
        .last()
        .expect("a table")
        .view(tractor_bot::game::Viewer::Public);
    let programs = view
        .seats
        .iter()
        .filter_map(|place| place.occupant.computer());
    let programs: Vec<String> = programs.map(|skill| skill.to_string()).collect();
    assert_eq!(programs, ["program:clever"; 3]);
}

#[tokio::test]
async fn other_names_and_command_lines_are_refused() {
    let desk = desk();
    says(&desk, "join").await;
    for words in ["other", "program:other", "exec:python3", "/no/such/program"] {
        let refused = says(&desk, &format!("computer {words}")).await;
        assert_eq!(refused.outcome, Effect::Refused, "{words}");
        let text = refused.page.text();
        assert!(
            text.contains("clever") && !text.contains("secret"),
            "{text}"
        );
    }
    // For people who are away none plays.
    let refused = says(&desk, "rules substitute program:clever").await;
    assert_eq!(refused.outcome, Effect::Refused);
}

#[tokio::test]
async fn programs_are_offered_where_they_can_play() {
    let desk = desk();
    says(&desk, "uno").await;
    let lobby = says(&desk, "table").await;
    assert!(offered(&lobby).contains(&"program:clever".to_owned()));
    assert_ne!(
        says(&desk, "computer clever").await.outcome,
        Effect::Refused
    );
    says(&desk, "leave yes").await;
    says(&desk, "ttt").await;
    let lobby = says(&desk, "table").await;
    assert!(!offered(&lobby).contains(&"program:clever".to_owned()));
    let refused = says(&desk, "computer clever").await;
    assert_eq!(refused.outcome, Effect::Refused);
    assert!(
        !refused.page.text().contains("clever`,"),
        "{}",
        refused.page.text()
    );
}
