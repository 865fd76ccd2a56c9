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

use crate::inputs::Kit;
use crate::trial::Target;
use crate::weight::Weight;

/// Each with the most megabytes and blocks that one input may ask for, and its part of a thousand inputs.
pub static TARGETS: &[Target] = &[
    target("codes", codes::kit, codes::run, (8, 50_000), 480),
    target("words", words::kit, words::run, (16, 100_000), 250),
    target("payloads", payloads::kit, payloads::run, (8, 50_000), 200),
    target("replay", replay::kit, replay::run, (256, 4_000_000), 30),
    target("restore", restore::kit, restore::run, (512, 4_000_000), 35),
    target("desk", desk::kit, desk::run, (256, 2_000_000), 5),
];

const fn target(
    name: &'static str,
    kit: fn() -> Kit,
    run: fn(&[u8]) -> bool,
    (megabytes, blocks): (u64, u64),
    share: u64,
) -> Target {
    let bytes = megabytes << 20;
    Target {
        name,
        kit,
        run,
        most: Weight { bytes, blocks },
        share,
    }
}

/// How somebody reads: the byte chooses the language and the face.
fn reader(choice: u8) -> RenderContext {
    RenderContext::new(locale(choice), face(choice), "$")
}

fn locale(choice: u8) -> Locale {
    let locales: Vec<Locale> = Locale::all().collect();
    locales[usize::from(choice >> 1) % locales.len()]
}

fn face(choice: u8) -> Surface {
    match choice & 1 {
        0 => Surface::Discord,
        _ => Surface::Terminal,
    }
}

/// What is told to anybody is no longer than a message, and holds nothing that turns a line round.
fn harmless(told: &str) {
    assert!(told.len() <= 16_000, "{} bytes are told", told.len());
    // An invisible joiner keeps mentions from being any.
    let bad = |c: &char| markup::is_treacherous(*c) && !matches!(c, '\n' | '\u{2060}');
    assert_eq!(told.chars().find(bad), None, "in {told:?}");
}
