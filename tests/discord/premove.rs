//! Cards that are chosen before one's turn, by taps: nobody else is sent anything of it.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::host::Paced as _;
use tractor_bot::table::{By, Input, PersonId, Skill, Submission};
use tractor_bot::text::press::Press;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::cards::{dealt, is_turn};
use crate::double::Seen;
use crate::house::House;
use crate::one_tap::awaited;
use crate::round::{code, on, presses};

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

#[tokio::test(start_paused = true)]
async fn a_card_that_is_tapped_before_the_turn_is_played_when_it_comes() {
    let house = dealt(3).await;
    let seat = leads(&house).await;
    let chooser = &house.people[on(&house, seat)];
    // What the lead changed has been sent.
    house.board(") follows ").await;
    let board = house.board("My hand").await;
    let mut shown = chooser.presses(&board, "My hand").message().await;
    assert!(!is_turn(&shown), "{}", shown.text);
    let sent = house.discord.outgoing().len();
    // A tap marks a card, and takes the mark away again, as long as it makes no whole play.
    let marks = |press: &Press| press.line.after("select").map(str::to_owned);
    let cards = presses(&shown).into_iter();
    let cards = cards.filter(|(press, _)| marks(press).is_some_and(|card| !card.starts_with('-')));
    let premove = |seen: &Seen| code(seen, |press| press.line.after("premove").is_some());
    for (card, _) in cards {
        if premove(&shown).is_some() {
            break;
        }
        shown = chooser.presses_late(&shown, &card.code()).message().await;
    }
    let confirm = premove(&shown).expect("a legal play can be confirmed");
    let shown = chooser.presses_late(&shown, &confirm).message().await;
    shown.assert_says("played as soon as it is your turn");
    // Others are sent nothing, and the board stays as it is.
    for payload in &house.discord.outgoing()[sent..] {
        let alone = payload.seen_by.iter().all(|reader| *reader == chooser.id);
        assert!(alone, "{:?}", payload.request);
    }
    let held = || {
        let view = house.view(chooser);
        view.stage.game().expect("a match").hand.len()
    };
    let before = held();
    plays(&house, sensible).await;
    house
        .until("the card that was chosen", || held() < before)
        .await;
}
