//! Which table a command means where, and that places survive restarts.

use std::sync::Arc;

use super::*;
use crate::desk::places::ShownPlaces;
use crate::desk::tests::{HERE, anew, desk, guild, place, run, who};
use crate::desk::{Desk, Effect};
use crate::host::{Hosted, MemoryJournal};
use crate::store::{Db, MemoryStore};
use crate::table::PersonId;
use crate::tictactoe::TicTacToe;
use crate::tractor::Tractor;

/// Opens a game of two beside the channel's table and starts it; its key.
async fn game(desk: &Desk, first: u64, second: u64, nonce: u64) -> TableKey {
    let (host, guest) = (who(first, nonce), who(second, nonce + 1));
    let here = guild();
    let asked = desk.front.request(&host, &here).await;
    let key = desk.tables.key_beside(&host);
    let rules = <TicTacToe as crate::game::Game>::Rules::default();
    let shown = Some(ShownPlaces::here(&here));
    let opened = desk
        .tables
        .open_for::<TicTacToe>(&asked, key, shown, (rules, None, None));
    let table = opened
        .await
        .unwrap_or_else(|answer| panic!("{}", answer.page.text()));
    at_any_table!(&table, handle => {
        for person in [&host, &guest] {
            let asked = desk.front.request(person, &here).await;
            let sat = desk.tables.sit(&desk.front.at(handle, &asked), None).await;
            assert_eq!(sat.map(|answer| answer.outcome), Ok(Effect::Done));
        }
    });
    key
}

#[tokio::test]
async fn a_table_beside_the_channels_own_is_found_by_those_who_sit_there() {
    let desk = desk();
    let here = guild();
    assert_eq!(
        run(&desk, &who(3, 10), &here, "join").await.outcome,
        Effect::Done
    );
    let game = game(&desk, 1, 2, 20).await;
    let key = |person, place: &AskedFrom| {
        let table = desk.finder.table_at(PersonId(person), place);
        table.map(|table| table.key())
    };
    assert_ne!(game, TableKey(HERE));
    assert_eq!((key(1, &here), key(2, &here)), (Some(game), Some(game)));
    let own = Some(TableKey(HERE));
    assert_eq!((key(3, &here), key(4, &here)), (own, own));
    // Other channels have no table; direct messages mean one's own.
    assert_eq!(key(1, &place(501, Some(9))), None);
    assert_eq!(key(1, &place(77, None)), Some(game));
    assert_eq!(key(4, &place(77, None)), None);
    // Who plays beside can still join the channel's own table.
    let joined = run(&desk, &who(1, 30), &here, "join").await;
    assert_eq!(joined.table, own);
    // Everybody sees both listed as tables of this channel.
    let list = run(&desk, &who(4, 31), &here, "list").await.page.text();
    assert_eq!(list.matches(&format!("<#{HERE}>")).count(), 2, "{list}");
}

#[tokio::test]
async fn of_two_games_a_move_is_for_the_one_that_awaits_it() {
    let desk = desk();
    let here = guild();
    let games = [game(&desk, 1, 2, 20).await, game(&desk, 1, 3, 40).await];
    for turn in 0..2 {
        let awaited: Vec<TableKey> = games
            .into_iter()
            .filter(|key| {
                let table = desk.host().get(*key).and_then(TicTacToe::of).expect("open");
                let view = table.view_of(PersonId(1));
                view.seat().is_some_and(|seat| view.awaits(seat))
            })
            .collect();
        let Some(first) = awaited.last() else {
            break;
        };
        let played = run(&desk, &who(1, 60 + turn), &here, "play 5").await;
        assert_eq!(played.outcome, Effect::Done, "{}", played.page.text());
        assert_eq!(played.table, Some(*first));
    }
}

#[tokio::test]
async fn a_game_beside_that_is_being_played_is_not_ended_without_a_question() {
    let (desk, here) = (desk(), guild());
    let beside = game(&desk, 1, 2, 20).await;
    let is_open = || desk.host().get(beside).is_some();
    let asked = run(&desk, &anew(1), &here, "end").await;
    assert_eq!((asked.table, asked.outcome), (Some(beside), Effect::Shown));
    assert!(is_open());
    let sure = run(&desk, &anew(1), &here, "end yes").await;
    assert_eq!(sure.outcome, Effect::Done);
}

#[tokio::test]
async fn where_a_table_is_shown_outlives_the_process_but_not_the_table() {
    let store: Arc<Db> = MemoryStore::new().own();
    let key = TableKey(4711);
    let shown = ShownPlaces {
        room: true,
        unposted: false,
        places: vec![Showing {
            people: vec![PersonId(1)],
            ..Showing::of(&guild())
        }],
    };
    let host = || Host::new(Arc::new(MemoryJournal::default()));
    let places = Places::new(host(), Arc::clone(&store));
    assert!(places.change(key, |_| Some(shown.clone())).await);
    let later = Places::new(host(), Arc::clone(&store));
    assert!(!later.is_elsewhere(key));
    later.recall(key).await;
    assert_eq!(later.of(key), shown);
    assert!(later.is_room(key));
    later.forget(key).await;
    let last = Places::new(host(), store);
    last.recall(key).await;
    assert_eq!(last.of(key), ShownPlaces::own(key));
}

