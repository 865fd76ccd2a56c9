//! A recording tells what happened: the hands that were held, the cards that were played for all to see, and the
//! result that everybody read.

use std::collections::BTreeMap;

use serde_json::Value;
use tractor_bot::desk::Served;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::table::{Recorder, Recording, Table, TableEvent, notice};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::replay;
use tractor_bot::text::table::public_page;

use crate::hands::held;
use crate::play::play_usual;

/// The cards of every seat, sorted.
pub type Hands = Vec<Vec<String>>;

pub fn hands<G: Served>(table: &Table<G>) -> Hands {
    let seats = table.occupants().count() as u8;
    let hand = |seat| {
        let seen = serde_json::to_value(table.game_view(seat)).expect("a view");
        let mut cards = Vec::new();
        held(&seen, &mut cards);
        cards.sort();
        cards
    };
    Seat::first(seats).map(hand).collect()
}

/// What a recording calls the cards that all seats hold.
const HANDS: &str = "hands";

/// The words of all texts in the fields of a value that are to be read, in their order.
pub fn words(value: &Value, is_read: &dyn Fn(&str) -> bool, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.extend(text.split_whitespace().map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|item| words(item, is_read, found)),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| is_read(name));
            fields.for_each(|(_, field)| words(field, is_read, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The words in all but the hands; a sign before a card says whether it came or went.
fn words_of(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    words(value, &|name| name != HANDS, &mut found);
    let bare = found.iter().map(|word| word.trim_start_matches(['+', '-']));
    bare.map(str::to_owned).collect()
}

/// Everything in a recording that is called `hands` and has those of all seats, in a list or by number.
fn hands_in(value: &Value, seats: usize, found: &mut Vec<Hands>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| hands_in(item, seats, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                hands_in(field, seats, found);
                let listed: BTreeMap<usize, &Value> = match field {
                    Value::Array(list) => list.iter().enumerate().collect(),
                    Value::Object(map) => map
                        .iter()
                        .filter_map(|(seat, hand)| Some((seat.parse().ok()?, hand)))
                        .collect(),
                    _ => continue,
                };
                // Where some went, it is no hand but what changed.
                let goes = field.to_string().contains("\"-") || field.to_string().contains(" -");
                if name == HANDS && listed.len() == seats && !goes {
                    let hand = |hand: &&Value| {
                        let mut cards = words_of(hand);
                        cards.sort();
                        cards
                    };
                    found.push(listed.values().map(hand).collect());
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// These cards without those.
pub fn without(cards: &[String], those: &[String]) -> Vec<String> {
    let mut left = cards.to_vec();
    for card in those {
        if let Some(at) = left.iter().position(|other| other == card) {
            left.remove(at);
        }
    }
    left
}

/// What was seen of a round while it was played.
#[derive(Default)]
struct Seen {
    hands: Vec<Hands>,
    /// What left the hand of each seat, and nobody was shown yet.
    laid: Vec<Vec<String>>,
    /// The cards that left a hand at once, and that everybody was shown.
    played: Vec<Vec<String>>,
}

impl Seen {
    /// Notes the cards that left hands, as soon as everybody is shown them; in the order of seats where
    /// those of several are shown at once.
    fn note<G: Served>(&mut self, before: &Hands, after: &Hands, events: &[TableEvent<G>]) {
        let told = events.iter();
        let told = told.filter_map(|event| notice::<G>(event, Viewer::Public));
        let told: Vec<Value> = told
            .map(|told| serde_json::to_value(told).expect("a notice"))
            .collect();
        let told = words_of(&Value::from(told));
        self.laid.resize(after.len(), Vec::new());
        for (laid, (before, after)) in self.laid.iter_mut().zip(before.iter().zip(after)) {
            let left = without(before, after);
            if left.len() + after.len() == before.len() {
                laid.extend(left);
            } else {
                laid.clear();
            }
            if !laid.is_empty() && laid.iter().all(|card| told.contains(card)) {
                self.played.push(std::mem::take(laid));
            }
        }
    }

    /// What is wrong with the recording of the round.
    fn lies<G: Served>(&self, recording: &Recording<G>) -> Vec<String> {
        let mut lies = Vec::new();
        let kept = serde_json::to_value(&recording.replay).expect("a replay");
        let mut shown = Vec::new();
        hands_in(&kept, recording.players.len(), &mut shown);
        // The result may have those that were left.
        if G::HAS_HANDS && !shown.iter().any(|hands| self.hands.contains(hands)) {
            lies.push(format!(
                "it needs `{HANDS}` of all seats as they once were, not {shown:?}"
            ));
        }
        let all = words_of(&kept);
        let mut rest = all.iter();
        for cards in &self.played {
            let mut left = cards.clone();
            while !left.is_empty() {
                let Some(word) = rest.next() else {
                    lies.push(format!("{} was played, and is not in it", cards.join(" ")));
                    return lies;
                };
                left = without(&left, std::slice::from_ref(word));
            }
        }
        lies
    }
}

/// The last page of a recording is the result that everybody read, apart from what is told beside it.
fn result<G: Served>(table: &Table<G>, recording: &Recording<G>) -> Option<String> {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
    let view = table.view(Viewer::Public);
    let read = public_page(&view, &cx);
    let pages = replay::pages::<G>(&recording.replay, &recording.players, &cx);
    let shown = pages.last().expect("a last page");
    // After a match it stands below who won it.
    let told = [&read.title].into_iter().chain(&read.lines);
    let told: Vec<&String> = told.collect();
    let is_told = |line: &String| {
        told.iter()
            .any(|told| *told == line || told.trim_matches('*') == line)
    };
    let mut lines = shown
        .lines
        .iter()
        .skip_while(|line| !is_told(line))
        .peekable();
    let same = is_told(&shown.title) && lines.peek().is_some() && lines.all(is_told);
    (!same).then(|| format!("its result is\n{}\nand was\n{}", shown.text(), read.text()))
}

/// Compares the recordings of a match with what was seen of it.
pub fn check<G: Served>() {
    let (mut recorder, mut seen) = (Recorder::<G>::default(), Seen::default());
    let (mut rounds, mut cards) = (0, 0);
    play_usual::<G>(3).follow(|before, _, proposal| {
        let table = &proposal.table;
        let (before, after) = (hands(before), hands(table));
        let over = recorder.follow(table);
        if over.is_none() {
            seen.note::<G>(&before, &after, &proposal.events);
        }
        seen.hands.push(after);
        if let Some(round) = over {
            rounds += 1;
            cards += seen.played.len();
            let mut lies = seen.lies(&round.recording);
            lies.extend(result(table, &round.recording));
            assert!(
                lies.is_empty(),
                "round {}: {}",
                round.round,
                lies.join("\n")
            );
            seen = Seen::default();
        }
    });
    assert!(rounds > 0, "no round was recorded");
    assert_eq!(cards > 0, G::HAS_HANDS, "cards are played");
}
