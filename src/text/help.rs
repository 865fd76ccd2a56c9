//! The help: topics that teach the games, and a right example for every command.

/// A page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What this is, and where to begin.
    Intro,
    /// How to sit down and start.
    Table,
    /// Cards, their order and their notation.
    Cards,
    /// Calling trump.
    Calling,
    /// The kitty.
    Kitty,
    /// Leading and following.
    Following,
    /// Throws, with examples.
    Throws,
    /// Points, levels and the match.
    Scoring,
    /// The house rules.
    Rules,
    /// Every command.
    Commands,
    /// UNO.
    Uno,
    /// Tic-tac-toe.
    TicTacToe,
}

impl Topic {
    /// All topics in reading order.
    pub const ALL: [Topic; 12] = [
        Topic::Intro,
        Topic::Table,
        Topic::Cards,
        Topic::Calling,
        Topic::Kitty,
        Topic::Following,
        Topic::Throws,
        Topic::Scoring,
        Topic::Rules,
        Topic::Commands,
        Topic::Uno,
        Topic::TicTacToe,
    ];

    /// The word to ask for it, as in `$help throws`.
    pub const fn word(self) -> &'static str {
        match self {
            Topic::Intro => "intro",
            Topic::Table => "table",
            Topic::Cards => "cards",
            Topic::Calling => "calling",
            Topic::Kitty => "kitty",
            Topic::Following => "following",
            Topic::Throws => "throws",
            Topic::Scoring => "scoring",
            Topic::Rules => "rules",
            Topic::Commands => "commands",
            Topic::Uno => "uno",
            Topic::TicTacToe => "ttt",
        }
    }

    /// The topic of a word.
    pub fn of(word: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|topic| topic.word() == word)
    }
}
