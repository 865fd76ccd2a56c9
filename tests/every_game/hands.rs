//! What every page of an own hand keeps to: plays that are confirmed take two taps, completions are
//! whole legal moves, words that name hidden cards are hidden, and what is usual is on offer.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;
use tractor_bot::chance::Seed;
use tractor_bot::command::{AtTable, COMMANDS, CompletionSource, Name, OptionKind, Verb};
use tractor_bot::desk::{Command, Served};
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::table::{
    By, Input, Limits, Proposal, Skill, Submission, Table, TableView, notice,
};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table::{completions, rules_about, rules_page};

use crate::holdings::{hands, words};
use crate::pages::lobby;
use crate::play::{play_usual, viewers, views};

/// So many decisions are looked at.
const DECISIONS: usize = 160;
/// So many of those in which the same verb is usual are compared with what else could be done.
const COMPARED: u32 = 16;
/// What a player at random would do, so many times.
const TRIES: u64 = 4;

/// Somebody who is about to do something.
struct Decision<'a, G: Served> {
    table: &'a Table<G>,
    view: TableView<G>,
    seat: Seat,
    by: By,
    cx: RenderContext,
}

impl<G: Served> Decision<'_, G> {
    fn act(&self, action: &G::Action) -> Option<Proposal<G>> {
        let (by, action) = (self.by, action.clone());
        let submission = Submission::typed(Input::Act { by, action });
        self.table.propose(&submission).ok()
    }

    fn page(&self, cx: &RenderContext) -> Page {
        G::hand_page(&cx.at(&self.view))
    }

    /// What players might do here.
    fn choices(&self) -> Vec<G::Action> {
        let game = self.view.stage.game().expect("a match");
        let tries = (0..TRIES).map(|seed| (Skill::Random, seed));
        let players = tries.chain([(Skill::Heuristic, 0), (Skill::Lowest, 0)]);
        players
            .filter_map(|(skill, seed)| G::computer(skill, Seed::from_number(seed)).choose(game))
            .collect()
    }
}

/// The seat of whoever acts.
fn seat_of<G: Served>(table: &Table<G>, by: By) -> Option<Seat> {
    match by {
        By::Person(person) => table.view(Viewer::Public).seat_of(person),
        By::Computer(seat) | By::Clock(seat) | By::ClockOn(seat) => Some(seat),
    }
}

