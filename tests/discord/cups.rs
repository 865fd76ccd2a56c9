//! A cup on a server: signed up for by a tap, played in threads with the same cards, through the end of a process, and
//! told who won.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Hosted as _};
use tractor_bot::players::{Player as _, tractor::Greedy};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{By, Input, Limits, PersonId, StageView, Submission};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use crate::double::{Options, Seen};
use crate::house::{House, kept_desk};

/// The tables where a match is played.
fn playing(house: &House) -> Vec<Handle<Tractor>> {
    let tables = house.bot.desk.host().list().into_iter();
    let tables = tables.filter_map(Tractor::of);
    tables.filter(Handle::is_playing).collect()
}

/// Waits until so many are played.
async fn tables(house: &House, count: usize) -> Vec<Handle<Tractor>> {
    let there = || playing(house).len() == count;
    house.until("the tables of the round", there).await;
    playing(house)
}

/// Plays for all people of a table until its round is over.
async fn play(table: &Handle<Tractor>) {
    let mut listener = table.listen();
    while table.is_playing() {
        let mut acted = false;
        for seat in table.view(Viewer::Public).seats {
            let Some(person) = seat.occupant.person() else {
                continue;
            };
            let StageView::Playing(game) = table.view_of(person).stage else {
                return;
            };
            let dealing = matches!(game.phase, PhaseView::Dealing { .. });
            let calls = matches!(game.phase, PhaseView::CallWindow { .. });
            let due = !dealing && (calls || table.awaits(table.viewer(person)));
            if let Some(action) = Greedy.choose(&game).filter(|_| due) {
                let by = By::Person(person);
                let input = Input::Act { by, action };
                acted |= table.submit(Submission::typed(input)).await.is_ok();
            }
        }
        if !acted && listener.next().await.is_err() {
            return;
        }
    }
}

async fn desk(store: &MemoryStore) -> tractor_bot::desk::Desk {
    let limits = Limits {
        turn_limit_s: Some(86_400),
        computer_delay_ms: 0,
        ..Limits::default()
    };
    kept_desk(store, 9).await.with_limits(limits)
}

fn points(post: &Seen) -> u32 {
    let lines = post.text.lines().filter(|line| line.contains(" · "));
    let last = lines.filter_map(|line| line.rsplit(" · ").next()?.trim().parse::<u32>().ok());
    last.sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cup_is_played_through_a_restart_with_a_leaver_and_a_late_comer() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), desk(&store).await).await;
    let [ana, bo, chen, dee] = house.people.clone();
    // Moderators call cups; Ana asks one to.
    let refused = ana.asks(
        house.table,
        "cup",
        json!({"action": "new", "what": "Friday 2"}),
    );
    refused.await.assert_says("Only moderators");
    let owner = house.discord.owner();
    let open = json!({"setting": "server", "value": "cups everybody"});
    owner.asks(house.table, "settings", open).await;
    let called = ana.asks(
        house.table,
        "cup",
        json!({"action": "new", "what": "Friday 2"}),
    );
    called.await.assert_says("The cup is called");
    let post = house.board("A cup of tractor in 2 rounds").await;
    for person in [&ana, &bo, &chen] {
        let told = person.presses(&post, "Sign up").message().await;
        told.assert_says("You are signed up");
    }
    let early = ana.asks(house.table, "cup", json!({"action": "start"}));
    early.await.assert_says("at least 4 pairs");
    dee.presses(&post, "Sign up").message().await;
    let signed = house.board("Signed up (4)").await;
    assert_eq!(signed.id, post.id, "there is one post");
    let begun = ana.asks(house.table, "cup", json!({"action": "start"}));
    begun.await.assert_says("The cup begins");

    // Two tables with the same cards, in threads to which their people are called.
    let [one, other] = <[_; 2]>::try_from(tables(&house, 2).await)
        .ok()
        .expect("two");
    assert_ne!(one.key().0, house.table.get());
    let sealed = |table: &Handle<Tractor>| table.view(Viewer::Public).commitment;
    assert_eq!(sealed(&one), sealed(&other));
    assert!(house.people.iter().all(|person| !person.pings().is_empty()));
    house.board("Round 1 of 2").await;
    play(&one).await;

    // The process ends in the middle of the round. The next one goes on, and counts nothing twice.
    let house = house.restarted(desk(&store).await).await;
    let [left] = <[_; 1]>::try_from(tables(&house, 1).await)
        .ok()
        .expect("one");
    assert_eq!(left.id(), other.id());
    // Dee leaves, and a computer plays on; Eve comes for the second round.
    let gone = dee.presses(&post, "Leave the cup").message().await;
    gone.assert_says("You are not in the cup any more");
    let person = PersonId(dee.id.get());
    let replaced = || {
        left.view(Viewer::Public)
            .seats
            .iter()
            .all(|seat| seat.occupant.person() != Some(person))
    };
    if left.view(Viewer::Public).seat_of(person).is_some() {
        house.until("a computer to play on", replaced).await;
    }
    let eve = house.discord.person("Eve");
    eve.presses(&post, "Sign up")
        .message()
        .await
        .assert_says("You are signed up");
    play(&left).await;

    let second = tables(&house, 2).await;
    assert!(
        second
            .iter()
            .all(|table| ![one.id(), other.id()].contains(&table.id()))
    );
    let standing = house.board("Round 2 of 2").await;
    assert_eq!((standing.id, points(&standing)), (post.id, 200));
    let sits = |who: u64| {
        let view = |table: &Handle<Tractor>| table.view(Viewer::Public).seat_of(PersonId(who));
        second.iter().any(|table| view(table).is_some())
    };
    assert!(sits(eve.id.get()) && !sits(dee.id.get()));
    for table in &second {
        play(table).await;
    }
    let won = house.board("🏆 **Friday** is over").await;
    assert!(won.id != post.id);
    let over = house.board("It is over after 2 rounds").await;
    assert_eq!((over.id, points(&over)), (post.id, 400));
    assert!(over.buttons().is_empty());
    let list = ana
        .asks(house.table, "cup", json!({"action": "list"}))
        .await;
    list.assert_says("**Friday**, won by");
    house
        .until("the tables to be closed", || playing(&house).is_empty())
        .await;
    let told = ana.sees(house.table).into_iter();
    assert_eq!(
        told.filter(|seen| seen.says("is over. The winner")).count(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_permission_the_post_says_what_is_missing() {
    let mut options = Options::default();
    options
        .bot_permissions
        .remove(serenity::model::Permissions::CREATE_PRIVATE_THREADS);
    let house = House::of(options, desk(&MemoryStore::new()).await).await;
    let owner = house.discord.owner();
    owner
        .asks(
            house.table,
            "cup",
            json!({"action": "new", "what": "Friday"}),
        )
        .await;
    let post = house.board("A cup of tractor").await;
    for person in &house.people {
        person.presses(&post, "Sign up").message().await;
    }
    owner
        .asks(house.table, "cup", json!({"action": "start"}))
        .await;
    house.board("Create Private Threads").await;
    owner
        .asks(house.table, "cup", json!({"action": "end"}))
        .await
        .assert_says("The cup is over");
    house.board("was not played").await;
}
