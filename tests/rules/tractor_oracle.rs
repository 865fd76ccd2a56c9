//! The compact core against the same rules by brute force: on small hands every play there is, on
//! dealt hands millions of random ones (in release; fewer in debug builds).

pub mod oracle;

use oracle::{Oracle, Unit};
use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::tractor::card::{Card, notation};
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow::{self, FollowRules};
use tractor_bot::tractor::hand::{Hand, Layout, Level};
use tractor_bot::tractor::rules::{
    FollowPair, FollowThrow, FollowTractor, ThrowCheckedAgainst, ThrowWinner, TractorProtection,
};
use tractor_bot::tractor::shape::Lead;
use tractor_bot::tractor::trump::{EffectiveSuit, Trump};
use tractor_bot::tractor::{throw, trick};

/// How often something is tried.
const fn times(debug: u32, release: u32) -> u32 {
    if cfg!(debug_assertions) {
        debug
    } else {
        release
    }
}

/// Every mix of the rules about following, the standard ones first.
fn all_rules() -> Vec<FollowRules> {
    let mut all = Vec::new();
    for &pair in FollowPair::ALL {
        for &tractor in FollowTractor::ALL {
            for &throw in FollowThrow::ALL {
                for &protection in TractorProtection::ALL {
                    all.push(FollowRules {
                        tractor,
                        throw,
                        pair,
                        protection,
                    });
                }
            }
        }
    }
    all
}

/// A source of positions in one round.
struct Positions {
    oracle: Oracle,
    layout: &'static Layout,
    chance: Chance,
}

impl Positions {
    /// Every fourth source has tractors of at least three pairs.
    fn new(trump: Trump, number: u64) -> Self {
        let tractor = if number % 4 == 3 { 3 } else { 2 };
        Self {
            oracle: Oracle::new(trump, usize::from(tractor)),
            layout: Layout::under(trump, tractor),
            chance: Seed::from_number(number).chance(),
        }
    }

    fn set(&self, cards: &[Card]) -> Hand {
        Hand::of(self.layout, cards).expect("at most two copies of a card")
    }

    fn cards(&self, hand: Hand) -> Vec<Card> {
        hand.cards(self.layout).collect()
    }

    /// Some neighbouring cards of a suit, with all equal ones: where pairs and tractors abound.
    fn neighbourhood(&mut self, suit: EffectiveSuit, width: u8) -> Vec<Card> {
        let oracle = &self.oracle;
        let cards: Vec<Card> = Card::all()
            .filter(|&card| oracle.suit(card) == suit)
            .collect();
        let step = |card: Card| oracle.step(card);
        let top = cards.iter().map(|&card| step(card)).max().unwrap_or(0);
        let low = self
            .chance
            .below(u32::from(top.saturating_sub(width - 2)) + 1) as u8;
        let near = |card: &Card| (low..low + width).contains(&step(*card));
        cards.into_iter().filter(near).collect()
    }

    /// Up to `most` cards out of these kinds, pairs more often than not.
    fn some_of(&mut self, kinds: &[Card], most: usize) -> Vec<Card> {
        let mut kinds = kinds.to_vec();
        self.chance.shuffle(&mut kinds);
        let mut cards = Vec::new();
        for kind in kinds {
            let copies = if self.chance.below(3) == 0 { 1 } else { 2 };
            if cards.len() + copies <= most {
                cards.extend(std::iter::repeat_n(kind, copies));
            }
        }
        cards
    }

    /// A suit of the round; trumps every other time.
    fn some_suit(&mut self) -> EffectiveSuit {
        let suits: Vec<EffectiveSuit> = self.oracle.trump.effective_suits().collect();
        let at = self.chance.below(2 * suits.len() as u32) as usize;
        suits.get(at).copied().unwrap_or(EffectiveSuit::Trumps)
    }

    /// Compares core and oracle on one play, under the standard rules or all of them.
    fn check(
        &mut self,
        rules: &[FollowRules],
        lead: &[Card],
        hand: &[Card],
        play: &[Card],
    ) -> bool {
        let (led, held, played) = (self.set(lead), self.set(hand), self.set(play));
        let led = Lead::read(self.layout, led).expect("a lead of one suit");
        let mut legal = true;
        for &rules in rules {
            legal = self.oracle.legal(rules, lead, hand, play);
            let judged = follow::judge(self.layout, rules, &led, held, played).is_ok();
            assert_eq!(
                judged,
                legal,
                "{:?} {rules:?}: lead {} hand {} play {}",
                self.oracle.trump,
                notation(lead),
                notation(hand),
                notation(play)
            );
        }
        legal
    }
}

