//! What cannot be undone asks first, by tap, by slash and typed.

use serde_json::json;
use tractor_bot::table::StageView;
use tractor_bot::tractor::action::Action;

use crate::double::Seen;
use crate::house::House;
use crate::round::{Way, act};

fn is_question(seen: &Seen) -> bool {
    seen.buttons() == ["Do it", "Back"]
}

/// A match whose first round was dealt.
pub async fn dealt() -> House {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    act(&house, &house.people[0], Way::Typed, &Action::Deal).await;
    house
}

fn votes(house: &House) -> usize {
    house.public().votes[0].supporters.len()
}

#[tokio::test(start_paused = true)]
async fn no_single_tap_on_a_board_or_a_hand_breaks_off_a_match() {
    let house = dealt().await;
    let ana = &house.people[0];
    let board = house.board("Dealing").await;
    let hand = ana.presses(&board, "My hand").message().await;
    for seen in [&board, &hand] {
        for grave in ["Reset", "Leave", "Surrender", "Close the table"] {
            assert!(seen.control(grave).is_none(), "{grave} on {}", seen.text);
        }
        assert!(seen.control("More…").is_some(), "{}", seen.text);
    }
    // What is behind it is a message of its own: the hand stays.
    let more = ana.presses(&hand, "More…").message().await;
    assert_ne!(more.id, hand.id);
    let asked = ana.presses(&more, "Leave").message().await;
    assert!(asked.is_ephemeral && is_question(&asked), "{}", asked.text);
    asked.assert_says("a computer takes over");
    let back = ana.presses(&asked, "Back").message().await;
    back.assert_says("Nothing happened.");
    assert_eq!(back.id, asked.id);
    let holder = house.public().seats[0].occupant.person();
    assert_eq!(holder.map(|person| person.0), Some(ana.id.get()));
}

#[tokio::test(start_paused = true)]
async fn the_first_vote_asks_and_later_ones_count_at_once() {
    let house = dealt().await;
    let [ana, bo, chen, _] = &house.people;
    let board = house.board("Dealing").await;
    let more = ana.presses(&board, "More…").message().await;
    let asked = ana.presses(&more, "Reset").message().await;
    assert!(
        is_question(&asked) && asked.says("3 votes"),
        "{}",
        asked.text
    );
    assert_eq!(votes(&house), 0);
    ana.presses(&asked, "Do it").answered().await;
    house.until("the first vote", || votes(&house) == 1).await;
    // Now it is a question to the others, on the table.
    let board = house.board("Reset 1/3").await;
    board.assert_says("**Ana** votes to end this match");
    bo.presses(&board, "Reset 1/3").answered().await;
    house.until("the second vote", || votes(&house) == 2).await;
    chen.says(house.table, "$reset");
    let lobby = || matches!(house.public().stage, StageView::Lobby);
    house.until("the lobby", lobby).await;
}

#[tokio::test(start_paused = true)]
async fn a_typed_command_is_asked_about_in_direct_messages() {
    let house = dealt().await;
    let bo = &house.people[1];
    let question = |seen: &Seen| seen.is_direct && is_question(seen);
    bo.says(house.table, "$leave");
    let asked = bo.awaits("the question", question).await;
    let back = bo.presses(&asked, "Back").message().await;
    assert_eq!((back.id, back.buttons()), (asked.id, vec![]));
    bo.says(house.table, "$leave");
    let asked = bo.awaits("the question", question).await;
    let done = bo.presses(&asked, "Do it").message().await;
    done.assert_says("$join");
    assert_eq!(house.public().seats[1].occupant.person(), None);
    // Who takes no direct messages is told what to type.
    let chen = &house.people[2];
    chen.accepts_direct_messages(false);
    chen.says(house.table, "$leave");
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("$leave yes");
    let told = chen.awaits("what to type", told).await;
    assert!(told.buttons().is_empty(), "{}", told.text);
    chen.says(house.table, "$leave yes");
    let left = || house.public().seats[2].occupant.person().is_none();
    house.until("Chen to leave", left).await;
}

#[tokio::test(start_paused = true)]
async fn being_forgotten_asks_too() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let forget = json!({"setting": "forget"});
    let asked = ana.asks(house.table, "settings", forget).await;
    assert!(is_question(&asked) && asked.says("deleted for good"));
    let back = ana.presses(&asked, "Back").message().await;
    let again = json!({"setting": "forget"});
    back.assert_says("Settings");
    let asked = ana.asks(house.table, "settings", again).await;
    let done = ana.presses(&asked, "Do it").message().await;
    done.assert_tells_alone("are deleted");
}

#[tokio::test(start_paused = true)]
async fn what_is_kept_comes_as_a_file_to_who_asks_alone() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    house.sets_own(ana, "style", "heart").await;
    let export = json!({"setting": "export"});
    let told = ana.asks(house.table, "settings", export).await;
    told.assert_tells_alone("Everything that is kept about you");
    let file = &told.attachments[0];
    let name = format!("tractor-bot-{}.json", ana.id);
    assert_eq!(file["filename"], name.as_str(), "{file}");
    // Whoever types it in the channel has it in direct messages.
    ana.says(house.table, "$settings export");
    let sent = |seen: &Seen| seen.is_direct && seen.is_from_bot && !seen.attachments.is_empty();
    let told = ana.awaits("the file", sent).await;
    assert_eq!(told.attachments[0]["filename"], name.as_str());
}

#[tokio::test(start_paused = true)]
async fn both_of_two_quick_taps_on_a_question_are_answered() {
    let house = dealt().await;
    let ana = &house.people[0];
    ana.tells_bot("leave");
    let asked = ana.awaits("the question", |seen| seen.is_direct && is_question(seen));
    let asked = asked.await;
    // The first lays the message out, after the second was tapped.
    let taps = ["Do it", "Back"].map(|button| ana.presses_late(&asked, button));
    for tap in taps {
        tap.answered().await;
    }
}
