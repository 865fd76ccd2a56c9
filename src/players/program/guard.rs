//! How a program is held on Linux: the executable of the bot, started once more, stands between the two.
//!
//! The guard is the parent of the program and inherits whatever that leaves behind. It ends all of them when the
//! program ends, when the bot says so, and when there is no bot any more. The program itself begins as another copy
//! of the executable, which takes from itself what a player does not need and then becomes the program.

use std::convert::Infallible;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};

use landlock::{
    ABI, Access as _, AccessFs, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, Scope,
    path_beneath_rules,
};
use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, close, getppid, getuid};

use super::command_line::CommandLine;

/// The first argument of a guard, and of what becomes a program; then come the number of its parent, the program's
/// folder, the folder of the store, and the program's command line.
const GUARD: &str = "guard-a-player";
const BECOME: &str = "become-a-player";

/// This executable, also after another one has taken its name.
const OURSELVES: &str = "/proc/self/exe";

/// Bytes of memory of a process that are its own.
const MEMORY: u64 = 1 << 30;

/// Seconds on a core, of a process in its whole life.
const PROCESSOR: u64 = 30 * 60;

/// Bytes of a file that is written.
const FILE: u64 = 64 << 20;

const OPEN_FILES: u64 = 256;

/// Processes and threads that its user may have beside those that are there when it starts.
const MORE_PROCESSES: u64 = 512;

/// What a program may read and run wherever it is: languages and their libraries, and what they ask of the system.
const SYSTEM: [&str; 34] = [
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/sbin",
    "/usr/bin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/sbin",
    "/usr/share",
    "/usr/local/bin",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/usr/local/share",
    "/nix/store",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    // Of the program alone: whoever runs as root could read the environment of others there.
    "/proc/self",
    "/proc/stat",
    "/proc/sys",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/group",
    "/etc/resolv.conf",
    "/etc/ssl",
];

const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Whether this executable knows how to be a guard.
static READY: AtomicBool = AtomicBool::new(false);

/// Serves as a guard if this process was started as one, and says how it ended. To be called before anything else in
/// `main`: an executable that does not is no guard, and starts programs without one.
pub fn stand_guard() -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    let word = words.next();
    let serve = match word.as_deref().and_then(OsStr::to_str) {
        Some(GUARD) => guard,
        Some(BECOME) => |orders: &Orders| match become_program(orders)? {},
        _ => {
            READY.store(Path::new(OURSELVES).exists(), Ordering::Relaxed);
            return None;
        }
    };
    let served = match Orders::read(words) {
        Some(orders) => serve(&orders),
        None => Err(io::ErrorKind::InvalidInput.into()),
    };
    Some(served.map_or_else(
        |error| {
            eprintln!("it cannot be started: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    ))
}

/// What starts a program under guard, if this executable can be one.
pub(super) fn command(
    line: &CommandLine,
    folder: Option<&Path>,
    store: Option<&Path>,
) -> Option<Command> {
    let orders = Orders {
        parent: Pid::this(),
        folder: folder.map(Path::to_owned),
        store: store.map(Path::to_owned),
        program: (&line.program).into(),
        arguments: line.arguments.iter().map(OsString::from).collect(),
    };
    READY.load(Ordering::Relaxed).then(|| orders.command(GUARD))
}

/// What the next process is told.
struct Orders {
    parent: Pid,
    folder: Option<PathBuf>,
    store: Option<PathBuf>,
    program: OsString,
    arguments: Vec<OsString>,
}

impl Orders {
    fn read(mut words: impl Iterator<Item = OsString>) -> Option<Self> {
        let parent = words.next()?.to_str()?.parse().ok()?;
        let mut path = || {
            let word = words.next()?;
            Some((!word.is_empty()).then(|| PathBuf::from(word)))
        };
        Some(Self {
            parent: Pid::from_raw(parent),
            folder: path()?,
            store: path()?,
            program: words.next()?,
            arguments: words.collect(),
        })
    }

    fn command(&self, word: &str) -> Command {
        let path =
            |path: &Option<PathBuf>| path.as_ref().map_or_else(OsString::new, OsString::from);
        let mut command = Command::new(OURSELVES);
        command.args([word, &Pid::this().to_string()]);
        command.args([path(&self.folder), path(&self.store)]);
        command.arg(&self.program).args(&self.arguments);
        command
    }

    /// Ties this process to its parent; it says whether that is there.
    fn follow_parent(&self, signal: Signal) -> io::Result<()> {
        prctl::set_pdeathsig(signal)?;
        match getppid() == self.parent {
            true => Ok(()),
            false => Err(io::Error::other("the bot has gone")),
        }
    }
}

/// Starts the program, and ends it with all that it has started.
fn guard(orders: &Orders) -> io::Result<()> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGCHLD);
    // Before there is anything that they could be about.
    signals.thread_block()?;
    orders.follow_parent(Signal::SIGTERM)?;
    prctl::set_child_subreaper(true)?;
    close_inherited()?;
    let program = orders.command(BECOME).process_group(0).spawn()?;
    let program = Pid::from_raw(program.id().cast_signed());
    while signals.wait()? == Signal::SIGCHLD && !is_over(program) {}
    end(program);
    // What cannot be removed is left to whoever cleans the place.
    let _ = orders.folder.as_deref().map(fs::remove_dir_all);
    Ok(())
}

/// Waits for whatever has ended; whether the program has.
fn is_over(program: Pid) -> bool {
    // A process that a signal without a name has ended is an error here, and was waited for all the same.
    while !matches!(
        waitpid(None, Some(WaitPidFlag::WNOHANG)),
        Ok(WaitStatus::StillAlive) | Err(Errno::ECHILD)
    ) {}
    kill(program, None).is_err()
}

/// Ends the program's group at once, and then what has left the group, which comes to the guard when its parent is gone.
fn end(program: Pid) {
    let _ = killpg(program, Signal::SIGKILL);
    loop {
        for child in children() {
            let _ = kill(child, Signal::SIGKILL);
        }
        if waitpid(None, None) == Err(Errno::ECHILD) {
            return;
        }
    }
}

/// The numbers of all processes.
fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn children() -> impl Iterator<Item = Pid> {
    let ours = Pid::this().to_string();
    processes().filter_map(move |number| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        // The name of a process, in brackets, may hold anything.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        (parent == ours).then(|| Pid::from_raw(number))
    })
}

