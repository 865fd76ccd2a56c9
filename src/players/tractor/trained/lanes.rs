//! Where the cards of each suit lie in the words of a hand, as the networks are told of them.

use super::network;
use crate::players::tractor::sight::Sight;
use crate::tractor::card::Card;
use crate::tractor::hand::Layout;
use crate::tractor::rules::PermanentTrumps;
use crate::tractor::trump::Trump;

/// The lowest bit of the trumps of a layout.
const LOWEST_TRUMP: u32 = 39;
/// The bits between two suits.
const STEP: u32 = 13;

/// How many side suits there are.
fn sides(sight: &Sight<'_>) -> u32 {
    match sight.layout.trump().suit {
        Some(_) => 3,
        None => 4,
    }
}

/// The side suits from the first on: which bits they have, and the lowest of them.
pub fn each(sight: &Sight<'_>) -> impl Iterator<Item = (u64, u32)> + use<> {
    let trumps = sight.trumps();
    (0..sides(sight)).map(move |lane| ((0xFFF << (STEP * lane)) & !trumps, STEP * lane))
}

/// Which side suit a bit belongs to, counted from 0.
pub fn lane_of(suit: u64) -> usize {
    (suit.trailing_zeros() / STEP) as usize
}

/// Tells a feature for each trump of a word: that of the lowest is `base`.
#[inline]
pub fn trumps(layout: &Layout, word: u64, base: usize, tell: &mut impl FnMut(usize)) {
    cards(layout, word, (LOWEST_TRUMP, base), tell);
}

/// Tells a feature for each card of the side suit whose lowest bit is this: that of the lowest is `base`.
#[inline]
pub fn side(layout: &Layout, word: u64, lowest: u32, base: usize, tell: &mut impl FnMut(usize)) {
    cards(layout, word, (lowest, base), tell);
}

#[inline]
fn cards(layout: &Layout, word: u64, of: (u32, usize), tell: &mut impl FnMut(usize)) {
    match layout.has_permanent() {
        true => cards_as_learned(layout, word, of, tell),
        false => network::each(word, of.0, of.1, tell),
    }
}

/// The same where ranks are always trump. The networks have learned of none: these cards, which are just below the
/// dominant ones, count as the dominant card of their suit once more.
#[cold]
fn cards_as_learned(
    layout: &Layout,
    mut word: u64,
    (lowest, base): (u32, usize),
    tell: &mut impl FnMut(usize),
) {
    let trump = layout.trump();
    let standard = Layout::of(Trump {
        permanent: PermanentTrumps::Off,
        ..trump
    });
    while word != 0 {
        let card = layout.card_at(word.trailing_zeros());
        word &= word - 1;
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
                let lowest = STEP * lane_of(layout.suit_of(bit)) as u32;
                side(layout, bit, lowest, 0, &mut tell);
            }
            _ => trumps(layout, bit, 100, &mut tell),
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
