//! The topics of the help. [`super::help`] has their pages.

use crate::command::Aim;
use crate::game::GameKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    Intro,
    /// How a game is played: the help of its lobby.
    Game(GameKind),
    /// Tractor: playing by buttons and by typing.
    Playing,
    /// Tractor: cards, their order and notation.
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
    Rules,
    /// What commands are for, with the names of all.
    Commands,
    /// The commands for what somebody wants to do.
    CommandsTo(Aim),
    Rooms,
    /// Ratings: what counts, and how.
    Ratings,
    /// The words of the game, in both languages.
    Words,
}

impl Topic {
    /// The further topics of tractor, then the general ones, with the words for them.
    const MORE: [(Topic, &'static str); 18] = [
        (Topic::Playing, "playing"),
        (Topic::Cards, "cards"),
        (Topic::Calling, "calling"),
        (Topic::Kitty, "kitty"),
        (Topic::Following, "following"),
        (Topic::Throws, "throws"),
        (Topic::Scoring, "scoring"),
        (Topic::Rules, "rules"),
        (Topic::Commands, "commands"),
        (Topic::CommandsTo(Aim::Sit), "commands-seats"),
        (Topic::CommandsTo(Aim::Play), "commands-play"),
        (Topic::CommandsTo(Aim::Decide), "commands-match"),
        (Topic::CommandsTo(Aim::LookBack), "commands-results"),
        (Topic::CommandsTo(Aim::Meet), "commands-people"),
        (Topic::CommandsTo(Aim::Learn), "commands-learn"),
        (Topic::Rooms, "rooms"),
        (Topic::Ratings, "ratings"),
        (Topic::Words, "words"),
    ];

    /// All topics in reading order: the first game's before the general ones.
    pub fn all() -> impl Iterator<Item = Topic> {
        let mut games = GameKind::ALL.into_iter().map(Topic::Game);
        let first = [Topic::Intro].into_iter().chain(games.next());
        let more = Self::MORE.map(|(topic, _)| topic);
        first.chain(more).chain(games)
    }

    /// The word for the topic, as in `$help throws`. Tractor's is `table`.
    pub fn word(self) -> &'static str {
        match self {
            Topic::Game(GameKind::Tractor) => "table",
            Topic::Game(game) => game.name(),
            more => {
                let named = Self::MORE.into_iter().find(|(topic, _)| *topic == more);
                named.map_or("intro", |(_, word)| word)
            }
        }
    }

    pub fn of(word: &str) -> Option<Topic> {
        Topic::all().find(|topic| topic.word() == word)
    }
}