/// Closes what whoever started the bot has left open; the bot itself hands nothing down.
fn close_inherited() -> io::Result<()> {
    let open = fs::read_dir("/proc/self/fd")?;
    let open = open.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let open: Vec<i32> = open.filter(|number| *number > 2).collect();
    for number in open {
        // One of them was that of the list itself.
        let _ = close(number);
    }
    Ok(())
}

/// Takes from this process what a player does not need, and becomes the program.
fn become_program(orders: &Orders) -> io::Result<Infallible> {
    orders.follow_parent(Signal::SIGKILL)?;
    for (resource, most) in [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_CPU, PROCESSOR),
        (Resource::RLIMIT_DATA, MEMORY),
        (Resource::RLIMIT_FSIZE, FILE),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_NPROC, threads() + MORE_PROCESSES),
    ] {
        // Whoever started the bot may have allowed less, which nobody but root can raise.
        let most = most.min(getrlimit(resource)?.1);
        setrlimit(resource, most, most)?;
    }
    // Where memory runs out, it is the program that goes, not the bot. Some systems have no such wish.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    restrict(orders).map_err(io::Error::other)?;
    let mut program = Command::new(&orders.program);
    Err(program.args(&orders.arguments).exec())
}

/// The threads of the user whom this process runs as.
fn threads() -> u64 {
    let user = getuid().to_string();
    let threads = processes().filter_map(|number| {
        let status = fs::read_to_string(format!("/proc/{number}/status")).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line?.split_whitespace().next()
        };
        (field("Uid:")? == user).then(|| field("Threads:")?.parse::<u64>().ok())?
    });
    threads.sum()
}

/// Leaves to this process the files of the system and its own. Where the system cannot do that, all are left.
fn restrict(orders: &Orders) -> Result<(), landlock::RulesetError> {
    // The last one with something new that matters here: no signals to others.
    let abi = ABI::V6;
    let reads = AccessFs::from_read(abi);
    let devices = AccessFs::ReadFile | AccessFs::WriteFile;
    Ruleset::default()
        .handle_access(AccessFs::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, reads))?
        .add_rules(path_beneath_rules(readable(orders), reads))?
        .add_rules(path_beneath_rules(DEVICES, devices))?
        .add_rules(path_beneath_rules(&orders.folder, AccessFs::from_all(abi)))?
        .restrict_self()?;
    Ok(())
}

/// What a program may read because its command line names it: these files, and their folders, unless the bot was started
/// there, has its store there, or has its home there.
fn readable(orders: &Orders) -> Vec<PathBuf> {
    let real = |path: &Path| path.canonicalize().ok();
    let home = env::var_os("HOME").map(PathBuf::from);
    let kept = [env::current_dir().ok(), orders.store.clone(), home];
    let kept: Vec<PathBuf> = kept
        .iter()
        .flatten()
        .filter_map(|kept| real(kept))
        .collect();
    let mut named: Vec<PathBuf> = found(&orders.program).into_iter().collect();
    for argument in &orders.arguments {
        let value = argument.to_str().and_then(|word| word.split_once('='));
        named.push(argument.into());
        named.extend(value.map(|(_, path)| path.into()));
    }
    let mut readable = Vec::new();
    // A link is allowed with what it leads to.
    let also = |path: PathBuf| [real(&path), Some(path)].into_iter().flatten();
    for path in named
        .into_iter()
        .flat_map(also)
        .filter(|path| path.exists())
    {
        let folder = match path.is_dir() {
            true => Some(path.as_path()),
            false => path
                .parent()
                .map(|folder| match folder.as_os_str().is_empty() {
                    true => Path::new("."),
                    false => folder,
                }),
        };
        let mut folders: Vec<&Path> = folder.into_iter().collect();
        // An interpreter has its libraries beside its folder, and so has what chooses among several.
        let prefix = folder.filter(|folder| folder.ends_with("bin") || folder.ends_with("shims"));
        folders.extend(prefix.and_then(Path::parent));
        let apart = |folder: &&Path| {
            real(folder).is_some_and(|folder| kept.iter().all(|kept| !kept.starts_with(&folder)))
        };
        readable.extend(folders.into_iter().filter(apart).map(Path::to_owned));
        readable.extend(path.is_file().then_some(path));
    }
    readable
}

/// The file of a program: a path, or a name that is found in `PATH`.
fn found(program: &OsStr) -> Option<PathBuf> {
    if program.as_encoded_bytes().contains(&b'/') {
        return Some(program.into());
    }
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join(program));
    files.find(|file| file.is_file())
}
