//! The program as a process of its own: how it is started for a test, what it says, and how it ends.

#![allow(dead_code, reason = "each test uses its own part")]

use std::process::{ExitStatus, Stdio};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::{Double, Endpoints};

/// A signal that a process can be sent.
#[derive(Clone, Copy, Debug)]
pub enum Signal {
    /// It stops where it is, and knows nothing of it.
    Stop,
    /// It goes on where it was stopped.
    Continue,
    /// It is asked to end.
    Terminate,
}

/// A process. It is killed when it is dropped.
pub struct Process {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
    reading: JoinHandle<()>,
}

/// Gives a command the settings of a bot at this Discord and over this database, and no others.
pub fn set_up(command: &mut Command, discord: &Double, at: &Endpoints, database: &str) {
    command
        // A folder without `.env`.
        .current_dir(std::env::temp_dir())
        .env("DISCORD_TOKEN", discord.token())
        .env("DISCORD_API", &at.api)
        .env("DISCORD_GATEWAY", &at.gateway)
        .env("DATABASE_URL", database)
        .env("EMOJIS", "off")
        .env("TABLES_AN_HOUR", "off")
        .env_remove("RUST_LOG")
        .env_remove("SHARDS")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
}

impl Process {
    /// Starts it; does not wait for anything.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let errors = child.stderr.take().expect("it is piped");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        let reading = tokio::spawn(async move {
            let mut errors = BufReader::new(errors).lines();
            while let Ok(Some(line)) = errors.next_line().await {
                kept.lock().push(line);
            }
        });
        Self {
            child,
            lines,
            reading,
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        let ended = self.child.try_wait();
        ended.expect("its state can be asked for").is_some()
    }

    /// What it has logged so far.
    pub fn logged(&self) -> Vec<String> {
        self.lines.lock().clone()
    }

    /// Sends it a signal.
    pub async fn signal(&self, signal: Signal) {
        let name = match signal {
            Signal::Stop => "STOP",
            Signal::Continue => "CONT",
            Signal::Terminate => "TERM",
        };
        let line = format!("kill -{name} {}", self.id());
        let done = Command::new("sh").args(["-c", &line]).status().await;
        assert!(done.expect("there is a shell").success(), "{line}");
    }

    /// Waits until it ends by itself; gives how, and what it logged.
    pub async fn ends(mut self) -> (ExitStatus, Vec<String>) {
        let ended = self.child.wait().await.expect("it ends");
        (ended, self.log().await)
    }

    /// Kills it without a word; gives what it logged. It must have been running.
    pub async fn kill(mut self) -> Vec<String> {
        let gone = self.child.try_wait().expect("its state can be asked for");
        self.child.start_kill().ok();
        self.child.wait().await.expect("it ends");
        let log = self.log().await;
        assert_eq!(gone, None, "it ended by itself:\n{}", log.join("\n"));
        log
    }

    async fn log(self) -> Vec<String> {
        self.reading.await.expect("its log can be read");
        std::mem::take(&mut self.lines.lock())
    }
}
