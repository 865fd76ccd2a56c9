//! Several processes over one database: each takes inputs at every table, and of what two do at once one comes first.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::host::{Clock, Handle, Host, SubmitError, Venue};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{
    By, Closer, GuildId, Input, Limits, PersonId, Refusal, Skill, StageView, Submission, TableKey,
    UnixMillis,
};
use tractor_bot::tictactoe::{self, Mark, TicTacToe};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;

use crate::asking::{process, submit};

const ANN: PersonId = PersonId(1_111);
const BOB: PersonId = PersonId(2_222);
const TABLE: TableKey = TableKey(7);
/// Longer than until a process looks for what it was not told.
const LATER: Duration = Duration::from_secs(8);

/// The time of day goes by as that of the test does.
struct Daytime(Instant);

impl Clock for Daytime {
    fn now(&self) -> UnixMillis {
        UnixMillis(1_763_000_000_000 + self.0.elapsed().as_millis() as u64)
    }
}

/// Processes of one shard each.
struct Several {
    store: MemoryStore,
    begun: Instant,
}

impl Several {
    fn new() -> Self {
        let (store, begun) = (MemoryStore::shared(), Instant::now());
        Self { store, begun }
    }

    /// The process of this shard of two.
    async fn start(&self, shard: u32) -> Host {
        let clock = Arc::new(Daytime(self.begun));
        let (host, keeper) = process(&self.store.beside(), clock);
        host.serve(format!("{shard}..{shard}/2").parse().expect("shards"));
        keeper.bring_back().await.expect("a store in order");
        tokio::spawn(keeper.run());
        host
    }
}

/// Where the process of shard 1 serves.
const VENUE: Venue = Venue {
    key: TABLE,
    guild: GuildId(1 << 22),
};

