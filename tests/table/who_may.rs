//! Who may do what, and when: every command by everybody in every phase of a match of tractor.
//!
//! `fixtures/who_may.txt` has a row for each command and a column for each phase, with a sign for
//! each person: `+` it is done, `=` something is shown, `-` it is refused. Whatever is not done
//! changes nothing, and what is done is done once, however often the same request comes.
//! `UPDATE_FIXTURES=1 cargo test --test table who_may` writes the file anew, to be read and judged.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tractor_bot::chance::Seed;
use tractor_bot::command::{Anywhere, AtTable, Name, Verb};
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{AskedFrom, Command, Desk, Effect, Who};
use tractor_bot::game::{GameKind, Turn, Viewer};
use tractor_bot::host::{AnyTable, Handle, Host, MemoryJournal, Paced};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{
    By, Input, Limits, PersonId, Position, Saved, Skill, StageView, TableKey, TableView,
};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::PhaseView;

use crate::asking::{Wall, submit};
use crate::nowhere::Nowhere;

const CHANNEL: u64 = 77;
const ANA: PersonId = PersonId(1);
const BO: PersonId = PersonId(2);
const CHEN: PersonId = PersonId(3);
const DEE: PersonId = PersonId(4);
const PEOPLE: [(PersonId, &str); 4] = [(ANA, "Ana"), (BO, "Bo"), (CHEN, "Chen"), (DEE, "Dee")];
const STRANGER: PersonId = PersonId(90);
const MODERATOR: PersonId = PersonId(91);

/// What is typed, beside every command by its name alone.
const FURTHER: [(Name, &str); 12] = [
    (Name::AtTable(AtTable::Kick), "Dee yes"),
    (Name::AtTable(AtTable::Rules), "match_to=5"),
    (Name::AtTable(AtTable::Rules), "turn_limit=off"),
    (Name::AtTable(AtTable::Rules), "entry=closed"),
    (Name::AtTable(AtTable::Computer), "off"),
    (Name::AtTable(AtTable::Reset), "off"),
    (Name::AtTable(AtTable::Reset), "yes"),
    (Name::AtTable(AtTable::Leave), "yes"),
    (Name::AtTable(AtTable::End), "yes"),
    (Name::Move(Verb::Surrender), "yes"),
    (Name::Open(GameKind::Tractor), "east"),
    (Name::Open(GameKind::Tractor), "nowhere"),
];

fn place() -> AskedFrom {
    AskedFrom::new(CHANNEL, Some(5))
}

fn desk(host: Host) -> Desk {
    let settings = Settings::new(MemoryStore::new().own(), Locale::ENGLISH, "$");
    let secret = Seed::from_number(5);
    let limits = Limits {
        turn_limit_s: None,
        computer_delay_ms: 10_000,
        idle_limit_min: None,
        ..Limits::default()
    };
    let desk = Desk::new(host, Surface::Discord, settings);
    desk.with_secrets(Arc::new(move || Ok(secret)))
        .with_limits(limits)
}

/// The time of day stands still, so that every table that is brought back has all its time.
fn noon() -> Arc<Wall> {
    Wall::at(1_900_000_000_000)
}

/// A table in one phase.
struct Phase {
    name: &'static str,
    /// `None` where there is no table.
    saved: Option<Saved>,
}

fn handle(host: &Host) -> Option<Handle<Tractor>> {
    match host.get(TableKey(CHANNEL))? {
        AnyTable::Tractor(handle) => Some(handle),
        other => panic!("{:?} instead of tractor", other.kind()),
    }
}

fn game(view: &TableView<Tractor>) -> tractor_bot::tractor::view::View {
    view.stage.game().expect("a match is played").clone()
}

/// Those whom the game waits for, or who can call.
fn movers(table: &Handle<Tractor>) -> Vec<PersonId> {
    let public = table.view(Viewer::Public);
    let StageView::Playing(now) = &public.stage else {
        return vec![BO];
    };
    let calls = matches!(
        now.phase,
        PhaseView::Dealing { .. } | PhaseView::CallWindow { .. }
    );
    let may = |person: &PersonId| match calls {
        true => match game(&table.view_of(*person)).phase {
            PhaseView::Dealing { open, .. } | PhaseView::CallWindow { open, .. } => {
                !open.is_empty()
            }
            _ => false,
        },
        false => match public.turn {
            Turn::Seats(seats) => public
                .seat_of(*person)
                .is_some_and(|seat| seats.contains(seat)),
            Turn::Clock | Turn::Over => *person == BO,
        },
    };
    let all = PEOPLE.iter().map(|(person, _)| *person);
    all.filter(|person| *person != ANA && may(person)).collect()
}

