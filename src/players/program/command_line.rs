//! The command line of a program: which words it is started with.
//!
//! Decides how a line is split into words. No shell is involved: nothing is expanded, and nothing is
//! redirected.

use std::fmt;

#[derive(Clone, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name that is found in `PATH`.
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongLine {
    #[error("no program is named, for example python3 examples/players/simple.py")]
    Empty,
    #[error("a quote is not closed, for example python3 'my player.py'")]
    OpenQuote,
}

impl CommandLine {
    pub fn new(program: impl Into<String>, arguments: impl IntoIterator<Item = String>) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().collect(),
        }
    }

    /// Reads a line of words between spaces; quotes of either kind hold a word together, and a
    /// backslash before a space, a quote or a backslash takes that as it is.
    ///
    /// # Errors
    /// [`WrongLine`].
    ///
    /// ```
    /// use tractor_bot::players::program::CommandLine;
    ///
    /// let line = CommandLine::parse("python3 -u 'my player.py'")?;
    /// assert_eq!(line.to_string(), "python3");
    /// assert!(CommandLine::parse("python3 'my player.py").is_err());
    /// # Ok::<(), tractor_bot::players::program::WrongLine>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, WrongLine> {
        let mut words = split(line)?.into_iter();
        let program = words.next().ok_or(WrongLine::Empty)?;
        Ok(Self::new(program, words))
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

/// The words of a line.
fn split(line: &str) -> Result<Vec<String>, WrongLine> {
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
    match quote {
        Some(_) => Err(WrongLine::OpenQuote),
        None => Ok(words),
    }
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
        assert_eq!(CommandLine::parse(" "), Err(WrongLine::Empty));
        assert_eq!(CommandLine::parse("a \"b"), Err(WrongLine::OpenQuote));
    }

    #[test]
    fn arguments_are_not_shown() {
        let line = CommandLine::parse("play --token secret").expect("a line");
        assert!(!format!("{line} {line:?}").contains("secret"));
    }
}
