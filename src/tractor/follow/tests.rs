//! What following asks for, case by case.

use super::*;
use crate::chance::Seed;
use crate::game::Seat;
use crate::tractor::deck::Deck;
use crate::tractor::testing::{read, trump};
use crate::tractor::trump::Trump;

const STANDARD: FollowRules = FollowRules {
    tractor: FollowTractor::TractorsFirst,
    throw: FollowThrow::Units,
    pair: FollowPair::PairsFirst,
    protection: TractorProtection::Off,
};

/// What a hand owes to a lead: cards and pairs of the suit, and tractors, and the lowest legal play.
fn check(
    what: &str,
    rules: FollowRules,
    lead: &str,
    hand: &str,
    owed: (u8, u8, &[u32]),
    example: &str,
) {
    let layout = Layout::of(trump(what));
    let lead = Lead::read(layout, read(layout, lead)).expect("a lead");
    let hand = read(layout, hand);
    let due = Due::of(layout, rules, &lead, hand);
    let tractors: Vec<u32> = due.tractors.lengths().collect();
    assert_eq!(
        (due.in_suit, due.pairs, &tractors[..]),
        owed,
        "{lead:?} {hand:?}"
    );
    let lowest = lowest(layout, rules, &lead, hand);
    assert_eq!(lowest, read(layout, example), "another lowest play");
    assert_eq!(due.check(layout, lowest), Ok(()));
}

/// Which duty a play breaks, rank 9 and trump clubs.
fn refuse(lead: &str, hand: &str, play: &str, breach: Breach) {
    let layout = Layout::of(trump("9C"));
    let lead = Lead::read(layout, read(layout, lead)).expect("a lead");
    let (hand, play) = (read(layout, hand), read(layout, play));
    assert!(hand.holds(play));
    assert_eq!(judge(layout, STANDARD, &lead, hand, play), Err(breach));
}

#[test]
fn the_suit_is_followed_as_far_as_held() {
    check("9C", STANDARD, "AD", "5D 7D 2C", (1, 0, &[]), "5D");
    check("9C", STANDARD, "AD", "3H 2S 2C", (0, 0, &[]), "2S");
    check("9C", STANDARD, "AD KD", "5D 2C 3H", (1, 0, &[]), "5D 3H");
    check("9C", STANDARD, "AD AD", "5D 4D 2C 2C", (2, 0, &[]), "4D 5D");
    check("9C", STANDARD, "2C", "9H J+ 2D", (1, 0, &[]), "9H");
}

#[test]
fn pairs_are_followed_with_pairs_as_far_as_held() {
    check("9C", STANDARD, "AD AD", "2D 3D 3D 5D", (2, 1, &[]), "3D 3D");
    let hand = "2D 3D 3D 5D 5D";
    check("9C", STANDARD, "AD AD", hand, (2, 1, &[]), "3D 3D");
    check(
        "9C",
        STANDARD,
        "AD AD KD KD",
        "2D 3D 3D 5D 6D",
        (4, 1, &[]),
        "2D 3D 3D 5D",
    );
    check("9C", STANDARD, "AD KD", "2D 2D 3D", (2, 0, &[]), "2D 2D");
    // All of the suit is due, whatever it is.
    check("9C", STANDARD, "AD AD", "2D 3D 5C 5C", (2, 0, &[]), "2D 3D");
}

#[test]
fn a_tractor_asks_for_tractors_then_pairs_then_singles() {
    let lead = "QD QD KD KD AD AD";
    check(
        "9C",
        STANDARD,
        lead,
        "2D 2D 3D 3D 4D 4D 6D 6D",
        (6, 3, &[3]),
        "2D 2D 3D 3D 4D 4D",
    );
    check(
        "9C",
        STANDARD,
        lead,
        "2D 2D 4D 4D 5D 5D 7D",
        (6, 3, &[2]),
        "2D 2D 4D 4D 5D 5D",
    );
    check(
        "9C",
        STANDARD,
        lead,
        "2D 2D 4D 4D 6D 6D 7D",
        (6, 3, &[]),
        "2D 2D 4D 4D 6D 6D",
    );
    check(
        "9C",
        STANDARD,
        lead,
        "2D 3D 4D 4D 5D 5D 7D",
        (6, 2, &[2]),
        "2D 3D 4D 4D 5D 5D",
    );
    // A longer tractor may be cut.
    check(
        "9C",
        STANDARD,
        "KD KD AD AD",
        "2D 2D 3D 3D 4D 4D",
        (4, 2, &[2]),
        "2D 2D 3D 3D",
    );
}

