//! The limits of a table: each is kept to, also where it is not the usual one.

use tokio::time::{Instant, sleep};

use super::world::*;
use crate::table::Closer;

const MS: Duration = Duration::from_millis(1);

/// After how many seconds of a turn its player is warned; `None` if their time is up without that.
async fn warned_after(limits: &[(&str, &str)]) -> Option<u64> {
    let table = World::new().countdown(rules(0, 1, 9), limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let (mut listener, began) = (table.listen(), Instant::now());
    match heard(&mut listener).await[0] {
        News::Warned { .. } => Some(began.elapsed().as_secs()),
        News::TimeUp { .. } => None,
        ref other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_turn_is_warned_of_as_early_as_the_limits_say() {
    for (limits, expected) in [
        ([("turn_limit", "90"), ("turn_warning", "10")], Some(80)),
        ([("turn_limit", "30"), ("turn_warning", "10")], Some(20)),
        ([("turn_limit", "90"), ("turn_warning", "off")], None),
        // Who has just begun need not be warned.
        ([("turn_limit", "20"), ("turn_warning", "20")], None),
        ([("turn_limit", "10"), ("turn_warning", "20")], None),
    ] {
        assert_eq!(warned_after(&limits).await, expected, "{limits:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_computer_thinks_as_long_as_the_limits_say() {
    for (delay, millis) in [("0.5", 500), ("2", 2_000)] {
        let world = World::new();
        let limits = [("computer_delay", delay)];
        let table = world.countdown(rules(0, 1, 9), &limits).await;
        submit(&table, sit(ANA)).await;
        add_computer(&table, Skill::Greedy).await;
        submit(&table, Input::Start { by: ANA }).await;
        submit(&table, act(By::Person(ANA), Action::Step)).await;
        sleep((millis - 1) * MS).await;
        assert_eq!(game(&table).taken, 1, "{delay}");
        sleep(2 * MS).await;
        assert_eq!(game(&table).taken, 2, "{delay}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_is_closed_after_as_many_quiet_minutes_as_the_limits_say() {
    for minutes in [1, 240] {
        let limit = minutes.to_string();
        let world = World::new();
        let table = world
            .countdown(rules(0, 1, 9), &[("idle_limit", &limit)])
            .await;
        submit(&table, sit(ANA)).await;
        let (mut listener, since) = (table.listen(), Instant::now());
        let by = Some(Closer::Idle);
        assert_eq!(heard(&mut listener).await, [News::Closed { by }]);
        assert_eq!(since.elapsed().as_secs(), minutes * 60);
    }
    let never = World::new()
        .countdown(rules(0, 1, 9), &[("idle_limit", "off")])
        .await;
    submit(&never, sit(ANA)).await;
    sleep(Duration::from_secs(30 * 86_400)).await;
    assert!(matches!(never.view_of(ANA).stage, StageView::Lobby));
}

#[tokio::test(start_paused = true)]
async fn as_many_turns_as_the_limits_say_make_somebody_absent() {
    for (turns, expected) in [("1", 1), ("3", 3)] {
        let world = World::new();
        let limits = [("absent_turns", turns), ("turn_limit", "10")];
        let table = world.countdown(rules(0, 1, 90), &limits).await;
        seat_and_start(&table, &[ANA, BO]).await;
        let mut missed = 0;
        while table.view_of(ANA).seats[0].occupant.person() == Some(ANA) {
            sleep(10_001 * MS).await;
            submit(&table, act(By::Person(BO), Action::Step)).await;
            missed += 1;
        }
        assert_eq!(missed, expected, "{turns}");
    }
}
