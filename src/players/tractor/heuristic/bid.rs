//! What a player knows who may call trump, and whether to call, and which suit.
//!
//! Decides nothing. It is made from a view, or from a deal in simulation; neither shows it the cards of
//! others.

use crate::game::Seat;
use crate::tractor::action::Call;
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::Dealing;
use crate::tractor::rules::Rules;
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, View};

/// How strong a suit has to be, in units of a low trump, with no card and with all cards in hand.
const LOW: f32 = 2.0;
const HIGH: f32 = 10.0;
/// How much less it takes to become dealer, or to get the kitty.
const TAKES_DEAL: f32 = 3.0;
/// How much stronger a suit has to be than the one that stands.
const OVER: f32 = 1.5;

/// What a player knows who may call.
#[derive(Debug, Clone, Copy)]
pub struct Bid<'a> {
    pub rules: &'a Rules,
    /// The dominant rank.
    pub level: Rank,
    /// Who asks.
    pub seat: Seat,
    /// The cards so far, in the layout of a round without a trump suit.
    pub hand: Hand,
    /// Who deals by the rounds before, whoever calls.
    pub fixed: Option<Seat>,
    /// Who deals if nobody calls, where a call makes the dealer of a later round.
    pub uncalled: Option<Seat>,
    /// Who made the first call.
    pub first: Option<Seat>,
    pub standing: Option<(Seat, Call)>,
    /// Whether a call takes over the kitty, which is buried.
    pub takes_kitty: bool,
}

