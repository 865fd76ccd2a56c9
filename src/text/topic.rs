//! The pages of the help by name. What they say is for [`super::help`].

use crate::game::GameKind;

/// A page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What this is, and where to begin.
    Intro,
    /// How a game is played: what Help shows in its lobby.
    Game(GameKind),
    /// How to play tractor by thumb and by typing.
    Playing,
    /// Tractor: cards, their order and their notation.
    Cards,
    /// Tractor: calling trump.
    Calling,
    /// Tractor: the kitty.
    Kitty,
    /// Tractor: leading and following.
    Following,
    /// Tractor: throws, with examples.
    Throws,
    /// Tractor: points, levels and the match.
    Scoring,
    /// The house rules.
    Rules,
    /// Every command.
    Commands,
    /// Rooms.
    Rooms,
}

impl Topic {
    /// The further pages of tractor, then those about no game.
    const MORE: [Topic; 10] = [
        Topic::Playing,
        Topic::Cards,
        Topic::Calling,
        Topic::Kitty,
        Topic::Following,
        Topic::Throws,
        Topic::Scoring,
        Topic::Rules,
        Topic::Commands,
        Topic::Rooms,
    ];

    /// All topics in reading order, the first game's before those about no game.
    pub fn all() -> impl Iterator<Item = Topic> {
        let mut games = GameKind::ALL.into_iter().map(Topic::Game);
        let first = [Topic::Intro].into_iter().chain(games.next());
        first.chain(Topic::MORE).chain(games)
    }

    /// The word to ask for it, as in `$help throws`. Tractor's is `table`.
    pub const fn word(self) -> &'static str {
        match self {
            Topic::Intro => "intro",
            Topic::Game(GameKind::Tractor) => "table",
            Topic::Game(game) => game.name(),
            Topic::Playing => "playing",
            Topic::Cards => "cards",
            Topic::Calling => "calling",
            Topic::Kitty => "kitty",
            Topic::Following => "following",
            Topic::Throws => "throws",
            Topic::Scoring => "scoring",
            Topic::Rules => "rules",
            Topic::Commands => "commands",
            Topic::Rooms => "rooms",
        }
    }

    /// The topic of a word.
    pub fn of(word: &str) -> Option<Topic> {
        Topic::all().find(|topic| topic.word() == word)
    }
}
