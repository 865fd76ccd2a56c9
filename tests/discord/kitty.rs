//! The dealer's 33 cards: chosen by thumb, whatever happens meanwhile.

use serde_json::json;
use tractor_bot::store::MemoryStore;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::PhaseView;

use crate::cards;
use crate::double::{Options, Person, Seen, World};
use crate::house::{House, kept_desk, option};
use crate::round::{Story, Way, act, button, call, on, pass};

/// Plays on until the dealer has taken up the kitty; the dealer's place.
pub async fn until_the_kitty(house: &House) -> usize {
    until_the_kitty_by(house, Way::Typed).await
}

/// The same, everybody acting in this way.
pub async fn until_the_kitty_by(house: &House, way: Way) -> usize {
    act(house, &house.people[0], way, &Action::Deal).await;
    let mut story = Story::default();
    loop {
        let public = house.public();
        let game = public.stage.game().expect("a match is played");
        if matches!(game.phase, PhaseView::Burying) {
            let dealer = game.dealer.expect("whoever buries is known");
            return on(house, dealer);
        }
        if !call(house, [way; 4], &mut story).await && !pass(house, [way; 4], &story).await {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}

/// The first eight cards of a hand, to be buried.
pub fn eight(house: &House, person: &Person) -> Action {
    let view = house.view(person);
    let game = view.stage.game().expect("a match is played");
    Action::Bury(game.hand[..8].to_vec())
}

/// How many cards somebody knows in the kitty.
pub fn buried(house: &House, person: &Person) -> usize {
    let view = house.view(person);
    let buried = view.stage.game().and_then(|game| game.buried.clone());
    buried.map_or(0, |cards| cards.len())
}

/// Taps until these cards are chosen.
async fn choose(person: &Person, mut hand: Seen, wanted: &[Card]) -> Seen {
    let mut sorted = wanted.to_vec();
    sorted.sort_unstable();
    for _ in 0..40 {
        if cards::chosen(&hand) == sorted {
            break;
        }
        let (code, _) = cards::wanted(&hand, wanted);
        hand = person.presses_late(&hand, &code).message().await;
    }
    assert_eq!(cards::chosen(&hand), sorted, "{}", hand.text);
    let told = format!("{} / 8 chosen", wanted.len());
    person.awaits_on(&hand, &told).await
}

#[tokio::test(start_paused = true)]
async fn eight_of_33_cards_are_buried_by_thumb() {
    let desk = kept_desk(&MemoryStore::new(), 1).await;
    let house = House::of(Options::default(), desk).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let dealer = &house.people[place];
    let board = house.board("buries eight cards").await;
    let hand = dealer.presses(&board, "My hand").message().await;
    // Nothing is chosen until a hint is asked for.
    hand.assert_says("0 / 8 chosen");
    dealer.presses(&hand, "Hint").answered().await;
    let hand = dealer.awaits_on(&hand, "8 / 8 chosen").await;
    let Action::Bury(eight) = eight(&house, dealer) else {
        panic!("cards are buried");
    };
    let hand = choose(dealer, hand, &eight[..5]).await;
    assert!(button(&hand, &["Bury "]).is_none(), "five are not enough");
    // Drawn anew: shown a second time, and after somebody's vote.
    let position = house.public().position;
    house.people[(place + 1) % 4].says(house.table, "$reset yes");
    house.moves_on(position, "a vote").await;
    let again = dealer.asks(house.table, "hand", json!({})).await;
    again.assert_says("5 / 8 chosen");
    let again = choose(dealer, again, &eight).await;
    let wrong = dealer
        .asks(house.table, "kitty", option("cards", "8S 8S"))
        .await;
    assert!(
        wrong.is_ephemeral && !wrong.says("Bury eight cards ·"),
        "{}",
        wrong.text
    );
    let bury = button(&again, &["Bury "]).expect("eight are enough");
    dealer.presses(&again, &bury).answered().await;
    house
        .until("the kitty to be buried", || buried(&house, dealer) == 8)
        .await;
    dealer.awaits_on(&again, "Your turn: lead").await;
    // Yesterday's button buries nothing and says so; the same within a second is a slip.
    house.passes(2).await;
    dealer.presses_late(&again, &bury).answered().await;
    let late = dealer.awaits_on(&again, "earlier turn").await;
    assert!(late.is_ephemeral, "{}", late.text);
}

#[tokio::test(start_paused = true)]
async fn who_types_a_kitty_in_public_is_told_once_a_round() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let dealer = &house.people[place];
    house.board("buries eight cards").await;
    for _ in 0..3 {
        let line = dealer.says(house.table, "$kitty 2S");
        let gone = move |world: &World| world.messages[&line].deleted;
        house.discord.until("the line to go", gone).await;
    }
    house.passes(2).await;
    let told = dealer.sees(house.table).into_iter();
    let told = told.filter(|seen| seen.pings && seen.buttons().contains(&"My hand".to_owned()));
    assert_eq!(told.count(), 1, "{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn a_kitty_buried_in_public_stands_but_does_not_stay_there() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let dealer = &house.people[until_the_kitty(&house).await];
    let Action::Bury(eight) = eight(&house, dealer) else {
        panic!("cards are buried");
    };
    let eight: Vec<String> = eight.iter().map(Card::to_string).collect();
    let typed = dealer.says(house.table, &format!("$kitty {}", eight.join(" ")));
    let gone = move |world: &World| world.messages[&typed].deleted;
    house.discord.until("the line to go", gone).await;
    let warning = |seen: &Seen| seen.pings && seen.says("where everybody can read it");
    let warning = dealer.awaits("a warning", warning).await;
    let named = eight.iter().any(|card| warning.says(card));
    assert!(!named, "{}", warning.text);
    house.board("leads").await;
    assert_eq!(buried(&house, dealer), 8);
}
