//! Screens in browsers: people at the tables who have them open there, too. What each was told is noted.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use futures_util::StreamExt as _;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::net::TcpSocket;
use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tractor_bot::desk::browsers::Visitor;
use tractor_bot::text::press::Press;

use crate::house::Bot;
use crate::meter::{Moment, Track};
use crate::people::Table;

/// How many look at one table.
const OF_TABLE: usize = 4;
/// How many come from one address: fewer than are let in.
const OF_ADDRESS: usize = 200;

/// What one screen was told.
#[derive(Default)]
pub struct Told {
    pub track: Track,
    /// The bytes of each message, and when it came.
    messages: Vec<(Moment, usize)>,
}

impl Told {
    /// How many bytes the messages of this time had.
    pub fn sizes(&self, from: Moment, to: Moment) -> impl Iterator<Item = usize> {
        let within = self.messages.iter();
        let within = within.filter(move |(at, _)| (from..to).contains(at));
        within.map(|(_, bytes)| *bytes)
    }

    fn take(&mut self, at: Moment, text: &str, table: u64) {
        self.messages.push((at, text.len()));
        let message: Value = serde_json::from_str(text).expect("JSON");
        if let Some(position) = message.get("table").and_then(|told| shows(told, table)) {
            self.track.show(at, position);
        }
    }
}

/// The newest position of this table in the controls of what a screen is told.
fn shows(told: &Value, table: u64) -> Option<u64> {
    match told {
        Value::Object(fields) => {
            let within = fields.iter().filter_map(|(name, value)| {
                let code = value.as_str().filter(|_| name == "press");
                let own = code
                    .and_then(Press::of_code)
                    .filter(|press| press.table.0 == table);
                own.map(|press| press.at.0).or_else(|| shows(value, table))
            });
            within.max()
        }
        Value::Array(all) => all.iter().filter_map(|value| shows(value, table)).max(),
        _ => None,
    }
}

/// All of them, by the number of their table.
pub struct Screens {
    runtime: Handle,
    opened: Vec<(usize, Vec<Arc<Mutex<Told>>>)>,
    /// Bytes of memory that the program grew by when they were opened.
    pub memory: usize,
}

impl Screens {
    pub const fn new(runtime: Handle) -> Self {
        Self {
            runtime,
            opened: Vec::new(),
            memory: 0,
        }
    }

    pub fn opened(&self) -> &[(usize, Vec<Arc<Mutex<Told>>>)] {
        &self.opened
    }

    /// Opens so many, by links of people who sit there; moments are told since `zero`.
    pub async fn open(
        &mut self,
        page: SocketAddr,
        bot: &Bot,
        tables: &[Table],
        (count, zero): (usize, Instant),
    ) {
        let before = memory();
        for number in 0..count {
            let place = number / OF_TABLE % tables.len();
            let token = session(bot, &tables[place], number).await;
            let address = u8::try_from(number / OF_ADDRESS + 2).expect("some thousand screens");
            let key = tables[place].handle().key().0;
            let told = Arc::<Mutex<Told>>::default();
            let looking = look(page, (address, token), key, (Arc::clone(&told), zero));
            let coming = self.runtime.spawn(looking);
            coming.await.expect("the screen is let in");
            match self.opened.last_mut() {
                Some((last, of_table)) if *last == place => of_table.push(told),
                _ => self.opened.push((place, vec![told])),
            }
        }
        self.memory = memory().saturating_sub(before);
    }
}

/// The session that a link to their hand gives to somebody at this table.
async fn session(bot: &Bot, table: &Table, number: usize) -> String {
    let (browsers, now) = (bot.desk.browsers(), bot.desk.host().now());
    let visitor = Visitor {
        person: table.person(number),
        name: None,
    };
    let key = table.handle().key();
    let link = browsers.offer(visitor, key, now).await.expect("a link");
    let opened = browsers.redeem(&link, key, None, now).await;
    opened.expect("memory is read").expect("the link is new")
}

/// Opens a socket as a browser at this address of loopback does, and notes from then on what it is told.
async fn look(
    listen: SocketAddr,
    (address, token): (u8, String),
    table: u64,
    (told, zero): (Arc<Mutex<Told>>, Instant),
) {
    let own = TcpSocket::new_v4().expect("a socket");
    let from = Ipv4Addr::new(127, 0, 0, address);
    own.bind((from, 0).into()).expect("an address of loopback");
    let stream = own.connect(listen).await.expect("a server");
    let mut request = format!("ws://{listen}/socket?table={table:x}")
        .into_client_request()
        .expect("an address");
    let headers = request.headers_mut();
    let origin = format!("http://{listen}");
    headers.insert("Origin", origin.parse().expect("a header"));
    let cookie = format!("tractor={token}");
    headers.insert("Cookie", cookie.parse().expect("a header"));
    // What this end takes is not what is measured.
    let small = WebSocketConfig::default().read_buffer_size(4_096);
    let opened = client_async_with_config(request, stream, Some(small)).await;
    let (mut socket, _) = opened.expect("it is let in");
    tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                told.lock().take(zero.elapsed(), &text, table);
            }
        }
    });
}

/// Bytes of memory that this program has, where Linux tells it.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    resident.unwrap_or(0) * 4_096
}
