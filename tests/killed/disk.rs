//! A disk that takes nothing any more, under the whole program.

use std::process::Command;

use tractor_bot::game::GameKind;
use tractor_bot::text::press::Tap;

use crate::double::{Answer, Double};
use crate::home::Home;
use crate::ledger::Ledger;
use crate::people::{Player, is_move};
use crate::program::Program;
use double::dice::Dice;

/// Makes every write of the program beyond so many bytes of a file fail, or none.
fn limit_files(program: &Program, bytes: &str) {
    let (pid, limit) = (program.id().to_string(), format!("--fsize={bytes}:"));
    let done = Command::new("prlimit")
        .args(["--pid", &pid, &limit])
        .status();
    assert!(done.expect("prlimit is there").success());
}

fn is_there(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// Marks the first square that is offered; says what the answer says.
async fn mark(player: &mut Player, ledger: &Ledger) -> Option<String> {
    let answer = player.uses_first(&is_move, ledger).await?;
    let world = player.person.double.world();
    match answer {
        Answer::Message(message) => Some(world.messages[&message].content.clone()),
        Answer::DeferredUpdate => None,
        other => panic!("{other:?} is no answer to a press"),
    }
}

#[tokio::test]
async fn a_full_disk_refuses_what_is_done_and_loses_nothing() {
    if !is_there("prlimit") {
        eprintln!("skipped: there is no prlimit");
        return;
    }
    let home = Home::sqlite();
    let discord = Double::with(super::options()).await;
    let mut ledger = Ledger::new(discord.clone(), home.url());
    let channel = discord.channel("table");
    let people = ["Ana", "Bo"].map(|name| discord.person(name));
    let program = Program::start(&discord, &home.url());
    discord.registered("ttt").await;
    super::sit(&people, channel, GameKind::TicTacToe).await;
    let [first, _] = people;
    let mut player = Player::new(first, channel, Dice::new(1, 1), (5, 45));
    let squares = |tap: &Tap| matches!(tap, Tap::Act { .. });
    player.awaits(squares).await;

    limit_files(&program, "1");
    for _ in 0..3 {
        let refused = mark(&mut player, &ledger).await.expect("a refusal");
        assert!(refused.contains("could not save"), "{refused}");
    }
    limit_files(&program, "unlimited");
    let done = mark(&mut player, &ledger).await;
    assert_eq!(done, None, "it is saved again");
    let log = program.dies(&discord).await;
    assert!(
        !log.iter().any(|line| line.contains("panicked")),
        "{log:#?}"
    );
    ledger.audit(1).await;
    assert_eq!(ledger.told(), (1, 3));

    let program = Program::start(&discord, &home.url());
    discord.connected().await;
    player.use_what_is_there(&ledger).await;
    program.kill(&discord).await;
    ledger.audit(2).await;
    discord.assert_clean();
}

#[tokio::test]
async fn a_file_that_cannot_be_written_stops_the_start_with_a_reason() {
    let home = Home::sqlite();
    tractor_bot::store::connect(&home.url())
        .await
        .expect("a new file");
    let discord = Double::with(super::options()).await;
    let url = format!("{}?mode=ro", home.url());
    let log = Program::start(&discord, &url).ends().await;
    let reason = log.last().expect("a reason");
    assert!(
        reason.starts_with("tractor-bot: ") && reason.contains("database"),
        "{log:#?}"
    );
}