#[tokio::test]
async fn a_command_goes_where_it_has_an_effect_and_not_to_a_game_beside() {
    let desk = desk();
    let (here, own) = (guild(), TableKey(HERE));
    let beside = game(&desk, 1, 2, 20).await;
    for (person, nonce) in [(1, 30), (2, 31)] {
        run(&desk, &who(person, nonce), &here, "uno").await;
    }
    let check = async |line: &str, meant: TableKey, outcome: Effect| {
        let answer = run(&desk, &anew(1), &here, line).await;
        let text = answer.page.text();
        assert_eq!(answer.table, Some(meant), "{line}: {text}");
        assert_eq!(answer.outcome, outcome, "{line}: {text}");
    };
    check("rules preset=party", own, Effect::Done).await;
    check("rules match_to", own, Effect::Shown).await;
    check("rules", own, Effect::Shown).await;
    check("rules first=opponent", beside, Effect::Refused).await;
    check("computer good", own, Effect::Done).await;
    check("table", own, Effect::Shown).await;
    check("score", beside, Effect::Shown).await;
    check("start", own, Effect::Done).await;
    check("score", own, Effect::Shown).await;
    check("hand", own, Effect::Shown).await;
    check("play 5", beside, Effect::Done).await;
    check("end yes", own, Effect::Done).await;
}

#[tokio::test]
async fn whoever_left_a_match_comes_back_from_direct_messages_too() {
    let desk = desk();
    let (here, direct) = (guild(), place(77, None));
    for (person, line) in [(1, "join"), (2, "join"), (1, "computer all"), (1, "start")] {
        let done = run(&desk, &anew(person), &here, line).await;
        assert_eq!(done.outcome, Effect::Done, "{line}: {}", done.page.text());
    }
    run(&desk, &anew(2), &direct, "leave yes").await;
    let view = || {
        let table = desk.host().get(TableKey(HERE)).and_then(Tractor::of);
        table.expect("it is still open").view_of(PersonId(2))
    };
    assert!(view().seat().is_none());
    let back = run(&desk, &anew(2), &direct, "join").await;
    assert_eq!(back.table, Some(TableKey(HERE)), "{}", back.page.text());
    assert!(view().seat().is_some());
}

fn showing(channel: u64, guild: Option<u64>, people: &[u64]) -> Showing {
    Showing {
        channel,
        guild,
        people: people.iter().copied().map(PersonId).collect(),
        talks: false,
        asked: false,
        language: None,
    }
}

fn room(places: Vec<Showing>) -> ShownPlaces {
    ShownPlaces {
        room: true,
        unposted: false,
        places,
    }
}

#[test]
fn who_wants_to_talk_speaks_for_their_server_and_for_no_other() {
    let mut shown = room(vec![showing(1, Some(9), &[5]), showing(2, None, &[6])]);
    shown.places[0].talks = true;
    shown.settle(PersonId(7), showing(3, Some(9), &[]));
    shown.settle(PersonId(8), showing(4, None, &[]));
    let talks: Vec<bool> = shown.places.iter().map(|place| place.talks).collect();
    assert_eq!(talks, [true, false, true, false]);
    let to = |one: usize, other: usize| shown.places[one].talks_to(&shown.places[other]);
    assert!(
        to(0, 2) && !to(0, 1) && !to(1, 3),
        "direct messages are no server"
    );
    shown.places[1].talks = true;
    let to = |one: usize, other: usize| shown.places[one].talks_to(&shown.places[other]);
    assert!(to(0, 1) && to(1, 2) && !to(1, 3));
    // Who goes on from elsewhere takes nothing along that others there have not wanted.
    shown.settle(PersonId(5), showing(5, Some(8), &[]));
    assert!(!shown.home(PersonId(5)).expect("they sit there").talks);
}

#[test]
fn a_table_is_where_its_channel_is_and_its_server_if_that_is_known() {
    let shown = room(vec![showing(1, Some(9), &[]), showing(2, None, &[])]);
    for (channel, guild, expected) in [
        (1, Some(9), true),
        (1, Some(8), false),
        (1, None, false),
        (2, Some(8), true),
        (3, Some(9), false),
    ] {
        let place = AskedFrom {
            channel,
            guild,
            locale: None,
            channels: Vec::new(),
            as_guest: false,
            no_threads: None,
            table: None,
            client: None,
        };
        assert_eq!(shown.is_at(&place), expected, "{channel} {guild:?}");
    }
}