/// All sets of `count` cards out of a sorted hand.
pub(crate) fn plays(hand: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &card) in hand.iter().enumerate() {
        // The second copy alone is the same as the first one alone.
        if at > 0 && hand[at - 1] == card {
            continue;
        }
        for mut rest in plays(&hand[at + 1..], count - 1) {
            rest.push(card);
            all.push(rest);
        }
    }
    all
}

#[test]
fn every_play_of_small_hands_is_judged_as_by_brute_force() {
    let mut legal = 0u64;
    let mut refused = 0u64;
    let rules = all_rules();
    for (number, trump) in Trump::in_every_house().enumerate() {
        let mut positions = Positions::new(trump, number as u64);
        for _ in 0..times(1, 700) {
            let suit = positions.some_suit();
            let width = 3 + positions.chance.below(5) as u8;
            let near = positions.neighbourhood(suit, width);
            let most = 1 + positions.chance.below(8) as usize;
            let lead = positions.some_of(&near, most);
            if lead.is_empty() {
                continue;
            }
            let near = positions.neighbourhood(suit, width);
            let mut hand = positions.some_of(&near, 10);
            let others: Vec<Card> = Card::all()
                .filter(|&card| positions.oracle.suit(card) != suit)
                .collect();
            let more = positions.chance.below(3) as usize;
            hand.extend(positions.some_of(&others, more));
            while hand.len() < lead.len() {
                let spare = others.iter().find(|card| !hand.contains(card));
                hand.push(*spare.expect("there are other cards"));
            }
            hand.sort_by_key(|card| card.index());
            for play in plays(&hand, lead.len()) {
                match positions.check(&rules, &lead, &hand, &play) {
                    true => legal += 1,
                    false => refused += 1,
                }
            }
        }
    }
    println!("{legal} legal, {refused} refused plays");
    assert!(legal > 1_000 && refused > 1_000);
}

#[test]
fn plays_made_by_the_core_are_legal_by_brute_force() {
    for (number, trump) in Trump::in_every_house().enumerate() {
        let mut positions = Positions::new(trump, 1_000 + number as u64);
        for _ in 0..times(4, 2_000) {
            let suit = positions.some_suit();
            let near = positions.neighbourhood(suit, 12);
            let lead = positions.some_of(&near, 12);
            let near = positions.neighbourhood(suit, 14);
            let mut hand = positions.some_of(&near, 24);
            let others: Vec<Card> = Card::all()
                .filter(|&card| positions.oracle.suit(card) != suit)
                .collect();
            hand.extend(positions.some_of(&others, 25 - hand.len()));
            let held = positions.set(&hand);
            let Some(led) = Lead::read(positions.layout, positions.set(&lead)) else {
                continue;
            };
            for rules in all_rules() {
                let layout = positions.layout;
                let made = [
                    follow::lowest(layout, rules, &led, held),
                    follow::random(layout, rules, &led, held, &mut positions.chance),
                ];
                for play in made {
                    assert!(held.holds(play));
                    let play = positions.cards(play);
                    assert_eq!(play.len(), lead.len());
                    let legal = positions.check(&[rules], &lead, &hand, &play);
                    assert!(legal, "{trump:?}: {lead:?} {hand:?} {play:?}");
                }
            }
        }
    }
}

/// What a hand leads: a unit of one of its suits or, now and then, several.
fn some_lead(positions: &mut Positions, hand: Hand) -> Lead {
    let cards = positions.cards(hand);
    let card = cards[positions.chance.below(cards.len() as u32) as usize];
    let suit = positions.oracle.suit(card);
    let layout = positions.layout;
    let whole = Lead::read(layout, hand.in_suit(layout, suit)).expect("a card of the suit is held");
    let units: Vec<Hand> = whole.units(layout).map(|unit| unit.cards).collect();
    let mut led = units[positions.chance.below(units.len() as u32) as usize];
    while positions.chance.below(4) == 0 {
        let unit = units[positions.chance.below(units.len() as u32) as usize];
        if unit.one() & led.one() == 0 {
            led = led.plus(unit);
        }
    }
    Lead::read(layout, led).expect("units of one suit")
}

