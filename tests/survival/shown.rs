//! What people are shown who ask the bot in a channel.

use std::sync::atomic::{AtomicU64, Ordering};

use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Effect, Who};
use tractor_bot::table::{PersonId, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::markup::plain;

use crate::playing::Process;

/// What answers in Discord.
pub fn desk(process: &Process) -> Desk {
    let settings = Settings::new(process.store.clone(), Locale::ENGLISH, "$");
    Desk::new(process.host.clone(), Surface::Discord, settings)
}

/// The last finished round of a channel can be shown.
pub async fn replay(process: &Process, key: TableKey) {
    let answer = ask(&desk(process), key.0, 0, "replay").await;
    assert_eq!(answer.outcome, Effect::Shown, "{}", text(&answer));
}

/// Somebody who sits nowhere, somebody else each time: nobody may ask for much in a short while.
fn watcher() -> Who {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let number = ASKED.fetch_add(1, Ordering::Relaxed);
    Who::new(PersonId(999_000_000_000_000_777 + number), "Ana")
}

pub async fn ask(desk: &Desk, channel: u64, guild: u64, line: &str) -> Answer {
    let place = AskedFrom::new(channel, (guild != 0).then_some(guild));
    let command = Command::parse(line).expect("a command");
    desk.run(&watcher(), &place, command).await
}

pub fn text(answer: &Answer) -> String {
    let mut text = plain(&answer.page.text());
    if let Some(attached) = &answer.attachment {
        text += &format!("\n--- {}\n{}", attached.name, attached.text);
    }
    text
}
