//! Sampled worlds: the hidden cards dealt in a way that agrees with what the player has seen.
//!
//! Decides who might hold what by what everybody has seen: seats that ran out of a suit get none
//! of it, cards known to be held stay where they are, and a kitty is likely to be what dealers bury.

use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::sight::Sight;
use crate::tractor::card::{Rank, points};
use crate::tractor::deck::KITTY;
use crate::tractor::hand::Hand;
use crate::tractor::seating::PLAYERS;

/// The hidden cards of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenCards {
    /// All hands, by seat.
    pub hands: [Hand; PLAYERS],
    pub kitty: Hand,
}

/// How often a world is dealt that does not come out before what follows told is passed over.
const TRIES: u32 = 6;

/// The chance, of 256, with which a card that could be buried is (before it is known how many).
const BURIED_LOW: u32 = 200;
const BURIED_POINTS: u32 = 50;
const BURIED_ACE: u32 = 16;
const BURIED_TRUMP: u32 = 6;

/// Deals the hidden cards of a position.
pub fn deal(sight: &Sight<'_>, chance: &mut Chance) -> HiddenCards {
    for _ in 0..TRIES {
        if let Some(world) = attempt(sight, chance, true) {
            return world;
        }
    }
    attempt(sight, chance, false).unwrap_or(HiddenCards {
        hands: [Hand::EMPTY; PLAYERS],
        kitty: Hand::EMPTY,
    })
}

/// One deal; `strict` if what follows told has to be kept to.
fn attempt(sight: &Sight<'_>, chance: &mut Chance, strict: bool) -> Option<HiddenCards> {
    let mut world = HiddenCards {
        hands: [Hand::EMPTY; PLAYERS],
        kitty: sight.buried.unwrap_or(Hand::EMPTY),
    };
    world.hands[sight.seat.index()] = sight.hand;
    let mut hidden = sight.unseen;
    for seat in others(sight) {
        let known = sight.memory.known[seat.index()];
        if !hidden.holds(known) {
            return None;
        }
        hidden = hidden.minus(known);
        world.hands[seat.index()] = known;
    }
    if sight.buried.is_none() {
        world.kitty = bury(sight, hidden, chance, strict);
        hidden = hidden.minus(world.kitty);
    }
    let mut cards = [0_u64; 108];
    let count = order(sight, hidden, chance, strict, &mut cards);
    for &bit in &cards[..count] {
        let seat = place(sight, &world, bit, chance, strict);
        match seat {
            Some(seat) => world.give(seat, bit),
            None => world.make_room(sight, bit, strict)?,
        }
    }
    let full = |seat: Seat| world.hands[seat.index()].len() == u32::from(sight.sizes[seat.index()]);
    others(sight).all(full).then_some(world)
}

fn others(sight: &Sight<'_>) -> impl Iterator<Item = Seat> + use<> {
    let me = sight.seat;
    Seat::first(PLAYERS as u8).filter(move |seat| *seat != me)
}

/// Whether a seat may hold the card of a bit.
fn may_hold(sight: &Sight<'_>, seat: Seat, bit: u64, strict: bool) -> bool {
    !strict || sight.memory.without[seat.index()] & bit == 0
}

/// Eight cards that somebody else may have buried.
fn bury(sight: &Sight<'_>, hidden: Hand, chance: &mut Chance, strict: bool) -> Hand {
    let mut kitty = Hand::EMPTY;
    // What nobody can hold has to be there.
    let mut rest = hidden;
    if strict {
        let nobody = others(sight).fold(u64::MAX, |all, seat| {
            all & sight.memory.without[seat.index()]
        });
        kitty = hidden.within(nobody);
        rest = hidden.minus(kitty);
    }
    let emptied = sight.memory.without(sight.burier);
    for _ in 0..1_000 {
        if kitty.len() as usize >= KITTY || rest.is_empty() {
            break;
        }
        let card = rest.nth_copy(chance.below(rest.len()));
        let likely = likely_buried(sight, card) << u32::from(emptied & card.one() != 0);
        if chance.below(256) < likely {
            kitty = kitty.plus(card);
            rest = rest.minus(card);
        }
    }
    while kitty.len() as usize > KITTY {
        kitty = kitty.minus(kitty.nth_copy(chance.below(kitty.len())));
    }
    kitty
}

fn likely_buried(sight: &Sight<'_>, card: Hand) -> u32 {
    if card.one() & sight.trumps() != 0 {
        return BURIED_TRUMP;
    }
    let rank = card.cards(sight.layout).next().and_then(|card| card.rank());
    match rank {
        Some(Rank::ACE) => BURIED_ACE,
        Some(rank) if points(rank) > 0 => BURIED_POINTS,
        _ => BURIED_LOW,
    }
}

/// The hidden cards one by one in a random order, those that fewest seats may hold first.
fn order(
    sight: &Sight<'_>,
    hidden: Hand,
    chance: &mut Chance,
    strict: bool,
    cards: &mut [u64; 108],
) -> usize {
    let mut count = 0;
    let mut by_seats = [Hand::EMPTY; PLAYERS];
    let mut left = hidden.one();
    while left != 0 {
        let suit = sight.layout.suit_of(left & left.wrapping_neg());
        left &= !suit;
        let seats = others(sight).filter(|seat| may_hold(sight, *seat, suit, strict));
        let group = &mut by_seats[seats.count()];
        *group = group.plus(hidden.within(suit));
    }
    for group in by_seats {
        let start = count;
        for n in 0..group.len() {
            cards[count] = group.nth_copy(n).one();
            count += 1;
        }
        chance.shuffle(&mut cards[start..count]);
    }
    count
}

