//! Actions of players, and cues of the clock.

use serde::{Deserialize, Serialize};

use super::card::{Card, Color};
use super::rules::Rules;
use crate::chance::Contribution;
use crate::game::Seat;

/// A card to be laid, with everything that can be said along with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The card.
    pub card: Card,
    /// The colour that a wild card names; it can be named afterwards as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// With whom a 7 exchanges hands under `seven_zero`; it can be said afterwards as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<Seat>,
    /// Whether UNO is said with it; without effect unless one card is left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uno: bool,
}

impl Play {
    /// The card alone.
    pub const fn of(card: Card) -> Self {
        Self {
            card,
            color: None,
            swap: None,
            uno: false,
        }
    }
}

/// A move in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Lay a card.
    Play(Play),
    /// Name the colour of the wild card just laid.
    Color(Color),
    /// Exchange hands with this player, after a 7 under `seven_zero`.
    Swap(Seat),
    /// Draw: a card instead of laying one, or all the cards owed.
    Draw,
    /// End the turn.
    Pass,
    /// Call the bluff of the Wild Draw Four just laid.
    Call,
    /// Say UNO: before laying the last but one card, or right after.
    Uno,
    /// Catch somebody who forgot to say UNO; without a seat, whoever it is.
    Catch(Option<Seat>),
}

/// An action of a player: a move, or something before a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "ReadAction")]
pub enum Action {
    /// Mix words into the shuffle of the next round; again replaces the former ones.
    Contribute(Contribution),
    /// Start the next round without waiting any longer.
    Deal,
    /// Do something in the round.
    #[serde(untagged)]
    Move(Move),
}

/// An action as it is read: all words in one list, so that one that is not known can be told from one
/// that is used wrongly.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ReadAction {
    Contribute(Contribution),
    Deal,
    Play(Play),
    Color(Color),
    Swap(Seat),
    Draw,
    Pass,
    Call,
    Uno,
    Catch(Option<Seat>),
}

impl From<ReadAction> for Action {
    fn from(read: ReadAction) -> Self {
        Action::Move(match read {
            ReadAction::Contribute(words) => return Action::Contribute(words),
            ReadAction::Deal => return Action::Deal,
            ReadAction::Play(play) => Move::Play(play),
            ReadAction::Color(color) => Move::Color(color),
            ReadAction::Swap(seat) => Move::Swap(seat),
            ReadAction::Draw => Move::Draw,
            ReadAction::Pass => Move::Pass,
            ReadAction::Call => Move::Call,
            ReadAction::Uno => Move::Uno,
            ReadAction::Catch(seat) => Move::Catch(seat),
        })
    }
}

impl From<Move> for Action {
    fn from(chosen: Move) -> Self {
        Action::Move(chosen)
    }
}

impl From<Play> for Action {
    fn from(play: Play) -> Self {
        Action::Move(Move::Play(play))
    }
}

/// An event that the game awaits from the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The deal of a round, counted from 1.
    Deal {
        /// The round.
        round: u32,
    },
    /// The player in turn is to be reminded.
    Warn {
        /// The round, counted from 1.
        round: u32,
        /// The decision within the round.
        step: u32,
    },
    /// The time of the player in turn is up.
    TimeUp {
        /// The round, counted from 1.
        round: u32,
        /// The decision within the round.
        step: u32,
    },
}

/// The pause before the first round, in milliseconds, if `deal_wait` is not shorter still.
const FIRST_DEAL_MS: u64 = 3_000;

impl Cue {
    /// How long the clock is to wait before this cue, in milliseconds.
    pub fn wait_ms(self, rules: &Rules) -> u64 {
        let pause = u64::from(rules.deal_wait) * 1_000;
        let limit = u64::from(rules.turn_limit) * 1_000;
        match self {
            Cue::Deal { round: 1 } => pause.min(FIRST_DEAL_MS),
            Cue::Deal { .. } => pause,
            Cue::Warn { .. } => limit * 2 / 3,
            Cue::TimeUp { .. } => limit - limit * 2 / 3,
        }
    }
}

#[cfg(feature = "testing")]
impl Play {
    /// Names a colour along with the card.
    ///
    /// ```
    /// # use engine::uno::{card::*, *};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let play = Play::of(Card::WILD).naming(Color::Green).saying_uno();
    /// assert_eq!((play.color, play.uno), (Some(Color::Green), true));
    /// ```
    pub const fn naming(self, color: Color) -> Self {
        Self {
            color: Some(color),
            ..self
        }
    }

    /// Says UNO along with the card.
    pub const fn saying_uno(self) -> Self {
        Self { uno: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_short_in_a_journal_and_read_back() {
        let wild = Play::of(Card::WILD).naming(Color::Blue).saying_uno();
        let words = Contribution::new("salt").expect("words");
        for (action, json) in [
            (Action::Deal, r#""deal""#),
            (Action::Contribute(words), r#"{"contribute":"salt"}"#),
            (
                wild.into(),
                r#"{"play":{"card":"W","color":"blue","uno":true}}"#,
            ),
            (Move::Draw.into(), r#""draw""#),
            (Move::Catch(Some(Seat::new(3))).into(), r#"{"catch":3}"#),
        ] {
            assert_eq!(serde_json::to_string(&action).expect("plain"), json);
            assert_eq!(
                serde_json::from_str::<Action>(json).expect("the same"),
                action
            );
        }
    }
}
