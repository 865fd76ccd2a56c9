//! The programs that an operator allows, by name.
//!
//! Decides how they are written in a setting. People choose names alone: a command line never comes
//! from a table.

use std::collections::BTreeMap;

use super::command_line::{CommandLine, WrongLine};
use crate::table::ProgramName;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Programs {
    lines: BTreeMap<ProgramName, CommandLine>,
}

/// A list of programs that cannot be read. What stands there is not repeated: it may hold what is
/// not meant for a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("part {part}: {why}")]
pub struct WrongPrograms {
    /// The part between semicolons, from 1.
    pub part: usize,
    pub why: &'static str,
}

const NO_NAME: &str = "it is a name, = and a command line";
const BAD_NAME: &str = "a name is of 1 to 24 letters, digits and hyphens, a letter first";
const TWICE: &str = "a name stands for one program";
const NO_LINE: &str = "there is a command line behind each name";
const OPEN_QUOTE: &str = "quotes are closed";

impl Programs {
    /// Reads `name=command line; name=command line`; empty parts are left out.
    ///
    /// # Errors
    /// [`WrongPrograms`].
    ///
    /// ```
    /// use tractor_bot::players::program::Programs;
    ///
    /// let programs = Programs::parse("simple=python3 simple.py; other='./my player' --fast")?;
    /// assert_eq!(programs.names().count(), 2);
    /// assert!(Programs::parse("python3 simple.py").is_err());
    /// # Ok::<(), tractor_bot::players::program::WrongPrograms>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, WrongPrograms> {
        let mut programs = Self::default();
        for (at, part) in parts(text).into_iter().enumerate() {
            let wrong = |why| WrongPrograms { part: at + 1, why };
            if part.trim().is_empty() {
                continue;
            }
            let (name, line) = part.split_once('=').ok_or(wrong(NO_NAME))?;
            let name = ProgramName::of(name.trim()).ok_or(wrong(BAD_NAME))?;
            let line = CommandLine::parse(line).map_err(|error| match error {
                WrongLine::Empty => wrong(NO_LINE),
                WrongLine::OpenQuote => wrong(OPEN_QUOTE),
            })?;
            if programs.lines.insert(name, line).is_some() {
                return Err(wrong(TWICE));
            }
        }
        Ok(programs)
    }

    /// The same with one more program; one of that name is replaced.
    #[must_use]
    pub fn with(mut self, name: ProgramName, line: CommandLine) -> Self {
        self.lines.insert(name, line);
        self
    }

    pub fn get(&self, name: ProgramName) -> Option<&CommandLine> {
        self.lines.get(&name)
    }

    /// The names, in the order of the alphabet.
    pub fn names(&self) -> impl Iterator<Item = ProgramName> {
        self.lines.keys().copied()
    }
}

/// The parts between semicolons that stand in no quotes.
fn parts(text: &str) -> Vec<&str> {
    let mut open = None;
    text.split(|letter: char| {
        match (letter, open) {
            ('"' | '\'', None) => open = Some(letter),
            (_, Some(quote)) if quote == letter => open = None,
            _ => {}
        }
        letter == ';' && open.is_none()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, names: &[&str]) {
        let programs = Programs::parse(text).expect("programs");
        let found: Vec<String> = programs.names().map(|name| name.to_string()).collect();
        assert_eq!(found, names, "{text}");
    }

    #[test]
    fn programs_are_read_by_name() {
        check("", &[]);
        check(" b=x ;; A=y --k=v;", &["a", "b"]);
        check("a='x; b=y'; c=\"z;\"", &["a", "c"]);
    }

    #[test]
    fn what_cannot_be_read_is_said_without_repeating_it() {
        for (text, part, why) in [
            ("secret", 1, NO_NAME),
            ("a=b; my secret=x", 2, BAD_NAME),
            ("a=b; A=secret", 2, TWICE),
            ("a=", 1, NO_LINE),
            ("a='secret", 1, OPEN_QUOTE),
        ] {
            let error = Programs::parse(text).expect_err(text);
            assert!(!error.to_string().contains("secret"), "{error}");
            assert_eq!(error, WrongPrograms { part, why }, "{text}");
        }
    }
}
