//! A person at a table: they act on what they see, and what they did is noted with what they were told of it.

use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tractor_bot::text::press::Line;

use parking_lot::Mutex;
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, InteractionId, UserId};
use tokio::time::{sleep, timeout};
use tractor_bot::command::{Name, Verb};
use tractor_bot::table::TableKey;

use crate::crowd::{Control, choose, controls, is_move, uses};
use crate::ledger::{Ledger, Told};
use double::dice::Dice;
use double::{Answer, Asked, Double, Person, Seen, says_above};

/// How long somebody waits for an answer: longer than Discord.
const ANSWER: Duration = Duration::from_secs(4);
/// What is not done in this time, on a slow machine, is promised, by the same word that says that it was done; the bot
/// waits 1.2 s.
const PROMISED_AFTER: Duration = Duration::from_secs(1);
/// From seeing something to tapping it: what is quicker was meant for what stood there before, and nothing is said of it.
const REACTION: Duration = Duration::from_millis(410);
/// What people are told while nobody has their table.
const WAIT: &str = "being brought back";

/// A control that was used.
struct Used {
    id: InteractionId,
    table: TableKey,
    /// Only the person sees the message with the control.
    own: bool,
    is_move: bool,
    /// Whether an answer that it was done says that they have done it.
    proves: bool,
    what: String,
}

/// What was sent in answer to interactions: the body, and whether it may be a promise.
type Answers = HashMap<u64, Vec<(Value, bool)>>;

/// Taps of a person on a control. Of two on the same one is done without a word and without an entry, and be it the first:
/// a process hears what comes at once in any order.
#[derive(Default)]
struct Taps {
    /// Those that were not refused before another one was made.
    open: HashMap<(UserId, String), Vec<InteractionId>>,
    /// Those that were not the only one.
    doubled: HashSet<InteractionId>,
}

impl Taps {
    fn made(&mut self, by: UserId, control: &str, id: InteractionId) {
        let open = self.open.entry((by, control.to_owned())).or_default();
        open.push(id);
        if open.len() > 1 {
            self.doubled.extend(open.iter());
        }
    }

    /// What was refused with words is done if it is tapped again.
    fn refused(&mut self, by: UserId, control: &str, id: InteractionId) {
        if let Some(open) = self.open.get_mut(&(by, control.to_owned())) {
            open.retain(|other| *other != id);
        }
    }

    /// Whether an answer without a word says that it was done.
    fn proves(&self, id: InteractionId) -> bool {
        !self.doubled.contains(&id)
    }
}

/// What people did, until it is known what they were told of it.
#[derive(Default)]
pub struct Notes {
    used: Mutex<Vec<Used>>,
    taps: Mutex<Taps>,
    /// How many requests of the bot were read, and the answers among them.
    answers: Mutex<(usize, Answers)>,
}

impl Notes {
    fn used(&self, asked: &Asked, seen: &Seen, control: &Control) {
        // What others were quicker to begin is done without a word and without an entry.
        let line = &control.press.line;
        let shared = *line == "start deal" || line.name() == Some(Name::Move(Verb::Deal));
        self.used.lock().push(Used {
            id: asked.id,
            table: control.press.table,
            own: seen.is_ephemeral,
            is_move: is_move(&control.press.line),
            proves: !shared,
            what: control.id.clone(),
        });
        self.taps.lock().made(asked.by, &control.id, asked.id);
    }

    /// How many controls were used, and how many of them for a move, since they were told last.
    pub fn counts(&self) -> (usize, usize) {
        let used = self.used.lock();
        let moves = used.iter().filter(|used| used.is_move);
        (used.len(), moves.count())
    }

    /// Tells the ledger what people asked for since the last time, and what they were told.
    pub fn tell(&self, discord: &Double, ledger: &mut Ledger) {
        let (read, answers) = &mut *self.answers.lock();
        let world = discord.world();
        for request in &world.outgoing[*read..] {
            let parts: Vec<&str> = request.path.trim_matches('/').split('/').collect();
            let id = match parts.as_slice() {
                ["interactions", id, ..] => id.parse().ok(),
                // Not an edit of what the interaction was about.
                ["webhooks", _, token] => world.tokens.get(*token).map(|id| id.get()),
                _ => None,
            };
            if let Some(id) = id.filter(|_| (200..300).contains(&request.status)) {
                let interaction = &world.interactions[&InteractionId::new(id)];
                let promises = request.at >= interaction.created + PROMISED_AFTER;
                let answer = (request.body.clone(), promises);
                answers.entry(id).or_default().push(answer);
            }
        }
        *read = world.outgoing.len();
        let taps = self.taps.lock();
        for used in std::mem::take(&mut *self.used.lock()) {
            if used.is_move {
                let id = used.id.get();
                ledger.asks(id, Some(used.table), &used.what);
                let told = match told(answers.get(&id), used.own) {
                    Told::Done if !(used.proves && taps.proves(used.id)) => Told::Nothing,
                    told => told,
                };
                ledger.tells(id, told);
            }
        }
    }
}

