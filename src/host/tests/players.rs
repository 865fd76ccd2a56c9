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
async fn a_computer_seems_to_think_and_then_plays() {
    let world = World::new();
    let table = against(&world, Skill::Greedy).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    sleep(999 * MS).await;
    assert_eq!(game(&table).taken, 1);
    submit(&table, act(By::Person(ANA), Action::Shout)).await;
    sleep(2 * MS).await;
    assert_eq!(
        game(&table).taken,
        2,
        "chatter does not make it think longer"
    );
    assert_eq!(world.host.defects(), Defects::default());
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
    check_bad(
        0,
        Defects {
            illegal: 1,
            ..Defects::default()
        },
    )
    .await;
    check_bad(
        1,
        Defects {
            silent: 1,
            ..Defects::default()
        },
    )
    .await;
    check_bad(
        2,
        Defects {
            panics: 1,
            silent: 1,
            ..Defects::default()
        },
    )
    .await;
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
    assert_eq!(
        world.host.defects(),
        Defects {
            late: 1,
            ..Defects::default()
        }
    );
    // Released, it plays its next turn itself, in time; its late answer is discarded.
    *GATE.0.lock() = true;
    GATE.1.notify_all();
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    sleep(1_500 * MS).await;
    assert_eq!(game(&table).taken, 4);
    assert_eq!(
        world.host.defects(),
        Defects {
            late: 1,
            ..Defects::default()
        }
    );
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
        check_replay(&world, &table);
    }
}

/// Plays a whole match of computers, with somebody who looks on; there must be no defects.
async fn check_match<G: Hosted>(rules: G::Rules, limits: Limits, skills: &[Skill]) {
    let world = World::new();
    let seed = Seed::from_number(21);
    let opened = world
        .host
        .open::<G>(TableKey(1), rules, limits, seed, ANA)
        .await;
    let table = opened.expect("free");
    for skill in skills {
        let add = Input::AddComputer {
            by: ANA,
            seat: None,
            skill: *skill,
        };
        table.submit(Submission::typed(add)).await.expect("free");
    }
    table
        .submit(Submission::typed(Input::Start { by: ANA }))
        .await
        .expect("enough");
    let mut listener = table.listen();
    while !matches!(table.view(Viewer::Public).stage, StageView::Over(_)) {
        let heard = tokio::time::timeout(Duration::from_secs(600), listener.next()).await;
        heard
            .expect("it never stands still")
            .expect("it stays open");
        if table.view(Viewer::Public).paused {
            // Somebody is there all the same.
            let (name, value) = ("ping".to_owned(), "on".to_owned());
            let by = ANA;
            let asked = Submission::typed(Input::SetRule { by, name, value });
            table.submit(asked).await.expect("a limit");
        }
    }
    assert_eq!(world.host.defects(), Defects::default());
    assert_eq!(table.view(Viewer::Public).series.played, 1);
    check_replay(&world, &table);
}

/// Checks that the journal of a table replays to what everybody sees there, byte for byte.
fn check_replay<G: Paced>(world: &World, table: &Handle<G>) {
    let saved = world.journal.memory.saved(table.id()).expect("kept");
    let again = restore::<G>(&saved).expect("its own journal").table;
    let seats = Seat::first(10).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Public]) {
        let bytes =
            |view: &crate::table::TableView<G>| serde_json::to_string(view).expect("a view");
        assert_eq!(bytes(&again.view(viewer)), bytes(&table.view(viewer)));
    }
    let size: usize = saved.entries.iter().map(|entry| entry.line.len()).sum();
    println!(
        "{}: {} entries, {size} bytes",
        G::KIND.name(),
        saved.entries.len()
    );
}

/// A match of as many computers as may play it.
async fn check_any<G: Hosted>(limits: Limits) {
    let mut rules = G::Rules::default();
    // Shorter, where there is such a rule.
    rules.set("match_to", "3").ok();
    let seats = (*G::seats(&rules).end()).min(4);
    let skills = [Skill::Greedy, Skill::Random, Skill::Lowest]
        .into_iter()
        .cycle();
    let skills: Vec<Skill> = skills.take(usize::from(seats)).collect();
    check_match::<G>(rules, limits, &skills).await;
}

#[tokio::test(start_paused = true)]
async fn computers_play_whole_matches_of_every_game_by_themselves() {
    let mut rules = crate::tractor::rules::Rules::default();
    rules.set("match_to", "4").expect("a rule");
    let four = [
        Skill::Greedy,
        Skill::Random,
        Skill::Lowest,
        Skill::Heuristic,
    ];
    check_match::<Tractor>(rules, Limits::default(), &four).await;
    // Programs that are not there any more: the usual computer plays.
    let gone = Skill::from_name("program:gone").expect("a skill");
    check_match::<Tractor>(rules, Limits::default(), &[gone; 4]).await;
    let five = [
        Skill::Greedy,
        Skill::Random,
        Skill::Lowest,
        Skill::Heuristic,
        Skill::Random,
    ];
    check_match::<Uno>(Default::default(), Limits::default(), &five).await;
    let mut hasty = Limits::default();
    hasty.set("computer_delay", "0").expect("a limit");
    check_match::<Uno>(Default::default(), hasty, &five).await;
    let two = [Skill::Level(0), Skill::Level(5)];
    check_match::<TicTacToe>(Default::default(), hasty, &two).await;
    for game in GameKind::ALL {
        at_game!(game, G => check_any::<G>(hasty).await);
    }
}
