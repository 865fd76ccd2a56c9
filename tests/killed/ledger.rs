//! What people were told, held against the journals after every end of the program.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use serenity::model::id::{InteractionId, MessageId};
use tractor_bot::store::{self, TableState};
use tractor_bot::table::{PersonId, Position, TableId, TableKey};
use tractor_bot::text::press::{Press, Tap};

use crate::double::{Asked, Double, Seen, flat, is_laid_out, says_above, texts};
use crate::home::{FILE, Folder, lease};
use crate::people::{Control, Player, controls};
use crate::program::INSTANCE;
use crate::replays::{Form, Replay, begin};

/// An input of which it is not yet known what became of it.
struct Used {
    id: InteractionId,
    table: TableKey,
    /// Only the person sees the message with the control.
    own: bool,
    changes: bool,
    what: String,
}

/// What is not done in this time, on a slow machine, is promised, by the same word that says that it was done; the bot
/// waits 1.2 s.
const PROMISED_AFTER: Duration = Duration::from_secs(1);

/// What a person was told.
#[derive(PartialEq, Eq, Debug)]
enum Told {
    Done,
    Refused,
    Nothing,
}

struct Followed {
    id: TableId,
    replay: Box<dyn Replay>,
    begun: usize,
}

#[derive(Default, Debug)]
struct Figures {
    kills: u64,
    inputs: usize,
    acknowledged: usize,
    refused: usize,
    unanswered: usize,
    unanswered_but_done: usize,
    lost: usize,
    twice: usize,
    entries: usize,
    by_clock: usize,
    lives_with_clock: usize,
    screens: usize,
    hands: usize,
    back: Vec<Duration>,
}

pub struct Ledger {
    discord: Double,
    url: String,
    used: RefCell<Vec<Used>>,
    looks: RefCell<Vec<(TableKey, PersonId, Seen)>>,
    tables: BTreeMap<TableKey, Followed>,
    /// The journal positions of requests.
    done: HashMap<u64, (TableKey, usize)>,
    /// The answers as they were sent, by interaction, and whether each may be the promise of one.
    answers: HashMap<u64, (Value, bool)>,
    requests_read: usize,
    figures: Figures,
}

impl Ledger {
    pub fn new(discord: Double, url: String) -> Self {
        Self {
            discord,
            url,
            used: RefCell::default(),
            looks: RefCell::default(),
            tables: BTreeMap::new(),
            done: HashMap::new(),
            answers: HashMap::new(),
            requests_read: 0,
            figures: Figures::default(),
        }
    }

    /// Notes that a control was used.
    pub fn used(&self, asked: &Asked, seen: &Seen, control: &Control) {
        self.used.borrow_mut().push(Used {
            id: asked.id,
            table: control.press.table,
            own: seen.is_ephemeral,
            changes: control.is_change(),
            what: control.id.clone(),
        });
    }

    /// Inputs of the present life.
    pub fn inputs(&self) -> usize {
        self.used.borrow().len()
    }

    /// Notes what somebody saw who asked for their hand.
    pub fn looked(&self, player: &Player, seen: Seen) {
        let person = PersonId(player.person.id.get());
        let channel = TableKey(player.channel.get());
        let table = table_of(&seen.components).unwrap_or(channel);
        self.looks.borrow_mut().push((table, person, seen));
    }

    /// Notes how long the program took to come back.
    pub fn came_back(&mut self, took: Duration) {
        self.figures.back.push(took);
    }

    /// How many inputs were acknowledged and how many refused.
    pub fn told(&self) -> (usize, usize) {
        (self.figures.acknowledged, self.figures.refused)
    }

    /// Holds everything against the journals; the program is dead.
    pub async fn audit(&mut self, kill: u64) {
        self.figures.kills = kill;
        let by_clock = self.figures.by_clock;
        self.follow_journals().await;
        self.figures.lives_with_clock += usize::from(self.figures.by_clock > by_clock);
        self.read_answers();
        for used in self.used.take() {
            self.settle(&used, kill);
        }
        self.check_positions();
        self.check_tables();
        for (key, person, seen) in self.looks.take() {
            let pages = |table: &Followed, at, form| table.replay.pages(at, Some(person), form);
            self.figures.hands += usize::from(self.compare(key, &seen, pages));
        }
    }

