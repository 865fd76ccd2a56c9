//! Programs as players: they play whole rounds, and whatever they do wrong is counted, replaced by
//! the lowest legal action, and leaves nothing behind.
//!
//! The program that is started is this test itself, with what it is to do as its arguments. Hence
//! there is no harness, which would write to its output: the tests are a list below.

mod acting;
mod uno;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game as _, RuleSet as _, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::program::{CommandLine, FaultCounts, Faults, MOST_AT_ONCE, Program};
use tractor_bot::players::tractor::{Heuristic, Lowest};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::view::PhaseView;

use acting::{ACTS, act};
use uno::a_program_plays_uno;

/// More than any answer takes on a busy machine.
const LONG: Duration = Duration::from_secs(120);

/// Too short for a program that never answers, whatever the machine.
const SHORT: Duration = Duration::from_millis(30);

/// The tests with their names.
macro_rules! named {
    ($($(#[$when:meta])? $test:ident,)+) => {
        &[$($(#[$when])? (stringify!($test), $test),)+]
    };
}

const TESTS: &[(&str, fn())] = named![
    a_program_plays_whole_rounds,
    a_program_is_asked_like_a_player,
    what_a_program_does_wrong_is_counted,
    no_process_is_left,
    a_program_that_thinks_ends_with_the_bot,
    a_program_is_told_no_secrets,
    what_a_program_has_started_ends_with_it,
    #[cfg(unix)]
    nothing_is_left_of_a_bot_that_is_killed,
    #[cfg(target_os = "linux")]
    nobody_reads_the_environment_of_the_bot,
    so_many_programs_run_and_no_more,
    programs_play_a_match_in_the_terminal,
    only_programs_that_are_there_are_seated,
    the_example_in_python_keeps_the_rules,
    a_program_plays_uno,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [ACTS, "told"] => {
            told_no_secrets();
            return ExitCode::SUCCESS;
        }
        [ACTS, way, rest @ ..] => return act(way, rest),
        _ => {}
    }
    if words.contains(&"--list") {
        TESTS.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&&str> = words.iter().filter(|word| !word.starts_with('-')).collect();
    for (name, test) in TESTS {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(**word)) {
            // A panic ends the run with its message and a code that is not 0.
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// The command line of this program, to act in this way.
fn acting(way: &[&str]) -> CommandLine {
    let program = std::env::current_exe().expect("this program");
    let words = std::iter::once(ACTS).chain(way.iter().copied());
    CommandLine::new(program.to_string_lossy(), words.map(str::to_owned))
}

/// A table of one player under test and three heuristic ones.
struct Table {
    game: Tractor,
    players: Vec<Box<dyn Player<Tractor>>>,
}

impl Table {
    fn new(rules: &Rules, mut player: impl FnMut(Seat) -> Box<dyn Player<Tractor>>) -> Table {
        let (game, _) = Tractor::start(rules, 4, Seed::from_number(11));
        Table {
            game,
            players: Seat::first(4).map(&mut player).collect(),
        }
    }

    /// Plays on until so many rounds are over. Where an action is refused the player is told, and the lowest is played.
    fn play(&mut self, rounds: u32) {
        let mut turns = 0;
        while self.game.round() <= rounds {
            turns += 1;
            assert!(turns < 100_000, "nobody calls: it is dealt for ever");
            if let Turn::Seats(seats) = self.game.turn()
                && seats.is_empty()
            {
                self.game.act(Seat::new(0), Action::Deal).expect("a deal");
            }
            let mut acted = false;
            for (seat, player) in Seat::first(4).zip(&mut self.players) {
                let view = self.game.view(Viewer::Seat(seat));
                let Some(action) = player.choose(&view) else {
                    continue;
                };
                acted = true;
                if let Err(why) = self.game.act(seat, action) {
                    player.refused(&why.to_string());
                    let lowest = Lowest.choose(&view).expect("it is their turn");
                    self.game.act(seat, lowest).expect("the lowest is legal");
                }
            }
            if let (false, Some(cue)) = (acted, self.game.cue()) {
                self.game.elapse(cue);
            }
        }
    }
}

/// Plays rounds with a program that acts like this on one seat; what it did wrong.
fn faults_of(way: &str, rounds: u32) -> FaultCounts {
    faults_of_line(&acting(&[way]), LONG, 1, rounds)
}

fn faults_of_line(line: &CommandLine, limit: Duration, starts: u32, rounds: u32) -> FaultCounts {
    let faults: Arc<Faults> = Arc::default();
    let mut table = Table::new(&Rules::default(), |seat| match seat.index() {
        1 => {
            let program = Program::new(line.clone()).patient(limit, starts);
            Box::new(program.counted(Arc::clone(&faults)))
        }
        _ => Box::new(Heuristic::default()),
    });
    table.play(rounds);
    faults.count()
}

fn a_program_plays_whole_rounds() {
    assert_eq!(faults_of("example", 2), FaultCounts::default());
}

/// A program that answers what `Lowest` plays makes the same match as `Lowest`.
fn a_program_is_asked_like_a_player() {
    let played = |player: fn() -> Box<dyn Player<Tractor>>| {
        let mut table = Table::new(&Rules::default(), |seat| match seat.index() {
            1 => player(),
            _ => Box::new(Heuristic::default()),
        });
        table.play(2);
        let view = table.game.view(Viewer::Public);
        assert!(matches!(view.phase, PhaseView::Ready { .. }));
        view.history
    };
    let program = || -> Box<dyn Player<Tractor>> {
        Box::new(Program::new(acting(&["example"])).patient(LONG, 1))
    };
    assert_eq!(played(program), played(|| Box::new(Lowest)));
}

/// It is counted by its kind, and whoever is given up is not asked any more.
fn what_a_program_does_wrong_is_counted() {
    type Count = fn(&FaultCounts) -> u64;
    let (late, ended): (Count, Count) = (|all| all.late, |all| all.ended);
    let (unreadable, illegal): (Count, Count) = (|all| all.unreadable, |all| all.illegal);
    let nowhere = CommandLine::parse("/no/such/program").expect("a line");
    for (line, limit, starts, kind, times, given_up) in [
        // Once for each start.
        (acting(&["silent"]), SHORT, 2, late, 2..=2, true),
        (acting(&["ends"]), LONG, 4, ended, 4..=4, true),
        (nowhere, LONG, 4, ended, 4..=4, true),
        (acting(&["endless"]), LONG, 3, unreadable, 3..=3, true),
        // Every other answer is none: the question behind it says so.
        (acting(&["nonsense"]), LONG, 1, unreadable, 6..=30, false),
        // It plays what it has not whenever it is not told that it did: every other time.
        (acting(&["illegal"]), LONG, 1, illegal, 6..=13, false),
        // Standard error is read along, or the program would wait for somebody to read it.
        (acting(&["complains"]), LONG, 1, late, 0..=0, false),
    ] {
        let faults = faults_of_line(&line, limit, starts, 1);
        let all: u64 = [late, ended, unreadable, illegal]
            .map(|kind| kind(&faults))
            .iter()
            .sum();
        let counted = kind(&faults);
        assert!(times.contains(&counted), "{line:?}: {faults:?}");
        assert_eq!((all, faults.unasked > 0), (counted, given_up), "{line:?}");
    }
}

/// A place where programs report.
fn reports() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    (listener, address)
}

/// The next report: a line, and the connection, which lasts as long as the process that wrote it.
fn next_report(listener: &TcpListener) -> (String, BufReader<TcpStream>) {
    let (stream, _) = listener.accept().expect("somebody reports");
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).expect("a line");
    (line.trim_end().to_owned(), stream)
}

/// Waits until the process at the other end is gone.
fn await_end(mut stream: BufReader<TcpStream>) {
    let stream = stream.get_mut();
    stream.set_nonblocking(false).expect("a socket");
    stream.set_read_timeout(Some(LONG)).expect("a socket");
    let gone = match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(why) => why.kind() == std::io::ErrorKind::ConnectionReset,
    };
    assert!(gone, "a program goes on");
}

/// A player whose program was asked once.
fn asked_once(way: &[&str]) -> Program<Tractor> {
    let faults: Arc<Faults> = Arc::default();
    let program = Program::new(acting(way)).patient(LONG, 1);
    asked(program.counted(Arc::clone(&faults)), &faults)
}

/// The same, as soon as it was asked or a fault was counted.
fn asked(mut program: Program<Tractor>, faults: &Faults) -> Program<Tractor> {
    let mut table = Table::new(&Rules::default(), |_| Box::new(Heuristic::default()));
    for _ in 0..200 {
        table.game.act(Seat::new(0), Action::Deal).ok();
        if let Some(cue) = table.game.cue() {
            table.game.elapse(cue);
        }
        for (seat, player) in Seat::first(4).zip(&mut table.players) {
            let view = table.game.view(Viewer::Seat(seat));
            program.choose(&view);
            if program.was_started() || faults.count() != FaultCounts::default() {
                return program;
            }
            if let Some(action) = player.choose(&view) {
                table.game.act(seat, action).expect("legal");
            }
        }
    }
    panic!("it is never asked");
}

fn no_process_is_left() {
    let (listener, address) = reports();
    let program = asked_once(&["example", &address]);
    let (number, _stream) = next_report(&listener);
    let process = PathBuf::from(format!("/proc/{number}"));
    if !Path::new("/proc/self").exists() {
        return;
    }
    assert!(process.exists(), "it waits for the next question");
    drop(program);
    // One that was not waited for would still be there, as a zombie.
    assert!(!process.exists(), "{number} is left");
}

/// A program that leaves another behind, and like it ignores the end of input.
fn what_a_program_has_started_ends_with_it() {
    let (listener, address) = reports();
    let program = asked_once(&["stays", &address]);
    let left: Vec<_> = (0..2).map(|_| next_report(&listener)).collect();
    drop(program);
    left.into_iter().for_each(|(_, stream)| await_end(stream));
}

/// The same of a bot that has no time to end anything.
#[cfg(unix)]
fn nothing_is_left_of_a_bot_that_is_killed() {
    let (listener, address) = reports();
    let mut bot = seated("stays", &address).spawn().expect("it runs");
    let left: Vec<_> = (0..2).map(|_| next_report(&listener)).collect();
    // With SIGKILL.
    bot.kill().expect("it runs");
    bot.wait().expect("it ends");
    left.into_iter().for_each(|(_, stream)| await_end(stream));
}

/// A process of the same user is refused; the system lets only root pass.
#[cfg(target_os = "linux")]
fn nobody_reads_the_environment_of_the_bot() {
    use nix::unistd::geteuid;
    use std::os::unix::process::CommandExt as _;

    let nobody = 65_534;
    let as_somebody = |command: &mut Command| {
        if geteuid().is_root() {
            command.uid(nobody).gid(nobody);
        }
    };
    let (listener, address) = reports();
    let mut bot = seated("thinks", &address);
    for program in [
        bot.get_program(),
        std::env::current_exe().expect("this program").as_os_str(),
    ] {
        let mut there = Command::new(program);
        let there = there.arg("--list").stdout(Stdio::null());
        as_somebody(there.stderr(Stdio::null()));
        if there.status().is_err() {
            println!("others than root do not get at the bot here");
            return;
        }
    }
    as_somebody(&mut bot);
    let mut bot = bot.spawn().expect("it runs");
    let _thinking = next_report(&listener);
    let mut reads = Command::new("cat");
    reads.arg(format!("/proc/{}/environ", bot.id()));
    as_somebody(&mut reads);
    let read = reads.output().expect("it runs");
    bot.kill().expect("it runs");
    bot.wait().expect("it ends");
    assert!(!read.status.success() && read.stdout.is_empty(), "{read:?}");
}

/// One more is refused, and has the lowest action played for it, until one of them ends.
fn so_many_programs_run_and_no_more() {
    let mut running: Vec<Program<Tractor>> = (0..MOST_AT_ONCE)
        .map(|_| asked_once(&["example"]))
        .collect();
    let one_more = || {
        let faults: Arc<Faults> = Arc::default();
        let program = Program::new(acting(&["example"])).patient(LONG, 1);
        drop(asked(program.counted(Arc::clone(&faults)), &faults));
        faults.count().ended
    };
    assert_eq!(one_more(), 1);
    running.pop();
    assert_eq!(one_more(), 0);
}

/// A bot that is stopped while a program thinks waits for no answer, and leaves no program behind.
fn a_program_that_thinks_ends_with_the_bot() {
    let (listener, address) = reports();
    let mut bot = seated("thinks", &address).spawn().expect("it runs");
    // Asked for the first time, it connects, and never answers.
    let (_, first) = next_report(&listener);
    let mut stop = Command::new("kill");
    stop.args(["-INT", &bot.id().to_string()]);
    assert!(stop.status().expect("it runs").success());
    bot.wait().expect("it ends");
    listener.set_nonblocking(true).expect("a socket");
    // On a slow machine the first was given up by then, and another one started.
    let others = std::iter::from_fn(|| listener.accept().ok().map(|(stream, _)| stream));
    let others = others.map(|stream| {
        let mut told = BufReader::new(stream);
        told.get_mut().set_nonblocking(false).expect("a socket");
        let mut line = String::new();
        told.read_line(&mut line).map(|_| told)
    });
    std::iter::once(first)
        .chain(others.flatten())
        .for_each(await_end);
}

/// The bot in the terminal, with two seats of a program that acts like this and reports there.
fn seated(way: &str, address: &str) -> Command {
    let program = std::env::current_exe().expect("this program");
    let player = format!("exec:'{}' {ACTS} {way} {address}", program.display());
    let seats = "program:player,good,program:player,good";
    let mut command = bot(&["--player", &player, "--seats", seats]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    command.stderr(Stdio::null());
    command
}

fn a_program_is_told_no_secrets() {
    let program = std::env::current_exe().expect("this program");
    let mut told = Command::new(program);
    told.args([ACTS, "told"])
        .env("DISCORD_TOKEN", "x")
        .env("DATABASE_URL", "x");
    assert!(told.status().expect("it runs").success());
}

/// Runs in a process that has the secrets.
fn told_no_secrets() {
    assert_eq!(std::env::var("DISCORD_TOKEN").as_deref(), Ok("x"));
    assert_eq!(faults_of("secrets", 1), FaultCounts::default());
}

/// The bot at a table in the terminal, with these arguments.
fn bot(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
    command.args(["--watch", "--seed", "7", "--deal-interval", "0"]);
    command.args(arguments).env_remove("DISCORD_TOKEN");
    command.env("PLAYER_PROGRAMS", "good-one=/no/such/program");
    command
}

/// What it prints until it ends by itself, what it complains of, and whether it ended well.
fn terminal(arguments: &[&str]) -> (String, String, bool) {
    let ended = bot(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&ended.stdout),
        text(&ended.stderr),
        ended.status.success(),
    )
}

/// The same of a short match.
fn short_match(arguments: &[&str]) -> (String, String, bool) {
    let rules = ["--rule", "match_to=3", "--rule", "call_window=1"];
    terminal(&[arguments, &rules].concat())
}

fn programs_play_a_match_in_the_terminal() {
    let program = std::env::current_exe().expect("this program");
    for seats in [
        "good,program:player,good,program:player",
        "program:player,good,program:player",
    ] {
        let (listener, address) = reports();
        let player = format!("exec:'{}' {ACTS} calls {address}", program.display());
        let (said, errors, _) = short_match(&["--player", &player, "--seats", seats]);
        assert!(said.contains("Goodbye"), "{said}\n{errors}");
        assert_eq!(errors, "", "{seats}");
        // It was started.
        next_report(&listener);
    }
}

fn only_programs_that_are_there_are_seated() {
    for (arguments, said) in [
        (
            ["--seats", "program:other,good,good,good"],
            "there is no program other",
        ),
        (["--player", "python3 x.py"], "exec:python3"),
        (["--player", "exec:"], "no program is named"),
    ] {
        let (_, errors, well) = terminal(&arguments);
        assert!(!well && errors.contains(said), "{errors}");
    }
    // One that is named and cannot be started is given up; the match goes on.
    let (said, errors, _) = short_match(&["--seats", "random,program:good-one,random,random"]);
    assert!(said.contains("Goodbye"), "{errors}");
    for complaint in ["cannot be started", "not asked any more"] {
        assert!(errors.contains(complaint), "{errors}");
    }
}

/// The example in Python. Where there is no Python there is none, unless `NEEDS_PYTHON` is set.
fn example_in_python() -> Option<CommandLine> {
    let there = Command::new("python3").arg("--version").output().is_ok();
    if !there && std::env::var_os("NEEDS_PYTHON").is_none() {
        println!("there is no python3");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/players/simple.py");
    let script = script.to_string_lossy().into_owned();
    Some(CommandLine::new("python3", [script]))
}

fn the_example_in_python_keeps_the_rules() {
    let Some(line) = example_in_python() else {
        return;
    };
    let two = [
        ("follow_pair", "suit_only"),
        ("follow_tractor", "pairs_only"),
    ];
    for rules in [&[], &two[..1], &two[1..]] {
        let set = Rules::default().with(rules);
        let faults: Arc<Faults> = Arc::default();
        let mut table = Table::new(&set, |_| {
            let program = Program::new(line.clone()).patient(LONG, 1);
            Box::new(program.counted(Arc::clone(&faults)))
        });
        table.play(4);
        assert_eq!(faults.count(), FaultCounts::default(), "{rules:?}");
    }
}
