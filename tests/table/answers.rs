//! What people ask for at the desk, and what comes of it: `fixtures/desk.scripts`.

use std::collections::BTreeMap;
use std::time::Duration;

use tractor_bot::desk::{Answer, AskedFrom, Who, at_any_table};
use tractor_bot::game::{Viewer, kept_rules};
use tractor_bot::players::program::Programs;
use tractor_bot::store::{GuildId, MemoryStore, Scope, Seek};
use tractor_bot::table::{PersonId, Position, SeatView, TableKey};
use tractor_bot::text::markup::plain;
use tractor_bot::text::page::Control;
use tractor_bot::text::press::Press;

use crate::asking::{NOW, Town};

/// The server of whoever says nothing else.
const SERVER: u64 = 9;

/// A script under way.
struct Script {
    town: Town,
    /// Whether everybody has a channel of their own.
    apart: bool,
    /// Where people came to last.
    rooms: BTreeMap<String, u64>,
}

impl Script {
    /// Does what a line says; what was expected and did not come of it.
    async fn run(&mut self, line: &str) -> Vec<String> {
        let host = self.town.desk.host();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["apart"] => self.apart = true,
            ["wait", minutes, "min"] => {
                let seconds = 60 * number(minutes);
                self.town.clock.goes_on(1_000 * seconds);
                tokio::time::advance(Duration::from_secs(seconds)).await;
            }
            ["sweep"] => self.town.desk.club.drop_old_seeks().await,
            ["program", ..] => {
                let programs = line.trim_start_matches("program ");
                host.allow_programs(Programs::parse(programs).expect("a program"));
            }
            ["seeks", count] => {
                let scope = Scope::Guild(GuildId(SERVER));
                let store = self.town.desk.settings().store();
                let kept = store.all_stored::<Seek>(Some(scope)).await;
                let kept = kept.expect("a store").len();
                return wrong(kept.to_string() == count, || format!("{kept} are kept"));
            }
            ["rules" | "computers", key, "are", ..] => {
                let (_, expected) = line.split_once(" are ").expect("what is told");
                let key = TableKey(number(&self.numbered(key)));
                let Some(table) = host.get(key) else {
                    return vec!["there is no table".to_owned()];
                };
                let told = at_any_table!(&table, handle => {
                    let view = handle.view(Viewer::Public);
                    match words[0] {
                        "rules" => kept_rules(&view.rules),
                        _ => computers(&view.seats),
                    }
                });
                return wrong(told == expected, || told);
            }
            _ => return self.ask(line).await,
        }
        Vec::new()
    }

    /// Somebody asks for something.
    async fn ask(&mut self, line: &str) -> Vec<String> {
        let mut parts = line.split(" | ");
        let asked = parts.next().and_then(|asked| asked.split_once(": "));
        let (by, asked) = asked.expect("who asks for what");
        let asked = self.numbered(asked);
        let (name, at) = by.split_once(" @").unwrap_or((by, ""));
        let (name, moderator) = match name.strip_prefix('m') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let who = Who {
            moderator,
            ..Who::new(PersonId(number(name)), format!("P{name}"))
        };
        let place = self.place(number(name), at);
        let answer = match asked.strip_prefix('[') {
            None => self.town.says(&who, &place, &asked).await,
            Some(tapped) => {
                let line = tapped.trim_end_matches(']').to_owned();
                let of_room = |room: &&u64| line.ends_with(&format!(" {room}"));
                let room = self.rooms.values().find(of_room);
                let press = Press {
                    table: TableKey(*room.unwrap_or(&place.channel)),
                    at: Position(0),
                    line: line.into(),
                };
                self.town.desk.press(&who, &place, &press, &[]).await
            }
        };
        if let Some(TableKey(table)) = answer.table {
            self.rooms.insert(name.to_owned(), table);
        }
        let told = outcome(&answer);
        let (outcome, words) = (parts.next().unwrap_or_default(), parts);
        let mut missed = wrong(told.starts_with(outcome), || told.clone());
        for words in words {
            let never = words.strip_prefix('!');
            let told = is_told(&answer, &self.numbered(never.unwrap_or(words)));
            missed.extend(wrong(told != never.is_some(), || {
                format!("{words:?} {}\n{}", said(&answer), answer.page.text())
            }));
        }
        missed
    }

    /// Where somebody asks who says this of it.
    fn place(&self, person: u64, at: &str) -> AskedFrom {
        let own = match self.apart {
            true => 10_000_000 + person,
            false => 500,
        };
        match at.split_once('/') {
            Some(("", guild)) => AskedFrom::new(own, Some(number(guild))),
            Some((channel, guild)) => AskedFrom::new(number(channel), Some(number(guild))),
            None if at.is_empty() => AskedFrom::new(own, Some(SERVER)),
            None => AskedFrom::new(number(at), None),
        }
    }

    /// The same with the numbers of rooms.
    fn numbered(&self, line: &str) -> String {
        let word = |word: &str| {
            let (who, more) = word.split_once('+').unwrap_or((word, "0"));
            let room = self
                .rooms
                .get(who.strip_prefix('#')?.trim_end_matches(']'))?;
            Some((room + number(more)).to_string())
        };
        let words = line.split(' ');
        let words: Vec<String> = words
            .map(|own| word(own).unwrap_or_else(|| own.to_owned()))
            .collect();
        words.join(" ")
    }
}

