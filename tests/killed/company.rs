//! Processes over one database, each with its share of the shards: each connects to Discord by an entrance of its own,
//! and to a server by a wire of its own.

use std::time::{Duration, Instant};

use double::dice::Dice;
use double::process::{self, Process, Signal};
use double::{Double, Endpoints, Options, Time};
use serenity::model::Permissions;
use tokio::process::Command;
use tokio::time::sleep;

use crate::home::Home;
use crate::relay::{Relay, Wire};

/// How long something may take that takes seconds, before a test fails.
const PATIENCE: Duration = Duration::from_secs(90);

/// What is done to a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Blow {
    Killed,
    Frozen,
    Off(Wire),
}

/// One of the processes, whether it runs or not.
struct Member {
    name: String,
    shard: u32,
    endpoints: Endpoints,
    database: String,
    /// Where there is a server, and not a file.
    relay: Option<Relay>,
    process: Option<Process>,
    /// What was done to it and is not made good yet.
    struck: Option<Blow>,
    /// It may complain, and end by itself.
    suffered: bool,
}

/// What was done to all of them, and how long they took to come back.
#[derive(Default)]
pub struct Figures {
    pub kills: u64,
    /// Frozen, or cut off from the database.
    pub hindered: u64,
    pub back: Vec<Duration>,
}

/// The processes, their database, and their Discord.
pub struct Company {
    pub discord: Double,
    _home: Home,
    pub figures: Figures,
    members: Vec<Member>,
}

impl Company {
    /// So many processes over this database, not yet started.
    pub async fn of(home: Home, count: u32) -> Self {
        let mut options = Options {
            time: Time::Runs,
            shards: count,
            max_concurrency: count,
            patience: PATIENCE,
            ..Options::default()
        };
        options.bot_permissions |= Permissions::SEND_MESSAGES_IN_THREADS;
        let discord = Double::with(options).await;
        let mut members = Vec::new();
        for shard in 0..count {
            let name = format!("process-{shard}");
            let (database, relay) = wired(&home.url()).await;
            members.push(Member {
                endpoints: discord.entrance(&name).await,
                name,
                shard,
                database,
                relay,
                process: None,
                struck: None,
                suffered: false,
            });
        }
        Self {
            discord,
            _home: home,
            figures: Figures::default(),
            members,
        }
    }

    fn start(&mut self, at: usize) {
        let count = self.members.len();
        let member = &mut self.members[at];
        let mut command = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
        process::set_up(
            &mut command,
            &self.discord,
            &member.endpoints,
            &member.database,
        );
        let shard = member.shard;
        command.env("SHARDS", format!("{shard}..{shard}/{count}"));
        member.process = Some(Process::start(command));
        member.suffered = false;
    }

    /// Starts whoever does not run, and makes good what was done to the others, in any order; waits until all are connected.
    pub async fn are_there(&mut self, dice: &mut Dice) {
        let begun = Instant::now();
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_cached_key(|_| dice.draw());
        for at in order {
            let member = &mut self.members[at];
            match (member.struck.take(), &member.process) {
                (Some(Blow::Frozen), Some(process)) => process.signal(Signal::Continue).await,
                (Some(Blow::Off(_)), _) => member.wire(Wire::Whole),
                _ => {}
            }
            if member.process.is_none() {
                self.start(at);
            }
        }
        while !self.discord.world().is_connected() {
            assert!(
                begun.elapsed() < PATIENCE,
                "they do not come:\n{}",
                self.logs()
            );
            for at in 0..self.members.len() {
                if self.members[at].has_ended() {
                    self.buries(at).await;
                    self.start(at);
                }
            }
            sleep(Duration::from_millis(10)).await;
        }
        self.figures.back.push(begun.elapsed());
        // What nobody could hear nobody can be blamed for.
        for interaction in self.discord.world().interactions.values_mut() {
            interaction.excused |= interaction.answer.is_none();
        }
    }

