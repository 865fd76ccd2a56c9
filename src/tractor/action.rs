//! Actions of players, cues of the clock, and the result of a round.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank, Suit};
use super::seating::Team;
use super::trump::Trump;
pub use crate::chance::Contribution;
use crate::chance::OpenedDeal;
use crate::game::{Seat, is_default};

/// A bid for trump (亮主), each kind stronger than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// One card of the dominant rank: its suit becomes trump.
    Weak(Suit),
    /// One big joker, where the house allows it: no trump suit.
    BigJoker,
    /// Both cards of the dominant rank in one suit (对亮, 反主).
    Strong(Suit),
    /// Both small jokers: no trump suit (无主).
    SmallJokers,
    /// Both big jokers: no trump suit, and nothing is higher.
    BigJokers,
}

/// The kinds of calls, the weakest first. Each can be called over weaker ones; by house rule only over
/// those of fewer cards, or pairs of the dominant rank over those of lower suits too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// One card of the dominant rank.
    Weak,
    /// One big joker.
    BigJoker,
    /// A pair of the dominant rank.
    Strong,
    /// The pair of small jokers.
    SmallJokers,
    /// The pair of big jokers.
    BigJokers,
}

impl CallKind {
    /// How many cards are shown.
    pub const fn copies(self) -> u8 {
        match self {
            CallKind::Weak | CallKind::BigJoker => 1,
            CallKind::Strong | CallKind::SmallJokers | CallKind::BigJokers => 2,
        }
    }
}

impl Call {
    /// All calls, the weakest first.
    pub const ALL: [Call; 11] = [
        Call::Weak(Suit::Clubs),
        Call::Weak(Suit::Diamonds),
        Call::Weak(Suit::Hearts),
        Call::Weak(Suit::Spades),
        Call::BigJoker,
        Call::Strong(Suit::Clubs),
        Call::Strong(Suit::Diamonds),
        Call::Strong(Suit::Hearts),
        Call::Strong(Suit::Spades),
        Call::SmallJokers,
        Call::BigJokers,
    ];

    /// How strong the call is.
    ///
    /// ```
    /// use engine::tractor::{action::Call, card::Suit};
    ///
    /// assert!(Call::Strong(Suit::Clubs).kind() > Call::Weak(Suit::Spades).kind());
    /// assert_eq!(Call::Weak(Suit::Clubs).kind(), Call::Weak(Suit::Spades).kind());
    /// ```
    pub const fn kind(self) -> CallKind {
        match self {
            Call::Weak(_) => CallKind::Weak,
            Call::BigJoker => CallKind::BigJoker,
            Call::Strong(_) => CallKind::Strong,
            Call::SmallJokers => CallKind::SmallJokers,
            Call::BigJokers => CallKind::BigJokers,
        }
    }

    /// The card that has to be held for this call at this level, and how many of it.
    pub const fn card(self, level: Rank) -> (Card, u8) {
        let card = match self {
            Call::Weak(suit) | Call::Strong(suit) => Card::new(level, suit),
            Call::SmallJokers => Card::SMALL_JOKER,
            Call::BigJoker | Call::BigJokers => Card::BIG_JOKER,
        };
        (card, self.kind().copies())
    }

    /// The suit that becomes trump; `None` for no-trump.
    ///
    /// ```
    /// use engine::tractor::{action::Call, card::Suit};
    ///
    /// assert_eq!(Call::Strong(Suit::Hearts).suit(), Some(Suit::Hearts));
    /// assert_eq!(Call::SmallJokers.suit(), None);
    /// ```
    pub const fn suit(self) -> Option<Suit> {
        match self {
            Call::Weak(suit) | Call::Strong(suit) => Some(suit),
            Call::BigJoker | Call::SmallJokers | Call::BigJokers => None,
        }
    }

    /// The cards that have to be held (and are shown) for this call at this level.
    ///
    /// ```
    /// use engine::tractor::{action::Call, card::{Suit, notation}};
    ///
    /// let nine = "9".parse()?;
    /// assert_eq!(notation(&Call::Strong(Suit::Hearts).cards(nine)), "9H 9H");
    /// assert_eq!(notation(&Call::BigJokers.cards(nine)), "J+ J+");
    /// # Ok::<(), engine::tractor::card::UnknownCard>(())
    /// ```
    pub fn cards(self, level: Rank) -> Vec<Card> {
        let (card, copies) = self.card(level);
        vec![card; usize::from(copies)]
    }
}

