//! The deal of the day, from the first hand to the line that is shared.

mod duels;

use tractor_bot::chance::Seed;
use tractor_bot::desk::{Answer, AskedFrom, Audience, Effect, Who};
use tractor_bot::host::{Handle, Hosted as _};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::search::think_little;
use tractor_bot::players::tractor::{Beginner, Greedy, Heuristic, Random};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::text::markup::plain;
use tractor_bot::tractor::Tractor;

use crate::asking::{Town, check, plays};

/// Ids as Discord gives them.
const ANA: PersonId = PersonId(1_111_111_111_111_111_111);

const DAY: u64 = 86_400_000;
/// 2024-10-04, in the morning.
const MORNING: u64 = 20_000 * DAY + DAY / 3;

/// One process of the bot.
struct Process(Town);

impl Process {
    /// A process over this store, whose secrets follow from the number.
    async fn over(store: &MemoryStore, secret: u64) -> Self {
        Self(Town::over(store, MORNING, secret).await)
    }

    async fn ask(&self, person: PersonId, line: &str) -> Answer {
        self.0.says(&who(person), &place(), line).await
    }

    /// The table where somebody plays the deal of the day.
    fn table(&self, person: PersonId) -> Handle<Tractor> {
        let tables = self
            .0
            .desk
            .host()
            .list()
            .into_iter()
            .filter_map(Tractor::of);
        let mut own = tables.filter(|table| table.view_of(person).host == person);
        own.next().expect("they play")
    }

    /// What Ana is advised on her next turn.
    async fn advised(&self, table: &Handle<Tractor>) -> Option<String> {
        let mut listener = table.listen();
        while !table.awaits(table.viewer(ANA)) {
            self.ask(ANA, "pass").await;
            listener.next().await.expect("the table goes on");
        }
        let cx = self.0.desk.front.drafted(table, &who(ANA), &place()).await;
        cx.draft.advised
    }

    /// Asks for the deal of the day and plays it with this player.
    async fn plays(&self, person: PersonId, player: &mut dyn Player<Tractor>) {
        check(&self.ask(person, "daily").await, Effect::Shown, "");
        play(&self.table(person), person, player, usize::MAX).await;
    }

    fn goes_on(&self, days: u64) {
        self.0.clock.goes_on(days * DAY);
    }
}

fn who(person: PersonId) -> Who {
    Who::new(person, format!("P{}", person.0 % 1_000))
}

fn place() -> AskedFrom {
    AskedFrom::new(5, Some(7))
}

/// Plays for a person until the round is over, or so many tricks are.
async fn play(
    table: &Handle<Tractor>,
    person: PersonId,
    player: &mut dyn Player<Tractor>,
    tricks: usize,
) {
    plays(table, person, player, |game| game.tricks.len() >= tricks).await;
}

/// All that was done at a table, as it is kept.
async fn journal(store: &MemoryStore, table: &Handle<Tractor>) -> Vec<String> {
    let kept = store.journal(table.id()).await.expect("it is kept");
    let moves = kept.saved.entries.into_iter().map(|record| {
        let mut entry: serde_json::Value = serde_json::from_str(&record.line).expect("an entry");
        let entry = entry.as_object_mut().expect("fields");
        // Positions begin with the time at which the table was opened.
        entry.retain(|name, _| name == "input" || name == "ticks");
        serde_json::to_string(&entry).expect("plain")
    });
    moves.collect()
}

/// A process over a new store, whose computers think little: without optimisation a round would take
/// minutes.
async fn open() -> (MemoryStore, Process) {
    think_little();
    let store = MemoryStore::new();
    let process = Process::over(&store, 9).await;
    (store, process)
}

#[tokio::test(start_paused = true)]
async fn the_same_choices_lead_to_the_same_round_also_after_a_restart() {
    let mut rounds = Vec::new();
    for restarts in [false, true] {
        let (store, mut process) = open().await;
        check(&process.ask(ANA, "daily").await, Effect::Shown, "");
        if restarts {
            play(&process.table(ANA), ANA, &mut Greedy, 11).await;
            let before = process.table(ANA).id();
            process.0.desk.host().shutdown().await;
            store.outlive_others();
            // The secret stays, whatever another process would take.
            process = Process::over(&store, 77).await;
            check(&process.ask(ANA, "daily").await, Effect::Shown, "trump");
            assert_eq!(process.table(ANA).id(), before);
        }
        let table = process.table(ANA);
        play(&table, ANA, &mut Greedy, usize::MAX).await;
        rounds.push(journal(&store, &table).await);
    }
    assert!(rounds[0].len() > 80, "{}", rounds[0].len());
    assert_eq!(rounds[0], rounds[1]);
}