/// Looks at the decisions of a match from its beginning.
fn decisions<G: Served>(mut look: impl FnMut(&Decision<'_, G>)) {
    let mut looks = 0;
    play_usual::<G>(7).follow(|table, input, _| {
        if let (Input::Act { by, .. }, true) = (input, looks < DECISIONS) {
            let seat = seat_of(table, *by).expect("who acts has a seat");
            looks += 1;
            look(&Decision {
                table,
                view: table.view(Viewer::Seat(seat)),
                seat,
                by: *by,
                cx: RenderContext::new(Locale::ENGLISH, Surface::Discord, "$"),
            });
        }
    });
}

fn fail(problems: &BTreeSet<String>) {
    let told: Vec<&str> = problems.iter().map(String::as_str).collect();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

/// The cards in the hand of a view, as they are written: every list that is called `hand`.
pub fn held(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::Array(cards) if name == "hand" => {
                        let cards = cards.iter().filter_map(Value::as_str);
                        found.extend(cards.map(str::to_owned));
                    }
                    field => held(field, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| held(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn written(card: &str) -> String {
    card.to_uppercase().replace("10", "T")
}

/// Whether cards named with this verb leave the hand.
const fn gives_cards(verb: Verb) -> bool {
    match verb {
        Verb::Play | Verb::Kitty | Verb::Pass | Verb::Premove => true,
        // A call shows cards that are kept.
        Verb::Call => false,
        Verb::Deal
        | Verb::Draw
        | Verb::Uno
        | Verb::Catch
        | Verb::Surrender
        | Verb::PlayOn
        | Verb::Mix
        | Verb::TakeBack => false,
    }
}

/// What the taps of a page do with cards of this hand.
#[derive(Default)]
struct Taps {
    /// The words of moves that are made at once.
    at_once: Vec<String>,
    /// The words that are put together first.
    first: Vec<String>,
    /// Whether there are cards that are put together one by one.
    gathers: bool,
}

fn taps(page: &Page, hand: &[String]) -> Taps {
    let names = |words: &str| {
        let words = written(words);
        hand.iter().any(|card| words.starts_with(&written(card)))
    };
    let mut taps = Taps::default();
    for control in page.controls.iter().flatten() {
        match control {
            Control::Button { press, enabled, .. } => match press.line.command() {
                Some((Name::Move(verb), words))
                    if *enabled && gives_cards(verb) && names(words) =>
                {
                    taps.at_once.push(words.to_owned());
                }
                Some((Name::AtTable(AtTable::Draft), words)) if *enabled => {
                    taps.first.push(words.to_owned());
                }
                Some((Name::AtTable(AtTable::Select), _)) if *enabled => taps.gathers = true,
                _ => {}
            },
            Control::Menu { .. } => panic!("cards are chosen by buttons"),
        }
    }
    taps
}

/// Where plays are confirmed, a tap on a card chooses it and a second one plays it; a play without
/// any choice may take one tap.
pub fn check_confirmed<G: Served>() {
    let (mut problems, mut cards, mut tapped) = (BTreeSet::new(), 0, 0);
    decisions::<G>(|decision| {
        let mut hand = Vec::new();
        let seen = serde_json::to_value(decision.view.stage.game()).expect("a view");
        held(&seen, &mut hand);
        cards += hand.len();
        let mut cx = decision.cx.clone();
        tapped += taps(&decision.page(&cx), &hand).at_once.len();
        cx.looks.confirm = true;
        let page = decision.page(&cx);
        let taps = taps(&page, &hand);
        tapped += taps.first.len() + usize::from(taps.gathers);
        let alone = taps.first.is_empty() && !taps.gathers;
        if taps.at_once.len() > usize::from(alone) {
            let words = taps.at_once.join(", ");
            problems.insert(format!(
                "one tap plays {words} although plays are confirmed"
            ));
        }
        let view = &decision.view;
        let read = |words: &str| {
            let action = G::parse(G::bare_verb(view), words, view);
            action.unwrap_or_else(|error| panic!("the words of a control, {words}: {error}"))
        };
        for words in &taps.first {
            cx.draft.choose(G::drafted(&read(words), view));
            // A wild card asks for its colour, in the place of the hand.
            let asked = self::taps(&decision.page(&cx), &hand).first;
            let asked = asked
                .into_iter()
                .find(|next| next.len() > words.len() && next.starts_with(words));
            let action = read(asked.as_ref().unwrap_or(words));
            cx.draft.choose(G::drafted(&action, view));
            let page = decision.page(&cx);
            let mut moves = page.moves();
            if !moves.any(|sent| G::parse(sent.verb, sent.words, view).as_ref() == Ok(&action)) {
                problems.insert(format!("{words} is chosen, and no second tap plays it"));
            }
        }
    });
    fail(&problems);
    assert_eq!(cards > 0, G::HAS_HANDS, "a view has its cards as `hand`");
    assert_eq!(tapped > 0, G::HAS_HANDS, "cards are tapped");
}

/// What is offered behind a slash command is a whole move that is accepted, also where a part of it
/// is typed already.
pub fn check_completions<G: Served>() {
    let completed = COMMANDS.iter().flat_map(|row| row.options);
    let verbs = completed.filter_map(|option| match option.kind {
        OptionKind::Completed(CompletionSource::Cards(verb)) => Some(verb),
        OptionKind::Completed(_) | OptionKind::Text | OptionKind::Person => None,
    });
    let verbs: Vec<Verb> = verbs.collect();
    let (mut problems, mut offers) = (BTreeSet::new(), 0);
    decisions::<G>(|decision| {
        let view = &decision.view;
        for verb in &verbs {
            let mut offered = completions(*verb, "", &decision.cx.at(view));
            if let Some((_, words)) = offered.last() {
                let begun: String = words.chars().take(1).collect();
                offered.extend(completions(*verb, &begun, &decision.cx.at(view)));
            }
            for (_, words) in offered {
                offers += 1;
                let action = G::parse(*verb, &words, view).ok();
                if action.is_none_or(|action| decision.act(&action).is_none()) {
                    let command = Name::Move(*verb).word();
                    problems.insert(format!("/{command} offers {words}, which is no legal move"));
                }
            }
        }
    });
    fail(&problems);
    assert!(offers > 0, "nothing is offered");
}

/// A move as it is typed.
type Move<G> = (Verb, String, <G as tractor_bot::game::Game>::Action);

/// The moves that a hand page offers, completes, or names in a hint.
fn moves<G: Served>(decision: &Decision<'_, G>) -> Vec<Move<G>> {
    let (view, mut cx) = (&decision.view, decision.cx.clone());
    let mut typed: Vec<(Verb, String)> = Vec::new();
    for verb in Verb::ALL {
        let offered = completions(*verb, "", &cx.at(view)).into_iter();
        typed.extend(offered.map(|(_, words)| (*verb, words)));
    }
    for action in decision.choices() {
        let hint = G::hint(&action, &decision.cx.at(view));
        let quoted = hint.split('`').skip(1).step_by(2);
        let commands = quoted.filter_map(|line| Command::parse(line.strip_prefix('$')?).ok());
        typed.extend(commands.filter_map(|command| match command.name {
            Name::Move(verb) => Some((verb, command.words)),
            Name::Anywhere(_) | Name::Open(_) | Name::AtTable(_) => None,
        }));
        cx.draft.choose(G::drafted(&action, view));
        let page = decision.page(&cx);
        typed.extend(page.moves().map(|made| (made.verb, made.words.to_owned())));
    }
    typed.retain(|(_, words)| !words.is_empty());
    let read = |(verb, words): (Verb, String)| {
        let action = G::parse(verb, &words, view).ok()?;
        Some((verb, words, action))
    };
    typed.into_iter().filter_map(read).collect()
}

/// What somebody sees after a move, and the news of it.
#[derive(PartialEq)]
struct Known {
    seen: String,
    told: String,
}

/// What everybody knows after a move.
fn outcome<G: Served>(proposal: &Proposal<G>) -> Vec<Known> {
    let seats = proposal.table.occupants().count() as u8;
    let told = viewers(seats).map(|viewer| {
        let events = proposal.events.iter();
        let told: Vec<_> = events
            .filter_map(|event| notice::<G>(event, viewer))
            .collect();
        format!("{told:?}")
    });
    let seen = views(&proposal.table).into_iter();
    seen.zip(told)
        .map(|(seen, told)| Known { seen, told })
        .collect()
}

/// Calls this with what everybody knows after one move and after another of the same verb, and with the
/// place of whoever makes it.
fn in_pairs<G: Served>(mut look: impl FnMut(Verb, usize, [&[Known]; 2])) {
    let mut compared: HashMap<Verb, u32> = HashMap::new();
    decisions::<G>(|decision| {
        let times = compared.entry(G::bare_verb(&decision.view)).or_default();
        *times += 1;
        if *times > COMPARED {
            return;
        }
        let mut made: Vec<(Verb, Vec<Known>)> = Vec::new();
        for (verb, _, action) in moves(decision) {
            if let Some(proposal) = decision.act(&action) {
                made.push((verb, outcome(&proposal)));
            }
        }
        for (at, (verb, one)) in made.iter().enumerate() {
            for (_, other) in made[..at].iter().filter(|(same, _)| same == verb) {
                look(*verb, decision.seat.index(), [one, other]);
            }
        }
    });
}

/// Two moves of one verb of which others cannot see which was made hide something: then the words of
/// that verb are secret, and of no other.
pub fn check_secrets<G: Served>() {
    let mut hide: BTreeSet<&str> = BTreeSet::new();
    in_pairs::<G>(|verb, own, [one, other]| {
        let hides = |at: usize| at != own && one[at].seen == other[at].seen;
        if one[own].seen != other[own].seen && (0..one.len()).any(hides) {
            hide.insert(Name::Move(verb).word());
        }
    });
    let secret = G::SECRET_WORDS.iter().map(|verb| Name::Move(*verb).word());
    assert_eq!(
        hide,
        secret.collect(),
        "whose words others cannot see, and `SECRET_WORDS`; where the first lack one, a view shows too much"
    );
}

/// Nobody is told of a card that they do not see: two worlds that go on by the same step tell the same of
/// it, so that no comparison of worlds finds what a step itself gives away. And whoever cannot see which of
/// two moves was made cannot hear it either.
pub fn check_news<G: Served>() {
    let (mut problems, mut cards) = (BTreeSet::new(), BTreeSet::new());
    let words = |value: Value| {
        let mut found = Vec::new();
        words(&value, &mut found);
        BTreeSet::from_iter(found)
    };
    play_usual::<G>(5).follow(|_, _, proposal| {
        let table = &proposal.table;
        cards.extend(hands(table).into_iter().flatten());
        for viewer in viewers(table.occupants().count() as u8) {
            let seen = words(serde_json::to_value(table.view(viewer)).expect("a view"));
            let events = proposal.events.iter();
            for told in events.filter_map(|event| notice::<G>(event, viewer)) {
                let named = words(serde_json::to_value(&told).expect("a notice"));
                let mut named = named.intersection(&cards);
                if let Some(hidden) = named.find(|word| !seen.contains(*word)) {
                    problems.insert(format!(
                        "{viewer:?} is told of {hidden} and does not see it: {told:?}"
                    ));
                }
            }
        }
    });
    in_pairs::<G>(|verb, _, [one, other]| {
        let viewers = viewers(one.len() as u8 - 1);
        for (viewer, (one, other)) in viewers.zip(one.iter().zip(other)) {
            if one.seen == other.seen && one.told != other.told {
                let command = Name::Move(verb).word();
                problems.insert(format!(
                    "after /{command} {viewer:?} is told more than can be seen: {} or {}",
                    one.told, other.told
                ));
            }
        }
    });
    fail(&problems);
}

/// Every rule and limit has its usual value among those that a menu offers, and so has every seat.
pub fn check_usual<G: Served>() {
    let usual = G::USUAL_SKILL;
    assert!(
        G::SKILLS.contains(&usual),
        "{usual} is usual, and is not among SKILLS"
    );
    let mut entries = G::Rules::default().entries();
    entries.extend(Limits::default().entries());
    let view = lobby::<G>().view(Viewer::Public);
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
    let (mut problems, mut menus) = (BTreeSet::new(), 0);
    for entry in entries {
        // A limit that has no effect in this game has no page.
        let page =
            rules_about(entry.name, &cx.at(&view)).unwrap_or_else(|| rules_page(&cx.at(&view)));
        for control in page.controls.iter().flatten() {
            let Control::Menu { press, choices, .. } = control else {
                continue;
            };
            if press.line != *format!("rules {}=*", entry.name) {
                continue;
            }
            menus += 1;
            if !choices.iter().any(|choice| choice.chosen) {
                let (name, value) = (entry.name, &entry.value);
                problems.insert(format!("{name} is usually {value}, which is not offered"));
            }
        }
    }
    fail(&problems);
    assert!(menus > 0, "no rule has values");
}
