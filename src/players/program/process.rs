//! The processes of programs: how they are started, how many there may be, and their end.
//!
//! Decides what a program finds around it (environment, a folder of its own, a group of its own), and that
//! none outlives its player or the bot. Knows nothing of what is said to it.

use std::env;
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::command_line::CommandLine;
#[cfg(target_os = "linux")]
use super::guard;

/// How many programs may run at once, over all tables.
pub const MOST_AT_ONCE: usize = 64;

/// What a program finds in its environment where the bot has it, beside a `TMPDIR` of its own.
const PASSED_ON: [&str; 10] = [
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TERM",
    // Windows opens no connection without it.
    "SystemRoot",
];

/// The folder of the store, which no program reads as a whole.
static KEPT_AWAY: OnceLock<PathBuf> = OnceLock::new();

/// Keeps programs under guard out of this folder, as they are kept out of the one in which the bot was
/// started: once, before the first of them starts.
pub fn keep_out_of(folder: PathBuf) {
    let first = KEPT_AWAY.set(folder);
    debug_assert!(first.is_ok(), "the store is in one place");
}

/// The programs that run, until the bot ends them all.
static RUNNING: Mutex<Running> = Mutex::new(Running {
    programs: Vec::new(),
    over: false,
});

struct Running {
    programs: Vec<Arc<Mutex<Option<Started>>>>,
    /// None is started any more.
    over: bool,
}

/// Ends all programs, also those that think, and starts none any more: the bot itself ends.
pub fn end_all() {
    let mut running = RUNNING.lock();
    running.over = true;
    running.programs.drain(..).for_each(|program| end(&program));
}

/// Ends a program, and waits until it is gone.
fn end(program: &Mutex<Option<Started>>) {
    if let Some(started) = program.lock().take() {
        started.end();
    }
}

/// A program that runs. It is ended when this is dropped, with all that it has started.
pub(super) struct ProgramProcess(Arc<Mutex<Option<Started>>>);

/// Its standard input, output and error.
pub(super) type Streams = (ChildStdin, ChildStdout, ChildStderr);

impl ProgramProcess {
    /// Starts a program. Under guard it also ends with the thread that called this.
    pub(super) fn start(line: &CommandLine) -> io::Result<(Self, Streams)> {
        let mut running = RUNNING.lock();
        if running.over {
            return Err(io::Error::other("no program is started any more"));
        }
        if running.programs.len() >= MOST_AT_ONCE {
            let many = format!("{MOST_AT_ONCE} programs run already");
            return Err(io::Error::other(many));
        }
        let mut started = Started::start(line)?;
        let process = &mut started.process;
        let streams = (
            process.stdin.take().expect("it is piped"),
            process.stdout.take().expect("it is piped"),
            process.stderr.take().expect("it is piped"),
        );
        let program = Arc::new(Mutex::new(Some(started)));
        running.programs.push(Arc::clone(&program));
        Ok((Self(program), streams))
    }
}

impl Drop for ProgramProcess {
    fn drop(&mut self) {
        let mut running = RUNNING.lock();
        let others = |other: &Arc<Mutex<Option<Started>>>| !Arc::ptr_eq(other, &self.0);
        running.programs.retain(others);
        drop(running);
        end(&self.0);
    }
}

/// A process that was not waited for yet: its number is its own.
struct Started {
    process: Process,
    /// Whether it is the guard of the program.
    guarded: bool,
    /// The program's folder; none where nothing can be written.
    folder: Option<PathBuf>,
}

impl Started {
    fn start(line: &CommandLine) -> io::Result<Self> {
        let folder = own_folder().ok();
        #[cfg(target_os = "linux")]
        let guard = guard::command(
            line,
            folder.as_deref(),
            KEPT_AWAY.get().map(PathBuf::as_path),
        );
        #[cfg(not(target_os = "linux"))]
        let guard: Option<Command> = None;
        let guarded = guard.is_some();
        let mut command = guard.unwrap_or_else(|| {
            let mut command = Command::new(&line.program);
            command.args(&line.arguments);
            command
        });
        command.env_clear();
        let passed_on = PASSED_ON.map(|name| Some((name, env::var_os(name)?)));
        command.envs(passed_on.into_iter().flatten());
        if let Some(folder) = &folder {
            command.env("TMPDIR", folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        match command.spawn() {
            Ok(process) => Ok(Self {
                process,
                guarded,
                folder,
            }),
            Err(error) => {
                remove(folder.as_deref());
                Err(error)
            }
        }
    }

    /// Ends it and what it has started, and waits until it is gone.
    fn end(mut self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, kill, killpg};
            use nix::unistd::Pid;

            let number = Pid::from_raw(self.process.id().cast_signed());
            // One that has ended cannot be killed, but has to be waited for all the same.
            let _ = match self.guarded {
                // The guard ends the program, and whatever has left its group.
                true => kill(number, Signal::SIGTERM),
                false => killpg(number, Signal::SIGKILL),
            };
        }
        #[cfg(not(unix))]
        let _ = self.process.kill();
        let _ = self.process.wait();
        remove(self.folder.as_deref());
    }
}

/// A new folder that nobody else can look into.
fn own_folder() -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tractor-program-{}-{number}", std::process::id());
        let folder = env::temp_dir().join(name);
        match builder.create(&folder) {
            Ok(()) => return Ok(folder),
            // Left by a process of that number, or laid there by somebody else.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes a program's folder. What cannot be removed is left to whoever cleans the place.
fn remove(folder: Option<&Path>) {
    let _ = folder.map(fs::remove_dir_all);
}
