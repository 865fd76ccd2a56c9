//! Whole matches by computer players, and the way back from their journals.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tractor_bot::chance::Seed;
use tractor_bot::desk::{Served, match_pages};
use tractor_bot::game::digest_of;
use tractor_bot::table::{
    Archive, Entry, Header, MatchRecord, Recorder, Skill, Submission, Table, restore,
};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;

use crate::play::{
    Played, in_json, play_crowded, short_rules, shortest_rules, view_in_turn, views, watch,
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
        check_record(&played.record);
        check_kept(&played.record);
    }
}

/// The same of matches in which people come and go.
pub fn check_crowded_matches<G: Served>() {
    let least = *G::seats(&G::Rules::default()).start();
    let crowds = (1..=CROWDS).map(play_crowded::<G>);
    let came = crowds.filter(|played| {
        check_replay(played);
        check_record(&played.record);
        check_kept(&played.record);
        played.record.players().len() > usize::from(least)
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
    let (mut recorder, mut recorded) = (Recorder::default(), BTreeMap::new());
    assert_eq!(played.seen.len(), played.saved.entries.len());
    for (entries, (record, seen)) in played.saved.entries.iter().zip(&played.seen).enumerate() {
        let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
        for _ in 0..entry.ticks {
            table = table.tick().expect("a tick").0;
        }
        let proposal = table.propose(&Submission::typed(entry.input));
        let proposal = proposal.unwrap_or_else(|no| panic!("{:?}: {no}", entry.position));
        assert_eq!(proposal.entry.facts, entry.facts, "{:?}", entry.position);
        table = proposal.table;
        assert_eq!(&view_in_turn(&table, entries), seen, "{:?}", entry.position);
        if let Some(round) = recorder.follow(&table) {
            assert_eq!(round.number, 1);
            recorded.insert(round.round, in_json(&round.recording.replay));
        }
    }
    let recordings = played.record.recordings();
    let recordings: BTreeMap<u32, String> = recordings
        .iter()
        .map(|(n, recording)| (*n, in_json(recording)))
        .collect();
    assert_eq!(
        recorded, recordings,
        "what is noted on the way is what the moves show"
    );
    assert!(!recordings.is_empty());
    let back = restore::<G>(&played.saved).expect("its own journal").table;
    assert_eq!(views(&back), played.last);
}

/// The match by itself is played again, also from its file.
fn check_record<G: Served>(record: &MatchRecord<G>) {
    let text = record.to_text();
    let again = MatchRecord::<G>::of_text(&text).expect("its own file");
    let [first, second] = [record, &again].map(|record| record.play(|_, _| {}).expect("allowed"));
    assert_eq!(digest_of(&first), digest_of(&second));
    let kinds = tractor_bot::game::GameKind::ALL.into_iter();
    for other in kinds.filter(|kind| *kind != G::KIND) {
        tractor_bot::at_game!(other, Other => {
            assert!(MatchRecord::<Other>::of_text(&text).is_err(), "{other:?}");
        });
    }
}

/// All pages of a match from the text of its file.
fn shown(text: &str) -> Option<Vec<String>> {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
    let pages = match_pages(text, &cx)?;
    Some(pages.iter().map(|page| page.text()).collect())
}

/// What was kept of the rounds is shown, whatever has become of the moves; nobody's number is given
/// away.
fn check_kept<G: Served>(record: &MatchRecord<G>) {
    let bare = record.to_text();
    let pages = shown(&bare).expect("a match by its moves");
    let recorded = record.clone().recorded();
    let text = recorded.to_text();
    assert_eq!(shown(&text).as_ref(), Some(&pages));
    let archive = recorded.archive();
    assert!(!text.contains("\"person\"") && archive.to_text().contains("\"person\""));
    let again = Archive::of_text(&archive.to_text()).expect("its own text");
    assert_eq!(
        (again.export(), again.to_text()),
        (text.clone(), archive.to_text())
    );
    let mut strange: Value = serde_json::from_str(&text).expect("JSON");
    strange["moves"] = json!([{"act": {"seat": 0, "action": "of a later version"}}]);
    strange["rules"] = json!({"of": "a later version"});
    assert!(MatchRecord::<G>::of_text(&strange.to_string()).is_err());
    assert_eq!(shown(&strange.to_string()), Some(pages));
    strange["over"] = json!(false);
    assert_eq!(shown(&strange.to_string()), None, "it may still hide cards");
}