    async fn follow_journals(&mut self) {
        let (url, _folder) = copy_of(&self.url);
        let store = store::connect(&url).await.expect("the store can be opened");
        store
            .acquire(lease(INSTANCE, "0..0/1", 0))
            .await
            .expect("a lease");
        let open = store
            .open_tables(vec![0])
            .await
            .expect("the open tables")
            .tables;
        for open in open {
            let id = open.claim.table();
            let known = self.tables.get(&id.key).map(|table| table.id);
            assert!(
                known.is_none_or(|known| known == id),
                "another table in {}",
                id.key.0
            );
            let journal = store.journal(id).await.expect("an undamaged journal");
            let table = self.tables.entry(id.key).or_insert_with(|| Followed {
                id,
                replay: begin(&journal.saved),
                begun: 0,
            });
            let added = table.replay.follow(&journal.saved);
            table.begun += added.begun;
            self.figures.entries += added.entries;
            self.figures.by_clock += added.by_clock;
            for nonce in added.nonces {
                let (_, times) = self.done.entry(nonce).or_insert((id.key, 0));
                *times += 1;
                self.figures.twice += usize::from(*times > 1);
                assert_eq!(*times, 1, "{nonce} was done twice");
            }
        }
        for table in self.tables.values() {
            let journal = store.journal(table.id).await.expect("an undamaged journal");
            assert_eq!(journal.state, TableState::Open, "{}", table.id);
        }
        store.release().await.expect("the lease can be given back");
        store.close().await.expect("the store can be closed");
    }

    fn read_answers(&mut self) {
        let world = self.discord.world();
        for request in &world.outgoing[self.requests_read..] {
            let mut parts = request.path.trim_matches('/').split('/');
            let found = parts.find(|part| *part == "interactions").and(parts.next());
            if let (Some(id), true) = (found, (200..300).contains(&request.status)) {
                let id: u64 = id.parse().expect("the id of an interaction");
                let interaction = &world.interactions[&InteractionId::new(id)];
                let promises = request.at >= interaction.created + PROMISED_AFTER;
                self.answers.insert(id, (request.body.clone(), promises));
            }
        }
        self.requests_read = world.outgoing.len();
    }

    /// What somebody was told: a press at the table that is merely acknowledged was done, as was one that shows the own
    /// hand in its next state without a word of refusal above it.
    fn answer_to(&self, used: &Used) -> Told {
        let Some((answer, promises)) = self.answers.get(&used.id.get()) else {
            return Told::Nothing;
        };
        match (answer["type"].as_u64(), used.own) {
            (Some(6), false) if !promises => Told::Done,
            // Whoever draws a card at the table is shown their hand with it.
            (Some(4), false) | (Some(7), true) if !says_above(&answer["data"]) => Told::Done,
            (Some(4), false) | (Some(7), true) => Told::Refused,
            _ => Told::Nothing,
        }
    }

    fn settle(&mut self, used: &Used, kill: u64) {
        self.figures.inputs += 1;
        if !used.changes {
            return;
        }
        let found = self.done.get(&used.id.get());
        let told = self.answer_to(used);
        match told {
            Told::Done => self.figures.acknowledged += 1,
            Told::Refused => self.figures.refused += 1,
            Told::Nothing => {
                self.figures.unanswered += 1;
                self.figures.unanswered_but_done += usize::from(found.is_some());
            }
        }
        let right = match told {
            Told::Done => found.is_some_and(|(table, _)| *table == used.table),
            Told::Refused => found.is_none(),
            Told::Nothing => true,
        };
        self.figures.lost += usize::from(!right);
        let answer = self.answers.get(&used.id.get()).map(|(answer, _)| answer);
        assert!(
            right,
            "kill {kill}: {} in {:?} was told {told:?} and is at {found:?}: {answer:?}",
            used.what, used.table
        );
    }

