//! Several processes over one database: each connects to it by a wire of its own, and to Discord by an entrance of its
//! own.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId};
use sqlx::postgres::{PgPool, PgPoolOptions};
use tokio::process::Command;
use tokio::time::sleep;

use crate::double::{Double, Endpoints, Options};
use crate::relay::{Relay, Wire};
use double::process::{self, Process, Signal};

/// How long something may take that takes seconds, before a test fails.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// One of the processes, whether it runs or not.
struct Member {
    relay: Relay,
    endpoints: Endpoints,
    shards: String,
    process: Option<Process>,
    /// What its earlier lives have logged.
    logged: Vec<String>,
    /// Something was done to it that it may complain about.
    suffered: bool,
}

/// The processes, their database, and their Discord.
pub struct Company {
    pub discord: Double,
    /// The database itself, past all wires.
    pub pool: PgPool,
    url: String,
    total: u64,
    members: BTreeMap<&'static str, Member>,
    begun: Instant,
}

/// The parts of an address: what comes before the server, the server, and what comes after the database's name.
fn parts(url: &str) -> (&str, &str, &str) {
    let (start, rest) = url.split_once("://").expect("the address of a server");
    let (authority, rest) = rest.split_once('/').expect("the address of a database");
    let server = authority.rsplit('@').next().unwrap_or(authority);
    let before = start.len() + "://".len() + authority.len() - server.len();
    let and = rest.find('?').map_or("", |at| &rest[at..]);
    (&url[..before], server, and)
}

impl Company {
    /// A new database of this name on the test server, if there is one, and a Discord whose servers are divided into so
    /// many shards. Nobody runs yet.
    pub async fn of(name: &str, total: u32, max_concurrency: u32) -> Option<Self> {
        let Ok(url) = std::env::var("TEST_POSTGRES_URL") else {
            eprintln!("skipped: TEST_POSTGRES_URL is not set");
            return None;
        };
        let name = format!("several_{name}_{}", std::process::id());
        let pools = PgPoolOptions::new().max_connections(3);
        let server = pools.clone().connect(&url).await.expect("the test server");
        for sql in [
            format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
            format!("CREATE DATABASE {name}"),
        ] {
            let done = sqlx::raw_sql(&sql).execute(&server).await;
            done.expect("a new database");
        }
        server.close().await;
        let (before, server, and) = parts(&url);
        let url = format!("{before}{server}/{name}{and}");
        let pool = pools.connect(&url).await.expect("the new database");
        let mut options = Options {
            shards: total,
            max_concurrency,
            spaces_identifications: true,
            patience: PATIENCE,
            ..Options::default()
        };
        options.bot_permissions |= Permissions::SEND_MESSAGES_IN_THREADS;
        Some(Self {
            discord: Double::with(options).await,
            pool,
            url,
            total: total.into(),
            members: BTreeMap::new(),
            begun: Instant::now(),
        })
    }

    /// The address of the database, past all wires.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Prints what happens, and when.
    pub fn tell(&self, what: &str) {
        println!("{:7.1} s  {what}", self.begun.elapsed().as_secs_f64());
    }

