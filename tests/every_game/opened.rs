//! Every game can be opened: by typing, by a slash command, and at the terminal.

use std::process::Command as Program;
use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::command::Name;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{AskedFrom, Command, Desk, Effect, Served, Who};
use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::host::{Host, MemoryJournal};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use crate::play::{play, short_rules};

fn desk() -> Desk {
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let settings = Settings::new(MemoryStore::new().own(), Locale::ENGLISH, "$");
    let secret = Seed::from_number(1);
    Desk::new(host, Surface::Discord, settings).with_secrets(Arc::new(move || Ok(secret)))
}

/// Carries out a command in a channel of a server and looks for the table that it opens.
async fn opens<G: Served>(desk: &Desk, command: Command) {
    let ana = PersonId(1);
    let who = Who {
        nonce: Some(1),
        ..Who::new(ana, "Ana")
    };
    let place = AskedFrom::new(7, Some(9));
    let told = format!("{command:?}");
    let answer = desk.run(&who, &place, command).await;
    assert_ne!(answer.outcome, Effect::Refused, "{told}: {:?}", answer.page);
    let tables = desk.host().list().into_iter();
    let handles: Vec<_> = tables.filter_map(G::of).collect();
    assert_eq!(handles.len(), 1, "{told}");
    assert!(
        handles[0].view(Viewer::Public).seat_of(ana).is_some(),
        "{told}"
    );
}

/// The command is typed.
pub async fn check_commands<G: Served>() {
    let name = Name::Open(G::KIND);
    for word in name.row().words {
        let command = Command::parse(word).expect("a command");
        opens::<G>(&desk(), command).await;
    }
    let room = format!("room new {}", G::KIND.name());
    opens::<G>(&desk(), Command::parse(&room).expect("a command")).await;
}

/// The command is chosen behind a slash.
#[cfg(feature = "discord")]
pub async fn check_slash<G: Served>() {
    let name = Name::Open(G::KIND);
    let slash = tractor_bot::discord::commands::all();
    let chosen = slash.iter().find(|command| command.name == name.word());
    let chosen = chosen.expect("a slash command");
    assert!(chosen.slash_action.is_some() && chosen.prefix_action.is_some());
    opens::<G>(
        &desk(),
        Command::new(Name::of(&chosen.name).expect("known"), ""),
    )
    .await;
}

/// Computers play a match in the terminal, and its help names the game.
pub fn check_terminal<G: Served>() {
    let run = |arguments: &[String]| {
        let output = Program::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(arguments)
            .env("DATABASE_URL", "memory:")
            .env_remove("DISCORD_TOKEN")
            .env("LOCALE", "en-US")
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let wrong = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}{wrong}");
        said
    };
    // The program would wait for ever for a computer player that never moves; here moves are counted.
    let seats = usize::from(*G::seats(&G::Rules::default()).start());
    play::<G>(short_rules::<G>(), &vec![G::USUAL_SKILL; seats], 1);
    let name = G::KIND.name().to_owned();
    let mut watched = vec![
        name.clone(),
        "--watch".to_owned(),
        "--seed".to_owned(),
        "1".to_owned(),
    ];
    for rule in short_rules::<G>().entries() {
        if rule.name == "match_to" {
            watched.extend(["--rule".to_owned(), format!("{}={}", rule.name, rule.value)]);
        }
        if rule.name == "deal_interval" {
            watched.extend(["--rule".to_owned(), "deal_interval=0".to_owned()]);
        }
    }
    assert!(run(&watched).contains("Goodbye"), "the match ended");
    let help = run(&["--help".to_owned()]);
    let line = help
        .lines()
        .find(|line| line.split_whitespace().next() == Some(&name));
    assert!(
        line.is_some_and(|line| line.ends_with(G::IN_TERMINAL)),
        "{help}"
    );
}
