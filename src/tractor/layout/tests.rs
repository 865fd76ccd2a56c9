//! Layouts against the order of cards, in every house.

use super::*;

fn check(trump: Trump) {
    let layout = Layout::of(trump);
    assert_eq!(layout.trump(), trump);
    for card in Card::all() {
        let suit = trump.effective_suit(card);
        assert_eq!(layout.card_at(layout.bit(card).trailing_zeros()), card);
        assert_ne!(layout.suit(suit) & layout.bit(card), 0, "{card} {trump:?}");
        for other in Card::all().filter(|other| trump.effective_suit(*other) == suit) {
            let steps = i16::from(trump.step(card)) - i16::from(trump.step(other));
            let levels = i16::from(layout.level(card).0) - i16::from(layout.level(other).0);
            assert_eq!(steps, levels, "{card} {other} {trump:?}");
            let above = layout.above(layout.suit(suit), layout.bit(other));
            assert_eq!(above & layout.bit(card) != 0, steps > 0, "{card} {other}");
        }
    }
    let lanes: u64 = (0..5).fold(0, |all, suit| all | layout.suits[suit]);
    assert_eq!(lanes.count_ones(), 54);
    // No two suits touch.
    let levels = layout.suits.map(|suit| layout.levels(suit));
    for (i, a) in levels.iter().enumerate() {
        for b in &levels[i + 1..] {
            assert_eq!(a & (b << 1 | b >> 1), 0, "{trump:?}");
        }
    }
}

#[test]
fn cards_are_carried_between_layouts_by_suit_as_one_by_one() {
    let words = |card: Card| 0x9E37_79B9_7F4A_7C15_u64.rotate_left(card.index() as u32);
    for from in Trump::in_every_house().map(Layout::of) {
        for to in Trump::in_every_house().step_by(4).map(Layout::of) {
            let all = Card::all().map(|card| from.bit(card));
            for word in all.chain(Card::all().map(|card| from.all() & words(card))) {
                let one_by_one = from.carry_cards(word, to);
                assert_eq!(from.carry(word, to), one_by_one, "{from:?} {to:?} {word:x}");
            }
        }
    }
}

#[test]
fn a_word_has_a_suit_if_every_card_of_it_does() {
    for layout in Trump::in_every_house().map(Layout::of) {
        let suits = Suit::ALL.map(EffectiveSuit::Side);
        for suit in suits.into_iter().chain([EffectiveSuit::Trumps]) {
            let (of_suit, word) = (layout.suit(suit), 0x9E37_79B9_7F4A_7C15);
            for word in (0..64).map(|at| of_suit & u64::rotate_left(word, at)) {
                let expected = (word != 0).then_some(suit);
                assert_eq!(layout.only_suit(word), expected, "{word:x}");
                if word != 0 {
                    let other = layout.all() & !of_suit;
                    let other = other & other.wrapping_neg();
                    assert_eq!(layout.only_suit(word | other), None);
                }
            }
        }
    }
}

#[test]
fn every_layout_follows_the_order_of_cards() {
    Trump::in_every_house().for_each(check);
}

#[test]
fn the_places_of_cards_never_change() {
    let suited = Trump::suited(Rank::TEN, Suit::Hearts);
    let permanent = PermanentTrumps::TwosThreesFives;
    let trumps = [
        suited,
        Trump::no_trump(Rank::TWO),
        Trump {
            permanent,
            ..suited
        },
    ];
    let places = trumps.map(|trump| {
        let at = |place: u32| Layout::of(trump).all() & 1 << place != 0;
        let card = |place: u32| at(place).then(|| Layout::of(trump).card_at(place).to_string());
        let cards: Vec<String> = (0..59)
            .map(|place| card(place).unwrap_or("-".to_owned()))
            .collect();
        cards.join(" ")
    });
    // States are written with these bits.
    assert_eq!(
        places,
        [
            "2C 3C 4C 5C 6C 7C 8C 9C JC QC KC AC - 2D 3D 4D 5D 6D 7D 8D 9D JD QD KD AD - \
             2S 3S 4S 5S 6S 7S 8S 9S JS QS KS AS - 2H 3H 4H 5H 6H 7H 8H 9H JH QH KH AH 10S 10H J- J+ - 10D 10C -",
            "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC - 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD - \
             3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH - 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS - 2S J- J+ - 2H 2D 2C",
            "4C 6C 7C 8C 9C JC QC KC AC - 2C 3C 5C 4D 6D 7D 8D 9D JD QD KD AD - 2D 3D 5D \
             4S 6S 7S 8S 9S JS QS KS AS - 4H 6H 7H 8H 9H JH QH KH AH 2S 2H 3S 3H 5S 5H 10S 10H J- J+ - 10D 10C -",
        ]
    );
}
