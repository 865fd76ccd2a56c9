//! Panels over their whole life, under paused time.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;

use super::*;
use crate::chance::Seed;
use crate::desk::settings::Settings;
use crate::desk::{Command, Desk, Effect};
use crate::discord::delivery::Delivery;
use crate::discord::delivery::letter::{Body, Letter};
use crate::discord::delivery::wire::{Address, AnswerState, Reply, Token, Wire};
use crate::host::{Host, MemoryJournal};
use crate::store::MemoryStore;
use crate::table::{Limits, PersonId};
use crate::text::context::Surface;
use crate::text::locale::Locale;

/// Accepts every request; keeps the time and body of each.
#[derive(Clone, Default)]
struct Sent(Arc<Mutex<Vec<(Instant, String)>>>);

impl Wire for Sent {
    fn send<'a>(&'a self, _: &'a Address, body: Body) -> AnswerState<'a> {
        let body: Value = serde_json::from_slice(&body.json).unwrap_or_default();
        let content = body["content"].as_str().unwrap_or_default().to_owned();
        self.0.lock().push((Instant::now(), content));
        Box::pin(async {
            Ok(Reply {
                status: 200,
                body: br#"{"id": "9"}"#.to_vec(),
                ..Reply::default()
            })
        })
    }
}

const CHANNEL: u64 = 50;

/// A match of one person and three computers that stays before its first deal.
async fn at_a_match(wire: impl Wire) -> (Bot, Who, AskedFrom) {
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let settings = Settings::new(Arc::new(MemoryStore::new()), Locale::ENGLISH, "$");
    let limits = Limits {
        turn_limit_s: None,
        ..Limits::default()
    };
    let desk = Desk::new(host, Surface::Discord, settings).with_limits(limits);
    let desk = desk.with_secrets(Arc::new(|| Ok(Seed::from_number(1))));
    let who = Who::new(PersonId(7), "Ana");
    let place = AskedFrom::new(CHANNEL, Some(3));
    for line in ["join", "computer all", "start"] {
        let command = Command::parse(line).expect(line);
        let answer = desk.run(&who, &place, command).await;
        assert!(!answer.is_refusal(), "{}", answer.page.text());
    }
    let bot = Bot {
        activity: None,
        desk,
        delivery: Delivery::new(wire),
        boards: Arc::default(),
        panels: Arc::default(),
        pictures: Arc::default(),
        layouts: Arc::default(),
        attention: Arc::default(),
        underway: Arc::default(),
        turns: Arc::default(),
        peers: None,
    };
    (bot, who, place)
}

#[tokio::test(start_paused = true)]
async fn before_its_token_dies_a_hand_says_so_once_and_then_is_silent() {
    let sent = Sent::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let life = Duration::from_secs(15 * 60);
    let (begun, until) = (Instant::now(), Instant::now() + life);
    let spot = MessageState::Answer(Token::new("secret"), until);
    let key = TableKey(CHANNEL);
    let requester = (who.clone(), place);
    open(&bot, key, requester, spot, DrawnHand::default());
    sleep(Duration::from_secs(1)).await;
    assert!(bot.panels.is_open(key, who.person));
    sleep(life * 2).await;
    let goodbyes = |(at, content): &(Instant, String)| {
        let goodbye = content.contains("no longer changes") && content.contains("My hand");
        goodbye.then(|| *at - begun)
    };
    let goodbyes: Vec<Duration> = sent.0.lock().iter().filter_map(goodbyes).collect();
    let [goodbye] = goodbyes[..] else {
        panic!("{goodbyes:?}");
    };
    assert!(
        goodbye < life && goodbye > life - Duration::from_secs(60),
        "{goodbye:?}"
    );
    let last = sent.0.lock().last().map(|(at, _)| *at - begun);
    assert_eq!(last, Some(goodbye), "nothing is sent after that");
    assert!(!bot.panels.is_open(key, who.person));
}

