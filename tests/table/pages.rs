//! Every page of a fixed game as people see it, in both languages, compared line by line.
//!
//! `UPDATE_FIXTURES=1 cargo test --test table pages` writes the files anew, to be read and judged.

mod browser;
mod buttons;
mod edges;
mod faces;
mod lesson;
mod looks;
mod newcomers;
mod plain;
mod render;
mod rooms;
mod seats;
mod settings;
mod stage;
mod tractor;
mod ttt;
mod uno;
mod uno_buttons;

use render::books;
use tractor_bot::command::{Name, Verb};
use tractor_bot::text::context::Surface;
use tractor_bot::text::topic::Topic;
use tractor_bot::text::words::ParseError;
use tractor_bot::text::{help, trouble};
use tractor_bot::tractor::Tractor;

#[test]
fn the_help_reads_well() {
    books("help", Surface::Discord, |book, cx| {
        for topic in Topic::all() {
            let page = help::page(topic, cx);
            let lists = matches!(topic, Topic::CommandsTo(_) | Topic::Words);
            assert!(lists || page.lines.len() <= 13, "{}", page.text());
            book.page(topic.word(), &page);
        }
        for command in Name::all().map(Name::word) {
            if Topic::of(command).is_none() {
                book.page(command, &help::find(command, cx));
            }
        }
    });
}

#[test]
fn what_is_not_understood_is_told_with_a_right_example() {
    books("not-understood", Surface::Terminal, |book, cx| {
        let piece = || "11H".to_owned();
        for error in [
            ParseError::TooLong,
            ParseError::TooManyCards { most: 33 },
            ParseError::UnknownCard(piece()),
            ParseError::NoUno,
            ParseError::UnknownUno(piece()),
            ParseError::UnknownCall(piece()),
            ParseError::UnknownCall(String::new()),
            ParseError::UnknownSeat {
                piece: piece(),
                example: "south",
            },
            ParseError::NoSetting {
                piece: piece(),
                example: "rules throw_penalty=ten_per_throw".to_owned(),
            },
            ParseError::UnknownCell(piece()),
            ParseError::NoContribution,
            ParseError::LongContribution { most: 64 },
            ParseError::NoSuchMove { verb: Verb::Draw },
            ParseError::NotNow { verb: Verb::Pass },
        ] {
            book.lines(&error.to_string(), trouble::misread::<Tractor>(&error, cx));
        }
    });
}

/// Typed commands are Chinese too, and cards are called as players call them.
#[test]
fn chinese_pages_speak_chinese() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pages/zh-CN");
    for entry in std::fs::read_dir(folder).expect("the pages") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("a page");
        for line in text.lines() {
            for word in ["J+", "J-", "`$join", "`$play", "`$deal", "`$call", "`$pass"] {
                assert!(!line.contains(word), "{}: {line}", path.display());
            }
        }
    }
}
