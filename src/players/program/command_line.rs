//! The programs that an operator names, and the command line of each: which words it is started with.
//!
//! Decides how a line is split into words. No shell is involved: nothing is expanded, and nothing is
//! redirected.

use std::collections::BTreeMap;
use std::fmt;

use crate::table::ProgramName;

#[derive(Clone, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name that is found in `PATH`.
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
}

impl CommandLine {
    /// Of these words; `None` without any.
    fn of(words: Vec<String>) -> Option<Self> {
        let mut words = words.into_iter();
        Some(Self {
            program: words.next()?,
            arguments: words.collect(),
        })
    }

    /// Reads a line of words between spaces; quotes of either kind hold a word together, and a
    /// backslash before a space, a quote or a backslash takes that as it is.
    ///
    /// # Errors
    /// What is wrong with it, with an example.
    ///
    /// ```
    /// use engine::players::program::CommandLine;
    ///
    /// let line = CommandLine::parse("python3 -u 'my player.py'")?;
    /// assert_eq!(line.to_string(), "python3");
    /// assert!(CommandLine::parse("python3 'my player.py").is_err());
    /// # Ok::<(), &str>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, &'static str> {
        let words =
            split(line).ok_or("a quote is not closed, for example python3 'my player.py'")?;
        let named = "no program is named, for example python3 examples/players/simple.py";
        Self::of(words).ok_or(named)
    }
}

/// The program alone: arguments may hold what is nobody's business.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)
    }
}

impl fmt::Debug for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CommandLine({self}, …)")
    }
}

#[cfg(feature = "testing")]
impl CommandLine {
    pub fn new(program: impl Into<String>, arguments: impl IntoIterator<Item = String>) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().collect(),
        }
    }
}

/// The words of a line; `None` if a quote is not closed.
fn split(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut add = |letter| word.get_or_insert_default().push(letter);
        match (letter, quote) {
            ('\\', None | Some('"')) => match letters.next_if(|next| r#" "'\"#.contains(*next)) {
                Some(next) => add(next),
                None => add(letter),
            },
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => add(letter),
            ('"' | '\'', None) => {
                // Quotes with nothing between them are a word, too.
                word.get_or_insert_default();
                quote = Some(letter);
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            (_, None) => add(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Programs {
    lines: BTreeMap<ProgramName, CommandLine>,
}

impl Programs {
    /// Reads `name=command line; name=command line`; empty parts are left out.
    ///
    /// # Errors
    /// What is wrong with which part between semicolons, counted from 1. What stands there is not repeated: it may
    /// hold what is not meant for a log.
    ///
    /// ```
    /// use engine::players::program::Programs;
    ///
    /// let programs = Programs::parse("simple=python3 simple.py; other='./my player' --fast")?;
    /// assert_eq!(programs.names().count(), 2);
    /// assert!(Programs::parse("python3 simple.py").is_err());
    /// # Ok::<(), (usize, &str)>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, (usize, &'static str)> {
        let mut programs = Self::default();
        for (at, part) in parts(text).into_iter().enumerate() {
            let wrong = |why| (at + 1, why);
            if part.trim().is_empty() {
                continue;
            }
            let (name, line) = part
                .split_once('=')
                .ok_or(wrong("it is a name, = and a command line"))?;
            let name = ProgramName::of(name.trim()).ok_or(wrong(
                "a name is of 1 to 24 letters, digits and hyphens, a letter first",
            ))?;
            let words = split(line).ok_or(wrong("quotes are closed"))?;
            let line = CommandLine::of(words);
            let line = line.ok_or(wrong("there is a command line behind each name"))?;
            if programs.lines.insert(name, line).is_some() {
                return Err(wrong("a name stands for one program"));
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

    #[test]
    fn a_line_is_split_as_it_is_written() {
        let words: [(&str, &[&str]); 7] = [
            ("a b  c", &["a", "b", "c"]),
            ("'a b' \"c d\"", &["a b", "c d"]),
            ("a'b'c ''", &["abc", ""]),
            (r"a\ b \'", &["a b", "'"]),
            (r#""a\"b" 'c\d'"#, &["a\"b", r"c\d"]),
            (r"C:\x\y.exe", &[r"C:\x\y.exe"]),
            ("a > b; c && $d", &["a", ">", "b;", "c", "&&", "$d"]),
        ];
        for (line, words) in words {
            assert_eq!(split(line).expect(line), words);
        }
        for (line, why) in [(" ", "no program"), ("a \"b", "a quote")] {
            let wrong = CommandLine::parse(line).expect_err(line);
            assert!(wrong.starts_with(why), "{wrong}");
        }
    }

    #[test]
    fn arguments_are_not_shown() {
        let line = CommandLine::parse("play --token secret").expect("a line");
        assert!(!format!("{line} {line:?}").contains("secret"));
    }

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
            ("secret", 1, "it is a name"),
            ("a=b; my secret=x", 2, "a name is of"),
            ("a=b; A=secret", 2, "a name stands"),
            ("a=", 1, "there is a command line"),
            ("a='secret", 1, "quotes are closed"),
        ] {
            let (wrong, told) = Programs::parse(text).expect_err(text);
            assert!(told.starts_with(why) && wrong == part, "{wrong}: {told}");
        }
    }
}