#[test]
fn equal_dominants_serve_one_tractor_together() {
    check(
        "9C",
        STANDARD,
        "KC KC AC AC",
        "9H 9H 9D 9D 2C",
        (4, 2, &[]),
        "9H 9H 9D 9D",
    );
    check(
        "9C",
        STANDARD,
        "KC KC AC AC",
        "9H 9H 9D 9D 9C 9C",
        (4, 2, &[2]),
        "9H 9H 9C 9C",
    );
    check(
        "9N",
        STANDARD,
        "J- J- J+ J+",
        "9C 9C 9D 9D 9H 9S",
        (4, 2, &[]),
        "9C 9C 9D 9D",
    );
    // Two tractors may meet in their level.
    let (lead, hand) = ("3C 3C 4C 4C 6C 6C 7C 7C", "AC AC 9H 9H 9D 9D 9C 9C 2C");
    check(
        "9C",
        STANDARD,
        lead,
        hand,
        (8, 4, &[2, 2]),
        "AC AC 9H 9H 9D 9D 9C 9C",
    );
}

#[test]
fn a_throw_asks_for_its_units_relaxed_one_by_one() {
    let lead = "QD QD KD KD AD AD 2D 2D 4D";
    let hand = "3D 3D 5D 5D 6D 6D 8D 8D 10D";
    check("9C", STANDARD, lead, hand, (9, 0, &[]), hand);
    let hand = "3D 3D 5D 5D 6D 6D 8D 8D 10D JD";
    check(
        "9C",
        STANDARD,
        lead,
        hand,
        (9, 4, &[2]),
        "3D 3D 5D 5D 6D 6D 8D 8D 10D",
    );
    // Fewer pairs than were led are all due, and no tractor beside the relaxed units.
    let (lead, hand) = ("KD KD AD AD 2D 2D", "5D 5D 6D 6D 8D 10D");
    let more = format!("{hand} JD");
    check("9C", STANDARD, lead, &more, (6, 2, &[]), hand);
    let (lead, hand) = ("KD KD AD AD 2D 2D 3D 3D", "5D 5D 6D 6D 7D 7D 8D 10D");
    let more = format!("{hand} JD");
    check("9C", STANDARD, lead, &more, (8, 3, &[]), hand);
    // Three tractors out of chains of five and two.
    let lead = "3C 3C 4C 4C 5C 5C 7C 7C 8C 8C J- J- J+ J+";
    let hand = "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 8C 8C 10C 10C";
    check(
        "9C",
        STANDARD,
        lead,
        &format!("{hand} KC"),
        (14, 7, &[3, 2, 2]),
        hand,
    );
}

#[test]
fn the_house_may_ask_for_pairs_only() {
    let pairs_only = FollowRules {
        tractor: FollowTractor::PairsOnly,
        ..STANDARD
    };
    let hand = "2D 2D 4D 4D 5D 5D";
    check(
        "9C",
        pairs_only,
        "KD KD AD AD",
        hand,
        (4, 2, &[]),
        "2D 2D 4D 4D",
    );
    let throws_pairs_only = FollowRules {
        throw: FollowThrow::PairsOnly,
        ..STANDARD
    };
    check(
        "9C",
        throws_pairs_only,
        "KD KD AD AD",
        hand,
        (4, 2, &[2]),
        "4D 4D 5D 5D",
    );
    check(
        "9C",
        throws_pairs_only,
        "KD KD AD AD 3D",
        hand,
        (5, 2, &[]),
        "2D 2D 4D 4D 5D",
    );
}

#[test]
fn the_house_may_ask_for_the_suit_alone() {
    let suit_only = FollowRules {
        pair: FollowPair::SuitOnly,
        ..STANDARD
    };
    check("9C", suit_only, "AD AD", "2D 3D 3D", (2, 0, &[]), "2D 3D");
    check(
        "9C",
        suit_only,
        "KD KD AD AD",
        "2D 3D 4D 4D 5D 5D",
        (4, 0, &[]),
        "2D 3D 4D 4D",
    );
    check("9C", suit_only, "AD AD", "2D 3S 3S", (1, 0, &[]), "2D 3S");
}

