//! The dealer's 33 cards: chosen by thumb, whatever happens meanwhile.

use serde_json::json;
use tractor_bot::store::MemoryStore;
use tractor_bot::tractor::action::{Action, CallKind};
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::PhaseView;

use crate::cards;
use crate::double::{Options, Person, Seen};
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
    let n = wanted.len();
    shows(person, &hand, &format!("{n} / 8 chosen")).await
}

/// The same message once it says this.
async fn shows(person: &Person, hand: &Seen, text: &str) -> Seen {
    let (id, wanted) = (hand.id, text.to_owned());
    let says = move |seen: &Seen| seen.id == id && seen.says(&wanted);
    person.awaits(text, says).await
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
    let hand = shows(dealer, &hand, "8 / 8 chosen").await;
    let own = house
        .view(dealer)
        .stage
        .game()
        .map(|game| game.hand.clone());
    let mut eight = own.expect("a match is played");
    eight.truncate(8);
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
        .until("the kitty to be buried", || {
            let view = house.view(dealer);
            let buried = view.stage.game().and_then(|game| game.buried.clone());
            buried.is_some_and(|buried| buried.len() == 8)
        })
        .await;
    shows(dealer, &again, "Your turn: lead").await;
    // Yesterday's button buries nothing and says so; the same within a second is a slip.
    house.passes(2).await;
    dealer.presses_late(&again, &bury).answered().await;
    let told = move |seen: &Seen| seen.id == again.id && seen.says("earlier turn");
    let late = dealer.awaits("that it is too late", told).await;
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
        let gone = move |world: &crate::double::World| world.messages[&line].deleted;
        house.discord.until("the line to go", gone).await;
    }
    house.passes(2).await;
    let told = dealer.sees(house.table).into_iter();
    let told = told.filter(|seen| seen.pings && seen.buttons().contains(&"My hand".to_owned()));
    assert_eq!(told.count(), 1, "{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn a_buried_kitty_is_taken_over_by_taps() {
    let house = House::open(1).await;
    house.sit_down_under(&["kitty_overcalls=on"]).await;
    act(&house, &house.people[0], Way::Taps, &Action::Deal).await;
    let game = || house.public().stage.game().cloned().expect("a match");
    let all_out = || matches!(game().phase, PhaseView::CallWindow { .. });
    house.until("all cards to be dealt", all_out).await;
    let open = |person: &Person| match house.view(person).stage.game().map(|game| &game.phase) {
        Some(PhaseView::CallWindow { open, .. } | PhaseView::Overcalls { open, .. }) => {
            open.clone()
        }
        _ => Vec::new(),
    };
    let of_kind = |person: &Person, kind| open(person).into_iter().find(|call| call.kind() == kind);
    let mut people = house.people.iter();
    let weak = people.find_map(|person| Some((person, of_kind(person, CallKind::Weak)?)));
    let (caller, call) = weak.expect("somebody has a card of the level");
    act(&house, caller, Way::Taps, &Action::Call(call)).await;
    for person in &house.people {
        act(&house, person, Way::Taps, &Action::PassCall).await;
    }
    let mut taken_over = 0;
    loop {
        let person = match game().phase {
            PhaseView::Burying => &house.people[on(&house, game().burier().expect("somebody"))],
            PhaseView::Overcalls { asked, .. } => &house.people[on(&house, asked)],
            _ => break,
        };
        let own = house.view(person).stage.game().cloned().expect("a match");
        let action = match (game().phase, of_kind(person, CallKind::Strong)) {
            (PhaseView::Burying, _) => Action::Bury(own.hand[..8].to_vec()),
            (_, Some(call)) => Action::Call(call),
            (_, None) => {
                let board = house.board("may take the kitty over").await;
                board.assert_says(&person.name);
                Action::PassCall
            }
        };
        taken_over += u32::from(matches!(action, Action::Call(_)));
        act(&house, person, Way::Taps, &action).await;
    }
    assert!(taken_over > 0, "nobody holds a pair of the level");
    let game = game();
    assert_ne!(game.taken_over, game.dealer);
    let dealer = &house.people[on(&house, game.dealer.expect("the caller"))];
    assert_eq!(
        dealer.name, caller.name,
        "who called first stays the dealer"
    );
    let board = house.board("leads").await;
    board.assert_says(&dealer.name);
}

#[tokio::test(start_paused = true)]
async fn a_kitty_buried_in_public_stands_but_does_not_stay_there() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let dealer = &house.people[until_the_kitty(&house).await];
    let hand = house
        .view(dealer)
        .stage
        .game()
        .map(|game| game.hand.clone());
    let eight = hand.unwrap_or_default().into_iter().take(8);
    let eight: Vec<String> = eight.map(|card| card.to_string()).collect();
    let typed = dealer.says(house.table, &format!("$kitty {}", eight.join(" ")));
    house
        .discord
        .until("the message to be deleted", move |world| {
            world.messages[&typed].deleted
        })
        .await;
    let warning = |seen: &Seen| seen.pings && seen.says("where everybody can read it");
    let warning = dealer.awaits("a warning", warning).await;
    assert!(
        !eight.iter().any(|card| warning.says(card)),
        "{}",
        warning.text
    );
    house.board("leads").await;
    let buried = house
        .view(dealer)
        .stage
        .game()
        .and_then(|game| game.buried.clone());
    assert_eq!(buried.map(|cards| cards.len()), Some(8));
}
