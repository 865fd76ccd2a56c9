//! The clock at a table of UNO: it plays a turn to its end, whatever has to be decided.

use tokio::time::sleep;

use super::world::*;
use crate::game::{Game, Turn};
use crate::uno::view::UnoDecision;
use crate::uno::{self, Card, Move, RoundView, Uno};

/// Two people at a table with these rules, dealt from the first seed whose first round satisfies
/// `looks` in the view of the player in turn.
async fn dealt(
    world: &World,
    settings: &[(&str, &str)],
    looks: impl Fn(&RoundView) -> bool,
) -> Handle<Uno> {
    let mut rules = uno::Rules::default();
    for (name, value) in settings.iter().chain(&[("order", "seats")]) {
        rules.set(name, value).expect("a rule");
    }
    let suits = |secret: &Seed| {
        let (mut game, _) = Uno::start(&rules, 2, secret.derive("match", 1));
        game.act(Seat::new(0), uno::Action::Deal)
            .expect("anybody may deal");
        let Turn::Seats(seats) = game.turn() else {
            return false;
        };
        let seat = seats.iter().next().expect("somebody's turn");
        game.view(Viewer::Seat(seat)).playing().is_some_and(&looks)
    };
    let secret = (0..2_000).map(Seed::from_number).find(suits);
    let venue = TableKey(5);
    let limits = crate::table::Limits::default();
    let table = world
        .host
        .open::<Uno>(venue, rules, limits, secret.expect("some deal"), ANA)
        .await
        .expect("a new table");
    for person in [ANA, BO] {
        hand_in(&table, sit(person)).await;
    }
    hand_in(&table, Input::Start { by: ANA }).await;
    let (by, action) = (By::Person(ANA), uno::Action::Deal);
    hand_in(&table, Input::Act { by, action }).await;
    table
}

async fn hand_in(table: &Handle<Uno>, input: Input<Uno>) {
    let done = table.submit(Submission::typed(input)).await;
    done.expect("it is allowed");
}

fn round(table: &Handle<Uno>) -> RoundView {
    let view = table.view(Viewer::Public);
    let game = view.stage.game().expect("a match is played");
    game.playing().expect("a round is played").clone()
}

/// Lets the turn limit expire; the rounds before and after, and the missed turns.
async fn after_the_limit(table: &Handle<Uno>) -> (RoundView, RoundView, u8) {
    let before = round(table);
    sleep(Duration::from_millis(90_100)).await;
    let missed = table.view(Viewer::Public).seats[before.turn.index()].missed;
    (before, round(table), missed)
}

#[tokio::test(start_paused = true)]
async fn the_clock_draws_and_passes_in_one_turn_missed() {
    let world = World::new();
    // The card that will be drawn can be played, so drawing does not end the turn.
    let table = dealt(&world, &[("auto_pass", "off")], |round| {
        round.decision == UnoDecision::Turn && round.owed == 0
    })
    .await;
    let (before, after, missed) = after_the_limit(&table).await;
    let seat = before.turn;
    assert_ne!(after.turn, seat);
    assert_eq!(
        after.hand_sizes[seat.index()],
        before.hand_sizes[seat.index()] + 1
    );
    assert_eq!((after.decision, missed), (UnoDecision::Turn, 1));
}

#[tokio::test(start_paused = true)]
async fn the_clock_lays_what_fits_where_the_rules_say_so() {
    let world = World::new();
    let table = dealt(&world, &[("time_out", "play")], |round| {
        let fits = |card: &Card| !card.is_wild();
        round.decision == UnoDecision::Turn
            && round.playable.iter().all(fits)
            && round.may.draw
            && !round.playable.is_empty()
    })
    .await;
    let (before, after, missed) = after_the_limit(&table).await;
    let seat = before.turn;
    assert_eq!(after.last_play.map(|(seat, _)| seat), Some(seat));
    assert_eq!((after.top == before.top, missed), (false, 1));
}

#[tokio::test(start_paused = true)]
async fn the_clock_names_a_colour_that_nobody_names() {
    let world = World::new();
    let wild = |round: &RoundView| round.playable.contains(&Card::WILD);
    let table = dealt(&world, &[], wild).await;
    let laid = Move::Play(uno::Play::of(Card::WILD));
    let seat = round(&table).turn;
    let by = By::Person([ANA, BO][seat.index()]);
    let action = laid.into();
    hand_in(&table, Input::Act { by, action }).await;
    assert_eq!(round(&table).decision, UnoDecision::Color);
    let (_, after, missed) = after_the_limit(&table).await;
    assert_eq!((after.decision, missed), (UnoDecision::Turn, 1));
    assert_ne!(after.turn, seat);
    assert!(after.color.is_some());
}
