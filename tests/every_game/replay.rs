//! Whole matches by computer players, and the way back from their journals.

use serde_json::{Value, json};
use tractor_bot::chance::Seed;
use tractor_bot::desk::{Served, match_pages, round_pages};
use tractor_bot::game::{GameKind, digest_of};
use tractor_bot::table::{Entry, ExportError, Header, Match, Skill, Submission, Table, restore};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;

use crate::play::{
    Played, in_json, play_crowded, play_usual, short_rules, shortest_rules, view_in_turn, views,
    watch,
};

/// The skills of a table at which this one plays: on every seat, or on the first alone if it takes
/// long to think.
pub fn skills<G: Served>(skill: Skill, seats: u8) -> Vec<Skill> {
    let others = match G::is_slow(skill) {
        true => G::SKILLS[0],
        false => skill,
    };
    let mut skills = vec![others; usize::from(seats)];
    skills[0] = skill;
    skills
}

/// How many play: as few as can, or a third one.
fn players<G: Served>() -> u8 {
    let seats = G::seats(&G::Rules::default());
    (*seats.start()).max(3).min(*seats.end())
}

/// Plays a match at every skill that the game offers, and follows each journal.
pub fn check_matches<G: Served>() {
    assert!(!G::SKILLS.is_empty(), "somebody to play against");
    for (seed, skill) in (1..).zip(G::SKILLS) {
        let rules = match G::is_slow(*skill) {
            true => shortest_rules::<G>(),
            false => short_rules::<G>(),
        };
        let played = watch::<G>(rules, &skills::<G>(*skill, players::<G>()), seed);
        check_replay(&played);
        check_past(&played);
    }
}

/// The same of matches in which people come and go.
pub fn check_crowded_matches<G: Served>() {
    let least = *G::seats(&G::Rules::default()).start();
    let crowds = (1..=CROWDS).map(play_crowded::<G>);
    let came = crowds.filter(|played| {
        check_replay(played);
        check_past(played);
        played.played.players().len() > usize::from(least)
    });
    let (game, _) = G::start(&short_rules::<G>(), least, Seed::from_number(1));
    assert_eq!(came.count() > 0, game.vacancies().is_some());
}

/// How many of them are played.
const CROWDS: u64 = 2;

/// The journal leads to the same state, and to the same view of somebody, input by input.
fn check_replay<G: Served>(played: &Played<G>) {
    let header: Header<G> = serde_json::from_str(&played.saved.header.line).expect("a header");
    let mut table = Table::new(header);
    assert_eq!(played.seen.len(), played.saved.entries.len());
    for (entries, (record, seen)) in played.saved.entries.iter().zip(&played.seen).enumerate() {
        let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
        for _ in 0..entry.ticks {
            table = table.tick().expect("a tick").0;
        }
        let proposal = table.propose(&Submission::typed(entry.input));
        let proposal = proposal.unwrap_or_else(|no| panic!("{:?}: {no}", entry.position));
        assert_eq!(proposal.entry.digest, entry.digest, "{:?}", entry.position);
        table = proposal.table;
        assert_eq!(&view_in_turn(&table, entries), seen, "{:?}", entry.position);
        check_told(&table);
    }
    let back = restore::<G>(&played.saved).expect("its own journal").table;
    assert_eq!(views(&back), played.last);
}

/// The state comes back from what it tells of itself, with its past put back, and is the same to everybody.
fn check_told<G: Served>(table: &Table<G>) {
    let text = in_json(table);
    let again: Table<G> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(in_json(&again), text);
    assert_eq!(again.digest(), table.digest());
}

/// The match by itself is run again to the same end, also from its file, which has nobody's number; what is malformed
/// or of a later version is refused with a reason.
fn check_past<G: Served>(played: &Played<G>) {
    let whole = &played.played;
    let text = whole.export().expect("it is over");
    assert!(!text.contains("\"person\""), "{text}");
    let again = Match::<G>::of_export(&text).expect("its own file");
    let [first, second] = [whole, &again].map(|one| one.play(|_, _| {}).expect("allowed"));
    assert_eq!((&first, digest_of(&first)), (&second, digest_of(&second)));
    assert_eq!(again.export().as_ref(), Some(&text));
    let end = played
        .finishes
        .iter()
        .filter(|finish| finish.round.is_some());
    let rounds = whole.rounds();
    assert!(end.count() <= rounds.clone().count() && !rounds.is_empty());
    for round in rounds {
        let frames = whole.frames(round).expect("it is over");
        assert_eq!(Some(&frames), again.frames(round).as_ref(), "round {round}");
    }
    assert_eq!(whole.frames(whole.rounds().end() + 1), None);
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
    let pages = match_pages(&text, &cx).expect("its own file");
    let own = whole
        .rounds()
        .filter_map(|round| round_pages(whole, round, &cx));
    assert_eq!(pages, own.flatten().collect::<Vec<_>>());
    for other in GameKind::ALL.into_iter().filter(|kind| *kind != G::KIND) {
        tractor_bot::at_game!(other, Other => {
            assert_eq!(Match::<Other>::of_export(&text).err(), Some(ExportError::Other));
        });
    }
    check_strange::<G>(&text);
}

/// A file that version 0.1.0 gave of each game: it is opened for ever, and tells the same.
pub fn check_exported<G: Served>() {
    let name = G::KIND.name();
    let path = format!(
        "{}/fixtures/exports/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        let text = play_usual::<G>(51).played.export().expect("it is over");
        std::fs::write(&path, text).expect("it is written");
    }
    let kept = std::fs::read_to_string(path).expect("an exported match");
    let again = Match::<G>::of_export(&kept).expect("what 0.1.0 wrote");
    assert_eq!(again.export(), Some(kept));
}

/// Files that are no match: each is refused for its own reason.
fn check_strange<G: Served>(text: &str) {
    let file: Value = serde_json::from_str(text).expect("JSON");
    let inputs = file["inputs"].as_array().expect("inputs").len();
    let seat = json!({"withdraw": {"seat": 15}});
    for (field, value, expected) in [
        ("format", json!(2), ExportError::Later),
        ("revision", json!(G::REVISION + 1), ExportError::Later),
        ("revision", json!(0), ExportError::Revised),
        ("game", json!("go"), ExportError::Game),
        ("players", json!([]), ExportError::Players),
        ("inputs", json!([]), ExportError::NotOver),
        ("inputs", json!([seat]), ExportError::Refused(1)),
        (
            "inputs",
            json!([{"ticks": 4_000_000_000_u32}]),
            ExportError::TooLong,
        ),
    ] {
        let mut strange = file.clone();
        strange[field] = value;
        let refused = Match::<G>::of_export(&strange.to_string()).err();
        assert_eq!(refused, Some(expected), "{field}");
    }
    for (field, value) in [
        ("rules", json!({"of": "a later version"})),
        (
            "inputs",
            json!([{"act": {"seat": 0, "action": "of a later version"}}]),
        ),
        ("seed", json!("7")),
        ("more", json!(1)),
    ] {
        let mut strange = file.clone();
        strange[field] = value;
        let refused = Match::<G>::of_export(&strange.to_string()).err();
        assert!(
            matches!(refused, Some(ExportError::Wrong(_))),
            "{field}: {refused:?}"
        );
    }
    let mut short = file;
    short["inputs"]
        .as_array_mut()
        .expect("inputs")
        .truncate(inputs - 1);
    let refused = Match::<G>::of_export(&short.to_string()).err();
    assert_eq!(
        refused,
        Some(ExportError::NotOver),
        "its cards may still be hidden"
    );
}
