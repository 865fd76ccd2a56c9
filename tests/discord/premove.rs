//! Cards that are chosen before one's turn, by taps: nobody else is sent anything of it.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::host::Paced as _;
use tractor_bot::table::{By, Input, PersonId, Skill, Submission};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::cards::{dealt, is_turn};
use crate::double::{Person, Seen, flat};
use crate::house::House;
use crate::one_tap::awaited;
use crate::round::{on, tap_of};

/// Makes a move of the person who is waited for.
async fn plays(house: &House, action: impl Fn(&View) -> Action) {
    let (place, game) = awaited(house).expect("somebody is waited for");
    let by = By::Person(PersonId(house.people[place].id.get()));
    let action = action(&game);
    let submission = Submission::typed(Input::Act { by, action });
    let played = house.handle::<Tractor>().submit(submission).await;
    played.expect("a legal move");
}

fn sensible(game: &View) -> Action {
    let mut player = Tractor::computer(Skill::Lowest, Seed::from_number(0));
    player.choose(game).expect("it is their turn")
}

/// The leader leads one card; the seat after the next player's.
async fn leads(house: &House) -> Seat {
    plays(house, sensible).await;
    plays(house, |game| Action::Play(vec![game.hand[0]])).await;
    let public = house.public();
    match &public.stage.game().expect("a match").phase {
        PhaseView::Playing { trick, .. } => Seat::new((trick.leader.index() as u8 + 2) % 4),
        other => panic!("{other:?}"),
    }
}

/// The code of the first button that does something of this kind and can be pressed.
fn button(seen: &Seen, kind: &str) -> Option<String> {
    let on = flat(&seen.components).into_iter();
    let mut on = on.filter(|control| control["type"] == 2 && control["disabled"] != true);
    let found = on.find(|control| tap_of(control).starts_with(kind))?;
    found["custom_id"].as_str().map(str::to_owned)
}

async fn hand(house: &House, person: &Person) -> Seen {
    let board = house.board_of(person, "My hand").await;
    person.presses(&board, "My hand").message().await
}

#[tokio::test(start_paused = true)]
async fn a_card_that_is_tapped_before_the_turn_is_played_when_it_comes() {
    let house = dealt(3).await;
    let seat = leads(&house).await;
    let chooser = &house.people[on(&house, seat)];
    // What the lead changed has been sent.
    house.board(") follows ").await;
    let mut shown = hand(&house, chooser).await;
    assert!(!is_turn(&shown), "{}", shown.text);
    let sent = house.discord.outgoing().len();
    // A tap marks a card, and takes the mark away again, as long as it makes no whole play.
    let cards = flat(&shown.components).into_iter();
    let cards = cards.filter(|control| control["type"] == 2 && control["disabled"] != true);
    let cards: Vec<String> = cards
        .filter(|control| {
            tap_of(control)
                .strip_prefix("select ")
                .is_some_and(|card| !card.starts_with('-'))
        })
        .filter_map(|control| control["custom_id"].as_str().map(str::to_owned))
        .collect();
    for card in cards {
        if button(&shown, "premove").is_some() {
            break;
        }
        shown = chooser.presses_late(&shown, &card).message().await;
    }
    let confirm = button(&shown, "premove").expect("a legal play can be confirmed");
    let shown = chooser.presses_late(&shown, &confirm).message().await;
    shown.assert_says("played as soon as it is your turn");
    // Others are sent nothing, and the board stays as it is.
    for payload in &house.discord.outgoing()[sent..] {
        let seen_by: Vec<_> = payload.seen_by.iter().collect();
        assert!(
            seen_by.iter().all(|reader| **reader == chooser.id),
            "{} {}: {}",
            payload.request.method,
            payload.request.path,
            payload.request.body
        );
    }
    let before = house
        .view(chooser)
        .stage
        .game()
        .expect("a match")
        .hand
        .len();
    plays(&house, sensible).await;
    let played = || {
        house
            .view(chooser)
            .stage
            .game()
            .is_some_and(|game| game.hand.len() < before)
    };
    house.until("the card that was chosen", played).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_types_in_a_channel_what_they_will_play_is_told_to_do_it_elsewhere() {
    let house = dealt(4).await;
    let seat = leads(&house).await;
    let chooser = &house.people[on(&house, seat)];
    let card = house.view(chooser).stage.game().expect("a match").hand[0];
    chooser.says(house.table, &format!("$premove {card}"));
    house.board("You wrote what you will play").await;
}
