//! Going back: a store that the next version of the program wrote is opened by this one, which serves
//! what it knows and sets the rest aside, and then by the next version again, which has all of it.
//!
//! `.ci/later.sh` makes a next version (one more migration, game, house rule, limit, phase and action),
//! lets it write a store with [`the_next_version_writes_a_store`], and runs the tests below on that
//! store. One such store is kept in `fixtures/journals/later`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{Game, GameKind, RuleSet as _, at_game};
use tractor_bot::host::{Handle, Venue};
use tractor_bot::store;
use tractor_bot::table::{By, Input, Limits, PersonId, Submission, TableKey, UnixMillis};
use tractor_bot::tictactoe::TicTacToe;

use crate::place::{self, Folder};
use crate::playing::{Process, play_inputs, play_on};
use crate::shown;

/// The name of the process, and its clock.
const OWNER: &str = "later";
const NOW: UnixMillis = UnixMillis(1_800_000_000_000);
const HOUR: u64 = 3_600_000;

/// A table of the next version.
#[derive(Clone, Copy)]
struct Scene {
    game: &'static str,
    /// House rules and limits that are set at the table, `name=value`.
    rules: &'static str,
    /// An action before all others, as journals have it.
    action: &'static str,
    /// How many inputs of people follow; so many that a match is over where it is to be.
    inputs: usize,
    /// Rules that are set after that, with another match.
    then: &'static str,
    /// Whether this version can go on with it.
    goes_on: bool,
}

const QUICK: &str = "deal_interval=0 call_window=0 ";

const fn scene(game: &'static str, rules: &'static str, inputs: usize, goes_on: bool) -> Scene {
    Scene {
        game,
        rules,
        action: "",
        inputs,
        then: "",
        goes_on,
    }
}

const SCENES: &[Scene] = &[
    scene("tractor", "", 30, true),
    scene("tractor", "later=on", 30, false),
    Scene {
        action: "rest",
        ..scene("tractor", "", 0, false)
    },
    scene("tractor", "turn_warning=off", 0, true),
    scene("uno", "", 12, true),
    scene("uno", "later=on", 12, false),
    scene("pebbles", "size=4", 4, false),
    scene("ttt", "size=5", 4, true),
    scene("ttt", "later=on", 2, false),
    Scene {
        then: "later=on",
        ..scene("tractor", "match_to=2", 2_000, false)
    },
    scene("ttt", "", 9, true),
];

/// All of them, with one of each other game that there is.
fn scenes() -> Vec<Scene> {
    let of = |game: GameKind| scene(game.name(), "", 4, true);
    let is_other = |scene: &Scene| SCENES.iter().all(|known| known.game != scene.game);
    let others = GameKind::ALL.into_iter().map(of).filter(is_other);
    SCENES.iter().copied().chain(others).collect()
}

fn key(scene: usize) -> TableKey {
    TableKey(1_190_000_000_000_000_000 + scene as u64)
}

fn person(number: u64) -> PersonId {
    PersonId(260_000_000_000_000_000 + number)
}

/// The path of a store that is being handed to and fro, without ending.
fn handed() -> PathBuf {
    let path = std::env::var_os("LATER_STORE").expect("LATER_STORE says where");
    PathBuf::from(path)
}

async fn must<G: Served>(table: &Handle<G>, input: Input<G>) {
    let told = format!("{input:?}");
    let done = table.submit(Submission::typed(input)).await;
    done.unwrap_or_else(|error| panic!("{told}: {error:?}"));
}

async fn set<G: Served>(table: &Handle<G>, rules: &str) {
    for rule in rules.split_whitespace() {
        let (name, value) = rule.split_once('=').expect("name=value");
        let (by, name, value) = (person(0), name.to_owned(), value.to_owned());
        must(table, Input::SetRule { by, name, value }).await;
    }
}

/// Opens the table and plays there.
async fn act<G: Served>(process: &Process, at: usize, scene: &Scene) {
    let venue = Venue::from(key(at));
    let limits = Limits::default().with(&[("turn_limit", "off"), ("idle_limit", "off")]);
    let seed = Seed::from_number(at as u64);
    let opened = process
        .host
        .open::<G>(venue, G::Rules::default(), limits, seed, person(0));
    let table = opened.await.expect("a new table");
    for number in 0..(*G::seats(&G::Rules::default()).end()).min(4) {
        let (name, seat) = (format!("P{number}"), None);
        let person = person(u64::from(number));
        must(&table, Input::Sit { person, name, seat }).await;
    }
    if scene.game == "tractor" {
        set(&table, QUICK).await;
    }
    set(&table, scene.rules).await;
    must(&table, Input::Start { by: person(0) }).await;
    if !scene.action.is_empty() {
        let action = serde_json::from_value(json!(scene.action)).expect("an action");
        let by = By::Person(person(0));
        must(&table, Input::Act { by, action }).await;
    }
    play_inputs(&table, scene.inputs).await;
    if !scene.then.is_empty() {
        set(&table, scene.then).await;
        must(&table, Input::Start { by: person(0) }).await;
        play_inputs(&table, 10).await;
    }
}

