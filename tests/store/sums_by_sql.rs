//! What is played is what is counted: a fixed series of matches of every game goes through the host
//! into a store, and the sums are those of the scoreboards, however often it is written down.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::ConnectOptions as _;
use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, GameKind, RuleSet, Seat, Turn, Viewer};
use tractor_bot::host::{Clock, Handle, Host, Hosted, TableKey, Venue};
use tractor_bot::store::*;
use tractor_bot::table::{
    By, Input, Limits, PersonId, Skill, StageView, Submission, TableId, UnixMillis,
};
use tractor_bot::tictactoe::{Ending, Mark, Square, TicTacToe};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::seating::Team;
use tractor_bot::uno::Uno;

use crate::home::{finish, tally};

const PEOPLE: [PersonId; 4] = [PersonId(11), PersonId(12), PersonId(13), PersonId(14)];
const GUILD: GuildId = GuildId(7);

type Sums = BTreeMap<(GameKind, PersonId, Counter), i64>;

fn add(sums: &mut Sums, game: GameKind, person: PersonId, counts: &[(Counter, i64)]) {
    for (counter, value) in counts {
        *sums.entry((game, person, *counter)).or_insert(0) += value;
    }
}

/// A clock that is moved by hand.
#[derive(Default)]
struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> UnixMillis {
        UnixMillis(1_700_000_000_000 + self.0.load(Ordering::SeqCst))
    }
}

struct World {
    store: Arc<dyn Store>,
    host: Host,
    clock: Arc<HandClock>,
}

impl World {
    async fn new(store: Arc<dyn Store>) -> Self {
        let lease = LeaseRequest {
            owner: "test".to_owned(),
            shards: "0..0/1".parse().unwrap(),
            now: UnixMillis(0),
            until: UnixMillis(u64::MAX >> 1),
        };
        store.acquire(lease).await.unwrap();
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let clock = Arc::new(HandClock::default());
        let host = Host::with_clock(keeper, Arc::clone(&clock) as _);
        Self { store, host, clock }
    }

    /// A table where the first `people` sit and a match has begun.
    async fn table<G: Hosted>(&self, key: u64, rules: &[(&str, &str)], people: usize) -> Handle<G> {
        let set = G::Rules::default().with(rules);
        let venue = Venue {
            key: TableKey(key),
            guild: GUILD,
        };
        let seed = Seed::from_number(key);
        let opened = self
            .host
            .open(venue, set, Limits::default(), seed, PEOPLE[0]);
        let table = opened.await.unwrap();
        for person in &PEOPLE[..people] {
            let name = format!("player {}", person.0);
            let (person, seat) = (*person, None);
            accept(&table, Input::Sit { person, name, seat }).await;
        }
        accept(&table, Input::Start { by: PEOPLE[0] }).await;
        table
    }
}

async fn accept<G: Game>(table: &Handle<G>, input: Input<G>) {
    table.submit(Submission::typed(input)).await.unwrap();
}

/// Plays a match to its end, these many people as computer players would.
async fn play<G: Hosted>(table: &Handle<G>, people: u8) -> G::View {
    let skill = Skill::Greedy;
    let mut listener = table.listen();
    let seed = Seed::from_number(5);
    let mut players: Vec<_> = (0..4)
        .map(|at| G::computer(skill, seed.derive("p", at)))
        .collect();
    loop {
        let view = table.view(Viewer::Public);
        match view.stage {
            StageView::Over(game) => return game,
            StageView::Playing(_) => {}
            StageView::Lobby | StageView::Closed => panic!("the match was to be played"),
        };
        let seat = view.turn.awaited().iter().next();
        let action = match seat {
            Some(seat) => {
                let own = table.view(Viewer::Seat(seat));
                let own = own.stage.game().unwrap();
                players[seat.index()]
                    .choose(own)
                    .map(|action| (seat, action))
            }
            None => Seat::first(people).find_map(|seat| {
                let own = table.view(Viewer::Seat(seat));
                Some((seat, G::nudge(own.stage.game()?)?))
            }),
        };
        if let Some((seat, action)) = action {
            let by = By::Person(PEOPLE[seat.index()]);
            accept(table, Input::Act { by, action }).await;
        } else {
            // Calls may come at any time of a deal; those that come too late are refused.
            for (seat, player) in tractor_bot::game::Seat::first(people).zip(&mut players) {
                let own = table.view(Viewer::Seat(seat));
                let action = own.stage.game().and_then(|own| player.choose(own));
                if let Some(action) = action {
                    let by = By::Person(PEOPLE[seat.index()]);
                    let _ = table
                        .submit(Submission::typed(Input::Act { by, action }))
                        .await;
                }
            }
            let heard = tokio::time::timeout(Duration::from_secs(30), listener.next()).await;
            heard.expect("something happens").expect("it stays open");
        }
    }
}

