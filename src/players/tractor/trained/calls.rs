//! Calls of trump, rated by a network.
//!
//! Decides what the network is told of a hand and of a call. It rates a call, and waiting, by what
//! they are worth at the end of the round.

use super::{Network, lanes};
use crate::game::Seat;
use crate::players::tractor::heuristic::Bid;
use crate::tractor::action::{Call, CallKind};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{next, partner};
use crate::tractor::trump::{EffectiveSuit, Trump};

// Where the features of each kind begin. Of the choice: what it is, and where the dealer sits then.
const KIND: usize = 0;
const ROLE: usize = KIND + 8;
// The trumps that it makes: how many, the jokers, level cards of other suits, pairs, each card.
const TRUMPS: usize = ROLE + 5;
const BIG: usize = TRUMPS + 26;
const SMALL: usize = BIG + 3;
const OFF: usize = SMALL + 3;
const PAIRS: usize = OFF + 7;
const ONE: usize = PAIRS + 8;
const TWO: usize = ONE + 20;
// Each side suit: its length, aces, kings and pairs; and whether there is no trump suit.
const SIDE: usize = TWO + 20;
const SIDE_ACE: usize = SIDE + 14;
const SIDE_KING: usize = SIDE_ACE + 3;
const SIDE_PAIRS: usize = SIDE_KING + 3;
const PLAIN: usize = SIDE_PAIRS + 4;
// Whatever is chosen: cards so far, level, the dealer by the rounds before, the longest suits that
// can and cannot be called, jokers.
const NOW: usize = PLAIN + 1;
const LEVEL: usize = NOW + 26;
const FIXED: usize = LEVEL + 13;
const CALLABLE: usize = FIXED + 5;
const CLOSED: usize = CALLABLE + 14;
const JOKERS: usize = CLOSED + 14;
pub const FEATURES: usize = JOKERS + 5;

/// Where the dealer sits: here, opposite, next, before; 4 if nobody is.
fn role(bid: &Bid<'_>, dealer: Option<Seat>) -> usize {
    match dealer {
        None => 4,
        Some(dealer) if dealer == bid.seat => 0,
        Some(dealer) if dealer == partner(bid.seat) => 1,
        Some(dealer) if dealer == next(bid.seat) => 2,
        Some(_) => 3,
    }
}

/// The cards of a suit that are not of the level.
fn within(bid: &Bid<'_>, suit: Suit) -> Hand {
    bid.hand
        .within(bid.layout().suit(EffectiveSuit::Side(suit)))
}

/// Tells what holds whatever is chosen.
pub fn state(bid: &Bid<'_>, tell: &mut impl FnMut(usize)) {
    tell(NOW + bid.hand.len().min(25) as usize);
    tell(LEVEL + bid.level.index());
    tell(FIXED + role(bid, bid.fixed));
    let layout = bid.layout();
    let (mut callable, mut closed) = (0, 0);
    for suit in Suit::ALL {
        let most = match bid.hand.count(layout, Card::new(bid.level, suit)) {
            0 => &mut closed,
            _ => &mut callable,
        };
        *most = within(bid, suit).len().max(*most);
    }
    tell(CALLABLE + callable.min(13) as usize);
    tell(CLOSED + closed.min(13) as usize);
    let jokers = [Card::BIG_JOKER, Card::SMALL_JOKER].map(|joker| bid.hand.count(layout, joker));
    tell(JOKERS + usize::from(jokers[0] + jokers[1]));
}

/// Tells of a call, or of waiting.
pub fn choice(bid: &Bid<'_>, call: Option<Call>, tell: &mut impl FnMut(usize)) {
    let kind = match (call.map(Call::kind), bid.standing) {
        (None, None) => 0,
        (None, Some((by, _))) if by == bid.seat => 1,
        (None, Some((by, _))) if by == partner(bid.seat) => 2,
        (None, Some(_)) => 3,
        (Some(CallKind::Weak), _) => 4,
        (Some(CallKind::Strong), _) => 5,
        (Some(CallKind::SmallJokers), _) => 6,
        // Nothing was learned about one alone: where it can be called, rules of thumb decide.
        (Some(CallKind::BigJoker | CallKind::BigJokers), _) => 7,
    };
    tell(KIND + kind);
    tell(ROLE + role(bid, bid.dealer_after(call)));
    if let Some(made) = call.or(bid.standing.map(|(_, call)| call)) {
        trumps(bid, made.suit(), tell);
        sides(bid, made.suit(), tell);
    }
}

/// Tells of the trumps under this suit.
fn trumps(bid: &Bid<'_>, suit: Option<Suit>, tell: &mut impl FnMut(usize)) {
    let layout = Layout::of(Trump::under(bid.rules, bid.level, suit));
    let hand = bid.hand.remapped(bid.layout(), layout);
    let trumps = hand.within(layout.trumps());
    tell(TRUMPS + trumps.len().min(25) as usize);
    tell(BIG + usize::from(hand.count(layout, Card::BIG_JOKER)));
    tell(SMALL + usize::from(hand.count(layout, Card::SMALL_JOKER)));
    let others = Suit::ALL.into_iter().filter(|other| Some(*other) != suit);
    let off: u8 = others
        .map(|other| hand.count(layout, Card::new(bid.level, other)))
        .sum();
    tell(OFF + usize::from(off).min(6));
    tell(PAIRS + trumps.pairs().min(7) as usize);
    lanes::copies(layout, trumps, lanes::trumps(layout), [ONE, TWO], tell);
    if suit.is_none() {
        tell(PLAIN);
    }
}

/// Tells of the other suits.
fn sides(bid: &Bid<'_>, trump: Option<Suit>, tell: &mut impl FnMut(usize)) {
    let layout = bid.layout();
    for side in Suit::ALL.into_iter().filter(|side| Some(*side) != trump) {
        let held = within(bid, side);
        tell(SIDE + held.len().min(13) as usize);
        let count = |rank| usize::from(bid.hand.count(layout, Card::new(rank, side)));
        if bid.level != Rank::ACE {
            tell(SIDE_ACE + count(Rank::ACE));
        }
        if bid.level != Rank::KING {
            tell(SIDE_KING + count(Rank::KING));
        }
        tell(SIDE_PAIRS + held.pairs().min(3) as usize);
    }
}

/// What the kitty is worth to who takes it over, in levels: the network has learned of calls that take
/// none.
const KITTY: f32 = 0.5;

/// The open calls and waiting, with what they are worth; waiting comes first.
pub fn rated<'a>(
    network: &'a Network,
    bid: &'a Bid<'_>,
    open: impl Iterator<Item = Call> + 'a,
) -> impl Iterator<Item = (f32, Option<Call>)> + 'a {
    let mut before = network.start();
    state(bid, &mut |feature| network.add(&mut before, feature));
    std::iter::once(None)
        .chain(open.map(Some))
        .map(move |call| {
            let mut sums = before;
            choice(bid, call, &mut |feature| network.add(&mut sums, feature));
            let kitty = if bid.takes_kitty && call.is_some() {
                KITTY
            } else {
                0.0
            };
            (network.rate(sums, 0) + kitty, call)
        })
}

/// The call to make now, if any.
pub fn choose(network: &Network, bid: &Bid<'_>, open: impl Iterator<Item = Call>) -> Option<Call> {
    let best =
        rated(network, bid, open).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.and_then(|(_, call)| call)
}
