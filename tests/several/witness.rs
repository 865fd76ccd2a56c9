//! Somebody whom a living process hears while the one that has their table is away.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use serenity::model::id::{ChannelId, MessageId};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::company::Company;
use crate::double::{Person, Seen};
use crate::people::ANSWER;
use crate::story::{Guest, Story};

/// What people are told while nobody has their table.
pub const WAIT: &str = "being brought back";

/// What somebody was told who asked again and again.
#[derive(Default, Debug)]
pub struct Told {
    pub answers: usize,
    /// How often that the table is being brought back.
    pub brought_back: usize,
    pub texts: Vec<String>,
}

/// Who asks.
pub struct Witness(Guest);

/// A witness who asks in the background.
pub struct Watching {
    stop: Arc<AtomicBool>,
    asking: JoinHandle<Told>,
}

impl Witness {
    /// Somebody at a table that this process has, who is heard by another.
    pub async fn of(story: &Story, company: &Company, victim: &str) -> Self {
        let mut all = Self::all(story, company, victim).await;
        all.pop().expect("somebody is heard by another")
    }

    /// The same of each process that hears somebody who sits there: one for each.
    pub async fn all(story: &Story, company: &Company, victim: &str) -> Vec<Self> {
        let owners = company.owners().await;
        let owner = |channel| owners.get(&company.shard(channel));
        let has = |channel| owner(channel).is_some_and(|owner| owner == victim);
        let guests = story.guests.iter();
        let abroad = guests.filter(|guest| has(guest.home) && !has(guest.channel));
        let heard_by = abroad.map(|guest| (owner(guest.channel), Self(guest.clone())));
        heard_by.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    /// Asks for the hand, twice a second, until told to stop.
    pub fn watch(self) -> Watching {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let asking = tokio::spawn(async move {
            let Guest {
                person, channel, ..
            } = self.0;
            let mut told = Told::default();
            while !stopped.load(Ordering::Relaxed) {
                let asked = person.slash(channel, "hand", json!({}));
                let Ok(answer) = timeout(ANSWER, asked.message()).await else {
                    continue;
                };
                told.answers += 1;
                told.brought_back += usize::from(answer.says(WAIT));
                told.texts.push(answer.text);
                sleep(Duration::from_millis(500)).await;
            }
            told
        });
        Watching { stop, asking }
    }
}

impl Watching {
    pub async fn ends(self) -> Told {
        self.stop.store(true, Ordering::Relaxed);
        self.asking.await.expect("they only ask")
    }
}

/// Somebody who asks for their statistics again and again, in direct messages and in a channel, and counts the answers.
pub struct Asker {
    person: Person,
    channel: ChannelId,
    stop: Arc<AtomicBool>,
    asking: JoinHandle<usize>,
}

impl Asker {
    /// Begins to ask, three times a second.
    pub fn begin(person: Person, channel: ChannelId) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (own, stopped) = (person.clone(), Arc::clone(&stop));
        let asking = tokio::spawn(async move {
            let mut lines = 0;
            while !stopped.load(Ordering::Relaxed) {
                lines += 1;
                match lines % 2 {
                    0 => own.tells_bot("stats"),
                    _ => own.says(channel, "$stats"),
                };
                sleep(Duration::from_millis(330)).await;
            }
            lines
        });
        Self {
            person,
            channel,
            stop,
            asking,
        }
    }

    /// The answers, and how often they were told to wait instead.
    fn answers(&self) -> (usize, usize) {
        let direct = self.person.direct_messages().into_iter();
        let direct = direct.filter(|seen| seen.is_from_bot);
        let told = self.person.sees(self.channel).into_iter();
        let lines: HashSet<MessageId> = {
            let world = self.person.double.world();
            let said = world.messages.values();
            let said = said.filter(|message| message.author == self.person.id);
            said.map(|message| message.id).collect()
        };
        let to_line = |line: MessageId| lines.contains(&line);
        let told = told.filter(|seen| seen.replies_to.is_some_and(to_line) && seen.is_from_bot);
        let all: Vec<Seen> = direct.chain(told).collect();
        let waits = all.iter().filter(|seen| seen.says(WAIT)).count();
        (all.len() - waits, waits)
    }

    /// The answers in both places: when, by which process, to which line, and what.
    fn story(&self) -> String {
        let direct = self.person.direct();
        let world = self.person.double.world();
        let places = [direct, self.channel].map(|place| format!("/channels/{place}/messages"));
        let posts = world
            .outgoing
            .iter()
            .filter(|request| request.method == "POST" && places.contains(&request.path));
        let told = posts.map(|request| {
            let line = &request.body["message_reference"]["message_id"];
            let title = &request.body["embeds"][0]["title"];
            let (at, by, content) = (request.at, &request.by, &request.body["content"]);
            format!("{at:.3?} {by} to {line}: {title} {content}\n")
        });
        let said = world.messages.values();
        let said = said.filter(|message| message.author == self.person.id);
        let lines = said.map(|message| {
            let (at, id) = (message.created, message.id);
            format!("{at:.3?} {id} in {}\n", message.channel)
        });
        told.chain(lines).collect()
    }

    /// Ends, and gives how many lines there were, how many answers came, and how often they were told to wait.
    pub async fn ends(mut self) -> (usize, usize, usize) {
        self.stop.store(true, Ordering::Relaxed);
        let lines = (&mut self.asking).await.expect("they only ask");
        // An answer that comes twice comes within seconds.
        sleep(Duration::from_secs(4)).await;
        let (answers, waits) = self.answers();
        if answers > lines {
            println!("{}", self.story());
        }
        println!("{answers} answers to {lines} lines, and told to wait {waits} times");
        (lines, answers, waits)
    }
}
