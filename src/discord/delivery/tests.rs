//! Delivery under rate limits, failures and restarts.

mod guests;
mod order;
mod pressed;
mod refused;

use std::collections::VecDeque;

use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::letter::Rows;
use super::live_message::{LiveMessage, MessageState, Posting};
use super::wire::{AnswerState, Lost, RateHeaders, TokenMessage};
use super::*;

/// One request as the fake Discord saw it: time, name and body.
type Seen = (Duration, String, Value);

/// A fake Discord: answers as scripted, then with success, each after 100 ms.
#[derive(Clone)]
struct Fake {
    started: Instant,
    seen: Arc<Mutex<Vec<Seen>>>,
    addresses: Arc<Mutex<Vec<Address>>>,
    script: Arc<Mutex<VecDeque<Result<Reply, Lost>>>>,
}

impl Wire for Fake {
    fn send<'a>(&'a self, to: &'a Address, body: letter::Body) -> AnswerState<'a> {
        Box::pin(async move {
            let files = body.files.len();
            let mut body: Value = serde_json::from_slice(&body.json).unwrap_or_default();
            if files > 0 {
                body["files"] = json!(files);
            }
            self.addresses.lock().push(to.clone());
            let id = {
                let mut seen = self.seen.lock();
                seen.push((self.started.elapsed(), to.name(), body));
                seen.len()
            };
            sleep(Duration::from_millis(100)).await;
            let next = self.script.lock().pop_front();
            next.unwrap_or_else(|| Ok(success(id as u64)))
        })
    }
}

impl Fake {
    fn new(script: impl IntoIterator<Item = Result<Reply, Lost>>) -> (Self, Delivery) {
        let script = Arc::new(Mutex::new(script.into_iter().collect()));
        let fake = Self {
            started: Instant::now(),
            seen: Arc::default(),
            addresses: Arc::default(),
            script,
        };
        (fake.clone(), Delivery::new(fake))
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().clone()
    }

    fn addresses(&self) -> Vec<Address> {
        self.addresses.lock().clone()
    }

    fn contents(&self) -> Vec<String> {
        let content = |body: &Value| body["content"].as_str().unwrap_or("-").to_owned();
        self.seen()
            .iter()
            .map(|(_, name, body)| format!("{name}: {}", content(body)))
            .collect()
    }
}

fn success(id: u64) -> Reply {
    let body = json!({"id": id.to_string()}).to_string().into_bytes();
    Reply {
        status: 200,
        body,
        ..Reply::default()
    }
}

fn refusal(status: u16, code: u32) -> Result<Reply, Lost> {
    let body = json!({"code": code, "message": "no"})
        .to_string()
        .into_bytes();
    Ok(Reply {
        status,
        body,
        ..Reply::default()
    })
}

fn too_many(seconds: u64, global: bool) -> Result<Reply, Lost> {
    let retry_after = Some(Duration::from_secs(seconds));
    let limits = RateHeaders {
        retry_after,
        global,
        ..RateHeaders::default()
    };
    Ok(Reply {
        status: 429,
        limits,
        ..Reply::default()
    })
}

fn lost() -> Result<Reply, Lost> {
    Err(Lost("connection reset".to_owned()))
}

const CHANNEL: ChannelId = ChannelId::new(7);

async fn post(delivery: &Delivery, text: &str) -> Result<MessageId, Failure> {
    delivery
        .post(CHANNEL, &Letter::text(text), None, Urgency::Urgent)
        .await
}

/// Shows states one after another, waits a minute, and gives the requests that Discord saw.
async fn keep(script: Vec<Result<Reply, Lost>>, states: &[(u64, &str, Urgency)]) -> Vec<String> {
    let (fake, delivery) = Fake::new(script);
    let message = LiveMessage::new(
        delivery,
        MessageState::Channel(CHANNEL, None),
        None,
        Duration::from_secs(3),
    );
    for (pause, text, urgency) in states {
        sleep(Duration::from_millis(*pause)).await;
        message.show(Letter::text(*text), *urgency);
    }
    sleep(Duration::from_secs(60)).await;
    fake.contents()
}

