//! Deadlines: cues, turns, warnings, idle tables, and what does not delay them.

use tokio::time::{Instant, sleep};

use super::world::*;
use crate::table::{Closer, Motion, Refusal};
use crate::tractor::rules::Rules as TractorRules;
use crate::tractor::view::PhaseView;

const MS: Duration = Duration::from_millis(1);

#[tokio::test(start_paused = true)]
async fn a_turn_has_a_limit_with_a_warning_and_then_the_clock_plays() {
    let world = World::new();
    let table = world.countdown(rules(0, 1, 9), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let mut listener = table.listen();
    let began = Instant::now();
    assert_eq!(table.deadline(), Some(UnixMillis(world.now() + 90_000)));

    let warned = heard(&mut listener).await;
    assert_eq!(
        warned,
        [News::Table(Happening::Warned {
            seat: Seat::new(0),
            seconds: 20
        })]
    );
    assert_eq!(began.elapsed(), 70_000 * MS);
    // Chatter does not change it.
    submit(&table, act(By::Person(ANA), Action::Shout)).await;
    heard(&mut listener).await;
    assert_eq!(
        heard(&mut listener).await[0],
        News::Table(Happening::TimeUp { seat: Seat::new(0) })
    );
    assert_eq!(began.elapsed(), 90_000 * MS);
    assert_eq!(game(&table).next, Seat::new(1));
    assert_eq!(table.deadline(), Some(UnixMillis(NOON + 180_000)));
}

/// A table of tractor.
async fn tractor(world: &World) -> Handle<Tractor> {
    let (rules, limits) = (TractorRules::default(), Limits::default());
    let (key, seed) = (TableKey(1), Seed::from_number(11));
    let opened = world.host.open::<Tractor>(key, rules, limits, seed, ANA);
    opened.await.expect("free")
}

/// A table of tractor with four people.
async fn four_at_tractor(world: &World) -> Handle<Tractor> {
    let table = tractor(world).await;
    seat_and_start(&table, &[1, 2, 3, 4].map(PersonId)).await;
    table
}

/// Somebody starts the deal.
fn deals(person: PersonId) -> Input<Tractor> {
    Input::Act {
        by: By::Person(person),
        action: crate::tractor::action::Action::Deal,
    }
}

/// What the table waits for.
fn phase(table: &Handle<Tractor>) -> PhaseView {
    let stage = table.view(Viewer::Public).stage;
    stage.game().expect("playing").phase.clone()
}

#[tokio::test(start_paused = true)]
async fn a_whole_deal_takes_half_a_second_a_card_whatever_is_said() {
    let world = World::new();
    let table = four_at_tractor(&world).await;
    submit(&table, deals(BO)).await;
    let began = Instant::now();
    let dealt = || match phase(&table) {
        PhaseView::Dealing { dealt, .. } => u32::from(dealt),
        PhaseView::CallWindow { .. } => 100,
        phase => panic!("{phase:?}"),
    };
    let mut support = false;
    while began.elapsed() < Duration::from_secs(50) {
        settle().await;
        let due = u32::try_from(began.elapsed().as_millis() / 500).expect("short");
        assert_eq!(dealt(), due);
        let hand = |person| {
            let view = table.view_of(PersonId(person));
            view.stage.game().expect("playing").hand.len() as u32
        };
        assert_eq!((1..=4).map(hand).sum::<u32>(), due);
        support = !support;
        let vote = Input::Vote {
            person: ANA,
            motion: Motion::Reset,
            support,
        };
        submit(&table, vote).await;
        sleep(37 * MS).await;
    }
    settle().await;
    assert_eq!(dealt(), 100);
    // Nobody calls in the first round: after the call window the cards are dealt again.
    let until = table.deadline().expect("the call window ends").0;
    assert_eq!(until, NOON + 50_000 + 15_000);
    sleep(Duration::from_secs(16)).await;
    let phase = phase(&table);
    assert!(
        matches!(phase, PhaseView::Dealing { .. } | PhaseView::Ready { .. }),
        "{phase:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_deal_that_nobody_starts_starts_by_itself_and_costs_nobody_a_turn() {
    let world = World::new();
    let table = four_at_tractor(&world).await;
    let mut listener = table.listen();
    sleep(89_999 * MS).await;
    assert!(matches!(phase(&table), PhaseView::Ready { .. }));
    sleep(2 * MS).await;
    assert!(matches!(phase(&table), PhaseView::Dealing { .. }));
    let told = heard(&mut listener).await;
    let late = |news: &News<_>| matches!(news, News::Table(Happening::TimeUp { .. }));
    assert!(!told.iter().any(late), "nobody's time was up: {told:?}");
    let mut seats = table.view(Viewer::Public).seats.into_iter();
    assert!(seats.all(|seat| seat.missed == 0));
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_first_round_is_not_dealt_for_ever() {
    let world = World::new();
    let table = four_at_tractor(&world).await;
    let redeals = || match phase(&table) {
        PhaseView::Ready { redeals, .. } => Some(redeals),
        _ => None,
    };
    let mut listener = table.listen();
    // The first deal starts by itself after ninety seconds; nobody calls in three of them.
    sleep(Duration::from_secs(90 + 3 * 65 + 1)).await;
    assert_eq!(redeals(), Some(3));
    assert_eq!(table.deadline(), None);
    let waiting = table.view(Viewer::Public).position;
    sleep(Duration::from_secs(29 * 60)).await;
    assert_eq!(table.view(Viewer::Public).position, waiting);
    // Whoever comes back deals, and is waited for again when nobody calls.
    submit(&table, deals(BO)).await;
    sleep(Duration::from_secs(3 * 65 + 1)).await;
    assert_eq!(redeals(), Some(6));
    let quiet = Instant::now();
    let closed = loop {
        if let Some(News::Table(Happening::Closed { by })) = heard(&mut listener).await.pop() {
            break by;
        }
    };
    assert_eq!(closed, Some(Closer::Idle));
    assert_eq!(quiet.elapsed().as_secs(), 30 * 60 - 1);
}

#[tokio::test(start_paused = true)]
async fn how_long_a_table_has_been_quiet_the_host_says_and_a_restart_does_not_forget() {
    let world = World::new();
    let limits = [
        ("open_end", "3"),
        ("turn_limit", "10"),
        ("absent_turns", "off"),
    ];
    let table = world.countdown(rules(0, 1, 99), &limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let end = || Input::Close {
        by: Closer::Anybody {
            person: BO,
            quiet_s: u32::MAX,
        },
    };
    let left = |refused: Result<_, SubmitError<Countdown>>| match refused {
        Err(SubmitError::Refused(Refusal::NotQuiet { left_s, .. })) => left_s,
        other => panic!("{:?}", other.map(|_: Update<Countdown>| ())),
    };
    // Actions of the clock do not count as activity.
    sleep(Duration::from_secs(100)).await;
    assert!(game(&table).taken > 0);
    assert_eq!(left(table.submit(Submission::typed(end())).await), 80);
    submit(&table, act(By::Person(ANA), Action::Shout)).await;
    assert_eq!(left(table.submit(Submission::typed(end())).await), 180);
    sleep(Duration::from_secs(60)).await;
    let (_world, table) = world.restart(&table).await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(left(table.submit(Submission::typed(end())).await), 60);
    sleep(Duration::from_secs(60)).await;
    submit(&table, end()).await;
    assert!(matches!(table.view_of(BO).stage, StageView::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_deal_goes_on_after_a_restart_where_it_was_seen_although_no_card_was_written_down() {
    let world = World::new();
    let table = four_at_tractor(&world).await;
    submit(&table, deals(BO)).await;
    let before = world.journal.memory.saved(table.id()).expect("kept");
    // In the middle of the nineteenth card.
    sleep(Duration::from_millis(9_250)).await;
    settle().await;
    let id = table.id();
    let seen = four_views(&table);
    world.host.shutdown().await;
    let saved = world.journal.memory.saved(id).expect("kept");
    assert_eq!(saved, before, "nothing was written down since");

    let world = world.restarted();
    let back = world.host.restore(&saved).expect("its own journal");
    let back = Tractor::of(back).expect("of its game");
    assert_eq!(four_views(&back), seen);
    // Its controls did not take the place of others just now.
    assert!(
        table.turn_lasted() < Duration::from_secs(10)
            && back.turn_lasted() > Duration::from_secs(3_600)
    );
    settle().await;
    // The next card comes when it would have come.
    sleep(Duration::from_millis(249)).await;
    settle().await;
    assert_eq!(four_views(&back), seen);
    sleep(Duration::from_millis(2)).await;
    settle().await;
    assert_ne!(four_views(&back), seen);
    world.host.shutdown().await;

    // While nothing ran, the clock went on; the last card waits for somebody to hear it fall.
    sleep(Duration::from_secs(600)).await;
    let world = world.restarted();
    let back = world.host.restore(&saved).expect("its own journal");
    let back = Tractor::of(back).expect("of its game");
    let held = |back: &Handle<Tractor>| {
        let stage = back.view(Viewer::Public).stage;
        let sizes = stage.game().expect("playing").hand_sizes;
        sizes.iter().map(|held| u32::from(*held)).sum::<u32>()
    };
    assert_eq!(held(&back), 99);
    sleep(Duration::from_secs(1)).await;
    settle().await;
    assert_eq!(held(&back), 100);
}

#[tokio::test(start_paused = true)]
async fn what_who_is_alone_was_dealt_at_once_is_there_after_a_restart() {
    let world = World::new();
    let table = tractor(&world).await;
    submit(&table, sit(ANA)).await;
    for _ in 0..3 {
        add_computer(&table, Skill::Heuristic).await;
    }
    submit(&table, Input::Start { by: ANA }).await;
    submit(&table, deals(ANA)).await;
    table.rush(ANA);
    sleep(Duration::from_secs(1)).await;
    settle().await;
    let held = |table: &Handle<Tractor>| {
        let stage = table.view(Viewer::Public).stage;
        stage.game().expect("playing").hand_sizes
    };
    let (id, seen) = (table.id(), held(&table));
    assert!(seen.iter().all(|size| *size > 20), "{seen:?}");
    world.host.shutdown().await;
    let saved = world.journal.memory.saved(id).expect("kept");
    let world = world.restarted();
    let back = world.host.restore(&saved).expect("its own journal");
    let back = Tractor::of(back).expect("of its game");
    assert_eq!(held(&back), seen);
    world.host.shutdown().await;
}

/// What each of the four sees of the match.
fn four_views(table: &Handle<Tractor>) -> Vec<String> {
    let viewers = Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]);
    let view = |viewer| {
        let stage = table.view(viewer).stage;
        serde_json::to_string(stage.game().expect("playing")).expect("a view")
    };
    viewers.map(view).collect()
}

/// What is left in the banks of the first two seats.
fn banks(table: &Handle<Countdown>) -> [u32; 2] {
    let seats = table.view(Viewer::Public).seats;
    [0, 1].map(|seat| seats[seat].bank_s.expect("there are banks"))
}

#[tokio::test(start_paused = true)]
async fn time_beyond_the_free_seconds_of_a_turn_comes_out_of_a_bank_that_a_restart_keeps() {
    let world = World::new();
    let limits = [
        ("bank", "1"),
        ("turn_limit", "off"),
        ("absent_turns", "off"),
    ];
    let table = world.countdown(rules(0, 1, 99), &limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let step = |who| act(By::Person(who), Action::Step);
    assert_eq!(banks(&table), [60, 60]);
    sleep(Duration::from_secs(15)).await;
    submit(&table, step(ANA)).await;
    assert_eq!(banks(&table), [60, 60], "the first seconds are free");
    // What is done in a turn without ending it takes what was thought until then, once.
    sleep(Duration::from_secs(20)).await;
    submit(&table, act(By::Person(BO), Action::Shout)).await;
    assert_eq!(banks(&table), [60, 55]);
    sleep(Duration::from_secs(10)).await;
    submit(&table, step(BO)).await;
    assert_eq!(banks(&table), [60, 45]);
    // The clock plays when the bank is empty.
    sleep(Duration::from_secs(74)).await;
    assert_eq!(game(&table).taken, 2);
    sleep(Duration::from_secs(2)).await;
    assert_eq!((game(&table).taken, banks(&table)), (3, [0, 45]));
    submit(&table, step(BO)).await;
    sleep(Duration::from_secs(14)).await;
    assert_eq!(game(&table).taken, 4);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(game(&table).taken, 5, "a turn has the free seconds");

    let (_world, table) = world.restart(&table).await;
    assert_eq!(banks(&table), [0, 45]);
    sleep(Duration::from_secs(25)).await;
    submit(&table, step(BO)).await;
    assert_eq!(banks(&table), [0, 35]);
}

#[tokio::test(start_paused = true)]
async fn a_turn_ends_with_its_limit_also_where_more_is_in_the_bank() {
    let world = World::new();
    let limits = [("bank", "5"), ("turn_limit", "30"), ("absent_turns", "off")];
    let table = world.countdown(rules(0, 1, 99), &limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    sleep(Duration::from_secs(29)).await;
    assert_eq!(game(&table).taken, 0);
    sleep(Duration::from_secs(2)).await;
    assert_eq!((game(&table).taken, banks(&table)), (1, [285, 300]));
}
