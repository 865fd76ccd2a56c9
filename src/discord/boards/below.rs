//! A board that was being posted below its old message when the process ended.

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, MessageId};

use crate::discord::outbox::answers::report;
use crate::discord::{Bot, render};
use crate::table::{Position, TableKey};
use crate::text::press::Press;

/// The message with which a board goes on that was about to be posted below an old one when the process ended: the new
/// one, if it came to be; then the old one goes, or loses its controls.
pub(super) async fn go_on_below(
    bot: &Bot,
    (channel, key): (ChannelId, TableKey),
    old: MessageId,
    old_goes: bool,
) -> MessageId {
    let is_board = |code: &str| {
        let press = Press::of_code(render::unmarked(code).0);
        // Buttons beside a board belong to no position.
        press.is_some_and(|press| press.table == key && press.at > Position(0))
    };
    let Some(new) = bot.outbox.find_below(channel, old, is_board).await else {
        return old;
    };
    let done = match old_goes {
        true => bot.outbox.tidy(channel, old).await,
        false => bot.outbox.disarm(channel, old).await,
    };
    report(done, "an old board");
    new
}