#[tokio::test(start_paused = true)]
async fn a_hand_is_drawn_once_for_what_was_done() {
    let sent = Sent::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let key = TableKey(CHANNEL);
    let run = |line| Command::parse(line).expect(line);
    // The answer to a command typed in a channel is not shown: only the panel is drawn.
    let unseen = bot
        .desk
        .carry_out(&who, &place, run("mix salt"), true)
        .await;
    assert_eq!((unseen.outcome, unseen.drawn_at), (Effect::Done, None));
    assert_eq!(unseen.page, Page::default());
    // An answer that shows the hand is kept unchanged until something happens.
    let seen = bot.desk.run(&who, &place, run("mix pepper")).await;
    let table = Watched(bot.desk.host().get(key).expect("a table is open"));
    let stands_at = || table.moment();
    let before = stands_at();
    assert_eq!((seen.outcome, seen.drawn_at), (Effect::Done, Some(before)));
    let spot = MessageState::Answer(Token::new("secret"), Instant::now() + TOKEN_LIFE);
    // If it were drawn again, another hand than this would be sent.
    let shown = DrawnHand::of(Letter::text("as it was".to_owned()), &seen);
    let requester = (who.clone(), place.clone());
    open(&bot, key, requester, spot, shown);
    sleep(Duration::from_secs(10)).await;
    assert_eq!(sent.0.lock().len(), 0);
    // A refused tap shows the hand unchanged, and is not tried again.
    let hand = bot.desk.own_hand(&who, &place, key).await.expect("a seat");
    assert_eq!((hand.outcome, hand.drawn_at), (Effect::Shown, Some(before)));
    assert_eq!(stands_at(), before);
    // What happens next is drawn.
    let again = run("mix sugar");
    bot.desk.carry_out(&who, &place, again, true).await;
    sleep(Duration::from_secs(10)).await;
    assert_eq!(sent.0.lock().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn why_a_play_was_refused_can_be_read_though_others_play_on() {
    let sent = Sent::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let key = TableKey(CHANNEL);
    let table = Watched(bot.desk.host().get(key).expect("a table is open"));
    let page = table.hand_page(&bot.desk, &who, &place).await;
    let hand = render::letter(&page);
    let shown = DrawnHand {
        sent: Letter {
            content: "You do not hold that.".to_owned(),
            ..hand.clone()
        },
        hand,
        at: Some(table.moment()),
    };
    let spot = MessageState::Answer(Token::new("secret"), Instant::now() + TOKEN_LIFE);
    open(&bot, key, (who.clone(), place.clone()), spot, shown);
    for (words, seconds) in [("mix salt", 5), ("mix pepper", 15), ("mix sugar", 5)] {
        let command = Command::parse(words).expect(words);
        bot.desk.carry_out(&who, &place, command, true).await;
        sleep(Duration::from_secs(seconds)).await;
    }
    let notes: Vec<String> = sent.0.lock().iter().map(|(_, text)| text.clone()).collect();
    let told = "You do not hold that.";
    assert_eq!(notes, [told, told, ""], "it goes when it has been read");
}

#[tokio::test(start_paused = true)]
async fn while_a_tap_is_being_answered_its_hand_is_not_drawn_over() {
    let sent = Sent::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let (key, run) = (TableKey(CHANNEL), |line| Command::parse(line).expect(line));
    let seen = bot.desk.run(&who, &place, run("mix salt")).await;
    let spot = MessageState::Answer(Token::new("secret"), Instant::now() + TOKEN_LIFE);
    let shown = DrawnHand::of(Letter::default(), &seen);
    open(&bot, key, (who.clone(), place.clone()), spot, shown);
    let drawn = || sent.0.lock().len();
    // What happens at the table meanwhile is drawn once the answer is there.
    let asked = bot.panels.ask(key, who.person);
    bot.desk
        .carry_out(&who, &place, run("mix pepper"), true)
        .await;
    sleep(Duration::from_millis(500)).await;
    assert_eq!(drawn(), 0);
    drop(asked);
    sleep(Duration::from_millis(50)).await;
    assert_eq!(drawn(), 1);
    // An answer that does not come is not waited for.
    let _asked = bot.panels.ask(key, who.person);
    bot.desk
        .carry_out(&who, &place, run("mix sugar"), true)
        .await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(drawn(), 2);
}

#[tokio::test(start_paused = true)]
async fn of_two_hands_the_newer_is_kept() {
    let sent = Sent::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let (key, until) = (TableKey(CHANNEL), Instant::now() + Duration::from_secs(800));
    for token in ["one", "two"] {
        let spot = MessageState::Answer(Token::new(token), until);
        let requester = (who.clone(), place.clone());
        open(&bot, key, requester, spot, DrawnHand::default());
    }
    sleep(Duration::from_secs(1_000)).await;
    let said = sent
        .0
        .lock()
        .iter()
        .filter(|(_, content)| content.contains("no longer changes"))
        .count();
    assert_eq!(said, 1, "only the newer one says goodbye");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_overtaken_does_not_take_the_newer_hand_away() {
    let sent = Sent::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let (key, begun) = (TableKey(CHANNEL), Instant::now());
    // The panel asked for last lasts longest, and gets here first.
    for (token, seconds) in [("newer", 800), ("older", 700)] {
        let spot = MessageState::Answer(Token::new(token), begun + Duration::from_secs(seconds));
        let requester = (who.clone(), place.clone());
        open(&bot, key, requester, spot, DrawnHand::default());
    }
    sleep(Duration::from_secs(1_000)).await;
    let goodbyes = |(at, content): &(Instant, String)| {
        content.contains("no longer changes").then(|| *at - begun)
    };
    let said: Vec<Duration> = sent.0.lock().iter().filter_map(goodbyes).collect();
    let [goodbye] = said[..] else {
        panic!("{said:?}");
    };
    assert!(goodbye > Duration::from_secs(700), "{goodbye:?}");
}

/// Keeps the addresses of requests; the first request takes five seconds.
#[derive(Clone, Default)]
struct Slow(Arc<Mutex<Vec<Address>>>);

impl Wire for Slow {
    fn send<'a>(&'a self, to: &'a Address, _: Body) -> AnswerState<'a> {
        let way = match self.0.lock().is_empty() {
            true => Duration::from_secs(5),
            false => Duration::ZERO,
        };
        self.0.lock().push(to.clone());
        Box::pin(async move {
            sleep(way).await;
            Ok(Reply {
                status: 200,
                body: br#"{"id": "9"}"#.to_vec(),
                ..Reply::default()
            })
        })
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_on_its_way_to_a_hand_does_not_stay_on_it() {
    let sent = Slow::default();
    let (bot, who, place) = at_a_match(sent.clone()).await;
    let (key, life) = (TableKey(CHANNEL), TOKEN_LIFE);
    let requester = (who.clone(), place.clone());
    let one = MessageState::Answer(Token::new("one"), Instant::now() + life);
    open(&bot, key, requester, one, DrawnHand::default());
    sleep(Duration::from_secs(1)).await;
    // The hand is tapped: the answer shows it, while its first drawing is still in flight.
    let table = Watched(bot.desk.host().get(key).expect("a table is open"));
    let page = table.hand_page(&bot.desk, &who, &place).await;
    let shown = render::letter(&page);
    for token in ["two", "three"] {
        let spot = MessageState::Answer(Token::new(token), Instant::now() + life);
        let requester = (who.clone(), place.clone());
        let (hand, sent) = (shown.clone(), shown.clone());
        let shown = DrawnHand {
            hand,
            sent,
            at: None,
        };
        open(&bot, key, requester, spot, shown);
        sleep(Duration::from_secs(1)).await;
    }
    let to = |token| Address::Original(Token::new(token));
    let so_far = sent.0.lock().clone();
    assert_eq!(so_far, [to("one")]);
    sleep(Duration::from_secs(10)).await;
    let all = sent.0.lock().clone();
    assert_eq!(all, [to("one"), to("three")], "the newest is drawn again");
}
