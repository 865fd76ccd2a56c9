//! A table that is given away between the moment when a request was found to be this process's own and the one
//! when it is carried out.

use futures_util::future::join_all;
use parking_lot::Mutex;
use poise::serenity_prelude::{ChannelId, InteractionId, MessageId, Permissions};
use serde_json::Value;

use super::routing::Whose;
use super::*;
use crate::chance::Seed;
use crate::desk::settings::Settings;
use crate::desk::{AskedFrom, Command, Desk, Who};
use crate::discord::answering::entrust;
use crate::discord::delivery::Delivery;
use crate::discord::delivery::letter::Body;
use crate::discord::delivery::wire::Token;
use crate::discord::delivery::wire::{Address, AnswerState, Reply, Wire};
use crate::discord::heard::{Incoming, SlashCommand, TypedCommand, What};
use crate::host::{Host, LeaseManager};
use crate::store::{Journal, JournalWriter, MemoryStore, ShardRange};
use crate::table::{Limits, PersonId, TableKey};
use crate::text::context::Surface;
use crate::text::locale::Locale;

/// The channel of a server in the second of two shards.
const CHANNEL: u64 = 50;
const GUILD: u64 = 1 << 22;

/// Accepts every request, and keeps what is said in each.
#[derive(Clone, Default)]
struct Sent(Arc<Mutex<Vec<String>>>);

impl Wire for Sent {
    fn send<'a>(&'a self, _: &'a Address, body: Body) -> AnswerState<'a> {
        let body: Value = serde_json::from_slice(&body.json).unwrap_or_default();
        self.0.lock().push(body.to_string());
        Box::pin(async {
            Ok(Reply {
                status: 200,
                body: br#"{"id": "9"}"#.to_vec(),
                ..Reply::default()
            })
        })
    }
}

/// A process that hears only what a test gives it.
struct Process {
    bot: Bot,
    peers: Arc<Processes>,
    leases: LeaseManager,
    sent: Sent,
}

impl Process {
    async fn start(store: &MemoryStore, owner: &str) -> Self {
        let own = Arc::new(store.beside());
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&own) as _));
        let host = Host::new(Arc::clone(&keeper) as Arc<dyn Journal>);
        let shards = ShardRange::new(0, 1, 2).expect("two shards");
        let leases = LeaseManager::new(host.clone(), keeper, owner, shards).fairly();
        leases.renew().await.expect("the store is in order");
        let settings = Settings::new(own, Locale::ENGLISH, "$");
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let desk = Desk::new(host, Surface::Discord, settings).with_limits(limits);
        let desk = desk.with_secrets(Arc::new(|| Ok(Seed::from_number(1))));
        let peers = desk
            .settings()
            .store()
            .peers()
            .expect("others can be there");
        let peers = Arc::new(Processes::new(peers, leases.held()));
        let sent = Sent::default();
        let bot = Bot {
            activity: None,
            desk,
            delivery: Delivery::new(sent.clone()),
            boards: Arc::default(),
            panels: Arc::default(),
            pictures: Arc::default(),
            layouts: Arc::default(),
            attention: Arc::default(),
            underway: Arc::default(),
            turns: Arc::default(),
            peers: Some(Arc::clone(&peers)),
        };
        Self {
            bot,
            peers,
            leases,
            sent,
        }
    }

    async fn renews(&self) {
        self.leases.renew().await.expect("the store is in order");
    }

    fn has(&self, key: TableKey) -> bool {
        self.bot.desk.host().get(key).is_some()
    }

    /// Takes what waits for it, once there is something.
    async fn takes(&self) {
        loop {
            let waiting = self.peers.store.waiting().await.expect("it can be read");
            for id in &waiting {
                self.peers.take(&self.bot, id).await;
            }
            if !waiting.is_empty() {
                return;
            }
            tokio::task::yield_now().await;
        }
    }
}

fn requester() -> (Who, AskedFrom) {
    let who = Who::new(PersonId(7), "Ana");
    let place = AskedFrom::new(CHANNEL, Some(GUILD));
    (who, place)
}

fn typed(line: &str) -> PendingHandOver {
    let (who, place) = requester();
    let message = TypedCommand {
        id: MessageId::new(77),
        channel: ChannelId::new(CHANNEL),
        in_guild: true,
    };
    let command = Command::parse(line).expect(line);
    let what = What::Typed(message, command);
    PendingHandOver::new(Incoming { who, place, what })
}

/// Two processes; the first one has Ana's table, and is about to give its shard to the second.
async fn two() -> [Process; 2] {
    let store = MemoryStore::shared();
    let one = Process::start(&store, "one").await;
    let (who, place) = requester();
    let joins = Command::parse("join").expect("a command");
    let joined = one.bot.desk.run(&who, &place, joins).await;
    assert!(!joined.is_refusal(), "{}", joined.page.text());
    one.peers.publish(&one.bot, TableKey(CHANNEL)).await;
    let two = Process::start(&store, "two").await;
    // From now on the first one knows of the second.
    one.renews().await;
    assert!(one.has(TableKey(CHANNEL)));
    [one, two]
}

