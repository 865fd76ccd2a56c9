//! The people: they look at their screens a few times a second, think as long as people do, and use what is offered;
//! some type a question now and then. What their screens show is noted on the way.
//!
//! All of them are one loop, so that a thousand tables cost the machine little beside the bot.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::json;
use serenity::model::id::{ChannelId, MessageId, UserId};
use tractor_bot::command::{AtTable, Name};
use tractor_bot::host::Handle;
use tractor_bot::table::PersonId;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::View;

use crate::crowd::{Control, choose, controls, is_move, uses};
use crate::meter::{Moment, Plays, Track};
use double::dice::Dice;
use double::{Double, Person, Place, Seen, World};

const LOOKS_EVERY: Duration = Duration::from_millis(40);
/// From a press to the next one towards the same play, in milliseconds.
const TAP: (u64, u64) = (600, 1_000);
/// How often somebody who types asks something that the bot answers, in milliseconds.
const ASKS: (u64, u64) = (30_000, 60_000);
/// A move that led to nothing is repeated after this time.
const AGAIN: Duration = Duration::from_secs(3);

/// What somebody does beside playing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Plays,
    /// Asks for the score in the channel now and then.
    Types,
    /// Asks for the hand as well, which comes in a direct message.
    TypesDirectly,
}

/// A message that is looked at: which one it is, and the revision at which it was read.
#[derive(Default)]
struct Screen(Option<(MessageId, u64)>);

pub struct Player {
    person: Person,
    pub way: Way,
    hand: Screen,
    /// What the private hand showed.
    pub track: Track,
    /// The turn that they have seen, and when they act next.
    turn: Option<u64>,
    due: Option<Moment>,
    /// When they next ask for something.
    asks: Moment,
    asked: usize,
    /// Typed questions that are still to be answered.
    awaits: Vec<(MessageId, Moment)>,
}

pub struct Table {
    channel: ChannelId,
    handle: Handle<Tractor>,
    pub people: Vec<Player>,
    board: Screen,
    /// What the board showed.
    pub track: Track,
    pub plays: Arc<Mutex<Plays>>,
    pub by_people: Arc<Mutex<Plays>>,
    /// When the match starts.
    pub starts: Option<Moment>,
}

impl Table {
    pub fn new(channel: ChannelId, handle: Handle<Tractor>, people: Vec<(Person, Way)>) -> Self {
        let player = |(person, way)| Player {
            person,
            way,
            hand: Screen::default(),
            track: Track::default(),
            turn: None,
            due: None,
            asks: Moment::ZERO,
            asked: 0,
            awaits: Vec::new(),
        };
        Self {
            channel,
            handle,
            people: people.into_iter().map(player).collect(),
            board: Screen::default(),
            track: Track::default(),
            plays: Arc::default(),
            by_people: Arc::default(),
            starts: None,
        }
    }

    /// Somebody who has a seat.
    pub fn person(&self, number: usize) -> PersonId {
        PersonId(self.people[number % self.people.len()].person.id.get())
    }

    pub const fn handle(&self) -> &Handle<Tractor> {
        &self.handle
    }
}

/// Where a message is of interest: at the table of this number, for everybody or for one of its people.
type Reader = (usize, Option<usize>);

pub struct Crowd {
    discord: Double,
    pub tables: Vec<Table>,
    channels: HashMap<ChannelId, usize>,
    people: HashMap<UserId, (usize, usize)>,
    dice: Dice,
    newest: MessageId,
    /// From a typed question to its answer.
    pub typed: Vec<(Moment, Duration)>,
    /// How long people think, in milliseconds.
    pace: (u64, u64),
}

impl Crowd {
    pub fn new(discord: Double, tables: Vec<Table>, pace: (u64, u64)) -> Self {
        let numbered = || tables.iter().enumerate();
        let people = numbered().flat_map(|(at, table)| {
            let people = table.people.iter().enumerate();
            people.map(move |(who, player)| (player.person.id, (at, who)))
        });
        Self {
            discord,
            channels: numbered().map(|(at, table)| (table.channel, at)).collect(),
            people: people.collect(),
            tables,
            dice: Dice::new(7, 0),
            newest: MessageId::new(1),
            typed: Vec::new(),
            pace,
        }
    }

    /// When typed questions were sent that nobody has answered yet.
    pub fn unanswered(&self) -> impl Iterator<Item = Moment> {
        let people = self.tables.iter().flat_map(|table| &table.people);
        people.flat_map(|player| player.awaits.iter().map(|(_, at)| *at))
    }

    pub async fn live(&mut self, until: Moment) {
        loop {
            let now = {
                let discord = self.discord.clone();
                let world = discord.world();
                self.look(&world);
                world.now()
            };
            if now >= until {
                return;
            }
            for at in 0..self.tables.len() {
                self.act(at, now);
            }
            tokio::time::sleep(LOOKS_EVERY).await;
        }
    }

    /// Notes what all screens show.
    fn look(&mut self, world: &World) {
        let new = MessageId::new(self.newest.get() + 1)..;
        for (id, message) in world.messages.range(new) {
            self.newest = *id;
            let direct = match world.channels[&message.channel].place {
                Place::Direct(person) => Some(person),
                Place::Guild(_) | Place::Group => None,
            };
            let reader = message.only.or(direct);
            let reader = match reader.map(|reader| self.people.get(&reader)) {
                None => self.channels.get(&message.channel).map(|at| (*at, None)),
                Some(own) => own.map(|(at, who)| (*at, Some(*who))),
            };
            if let Some(reader) = reader.filter(|_| message.author == world.bot) {
                self.comes(world, *id, reader);
            }
        }
        for table in &mut self.tables {
            let key = table.handle.key().0;
            table.board.shows(world, key, &mut table.track);
            for player in &mut table.people {
                player.hand.shows(world, key, &mut player.track);
            }
        }
    }