impl<'a> Bid<'a> {
    /// What a player sees while cards are dealt; `None` for spectators.
    pub fn of(view: &'a View) -> Option<Bid<'a>> {
        let layout = Layout::of(Trump::no_trump(view.level));
        Some(Bid {
            rules: &view.rules,
            level: view.level,
            seat: view.seat()?,
            hand: Hand::of(layout, &view.hand).ok()?,
            // In the first round the calls name the dealer, and by house rule in later ones, until the
            // kitty is taken up.
            fixed: view
                .dealer
                .filter(|_| view.trump.is_some() || (view.round > 1 && view.uncalled.is_none())),
            uncalled: view.uncalled,
            first: view.calls.first().map(|(by, _)| *by),
            standing: view.standing_call(),
            takes_kitty: matches!(view.phase, PhaseView::Overcalls { .. }),
        })
    }

    pub fn in_deal(dealing: &Dealing, seat: Seat, rules: &'a Rules) -> Bid<'a> {
        Bid {
            rules,
            level: dealing.opening.level,
            seat,
            hand: dealing.hands[seat.index()],
            fixed: dealing.opening.dealer,
            uncalled: dealing.opening.uncalled,
            first: dealing.calls.first().map(|(by, _)| by),
            standing: dealing.calls.standing(),
            takes_kitty: false,
        }
    }

    pub fn layout(&self) -> &'static Layout {
        Layout::of(Trump::no_trump(self.level))
    }

    /// Who would deal after this call, or if nobody called any more; `None` if nobody would.
    pub fn dealer_after(&self, call: Option<Call>) -> Option<Seat> {
        let (own, standing) = (call.map(|_| self.seat), self.standing.map(|(by, _)| by));
        let called = match self.last_caller_deals() {
            true => own.or(standing),
            false => self.first.or(own),
        };
        self.fixed.or(called).or(self.uncalled)
    }

    /// Whether a call takes the deal from whoever called before.
    fn last_caller_deals(&self) -> bool {
        let first_round = self.uncalled.is_none();
        self.fixed.is_none() && self.rules.last_caller_deals(first_round)
    }
}

/// The call to make now among open ones, if any.
pub fn choose(bid: &Bid<'_>, open: impl Iterator<Item = Call>) -> Option<Call> {
    let standing = bid.standing;
    let now = strength(bid, standing.and_then(|(_, call)| call.suit()));
    let own_side = standing.is_some_and(|(caller, _)| Team::of(caller) == Team::of(bid.seat));
    let share = bid.hand.len() as f32 / 25.0;
    let takes_deal = match standing {
        None => bid.fixed.is_none(),
        Some(_) => !own_side && bid.last_caller_deals(),
    };
    // The kitty brings trumps, as the deal does, and rids of what is weak.
    let gains = takes_deal || bid.takes_kitty;
    let deal = if gains { TAKES_DEAL } else { 0.0 };
    let usual = LOW + (HIGH - LOW) * share;
    let enough = usual - deal;
    let mut best: Option<(f32, Call)> = None;
    for call in open {
        let strength = strength(bid, call.suit());
        let wanted = match (standing, call.suit()) {
            (None, suit) => strength >= enough && suit.is_some(),
            (Some(_), Some(_)) => {
                let over = if own_side { 2.0 } else { 1.0 } * OVER;
                strength >= enough && strength >= now + over - deal
            }
            (Some(_), None) => !own_side && bid.hand.len() >= 20 && now <= 0.7 * usual,
        };
        if wanted && best.is_none_or(|(most, _)| strength > most) {
            best = Some((strength, call));
        }
    }
    best.map(|(_, call)| call)
}

/// The strength of the hand's trumps with this suit, in units of a low trump.
fn strength(bid: &Bid<'_>, suit: Option<Suit>) -> f32 {
    let layout = Layout::of(Trump::under(bid.rules, bid.level, suit));
    let hand = bid.hand.remapped(bid.layout(), layout);
    let trumps = hand.within(layout.trumps());
    let high: f32 = trumps
        .cards(layout)
        .map(|card| height(card, bid.level))
        .sum();
    let aces = hand
        .cards(layout)
        .filter(|card| card.rank() == Some(Rank::ACE));
    trumps.len() as f32 + high + 0.6 * trumps.pairs() as f32 + 0.3 * aces.count() as f32
}

/// What a trump is worth beyond a low one.
fn height(card: Card, level: Rank) -> f32 {
    match card.rank() {
        None if card == Card::BIG_JOKER => 1.0,
        None => 0.7,
        Some(rank) if rank == level => 0.4,
        Some(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RuleSet as _;
    use crate::tractor::seating::Wind;
    use crate::tractor::testing::read;
    use Wind::{East, North, South, West};

    /// What North knows in a round of level 2 that East deals by the rounds before: whoever calls under
    /// `next_dealer=winners`, otherwise if nobody does.
    fn bid<'a>(rules: &'a Rules, hand: &str, calls: &[(Wind, Call)]) -> Bid<'a> {
        let (known, level) = (Some(East.seat()), Rank::TWO);
        let (fixed, uncalled) = match rules.next_dealer {
            crate::tractor::rules::NextDealer::Winners => (known, None),
            _ => (None, known),
        };
        let layout = Layout::of(Trump::no_trump(level));
        let by = |(wind, call): &(Wind, Call)| (wind.seat(), *call);
        Bid {
            rules,
            level,
            seat: North.seat(),
            hand: read(layout, hand),
            fixed,
            uncalled,
            first: calls.first().map(|call| by(call).0),
            standing: calls.last().map(by),
            takes_kitty: false,
        }
    }

    #[test]
    fn a_call_makes_the_dealer_as_the_house_has_it() {
        let weak = (West, Call::Weak(Suit::Hearts));
        let strong = (South, Call::Strong(Suit::Spades));
        let check = |value: &str, calls: &[(Wind, Call)], expected: [Wind; 2]| {
            let rules = Rules::default().with(&[("next_dealer", value)]);
            let bid = bid(&rules, "", calls);
            let call = Some(Call::BigJokers);
            let after = [bid.dealer_after(call), bid.dealer_after(None)];
            assert_eq!(after, expected.map(|wind| Some(wind.seat())), "{value}");
        };
        check("winners", &[], [East, East]);
        check("winners", &[weak, strong], [East, East]);
        check("first_call", &[], [North, East]);
        check("first_call", &[weak], [West, West]);
        check("first_call", &[weak, strong], [West, West]);
        check("final_call", &[], [North, East]);
        check("final_call", &[weak], [North, West]);
        check("final_call", &[weak, strong], [North, South]);
    }

    #[test]
    fn it_takes_less_to_call_where_that_makes_the_caller_dealer() {
        let check = |value: &str, hand: &str, calls: &[(Wind, Call)], expected: Option<Call>| {
            let rules = Rules::default().with(&[("next_dealer", value)]);
            let (bid, spades) = (bid(&rules, hand, calls), Suit::Spades);
            let open = [Call::Weak(spades), Call::Strong(spades)];
            let open = open.into_iter().filter(|call| {
                let (kind, standing) = (call.kind(), bid.standing);
                standing.is_none_or(|(_, standing)| kind > standing.kind())
            });
            let chosen = choose(&bid, open);
            assert_eq!(chosen, expected, "{value} {hand} {calls:?}");
        };
        let (weak, strong) = (Call::Weak(Suit::Spades), Call::Strong(Suit::Spades));
        // Four trumps, one of them of the level, among twelve cards.
        let short = "2S 3S 5S 6S 3C 4C 6C 3D 4D 6D 3H 4H";
        check("winners", short, &[], None);
        check("first_call", short, &[], Some(weak));
        check("final_call", short, &[], Some(weak));
        // Spades are hardly worse than hearts.
        let even = "2S 2S 3S 5S 6S 3H 4H 5H 6H 3C 4D 6D";
        let by = |wind| [(wind, Call::Weak(Suit::Hearts))];
        check("winners", even, &by(West), None);
        check("first_call", even, &by(West), None);
        check("final_call", even, &by(West), Some(strong));
        check("final_call", even, &by(South), None);
    }
}
