//! The keeper of the emojis over hours, against a Discord in memory.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};

use super::*;
use crate::discord::outbox::letter::Body;
use crate::discord::outbox::wire::{Address, AnswerState, Reply, Wire};

/// What this Discord does about emojis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// All that it is asked.
    Willing,
    /// It answers every change with this status.
    Refuses(u16),
    /// It answers everything with this status.
    Broken(u16),
}

#[derive(Default)]
struct State {
    emojis: Vec<(u64, String)>,
    uploads: usize,
    deleted: usize,
    requests: usize,
    last: u64,
}

#[derive(Clone)]
struct Fake {
    mood: Mood,
    state: Arc<Mutex<State>>,
}

impl Wire for Fake {
    fn send<'a>(&'a self, to: &'a Address, body: Body) -> AnswerState<'a> {
        let reply = self.answer(to, &body);
        Box::pin(async move {
            sleep(Duration::from_millis(100)).await;
            Ok(reply)
        })
    }
}

impl Fake {
    fn answer(&self, to: &Address, body: &Body) -> Reply {
        assert!(to.path.contains("/emojis"), "nothing else is asked for");
        let mut state = self.state.lock();
        state.requests += 1;
        let list = to.method == "GET";
        match self.mood {
            Mood::Broken(status) => return reply(status, &json!({"message": "no"})),
            Mood::Refuses(status) if !list => return reply(status, &json!({"message": "no"})),
            Mood::Refuses(_) | Mood::Willing => {}
        }
        match to.method.as_str() {
            "GET" => {
                let item = |(id, name): &(u64, String)| json!({"id": id.to_string(), "name": name});
                let items: Vec<_> = state.emojis.iter().map(item).collect();
                reply(200, &json!({"items": items}))
            }
            "POST" => {
                let given: Value = serde_json::from_slice(&body.json).expect("JSON");
                state.uploads += 1;
                let id = state.add(given["name"].as_str().expect("a name"));
                reply(201, &json!({"id": id.to_string()}))
            }
            "DELETE" => {
                state.deleted += 1;
                let gone = to.path.rsplit('/').next().expect("an id");
                state.emojis.retain(|(id, _)| id.to_string() != gone);
                reply(204, &Value::Null)
            }
            _ => panic!("nothing else is asked of emojis"),
        }
    }
}

impl State {
    fn add(&mut self, name: &str) -> u64 {
        self.last += 1;
        self.emojis.push((self.last, name.to_owned()));
        self.last
    }
}

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status,
        body: body.to_string().into_bytes(),
        ..Reply::default()
    }
}

/// A Discord that holds these, and a process with this duty that has begun to keep them.
fn begin(mood: Mood, names: &[&str], duty: Duty) -> (Fake, PublishedFaces) {
    let fake = Fake {
        mood,
        state: Arc::default(),
    };
    for name in names {
        fake.state.lock().add(name);
    }
    let faces = PublishedFaces::default();
    tokio::spawn(keep(Outbox::new(fake.clone()), faces.clone(), duty));
    (fake, faces)
}

const HOUR: Duration = Duration::from_secs(60 * 60);

/// What the requests of a day are, where nothing works.
async fn check_day(mood: Mood, most: usize) {
    let (fake, faces) = begin(mood, &[], Duty::Alone);
    sleep(24 * HOUR).await;
    let requests = fake.state.lock().requests;
    assert!((5..=most).contains(&requests), "{requests} requests");
    assert_eq!(faces.now(), None);
}

#[tokio::test(start_paused = true)]
async fn where_nothing_works_little_is_asked() {
    check_day(Mood::Broken(403), 20).await;
    check_day(Mood::Broken(404), 20).await;
    // Each is tried six times.
    check_day(Mood::Broken(500), 120).await;
    // Looked at and refused.
    check_day(Mood::Refuses(403), 40).await;
}

#[tokio::test(start_paused = true)]
async fn who_is_alone_uploads_all_and_deletes_what_is_stale() {
    let (fake, faces) = begin(Mood::Willing, &["t_back_00000", "party"], Duty::Alone);
    sleep(HOUR / 2).await;
    let all = drawn().len();
    {
        let state = fake.state.lock();
        assert_eq!((state.uploads, state.deleted), (all, 1));
        assert_eq!(state.emojis.len(), all + 1);
    }
    // Somebody deletes one: an hour later it is there again, with another id.
    let before = faces.now().expect("faces");
    let (gone, name) = fake.state.lock().emojis.pop().expect("the last one");
    sleep(HOUR).await;
    let icon = drawn().into_iter().find(|(_, own)| *own == name);
    let (icon, _) = icon.expect("one of ours");
    let after = faces.now().expect("faces");
    let id = |faces: &crate::text::faces::Faces| faces.emoji(icon).map(|emoji| emoji.id);
    assert_eq!(id(&before), Some(gone));
    assert_eq!(id(&after), Some(gone + 1));
}

