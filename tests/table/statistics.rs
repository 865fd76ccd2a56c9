//! What somebody plays is what is counted: statistics against the scoreboard.

use std::sync::Arc;
use std::time::Duration;

use tractor_bot::chance::Seed;
use tractor_bot::club::{EVERYWHERE, Standing};
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, RuleSet as _, Seat, Viewer};
use tractor_bot::host::{Handle, Host, SystemClock, Venue};
use tractor_bot::store::*;
use tractor_bot::table::{By, GuildId, Input, Limits, PersonId, Skill, StageView, TableKey};
use tractor_bot::tractor::{Tractor, action::RoundResult, seating::Team};

use crate::asking::{process, submit};

const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
const BOB: PersonId = PersonId(2_222_222_222_222_222_222);
const GUILD: GuildId = GuildId(9 << 22);

/// A host over a store in memory that serves everything.
async fn host() -> (Host, Arc<Db>) {
    let store: Arc<Db> = MemoryStore::new().own();
    let (host, keeper) = process(&store, Arc::new(SystemClock));
    keeper.bring_back().await.unwrap();
    (host, store)
}

/// A table that has begun, with these people and computer players.
async fn begin<G: Served>(
    host: &Host,
    rules: &[(&str, &str)],
    people: &[PersonId],
    computers: usize,
) -> Handle<G> {
    let chosen = G::Rules::default().with(rules);
    let limits = Limits::default().with(&[("turn_limit", "10")]);
    let venue = Venue {
        key: TableKey(5),
        guild: GUILD,
    };
    let opened = host.open::<G>(venue, chosen, limits, Seed::from_number(3), people[0]);
    let table = opened.await.unwrap();
    for &person in people {
        let (name, seat) = (format!("person {}", person.0 % 10), None);
        submit(&table, Input::Sit { person, name, seat }).await;
    }
    let by = people[0];
    for _ in 0..computers {
        let (seat, skill) = (None, Skill::Greedy);
        submit(&table, Input::AddComputer { by, seat, skill }).await;
    }
    submit(&table, Input::Start { by }).await;
    table
}

