//! What is over is shown as it always was: replays, reviews, honours and files of matches from known seeds.
//!
//! Everything is asked for as people do: by commands, buttons and the program. Nothing here knows how the
//! past is kept. `UPDATE_FIXTURES=1 cargo test --test table past` writes `fixtures/past` anew, to be read and
//! judged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command as Program;
use std::sync::Arc;

use double::folder::Folder;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Desk, Effect, Served};
use tractor_bot::game::{GameKind, RuleSet as _, Viewer, at_game};
use tractor_bot::host::{Handle, award_past};
use tractor_bot::players::{Player, StudyEffort};
use tractor_bot::store::{Db, Finished};
use tractor_bot::table::{By, Input, Limits, PersonId, Skill, StageView, Submission, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::uno::Uno;

use crate::asking::{ANA, add_computers, ask, check, open_with, place, submit, who};

/// What the people are called; the first is Ana.
const NAMES: [&str; 10] = [
    "Ana",
    "Bo",
    "陈晓明",
    "Zoë 🎴",
    "D'Artagnan \"x\"",
    "*Fi*",
    "Gus",
    "Hana",
    "Ida",
    "Jon",
];

/// The matches, one a line: the file in `fixtures/past`, named after the game; the house rules that are not
/// usual; how many people play, and how they decide; how many computers play with them; the seed; after so
/// many actions of people, which of them says what.
const MATCHES: &str = "
tractor-standard | rounds=2 | 4 heuristic | 0 | 1 |
tractor-given-up | rounds=1 deal_interval=0.2 | 4 greedy | 0 | 2 | 40 1 surrender yes; 40 3 surrender yes
tractor-given-up-before-a-card | rounds=2 deal_interval=0.2 | 4 greedy | 0 | 3 | 6 1 surrender yes; 6 3 surrender yes; 13 0 surrender yes; 13 2 surrender yes
tractor-nobody-called | rounds=1 deal_interval=0.2 first_dealer=east no_call=flip | 4 lowest | 0 | 4 |
tractor-dealt-again | rounds=1 deal_interval=0.2 | 4 lowest | 0 | 2 | 6 1 call 2S
tractor-failed-throws | rounds=1 deal_interval=0.2 throw_penalty=ten_per_throw level_cap=uncapped | 4 random | 0 | 120 |
tractor-kitty-never-shown | rounds=1 deal_interval=0.2 kitty_shown=never points_shown=end | 2 greedy | 2 | 6 |
tractor-no-trump | rounds=1 deal_interval=0.2 no_trump_calls=one_joker kitty_overcalls=on | 4 random | 0 | 7 |
uno-official | match_to=50 deal_wait=5 hand=3 | 2 heuristic | 1 | 1 |
uno-challenges | match_to=50 deal_wait=5 hand=3 | 2 random | 1 | 11 |
uno-wrong-challenge | match_to=50 deal_wait=5 hand=3 | 2 random | 1 | 9 |
uno-zeroxis | preset=zeroxis hand=5 deal_wait=5 | 2 beginner | 0 | 4 |
uno-party | preset=party score=round hand=5 deal_wait=5 | 3 beginner | 0 | 11 |
uno-caught | preset=party score=round hand=5 deal_wait=5 | 3 beginner | 0 | 8 |
uno-places | end=places score=round hand=3 deal_wait=5 | 3 greedy | 0 | 4 |
uno-blocked | hand=10 score=round deal_wait=5 | 10 lowest | 0 | 5 |
uno-leaver | leaver=under_pile score=round hand=5 deal_wait=5 | 4 greedy | 0 | 6 | 7 1 leave yes
uno-nobody-left | leaver=under_pile score=round hand=5 deal_wait=5 | 3 greedy | 0 | 6 | 4 1 leave yes; 7 2 leave yes
ttt-board-3 |  | 2 level3 | 0 | 1 |
ttt-board-5 | size=5 in_row=4 | 1 random | 1 | 2 |
";

/// One of [`MATCHES`].
struct Match {
    name: &'static str,
    rules: Vec<(&'static str, &'static str)>,
    people: usize,
    skill: Skill,
    computers: usize,
    seed: u64,
    said: Vec<(usize, usize, &'static str)>,
}

impl Match {
    /// All of a game.
    fn all(game: GameKind) -> impl Iterator<Item = Match> {
        let of_game = move |line: &&str| line.split('-').next() == Some(game.name());
        MATCHES.lines().filter(of_game).map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, rules, people, computers, seed, said] = parts[..] else {
                panic!("{line}");
            };
            let number = |word: &str| word.parse().expect("a number");
            let (people, skill) = people.split_once(' ').expect("people and a skill");
            let rules = rules
                .split_whitespace()
                .filter_map(|rule| rule.split_once('='));
            let said = said
                .split("; ")
                .filter(|said| !said.is_empty())
                .map(|said| {
                    let mut parts = said.splitn(3, ' ');
                    let mut part = || parts.next().expect("three parts");
                    (number(part()), number(part()), part())
                });
            Match {
                name,
                rules: rules.collect(),
                people: number(people),
                skill: Skill::from_name(skill).expect("a skill"),
                computers: number(computers),
                seed: seed.parse().expect("a number"),
                said: said.collect(),
            }
        })
    }
}

