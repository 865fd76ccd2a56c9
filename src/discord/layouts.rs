//! Whether Discord takes messages that are laid out, which have room for a button a card.
//!
//! It may not everywhere: a server or a proxy between can be older. One refusal says little: the message that was refused
//! has menus, and no other. If several are refused and none is taken between, that is remembered for an hour; until then
//! hands have menus. A message that is there keeps its kind.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::delivery::failure::{Failure, Meaning};
use super::delivery::letter::Letter;

/// How long none is tried again.
const NONE_FOR: Duration = Duration::from_secs(60 * 60);
/// After so many refusals without one that was taken between.
const REFUSALS: u32 = 3;

#[derive(Default)]
pub struct Layouts {
    refused: Mutex<Refused>,
}

#[derive(Default)]
struct Refused {
    in_a_row: u32,
    /// When there were enough.
    since: Option<Instant>,
}

impl Layouts {
    /// Whether new messages may be laid out.
    pub fn are_taken(&self) -> bool {
        let refused = self.refused.lock().since;
        refused.is_none_or(|at| at.elapsed() >= NONE_FOR)
    }

    /// A new message was sent: if it is laid out, such messages are taken.
    pub fn note_sent(&self, letter: &Letter) {
        if letter.layout.is_some() {
            self.refused.lock().in_a_row = 0;
        }
    }

    /// Whether a new message may have been refused for being laid out.
    pub fn note(&self, failure: &Failure, letter: &Letter) -> bool {
        let refused = matches!(
            failure,
            Failure::Refused {
                status: 400..500,
                ..
            }
        );
        let it_is = letter.layout.is_some() && refused && failure.meaning() == Meaning::Other;
        if it_is {
            tracing::warn!(%failure, "a message with a button for every card was refused: it has menus");
            let mut refused = self.refused.lock();
            refused.in_a_row += 1;
            if refused.in_a_row >= REFUSALS {
                tracing::warn!("hands have menus for an hour");
                refused.since = Some(Instant::now());
            }
        }
        it_is
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::render;
    use crate::text::page::{Page, Tint};

    #[tokio::test(start_paused = true)]
    async fn refusals_of_layouts_in_a_row_are_remembered_for_an_hour() {
        let refused = |status, code| Failure::Refused {
            status,
            code,
            message: String::new(),
        };
        let mut page = Page::line("Your turn");
        let plain = render::letter(&page);
        page.layout = Some(Tint::Turn);
        let laid_out = render::letter(&page);
        let layouts = Layouts::default();
        for (failure, letter) in [
            (refused(400, 50_035), &plain),
            (refused(404, 10_062), &laid_out),
            (refused(403, 50_013), &laid_out),
            (Failure::Late, &laid_out),
        ] {
            assert!(!layouts.note(&failure, letter), "{failure}");
            assert!(layouts.are_taken());
        }
        let odd = || assert!(layouts.note(&refused(400, 50_035), &laid_out));
        (1..REFUSALS).for_each(|_| odd());
        layouts.note_sent(&plain);
        assert!(layouts.are_taken());
        layouts.note_sent(&laid_out);
        (1..REFUSALS).for_each(|_| odd());
        assert!(layouts.are_taken(), "one was taken between");
        odd();
        tokio::time::sleep(NONE_FOR - Duration::from_secs(1)).await;
        assert!(!layouts.are_taken());
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(layouts.are_taken());
    }
}
