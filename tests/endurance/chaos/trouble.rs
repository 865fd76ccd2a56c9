//! What goes wrong: connections, answers, events, messages, channels, permissions and the store, one after
//! the other and several at a time.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tokio::time::{Instant, sleep};
use tractor_bot::command::Name;
use tractor_bot::game::GameKind;

use super::weather::{Sky, Weather};
use double::dice::Dice;
use double::{Double, Fault, Person};

/// Within this time a bot that is to connect anew has left the old connection.
const NOTICES: Duration = Duration::from_secs(3);

/// The routes on which requests go wrong.
const ROUTES: [&str; 7] = [
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "DELETE /channels/*/messages/*",
    "POST /interactions/*/*/callback",
    "POST /webhooks/*/*",
    "PATCH /webhooks/*/*/messages/*",
    "POST /users/@me/channels",
];

/// What the bot loses in a channel for a while.
const LOST: [Permissions; 5] = [
    Permissions::SEND_MESSAGES,
    Permissions::EMBED_LINKS,
    Permissions::VIEW_CHANNEL,
    Permissions::MANAGE_MESSAGES,
    Permissions::READ_MESSAGE_HISTORY,
];

/// What has to be set right at some time.
enum Mend {
    Permissions(ChannelId),
    Weather,
    Order,
    Channel(ChannelId),
}

pub struct Trouble {
    discord: Double,
    sky: Arc<Sky>,
    dice: Dice,
    channels: Vec<ChannelId>,
    visitors: [Person; 2],
    mends: Vec<(Instant, Mend)>,
    /// Since when, and until when, what people did may not have reached the bot in time; by the time of
    /// Discord.
    pub deaf: Vec<(Duration, Option<Duration>)>,
    /// How many channels were made to be deleted.
    doomed: u64,
}

impl Trouble {
    pub fn new(
        discord: &Double,
        sky: &Arc<Sky>,
        seed: u64,
        channels: Vec<ChannelId>,
        visitors: [Person; 2],
    ) -> Self {
        Self {
            discord: discord.clone(),
            sky: Arc::clone(sky),
            dice: Dice::new(seed, 1_000),
            channels,
            visitors,
            mends: Vec::new(),
            deaf: Vec::new(),
            doomed: 0,
        }
    }

    /// Makes trouble for so long.
    pub async fn rages(&mut self, lasting: Duration) {
        let end = Instant::now() + lasting;
        while Instant::now() < end {
            sleep(self.between(500, 8_000)).await;
            self.mend_what_is_due();
            self.strike().await;
        }
    }

    /// Sets everything right, and waits until the bot is connected.
    pub async fn ends(&mut self) {
        self.discord.end_faults();
        for (_, mend) in std::mem::take(&mut self.mends) {
            self.mend(mend);
        }
        self.discord.in_order();
        sleep(NOTICES).await;
        let connected = self.discord.connected();
        connected.await;
        self.hears_again();
    }

    fn between(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.dice.below(most - least + 1))
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.dice.below(of.len() as u64) as usize]
    }

    pub fn tosses(&mut self) -> bool {
        self.dice.below(2) == 0
    }

    fn is_deaf(&mut self) {
        let now = self.discord.world().now();
        self.deaf.push((now, None));
    }

    fn hears_again(&mut self) {
        let world = self.discord.world();
        if world.is_connected() {
            let now = world.now();
            for (from, until) in &mut self.deaf {
                if now >= *from + NOTICES {
                    until.get_or_insert(now);
                }
            }
        }
    }

    fn mend_what_is_due(&mut self) {
        self.hears_again();
        let now = Instant::now();
        let (due, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.mends)
            .into_iter()
            .partition(|(at, _)| *at <= now);
        self.mends = later;
        for (_, mend) in due {
            self.mend(mend);
        }
    }

    fn mend(&mut self, mend: Mend) {
        match mend {
            Mend::Permissions(channel) => self.discord.deny_bot(channel, Permissions::empty()),
            Mend::Weather => self.sky.set(Weather::Fair),
            Mend::Order => self.discord.in_order(),
            Mend::Channel(channel) => self.discord.delete_channel(channel),
        }
    }

    fn later(&mut self, least: u64, most: u64, mend: Mend) {
        let at = Instant::now() + self.between(least, most);
        self.mends.push((at, mend));
    }

    async fn strike(&mut self) {
        match self.dice.below(100) {
            0..18 => self.disturb_gateway(),
            18..53 => self.fail_requests(),
            53..60 => {
                let event = self.pick(&["INTERACTION_CREATE", "MESSAGE_CREATE"]);
                self.discord.repeats(event);
            }
            60..68 => {
                self.is_deaf();
                let count = 2 + self.dice.below(4) as usize;
                self.discord.disorders(count);
                self.later(500, 2_000, Mend::Order);
            }
            68..75 => {
                let (channel, lost) = (self.pick(&self.channels.clone()), self.pick(&LOST));
                self.discord.deny_bot(channel, lost);
                self.later(2_000, 40_000, Mend::Permissions(channel));
            }
            75..83 => self.delete_a_message(),
            83..86 => self.open_where_a_channel_goes(),
            86..94 => {
                let weather = match self.dice.below(3) {
                    0 => Weather::Bad(20 + self.dice.below(80)),
                    _ => Weather::Slow(500 + self.dice.below(6_000)),
                };
                self.sky.set(weather);
                self.later(3_000, 30_000, Mend::Weather);
            }
            _ => {
                let takes = self.dice.below(2) == 0;
                self.visitors[0].accepts_direct_messages(takes);
            }
        }
    }

    fn disturb_gateway(&mut self) {
        self.is_deaf();
        let (what, discord) = (self.dice.below(6), self.discord.clone());
        match what {
            0 => discord.cut_gateway(),
            1 => {
                let code = self.pick(&[4_000, 4_007, 4_009]);
                discord.close_gateway(code, "Try again.");
            }
            2 => discord.ask_reconnect(),
            3 => discord.invalidate(true),
            4 => discord.invalidate(false),
            _ => discord.forget_sessions(),
        }
    }

    fn fail_requests(&mut self) {
        let route = self.pick(&ROUTES);
        let fault = match self.dice.below(8) {
            0 => Fault::Status(500),
            1 => Fault::Status(503),
            2 => Fault::DropBefore,
            3 => Fault::DropAfter,
            4 => Fault::Silence,
            5 => Fault::Ignored,
            6 => Fault::Late(self.between(1_000, 12_000)),
            _ => Fault::TooMany {
                retry_after: self.between(500, 6_000),
                global: self.dice.below(4) == 0,
            },
        };
        let times = 1 + self.dice.below(3) as usize;
        self.discord.fail(route, fault, times);
    }

    fn delete_a_message(&mut self) {
        let channel = self.pick(&self.channels.clone());
        let newest = {
            let world = self.discord.world();
            let mut own = world.messages.values().rev().filter(|message| {
                message.channel == channel
                    && message.author == world.bot
                    && message.only.is_none()
                    && !message.deleted
            });
            own.next().map(|message| message.id)
        };
        if let Some(message) = newest {
            self.discord.delete_message(message);
        }
    }

    /// Somebody opens a table in a channel that will be deleted.
    fn open_where_a_channel_goes(&mut self) {
        let channel = self.discord.channel(&format!("doomed-{}", self.doomed));
        self.doomed += 1;
        let game = self.pick(&GameKind::ALL);
        let open = Name::Open(game).row().words[0];
        drop(self.visitors[0].slash(channel, open, json!({})));
        drop(self.visitors[1].slash(channel, "join", json!({})));
        self.later(1_000, 20_000, Mend::Channel(channel));
    }
}
