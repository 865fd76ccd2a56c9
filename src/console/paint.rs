//! Renders pages as lines of a terminal, with colours if it has them.
//!
//! Decides only how lines look: `text` makes them, with light markup. They are broken at the width of the
//! window: between the items of a list, at spaces, and between the characters of scripts without spaces, as
//! long as none begins with a mark that closes something.

use std::fmt;
use std::io::IsTerminal as _;

use unicode_width::UnicodeWidthChar as _;

use super::signs;
use crate::text::markup::{Span, harmless, spans};
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

/// What a terminal is shown: nothing in it that came from outside steers the terminal. Only what is painted, or
/// plain text that was cleaned, is printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Painted(String);

impl Painted {
    pub fn plain(text: &str) -> Self {
        Self(harmless(text))
    }

    /// The same in signs that every terminal has.
    pub(super) fn in_letters(&self) -> Self {
        Self(signs::in_letters(&self.0))
    }

    /// The same with this behind it.
    #[must_use]
    pub(super) fn then(mut self, end: &'static str) -> Self {
        self.0.push_str(end);
        self
    }
}

/// In lines that are not broken.
impl fmt::Display for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.split(WHOLE).try_for_each(|part| f.write_str(part))
    }
}

impl Extend<Painted> for Painted {
    fn extend<I: IntoIterator<Item = Painted>>(&mut self, more: I) {
        self.0.extend(more.into_iter().map(|more| more.0));
    }
}

impl Paint {
    /// Colours if they are wanted and standard output is a terminal.
    pub fn of_output(wanted: bool) -> Self {
        match wanted && std::io::stdout().is_terminal() {
            true => Paint::Colours,
            false => Paint::Plain,
        }
    }

    /// A page: title and lines. Controls are typed in the terminal.
    pub fn page(self, page: &Page) -> Painted {
        let mut text = Painted::default();
        text.extend(page.told().map(|line| self.line(&line).then("\n")));
        text
    }

    /// A line of light markup.
    pub fn line(self, line: &str) -> Painted {
        let mut painted = String::with_capacity(line.len() + 32);
        let mut after_card = false;
        for span in spans(&harmless(line)) {
            // What closes a sentence stands right behind a card.
            if painted.ends_with(' ') && after_card && span.text().starts_with(is_closing) {
                painted.pop();
            }
            after_card = matches!(span, Span::Icon(_));
            let whole = matches!(span, Span::Bold(_) | Span::Code(_));
            painted.extend(whole.then_some(WHOLE));
            match (self, &span) {
                (Paint::Plain, span) | (Paint::Colours, span @ Span::Time(_)) => {
                    painted.push_str(&span.text());
                }
                (Paint::Colours, Span::Icon(name)) => painted.push_str(&signs::painted(name)),
                (Paint::Colours, Span::Plain(text)) => painted.push_str(&suits(text, "")),
                (Paint::Colours, Span::Bold(text)) => {
                    painted.extend([BOLD, &suits(text, BOLD), PLAIN]);
                }
                (Paint::Colours, Span::Code(text)) => {
                    painted.extend([CYAN, &suits(text, CYAN), PLAIN]);
                }
            }
            painted.extend(whole.then_some(WHOLE));
        }
        Painted(painted)
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

/// How far lines are indented that go on, in columns.
const INDENT: usize = 2;

/// Marks that no line begins with.
const CLOSING: &str = "，。、；：？！）」』”’…·,.;:?!)";
fn is_closing(sign: char) -> bool {
    CLOSING.contains(sign)
}

/// Marks that no line ends with.
const OPENING: &str = "（「『“‘($";

/// Stands around code and names in painted text, where a line is broken only if they are longer than it. It
/// is not printed, and nothing from outside brings it along.
const WHOLE: char = '\u{2060}';

/// A part of a line that is not broken.
#[derive(Debug, Default)]
struct LinePiece {
    text: String,
    /// Columns that it takes.
    width: usize,
    /// Whether it is only spaces, which end with the line.
    gap: bool,
    /// Whether it goes on with code or a name.
    whole: bool,
}

/// A window, as far as lines are broken by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub columns: usize,
    /// Whether `♠` and its like take two columns, as in some terminals for Chinese, Japanese and Korean.
    pub wide_signs: bool,
}

impl Window {
    /// How many columns a sign takes.
    fn of(self, sign: char) -> usize {
        let wide = sign.width_cjk().filter(|_| self.wide_signs);
        wide.or(sign.width()).unwrap_or(0)
    }
}

/// The text with each line broken so that it fits into the window, if there is one at all;
/// what goes on is indented. Items of a list (`a · b`) stay whole if they fit into a line of their own, then
/// code and names; a word that is longer than a line stays whole.
pub(super) fn wrap(text: &Painted, window: Option<Window>) -> String {
    let Some(window) = window else {
        return text.to_string();
    };
    let lines = text.0.split('\n').map(|line| wrap_line(line, window));
    lines.collect::<Vec<_>>().join("\n")
}

fn wrap_line(line: &str, window: Window) -> String {
    let (pieces, width) = (pieces(line, window), window.columns);
    let own = pieces.first().filter(|piece| piece.gap);
    let indent = own.map_or(0, |piece| piece.width) + INDENT;
    let mut wrapped = WrappedLine {
        text: String::with_capacity(line.len() + 16),
        column: 0,
        begun: false,
        width,
        indent: indent.min(width / 2),
    };
    let rules: [fn(&[LinePiece; 2]) -> bool; 4] = [
        // Set off from what comes before, as what a move means from the move.
        |pieces| pieces[1].gap && pieces[1].width > 1,
        // The next item of a list.
        |pieces| pieces[0].text == "·" && pieces[1].gap,
        // Not within code or a name.
        |pieces| !pieces[1].whole,
        |_| true,
    ];
    // In other lines a wide space stands between the faces of cards.
    wrapped.put(&pieces, &rules[usize::from(own.is_none())..]);
    wrapped.text
}

/// A line that is being broken.
struct WrappedLine {
    text: String,
    column: usize,
    /// Whether anything but spaces was put.
    begun: bool,
    width: usize,
    indent: usize,
}

impl WrappedLine {
    /// Puts a part of the line: whole where there is room, now or in the next line; else part by part, as it may
    /// be broken first by the first of these rules.
    fn put(&mut self, run: &[LinePiece], rules: &[fn(&[LinePiece; 2]) -> bool]) {
        let gap = run.first().filter(|piece| piece.gap);
        let words = &run[usize::from(gap.is_some())..];
        let between = gap.map_or(0, |gap| gap.width);
        let width: usize = words.iter().map(|piece| piece.width).sum();
        if self.column + between + width <= self.width || words.is_empty() {
            self.write(run);
        } else if self.begun && self.indent + width <= self.width {
            self.break_off();
            self.write(words);
        } else if let [rule, finer @ ..] = rules {
            let mut from = 0;
            for to in 1..=run.len() {
                let broken = run.get(to - 1..=to).is_none_or(|two| {
                    let two: &[LinePiece; 2] = two.try_into().expect("two pieces");
                    // Spaces stay with what comes after them.
                    !two[0].gap && rule(two)
                });
                if broken {
                    self.put(&run[from..to], finer);
                    from = to;
                }
            }
        } else if self.begun {
            self.break_off();
            self.write(words);
        } else {
            self.write(run);
        }
    }

