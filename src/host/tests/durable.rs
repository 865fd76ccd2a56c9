//! Inputs are written before they are shown, refused if that fails, and restored after a restart.

use tokio::time::sleep;

use super::world::*;

const MS: Duration = Duration::from_millis(1);

#[tokio::test(start_paused = true)]
async fn what_cannot_be_written_down_is_refused_and_changes_nothing() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 9), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let mut listener = table.listen();
    let before = views(&table);
    world.journal.set(Failing::DiskFull);
    let step = || Submission::typed(act(By::Person(ANA), Action::Step));
    let refused = table.submit(step()).await;
    assert!(matches!(
        refused,
        Err(SubmitError::NotSaved(StoreError::Failed { .. }))
    ));
    assert_eq!(views(&table), before);
    world.journal.set(Failing::Not);
    let accepted = table.submit(step()).await.expect("her turn still");
    let Some(TableNews::Update(update)) = listener.next().await else {
        panic!("an update")
    };
    assert_eq!(
        update.moment, accepted.moment,
        "the refused one was never told"
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_is_shown_before_it_is_written_down() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 9), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let mut listener = table.listen();
    let before = views(&table);
    world.journal.set(Failing::Waiting);
    let submitted = tokio::spawn({
        let table = table.clone();
        async move {
            table
                .submit(Submission::typed(act(By::Person(ANA), Action::Step)))
                .await
        }
    });
    settle().await;
    assert_eq!(views(&table), before);
    assert!(!submitted.is_finished());
    let told = tokio::time::timeout(5_000 * MS, listener.next()).await;
    assert!(told.is_err(), "nobody was told");
    world.journal.set(Failing::Not);
    submitted
        .await
        .expect("no panic")
        .expect("written down now");
    assert_ne!(views(&table), before);
}

#[tokio::test(start_paused = true)]
async fn the_clock_tries_again_when_the_journal_failed() {
    let world = World::new();
    let table = world.countdown(rules(3, 1, 9), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    world.journal.set(Failing::DiskFull);
    sleep(60_000 * MS).await;
    assert_eq!(game(&table).left, 3);
    world.journal.set(Failing::Not);
    sleep(1_001 * MS).await;
    assert!(game(&table).left < 3);
    sleep(1_001 * MS).await;
    assert_eq!(game(&table).left, 0);
}

/// A computer is not asked anew about a turn that it has had.
#[tokio::test(start_paused = true)]
async fn an_entry_that_was_thought_lost_is_read_before_anybody_is_asked() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 9), &[]).await;
    submit(&table, sit(ANA)).await;
    add_computer(&table, Skill::Heuristic).await;
    submit(&table, Input::Start { by: ANA }).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    world.journal.set(Failing::Lying);
    sleep(2_500 * MS).await;
    assert_eq!(game(&table).taken, 1, "it is not known");
    world.journal.set(Failing::Not);
    sleep(2_001 * MS).await;
    assert_eq!(game(&table).taken, 2);
    assert_eq!(world.host.defects(), Defects::default());
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_takes_its_time_does_not_slow_the_deal_down() {
    let world = World::new();
    world.journal.set(Failing::Slow);
    let table = world.countdown(rules(100, 1, 9), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    sleep(100 * 500 * MS + 30 * MS).await;
    assert_eq!(game(&table).left, 0);
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_journal_cannot_begin_is_not_opened() {
    let world = World::new();
    world.journal.set(Failing::DiskFull);
    assert!(matches!(
        world.tictactoe(7).await,
        Err(OpenError::NotSaved(_))
    ));
    assert!(world.host.get(TableKey(7)).is_none());
    world.journal.set(Failing::Not);
    assert!(world.tictactoe(7).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_every_view_and_every_deadline_is_as_before() {
    let world = World::new();
    let table = world.countdown(rules(2, 3, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    sleep(1_001 * MS).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    sleep(10_000 * MS).await;
    submit(&table, act(By::Person(ANA), Action::Shout)).await;
    let (before, deadline) = (views(&table), table.deadline());
    world.host.shutdown().await;
    sleep(5_000 * MS).await;

    let world = world.restarted();
    let saved = world.journal.memory.saved(table.id()).expect("kept");
    let back = world.bring_back(&saved);
    settle().await;
    assert_eq!(views(&back), before);
    assert_eq!(back.deadline(), deadline);
    submit(&back, act(By::Person(BO), Action::Step)).await;
}

#[tokio::test(start_paused = true)]
async fn a_long_pause_costs_nobody_their_turn_or_their_table() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    world.host.shutdown().await;
    sleep(Duration::from_secs(86_400)).await;
    let world = world.restarted();
    let saved = world.journal.memory.saved(table.id()).expect("kept");
    let back = world.bring_back(&saved);
    sleep(19_999 * MS).await;
    assert_eq!(game(&back).taken, 0);
    sleep(2 * MS).await;
    assert_eq!(game(&back).taken, 1);
}
