//! What every game promises the table it is played at.
//!
//! Decides the shape of a game: seats, viewers, turns, rules that can be named and changed, and the
//! [`Game`] contract itself. Knows no cards, no people, no clock, no sentences and no Discord.

use std::error::Error;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use crate::chance::Seed;

/// A place at the table, counted from 0 in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, 0 being the first in turn order.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, 0 being the first in turn order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` seats in turn order.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..count).map(Seat)
    }
}

/// A set of seats; any game here has at most 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: Self = Self(0);

    /// Adds a seat; `true` if it was not there before.
    pub fn insert(&mut self, seat: Seat) -> bool {
        let before = self.0;
        self.0 |= 1 << seat.0;
        before != self.0
    }

    /// Takes a seat out; `true` if it was there.
    pub fn remove(&mut self, seat: Seat) -> bool {
        let before = self.0;
        self.0 &= !(1 << seat.0);
        before != self.0
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no seat.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// For whom something is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// Anybody: spectators, the channel, the public message.
    Public,
}

/// Whom a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// One of these seats has to act (a single seat in most phases).
    Seats(SeatSet),
    /// Each of these seats has to act, in any order; one that has is awaited no more. The turn is the
    /// same until all have: see [`Game::turn_number`].
    Each(SeatSet),
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
            Turn::Seats(seats) | Turn::Each(seats) => seats,
            Turn::Clock | Turn::Over => SeatSet::EMPTY,
        }
    }
}

/// The games of this bot, one a line: `number Variant(module) "name"`, in the order in which they
/// are listed to people. `$apply!` is called with all of them; every floor makes from it what it has
/// for each game.
///
/// The number stands for the game in stores and never changes, nor is it given to another. The
/// module has a type of the variant's name, which is the [`Game`]; the name is used in commands,
/// journals and stores, and is that of the game's sentence files.
macro_rules! for_each_game {
    ($apply:ident) => {
        $apply! {
            0 Tractor(tractor) "tractor",
            1 Uno(uno) "uno",
            2 TicTacToe(tictactoe) "ttt",
        }
    };
}
#[allow(unused_imports)]
pub(crate) use for_each_game;

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

/// The values that a rule may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choices {
    /// One of these words, the default first.
    Words(&'static [&'static str]),
    /// A number from `least` to `most`, in steps people would choose (`suggested`, for menus).
    Number {
        /// Smallest value.
        least: u32,
        /// Largest value.
        most: u32,
        /// Values worth offering in a menu, as written.
        suggested: &'static [&'static str],
    },
}

/// One house rule with its present value, for menus, listings and checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleEntry {
    /// The standard name, e.g. `throw_penalty`.
    pub name: &'static str,
    /// The present value as written in commands.
    pub value: String,
    /// The default value as written in commands.
    pub default: String,
    /// What it may be changed to.
    pub choices: Choices,
}

/// Why a house rule was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// No rule has this name.
    #[error("unknown rule {name:?}")]
    UnknownName {
        /// What was asked for.
        name: String,
    },
    /// The rule exists but cannot have this value.
    #[error("rule {name} cannot be {value:?}")]
    BadValue {
        /// The rule.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it may be.
        choices: Choices,
    },
}

/// House rules that can be listed and changed by name before a game starts.
pub trait RuleSet: Sized {
    /// Every rule in the order in which people read them.
    fn entries(&self) -> Vec<RuleEntry>;

    /// The same rules under the names that other bots have for them, for listings alone: each can be
    /// set by that name.
    fn aliases(&self) -> Vec<RuleEntry> {
        Vec::new()
    }

    /// Sets one rule by its standard name and value (any case).
    ///
    /// # Errors
    /// [`RuleError`] if the name or the value is not known; nothing is changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError>;

    /// The rules of the next match of players who have played `before` of them, `computers` being
    /// the seats of computer players: what alternates from match to match, such as who begins, is
    /// settled here.
    fn for_match(&self, _before: u32, _computers: SeatSet) -> Self
    where
        Self: Clone,
    {
        self.clone()
    }

    /// Limits of the table that belong to a rule, by name and value: they are set along with it, for
    /// a game that was played so elsewhere. `self` are the rules before.
    fn limits_with(&self, _name: &str, _value: &str) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// Declares a house rule that is a choice between words: an enum whose first variant is the
/// default, with the words used in commands and journals.
macro_rules! house_rule {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// The words of this rule, the default first.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// The values of this rule, the default first.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word used in commands.
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }
    };
}
pub(crate) use house_rule;

/// A short fixed-length summary of a state, equal for equal states on every machine and in every
/// version that accepts the same journal format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(#[serde(with = "hex::serde")] pub [u8; 16]);

impl Digest {
    /// The digest of everything that `state` serializes: the first 16 bytes of the SHA-256 of its
    /// JSON.
    ///
    /// # Panics
    /// If the state does not serialize to JSON, which only a map with keys that are not text does.
    pub fn of(state: &impl Serialize) -> Self {
        let json = serde_json::to_vec(state).expect("states serialize: they have no such maps");
        let hash: [u8; 32] = Sha256::digest(&json).into();
        let mut short = [0; 16];
        short.copy_from_slice(&hash[..16]);
        Self(short)
    }
}

impl Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({})", hex::encode(self.0))
    }
}

/// A game as the table sees it: a pure state that inputs change.
///
/// Nothing here reads a clock or draws random numbers: chance comes in as the [`Seed`], time as
/// [`Game::elapse`]. Two games started alike and given the same inputs are equal in every view.
pub trait Game: Clone + Debug + Sized + Send + Sync + 'static {
    /// The house rules.
    type Rules: RuleSet
        + Clone
        + Debug
        + Default
        + PartialEq
        + Send
        + Sync
        + Serialize
        + DeserializeOwned
        + 'static;
    /// What a player may ask for.
    type Action: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// What the game waits for from the clock.
    type Cue: Copy + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// What happened, hidden things included.
    type Event: Clone + Debug + Send + Sync + 'static;
    /// What happened, as one viewer may know it.
    type Notice: Clone + Debug + PartialEq + Send + Sync + Serialize + 'static;
    /// The state, as one viewer may know it.
    type View: Clone + Debug + PartialEq + Send + Sync + Serialize + 'static;
    /// Why an action is refused, with the facts needed to explain it.
    type Rejection: Error + Clone + PartialEq + Send + Sync + 'static;

    /// Which game this is.
    const KIND: GameKind;

    /// Whether a match takes minutes: then one that nobody goes on with need not be kept.
    const IS_SHORT: bool = false;

    /// How many seats may be taken under these rules.
    fn seats(rules: &Self::Rules) -> RangeInclusive<u8>;

    /// Starts a game for `seats` players (a number within [`Game::seats`]).
    fn start(rules: &Self::Rules, seats: u8, seed: Seed) -> (Self, Vec<Self::Event>);

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

    /// Counts the rounds of a match. Votes end when it changes.
    fn round(&self) -> u32 {
        0
    }

    /// Counts what the players were asked for. A new number means that what was offered to them
    /// before is not meant any more, and that a new time limit runs. What may be said beside the
    /// turn (calls while cards are dealt, an offer to surrender) does not change it.
    fn turn_number(&self) -> u32 {
        0
    }

    /// Whether the game has given up going on by itself: it waits until a person wants it to, and a
    /// table at which nobody does is closed like one at which no match is played.
    fn is_stalled(&self) -> bool {
        false
    }

    /// The seats that won the match; empty while it is played and after a draw.
    fn winners(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    /// A summary of the whole state, hidden parts included, for checking replays.
    fn digest(&self) -> Digest;
}
