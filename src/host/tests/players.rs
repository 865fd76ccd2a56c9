//! Computer players at a table: their timing, and what happens to faulty ones.

use tokio::time::{advance, sleep};

use super::world::*;

const MS: Duration = Duration::from_millis(1);

/// Ana against a computer of this skill, whose turn comes second; the countdown ends after nine.
async fn against(world: &World, skill: Skill) -> Handle<Countdown> {
    let table = world.countdown(rules(0, 1, 9), &[]).await;
    submit(&table, sit(ANA)).await;
    add_computer(&table, skill).await;
    submit(&table, Input::Start { by: ANA }).await;
    table
}

#[tokio::test(start_paused = true)]
async fn a_computer_speaks_beside_the_turn_after_half_the_time() {
    let world = World::new();
    let table = against(&world, Skill::Level(3)).await;
    sleep(499 * MS).await;
    assert_eq!(shouts(&table), 0);
    sleep(2 * MS).await;
    assert_eq!(shouts(&table), 1);
    assert_eq!(game(&table).taken, 0);
}

/// Checks a faulty player: the lowest action is played for it, and the defect is counted.
async fn check_bad(level: u8, expected: Defects) {
    let world = World::new();
    let table = against(&world, Skill::Level(level)).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    sleep(1_001 * MS).await;
    assert_eq!(game(&table).taken, 2, "level {level}");
    assert_eq!(world.host.defects(), expected, "level {level}");
}

#[tokio::test(start_paused = true)]
async fn for_bad_players_the_lowest_play_is_played() {
    let defects = |illegal, silent, panics| Defects {
        illegal,
        silent,
        panics,
        ..Defects::default()
    };
    check_bad(0, defects(1, 0, 0)).await;
    check_bad(1, defects(0, 1, 0)).await;
    check_bad(2, defects(0, 1, 1)).await;
}

#[tokio::test(start_paused = true)]
async fn a_slow_player_holds_up_nobody_and_is_late_in_the_end() {
    let world = World::new();
    let table = against(&world, Skill::Search).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    // Paused time stands still while a player thinks, so it is advanced by hand.
    settle().await;
    advance(1_001 * MS).await;
    settle().await;
    submit(&table, act(By::Person(ANA), Action::Shout)).await;
    assert_eq!((game(&table).taken, shouts(&table)), (1, 1));
    advance(3_001 * MS).await;
    settle().await;
    assert_eq!(game(&table).taken, 2);
    let late = Defects {
        late: 1,
        ..Defects::default()
    };
    assert_eq!(world.host.defects(), late);
    // Released, it plays its next turn itself, in time; its late answer is discarded.
    *GATE.0.lock() = true;
    GATE.1.notify_all();
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    sleep(1_500 * MS).await;
    assert_eq!(game(&table).taken, 4);
    assert_eq!(world.host.defects(), late);
}

/// A program that is allowed plays, on another thread, also beside the turn; one that is not allowed
/// leaves its seat to the usual computer.
#[tokio::test(start_paused = true)]
async fn a_program_plays_where_it_is_allowed() {
    for (allowed, shouted) in [("simple=x", 1), ("other=x", 0)] {
        let world = World::new();
        let programs = Programs::parse(allowed).expect("a program");
        world.host.allow_programs(programs);
        let skill = Skill::from_name("program:simple").expect("a skill");
        let table = against(&world, skill).await;
        sleep(600 * MS).await;
        assert_eq!(shouts(&table), shouted, "{allowed}");
        submit(&table, act(By::Person(ANA), Action::Step)).await;
        sleep(1_001 * MS).await;
        assert_eq!(game(&table).taken, 2, "{allowed}");
    }
}
