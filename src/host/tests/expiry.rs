//! Unanswered challenges, and short games that nobody continues.

use super::world::*;
use tokio::time::{Instant, sleep};

use crate::table::{Closer, Invited, TableNotice};
use crate::tictactoe::{Mark, Square};

/// Ana has challenged Bo.
async fn challenge(world: &World) -> Handle<TicTacToe> {
    let invited = Some(Invited {
        person: BO,
        name: "Bo".to_owned(),
    });
    let (rules, limits) = Default::default();
    let (key, seed) = (TableKey(5), Seed::from_number(1));
    let host = &world.host;
    let opened = host.challenge::<TicTacToe>(key, rules, limits, seed, ANA, invited);
    let table = opened.await.expect("the key is free");
    hand_in(&table, sit(ANA)).await;
    table
}

async fn hand_in(table: &Handle<TicTacToe>, input: Input<TicTacToe>) {
    let accepted = table.submit(Submission::typed(input)).await;
    accepted.expect("it is allowed");
}

/// What the listener receives last, when the table closes.
async fn last_heard(listener: &mut Listener<TicTacToe>) -> Vec<TableNotice<TicTacToe>> {
    let mut last = Vec::new();
    while let Some(heard) = listener.next().await {
        if let Heard::Update(update) = heard {
            last = update.notices(Viewer::Public);
        }
    }
    last
}

const UNANSWERED: Option<Closer> = Some(Closer::Idle);

#[tokio::test(start_paused = true)]
async fn a_challenge_that_is_not_answered_in_a_minute_is_closed() {
    let world = World::new();
    let table = challenge(&world).await;
    assert_eq!(table.deadline(), Some(UnixMillis(NOON + 60_000)));
    let mut listener = table.listen();
    let since = Instant::now();
    let refused = table.submit(Submission::typed(sit(PersonId(3)))).await;
    assert!(refused.is_err(), "a stranger");
    sleep(Duration::from_millis(59_999)).await;
    assert!(world.host.get(table.key()).is_some());
    assert_eq!(
        last_heard(&mut listener).await,
        [News::Closed { by: UNANSWERED }]
    );
    assert_eq!(since.elapsed(), Duration::from_secs(60));
    assert!(world.host.get(table.key()).is_none());
}

#[tokio::test(start_paused = true)]
async fn an_answer_ends_the_wait() {
    let world = World::new();
    let table = challenge(&world).await;
    sleep(Duration::from_secs(59)).await;
    hand_in(&table, sit(BO)).await;
    assert_eq!(table.deadline(), None);
    sleep(Duration::from_secs(120)).await;
    assert!(world.host.get(table.key()).is_some());
}

#[tokio::test(start_paused = true)]
async fn the_wait_goes_on_after_a_restart() {
    let world = World::new();
    let table = challenge(&world).await;
    sleep(Duration::from_secs(25)).await;
    world.host.shutdown().await;
    let saved = world.journal.memory.saved(table.id()).expect("kept");
    let world = world.restarted();
    let table = world.host.restore(&saved).expect("its own journal");
    let AnyTable::TicTacToe(table) = table else {
        panic!("another game");
    };
    let mut listener = table.listen();
    let since = Instant::now();
    assert_eq!(
        last_heard(&mut listener).await,
        [News::Closed { by: UNANSWERED }]
    );
    assert_eq!(since.elapsed(), Duration::from_secs(35));
}

#[tokio::test(start_paused = true)]
async fn a_short_game_without_a_turn_limit_expires() {
    let world = World::new();
    let table = world.tictactoe(5).await.expect("the key is free");
    for person in [ANA, BO] {
        hand_in(&table, sit(person)).await;
    }
    let (name, value) = ("turn_limit".to_owned(), "off".to_owned());
    let by = ANA;
    hand_in(&table, Input::SetRule { by, name, value }).await;
    hand_in(&table, Input::Start { by }).await;
    sleep(Duration::from_secs(29 * 60)).await;
    let (by, square) = (By::Person(ANA), Square::new(4));
    let action = Mark(square);
    hand_in(&table, Input::Act { by, action }).await;
    let (mut listener, since) = (table.listen(), Instant::now());
    assert_eq!(
        last_heard(&mut listener).await,
        [News::Closed { by: UNANSWERED }]
    );
    assert_eq!(since.elapsed(), Duration::from_secs(30 * 60));
    let closing = table.view(Viewer::Public).closing.expect("it is closed");
    assert_eq!(
        closing.game.map(|game| game.board.mark(square)),
        Some(Some(Seat::new(0)))
    );
}
