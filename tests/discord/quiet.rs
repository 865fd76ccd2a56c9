//! Mentions: nobody who is at it is mentioned, and nobody twice in a turn. Who is away has a computer in their place.
//!
//! Little time goes by but for what a test lets pass: whoever is not mentioned although the time has come stays
//! unmentioned however long one waits.

use serde_json::json;
use tractor_bot::store::{MemoryStore, Scope};
use tractor_bot::table::{Away, Limits, Occupant, Ping};
use tractor_bot::tractor::action::Action;

use crate::double::{Options, Person, Seen, World};
use crate::house::{House, desk, kept_desk, unhurried};
use crate::kitty::{buried, eight, until_the_kitty};
use crate::one_tap::awaited;
use crate::round::{Story, Way, act, decide};

/// How often a message has mentioned this person so far, for as short as it may have been there.
fn mentions(house: &House, person: &Person) -> usize {
    let id = json!(person.id.to_string());
    let sent = house.discord.outgoing().into_iter();
    let posts =
        sent.filter(|payload| payload.request.method == "POST" && payload.request.status == 200);
    let users = posts.map(|payload| payload.request.body["allowed_mentions"]["users"].clone());
    users
        .filter(|users| users.as_array().is_some_and(|users| users.contains(&id)))
        .count()
}

/// Checks that this person was not mentioned again, after whatever the bot has had to do.
async fn stays_at(house: &House, person: &Person, count: usize) {
    let eve = house.discord.person("Eve");
    for _ in 0..3 {
        eve.asks(house.table, "list", json!({})).await;
    }
    assert_eq!(
        mentions(house, person),
        count,
        "{}",
        house.discord.transcript()
    );
}

async fn mentioned(house: &House, person: &Person, count: usize) {
    let reached = || mentions(house, person) >= count;
    house.until("somebody to be mentioned", reached).await;
    assert_eq!(mentions(house, person), count);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_begins_mentions_its_players_once_in_one_message() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let [ana, bo, ..] = &house.people;
    let begins = |seen: &Seen| seen.pings && seen.says("the match begins");
    let word = ana.awaits("the beginning", begins).await;
    assert_eq!(bo.awaits("the beginning", begins).await.id, word.id);
    for person in &house.people {
        mentioned(&house, person, 1).await;
    }
    act(&house, ana, Way::Typed, &Action::Deal).await;
    let gone = move |world: &World| world.messages[&word.id].deleted;
    // Whoever is called finds it, although its turn is over.
    house.passes(4).await;
    assert!(!gone(&house.discord.world()));
    house.passes(10).await;
    house.discord.until("the word to go", gone).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_is_mentioned_who_used_the_bot_in_the_last_two_minutes() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let (dealer, next) = (&house.people[place], &house.people[(place + 1) % 4]);
    house.board("buries eight cards").await;
    for person in &house.people {
        mentioned(&house, person, 1).await;
    }
    house.passes(30).await;
    stays_at(&house, dealer, 1).await;
    // What counts is the last use, be it only a look.
    dealer.asks(house.table, "score", json!({})).await;
    house.passes(100).await;
    stays_at(&house, dealer, 1).await;
    house.passes(21).await;
    mentioned(&house, dealer, 2).await;
    let rung = dealer
        .awaits("the mention", |seen| seen.pings && seen.says("your turn"))
        .await;
    house.passes(400).await;
    stays_at(&house, dealer, 2).await;
    act(&house, dealer, Way::Typed, &eight(&house, dealer)).await;
    let gone = move |world: &World| world.messages[&rung.id].deleted;
    house
        .discord
        .until("the mention to go with the turn", gone)
        .await;
    house.board("leads").await;
    let (_, view) = awaited(&house).expect("the dealer leads");
    let seat = view.seat().expect("a seat");
    let mut story = Story {
        failed_throw: true,
        ..Story::default()
    };
    let lead = decide(&view, seat, &mut story);
    act(&house, dealer, Way::Typed, &lead).await;
    house.board("follows").await;
    // Whoever has not used it for long has twenty seconds.
    house.passes(19).await;
    stays_at(&house, next, 1).await;
    house.passes(2).await;
    mentioned(&house, next, 2).await;
}

