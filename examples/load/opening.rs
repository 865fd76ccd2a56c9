//! How the tables come about: channels in servers, people of whom most tap and some type, computers on
//! the other seats, and what each table is to live through.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serenity::model::id::GuildId;
use tractor_bot::game::Viewer;
use tractor_bot::host::{AnyTable, Handle, TableNews};
use tractor_bot::table::{News, TableKey};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::event::{Event, Notice};

use crate::crowd::{Table, Way};
use crate::double::Double;
use crate::house::Bot;
use crate::meter::Moment;

const TABLES_A_SERVER: usize = 20;
/// People at the tables in turn: two on average, the other seats are computers'.
const PEOPLE: [usize; 4] = [2, 1, 3, 2];
/// One person in so many types instead of tapping, and one in so many of these has the hand in direct
/// messages.
const TYPES: usize = 10;
const DIRECTLY: usize = 4;
/// Of so many tables one is dealt while the others play, at the usual pace of a card each half second, and
/// one gives its round up and goes on with the next.
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

/// A server whose events come to this shard of so many.
async fn server_of(discord: &Double, number: usize, (shard, of): (usize, usize)) -> GuildId {
    loop {
        let server = discord.guild(&format!("Server {number}"));
        if (server.get() >> 22) as usize % of == shard {
            return server;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Opens this many tables and seats everybody; no match is started.
pub async fn open(discord: &Double, bots: &[Bot], count: usize) -> Vec<Table> {
    let mut tables = Vec::new();
    let (mut seated, mut server) = (0, discord.home());
    for number in 0..count {
        if number % TABLES_A_SERVER == 0 {
            let shard = number / TABLES_A_SERVER % bots.len();
            server = server_of(discord, number, (shard, bots.len())).await;
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
                _ => Way::Taps,
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

/// Says when each table starts, is dealt and gives up: a start each `pause` from `now` on, and the rest
/// spread over the measured time, which begins at `from`.
pub fn plan(tables: &mut [Table], (now, pause): (Moment, Duration), (from, to): (Moment, Moment)) {
    for (number, table) in tables.iter_mut().enumerate() {
        let number_of = u32::try_from(number).expect("a few thousand tables at most");
        table.starts = Some(now + pause * number_of);
        let share = f64::from(number_of % 97) / 97.0;
        match number % DEALS {
            slot if slot == DEALS - 1 => table.deals = from + Duration::from_secs(5).mul_f64(share),
            slot if slot == DEALS - 2 => table.concedes = Some(from + (to - from).mul_f64(share)),
            _ => {}
        }
    }
}
