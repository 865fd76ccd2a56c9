//! Tables under paused time: people, computer players, the clock and the journal together.

mod alone;
mod clock;
mod durable;
mod limits;
mod players;
mod world;

use super::handle::MOST_UPDATES;
use crate::table::{Closer, Refusal};
use tokio::time::sleep;
use world::*;

#[tokio::test(start_paused = true)]
async fn one_table_a_key_until_it_is_closed() {
    let world = World::new();
    let first = world.tictactoe(7).await.expect("the first table here");
    assert!(matches!(
        world.tictactoe(7).await,
        Err(OpenError::AlreadyOpen)
    ));
    assert!(world.tictactoe(8).await.is_ok());
    let keys = |host: &Host| {
        host.list()
            .iter()
            .map(|table| table.key().0)
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&world.host), [7, 8]);

    let by = Closer::Host(ANA);
    submit(&first, Input::Close { by }).await;
    settle().await;
    assert!(world.host.get(TableKey(7)).is_none());
    assert_eq!(keys(&world.host), [8]);
    let late = first.submit(Submission::typed(sit(ANA))).await;
    assert!(matches!(late, Err(SubmitError::Gone)));
    assert!(matches!(first.view_of(ANA).stage, StageView::Closed));

    let second = world.tictactoe(7).await.expect("the key is free again");
    assert!(
        second.id().opening > first.view_of(ANA).position,
        "positions never meet"
    );
}

#[tokio::test(start_paused = true)]
async fn what_only_the_host_may_hand_in_is_refused_from_outside() {
    let world = World::new();
    let table = world.countdown(Default::default(), &[]).await;
    for input in [
        Input::Close { by: Closer::Idle },
        Input::Close {
            by: Closer::Deserted,
        },
        act(crate::table::By::Computer(Seat::new(0)), Action::Step),
        act(crate::table::By::Clock(Seat::new(0)), Action::Step),
        Input::Elapse(Tick { round: 0, left: 1 }),
    ] {
        let answer = table.submit(Submission::typed(input)).await;
        assert!(matches!(
            answer,
            Err(SubmitError::Refused(Refusal::Reserved))
        ));
    }
}

#[tokio::test(start_paused = true)]
async fn many_inputs_at_once_are_taken_one_by_one() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let before = table.view_of(ANA).position;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..1_000 {
        let table = table.clone();
        tasks.spawn(async move {
            let shout = act(By::Person(BO), Action::Shout);
            table
                .submit(Submission::typed(shout))
                .await
                .map(|update| update.moment.position.0)
        });
    }
    let mut positions: Vec<u64> = tasks
        .join_all()
        .await
        .into_iter()
        .map(|at| at.expect("anybody may shout"))
        .collect();
    positions.sort_unstable();
    let expected: Vec<u64> = (1..=1_000).map(|i| before.0 + i).collect();
    assert_eq!(positions, expected);
    assert_eq!(shouts(&table), 1_000);
}

#[tokio::test(start_paused = true)]
async fn a_panic_of_the_rules_has_no_effect_and_the_table_lives_on() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let before = views(&table);
    let crash = table
        .submit(Submission::typed(act(By::Person(ANA), Action::Crash)))
        .await;
    assert!(matches!(crash, Err(SubmitError::Defect)));
    assert_eq!(views(&table), before);
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    assert_eq!(
        world.host.defects(),
        Defects {
            panics: 1,
            ..Defects::default()
        }
    );
}

#[tokio::test(start_paused = true)]
async fn a_slow_listener_hears_what_was_and_is_told_if_that_was_too_much() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let shout = async || submit(&table, act(By::Person(ANA), Action::Shout)).await;
    let mut listener = table.listen();
    for _ in 0..=MOST_UPDATES {
        shout().await;
    }
    // Each tells the state of its own time.
    for shouts in 1..=MOST_UPDATES {
        let Some(TableNews::Update(update)) = listener.next().await else {
            panic!("{shouts} were kept")
        };
        let view = update.view(Viewer::Public);
        let game = view.stage.game().expect("started");
        assert_eq!(game.shouts as usize, shouts);
    }
    shout().await;
    assert!(matches!(listener.next().await, Some(TableNews::Missed)));
    assert!(matches!(listener.next().await, Some(TableNews::Update(_))));
}

#[tokio::test(start_paused = true)]
async fn a_table_closed_after_a_match_answers_for_an_hour() {
    let world = World::new();
    let closed = || world.host.lately_closed().len();
    for (key, plays) in [(1, false), (2, true)] {
        let table = world.tictactoe(key).await.expect("free");
        seat_and_start(&table, &[ANA, BO]).await;
        while plays && table.is_playing() {
            let on_turn = [ANA, BO].into_iter();
            let mut on_turn = on_turn.filter(|person| table.awaits(table.viewer(*person)));
            let person = on_turn.next().expect("it is somebody's turn");
            let view = table.view_of(person);
            let mut player = TicTacToe::computer(Skill::Random, Seed::from_number(1));
            let action = player.choose(view.stage.game().expect("a match"));
            let (by, action) = (By::Person(person), action.expect("a free square"));
            submit(&table, Input::Act { by, action }).await;
        }
        let by = Closer::Host(ANA);
        submit(&table, Input::Close { by }).await;
        settle().await;
        assert_eq!(closed(), usize::from(plays));
    }
    sleep(Duration::from_secs(3_599)).await;
    assert_eq!(closed(), 1);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(closed(), 0);
}

#[tokio::test]
async fn secrets_are_fresh() {
    let (one, two) = (fresh_seed().expect("random"), fresh_seed().expect("random"));
    assert_ne!(one.reveal(), two.reveal());
}
