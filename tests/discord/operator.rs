//! What an operator can ask of a running bot: whether it lives and is ready, and its figures.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use tokio::task::JoinHandle;
use tractor_bot::config::Config;
use tractor_bot::discord::operator;
use tractor_bot::discord::startup::StartError;
use tractor_bot::game::Viewer;
use tractor_bot::health::server::{self, Site};
use tractor_bot::health::vitals::StartStage;
use tractor_bot::health::{Exporter, Vitals};
use tractor_bot::host::Hosted as _;
use tractor_bot::store::{Fault, MemoryStore};
use tractor_bot::tictactoe::TicTacToe;

use crate::double::{Double, Limits as Watched, Options};
use crate::house::{Bot, House, config, desk, kept_desk};
use crate::ttt::{accepted, tap};

/// A server for the operator, at a free port. All that is measured on this thread is told there.
struct Office {
    vitals: Vitals,
    address: SocketAddr,
    running: JoinHandle<()>,
    client: reqwest::Client,
    _recording: metrics::LocalRecorderGuard<'static>,
}

impl Office {
    async fn open() -> Self {
        let (exporter, recorder) = Exporter::new();
        // It lives as long as the test.
        let recorder = Box::leak(Box::new(recorder));
        let recording = metrics::set_default_local_recorder(recorder);
        operator::describe();
        let vitals = Vitals::default();
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = tokio::net::TcpListener::bind(any).await;
        let listener = listener.expect("loopback is there");
        let address = listener.local_addr().expect("it has one");
        let site = Site {
            vitals: vitals.clone(),
            exporter,
        };
        Self {
            vitals,
            address,
            running: tokio::spawn(server::run(listener, site)),
            client: reqwest::Client::new(),
            _recording: recording,
        }
    }

    async fn ask(&self, path: &str) -> (u16, String) {
        let url = format!("http://{}{path}", self.address);
        let answer = self.client.get(url).send().await.expect("it answers");
        let status = answer.status().as_u16();
        (status, answer.text().await.expect("a text"))
    }

    /// Waits until it is told so.
    async fn says(&self, discord: &Double, path: &str, expected: (u16, &str)) {
        let told = async || {
            let (status, text) = self.ask(path).await;
            (status, text.as_str()) == expected
        };
        discord.until_told(expected.1, told).await;
    }

    /// What is measured, by name and labels as they are written.
    async fn figures(&self) -> BTreeMap<String, f64> {
        let (status, text) = self.ask("/metrics").await;
        assert_eq!(status, 200);
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let pairs = lines.map(|line| {
            let (name, value) = line.rsplit_once(' ').expect("a name and a value");
            (name.to_owned(), value.parse().expect("a number"))
        });
        pairs.collect()
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.running.abort();
    }
}