    /// Nothing was shown that is not written down.
    fn check_positions(&self) {
        let world = self.discord.world();
        for message in world.messages.values() {
            let table = table_of(&message.components).and_then(|key| self.tables.get(&key));
            let Some(table) = table else {
                continue;
            };
            let at = position(&message.components);
            let end = table.replay.end();
            assert!(
                at.is_none_or(|at| at <= end),
                "{at:?} > {end:?}: {}",
                world.render(message)
            );
        }
    }

    /// The newest public message of every table shows a state of its journal, and there are not more of them than rounds
    /// and lives.
    fn check_tables(&mut self) {
        let mut newest = Vec::new();
        let world = self.discord.world();
        for (key, table) in &self.tables {
            let public = world.messages.values().filter(|message| {
                table_of(&message.components) == Some(*key)
                    && message.author == world.bot
                    && message.only.is_none()
                    && !message.components.is_empty()
            });
            let public: Vec<MessageId> = public.map(|message| message.id).collect();
            let most = 1 + table.begun;
            assert!(
                public.len() <= most,
                "{} tables where {most} do: {}",
                public.len(),
                key.0
            );
            let message = public.last().map(|id| &world.messages[id]);
            newest.extend(message.map(|message| (*key, world.seen(message, world.bot))));
        }
        drop(world);
        for (key, seen) in newest {
            let pages = |table: &Followed, at, form| table.replay.pages(at, None, form);
            self.figures.screens += usize::from(self.compare(key, &seen, pages));
        }
    }

    /// Compares what was seen with the replay at the same position; `false` if there is nothing to compare.
    fn compare(
        &self,
        key: TableKey,
        seen: &Seen,
        pages: impl Fn(&Followed, Position, Form) -> Vec<Value>,
    ) -> bool {
        let said = |part: &Value| part.to_string().contains("<t:");
        let form = Form {
            timed: seen.embeds.iter().any(said) || texts(&seen.components).iter().any(said),
            laid_out: is_laid_out(&seen.components),
        };
        let at = position(&seen.components).filter(|_| !has_draft(seen));
        let expected = at.and_then(|at| Some(pages(self.tables.get(&key)?, at, form)));
        let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut expected = expected.unwrap_or_default();
        // What was chosen on a hand is in no journal.
        let chosen = chosen(&seen.components);
        expected.retain(|page| self::chosen(&array(&page["components"])) == chosen);
        let outlined = |page: Value| outline(&array(&page["embeds"]), &array(&page["components"]));
        let expected: Vec<String> = expected.into_iter().map(outlined).collect();
        let shown = outline(&seen.embeds, &seen.components);
        // Cards that the clock deals share a position: then it may be any of these.
        assert!(
            expected.is_empty() || expected.contains(&shown),
            "at {at:?} {shown}\nis none of these: {expected:#?}"
        );
        !expected.is_empty()
    }

    /// Prints the figures.
    pub fn report(&self) {
        let figures = &self.figures;
        let back = &figures.back;
        let mean = back.iter().sum::<Duration>() / back.len().max(1) as u32;
        println!(
            "kills {}, inputs {}, acknowledged {}, refused {}, unanswered {} (done all the same {}), lost {}, twice {}",
            figures.kills,
            figures.inputs,
            figures.acknowledged,
            figures.refused,
            figures.unanswered,
            figures.unanswered_but_done,
            figures.lost,
            figures.twice
        );
        println!(
            "entries {}, by the clock {} (in {} lives), tables compared {}, hands compared {}",
            figures.entries,
            figures.by_clock,
            figures.lives_with_clock,
            figures.screens,
            figures.hands
        );
        println!(
            "time to come back: mean {mean:?}, longest {:?}",
            back.iter().max()
        );
        assert!(figures.acknowledged > 0 && figures.by_clock > 0 && figures.hands > 0);
    }
}

