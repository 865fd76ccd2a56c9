//! What a finished round of tractor looked like: the deal, the tricks and the result.
//!
//! Decides how it is kept: as JSON with short words and cards in their notation, about two and a
//! half kilobytes a round. Knows no rule: what was a failed throw, who won a trick and what it was
//! worth stands in it. [`super::matches`] writes it, pages are drawn from it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::{Call, Progress, RoundEnd, RoundResult};
use super::card::{Card, Rank, Suit, notation};
use super::rules::{NextDealer, PermanentTrumps, Rules};
use super::seating::{PLAYERS, Team};
use super::trump::Trump;
use crate::game::Seat;

/// The most cards that are read at once: two decks, twice.
const MOST_CARDS: usize = 216;
/// The most tricks of a round that are shown.
const MOST_TRICKS: usize = 64;

/// Cards, written in their notation with spaces between: `2C 10H J+`.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CardList(pub Vec<Card>);

impl fmt::Debug for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation(&self.0))
    }
}

impl CardList {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for CardList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&notation(&self.0))
    }
}

impl<'de> Deserialize<'de> for CardList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let cards = text.split_whitespace().map(str::parse);
        let cards: Result<Vec<Card>, _> = cards.take(MOST_CARDS + 1).collect();
        if cards.as_ref().is_ok_and(|cards| cards.len() > MOST_CARDS) {
            return Err(serde::de::Error::custom("more cards than there are"));
        }
        // The text is not quoted: it may be long.
        cards
            .map(CardList)
            .map_err(|_| serde::de::Error::custom("a word is no card"))
    }
}

/// A round, as far as it was seen. A field that is missing in its JSON means none, nobody or 0.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Replay {
    /// The round, counted from 1; 0 while nothing was seen.
    pub round: u32,
    /// The dominant rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Rank>,
    /// The trump suit; none in a no-trump round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suit: Option<Suit>,
    /// The ranks that were trumps whatever the round.
    #[serde(skip_serializing_if = "PermanentTrumps::is_off")]
    pub permanent: PermanentTrumps,
    /// The dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Seat>,
    /// The calls in order, with the cards that were shown for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<(Seat, CardList)>,
    /// Cards of the kitty that were turned over because nobody called.
    #[serde(skip_serializing_if = "CardList::is_empty")]
    pub flipped: CardList,
    /// Who had taken the kitty over when it was buried for the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_over: Option<Seat>,
    /// The hands by seat before the kitty was buried, that of who buried it with it unless the house
    /// never shows it; empty until it is buried, and if the round ended before that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<CardList>,
    /// The cards buried; empty if the house never shows them.
    #[serde(skip_serializing_if = "CardList::is_empty")]
    pub buried: CardList,
    /// The tricks that were played to the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tricks: Vec<TrickReplay>,
    /// The result; none while the round is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

/// A trick that was played to the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrickReplay {
    /// Who led.
    #[serde(rename = "by")]
    pub leader: Seat,
    /// The plays in turn order, the lead first.
    pub plays: Vec<CardList>,
    /// All cards of the failed throw that the lead came from.
    #[serde(default, skip_serializing_if = "CardList::is_empty")]
    pub tried: CardList,
    /// Who won it.
    pub won: Seat,
    /// The points in it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub points: u16,
}

/// The result of a round, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The round, counted from 1.
    #[serde(skip)]
    pub round: u32,
    /// What was trump.
    #[serde(skip, default = "any_trump")]
    pub trump: Trump,
    /// The team that surrendered, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrendered: Option<Team>,
    /// Whether the people at the table agreed to end it with the points as they stood.
    #[serde(default, skip_serializing_if = "is_not")]
    pub agreed: bool,
    /// The dealer.
    pub dealer: Seat,
    /// The team that won.
    pub winner: Team,
    /// Points of the opponents.
    #[serde(default)]
    pub points: u16,
    /// The points with which the opponents would have won, as the house rules said.
    #[serde(default = "usual_points", skip_serializing_if = "is_usual")]
    pub needed: u16,
    /// Points that failed throws brought the opponents; negative if their own cost them more.
    #[serde(default, skip_serializing_if = "is_even")]
    pub penalties: i16,
    /// Who won the last trick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_trick: Option<Seat>,
    /// The kitty as it was buried; empty if the house never shows it.
    #[serde(default, skip_serializing_if = "CardList::is_empty")]
    pub kitty: CardList,
    /// Points of a kitty that is not shown, if they counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kitty_points: Option<u16>,
    /// What the kitty's points were multiplied with for the opponents; 0 if they did not take it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kitty_factor: u16,
    /// Levels gained by the winner.
    #[serde(default)]
    pub gained: u8,
    /// Levels of both teams after the round, North + South first.
    pub levels: [Rank; 2],
    /// Which teams still have to win a round without trump suit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_trump_round: Vec<Team>,
    /// Who deals next, unless a call makes the dealer.
    pub next_dealer: Seat,
    /// What makes the next dealer, as the house rules said.
    #[serde(default = "usual_dealer", skip_serializing_if = "is_usual_dealer")]
    pub dealer_by: NextDealer,
    /// Whether the match was over with it.
    #[serde(default, skip_serializing_if = "is_not")]
    pub match_over: bool,
    /// Whether a jack in the last trick sent the declarers back to their first level.
    #[serde(default, skip_serializing_if = "is_not")]
    pub fell: bool,
    /// The revealed secret of the shuffle, in hexadecimal digits.
    #[serde(default)]
    pub secret: String,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// What the opponents need in the standard game.