    /// Starts a process under this name, for the first time or again; does not wait until it is connected.
    pub async fn start(&mut self, name: &'static str, shards: &str) {
        if !self.members.contains_key(name) {
            let (_, server, _) = parts(&self.url);
            let member = Member {
                relay: Relay::to(server.to_owned()).await,
                endpoints: self.discord.entrance(name).await,
                shards: String::new(),
                process: None,
                logged: Vec::new(),
                suffered: false,
            };
            self.members.insert(name, member);
        }
        self.tell(&format!("{name} starts"));
        let (before, server, _) = parts(&self.url);
        let after = &self.url[before.len() + server.len()..];
        let member = self.members.get_mut(name).expect("it is there now");
        let and = if after.contains('?') { '&' } else { '?' };
        let database = format!(
            "{before}{}{after}{and}application_name={name}",
            member.relay.address()
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
        process::set_up(&mut command, &self.discord, &member.endpoints, &database);
        shards.clone_into(&mut member.shards);
        command.env("INSTANCE", name).env("SHARDS", shards);
        assert!(member.process.is_none(), "{name} runs already");
        member.process = Some(Process::start(command));
    }

    fn member(&mut self, name: &str) -> &mut Member {
        let member = self.members.get_mut(name);
        member.unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    fn process(&mut self, name: &str) -> &mut Process {
        let process = self.member(name).process.as_mut();
        process.unwrap_or_else(|| panic!("{name} does not run"))
    }

    /// Kills a process without a word.
    pub async fn kill(&mut self, name: &str) {
        self.tell(&format!("{name} is killed"));
        let process = self.member(name).process.take().expect("it runs");
        let log = process.kill().await;
        self.member(name).logged.extend(log);
    }

    /// Asks a process to end, and waits until it has.
    pub async fn stop(&mut self, name: &str) {
        self.tell(&format!("{name} is asked to end"));
        let process = self.member(name).process.take().expect("it runs");
        process.signal(Signal::Terminate).await;
        let (ended, log) = process.ends().await;
        self.tell(&format!("{name} has ended"));
        assert!(
            ended.success(),
            "{name} ended with {ended}:\n{}",
            log.join("\n")
        );
        self.member(name).logged.extend(log);
    }

    /// Stops a process where it is.
    pub async fn freeze(&mut self, name: &str) {
        self.tell(&format!("{name} is frozen"));
        self.member(name).suffered = true;
        self.process(name).signal(Signal::Stop).await;
    }

    /// Lets a frozen process go on.
    pub async fn thaw(&mut self, name: &str) {
        self.tell(&format!("{name} goes on"));
        self.process(name).signal(Signal::Continue).await;
    }

    /// Changes the wire between a process and the database.
    pub fn wire(&mut self, name: &str, state: Wire) {
        self.tell(&format!("the wire of {name} is {state:?}"));
        let member = self.member(name);
        member.suffered = true;
        member.relay.set(state);
    }

    /// The shard that a channel belongs to.
    pub fn shard(&self, channel: ChannelId) -> u32 {
        let guild = self.discord.world().guild_of(channel);
        let shard = guild.map_or(0, |guild| (guild.get() >> 22) % self.total);
        u32::try_from(shard).expect("few shards")
    }

    /// A new server on this shard.
    pub fn guild(&self, name: &str, shard: u64) -> GuildId {
        self.discord.guild_of(name, (shard, self.total))
    }

    /// Who holds the leases: the names by shard.
    pub async fn owners(&self) -> BTreeMap<u32, String> {
        let sql = "SELECT shard, owner FROM leases";
        let rows: Result<Vec<(i64, String)>, _> = sqlx::query_as(sql).fetch_all(&self.pool).await;
        // Until somebody has made the tables there are none.
        let rows = rows.unwrap_or_default().into_iter();
        rows.map(|(shard, owner)| (u32::try_from(shard).expect("a shard"), owner))
            .collect()
    }

    /// Who owns the tables of a shard.
    pub async fn owner(&self, shard: u32) -> String {
        let owner = self.owners().await.remove(&shard);
        owner.unwrap_or_else(|| panic!("nobody owns shard {shard}"))
    }

    /// The one of ours who is called so.
    pub fn named(&self, name: &str) -> &'static str {
        let mut names = self.members.keys();
        let found = names.find(|own| **own == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    /// Waits until every shard has an owner among these, which hears it as the only one, and each of them has one at
    /// least. How long it took.
    pub async fn settles(&self, among: &[&str]) -> Duration {
        let begun = Instant::now();
        loop {
            let owners = self.owners().await;
            let shards = 0..u32::try_from(self.total).expect("few shards");
            let right = shards.clone().all(|shard| {
                let owner = owners.get(&shard).map(String::as_str);
                let hear = self.discord.hears(shard);
                owner.is_some_and(|owner| {
                    among.contains(&owner) && hear.contains(owner) && hear.len() == 1
                })
            });
            let all = among
                .iter()
                .all(|name| owners.values().any(|own| own == name));
            if right && all {
                self.tell(&format!("settled: {owners:?}"));
                return begun.elapsed();
            }
            let hear: Vec<_> = shards.map(|shard| self.discord.hears(shard)).collect();
            assert!(
                begun.elapsed() < PATIENCE,
                "it does not settle: owners {owners:?}, who hears: {hear:?}\n{}",
                self.logs()
            );
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// What everybody has logged so far.
    pub fn logs(&self) -> String {
        let of = |(name, member): (&&str, &Member)| {
            let now = member.process.as_ref().map(Process::logged);
            let lines = member.logged.iter().cloned().chain(now.unwrap_or_default());
            lines
                .map(|line| format!("{name}: {line}\n"))
                .collect::<String>()
        };
        self.members.iter().map(of).collect()
    }

    /// Ends all processes in good order, and removes the database. None of them may have complained, unless something
    /// was done to it.
    pub async fn ends(mut self) {
        let running = self.members.iter();
        let running = running.filter(|(_, member)| member.process.is_some());
        for name in running.map(|(name, _)| *name).collect::<Vec<_>>() {
            self.stop(name).await;
        }
        for (name, member) in &self.members {
            let bad = member.logged.iter().filter(|line| {
                line.contains("panicked") || line.contains("ERROR") && !member.suffered
            });
            let bad: Vec<_> = bad.collect();
            assert!(bad.is_empty(), "{name} complains: {bad:#?}");
        }
        let database = self.url.rsplit('/').next().unwrap_or_default();
        let name = database.split('?').next().unwrap_or_default().to_owned();
        self.pool.close().await;
        let server = std::env::var("TEST_POSTGRES_URL").expect("it was there");
        let server = PgPool::connect(&server).await.expect("the test server");
        let sql = format!("DROP DATABASE {name} WITH (FORCE)");
        let dropped = sqlx::raw_sql(&sql).execute(&server).await;
        dropped.expect("the database is dropped");
        server.close().await;
    }
}
