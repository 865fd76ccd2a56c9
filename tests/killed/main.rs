//! The real program is killed in the middle of play and started again, again and again, as one process or as one of
//! three; frozen and cut off from its database as well. Whatever it has acknowledged is kept, once, and all tables can be
//! played afterwards.
//!
//! Minutes of real time: `KILLS=1000 SEED=1 cargo test --test killed -- --nocapture`, with `TEST_POSTGRES_URL` for a
//! server of PostgreSQL.

#![cfg(unix)]

#[path = "../endurance/audit.rs"]
mod audit;
mod company;
#[path = "../endurance/crowd.rs"]
mod crowd;
#[path = "../endurance/digest.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod digest;
#[path = "../store/home.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod home;
#[path = "../endurance/ledger.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod ledger;
#[path = "../endurance/player.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod player;
mod relay;

use std::time::Duration;

use audit::audit;
use company::{Company, Figures};
use crowd::{Wanted, controls, sit_down};
use double::dice::Dice;
use double::number::number;
use double::{Person, Seen};
use home::Home;
use ledger::Ledger;
use player::{Notes, Player};
use serde_json::json;
use serenity::futures::future::join_all;
use serenity::model::id::{ChannelId, GuildId};
use tokio::time::{sleep, timeout};
use tractor_bot::game::GameKind;

/// How often somebody is killed where nobody says otherwise.
const KILLS: u64 = 60;
/// How much is pressed at most between two troubles.
const MOST_USED: u64 = 60;
/// How long one takes at most, in milliseconds.
const TROUBLE: u64 = 1_000;
/// Now and then a process is away for longer than it keeps what is its own.
const LONG: Duration = Duration::from_secs(20);

/// People at the tables of all games, in the servers of all processes, and in a room across them.
struct People {
    players: Vec<Player>,
    guilds: Vec<GuildId>,
    seed: u64,
}

impl People {
    async fn sit_down(company: &Company, count: u32, seed: u64) -> Self {
        let discord = &company.discord;
        discord.registered("join").await;
        let total = u64::from(count);
        let guild = |shard| discord.guild_of(&format!("Server {shard}"), (shard, total));
        let mut people = Self {
            players: Vec::new(),
            guilds: (0..total).map(guild).collect(),
            seed,
        };
        let quick = [
            ("computer_delay", "0.05"),
            ("deal_interval", "0.02"),
            ("call_window", "1"),
        ];
        for (game, place) in GameKind::ALL.into_iter().chain([GameKind::USUAL]).zip(0..) {
            let wanted = Wanted::mixed(game, 2);
            let channel = people.channel(company, place, "table");
            let guests =
                ["Ana", "Bo"].map(|name| people.guest(company, &format!("{name} {place}")));
            sit_down(&guests, channel, wanted, &quick).await;
            for guest in guests {
                people.plays(guest, channel);
            }
        }
        people.gather(company).await;
        people
    }

    /// A room of UNO: with people in two servers, and in direct messages.
    async fn gather(&mut self, company: &Company) {
        let [eve, fay, gus] = ["Eve", "Fay", "Gus"].map(|name| self.guest(company, name));
        let [lounge, pier] = [0, 1].map(|place| self.channel(company, place, "lounge"));
        let new = json!({"action": "new", "which": "uno"});
        eve.asks(lounge, "room", new).await;
        let opens =
            move |seen: &Seen| seen.channel == lounge && !controls(&seen.components).is_empty();
        let board = eve.awaits("the room", opens).await;
        let room = controls(&board.components)
            .swap_remove(0)
            .press
            .table
            .0
            .to_string();
        let join = json!({"action": "join", "which": room});
        fay.asks(pier, "room", join).await;
        gus.tells_bot(&format!("room join {room}"));
        let comes = |seen: &Seen| seen.is_direct && !controls(&seen.components).is_empty();
        gus.awaits("the room", comes).await;
        let direct = gus.direct();
        for (guest, place) in [(eve, lounge), (fay, pier), (gus, direct)] {
            self.plays(guest, place);
        }
    }

    /// A channel of this number, in the servers one after the other.
    fn channel(&self, company: &Company, place: usize, name: &str) -> ChannelId {
        let guild = self.guilds[place % self.guilds.len()];
        company
            .discord
            .channel_in(guild, &format!("{name}-{place}"))
    }

    fn guest(&self, company: &Company, name: &str) -> Person {
        let guest = company.discord.stranger(name);
        self.guilds.iter().for_each(|guild| guest.enters(*guild));
        guest
    }

    fn plays(&mut self, guest: Person, channel: ChannelId) {
        let dice = Dice::new(self.seed, self.players.len() as u64);
        self.players
            .push(Player::new(guest, channel, dice, (5, 45)));
    }

