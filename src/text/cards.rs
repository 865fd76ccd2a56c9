//! Cards as people type them and as they are shown.
//!
//! Decides which writings are understood (tractor's rules, "Input is generous") and how cards and
//! hands look. Knows no rules of play: whether a card is held or allowed is for the game.

use super::words::{ParseError, clean, quotable};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::trump::{EffectiveSuit, Trump};

/// The most cards that one command can name: the dealer's hand with the kitty.
pub const MOST_CARDS: usize = 33;

/// Suits as they may be written, longer writings before their beginnings.
const SUITS: [(&str, Suit); 44] = [
    ("spades", Suit::Spades),
    ("spade", Suit::Spades),
    ("hearts", Suit::Hearts),
    ("heart", Suit::Hearts),
    ("diamonds", Suit::Diamonds),
    ("diamond", Suit::Diamonds),
    ("clubs", Suit::Clubs),
    ("club", Suit::Clubs),
    (":spades:", Suit::Spades),
    (":hearts:", Suit::Hearts),
    (":diamonds:", Suit::Diamonds),
    (":clubs:", Suit::Clubs),
    ("黑桃", Suit::Spades),
    ("葵扇", Suit::Spades),
    ("红桃", Suit::Hearts),
    ("红心", Suit::Hearts),
    ("紅桃", Suit::Hearts),
    ("紅心", Suit::Hearts),
    ("方块", Suit::Diamonds),
    ("方片", Suit::Diamonds),
    ("方塊", Suit::Diamonds),
    ("方", Suit::Diamonds),
    ("梅花", Suit::Clubs),
    ("草花", Suit::Clubs),
    ("梅", Suit::Clubs),
    ("草", Suit::Clubs),
    ("黑", Suit::Spades),
    ("红", Suit::Hearts),
    ("紅", Suit::Hearts),
    ("♠", Suit::Spades),
    ("♤", Suit::Spades),
    ("♥", Suit::Hearts),
    ("♡", Suit::Hearts),
    ("❤", Suit::Hearts),
    ("♦", Suit::Diamonds),
    ("♢", Suit::Diamonds),
    ("◆", Suit::Diamonds),
    ("◇", Suit::Diamonds),
    ("♣", Suit::Clubs),
    ("♧", Suit::Clubs),
    ("c", Suit::Clubs),
    ("d", Suit::Diamonds),
    ("h", Suit::Hearts),
    ("s", Suit::Spades),
];

/// Jokers as they may be written. `SJ` is the jack of spades.
const JOKERS: [(&str, Card); 13] = [
    ("joker-", Card::SMALL_JOKER),
    ("joker+", Card::BIG_JOKER),
    ("小王", Card::SMALL_JOKER),
    ("小鬼", Card::SMALL_JOKER),
    ("大王", Card::BIG_JOKER),
    ("大鬼", Card::BIG_JOKER),
    ("j-", Card::SMALL_JOKER),
    ("j−", Card::SMALL_JOKER),
    ("j–", Card::SMALL_JOKER),
    ("j+", Card::BIG_JOKER),
    ("bj", Card::SMALL_JOKER),
    ("rj", Card::BIG_JOKER),
    ("🃏-", Card::SMALL_JOKER),
];

/// Signs for "times" in a repetition.
const TIMES: [char; 4] = ['x', 'X', '×', '*'];

/// The cards that the words name, in the order in which they were named; none if there are no words.
///
/// # Errors
/// [`ParseError::TooLong`], [`ParseError::TooManyCards`], or
/// [`ParseError::UnknownCard`] with the first piece that is no card.
pub fn read(words: &str) -> Result<Vec<Card>, ParseError> {
    let text = clean(words)?;
    let mut reader = Reader { text: &text, at: 0 };
    let mut cards = Vec::new();
    // A suit that stands alone before ranks counts for all of them: `♠ A 10 4`.
    let mut heading: Option<Suit> = None;
    loop {
        reader.skip_separators();
        let piece = reader.at;
        if reader.rest().is_empty() {
            break;
        }
        let unknown = || ParseError::UnknownCard {
            piece: quotable(reader.piece(piece)),
        };
        let mut ahead = reader;
        if let Some((card, copies)) = ahead.repeated_card(heading) {
            cards.extend(std::iter::repeat_n(card, usize::from(copies)));
            if cards.len() > MOST_CARDS {
                return Err(ParseError::TooManyCards { most: MOST_CARDS });
            }
        } else if let Some(suit) = ahead.suit().filter(|_| ahead.at_separator()) {
            heading = Some(suit);
        } else {
            return Err(unknown());
        }
        reader = ahead;
    }
    Ok(cards)
}