/// Two matches of tractor, one of UNO, and three games of tic-tac-toe, added up from the
/// scoreboards at the tables.
async fn series(world: &World) -> (Sums, Vec<TableId>) {
    let (mut sums, mut tables) = (Sums::new(), Vec::new());
    let swift = [
        ("deal_interval", "0"),
        ("call_window", "0"),
        ("match_to", "4"),
    ];
    for key in [1, 2] {
        let table = world.table::<Tractor>(key, &swift, 4).await;
        let game = play(&table, 4).await;
        add_tractor(&mut sums, &game);
        tables.push(table.id());
    }
    let short = [("deal_wait", "0"), ("match_to", "300"), ("order", "seats")];
    let table = world.table::<Uno>(3, &short, 3).await;
    world.clock.0.fetch_add(300_999, Ordering::SeqCst);
    add_uno(&mut sums, &play(&table, 3).await);
    tables.push(table.id());
    // Ann wins, it is drawn, Bob wins; the loser of a game does not begin the next one.
    let table = world.table::<TicTacToe>(4, &[], 2).await;
    for (number, squares) in [
        [0, 3, 1, 4, 2, 9, 9, 9, 9],
        [0, 4, 8, 1, 7, 6, 2, 5, 3],
        [0, 3, 1, 4, 8, 5, 9, 9, 9],
    ]
    .iter()
    .enumerate()
    {
        if number > 0 {
            accept(&table, Input::Start { by: PEOPLE[0] }).await;
        }
        add_tictactoe(&mut sums, &mark(&table, squares).await);
    }
    tables.push(table.id());
    (sums, tables)
}

fn add_tractor(sums: &mut Sums, game: &tractor_bot::tractor::view::View) {
    use Counter::*;
    for result in &game.history {
        for seat in 0..4 {
            let team = [Team::NorthSouth, Team::WestEast][seat % 2];
            let won = i64::from(team == result.winner);
            let side = [
                [(DeclarerRounds, 0), (OpponentWins, won)],
                [(DeclarerRounds, 1), (DeclarerWins, won)],
            ];
            let side = side[usize::from(seat % 2 == result.dealer.index() % 2)];
            let (tried, failed) = result.throws[seat];
            let counts = [
                (Rounds, 1),
                (Wins, won),
                (Levels, won * i64::from(result.gained)),
                (Points, result.captured[seat].into()),
                (Throws, tried.into()),
                (ThrowsFailed, failed.into()),
                (WithRounds, 1),
                (WithWins, won),
                (AgainstRounds, 2),
                (AgainstWins, 2 * won),
            ];
            add(sums, GameKind::Tractor, PEOPLE[seat], &side);
            add(sums, GameKind::Tractor, PEOPLE[seat], &counts);
        }
    }
    let last = game.history.last().unwrap();
    for (seat, person) in PEOPLE.iter().enumerate() {
        let won = (seat % 2 == last.winner.index()).into();
        add(
            sums,
            GameKind::Tractor,
            *person,
            &[(Matches, 1), (MatchesWon, won)],
        );
    }
}

fn add_uno(sums: &mut Sums, game: &tractor_bot::uno::View) {
    use Counter::*;
    for result in &game.history {
        for (seat, person) in PEOPLE[..3].iter().enumerate() {
            let won = (result.places[0].index() == seat).into();
            let seconds = if result.round == 1 { 300 } else { 0 };
            let points = i64::from(result.gained[seat]);
            let counts = [
                (Games, 1),
                (Wins, won),
                (Points, points),
                (Seconds, seconds),
            ];
            add(sums, GameKind::Uno, *person, &counts);
        }
    }
    for (seat, person) in PEOPLE[..3].iter().enumerate() {
        let points = sums[&(GameKind::Uno, *person, Points)];
        assert_eq!(points, i64::from(game.scores[seat]), "the match's score");
        let won = i64::from(game.scores.iter().max() == Some(&game.scores[seat]));
        let counts = [(Matches, 1), (MatchesWon, won)];
        add(sums, GameKind::Uno, *person, &counts);
    }
}

