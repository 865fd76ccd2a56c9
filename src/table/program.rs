//! The name of a program that plays for a computer: what journals keep of it.
//!
//! Decides how such names are written. Knows no command lines and no processes.

use std::fmt;

/// The name under which a program of other people plays: 1 to 24 lower-case letters, digits and
/// hyphens, the first a letter. It is the same in journals, in settings and at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgramName {
    /// Zeros behind the name.
    letters: [u8; ProgramName::LONGEST],
}

impl ProgramName {
    /// The most letters of a name.
    pub const LONGEST: usize = 24;

    /// Reads a name, in any case.
    ///
    /// ```
    /// use tractor_bot::table::ProgramName;
    ///
    /// assert_eq!(ProgramName::of("Simple-2").map(|name| name.to_string()).as_deref(), Some("simple-2"));
    /// assert_eq!(ProgramName::of("2 simple"), None);
    /// ```
    pub fn of(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let fits = (1..=Self::LONGEST).contains(&bytes.len());
        let plain = |letter: &u8| letter.is_ascii_alphanumeric() || *letter == b'-';
        if !fits || !bytes[0].is_ascii_alphabetic() || !bytes.iter().all(plain) {
            return None;
        }
        let mut letters = [0; Self::LONGEST];
        letters[..bytes.len()].copy_from_slice(bytes);
        letters.make_ascii_lowercase();
        Some(Self { letters })
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        let end = self.letters.iter().position(|letter| *letter == 0);
        let name = &self.letters[..end.unwrap_or(Self::LONGEST)];
        std::str::from_utf8(name).expect("a name is of ASCII letters")
    }
}

impl fmt::Display for ProgramName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for ProgramName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_words() {
        let longest = "a".repeat(ProgramName::LONGEST);
        for name in ["a", "simple", "x-2-y", &longest] {
            let read = ProgramName::of(name).expect(name);
            assert_eq!(read.as_str(), name);
        }
        let too_long = "a".repeat(ProgramName::LONGEST + 1);
        for wrong in ["", "2a", "-a", "a b", "a_b", "a*", "é", "a\0", &too_long] {
            assert_eq!(ProgramName::of(wrong), None, "{wrong:?}");
        }
    }
}
