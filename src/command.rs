//! The commands: what each is called, which words it takes, what it needs and what it shows.
//!
//! [`Name`] says which command is meant, and by its variant what carries it out: a function of the
//! whole bot, of a game that is opened, of a table, or a move in a match. The rows of the table are
//! in `table.rs`, one for each command; typed lines, slash commands with their completions, the help
//! and the terminal are all made from them. Knows no text of any language and no Discord.

mod name;
mod table;

pub use name::{Aim, Anywhere, AtTable, Name, Verb};
pub use table::{COMMANDS, OF_CONTROLS, OLDER};
pub use table::{CommandRow, CompletionSource, MenuTarget, Needs, OptionKind, Parameter, UsedIn};

impl Name {
    /// The commands that people are told of, in the order of the help.
    pub fn all() -> impl Iterator<Item = Name> {
        COMMANDS.iter().map(|row| row.name)
    }

    /// The usual word.
    pub const fn word(self) -> &'static str {
        self.row().words[0]
    }

    /// A correct line, without the prefix.
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// The command with this word, in any case.
    pub fn of(word: &str) -> Option<Name> {
        Name::meant(word, true).map(|(name, _)| name)
    }

    /// The command with this word, in any case, and the words that it stands for besides, `alone` or
    /// before others.
    pub fn meant(word: &str, alone: bool) -> Option<(Name, &'static str)> {
        let word = word.to_lowercase();
        let mut rows = COMMANDS.iter().chain(OF_CONTROLS);
        let row = rows.find(|row| row.words.contains(&&*word));
        let older = || OLDER.iter().find(|(older, ..)| *older == word);
        match row {
            Some(row) => Some((row.name, "")),
            // What is typed says which game it is to be.
            None => older().map(|(_, name, words)| match words.strip_suffix(" last") {
                Some(words) if !alone => (*name, words),
                _ => (*name, *words),
            }),
        }
    }

    /// The command whose words name cards that a line begins with, without a space behind it, and the
    /// rest: `出黑桃K`. In a script that has spaces between words, a command ends with one.
    pub fn before_cards(line: &str) -> Option<(Name, &str)> {
        let names_cards = |row: &&CommandRow| {
            let cards = |option: &Parameter| {
                matches!(
                    option.kind,
                    OptionKind::Completed(CompletionSource::Cards(_))
                )
            };
            row.options.iter().any(cards)
        };
        let begun = COMMANDS.iter().filter(names_cards).flat_map(|row| {
            let words = row.words.iter().filter(|word| !word.is_ascii());
            words.filter_map(|word| Some((row.name, line.strip_prefix(word)?)))
        });
        begun.min_by_key(|(_, rest)| rest.len())
    }

    /// The command whose usual word is most similar to a mistyped one, if any is similar enough.
    pub fn nearest(word: &str) -> Option<Name> {
        let word: String = word.chars().take(16).flat_map(char::to_lowercase).collect();
        let distances = Name::all().map(|name| {
            let far = strsim::osa_distance(&word, name.word());
            (far, name)
        });
        let near = distances.filter(|(far, name)| *far <= 1 + name.word().len() / 5);
        let nearest = near.min_by_key(|(far, name)| (*far, name.word()));
        nearest.map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameKind;

    #[test]
    fn no_word_names_two_commands() {
        let rows = COMMANDS.iter().chain(OF_CONTROLS);
        let mut words: Vec<&str> = rows.flat_map(|row| row.words).copied().collect();
        words.extend(OLDER.iter().map(|(word, ..)| *word));
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
        for word in words {
            assert_eq!(
                word,
                word.to_lowercase(),
                "what is typed is compared in lower case"
            );
            assert!(!word.contains(char::is_whitespace), "{word}");
        }
    }

    #[test]
    fn every_command_has_one_row() {
        for row in COMMANDS.iter().chain(OF_CONTROLS) {
            assert_eq!(row.name.row(), row);
            assert_eq!(Name::of(row.words[0]), Some(row.name));
        }
        for game in GameKind::ALL {
            assert!(Name::all().any(|name| name == Name::Open(game)), "{game:?}");
        }
        for verb in Verb::ALL {
            assert!(Name::of(Name::Move(*verb).word()).is_some(), "{verb:?}");
        }
    }

    #[test]
    fn every_example_begins_with_its_command() {
        for row in COMMANDS.iter().chain(OF_CONTROLS) {
            let word = row.example.split(' ').next();
            assert_eq!(word, Some(row.words[0]), "{}", row.example);
            let is_alone = row.example == row.words[0];
            assert!(is_alone || !row.options.is_empty(), "{}", row.example);
            let needs_words = row.options.iter().any(|option| option.required);
            assert!(!needs_words || !is_alone, "{}", row.example);
        }
    }

    #[test]
    fn a_mistyped_command_finds_the_one_that_was_meant() {
        for (typed, meant) in [
            ("plai", Some("play")),
            ("jion", Some("join")),
            ("joni", Some("join")),
            ("joi", Some("join")),
            ("surender", Some("surrender")),
            ("Scorre", Some("score")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(Name::nearest(typed).map(Name::word), meant, "{typed}");
        }
    }

    #[test]
    fn chinese_words_need_no_space_before_cards() {
        for (line, expected) in [
            ("出黑桃K", Some(("play", "黑桃K"))),
            ("出牌黑桃K", Some(("play", "黑桃K"))),
            ("反主红桃", Some(("call", "红桃"))),
            ("扣底3C 4C", Some(("kitty", "3C 4C"))),
            ("离开吧", None),
            ("play5", None),
            ("黑桃K", None),
        ] {
            let found = Name::before_cards(line).map(|(name, rest)| (name.word(), rest));
            assert_eq!(found, expected, "{line}");
        }
    }
}
