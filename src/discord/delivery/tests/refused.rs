//! What becomes of requests that Discord refuses, or whose answer is lost.

use super::letter::Image;
use super::*;

const MESSAGE: MessageId = MessageId::new(5);

#[tokio::test(start_paused = true)]
async fn what_is_gone_already_need_not_be_deleted() {
    let delete = async |status, code| {
        let (fake, delivery) = Fake::new([refusal(status, code)]);
        let deleted = delivery.delete(CHANNEL, MESSAGE, Cosmetic).await;
        assert_eq!(fake.contents(), ["delete 5 in 7: -"]);
        deleted.is_ok()
    };
    assert!(delete(404, 10008).await);
    assert!(!delete(403, 50013).await && !delete(404, 10003).await);
}

#[tokio::test(start_paused = true)]
async fn controls_of_a_message_that_is_gone_or_too_old_are_no_trouble() {
    for (status, code, fine) in [
        (404, 10008, true),
        (429, 30046, true),
        (404, 10003, false),
        (403, 50013, false),
    ] {
        let (_, delivery) = Fake::new([refusal(status, code)]);
        let disarmed = delivery.disarm(CHANNEL, MESSAGE).await;
        assert_eq!(disarmed.is_ok(), fine, "{code}: {disarmed:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn direct_messages_are_opened_once_for_each_person() {
    let (fake, delivery) = Fake::new([]);
    let letter = Letter::text("psst");
    for person in [3, 3, 4] {
        let told = delivery.whisper(UserId::new(person), &letter);
        told.await.expect("they take it");
    }
    let expected = [
        "open direct messages: -",
        "post in 1: psst",
        "post in 1: psst",
        "open direct messages: -",
        "post in 4: psst",
    ];
    assert_eq!(fake.contents(), expected);
}

#[tokio::test(start_paused = true)]
async fn refusals_that_discord_counts_are_counted() {
    let shared = || {
        let mut reply = too_many(1, false);
        if let Ok(reply) = &mut reply {
            reply.limits.shared = true;
        }
        reply
    };
    for (answer, counted) in [
        (too_many(1, false), 1),
        (too_many(1, true), 1),
        // The limit is somebody else's too.
        (shared(), 0),
        (refusal(401, 0), 1),
        (refusal(403, 50013), 1),
        (refusal(429, 30046), 1),
        (refusal(404, 10003), 0),
        (refusal(400, 50035), 0),
        (refusal(500, 0), 0),
    ] {
        let told = format!("{answer:?}");
        let (_, delivery) = Fake::new([answer]);
        drop(post(&delivery, "hello").await);
        assert_eq!(delivery.invalid_requests(), counted, "{told}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_always_fails_is_given_up() {
    let (fake, delivery) = Fake::new(std::iter::repeat_with(lost).take(20));
    let failed = post(&delivery, "hello").await;
    let attempts = fake.seen().len();
    assert!((2..20).contains(&attempts), "{attempts}");
    assert!(
        matches!(failed, Err(Failure::GivenUp { attempts: told, .. }) if told as usize == attempts)
    );
}

#[tokio::test(start_paused = true)]
async fn a_state_that_could_not_be_shown_is_shown_later_though_nothing_new_happens() {
    let failing = std::iter::repeat_with(|| refusal(500, 0)).take(7);
    let sent = keep(failing.collect(), &[(0, "one", Urgent)]).await;
    // It may have been posted by an attempt that failed, so it is edited in the end.
    assert_eq!(sent.len(), 9, "{sent:?}");
    assert!(sent.iter().all(|sent| sent.ends_with("one")), "{sent:?}");
}

/// Posts a picture in each of these channels; whether it went along, for each request.
async fn pictured(delivery: &Delivery, fake: &Fake, channels: &[u64]) -> Vec<bool> {
    let before = fake.seen().len();
    let picture = Letter {
        image: Some(Image {
            name: "table.png",
            alt: "A table".to_owned(),
            png: Arc::from([1, 2, 3]),
        }),
        ..Letter::text("hello")
    };
    for channel in channels {
        let posted = delivery.post(ChannelId::new(*channel), &picture, None, Urgent);
        posted.await.expect("text is taken");
    }
    let seen = fake.seen().into_iter().skip(before);
    seen.map(|(_, _, body)| body["files"] == 1).collect()
}

#[tokio::test(start_paused = true)]
async fn where_a_file_was_forbidden_none_is_tried_for_an_hour() {
    let (fake, delivery) = Fake::new([refusal(403, 50013)]);
    let sent = pictured(&delivery, &fake, &[7, 7, 8]).await;
    assert_eq!(
        sent,
        [true, false, false, true],
        "elsewhere they may be taken"
    );
    sleep(Duration::from_secs(3_600)).await;
    assert_eq!(pictured(&delivery, &fake, &[7]).await, [true]);
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_is_lost_or_wrong_does_not_keep_others_away() {
    for answer in [lost(), refusal(400, 50035)] {
        let (fake, delivery) = Fake::new([answer]);
        let sent = pictured(&delivery, &fake, &[7, 7]).await;
        assert_eq!(sent, [true, false, true]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_state_that_is_shown_already_is_not_sent_again() {
    let states = [
        (0, "one", Urgent),
        (1_000, "one", Urgent),
        (1_000, "two", Urgent),
    ];
    let sent = keep(vec![], &states).await;
    assert_eq!(sent, ["post in 7: one", "edit 1 in 7: two"]);
    // Unless it may not be what is shown.
    let (fake, delivery) = Fake::new([]);
    let spot = MessageState::Channel(CHANNEL, Some(MESSAGE));
    let message = LiveMessage::new(delivery, spot, None, Duration::ZERO);
    for _ in 0..2 {
        message.show(Letter::text("one"), Urgent);
        sleep(Duration::from_secs(1)).await;
        message.doubt();
    }
    assert_eq!(fake.contents(), ["edit 5 in 7: one"; 2]);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_another_process_goes_on_with_is_not_there_twice() {
    let (fake, delivery) = Fake::new([Ok(success(8))]);
    let spot = MessageState::Channel(CHANNEL, None);
    let message = LiveMessage::new(delivery, spot, None, Duration::ZERO);
    message.show(Letter::text("one"), Urgent);
    sleep(Duration::from_millis(50)).await;
    assert_eq!(message.abandon(), None, "it is on its way");
    sleep(Duration::from_secs(10)).await;
    assert_eq!(fake.contents(), ["post in 7: one", "delete 8 in 7: -"]);
}

/// Discord may have taken it: whoever goes on with the table shows another one.
#[tokio::test(start_paused = true)]
async fn a_post_whose_answer_was_lost_is_taken_back_when_another_process_goes_on() {
    for lost_answers in [1, 3, 5, 8] {
        let (fake, delivery) = Fake::new(vec![lost(); lost_answers]);
        let spot = MessageState::Channel(CHANNEL, None);
        let message = LiveMessage::new(delivery, spot, None, Duration::ZERO);
        message.show(Letter::text("one"), Urgent);
        sleep(Duration::from_millis(50)).await;
        assert_eq!(message.abandon(), None, "it is on its way");
        sleep(Duration::from_secs(600)).await;
        let seen = fake.seen();
        let posts = seen.iter().filter(|(_, _, body)| !body["nonce"].is_null());
        let nonces: std::collections::BTreeSet<_> = posts
            .map(|(_, _, body)| body["nonce"].to_string())
            .collect();
        assert_eq!(nonces.len(), 1, "{lost_answers}");
        let contents = fake.contents();
        let last = contents.last().expect("it was tried");
        assert!(last.starts_with("delete"), "{lost_answers}: {contents:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_post_by_a_press_whose_answer_was_lost_is_looked_for() {
    let rows = |code: &str| {
        let button = serenity::builder::CreateButton::new(code).label("Play");
        Rows::new(&[serenity::builder::CreateActionRow::Buttons(vec![button])])
    };
    let listed = |id: u64, code: &str| {
        let button = json!({"type": 2, "custom_id": code});
        json!({"id": id.to_string(), "components": [{"components": [button]}]})
    };
    // A message with its controls below the old one is it; none else is.
    for (found, posted) in [
        (listed(8, "go"), false),
        (listed(8, "stop"), true),
        (listed(4, "go"), true),
    ] {
        let body = json!([found]).to_string().into_bytes();
        let list = Ok(Reply {
            status: 200,
            body,
            ..Reply::default()
        });
        let (fake, delivery) = Fake::new([lost(), list]);
        let until = Instant::now() + Duration::from_secs(800);
        delivery.keep_token(MESSAGE, Token::new("secret"), until);
        let spot = MessageState::Channel(CHANNEL, Some(MESSAGE));
        let message = LiveMessage::new(delivery, spot, None, Duration::ZERO);
        let letter = Letter {
            rows: rows("go"),
            ..Letter::text("one")
        };
        message.put(letter, Urgency::Played, Posting::Anew, Instant::now());
        sleep(Duration::from_secs(20)).await;
        let again = fake.contents().contains(&"post in 7: one".to_owned());
        assert_eq!(again, posted, "{found}: {:?}", fake.contents());
    }
}
