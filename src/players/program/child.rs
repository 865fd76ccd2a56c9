//! A running program: a line in, a line out, and its end.
//!
//! Decides how long an answer is waited for, and how long a line may be. Knows no game.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

use super::command_line::CommandLine;
use super::process::ProgramProcess;

/// The longest line of a program that is read, in bytes.
pub const LONGEST_ANSWER: usize = 64 * 1024;

/// The most that is kept of a program's last words, in characters.
const LONGEST_COMPLAINT: usize = 300;

/// How long the last words of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Why there is no answer. The program has been ended then.
#[derive(Debug, thiserror::Error)]
pub(super) enum Silence {
    #[error("it cannot be started: {0}")]
    Unstartable(io::Error),
    #[error("it has not answered within {0:?}")]
    Late(Duration),
    #[error("it has ended{}", last_words(.0))]
    Ended(String),
    #[error("its answer is longer than {LONGEST_ANSWER} bytes")]
    Endless,
}

fn last_words(words: &str) -> String {
    match words {
        "" => String::new(),
        words => format!(", and its last line on standard error is {words:?}"),
    }
}

/// A running program. It is ended when this is dropped.
pub(super) struct Child {
    _process: ProgramProcess,
    ask: Sender<String>,
    answers: Receiver<io::Result<Vec<u8>>>,
    /// The last line of its standard error.
    complaint: Arc<Mutex<String>>,
    /// Disconnected once nothing comes from there any more.
    errors_end: Receiver<()>,
}

impl Child {
    pub(super) fn start(line: &CommandLine) -> io::Result<Self> {
        let (ask, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let (errors_open, errors_end) = mpsc::channel::<()>();
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&complaint);
        let (process, (input, output, errors)) = ProgramProcess::start(line)?;
        // Both threads end with the program at the latest: it closes its ends of the pipes.
        let named = || thread::Builder::new().name("player program".to_owned());
        named().spawn(move || talk(input, output, &asked, &answer))?;
        named().spawn(move || {
            listen(errors, &last);
            drop(errors_open);
        })?;
        Ok(Self {
            _process: process,
            ask,
            answers,
            complaint,
            errors_end,
        })
    }

    /// Its answer to a line, without the end of the line.
    pub(super) fn ask(&mut self, line: String, limit: Duration) -> Result<String, Silence> {
        if self.ask.send(line).is_err() {
            return Err(self.ended());
        }
        let answer = match self.answers.recv_timeout(limit) {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => return Err(Silence::Late(limit)),
        };
        if answer.len() > LONGEST_ANSWER {
            return Err(Silence::Endless);
        }
        Ok(String::from_utf8_lossy(&answer).trim().to_owned())
    }

    /// What is said of a program that has ended by itself.
    fn ended(&self) -> Silence {
        // Its standard error is closed by now, unless it left others behind.
        let _ = self.errors_end.recv_timeout(LAST_WORDS);
        Silence::Ended(self.complaint.lock().clone())
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