use Urgency::{Cosmetic, Urgent};

#[tokio::test(start_paused = true)]
async fn a_post_that_fails_is_tried_again_with_the_same_nonce() {
    let (fake, delivery) = Fake::new([refusal(500, 0), lost(), refusal(503, 0)]);
    let posted = post(&delivery, "hello").await;
    assert_eq!(posted, Ok(MessageId::new(4)));
    let seen = fake.seen();
    assert!(
        seen.iter()
            .all(|(_, _, body)| body["nonce"] == seen[0].2["nonce"])
    );
    assert!(
        seen.iter()
            .all(|(_, _, body)| body["enforce_nonce"] == json!(true))
    );
    post(&delivery, "again").await.expect("the second post");
    assert_ne!(fake.seen()[4].2["nonce"], seen[0].2["nonce"]);
}

#[tokio::test(start_paused = true)]
async fn a_line_has_one_answer_whichever_process_gives_it() {
    let letter = Letter::text("yes");
    let mut nonces = Vec::new();
    for _process in 0..2 {
        let (fake, delivery) = Fake::new([]);
        let (channel, line) = (ChannelId::new(5), Some(MessageId::new(6)));
        let waits = delivery.post_meanwhile(channel, &letter, line).await;
        waits.expect("the first reply");
        let answered = delivery.post(channel, &letter, line, Urgent).await;
        answered.expect("the second reply");
        nonces.extend(fake.seen().iter().map(|(_, _, body)| body["nonce"].clone()));
    }
    assert_eq!(nonces[1], json!("6"));
    assert_eq!(nonces[1], nonces[3]);
    assert!(nonces[0] != nonces[1] && nonces[0] != nonces[2]);
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_is_not_tried_again() {
    for (status, code, meaning) in [
        (403, 50007, Meaning::DirectClosed),
        (403, 50013, Meaning::Forbidden),
        (404, 10003, Meaning::ChannelGone),
        (400, 50035, Meaning::Other),
        (429, 30046, Meaning::TooOld),
    ] {
        let (fake, delivery) = Fake::new([refusal(status, code)]);
        let failure = post(&delivery, "hello").await.expect_err("refused");
        assert_eq!(failure.meaning(), meaning);
        assert_eq!(fake.seen().len(), 1, "{failure}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_token_ends_all_sending() {
    let (fake, delivery) = Fake::new([refusal(401, 0)]);
    assert!(post(&delivery, "hello").await.is_err());
    assert_eq!(post(&delivery, "again").await, Err(Failure::HeldBack));
    assert_eq!(fake.seen().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_429_is_waited_out() {
    let (fake, delivery) = Fake::new([too_many(7, false)]);
    post(&delivery, "hello").await.expect("posted in the end");
    let times: Vec<_> = fake.seen().iter().map(|(at, _, _)| at.as_secs()).collect();
    assert_eq!(times, [0, 7]);
    assert_eq!(delivery.invalid_requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_global_429_stops_every_channel_but_no_answers_to_interactions() {
    let (fake, delivery) = Fake::new([too_many(5, true)]);
    let first = tokio::spawn({
        let delivery = delivery.clone();
        async move { post(&delivery, "first").await }
    });
    sleep(Duration::from_millis(500)).await;
    let token = Token::new("secret");
    let opening = Callback::Later(letter::Visibility::ByOne);
    delivery
        .open(InteractionId::new(9), &token, &opening)
        .await
        .expect("answered");
    let letter = Letter::text("elsewhere");
    delivery
        .post(ChannelId::new(8), &letter, None, Urgent)
        .await
        .expect("posted");
    first.await.expect("no panic").expect("posted");
    let times: Vec<_> = fake
        .seen()
        .iter()
        .map(|(at, _, _)| at.as_millis())
        .collect();
    assert_eq!(times[..2], [0, 500]);
    assert!(times[2..].iter().all(|at| *at >= 5_100), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn an_interaction_is_answered_within_three_seconds_or_not_at_all() {
    let (_, delivery) = Fake::new([too_many(5, false)]);
    let opening = Callback::UpdateLater;
    let late = delivery
        .open(InteractionId::new(9), &Token::new("t"), &opening)
        .await;
    assert_eq!(late, Err(Failure::Late));
    let (_, delivery) = Fake::new([lost(), refusal(400, 40060)]);
    let answered = delivery
        .open(InteractionId::new(9), &Token::new("t"), &opening)
        .await;
    assert_eq!(answered, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn posts_keep_within_fifty_a_second_and_urgent_ones_go_first() {
    let (fake, delivery) = Fake::new([]);
    let mut tasks = Vec::new();
    for channel in 1..=200 {
        for (text, urgency) in [("cosmetic", Cosmetic), ("urgent", Urgent)] {
            let delivery = delivery.clone();
            tasks.push(tokio::spawn(async move {
                let letter = Letter::text(text);
                delivery
                    .post(ChannelId::new(channel), &letter, None, urgency)
                    .await
            }));
        }
    }
    for task in tasks {
        task.await.expect("no panic").expect("posted");
    }
    let seen = fake.seen();
    let busiest = seen.iter().enumerate().map(|(at, (start, _, _))| {
        seen[at..]
            .iter()
            .take_while(|(time, _, _)| *time < *start + Duration::from_secs(1))
            .count()
    });
    assert!(busiest.max() <= Some(50));
    // The first ones found nobody waiting.
    let then = &seen[limits::MOST_A_SECOND..200];
    assert!(then.iter().all(|(_, _, body)| body["content"] == "urgent"));
}

#[tokio::test(start_paused = true)]
async fn a_process_keeps_to_its_share_of_the_limit() {
    let (fake, delivery) = Fake::new([]);
    let post_to = async |channels: std::ops::Range<u64>| {
        let tasks: Vec<_> = channels
            .map(|channel| {
                let delivery = delivery.clone();
                tokio::spawn(async move {
                    let letter = Letter::text("hello");
                    let posted = delivery.post(ChannelId::new(channel), &letter, None, Urgent);
                    posted.await.expect("posted");
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("no panic");
        }
    };
    let before = fake.seen().len();
    delivery.set_most_a_second(5);
    post_to(1..21).await;
    let first: Vec<_> = fake
        .seen()
        .iter()
        .map(|(at, _, _)| at.as_millis())
        .collect();
    // Each request counts until a second after its answer, which takes 100 ms.
    assert_eq!(
        (before, first[4], first[5], first[19]),
        (0, 0, 1_100, 3_300)
    );
    sleep(Duration::from_secs(2)).await;
    delivery.set_most_a_second(0);
    post_to(21..24).await;
    let then: Vec<_> = fake
        .seen()
        .iter()
        .map(|(at, _, _)| at.as_millis())
        .collect();
    assert_eq!((then[21] - then[20], then[22] - then[21]), (1_100, 1_100));
}

#[tokio::test(start_paused = true)]
async fn the_newest_state_wins() {
    let seen = keep(
        vec![],
        &[
            (0, "dealt 1", Cosmetic),
            (500, "dealt 2", Cosmetic),
            (500, "dealt 3", Cosmetic),
            (2500, "dealt 4", Cosmetic),
            (500, "a call", Urgent),
            (0, "dealt 5", Cosmetic),
            (0, "dealt 5", Cosmetic),
        ],
    );
    let expected = [
        "post in 7: dealt 1",
        "edit 1 in 7: dealt 3",
        "edit 1 in 7: dealt 5",
    ];
    assert_eq!(seen.await, expected);
}

#[tokio::test(start_paused = true)]
async fn a_message_ends_with_its_last_state_before_the_next_begins() {
    let (fake, delivery) = Fake::new([]);
    let message = LiveMessage::new(
        delivery,
        MessageState::Channel(CHANNEL, None),
        None,
        Duration::from_secs(3),
    );
    message.show(Letter::text("trick 25"), Urgent);
    sleep(Duration::from_millis(300)).await;
    message.show(Letter::text("result"), Urgent);
    message.put(
        Letter::text("round 2"),
        Urgent,
        Posting::Anew,
        Instant::now(),
    );
    message.show(Letter::text("dealt 1"), Cosmetic);
    sleep(Duration::from_secs(9)).await;
    let expected = [
        "post in 7: trick 25",
        "edit 1 in 7: result",
        "post in 7: dealt 1",
        // Its controls are removed.
        "edit 1 in 7: -",
    ];
    assert_eq!(fake.contents(), expected);
    let (_, _, last) = fake.seen().pop().expect("something was sent");
    assert_eq!(last, json!({"components": []}));
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_gone_or_too_old_is_posted_anew() {
    for (status, code) in [(404, 10008), (400, 30046), (429, 30046)] {
        let script = vec![Ok(success(1)), refusal(status, code)];
        let seen = keep(script, &[(0, "one", Urgent), (1000, "two", Urgent)]).await;
        assert_eq!(
            seen,
            ["post in 7: one", "edit 1 in 7: two", "post in 7: two"]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_post_whose_answer_was_lost_is_brought_up_to_date_after() {
    let seen = keep(vec![lost()], &[(0, "one", Urgent), (150, "two", Urgent)]).await;
    assert_eq!(
        seen,
        ["post in 7: one", "post in 7: two", "edit 2 in 7: two"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_long_outage_ends_with_the_newest_state() {
    let script = (0..7).map(|_| refusal(500, 0)).collect();
    let seen = keep(
        script,
        &[
            (0, "one", Urgent),
            (5000, "two", Urgent),
            (9000, "three", Urgent),
        ],
    );
    let seen = seen.await;
    assert!(
        seen.last().is_some_and(|last| last.ends_with("three")),
        "{seen:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn without_permission_a_channel_is_left_alone() {
    let script = (0..9).map(|_| refusal(403, 50013)).collect();
    let states: Vec<_> = (0..50).map(|_| (500, "a state", Urgent)).collect();
    let seen = keep(script, &states).await;
    assert!(seen.len() <= 2, "{seen:?}");
}

#[tokio::test(start_paused = true)]
async fn what_waits_to_be_sent_goes_without_the_file_that_another_message_was_refused_for() {
    let png = Arc::from(*b"PNG");
    let (name, alt) = ("trick.png", "a trick".to_owned());
    let pictured = Letter {
        image: Some(letter::Image { name, alt, png }),
        ..Letter::text("a page")
    };
    // Files are not allowed; or nothing is, which says nothing about files.
    for (script, [first, later]) in [
        (vec![refusal(403, 50013)], [1, 0]),
        (vec![refusal(403, 50013), refusal(403, 50013)], [1, 1]),
    ] {
        let (fake, delivery) = Fake::new(script);
        delivery.set_most_a_second(1);
        let with_files = |from: usize| {
            let seen = fake.seen().split_off(from);
            seen.iter()
                .filter(|(_, _, body)| body["files"] == 1)
                .count()
        };
        let post = || delivery.post(CHANNEL, &pictured, None, Urgent);
        let _ = tokio::join!(post(), post());
        assert_eq!(with_files(0), first);
        let before = fake.seen().len();
        post().await.expect("text is taken by now");
        assert_eq!(with_files(before), later);
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_kept_until_its_token_dies() {
    let (fake, delivery) = Fake::new([]);
    let until = Instant::now() + Duration::from_secs(10);
    let spot = MessageState::Answer(Token::new("secret"), until);
    let message = LiveMessage::new(delivery, spot, None, Duration::from_secs(2));
    for number in 0..30 {
        message.show(Letter::text(number.to_string()), Cosmetic);
        sleep(Duration::from_millis(500)).await;
    }
    assert!(!message.is_alive());
    let seen = fake.seen();
    assert!((4..=6).contains(&seen.len()), "{seen:?}");
    assert!(
        seen.iter()
            .all(|(at, name, _)| at.as_secs() < 10 && !name.contains("secret"))
    );
}

#[test]
fn text_that_people_typed_rings_nobody() {
    let body = Letter::text("@everyone <@1> <@&2>").post("n", None);
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    let nobody = json!({"parse": [], "users": [], "roles": []});
    assert_eq!(body["allowed_mentions"], nobody);
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_emoji_is_not_known_comes_without_it() {
    let unknown = || {
        let leaf = json!({"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"});
        let body = json!({"code": 50035, "errors": {"components": {"_errors": [leaf]}}});
        Ok(Reply {
            status: 400,
            body: body.to_string().into_bytes(),
            ..Reply::default()
        })
    };
    let letter = || {
        let emoji = serenity::model::channel::ReactionType::Custom {
            animated: false,
            id: serenity::model::id::EmojiId::new(17),
            name: Some("t_SK_3fa9".to_owned()),
        };
        let button = serenity::builder::CreateButton::new("go").label("Play");
        let row = vec![button.emoji(emoji)];
        Letter {
            rows: Rows::new(&[serenity::builder::CreateActionRow::Buttons(row)]),
            ..Letter::text("hello")
        }
    };
    let post = async |script: Vec<Result<Reply, Lost>>| {
        let (fake, delivery) = Fake::new(script);
        let posted = delivery.post(CHANNEL, &letter(), None, Urgent).await;
        let missed = timeout(Duration::from_secs(1), delivery.emoji_missed());
        let missed = missed.await.is_ok();
        let seen = fake.seen().into_iter();
        let shown = seen.map(|(_, _, body)| {
            let button = &body["components"][0]["components"][0];
            assert_eq!(button["label"], "Play");
            button["emoji"].is_object()
        });
        (posted.is_ok(), shown.collect::<Vec<_>>(), missed)
    };
    // Discord sometimes does not know one that is there.
    assert_eq!(post(vec![unknown()]).await, (true, vec![true, true], false));
    assert_eq!(
        post(vec![unknown(), unknown()]).await,
        (true, vec![true, true, false], true)
    );
    let (posted, shown, _) = post(vec![unknown(), unknown(), unknown()]).await;
    assert_eq!((posted, shown.len()), (false, 3));
}

#[tokio::test(start_paused = true)]
async fn an_old_message_goes_although_discord_fails_for_a_while() {
    for below in [true, false] {
        let failing = std::iter::repeat_with(|| refusal(503, 0)).take(12);
        let script = [Ok(success(5)), Ok(success(8))].into_iter().chain(failing);
        let (fake, delivery) = Fake::new(script);
        let spot = MessageState::Channel(CHANNEL, None);
        let message = LiveMessage::new(delivery, spot, None, Duration::from_secs(2));
        message.show(Letter::text("one"), Urgency::Played);
        sleep(Duration::from_secs(3)).await;
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
        let goes = if below {
            "delete 5 in 7: -"
        } else {
            "edit 5 in 7: -"
        };
        let tries = || fake.contents().iter().filter(|sent| *sent == goes).count();
        sleep(Duration::from_secs(10)).await;
        assert!((1..12).contains(&tries()), "{:?}", fake.contents());
        sleep(Duration::from_secs(2 * 60 * 60)).await;
        // The last one succeeded.
        assert_eq!(tries(), 13, "{:?}", fake.contents());
    }
}
