//! What every game promises the table it is played at.
//!
//! Decides the shape of a game: seats, viewers, turns, rules that can be named and changed, and the
//! [`Game`] contract itself. Knows no cards, no people, no clock, no sentences and no Discord.
#![warn(missing_docs)]

#[cfg(test)]
pub(crate) mod cases;
mod choices;
mod digest;
mod kept;
mod rules;
mod seat;
#[cfg(feature = "testing")]
mod testing;

use std::error::Error;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::chance::Seed;

pub use choices::{Choices, RuleUnit};
pub(crate) use digest::sum;
pub use digest::{Digest, Past};
pub use kept::{kept_rules, rules_of_kept, rules_one_by_one};
pub use rules::{AccordError, Alias, Rule, RuleEntry, RuleError, RuleSet};
pub(crate) use rules::{
    CUSTOM, RuleValue, checked, groups_of, preset_names, preset_rule, put, rules, set_rule,
    word_index,
};
pub use seat::{MOST_SEATS, Seat, SeatSet, Viewer};
#[cfg(feature = "testing")]
pub use testing::{Worlds, digest_of};

/// Whether a field has its default, with which states leave it out; see [`Digest`].
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whom a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// One of these seats has to act (a single seat in most phases).
    Seats(SeatSet),
    /// Only the clock: the game's [`Game::cue`] says for what.
    Clock,
    /// Nobody: the game has ended.
    Over,
}

impl Turn {
    /// The seats whose action is awaited; none where the game waits for the clock, for nobody in
    /// particular, or not at all.
    pub const fn awaited(self) -> SeatSet {
        match self {
            Turn::Seats(seats) => seats,
            Turn::Clock | Turn::Over => SeatSet::EMPTY,
        }
    }
}

/// The games of this bot, one a line: `number Variant(module) "name"`, in the order in which they
/// are listed to people. `$apply!` is called with all of them, behind what stands in braces if
/// something does; every floor makes from it what it has for each game.
///
/// The number stands for the game in stores and never changes, nor is it given to another. The
/// module has a type of the variant's name, which is the [`Game`]; the name is used in commands,
/// journals and stores, and is that of the game's sentence files.
#[macro_export]
macro_rules! for_each_game {
    ($($apply:ident)::+ $({ $($with:tt)* })?) => {
        $($apply)::+! {
            $({ $($with)* })?
            0 Tractor(tractor) "tractor",
            1 Uno(uno) "uno",
            2 TicTacToe(tictactoe) "ttt",
        }
    };
}
pub use for_each_game;

/// Declares [`GameKind`].
macro_rules! game_kinds {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        /// The games of this bot.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum GameKind {
            $(
                #[doc = concat!("See [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                #[serde(rename = $name)]
                $variant = $number,
            )+
        }

        impl GameKind {
            /// All games, in the order in which they are listed to people.
            pub const ALL: [GameKind; [$($number),+].len()] = [$(GameKind::$variant),+];

            /// The short name used in commands, journals and the store.
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameKind::$variant => $name,)+
                }
            }

            /// The number that stands for the game in stores; it never changes.
            pub const fn number(self) -> u8 {
                self as u8
            }
        }
    };
}
for_each_game!(game_kinds);

impl GameKind {
    /// The game that is meant where none is named.
    pub const USUAL: GameKind = GameKind::ALL[0];

    /// The game of this short name.
    pub fn of(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|game| game.name() == name)
    }
}

/// Runs the same code with the type of whichever game this is: `at_game!(kind, G => run::<G>())`.
#[macro_export]
macro_rules! at_game {
    ($kind:expr, $game:ident => $run:expr) => {
        $crate::for_each_game!($crate::at_listed_game { $kind, $game => $run })
    };
}
pub use at_game;