    /// They play until something has happened.
    async fn live(&mut self, notes: &Notes, until: impl Future<Output = ()>) {
        let playing = join_all(self.players.iter_mut().map(|player| player.play(notes)));
        tokio::select! {
            _ = playing => {}
            () = until => {}
        }
    }
}

/// An instant soon after somebody did something.
async fn instant(notes: &Notes, dice: &mut Dice) {
    let wanted = notes.counts().0 + 1 + dice.below(MOST_USED) as usize;
    let used = async {
        while notes.counts().0 < wanted {
            sleep(Duration::from_micros(500)).await;
        }
    };
    timeout(LONG, used).await.ok();
    sleep(Duration::from_micros(dice.below(15_000))).await;
}

/// The processes, their people, and what is known of both.
struct Story {
    company: Company,
    people: People,
    url: String,
    notes: Notes,
    ledger: Ledger,
    dice: Dice,
}

impl Story {
    async fn begin(home: Home, processes: u32, seed: u64) -> Self {
        let mut dice = Dice::new(seed, u64::MAX);
        let url = home.url();
        let mut company = Company::of(home, processes).await;
        company.are_there(&mut dice).await;
        Self {
            people: People::sit_down(&company, processes, seed).await,
            company,
            url,
            notes: Notes::default(),
            ledger: Ledger::default(),
            dice,
        }
    }

    /// People play, somebody is struck, and comes back.
    async fn goes_on(&mut self) {
        let instant = instant(&self.notes, &mut self.dice);
        self.people.live(&self.notes, instant).await;
        self.company.is_struck(&mut self.dice).await;
        if self.company.is_alive() {
            let long = if self.dice.below(20) == 0 {
                LONG
            } else {
                Duration::ZERO
            };
            let away = long + Duration::from_millis(self.dice.below(TROUBLE));
            self.people.live(&self.notes, sleep(away)).await;
        }
        if self.url.starts_with("sqlite:") {
            // A file is read when nobody has it.
            self.company.all_are_killed().await;
        }
        self.audit(false).await;
        self.company.are_there(&mut self.dice).await;
        let players = self.people.players.iter_mut();
        join_all(players.map(|player| player.use_what_is_there(&self.notes))).await;
    }

    async fn audit(&mut self, all: bool) {
        let books = (&self.notes, &mut self.ledger);
        audit(&self.url, &self.company.discord, books, all).await;
    }

    /// All tables can be played after all that. They are given longer each time: what waits for a clock, such as a
    /// window for calls, would begin anew with each process.
    async fn is_played_on(&mut self) {
        let before = self.ledger.lengths();
        for seconds in [3, 5, 10, 20, 40, 80] {
            self.people
                .live(&self.notes, sleep(Duration::from_secs(seconds)))
                .await;
            self.company.all_are_killed().await;
            self.audit(true).await;
            let now = self.ledger.lengths();
            if now
                .iter()
                .all(|(table, length)| before.get(table) < Some(length))
            {
                return;
            }
            self.company.are_there(&mut self.dice).await;
        }
        let now = self.ledger.lengths();
        panic!("a table is played no more: {before:?} {now:?}");
    }

    fn report(self) {
        let Figures {
            kills,
            hindered,
            mut back,
        } = self.company.figures;
        back.sort_unstable();
        let (median, most) = (back[back.len() / 2], back[back.len() - 1]);
        println!(
            "{kills} kills, {hindered} hindered, {:?}",
            self.ledger.counts
        );
        println!("back after {median:?} in the median, {most:?} at most");
        assert!(self.ledger.counts.acknowledged > 0 && self.ledger.counts.by_clock > 0);
        // How late an answer may be says nothing of a machine that many share.
        let mut wrong = self.company.discord.take_violations();
        wrong.retain(|wrong| !wrong.contains("was not answered within"));
        assert_eq!(wrong, Vec::<String>::new());
    }
}

async fn check(home: Home, processes: u32) {
    let kills = number("KILLS").unwrap_or(KILLS);
    let seed = number("SEED").unwrap_or(1);
    println!("SEED={seed} KILLS={kills}");
    let mut story = Story::begin(home, processes, seed).await;
    while story.company.figures.kills < kills {
        story.goes_on().await;
    }
    story.is_played_on().await;
    story.report();
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_done_twice_with_sqlite() {
    check(Home::sqlite(), 1).await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_done_twice_with_postgresql() {
    check(Home::postgres("killed").await, 1).await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_done_twice_by_three_processes() {
    check(Home::postgres("three").await, 3).await;
}
