//! Cards of a French deck with jokers, typed and shown.
//!
//! Decides which notations are read (tractor's rules, "Input is generous") and how cards look. The
//! game decides whether a card is held or legal, and how a hand is sorted.
//!
//! ```
//! use tractor_bot::text::cards;
//! use tractor_bot::tractor::card::Card;
//!
//! let hand: Vec<Card> = cards::read("♠ A 10, 红桃K")?;
//! assert_eq!(cards::list(&hand), "♠A ♠10 ♥K");
//! assert_eq!(cards::typed(&hand), "AS 10S KH");
//! # Ok::<(), tractor_bot::text::words::ParseError>(())
//! ```

use super::words::notation;
use super::*;
use crate::tractor::card::{Card, Rank};

/// The most cards that one command can name: the dealer's hand with the kitty.
const MOST_CARDS: usize = 33;

/// Notations of jokers. `SJ` is the jack of spades.
const JOKERS: &[(Card, &str)] = &[
    (
        Card::SMALL_JOKER,
        "small joker|smalljoker|joker-|小王|小鬼|j-|j−|j–|bj|🃏-",
    ),
    (Card::BIG_JOKER, "big joker|bigjoker|joker+|大王|大鬼|j+|rj"),
];

/// Notations of suits.
const SUITS: &[(Suit, &str)] = &[
    (Suit::Spades, "spades|spade|:spades:|黑桃|葵扇|黑|♠|♤|s"),
    (
        Suit::Hearts,
        "hearts|heart|:hearts:|红桃|红心|紅桃|紅心|红|紅|♥|♡|❤|h",
    ),
    (
        Suit::Diamonds,
        "diamonds|diamond|:diamonds:|方块|方片|方塊|方|♦|♢|◆|◇|d",
    ),
    (Suit::Clubs, "clubs|club|:clubs:|梅花|草花|梅|草|♣|♧|c"),
];

/// Multiplication signs of a repetition.
const TIMES: [char; 4] = ['x', 'X', '×', '*'];

/// Chinese names of ranks, the lowest first.
const RANKS: [&str; 13] = [
    "二|两", "三", "四", "五", "六", "七", "八", "九", "十", "勾|钩", "圈", "凯", "尖",
];

/// How suits and ranks stand to each other in the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pairing {
    /// Each card is written whole, in either order: `5H`, `♥5`. After a lone suit, ranks stand alone
    /// between separators: `♠ A 10 4`.
    Each,
    /// A suit is followed by all of its ranks: `♠4433`. Between separators a card may have its rank first.
    SuitsFirst,
    /// Each rank is followed by its suit, with separators between: `10 S`.
    Apart,
}

/// The cards that the words name, in their order; none without words. The first [`Pairing`] by which
/// all words are cards is meant.
///
/// # Errors
/// [`ParseError::TooLong`], [`ParseError::TooManyCards`], [`ParseError::OnlySuit`] where no rank is
/// named, or [`ParseError::UnknownCard`] with the first piece that is no card.
pub fn read(words: &str) -> Result<Vec<Card>, ParseError> {
    let text = clean(words)?;
    if suits(&text).is_some() {
        return Err(ParseError::OnlySuit(quotable(&text)));
    }
    let by = |pairing| Reader::new(&text, pairing).cards();
    by(Pairing::Each).or_else(|error| match error {
        ParseError::UnknownCard(_) => [Pairing::SuitsFirst, Pairing::Apart]
            .into_iter()
            .find_map(|other| by(other).ok())
            .ok_or(error),
        error => Err(error),
    })
}

/// The ranks that the words name without any suit: `10`, `QQ`; `None` if they contain anything else,
/// or nothing.
pub fn ranks(words: &str) -> Option<Vec<Rank>> {
    only(&clean(words).ok()?, Reader::rank)
}

/// The suits in cleaned words; `None` if they contain anything else, or nothing.
pub fn suits(text: &str) -> Option<Vec<Suit>> {
    only(text, Reader::suit)
}

fn only<'a, T>(text: &'a str, read: impl Fn(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
    let mut reader = Reader::new(text, Pairing::Each);
    let mut found = Vec::new();
    loop {
        reader.skip_separators();
        if reader.rest().is_empty() {
            return (!found.is_empty()).then_some(found);
        }
        found.push(read(&mut reader)?);
    }
}

