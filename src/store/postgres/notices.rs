//! What processes over one PostgreSQL tell each other.
//!
//! Notifications are sent on a connection of their own, apart from what is committed, as the server lets one commit
//! after the other that has some: words are gathered for a few milliseconds and told together. They are heard on another
//! one, which is made anew when it is lost; whoever listens is then told that words may have been missed.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool};
use sqlx::{ConnectOptions as _, Executor as _};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{sleep, timeout};

use crate::store::keeper::{MOST_WORDS, Notice, Notices};

/// The channel of the notifications, as SQL: each schema has its own, as it has its own data.
macro_rules! channel {
    () => {
        "'tractor_bot_' || left(md5(current_schema()), 8)"
    };
}

const NOTIFY: &str = concat!("SELECT pg_notify(", channel!(), ", $1)");

/// The longest text that is told, in bytes: a notification holds 8,000.
const LONGEST: usize = 7_000;

/// How long words are gathered.
const GATHERED: Duration = Duration::from_millis(2);

/// How long a connection may be silent before it is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(3);

/// The pause before a connection that was lost is made anew.
const PAUSE: Duration = Duration::from_millis(500);

/// The other processes over the same database.
pub struct PostgresNotices {
    heard: broadcast::Sender<Notice>,
    told: mpsc::Sender<String>,
}

impl PostgresNotices {
    /// Those told by the process with this id, which hears nothing of its own.
    pub(super) fn new(pool: PgPool, id: &str) -> Self {
        let heard = broadcast::Sender::new(MOST_WORDS);
        let (told, words) = mpsc::channel(MOST_WORDS);
        let options = (*pool.connect_options()).clone();
        // A notice that is lost is missed for a moment, and no more.
        let options = options.options([("synchronous_commit", "off")]);
        tokio::spawn(tell(options, id.to_owned(), words));
        tokio::spawn(listen(pool, id.to_owned(), heard.clone()));
        Self { heard, told }
    }
}

impl Notices for PostgresNotices {
    fn hear(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }

    fn tell(&self, topic: &str, body: &str) {
        let line = Notice::line(topic, body);
        if line.len() > LONGEST || self.told.try_send(line).is_err() {
            tracing::warn!(topic, "other processes could not be told something");
        }
    }
}

/// Tells what is to be told, many words together, until nobody tells anything any more.
async fn tell(options: PgConnectOptions, id: String, mut words: mpsc::Receiver<String>) {
    let mut connection: Option<PgConnection> = None;
    let mut next = None;
    loop {
        let first = match next.take() {
            Some(line) => line,
            None => match words.recv().await {
                Some(line) => line,
                None => return,
            },
        };
        sleep(GATHERED).await;
        let mut payload = format!("{id}\n{first}");
        while let Ok(line) = words.try_recv() {
            if payload.len() + line.len() > LONGEST {
                next = Some(line);
                break;
            }
            payload.push('\n');
            payload.push_str(&line);
        }
        let sent = async {
            let open = match connection.take() {
                Some(open) => open,
                None => options.connect().await?,
            };
            let open = connection.insert(open);
            open.execute(sqlx::query(NOTIFY).bind(payload)).await
        };
        if !matches!(timeout(SILENCE, sent).await, Ok(Ok(_))) {
            connection = None;
            tracing::warn!("other processes could not be told something: they look for themselves");
        }
    }
}

/// Listens until the pool is closed.
async fn listen(pool: PgPool, id: String, heard: broadcast::Sender<Notice>) {
    let mut lost = false;
    while !pool.is_closed() {
        let connecting = timeout(SILENCE, PgListener::connect_with(&pool));
        if let Ok(Ok(mut listener)) = connecting.await
            && begin(&mut listener).await.is_ok()
        {
            // Whoever listens looks everything up now, however short the gap was.
            drop(heard.send(Notice::Missed));
            if std::mem::take(&mut lost) {
                tracing::info!("other processes are heard again");
            }
            hear(&mut listener, &pool, &id, &heard).await;
        }
        if !lost && !pool.is_closed() {
            tracing::warn!("the connection on which other processes are heard was lost");
            lost = true;
        }
        sleep(PAUSE).await;
    }
}

/// Listens from here on; what came before is not told again.
async fn begin(listener: &mut PgListener) -> Result<(), sqlx::Error> {
    let name = sqlx::query_scalar(concat!("SELECT ", channel!()));
    let name: String = name.fetch_one(&mut *listener).await?;
    listener.listen(&name).await
}

/// Passes words on until the connection is lost.
async fn hear(
    listener: &mut PgListener,
    pool: &PgPool,
    id: &str,
    heard: &broadcast::Sender<Notice>,
) {
    let mut asked = false;
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(told))) => {
                asked = false;
                let mut lines = told.payload().lines();
                if lines.next() == Some(id) {
                    continue;
                }
                for word in lines.filter_map(Notice::of_line) {
                    drop(heard.send(word));
                }
            }
            Ok(Ok(None) | Err(_)) => return,
            Err(_) if asked || pool.is_closed() => return,
            Err(_) => {
                asked = true;
                // Its own words show that it still hears.
                let sent = sqlx::query(NOTIFY).bind(id);
                let sent = timeout(SILENCE, pool.execute(sent)).await;
                if !matches!(sent, Ok(Ok(_))) {
                    return;
                }
            }
        }
    }
}
