//! The program as a process of its own, with a Discord to connect to.

use std::path::Path;
use std::time::Duration;

use tokio::process::Command;

use crate::double::Double;
use double::process::{self, Process};

/// The name under which all its lives hold their leases.
pub const INSTANCE: &str = "killed";

pub struct Program(Process);

impl Program {
    /// Starts it; does not wait until it is connected.
    pub fn start(discord: &Double, database: &str) -> Self {
        Self::start_with(discord, database, &[])
    }

    /// Starts another version of it.
    pub fn start_other(version: &Path, discord: &Double, database: &str) -> Self {
        Self::start_file(version, discord, database, &[])
    }

    /// The same with more settings.
    pub fn start_with(discord: &Double, database: &str, settings: &[(&str, &str)]) -> Self {
        let file = Path::new(env!("CARGO_BIN_EXE_tractor-bot"));
        Self::start_file(file, discord, database, settings)
    }

    fn start_file(
        file: &Path,
        discord: &Double,
        database: &str,
        settings: &[(&str, &str)],
    ) -> Self {
        let mut command = Command::new("sh");
        command
            // A write beyond a limit fails, as on a full disk, where it would end the program otherwise.
            .args(["-c", "trap '' XFSZ; exec \"$0\""])
            .arg(file);
        process::set_up(&mut command, discord, &discord.endpoints(), database);
        command.env("INSTANCE", INSTANCE);
        command.envs(settings.iter().copied());
        Self(Process::start(command))
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits until it ends by itself, and with a failure; gives what it logged.
    pub async fn ends(self) -> Vec<String> {
        let (ended, log) = self.0.ends().await;
        assert_eq!(ended.code(), Some(1));
        log
    }

    /// Asks it to end, and waits until it has ended well; gives what it logged.
    pub async fn stop(self) -> Vec<String> {
        self.0.signal(process::Signal::Terminate).await;
        let (ended, log) = self.0.ends().await;
        assert_eq!(ended.code(), Some(0), "{log:#?}");
        log
    }

    /// How long it has been running.
    pub fn age(&self) -> Duration {
        self.0.age()
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
    pub async fn dies(self, discord: &Double) -> Vec<String> {
        let log = self.0.kill().await;
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