/// An SQLite file is read from a copy, so that the program finds its own as it was left.
fn copy_of(url: &str) -> (String, Option<Folder>) {
    let Some(path) = url.strip_prefix("sqlite://") else {
        return (url.to_owned(), None);
    };
    let folder = Folder::new();
    for end in ["", "-wal"] {
        let from = format!("{path}{end}");
        if Path::new(&from).exists() {
            let to = folder.file(&format!("{FILE}{end}"));
            std::fs::copy(from, to).expect("the file can be copied");
        }
    }
    (folder.url(FILE), Some(folder))
}

/// The newest position that a message's controls were offered at.
fn position(rows: &[Value]) -> Option<Position> {
    controls(rows).iter().map(|control| control.press.at).max()
}

/// The table that a message's controls are for.
fn table_of(rows: &[Value]) -> Option<TableKey> {
    controls(rows).first().map(|control| control.press.table)
}

/// Whether something is chosen that was not handed in yet.
fn has_draft(seen: &Seen) -> bool {
    let rows = seen.components.iter().map(ToString::to_string);
    rows.into_iter()
        .any(|row| row.contains(r#""default":true"#))
}

/// The cards that are marked as chosen on a hand.
fn chosen(components: &[Value]) -> Vec<String> {
    let chosen = flat(components).into_iter();
    let chosen = chosen.filter(|button| button["style"] == 3);
    let codes = chosen.filter_map(|button| Some(button["custom_id"].as_str()?.to_owned()));
    let selects = |code: &String| {
        Press::of_code(code).is_some_and(|press| matches!(press.tap, Tap::Select { .. }))
    };
    codes.filter(selects).collect()
}

/// What a table says besides what its journal says: after a restart, and of a round that the store has counted.
const BESIDE: [&str; 3] = [
    "Do your cards no longer change? Tap **My hand** again.",
    "Honours: ",
    "Ratings: ",
];

/// What matters of a message: its words, with no times and no forms of commands, and its controls.
fn outline(embeds: &[Value], components: &[Value]) -> String {
    let mut lines = Vec::new();
    let parts = |embed: &Value| ["title", "description"].map(|part| embed[part].clone());
    let said = embeds.iter().flat_map(parts).chain(texts(components));
    for part in said {
        let words = timeless(&formless(part.as_str().unwrap_or_default()));
        lines.extend(
            words
                .lines()
                .filter(|line| !BESIDE.iter().any(|beside| line.starts_with(beside)))
                .map(str::to_owned),
        );
    }
    for control in flat(components) {
        // Words are told above; what a picture shows is said in words, too.
        if control["content"].is_string() || control["items"].is_array() {
            continue;
        }
        let part = |name: &str| control[name].as_str().unwrap_or_default().to_owned();
        let options = control["options"].as_array().into_iter().flatten();
        let options: Vec<_> = options.map(|option| option["value"].to_string()).collect();
        let off = control["disabled"] == true;
        lines.push(format!(
            "{} {} {off} {options:?}",
            part("custom_id"),
            part("label")
        ));
    }
    lines.join("\n")
}

fn timeless(text: &str) -> String {
    let mut parts = text.split("<t:");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str("<t>");
        kept.push_str(part.split_once('>').map_or("", |(_, rest)| rest));
    }
    kept
}

/// The words with each command by its name alone, as it is named in another form to who uses that:
/// `` `$play 8S` ``, `` `/play cards:8S` `` and `</play:7>` are all `‹play›`.
fn formless(text: &str) -> String {
    let mut named = String::new();
    for (n, part) in text.split('`').enumerate() {
        let command = part.strip_prefix(['$', '/']).filter(|_| n % 2 == 1);
        match command.and_then(|words| words.split_whitespace().next()) {
            Some(word) => named.push_str(&format!("‹{word}›")),
            None => named.push_str(part),
        }
    }
    let mut parts = named.split("</");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (mention, rest) = part.split_once('>').unwrap_or((part, ""));
        let name = mention.split_once(':').map_or(mention, |(name, _)| name);
        kept.push_str(&format!("‹{name}›{rest}"));
    }
    kept
}
