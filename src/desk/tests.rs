//! What is asked for at the desk, by whom it is carried out, and who reads the answer.

use std::sync::Arc;

use super::settings::Settings;
use super::*;
use crate::chance::Seed;
use crate::game::{Seat, Viewer};
use crate::host::{Handle, Host, Hosted as _, MemoryJournal, Paced as _};
use crate::store::MemoryStore;
use crate::table::{By, Input, PersonId, Position, Skill, StageView, Submission, TableKey};
use crate::text::locale::Locale;
use crate::text::page::Page;
use crate::text::press::Press;
use crate::tractor::Tractor;
use crate::uno::Uno;

mod at_once;

/// A channel of server 9.
pub(super) const HERE: u64 = 500;

pub(super) fn desk() -> Desk {
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let settings = Settings::new(MemoryStore::new().own(), Locale::ENGLISH, "$");
    let secret = Seed::new([7; 32]);
    Desk::new(host, Surface::Discord, settings).with_secrets(Arc::new(move || Ok(secret)))
}

pub(super) fn who(person: u64, nonce: u64) -> Who {
    Who {
        nonce: Some(nonce),
        ..Who::new(PersonId(person), format!("P{person}"))
    }
}

/// Somebody whose request has no id.
pub(super) fn anew(person: u64) -> Who {
    Who {
        nonce: None,
        ..who(person, 0)
    }
}

/// Somebody who moderates the server where they ask.
fn moderator(person: u64) -> Who {
    Who {
        moderator: true,
        ..anew(person)
    }
}

pub(super) fn place(channel: u64, guild: Option<u64>) -> AskedFrom {
    AskedFrom::new(channel, guild)
}

pub(super) fn guild() -> AskedFrom {
    place(HERE, Some(9))
}

/// A channel of another server.
fn elsewhere() -> AskedFrom {
    place(600, Some(8))
}

pub(super) async fn run(desk: &Desk, who: &Who, place: &AskedFrom, line: &str) -> Answer {
    let command = Command::parse(line).expect(line);
    desk.run(who, place, command).await
}

/// Types a line; this has to come of it.
#[track_caller]
pub(super) fn check(
    desk: &Desk,
    who: Who,
    place: AskedFrom,
    line: &str,
    expected: Effect,
) -> impl Future<Output = Answer> {
    let at = std::panic::Location::caller();
    async move {
        let answer = run(desk, &who, &place, line).await;
        let told = answer.page.text();
        assert_eq!(answer.outcome, expected, "{line} ({at}): {told}");
        answer
    }
}

fn tractor(desk: &Desk, key: u64) -> Option<Handle<Tractor>> {
    desk.host().get(TableKey(key)).and_then(Tractor::of)
}

/// A table of tractor in a channel, at which these people sit.
pub(super) async fn seated(desk: &Desk, people: std::ops::RangeInclusive<u64>) -> Handle<Tractor> {
    for person in people {
        check(desk, anew(person), guild(), "join", Effect::Done).await;
    }
    tractor(desk, HERE).expect("it was opened")
}