/// The settings of a bot that an operator can ask there.
fn asked_at(discord: &Double, address: SocketAddr) -> Config {
    Config {
        health: Some(address),
        ..config(discord)
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_is_ready_while_discord_and_the_store_are_there() {
    let office = Office::open().await;
    let discord = Double::start().await;
    let store = MemoryStore::new();
    operator::check_store(&office.vitals, &store.own());
    // Such a store has no disk that could be full.
    operator::check_disk(&office.vitals, "memory:");
    let alive = (200, "process: ok\n");
    office.says(&discord, "/healthz", alive).await;
    office
        .says(
            &discord,
            "/readyz",
            (503, "process: is starting\nstore: ok\ndisk: ok\n"),
        )
        .await;
    let desk = kept_desk(&store, 1).await;
    let vitals = office.vitals.clone();
    let mut bot = Bot::launch_watched(config(&discord), desk, vitals);
    let good = "process: ok\nboards: ok\nstore: ok\ndisk: ok\ndiscord: ok\n";
    office.says(&discord, "/readyz", (200, good)).await;
    store.break_with(Some(Fault::Disconnected));
    let gone = "process: ok\nboards: ok\nstore: fails\ndisk: ok\ndiscord: ok\n";
    office.says(&discord, "/readyz", (503, gone)).await;
    office
        .says(&discord, "/healthz", (200, "process: ok\nboards: ok\n"))
        .await;
    store.break_with(None);
    office.says(&discord, "/readyz", (200, good)).await;
    // The gateway is away: the sessions are forgotten, and none is opened for five seconds of Discord's.
    discord.set_limits(Watched::Real);
    discord.forget_sessions();
    let away =
        "process: ok\nboards: ok\nstore: ok\ndisk: ok\ndiscord: 0 of 1 shards are connected\n";
    office.says(&discord, "/readyz", (503, away)).await;
    discord.advance(Duration::from_secs(5));
    office.says(&discord, "/readyz", (200, good)).await;
    bot.halt().await.expect("it stops in good order");
    assert_eq!(office.vitals.stage(), StartStage::Stopping);
    let (status, text) = office.ask("/readyz").await;
    assert_eq!(status, 503);
    assert!(text.starts_with("process: is stopping\n"), "{text}");
    let figures = office.figures().await;
    let event =
        |name: &str| figures[&format!("tractor_bot_gateway_events_total{{event=\"{name}\"}}")];
    assert!(
        event("ready") == 2.0 && event("lost") >= 1.0,
        "{figures:#?}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_figures_of_a_match_are_what_happened() {
    let office = Office::open().await;
    let discord = Double::with(Options::default()).await;
    let table = discord.channel("table");
    let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.person(name));
    let desk = kept_desk(&MemoryStore::new(), 1).await;
    let vitals = office.vitals.clone();
    let bot = Bot::launch_watched(config(&discord), desk, vitals);
    discord.registered("play").await;
    discord.connected().await;
    let house = House::new(discord, bot, table, people);
    let [ana, bo, ..] = &house.people;
    let board = accepted(&house).await;
    let mut games = house.bot.desk.host().list().into_iter();
    let game = games.find_map(TicTacToe::of).expect("it is open");
    let figures = office.figures().await;
    let count = |figures: &BTreeMap<String, f64>, name: &str| {
        figures.get(name).copied().unwrap_or(f64::NAN)
    };
    for (name, value) in [
        ("tractor_bot_seats{game=\"ttt\",occupant=\"person\"}", 2.0),
        ("tractor_bot_tables{game=\"ttt\",stage=\"playing\"}", 1.0),
    ] {
        assert_eq!(count(&figures, name), value, "{name}");
    }
    for (person, square) in [(ana, "1"), (bo, "4"), (ana, "2"), (bo, "5")] {
        tap(person, &board, square).await;
    }
    let told = ana.presses(&board, "🔴").message().await;
    told.assert_says("taken");
    tap(ana, &board, "3").await;
    ana.awaits_on(&board, "**Ana** wins").await;
    // One accepts, five mark, and one square is taken.
    let presses = 7_u8;
    let figures = office.figures().await;
    let accepted = game.view(Viewer::Public).position.0 - game.id().opening.0;
    for (name, value) in [
        (
            "tractor_bot_inputs_total{game=\"ttt\",by=\"person\"}",
            accepted as f64,
        ),
        (
            "tractor_bot_inputs_total{game=\"ttt\",by=\"computer\"}",
            0.0,
        ),
        ("tractor_bot_inputs_total{game=\"uno\",by=\"person\"}", 0.0),
        (
            "tractor_bot_inputs_refused_total{game=\"ttt\",reason=\"rules\"}",
            1.0,
        ),
        (
            "tractor_bot_inputs_refused_total{game=\"ttt\",reason=\"turn\"}",
            0.0,
        ),
        (
            "tractor_bot_store_write_seconds_count{operation=\"open\"}",
            1.0,
        ),
        (
            "tractor_bot_store_write_seconds_count{operation=\"append\"}",
            accepted as f64,
        ),
        (
            "tractor_bot_acknowledgement_seconds_count{kind=\"command\"}",
            1.0,
        ),
        (
            "tractor_bot_acknowledgement_seconds_count{kind=\"press\"}",
            f64::from(presses),
        ),
        (
            "tractor_bot_acknowledgements_failed_total{kind=\"press\"}",
            0.0,
        ),
        (
            "tractor_bot_discord_requests_total{route=\"callback\",outcome=\"ok\"}",
            f64::from(presses + 1),
        ),
        ("tractor_bot_discord_invalid_requests", 0.0),
        ("tractor_bot_delivery_waiting", 0.0),
        ("tractor_bot_tables{game=\"ttt\",stage=\"playing\"}", 0.0),
        ("tractor_bot_tables{game=\"ttt\",stage=\"over\"}", 1.0),
        ("tractor_bot_gateway_sessions{state=\"connected\"}", 1.0),
        ("tractor_bot_gateway_sessions{state=\"wanted\"}", 1.0),
        ("tractor_bot_panics_total", f64::NAN),
    ] {
        let found = count(&figures, name);
        assert!(
            found == value || found.is_nan() && value.is_nan(),
            "{name}: {found}, not {value}"
        );
    }
    // What was measured names nobody and no place, and there is not more of it for more people.
    let (_, text) = office.ask("/metrics").await;
    for number in [ana.id.get(), bo.id.get(), table.get(), board.id.get()] {
        assert!(!text.contains(&number.to_string()), "{number}");
    }
    assert!(!text.contains("Ana") && !text.contains(&house.discord.token()));
    assert!(figures.len() < 1_000, "{} series", figures.len());
}

/// The names of all metrics with their kinds, as a bot exports them.
async fn exported() -> BTreeMap<String, String> {
    let office = Office::open().await;
    let discord = Double::start().await;
    tractor_bot::health::count_panics();
    let bot = Bot::launch_watched(config(&discord), desk(1), office.vitals.clone());
    discord.connected().await;
    let (_, text) = office.ask("/metrics").await;
    bot.stop().await.expect("it stops in good order");
    let kinds = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let kinds = kinds.map(|line| line.split_once(' ').expect("a name and a kind"));
    kinds
        .map(|(name, kind)| (name.to_owned(), kind.to_owned()))
        .collect()
}

/// The words of a text that name metrics.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text
        .split(|c| !is_part(c))
        .filter(|word| word.starts_with("tractor_bot_") || word.starts_with("process_"));
    words.map(str::to_owned).collect()
}

/// The metric that a query asks for by this name.
fn base<'a>(exported: &BTreeMap<String, String>, name: &'a str) -> &'a str {
    let parts = ["_bucket", "_sum", "_count"];
    let of_histogram = parts.iter().find_map(|part| name.strip_suffix(part));
    let of_histogram =
        of_histogram.filter(|base| exported.get(*base).is_some_and(|kind| kind == "histogram"));
    of_histogram.unwrap_or(name)
}