#[tokio::test(start_paused = true)]
async fn a_round_a_day_counts_and_is_compared_with_all() {
    let (_, process) = open().await;
    let refused = process.ask(ANA, "daily practice").await;
    check(
        &refused,
        Effect::Refused,
        "First comes the round that counts: $daily",
    );
    check(
        &process.ask(ANA, "daily tomorrow").await,
        Effect::Refused,
        "$daily practice",
    );
    let hand = process.ask(ANA, "daily").await;
    assert_eq!(
        (hand.outcome, hand.audience),
        (Effect::Shown, Audience::Private)
    );
    let table = process.table(ANA);
    for line in [
        "rules match_to=5",
        "leave yes",
        "reset yes",
        "mix abc",
        "kick P1",
        "hint",
    ] {
        let answer = process.ask(ANA, line).await;
        assert_eq!(
            answer.outcome,
            Effect::Refused,
            "{line}: {}",
            answer.page.text()
        );
    }
    assert!(table.is_playing());
    // Nor is anything suggested to who always wants that.
    process.ask(ANA, "settings suggestions on").await;
    assert_eq!(process.advised(&table).await, None);
    // Nobody else has a say at the table.
    let bo = PersonId(ANA.0 + 1);
    assert!(process.ask(bo, "join").await.table != Some(table.key()));
    let alone = process.ask(ANA, "table").await;
    assert_eq!(
        (alone.table, alone.audience),
        (Some(table.key()), Audience::Private)
    );
    assert_ne!(process.ask(bo, "score").await.table, Some(table.key()));
    play(&table, ANA, &mut Greedy, usize::MAX).await;
    assert_eq!(process.ask(ANA, "replay").await.audience, Audience::Private);
    let first = process.ask(ANA, "daily").await;
    check(&first, Effect::Shown, "Daily 1");
    check(&first, Effect::Shown, "You are the first today");
    assert_eq!(first.audience, Audience::Private);
    let share = |answer: &Answer| {
        let text = plain(&answer.page.text());
        let line = text.lines().find(|line| line.contains("streak"));
        line.expect("a line to share").to_owned()
    };
    let (line, same) = (share(&first), first.page.clone());
    assert!(
        line.starts_with("Daily 1 · ") && line.ends_with(" · streak 1"),
        "{line}"
    );
    assert_eq!(line.matches(['🟩', '🟥', '🟨']).count(), 5, "{line}");
    // Asked by a tap at the table, it is the same.
    let over = process
        .0
        .desk
        .front
        .hand_page(&table, &who(ANA), &place())
        .await;
    let press = over.presses().find(|press| press.line == "daily");
    let tapped = process
        .0
        .desk
        .press(&who(ANA), &place(), press.expect("a button"), &[])
        .await;
    assert_eq!(tapped.page, same);
    assert!(over.presses().all(|press| press.line != "start deal"));
    // Equal choices lead to an equal result, others are compared by it.
    process.plays(PersonId(ANA.0 + 2), &mut Greedy).await;
    check(
        &process.ask(ANA, "daily").await,
        Effect::Shown,
        "Better than 50 % of all 2 people",
    );
    for number in 3..=4 {
        let mut random = Random::new(Seed::from_number(number));
        process.plays(PersonId(ANA.0 + number), &mut random).await;
    }
    let compared = process.ask(ANA, "daily").await;
    check(&compared, Effect::Shown, "of all 4 people today");
    let board = process.ask(ANA, "leaderboard daily").await;
    check(&board, Effect::Shown, "1. P111");
    check(&board, Effect::Shown, "4. P");
    assert_eq!(board.audience, Audience::Public);
    // Once more for practice: the same cards, which count in no way.
    process.ask(ANA, "daily practice").await;
    let again = process.table(ANA);
    assert_ne!(again.id(), table.id());
    assert!(process.advised(&again).await.is_some());
    check(&process.ask(ANA, "hint").await, Effect::Shown, "");
    play(&again, ANA, &mut Greedy, usize::MAX).await;
    assert_eq!(share(&process.ask(ANA, "daily").await), line);
    check(&process.ask(ANA, "stats").await, Effect::Shown, "");
}

