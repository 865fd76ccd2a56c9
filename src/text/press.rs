//! Presses: what a control does.
//!
//! A control is a command line that need not be typed: `play 5H 5H`, `leave yes`. A press holds that line, in words
//! that are the same in all languages, with the table and the journal position at which it was offered, so it works
//! after a restart. It does not say who taps.

use super::*;
use crate::table::Position;
use std::borrow::Cow;

/// A control as it was offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// The table whose control it is; 0 where it belongs to none, and does what typing its line does.
    pub table: TableKey,
    /// The position of the view that offered it.
    pub at: Position,
    pub line: Line,
}

/// What a control types: the usual word of a command, and its words. That of a menu ends with `*`, for the values that
/// are chosen: `rules match_to=*`; so does that of a button with a form, for the words that are written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line(Cow<'static, str>);

impl<L: Into<Cow<'static, str>>> From<L> for Line {
    fn from(line: L) -> Self {
        Line(line.into())
    }
}

impl PartialEq<str> for Line {
    fn eq(&self, line: &str) -> bool {
        self.0 == line
    }
}

impl PartialEq<&str> for Line {
    fn eq(&self, line: &&str) -> bool {
        self.0 == *line
    }
}

impl Line {
    /// The line of a move.
    pub fn of_move(verb: Verb, words: &str) -> Self {
        let line = format!("{} {words}", Name::Move(verb).word());
        line.trim_end().to_owned().into()
    }

    /// One that is about a person.
    pub fn about(command: &str, person: PersonId) -> Self {
        format!("{command} <@{}>", person.0).into()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The command, and its words; `None` if it begins with none.
    pub fn command(&self) -> Option<(Name, &str)> {
        let (word, words) = self.0.split_once(' ').unwrap_or((&self.0, ""));
        let name = Name::of(word).filter(|name| name.word() == word)?;
        // A game that begins is asked for at no table.
        let name = match name {
            Name::Open(GameKind::Uno) => Name::Move(Verb::Uno),
            name => name,
        };
        Some((name, words))
    }

    /// The command that it begins with.
    pub fn name(&self) -> Option<Name> {
        self.command().map(|(name, _)| name)
    }

    /// The move that it makes, and with what.
    pub fn as_move(&self) -> Option<(Verb, &str)> {
        match self.command()? {
            (Name::Move(verb), words) => Some((verb, words)),
            _ => None,
        }
    }

    /// What follows the command `word`, if it is that one.
    pub fn after(&self, word: &str) -> Option<&str> {
        let words = self.0.strip_prefix(word)?;
        match words.strip_prefix(' ') {
            None if !words.is_empty() => None,
            words => Some(words.unwrap_or_default()),
        }
    }

    /// Whether it does without a further question what cannot be undone.
    pub fn is_confirmed(&self) -> bool {
        self.0.ends_with(" yes")
    }

    /// The command, if words are still to be chosen or written: `chat *`.
    pub fn asks(&self) -> Option<Name> {
        self.0.ends_with('*').then(|| self.name())?
    }

    /// The line with the values that were chosen in its menu, or the words that were written.
    pub fn with(&self, values: &[String]) -> Self {
        match self.0.strip_suffix('*') {
            Some(line) => (line.to_owned() + &values.join(" ")).into(),
            None => self.clone(),
        }
    }
}

impl Press {
    /// The longest code of a Discord component, in bytes.
    pub const MOST_CODE: usize = 100;

    /// The code of the press: a short text of printable characters.
    pub fn code(&self) -> String {
        let [table, at] = [self.table.0, self.at.0].map(base36);
        format!("{table}.{at}.{}", self.line.as_str())
    }

    /// Reads a code; `None` for anything that [`Press::code`] does not write, and for commands that there are not.
    pub fn of_code(code: &str) -> Option<Press> {
        if code.len() > Self::MOST_CODE {
            return None;
        }
        let mut parts = code.splitn(3, '.');
        let table = TableKey(u64::from_str_radix(parts.next()?, 36).ok()?);
        let at = Position(u64::from_str_radix(parts.next()?, 36).ok()?);
        let line = Line::from(parts.next()?.to_owned());
        let press = Press { table, at, line };
        (press.line.command().is_some() && press.code() == code).then_some(press)
    }
}

/// The number in base 36, with the digits 0–9 and a–z.
pub(super) fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    while digits.is_empty() || number > 0 {
        let digit = char::from_digit((number % 36) as u32, 36);
        digits.push(digit.expect("a remainder of 36 is a digit of base 36"));
        number /= 36;
    }
    digits.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: Line) {
        for (table, at) in [(0, 0), (u64::MAX, u64::from(u32::MAX)), (1_234_567_890, 35)] {
            let press = Press {
                table: TableKey(table),
                at: Position(at),
                line: line.clone(),
            };
            let code = press.code();
            assert!(code.len() <= Press::MOST_CODE, "{code} is too long");
            assert_eq!(Press::of_code(&code), Some(press), "{code}");
        }
    }

    /// That every press of a page reads back is held wherever pages are looked at; here are the longest there can be.
    #[test]
    fn the_longest_presses_read_back_from_their_codes() {
        for verb in Verb::ALL.iter().copied() {
            for words in ["", "♥♥", &"TH".repeat(33), &"J+.".repeat(22)] {
                check(Line::of_move(verb, words));
            }
        }
        let anybody = PersonId(u64::MAX);
        for line in [
            Line::from(format!("draft {}", "TH".repeat(33))),
            Line::from("rules throw_checked_against=*"),
            Line::from("rules rounds=off match_to=6"),
            Line::from("settings server show_play_number *"),
            Line::from("review 1z141z3.12.34.2"),
            Line::about("cup accept", anybody),
            Line::about("block", anybody),
            Line::from(format!("kick <@{}> yes", anybody.0)),
        ] {
            check(line);
        }
    }

    #[test]
    fn foreign_codes_are_no_press() {
        let codes = " . .. 0.0. 0.0.? 0.0.j 0.0.xyzzy 0.0.é -1.0.join 0.0.JOIN +1.0.join 0.00.join \
            0.0.坐下";
        for code in codes.split(' ') {
            assert_eq!(Press::of_code(code), None, "{code}");
        }
        assert_eq!(Press::of_code("0.0. join"), None);
        assert_eq!(Press::of_code(&"é".repeat(60)), None);
    }

    #[test]
    fn the_values_of_a_menu_follow_its_line() {
        let chosen = ["2".to_owned(), "3".to_owned()];
        for (line, chosen, expected) in [
            ("rules match_to=*", &chosen[..1], "rules match_to=2"),
            ("play *", &chosen[..], "play 2 3"),
            ("play", &[], "play"),
        ] {
            assert_eq!(Line::from(line).with(chosen), expected);
        }
    }
}
