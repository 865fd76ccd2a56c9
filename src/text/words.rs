//! Commands about the game by name, and what is not understood about their words.

/// What a person does in a running game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Start the deal; words are mixed into the shuffle.
    Deal,
    /// Bid for trump; in UNO call the bluff.
    Call,
    /// Bury the kitty.
    Kitty,
    /// Lay cards or set a piece.
    Play,
    /// Let it pass: the call window, or the turn after drawing.
    Pass,
    /// Draw a card.
    Draw,
    /// Say UNO.
    Uno,
    /// Catch somebody who did not say UNO.
    Catch,
    /// Offer to concede, or agree.
    Surrender,
    /// Take the offer back, or decline.
    PlayOn,
}

impl Verb {
    /// All verbs.
    pub const ALL: [Verb; 10] = [
        Verb::Deal,
        Verb::Call,
        Verb::Kitty,
        Verb::Play,
        Verb::Pass,
        Verb::Draw,
        Verb::Uno,
        Verb::Catch,
        Verb::Surrender,
        Verb::PlayOn,
    ];

    /// The command as it is typed after the prefix.
    pub const fn word(self) -> &'static str {
        match self {
            Verb::Deal => "deal",
            Verb::Call => "call",
            Verb::Kitty => "kitty",
            Verb::Play => "play",
            Verb::Pass => "pass",
            Verb::Draw => "draw",
            Verb::Uno => "uno",
            Verb::Catch => "catch",
            Verb::Surrender => "surrender",
            Verb::PlayOn => "playon",
        }
    }

    /// The verb of a command word.
    pub fn of(word: &str) -> Option<Verb> {
        Verb::ALL.into_iter().find(|verb| verb.word() == word)
    }
}

/// The most characters that are read of any input; more is refused without looking at it.
pub const MOST_INPUT: usize = 1_000;

/// Why words were not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Longer than [`MOST_INPUT`] characters.
    #[error("the input is too long")]
    TooLong,
    /// The command needs cards.
    #[error("no cards were named for {verb:?}")]
    NoCards {
        /// The command.
        verb: Verb,
    },
    /// More cards than there are in any hand.
    #[error("more than {most} cards were named")]
    TooManyCards {
        /// The most that make sense.
        most: usize,
    },
    /// Not a card.
    #[error("{piece:?} is no card")]
    UnknownCard {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// Not a call.
    #[error("{piece:?} is no call")]
    UnknownCall {
        /// The piece that is not understood, short and harmless; empty if there were no words.
        piece: String,
    },
    /// Not a seat.
    #[error("{piece:?} is no seat")]
    UnknownSeat {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// A house rule without its value or the other way round.
    #[error("{piece:?} is not name=value")]
    NoSetting {
        /// The words, short and harmless.
        piece: String,
    },
    /// Not a cell of the board.
    #[error("{piece:?} is no cell")]
    UnknownCell {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// Words to mix into the shuffle that are too long.
    #[error("more than {most} bytes to mix in")]
    LongContribution {
        /// The most bytes.
        most: usize,
    },
    /// The game has no such move.
    #[error("{verb:?} is not part of this game")]
    NoSuchMove {
        /// The command.
        verb: Verb,
    },
    /// The move makes no sense now, and the game would not say why.
    #[error("there is nothing to {verb:?} now")]
    NotNow {
        /// The command.
        verb: Verb,
    },
}

/// A piece of input fit for quoting: at most 12 characters, no markup, no line breaks, nothing
/// invisible.
pub fn quotable(piece: &str) -> String {
    let harmless = |c: &char| !super::markup::is_treacherous(*c) && *c != '`';
    let mut quoted: String = piece
        .trim()
        .chars()
        .take(60)
        .filter(harmless)
        .take(12)
        .collect();
    if piece.trim().chars().nth(12).is_some() {
        quoted.push('…');
    }
    quoted
}
