//! Answers what was heard of a person when their turn has come.

use poise::serenity_prelude::ChannelId;
use tokio::time::Instant;

use super::boards::posted::note_member;
use super::heard::{ButtonUse, Incoming, SlashCommand, What};
use super::outbox::answers::report;
use super::outbox::letter::{Callback, Letter, Visibility};
use super::outbox::wire::TOKEN_LIFE;
use super::replies::promptly;
use super::turns::Requester;
use super::{Bot, interactions, replies};

/// Answers what was heard in this process when its turn has come; of somebody who asks for too much nothing is.
pub async fn answer(bot: &Bot, heard: Incoming) {
    let _answering = bot.underway.begin();
    let from = Requester::of(&heard.who, &heard.place);
    if let Err(flood) = bot.turns.count(from) {
        if flood.first {
            too_much(bot, heard).await;
        }
        return;
    }
    bot.note_heard(&heard);
    let turn = bot.turns.enter(from).await;
    // What takes long waits for others, and keeps nobody waiting.
    let answered = Box::pin(here(bot, heard));
    promptly(answered, async { drop(turn) }).await;
}

/// Carries out what was heard, and answers it.
async fn here(bot: &Bot, heard: Incoming) {
    let guest = as_guest(bot, &heard).await;
    match &heard.what {
        What::Slash(slash) => replies::to_slash(bot, &heard, slash).await,
        What::Press(press) => interactions::pressed(bot, &heard, press).await,
        What::Typed(typed, command) => replies::to_message(bot, &heard, (*typed, command)).await,
        What::Bare(typed, line, unknown) => {
            replies::to_bare_line(bot, &heard, (*typed, line, unknown)).await;
        }
        What::Unknown(typed, unknown) => {
            replies::unknown_command(bot, &heard, *typed, unknown).await;
        }
    }
    if guest {
        bot.boards.used(heard.place.channel);
    }
}

/// Counts the token of what was used in a chat that nothing else reaches; gives whether it is one.
async fn as_guest(bot: &Bot, heard: &Incoming) -> bool {
    let (What::Slash(SlashCommand { token, .. }) | What::Press(ButtonUse { token, .. })) =
        &heard.what
    else {
        return false;
    };
    let channel = ChannelId::new(heard.place.channel.max(1));
    match heard.place.as_guest {
        true => {
            let until = Instant::now() + TOKEN_LIFE;
            bot.outbox.lend(channel, token, until);
        }
        false if bot.outbox.is_guest(channel) => note_member(bot, channel).await,
        false => {}
    }
    heard.place.as_guest
}

/// Tells somebody, where they alone see it, that they ask for too much.
async fn too_much(bot: &Bot, heard: Incoming) {
    if let What::Slash(SlashCommand { id, token, .. }) | What::Press(ButtonUse { id, token, .. }) =
        &heard.what
    {
        let cx = bot.desk.context(&heard.who, &heard.place).await;
        let table = cx.command("table");
        let letter = Letter::text(say!(cx, "discord-too-much", table = table));
        let opening = Callback::Message(letter, Visibility::ByOne);
        let opened = bot.outbox.open(*id, token, &opening).await;
        report(opened, "that too much was asked");
    }
}
