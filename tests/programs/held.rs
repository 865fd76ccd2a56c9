//! What programs under guard can take, find and leave behind, on Linux.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use landlock::{ABI, Access as _, AccessFs, Ruleset, RulesetAttr as _};
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::{geteuid, getppid};
use tractor_bot::players::program::FaultCounts;

use super::{LONG, asked_once, await_end, faults_of, next_report, reports, seated};

/// What only the bot knows in these tests.
const SECRET: &str = "a-secret-of-the-bot";

/// A program, what it has started, and what has lost its parent, all of which ignore the end of input.
pub fn nothing_is_left_of_a_bot_that_is_killed() {
    let (listener, address) = reports();
    let mut bot = seated("leaves", &address).spawn().expect("it runs");
    let left: Vec<_> = (0..4).map(|_| next_report(&listener)).collect();
    // With SIGKILL.
    bot.kill().expect("it runs");
    bot.wait().expect("it ends");
    let folders: Vec<PathBuf> = left
        .iter()
        .map(|(report, _)| PathBuf::from(report.split_once(' ').expect("a folder").1))
        .collect();
    left.into_iter().for_each(|(_, stream)| await_end(stream));
    // It goes after the processes.
    while folders[0].exists() {
        std::thread::yield_now();
    }
}

/// It goes on in ever new processes, each of which has lost its parent and left its group.
pub fn a_program_that_multiplies_is_ended() {
    let mark = format!("mark-{}", std::process::id());
    let running = || {
        let processes = fs::read_dir("/proc").expect("processes").flatten();
        let lines = processes.map(|process| fs::read(process.path().join("cmdline")));
        let lines =
            lines.map(|line| String::from_utf8_lossy(&line.unwrap_or_default()).into_owned());
        lines.filter(|line| line.contains(&mark)).count()
    };
    let program = asked_once(&["multiplies", &mark]);
    assert!(running() > 0);
    drop(program);
    assert_eq!(running(), 0);
}

pub fn a_program_has_its_share() {
    assert_eq!(faults_of(&["takes"], LONG, 1, 1), FaultCounts::default());
}

/// In the program: what it could take.
pub fn took_more_than_its_share() -> Option<String> {
    let mut memory: Vec<u8> = Vec::new();
    if memory.try_reserve_exact(2 << 30).is_ok() {
        return Some("two gigabytes of memory".to_owned());
    }
    let file = || File::open("/dev/null");
    let files: Vec<File> = (0..300).map_while(|_| file().ok()).collect();
    if files.len() > 256 {
        return Some(format!("{} open files", files.len()));
    }
    drop(files);
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let unlimited = limits.lines().find(|line| {
        let bounded = ["Max cpu time", "Max file size", "Max core", "Max processes"];
        bounded.iter().any(|name| line.starts_with(name)) && line.contains("unlimited")
    });
    unlimited.map(str::to_owned)
}

pub fn a_program_finds_nothing_of_the_bot() {
    let (listener, address) = reports();
    // Whoever starts the bot leaves a file open for it.
    let mut bot = beneath("exec 7</dev/null", &seated("peeks", &address));
    let mut bot = bot.spawn().expect("it runs");
    let (_, mut stream) = next_report(&listener);
    let mut found = String::new();
    stream.read_to_string(&mut found).expect("what it found");
    bot.kill().expect("it runs");
    bot.wait().expect("it ends");
    assert_eq!(found, "that is all\n");
}

/// The bot as a shell starts it that has done this before. It knows a secret.
fn beneath(before: &str, direct: &Command) -> Command {
    let mut bot = Command::new("sh");
    bot.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]);
    bot.arg(direct.get_program()).args(direct.get_args());
    bot.env("POSTGRES_PASSWORD", SECRET).env("A_TOKEN", SECRET);
    bot.env_remove("DISCORD_TOKEN").stdout(Stdio::null());
    bot.stdin(Stdio::piped()).stderr(Stdio::null());
    bot
}

/// In the program: tells what it finds that is not its own.
pub fn peek(mut told: TcpStream) {
    let mut tell = |what: &str| writeln!(told, "{what}").expect("somebody reads");
    for (name, value) in std::env::vars_os() {
        let (name, value) = (name.to_string_lossy(), value.to_string_lossy());
        if value.contains(SECRET) || name == "PLAYER_PROGRAMS" {
            tell(&format!("{name} in its environment"));
        }
    }
    // Whether or not it may list them. Those of the bot are older.
    for process in 1..=std::process::id().max(getppid().as_raw() as u32) {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        let secret = SECRET.as_bytes();
        if environment
            .windows(secret.len())
            .any(|bytes| bytes == secret)
        {
            tell(&format!("the environment of {process}"));
        }
    }
    for number in 3..100 {
        // Its connection is one.
        let link = fs::read_link(format!("/proc/self/fd/{number}"));
        if let Ok(link) = link
            && !link.to_string_lossy().starts_with("socket:")
        {
            tell(&format!("{link:?} is open"));
        }
    }
    let abi = landlock_version();
    if abi >= ABI::V1 {
        // Where the bot was started.
        if File::open("Cargo.toml").is_ok() {
            tell("the folder of the bot");
        }
        let elsewhere = format!("/tmp/{}", std::process::id());
        if File::create_new(&elsewhere).is_ok() {
            fs::remove_file(elsewhere).ok();
            tell("a place to write that others have");
        }
    }
    if abi >= ABI::V6 && kill(getppid(), None) != Err(Errno::EPERM) {
        tell("a way to end its guard");
    }
    let own = std::env::temp_dir().join("own");
    if fs::write(&own, "it may").is_err() {
        tell("no place of its own");
    }
    tell("that is all");
}

/// What the system knows of Landlock: a thread that restricts itself is told.
fn landlock_version() -> ABI {
    let restrict = || {
        let access = AccessFs::from_all(ABI::V6);
        let rules = Ruleset::default().handle_access(access)?.create()?;
        rules.restrict_self()
    };
    let restricted = std::thread::spawn(restrict).join().expect("no panic");
    restricted.expect("at least an answer").landlock.into()
}

/// A process of the same user is refused; the system lets only root pass.
pub fn nobody_reads_the_environment_of_the_bot() {
    let (listener, address) = reports();
    let nobody = 65_534;
    // Its limits are below those of a program, too: the program keeps them.
    let mut bot = beneath("ulimit -n 200", &seated("thinks", &address));
    let as_somebody = |command: &mut Command| {
        if geteuid().is_root() {
            command.uid(nobody).gid(nobody);
        }
    };
    let direct = seated("thinks", &address);
    for program in [
        direct.get_program(),
        std::env::current_exe().expect("this program").as_os_str(),
    ] {
        let mut there = Command::new(program);
        as_somebody(
            there
                .arg("--list")
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
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
