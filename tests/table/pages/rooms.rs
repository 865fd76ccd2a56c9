//! The pages of a room: how people of different servers come together there, and talk.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Who};
use tractor_bot::host::{Host, MemoryJournal};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{PersonId, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};

use super::render::Book;

/// A desk for people who are each in a channel of a server of their own.
struct Servers {
    desk: Desk,
    /// How much was asked for.
    asked: u64,
}

/// Somebody, by number.
const ANA: u64 = 1;
const BO: u64 = 2;

impl Servers {
    fn new(locale: Locale) -> Self {
        let host = Host::new(Arc::new(MemoryJournal::default()));
        let settings = Settings::new(MemoryStore::new().own(), locale, "$");
        let desk = Desk::new(host, Surface::Discord, settings);
        let secret = Seed::from_number(5);
        let desk = desk.with_secrets(Arc::new(move || Ok(secret)));
        Self { desk, asked: 0 }
    }

    fn who(&mut self, person: u64) -> (Who, AskedFrom) {
        self.asked += 1;
        let name = ["Ana", "Bo"][person as usize - 1].to_owned();
        let who = Who {
            nonce: Some(self.asked),
            ..Who::new(PersonId(person), name)
        };
        (who, AskedFrom::new(person + 500, Some(person)))
    }

    async fn says(&mut self, person: u64, line: &str) -> Answer {
        let (who, place) = self.who(person);
        let command = Command::parse(line).expect("a command");
        self.desk.run(&who, &place, command).await
    }

    /// Somebody presses the button of a page.
    async fn presses(&mut self, person: u64, page: &Page, wanted: &str) -> Answer {
        let (who, place) = self.who(person);
        let mut controls = page.controls.iter().flatten();
        let press = controls.find_map(|control| match control {
            Control::Button { press, .. } => (press.line == wanted).then_some(press),
            Control::Menu { .. } => None,
        });
        let press = press.unwrap_or_else(|| panic!("no {wanted:?}: {}", page.text()));
        self.desk.press(&who, &place, press, &[]).await
    }
}

/// What is read elsewhere of what somebody did.
fn elsewhere(answer: &Answer) -> &Page {
    let [said] = answer.said.as_slice() else {
        panic!("read in so many places: {}", answer.said.len());
    };
    &said.page
}

#[tokio::test]
async fn the_pages_of_rooms_read_well() {
    for locale in Locale::all() {
        let mut servers = Servers::new(locale);
        let mut book = Book::new(locale, "rooms");
        let opened = servers.says(ANA, "room new uno").await;
        let TableKey(number) = opened.table.expect("a room");
        book.page("$room new uno", &opened.page);
        book.page(
            "$chat hello, alone",
            &servers.says(ANA, "chat hello").await.page,
        );
        book.page("$room maybe", &servers.says(ANA, "room maybe").await.page);
        book.page("$room, not there", &servers.says(BO, "room").await.page);
        let joined = servers.says(BO, &format!("room join {number}")).await;
        book.page("$room join, from another server", &joined.page);
        let quiet = servers.says(ANA, "chat hello").await;
        book.page("$chat hello, before anybody wants to talk", &quiet.page);
        let asks = servers.presses(ANA, &quiet.page, "room talk").await;
        book.page("talk, on one side", &asks.page);
        book.page("the other side is asked", elsewhere(&asks));
        let unheard = servers.says(ANA, "chat hello").await;
        book.page("$chat hello, before both want to talk", &unheard.page);
        let agrees = servers.presses(BO, elsewhere(&asks), "room talk").await;
        book.page("talk, on both sides", &agrees.page);
        let said = servers.says(ANA, "chat hello **there**").await;
        book.page("$chat hello", &said.page);
        book.page("a line from elsewhere", elsewhere(&said));
        let room = servers.says(BO, "room").await;
        book.page("$room, while they talk", &room.page);
        let stops = servers.presses(BO, &room.page, "room hush").await;
        book.page("no talk any more", &stops.page);
        book.page("$room leave", &servers.says(BO, "room leave").await.page);
        book.check();
    }
}
