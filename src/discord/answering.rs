//! Answers what was heard of a person when their turn has come.

use poise::serenity_prelude::ChannelId;

use super::boards::posted::note_member;
use super::heard::{Incoming, What};
use super::outbox::answers::report;
use super::outbox::letter::{Callback, Letter, Visibility};
use super::outbox::measured;
use super::replies::promptly;
use super::turns::Requester;
use super::{Bot, interactions, replies};

/// Answers what was heard in this process when its turn has come; of somebody who asks for too much nothing is.
pub async fn answer(bot: &Bot, heard: Incoming) {
    let _answering = bot.underway.subscribe();
    if let Some(interaction) = heard.interaction() {
        let kind = match heard.what {
            What::Press(..) => measured::PRESS,
            _ => measured::COMMAND,
        };
        // Discord repeats events now and then.
        if !bot.outbox.hear(interaction.id, kind) {
            return;
        }
    }
    let from = Requester::of(&heard.who, &heard.place);
    if let Err(flood) = bot.turns.count(from) {
        if flood.first {
            too_much(bot, heard).await;
        }
        return;
    }
    let turn = bot.turns.enter(from).await;
    // What takes long waits for others, and keeps nobody waiting.
    let answered = Box::pin(here(bot, heard));
    promptly(answered, async { drop(turn) }).await;
}

/// Carries out what was heard, and answers it.
async fn here(bot: &Bot, heard: Incoming) {
    count_token(bot, &heard).await;
    match &heard.what {
        What::Slash(by, slash) => replies::to_slash(bot, &heard, (by, slash)).await,
        What::Press(by, press) => interactions::pressed(bot, &heard, (by, press)).await,
        What::Typed(line, command) => replies::to_message(bot, &heard, *line, command).await,
        What::Bare(_, line, unknown) => replies::to_bare_line(bot, &heard, line, unknown).await,
        What::Unknown(line, unknown) => {
            replies::unknown_command(bot, &heard, *line, unknown).await;
        }
    }
    if heard.place.as_guest {
        bot.boards.used(heard.place.channel);
    }
}

/// Counts the token of what was used in a chat that nothing else reaches.
async fn count_token(bot: &Bot, heard: &Incoming) {
    let Some(by) = heard.interaction() else {
        return;
    };
    let channel = ChannelId::new(heard.place.channel.max(1));
    let guests = bot.outbox.guests();
    if heard.place.as_guest {
        guests.lend(channel, &by.token, by.until);
    } else if guests.has(channel) {
        note_member(bot, channel).await;
    }
}

/// Tells somebody, where they alone see it, that they ask for too much.
async fn too_much(bot: &Bot, heard: Incoming) {
    if let Some(interaction) = heard.interaction() {
        let cx = bot.desk.context(&heard.who, &heard.place).await;
        let letter = Letter::text(say!(cx, "discord-too-much"));
        let opening = Callback::Message(letter, Visibility::ByOne);
        let opened = bot.outbox.open(interaction, &opening).await;
        report(opened, "that too much was asked");
    }
}
