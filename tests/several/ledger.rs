//! Everything that people did, held against the journals and against what Discord was sent.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::Value;
use sqlx::postgres::PgPool;
use tractor_bot::store::Store;
use tractor_bot::table::{Position, TableId, TableKey};

use crate::double::{Double, says_above};
use crate::witness::WAIT;

/// How something was done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// By slash commands.
    Slash,
    /// By the buttons of the table and of the own hand.
    Taps,
    /// By typing in the channel.
    Typed,
    /// In direct messages, by typing and by the buttons of the hand there.
    Direct,
}

/// Something that would change a table if it is accepted.
struct Deed {
    /// Of the message or interaction.
    id: u64,
    table: TableKey,
    way: Way,
    /// By a button of a message that only this person sees.
    by_own_button: bool,
    by_button: bool,
    what: String,
}

/// What became of all that was done.
#[derive(Debug, Default)]
pub struct Figures {
    pub deeds: usize,
    /// By way.
    pub accepted: BTreeMap<Way, usize>,
    /// Told that it is done, by a button.
    pub acknowledged: usize,
    pub entries: usize,
    pub unanswered_in_trouble: usize,
    /// Answers to what Discord no longer waited for, by who gave them.
    pub late: BTreeMap<String, usize>,
    /// Answers that Discord refused because it had one, by who gave them. Nobody sees them.
    pub second: BTreeMap<String, usize>,
}

#[derive(Default)]
pub struct Ledger {
    deeds: Mutex<Vec<Deed>>,
    /// When something was wrong, by the clock of the double.
    troubles: Mutex<Vec<(Duration, Duration)>>,
}

impl Ledger {
    /// Notes a command or a line.
    pub fn said(&self, id: u64, table: TableKey, way: Way, what: &str) {
        self.note(id, table, way, (false, false), what);
    }

    /// Notes a press.
    pub fn pressed(&self, id: u64, table: TableKey, way: Way, own: bool, what: &str) {
        self.note(id, table, way, (true, own), what);
    }

    fn note(
        &self,
        id: u64,
        table: TableKey,
        way: Way,
        (by_button, by_own_button): (bool, bool),
        what: &str,
    ) {
        self.deeds.lock().push(Deed {
            id,
            table,
            way,
            by_own_button,
            by_button,
            what: what.to_owned(),
        });
    }

    /// From this moment to that one, what people did may have been heard by nobody.
    pub fn was_in_trouble(&self, from: Duration, to: Duration) {
        self.troubles.lock().push((from, to));
    }

    /// Holds it all against the journals and the double.
    pub async fn audit(&self, discord: &Double, pool: &PgPool, store: &Arc<dyn Store>) -> Figures {
        let mut figures = Figures::default();
        let done = requests(pool, store, &mut figures).await;
        let answers = answers(discord);
        for deed in self.deeds.lock().iter() {
            figures.deeds += 1;
            let found = done.get(&deed.id);
            if found.is_some() {
                *figures.accepted.entry(deed.way).or_default() += 1;
            }
            let told = deed.by_button && tells_done(answers.get(&deed.id), deed.by_own_button);
            figures.acknowledged += usize::from(told);
            let right = match found {
                Some((table, _)) => *table == deed.table,
                None => !told,
            };
            assert!(
                right,
                "{} ({}) at {:?} is at {found:?}, and was answered with {:?}",
                deed.what,
                deed.id,
                deed.table,
                answers.get(&deed.id)
            );
        }
        self.check_answers(discord, &mut figures);
        check_replies(discord);
        figures
    }

