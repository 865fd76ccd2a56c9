//! Commands: the names of each, its options, what it needs and what it shows.
//!
//! [`Name`] identifies a command; its variants differ in what carries it out: the whole bot, a game
//! to be opened, a table, or a move in a match. `table.rs` has a row for each command, from which
//! typed lines, slash commands with autocompletion, the help and the terminal are made. Knows no
//! text of any language and no Discord.

mod table;

use crate::game::GameKind;

pub use table::COMMANDS;

/// The identity of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// One that needs no table.
    Anywhere(Anywhere),
    /// Opens a table of a game, or joins one.
    Open(GameKind),
    /// One that is carried out at a table of any game.
    AtTable(AtTable),
    /// A move in a match.
    Move(Verb),
}

/// Commands that need no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anywhere {
    /// Introduce the bot.
    Intro,
    /// Explain a topic or a command.
    Help,
    /// List the tables of the server.
    List,
    /// Show or change settings, of a person or of the server.
    Settings,
    /// Show a person's statistics.
    Stats,
    /// Show the leaderboard of a game.
    Leaderboard,
    /// Show the ten best players of every game.
    Top10,
    /// Show the replay of a finished round.
    Replay,
    /// Send a finished match as a file.
    Export,
    /// Open, find, join or leave a room.
    Room,
    /// Say something in the other places of a room.
    Chat,
}

/// Commands that are carried out at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtTable {
    /// Stand up.
    Leave,
    /// Add computer players on free seats.
    Computer,
    /// Start the match.
    Start,
    /// Show the house rules, or change one.
    Rules,
    /// Show the own hand.
    Hand,
    /// Show the table.
    Table,
    /// Show the last trick or the last plays.
    Last,
    /// Show the scoreboard.
    Score,
    /// Show how to verify the last shuffle.
    Verify,
    /// Vote for returning to the lobby.
    Reset,
    /// End the table.
    End,
    /// Suggest a sensible play.
    Hint,
}

/// Declares the moves, with their letters in press codes.
macro_rules! verbs {
    ($($(#[$doc:meta])* $letter:literal $verb:ident;)+) => {
        /// A move in a running match.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Verb {
            $($(#[$doc])* $verb),+
        }

        impl Verb {
            /// All verbs.
            pub const ALL: &[Verb] = &[$(Verb::$verb),+];

            /// The letter in press codes. It never changes, because posted buttons contain it.
            pub const fn letter(self) -> char {
                match self {
                    $(Verb::$verb => $letter),+
                }
            }
        }
    };
}

verbs! {
    /// Start the deal; the words are a contribution to the shuffle.
    'A' Deal;
    /// Call trump; in UNO call the bluff.
    'B' Call;
    /// Bury the kitty.
    'C' Kitty;
    /// Play cards or set a piece.
    'D' Play;
    /// Pass: in the call window, or the turn after drawing.
    'E' Pass;
    /// Draw a card.
    'F' Draw;
    /// Say UNO.
    'G' Uno;
    /// Catch somebody who did not say UNO.
    'H' Catch;
    /// Offer to concede, or agree.
    'I' Surrender;
    /// Withdraw the offer, or decline it.
    'J' PlayOn;
}

impl Verb {
    /// The verb with this letter in press codes.
    pub fn of_letter(letter: char) -> Option<Verb> {
        let mut verbs = Verb::ALL.iter().copied();
        verbs.find(|verb| verb.letter() == letter)
    }
}

/// What a command requires; each variant includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A table in the place of the command.
    Table,
    /// A seat at the table.
    Seat,
    /// A match in progress there.
    Match,
}

/// An option of a slash command. In typed lines the options are words in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name, as it is registered with Discord.
    pub name: &'static str,
    /// Whether the option is mandatory in a slash command.
    pub required: bool,
    /// The kind of value.
    pub kind: Kind,
}

/// The kind of value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// Text with autocompletion from this source.
    Completed(Source),
    /// A person of the server.
    Person,
}

/// The source of an option's completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// These words.
    Words(&'static [&'static str]),
    /// The topics of the help and the commands.
    Help,
    /// The games.
    Games,
    /// The games, if the previous option is `new`.
    GamesOfNew,
    /// The measures of the game in the previous option.
    Measures,
    /// The house rules and limits of the channel's table.
    Rules,
    /// The values of the rule in the previous option.
    RuleValues,
    /// The settings of the person and of the server.
    Settings,
    /// The values of the setting in the previous option.
    SettingValues,
    /// The free seats of the channel's table.
    Seats,
    /// The skills of computer players that can be added to the channel's table.
    Computers,
    /// What the person can do with this verb, from the controls of their hand.
    Cards(Verb),
}

/// An option that takes any text.
const fn text(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: Kind::Text,
    }
}

/// An option that takes a person.
const fn person(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: Kind::Person,
    }
}

/// An option with autocompletion.
const fn completed(name: &'static str, source: Source) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: Kind::Completed(source),
    }
}

impl Parameter {
    const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }
}

/// A row of the table: everything about a command except its description and its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The command.
    pub name: Name,
    /// The words by which it is typed, the usual one first.
    pub words: &'static [&'static str],
    /// A correct line, without the prefix.
    pub example: &'static str,
    /// The options in the order in which they are typed.
    pub options: &'static [Parameter],
    /// The separator between the options in a typed line.
    pub separator: &'static str,
    /// What it requires.
    pub needs: Needs,
    /// Whether it makes the table's board appear in the channel.
    pub posts_table: bool,
    /// Whether a private answer shows the asker's hand, or a seat where they will have one: such an
    /// answer is kept up to date as a panel.
    pub shows_hand: bool,
    /// Whether its words are hidden cards, which others must not read.
    pub words_are_secret: bool,
}

impl Row {
    /// A row with the defaults for commands of this kind.
    const fn new(name: Name, words: &'static [&'static str], example: &'static str) -> Self {
        let needs = match name {
            Name::Anywhere(_) | Name::Open(_) => Needs::Nothing,
            Name::AtTable(_) => Needs::Table,
            Name::Move(_) => Needs::Match,
        };
        Self {
            name,
            words,
            example,
            options: &[],
            separator: " ",
            needs,
            posts_table: matches!(name, Name::Open(_)),
            shows_hand: matches!(name, Name::Move(_)),
            words_are_secret: false,
        }
    }

    const fn options(self, options: &'static [Parameter]) -> Self {
        Self { options, ..self }
    }

    const fn separated_by(self, separator: &'static str) -> Self {
        Self { separator, ..self }
    }

    const fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    const fn posts_table(self) -> Self {
        Self {
            posts_table: true,
            ..self
        }
    }

    const fn shows_hand(self) -> Self {
        Self {
            shows_hand: true,
            ..self
        }
    }

    const fn words_are_secret(self) -> Self {
        Self {
            words_are_secret: true,
            ..self
        }
    }
}

impl Name {
    /// All commands that can be typed, in the order of the help.
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
        let word = word.to_lowercase();
        let row = COMMANDS.iter().find(|row| row.words.contains(&&*word))?;
        Some(row.name)
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

    #[test]
    fn no_word_names_two_commands() {
        let mut words: Vec<&str> = COMMANDS.iter().flat_map(|row| row.words).copied().collect();
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
        for row in COMMANDS {
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
        for row in COMMANDS {
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
    fn letters_of_verbs_are_told_apart() {
        for verb in Verb::ALL {
            assert_eq!(Verb::of_letter(verb.letter()), Some(*verb));
        }
    }
}