/// The suits that cleaned words consist of; `None` if there is anything else, or nothing at all.
pub fn suits(text: &str) -> Option<Vec<Suit>> {
    let mut reader = Reader { text, at: 0 };
    let mut suits = Vec::new();
    loop {
        reader.skip_separators();
        if reader.rest().is_empty() {
            return (!suits.is_empty()).then_some(suits);
        }
        suits.push(reader.suit()?);
    }
}

/// A place in cleaned input.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_separators(&mut self) {
        let rest = self.rest();
        let next = rest.find(|c| !is_separator(c)).unwrap_or(rest.len());
        self.at += next;
    }

    fn at_separator(&self) -> bool {
        self.rest().chars().next().is_some_and(is_separator)
    }

    /// The whole piece between separators that `start` is in.
    fn piece(&self, start: usize) -> &'a str {
        let begin = self.text[..start].rfind(is_separator);
        let begin = begin.map_or(0, |at| {
            at + self.text[at..].chars().next().map_or(1, char::len_utf8)
        });
        let length = self.text[start..].find(is_separator);
        &self.text[begin..length.map_or(self.text.len(), |length| start + length)]
    }

    /// Takes the first of these writings that comes next, in any case.
    fn take<T: Copy>(&mut self, writings: &[(&str, T)]) -> Option<T> {
        let rest = self.rest();
        let found = writings.iter().find(|(written, _)| {
            let start = rest.get(..written.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(written))
        });
        let (written, meaning) = found?;
        self.at += written.len();
        Some(*meaning)
    }

    fn suit(&mut self) -> Option<Suit> {
        self.take(&SUITS)
    }

    fn rank(&mut self) -> Option<Rank> {
        let rest = self.rest();
        let length = if rest.starts_with("10") { 2 } else { 1 };
        let rank = rest.get(..length)?.parse().ok()?;
        self.at += length;
        Some(rank)
    }

    /// `5H`, `♥5`, `J+`; under a heading a bare rank as well.
    fn card(&mut self, heading: Option<Suit>) -> Option<Card> {
        if let Some(joker) = self.take(&JOKERS) {
            return Some(joker);
        }
        let start = *self;
        let card = match self.rank() {
            Some(rank) => match self.suit() {
                Some(suit) => Some(Card::new(rank, suit)),
                None => heading
                    .filter(|_| self.rest().is_empty() || self.at_separator())
                    .map(|suit| Card::new(rank, suit)),
            },
            None => {
                let suit = self.suit();
                suit.and_then(|suit| Some(Card::new(self.rank()?, suit)))
            }
        };
        if card.is_none() {
            *self = start;
        }
        card
    }

    /// A card and how often: `5H`, `2x5H`, `5Hx2`.
    fn repeated_card(&mut self, heading: Option<Suit>) -> Option<(Card, u8)> {
        let start = *self;
        let before = self.digit().filter(|_| self.times());
        if before.is_none() {
            *self = start;
        }
        let card = self.card(heading)?;
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
            ',' | ';' | '、' | '，' | '；' | '。' | '·' | '+' | '/' | '|' | '&'
        )
}

/// A card as it is shown: `♠K`, `J+`.
pub fn shown(card: Card) -> String {
    match (card.suit(), card.rank()) {
        (Some(suit), Some(rank)) => format!("{}{rank}", suit.symbol()),
        _ => card.to_string(),
    }
}

/// Cards as they are shown, with spaces between: `♠K ♠K`.
pub fn list(cards: &[Card]) -> String {
    join(cards, shown)
}

/// Cards as they are typed: `KS KS`.
pub fn typed(cards: &[Card]) -> String {
    join(cards, |card| card.to_string())
}

/// Cards typed as short as can be, two letters each: `KSTHJ+`.
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

/// One effective suit of a hand, its cards high to low.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The suit that the cards count as.
    pub suit: EffectiveSuit,
    /// The cards, the highest first.
    pub cards: Vec<Card>,
}

/// The hand by effective suit: trumps first, then ♠ ♥ ♣ ♦ as far as they are not trump. Suits that
/// the hand lacks have an empty group.
pub fn grouped(hand: &[Card], trump: Trump) -> Vec<Group> {
    let sides = [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds];
    let sides = sides.into_iter().filter(|suit| trump.suit != Some(*suit));
    let suits = std::iter::once(EffectiveSuit::Trumps).chain(sides.map(EffectiveSuit::Side));
    let group = |suit| {
        let cards = hand
            .iter()
            .copied()
            .filter(|card| trump.effective_suit(*card) == suit);
        let mut cards: Vec<Card> = cards.collect();
        sort(&mut cards, trump);
        Group { suit, cards }
    };
    suits.map(group).collect()
}