async fn press(
    desk: &Desk,
    who: &Who,
    place: &AskedFrom,
    (table, at, line): (u64, Position, &'static str),
) -> Answer {
    let (table, line) = (TableKey(table), line.into());
    desk.press(who, place, &Press { table, at, line }, &[])
        .await
}

#[tokio::test]
async fn a_request_of_several_steps_takes_all_of_them_once() {
    let desk = desk();
    let table = seated(&desk, 1..=1).await;
    let filled = run(&desk, &who(1, 11), &guild(), "computer all").await;
    assert_eq!(filled.outcome, Effect::Done, "{}", filled.page.text());
    assert_eq!(table.view(Viewer::Public).seated(), 4);
    let position = table.view(Viewer::Public).position;
    check(&desk, anew(1), guild(), "computer off", Effect::Done).await;
    run(&desk, &who(1, 11), &guild(), "computer all").await;
    let view = table.view(Viewer::Public);
    assert_eq!((view.seated(), view.position.0), (3, position.0 + 1));
}

#[tokio::test]
async fn computers_are_taken_away_one_by_one_and_the_last_first() {
    let desk = desk();
    let table = seated(&desk, 1..=1).await;
    check(&desk, anew(1), guild(), "computer all", Effect::Done).await;
    for left in [3, 2, 1] {
        check(&desk, anew(1), guild(), "computer off", Effect::Done).await;
        let seats = table.view(Viewer::Public).seats;
        let taken: Vec<bool> = seats.iter().map(|seat| !seat.occupant.is_empty()).collect();
        let expected: Vec<bool> = (0..4).map(|seat| seat < left).collect();
        assert_eq!(taken, expected);
    }
    check(&desk, anew(1), guild(), "computer off", Effect::Refused).await;
}

#[tokio::test]
async fn why_a_card_cannot_be_played_is_told_to_its_holder_alone() {
    let desk = desk();
    for (person, line) in [(1, "uno"), (2, "uno"), (1, "start"), (1, "deal")] {
        check(&desk, anew(person), guild(), line, Effect::Done).await;
    }
    let table = desk.host().get(TableKey(HERE)).and_then(Uno::of);
    let table = table.expect("a table of UNO");
    let turn = |person: &u64| {
        let view = table.view_of(PersonId(*person));
        view.seat().is_some_and(|seat| view.awaits(seat))
    };
    let [mover, other] = if turn(&1) { [1, 2] } else { [2, 1] };
    let view = table.view_of(PersonId(mover));
    let round = view.stage.game().and_then(|game| game.playing().cloned());
    let round = round.expect("a round is played");
    let mut hand = round.hand.iter();
    let wrong = hand.find(|card| !round.playable.contains(card));
    let line = format!("play {}", wrong.expect("a card that does not fit"));
    let refused = check(&desk, anew(mover), guild(), &line, Effect::Refused).await;
    let aloud = |answer: &Answer| answer.aloud.as_ref().map(Page::text).unwrap_or_default();
    assert_eq!(refused.audience, Audience::Private);
    assert_ne!(aloud(&refused), refused.page.text());
    // What everybody sees at the table may be said.
    let refused = check(&desk, anew(other), guild(), "draw", Effect::Refused).await;
    assert_eq!(aloud(&refused), refused.page.text());
}

#[tokio::test]
async fn a_control_of_a_match_that_is_over_does_nothing_in_the_next() {
    let desk = desk();
    let table = seated(&desk, 1..=4).await;
    check(&desk, anew(1), guild(), "start", Effect::Done).await;
    let position = || table.view(Viewer::Public).position;
    let deal = |at| (HERE, at, "deal");
    let old = deal(position());
    let pick = (HERE, position(), "select 5H");
    for (person, line) in [(1, "reset yes"), (2, "reset"), (3, "reset"), (1, "start")] {
        check(&desk, anew(person), guild(), line, Effect::Done).await;
    }
    let before = position();
    for tap in [old, pick] {
        let stale = press(&desk, &anew(1), &guild(), tap).await;
        assert!(stale.is_refusal(), "{}", stale.page.text());
        assert_eq!(position(), before);
    }
    let done = press(&desk, &anew(1), &guild(), deal(before)).await;
    assert_eq!(done.outcome, Effect::Done, "{}", done.page.text());
}

#[tokio::test]
async fn a_forged_control_of_a_table_elsewhere_finds_none() {
    let desk = desk();
    let table = seated(&desk, 1..=2).await;
    let at = table.view(Viewer::Public).position;
    for (who, place) in [
        (anew(5), elsewhere()),
        (moderator(5), elsewhere()),
        // Nor does who sits there press from another channel.
        (anew(1), place(501, Some(9))),
        (anew(5), place(77, None)),
    ] {
        let nothing = press(&desk, &who, &place, (HERE, at, "join")).await;
        assert!(nothing.is_refusal() && nothing.table.is_none());
        let of_none = press(&desk, &who, &place, (499, at, "join")).await;
        assert_eq!(nothing.page, of_none.page);
    }
    assert_eq!(table.view(Viewer::Public).seated(), 2);
    let sits = press(&desk, &anew(1), &place(77, None), (HERE, at, "leave")).await;
    assert_eq!(sits.outcome, Effect::Done, "{}", sits.page.text());
}

/// Opens a room for this person here; its number.
async fn room(desk: &Desk, person: Who) -> u64 {
    let opened = check(desk, person, guild(), "room new", Effect::Shown).await;
    opened.table.expect("a room").0
}

#[tokio::test]
async fn a_room_is_ended_by_its_host_and_sent_away_by_moderators_of_its_places() {
    let desk = desk();
    let number = room(&desk, moderator(1)).await;
    let join = format!("room join {number}");
    check(&desk, anew(2), elsewhere(), &join, Effect::Done).await;
    let shown = || desk.places().of(TableKey(number)).places.len();
    // Whoever moderates a place where it is not shown has no say, though they sit there.
    let table = tractor(&desk, number).expect("it is open");
    let end = (number, table.turn_started(), "end yes");
    let nowhere = place(601, Some(8));
    let refused = press(&desk, &moderator(2), &nowhere, end).await;
    assert!(refused.is_refusal(), "{}", refused.page.text());
    assert_eq!(shown(), 2);
    check(&desk, moderator(3), elsewhere(), "end", Effect::Done).await;
    assert_eq!(shown(), 1);
    assert!(tractor(&desk, number).is_some());
    // A host who also moderates is asked whether to end it for everybody.
    check(&desk, anew(2), elsewhere(), &join, Effect::Done).await;
    check(&desk, moderator(1), guild(), "end", Effect::Shown).await;
    assert_eq!(shown(), 2);
    check(&desk, moderator(1), guild(), "end yes", Effect::Done).await;
    let closed = table.view(Viewer::Public).stage;
    assert!(matches!(closed, StageView::Closed));
}

#[tokio::test]
async fn a_match_is_asked_about_where_it_was_though_its_table_is_closed() {
    let desk = desk();
    for (person, line) in [
        (1, "uno"),
        (3, "uno"),
        (1, "rules score=round"),
        (1, "start"),
        (1, "deal"),
    ] {
        check(&desk, anew(person), guild(), line, Effect::Done).await;
    }
    let table = desk.host().get(TableKey(HERE)).and_then(Uno::of);
    let table = table.expect("it was opened");
    let people = [1, 3].map(PersonId);
    let mut players = people.map(|_| Uno::computer(Skill::Greedy, Seed::from_number(1)));
    while table.is_playing() {
        let on_turn = |person: &PersonId| table.awaits(table.viewer(*person));
        let mover = people.iter().position(on_turn);
        let mover = mover.expect("it is somebody's turn");
        let view = table.view_of(people[mover]);
        let action = players[mover].choose(view.stage.game().expect("a match"));
        let (by, action) = (By::Person(people[mover]), action.expect("a move"));
        let done = table.submit(Submission::typed(Input::Act { by, action }));
        done.await.expect("it is allowed");
    }
    let mut listener = table.listen();
    check(&desk, anew(1), guild(), "end yes", Effect::Done).await;
    while listener.next().await.is_some() {}
    for asked in ["score", "last", "verify"] {
        let shown = check(&desk, anew(2), guild(), asked, Effect::Shown).await;
        assert!(shown.page.controls.is_empty(), "nobody can do anything");
        check(&desk, anew(2), elsewhere(), asked, Effect::Refused).await;
        let direct = place(700, None);
        check(&desk, anew(1), direct.clone(), asked, Effect::Shown).await;
        check(&desk, anew(2), direct, asked, Effect::Refused).await;
    }
    check(&desk, anew(1), guild(), "hand", Effect::Refused).await;
}

#[tokio::test]
async fn who_asked_is_told_once_that_there_is_a_seat_for_them() {
    let desk = desk();
    let table = seated(&desk, 1..=4).await;
    let told = async || -> Vec<u64> {
        let waiting = desk.club.whom_to_tell(&table, HERE).await;
        waiting.iter().map(|one| one.person.0).collect()
    };
    for person in [5, 6] {
        check(&desk, anew(person), guild(), "tellme", Effect::Shown).await;
    }
    assert_eq!(told().await, [0; 0], "it is full");
    check(&desk, anew(1), guild(), "kick P4 yes", Effect::Done).await;
    check(&desk, anew(5), guild(), "join", Effect::Done).await;
    assert_eq!(told().await, [0; 0], "who waited has the seat");
    check(&desk, anew(4), guild(), "tellme", Effect::Shown).await;
    check(&desk, anew(3), guild(), "leave", Effect::Done).await;
    assert_eq!(
        told().await,
        [6],
        "there is none for who was taken off theirs"
    );
    assert_eq!(told().await, [0; 0]);
    let seat = table.view_of(PersonId(5)).seat();
    assert_eq!(seat, Some(Seat::new(3)));
}

#[tokio::test]
async fn so_many_tables_are_opened_within_an_hour_on_a_server_and_by_a_person() {
    let most = TablesAnHour {
        of_server: 3,
        of_person: 2,
    };
    let desk = desk().with_openings(Some(most));
    let at = |channel| place(channel, Some(9));
    check(&desk, anew(1), at(1), "join", Effect::Done).await;
    check(&desk, anew(2), at(1), "join", Effect::Done).await;
    check(&desk, anew(1), at(2), "uno", Effect::Done).await;
    let own = check(&desk, anew(1), at(3), "join", Effect::Refused).await;
    let own = own.page.text();
    assert!(
        own.contains("opened 2 tables") && own.contains("60 more minutes"),
        "{own}"
    );
    assert!(own.contains("$list"), "{own}");
    // Who only sits down opens nothing; a private channel belongs to no server.
    check(&desk, anew(2), at(3), "join", Effect::Done).await;
    let here = check(&desk, anew(2), at(4), "join", Effect::Refused).await;
    assert!(
        here.page.text().contains("on this server"),
        "{}",
        here.page.text()
    );
    check(&desk, anew(4), place(5, None), "join", Effect::Done).await;
    check(&desk, anew(3), elsewhere(), "join", Effect::Done).await;
}

#[tokio::test]
async fn who_types_in_a_browser_is_told_of_its_buttons() {
    let desk = desk().for_browsers();
    seated(&desk, 1..=1).await;
    for line in ["computer all", "start"] {
        check(&desk, anew(1), guild(), line, Effect::Done).await;
    }
    let told = run(&desk, &anew(1), &guild(), "hint").await.page.text();
    assert!(
        told.contains("**Deal**") && !told.contains("`$deal`"),
        "{told}"
    );
}