fn person(number: usize) -> PersonId {
    match number {
        0 => ANA,
        number => PersonId(number as u64 + 1),
    }
}

/// A table at which the match has begun, and the desk of its channel.
async fn begin<G: Served>(played: &Match) -> (Desk, Handle<G>) {
    let rules = G::Rules::default().with(&played.rules);
    let limits = Limits {
        turn_limit_s: None,
        ..Limits::default()
    };
    let opened = open_with::<G>(rules, limits, Seed::from_number(played.seed));
    let (desk, table) = opened.await;
    for (number, name) in (0..played.people).zip(NAMES) {
        let (person, name, seat) = (person(number), name.to_owned(), None);
        submit(&table, Input::Sit { person, name, seat }).await;
    }
    add_computers(&table, played.computers, Skill::Greedy).await;
    if !table.is_playing() {
        submit(&table, Input::Start { by: ANA }).await;
    }
    (desk.with_diligence(StudyEffort(2)), table)
}

/// The finished rounds of the table, in their order: a match that has none counts as one.
async fn rounds<G: Served>(store: &Db) -> Vec<Finished> {
    let history = store.history(TableKey(1), 0, 200).await;
    let mut rounds = history.expect("the store is in order");
    rounds.retain(|finished| finished.round.is_some() == G::HAS_ROUNDS);
    rounds.reverse();
    rounds
}

/// Plays the match to its end; before each step it is looked at.
async fn play<G: Served>(
    (desk, table): (&Desk, &Handle<G>),
    played: &Match,
    mut look: impl AsyncFnMut(),
) {
    let player = |number| G::computer(played.skill, Seed::from_number(number));
    let mut players: Vec<Box<dyn Player<G>>> = (0..played.people as u64).map(player).collect();
    let (mut listener, mut done) = (table.listen(), 0);
    let mut said = played.said.iter().peekable();
    while !matches!(table.view(Viewer::Public).stage, StageView::Over(_)) {
        look().await;
        if let Some((_, by, line)) = said.next_if(|(after, ..)| *after <= done) {
            check(&ask(desk, person(*by), line).await, Effect::Done, "");
            continue;
        }
        let mut acted = false;
        for (number, player) in players.iter_mut().enumerate() {
            acted = acted || acts(table, person(number), player.as_mut()).await;
        }
        match acted {
            true => done += 1,
            false => drop(listener.next().await.expect("the table goes on")),
        }
    }
    assert!(said.next().is_none(), "all is said in {}", played.name);
}

/// Whether this person did something.
async fn acts<G: Served>(table: &Handle<G>, person: PersonId, player: &mut dyn Player<G>) -> bool {
    let own = table.view_of(person);
    let Some(game) = own.stage.game() else {
        return false;
    };
    let by = By::Person(person);
    for action in player.choose(game).into_iter().chain(G::nudge(game)) {
        let submission = Submission::typed(Input::Act { by, action });
        if table.submit(submission).await.is_ok() {
            return true;
        }
    }
    false
}

/// All pages of the replay of a round, from button to button.
async fn leaves(desk: &Desk, round: u32) -> Vec<Page> {
    // Nobody may ask for many in a row.
    let reader = PersonId(1_000 + u64::from(round));
    let mut pages = Vec::new();
    let mut answer = ask(desk, reader, &format!("replay {round}")).await;
    loop {
        check(&answer, Effect::Shown, "");
        let page = answer.page;
        let next = page.controls.last().and_then(|row| match row.last() {
            Some(Control::Button { press, enabled, .. }) if *enabled => Some(press.clone()),
            _ => None,
        });
        pages.push(page);
        let Some(next) = next else {
            return pages;
        };
        answer = desk.press(&who(reader), &place(), &next, &[]).await;
    }
}

/// What tells a text from others.
fn sha(text: &str) -> String {
    hex::encode(&Sha256::digest(text.as_bytes())[..8])
}

/// What is shown of a round that is over.
async fn told<G: Served>(desk: &Desk, finished: &Finished) -> String {
    let round = finished.round.unwrap_or(1);
    let summary: Value = serde_json::from_str(&finished.summary).expect("JSON");
    let mut told = format!("== round {round}\nhonours: {}\n", summary["honours"]);
    let pages = leaves(desk, round).await;
    let on_tables = leaves(&desk.for_browsers(), round).await;
    assert_eq!(pages.len(), on_tables.len());
    for (page, on_table) in pages.iter().zip(on_tables) {
        let exhibit = on_table.exhibit.as_deref().map(sha);
        let exhibit = exhibit.as_deref().unwrap_or("nothing on the table");
        writeln!(told, "-- {exhibit}\n{}", page.text()).expect("memory");
    }
    if G::STUDIES {
        let review = ask(desk, ANA, &format!("review {round}")).await;
        writeln!(told, "-- review\n{}", review.page.text()).expect("memory");
    }
    told
}

