//! Cards as emojis: a whole round with them, in requests that Discord takes.

use serde_json::Value;
use tractor_bot::art::Icon;
use tractor_bot::text::faces::{Emoji, Faces};

use crate::double::{Person, Seen, flat};
use crate::emojis::put;
use crate::house::House;
use crate::kitty::until_the_kitty;
use crate::one_tap::{awaited, offers, own_turn};

/// Gives the bot emojis for all icons, as if it had uploaded them.
pub fn show_faces(house: &House) {
    put(&house.discord, Icon::all().map(Icon::name));
    let held = house.discord.world().emojis.clone();
    let emojis = Icon::all().zip(held).map(|(icon, emoji)| {
        let id = emoji["id"].as_str().and_then(|id| id.parse().ok());
        let id = id.expect("a number");
        let name = icon.name().into();
        (icon, Emoji { name, id })
    });
    house.bot.desk.faces().publish(Some(Faces::new(emojis)));
}

/// How many cards a message shows as emojis, and how many of its controls have one.
fn shown(seen: &Seen) -> (usize, usize) {
    let controls = flat(&seen.components);
    let has = |control: &&Value| control["emoji"]["id"].is_string();
    let options = |control: &Value| control["options"].as_array().cloned().unwrap_or_default();
    let options: usize = controls
        .iter()
        .map(|control| options(control).iter().filter(has).count())
        .sum();
    (
        seen.text.matches(":t_").count(),
        controls.iter().filter(has).count() + options,
    )
}

/// Presses what is marked as the hint.
async fn taps_the_hint(house: &House, person: &Person, hand: &Seen) {
    let hinted = offers(hand).into_iter().find(|button| button["style"] == 3);
    let hinted = hinted.expect("the hint is marked");
    let label = hinted["label"].as_str().unwrap_or_default();
    assert!(!label.contains("<:"), "{label}");
    let id = hinted["custom_id"].as_str().expect("a code");
    let position = house.public().position;
    person.presses_late(hand, id).answered().await;
    house.moves_on(position, label).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_played_with_faces_on_hands_and_buttons() {
    let house = House::open(2).await;
    show_faces(&house);
    house.sit_down_by_typing().await;
    until_the_kitty(&house).await;
    let (mut taps, mut with_icons) = (0, 0);
    while let Some((place, game)) = awaited(&house) {
        let person = &house.people[place];
        let hand = own_turn(&house, person).await;
        let (cards, icons) = shown(&hand);
        assert!(cards >= game.hand.len(), "{}", hand.text);
        // Plays of several cards are told in signs.
        with_icons += usize::from(icons > 0);
        taps_the_hint(&house, person, &hand).await;
        taps += 1;
    }
    assert!(taps > 20 && with_icons > taps / 2, "{with_icons} of {taps}");
    let board = house.board("Next declarer").await;
    assert!(
        shown(&board).0 >= 12,
        "the last trick and the kitty: {}",
        board.text
    );
}
