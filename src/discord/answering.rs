//! Answers what was heard of a person: here, or by the process that has the table.
//!
//! Decides what becomes of a request whose table is given away meanwhile, and what its requester is told while nobody
//! has the table. Whose a request is, [`super::peers`] finds out; a process that serves alone passes it by.

use std::time::Duration;

use poise::serenity_prelude::ChannelId;
use tokio::time::{Instant, timeout};

use super::boards::posted::note_member;
use super::delivery::failure::report;
use super::delivery::letter::{Callback, Letter, Visibility};
use super::delivery::wire::TOKEN_LIFE;
use super::heard::{ButtonUse, Incoming, SlashCommand, What};
use super::peers::Processes;
use super::peers::routing::{HandedOver, PendingHandOver, Whose};
use super::replies::promptly;
use super::turns::Requester;
use super::{Bot, interactions, replies};
use crate::text::context::{RenderContext, Surface};

/// How long the settings of somebody are waited for.
const CONTEXT_WITHIN: Duration = Duration::from_millis(500);

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
    let answered = Box::pin(in_turn(bot, heard));
    let (handed, _) = promptly(answered, async { drop(turn) }).await;
    watched(bot, handed).await;
}

/// Answers a request, or has the one answer that has the table; gives what was handed over.
async fn in_turn(bot: &Bot, heard: Incoming) -> Option<HandedOver<'_>> {
    if let Some(peers) = bot.others() {
        return routed(bot, peers, PendingHandOver::new(heard)).await;
    }
    // A process that was away may have heard it as well, and hand it over when it is back.
    let own = bot.peers.as_deref();
    if own.is_none_or(|peers| peers.is_first(&heard)) {
        here(bot, &heard, None).await;
    }
    None
}

/// Finds out whose a request is, and has it answered.
pub async fn route(bot: &Bot, peers: &Processes, over: PendingHandOver) {
    let handed = routed(bot, peers, over).await;
    watched(bot, handed).await;
}

/// Answers what no other process takes.
async fn watched(bot: &Bot, handed: Option<HandedOver<'_>>) {
    if let Some(handed) = handed
        && let Some(heard) = handed.left(bot).await
    {
        brought_back(bot, heard).await;
    }
}

async fn routed<'a>(
    bot: &Bot,
    peers: &'a Processes,
    over: PendingHandOver,
) -> Option<HandedOver<'a>> {
    if !peers.is_certain().await {
        // Another process may be answering; only one answer to an interaction is ever taken.
        if over.is_answered_by_one() {
            brought_back(bot, over.heard).await;
        }
        return None;
    }
    let whose = peers.whose(bot, &over.heard, over.hops > 0).await;
    entrust(bot, peers, over, whose).await
}

/// Has a request answered by whose it is.
pub(super) async fn entrust<'a>(
    bot: &Bot,
    peers: &'a Processes,
    mut over: PendingHandOver,
    mut whose: Whose,
) -> Option<HandedOver<'a>> {
    loop {
        match whose {
            Whose::Here => {
                if !peers.may_answer(bot, &over).await {
                    return None;
                }
                over.claimed = true;
                let Some(gone_to) = here(bot, &over.heard, Some(peers)).await else {
                    let Incoming { who, place, .. } = &over.heard;
                    peers.publish_at(bot, who, place).await;
                    return None;
                };
                // It was given away since it was found here.
                whose = match gone_to {
                    Whose::Here => Whose::Nobody,
                    gone_to => gone_to,
                };
            }
            Whose::There(life) if over.may_be_handed_on() => {
                over.hops += 1;
                return Some(peers.hand_over(bot, &life, over).await);
            }
            Whose::There(_) | Whose::Nobody => {
                if over.claimed || peers.may_answer(bot, &over).await {
                    brought_back(bot, over.heard).await;
                }
                return None;
            }
        }
    }
}

/// Carries out what was heard, and answers it. What was `routed` here and is not found is not answered if
/// another process has it by now: gives whose it is.
async fn here(bot: &Bot, heard: &Incoming, routed: Option<&Processes>) -> Option<Whose> {
    // Another process may have heard it.
    bot.note_heard(heard);
    let mut heard = heard.clone();
    heard.place.lays_out = true;
    let heard = &heard;
    let guest = as_guest(bot, heard).await;
    let gone_to = carried_out(bot, heard, routed).await;
    if guest && gone_to.is_none() {
        bot.boards.used(heard.place.channel);
    }
    gone_to
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
            bot.delivery.lend(channel, token, until);
        }
        false if bot.delivery.is_guest(channel) => note_member(bot, channel).await,
        false => {}
    }
    heard.place.as_guest
}

async fn carried_out(bot: &Bot, heard: &Incoming, routed: Option<&Processes>) -> Option<Whose> {
    match &heard.what {
        What::Slash(slash) => replies::to_slash(bot, heard, slash, routed).await,
        What::Press(press) => interactions::pressed(bot, heard, press, routed).await,
        What::Typed(typed, command) => {
            replies::to_message(bot, heard, (*typed, command), routed).await
        }
        What::Bare(typed, line, unknown) => {
            replies::to_bare_line(bot, heard, (*typed, line, unknown), routed).await
        }
        What::Unknown(typed, unknown) => {
            replies::unknown_command(bot, heard, *typed, unknown).await;
            None
        }
    }
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
        let opened = bot.delivery.open(*id, token, &opening).await;
        report(opened, "that too much was asked");
    }
}

/// Says that the table, or the server, is being taken over from a process that is gone.
pub async fn brought_back(bot: &Bot, heard: Incoming) {
    let Incoming { who, place, what } = heard;
    // Nothing may be read from the store for long: Discord waits for three seconds.
    let known = {
        let (desk, who, place) = (bot.desk.clone(), who.clone(), place.clone());
        tokio::spawn(async move { desk.context(&who, &place).await })
    };
    let known = timeout(CONTEXT_WITHIN, known).await;
    let cx = known.ok().and_then(Result::ok).unwrap_or_else(|| {
        let locale = who.locale.or(place.locale).unwrap_or_default();
        RenderContext::new(locale, Surface::Discord, String::new())
    });
    let letter = Letter::text(say!(cx, "desk-brought-back"));
    let answered = match what {
        What::Slash(SlashCommand { id, token, .. }) | What::Press(ButtonUse { id, token, .. }) => {
            let opening = Callback::Message(letter, Visibility::ByOne);
            bot.delivery.open(id, &token, &opening).await
        }
        What::Typed(typed, _) | What::Bare(typed, ..) => {
            let answers = typed.in_guild.then_some(typed.id);
            let post = bot.delivery.post_meanwhile(typed.channel, &letter, answers);
            post.await.map(drop)
        }
        What::Unknown(..) => Ok(()),
    };
    report(answered, "that a table is being brought back");
}