#[test]
fn the_house_may_protect_tractors_from_pairs() {
    let rules = FollowRules {
        protection: TractorProtection::FromPairs,
        ..STANDARD
    };
    // The lone pair is due, the tractor is not.
    let hand = "3D 3D 4D 4D 7D 7D 8D";
    check("9C", rules, "AD AD", hand, (2, 1, &[]), "3D 3D");
    let hand = "2D 3D 3D 4D 4D 8D";
    check("9C", rules, "AD AD", hand, (2, 0, &[]), "2D 3D");
    check("9C", rules, "AD AD QD QD", hand, (4, 0, &[]), "2D 3D 3D 4D");
    // A tractor draws tractors, and longer ones are cut.
    let hand = "3D 3D 4D 4D 5D 5D 7D 7D 8D";
    check(
        "9C",
        rules,
        "KD KD AD AD",
        hand,
        (4, 2, &[2]),
        "3D 3D 4D 4D",
    );
    // One of the equal nines stands in the tractor, the other does not.
    let hand = "AC AC 9H 9H 9D 9D 2C";
    check("9C", rules, "3C 3C", hand, (2, 1, &[]), "AC AC");
    check("9C", rules, "3C 3C 5C 5C", hand, (4, 1, &[]), "AC AC 2C 9H");
}

#[test]
fn the_house_may_protect_tractors_from_shorter_ones() {
    let rules = FollowRules {
        protection: TractorProtection::FromShorter,
        ..STANDARD
    };
    let hand = "3D 3D 4D 4D 5D 5D 7D 7D 8D";
    check("9C", rules, "AD AD", hand, (2, 1, &[]), "3D 3D");
    check("9C", rules, "KD KD AD AD", hand, (4, 1, &[]), "3D 3D 4D 4D");
    let lead = "QD QD KD KD AD AD";
    check("9C", rules, lead, hand, (6, 3, &[3]), "3D 3D 4D 4D 5D 5D");
    let hand = "3D 3D 4D 4D 6D 6D 7D 7D 8D 8D";
    check(
        "9C",
        rules,
        "KD KD AD AD",
        hand,
        (4, 2, &[2]),
        "3D 3D 4D 4D",
    );
}

#[test]
fn where_a_tractor_has_three_pairs_two_are_pairs() {
    let layout = Layout::under(trump("9C"), 3);
    let owed = |lead: &str, hand: &str| {
        let lead = Lead::read(layout, read(layout, lead)).expect("a lead");
        let due = Due::of(layout, STANDARD, &lead, read(layout, hand));
        (due.pairs, due.tractors.lengths().collect::<Vec<_>>())
    };
    let hand = "3D 3D 4D 4D 6D 6D 7D 7D 8D 8D 2D";
    assert_eq!(owed("KD KD AD AD", hand), (2, vec![]));
    assert_eq!(owed("QD QD KD KD AD AD", hand), (3, vec![3]));
    let hand = "3D 3D 4D 4D 6D 6D 7D 7D 2D";
    assert_eq!(owed("QD QD KD KD AD AD", hand), (3, vec![]));
    let lead = "10D 10D JD JD QD QD KD KD AD AD";
    let hand = "2D 2D 3D 3D 4D 4D 6D 6D 7D 7D 8D";
    assert_eq!(owed(lead, hand), (5, vec![3]));
    // Two tractors, of which the longer one is relaxed past the groupings with two pairs.
    let lead = "3C 3C 4C 4C 5C 5C 6C 6C J- J- J+ J+ 9C 9C";
    let hand = "2C 2C 7C 7C 8C 8C 10C 10C QC QC KC KC AC AC 3C";
    assert_eq!(owed(lead, hand), (7, vec![3, 3]));
    let hand = "2C 2C 7C 7C 8C 8C 10C 10C QC QC KC KC 6C 3C 4C";
    assert_eq!(owed(lead, hand), (6, vec![3]));
}

