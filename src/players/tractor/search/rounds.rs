//! Whole rounds in simulation, from any card of the deal on.

use super::playout::Playout;
use super::worth::worth;
use crate::game::Seat;
use crate::players::tractor::heuristic::{Bid, Memory, Odds, Scene};
use crate::players::tractor::policy::Policy;
use crate::tractor::action::Call;
use crate::tractor::hand::Hand;
use crate::tractor::round::{Burying, Closed, Dealing, Playing};
use crate::tractor::rules::Rules;
use crate::tractor::seating::Team;

/// Sees what a seat would call, and says what it calls.
pub type Watch<'a> = dyn FnMut(&Dealing, Seat, Option<Call>) -> Option<Call> + 'a;

/// Deals on to the end; `None` if the cards would be dealt again. `by` decides for a seat. `silent` makes
/// no call before the next card. `watch` sees every decision and may change it.
pub fn finish<'a>(
    mut dealing: Dealing,
    by: &dyn Fn(Seat) -> Policy<'a>,
    rules: &Rules,
    mut silent: Option<Seat>,
    watch: &mut Watch<'_>,
) -> Option<Burying> {
    loop {
        // Whoever calls may be answered, until nobody calls any more.
        let mut again = true;
        while again {
            again = false;
            for seat in Seat::first(4) {
                let mut open = dealing.open_calls(seat, rules).peekable();
                if silent == Some(seat) || open.peek().is_none() {
                    continue;
                }
                let chosen = by(seat).call(&Bid::in_deal(&dealing, seat, rules), open);
                if let Some(call) = watch(&dealing, seat, chosen) {
                    dealing.call(seat, call, rules);
                    again = true;
                }
            }
        }
        if dealing.draw().is_none() {
            break;
        }
        silent = None;
    }
    match dealing.finish()?.close(rules) {
        Closed::Redeal => None,
        Closed::Fixed { burying, .. } => Some(burying),
    }
}

/// What the dealer knows who holds all 33 cards.
pub fn before_burying<'a>(burying: &Burying, rules: &'a Rules) -> Scene<'a> {
    let (layout, dealer) = (burying.layout(), burying.dealer());
    let hand = burying.hands()[dealer.index()];
    let scene = Scene {
        layout,
        rules,
        memory: &Memory::START,
        seat: dealer,
        dealer,
        hand,
        buried: None,
        sizes: [0; 4],
        table: None,
        unseen: Hand::both_decks(layout).minus(hand),
        points: 0,
        odds: Odds::unknown(),
    };
    scene.before_burying()
}

/// Buries the kitty that the policy rates highest.
pub fn bury(burying: &Burying, policy: &Policy<'_>, rules: &Rules) -> Playing {
    let kitty = policy.bury(&before_burying(burying, rules));
    burying.bury(kitty).expect("eight cards")
}

/// Plays the round to its end: what it is worth to a team, in levels, and how many plays it took.
pub fn outcome(playing: Playing, policy: &Policy<'_>, rules: &Rules, team: Team) -> (f64, u32) {
    let declares = Team::of(playing.dealer()) == team;
    let playout = Playout {
        playing,
        memory: Memory::START,
    };
    let (points, plays) = playout.finish(rules, policy);
    (worth(points, rules, declares), plays)
}
