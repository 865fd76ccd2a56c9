//! The processes of programs: how one is started, how many there may be, and that none is left behind.
//!
//! Each is in a group of its own, which ends as a whole. Where the bot itself is killed, a shell that watches over
//! its programs ends them: it hears their groups over a pipe, and ends those that are left when the pipe closes.

use std::env;
use std::io::{self, Write as _};
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use parking_lot::Mutex;

use super::command_line::CommandLine;

/// How many programs may run at once, over all tables.
pub const MOST_AT_ONCE: usize = 64;

/// What a program finds in its environment: where it finds others.
const PASSED_ON: &str = "PATH";

/// What the watching shell does. `+ 17` is a group that has begun, `- 17` one that has ended.
#[cfg(unix)]
const WATCH: &str = "trap '' INT TERM HUP
while read -r what group; do
    left=
    for other in $groups; do [ \"$other\" = \"$group\" ] || left=\"$left $other\"; done
    case $what in +) groups=\"$left $group\" ;; *) groups=$left ;; esac
done
for group in $groups; do kill -s KILL -- \"-$group\"; done";

/// The programs that run, until the bot ends them all.
static RUNNING: Mutex<Running> = Mutex::new(Running {
    programs: Vec::new(),
    over: false,
    watch: None,
});

struct Running {
    programs: Vec<Arc<Mutex<Option<Process>>>>,
    /// None is started any more.
    over: bool,
    /// What the watching shell reads.
    watch: Option<ChildStdin>,
}

impl Running {
    /// Tells the watching shell, which is started before the first program.
    fn tell(&mut self, what: &str, group: u32) {
        #[cfg(unix)]
        if self.watch.is_none() {
            let mut shell = Command::new("sh");
            shell.args(["-c", WATCH]).stdin(Stdio::piped());
            shell.stdout(Stdio::null()).stderr(Stdio::null());
            std::os::unix::process::CommandExt::process_group(&mut shell, 0);
            match shell.spawn() {
                Ok(mut shell) => self.watch = shell.stdin.take(),
                Err(error) => {
                    tracing::warn!(%error, "nobody ends player programs if the bot is killed");
                }
            }
        }
        if let Some(watch) = &mut self.watch {
            // A shell that is gone cannot be told.
            let _ = writeln!(watch, "{what} {group}");
        }
    }
}

/// Ends all programs, also those that think, and starts none any more: the bot itself ends.
pub fn end_all() {
    let mut running = RUNNING.lock();
    running.over = true;
    for program in running.programs.drain(..) {
        end(&program);
    }
}

/// Ends a program with its group, and waits until it is gone: its group, which is nobody's any more.
fn end(program: &Mutex<Option<Process>>) -> Option<u32> {
    let mut process = program.lock().take()?;
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;

        // One that has ended cannot be killed, but has to be waited for all the same.
        let _ = killpg(Pid::from_raw(process.id().cast_signed()), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = process.kill();
    let _ = process.wait();
    Some(process.id())
}

/// A program that runs. It is ended when this is dropped, with its group.
pub(super) struct ProgramProcess(Arc<Mutex<Option<Process>>>);

/// Its standard input, output and error.
pub(super) type Streams = (ChildStdin, ChildStdout, ChildStderr);

impl ProgramProcess {
    pub(super) fn start(line: &CommandLine) -> io::Result<(Self, Streams)> {
        let mut running = RUNNING.lock();
        if running.over {
            return Err(io::Error::other("no program is started any more"));
        }
        if running.programs.len() >= MOST_AT_ONCE {
            let many = format!("{MOST_AT_ONCE} programs run already");
            return Err(io::Error::other(many));
        }
        let mut command = Command::new(&line.program);
        command.args(&line.arguments).env_clear();
        command.envs(env::var_os(PASSED_ON).map(|value| (PASSED_ON, value)));
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        running.tell("+", process.id());
        let streams = (
            process.stdin.take().expect("it is piped"),
            process.stdout.take().expect("it is piped"),
            process.stderr.take().expect("it is piped"),
        );
        let program = Arc::new(Mutex::new(Some(process)));
        running.programs.push(Arc::clone(&program));
        Ok((Self(program), streams))
    }
}

impl Drop for ProgramProcess {
    fn drop(&mut self) {
        let mut running = RUNNING.lock();
        let others = |other: &Arc<Mutex<Option<Process>>>| !Arc::ptr_eq(other, &self.0);
        running.programs.retain(others);
        drop(running);
        if let Some(group) = end(&self.0) {
            RUNNING.lock().tell("-", group);
        }
    }
}
