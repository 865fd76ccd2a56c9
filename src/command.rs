//! The commands: what each is called, which words it takes, what it needs and what it shows.
//!
//! [`Name`] says which command is meant, and by its variant what carries it out: a function of the
//! whole bot, of a game that is opened, of a table, or a move in a match. The rows of the table are
//! in `table.rs`, one for each command; typed lines, slash commands with their completions, the help
//! and the terminal are all made from them. Knows no text of any language and no Discord.
//!
//! The names of the commands: which one is meant, and by its variant what carries it out.

use crate::game::GameKind;

mod table;

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

    /// What the command is for.
    pub const fn aim(self) -> Aim {
        match self {
            Name::Open(_) => Aim::Sit,
            Name::Move(Verb::Surrender | Verb::PlayOn | Verb::TakeBack) => Aim::Decide,
            Name::Move(_) => Aim::Play,
            Name::AtTable(command) => match command {
                AtTable::Leave | AtTable::Kick | AtTable::Computer => Aim::Sit,
                AtTable::Start | AtTable::Rules | AtTable::End => Aim::Sit,
                AtTable::Hand | AtTable::Hint => Aim::Play,
                AtTable::Table | AtTable::Last | AtTable::Score => Aim::Decide,
                AtTable::Seen => Aim::Decide,
                AtTable::Reset | AtTable::Agree => Aim::Decide,
                AtTable::Pause | AtTable::Autopilot => Aim::Decide,
                AtTable::More | AtTable::Browser => Aim::Decide,
                AtTable::Select | AtTable::Draft | AtTable::Clear => Aim::Play,
                AtTable::Sort | AtTable::Rush => Aim::Play,
                AtTable::Decline => Aim::Sit,
                AtTable::Verify => Aim::LookBack,
            },
            Name::Anywhere(command) => match command {
                Anywhere::List | Anywhere::TellMe => Aim::Sit,
                Anywhere::Stats | Anywhere::Profile | Anywhere::Leaderboard => Aim::LookBack,
                Anywhere::Top10 | Anywhere::Replay | Anywhere::Export => Aim::LookBack,
                Anywhere::Review => Aim::LookBack,
                Anywhere::Room | Anywhere::Chat | Anywhere::Seek | Anywhere::Cup => Aim::Meet,
                Anywhere::Block | Anywhere::Report | Anywhere::Duel => Aim::Meet,
                Anywhere::Activity => Aim::Meet,
                Anywhere::Intro | Anywhere::Help | Anywhere::Practice => Aim::Learn,
                Anywhere::Back | Anywhere::Daily | Anywhere::Settings => Aim::Learn,
            },
        }
    }
}

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
    Intro,
    /// Explain a topic or a command.
    Help,
    /// Teach tractor in guided tricks.
    Practice,
    /// Play the deal of the day, or show how it went.
    Daily,
    /// Play the same cards as others, and see how everybody did.
    Duel,
    /// List the tables of the server.
    List,
    /// Show or change settings, of a person or of the server.
    Settings,
    /// Show a person's statistics.
    Stats,
    /// Show a person's ratings and honours.
    Profile,
    Leaderboard,
    /// Show the ten best players of every game.
    Top10,
    /// Show the replay of a finished round.
    Replay,
    /// Send a finished match as a file.
    Export,
    /// Review the requester's own decisions in a finished round.
    Review,
    /// Ask to be told when a seat is free.
    TellMe,
    /// Open, find, join or leave a room.
    Room,
    /// Say something in the other places of a room.
    Chat,
    /// Never sit in a room with somebody.
    Block,
    /// Report somebody to the operator.
    Report,
    /// Look for people to play with on the server.
    Seek,
    /// Call a cup, sign up for it, or see how it stands.
    Cup,
    /// Open the channel's table in a window of Discord.
    Activity,
    /// Leave what was asked about as it is.
    Back,
}

/// Commands that are carried out at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtTable {
    /// Stand up.
    Leave,
    /// Take a person off their seat.
    Kick,
    /// Add computer players on free seats.
    Computer,
    Start,
    /// Show the house rules, or change one.
    Rules,
    Hand,
    Table,
    /// Show the last trick or the last plays.
    Last,
    Score,
    /// Show how to verify the last shuffle.
    Verify,
    /// Vote for returning to the lobby.
    Reset,
    /// Say yes or no to what somebody asked for.
    Agree,
    End,
    Hint,
    /// Show what is seldom needed, and what cannot be undone.
    More,
    /// Have a card more, or one fewer, among those that are to be played.
    Select,
    /// Put together a move without making it.
    Draft,
    /// Choose nothing any more.
    Clear,
    /// Turn the order of the hand.
    Sort,
    /// Have all cards dealt at once, where nobody else waits for them.
    Rush,
    /// Pause the match until somebody does something.
    Pause,
    /// Let a computer play until the next move of one's own.
    Autopilot,
    /// Show which cards have been played in the round.
    Seen,
    /// Say no to an invitation.
    Decline,
    /// Get a link by which one has the table in a browser.
    Browser,
}

impl AtTable {
    /// Whether it tells of a match, and can be asked for when the table is closed.
    pub const fn is_of_match(self) -> bool {
        matches!(
            self,
            Self::Hand | Self::Score | Self::Last | Self::Seen | Self::Verify
        )
    }
}

/// What somebody wants to do: the commands for it are on one page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To sit down, begin and leave.
    Sit,
    Play,
    /// To see how a match stands, and to decide together how it goes on.
    Decide,
    /// To look back at what was played.
    LookBack,
    /// To find people to play with, and to be left alone.
    Meet,
    /// To learn, alone too, and to set how it looks.
    Learn,
}

impl Aim {
    pub const ALL: [Aim; 6] = [
        Aim::Sit,
        Aim::Play,
        Aim::Decide,
        Aim::LookBack,
        Aim::Meet,
        Aim::Learn,
    ];
}

/// Declares the moves.
macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Verb {
            $($(#[$doc])* $verb),+
        }

        impl Verb {
            #[cfg(any(test, feature = "testing"))]
            pub const ALL: &[Verb] = &[$(Verb::$verb),+];
        }
    };
}

verbs! {
    /// Start the deal; with words, after they were mixed into the shuffle.
    Deal;
    /// Call trump; in UNO call the bluff.
    Call;
    Kitty;
    /// Play cards or set a piece.
    Play;
    /// Pass: in the call window, or the turn after drawing.
    Pass;
    Draw;
    Uno;
    /// Catch somebody who did not say UNO.
    Catch;
    /// Offer to concede, or agree.
    Surrender;
    /// Withdraw the offer, or decline it.
    PlayOn;
    /// Mix words into the shuffle of the next deal.
    Mix;
    /// Take back the last play or call.
    TakeBack;
    /// Choose before the turn what is played when it comes.
    Premove;
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
