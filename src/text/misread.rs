//! Errors of parsing in words, each with one correct example.

use super::context::RenderContext;
use super::voice::{Voice, word_of};
use super::words::ParseError;
use crate::command::Verb;
use crate::uno::Uno;

/// A parse error in words, with one correct example.
pub fn sentence<G: Voice>(error: &ParseError, cx: &RenderContext) -> String {
    let command = |words: &str| cx.command(words);
    match error {
        ParseError::TooLong => say!(cx, "parse-too-long"),
        ParseError::TooManyCards { most } => {
            say!(
                cx,
                "parse-too-many-cards",
                most = *most,
                command = command(G::PLAY_EXAMPLE)
            )
        }
        ParseError::UnknownCard { piece } => {
            say!(cx, "parse-unknown-card", piece = piece.as_str())
        }
        ParseError::NoUno => {
            let (plain, pass) = (command("play b9"), command(word_of::<Uno>(Verb::Pass)));
            say!(cx, "parse-no-uno", plain = plain, pass = pass)
        }
        ParseError::UnknownUno { piece } => {
            let (plain, wild) = (command("play b9"), command("play w b"));
            say!(
                cx,
                "parse-unknown-uno",
                piece = piece.as_str(),
                plain = plain,
                wild = wild
            )
        }
        ParseError::UnknownCall { piece } => {
            let (weak, strong) = (command("call H"), command("call HH"));
            let jokers = command("call J-J-");
            if piece.is_empty() {
                say!(
                    cx,
                    "parse-no-call",
                    weak = weak,
                    strong = strong,
                    jokers = jokers
                )
            } else {
                let piece = piece.as_str();
                say!(
                    cx,
                    "parse-unknown-call",
                    piece = piece,
                    weak = weak,
                    strong = strong,
                    jokers = jokers,
                )
            }
        }
        ParseError::UnknownSeat { piece, example } => {
            let command = command(&format!("join {example}"));
            say!(
                cx,
                "parse-unknown-seat",
                piece = piece.as_str(),
                command = command
            )
        }
        ParseError::UnknownPlayer { piece } => {
            let command = command("catch 2");
            say!(
                cx,
                "parse-unknown-player",
                piece = piece.as_str(),
                command = command
            )
        }
        ParseError::NoSetting { piece, example } => {
            let command = command(example);
            say!(
                cx,
                "parse-no-setting",
                piece = piece.as_str(),
                command = command
            )
        }
        ParseError::NoCell => say!(cx, "parse-no-cell", command = command("play 5")),
        ParseError::UnknownCell { piece } => {
            let command = command("play 5");
            say!(
                cx,
                "parse-unknown-cell",
                piece = piece.as_str(),
                command = command
            )
        }
        ParseError::NoContribution => {
            say!(
                cx,
                "parse-no-contribution",
                command = command("mix lucky words")
            )
        }
        ParseError::LongContribution { most } => {
            let command = command("mix lucky words");
            say!(
                cx,
                "parse-long-contribution",
                most = *most,
                command = command
            )
        }
        ParseError::NoSuchMove { verb } => {
            say!(
                cx,
                "parse-no-such-move",
                command = command(word_of::<G>(*verb))
            )
        }
        ParseError::NotNow { verb } => {
            say!(cx, "parse-not-now", command = command(word_of::<G>(*verb)))
        }
    }
}
