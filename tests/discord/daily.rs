//! The deal of the day by a slash command: a hand for one person alone, and nothing in the channel.

use serde_json::json;
use tractor_bot::host::Hosted as _;
use tractor_bot::players::tractor::search::think_little;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{Limits, PersonId};
use tractor_bot::tractor::Tractor;

use crate::cups::play;
use crate::double::Options;
use crate::house::{House, kept_desk, unhurried};

/// People without a clock, among computers that answer at once.
async fn patient() -> House {
    think_little();
    let limits = Limits {
        computer_delay_ms: 0,
        ..unhurried()
    };
    let desk = kept_desk(&MemoryStore::new(), 9).await;
    House::of(Options::default(), desk.with_limits(limits)).await
}

#[tokio::test(start_paused = true)]
async fn the_deal_of_the_day_is_for_one_persons_eyes() {
    let house = patient().await;
    let ana = &house.people[0];
    let hand = ana.asks(house.table, "daily", json!({})).await;
    assert!(hand.is_ephemeral, "{}", hand.text);
    let person = PersonId(ana.id.get());
    let tables = house.bot.desk.host().list().into_iter();
    let mut tables = tables.filter_map(Tractor::of);
    let table = tables.find(|table| table.view_of(person).daily.is_some());
    let table = table.expect("it is played");
    play(&table).await;
    // The hand becomes the result of the round, with a button for how it went among all.
    let over = ana.awaits("the end", |seen| {
        seen.buttons().iter().any(|label| label == "My result")
    });
    let result = ana.presses(&over.await, "My result").message().await;
    assert!(
        result.is_ephemeral && result.text.contains("streak 1"),
        "{}",
        result.text
    );
    // Others see no more of it than that.
    let bo = &house.people[1];
    let own = bo.asks(house.table, "daily", json!({})).await;
    assert!(own.is_ephemeral);
    let again = ana.asks(house.table, "daily", json!({})).await;
    assert!(again.text.contains("streak 1"), "{}", again.text);
    let mut posted = ana.sees(house.table).into_iter();
    let posted = posted.find(|seen| seen.is_from_bot && !seen.is_ephemeral);
    assert!(posted.is_none(), "{posted:?}");
}

#[tokio::test(start_paused = true)]
async fn a_friend_is_asked_to_play_the_same_cards_and_gets_them_by_a_tap() {
    let house = patient().await;
    let [ana, bo, chen, _] = &house.people;
    let asked = json!({"player": bo.id.to_string()});
    let hand = ana.asks(house.table, "duel", asked).await;
    assert!(hand.is_ephemeral, "{}", hand.text);
    let said = house.board("Who does better with the same cards").await;
    assert_eq!((bo.pings().len(), chen.pings().len()), (1, 0));
    let taken = bo.presses(&said, "Play the same cards").message().await;
    assert!(
        taken.is_ephemeral && !taken.buttons().is_empty(),
        "{}",
        taken.text
    );
    // The hand is kept up to date like any other, and brought back by the button.
    let person = PersonId(bo.id.get());
    let tables = house.bot.desk.host().list().into_iter();
    let mut tables = tables.filter_map(Tractor::of);
    let table = tables.find(|table| table.view_of(person).host == person);
    let table = table.expect("Bo plays");
    assert!(
        table
            .view_of(person)
            .daily
            .is_some_and(|deal| deal.duel().is_some())
    );
    play(&table).await;
    let over = bo.awaits("the end", |seen| {
        seen.buttons().iter().any(|label| label == "My result")
    });
    let over = over.await;
    let result = bo.presses(&over, "My result").message().await;
    result.assert_says("Same cards");
    let again = bo.presses(&said, "Play the same cards").message().await;
    assert!(
        again.is_ephemeral && again.says("1. **Bo**"),
        "{}",
        again.text
    );
}
