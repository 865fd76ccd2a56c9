//! The limits of a table: each is kept to, also where it is not the usual one.

use tokio::time::{Instant, sleep};

use super::world::*;
use crate::table::{Closer, Invited, Refusal};

/// Somebody who is new to the table.
const STRANGER: PersonId = PersonId(90);

const MS: Duration = Duration::from_millis(1);

/// After how many seconds of a turn its player is warned; `None` if their time is up without that.
async fn warned_after(limits: &[(&str, &str)]) -> Option<u64> {
    let table = World::new().countdown(rules(0, 1, 9), limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let (mut listener, began) = (table.listen(), Instant::now());
    match heard(&mut listener).await[0] {
        News::Table(Happening::Warned { .. }) => Some(began.elapsed().as_secs()),
        News::Table(Happening::TimeUp { .. }) => None,
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
        assert_eq!(
            heard(&mut listener).await,
            [News::Table(Happening::Closed { by })]
        );
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

/// Ana has challenged Bo.
async fn challenge(world: &World) -> Handle<TicTacToe> {
    let invited = Some(Invited {
        person: BO,
        name: "Bo".to_owned(),
    });
    let (key, seed) = (TableKey(5), Seed::from_number(1));
    let host = &world.host;
    let opened = host.open_with::<TicTacToe>(key, Default::default(), seed, ANA, |header| {
        header.invited = invited;
    });
    let table = opened.await.expect("the key is free");
    submit(&table, sit(ANA)).await;
    table
}

/// What the listener receives last, when the table closes.
async fn last_heard(listener: &mut Listener<TicTacToe>) -> Vec<TableNotice<TicTacToe>> {
    let mut last = Vec::new();
    while let Some(heard) = listener.next().await {
        if let TableNews::Update(update) = heard {
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
        [News::Table(Happening::Closed { by: UNANSWERED })]
    );
    assert_eq!(since.elapsed(), Duration::from_secs(60));
    assert!(world.host.get(table.key()).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_was_left_is_kept_for_as_long_as_the_limit_says() {
    let world = World::new();
    let limits = [("turn_limit", "off"), ("consent", "off")];
    let table = world.countdown(rules(0, 1, 99), &limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    submit(&table, Input::Leave { person: BO }).await;
    let enters = |table: &Handle<Countdown>| {
        let table = table.clone();
        async move { table.submit(Submission::typed(sit(STRANGER))).await }
    };
    let left = |refused: Result<_, SubmitError<Countdown>>| match refused {
        Err(SubmitError::Refused(Refusal::SeatKept { left_s, .. })) => left_s,
        other => panic!("{:?}", other.map(|_: Update<Countdown>| ())),
    };
    sleep(Duration::from_secs(61)).await;
    assert_eq!(left(enters(&table).await), 539);
    // What others do makes it no longer.
    submit(&table, act(By::Person(ANA), Action::Shout)).await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(left(enters(&table).await), 479);
    // A restart may make it longer, by what was done since, and never shorter.
    let (_world, table) = world.restart(&table).await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(left(enters(&table).await), 480);
    sleep(Duration::from_secs(480)).await;
    enters(&table).await.expect("nobody came back");
    assert!(table.view_of(STRANGER).seat().is_some());
}
