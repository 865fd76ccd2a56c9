//! Whole rounds in simulation, from the first card on.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::heuristic::{Bid, Memory, Odds, Scene};
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::Playout;
use tractor_bot::players::tractor::search::worth;
use tractor_bot::tractor::action::{Call, Progress};
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::{Burying, Closed, DealStart, Dealing, Playing};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;

/// A deal before its first card. One in four is the first of a match, in which whoever calls deals.
pub fn deal(seed: Seed) -> Dealing {
    let mut chance = seed.derive("its levels and dealer", 0).chance();
    let level = Rank::from_index(chance.below(13) as usize).expect("thirteen ranks");
    let dealer = match chance.below(16) {
        0..4 => None,
        other => Some(Seat::new((other % 4) as u8)),
    };
    let deck = Deck::shuffled(&mut seed.derive("a deck", 0).chance());
    let start = DealStart {
        level,
        dealer,
        progress: Progress::Climbing,
    };
    Dealing::new(deck, start)
}

/// Sees what a seat would call, and says what it calls.
pub type Watch<'a> = dyn FnMut(&Dealing, Seat, Option<Call>) -> Option<Call> + 'a;

/// Deals on to the end; `None` if the cards would be dealt again. `by` decides for a seat. `silent` makes
/// no call before the next card. `watch` sees every decision and may change it.
pub fn finish(
    mut dealing: Dealing,
    by: &dyn Fn(Seat) -> Policy<'static>,
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

/// Plays the round to its end: what it is worth to a team.
pub fn outcome(playing: Playing, policy: &Policy<'_>, rules: &Rules, team: Team) -> f32 {
    let declares = Team::of(playing.dealer()) == team;
    let playout = Playout {
        playing,
        memory: Memory::START,
    };
    worth(playout.finish(rules, policy).0, rules, declares) as f32
}
