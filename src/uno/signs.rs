//! What everybody at the table can conclude about hidden cards from the moves of a round.
//!
//! Decides who showed that they lack a colour or a wild card, by drawing or passing where one would
//! have fitted. Such a sign is a guess: nobody is bound to lay what they hold. No rule depends on
//! it.

use serde::{Deserialize, Serialize};

use super::card::{Card, Color};
use crate::game::{Seat, is_default};

/// How many seats there can be.
pub(super) const SEATS: usize = 10;

/// What a seat showed to lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lacks {
    /// For each colour, how many cards the seat drew since it showed that it has none of it; `None`
    /// if it never did, or has laid one since.
    #[serde(default, skip_serializing_if = "is_default")]
    pub colors: [Option<u8>; 4],
    /// The same for both wild cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wilds: Option<u8>,
}

impl Lacks {
    /// How many cards of a hand of `held` can be of this colour.
    ///
    /// ```
    /// use engine::uno::{Color, signs::Lacks};
    ///
    /// let lacks = Lacks { colors: [Some(1), None, None, None], wilds: None };
    /// assert_eq!(lacks.most_of(Color::Red, 5), 1);
    /// assert_eq!(lacks.most_of(Color::Blue, 5), 5);
    /// ```
    pub fn most_of(&self, color: Color, held: u16) -> u16 {
        self.colors[color.index()].map_or(held, |drawn| u16::from(drawn).min(held))
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Option<u8>> {
        self.colors.iter_mut().chain([&mut self.wilds])
    }
}

/// The signs of all seats.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signs {
    seats: [Lacks; SEATS],
    /// The colour in force before the top card was laid.
    #[serde(default, skip_serializing_if = "is_default")]
    before: Option<Color>,
}

impl Signs {
    /// The signs that a view shows.
    pub(super) fn of_view(shown: &[Lacks], before: Option<Color>) -> Self {
        let mut seats = [Lacks::default(); SEATS];
        for (seat, lacks) in seats.iter_mut().zip(shown) {
            *seat = *lacks;
        }
        Self { seats, before }
    }

    /// What this seat showed to lack.
    #[inline]
    pub fn of(&self, seat: Seat) -> &Lacks {
        &self.seats[seat.index()]
    }

    /// The colour in force before the top card was laid.
    #[inline]
    pub fn before(&self) -> Option<Color> {
        self.before
    }

    /// A card was laid while `color` was in force.
    #[inline]
    pub(super) fn laid(&mut self, seat: Seat, card: Card, color: Option<Color>) {
        self.before = color;
        let lacks = &mut self.seats[seat.index()];
        let sign = match card.color() {
            Some(color) => &mut lacks.colors[color.index()],
            None => &mut lacks.wilds,
        };
        // The card was drawn since, or the sign misled.
        *sign = sign.and_then(|drawn| drawn.checked_sub(1));
    }

    /// A seat names a colour: it is likely to hold it.
    #[inline]
    pub(super) fn named(&mut self, seat: Seat, color: Color) {
        self.seats[seat.index()].colors[color.index()] = None;
    }

    /// A seat neither lays a card on this colour nor a wild one.
    #[inline]
    pub(super) fn declined(&mut self, seat: Seat, color: Option<Color>) {
        let lacks = &mut self.seats[seat.index()];
        lacks.wilds = Some(0);
        if let Some(color) = color {
            lacks.colors[color.index()] = Some(0);
        }
    }

    /// A seat drew cards.
    #[inline]
    pub(super) fn drew(&mut self, seat: Seat, cards: u16) {
        let cards = u8::try_from(cards).unwrap_or(u8::MAX);
        for sign in self.seats[seat.index()].all() {
            *sign = sign.map(|drawn| drawn.saturating_add(cards));
        }
    }

    /// Two seats exchanged hands.
    pub(super) fn swapped(&mut self, one: Seat, other: Seat) {
        self.seats.swap(one.index(), other.index());
    }

    /// Each seat's hand went to the one that `to` gives.
    pub(super) fn handed_on(
        &mut self,
        seats: impl Iterator<Item = Seat>,
        to: impl Fn(Seat) -> Seat,
    ) {
        let before = self.seats;
        for seat in seats {
            self.seats[to(seat).index()] = before[seat.index()];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::uno::card::cards;
    use crate::uno::round::Unlogged;
    use crate::uno::setup::Setup;
    use crate::uno::{Direction, Hand, Move, Play, Round, Rules};

    fn hand(text: &str) -> Hand {
        cards(text).expect("cards").into_iter().collect()
    }

    fn round() -> Round {
        let setup = Setup {
            rules: Rules::OFFICIAL,
            hands: vec![hand("R1 R2 G1 W"), hand("G3 G4 Y1"), hand("B1 B2 B3")],
            draw: cards("B9 B8 B7 B6 R9 Y9").expect("cards"),
            discards: vec![],
            top: "R5".parse().expect("a card"),
            color: Color::Red,
            direction: Direction::Forward,
            turn: Seat::new(0),
            drawn: None,
            owed: 0,
        };
        Round::resume(setup, Seed::from_number(1)).expect("a position")
    }

    /// Plays moves, a word each (`R1`, `W:B`, `draw`), and gives what the second seat then lacks.
    fn check(moves: &str, colors: [Option<u8>; 4], wilds: Option<u8>) {
        let mut round = round();
        for word in moves.split(' ') {
            let (card, color) = word.split_once(':').unwrap_or((word, ""));
            let chosen = match card {
                "draw" => Move::Draw,
                "pass" => Move::Pass,
                card => Move::Play(Play {
                    color: color.chars().next().and_then(Color::from_letter),
                    ..Play::of(card.parse().expect("a card"))
                }),
            };
            let turn = round.turn;
            round.play(turn, chosen, &mut Unlogged).expect("allowed");
        }
        let lacks = Lacks { colors, wilds };
        assert_eq!(*round.signs.of(Seat::new(1)), lacks, "{moves}");
    }

    #[test]
    fn whoever_draws_and_passes_shows_to_lack_the_colour_and_wild_cards() {
        let (no, all) = (None, Some(0));
        check("R1", [no; 4], no);
        // Y9 does not fit on red: the turn passes by itself.
        check("R1 draw", [all, no, no, no], all);
        // A number that fits shows nothing about the colour.
        check("R1 Y1", [no; 4], no);
        check("W:B draw", [no, no, all, no], all);
        check("W:Y Y1", [no; 4], no);
    }
}