const fn usual_points() -> u16 {
    Rules::STANDARD.points_to_win.0
}

fn is_usual(points: &u16) -> bool {
    *points == usual_points()
}

/// What makes the next dealer in the standard game.
const fn usual_dealer() -> NextDealer {
    Rules::STANDARD.next_dealer
}

fn is_usual_dealer(rule: &NextDealer) -> bool {
    *rule == usual_dealer()
}

fn is_even(number: &i16) -> bool {
    *number == 0
}

fn is_not(set: &bool) -> bool {
    !*set
}

/// What stands for the trump until that of the round is put in.
const fn any_trump() -> Trump {
    Trump::no_trump(Rank::TWO)
}

impl Replay {
    /// What was trump; none if the round ended before it was fixed.
    pub fn trump(&self) -> Option<Trump> {
        self.level.map(|rank| Trump {
            rank,
            suit: self.suit,
            permanent: self.permanent,
        })
    }

    /// The result with what the rest of the replay says.
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.result.clone()?;
        Some(Outcome {
            round: self.round,
            trump: self.trump().unwrap_or(any_trump()),
            ..outcome
        })
    }

    /// What each seat held before each trick, and at the end: the hands without the kitty, then
    /// without what was played. Cards that a hand does not have are passed over, and tricks that are too
    /// many.
    pub fn holdings(&self) -> Vec<[Vec<Card>; PLAYERS]> {
        let dealt = |seat: usize| {
            self.hands
                .get(seat)
                .map_or(Vec::new(), |hand| hand.0.clone())
        };
        let mut hands: [Vec<Card>; PLAYERS] = std::array::from_fn(dealt);
        let buried_by = self.taken_over.or(self.dealer);
        if let Some(hand) = buried_by.and_then(|seat| hands.get_mut(seat.index())) {
            take(hand, &self.buried);
        }
        let mut holdings = vec![hands.clone()];
        for trick in self.tricks.iter().take(MOST_TRICKS) {
            for (seat, play) in (trick.leader.index()..).zip(&trick.plays) {
                take(&mut hands[seat % PLAYERS], play);
            }
            holdings.push(hands.clone());
        }
        holdings
    }
}

/// Takes cards out of a hand, as far as they are in it.
fn take(hand: &mut Vec<Card>, cards: &CardList) {
    for card in &cards.0 {
        if let Some(at) = hand.iter().position(|held| held == card) {
            hand.remove(at);
        }
    }
}

impl Outcome {
    /// What is shown of a result under these rules; `match_over` if the match was over with it.
    pub fn of(result: &RoundResult, match_over: bool, rules: &Rules) -> Outcome {
        let no_trump = |team: &Team| result.progress[team.index()] == Progress::NoTrumpRound;
        Outcome {
            round: result.round,
            trump: result.trump,
            surrendered: match result.end {
                RoundEnd::PlayedOut | RoundEnd::Agreed => None,
                RoundEnd::Surrendered(team) => Some(team),
            },
            agreed: result.end == RoundEnd::Agreed,
            dealer: result.dealer,
            winner: result.winner,
            points: result.points,
            needed: rules.points_to_win.0,
            penalties: result.penalties,
            last_trick: result.last_trick,
            kitty: CardList(result.kitty.clone()),
            kitty_points: result.kitty_points,
            kitty_factor: result.kitty_factor,
            gained: result.gained,
            levels: result.levels,
            no_trump_round: Team::ALL.into_iter().filter(no_trump).collect(),
            next_dealer: result.next_dealer,
            dealer_by: rules.next_dealer,
            match_over,
            fell: result.fell,
            secret: result.deal.secret.clone(),
        }
    }

    /// What this team still has to do after the round.
    pub fn progress(&self, team: Team) -> Progress {
        match self.no_trump_round.contains(&team) {
            true => Progress::NoTrumpRound,
            false => Progress::Climbing,
        }
    }
}

/// A call with the cards that were shown for it.
pub(super) fn shown((seat, call): (Seat, Call), level: Rank) -> (Seat, CardList) {
    (seat, CardList(call.cards(level)))
}
