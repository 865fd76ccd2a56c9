//! Somebody comes while a match is played: they tap, wait for the next round, and play in it.

use serde_json::json;
use tractor_bot::game::Seat;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::uno::view::UnoDecision;
use tractor_bot::uno::{Color, Move, PhaseView, Play};

use super::{Match, words};
use crate::double::{Options, Person};
use crate::house::{House, kept_desk};

/// What the player in turn could do, without any thought.
fn plainest(game: &Match, seat: Option<u8>, person: &Person) -> Move {
    let round = match seat {
        Some(seat) => game.own_round(seat),
        None => {
            let view = game.handle.view_of(PersonId(person.id.get()));
            let own = view.stage.game().expect("a match");
            own.playing().expect("a round").clone()
        }
    };
    match round.playable.first() {
        _ if round.decision == UnoDecision::Color => Move::Color(Color::Red),
        Some(card) if card.is_wild() => Move::Play(Play::of(*card).naming(Color::Red)),
        Some(card) => Move::Play(Play::of(*card)),
        None if round.may.draw => Move::Draw,
        None => Move::Pass,
    }
}

/// Whoever is in turn types what they do.
async fn step(game: &Match, fifth: &Person) {
    let position = game.public().position;
    let seat = game.turn();
    let own = (seat < 4).then_some(seat);
    let person = own.map_or(fifth, |seat| game.person(seat));
    let chosen = plainest(game, own, person);
    let line = match chosen {
        Move::Play(_) | Move::Color(_) => format!("$play {}", words(chosen)),
        _ => format!("${}", words(chosen)),
    };
    person.says(game.house.table, &line);
    let moved = || game.public().position > position;
    game.house.until(&line, moved).await;
}

async fn play_round(game: &Match, fifth: &Person) {
    while !matches!(game.game().phase, PhaseView::Ready { .. }) {
        step(game, fifth).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fifth_person_taps_during_a_round_and_plays_in_the_next() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), kept_desk(&store, 8).await).await;
    let [eve, fay] = ["Eve", "Fay"].map(|name| house.discord.person(name));
    let game = Match::start(house, 4, "order=seats deal_wait=120 hand=4 match_to=1000").await;
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
    play_round(&game, &eve).await;
    let public = game.public();
    let sitting = public.seats[4].occupant.person();
    assert_eq!(sitting, Some(PersonId(eve.id.get())));
    assert_eq!((game.game().scores.len(), game.game().scores[4]), (5, 0));
    game.board("wins round 1").await;
    eve.says(game.house.table, "$deal");
    let board = game.board("**Eve** · 4 cards").await;
    let hand = eve.presses(&board, "My cards").message().await;
    assert!(hand.is_ephemeral, "{}", hand.text);
    while game
        .game()
        .playing()
        .is_some_and(|round| round.turn != Seat::new(4))
    {
        step(&game, &eve).await;
    }
    let turn = game.game().playing().map(|round| round.turn);
    assert_eq!(turn, Some(Seat::new(4)), "the round lasts till their turn");
    play_round(&game, &eve).await;
    let result = game.game().history[1].clone();
    assert_eq!((result.places.len(), result.scores.len()), (5, 5));
    // They are counted for the round that they played in.
    for (person, games) in [(ana, 2), (&eve, 1)] {
        let stats = person.asks(game.house.table, "stats", json!({})).await;
        stats.assert_says(&format!("games **{games}**"));
    }
}
