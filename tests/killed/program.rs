//! The program as a process of its own, with a Discord to connect to.

use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::double::Double;

/// The name under which all its lives hold their leases.
pub const INSTANCE: &str = "killed";

pub struct Program {
    child: Child,
    started: Instant,
    log: JoinHandle<Vec<String>>,
}

impl Program {
    /// Starts it; does not wait until it is connected.
    pub fn start(discord: &Double, database: &str) -> Self {
        let endpoints = discord.endpoints();
        let mut command = Command::new("sh");
        command
            // A write beyond a limit fails, as on a full disk, where it would end the program otherwise.
            .args(["-c", "trap '' XFSZ; exec \"$0\""])
            .arg(env!("CARGO_BIN_EXE_tractor-bot"))
            // A folder without `.env`.
            .current_dir(std::env::temp_dir())
            .env("DISCORD_TOKEN", discord.token())
            .env("DISCORD_API", endpoints.api)
            .env("DISCORD_GATEWAY", endpoints.gateway)
            .env("DATABASE_URL", database)
            .env("EMOJIS", "off")
            .env("INSTANCE", INSTANCE)
            .env_remove("RUST_LOG")
            .env_remove("SHARDS")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the program starts");
        let errors = child.stderr.take().expect("it is piped");
        let log = tokio::spawn(async move {
            let (mut lines, mut kept) = (BufReader::new(errors).lines(), Vec::new());
            while let Ok(Some(line)) = lines.next_line().await {
                kept.push(line);
            }
            kept
        });
        Self {
            child,
            started: Instant::now(),
            log,
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Waits until it ends by itself, and with a failure; gives what it logged.
    pub async fn ends(mut self) -> Vec<String> {
        let ended = self.child.wait().await.expect("it ends");
        assert_eq!(ended.code(), Some(1));
        self.log.await.expect("its log can be read")
    }

    /// How long it has been running.
    pub fn age(&self) -> Duration {
        self.started.elapsed()
    }

    /// Kills it without a word, and waits until Discord has noticed. What it left unanswered nobody can hold against it.
    /// It must not have panicked or complained before.
    pub async fn kill(self, discord: &Double) {
        let log = self.dies(discord).await;
        let bad = |line: &&String| line.contains("panicked") || line.contains("ERROR");
        let bad: Vec<_> = log.iter().filter(bad).collect();
        assert!(bad.is_empty(), "it complains: {bad:#?}");
    }

    /// The same where it has reason to complain; gives what it logged.
    pub async fn dies(mut self, discord: &Double) -> Vec<String> {
        let gone = self.child.try_wait().expect("its state can be asked for");
        self.child.start_kill().ok();
        self.child.wait().await.expect("it ends");
        let log = self.log.await.expect("its log can be read");
        assert_eq!(gone, None, "it ended by itself:\n{}", log.join("\n"));
        discord
            .until("the end of the connection", |world| !world.is_connected())
            .await;
        // What it had sent before is carried out.
        let mut mark = u64::MAX;
        while mark != discord.mark() {
            mark = discord.mark();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut world = discord.world();
        for interaction in world.interactions.values_mut() {
            interaction.excused |= interaction.answer.is_none();
        }
        drop(world);
        log
    }
}