    /// Something is done to one of them, and now and then to a second one: most are killed.
    pub async fn is_struck(&mut self, dice: &mut Dice) {
        let first = dice.below(self.members.len() as u64) as usize;
        self.strike(first, dice).await;
        let second = dice.below(self.members.len() as u64) as usize;
        if second != first && dice.below(3) == 0 {
            self.strike(second, dice).await;
        }
    }

    async fn strike(&mut self, at: usize, dice: &mut Dice) {
        let member = &mut self.members[at];
        if member.has_ended() {
            return self.buries(at).await;
        }
        let blow = match dice.below(10) {
            0 => Blow::Frozen,
            1 if member.relay.is_some() => Blow::Off(Wire::Cut),
            2 if member.relay.is_some() => Blow::Off(Wire::Silent),
            _ => Blow::Killed,
        };
        member.struck = Some(blow);
        match (blow, &member.process) {
            (Blow::Frozen, Some(process)) => {
                member.suffered = true;
                self.figures.hindered += 1;
                process.signal(Signal::Stop).await;
            }
            (Blow::Off(wire), _) => {
                member.suffered = true;
                self.figures.hindered += 1;
                member.wire(wire);
            }
            _ => self.kill(at).await,
        }
    }

    /// Whether anybody is left, be it without a word.
    pub fn is_alive(&self) -> bool {
        self.members.iter().any(|member| member.process.is_some())
    }

    /// Kills every process without a word.
    pub async fn all_are_killed(&mut self) {
        for at in 0..self.members.len() {
            match self.members[at].has_ended() {
                true => self.buries(at).await,
                false => self.kill(at).await,
            }
        }
    }

    /// Kills it, and waits until Discord has noticed; what it had sent before is carried out.
    async fn kill(&mut self, at: usize) {
        let member = &mut self.members[at];
        let Some(process) = member.process.take() else {
            return;
        };
        self.figures.kills += 1;
        let log = process.kill().await;
        member.complains(&log);
        let shard = member.shard;
        let gone = move |world: &double::World| world.up().iter().all(|(own, _)| *own != shard);
        self.discord.until("the end of the connection", gone).await;
        let mut mark = u64::MAX;
        while mark != self.discord.mark() {
            mark = self.discord.mark();
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// One has ended by itself, which it may after what was done to it.
    async fn buries(&mut self, at: usize) {
        let member = &mut self.members[at];
        if let Some(process) = member.process.take() {
            let (ended, log) = process.ends().await;
            assert!(member.suffered, "it ended by itself with {ended}: {log:#?}");
            member.complains(&log);
        }
    }

    fn logs(&self) -> String {
        let running = self.members.iter().filter_map(|member| {
            let log = member.process.as_ref()?.logged();
            Some(format!("{}: {log:#?}\n", member.name))
        });
        running.collect()
    }
}

impl Member {
    fn wire(&self, state: Wire) {
        let relay = self.relay.as_ref();
        relay.expect("only wires are cut").set(state);
    }

    fn has_ended(&mut self) -> bool {
        self.process.as_mut().is_some_and(Process::has_ended)
    }

    /// It must not have panicked, nor complained without a reason.
    fn complains(&self, log: &[String]) {
        let bad = log
            .iter()
            .filter(|line| line.contains("panicked") || line.contains("ERROR") && !self.suffered);
        let bad: Vec<_> = bad.collect();
        assert!(bad.is_empty(), "{} complains: {bad:#?}", self.name);
    }
}

/// The address of a database by a wire of its own, if it is a server's.
async fn wired(url: &str) -> (String, Option<Relay>) {
    let Some(rest) = url.strip_prefix("postgres://") else {
        return (url.to_owned(), None);
    };
    let (authority, after) = rest.split_once('/').expect("the address of a database");
    let (user, server) = authority.rsplit_once('@').unwrap_or(("", authority));
    let relay = Relay::to(server.to_owned()).await;
    let url = format!("postgres://{user}@{}/{after}", relay.address());
    (url, Some(relay))
}
