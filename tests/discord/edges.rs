//! Ends and edges of games: hands after a match, words in the shuffle, refusals that cannot be sent.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::Hosted as _;
use tractor_bot::table::{StageView, TableView};
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;
use tractor_bot::uno::rules::Leaver;

use crate::double::Seen;
use crate::house::House;
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

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
async fn the_intro_says_how_the_bot_is_added_to_a_server() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let intro = ana.asks(house.table, "intro", json!({})).await;
    let link = "https://discord.com/oauth2/authorize?client_id=";
    intro.assert_says(link);
}
