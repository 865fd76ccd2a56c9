//! Edits by the tokens of presses.

use super::*;

const MESSAGE: MessageId = MessageId::new(5);
const LIFE: Duration = Duration::from_secs(15 * 60);

/// The message with as many tokens, each with a life of its own.
fn shown(delivery: &Delivery, lives: &[Duration]) -> LiveMessage {
    for (number, life) in lives.iter().enumerate() {
        let token = Token::new(format!("secret {number}"));
        delivery.keep_token(MESSAGE, token, Instant::now() + *life);
    }
    let spot = MessageState::Channel(CHANNEL, Some(MESSAGE));
    LiveMessage::new(delivery.clone(), spot, None, Duration::from_secs(3))
}

/// Shows these states one second after another.
async fn tell(message: &LiveMessage, states: &[&str]) {
    for state in states {
        message.show(Letter::text(*state), Urgency::Played);
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_edit_goes_by_the_token_of_a_press_as_long_as_it_lives() {
    let (fake, delivery) = Fake::new([]);
    let message = shown(&delivery, &[Duration::from_secs(30)]);
    tell(&message, &["one"]).await;
    sleep(Duration::from_secs(20)).await;
    tell(&message, &["two"]).await;
    assert_eq!(
        fake.contents(),
        ["edit 5 in 7 by a press: one", "edit 5 in 7: two"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_refused_token_is_dropped_and_the_same_state_counts() {
    for (status, code) in [(401, 50027), (404, 10015), (404, 10008), (403, 50013)] {
        let (fake, delivery) = Fake::new([Ok(success(5)), refusal(status, code)]);
        let message = shown(&delivery, &[LIFE]);
        tell(&message, &["one", "two", "three"]).await;
        let expected = [
            "edit 5 in 7 by a press: one",
            "edit 5 in 7 by a press: two",
            "edit 5 in 7: two",
            "edit 5 in 7: three",
        ];
        assert_eq!(fake.contents(), expected, "{status} {code}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_counted_way_is_believed_that_a_message_is_gone() {
    let (fake, delivery) = Fake::new([refusal(404, 10008), refusal(404, 10008)]);
    let message = shown(&delivery, &[LIFE]);
    tell(&message, &["one"]).await;
    let posted = message.message().expect("posted anew");
    assert_ne!(posted, MESSAGE);
    tell(&message, &["two"]).await;
    assert_eq!(
        fake.contents(),
        [
            "edit 5 in 7 by a press: one".to_owned(),
            "edit 5 in 7: one".to_owned(),
            "post in 7: one".to_owned(),
            // The token was of a press on the old one.
            format!("edit {posted} in 7: two"),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn an_older_token_serves_while_the_newest_has_sent_what_it_may() {
    for (tokens, counted) in [(1, 4), (2, 0)] {
        let (fake, delivery) = Fake::new([]);
        let message = shown(&delivery, &[LIFE].repeat(tokens));
        for state in 0..9 {
            message.show(Letter::text(state.to_string()), Urgency::Played);
            sleep(Duration::from_millis(200)).await;
        }
        let all = fake.contents();
        let by_press = all.iter().filter(|name| name.contains("by a press"));
        assert_eq!(all.len() - by_press.count(), counted, "{all:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_busy_bot_waits_for_the_window_of_the_token_or_for_another_token() {
    for another in [false, true] {
        let (fake, delivery) = Fake::new([]);
        delivery.set_most_a_second(1);
        let message = shown(&delivery, &[LIFE]);
        let mut tasks = Vec::new();
        for channel in 100..120 {
            let delivery = delivery.clone();
            tasks.push(tokio::spawn(async move {
                let letter = Letter::text("an answer");
                let posted = delivery.post(ChannelId::new(channel), &letter, None, Urgent);
                posted.await.expect("posted");
            }));
        }
        for state in 0..9 {
            message.show(Letter::text(state.to_string()), Urgency::Played);
            sleep(Duration::from_millis(200)).await;
        }
        if another {
            let until = Instant::now() + LIFE;
            delivery.keep_token(MESSAGE, Token::new("another"), until);
        }
        sleep(Duration::from_secs(6)).await;
        let seen = fake.seen().into_iter();
        let edits = seen.filter(|(_, name, _)| name.starts_with("edit"));
        let edits: Vec<_> = edits.collect();
        let (at, name, body) = edits.last().expect("edits");
        assert!(edits.len() == 6 && name.contains("by a press"), "{edits:?}");
        assert_eq!(body["content"], "8", "the newest state");
        let at = at.as_millis();
        assert!(
            if another {
                at < 2_000
            } else {
                (5_000..6_000).contains(&at)
            },
            "{at}"
        );
        for task in tasks {
            task.await.expect("no panic");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn controls_of_an_old_message_go_by_its_token() {
    let (fake, delivery) = Fake::new([]);
    drop(shown(&delivery, &[LIFE]));
    delivery.disarm(CHANNEL, MESSAGE).await.expect("done");
    assert_eq!(fake.contents(), ["edit 5 in 7 by a press: -"]);
}

/// Shows "one", and then "two" in a new message; what was sent after "one".
async fn goes_on(
    script: Vec<Result<Reply, Lost>>,
    (life, below): (Duration, bool),
) -> (Vec<String>, Fake) {
    let (fake, delivery) = Fake::new([Ok(success(5))].into_iter().chain(script));
    let message = shown(&delivery, &[life]);
    tell(&message, &["one"]).await;
    match below {
        true => message.put(
            Letter::text("two"),
            Urgency::Played,
            Posting::Below,
            Instant::now(),
        ),
        false => message.put(
            Letter::text("two"),
            Urgency::Played,
            Posting::Anew,
            Instant::now(),
        ),
    }
    sleep(Duration::from_secs(3)).await;
    tell(&message, &["three"]).await;
    (fake.contents().split_off(1), fake)
}

#[tokio::test(start_paused = true)]
async fn a_message_that_goes_on_is_posted_by_the_token_of_the_old_one_and_edited_by_it() {
    let (sent, fake) = goes_on(vec![Ok(success(8))], (LIFE, false)).await;
    let expected = [
        "post in 7 by a press: two",
        // The controls of the old one go.
        "edit 5 in 7 by a press: -",
        "edit 8 in 7 by a press: three",
    ];
    assert_eq!(sent, expected);
    let (_, _, post) = &fake.seen()[1];
    assert_eq!(
        (&post["flags"], &post["nonce"]),
        (&Value::Null, &Value::Null)
    );
    let by_press = fake.addresses().into_iter().filter_map(|to| match to {
        Address::Pressed { message, tie, .. } => Some((message.get(), tie)),
        _ => None,
    });
    let ties = [
        (5, TokenMessage::Original),
        (5, TokenMessage::Original),
        (8, TokenMessage::Further),
    ];
    assert_eq!(by_press.collect::<Vec<_>>(), ties);
}

#[tokio::test(start_paused = true)]
async fn a_post_that_no_token_brings_counts() {
    for failure in [
        refusal(404, 10015),
        refusal(401, 50027),
        refusal(403, 50013),
        lost(),
    ] {
        let (sent, _) = goes_on(vec![failure, Ok(success(8))], (LIFE, false)).await;
        assert_eq!(sent[..2], ["post in 7 by a press: two", "post in 7: two"]);
        assert!(sent.contains(&"edit 8 in 7: three".to_owned()), "{sent:?}");
    }
    // The token ends soon, or the old message goes and nothing would be answered.
    for how in [(Duration::from_secs(40), false), (LIFE, true)] {
        let (sent, _) = goes_on(vec![Ok(success(8))], how).await;
        assert_eq!(sent[0], "post in 7: two");
    }
}

#[tokio::test(start_paused = true)]
async fn a_post_waits_for_the_press_that_brought_it() {
    for answered in [true, false] {
        let (fake, delivery) = Fake::new([]);
        let message = shown(&delivery, &[LIFE]);
        let press = delivery.expect_token(MESSAGE);
        message.put(
            Letter::text("two"),
            Urgency::Played,
            Posting::Anew,
            Instant::now(),
        );
        sleep(Duration::from_millis(400)).await;
        assert!(fake.seen().is_empty(), "its press is not answered yet");
        let newest = Token::new("of the press");
        if answered {
            delivery.keep_token(MESSAGE, newest.clone(), Instant::now() + LIFE);
            drop(press);
        }
        sleep(Duration::from_secs(2)).await;
        let (at, name, _) = &fake.seen()[0];
        let expected = if answered { 400 } else { 1_000 };
        assert_eq!(
            (at.as_millis(), name.as_str()),
            (expected, "post in 7 by a press")
        );
        let by = Address::FurtherPost(CHANNEL, newest);
        assert_eq!(
            fake.addresses()[0] == by,
            answered,
            "otherwise by the token before"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_waits_to_be_counted_goes_by_the_token_of_a_press_that_comes_meanwhile() {
    for anew in [false, true] {
        let (fake, delivery) = Fake::new([]);
        delivery.set_most_a_second(1);
        for channel in 100..110 {
            let delivery = delivery.clone();
            tokio::spawn(async move {
                let letter = Letter::text("an answer");
                let posted = delivery.post(ChannelId::new(channel), &letter, None, Urgent);
                posted.await.expect("posted");
            });
        }
        tokio::task::yield_now().await;
        let message = shown(&delivery, &[]);
        match anew {
            true => message.put(
                Letter::text("one"),
                Urgency::Played,
                Posting::Anew,
                Instant::now(),
            ),
            false => message.show(Letter::text("one"), Urgency::Played),
        }
        sleep(Duration::from_millis(2_500)).await;
        // This press is refused and brings nothing.
        drop(delivery.expect_token(MESSAGE));
        delivery.keep_token(MESSAGE, Token::new("new"), Instant::now() + LIFE);
        sleep(Duration::from_secs(20)).await;
        let seen = fake.seen().into_iter();
        let boards: Vec<_> = seen
            .filter(|(_, _, body)| body["content"] == "one")
            .collect();
        let [(at, name, _)] = &boards[..] else {
            panic!("once: {boards:?}");
        };
        assert!(name.ends_with("by a press"), "{name}");
        assert_eq!(at.as_millis(), 2_500);
    }
}
