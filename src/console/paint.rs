//! Renders pages as lines of a terminal, with colours if it has them.
//!
//! Decides only how lines look: `text` makes them, with light markup.

use std::io::IsTerminal as _;

use super::chip;
use crate::text::markup::{Span, spans};
use crate::text::page::Page;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    Colours,
    /// Plain text, for files, pipes and `NO_COLOR`.
    Plain,
}

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const BLUE: &str = "\x1b[34m";
const CYAN: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

impl Paint {
    /// Colours if they are wanted and standard output is a terminal.
    pub fn of_output(wanted: bool) -> Self {
        match wanted && std::io::stdout().is_terminal() {
            true => Paint::Colours,
            false => Paint::Plain,
        }
    }

    /// A page: title and lines. Controls are typed in the terminal.
    pub fn page(self, page: &Page) -> String {
        let mut text = String::new();
        if !page.title.is_empty() {
            text.push_str(&self.line(&format!("**{}**", page.title)));
            text.push('\n');
        }
        for line in &page.lines {
            text.push_str(&self.line(line));
            text.push('\n');
        }
        text
    }

    /// A line of light markup.
    pub fn line(self, line: &str) -> String {
        let mut painted = String::with_capacity(line.len() + 32);
        for span in spans(line) {
            match (self, &span) {
                (Paint::Plain, span) => painted.push_str(span.text()),
                (Paint::Colours, Span::Icon(name)) => painted.push_str(&chip::painted(name)),
                (Paint::Colours, Span::Plain(text)) => painted.push_str(&suits(text, "")),
                (Paint::Colours, Span::Bold(text)) => {
                    painted.push_str(BOLD);
                    painted.push_str(&suits(text, BOLD));
                    painted.push_str(PLAIN);
                }
                (Paint::Colours, Span::Code(text)) => {
                    painted.push_str(CYAN);
                    painted.push_str(&suits(text, CYAN));
                    painted.push_str(PLAIN);
                }
            }
        }
        painted
    }
}

/// The text with each suit symbol and the rank after it in the suit's colour (four colours, so that
/// ♣ and ♠, ♦ and ♥ differ), then back to `around`.
fn suits(text: &str, around: &str) -> String {
    let mut painted = String::with_capacity(text.len() + 16);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let colour = match sign {
            '♥' => RED,
            '♦' => BLUE,
            '♣' => GREEN,
            '♠' => BOLD,
            _ => {
                painted.push(sign);
                continue;
            }
        };
        painted.push_str(colour);
        painted.push(sign);
        while let Some(rank) = signs.next_if(|c| c.is_ascii_digit() || "JQKA".contains(*c)) {
            painted.push(rank);
        }
        painted.push_str(PLAIN);
        painted.push_str(around);
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paint_leaves_only_the_text() {
        assert_eq!(
            Paint::Plain.line("**Ana** led `♠K`, 2\\*2"),
            "Ana led ♠K, 2*2"
        );
    }

    #[test]
    fn suits_are_coloured_with_their_ranks() {
        let painted = Paint::Colours.line("led ♥10, ♥K");
        assert_eq!(painted, format!("led {RED}♥10{PLAIN}, {RED}♥K{PLAIN}"));
        assert_eq!(
            Paint::Colours.line("**♦A**"),
            format!("{BOLD}{BLUE}♦A{PLAIN}{BOLD}{PLAIN}")
        );
    }
}
