//! The outbox under rate limits, failures and restarts.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::Poll;

use serde_json::Value;
use tokio::time::sleep;

use super::letter::Posting;
use super::live_message::LiveMessage;
use super::wire::{AnswerState, Lost, RateHeaders};
use super::*;

/// One request as the fake Discord saw it: time, method with path, and body.
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
                seen.push((self.started.elapsed(), format!("{to:?}"), body));
                seen.len()
            };
            sleep(Duration::from_millis(100)).await;
            let next = self.script.lock().pop_front();
            next.unwrap_or_else(|| Ok(success(id as u64)))
        })
    }
}

impl Fake {
    fn new(script: impl IntoIterator<Item = Result<Reply, Lost>>) -> (Self, Outbox) {
        let script = Arc::new(Mutex::new(script.into_iter().collect()));
        let fake = Self {
            started: Instant::now(),
            seen: Arc::default(),
            addresses: Arc::default(),
            script,
        };
        (fake.clone(), Outbox::new(fake))
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

fn interaction(token: &str) -> Interaction {
    Interaction::new(InteractionId::new(9), token)
}

async fn post(outbox: &Outbox, text: &str) -> Result<MessageId, Failure> {
    outbox
        .post(CHANNEL, &Letter::text(text), None, Urgency::Urgent)
        .await
}

/// Shows states one after another, waits a minute, and gives the requests that Discord saw.
async fn keep(script: Vec<Result<Reply, Lost>>, states: &[(u64, &str, Urgency)]) -> Vec<String> {
    let (fake, outbox) = Fake::new(script);
    let message = LiveMessage::new(outbox, (CHANNEL, None), Duration::from_secs(3));
    for (pause, text, urgency) in states {
        sleep(Duration::from_millis(*pause)).await;
        message.show(Letter::text(*text), *urgency);
    }
    sleep(Duration::from_secs(60)).await;
    fake.contents()
}

use Urgency::{Automatic, Cosmetic, Played, Urgent};

#[tokio::test(start_paused = true)]
async fn a_line_has_one_answer_whichever_process_gives_it() {
    let letter = Letter::text("yes");
    let mut nonces = Vec::new();
    for _process in 0..2 {
        let (fake, outbox) = Fake::new([]);
        let (channel, line) = (ChannelId::new(5), Some(MessageId::new(6)));
        let answered = outbox.post(channel, &letter, line, Urgent).await;
        answered.expect("the reply");
        nonces.extend(fake.seen().iter().map(|(_, _, body)| body["nonce"].clone()));
    }
    assert_eq!(nonces, [json!("6"), json!("6")]);
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_is_not_tried_again() {
    for (status, code, meaning) in [
        (403, 50007, Meaning::DirectClosed),
        (403, 50278, Meaning::DirectClosed),
        (403, 50013, Meaning::Forbidden),
        (404, 10003, Meaning::ChannelGone),
        (400, 50035, Meaning::Other),
        (429, 30046, Meaning::TooOld),
        (400, 50083, Meaning::Asleep),
        (400, 50024, Meaning::NoThreads),
        (400, 400_001, Meaning::NoUploads),
        (418, 999, Meaning::Other),
    ] {
        let (fake, outbox) = Fake::new([refusal(status, code)]);
        let failure = post(&outbox, "hello").await.expect_err("refused");
        assert_eq!(failure.meaning(), meaning);
        assert_eq!(fake.seen().len(), 1, "{failure}");
    }
}

#[tokio::test(start_paused = true)]
async fn another_state_does_not_wait_as_long_as_one_that_was_refused_often() {
    let refused = std::iter::repeat_with(|| refusal(400, 50_035)).take(6);
    let (fake, outbox) = Fake::new([Ok(success(1))].into_iter().chain(refused));
    let message = LiveMessage::new(outbox, (CHANNEL, None), Duration::from_secs(3));
    for (state, lasts) in [("one", 10), ("two", 40), ("three", 10)] {
        message.show(Letter::text(state), Urgent);
        sleep(Duration::from_secs(lasts)).await;
    }
    let times: Vec<_> = fake.seen().iter().map(|(at, ..)| at.as_secs()).collect();
    assert_eq!(times, [0, 10, 11, 13, 17, 25, 41, 50]);
}

#[tokio::test(start_paused = true)]
async fn a_global_429_stops_every_channel_but_no_answers_to_interactions() {
    let (fake, outbox) = Fake::new([too_many(5, true)]);
    let first = tokio::spawn({
        let outbox = outbox.clone();
        async move { post(&outbox, "first").await }
    });
    sleep(Duration::from_millis(500)).await;
    let opening = Callback::Later;
    let opened = outbox.open(&interaction("secret"), &opening).await;
    opened.expect("answered");
    let letter = Letter::text("elsewhere");
    outbox
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
    let (_, outbox) = Fake::new([too_many(5, false)]);
    let opening = Callback::UpdateLater;
    let late = outbox.open(&interaction("t"), &opening).await;
    assert_eq!(late, Err(Failure::Late));
    let (_, outbox) = Fake::new([lost(), refusal(400, 40060)]);
    let answered = outbox.open(&interaction("t"), &opening).await;
    assert_eq!(answered, Ok(Opened::Before));
}

#[tokio::test(start_paused = true)]
async fn who_is_cancelled_at_the_moment_of_being_admitted_uses_up_nothing() {
    let budget = Budget::default();
    budget.set_most(1);
    for _ in 0..3 {
        let passed = budget.pass(Urgent).await;
        let mut late = Box::pin(budget.pass(Urgent));
        let waits = poll_fn(|cx| Poll::Ready(late.as_mut().poll(cx).is_pending()));
        assert!(waits.await, "one is under way");
        drop(passed);
        // It is admitted meanwhile, and never asked.
        sleep(Duration::from_secs(3)).await;
        drop(late);
    }
    budget.pass(Urgent).await;
}

#[tokio::test(start_paused = true)]
async fn posts_keep_within_fifty_a_second_and_urgent_ones_go_first() {
    let (fake, outbox) = Fake::new([]);
    let mut tasks = Vec::new();
    for channel in 1..=200 {
        for (text, urgency) in [("cosmetic", Cosmetic), ("urgent", Urgent)] {
            let outbox = outbox.clone();
            tasks.push(tokio::spawn(async move {
                let letter = Letter::text(text);
                outbox
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
    let then = &seen[windows::MOST_A_SECOND..200];
    assert!(then.iter().all(|(_, _, body)| body["content"] == "urgent"));
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
        "POST /channels/7/messages: dealt 1",
        "PATCH /channels/7/messages/1: dealt 3",
        "PATCH /channels/7/messages/1: dealt 5",
    ];
    assert_eq!(seen.await, expected);
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
async fn an_old_message_goes_although_discord_fails_for_a_while() {
    for below in [true, false] {
        let failing = std::iter::repeat_with(|| refusal(503, 0)).take(12);
        let script = [Ok(success(5)), Ok(success(8))].into_iter().chain(failing);
        let (fake, outbox) = Fake::new(script);
        let message = LiveMessage::new(outbox, (CHANNEL, None), Duration::from_secs(2));
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
            "DELETE /channels/7/messages/5: -"
        } else {
            "PATCH /channels/7/messages/5: -"
        };
        let tries = || fake.contents().iter().filter(|sent| *sent == goes).count();
        sleep(Duration::from_secs(10)).await;
        assert!((1..12).contains(&tries()), "{:?}", fake.contents());
        sleep(Duration::from_secs(2 * 60 * 60)).await;
        // The last one succeeded.
        assert_eq!(tries(), 13, "{:?}", fake.contents());
    }
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
        let (_, outbox) = Fake::new([answer]);
        drop(post(&outbox, "hello").await);
        assert_eq!(outbox.invalid_requests(), counted, "{told}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_always_fails_is_given_up() {
    let (fake, outbox) = Fake::new(std::iter::repeat_with(lost).take(20));
    let failed = post(&outbox, "hello").await;
    let attempts = fake.seen().len();
    assert!((2..20).contains(&attempts), "{attempts}");
    assert!(
        matches!(failed, Err(Failure::GivenUp { attempts: told, .. }) if told as usize == attempts)
    );
}

/// Posts one message in a channel of its own.
fn post_one(outbox: &Outbox, channel: u64, text: &'static str, urgency: Urgency) {
    let outbox = outbox.clone();
    tokio::spawn(async move {
        let letter = Letter::text(text);
        let posted = outbox.post(ChannelId::new(channel), &letter, None, urgency);
        posted.await.expect("posted");
    });
}

/// The texts in the order of their arrival.
fn texts(fake: &Fake) -> Vec<String> {
    let text = |body: &Value| body["content"].as_str().unwrap_or("-").to_owned();
    fake.seen().iter().map(|(_, _, body)| text(body)).collect()
}

#[tokio::test(start_paused = true)]
async fn answers_go_before_boards_and_people_before_computers() {
    let (fake, outbox) = Fake::new([]);
    outbox.0.budget.set_most(2);
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
            post_one(&outbox, channel, text, urgency);
            sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(outbox.0.budget.waiting(), 10);
    sleep(Duration::from_secs(30)).await;
    let expected = [
        // Nobody waited when these came.
        ["deal", "deal"].as_slice(),
        &["answer"; 3],
        &["person"; 3],
        &["computer"; 3],
        &["deal"],
    ];
    assert_eq!(texts(&fake), expected.concat());
    assert_eq!(outbox.0.budget.waiting(), 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever() {
    let (fake, outbox) = Fake::new([]);
    outbox.0.budget.set_most(4);
    for channel in 1..=4 {
        post_one(&outbox, channel, "before", Urgent);
    }
    tokio::task::yield_now().await;
    post_one(&outbox, 5, "deal", Cosmetic);
    // More answers than may be sent, for two minutes.
    for channel in 10..810 {
        post_one(&outbox, channel, "answer", Urgent);
        sleep(Duration::from_millis(150)).await;
    }
    let seen = fake.seen();
    let dealt = seen.iter().find(|(_, _, body)| body["content"] == "deal");
    let at = dealt.map(|(at, ..)| at.as_secs());
    assert!(at.is_some_and(|at| at < 115), "{at:?}");
}

#[tokio::test(start_paused = true)]
async fn a_storm_of_answers_on_one_server_does_not_delay_those_of_others() {
    let (fake, outbox) = Fake::new([]);
    outbox.0.budget.set_most(1);
    // A server has a hundred channels; every other channel is of none.
    outbox.ask_servers(|channel| (channel >= 100).then_some(1));
    post_one(&outbox, 1, "before", Urgent);
    tokio::task::yield_now().await;
    for channel in 100..200 {
        post_one(&outbox, channel, "storm", Urgent);
    }
    sleep(Duration::from_millis(5)).await;
    for (channel, text) in [(2, "two"), (2, "two"), (3, "three"), (2, "two")] {
        post_one(&outbox, channel, text, Urgent);
    }
    sleep(Duration::from_secs(8)).await;
    let expected = [
        "before", "storm", "two", "three", "storm", "two", "storm", "two",
    ];
    assert_eq!(texts(&fake)[..8], expected);
}

const LIFE: Duration = Duration::from_secs(15 * 60);

/// Somebody uses something there, and is answered.
fn use_something(outbox: &Outbox, number: u8) -> Token {
    let token = Token::new(format!("secret {number}"));
    outbox.guests().lend(CHANNEL, &token, Instant::now() + LIFE);
    outbox.guests().note_answered(&token);
    token
}

#[tokio::test(start_paused = true)]
async fn no_token_is_followed_up_more_than_five_times() {
    let (fake, outbox) = Fake::new([too_many(1, false)]);
    let token = use_something(&outbox, 1);
    let mut taken = 0;
    for _ in 0..8 {
        let letter = Letter::text("your cards");
        let sent = outbox.follow_up(&token, &letter, Visibility::ByOne).await;
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
    let (fake, outbox) = Fake::new([]);
    let token = use_something(&outbox, 1);
    let mut posted = Vec::new();
    for _ in 0..5 {
        posted.push(post(&outbox, "your turn").await.is_ok());
    }
    assert_eq!(posted, [true, true, true, false, false]);
    let letter = Letter::text("your cards");
    let to_one = Visibility::ByOne;
    assert!(outbox.follow_up(&token, &letter, to_one).await.is_ok());
    assert!(fake.addresses().iter().all(|to| !to.counts()));
}