#[tokio::test(start_paused = true)]
async fn what_was_given_away_before_it_was_carried_out_is_answered_by_who_has_it() {
    let [one, two] = two().await;
    let over = typed("score");
    let whose = one.peers.whose(&one.bot, &over.heard, false).await;
    assert_eq!(whose, Whose::Here);
    one.renews().await;
    two.renews().await;
    assert!(!one.has(TableKey(CHANNEL)) && two.has(TableKey(CHANNEL)));
    two.peers.publish(&two.bot, TableKey(CHANNEL)).await;
    let entrusted = entrust(&one.bot, &one.peers, over, whose);
    tokio::join!(entrusted, two.takes());
    assert_eq!(*one.sent.0.lock(), [""; 0]);
    let sent = two.sent.0.lock().join("\n");
    assert!(sent.contains("Ana") && !sent.contains("No table"), "{sent}");
}

#[tokio::test(start_paused = true)]
async fn what_is_handed_over_keeps_nobody_waiting() {
    let [one, two] = two().await;
    one.renews().await;
    two.renews().await;
    two.peers.publish(&two.bot, TableKey(CHANNEL)).await;
    let asks = |number| {
        let mut heard = typed("score").heard;
        let What::Typed(message, _) = &mut heard.what else {
            unreachable!("it was typed");
        };
        message.id = MessageId::new(number);
        answering::answer(&one.bot, heard)
    };
    let asked = join_all((1..=20).map(asks));
    let no_time = async {
        for _ in 0..1_000 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        _ = asked => unreachable!("nobody takes any"),
        () = no_time => {}
    }
    let waiting = two.peers.store.waiting().await.expect("it can be read");
    assert_eq!(waiting.len(), 20);
}

#[tokio::test(start_paused = true)]
async fn what_was_given_away_and_is_nobodys_yet_is_waited_for() {
    for (line, waits) in [("score", true), ("play 5", true), ("help", false)] {
        let [one, _two] = two().await;
        let over = typed(line);
        one.renews().await;
        assert!(!one.has(TableKey(CHANNEL)));
        entrust(&one.bot, &one.peers, over, Whose::Here).await;
        let sent = one.sent.0.lock().join("\n");
        assert_eq!(sent.contains("being brought back"), waits, "{line}: {sent}");
        assert!(!sent.contains("No table"), "{line}: {sent}");
    }
}

#[tokio::test(start_paused = true)]
async fn where_nobody_has_a_table_that_is_said() {
    let [one, _two] = two().await;
    let mut over = typed("score");
    over.heard.place.channel = CHANNEL + 1;
    let AskedFrom { channels, .. } = &mut over.heard.place;
    *channels = vec![CHANNEL + 1];
    entrust(&one.bot, &one.peers, over, Whose::Here).await;
    let sent = one.sent.0.lock().join("\n");
    assert!(sent.contains("No table"), "{sent}");
}

#[tokio::test(start_paused = true)]
async fn what_was_answered_while_nobody_else_was_there_is_not_answered_again() {
    let store = MemoryStore::shared();
    let one = Process::start(&store, "one").await;
    let over = typed("stats");
    answering::answer(&one.bot, over.heard.clone()).await;
    let answered = one.sent.0.lock().len();
    assert!(answered > 0);
    // One that was away has heard it too.
    let two = Process::start(&store, "two").await;
    one.renews().await;
    let own = one.peers.store.life();
    let handed = two.peers.hand_over(&two.bot, own, over).await;
    let (left, ()) = tokio::join!(handed.left(&two.bot), one.takes());
    assert!(left.is_none());
    assert_eq!(one.sent.0.lock().len(), answered);
    assert_eq!(two.sent.0.lock().len(), 0);
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_too_much_is_told_so_once_and_others_are_answered() {
    let one = Process::start(&MemoryStore::shared(), "one").await;
    let asks = |number: u64, person: u64| {
        let (mut who, place) = requester();
        who.person = PersonId(person);
        let what = What::Slash(SlashCommand {
            id: InteractionId::new(1_000 + number),
            token: Token::new("secret"),
            command: Command::parse("help").expect("a command"),
            lacking: Permissions::empty(),
        });
        answering::answer(&one.bot, Incoming { who, place, what })
    };
    for number in 0..400 {
        asks(number, 7).await;
    }
    let sent = || one.sent.0.lock().clone();
    let notes = sent().into_iter().filter(|body| body.contains("Too many"));
    // The flag is that of a message for one person alone.
    let private = notes.filter(|body| body.contains(r#""flags":64"#)).count();
    assert_eq!((sent().len(), private), (301, 1));
    asks(400, 8).await;
    assert_eq!(sent().len(), 302);
}