/// A position in cleaned input.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    at: usize,
    pairing: Pairing,
    /// The suit of ranks that stand alone.
    heading: Option<Suit>,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str, pairing: Pairing) -> Self {
        Self {
            text,
            at: 0,
            pairing,
            heading: None,
        }
    }

    /// All cards of the words.
    fn cards(mut self) -> Result<Vec<Card>, ParseError> {
        let mut cards = Vec::new();
        loop {
            self.skip_separators();
            let start = self.at;
            if self.rest().is_empty() {
                return Ok(cards);
            }
            if let Some((card, copies)) = self.repeated_card() {
                cards.extend(std::iter::repeat_n(card, usize::from(copies)));
                if cards.len() > MOST_CARDS {
                    return Err(ParseError::TooManyCards { most: MOST_CARDS });
                }
            } else {
                self.at = start;
                let heads = self.pairing == Pairing::Each;
                let heading = self.suit().filter(|_| heads && self.at_separator());
                self.heading = Some(
                    heading.ok_or_else(|| ParseError::UnknownCard(quotable(self.piece(start))))?,
                );
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_separators(&mut self) {
        let rest = self.rest();
        self.at += rest.find(|c| !is_separator(c)).unwrap_or(rest.len());
    }

    fn at_separator(&self) -> bool {
        self.rest().chars().next().is_some_and(is_separator)
    }

    /// The whole piece between separators that contains `start`.
    fn piece(&self, start: usize) -> &'a str {
        let begin = self.text[..start].rfind(is_separator).map_or(0, |at| {
            at + self.text[at..].chars().next().map_or(1, char::len_utf8)
        });
        let length = self.text[start..].find(is_separator);
        &self.text[begin..length.map_or(self.text.len(), |length| start + length)]
    }

    /// Reads one of these notations.
    fn take<'n, T: Copy>(
        &mut self,
        notations: impl IntoIterator<Item = (T, &'n str)>,
    ) -> Option<T> {
        let (length, meaning) = notation(self.rest(), notations)?;
        self.at += length;
        Some(meaning)
    }

    fn suit(&mut self) -> Option<Suit> {
        self.take(SUITS.iter().copied())
    }

    fn rank(&mut self) -> Option<Rank> {
        if let Some(index) = self.take(RANKS.into_iter().enumerate()) {
            return Rank::from_index(index);
        }
        let rest = self.rest();
        let length = if rest.starts_with("10") { 2 } else { 1 };
        let rank = rest.get(..length)?.parse().ok()?;
        self.at += length;
        Some(rank)
    }

    /// A joker, or a card by the pairing of these words.
    fn card(&mut self) -> Option<Card> {
        if let Some(joker) = self.take(JOKERS.iter().copied()) {
            return Some(joker);
        }
        let start = *self;
        let card = match self.pairing {
            Pairing::Each => self.paired().or_else(|| {
                *self = start;
                self.alone().filter(|_| self.at_end_of_piece())
            }),
            Pairing::SuitsFirst => self.rank_first().or_else(|| {
                *self = start;
                if let Some(suit) = self.suit() {
                    self.heading = Some(suit);
                    self.skip_separators();
                }
                self.alone()
            }),
            Pairing::Apart => self.rank().and_then(|rank| {
                self.skip_separators();
                Some(Card::new(rank, self.suit()?))
            }),
        };
        if card.is_none() {
            *self = start;
        }
        card
    }

    /// `5H` or `♥5`; behind the latter no rank is one of an earlier suit.
    fn paired(&mut self) -> Option<Card> {
        if let Some(rank) = self.rank() {
            return self.suit().map(|suit| Card::new(rank, suit));
        }
        let suit = self.suit()?;
        let rank = self.rank()?;
        self.heading = None;
        Some(Card::new(rank, suit))
    }

    /// `10H` as a piece of its own.
    fn rank_first(&mut self) -> Option<Card> {
        let begins = self.text[..self.at].chars().next_back();
        begins.is_none_or(is_separator).then_some(())?;
        let card = Card::new(self.rank()?, self.suit()?);
        self.at_end_of_piece().then_some(card)
    }

    /// A rank of the suit that was named before.
    fn alone(&mut self) -> Option<Card> {
        let suit = self.heading?;
        self.rank().map(|rank| Card::new(rank, suit))
    }

    fn at_end_of_piece(&self) -> bool {
        self.rest().is_empty() || self.at_separator()
    }

    /// A card with its count: `5H`, `2x5H`, `5Hx2`.
    fn repeated_card(&mut self) -> Option<(Card, u8)> {
        let start = *self;
        let before = self.digit().filter(|_| self.times());
        if before.is_none() {
            *self = start;
        }
        let card = self.card()?;
        let done = *self;
        let after = if self.times() { self.digit() } else { None };
        if after.is_none() {
            *self = done;
        }
        match (before, after) {
            (Some(_), Some(_)) => None,
            (copies, other) => Some((card, copies.or(other).unwrap_or(1))),
        }
    }

    fn digit(&mut self) -> Option<u8> {
        let digit = self
            .rest()
            .chars()
            .next()?
            .to_digit(10)
            .filter(|n| *n > 0)?;
        self.at += 1;
        Some(digit as u8)
    }

    fn times(&mut self) -> bool {
        let sign = self.rest().chars().next().filter(|c| TIMES.contains(c));
        self.at += sign.map_or(0, char::len_utf8);
        sign.is_some()
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | '.' | '、' | '，' | '；' | '。' | '·' | '+' | '/' | '|' | '&'
        )
}

/// A card as shown: `♠K`; a joker by its notation, such as `J+`.
pub fn shown(card: Card) -> String {
    match card.plain() {
        Some(card) => format!("{}{}", card.suit().symbol(), card.rank()),
        None => card.to_string(),
    }
}

/// Cards as shown, separated by spaces: `♠K ♠K`.
pub fn list(cards: &[Card]) -> String {
    join(cards, shown)
}

/// Cards in typed notation: `KS KS`.
pub fn typed(cards: &[Card]) -> String {
    join(cards, |card| card.to_string())
}

/// Cards in the shortest typed notation, two letters each: `KSTHJ+`.
pub fn packed(cards: &[Card]) -> String {
    cards
        .iter()
        .map(|card| card.to_string().replace("10", "T"))
        .collect()
}

fn join(cards: &[Card], write: impl Fn(Card) -> String) -> String {
    let words: Vec<_> = cards.iter().map(|card| write(*card)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::notation;
    use crate::text::cases;

    fn check(words: &str, expected: &str) {
        let read = match read(words) {
            Ok(cards) => notation(&cards),
            Err(error) => format!("{error}"),
        };
        assert_eq!(read, expected, "{words:?}");
    }

    #[test]
    fn cards_are_read_in_every_usual_writing() {
        for (words, expected) in cases("cards") {
            check(&words, &expected);
        }
    }

    #[test]
    fn overlong_input_is_refused_without_reading_it() {
        for hostile in ["5H ", "x", "💥", "\u{0301}", " ", "2x", "9x5H"] {
            let words = hostile.repeat(6_000 / hostile.chars().count());
            let error = read(&words);
            assert_eq!(
                error,
                Err(ParseError::TooLong),
                "{hostile:?} again and again"
            );
        }
    }

    #[test]
    fn jokers_are_read_in_every_usual_writing() {
        for (words, cards) in cases("jokers") {
            let read = read(&words).expect("cards");
            assert_eq!(notation(&read), cards, "{words:?}");
        }
        let many = ParseError::TooManyCards { most: MOST_CARDS };
        assert_eq!(read("9x5H 9x5H 9x5H 9xJ+"), Err(many));
    }

    #[test]
    fn every_card_reads_back_as_shown_typed_and_packed() {
        for card in Card::all() {
            for written in [shown(card), card.to_string(), packed(&[card])] {
                assert_eq!(read(&written), Ok(vec![card]), "{written}");
            }
        }
        let all: Vec<Card> = Card::all().skip(21).collect();
        assert_eq!(packed(&all).len(), 66);
        assert_eq!(read(&packed(&all)), Ok(all));
    }

    proptest::proptest! {
        #[test]
        fn no_input_panics(words in "\\PC*") {
            let _ = read(&words);
        }

        #[test]
        fn no_input_made_of_card_signs_panics(words in "[0-9JQKATCDHSBRjqkx×+♥♠♦♣小大王黑桃 ,*-]{0,60}") {
            if let Ok(cards) = read(&words) {
                proptest::prop_assert!(cards.len() <= MOST_CARDS);
            }
        }
    }
}