#[tokio::test(start_paused = true)]
async fn the_page_the_dashboard_and_the_alerts_name_what_there_is() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).expect(path);
    let exported = exported().await;
    let page = read("src/health/metrics.md");
    let (troubles, table) = page.split_once("## All metrics").expect("a list");
    let mut listed = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let mut cells = row.split('|').skip(1);
        let (names, kind) = (
            cells.next().unwrap_or_default(),
            cells.next().unwrap_or_default(),
        );
        for name in metrics_in(names) {
            listed.insert(name, kind.trim().to_owned());
        }
    }
    assert_eq!(listed, exported, "the page lists what is exported");
    let (dashboard, alerts) = (read("deploy/dashboard.json"), read("deploy/alerts.yml"));
    for (file, text) in [
        ("metrics.md", troubles),
        ("dashboard.json", &dashboard),
        ("alerts.yml", &alerts),
    ] {
        let asked = metrics_in(text);
        assert!(asked.len() > 5, "{file} asks for something");
        for name in asked {
            let known = exported.contains_key(base(&exported, &name));
            assert!(known, "{file} asks for {name}, which is not exported");
        }
    }
    let board: serde_json::Value = serde_json::from_str(&dashboard).expect("JSON");
    let shown = metrics_in(&dashboard);
    let shown: BTreeSet<&str> = shown.iter().map(|name| base(&exported, name)).collect();
    let unseen: Vec<&String> = exported
        .keys()
        .filter(|name| !shown.contains(name.as_str()))
        .collect();
    assert!(
        unseen.is_empty(),
        "the dashboard shows nothing of {unseen:?}"
    );
    let panels = board["panels"].as_array().expect("panels");
    let queries = panels.iter().filter(|panel| panel["type"] != "row");
    assert!(
        queries
            .clone()
            .all(|panel| panel["targets"][0]["expr"].is_string())
    );
    assert!(queries.count() > 10);
}

#[tokio::test(start_paused = true)]
async fn an_address_that_is_taken_is_told_with_one_that_may_be_free() {
    let discord = Double::start().await;
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("loopback is there");
    let address = taken.local_addr().expect("it has one");
    let ended = tractor_bot::discord::serve(&asked_at(&discord, address), None).await;
    let error = ended.expect_err("nobody can listen there");
    assert!(matches!(error, StartError::Health { .. }), "{error}");
    let told = error.to_string();
    assert!(
        told.starts_with(&format!("HEALTH_LISTEN={address} cannot be used: ")),
        "{told}"
    );
    assert!(
        told.ends_with("for example HEALTH_LISTEN=127.0.0.1:9464"),
        "{told}"
    );
    assert_eq!(discord.world().identified.len(), 0);
}
