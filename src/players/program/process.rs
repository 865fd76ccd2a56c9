//! A running program: how one is started, a line in, a line out, and its end; how many there may be, and that none is
//! left behind.
//!
//! Decides how long an answer is waited for, and how long a line may be. Knows no game. Each program is in a group of its
//! own, which ends as a whole. Where the bot itself is killed, a shell that watches over its programs ends them: it hears
//! their groups over a pipe, and ends those that are left when the pipe closes.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{env, thread};

use parking_lot::Mutex;

use super::FaultKind;
use super::command_line::CommandLine;

/// The longest line of a program that is read, in bytes.
pub const LONGEST_ANSWER: usize = 64 * 1024;

/// The most that is kept of a program's last words, in characters.
const LONGEST_COMPLAINT: usize = 300;

/// How long the last words of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

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

/// A running program. It is ended when this is dropped, with its group.
pub(super) struct Child {
    process: Arc<Mutex<Option<Process>>>,
    ask: Sender<String>,
    answers: Receiver<io::Result<Vec<u8>>>,
    /// The last line of its standard error.
    complaint: Arc<Mutex<String>>,
    /// Disconnected once nothing comes from there any more.
    errors_end: Receiver<()>,
}

impl Child {
    pub(super) fn start(line: &CommandLine) -> io::Result<Self> {
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
        let input = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        let errors = process.stderr.take().expect("it is piped");
        let process = Arc::new(Mutex::new(Some(process)));
        running.programs.push(Arc::clone(&process));
        drop(running);
        let (ask, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let (errors_open, errors_end) = mpsc::channel::<()>();
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&complaint);
        let child = Self {
            process,
            ask,
            answers,
            complaint,
            errors_end,
        };
        // Both threads end with the program at the latest: it closes its ends of the pipes.
        let named = || thread::Builder::new().name("player program".to_owned());
        named().spawn(move || talk(input, output, &asked, &answer))?;
        named().spawn(move || {
            listen(errors, &last);
            drop(errors_open);
        })?;
        Ok(child)
    }

    /// Its answer to a line, without the end of the line; else why there is none. The program is to be ended then.
    pub(super) fn ask(
        &mut self,
        line: String,
        limit: Duration,
    ) -> Result<String, (FaultKind, String)> {
        if self.ask.send(line).is_err() {
            return Err(self.ended());
        }
        match self.answers.recv_timeout(limit) {
            Ok(Ok(answer)) if answer.len() > LONGEST_ANSWER => {
                let why = format!("its answer is longer than {LONGEST_ANSWER} bytes");
                Err((FaultKind::Unreadable, why))
            }
            Ok(Ok(answer)) => Ok(String::from_utf8_lossy(&answer).trim().to_owned()),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => {
                let why = format!("it has not answered within {limit:?}");
                Err((FaultKind::Late, why))
            }
        }
    }

    /// What is said of a program that has ended by itself.
    fn ended(&self) -> (FaultKind, String) {
        // Its standard error is closed by now, unless it left others behind.
        let _ = self.errors_end.recv_timeout(LAST_WORDS);
        let mut why = "it has ended".to_owned();
        let words = self.complaint.lock();
        if !words.is_empty() {
            why += &format!(", and its last line on standard error is {:?}", *words);
        }
        (FaultKind::Ended, why)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let mut running = RUNNING.lock();
        let others = |other: &Arc<_>| !Arc::ptr_eq(other, &self.process);
        running.programs.retain(others);
        drop(running);
        if let Some(group) = end(&self.process) {
            RUNNING.lock().tell("-", group);
        }
    }
}

/// Hands lines over and brings answers back, until the program is gone.
fn talk(
    mut input: ChildStdin,
    output: ChildStdout,
    asked: &Receiver<String>,
    answer: &Sender<io::Result<Vec<u8>>>,
) {
    let mut output = BufReader::new(output);
    while let Ok(mut line) = asked.recv() {
        line.push('\n');
        let said = exchange(&mut input, &mut output, &line);
        let over = said.is_err();
        if answer.send(said).is_err() || over {
            return;
        }
    }
}

fn exchange(
    input: &mut ChildStdin,
    output: &mut BufReader<ChildStdout>,
    line: &str,
) -> io::Result<Vec<u8>> {
    input.write_all(line.as_bytes())?;
    input.flush()?;
    let mut answer = Vec::new();
    let most = LONGEST_ANSWER as u64 + 1;
    output.take(most).read_until(b'\n', &mut answer)?;
    match answer.is_empty() {
        true => Err(io::ErrorKind::UnexpectedEof.into()),
        false => Ok(answer),
    }
}

/// Keeps the last line that the program writes to standard error.
fn listen(errors: ChildStderr, last: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        let most = LONGEST_ANSWER as u64;
        match errors.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line: String = line.trim().chars().take(LONGEST_COMPLAINT).collect();
        if !line.is_empty() {
            *last.lock() = line;
        }
    }
}