    fn break_off(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', self.indent));
        self.column = self.indent;
    }

    fn write(&mut self, run: &[LinePiece]) {
        for piece in run {
            self.text.push_str(&piece.text);
            self.column += piece.width;
            self.begun |= !piece.gap;
        }
    }
}

/// The parts between which a line may be broken.
fn pieces(line: &str, window: Window) -> Vec<LinePiece> {
    let mut pieces: Vec<LinePiece> = Vec::new();
    let mut signs = line.chars().peekable();
    // The sign before in the same piece or next to it; none at the beginning, and after a colour
    // that begins a piece.
    let mut before: Option<char> = None;
    let (mut code, mut whole) = (false, false);
    while let Some(sign) = signs.next() {
        if sign == WHOLE {
            code = !code;
            whole = false;
            continue;
        }
        if sign == '\x1b' {
            // What ends with a line must not take a colour with it.
            if pieces.last().is_none_or(|last| last.gap) {
                pieces.push(LinePiece {
                    whole,
                    ..LinePiece::default()
                });
                before = None;
            }
            let last = pieces.last_mut().expect("there is one, or one was added");
            last.text.push(sign);
            last.text.push_str(&colour(&mut signs));
            continue;
        }
        let counts = before.zip(signs.peek()).is_some_and(|(before, after)| {
            is_measured(before, *after) || is_measured(*after, before)
        }) || pieces.last().is_some_and(|last| is_number(&last.text));
        let gap = sign == ' ' && !counts;
        let width = window.of(sign);
        let goes_on = match before {
            None => !pieces.is_empty() && !gap,
            Some(before) if gap || before == ' ' => {
                gap == pieces.last().is_some_and(|last| last.gap)
            }
            Some(before) => {
                let wide = width == 2 || before.width() == Some(2);
                width == 0 || !wide || sign == ' ' || is_closing(sign) || OPENING.contains(before)
            }
        };
        if !goes_on {
            pieces.push(LinePiece {
                whole,
                ..LinePiece::default()
            });
        }
        let piece = pieces.last_mut().expect("it goes on, or one was added");
        piece.text.push(sign);
        piece.width += width;
        piece.gap = gap;
        before = Some(sign);
        whole = code;
    }
    pieces
}

/// Whether these are a digit and what it is measured or compared with, such as `分` and `/`: a space between the
/// two is none to break at.
fn is_measured(digit: char, with: char) -> bool {
    digit.is_ascii_digit() && (matches!(with, '/' | '×') || with.width() == Some(2))
}

/// Whether this is the number of a choice: `1)`.
fn is_number(text: &str) -> bool {
    let number = text.strip_suffix(')').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// The rest of a colour's code, which ends with an `m`.
fn colour(signs: &mut impl Iterator<Item = char>) -> String {
    let mut rest = String::new();
    for sign in signs {
        rest.push(sign);
        if sign == 'm' {
            break;
        }
    }
    rest
}

/// How many columns a text without line breaks takes.
#[cfg(test)]
pub(super) fn columns(text: &str) -> usize {
    let window = Window {
        columns: usize::MAX,
        wide_signs: false,
    };
    pieces(text, window).iter().map(|piece| piece.width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paint_leaves_only_the_text() {
        let painted = Paint::Plain.line("**Ana** led `♠K`, 2\\*2");
        assert_eq!(painted.to_string(), "Ana led ♠K, 2*2");
    }

    #[test]
    fn suits_are_coloured_with_their_ranks() {
        let painted = Paint::Colours.line("led ♥10, ♥K");
        assert_eq!(
            painted.to_string(),
            format!("led {RED}♥10{PLAIN}, {RED}♥K{PLAIN}")
        );
        assert_eq!(
            Paint::Colours.line("**♦A**").to_string(),
            format!("{BOLD}{BLUE}♦A{PLAIN}{BOLD}{PLAIN}")
        );
    }

    /// The clipboard, a cleared screen, another direction of writing, and a flood.
    #[test]
    fn nothing_from_outside_steers_the_terminal() {
        let hostile = "\x1b]52;c;aGk=\x07\x1b[2J\u{9b}31m\u{202e}Ana\r\n";
        let flood = "x".repeat(100_000);
        for text in [
            Painted::plain(&format!("{hostile}{flood}")),
            Paint::Plain.line(&format!("`{hostile}` {flood}")),
            Paint::Colours.line(&format!("**{hostile}**{flood}")),
        ] {
            let own = [BOLD, PLAIN, CYAN]
                .iter()
                .fold(text.to_string(), |text, own| text.replace(own, ""));
            assert!(own.starts_with("]52;c;aGk=[2J31mAna\n"), "{own:.80?}");
            assert!(own.chars().all(|c| c == '\n' || !c.is_control()));
            assert!(own.len() < 5_000 && own.contains('…'));
        }
    }

    fn check(text: &str, width: usize, expected: &[&str]) {
        check_painted(&Painted(text.to_owned()), width, expected);
    }

    fn check_painted(text: &Painted, width: usize, expected: &[&str]) {
        check_in(text, (width, false), expected);
    }

    fn check_in(text: &Painted, (columns, wide_signs): (usize, bool), expected: &[&str]) {
        let window = Window {
            columns,
            wide_signs,
        };
        let wrapped = wrap(text, Some(window));
        assert_eq!(wrapped.split('\n').collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_break_at_spaces_and_go_on_indented() {
        check("Ana leads two spades", 12, &["Ana leads", "  two spades"]);
        check("  $play 8S · 3S", 10, &["  $play 8S", "    · 3S"]);
        check("short", 12, &["short"]);
        check("one\n\ntwo three", 5, &["one", "", "two", "  three"]);
    }

    #[test]
    fn suits_may_take_two_columns() {
        let text = Painted("♠A ♠K ♠Q".to_owned());
        check_in(&text, (9, false), &["♠A ♠K ♠Q"]);
        check_in(&text, (9, true), &["♠A ♠K", "  ♠Q"]);
    }

    #[test]
    fn a_word_longer_than_the_line_stays_whole() {
        check("a 0123456789 b", 6, &["a", "  0123456789", "  b"]);
    }

    #[test]
    fn characters_of_double_width_break_anywhere_but_before_a_closing_mark() {
        check("轮到你先出牌", 8, &["轮到你先", "  出牌"]);
        check("轮到你先，出牌", 8, &["轮到你", "  先，出", "  牌"]);
        check("要出（一对）", 6, &["要出", "  （一", "  对）"]);
    }

    /// A line of markup broken at a width, as a terminal without colours shows it.
    fn check_line(line: &str, width: usize, expected: &[&str]) {
        check_painted(&Paint::Plain.line(line), width, expected);
    }

    #[test]
    fn commands_and_names_stay_whole_unless_they_are_longer_than_a_line() {
        let line = "看规则：`$规则 全部`";
        check_line(line, 14, &["看规则：", "  $规则 全部"]);
        check_line(line, 20, &["看规则：$规则 全部"]);
        check_line("**小东** 出 `方块3`", 11, &["小东 出", "  方块3"]);
        check_line("`$play 8S 8S 3D 3D`", 12, &["$play 8S 8S", "  3D 3D"]);
        check_line("or (`$pass now`)", 9, &["or ($pass", "  now)"]);
    }

    #[test]
    fn colours_take_no_columns_and_are_never_lost() {
        let text = "one \x1b[1mtwo\x1b[0m three";
        check(text, 9, &["one \x1b[1mtwo\x1b[0m", "  three"]);
        check(text, 5, &["one", "  \x1b[1mtwo\x1b[0m", "  three"]);
        assert_eq!(columns(text), 13);
    }

    #[test]
    fn without_a_window_nothing_is_broken() {
        let command = Paint::Plain.line("type `$play 8S`");
        assert_eq!(command.to_string(), "type $play 8S");
        let text = "a line for a script stays as it is ".repeat(9);
        assert_eq!(wrap(&Painted(text.clone()), None), text);
    }
}