    /// A message comes: a board or a hand, or an answer.
    fn comes(&mut self, world: &World, id: MessageId, (at, who): Reader) {
        let message = &world.messages[&id];
        let table = &mut self.tables[at];
        let mut answers = Vec::new();
        match who {
            Some(who) => {
                let player = &mut table.people[who];
                if message.only.is_none() && !player.awaits.is_empty() {
                    answers.push(player.awaits.remove(0));
                }
            }
            None => {
                let is_answered = |(typed, _): &mut _| message.replies_to == Some(*typed);
                for player in &mut table.people {
                    answers.extend(player.awaits.extract_if(.., |typed| is_answered(typed)));
                }
            }
        }
        let took = |(_, at)| (at, message.created.saturating_sub(at));
        self.typed.extend(answers.into_iter().map(took));
        let offers = |wanted: fn(AtTable) -> bool| {
            let controls = controls(&message.components);
            let named = |control: &Control| match control.press.line.name() {
                Some(Name::AtTable(name)) => wanted(name),
                _ => false,
            };
            controls.iter().any(named)
        };
        match who {
            None if offers(|name| matches!(name, AtTable::Hand | AtTable::More)) => {
                table.board = Screen(Some((id, 0)));
            }
            Some(who) if offers(|name| matches!(name, AtTable::Sort | AtTable::Select)) => {
                table.people[who].hand = Screen(Some((id, 0)));
            }
            _ => {}
        }
    }

    fn within(&mut self, (least, most): (u64, u64)) -> Duration {
        Duration::from_millis(self.dice.between(least, most + 1))
    }

    fn act(&mut self, at: usize, now: Moment) {
        let table = &mut self.tables[at];
        if !table.handle.is_playing() {
            if table.starts.is_some_and(|starts| starts <= now) {
                table.starts = Some(now + AGAIN);
                let first = &table.people[0].person;
                first.slash(table.channel, "start", json!({}));
            }
            return;
        }
        for who in 0..self.tables[at].people.len() {
            self.asks(at, who, now);
            self.plays(at, who, now);
        }
    }

    /// Types a question when it is time.
    fn asks(&mut self, at: usize, who: usize, now: Moment) {
        let wait = self.within(ASKS);
        let table = &mut self.tables[at];
        let player = &mut table.people[who];
        if player.way == Way::Plays || player.asks > now {
            return;
        }
        // At first everybody comes at another moment.
        let first = player.asks == Moment::ZERO;
        player.asks = now + if first { wait / 10 } else { wait };
        if !first {
            let direct = player.way == Way::TypesDirectly && player.asked.is_multiple_of(2);
            let words = if direct { "$hand" } else { "$score" };
            player.asked += 1;
            let message = player.person.says(table.channel, words);
            player.awaits.push((message, now));
        }
    }

    /// Does something about the own turn, once it is seen and thought over.
    fn plays(&mut self, at: usize, who: usize, now: Moment) {
        let table = &self.tables[at];
        let player = &table.people[who];
        let id = PersonId(player.person.id.get());
        let viewer = table.handle.viewer(id);
        let awaited = table.handle.awaits(viewer);
        // Nobody in particular is awaited before a deal: the first at the table sees to it.
        if !awaited && who != 0 {
            self.tables[at].people[who].due = None;
            return;
        }
        let turn = table.handle.turn_started().0;
        if player.turn != Some(turn) || (awaited && player.due.is_none()) {
            let shown = table.track.position().max(player.track.position());
            if shown.is_some_and(|shown| shown >= turn) {
                let view = table.handle.view(viewer);
                let acts = awaited || view.stage.game().is_some_and(View::may_deal);
                let due = acts.then(|| now + self.within(self.pace));
                let player = &mut self.tables[at].people[who];
                (player.turn, player.due) = (Some(turn), due);
            }
            return;
        }
        if player.due.is_none_or(|due| now < due) {
            return;
        }
        let screens = [&player.hand, &table.board];
        let [hand, board] = screens.map(|screen| screen.seen(&self.discord, &player.person));
        let used = choose(hand, board, &mut self.dice).and_then(|(seen, control)| {
            let asked = uses(&player.person, &seen, &control, &mut self.dice);
            asked.map(|_| control.press.line)
        });
        let next = match used {
            Some(tap) if is_move(&tap) => AGAIN,
            _ => self.within(TAP),
        };
        self.tables[at].people[who].due = Some(now + next);
    }
}

impl Screen {
    /// Reads the message if it has changed, and notes when it did and what it shows of this table.
    fn shows(&mut self, world: &World, table: u64, track: &mut Track) {
        let Some((id, read)) = &mut self.0 else {
            return;
        };
        let message = &world.messages[id];
        if std::mem::replace(read, message.revision) != message.revision {
            let controls = controls(&message.components).into_iter();
            let own = controls.filter(|control| control.press.table.0 == table);
            if let Some(position) = own.map(|control| control.press.at.0).max() {
                track.show(message.edited.unwrap_or(message.created), position);
            }
        }
    }

    /// The message as a person sees it now.
    fn seen(&self, discord: &Double, person: &Person) -> Option<Seen> {
        let world = discord.world();
        let message = world.messages.get(&self.0?.0)?;
        let visible = world.is_visible(message, person.id);
        visible.then(|| world.seen(message, person.id))
    }
}