#[tokio::test(start_paused = true)]
async fn streaks_forgive_a_day_a_week_and_late_rounds_do_not_count() {
    let (_, process) = open().await;
    let concedes = async |person| {
        check(&process.ask(person, "daily").await, Effect::Shown, "");
        play(&process.table(person), person, &mut Greedy, 1).await;
        process.ask(person, "surrender yes").await;
        play(&process.table(person), person, &mut Greedy, usize::MAX).await;
        process.ask(person, "daily").await
    };
    check(&concedes(ANA).await, Effect::Shown, "streak 1");
    process.goes_on(1);
    check(&concedes(ANA).await, Effect::Shown, "streak 2");
    process.goes_on(2);
    check(&concedes(ANA).await, Effect::Shown, "streak 3");
    process.goes_on(2);
    let missed_twice = concedes(ANA).await;
    check(&missed_twice, Effect::Shown, "Daily 6");
    check(&missed_twice, Effect::Shown, "streak 2");
    check(
        &process.ask(ANA, "leaderboard daily month").await,
        Effect::Shown,
        "on 4 days",
    );
    // Begun before midnight and finished after it.
    let bo = PersonId(ANA.0 + 1);
    process.ask(bo, "daily").await;
    let table = process.table(bo);
    process.goes_on(1);
    play(&table, bo, &mut Greedy, usize::MAX).await;
    let new = process.ask(bo, "daily").await;
    check(&new, Effect::Shown, "");
    assert_ne!(process.table(bo).id(), table.id(), "a new day, a new deal");
    check(
        &process.ask(ANA, "leaderboard daily").await,
        Effect::Shown,
        "Nobody yet",
    );
    // Given up.
    process.ask(bo, "end yes").await;
    check(&process.ask(bo, "daily").await, Effect::Refused, "given up");
    check(&process.ask(bo, "daily practice").await, Effect::Shown, "");
    // The seals of today and after are shown, days before are opened.
    let seals = plain(&process.ask(bo, "daily seals").await.page.text());
    assert_eq!(seals.matches("Opened: ").count(), 3, "{seals}");
    assert_eq!(seals.matches("Daily ").count(), 7, "{seals}");
}

/// The mean percentile of each kind of player over so many days, so many people of each kind a day.
async fn order_of_strength(days: u64, people: u64) -> Vec<u32> {
    let (_, process) = open().await;
    let mut sums = [0; 3];
    for day in 0..days {
        for number in 0..people {
            let seed = Seed::from_number(day * people + number);
            let mut players: [Box<dyn Player<Tractor>>; 3] = [
                Box::new(Random::new(seed)),
                Box::new(Beginner::new(seed)),
                Box::new(Heuristic::default()),
            ];
            for (kind, player) in players.iter_mut().enumerate() {
                let person = PersonId(ANA.0 + 1 + number * 3 + kind as u64);
                process.plays(person, player.as_mut()).await;
            }
        }
        for (kind, sum) in sums.iter_mut().enumerate() {
            for number in 0..people {
                let person = PersonId(ANA.0 + 1 + number * 3 + kind as u64);
                let page = plain(&process.ask(person, "daily").await.page.text());
                let (_, percent) = page.split_once("Better than ").expect("they are compared");
                let (percent, _) = percent.split_once(' ').expect("a number");
                *sum += percent.parse::<u32>().expect("a number");
            }
        }
        process.goes_on(1);
    }
    let each = (days * people) as u32;
    sums.map(|sum| sum / each).to_vec()
}

/// `cargo test --release --test table percentiles_of_two_hundred -- --ignored --nocapture`
#[tokio::test(start_paused = true)]
#[ignore = "minutes: .ci/deep players"]
async fn percentiles_of_two_hundred_people_are_in_order_of_strength() {
    let order = order_of_strength(3, 67).await;
    println!("random, beginner, strong: {order:?}");
    assert!(order.is_sorted(), "{order:?}");
}
