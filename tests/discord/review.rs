//! Reviews of a round: by the button at its end and by commands, for whoever asks alone.

use serde_json::json;
use tractor_bot::players::StudyEffort;
use tractor_bot::store::MemoryStore;

use crate::double::Options;
use crate::hidden::Watch;
use crate::house::{House, kept_desk};
use crate::round::{Way, play_round};

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_reviewed_for_whoever_played_it_and_asks() {
    let desk = kept_desk(&MemoryStore::new(), 1).await;
    let house = House::of(Options::default(), desk.with_diligence(StudyEffort(2))).await;
    house.sit_down_by_typing().await;
    play_round(&house, [Way::Slash; 4], &mut Watch::new()).await;
    let [ana, bo, ..] = &house.people;
    let board = house.board_of(ana, "Review my play").await;
    let review = ana.presses(&board, "Review my play").message().await;
    assert!(review.is_ephemeral, "{}", review.text);
    review.assert_says("Your play in round 1");
    let other = bo.asks(house.table, "review", json!({})).await;
    assert!(other.is_ephemeral, "{}", other.text);
    other.assert_says("Your play in round 1");
}
