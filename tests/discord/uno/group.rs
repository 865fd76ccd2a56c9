//! UNO in a private chat of people who brought the bot along.

use tractor_bot::host::Paced as _;
use tractor_bot::table::Skill;
use tractor_bot::uno::Action;

use super::*;
use crate::guests::{assert_only_tokens, chat};

/// Makes a move by a slash command, or on the own cards.
async fn make(game: &Match, seat: u8, chosen: Move) {
    let (person, position) = (game.person(seat), game.public().position);
    let words = words(chosen);
    let asks = matches!(chosen, Move::Play(play) if play.card.is_wild());
    if seat.is_multiple_of(2) || asks {
        let (command, options) = match chosen {
            Move::Play(_) | Move::Color(_) => ("play", option("cards", words)),
            _ => (words.as_str(), json!({})),
        };
        person.asks(game.house.table, command, options).await;
    } else {
        let step = Step {
            seat,
            chosen,
            deed: None,
        };
        game.tap(&step).await;
    }
    let moved = || game.public().position > position;
    game.house.until("the table to take it", moved).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_play_a_round_of_uno_by_commands_and_buttons() {
    let house = chat(house::desk(5)).await;
    for person in &house.people {
        let words = option("words", "order=seats deal_wait=120");
        let words = if person.id == house.people[0].id {
            words
        } else {
            json!({})
        };
        person.asks(house.table, "uno", words).await;
    }
    let ana = &house.people[0];
    ana.asks(house.table, "start", json!({})).await;
    ana.asks(house.table, "deal", json!({})).await;
    let handle = house.handle::<Uno>();
    let game = Match { house, handle };
    for moves in 0.. {
        assert!(moves < 600, "the round does not end");
        let now = game.game();
        if now.playing().is_none() {
            break;
        }
        let Turn::Seats(seats) = game.public().turn else {
            panic!("nobody's turn");
        };
        let seat = seats.iter().next().expect("somebody's turn").index() as u8;
        let mut player = Uno::computer(Skill::Greedy, Seed::from_number(u64::from(seat)));
        let chosen = player.choose(&game.own(seat));
        let Some(Action::Move(chosen)) = chosen else {
            panic!("{chosen:?} on their turn");
        };
        // Nobody has to say it, and a card on the hand does not.
        let chosen = match chosen {
            Move::Play(play) => Move::Play(Play { uno: false, ..play }),
            other => other,
        };
        make(&game, seat, chosen).await;
    }
    game.board("wins").await;
    assert_only_tokens(&game.house);
}
