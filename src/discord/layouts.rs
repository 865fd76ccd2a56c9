//! Whether Discord takes messages that are laid out, which have room for a button a card.
//!
//! It may not everywhere: a server or a proxy between can be older. A refusal is remembered for an hour; until
//! then hands have menus. A message that is there keeps its kind.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::delivery::failure::{Failure, Meaning};
use super::delivery::letter::Letter;

/// How long after a refusal none is tried again.
const NONE_FOR: Duration = Duration::from_secs(60 * 60);

#[derive(Default)]
pub struct Layouts {
    refused: Mutex<Option<Instant>>,
}

impl Layouts {
    /// Whether new messages may be laid out.
    pub fn are_taken(&self) -> bool {
        let refused = *self.refused.lock();
        refused.is_none_or(|at| at.elapsed() >= NONE_FOR)
    }

    /// Whether a new message was refused for being laid out; from then on none is.
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
            tracing::warn!(%failure, "hands have menus for an hour: a message with a button for every card was refused");
            *self.refused.lock() = Some(Instant::now());
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
    async fn a_refusal_of_a_layout_is_remembered_for_an_hour() {
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
        assert!(layouts.note(&refused(400, 50_035), &laid_out));
        tokio::time::sleep(NONE_FOR - Duration::from_secs(1)).await;
        assert!(!layouts.are_taken());
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(layouts.are_taken());
    }
}
