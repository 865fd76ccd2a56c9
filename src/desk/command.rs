//! A command with its words, as a person gives it.
//!
//! Decides which command a typed line is. The words are interpreted where the command is carried
//! out, and only there.

use serde::{Deserialize, Serialize};

use crate::command::Name;
use crate::table::PersonId;
use crate::text::words::quotable;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub name: Name,
    /// The rest of the line, trimmed.
    pub words: String,
    /// The accounts mentioned in it, as far as the face knows.
    pub people: Vec<Mentioned>,
}

/// An account mentioned in a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mentioned {
    pub person: PersonId,
    /// Its display name; not escaped.
    pub name: String,
    pub being: Being,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Being {
    Person,
    /// This bot.
    Myself,
    /// Another bot.
    Bot,
}

/// A line that does not begin with a known command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("unknown command {word:?}")]
pub struct UnknownCommand {
    /// The first word, shortened and escaped.
    pub word: String,
    /// The likely intended command.
    pub meant: Option<Name>,
}

impl Command {
    pub fn new(name: Name, words: impl AsRef<str>) -> Self {
        Self {
            name,
            words: words.as_ref().trim().to_owned(),
            people: Vec::new(),
        }
    }

    pub fn mentioning(self, people: Vec<Mentioned>) -> Self {
        Self { people, ..self }
    }

    /// Reads a line without its prefix: a command word, then its words.
    ///
    /// # Errors
    /// The first word and a similar command, if it is no command.
    pub fn parse(line: &str) -> Result<Self, UnknownCommand> {
        let line = line.trim();
        let (word, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match Name::meant(word) {
            Some((name, before)) => Ok(Self::new(name, format!("{before} {words}"))),
            None => Err(UnknownCommand {
                word: quotable(word),
                meant: Name::nearest(word),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Anywhere, COMMANDS, Verb};
    use crate::game::GameKind;

    #[test]
    fn lines_are_read_as_a_command_and_its_words() {
        let check = |line: &str, name, words: &str| {
            assert_eq!(
                Command::parse(line),
                Ok(Command::new(name, words)),
                "{line:?}"
            );
        };
        check("play 5H 5H", Name::Move(Verb::Play), "5H 5H");
        check("  P\t5H ", Name::Move(Verb::Play), "5H");
        check("出牌 红桃5", Name::Move(Verb::Play), "红桃5");
        check("JOIN north", Name::Open(GameKind::Tractor), "north");
        check("new uno", Name::Anywhere(Anywhere::Room), "new uno");
        check("PCE-off", Name::Anywhere(Anywhere::Settings), "letters off");
        check(
            "unostats ppg 5",
            Name::Anywhere(Anywhere::Leaderboard),
            "uno ppg 5",
        );
        check("pa", Name::Move(Verb::Pass), "");
    }

    #[test]
    fn every_word_and_every_example_is_read_as_its_command() {
        for row in COMMANDS {
            let example = Command::parse(row.example).expect(row.example);
            assert_eq!(example.name, row.name, "{}", row.example);
            for word in row.words {
                assert_eq!(
                    Command::parse(word),
                    Ok(Command::new(row.name, "")),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let check = |line: &str, meant| {
            let error = Command::parse(line).expect_err(line);
            assert_eq!(error.meant, meant, "{line:?}");
        };
        check("paly 5H", Some(Name::Move(Verb::Play)));
        check("surender", Some(Name::Move(Verb::Surrender)));
        check("xyzzy", None);
        check("", None);
    }
}