/// Plays a trick of random legal plays, checking each of them and one that differs by a card.
fn play_trick(positions: &mut Positions, hands: &mut [Hand; 4], leader: usize) -> (usize, u32) {
    let layout = positions.layout;
    let mut lead = some_lead(positions, hands[leader]);
    let others = [1, 2, 3].map(|other| hands[(leader + other) % 4]);
    check_throw(positions, &lead, &others);
    if let Some((unit, _)) = throw::check(layout, ThrowCheckedAgainst::All, &lead, &others) {
        lead = Lead::read(layout, unit.cards).expect("a unit");
    }
    hands[leader] = hands[leader].minus(lead.cards());
    let mut plays = vec![lead.cards()];
    for other in 1..4 {
        let hand = hands[(leader + other) % 4];
        let rules = FollowRules::default();
        let play = follow::random(layout, rules, &lead, hand, &mut positions.chance);
        let led = positions.cards(lead.cards());
        let (held, played) = (positions.cards(hand), positions.cards(play));
        assert!(positions.check(&[rules], &led, &held, &played));
        let mut changed = played.clone();
        let rest = positions.cards(hand.minus(play));
        if !rest.is_empty() {
            let out = positions.chance.below(changed.len() as u32) as usize;
            changed[out] = rest[positions.chance.below(rest.len() as u32) as usize];
            positions.check(&[rules], &led, &held, &changed);
        }
        hands[(leader + other) % 4] = hand.minus(play);
        plays.push(play);
    }
    check_winner(positions, &lead, &plays);
    let winner = trick::winner(layout, ThrowWinner::TopUnit, &lead, &plays);
    let points = u32::from(trick::points(layout, &plays));
    ((leader + winner) % 4, points)
}

fn check_throw(positions: &Positions, lead: &Lead, others: &[Hand; 3]) {
    let layout = positions.layout;
    let outcome = throw::check(layout, ThrowCheckedAgainst::All, lead, others);
    let cards = others.map(|other| positions.cards(other));
    let led = positions.cards(lead.cards());
    let step = |level: Level| {
        let same = |card: &Card| layout.level(*card) == level;
        let card = Card::all().find(same).expect("a level of a card");
        positions.oracle.step(card)
    };
    let judged: Option<(Unit, usize)> = outcome.map(|(unit, stopped_by)| {
        let pairs = unit.cards.pairs() as usize;
        ((pairs, step(unit.lowest)), stopped_by)
    });
    let expected = positions.oracle.throw(&led, &cards);
    assert_eq!(
        judged, expected,
        "{:?}: {led:?} against {cards:?}",
        positions.oracle.trump
    );
}

fn check_winner(positions: &Positions, lead: &Lead, plays: &[Hand]) {
    let cards: Vec<Vec<Card>> = plays.iter().map(|&play| positions.cards(play)).collect();
    for &rule in ThrowWinner::ALL {
        let judged = trick::winner(positions.layout, rule, lead, plays);
        let expected = positions.oracle.winner(rule, &cards);
        assert_eq!(
            judged, expected,
            "{:?} {rule:?}: {cards:?}",
            positions.oracle.trump
        );
    }
}

#[test]
fn dealt_rounds_are_played_as_by_brute_force() {
    let trumps: Vec<Trump> = Trump::in_every_house().collect();
    for number in 0..times(195, 20_000) {
        let trump = trumps[number as usize % trumps.len()];
        let mut positions = Positions::new(trump, 1_000_000 + u64::from(number));
        let layout = positions.layout;
        let deck = Deck::shuffled(&mut positions.chance);
        let mut hands = deck.hands(layout, Seat::new(0));
        let kitty = positions.set(&deck.kitty());
        let (mut leader, mut points) = (0, u32::from(kitty.points(layout)));
        while !hands[leader].is_empty() {
            let (winner, won) = play_trick(&mut positions, &mut hands, leader);
            leader = winner;
            points += won;
            let left = hands.map(Hand::len);
            assert!(left.iter().all(|&count| count == left[0]));
        }
        assert_eq!(points, 200);
    }
}

#[test]
fn throws_and_ruffs_of_pairs_are_compared_as_by_brute_force() {
    for (number, trump) in Trump::in_every_house().enumerate() {
        let mut positions = Positions::new(trump, 2_000 + number as u64);
        for _ in 0..times(8, 2_000) {
            let suit = positions.some_suit();
            let near = positions.neighbourhood(suit, 8);
            let lead = positions.some_of(&near, 7);
            let Some(led) = Lead::read(positions.layout, positions.set(&lead)) else {
                continue;
            };
            let mut plays = vec![led.cards()];
            let mut others = Vec::new();
            for _ in 0..3 {
                let ruff = positions.chance.below(2) == 0;
                let from = if ruff { EffectiveSuit::Trumps } else { suit };
                let near = positions.neighbourhood(from, 9);
                others.push(positions.some_of(&near, 12));
                let follow = positions.some_of(&near, lead.len());
                if follow.len() == lead.len() {
                    plays.push(positions.set(&follow));
                }
            }
            check_winner(&positions, &led, &plays);
            let hands = [0, 1, 2].map(|other| positions.set(&others[other]));
            check_throw(&positions, &led, &hands);
        }
    }
}
