//! Generators of legal follows: the lowest (the example in a refusal), the cheapest, random ones.
//!
//! Decides from the obligations alone; does not know the trick, so never considers what would win.

use std::hint::select_unpredictable;

use super::{Due, FollowRules};
use crate::chance::{Chance, bits};
use crate::tractor::groups::{Chains, Groups, chain_cards, chain_starts};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::shape::Lead;

/// The lowest legal follow: the lowest tractors and pairs that are due, filled up with the lowest
/// cards of the led suit; when that runs out, with the lowest cards of the other suits, trumps last.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{follow::*, shape::Lead};
/// let lead = Lead::read(layout, hand("KH KH")).expect("one suit");
/// let lowest = |text| lowest(layout, FollowRules::default(), &lead, hand(text));
/// assert_eq!(lowest("3H 5H 5H AS"), hand("5H 5H"), "the pair is due");
/// assert_eq!(lowest("3H 2S 4D J+"), hand("3H 2S"), "trumps come last");
/// ```
pub fn lowest(layout: &Layout, rules: FollowRules, lead: &Lead, hand: Hand) -> Hand {
    let due = Due::of(layout, rules, lead, hand);
    choose(layout, &due, hand, &mut LowestChoice)
}

/// The only legal follow; `None` if there are several.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{follow::*, shape::Lead};
/// let lead = Lead::read(layout, hand("KH KH")).expect("one suit");
/// let only = |text| only(layout, FollowRules::default(), &lead, hand(text));
/// assert_eq!(only("3H 5H 5H AS"), Some(hand("5H 5H")), "the only pair");
/// assert_eq!(only("3H 2S 4D"), None, "either goes with the heart");
/// ```
pub fn only(layout: &Layout, rules: FollowRules, lead: &Lead, hand: Hand) -> Option<Hand> {
    let due = Due::of(layout, rules, lead, hand);
    let first = choose(layout, &due, hand, &mut FirstChoice);
    // Wherever there is a choice, the one takes what comes first and the other what comes last.
    (first == choose(layout, &due, hand, &mut Last)).then_some(first)
}

/// A random legal follow. Every legal follow is possible, but they are not equally likely.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::{chance::Seed, tractor::{follow::*, shape::Lead}};
/// let lead = Lead::read(layout, hand("KH KH")).expect("one suit");
/// let held = hand("3H 3H 5H 5H AS");
/// let mut chance = Seed::from_number(7).chance();
/// let play = random(layout, FollowRules::default(), &lead, held, &mut chance);
/// assert!(judge(layout, FollowRules::default(), &lead, held, play).is_ok());
/// ```
pub fn random(
    layout: &Layout,
    rules: FollowRules,
    lead: &Lead,
    hand: Hand,
    chance: &mut Chance,
) -> Hand {
    if lead.len() == 1 {
        // Most leads are a single card: any of the suit follows it, or any if there is none.
        let suit = layout.suit(lead.suit());
        let held = hand.within(suit);
        let choices = hand.within(select_unpredictable(held.is_empty(), !0, suit));
        if held.is_single() | hand.is_empty() {
            return choices;
        }
        return choices.any_copy(|len| chance.below(len));
    }
    random_by_due(layout, rules, lead, hand, chance)
}

/// [`random`] for leads of any size: the same choice for the same draws.
pub(super) fn random_by_due(
    layout: &Layout,
    rules: FollowRules,
    lead: &Lead,
    hand: Hand,
    chance: &mut Chance,
) -> Hand {
    let due = Due::of(layout, rules, lead, hand);
    choose(layout, &due, hand, &mut AtRandom(chance))
}

/// The cost of giving cards away, by bit of the layout; any unit, as only differences count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Costs {
    /// One copy, including what breaking its pair costs.
    pub card: [f32; 64],
    /// Both cards of a pair.
    pub pair: [f32; 64],
}

impl Costs {
    /// Everything costs nothing.
    pub const NONE: Costs = Costs {
        card: [0.0; 64],
        pair: [0.0; 64],
    };
}

/// The cheapest legal follow by a greedy choice of its parts, which is not always the global
/// minimum.
pub fn cheapest(
    layout: &Layout,
    rules: FollowRules,
    lead: &Lead,
    hand: Hand,
    costs: &Costs,
) -> Hand {
    let due = Due::of(layout, rules, lead, hand);
    choose(layout, &due, hand, &mut Cheapest(costs))
}

/// A ruff: trumps that form the structure of a lead of another suit. The cheapest, or with `high`
/// one whose largest unit is as high as possible. `None` if these trumps cannot form the structure.
pub fn ruff(layout: &Layout, lead: &Lead, trumps: Hand, costs: &Costs, high: bool) -> Option<Hand> {
    let mut asked = lead.shape().groups;
    if trumps.len() < lead.len() || !Chains::of(layout, trumps.two()).supply(asked) {
        return None;
    }
    let (mut pairs, mut paid) = (trumps.two(), 0);
    let mut high = high;
    while !asked.is_empty() {
        let length = asked.longest();
        asked = asked.without(Groups::one(length));
        let chain = if high {
            choose_chain(layout, pairs, length, asked, &mut Highest)
        } else {
            choose_chain(layout, pairs, length, asked, &mut Cheapest(costs))
        };
        high = false;
        paid |= chain;
        pairs &= !chain;
    }
    let mut play = Hand::from_words(paid, paid);
    if high {
        let top = Highest.card(layout, trumps.minus(play));
        play = play.plus(Hand::from_words(top, 0));
    }
    let missing = lead.len() - play.len();
    let rest = trumps.minus(play);
    Some(play.plus(fill(layout, rest, missing, &mut Cheapest(costs))))
}

