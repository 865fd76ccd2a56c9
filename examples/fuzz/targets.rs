//! The targets: what reads something that somebody else has written.

mod codes;
mod desk;
mod payloads;
mod replay;
mod restore;
mod words;

use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::markup;

use crate::trial::Target;
use crate::weight::Weight;

pub static TARGETS: &[Target] = &[
    Target {
        name: "codes",
        kit: codes::kit,
        run: codes::run,
        most: Weight {
            bytes: 8 << 20,
            blocks: 50_000,
        },
        share: 480,
    },
    Target {
        name: "words",
        kit: words::kit,
        run: words::run,
        most: Weight {
            bytes: 16 << 20,
            blocks: 100_000,
        },
        share: 250,
    },
    Target {
        name: "payloads",
        kit: payloads::kit,
        run: payloads::run,
        most: Weight {
            bytes: 8 << 20,
            blocks: 50_000,
        },
        share: 200,
    },
    Target {
        name: "replay",
        kit: replay::kit,
        run: replay::run,
        most: Weight {
            bytes: 256 << 20,
            blocks: 4_000_000,
        },
        share: 30,
    },
    Target {
        name: "restore",
        kit: restore::kit,
        run: restore::run,
        most: Weight {
            bytes: 512 << 20,
            blocks: 4_000_000,
        },
        share: 35,
    },
    Target {
        name: "desk",
        kit: desk::kit,
        run: desk::run,
        most: Weight {
            bytes: 256 << 20,
            blocks: 2_000_000,
        },
        share: 5,
    },
];

/// How somebody reads: the byte chooses the language and the face.
fn reader(choice: u8) -> RenderContext {
    let mut locales = Locale::all().collect::<Vec<_>>();
    let locale = locales.swap_remove(usize::from(choice >> 1) % locales.len());
    let face = match choice & 1 {
        0 => Surface::Discord,
        _ => Surface::Terminal,
    };
    RenderContext::new(locale, face, "$")
}

/// What is told to anybody is no longer than a message, and holds nothing that turns a line round.
fn harmless(told: &str) {
    assert!(told.len() <= 16_000, "{} bytes are told", told.len());
    // An invisible joiner keeps mentions from being any.
    let bad = |c: &char| markup::is_treacherous(*c) && !matches!(c, '\n' | '\u{2060}');
    assert_eq!(told.chars().find(bad), None, "in {told:?}");
}