/// Somebody does what a simple player does, as long as anything is to be done.
async fn step(table: &Handle<Tractor>) -> bool {
    for (person, _) in PEOPLE {
        let view = table.view_of(person);
        let StageView::Playing(now) = &view.stage else {
            return false;
        };
        let Some(seat) = view.seat() else {
            continue;
        };
        let mut player = Tractor::computer(Skill::Greedy, Seed::from_number(1));
        let action = match &now.phase {
            PhaseView::Ready { .. } => Some(Action::Deal),
            PhaseView::CallWindow { passed, .. } if !passed.contains(seat) => {
                Some(Action::PassCall)
            }
            PhaseView::Burying | PhaseView::Playing { .. } if view.awaits(seat) => {
                player.choose(now)
            }
            _ => None,
        };
        if let Some(action) = action {
            let by = By::Person(person);
            submit(table, Input::Act { by, action }).await;
            return true;
        }
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    true
}

async fn until(table: &Handle<Tractor>, what: impl Fn(&TableView<Tractor>) -> bool) {
    while !what(&table.view(Viewer::Public)) {
        assert!(step(table).await, "the match is over too early");
    }
}

fn in_phase(phase: fn(&PhaseView) -> bool) -> impl Fn(&TableView<Tractor>) -> bool {
    move |view| view.stage.game().is_some_and(|game| phase(&game.phase))
}

/// The pace of the deal, in milliseconds.
const DEAL_INTERVAL: u64 = 5_000;

/// A match with its journal at each phase.
async fn phases() -> Vec<Phase> {
    tokio::time::pause();
    let journal = Arc::new(MemoryJournal::default());
    let host = Host::with_clock(Arc::clone(&journal) as _, noon());
    let desk = desk(host.clone());
    let mut phases = vec![Phase {
        name: "none",
        saved: None,
    }];
    let mut keep = |name, table: &Handle<Tractor>| {
        let mut saved = journal.saved(table.id());
        // The cards dealt since the last entry took their time, which this clock does not show.
        let behind = u64::from(table.moment().ticks) * DEAL_INTERVAL;
        if let Some(last) = saved.as_mut().and_then(|saved| saved.entries.last_mut()) {
            last.at.0 -= behind;
        }
        phases.push(Phase { name, saved });
    };
    let open = Name::Open(GameKind::Tractor);
    let says = async |at: usize, name, words: &str| {
        let (person, called) = PEOPLE[at];
        let who = who(person, called, 0, false);
        desk.run(&who, &place(), Command::new(name, words)).await
    };
    for at in 0..3 {
        says(at, open, "").await;
    }
    let table = handle(&host).expect("Ana has opened a table");
    let rules = Name::AtTable(AtTable::Rules);
    for rule in ["match_to=2", "deal_interval=5", "call_window=120"] {
        says(0, rules, rule).await;
    }
    keep("lobby", &table);
    says(3, open, "").await;
    keep("full", &table);
    submit(&table, Input::Start { by: ANA }).await;
    keep("ready", &table);
    let deal = in_phase(|phase| matches!(phase, PhaseView::Dealing { .. }));
    until(&table, deal).await;
    while movers(&table).is_empty() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    keep("deal", &table);
    let caller = movers(&table)[0];
    let PhaseView::Dealing { open, .. } = game(&table.view_of(caller)).phase else {
        panic!("cards are dealt");
    };
    let (by, action) = (By::Person(caller), Action::Call(open[0]));
    submit(&table, Input::Act { by, action }).await;
    let window = in_phase(|phase| matches!(phase, PhaseView::CallWindow { .. }));
    until(&table, window).await;
    keep("window", &table);
    let kitty = in_phase(|phase| matches!(phase, PhaseView::Burying));
    until(&table, kitty).await;
    keep("kitty", &table);
    let play = in_phase(|phase| matches!(phase, PhaseView::Playing { .. }));
    until(&table, play).await;
    keep("play", &table);
    // Counts from the next round, unless most of the others agree.
    says(0, rules, "turn_limit=60").await;
    keep("asked", &table);
    while step(&table).await {}
    keep("over", &table);
    tokio::time::resume();
    phases
}

fn who(person: PersonId, name: &str, nonce: u64, moderator: bool) -> Who {
    Who {
        moderator,
        nonce: (nonce > 0).then_some(nonce),
        ..Who::new(person, name.to_owned())
    }
}

/// A table as it was, with the people that the columns are for.
struct Cell {
    desk: Desk,
    table: Option<Handle<Tractor>>,
    /// Stranger, moderator, host, mover, another at the table, somebody who has left.
    roles: [Who; 6],
}

/// Somebody has left where that role is to be looked at; otherwise all are there.
async fn cell(phase: &Phase, leaves: bool) -> Cell {
    let host = Host::with_clock(Arc::new(Nowhere), noon());
    if let Some(saved) = &phase.saved {
        host.restore(saved).expect("the table comes back");
    }
    let table = handle(&host);
    let mover = match &table {
        Some(table) => movers(table).first().copied().unwrap_or(BO),
        None => BO,
    };
    let seated = |person: &PersonId| match &table {
        Some(table) => table.view(Viewer::Public).seat_of(*person).is_some(),
        None => true,
    };
    let rest = PEOPLE.iter().map(|(person, _)| *person);
    let rest = rest.filter(|person| *person != ANA && *person != mover && seated(person));
    let rest: Vec<PersonId> = rest.collect();
    // In a lobby with a free seat there is nobody to spare: who has left is one of the three.
    let (other, left) = (rest[0], *rest.last().expect("somebody else sits there"));
    if let Some(table) = &table
        && left != other
        && leaves
    {
        submit(table, Input::Leave { person: left }).await;
        settled().await;
    }
    let name = |person: PersonId| {
        let found = PEOPLE.iter().find(|(own, _)| *own == person);
        found.map_or("Eve", |(_, name)| name)
    };
    let role = |person, nonce| who(person, name(person), nonce, person == MODERATOR);
    let left = if left == other { PersonId(92) } else { left };
    let roles = [
        role(STRANGER, 1),
        role(MODERATOR, 2),
        role(ANA, 3),
        role(mover, 4),
        role(other, 5),
        role(left, 6),
    ];
    let desk = desk(host);
    Cell { desk, table, roles }
}

/// The computer in somebody's place may have something to say about the calls.
async fn settled() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

fn position(cell: &Cell) -> Option<Position> {
    cell.table
        .as_ref()
        .map(|table| table.view(Viewer::Public).position)
}

/// The words that would be right for the one whose turn it is.
fn words(name: Name, cell: &Cell) -> String {
    if name == Name::AtTable(AtTable::Kick) {
        return "Dee".to_owned();
    }
    let view = cell.table.as_ref();
    let view = view.map(|table| table.view_of(cell.roles[3].person));
    let Some(game) = view.as_ref().and_then(|view| view.stage.game()) else {
        return match name.word() {
            "kitty" | "play" => "8S".to_owned(),
            "call" => "HH".to_owned(),
            _ => String::new(),
        };
    };
    let said = |cards: &[Card]| {
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        cards.join(" ")
    };
    let eight: Vec<Card> = game.hand.iter().take(8).copied().collect();
    match name.word() {
        "kitty" => said(&eight),
        "play" => match Tractor::computer(Skill::Lowest, Seed::from_number(1)).choose(game) {
            Some(Action::Play(cards)) => said(&cards),
            _ => said(&eight[..eight.len().min(1)]),
        },
        "call" => match &game.phase {
            PhaseView::Dealing { open, .. } | PhaseView::CallWindow { open, .. } => open
                .first()
                .map_or("J+J+".to_owned(), |call| said(&call.cards(game.level))),
            _ => "HH".to_owned(),
        },
        _ => String::new(),
    }
}

/// What comes of a command. The cell is used again until something was done in it.
async fn sign(
    phase: &Phase,
    kept: &mut [Option<Cell>; 2],
    (name, words_given): (Name, Option<&str>),
    role: usize,
) -> char {
    let leaves = role == 5;
    let slot = &mut kept[usize::from(leaves)];
    let cell = match slot.take() {
        Some(cell) => cell,
        None => cell(phase, leaves).await,
    };
    let words = words_given.map_or_else(|| words(name, &cell), str::to_owned);
    let (who, before) = (&cell.roles[role], position(&cell));
    let open_before = cell.desk.host().list().len();
    let command = || Command::new(name, &words);
    let answer = cell.desk.run(who, &place(), command()).await;
    let told = format!(
        "{name:?} {words} in {} by {who:?}: {}",
        phase.name,
        answer.page.text()
    );
    assert!(
        !answer.page.text().is_empty() || !answer.page.controls.is_empty(),
        "{told}"
    );
    let after = position(&cell);
    let opened = cell.desk.host().list().len() > open_before;
    match answer.outcome {
        Effect::Done | Effect::Asked => {
            assert!(after > before || opened, "nothing was done: {told}");
            settled().await;
            let after = position(&cell);
            cell.desk.run(who, &place(), command()).await;
            if cell.table.is_some() {
                assert_eq!(position(&cell), after, "done twice: {told}");
            }
            '+'
        }
        Effect::Shown => {
            let own = matches!(name, Name::Anywhere(Anywhere::Daily | Anywhere::Duel));
            // Of a hint alone it is written down that it was given, as it counts.
            let advised = name == Name::AtTable(AtTable::Hint);
            assert!(after == before || advised, "something was done: {told}");
            assert!(own || !opened, "a table was opened: {told}");
            *slot = (!opened && after == before).then_some(cell);
            '='
        }
        Effect::Refused => {
            assert!(after == before && !opened, "refused and done: {told}");
            *slot = Some(cell);
            '-'
        }
    }
}

#[tokio::test]
async fn everybody_may_do_what_is_theirs_and_nothing_else() {
    tractor_bot::players::tractor::search::think_little();
    let phases = phases().await;
    let mut sheet = String::from(
        "# Stranger, moderator, host, whose turn it is, another player, who has left.\n",
    );
    let title: Vec<String> = phases
        .iter()
        .map(|phase| format!("{:<6}", phase.name))
        .collect();
    let title = format!("{:<22} {}", "", title.join(" "));
    writeln!(sheet, "{}", title.trim_end()).expect("text takes everything");
    let commands = Name::all().map(|name| (name, None));
    let further = FURTHER.iter().map(|(name, words)| (*name, Some(*words)));
    let mut kept: Vec<[Option<Cell>; 2]> = phases.iter().map(|_| [None, None]).collect();
    for (name, given) in commands.chain(further) {
        let label = format!("{} {}", name.word(), given.unwrap_or_default());
        write!(sheet, "{:<22}", label.trim()).expect("text takes everything");
        for (phase, kept) in phases.iter().zip(&mut kept) {
            sheet.push(' ');
            for role in 0..6 {
                sheet.push(sign(phase, kept, (name, given), role).await);
            }
        }
        sheet.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/who_may.txt");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, &sheet).expect("the fixture can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    // In which order commands are listed is for the help.
    let sorted = |sheet: &str| {
        let mut lines: Vec<String> = sheet.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (kept, now) = (sorted(&kept), sorted(&sheet));
    for (kept, now) in kept.iter().zip(&now) {
        assert_eq!(now, kept);
    }
    assert_eq!(kept.len(), now.len());
}

#[tokio::test]
async fn a_table_whose_channel_is_gone_answers_nobody() {
    let phases = phases().await;
    for phase in phases.iter().filter(|phase| phase.saved.is_some()) {
        let cell = cell(phase, true).await;
        let table = cell.table.as_ref().expect("there is a table");
        table.desert().await.expect("it is closed");
        let closed = table.view(Viewer::Public);
        assert!(matches!(closed.stage, StageView::Closed), "{}", phase.name);
        for who in &cell.roles {
            for name in ["play", "hand", "reset", "leave", "start"].map(Name::of) {
                let command = Command::new(name.expect("a command"), "");
                let answer = cell.desk.run(who, &place(), command).await;
                assert!(answer.is_refusal(), "{}: {who:?}", phase.name);
            }
        }
        assert_eq!(table.view(Viewer::Public).position, closed.position);
    }
}