/// What is told of a store: each table with its game, and whether this version can go on with it.
async fn facts(process: &Process) -> String {
    let mut lines = String::new();
    for (at, scene) in scenes().iter().enumerate() {
        let table = process.host.get(key(at)).expect("it is open");
        let journal = process.store.journal(table.id()).await.expect("a journal");
        let history = process.store.history(key(at), 0, 100).await;
        let fact = json!({
            "table": key(at).0,
            "game": scene.game,
            "goes_on": scene.goes_on,
            "entries": journal.saved.entries.len(),
            "finished": history.expect("history").len(),
        });
        lines += &format!("{fact}\n");
    }
    lines
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "for the next version that .ci/later.sh makes"]
async fn the_next_version_writes_a_store() {
    let path = handed();
    let url = format!("sqlite://{}", path.with_extension("db").display());
    let store = store::connect(&url).await.expect("a new store");
    let process = Process::new(store, OWNER, NOW);
    process.start().await;
    for (at, scene) in scenes().iter().enumerate() {
        let game = GameKind::of(scene.game).expect("a game of the next version");
        at_game!(game, G => act::<G>(&process, at, scene).await);
    }
    let facts = facts(&process).await;
    fs::write(path.with_extension("facts"), facts).expect("a file");
    process.stop().await;
}

fn told(path: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(path).expect("facts");
    let lines = text.lines().map(|line| {
        let fact: Value = serde_json::from_str(line).expect("a line of JSON");
        (fact["table"].as_u64().expect("a number"), fact)
    });
    lines.collect()
}

/// Opens a store of the next version with this one.
async fn check(url: &str, told: &BTreeMap<u64, Value>) {
    let store = store::connect(url).await.expect("it can be opened");
    let process = Process::new(store, OWNER, UnixMillis(NOW.0 + HOUR));
    let round = process.start().await;
    let known = told.values().filter(|fact| fact["goes_on"] == true).count();
    assert_eq!(round.restored, known, "what is known is served: {round:?}");
    assert_eq!(round.aside, told.len() - known, "{round:?}");
    let aside = process.store.aside().await.expect("what was set aside");
    assert_eq!(aside.len(), told.len() - known);
    for table in &aside {
        assert!(table.later, "{table:?}");
        assert!(!table.reason.is_empty(), "{table:?}");
        println!("{} is set aside: {}", table.game, table.reason);
        let id = table.table.expect("its name can be read");
        let fact = &told[&id.key.0];
        assert_eq!(fact["goes_on"], false, "{table:?}");
        // Whatever was finished there before is shown.
        if fact["finished"] != 0 && GameKind::of(&table.game).is_some() {
            shown::replay(&process, id.key).await;
        }
    }
    let stuck = play_on(process.host.list()).await;
    assert!(stuck.is_empty(), "{stuck:#?}");
    // Somebody opens another table in the channel of one that was set aside.
    let (rules, limits) = (<TicTacToe as Game>::Rules::default(), Limits::default());
    let (venue, seed) = (Venue::from(taken()), Seed::from_number(7));
    let opened = process
        .host
        .open::<TicTacToe>(venue, rules, limits, seed, person(9))
        .await;
    opened.expect("the channel is free");
    process.stop().await;
}

/// A channel whose table this version sets aside, and where another is opened meanwhile.
fn taken() -> TableKey {
    key(5)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_the_next_version_is_served_as_far_as_it_is_known() {
    if std::env::var_os("LATER_STORE").is_some() {
        let path = handed();
        let url = format!("sqlite://{}", path.with_extension("db").display());
        return check(&url, &told(&path.with_extension("facts"))).await;
    }
    let folder = Folder::new();
    let kept = place::fixtures().join("later");
    let url = place::copy(&folder, &kept, "store");
    check(&url, &told(&kept.join("store.facts"))).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "for the next version that .ci/later.sh makes"]
async fn the_next_version_has_all_of_it_again() {
    let path = handed();
    let told = told(&path.with_extension("facts"));
    let url = format!("sqlite://{}", path.with_extension("db").display());
    let store = store::connect(&url).await.expect("it can be opened");
    let process = Process::new(store, OWNER, UnixMillis(NOW.0 + 2 * HOUR));
    process.start().await;
    let aside = process.store.aside().await.expect("what is set aside");
    let left: Vec<_> = aside.iter().filter_map(|aside| aside.table).collect();
    assert_eq!(
        left.len(),
        1,
        "all but the one in the channel that was taken: {aside:?}"
    );
    assert_eq!(left[0].key, taken());
    for (table, fact) in &told {
        let table = process.host.get(TableKey(*table)).expect("it is back");
        let journal = process.store.journal(table.id()).await.expect("a journal");
        let entries = journal.saved.entries.len();
        let was = fact["entries"].as_u64().expect("a number");
        if table.key() != taken() {
            assert!(entries as u64 >= was, "{fact}: {entries} entries");
        }
    }
    let stuck = play_on(process.host.list()).await;
    assert!(stuck.is_empty(), "{stuck:#?}");
    process.stop().await;
}