fn number(word: &str) -> u64 {
    word.parse()
        .unwrap_or_else(|_| panic!("{word:?} is no number"))
}

fn wrong(holds: bool, told: impl FnOnce() -> String) -> Vec<String> {
    (!holds).then(told).into_iter().collect()
}

/// The computers that sit there.
fn computers(seats: &[SeatView]) -> String {
    let skills = seats.iter().filter_map(|seat| seat.occupant.computer());
    let skills: Vec<String> = skills.map(|skill| skill.to_string()).collect();
    skills.join(" ")
}

/// What came of it, and for whom the answer is.
fn outcome(answer: &Answer) -> String {
    format!("{:?} {:?}", answer.outcome, answer.audience).to_lowercase()
}

/// Where else something is said, and who is called there.
fn said(answer: &Answer) -> String {
    let said = answer.said.iter().map(|said| {
        let called = said
            .page
            .ping
            .iter()
            .map(|person| format!(" <@{}>", person.0));
        format!("{}{}", said.channel, called.collect::<String>())
    });
    said.collect::<Vec<_>>().join(", ")
}

/// Whether an answer says this.
fn is_told(answer: &Answer, expected: &str) -> bool {
    if let Some(channels) = expected.strip_prefix("-> ") {
        return said(answer) == channels;
    }
    if let Some(line) = expected.strip_prefix('[') {
        let line = line.trim_end_matches(']');
        let mut controls = answer.page.controls.iter().flatten();
        return controls.any(|control| match control {
            Control::Button { press, .. } => press.line == line,
            Control::Menu { choices, .. } => choices.iter().any(|choice| choice.value == line),
        });
    }
    let texts = answer.said.iter().map(|said| said.page.text());
    let mut texts = texts.chain([answer.page.text()]);
    texts.any(|text| text.contains(expected) || plain(&text).contains(expected))
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_for_at_the_desk_is_answered() {
    let mut problems = Vec::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/desk.scripts");
    let file = std::fs::read_to_string(path).expect("a file of scripts");
    for section in file.split("\n== ").skip(1) {
        let mut script = Script {
            town: Town::over(&MemoryStore::new(), NOW, 7).await,
            apart: false,
            rooms: BTreeMap::new(),
        };
        let mut lines = section.lines();
        let title = lines.next().unwrap_or_default();
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let missed = script.run(line).await;
            problems.extend(
                missed
                    .iter()
                    .map(|told| format!("{title}\n  {line}: {told}")),
            );
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}