#[tokio::test(start_paused = true)]
async fn who_wants_fewer_mentions_or_none_gets_no_more() {
    let house = House::open(1).await;
    let wishes = [
        ("slow", "rarely"),
        ("off", "off"),
        ("slow", "rarely"),
        ("off", "off"),
    ];
    for (person, (wish, told)) in house.people.iter().zip(wishes) {
        let line = format!("$settings ping {wish}");
        let told = format!("Mentions: {told}");
        house.types(person, &line, &told).await;
    }
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let dealer = &house.people[place];
    house.board("buries eight cards").await;
    let slow = wishes[place].0 == "slow";
    house.passes(299).await;
    stays_at(&house, dealer, usize::from(slow)).await;
    house.passes(2).await;
    match slow {
        true => mentioned(&house, dealer, 2).await,
        false => stays_at(&house, dealer, 0).await,
    }
    // Without a mention of theirs, the match began for the two others alone.
    let [ana, bo, chen, dee] = &house.people;
    assert!(mentions(&house, ana) >= 1 && mentions(&house, chen) >= 1);
    assert_eq!((mentions(&house, bo), mentions(&house, dee)), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_table_without_mentions_mentions_nobody() {
    let limits = Limits {
        ping: Ping::Off,
        ..unhurried()
    };
    let house = House::of(Options::default(), desk(1).with_limits(limits)).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    house.board("buries eight cards").await;
    house.passes(600).await;
    stays_at(&house, &house.people[place], 0).await;
}

/// Deals with a turn limit of 200 seconds that is warned of 20 seconds before, and gives the dealer's
/// place.
async fn with_a_clock(wish: &str) -> (House, usize) {
    let limits = Limits {
        turn_limit_s: Some(200),
        turn_warning_s: Some(20),
        absent_turns: Some(1),
        ..Limits::default()
    };
    let house = House::of(Options::default(), desk(1).with_limits(limits)).await;
    for person in &house.people {
        let line = format!("$settings ping {wish}");
        house.types(person, &line, "Mentions:").await;
    }
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    house.board("buries eight cards").await;
    (house, place)
}

#[tokio::test(start_paused = true)]
async fn the_last_warning_mentions_whoever_was_not_mentioned_in_this_turn() {
    for (wish, before, after) in [("on", 2, 2), ("slow", 1, 2), ("off", 0, 0)] {
        let (house, place) = with_a_clock(wish).await;
        let dealer = &house.people[place];
        house.passes(170).await;
        match wish {
            "on" => mentioned(&house, dealer, before).await,
            _ => stays_at(&house, dealer, before).await,
        }
        house.passes(12).await;
        match wish {
            "slow" => mentioned(&house, dealer, after).await,
            _ => stays_at(&house, dealer, after).await,
        }
    }
}

#[tokio::test(start_paused = true)]
async fn another_process_mentions_nobody_a_second_time() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), kept_desk(&store, 1).await).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let dealer = house.people[place].clone();
    house.board("buries eight cards").await;
    house.passes(121).await;
    mentioned(&house, &dealer, 2).await;
    // Which message it was is noted a moment after it is posted.
    let (kept, turn) = (store.beside(), house.public().position.0);
    let turn = format!("\"turn\":{turn},");
    let noted = async || {
        let noted = kept.setting(Scope::Channel(house.key), "ring").await;
        noted
            .ok()
            .flatten()
            .is_some_and(|noted| noted.contains(&turn))
    };
    house.discord.until_told("a note", noted).await;
    let house = house.restarted(kept_desk(&store, 1).await).await;
    house.board("Tap **My hand** again").await;
    house.passes(600).await;
    stays_at(&house, &dealer, 2).await;
    act(&house, &dealer, Way::Typed, &eight(&house, &dealer)).await;
    let none = || dealer.pings().is_empty();
    house.until("the mention to go with the turn", none).await;
}

#[tokio::test(start_paused = true)]
async fn who_is_away_is_warned_replaced_and_back_with_one_tap() {
    let limits = Limits {
        turn_limit_s: Some(2),
        turn_warning_s: Some(1),
        computer_delay_ms: 50,
        ..Limits::default()
    };
    let house = House::of(Options::default(), desk(1).with_limits(limits)).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let dealer = &house.people[place];
    let seat = house.view(dealer).seat().expect("the dealer sits").index();
    let occupant = || house.public().seats[seat].occupant;
    let board = house.board("buries eight cards").await;
    let counts = json!(board.components).to_string();
    assert!(counts.contains("<t:") && counts.contains(":R>"), "{counts}");
    let warning = |seen: &Seen| seen.pings && seen.says("one second left");
    dealer.awaits("a warning", warning).await;
    let absent = || {
        let away = Away::Absent;
        matches!(occupant(), Occupant::Substitute { away: own, .. } if own == away)
    };
    // The kitty and the first lead: two turns.
    house.until("a computer in their place", absent).await;
    assert_eq!(buried(&house, dealer), 8, "and the table goes on");
    let told = |seen: &Seen| seen.pings && seen.says("a computer plays for you");
    let word = dealer.awaits("what became of the seat", told).await;
    word.assert_says("$join");
    let board = house.board("is away: a computer plays").await;
    // They keep their name in every line.
    let partner = &house.people[(place + 2) % 4];
    let declare = format!("{} + {}** declare", dealer.name, partner.name);
    board.assert_says(&declare);
    // The seat is theirs: nobody else gets it.
    let eve = house.discord.person("Eve");
    let refused = eve.presses(&board, "I'm back").message().await;
    assert!(refused.is_ephemeral && absent(), "{}", refused.text);
    let board = house.board("I'm back").await;
    let hand = dealer.presses(&board, "My hand").message().await;
    hand.assert_says("A computer plays for you");
    dealer.presses(&hand, "I'm back").answered().await;
    let back = || occupant().away().is_none();
    house.until("the dealer to be back", back).await;
    let gone = move |world: &World| world.messages[&word.id].deleted;
    house.discord.until("the word to go", gone).await;
}
