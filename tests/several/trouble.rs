//! What happens to the processes while people play.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::company::Company;
use crate::people::board;
use crate::relay::Wire;
use crate::story::{Lasts, Story};
use crate::witness::{Asker, Witness};

/// For how long a process is away that is not killed.
const AWAY: Duration = Duration::from_secs(30);
/// Everybody is to go on within 20 s; a busy machine gets twice that before the test fails.
const MOST: Duration = Duration::from_secs(40);
/// How many moves show that a table goes on.
const MOVES: usize = 12;

/// Two processes that share two shards, and people who play.
async fn two(name: &str) -> Option<(Company, Story)> {
    let mut company = Company::of(name, 2, 2).await?;
    company.start("one", "auto/2").await;
    company.start("two", "auto/2").await;
    company.settles(&["one", "two"]).await;
    let story = Story::begin(&company, [0, 1], Lasts::On).await;
    Some((company, story))
}

/// Three processes with a shard each: direct messages, and the two servers.
const THREE: [&str; 3] = ["one", "two", "three"];

/// Each of three processes is killed in turn: the one that has the room, whose people the two others hear; the one
/// that has the other table; and the one that only hears.
#[tokio::test(flavor = "multi_thread")]
async fn any_of_three_processes_is_replaced_by_the_others() {
    let Some(mut company) = Company::of("three", 3, 3).await else {
        return;
    };
    for name in THREE {
        company.start(name, "auto/3").await;
    }
    company.settles(&THREE).await;
    let mut story = Story::begin(&company, [1, 2], Lasts::On).await;
    let playing = story.play();
    story.go_on(&company, MOVES).await;
    for (shard, hearing) in [(1, 2), (2, 1), (0, 0)] {
        let owner = company.owner(shard).await;
        let victim = company.named(&owner);
        let witnesses = Witness::all(&story, &company, victim).await;
        assert_eq!(witnesses.len(), hearing, "who is heard by others");
        let (struck, at) = (Instant::now(), company.discord.world().now());
        company.kill(victim).await;
        let watching: Vec<_> = witnesses.into_iter().map(Witness::watch).collect();
        story.go_on(&company, MOVES).await;
        let paused = story.longest_since(struck);
        company.tell(&format!(
            "{victim} was killed: the longest pause was {paused:.1?}"
        ));
        assert!(paused < MOST, "{paused:?}");
        for watching in watching {
            let told = watching.ends().await;
            assert!(told.brought_back > 0, "{:#?}", told.texts);
        }
        company.start(victim, "auto/3").await;
        company.settles(&THREE).await;
        story.go_on(&company, MOVES).await;
        let now = company.discord.world().now();
        story.ledger.was_in_trouble(at, now);
    }
    story.stop(playing).await;
    story.ends(company).await;
}

/// What is done to a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Blow {
    Killed,
    Frozen,
    Off(Wire),
}

