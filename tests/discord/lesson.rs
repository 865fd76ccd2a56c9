//! The lesson by thumbs: a stranger who does only what it says, and the round after it.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Hosted as _};
use tractor_bot::table::{PersonId, StageView};
use tractor_bot::tractor::Tractor;

use crate::double::{Person, Seen};
use crate::house::{House, desk, option};

/// The play that a page tells to make: what is bold in it, as on the button. `None` where the page asks.
fn named(page: &Seen) -> Option<String> {
    let (_, below) = page.text.split_once('\n')?;
    below.split("**").nth(1).map(str::to_owned)
}

/// Presses what the page names, and answers with what comes of it. Where the page asks, the first choice
/// is made, and if it was wrong, what is named then.
async fn follow(stranger: &Person, page: &Seen) -> Seen {
    if let Some(named) = named(page) {
        return stranger.presses(page, &named).message().await;
    }
    let told = stranger.presses(page, &page.buttons()[0]).message().await;
    match named(&told) {
        Some(named) => stranger.presses(&told, &named).message().await,
        None => told,
    }
}

/// The table where somebody plays.
fn table_of(house: &House, person: &Person) -> Option<Handle<Tractor>> {
    let tables = house.bot.desk.host().list().into_iter();
    let mut tables = tables.filter_map(Tractor::of);
    let person = PersonId(person.id.get());
    tables.find(|table| table.view(Viewer::Public).seat_of(person).is_some())
}

/// From the introduction to the hand of the free round; the bot is started anew on the way.
#[tokio::test(start_paused = true)]
async fn a_stranger_who_does_what_the_lesson_says_ends_it() {
    let house = House::open(5).await;
    let stranger = house.discord.person("Stranger");
    let help = stranger.asks(house.table, "help", json!({})).await;
    assert_eq!(help.embeds[0]["title"], "Sit down and start");
    let intro = stranger.asks(house.table, "intro", json!({})).await;
    assert!(!intro.is_ephemeral);
    let mut page = stranger.presses(&intro, "Practice").message().await;
    assert!(page.is_ephemeral, "the lesson is for them alone");
    for _ in 0..4 {
        let told = follow(&stranger, &page).await;
        page = stranger.presses(&told, "Next").message().await;
    }
    let house = house.restarted(desk(6)).await;
    // A step can be made again, and left out.
    let fifth = page.text.clone();
    let told = follow(&stranger, &page).await;
    page = stranger.presses(&told, "Once more").message().await;
    assert_eq!(page.text, fifth);
    for _ in 0..7 {
        let told = follow(&stranger, &page).await;
        page = stranger.presses(&told, "Next").message().await;
    }
    page = stranger.presses(&page, "Skip").message().await;
    assert!(page.says("You know the game"), "{}", page.text);

    stranger.presses(&page, "Play a round").answered().await;
    let table = table_of(&house, &stranger).expect("a table of their own");
    let view = table.view(Viewer::Public);
    assert_eq!(view.seated(), 4);
    assert!(matches!(view.stage, StageView::Playing(_)));
    let whole = stranger.awaits("their whole hand", |seen| {
        seen.is_ephemeral && seen.says("25") && seen.buttons().iter().any(|label| label == "Hint")
    });
    whole.await;
    let help = stranger.asks(house.table, "help", json!({})).await;
    assert_ne!(help.embeds[0]["title"], "Sit down and start");
}

#[tokio::test(start_paused = true)]
async fn a_table_is_opened_by_the_button_of_the_introduction() {
    let house = House::open(5).await;
    let ana = &house.people[0];
    let intro = ana.asks(house.table, "intro", json!({})).await;
    ana.presses(&intro, "Sit down").answered().await;
    house.board("1 of 4").await;
    assert_eq!(house.public().seated(), 1);
    // Who sits in a room already keeps it.
    let game = option("action", "new".to_owned());
    let room = ana.asks(house.table, "room", game).await;
    room.assert_says("Room");
    let page = ana.asks(house.table, "practice", json!({})).await;
    let refused = ana.presses(&page, "Play a round").message().await;
    refused.assert_says("You sit in room");
}
