//! Ends and edges of games: hands after a match, words in the shuffle, refusals that cannot be sent.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::Hosted as _;
use tractor_bot::table::{StageView, TableView};
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;
use tractor_bot::uno::rules::{Leaver, Order};

use crate::double::Seen;
use crate::house::{House, option};
use crate::kitty::until_the_kitty;
use crate::round::{Way, act};

/// Somebody types a line that leads to this at the table of UNO: a line may be several inputs, and the
/// clock has inputs of its own, so the table's position does not tell.
async fn types(
    house: &House,
    person: usize,
    line: &str,
    leads_to: impl Fn(&TableView<Uno>) -> bool,
) {
    house.people[person].says(house.table, line);
    let holds = || {
        let table = house.bot.desk.host().get(house.key).and_then(Uno::of);
        table.is_some_and(|table| leads_to(&table.view(Viewer::Public)))
    };
    house.until(line, holds).await;
}

/// Whether cards are held.
fn is_dealt(view: &TableView<Uno>) -> bool {
    view.stage
        .game()
        .is_some_and(|game| game.playing().is_some())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_match_of_uno_the_other_hands_catch_nobody() {
    let house = House::open(1).await;
    let bo = &house.people[1];
    let ruled =
        |view: &TableView<Uno>| view.seated() == 1 && view.rules.leaver == Leaver::UnderPile;
    let rules = "$uno leaver=under_pile order=seats uno_call=catch";
    types(&house, 0, rules, ruled).await;
    types(&house, 1, "$uno", |view| view.seated() == 2).await;
    types(&house, 0, "$start", |view| view.number == 1).await;
    types(&house, 0, "$deal", is_dealt).await;
    let hand = bo.asks(house.table, "hand", json!({})).await;
    hand.assert_says("Your cards");
    let over = |view: &TableView<Uno>| matches!(view.stage, StageView::Over(_));
    types(&house, 0, "$leave yes", over).await;
    let shows = move |seen: &Seen| seen.id == hand.id && seen.says("won the match!");
    let hand = bo.awaits("the end on the hand", shows).await;
    for live in ["Catch", "Draw", "Pass", "UNO"] {
        assert!(hand.control(live).is_none(), "{live} on {}", hand.text);
    }
    assert!(!hand.says("to play"), "{}", hand.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_tells_that_its_match_was_ended() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    act(&house, &house.people[0], Way::Typed, &Action::Deal).await;
    let dee = &house.people[3];
    let hand = dee.asks(house.table, "hand", json!({})).await;
    for person in &house.people[..3] {
        person.says(house.table, "$reset yes");
    }
    let ended = move |seen: &Seen| seen.id == hand.id && seen.says("This match has ended");
    let hand = dee.awaits("the end on the hand", ended).await;
    assert!(hand.buttons().is_empty(), "{}", hand.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_with_a_deal_are_mixed_in_told_and_dealt() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let [ana, bo, ..] = &house.people;
    let phase = || house.public().stage.game().map(|game| game.phase.clone());
    // Who only wants to mix does not deal.
    bo.says(house.table, "$mix hello");
    house.board("Mixed into the shuffle by **Bo**").await;
    assert!(matches!(phase(), Some(PhaseView::Ready { .. })));
    let asked = ana.slash(house.table, "deal", option("words", "good luck"));
    let answer = asked.message().await;
    answer.assert_tells_alone("mixed into the shuffle");
    let dealt = || matches!(phase(), Some(PhaseView::Dealing { .. }));
    assert!(dealt(), "{:?}", phase());
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_words_with_a_deal_are_told_too() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let bo = &house.people[1];
    bo.says(house.table, "$deal good luck");
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("mixed into the shuffle");
    bo.awaits("that it was done", told).await;
    let game = house.public().stage.game().cloned().expect("a match");
    let dealt = matches!(game.phase, PhaseView::Dealing { .. });
    assert!(dealt, "{:?}", game.phase);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_keeps_its_reason_where_direct_messages_are_closed() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let (dealer, other) = (&house.people[place], &house.people[(place + 1) % 4]);
    for person in [dealer, other] {
        person.accepts_direct_messages(false);
    }
    // What everybody knows is said in the channel.
    other.says(house.table, "$play 8S");
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("is burying the kitty");
    other.awaits("why not", told).await;
    let view = house.view(dealer);
    let hand = view.stage.game().map(|game| game.hand.clone());
    let kitty: Vec<_> = hand.expect("a hand").into_iter().take(8).collect();
    act(&house, dealer, Way::Slash, &Action::Bury(kitty)).await;
    // What tells of the hand is not: the hand says it.
    let view = house.view(dealer);
    let game = view.stage.game().expect("a match").clone();
    let missing = tractor_bot::tractor::card::Card::all()
        .find(|card| !game.hand.contains(card))
        .expect("nobody holds a whole deck");
    dealer.says(house.table, &format!("$play {missing}"));
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("for you alone");
    let told = dealer.awaits("that there is a reason", told).await;
    assert!(!told.says("You do not have"), "{}", told.text);
    let hand = dealer.presses(&told, "My hand").message().await;
    assert!(
        hand.is_ephemeral && hand.says("You do not have") && hand.says("Your turn: lead"),
        "{}",
        hand.text
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_users_of_older_bots_type_is_understood() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let answers = async |person: &crate::double::Person, line: &str, says: &str| {
        let mark = house.discord.mark();
        person.says(house.table, line);
        let says = says.to_owned();
        let what = format!("{says:?} after {line}");
        let wanted = move |seen: &Seen| seen.is_from_bot && seen.says(&says);
        person.awaits_since(mark, &what, wanted).await
    };
    types(&house, 0, "$uno", |view| view.seated() == 1).await;
    types(&house, 1, "$uno", |view| view.seated() == 2).await;
    answers(ana, "$configs", "House rules").await;
    answers(ana, "$status", "2 of 10 seats taken").await;
    answers(ana, "$pce-off", "Letter beside the colour: off").await;
    answers(ana, "$unotop10", "Top ten").await;
    answers(ana, "$unostats ppg", "UNO · points per game").await;
    answers(ana, "$unostats pw Cy", "does not count `Cy`").await;
    let ruled =
        |view: &TableView<Uno>| view.rules.order == Order::Seats && view.rules.deal_wait == 0;
    types(&house, 0, "$rules order=seats deal_wait=0", ruled).await;
    types(&house, 0, "$begin", is_dealt).await;
    // Who begins a match once more hears who is waited for, and what can be changed now.
    answers(ana, "$begin", "A match is being played.").await;
    answers(ana, "$configs", "can change now: ").await;
    // While a game is played, the others are spared.
    let top = answers(bo, "$unotop10", "Top ten").await;
    assert!(top.is_direct, "{}", top.text);
    bo.accepts_direct_messages(false);
    let top = answers(bo, "$unotop10", "Top ten").await;
    assert!(top.replies_to.is_some(), "{}", top.text);
    let listed = ana.asks(house.table, "list", json!({})).await;
    listed.assert_says("Seat 1 **Ana** · Seat 2 **Bo**");
    answers(ana, "$unostop", "closes for everybody").await;
    answers(ana, "$final", "closes for everybody").await;
    answers(bo, "$tres 3", "Computer").await;
    // Another room is of the game that is played here; elsewhere it is asked for.
    answers(bo, "$new", "UNO").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_rules_are_set_at_once_or_none() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    ana.asks(house.table, "join", json!({})).await;
    house.board("1 of 4").await;
    house.people[0].says(house.table, "$rules match_to=6 turn_limit=60");
    let levels = || {
        let view = house.public();
        (view.rules.match_to.name(), view.limits.turn_limit_s)
    };
    house
        .until("both rules", || levels() == ("6", Some(60)))
        .await;
    let position = house.public().position;
    for line in [
        "$rules match_to=9 turn_limit=never",
        "$rules turn_limit=30 no_such_rule=1",
        "$rules match_to=9 turn_limit",
    ] {
        let mark = house.discord.mark();
        ana.says(house.table, line);
        let refused = |seen: &Seen| seen.is_direct && seen.is_from_bot;
        ana.awaits_since(mark, line, refused).await;
    }
    assert_eq!(
        (levels(), house.public().position),
        (("6", Some(60)), position)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_intro_says_how_the_bot_is_added_to_a_server() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let intro = ana.asks(house.table, "intro", json!({})).await;
    let link = "https://discord.com/oauth2/authorize?client_id=";
    intro.assert_says(link);
}
