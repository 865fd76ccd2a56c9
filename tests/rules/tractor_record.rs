//! What everybody knows of a round while it is played, and what is left of it afterwards.

use tractor_bot::game::{Game, Seat};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::view::PhaseView;

use crate::tractor_house::{play_until, public, seen, some_throw, start, step};

/// The next step, in which whoever leads tries a throw.
fn throw_or_step(game: &mut Tractor) -> Vec<Event> {
    let PhaseView::Playing { to_play, .. } = public(game).phase else {
        return step(game);
    };
    match some_throw(game, to_play) {
        Some(throw) => game.act(to_play, throw).expect("a lead"),
        None => step(game),
    }
}

/// Cards without some of them; `None` if one of those is not there.
fn without(cards: &[Card], some: &[Card]) -> Option<Vec<Card>> {
    let mut rest = cards.to_vec();
    for card in some {
        let at = rest.iter().position(|other| other == card)?;
        rest.swap_remove(at);
    }
    Some(rest)
}

#[test]
fn cards_that_went_back_are_known_until_they_are_played_and_failed_throws_are_counted() {
    let mut failed = [0; 4];
    let mut game = start(5, &[]);
    while game.round() == 1 {
        let events = throw_or_step(&mut game);
        let view = public(&game);
        for event in &events {
            if let Event::ThrowFailed {
                seat, taken_back, ..
            } = event
            {
                failed[seat.index()] += 1;
                assert!(without(&view.known[seat.index()], taken_back).is_some());
            }
        }
        for seat in Seat::first(4) {
            let (hand, known) = (seen(&game, seat).hand, &view.known[seat.index()]);
            assert!(without(&hand, known).is_some(), "{known:?} in {hand:?}");
        }
    }
    let throws = public(&game).history[0].throws;
    assert_eq!(throws.map(|(_, failed)| failed), failed);
    assert!(throws.iter().all(|(tried, failed)| tried >= failed));
    assert!(failed.iter().sum::<u8>() > 5, "{failed:?}");
}

#[test]
fn the_last_trick_is_shown_until_cards_are_dealt_again() {
    let mut game = start(5, &[]);
    play_until(&mut game, |view| view.round == 2);
    let view = public(&game);
    let parting = view.parting.expect("the last trick");
    assert_eq!(parting.winning, view.history[0].last_trick);
    assert_eq!(parting.plays.len(), 4);
    let dealer = view.dealer.expect("the first round made one");
    game.act(dealer, Action::Deal).expect("between rounds");
    assert_eq!(public(&game).parting, None);
}
