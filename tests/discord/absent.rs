//! People who are away: a countdown, a warning, a computer in their place, and the way back.

use serde_json::json;
use tractor_bot::game::Seat;
use tractor_bot::table::{Away, Consent, Limits, Occupant, StageView};

use crate::double::{Options, Person, Seen};
use crate::house::{House, desk};
use crate::kitty::until_the_kitty;

fn limits() -> Limits {
    Limits {
        turn_limit_s: Some(2),
        turn_warning_s: Some(1),
        computer_delay_ms: 50,
        ..Limits::default()
    }
}

fn occupant(house: &House, seat: Seat) -> Occupant {
    house.public().seats[seat.index()].occupant
}

fn seat_of(house: &House, person: &Person) -> Option<Seat> {
    let id = tractor_bot::table::PersonId(person.id.get());
    let public = house.public();
    let own = |place: &&tractor_bot::table::SeatView| place.occupant.person() == Some(id);
    public.seats.iter().find(own).map(|place| place.seat)
}

#[tokio::test(start_paused = true)]
async fn who_is_away_is_warned_replaced_and_back_with_one_tap() {
    let house = House::of(Options::default(), desk(1).with_limits(limits())).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let dealer = &house.people[place];
    let seat = seat_of(&house, dealer).expect("the dealer sits");
    let board = house.board("buries eight cards").await;
    let counts = json!(board.components).to_string();
    assert!(counts.contains("<t:") && counts.contains(":R>"), "{counts}");
    let warning = |seen: &Seen| seen.pings && seen.says("one second left");
    dealer.awaits("a warning", warning).await;
    let away = Away::Absent;
    let absent =
        || matches!(occupant(&house, seat), Occupant::Substitute { away: own, .. } if own == away);
    // The kitty and the first lead: two turns.
    house.until("a computer in their place", absent).await;
    let buried = house
        .view(dealer)
        .stage
        .game()
        .and_then(|g| g.buried.clone());
    assert_eq!(
        buried.map(|cards| cards.len()),
        Some(8),
        "and the table goes on"
    );
    let told = |seen: &Seen| seen.pings && seen.says("a computer plays for you");
    dealer.awaits("what became of the seat", told).await;
    let board = house.board("is away: a computer plays").await;
    // They keep their name in every line.
    let partner = &house.people[(place + 2) % 4];
    let declare = format!("{} + {}** declare", dealer.name, partner.name);
    board.assert_says(&declare);
    // The seat is theirs: nobody else gets it.
    let eve = house.discord.person("Eve");
    let refused = eve.presses(&board, "I'm back").message().await;
    assert!(refused.is_ephemeral && absent(), "{}", refused.text);
    let board = house.board("I'm back").await;
    let hand = dealer.presses(&board, "My hand").message().await;
    hand.assert_says("A computer plays for you");
    dealer.presses(&hand, "I'm back").answered().await;
    house
        .until("the dealer to be back", || {
            seat_of(&house, dealer) == Some(seat)
        })
        .await;
}

#[tokio::test(start_paused = true)]
async fn the_seat_of_who_has_left_is_open_to_others_from_the_next_round_on() {
    let unasked = Limits {
        seat_kept_min: None,
        consent: Consent::Off,
        ..Limits::default()
    };
    let house = House::of(Options::default(), desk(1).with_limits(unasked)).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let leaver = &house.people[(place + 1) % 4];
    let seat = seat_of(&house, leaver).expect("they sit");
    let board = house.board("buries eight cards").await;
    let hand = leaver.presses(&board, "My hand").message().await;
    let more = leaver.presses(&hand, "More…").message().await;
    let asked = leaver.presses(&more, "Leave").message().await;
    let left = leaver.presses(&asked, "Do it").message().await;
    left.assert_says("a computer takes over");
    let board = house.board("has left: a computer plays").await;
    let eve = house.discord.person("Eve");
    eve.presses(&board, "Take a seat").answered().await;
    let comes = || {
        let Occupant::Substitute {
            instead_of, away, ..
        } = occupant(&house, seat)
        else {
            return false;
        };
        (instead_of.0, away) == (eve.id.get(), Away::Coming)
    };
    house.until("Eve to come in", comes).await;
    // These cards were seen by somebody else: Eve does not see them, and a computer plays them.
    let board = house.board("plays from the next round on").await;
    let hand = eve.presses(&board, "My hand").message().await;
    assert!(hand.is_ephemeral && !hand.says("Trumps"), "{}", hand.text);
    let own = house.view(&eve).stage.game().map(|game| game.hand.len());
    assert_eq!(own, Some(0));
    // Who has seen those cards gets no others.
    let refused = leaver.asks(house.table, "join", json!({})).await;
    refused.assert_says("You have seen the cards");
    assert!(matches!(house.public().stage, StageView::Playing(_)));
}
