//! Turns that several players take at once, such as passing cards: each player has a limit, a
//! warning and missed turns of their own.

use tokio::time::{Instant, sleep};

use super::world::*;
use crate::table::Occupant;

const S: Duration = Duration::from_secs(1);
const CY: PersonId = PersonId(3);

/// The countdown with three seats that all have to act in every turn.
async fn three(world: &World) -> Handle<Countdown> {
    let each = Rules {
        each: 1,
        ..rules(0, 1, 9)
    };
    let table = world.countdown(each, &[]).await;
    seat_and_start(&table, &[ANA, BO, CY]).await;
    table
}

async fn step(table: &Handle<Countdown>, person: PersonId) {
    submit(table, act(By::Person(person), Action::Step)).await;
}

/// The awaited seats, and the turns in a row that the clock played for each seat.
fn state(table: &Handle<Countdown>) -> (Vec<usize>, Vec<u8>) {
    let seats = table.view(Viewer::Public).seats;
    let awaited = game(table).awaited.iter().map(Seat::index).collect();
    let missed = seats.iter().take(3).map(|seat| seat.missed).collect();
    (awaited, missed)
}

#[tokio::test(start_paused = true)]
async fn one_is_late_and_one_never_comes() {
    let world = World::new();
    let table = three(&world).await;
    let (mut listener, began) = (table.listen(), Instant::now());
    step(&table, ANA).await;
    heard(&mut listener).await;
    for seat in [1, 2] {
        let (seat, seconds) = (Seat::new(seat), 20);
        let warned = heard(&mut listener).await;
        assert_eq!(warned, [News::Table(Happening::Warned { seat, seconds })]);
        assert_eq!(began.elapsed(), 70 * S);
    }
    sleep(10 * S).await;
    step(&table, BO).await;
    heard(&mut listener).await;
    assert_eq!(state(&table), (vec![2], vec![0, 0, 0]));
    assert_eq!(table.deadline(), Some(UnixMillis(NOON + 90_000)));
    let played = heard(&mut listener).await;
    assert_eq!(
        played[0],
        News::Table(Happening::TimeUp { seat: Seat::new(2) })
    );
    assert_eq!(began.elapsed(), 90 * S);
    // The turn is over, and the next one is everybody's again.
    assert_eq!(state(&table), (vec![0, 1, 2], vec![0, 0, 1]));
    assert_eq!(table.deadline(), Some(UnixMillis(NOON + 180_000)));

    // Nobody acts: the clock plays for each, and Cy has missed enough turns.
    sleep(90 * S + S / 2).await;
    assert_eq!(state(&table), (vec![0, 1, 2], vec![1, 1, 0]));
    let seats = table.view(Viewer::Public).seats;
    let away = |seat: usize| matches!(seats[seat].occupant, Occupant::Substitute { .. });
    assert_eq!([0, 1, 2].map(away), [false, false, true]);
    assert_eq!(game(&table).taken, 2);
    // The computer in that seat does not leave it to the people.
    sleep(S).await;
    assert_eq!(state(&table).0, [0, 1]);
    assert_eq!(world.host.defects(), Defects::default());
}
