//! Ratings as they are told after a round.

use std::sync::Arc;

use tractor_bot::club::{PROVISIONAL, RatingChange, Standing};
use tractor_bot::game::Seat;
use tractor_bot::host::Laurels;
use tractor_bot::table::PersonId;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::table::public_page;

use crate::tractor_house::{public, start};
use crate::tractor_past::table;

/// Whoever was rated for the first time reads that the number is not to be believed yet.
#[test]
fn a_rating_says_that_it_is_provisional_as_long_as_it_is() {
    let view = table(&public(&start(5, &[])));
    for (tag, word) in [
        ("en-US", "1\u{a0}048, provisional ("),
        ("zh-CN", "1\u{a0}048（暂定）"),
        ("zh-TW", "1\u{a0}048（暫定）"),
    ] {
        for spread in [PROVISIONAL, PROVISIONAL - 1] {
            let after = Standing {
                rating: 1_048_000,
                spread,
                rounds: 1,
            };
            let change = RatingChange {
                person: PersonId(1),
                seat: Seat::new(0),
                before: Standing::NEW,
                after,
            };
            let locale = Locale::of(tag).expect("a language");
            let mut cx = RenderContext::new(locale, Surface::Browser, "$");
            cx.laurels = Arc::new(Laurels {
                ratings: vec![change],
                ..Laurels::default()
            });
            let told = public_page(&cx.at(&view)).lines.join("\n");
            assert!(told.contains("1\u{a0}048"), "{told}");
            let is_provisional = spread == PROVISIONAL;
            assert_eq!(told.contains(word), is_provisional, "{told}");
        }
    }
}
