//! Tells those who asked for it that a seat is free: by a direct message, or where they asked for that
//! or take none, by a mention in the channel.

use poise::serenity_prelude::ChannelId;

use super::ring::user;
use crate::desk::{Place, Served, Who};
use crate::discord::Bot;
use crate::discord::delivery::failure::{Meaning, report};
use crate::discord::delivery::gate::Urgency;
use crate::discord::delivery::letter::Letter;
use crate::game::Viewer;
use crate::host::{Handle, Heard};
use crate::table::News;
use crate::text::table::game_name;

/// Whether somebody may be able to sit down since this update who was not before.
pub(super) fn may_free<G: Served>(heard: &Heard<G>) -> bool {
    let Heard::Update(update) = heard else {
        return true;
    };
    let frees = |news: &News<G::Notice>| {
        matches!(
            news,
            // Who opens a table sits down first.
            News::Sat { .. }
                | News::Left { .. }
                | News::Kicked { .. }
                | News::ComputerRemoved { .. }
                | News::Substituted { .. }
                | News::MatchOver { .. }
                | News::Reset
        )
    };
    update.notices(Viewer::Public).iter().any(frees)
}

/// Tells those who wait in this channel, if there is a seat for them.
pub(super) async fn tell<G: Served>(bot: Bot, handle: Handle<G>, channel: ChannelId, place: Place) {
    for waiting in bot.desk.whom_to_tell(&handle, channel.get()).await {
        let who = Who {
            person: waiting.person,
            name: String::new(),
            locale: None,
            moderator: false,
            nonce: None,
        };
        let cx = bot.desk.context(&who, &place).await;
        let there = format!("<#{channel}>");
        let game = game_name(G::KIND.name(), &cx);
        let line = say!(
            cx,
            "tell-now",
            channel = there,
            game = game,
            join = cx.command("join")
        );
        let user = user(waiting.person);
        let letter = Letter::text(line.clone());
        let closed = match waiting.here {
            true => true,
            false => match bot.delivery.whisper(user, &letter).await {
                Err(failure) if failure.meaning() == Meaning::DirectClosed => true,
                told => {
                    report(told, "that a seat is free");
                    false
                }
            },
        };
        if closed {
            let mut letter = Letter::text(format!("<@{user}> {line}"));
            letter.pings = vec![user];
            let post = bot.delivery.post(channel, &letter, None, Urgency::Urgent);
            report(post.await, "that a seat is free");
        }
    }
}