/// Waits until the match is over, under paused time: these people play, the clock and computers do for the others,
/// and somebody looks on.
async fn play_out<G: Served>(table: &Handle<G>, people: &[PersonId]) -> G::View {
    let mut player = G::computer(Skill::Greedy, Seed::from_number(0));
    loop {
        let view = table.view(Viewer::Public);
        if view.paused {
            let (name, value) = ("ping".to_owned(), "on".to_owned());
            let by = view.host;
            submit(table, Input::SetRule { by, name, value }).await;
        }
        if let StageView::Over(game) = view.stage {
            return game;
        }
        let mut due = people.iter().filter_map(|person| {
            let own = table.view_of(*person);
            let game = own.stage.game().filter(|_| table.awaits(own.viewer))?;
            Some((*person, player.choose(game)?))
        });
        match due.next() {
            Some((person, action)) => {
                let by = By::Person(person);
                submit(table, Input::Act { by, action }).await;
            }
            None => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    }
}

async fn total(store: &Db, person: PersonId, game: GameKind, counter: Counter) -> i64 {
    let stats = store.stats(person, Reach::Guild(GUILD)).await.unwrap();
    stats.total(game, counter)
}

#[tokio::test(start_paused = true)]
async fn a_match_of_tractor_counts_as_its_scoreboard_says() {
    let (host, store) = host().await;
    let rules = [("match_to", "4"), ("deal_interval", "0")];
    let table = begin::<Tractor>(&host, &rules, &[ANN, BOB], 2).await;
    let game = play_out(&table, &[ANN, BOB]).await;
    let rounds = &game.history;
    assert!(rounds.len() > 1, "more than one round");
    let (north, west) = (Seat::new(0), Seat::new(1));
    for (person, seat) in [(ANN, north), (BOB, west)] {
        let check = async |counter, expected: i64| {
            let counted = total(&store, person, GameKind::Tractor, counter).await;
            assert_eq!(counted, expected, "{counter:?} of {seat:?}");
        };
        let team = Team::of(seat);
        let won = || rounds.iter().filter(|round| round.winner == team);
        let declared = || won().filter(|round| Team::of(round.dealer) == team);
        check(Counter::Rounds, rounds.len() as i64).await;
        check(Counter::Wins, won().count() as i64).await;
        check(Counter::DeclarerWins, declared().count() as i64).await;
        let opposing = won().count() - declared().count();
        check(Counter::OpponentWins, opposing as i64).await;
        check(
            Counter::Levels,
            won().map(|round| i64::from(round.gained)).sum(),
        )
        .await;
        let captured = rounds.iter().map(|round| round.captured[seat.index()]);
        check(Counter::Points, captured.map(i64::from).sum()).await;
        let throws = || rounds.iter().map(|round| round.throws[seat.index()]);
        check(
            Counter::Throws,
            throws().map(|(tried, _)| i64::from(tried)).sum(),
        )
        .await;
        check(
            Counter::ThrowsFailed,
            throws().map(|(_, failed)| i64::from(failed)).sum(),
        )
        .await;
        check(Counter::Matches, 1).await;
        // The two are opponents.
        let other = if person == ANN { BOB } else { ANN };
        let stats = store.stats(person, Reach::Everywhere).await.unwrap();
        let against = [Counter::AgainstRounds, Counter::AgainstWins];
        let against = stats.company(GameKind::Tractor, against);
        assert_eq!(against[&other], [rounds.len() as i64, won().count() as i64]);
        let last = rounds.last().unwrap();
        check(Counter::MatchesWon, i64::from(last.winner == team)).await;
    }
    let mut standings = Vec::new();
    for person in [ANN, BOB] {
        standings.push(store.standings(person).await.unwrap());
    }
    for standings in &standings {
        for guild in [EVERYWHERE, GUILD] {
            let standing = standings.now[&(GameKind::Tractor, guild)];
            assert_eq!(standing.rounds as usize, rounds.len());
        }
    }
    let ratings = &table.laurels().ratings;
    let told: Vec<_> = ratings
        .iter()
        .map(|change| (change.person, change.after))
        .collect();
    let stand = |of: &Standings| of.now[&(GameKind::Tractor, EVERYWHERE)];
    assert_eq!(
        told,
        [(ANN, stand(&standings[0])), (BOB, stand(&standings[1]))]
    );
    let rebuilt = store.rebuild_ratings().await.unwrap();
    assert_eq!((rebuilt.rounds as usize, rebuilt.people), (rounds.len(), 2));
    for (person, before) in [ANN, BOB].into_iter().zip(standings) {
        assert_eq!(store.standings(person).await, Ok(before));
    }
    let history = store.history(TableKey(5), 0, 100).await.unwrap();
    let listed: Vec<_> = history.iter().map(|finished| finished.round).collect();
    let latest_first = (1..=rounds.len() as u32).rev().map(Some);
    let expected: Vec<_> = [None].into_iter().chain(latest_first).collect();
    assert_eq!(listed, expected);
}

#[tokio::test(start_paused = true)]
async fn who_touches_nothing_gains_nothing() {
    for playing in [&[][..], &[BOB]] {
        let (host, store) = host().await;
        let rules = [("match_to", "6"), ("deal_interval", "0")];
        let table = begin::<Tractor>(&host, &rules, &[ANN, BOB], 2).await;
        let game = play_out(&table, playing).await;
        let lost = |round: &&RoundResult| round.winner != Team::of(Seat::new(0));
        let lost = game.history.iter().filter(lost).count();
        assert!(lost < game.history.len(), "the computer won for her");
        for counter in [
            Counter::Wins,
            Counter::Levels,
            Counter::Points,
            Counter::Throws,
            Counter::MatchesWon,
            Counter::AgainstWins,
        ] {
            let counted = total(&store, ANN, GameKind::Tractor, counter).await;
            assert_eq!(counted, 0, "{counter:?}");
        }
        let rounds = total(&store, ANN, GameKind::Tractor, Counter::Rounds).await;
        assert_eq!(rounds, lost as i64, "what is lost stands");
        let honours = &table.laurels().honours;
        assert!(honours.iter().all(|earned| earned.person != ANN));
        let now = |of: &Standings| of.now.get(&(GameKind::Tractor, EVERYWHERE)).copied();
        let standings = store.standings(ANN).await.unwrap();
        match playing {
            // Nobody played.
            [] => assert_eq!(now(&standings), None),
            _ => {
                let rating = now(&standings).expect("she is rated").rating;
                assert_eq!(rating < Standing::NEW.rating, lost > 0, "{rating}");
            }
        }
        store.rebuild_ratings().await.unwrap();
        assert_eq!(store.standings(ANN).await, Ok(standings));
    }
}