/// How a play is chosen among the legal ones. Words are never empty.
trait Selector {
    /// One bit of a word of levels or pairs.
    fn bit(&mut self, layout: &Layout, word: u64) -> u64;
    /// The bit of one of the cards.
    fn card(&mut self, layout: &Layout, cards: Hand) -> u64;
}

/// Always the lowest.
struct LowestChoice;

impl Selector for LowestChoice {
    fn bit(&mut self, layout: &Layout, word: u64) -> u64 {
        layout.lowest(word)
    }

    fn card(&mut self, layout: &Layout, cards: Hand) -> u64 {
        let sides = cards.one() & !layout.trumps();
        if sides == 0 {
            return layout.lowest(cards.one());
        }
        layout.lowest_of_sides(sides)
    }
}

/// Whatever has the lowest bit.
struct FirstChoice;

impl Selector for FirstChoice {
    fn bit(&mut self, _: &Layout, word: u64) -> u64 {
        word & word.wrapping_neg()
    }

    fn card(&mut self, layout: &Layout, cards: Hand) -> u64 {
        self.bit(layout, cards.one())
    }
}

/// Whatever has the highest bit.
struct Last;

impl Selector for Last {
    fn bit(&mut self, _: &Layout, word: u64) -> u64 {
        word.checked_ilog2().map_or(0, |at| 1 << at)
    }

    fn card(&mut self, layout: &Layout, cards: Hand) -> u64 {
        self.bit(layout, cards.one())
    }
}

/// What costs least.
struct Cheapest<'a>(&'a Costs);

impl Selector for Cheapest<'_> {
    fn bit(&mut self, _: &Layout, word: u64) -> u64 {
        least(&self.0.pair, word)
    }

    fn card(&mut self, _: &Layout, cards: Hand) -> u64 {
        least(&self.0.card, cards.one())
    }
}

/// The bit of a word that costs least, the lowest of equals.
fn least(costs: &[f32; 64], word: u64) -> u64 {
    let (mut left, mut best) = (word, (f32::INFINITY, 0));
    while left != 0 {
        let at = left.trailing_zeros();
        left &= left - 1;
        let cost = costs[at as usize];
        if cost < best.0 {
            best = (cost, 1 << at);
        }
    }
    best.1
}

/// Always the highest.
struct Highest;

impl Selector for Highest {
    fn bit(&mut self, _: &Layout, word: u64) -> u64 {
        word.checked_ilog2().map_or(0, |at| 1 << at)
    }

    fn card(&mut self, layout: &Layout, cards: Hand) -> u64 {
        let levels = layout.levels(cards.one());
        let level = levels.checked_ilog2().unwrap_or(0);
        layout.at_level(cards.one(), level as u8)
    }
}

/// Anything, by chance.
struct AtRandom<'a>(&'a mut Chance);

impl Selector for AtRandom<'_> {
    #[inline]
    fn bit(&mut self, _: &Layout, word: u64) -> u64 {
        bits::any(word, 0, |len| self.0.below(len))
    }

    #[inline]
    fn card(&mut self, _: &Layout, cards: Hand) -> u64 {
        cards.any_copy(|len| self.0.below(len)).one()
    }
}

/// Builds a play that contains what is due.
#[inline]
fn choose(layout: &Layout, due: &Due, hand: Hand, choice: &mut impl Selector) -> Hand {
    let held = hand.in_suit(layout, due.suit);
    if held.len() <= u32::from(due.count) {
        let missing = u32::from(due.count) - held.len();
        return held.plus(fill(layout, hand.minus(held), missing, choice));
    }
    let mut pairs = held.two();
    let mut paid = 0;
    let mut asked = due.tractors;
    while !asked.is_empty() {
        let length = asked.longest();
        asked = asked.without(Groups::one(length));
        let chain = choose_chain(layout, pairs, length, asked, choice);
        paid |= chain;
        pairs &= !chain;
    }
    while paid.count_ones() < u32::from(due.pairs) {
        let pair = choice.bit(layout, pairs);
        paid |= pair;
        pairs &= !pair;
    }
    let paid = Hand::from_words(paid, paid);
    let missing = u32::from(due.count) - paid.len();
    paid.plus(fill(layout, held.minus(paid), missing, choice))
}

/// A chain of `length` pairs that leaves pairs from which `rest` can be formed too.
fn choose_chain(
    layout: &Layout,
    pairs: u64,
    length: u32,
    rest: Groups,
    choice: &mut impl Selector,
) -> u64 {
    let mut starts = chain_starts(layout.levels(pairs), length);
    if !rest.is_empty() {
        let mut left = starts;
        while left != 0 {
            let low = left.trailing_zeros();
            left &= left - 1;
            let chain = chain_cards(layout, pairs, low, length);
            if !Chains::of(layout, pairs & !chain).supply(rest) {
                starts &= !(1 << low);
            }
        }
    }
    let low = choice.bit(layout, starts).trailing_zeros();
    // Any of several equal pairs serves.
    let (mut pairs, mut shared) = (pairs, layout.shared());
    while shared != 0 {
        let equals = pairs & layout.equals(shared.trailing_zeros() as u8);
        shared &= shared - 1;
        if equals.count_ones() > 1 {
            pairs = (pairs & !equals) | choice.bit(layout, equals);
        }
    }
    chain_cards(layout, pairs, low, length)
}

/// `count` of these cards, of which there are at least as many.
#[inline]
fn fill(layout: &Layout, cards: Hand, count: u32, choice: &mut impl Selector) -> Hand {
    let mut rest = cards;
    for _ in 0..count.min(cards.len()) {
        let bit = choice.card(layout, rest);
        rest = rest.minus(Hand::from_words(bit, 0));
    }
    cards.minus(rest)
}