async fn mark(table: &Handle<TicTacToe>, squares: &[u8]) -> Option<usize> {
    for square in squares.iter().filter(|square| **square < 9) {
        let Turn::Seats(seats) = table.view(Viewer::Public).turn else {
            panic!("nobody's turn")
        };
        let person = PEOPLE[seats.iter().next().unwrap().index()];
        let action = Mark(Square::new(*square));
        let by = By::Person(person);
        accept(table, Input::Act { by, action }).await;
    }
    match table.view(Viewer::Public).stage {
        StageView::Over(game) => match game.ending.unwrap() {
            Ending::Won { seat, .. } => Some(seat.index()),
            Ending::Drawn => None,
        },
        _ => panic!("the squares end the game"),
    }
}

fn add_tictactoe(sums: &mut Sums, winner: &Option<usize>) {
    use Counter::*;
    for (seat, person) in PEOPLE[..2].iter().enumerate() {
        let won = (*winner == Some(seat)).into();
        let drawn = winner.is_none().into();
        add(
            sums,
            GameKind::TicTacToe,
            *person,
            &[(Games, 1), (Wins, won), (Draws, drawn)],
        );
    }
}

/// The store's sums are these, here and everywhere, and nowhere else.
async fn check(store: &dyn Store, sums: &Sums) {
    for person in PEOPLE {
        let here = store.stats(person, Reach::Guild(GUILD)).await.unwrap();
        let everywhere = store.stats(person, Reach::Everywhere).await.unwrap();
        let elsewhere = store.stats(person, Reach::Guild(GuildId(8))).await.unwrap();
        assert_eq!(here, everywhere);
        assert_eq!(elsewhere, Stats::default());
        for game in GameKind::ALL {
            for counter in Counter::ALL.iter().copied() {
                let expected = sums.get(&(game, person, counter)).copied().unwrap_or(0);
                let sum = here.total(game, counter);
                assert_eq!(sum, expected, "{person:?} {game:?} {counter:?}");
            }
        }
    }
}

/// What was finished, handed in again as after a lost acknowledgement, counts nothing.
async fn count_again(world: &World, tables: &[TableId]) {
    for table in tables {
        for finished in world.store.history(table.key, 0, 100).await.unwrap() {
            let tallies = vec![tally(PEOPLE[0], &[(Counter::Wins, 1_000)])];
            let again = finish(finished.match_number, finished.round, tallies);
            assert_eq!(world.store.record(*table, again).await, Ok(false));
        }
    }
}

#[tokio::test]
async fn a_series_adds_up_in_memory() {
    let world = World::new(Arc::new(MemoryStore::new())).await;
    let (sums, tables) = series(&world).await;
    check(&*world.store, &sums).await;
    count_again(&world, &tables).await;
    check(&*world.store, &sums).await;
    let winners = sums[&(GameKind::TicTacToe, PEOPLE[0], Counter::Wins)];
    assert_eq!(winners, 1, "the games of tic-tac-toe were written for this");
    for (person, opponent) in [(PEOPLE[0], PEOPLE[1]), (PEOPLE[1], PEOPLE[0])] {
        let stats = world.store.stats(person, Reach::Everywhere).await.unwrap();
        let sums = &stats.sums[&(GameKind::TicTacToe, Versus::Person(opponent))];
        let counted = [Counter::Games, Counter::Wins, Counter::Draws].map(|of| sums[&of]);
        assert_eq!(counted, [3, 1, 1], "against the other");
    }
}

#[tokio::test]
async fn a_series_adds_up_in_sqlite_as_sql_sums_it() {
    let file = std::env::temp_dir().join(format!("tractor-bot-sums-{}.db", std::process::id()));
    let url = format!("sqlite://{}", file.display());
    let world = World::new(connect(&url).await.unwrap()).await;
    let (sums, tables) = series(&world).await;
    count_again(&world, &tables).await;
    check(&*world.store, &sums).await;
    world.host.shutdown().await;
    world.store.close().await.unwrap();

    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut connection = options.connect().await.unwrap();
    let sql = "SELECT game, person, counter, SUM(value) FROM counters \
               WHERE counter NOT LIKE '%@2%' AND counter NOT LIKE 'honour%' \
               GROUP BY game, person, counter HAVING SUM(value) <> 0 ORDER BY 1, 2, 3";
    let rows: Vec<(String, i64, String, i64)> = sqlx::query_as(sql)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let expected = sums.iter().filter(|(_, value)| **value != 0);
    let mut expected: Vec<_> = expected
        .map(|((game, person, counter), value)| {
            let person = i64::try_from(person.0).unwrap();
            (
                game.name().to_owned(),
                person,
                counter.name().to_owned(),
                *value,
            )
        })
        .collect();
    expected.sort();
    assert_eq!(rows, expected);
    drop(connection);
    for ending in ["", "-wal", "-shm"] {
        std::fs::remove_file(format!("{}{ending}", file.display())).ok();
    }
}
