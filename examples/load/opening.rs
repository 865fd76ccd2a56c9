//! How the tables come about: channels in servers, people of whom most tap and some type, computers on
//! the other seats, and what each table is to live through.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::{AnyTable, Handle, TableNews};
use tractor_bot::table::{News, TableKey};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::event::{Event, Notice};

use crate::house::Bot;
use crate::meter::Moment;
use crate::people::{Table, Way};
use double::Double;

const TABLES_A_SERVER: usize = 20;
/// People at the tables in turn: two on average, the other seats are computers'.
const PEOPLE: [usize; 4] = [2, 1, 3, 2];
/// One person in so many types questions, and one in so many of these has the hand in direct messages.
const TYPES: usize = 10;
const DIRECTLY: usize = 4;
/// Of so many tables one is dealt while the others play, at the usual pace of a card each half second.
const DEALS: usize = 8;

fn handle(bots: &[Bot], channel: u64) -> Handle<Tractor> {
    let mut tables = bots
        .iter()
        .filter_map(|bot| bot.desk.host().get(TableKey(channel)));
    match tables.next() {
        Some(AnyTable::Tractor(handle)) => handle,
        _ => panic!("a table of tractor in every channel"),
    }
}

/// Opens this many tables and seats everybody; no match is started.
pub async fn open(discord: &Double, bots: &[Bot], count: usize) -> Vec<Table> {
    let mut tables = Vec::new();
    let (mut seated, mut server) = (0, discord.home());
    for number in 0..count {
        if number % TABLES_A_SERVER == 0 {
            let (shard, total) = (number / TABLES_A_SERVER % bots.len(), bots.len());
            let name = format!("Server {number}");
            server = discord.guild_of(&name, (shard as u64, total as u64));
        }
        let channel = discord.channel_in(server, &format!("table-{number}"));
        let mut people = Vec::new();
        for _ in 0..PEOPLE[number % PEOPLE.len()] {
            seated += 1;
            let person = discord.stranger(&format!("P{seated}"));
            person.enters(server);
            let way = match (seated % TYPES, seated / TYPES % DIRECTLY) {
                (0, 0) => Way::TypesDirectly,
                (0, _) => Way::Types,
                _ => Way::Plays,
            };
            people.push((person, way));
        }
        let rule = |name: &str, value: &str| json!({"rule": name, "value": value});
        let interval = if number % DEALS == DEALS - 1 {
            "0.5"
        } else {
            "0"
        };
        let joins = people.iter().map(|(person, _)| (person, "join", json!({})));
        let first = &people[0].0;
        let rest = [
            (first, "rules", rule("deal_interval", interval)),
            (first, "rules", rule("call_window", "2")),
            (first, "computer", json!({"level": "greedy", "seat": "all"})),
        ];
        for (person, command, options) in joins.chain(rest) {
            person.slash(channel, command, options).answered().await;
        }
        let handle = handle(bots, channel.get());
        assert_eq!(
            handle.view(Viewer::Public).seated(),
            4,
            "everybody has sat down"
        );
        tables.push(Table::new(channel, handle, people));
    }
    tables
}

/// Notes the plays of a table from now on, by the time that passes since `start`.
pub fn listen(table: &Table, start: tokio::time::Instant) {
    let mut listener = table.handle().listen();
    let (plays, by_people) = (Arc::clone(&table.plays), Arc::clone(&table.by_people));
    let people = table.people.len();
    tokio::spawn(async move {
        while let Some(heard) = listener.next().await {
            let now = start.elapsed();
            let TableNews::Update(update) = heard else {
                panic!("a listener that only notes is not too slow");
            };
            for news in update.notices(Viewer::Public) {
                let position = update.moment.position.0;
                if let News::Game(Notice::Open(Event::Played { seat, .. })) = news {
                    plays.lock().accept(now, position);
                    if seat.index() < people {
                        by_people.lock().accept(now, position);
                    }
                }
            }
        }
    });
}

/// Says when each table starts: one each `pause` from `now` on; those that are dealt while the others play soon after
/// `from`, when the measured time begins.
pub fn plan(tables: &mut [Table], (now, pause): (Moment, Duration), from: Moment) {
    for (table, number) in tables.iter_mut().zip(0_u32..) {
        let is_dealt_late = number as usize % DEALS == DEALS - 1;
        table.starts = Some(match is_dealt_late {
            true => from + Duration::from_secs(5).mul_f64(f64::from(number % 97) / 97.0),
            false => now + pause * number,
        });
    }
}