/// Puts cards into order, high to low; of equal ones the copies of a card stay together.
pub fn sort(cards: &mut [Card], trump: Trump) {
    cards.sort_by_key(|card| {
        std::cmp::Reverse((trump.effective_suit(*card), trump.step(*card), *card))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::card::notation;

    fn check(words: &str, expected: &str) {
        let read = match read(words) {
            Ok(cards) => notation(&cards),
            Err(error) => format!("{error}"),
        };
        assert_eq!(read, expected, "{words:?}");
    }

    #[test]
    fn cards_are_read_in_every_usual_writing() {
        for (words, cards) in [
            ("5H 5H", "5H 5H"),
            ("5h5h", "5H 5H"),
            ("5H,5H", "5H 5H"),
            ("5H, 5H ;5H", "5H 5H 5H"),
            ("5H、5H，5H", "5H 5H 5H"),
            ("5H+5H", "5H 5H"),
            ("2x5H", "5H 5H"),
            ("5Hx2", "5H 5H"),
            ("2×5H 1*6h", "5H 5H 6H"),
            ("5h X 2", "\"X\" is no card"),
            ("2x5hx2", "\"2x5hx2\" is no card"),
            ("10H th TH", "10H 10H 10H"),
            ("h10 ht", "10H 10H"),
            ("♥K", "KH"),
            ("K♥", "KH"),
            ("♥\u{FE0F}K k❤\u{FE0F}", "KH KH"),
            ("♡5♤6♢7♧8", "5H 6S 7D 8C"),
            (":hearts:5 5:spades:", "5H 5S"),
            ("jc CJ sj", "JC JC JS"),
            ("J- J+ j-j+", "J- J+ J- J+"),
            ("J+J+J-J-9C9C", "J+ J+ J- J- 9C 9C"),
            ("BJ rj", "J- J+"),
            ("小王大王 大鬼", "J- J+ J+"),
            ("2x大王", "J+ J+"),
            ("黑桃K 红桃10 红心A 梅花2 方块3 方片4", "KS 10H AH 2C 3D 4D"),
            ("草花J K黑桃 紅心5 方塊6", "JC KS 5H 6D"),
            ("５Ｈ　１０Ｓ，Ｊ＋", "5H 10S J+"),
            ("spadesK Kspades 5hearts", "KS KS 5H"),
            ("♠ A 10 4", "AS 10S 4S"),
            ("♠ A 10 ♦ Q Q", "AS 10S QD QD"),
            ("♠ A 10 4H 3", "AS 10S 4H 3S"),
            ("S A K, H 5", "AS KS 5H"),
            ("5H\u{200B}5H\u{202E}", "5H 5H"),
            ("5H\n6H\t7H", "5H 6H 7H"),
            ("HJ+HJ", "JH JH"),
        ] {
            check(words, cards);
        }
    }

    #[test]
    fn what_is_no_card_is_quoted_short_and_harmless() {
        for (words, error) in [
            ("", ""),
            (" , ", ""),
            ("♠", "\"♠\" is no card"),
            ("♠ ", ""),
            ("11H", "\"11H\" is no card"),
            ("5H 11H 6H", "\"11H\" is no card"),
            ("1S", "\"1S\" is no card"),
            ("5", "\"5\" is no card"),
            ("5H 5", "\"5\" is no card"),
            ("J", "\"J\" is no card"),
            ("5X", "\"5X\" is no card"),
            ("5H5", "\"5H5\" is no card"),
            ("@everyone", "\"@everyone\" is no card"),
            ("``**", "\"**\" is no card"),
            ("abcdefghijklmnop", "\"abcdefghijkl…\" is no card"),
            ("0x5H", "\"0x5H\" is no card"),
            ("9x5H 9x5H 9x5H 9x5H", "more than 33 cards were named"),
        ] {
            check(words, error);
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
    fn every_card_reads_back_as_shown_typed_and_packed() {
        for card in Card::all() {
            for written in [shown(card), card.to_string(), packed(&[card])] {
                assert_eq!(read(&written), Ok(vec![card]), "{written}");
            }
        }
        let all: Vec<Card> = Card::all().take(33).collect();
        assert!(packed(&all).len() <= 66);
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

    #[test]
    fn hands_are_grouped_by_what_cards_count_as() {
        let hand = read("2C AC 7S 7H J- J+ QD QD 10S 4S AS 7H AH");
        let hand = hand.expect("cards");
        let trump = Trump::suited("7".parse().expect("a rank"), Suit::Hearts);
        let groups = grouped(&hand, trump);
        let shown: Vec<_> = groups
            .iter()
            .map(|g| format!("{}: {}", g.suit.letter(), list(&g.cards)))
            .collect();
        assert_eq!(
            shown.join(" | "),
            "T: J+ J- ♥7 ♥7 ♠7 ♥A | S: ♠A ♠10 ♠4 | C: ♣A ♣2 | D: ♦Q ♦Q"
        );
    }
}
