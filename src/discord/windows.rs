//! Tables in windows of Discord: how one is opened, and who is let in there.
//!
//! Of what the page says nothing is believed: it has a code, which only Discord can exchange, and names a window, of which
//! Discord says who is in it and in which channel it is.

use std::time::Duration;

use serenity::model::id::{GuildId, InteractionId};

use super::Bot;
use super::heard::Incoming;
use super::outbox::Location;
use super::outbox::answers::{Failure, report};
use super::outbox::letter::{Callback, Letter, Visibility};
use super::outbox::wire::Token;
use crate::desk::windows::{Admitting, Doorkeeper, Unknown};
use crate::desk::{AskedFrom, Who};
use crate::table::PersonId;
use crate::text::locale::Locale;

/// How long Discord may take to say who is in a window.
const KNOWN_WITHIN: Duration = Duration::from_secs(10);
/// The longest name of a window.
const MOST_WINDOW: usize = 200;

/// Answers an interaction by a window with the channel's table. `false` if there are none: then it is still to be
/// answered.
pub async fn launch(bot: &Bot, heard: &Incoming, (id, token): (InteractionId, &Token)) -> bool {
    if bot.activity.is_none() {
        return false;
    }
    if let Err(failure) = bot.outbox.open(id, token, &Callback::Launch).await {
        tracing::warn!(%failure, "no window was opened");
        let cx = bot.desk.context(&heard.who, &heard.place).await;
        let letter = Letter::text(say!(cx, "activity-not-opened"));
        let told = Callback::Message(letter, Visibility::ByOne);
        report(
            bot.outbox.open(id, token, &told).await,
            "that no window was opened",
        );
    }
    true
}

impl Doorkeeper for Bot {
    fn admit<'a>(&'a self, code: &'a str, window: &'a str) -> Admitting<'a> {
        Box::pin(async move {
            let activity = self.activity.as_ref().ok_or(Unknown::Unreachable)?;
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            // It becomes a part of an address.
            if window.is_empty() || window.len() > MOST_WINDOW || !window.chars().all(plain) {
                return Err(Unknown::Window);
            }
            let person = activity.whose(code).await?;
            let found = self.outbox.window(window, KNOWN_WITHIN).await;
            let found = found.map_err(|failure| match failure {
                Failure::Refused { status: 404, .. } => Unknown::Window,
                failure => {
                    tracing::warn!(%failure, "who is in a window was not found out");
                    Unknown::Unreachable
                }
            })?;
            if !found.users.contains(&person.id) {
                return Err(Unknown::Absent);
            }
            let name = person.global_name.unwrap_or(person.username);
            let who = Who {
                locale: person.locale.as_deref().and_then(Locale::of),
                ..Who::new(PersonId(person.id.get()), name)
            };
            let Location {
                channel_id,
                guild_id,
            } = found.location;
            let place = AskedFrom::new(channel_id.get(), guild_id.map(GuildId::get));
            self.boards.learn_place(&place);
            Ok((who, place))
        })
    }
}