#[tokio::test(start_paused = true)]
async fn what_older_processes_show_is_deleted_an_hour_later() {
    let (fake, _) = begin(Mood::Willing, &["t_back_00000"], Duty::ForOthers);
    sleep(HOUR - Duration::from_secs(60)).await;
    assert_eq!(fake.state.lock().deleted, 0);
    sleep(HOUR).await;
    assert_eq!(fake.state.lock().deleted, 1);
}

#[tokio::test(start_paused = true)]
async fn without_room_what_is_whole_is_shown() {
    let others: Vec<String> = (0..MOST - 56).map(|n| format!("o{n}")).collect();
    let mut names: Vec<&str> = others.iter().map(String::as_str).collect();
    names.push("t_back_00000");
    let (fake, faces) = begin(Mood::Willing, &names, Duty::Alone);
    sleep(HOUR / 2).await;
    let faces = faces.now().expect("the cards of tractor");
    assert!(faces.emoji(crate::art::Icon::Back).is_some());
    assert!(faces.emoji(crate::art::Icon::UnoBack).is_none());
    let state = fake.state.lock();
    assert_eq!((state.uploads, state.deleted), (55, 1));
}

fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<ListedEmoji> {
    let emoji = |(id, name): (u64, &str)| ListedEmoji {
        id: EmojiId::new(id),
        name: name.to_owned(),
    };
    (1..).zip(names).map(emoji).collect()
}

fn of_set(drawn: &[DrawnIcon], set: Set) -> Vec<&str> {
    let of_set = drawn.iter().filter(|(icon, _)| Set::of(*icon) == set);
    of_set.map(|(_, name)| name.as_str()).collect()
}

#[test]
fn only_what_is_ours_and_not_current_is_stale() {
    let drawn = drawn();
    let current = drawn[0].1.as_str();
    let old = format!("{}{}_00ff", Icon::PREFIX, drawn[0].0.stem());
    let foreign = ["t_rex_cafe", "party", "t_", "t_SK", "t_SK_final", "SK_00ff"];
    let names = [current, &old, current].into_iter().chain(foreign);
    let inventory = Inventory::new(&drawn, listed(names));
    assert_eq!(inventory.there.len(), 1);
    let stale: Vec<u64> = inventory.stale.iter().map(|emoji| emoji.id.get()).collect();
    // The second of a name is too many.
    assert_eq!(stale, [2, 3]);
    assert_eq!(inventory.others, foreign.len());
    assert_eq!(inventory.missing.len(), drawn.len() - 1);
    assert_eq!(inventory.faces(), None);
}

#[test]
fn a_set_is_shown_when_it_is_complete() {
    let drawn = drawn();
    let (cards, four, uno) = (
        of_set(&drawn, Set::Cards),
        of_set(&drawn, Set::FourColors),
        of_set(&drawn, Set::Uno),
    );
    let shown = |names: &[&[&str]]| {
        let names = names.iter().copied().flatten().copied();
        let faces = Inventory::new(&drawn, listed(names)).faces();
        let faces = faces.unwrap_or_default();
        let shown = Icon::all().filter(|icon| {
            // What stands in for four colours is not counted.
            faces.emoji(*icon).is_some_and(|emoji| {
                drawn
                    .iter()
                    .any(|(own, name)| own == icon && **name == *emoji.name)
            })
        });
        shown.count()
    };
    assert_eq!(cards.len(), 55);
    assert_eq!(shown(&[&cards[1..]]), 0);
    assert_eq!(shown(&[&cards]), cards.len());
    assert_eq!(shown(&[&four]), 0);
    assert_eq!(shown(&[&cards, &four[1..]]), cards.len());
    assert_eq!(shown(&[&cards, &four]), cards.len() + four.len());
    assert_eq!(shown(&[&uno, &four, &cards[1..]]), uno.len());
    assert_eq!(shown(&[&cards, &four, &uno]), drawn.len());
}

#[test]
fn the_page_for_operators_gives_their_numbers() {
    let page = include_str!("../operating.md").replace('\n', " ");
    let drawn = drawn();
    let uno = of_set(&drawn, Set::Uno).len();
    let (all, tractor) = (drawn.len(), drawn.len() - uno);
    for words in [
        format!("{all} drawings of its own"),
        format!("{tractor} for tractor"),
        format!("{uno} for UNO"),
        "Discord keeps 2,000 for a bot".to_owned(),
    ] {
        assert!(page.contains(&words), "{words}");
    }
    assert_eq!(MOST, 2_000);
}

#[test]
fn what_does_not_fit_is_left_out_by_whole_sets() {
    let drawn = drawn();
    let four = of_set(&drawn, Set::FourColors).len();
    for (room, fitting) in [
        (drawn.len(), drawn.len()),
        (drawn.len() - 1, 55 + four),
        (55 + four - 1, 55),
        (four - 1, 0),
    ] {
        let others: Vec<String> = (room..MOST).map(|n| format!("other_{n}")).collect();
        let others = others.iter().map(String::as_str);
        let inventory = Inventory::new(&drawn, listed(others));
        assert_eq!(inventory.room(), room);
        assert_eq!(inventory.fitting().len(), fitting, "{room}");
    }
}
