//! What is heard of people goes to whoever answers it: this process, or the one that has the table.

use poise::serenity_prelude as serenity;
use serenity::Context;

use super::heard::{Heard, Offer, Wanted};
use super::{Bot, answering, asker, company, offers};
use crate::command::{Anywhere, Name};
use crate::desk::Command;

pub async fn answer(bot: &Bot, heard: Heard) {
    let _answering = bot.underway.begin();
    bot.note_heard(&heard);
    match bot.company.as_deref() {
        Some(company) if company.is_several(bot.desk.directory()) => {
            company::route(bot, company, heard).await;
        }
        // A process that was away may have heard it as well, and hand it over when it is back.
        Some(company) if !company.is_first(&heard) => {}
        Some(_) | None => drop(answering::here(bot, heard, None).await),
    }
}

/// The completions of an option that somebody types.
pub async fn offers(bot: &Bot, wanted: Wanted) -> Vec<Offer> {
    let company = bot.company.as_deref();
    match company.filter(|company| company.is_several(bot.desk.directory())) {
        Some(company) => company.offers(bot, wanted).await,
        None => offers::offered(bot, &wanted).await,
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
