//! Whom the operator has shut out, looked up while the bot runs.
//!
//! Decides how often. What it means is for the desk.

use std::time::Duration;

use super::Bot;

/// How often it is looked up: the command line promises a minute.
const EVERY: Duration = Duration::from_secs(20);

/// Heeds bans; never ends. Every process does so for itself.
pub async fn keep(bot: Bot) {
    loop {
        tokio::time::sleep(EVERY).await;
        heed(&bot).await;
    }
}

pub async fn heed(bot: &Bot) {
    let guild_of = |channel| bot.boards.guild_of(channel);
    bot.desk.heed_bans(guild_of).await;
}
