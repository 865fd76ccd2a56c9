//! Where the cards of each suit lie in the words of a hand, as the networks are told of them.

use crate::players::tractor::sight::{Sight, bits};
use crate::tractor::card::Card;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::PermanentTrumps;
use crate::tractor::trump::Trump;

/// The bits of a suit, and the lowest of its place in a word.
pub type Lane = (u64, u32);

/// The lowest bit of the trumps of a layout.
const LOWEST_TRUMP: u32 = 39;
/// The bits between two suits.
const STEP: u32 = 13;

/// The side suits from the first on.
pub fn sides(sight: &Sight<'_>) -> impl Iterator<Item = Lane> + use<> {
    let trumps = sight.trumps();
    let count = match sight.layout.trump().suit {
        Some(_) => 3,
        None => 4,
    };
    (0..count).map(move |lane| ((0xFFF << (STEP * lane)) & !trumps, STEP * lane))
}

#[inline]
pub fn trumps(layout: &Layout) -> Lane {
    (layout.trumps(), LOWEST_TRUMP)
}

/// Which side suit a bit belongs to, counted from 0.
pub fn lane_of(suit: u64) -> usize {
    (suit.trailing_zeros() / STEP) as usize
}

/// Tells a feature for each first and each second copy of cards of a lane: those of the lowest are `bases`.
#[inline]
pub fn copies(
    layout: &Layout,
    cards: Hand,
    lane: Lane,
    bases: [usize; 2],
    tell: &mut impl FnMut(usize),
) {
    self::cards(layout, cards.one(), lane, bases[0], tell);
    self::cards(layout, cards.two(), lane, bases[1], tell);
}

/// Tells a feature for each card of a word, all of a lane: that of the lowest is `base`.
#[inline]
pub fn cards(
    layout: &Layout,
    word: u64,
    (_, lowest): Lane,
    base: usize,
    tell: &mut impl FnMut(usize),
) {
    match layout.has_permanent() {
        true => cards_as_learned(layout, word, (lowest, base), tell),
        false => bits(word).for_each(|bit| tell(base + (bit.trailing_zeros() - lowest) as usize)),
    }
}

/// The same where ranks are always trump. The networks have learned of none: these cards, which are just below the
/// dominant ones, count as the dominant card of their suit once more.
#[cold]
fn cards_as_learned(
    layout: &Layout,
    word: u64,
    (lowest, base): (u32, usize),
    tell: &mut impl FnMut(usize),
) {
    let trump = layout.trump();
    let standard = Layout::of(Trump {
        permanent: PermanentTrumps::Off,
        ..trump
    });
    for bit in bits(word) {
        let card = layout.card_at(bit.trailing_zeros());
        let card = match (card.rank(), card.suit()) {
            (Some(rank), Some(suit)) if trump.permanent.ranks().contains(&rank) => {
                Card::new(trump.rank, suit)
            }
            _ => card,
        };
        let at = standard.bit(card).trailing_zeros() - lowest;
        tell(base + at as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a card.
    fn told(layout: &Layout, card: Card) -> usize {
        let (bit, mut told) = (layout.bit(card), None);
        let mut tell = |feature| told = Some(feature);
        match layout.trumps() & bit {
            0 => {
                let suit = layout.suit_of(bit);
                let lane = (suit, STEP * lane_of(suit) as u32);
                cards(layout, bit, lane, 0, &mut tell);
            }
            _ => cards(layout, bit, trumps(layout), 100, &mut tell),
        }
        told.expect("a feature")
    }

    #[test]
    fn cards_are_told_as_in_the_standard_game_and_what_is_always_trump_as_cards_of_the_level() {
        let check = |permanent: PermanentTrumps, standard: Trump| {
            let layout = Layout::of(Trump {
                permanent,
                ..standard
            });
            let learned = Layout::of(standard);
            for card in Card::all() {
                let always = card
                    .rank()
                    .is_some_and(|rank| permanent.ranks().contains(&rank));
                let as_if = match card.suit().filter(|_| always) {
                    Some(suit) => Card::new(standard.rank, suit),
                    None => card,
                };
                let told = told(layout, card);
                assert_eq!(told, self::told(learned, as_if), "{card} of {layout:?}");
                assert!(told < 12 || (100..120).contains(&told), "{card}: {told}");
            }
        };
        for permanent in [
            PermanentTrumps::Off,
            PermanentTrumps::Twos,
            PermanentTrumps::TwosThreesFives,
        ] {
            for standard in Trump::all() {
                check(permanent, standard);
            }
        }
    }
}
