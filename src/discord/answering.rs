//! Answers what was heard of a person: each kind in its own way.

use std::time::Duration;

use tokio::time::timeout;

use super::company::owner::Whose;
use super::company::routed::Routed;
use super::delivery::gate::Urgency;
use super::delivery::letter::{Callback, Letter, Seen};
use super::heard::{Heard, Press, Slash, What};
use super::{Bot, interactions, replies};
use crate::text::context::{Face, RenderContext};

/// How long the settings of somebody are waited for.
const CONTEXT_WITHIN: Duration = Duration::from_millis(500);

/// Carries out what was heard, and answers it. What was `routed` here and is not found is not answered if
/// another process has it by now: gives whose it is.
pub async fn here(bot: &Bot, heard: Heard, routed: Option<Routed<'_>>) -> Option<Whose> {
    // Another process may have heard it.
    bot.note_heard(&heard);
    let Heard { who, place, what } = heard;
    let asker = (who, place);
    match what {
        What::Slash(slash) => replies::to_slash(bot, asker, slash, routed).await,
        What::Press(press) => interactions::pressed(bot, asker, press, routed).await,
        What::Typed(typed, command) => {
            replies::to_message(bot, asker, typed, command, routed).await
        }
        What::Bare(typed, line, unknown) => {
            replies::to_bare_line(bot, asker, typed, (&line, unknown), routed).await
        }
        What::Unknown(typed, unknown) => {
            replies::unknown_command(bot, asker, typed, &unknown).await;
            None
        }
    }
}

/// Says that the table, or the server, is being taken over from a process that is gone.
pub async fn brought_back(bot: &Bot, heard: Heard) {
    let Heard { who, place, what } = heard;
    // Nothing may be read from the store for long: Discord waits for three seconds.
    let known = {
        let (desk, who, place) = (bot.desk.clone(), who.clone(), place.clone());
        tokio::spawn(async move { desk.context(&who, &place).await })
    };
    let known = timeout(CONTEXT_WITHIN, known).await;
    let cx = known.ok().and_then(Result::ok).unwrap_or_else(|| {
        let locale = who.locale.or(place.locale).unwrap_or_default();
        RenderContext::new(locale, Face::Discord, String::new())
    });
    let letter = Letter::text(say!(cx, "desk-brought-back"));
    let answered = match what {
        What::Slash(Slash { id, token, .. }) | What::Press(Press { id, token, .. }) => {
            let opening = Callback::Message(letter, Seen::ByOne);
            bot.delivery.open(id, &token, &opening).await
        }
        What::Typed(typed, _) | What::Bare(typed, ..) => {
            let answers = typed.in_guild.then_some(typed.id);
            let post = bot
                .delivery
                .post(typed.channel, &letter, answers, Urgency::Urgent);
            post.await.map(drop)
        }
        What::Unknown(..) => Ok(()),
    };
    replies::report(answered, "that a table is being brought back");
}