/// What somebody was told: a press at the table that is merely acknowledged was done, as was one that shows the own hand
/// in its next state without a word of refusal above it.
fn told(answers: Option<&Vec<(Value, bool)>>, own: bool) -> Told {
    let Some([(first, promises), rest @ ..]) = answers.map(Vec::as_slice) else {
        return Told::Nothing;
    };
    match (first["type"].as_u64(), own) {
        (Some(6), false) if !promises && rest.is_empty() => Told::Done,
        (Some(4 | 7), _) if first.to_string().contains(WAIT) => Told::Nothing,
        // Whoever draws a card at the table is shown their hand with it.
        (Some(4), false) | (Some(7), true) if !says_above(&first["data"]) => Told::Done,
        (Some(4), false) | (Some(7), true) => Told::Refused,
        _ => Told::Nothing,
    }
}

/// A person at a table.
pub struct Player {
    pub person: Person,
    pub channel: ChannelId,
    dice: Dice,
    /// How long they take over a decision, in milliseconds: at least, and less than that.
    pause: (u64, u64),
}

impl Player {
    pub const fn new(person: Person, channel: ChannelId, dice: Dice, pause: (u64, u64)) -> Self {
        Self {
            person,
            channel,
            dice,
            pause,
        }
    }

    /// The newest message of the bot here with controls: the own hand, or the table.
    fn newest(&self, own: bool) -> Option<Seen> {
        let world = self.person.double.world();
        let is_direct = world.is_direct(self.channel, self.person.id);
        let only = (own && !is_direct).then_some(self.person.id);
        let mut messages = world.messages.values().rev().filter(|message| {
            message.channel == self.channel
                && message.author == world.bot
                && message.only == only
                && !message.deleted
                && !message.components.is_empty()
        });
        let is_hand = |components: &[Value]| {
            let controls = controls(components);
            controls.iter().any(|control| control.press.line == "hint")
        };
        let newest = messages.find(|one| !is_direct || is_hand(&one.components) == own)?;
        Some(world.seen(newest, self.person.id))
    }

    /// Plays for ever.
    pub async fn play(&mut self, notes: &Notes) {
        loop {
            self.think().await;
            self.act(notes).await;
        }
    }

    /// Lets the time go by that a decision takes.
    pub async fn think(&mut self) {
        let (least, end) = self.pause;
        sleep(Duration::from_millis(self.dice.between(least, end))).await;
    }

    /// Uses something of what is offered, if anything is, and waits for what comes of it.
    pub async fn act(&mut self, notes: &Notes) {
        let screens = (self.newest(true), self.newest(false));
        if let Some((seen, control)) = choose(screens.0, screens.1, &mut self.dice) {
            sleep(REACTION).await;
            self.uses(&seen, &control, notes).await;
        }
    }

    /// After a restart: uses what was on the screen before it, and asks for the hand.
    pub async fn use_what_is_there(&mut self, notes: &Notes) {
        self.act(notes).await;
        let is_direct = self.person.direct() == self.channel;
        if is_direct {
            self.person.tells_bot("hand");
        } else {
            let hand = self.person.slash(self.channel, "hand", json!({}));
            timeout(ANSWER, hand.answered()).await.ok();
        }
    }

    /// Uses the first control of the table that is like this.
    pub async fn uses_first(&mut self, wanted: fn(&Line) -> bool, notes: &Notes) -> Option<Asked> {
        let table = self.newest(false)?;
        let mut controls = controls(&table.components).into_iter();
        let control = controls.find(|control| wanted(&control.press.line))?;
        self.uses(&table, &control, notes).await
    }

    async fn uses(&mut self, seen: &Seen, control: &Control, notes: &Notes) -> Option<Asked> {
        let asked = uses(&self.person, seen, control, &mut self.dice)?;
        // Before the answer, for which nobody may be left to wait.
        notes.used(&asked, seen, control);
        let answer = timeout(ANSWER, asked.answered()).await;
        if let Ok(Answer::Message(id)) = answer {
            let world = self.person.double.world();
            // A hand without any words is no refusal.
            let refused = world.messages.get(&id).is_none_or(|told| {
                says_above(&json!({"content": told.content, "components": told.components}))
            });
            if refused {
                notes.taps.lock().refused(asked.by, &control.id, asked.id);
            }
        }
        Some(asked)
    }
}