async fn found<G: Served>(host: &Host) -> Handle<G> {
    let look = async {
        loop {
            if let Some(table) = host.get(TABLE) {
                return G::of(table).expect("no other game");
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(LATER, look).await.expect("it is found")
}

async fn tries<G: Served>(table: &Handle<G>, input: Input<G>) -> Result<(), SubmitError<G>> {
    table.submit(Submission::typed(input)).await.map(drop)
}

async fn sits<G: Served>(table: &Handle<G>, person: PersonId) {
    let (name, seat) = (format!("Person {}", person.0), None);
    submit(table, Input::Sit { person, name, seat }).await;
}

/// Waits until something is seen.
async fn until(what: &str, seen: impl Fn() -> bool) {
    let looks = async {
        while !seen() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(LATER, looks).await.expect(what);
}

fn mark(person: PersonId, square: u8) -> Input<TicTacToe> {
    let action = Mark(tictactoe::Square::new(square));
    let by = By::Person(person);
    Input::Act { by, action }
}

/// Everything that anybody can see.
fn views<G: Served>(table: &Handle<G>) -> Vec<String> {
    let viewers = Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]);
    viewers
        .map(|viewer| format!("{:?}", table.view(viewer)))
        .collect()
}

async fn a_match(several: &Several) -> [(Host, Handle<TicTacToe>); 2] {
    let (low, high) = (several.start(0).await, several.start(1).await);
    let (rules, limits) = (tictactoe::Rules::default(), Limits::default());
    let opened = high.open::<TicTacToe>(VENUE, rules, limits, Seed::from_number(1), ANN);
    let there = opened.await.expect("a new table");
    let here = found::<TicTacToe>(&low).await;
    // One where the table is served, the other elsewhere.
    sits(&there, ANN).await;
    sits(&here, BOB).await;
    if !there.is_playing() {
        submit(&there, Input::Start { by: ANN }).await;
    }
    [(low, here), (high, there)]
}

#[tokio::test(start_paused = true)]
async fn people_play_from_two_processes_and_see_the_same() {
    let several = Several::new();
    let [(low, here), (high, there)] = a_match(&several).await;
    for (square, person) in [0, 3, 1, 4].into_iter().zip([ANN, BOB].into_iter().cycle()) {
        let table = if person == ANN { &there } else { &here };
        submit(table, mark(person, square)).await;
    }
    // What is refused where the table was left behind is judged anew.
    let refused = tries(&here, mark(BOB, 5)).await;
    assert!(
        matches!(refused, Err(SubmitError::Refused(_))),
        "{refused:?}"
    );
    submit(&here, mark(ANN, 2)).await;
    here.catch_up().await;
    there.catch_up().await;
    assert_eq!(views(&here), views(&there));
    assert!(matches!(
        here.view(Viewer::Public).stage,
        StageView::Over(_)
    ));
    // Who closes it closes it everywhere.
    let by = Closer::Host(ANN);
    submit(&here, Input::Close { by }).await;
    until("its end", || {
        low.get(TABLE).is_none() && high.get(TABLE).is_none()
    })
    .await;
    let answers = |host: &Host| host.lately_closed().len();
    assert_eq!((answers(&low), answers(&high)), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn of_two_inputs_at_once_one_comes_first_and_the_other_is_judged_after_it() {
    let several = Several::new();
    let [(_low, here), (_high, there)] = a_match(&several).await;
    several.store.lose_notices(true);
    for (person, squares) in [(ANN, [0, 1]), (BOB, [2, 3]), (ANN, [4, 5])] {
        let (one, two) = tokio::join!(
            tries(&here, mark(person, squares[0])),
            tries(&there, mark(person, squares[1]))
        );
        assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
        let lost = one.err().or(two.err());
        assert!(matches!(lost, Some(SubmitError::Refused(_))), "{lost:?}");
    }
    // Nobody told the one that was behind: it looks for itself.
    sleep(LATER).await;
    here.catch_up().await;
    assert_eq!(views(&here), views(&there));
}

#[tokio::test(start_paused = true)]
async fn what_was_not_told_is_found_a_moment_later() {
    let several = Several::new();
    let (low, high) = (several.start(0).await, several.start(1).await);
    several.store.lose_notices(true);
    let (rules, limits) = (tictactoe::Rules::default(), Limits::default());
    let opened = low.open::<TicTacToe>(VENUE, rules, limits, Seed::from_number(1), ANN);
    let here = opened.await.expect("a new table");
    sits(&here, ANN).await;
    let by = ANN;
    let (seat, skill) = (None, Skill::Lowest);
    submit(&here, Input::AddComputer { by, seat, skill }).await;
    let there = found::<TicTacToe>(&high).await;
    if !here.is_playing() {
        submit(&here, Input::Start { by }).await;
    }
    // The computer is that of the process that serves the table, which hears of nothing.
    if marked(&here) == 0 {
        submit(&here, mark(ANN, 0)).await;
    }
    until("the computer's turn", || marked(&there) == 2).await;
    sleep(LATER).await;
    here.catch_up().await;
    assert_eq!(marked(&here), 2);
}

fn marked(table: &Handle<TicTacToe>) -> usize {
    let StageView::Playing(game) = table.view(Viewer::Public).stage else {
        return 0;
    };
    let squares = game.board.squares();
    squares
        .filter(|square| !game.board.is_empty(*square))
        .count()
}

#[tokio::test(start_paused = true)]
async fn a_table_goes_on_elsewhere_while_its_process_is_gone_and_with_it_when_it_is_back() {
    let several = Several::new();
    let [(_low, here), (high, there)] = a_match(&several).await;
    submit(&there, mark(ANN, 0)).await;
    high.shutdown().await;
    drop(there);
    submit(&here, mark(BOB, 3)).await;
    submit(&here, mark(ANN, 1)).await;
    let back = several.start(1).await;
    let there = found::<TicTacToe>(&back).await;
    assert_eq!(views(&here), views(&there));
    submit(&there, mark(BOB, 4)).await;
    submit(&here, mark(ANN, 2)).await;
}

/// A deal of tractor that takes its time.
async fn a_deal(several: &Several) -> [(Host, Handle<Tractor>); 2] {
    let (low, high) = (several.start(0).await, several.start(1).await);
    let mut rules = tractor_bot::tractor::rules::Rules::default();
    rules.set("deal_interval", "0.5").expect("a rule");
    let limits = Limits::default();
    let opened = high.open::<Tractor>(VENUE, rules, limits, Seed::from_number(3), ANN);
    let there = opened.await.expect("a new table");
    for person in 0..4 {
        sits(&there, PersonId(ANN.0 + person)).await;
    }
    let by = ANN;
    submit(&there, Input::Start { by }).await;
    let (by, action) = (By::Person(by), Action::Deal);
    submit(&there, Input::Act { by, action }).await;
    let here = found::<Tractor>(&low).await;
    here.catch_up().await;
    [(low, here), (high, there)]
}

fn cards(table: &Handle<Tractor>) -> usize {
    let stage = table.view(Viewer::Public).stage;
    stage.game().map_or(0, |game| {
        game.hand_sizes.iter().map(|held| usize::from(*held)).sum()
    })
}

#[tokio::test(start_paused = true)]
async fn a_call_during_a_deal_is_heard_by_any_process_and_the_deal_goes_on() {
    let several = Several::new();
    let [(_low, here), (_high, there)] = a_deal(&several).await;
    // Somebody looks on, so that it is followed.
    let _screen = here.listen();
    let mut called = 0;
    // Whoever can calls where nobody serves the table, until the cards are dealt.
    while called < 2 && cards(&here) < 100 {
        sleep(Duration::from_millis(250)).await;
        // Each process draws by its own clock, and none is more than a card or two ahead.
        assert!(cards(&here).abs_diff(cards(&there)) <= 2);
        for seat in Seat::first(4) {
            let view = here.view(Viewer::Seat(seat));
            let Some(game) = view.stage.game() else {
                continue;
            };
            let seed = Seed::from_number(9);
            let chosen = <Tractor as tractor_bot::host::Paced>::computer(Skill::Heuristic, seed)
                .choose(game);
            let Some(action @ Action::Call { .. }) = chosen else {
                continue;
            };
            let by = By::Person(PersonId(ANN.0 + seat.index() as u64));
            called += usize::from(tries(&here, Input::Act { by, action }).await.is_ok());
        }
    }
    assert!(called > 0, "somebody calls");
    let dealt = || cards(&here) >= 100 && cards(&there) >= 100;
    let all = async {
        while !dealt() {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(100), all)
        .await
        .expect("all cards");
    sleep(LATER).await;
    assert_eq!(views(&here), views(&there));
    assert_eq!(here.moment(), there.moment());
}

#[tokio::test(start_paused = true)]
async fn a_channel_has_one_table_whoever_opens_it() {
    let several = Several::new();
    let (low, high) = (several.start(0).await, several.start(1).await);
    several.store.lose_notices(true);
    let open = async |host: &Host| {
        let (rules, limits) = (tictactoe::Rules::default(), Limits::default());
        let opened = host.open::<TicTacToe>(VENUE, rules, limits, Seed::from_number(1), ANN);
        opened.await.map(drop)
    };
    let (one, two) = (open(&low).await, open(&high).await);
    assert!(one.is_ok() && two.is_err(), "{one:?} {two:?}");
    let there = found::<TicTacToe>(&high).await;
    sits(&there, BOB).await;
    assert!(!matches!(
        tries(&there, Input::Start { by: BOB }).await,
        Err(SubmitError::Refused(Refusal::Stale))
    ));
}