/// What [`at_game!`] becomes.
#[doc(hidden)]
#[macro_export]
macro_rules! at_listed_game {
    ({ $kind:expr, $game:ident => $run:expr }
     $($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        match $kind {
            $($crate::game::GameKind::$variant => {
                type $game = $crate::$module::$variant;
                $run
            })+
        }
    };
}

/// A game as the table sees it: a pure state that inputs change.
///
/// Nothing here reads a clock or draws random numbers: chance comes in as the [`Seed`], time as
/// [`Game::elapse`]. Two games started alike and given the same inputs are equal in every view.
///
/// The state tells itself by its serde form, hidden parts included: digests are of it, and between rounds it is
/// kept, so that a table comes back without its past. See [`Digest`] for what that asks of fields.
pub trait Game:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The house rules.
    type Rules: RuleSet + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned;
    /// What a player may ask for.
    type Action: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// What the game waits for from the clock.
    type Cue: Copy + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// What happened, hidden things included.
    type Event: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// What happened, as one viewer may know it.
    type Notice: Clone + Debug + PartialEq + Send + Sync + Serialize + 'static;
    /// The state, as one viewer may know it.
    type View: Clone + Debug + PartialEq + Send + Sync + Serialize + 'static;
    /// Why an action is refused, with the facts needed to explain it.
    type Rejection: Error + Serialize + Clone + PartialEq + Send + Sync + 'static;

    /// Which game this is.
    const KIND: GameKind;

    /// Whether a match takes minutes.
    const IS_SHORT: bool;

    /// Whether players have hidden hands. Without, everybody sees everything.
    const HAS_HANDS: bool = true;

    /// How many seats may be taken under these rules.
    fn seats(rules: &Self::Rules) -> RangeInclusive<u8>;

    /// Starts a game for `seats` players (a number within [`Game::seats`]).
    fn start(rules: &Self::Rules, seats: u8, seed: Seed) -> (Self, Vec<Self::Event>);

    /// What the people at the table may agree to change in the middle of a match and nobody may change alone:
    /// names, and the words to choose from.
    const ACCORDS: &'static [(&'static str, Choices)] = &[];

    /// Changes what they agreed on, to one of its words.
    ///
    /// # Errors
    /// Why it cannot be; the game is then unchanged.
    fn agree(&mut self, _accord: &str, _value: &str) -> Result<Vec<Self::Event>, AccordError> {
        Err(AccordError::NotNow)
    }

    /// Carries out an action of the player on `seat`.
    ///
    /// # Errors
    /// The rejection; the game is then unchanged.
    fn act(
        &mut self,
        seat: Seat,
        action: Self::Action,
    ) -> Result<Vec<Self::Event>, Self::Rejection>;

    /// The time for `cue` has come. A cue that the game no longer waits for changes nothing.
    fn elapse(&mut self, cue: Self::Cue) -> Vec<Self::Event>;

    /// What the game awaits from the clock now, if anything.
    fn cue(&self) -> Option<Self::Cue>;

    /// Whom the game waits for.
    fn turn(&self) -> Turn;

    /// The state as `viewer` may know it: nothing in it may depend on what is hidden from them.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The event as `viewer` may know it; `None` if it is not theirs to know.
    fn notice(event: &Self::Event, viewer: Viewer) -> Option<Self::Notice>;

    /// Takes a player out of a running game where the rules allow it. `None` means that the seat
    /// has to be played on by somebody else, and that nothing has changed.
    fn withdraw(&mut self, _seat: Seat) -> Option<Vec<Self::Event>> {
        None
    }

    /// Whether the action takes back what others have seen already.
    fn takes_back(&self, _action: &Self::Action) -> bool {
        false
    }

    /// How many more players this match can take with its next round. `None` where somebody who finds
    /// no seat while a match is played does not wait for one.
    fn vacancies(&self) -> Option<u8> {
        None
    }

    /// Between two rounds: takes one more player into the match, on the seat after the last one, which
    /// is the answer. `None` where that cannot be, and nothing has changed then.
    fn admit(&mut self) -> Option<Seat> {
        None
    }

    /// The round of the match, counted from 1. Votes end when it changes.
    fn round(&self) -> u32;

    /// Counts what the players were asked for. A new number means that what was offered to them
    /// before is not meant any more, and that a new time limit runs. What may be said beside the
    /// turn (calls while cards are dealt, an offer to surrender) does not change it.
    fn turn_number(&self) -> u32;

    /// Whether the game has given up going on by itself: it waits until a person wants it to, and a
    /// table at which nobody does is closed like one at which no match is played.
    fn is_stalled(&self) -> bool {
        false
    }

    /// The seats that won the match; empty while it is played and after a draw.
    fn winners(&self) -> SeatSet;

    /// The version of the rules that journals note. It rises when the same inputs lead to another
    /// state than before; a house rule, a phase or a field that is new and not used changes nothing.
    const REVISION: u32;

    /// Whether what happens on this cue is not written down. Between two inputs that are, the clock's
    /// ticks are counted, so they must depend on nothing but the state.
    fn is_tick(_cue: Self::Cue) -> bool {
        false
    }

    /// The result of a round that is over.
    type Round: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The results of the rounds that are over. The serde form of the state tells their sum alone.
    fn past(&self) -> &Past<Self::Round>;

    /// The same, to put results back into a state that was read.
    fn past_mut(&mut self) -> &mut Past<Self::Round>;

    /// Whether no round is played: before a deal or after the last one, when nothing hidden is at stake.
    fn is_between_rounds(&self) -> bool;

    /// Between two rounds: the next one is dealt with other chance than it would have been, and with
    /// other chance for every `number`, which is above 0. What happens, as it is shown; `None` where
    /// a round cannot be dealt again, and nothing has changed then.
    fn deal_again(&mut self, number: u64) -> Option<Vec<Self::Event>>;

    /// From the next deal on, everything left to chance comes of this seed. A deal that has begun stays
    /// as it is: its seal was shown.
    fn reseed(&mut self, seed: Seed);

    /// A round that is over, for readers that are no program of ours: hands, tricks or turns, points and result as
    /// JSON whose words are documented. `frames` are the views of [`Viewer::All`] after everything that happened in
    /// the round, the last one after its end.
    fn sheet(frames: &[Self::View]) -> Value;
}