/// Both tables are played while this is done to the process that has the room, and to the one that has the other table,
/// one after the other.
async fn survive(name: &str, blow: Blow) {
    let Some((mut company, mut story)) = two(name).await else {
        return;
    };
    let asker = Asker::begin(story.visitor(&company, "Ivy"), story.lounge);
    let playing = story.play();
    story.go_on(&company, MOVES).await;
    for channel in [story.lounge, story.pier] {
        let owner = company.owner(company.shard(channel)).await;
        let victim = company.named(&owner);
        let witness = Witness::of(&story, &company, victim).await;
        let (struck, at) = (Instant::now(), company.discord.world().now());
        match blow {
            Blow::Killed => company.kill(victim).await,
            Blow::Frozen => company.freeze(victim).await,
            Blow::Off(wire) => company.wire(victim, wire),
        }
        let witness = witness.watch();
        story.go_on(&company, MOVES).await;
        let told = witness.ends().await;
        let paused = story.longest_since(struck);
        company.tell(&format!(
            "{victim} was {blow:?}: the longest pause was {paused:.1?}; told {} times, of {} answers",
            told.brought_back, told.answers
        ));
        assert!(paused < MOST, "{paused:?}");
        assert!(told.brought_back > 0, "{:#?}", told.texts);
        if blow != Blow::Killed {
            sleep(AWAY.saturating_sub(struck.elapsed())).await;
        }
        match blow {
            Blow::Killed => company.start(victim, "auto/2").await,
            Blow::Frozen => company.thaw(victim).await,
            Blow::Off(_) => company.wire(victim, Wire::Whole),
        }
        company.settles(&["one", "two"]).await;
        story.go_on(&company, MOVES).await;
        let now = company.discord.world().now();
        story.ledger.was_in_trouble(at, now);
    }
    story.stop(playing).await;
    let (lines, answers, _) = asker.ends().await;
    assert!(answers <= lines, "a line is answered twice");
    story.ends(company).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_is_replaced_by_the_other() {
    survive("killed", Blow::Killed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_process_is_replaced_and_does_nothing_twice_when_it_goes_on() {
    survive("frozen", Blow::Frozen).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_its_database_is_replaced() {
    survive("cut", Blow::Off(Wire::Cut)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_whose_database_is_silent_is_replaced() {
    survive("silent", Blow::Off(Wire::Silent)).await;
}

/// A match of tractor and one of UNO to their ends, the identifications one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn two_processes_are_like_one() {
    let Some(mut company) = Company::of("two", 2, 1).await else {
        return;
    };
    company.start("one", "0..0/2").await;
    company.start("two", "1..1/2").await;
    company.settles(&["one", "two"]).await;
    let mut story = Story::begin(&company, [0, 1], Lasts::Once).await;
    let playing = story.play();
    let matches = playing.end().await;
    story.has_played(matches);
    story.ends(company).await;
}

/// Nobody is hurt: a process comes, another goes, and no request is left unanswered on the way.
#[tokio::test(flavor = "multi_thread")]
async fn processes_come_and_go_in_the_middle_of_play() {
    let Some(mut company) = Company::of("moves", 4, 4).await else {
        return;
    };
    company.start("one", "auto/4").await;
    company.start("two", "auto/4").await;
    company.settles(&["one", "two"]).await;
    let mut story = Story::begin(&company, [1, 2], Lasts::On).await;
    let ivy = story.visitor(&company, "Ivy");
    let asker = Asker::begin(ivy.clone(), story.lounge);
    let playing = story.play();
    story.go_on(&company, MOVES).await;
    let old = board(&company.discord, story.lounge, story.room);
    let old = old.expect("the room is shown");
    let moved = Instant::now();
    company.start("three", "auto/4").await;
    company.settles(&["one", "two", "three"]).await;
    story.go_on(&company, MOVES).await;
    let owner = company.owner(company.shard(story.lounge)).await;
    let leaver = company.named(&owner);
    company.stop(leaver).await;
    let stay: Vec<_> = ["one", "two", "three"]
        .into_iter()
        .filter(|name| *name != leaver)
        .collect();
    company.settles(&stay).await;
    story.go_on(&company, MOVES).await;
    // What was offered before all this still works.
    let score = ivy.presses_late(&old, "Score").message().await;
    score.assert_says("Eve");
    let (lines, answers, waits) = asker.ends().await;
    assert!(answers <= lines, "a line is answered twice");
    assert!(answers + waits >= lines, "nobody is left without a word");
    let paused = story.longest_since(moved);
    company.tell(&format!("the longest pause was {paused:.1?}"));
    assert!(paused < MOST, "{paused:?}");
    story.stop(playing).await;
    story.ends(company).await;
}

/// How long something takes to become so.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) -> Duration {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < MOST, "{what}");
        sleep(Duration::from_millis(20)).await;
    }
    begun.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_set_in_one_place_holds_in_all() {
    let Some((company, mut story)) = two("settings").await else {
        return;
    };
    let ivy = story.visitor(&company, "Ivy");
    let asks = async |place, command: &str, words| {
        let asked = ivy.slash(place, command, words);
        asked.message().await.text
    };
    // Both processes know the person before anything is changed.
    for place in [story.lounge, story.pier] {
        let help = asks(place, "help", json!({})).await;
        assert!(!help.contains("帮助"), "{help}");
    }
    let words = json!({"setting": "language", "value": "zh-CN"});
    asks(story.lounge, "settings", words).await;
    let seen = async || asks(story.pier, "help", json!({})).await.contains("帮助");
    let took = until("the language is not known", seen).await;
    company.tell(&format!("a person's setting is known after {took:.1?}"));

    let room = story.room.0.to_string();
    for place in [story.lounge, story.pier] {
        let list = asks(place, "list", json!({})).await;
        assert!(list.contains(&room), "{list}");
    }
    let stats = asks(story.pier, "stats", json!({})).await;
    assert!(!stats.is_empty());

    // The other process draws the room where this server reads it.
    let playing = story.play();
    story.go_on(&company, 3).await;
    let owner = company.discord.stranger("Owner");
    let words = json!({"setting": "server", "value": "language zh-CN"});
    owner.asks(story.pier, "settings", words).await;
    let (discord, room, pier) = (company.discord.clone(), story.room, story.pier);
    let shown = async || {
        let board = board(&discord, pier, room);
        board.is_some_and(|board| board.says("房间"))
    };
    let took = until("the language of the server is not known", shown).await;
    company.tell(&format!("a server's setting is shown after {took:.1?}"));
    story.stop(playing).await;
    story.ends(company).await;
}
