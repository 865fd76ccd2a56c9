//! What following asks for, case by case: `fixtures/engine/due.cases`.

use super::*;
use crate::chance::Seed;
use crate::game::{RuleSet as _, Seat, cases};
use crate::tractor::deck::Deck;
use crate::tractor::testing::{read, trump};
use crate::tractor::trump::Trump;

const STANDARD: FollowRules = FollowRules {
    tractor: FollowTractor::TractorsFirst,
    throw: FollowThrow::Units,
    pair: FollowPair::PairsFirst,
    protection: TractorProtection::Off,
};

/// What a hand owes to a lead: cards and pairs of the suit, and tractors, and the lowest legal play; or what is wrong
/// with a play; or the only one that there is.
fn check(case: &[&str]) {
    let (what, settings) = case[0].split_once(' ').unwrap_or((case[0], ""));
    let rules = Rules::default().with(&cases::settings(settings));
    let layout = Layout::under(trump(what), rules.tractor_length);
    let rules = FollowRules::from(&rules);
    let lead = Lead::read(layout, read(layout, case[1])).expect("a lead");
    let hand = read(layout, case[2]);
    let expected = case.get(4).copied().unwrap_or_default();
    if case[3] == "only" {
        let only = (expected != "-").then(|| read(layout, expected));
        assert_eq!(choice::only(layout, rules, &lead, hand), only, "{case:?}");
        return;
    }
    if let Some(breach) = expected.strip_prefix("refused: ") {
        let play = read(layout, case[3]);
        assert!(hand.holds(play));
        let refused = judge(layout, rules, &lead, hand, play).expect_err("it is refused");
        assert_eq!(format!("{refused:?}"), breach, "{case:?}");
        return;
    }
    let due = Due::of(layout, rules, &lead, hand);
    let tractors = due.tractors.lengths().map(|length| format!(" {length}"));
    let owed = format!(
        "{} {}{}",
        due.in_suit,
        due.pairs,
        tractors.collect::<String>()
    );
    assert_eq!(owed, case[3], "{case:?}");
    let lowest = lowest(layout, rules, &lead, hand);
    assert!(
        expected.is_empty() || lowest == read(layout, expected),
        "{case:?}"
    );
    assert_eq!(due.check(layout, lowest), Ok(()));
}

cases::sections! {
    include_str!("../../../fixtures/engine/due.cases"), cases::each(check);
    the_suit_is_followed_as_far_as_held
    pairs_are_followed_with_pairs_as_far_as_held
    a_tractor_asks_for_tractors_then_pairs_then_singles
    equal_dominants_serve_one_tractor_together
    a_throw_asks_for_its_units_relaxed_one_by_one
    the_house_may_ask_for_pairs_only
    the_house_may_ask_for_the_suit_alone
    the_house_may_protect_tractors_from_pairs
    the_house_may_protect_tractors_from_shorter_ones
    a_refusal_names_the_first_duty_that_is_broken
    where_a_tractor_has_three_pairs_two_are_pairs
    a_play_is_the_only_one_if_no_other_is_legal
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