/// A seat for a card, each as likely as it has places left; `None` if none has.
fn place(
    sight: &Sight<'_>,
    world: &HiddenCards,
    bit: u64,
    chance: &mut Chance,
    strict: bool,
) -> Option<Seat> {
    let mut room = [0_u32; PLAYERS];
    let mut total = 0;
    for seat in others(sight) {
        let hand = world.hands[seat.index()];
        let free = u32::from(sight.sizes[seat.index()]).saturating_sub(hand.len());
        // A seat that had to give a pair and did not has none.
        let pairs = hand.one() & bit != 0 && sight.memory.pairless[seat.index()] & bit != 0;
        if free > 0 && may_hold(sight, seat, bit, strict) && !(strict && pairs) {
            room[seat.index()] = free;
            total += free;
        }
    }
    if total == 0 {
        return None;
    }
    let mut at = chance.below(total);
    for seat in others(sight) {
        let free = room[seat.index()];
        if at < free {
            return Some(seat);
        }
        at -= free;
    }
    None
}

impl HiddenCards {
    fn give(&mut self, seat: Seat, bit: u64) {
        let hand = &mut self.hands[seat.index()];
        *hand = hand.plus(Hand::from_words(bit, 0));
    }

    /// Makes room for a card by moving another one on to a seat that has a place left.
    fn make_room(&mut self, sight: &Sight<'_>, bit: u64, strict: bool) -> Option<()> {
        let size = |seat: Seat| u32::from(sight.sizes[seat.index()]);
        for full in others(sight).filter(|seat| may_hold(sight, *seat, bit, strict)) {
            for free in others(sight).filter(|seat| *seat != full) {
                if self.hands[free.index()].len() >= size(free) {
                    continue;
                }
                let known = sight.memory.known[full.index()];
                let movable = self.hands[full.index()].minus(known).one();
                let fits = if strict {
                    !sight.memory.without[free.index()]
                } else {
                    u64::MAX
                };
                let other = movable & fits & !bit;
                if other != 0 {
                    let other = Hand::from_words(other & other.wrapping_neg(), 0);
                    let hand = &mut self.hands[full.index()];
                    *hand = hand.minus(other);
                    self.give(free, other.one());
                    self.give(full, bit);
                    return Some(());
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::players::tractor::heuristic::Odds;
    use crate::players::tractor::memory::Memory;
    use crate::players::tractor::{random_kitty, random_lead};
    use crate::tractor::card::Suit;
    use crate::tractor::deck::Deck;
    use crate::tractor::follow::{self, FollowRules};
    use crate::tractor::hand::Layout;
    use crate::tractor::rules::Rules;
    use crate::tractor::shape::Lead;
    use crate::tractor::trump::Trump;

    /// Plays some tricks at random and deals worlds for a seat: they hold what was seen.
    #[track_caller]
    fn check(seed: u64, tricks: usize, me: Seat) {
        let layout = Layout::of(Trump::suited(Rank::TEN, Suit::ALL[seed as usize % 4]));
        let mut chance = Seed::from_number(seed).chance();
        let deck = Deck::shuffled(&mut chance);
        let dealer = Seat::new((seed % 3) as u8);
        let mut hands = deck.hands(layout, Seat::new(0));
        let taken = Hand::of(layout, &deck.kitty()).expect("two decks");
        let all = hands[dealer.index()].plus(taken);
        let kitty = random_kitty(all, &mut chance);
        hands[dealer.index()] = all.minus(kitty);
        let mut memory = Memory::START;
        for _ in 0..tricks {
            let led = random_lead(layout, hands[0], &mut chance);
            let lead = Lead::read(layout, led).expect("cards of one suit");
            let follow = FollowRules::default();
            for (at, hand) in hands.iter_mut().enumerate() {
                let play = match at {
                    0 => led,
                    _ => follow::random(layout, follow, &lead, *hand, &mut chance),
                };
                *hand = hand.minus(play);
                memory.note(layout, follow, &lead, Seat::new(at as u8), play);
            }
        }
        let hand = hands[me.index()];
        let buried = (me == dealer).then_some(kitty);
        let sight = Sight {
            layout,
            rules: &Rules::default(),
            memory,
            seat: me,
            dealer,
            burier: dealer,
            hand,
            buried,
            sizes: hands.map(|hand| hand.len() as u8),
            table: None,
            unseen: memory.unseen(layout, hand, buried),
            points: 0,
            odds: Odds::unknown(),
        };
        for _ in 0..20 {
            let world = deal(&sight, &mut chance);
            let held = world.hands.into_iter().fold(world.kitty, Hand::plus);
            assert_eq!(held.plus(memory.gone), Hand::both_decks(layout), "{seed}");
            assert_eq!(world.hands[me.index()], hand);
            assert_eq!(world.kitty.len() as usize, KITTY);
            for seat in Seat::first(4) {
                let others = world.hands[seat.index()];
                assert_eq!(others.len(), hands[seat.index()].len(), "{seed}");
                assert_eq!(
                    others.one() & memory.without[seat.index()],
                    0,
                    "{seed}: {seat:?}"
                );
            }
        }
    }

    #[test]
    fn worlds_hold_what_everybody_has_seen() {
        for seed in 0..60 {
            check(seed, seed as usize % 9, Seat::new((seed % 4) as u8));
        }
    }
}