/// What the program makes of the file that `$export` gives.
async fn exported(desk: &Desk) -> String {
    let answer = ask(desk, PersonId(1_000), "export").await;
    let folder = Folder::new();
    let (file, html) = (folder.file("match.json"), folder.file("match.html"));
    fs::write(&file, answer.attachment.expect("a file").text).expect("a file");
    let run = |arguments: &[&str]| {
        let mut program = Program::new(env!("CARGO_BIN_EXE_tractor-bot"));
        program
            .args(["replay", "--locale", "zh-CN"])
            .args(arguments);
        let run = program.arg(&file).output().expect("it runs");
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        String::from_utf8(run.stdout).expect("text")
    };
    let shown = run(&[]);
    run(&["--html", html.to_str().expect("text")]);
    let html = fs::read_to_string(html).expect("a page");
    let digest = |text: &str| format!("{} lines, {}", text.lines().count(), sha(text));
    format!(
        "== file\ntext: {}\npage: {}\n",
        digest(&shown),
        digest(&html)
    )
}

/// Honours that are looked for later are those that were awarded when the rounds ended.
async fn are_found_again<G: Served>(store: &Db) {
    let before = rounds::<G>(store).await;
    let mut awarded = 0;
    for finished in &before {
        let mut summary: Value = serde_json::from_str(&finished.summary).expect("JSON");
        awarded += u64::from(
            summary
                .as_object_mut()
                .expect("fields")
                .remove("honours")
                .is_some(),
        );
        let at = (finished.table, finished.match_number, finished.round);
        store
            .put_summary(at, summary.to_string())
            .await
            .expect("a known round");
    }
    assert_eq!(award_past(store).await, Ok(awarded));
    for (before, after) in before.iter().zip(rounds::<G>(store).await) {
        let [before, after] = [&before.summary, &after.summary]
            .map(|summary| serde_json::from_str::<Value>(summary).expect("JSON"));
        assert_eq!(before, after);
    }
}

/// Compares with the kept file line by line.
fn compare(name: &str, is: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/past");
    let path = root.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(&path, is).expect("a writable folder");
    }
    let should = fs::read_to_string(&path).unwrap_or_default();
    for (at, (is, should)) in is.lines().zip(should.lines()).enumerate() {
        assert_eq!(is, should, "{}:{}", path.display(), at + 1);
    }
    assert_eq!(is.lines().count(), should.lines().count(), "{name}");
}

async fn check_match<G: Served>(played: &Match) {
    let (desk, table) = begin::<G>(played).await;
    play((&desk, &table), played, async || {}).await;
    let store = Arc::clone(desk.settings().store());
    let mut is = String::new();
    for finished in rounds::<G>(&store).await {
        is += &told::<G>(&desk, &finished).await;
    }
    is += &exported(&desk).await;
    are_found_again::<G>(&store).await;
    compare(played.name, &is);
}

async fn check_game(game: GameKind) {
    for played in Match::all(game) {
        at_game!(game, G => check_match::<G>(&played).await);
    }
}

#[tokio::test(start_paused = true)]
async fn the_past_of_tractor_is_shown_as_it_was() {
    check_game(GameKind::Tractor).await;
}

#[tokio::test(start_paused = true)]
async fn the_past_of_uno_is_shown_as_it_was() {
    check_game(GameKind::Uno).await;
}

#[tokio::test(start_paused = true)]
async fn the_past_of_tic_tac_toe_is_shown_as_it_was() {
    check_game(GameKind::TicTacToe).await;
}

/// The match may go on by chance meanwhile: what is looked at takes time.
#[tokio::test(start_paused = true)]
async fn a_round_is_shown_alike_before_its_match_is_over_and_after() {
    let played = Match::all(GameKind::Uno).find(|played| played.name == "uno-official");
    let played = played.expect("it is listed");
    let (desk, table) = begin::<Uno>(&played).await;
    let store = Arc::clone(desk.settings().store());
    let mut seen = BTreeMap::new();
    let look = async || {
        let over = rounds::<Uno>(&store).await.len() as u32;
        if table.is_playing() && over > 0 && !seen.contains_key(&over) {
            seen.insert(over, leaves(&desk, over).await);
        }
    };
    play((&desk, &table), &played, look).await;
    assert!(seen.len() > 1, "it has several rounds");
    // A desk that has shown nothing yet.
    let settings = Settings::new(store, Locale::ENGLISH, "$");
    let desk = Desk::new(desk.host().clone(), Surface::Discord, settings);
    for (round, pages) in seen {
        assert_eq!(leaves(&desk, round).await, pages, "round {round}");
    }
}
