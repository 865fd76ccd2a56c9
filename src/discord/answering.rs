//! Who answers what was heard of a person.

use poise::serenity_prelude as serenity;
use serenity::Context;

use super::heard::{Heard, What};
use super::{Bot, asker, interactions, replies};
use crate::command::{Anywhere, Name};
use crate::desk::Command;

/// Carries out what was heard, and answers it.
pub async fn answer(bot: &Bot, heard: Heard) {
    let Heard { who, place, what } = heard;
    match what {
        What::Slash(slash) => replies::to_slash(bot, (who, place), slash).await,
        What::Press(press) => interactions::pressed(bot, (who, place), press).await,
        What::Typed(typed, command) => replies::to_message(bot, (who, place), typed, command).await,
        What::Bare(typed, line, unknown) => {
            replies::to_bare_line(bot, (who, place), typed, (&line, unknown)).await;
        }
        What::Unknown(typed, unknown) => {
            replies::unknown_command(bot, (who, place), typed, &unknown).await;
        }
    }
}

/// Repeats a line such as `. hello` in the other places of a room, if its author sits in a room
/// that is shown here; ignores it otherwise.
pub async fn to_others(bot: &Bot, context: &Context, message: &serenity::Message) {
    let rest = message.content.strip_prefix(['.', '。']);
    let Some(words) = rest.filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return;
    };
    let (who, place) = asker::of_message(context, message);
    let prefix = bot.desk.settings().guild(place.guild).await.prefix;
    let ours = place.guild.is_some() && !message.author.bot && message.webhook_id.is_none();
    if ours && !message.content.starts_with(&prefix) && bot.desk.talks(who.person, &place) {
        let command = Command::new(Name::Anywhere(Anywhere::Chat), words);
        answer(bot, Heard::typed(context, message, command)).await;
    }
}
