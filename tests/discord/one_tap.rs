//! Plays by one tap: the buttons of a hand carry whole plays, and a hint that was asked for is one of them. How much
//! people have to do who follow hints is counted.

use std::time::Duration;

use serde_json::json;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::cards::own_turn;
use crate::double::transcript::Deed;
use crate::double::{Person, Seen};
use crate::house::House;
use crate::kitty::until_the_kitty;
use crate::round::{Story, Way, among_four, call, code, hand, plays, presses};

/// Who of the four has to act, with what they know.
pub fn awaited(house: &House) -> Option<(usize, View)> {
    let public = house.public();
    let game = public.stage.game()?;
    let seat = match &game.phase {
        PhaseView::Playing { to_play, .. } => *to_play,
        PhaseView::Burying => game.dealer?,
        _ => return None,
    };
    let place = among_four(house, seat)?;
    let own = house.view(&house.people[place]);
    own.stage.game().map(|game| (place, game.clone()))
}

/// Asks for a hint and presses the button that is marked as it; waits until the table has moved by it.
async fn taps_the_hint(house: &House, person: &Person) {
    hand(house, person).await;
    let asks = |seen: &Seen| seen.is_ephemeral && seen.buttons().contains(&"Hint".to_owned());
    let hand = person.awaits("a hint to ask for", asks).await;
    person.presses_late(&hand, "Hint").answered().await;
    let marked = |seen: &Seen| {
        let mut offers = presses(seen).into_iter();
        let hint = offers.find(|(press, button)| plays(press).is_some() && button["style"] == 3);
        hint.map(|(press, _)| press.code())
    };
    let shows = |seen: &Seen| seen.is_ephemeral && marked(seen).is_some();
    let hand = person.awaits("the hint", shows).await;
    let id = marked(&hand).expect("it was awaited");
    let position = house.public().position;
    person.presses_late(&hand, &id).answered().await;
    house.moves_on(position, "the hint").await;
}

/// The dealer has buried what the hint said, by one tap, and is to lead.
async fn at_the_lead(house: &House) -> &Person {
    house.sit_down_by_typing().await;
    let person = &house.people[until_the_kitty(house).await];
    taps_the_hint(house, person).await;
    person
}

#[tokio::test(start_paused = true)]
async fn the_words_of_a_hint_stay_until_something_happens() {
    let house = House::open(1).await;
    let person = at_the_lead(&house).await;
    let hand = own_turn(&house, person).await;
    let told = person.presses_late(&hand, "Hint").message().await;
    told.assert_says("Hint: ");
    house.passes(10).await;
    let still = person.looks_at(&told).expect("it is there");
    still.assert_says("Hint: ");
}

#[tokio::test(start_paused = true)]
async fn a_hint_that_comes_too_late_leaves_the_hand_there() {
    let house = House::open(1).await;
    let person = at_the_lead(&house).await;
    let hand = own_turn(&house, person).await;
    taps_the_hint(&house, person).await;
    let told = person.presses_late(&hand, "Hint").message().await;
    told.assert_says("You have nothing to do right now");
    assert!(
        told.buttons().iter().any(|label| label == "Sort"),
        "{}",
        told.text
    );
    let mut others = house.people.iter();
    let other = others.find(|other| other.id != person.id).expect("four");
    other.says(house.table, "$reset yes");
    let is_hand = move |seen: &Seen| seen.id == told.id && !seen.says("nothing to do");
    person.awaits("the next state", is_hand).await;
}

/// Buttons and slash commands that these people used, and lines that they typed.
fn counts(house: &House, people: &[Person]) -> [usize; 2] {
    let world = house.discord.world();
    let of = |deed| {
        let by = |id| people.iter().any(|person| person.id == id);
        let entries = world.entries.iter();
        entries.filter(|one| one.deed == deed && by(one.by)).count()
    };
    [Deed::Used, Deed::Posted].map(of)
}

/// Taps a play that lies ready, and asks for a hint where none does.
async fn plays_on(house: &House, person: &Person) {
    let position = house.public().position;
    let hand = own_turn(house, person).await;
    match code(&hand, |press| plays(press).is_some()) {
        Some(play) => {
            person.presses_late(&hand, &play).answered().await;
            house.moves_on(position, "the play").await;
        }
        None => taps_the_hint(house, person).await,
    }
}

/// Calls are made as soon as they can be, if any are, and hints followed until so many cards lie there. Whoever else
/// is waited for is a computer.
async fn follow_hints(house: &House, calls: bool, plays: usize) {
    let mut story = Story::default();
    loop {
        let public = house.public();
        let phase = public.stage.game().map(|game| &game.phase);
        match phase {
            Some(PhaseView::Playing { trick, .. }) if trick.plays.len() >= plays => return,
            Some(PhaseView::Burying | PhaseView::Playing { .. }) => {
                if let Some((place, _)) = awaited(house) {
                    plays_on(house, &house.people[place]).await;
                    continue;
                }
            }
            Some(_) if calls && call(house, [Way::Taps; 4], &mut story).await => continue,
            _ => {}
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// What only takes time is over soon.
async fn hurry(house: &House) {
    let ana = &house.people[0];
    for rule in ["deal_interval=0", "call_window=1", "computer_delay=0"] {
        let position = house.public().position;
        ana.says(house.table, &format!("$rules {rule}"));
        house.moves_on(position, rule).await;
    }
}

#[tokio::test(start_paused = true)]
async fn from_the_invitation_to_the_first_trick_with_four_friends() {
    let house = House::open(1).await;
    let board = house.sit_down_by_tapping().await;
    hurry(&house).await;
    let before = counts(&house, &house.people);
    house.people[0].presses(&board, "Start").answered().await;
    follow_hints(&house, true, 3).await;
    let [taps, typed] = counts(&house, &house.people);
    assert_eq!(typed, before[1]);
    // The start, two calls, two for the kitty and for each play, and a hand that is opened.
    let taps = taps - before[0];
    assert!(taps <= 12, "{taps}\n{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn from_the_invitation_to_the_first_lead_alone() {
    let house = House::open(1).await;
    let ana = &house.people[..1];
    ana[0].asks(house.table, "join", json!({})).await;
    hurry(&house).await;
    let before = counts(&house, ana);
    let board = house.board("1 of 4").await;
    let tapped = ana[0].presses(&board, "Play with computers");
    tapped.answered().await;
    // Who only wants to play lets the computers call.
    follow_hints(&house, false, 1).await;
    let [taps, typed] = counts(&house, ana);
    assert_eq!(typed, before[1]);
    let taps = taps - before[0];
    assert!(taps <= 4, "{taps}\n{}", house.discord.transcript());
}