#[test]
fn a_refusal_names_the_first_duty_that_is_broken() {
    refuse("AD", "5D 2C", "5D 2C", Breach::Count { due: 1, given: 2 });
    refuse("AD", "5D 2C", "2C", Breach::Suit { due: 1, given: 0 });
    refuse(
        "AD AD",
        "5D 5D 6D",
        "5D 6D",
        Breach::Pairs { due: 1, given: 0 },
    );
    let hand = "2D 2D 4D 4D 5D 5D 7D";
    refuse(
        "KD KD AD AD",
        hand,
        "2D 2D 4D 4D",
        Breach::Tractor { due: 2 },
    );
    refuse(
        "KD KD AD AD",
        hand,
        "2D 2D 4D 5D",
        Breach::Pairs { due: 2, given: 1 },
    );
}

#[test]
fn a_play_is_the_only_one_if_no_other_is_legal() {
    let layout = Layout::of(trump("9C"));
    let only = |lead: &str, hand: &str| {
        let lead = Lead::read(layout, read(layout, lead)).expect("a lead");
        choice::only(layout, STANDARD, &lead, read(layout, hand))
    };
    let check = |lead: &str, hand: &str, play: &str| {
        assert_eq!(only(lead, hand), Some(read(layout, play)), "{lead} {hand}");
    };
    check("AD", "5D 2C 3H", "5D");
    check("AD AD", "5D 2D 2D 3H", "2D 2D");
    check("AD AD", "5D 2D 3H 3S", "5D 2D");
    check("KD KD AD AD", "2D 2D 4D 4D 5D 5D", "4D 4D 5D 5D");
    check("AD AD", "2H 2H", "2H 2H");
    for (lead, hand) in [
        ("AD", "5D 6D 3H"),
        ("AD", "2C 3H"),
        ("AD AD", "5D 5D 2D 2D"),
        ("AD AD", "5D 2C 3H"),
        ("KD KD AD AD", "2D 2D 3D 3D 4D 4D"),
    ] {
        assert_eq!(only(lead, hand), None, "{lead} {hand}");
    }
}

#[test]
fn groupings_are_relaxed_from_the_longest_tractor_down() {
    let relaxed = &RELAXED[0];
    let unbroken = |pairs: usize| usize::from(relaxed.first[pairs]);
    let lengths = |step: usize| relaxed.groups[step].lengths().collect::<Vec<_>>();
    let below: Vec<Vec<u32>> = (0..=unbroken(4)).rev().map(lengths).collect();
    let expected: &[&[u32]] = &[
        &[4],
        &[3, 1],
        &[2, 2],
        &[2, 1, 1],
        &[1, 1, 1, 1],
        &[3],
        &[2, 1],
        &[1, 1, 1],
        &[2],
        &[1, 1],
        &[1],
        &[],
    ];
    assert_eq!(below, expected);
    for pairs in 0..=12_usize {
        let expected: &[u32] = if pairs == 0 { &[] } else { &[pairs as u32] };
        assert_eq!(lengths(unbroken(pairs)), expected);
    }
    assert!(
        relaxed
            .groups
            .windows(2)
            .all(|pair| pair[0].pairs() <= pair[1].pairs())
    );
}

#[test]
fn a_single_card_is_followed_by_the_short_way_as_by_the_long_one() {
    let mut chance = Seed::from_number(11).chance();
    for layout in Trump::all().map(Layout::of) {
        let [leader, hand, ..] = Deck::shuffled(&mut chance).hands(layout, Seat::new(0));
        for card in leader.cards(layout) {
            let lead = Hand::of(layout, &[card]).expect("a card");
            let lead = Lead::read(layout, lead).expect("of one suit");
            let suit = layout.suit(lead.suit());
            let first = hand.nth_copy(0);
            // All of a hand, none of the suit, nothing but the suit, one card.
            for held in [hand, hand.within(!suit), hand.within(suit), first] {
                let mut again = chance.clone();
                let play = random(layout, STANDARD, &lead, held, &mut chance);
                let long = choice::random_by_due(layout, STANDARD, &lead, held, &mut again);
                assert_eq!(play, long, "{card} {held:?}");
                assert_eq!(chance.below(1 << 16), again.below(1 << 16), "as many draws");
                for n in 0..held.len() {
                    let play = held.nth_copy(n);
                    let due = Due::of(layout, STANDARD, &lead, held);
                    let judged = judge(layout, STANDARD, &lead, held, play);
                    assert_eq!(judged, due.check(layout, play), "{card} {held:?}");
                }
            }
        }
    }
}
