//! Whether Discord has refused a message for being laid out, which has room for a button a card.
//!
//! It may do so anywhere: a server or a proxy between can be older. Whatever is refused says something of that message
//! alone: it is sent again with menus, and no other is changed. A message that is there keeps its kind.

use super::outbox::answers::{Failure, Meaning};
use super::outbox::letter::Letter;

/// Whether a new message may have been refused for being laid out.
pub fn may_be_why(failure: &Failure, letter: &Letter) -> bool {
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
    }
    it_is
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::render;
    use crate::text::page::{Page, Tint};

    #[test]
    fn an_odd_refusal_of_a_layout_may_be_for_the_layout() {
        let refused = |status, code| Failure::Refused {
            status,
            code,
            message: String::new(),
        };
        let mut page = Page::line("Your turn");
        let plain = render::letter(&page);
        page.layout = Some(Tint::Turn);
        let laid_out = render::letter(&page);
        for (failure, letter, expected) in [
            (refused(400, 50_035), &laid_out, true),
            (refused(400, 50_035), &plain, false),
            (refused(404, 10_062), &laid_out, false),
            (refused(403, 50_013), &laid_out, false),
            (Failure::Late, &laid_out, false),
        ] {
            assert_eq!(may_be_why(&failure, letter), expected, "{failure}");
        }
    }
}
