//! Who goes first where not all can.

use super::*;

use Urgency::{Automatic, Played};

/// Posts one message in a channel of its own.
fn post_one(delivery: &Delivery, channel: u64, text: &'static str, urgency: Urgency) {
    let delivery = delivery.clone();
    tokio::spawn(async move {
        let letter = Letter::text(text);
        let posted = delivery.post(ChannelId::new(channel), &letter, None, urgency);
        posted.await.expect("posted");
    });
}

fn board(delivery: &Delivery, number: u64) -> LiveMessage {
    let spot = MessageState::Channel(ChannelId::new(number), Some(MessageId::new(number)));
    LiveMessage::new(delivery.clone(), spot, None, Duration::from_secs(3))
}

/// Four requests a second may be sent, and those of the present second were.
async fn busy() -> (Fake, Delivery) {
    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(4);
    for channel in 1..=4 {
        post_one(&delivery, channel, "before", Urgent);
    }
    tokio::task::yield_now().await;
    (fake, delivery)
}

/// The texts in the order of their arrival.
fn texts(fake: &Fake) -> Vec<String> {
    let text = |body: &Value| body["content"].as_str().unwrap_or("-").to_owned();
    fake.seen().iter().map(|(_, _, body)| text(body)).collect()
}

#[tokio::test(start_paused = true)]
async fn answers_go_before_boards_and_people_before_computers() {
    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(2);
    let classes = [
        ("deal", Cosmetic),
        ("computer", Automatic),
        ("person", Played),
        ("answer", Urgent),
    ];
    let mut channel = 0;
    for (text, urgency) in classes {
        for _ in 0..3 {
            channel += 1;
            post_one(&delivery, channel, text, urgency);
            sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(delivery.inner.budget.waiting(), 10);
    sleep(Duration::from_secs(30)).await;
    let expected = [
        // Nobody waited when these came.
        ["deal", "deal"].as_slice(),
        &["answer"; 3],
        &["person"; 3],
        &["computer"],
        // The eighth place is for whoever has waited longest.
        &["deal"],
        &["computer"; 2],
    ];
    assert_eq!(texts(&fake), expected.concat());
    assert_eq!(delivery.inner.budget.waiting(), 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever() {
    let (fake, delivery) = busy().await;
    post_one(&delivery, 5, "deal", Cosmetic);
    // More answers than may be sent, for a minute.
    for channel in 10..400 {
        post_one(&delivery, channel, "answer", Urgent);
        sleep(Duration::from_millis(150)).await;
    }
    let dealt = texts(&fake).iter().position(|text| text == "deal");
    assert!(dealt.is_some_and(|place| place < 4 + 16), "{dealt:?}");
}

#[tokio::test(start_paused = true)]
async fn what_can_wait_is_some_seconds_behind_what_people_play_and_no_more() {
    let (fake, delivery) = busy().await;
    for channel in 10..22 {
        post_one(&delivery, channel, "deal", Cosmetic);
    }
    // More plays than may be sent, for half a minute.
    for channel in 100..300 {
        post_one(&delivery, channel, "play", Played);
        sleep(Duration::from_millis(150)).await;
    }
    let shown = texts(&fake);
    let deals = |shown: &[String]| shown.iter().filter(|text| *text == "deal").count();
    // Few go ahead of what was played in six seconds, and all before what is played later.
    let played_in_six_seconds = 6_000 / 150;
    assert!(deals(&shown[..4 + played_in_six_seconds]) <= 5, "{shown:?}");
    assert_eq!(
        deals(&shown[..4 + played_in_six_seconds + 16]),
        12,
        "{shown:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn channels_are_tidied_when_the_boards_have_been_served() {
    let (fake, delivery) = busy().await;
    for channel in 10..13 {
        let delivery = delivery.clone();
        tokio::spawn(async move {
            let tidied = delivery.tidy(ChannelId::new(channel), MessageId::new(5));
            tidied.await.expect("deleted");
        });
    }
    // More cards are dealt than may be sent, for a quarter of a minute.
    for channel in 100..200 {
        post_one(&delivery, channel, "deal", Cosmetic);
        sleep(Duration::from_millis(150)).await;
    }
    assert!(!texts(&fake).contains(&"-".to_owned()));
    // What was dealt goes first, and nothing is left lying.
    sleep(Duration::from_secs(15)).await;
    let shown = texts(&fake);
    assert_eq!(shown.iter().filter(|text| *text == "deal").count(), 100);
    assert_eq!(shown.iter().filter(|text| *text == "-").count(), 3);
}

#[tokio::test(start_paused = true)]
async fn plays_of_computers_make_one_edit_where_the_queue_is_behind() {
    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(1);
    for channel in 1..=6 {
        post_one(&delivery, channel, "answer", Urgent);
    }
    tokio::task::yield_now().await;
    let message = board(&delivery, 50);
    for play in ["one", "two", "three", "four"] {
        message.show(Letter::text(play), Automatic);
        sleep(Duration::from_millis(700)).await;
        assert!(delivery.inner.budget.waiting() <= 6, "one edit of a table");
    }
    sleep(Duration::from_secs(20)).await;
    let edits = texts(&fake).into_iter().filter(|text| text != "answer");
    assert_eq!(edits.collect::<Vec<_>>(), ["four"]);
}

#[tokio::test(start_paused = true)]
async fn an_edit_that_waits_goes_with_the_most_urgent_of_what_it_shows() {
    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(1);
    post_one(&delivery, 1, "answer", Urgent);
    tokio::task::yield_now().await;
    let boards: Vec<_> = (50..54).map(|number| board(&delivery, number)).collect();
    for board in &boards {
        board.show(Letter::text("a computer's"), Automatic);
        sleep(Duration::from_millis(50)).await;
    }
    boards[3].show(Letter::text("a person's"), Played);
    sleep(Duration::from_secs(20)).await;
    let expected = [["answer", "a person's"].as_slice(), &["a computer's"; 3]];
    assert_eq!(texts(&fake), expected.concat());
}

#[tokio::test(start_paused = true)]
async fn a_board_that_waits_keeps_its_place_whatever_is_played_meanwhile() {
    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(1);
    post_one(&delivery, 1, "answer", Urgent);
    tokio::task::yield_now().await;
    let boards: Vec<_> = (50..54).map(|number| board(&delivery, number)).collect();
    let shows = [
        (0, "the first", Automatic),
        (1, "the second", Played),
        (2, "the third", Played),
        (3, "the fourth", Automatic),
        // Somebody plays there where the oldest play is still to be shown.
        (0, "the first, played on", Played),
        (3, "the fourth, played on", Played),
    ];
    for (number, text, urgency) in shows {
        boards[number].show(Letter::text(text), urgency);
        sleep(Duration::from_millis(100)).await;
    }
    sleep(Duration::from_secs(20)).await;
    let expected = [
        "answer",
        "the first, played on",
        "the second",
        "the third",
        "the fourth, played on",
    ];
    assert_eq!(texts(&fake), expected);
}

#[tokio::test(start_paused = true)]
async fn what_came_later_does_not_make_something_older_or_more_urgent_wait() {
    let (fake, delivery) = Fake::new([]);
    let message = board(&delivery, 50);
    let shows = [
        ("dealt 1", Cosmetic),
        ("a call", Urgent),
        ("dealt 2", Cosmetic),
    ];
    for (text, urgency) in shows {
        message.show(Letter::text(text), urgency);
        sleep(Duration::from_millis(20)).await;
    }
    sleep(Duration::from_secs(1)).await;
    assert_eq!(
        texts(&fake),
        ["dealt 1", "dealt 2"],
        "not after three seconds"
    );

    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(1);
    let boards = [50, 51].map(|number| board(&delivery, number));
    for (number, text) in [(0, "one"), (0, "two"), (1, "elsewhere"), (0, "three")] {
        boards[number].show(Letter::text(text), Played);
        sleep(Duration::from_millis(20)).await;
    }
    sleep(Duration::from_secs(20)).await;
    assert_eq!(texts(&fake), ["one", "three", "elsewhere"]);
}

#[tokio::test(start_paused = true)]
async fn people_are_ahead_of_computers_by_a_bounded_time() {
    // The milliseconds from a computer's play to people's plays elsewhere.
    for (later, computers_place) in [(1_500, 3), (2_500, 1)] {
        let (fake, delivery) = Fake::new([]);
        delivery.set_most_a_second(1);
        for channel in 1..=4 {
            post_one(&delivery, channel, "answer", Urgent);
        }
        tokio::task::yield_now().await;
        let boards: Vec<_> = (50..53).map(|number| board(&delivery, number)).collect();
        boards[0].show(Letter::text("a computer's"), Automatic);
        sleep(Duration::from_millis(later)).await;
        boards[1].show(Letter::text("a person's"), Played);
        boards[2].show(Letter::text("a person's"), Played);
        sleep(Duration::from_secs(20)).await;
        let mut edits = texts(&fake).split_off(4);
        assert_eq!(edits.remove(computers_place - 1), "a computer's", "{later}");
        assert_eq!(edits, ["a person's"; 2]);
    }
}

#[tokio::test(start_paused = true)]
async fn an_edit_that_is_cancelled_at_the_gate_is_not_sent() {
    let (fake, delivery) = Fake::new([]);
    let until = Instant::now() + Duration::from_secs(600);
    let spot = MessageState::Answer(Token::new("secret"), until);
    let message = LiveMessage::new(delivery.clone(), spot, None, Duration::ZERO);
    let in_flight = message.in_flight();
    for state in 0..6 {
        message.show(Letter::text(state.to_string()), Urgent);
        sleep(Duration::from_millis(300)).await;
    }
    let asked = Instant::now();
    // The sixth waits for the window of the token, and nobody waits for it.
    let landed = timeout(Duration::from_millis(1), in_flight.landed()).await;
    assert!(landed.is_ok() && in_flight.overlaps(asked));
    in_flight.cancel();
    in_flight.completed().await;
    assert!(!in_flight.overlaps(asked));
    sleep(Duration::from_secs(20)).await;
    assert_eq!(texts(&fake), ["0", "1", "2", "3", "4"]);
    assert!(!message.is_alive());
}

#[tokio::test(start_paused = true)]
async fn the_start_and_the_messages_share_one_budget() {
    let budget = Budget::default();
    budget.set_most(1);
    let (fake, _) = Fake::new([]);
    let delivery = Delivery::within(budget.clone(), fake.clone());
    let asking = budget.pass(Urgent).await;
    post_one(&delivery, 1, "board", Played);
    sleep(Duration::from_secs(5)).await;
    assert!(texts(&fake).is_empty(), "the start asks Discord meanwhile");
    drop(asking);
    sleep(Duration::from_millis(1_100)).await;
    assert_eq!(texts(&fake), ["board"]);
}

#[tokio::test(start_paused = true)]
async fn a_storm_of_answers_on_one_server_does_not_delay_those_of_others() {
    let (fake, delivery) = Fake::new([]);
    delivery.set_most_a_second(1);
    // A server has a hundred channels; every other channel is of none.
    delivery.ask_servers(|channel| (channel >= 100).then_some(1));
    post_one(&delivery, 1, "before", Urgent);
    tokio::task::yield_now().await;
    for channel in 100..200 {
        post_one(&delivery, channel, "storm", Urgent);
    }
    sleep(Duration::from_millis(5)).await;
    for (channel, text) in [(2, "two"), (2, "two"), (3, "three"), (2, "two")] {
        post_one(&delivery, channel, text, Urgent);
    }
    sleep(Duration::from_secs(8)).await;
    let expected = [
        "before", "storm", "two", "three", "storm", "two", "storm", "two",
    ];
    assert_eq!(texts(&fake)[..8], expected);
}
