//! What boards say while the bot is away: that it comes back.
//!
//! Decides how long a process that stops waits for that. The next one finds the messages and draws them
//! as they should be.

use std::time::Duration;

use tokio::time::timeout;

use super::posted::Post;
use super::{Board, Posting};
use crate::desk::Served;
use crate::discord::Bot;
use crate::discord::delivery::gate::Urgency;

/// How long a process that stops waits until its boards have said so. What stops it leaves ten seconds or
/// more, and journals and leases need some of them.
const WITHIN: Duration = Duration::from_secs(4);

/// Has all boards say that the bot is about to stop, and waits for that, and for answers that are on their
/// way, but not for long.
pub async fn rest(bot: &Bot) {
    let said = bot.boards.rest();
    let boards = said.len();
    let all = async {
        for board in said {
            // It is dropped, never sent.
            board.await.ok();
        }
        bot.underway.are_answered().await;
    };
    if timeout(WITHIN, all).await.is_err() {
        tracing::info!(boards, "not every table could be told that the bot stops");
    }
}

impl<G: Served> Board<G> {
    /// Says that the bot is about to stop; what was `posting` is posted. A table that has no message yet
    /// gets none for that.
    pub(super) async fn rest(mut self, posting: Posting) {
        let asked = self.stir.resting.lock().take();
        let Some((place, _said)) = asked else {
            return;
        };
        self.message.retry();
        self.resting = Some(place);
        if self.message.message().is_some() {
            self.draw(posting, Urgency::Played).await;
        }
        let (key, channel) = (self.handle.id(), self.channel);
        let (bot, noted) = (self.bot, self.noted);
        let message = self.message.finished().await;
        // Posted at last, and not yet noted.
        if let Some(message) = message.filter(|message| noted != Some(*message)) {
            let post = Some((key.opening, message));
            Post::Board.note(&bot, key.key, channel, post).await;
        }
        bot.boards.end(key, channel.get());
    }
}