/// An action of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Mix words into the shuffle of the next deal; again replaces the former ones.
    Contribute(Contribution),
    /// Start the deal of the next round.
    Deal,
    /// Bid for trump.
    Call(Call),
    /// Decline to call in this deal's call window.
    PassCall,
    /// Bury these eight cards (扣底).
    Bury(Vec<Card>),
    /// Lead, throw or follow with these cards (出牌).
    Play(Vec<Card>),
    /// Offer to concede the round, or agree to the partner's offer (投降).
    Surrender,
    /// Take back one's own offer, or decline the partner's.
    PlayOn,
    /// Take back one's own last play or call, where the house rules let it be.
    TakeBack,
}

/// An event that the game awaits from the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The next card of the deal; `dealt` cards (0–99) are out.
    Deal {
        /// The round, counted from 1.
        round: u32,
        /// The attempt at dealing this round, counted from 0: it rises with every redeal.
        attempt: u32,
        /// Cards dealt so far.
        dealt: u8,
    },
    /// The end of the call window. Every call restarts it (`calls` rises), and so does one that is
    /// taken back.
    CloseCalls {
        /// The round, counted from 1.
        round: u32,
        /// The attempt at dealing this round, counted from 0.
        attempt: u32,
        /// Calls made so far in this deal, and how many of them were taken back.
        calls: u8,
    },
    /// The only legal play of the player on turn, where the house rules have it made for them.
    Forced {
        /// The round, counted from 1.
        round: u32,
        /// The turn, as the match counts them.
        turn: u32,
    },
}

/// What a team still has to do to win the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Climb to the last level and win a round as declarers there.
    #[default]
    Climbing,
    /// It did that; by house rule one more round, without trump suit, is to be won as declarers.
    NoTrumpRound,
}

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEnd {
    /// All tricks were played.
    PlayedOut,
    /// This team surrendered.
    Surrendered(Team),
    /// The people at the table agreed to end it with the points as they stood.
    Agreed,
}

/// The result of a round, as the scoreboard keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundResult {
    /// The round, counted from 1.
    pub round: u32,
    /// The dealer (庄家).
    pub dealer: Seat,
    /// What was trump.
    pub trump: Trump,
    /// How trump was found.
    pub source: TrumpSource,
    /// The call that stood and its caller; `None` when nobody called.
    pub call: Option<(Seat, Call)>,
    /// Points of the opponents (闲家), kitty and penalties included.
    pub points: u16,
    /// Points captured in tricks by each seat.
    pub captured: [u16; 4],
    /// Points that failed throws brought the opponents; negative if their own cost them more.
    pub penalties: i16,
    /// Who won the last trick; `None` if no trick was played to the end.
    pub last_trick: Option<Seat>,
    /// The kitty (底牌) as it was buried; empty if the round ended before that, or if the house never
    /// shows it.
    pub kitty: Vec<Card>,
    /// Points of a kitty that is not shown, if they counted; `None` for all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kitty_points: Option<u16>,
    /// What the kitty's points were multiplied with for the opponents; 0 if they did not take it.
    pub kitty_factor: u16,
    /// Why it ended.
    pub end: RoundEnd,
    /// The team that won the round. It deals next, unless a call makes the dealer.
    pub winner: Team,
    /// Levels gained by the winner, as far as they counted.
    pub gained: u8,
    /// Levels of both teams after the round.
    pub levels: [Rank; 2],
    /// What both teams still have to do after the round.
    pub progress: [Progress; 2],
    /// Who deals next, unless a call makes the dealer.
    pub next_dealer: Seat,
    /// Throws (甩牌) tried by each seat, and how many of them failed.
    pub throws: [(u8, u8); 4],
    /// What the shuffle can be checked with.
    #[serde(flatten)]
    pub deal: OpenedDeal,
    /// The attempt at dealing that stood, counted from 0.
    pub attempt: u32,
    /// Whether a jack in the last trick sent the declarers back to their first level.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fell: bool,
}

/// How trump was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrumpSource {
    /// Somebody called.
    Called(Seat),
    /// A card of the kitty was turned over.
    Flipped(Card),
    /// Nobody called, and the rule makes it a no-trump round.
    Nobody,
    /// The last round after the ace is played without trump suit.
    AfterAce,
}
