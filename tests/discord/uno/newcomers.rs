//! Somebody comes while a match is played: they tap, wait for the next round, and have cards in it.

use serde_json::json;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::uno::view::UnoDecision;
use tractor_bot::uno::{Color, Move, PhaseView, Play};

use super::{Match, words};
use crate::double::Options;
use crate::house::{House, kept_desk};

/// Whoever is in turn types what they do, without any thought, until the round is over.
async fn play_round(game: &Match) {
    while !matches!(game.game().phase, PhaseView::Ready { .. }) {
        let seat = game.turn();
        let round = game.own_round(seat);
        let chosen = match round.playable.first() {
            _ if round.decision == UnoDecision::Color => Move::Color(Color::Red),
            Some(card) if card.is_wild() => Move::Play(Play::of(*card).naming(Color::Red)),
            Some(card) => Move::Play(Play::of(*card)),
            None if round.may.draw => Move::Draw,
            None => Move::Pass,
        };
        let line = match chosen {
            Move::Play(_) | Move::Color(_) => format!("play {}", words(chosen)),
            _ => words(chosen),
        };
        game.typed(seat, &line).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_fifth_person_taps_during_a_round_and_has_cards_in_the_next() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), kept_desk(&store, 8).await).await;
    let [eve, fay] = ["Eve", "Fay"].map(|name| house.discord.person(name));
    let game = Match::start(house, 4, "order=seats deal_wait=120 hand=2 match_to=1000").await;
    let ana = game.person(0);
    let board = game.board("On top").await;
    let told = eve.presses(&board, "Sit down").message().await;
    assert!(
        told.is_ephemeral && told.says("You are in from the next round"),
        "{}",
        told.text
    );
    let board = game.board("With the next round: **Eve**").await;
    // They have no cards, no turn and no vote yet.
    let again = eve.asks(game.house.table, "uno", json!({})).await;
    again.assert_says("You are in from the next round");
    let hand = eve.presses(&board, "My cards").message().await;
    hand.assert_says("You are in from the next round");
    // The host closes the table to new people; who waits is not sent away.
    ana.says(game.house.table, "$rules entry=closed");
    game.house
        .until("the table to be closed", || {
            game.public().next_admission().is_none()
        })
        .await;
    let refused = fay.asks(game.house.table, "uno", json!({})).await;
    refused.assert_says("Nobody new sits down here for now. **Ana** can open the table");
    play_round(&game).await;
    let public = game.public();
    let sitting = public.seats[4].occupant.person();
    assert_eq!(sitting, Some(PersonId(eve.id.get())));
    assert_eq!((game.game().scores.len(), game.game().scores[4]), (5, 0));
    game.board("wins round 1").await;
    eve.says(game.house.table, "$deal");
    let board = game.board("**Eve** · 2 cards").await;
    let hand = eve.presses(&board, "My cards").message().await;
    assert!(hand.is_ephemeral, "{}", hand.text);
}
