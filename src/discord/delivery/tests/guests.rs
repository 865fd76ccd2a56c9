//! Chats that only tokens reach.

use super::*;

const LIFE: Duration = Duration::from_secs(15 * 60);
const EVERY: Duration = Duration::from_secs(3);

/// Somebody uses something there, and is answered.
fn use_something(delivery: &Delivery, number: u8) -> Token {
    let token = Token::new(format!("secret {number}"));
    delivery.lend(CHANNEL, &token, Instant::now() + LIFE);
    delivery.note_answered(&token);
    token
}

/// A message that is not posted yet.
fn board(delivery: &Delivery) -> LiveMessage {
    delivery.note_guest(CHANNEL, true);
    let spot = MessageState::Channel(CHANNEL, None);
    LiveMessage::new(delivery.clone(), spot, None, EVERY)
}

async fn show(board: &LiveMessage, text: &str, posting: Posting) {
    board.put(Letter::text(text), Urgency::Played, posting, Instant::now());
    sleep(Duration::from_secs(30)).await;
}

#[tokio::test(start_paused = true)]
async fn no_token_is_followed_up_more_than_five_times() {
    let (fake, delivery) = Fake::new([too_many(1, false)]);
    let token = use_something(&delivery, 1);
    let mut taken = 0;
    for _ in 0..8 {
        let letter = Letter::text("your cards");
        let sent = delivery.follow_up(&token, &letter, Visibility::ByOne).await;
        match sent {
            Ok(_) => taken += 1,
            Err(failure) => assert_eq!(failure, Failure::NoToken),
        }
    }
    // What came too soon was not taken.
    assert_eq!((taken, fake.seen().len()), (5, 6));
}

#[tokio::test(start_paused = true)]
async fn what_can_be_done_without_leaves_two_follow_ups_to_answers() {
    let (fake, delivery) = Fake::new([]);
    let token = use_something(&delivery, 1);
    let mut posted = Vec::new();
    for _ in 0..5 {
        posted.push(post(&delivery, "your turn").await.is_ok());
    }
    assert_eq!(posted, [true, true, true, false, false]);
    let letter = Letter::text("your cards");
    let to_one = Visibility::ByOne;
    assert!(delivery.follow_up(&token, &letter, to_one).await.is_ok());
    assert!(fake.addresses().iter().all(|to| !to.counts()));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_posted_by_a_token_before_it_was_answered_or_shortly_before_it_ends() {
    let (_fake, delivery) = Fake::new([]);
    let token = Token::new("secret");
    delivery.lend(CHANNEL, &token, Instant::now() + LIFE);
    assert!(!delivery.may_post_board(CHANNEL));
    delivery.note_answered(&token);
    assert!(delivery.may_post_board(CHANNEL));
    sleep(LIFE - Duration::from_secs(59)).await;
    assert!(!delivery.may_post_board(CHANNEL));
}

#[tokio::test(start_paused = true)]
async fn a_board_waits_for_a_token_is_edited_by_it_and_posted_by_each_once() {
    let (fake, delivery) = Fake::new([]);
    let board = board(&delivery);
    show(&board, "one", Posting::Same).await;
    assert!(fake.seen().is_empty());
    use_something(&delivery, 1);
    sleep(Duration::from_secs(1)).await;
    show(&board, "two", Posting::Same).await;
    // It is to be posted anew, and no other token could do that.
    show(&board, "three", Posting::Below).await;
    use_something(&delivery, 2);
    show(&board, "four", Posting::Below).await;
    let expected = [
        "post in 7 by a press: one",
        "edit 1 in 7 by a press: two",
        "edit 1 in 7 by a press: three",
        "post in 7 by a press: four",
        "delete 1 by a press: -",
    ];
    assert_eq!(fake.contents(), expected);
}

#[tokio::test(start_paused = true)]
async fn when_all_tokens_have_ended_a_board_waits_for_the_next_and_the_old_one_stays() {
    let (fake, delivery) = Fake::new([]);
    use_something(&delivery, 1);
    let board = board(&delivery);
    show(&board, "one", Posting::Same).await;
    sleep(LIFE).await;
    show(&board, "two", Posting::Same).await;
    show(&board, "three", Posting::Anew).await;
    assert_eq!(fake.contents(), ["post in 7 by a press: one"]);
    // One who presses on it would edit it; somebody's hand cannot.
    use_something(&delivery, 2);
    sleep(Duration::from_secs(30)).await;
    assert_eq!(fake.contents()[1..], ["post in 7 by a press: three"]);
}

#[tokio::test(start_paused = true)]
async fn a_token_that_is_refused_posts_no_more_and_another_does() {
    let (fake, delivery) = Fake::new([Ok(success(9)), refusal(404, 10_015)]);
    use_something(&delivery, 1);
    use_something(&delivery, 2);
    delivery.note_guest(CHANNEL, true);
    assert!(post(&delivery, "one").await.is_ok());
    assert!(post(&delivery, "two").await.is_ok());
    let by: Vec<_> = fake.addresses();
    assert_eq!((by.len(), by[0] == by[1], by[1] == by[2]), (3, true, false));
}

#[tokio::test(start_paused = true)]
async fn where_the_bot_has_become_a_member_it_writes_by_itself() {
    let (fake, delivery) = Fake::new([]);
    use_something(&delivery, 1);
    delivery.note_guest(CHANNEL, false);
    assert!(post(&delivery, "one").await.is_ok());
    assert_eq!(fake.contents(), ["post in 7: one"]);
}
