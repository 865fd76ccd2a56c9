//! The names of the commands: which one is meant, and by its variant what carries it out.

use crate::game::GameKind;

/// Which command is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// One that needs no table.
    Anywhere(Anywhere),
    /// Open a table for a game, or sit down at one.
    Open(GameKind),
    /// One that is carried out at a table, whichever game is played there.
    AtTable(AtTable),
    /// A move in a match.
    Move(Verb),
}

/// Commands that need no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anywhere {
    /// Say what this bot is and how to begin.
    Intro,
    /// Explain a topic or a command.
    Help,
    /// Show the tables of the server.
    List,
    /// Show or change settings of one's own or of the server.
    Settings,
    /// Show what somebody has played and won.
    Stats,
    /// Show the best of a game.
    Leaderboard,
    /// Show the ten best of every game.
    Top10,
    /// Show a finished round, trick by trick.
    Replay,
    /// Give a finished match as a file.
    Export,
    /// Open, find, join or leave a room.
    Room,
    /// Say something to the others of a room.
    Chat,
}

/// Commands that are carried out at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtTable {
    /// Stand up.
    Leave,
    /// Put a computer player on a free seat.
    Computer,
    /// Start the match.
    Start,
    /// Show the house rules, or change one.
    Rules,
    /// Show one's own hand.
    Hand,
    /// Show the table.
    Table,
    /// Show the last trick or the last plays.
    Last,
    /// Show the scoreboard.
    Score,
    /// Show how the last shuffle can be checked.
    Verify,
    /// Vote for going back to the lobby.
    Reset,
    /// End the table.
    End,
    /// Name a sensible play.
    Hint,
}

/// Declares the moves with their letters in press codes.
macro_rules! verbs {
    ($($(#[$doc:meta])* $letter:literal $verb:ident;)+) => {
        /// What a person does in a running match.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Verb {
            $($(#[$doc])* $verb),+
        }

        impl Verb {
            /// All verbs.
            pub const ALL: &[Verb] = &[$(Verb::$verb),+];

            /// The letter in press codes: buttons carry it, so that it never changes.
            pub const fn letter(self) -> char {
                match self {
                    $(Verb::$verb => $letter),+
                }
            }
        }
    };
}

verbs! {
    /// Start the deal; the words are mixed into the shuffle.
    'A' Deal;
    /// Bid for trump; in UNO call the bluff.
    'B' Call;
    /// Bury the kitty.
    'C' Kitty;
    /// Lay cards or set a piece.
    'D' Play;
    /// Let it pass: the call window, or the turn after drawing.
    'E' Pass;
    /// Draw a card.
    'F' Draw;
    /// Say UNO.
    'G' Uno;
    /// Catch somebody who did not say UNO.
    'H' Catch;
    /// Offer to concede, or agree.
    'I' Surrender;
    /// Take the offer back, or decline.
    'J' PlayOn;
}

impl Verb {
    /// The verb with this letter in press codes.
    pub fn of_letter(letter: char) -> Option<Verb> {
        let mut verbs = Verb::ALL.iter().copied();
        verbs.find(|verb| verb.letter() == letter)
    }
}