    /// Every interaction is answered once, unless something was wrong when it came.
    fn check_answers(&self, discord: &Double, figures: &mut Figures) {
        let mut world = discord.world();
        let troubles = self.troubles.lock().clone();
        let in_trouble = |at: Duration| {
            troubles
                .iter()
                .any(|(from, to)| *from <= at + Duration::from_secs(4) && at <= *to)
        };
        for interaction in world.interactions.values_mut() {
            if interaction.answer.is_none() && in_trouble(interaction.created) {
                figures.unanswered_in_trouble += 1;
                interaction.excused = true;
            }
        }
        let callbacks = world.outgoing.iter();
        let callbacks = callbacks.filter(|request| request.route.ends_with("/callback"));
        for request in callbacks {
            let by = request.by.to_string();
            match request.status {
                // It has been answered before.
                400 => {
                    let content = request.body["data"]["content"].as_str();
                    let embeds = request.body["data"]["embeds"].to_string();
                    println!(
                        "{by} at {:?} is too late with {content:?} {embeds:.120}",
                        request.at
                    );
                    *figures.second.entry(by).or_default() += 1;
                }
                // Discord waits no more.
                404 => *figures.late.entry(by).or_default() += 1,
                _ => {}
            }
        }
        // Whoever does not know any more what is theirs tells people to wait; others may answer meanwhile.
        let calm = troubles.is_empty();
        assert!(!calm || figures.second.is_empty(), "{figures:?}");
    }
}

/// The requests in all journals, by number, with where they stand; none is there twice.
async fn requests(
    pool: &PgPool,
    store: &Arc<dyn Store>,
    figures: &mut Figures,
) -> HashMap<u64, (TableKey, Position)> {
    let sql = "SELECT channel, opening FROM tables";
    let rows: Result<Vec<(i64, i64)>, _> = sqlx::query_as(sql).fetch_all(pool).await;
    let number = |number: i64| u64::try_from(number).expect("a number of ours");
    let mut done = HashMap::new();
    for (key, opening) in rows.expect("the tables can be read") {
        let id = TableId {
            key: TableKey(number(key)),
            opening: Position(number(opening)),
        };
        let journal = store.journal(id).await.expect("an undamaged journal");
        for entry in &journal.saved.entries {
            figures.entries += 1;
            let line: Value = serde_json::from_str(&entry.line).expect("an entry");
            let Some(nonce) = line["nonce"].as_u64() else {
                continue;
            };
            let before = done.insert(nonce, (id.key, entry.position));
            assert_eq!(before, None, "{nonce} was done again at {id}");
        }
    }
    done
}

/// The first answers to interactions, by interaction, with what was sent after them by the same token.
fn answers(discord: &Double) -> HashMap<u64, Vec<Value>> {
    let world = discord.world();
    let mut answers: HashMap<u64, Vec<Value>> = HashMap::new();
    for request in &world.outgoing {
        let parts: Vec<&str> = request.path.trim_matches('/').split('/').collect();
        let id = match parts.as_slice() {
            ["interactions", id, ..] => id.parse().ok(),
            ["webhooks", _, token, ..] => world.tokens.get(*token).map(|id| id.get()),
            _ => None,
        };
        if let Some(id) = id.filter(|_| (200..300).contains(&request.status)) {
            answers.entry(id).or_default().push(request.body.clone());
        }
    }
    answers
}

/// Whether somebody who pressed a button was told that it is done: it is acknowledged and nothing is said besides, or
/// their hand is shown without a word of refusal above it.
fn tells_done(answer: Option<&Vec<Value>>, own: bool) -> bool {
    let Some([first, rest @ ..]) = answer.map(Vec::as_slice) else {
        return false;
    };
    match (first["type"].as_u64(), own) {
        (Some(6), false) => rest.is_empty(),
        (Some(7), true) => !says_above(&first["data"]),
        _ => false,
    }
}

/// No line is answered twice; that they have to wait somebody may be told besides.
fn check_replies(discord: &Double) {
    let world = discord.world();
    let mut replies: HashMap<_, Vec<String>> = HashMap::new();
    for message in world.messages.values() {
        let line = message
            .replies_to
            .filter(|_| message.author == world.bot && message.interaction.is_none());
        let waits = message.content.contains(WAIT);
        if let Some(line) = line.filter(|_| !waits) {
            replies.entry(line).or_default().push(world.render(message));
        }
    }
    for (line, replies) in replies {
        assert!(replies.len() == 1, "{line} is answered twice: {replies:#?}");
    }
}
