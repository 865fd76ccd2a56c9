//! What outlives the processes of a simulated day: the data, the people, and what was noted of them.

use std::sync::Arc;

use parking_lot::Mutex;
use tractor_bot::desk::{Answer, AskedFrom, Who};
use tractor_bot::game::{Game, GameKind, at_game};
use tractor_bot::table::{PersonId, TableId, TableKey};
use tractor_bot::text::locale::Locale;

use super::books::Books;
use super::store::{Faults, guild_of};
use crate::digest::Sum;
use double::dice::Dice;
use tractor_bot::store::{Db, MemoryStore};

pub const SECOND: u64 = 1_000;
pub const MINUTE: u64 = 60 * SECOND;
pub const HOUR: u64 = 60 * MINUTE;

/// The time of day at which it begins.
pub const DAWN: u64 = 1_700_006_400_000;

/// What kind of day it is.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    /// How many parties there are; each has a table most of the time that it is there.
    pub tables: u64,
    /// When the last of them have left, in milliseconds of the day.
    pub empty_from: u64,
    /// When it is over.
    pub length: u64,
    /// Whether the store acknowledges some entries and does not write them, to see whether that is noticed.
    pub loses_entries: bool,
}

/// What somebody is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    Quick,
    /// Slower than the clock, now and then.
    Slow,
    /// Stops in the middle and comes back hours later, or never.
    Sleeper,
    /// Leaves in the middle, and returns.
    Leaver,
    /// Sends words of which few make sense.
    Spammer,
    /// Votes and concedes.
    Voter,
}

impl Habit {
    const ALL: [Habit; 10] = [
        Habit::Quick,
        Habit::Quick,
        Habit::Quick,
        Habit::Quick,
        Habit::Slow,
        Habit::Slow,
        Habit::Sleeper,
        Habit::Leaver,
        Habit::Spammer,
        Habit::Voter,
    ];
}

/// People who play together.
#[derive(Clone)]
pub struct Party {
    pub game: GameKind,
    /// Whether they meet in a room with a number, each from a place of their own.
    pub room: bool,
    /// Their table, as far as they know.
    pub key: Option<TableKey>,
}

/// What somebody asked for and has no answer to: it may be asked for again, under the same name.
#[derive(Debug, Clone)]
pub struct Redo {
    pub nonce: u64,
    pub line: String,
}

#[derive(Clone)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
    pub habit: Habit,
    pub dice: Dice,
    pub party: usize,
    /// Who opens tables.
    pub first: bool,
    pub place: AskedFrom,
    /// When they look again, in milliseconds of the day.
    pub next_at: u64,
    /// When they are there.
    pub visits: Vec<(u64, u64)>,
    pub redo: Option<Redo>,
    asked: u64,
}

impl Person {
    /// A name for a request that no other has.
    pub fn nonce(&mut self) -> u64 {
        self.asked += 1;
        (self.id.0 % 1_000_000) << 24 | self.asked
    }

    pub fn who(&self, nonce: u64) -> Who {
        Who {
            person: self.id,
            name: self.name.clone(),
            locale: Some(Locale::ENGLISH),
            moderator: false,
            nonce: Some(nonce),
        }
    }

    /// Whether they are there, and if not, from when on.
    pub fn visit(&self, now: u64) -> Result<(), Option<u64>> {
        let next = self.visits.iter().find(|(_, until)| now < *until);
        match next {
            Some((from, _)) if *from <= now => Ok(()),
            Some((from, _)) => Err(Some(*from)),
            None => Err(None),
        }
    }

    /// Ends this visit.
    pub fn go(&mut self, now: u64) {
        for (from, until) in &mut self.visits {
            if *from <= now {
                *until = (*until).min(now);
            }
        }
    }
}

/// The most people of a party.
const MOST_MEMBERS: u8 = 5;

/// Everything that outlives a process.
pub struct World {
    pub plan: Plan,
    pub data: MemoryStore,
    pub books: Mutex<Books>,
    pub faults: Mutex<Faults>,
    /// The bytes that the last process had in use when all tables were gone, more than at its start.
    pub remembered: Mutex<i64>,
    pub said: Mutex<Sum>,
    pub parties: Vec<Mutex<Party>>,
    pub people: Vec<Arc<tokio::sync::Mutex<Person>>>,
}

impl World {
    pub fn new(plan: Plan, data: MemoryStore) -> Self {
        let mut dice = Dice::new(plan.seed, plan.tables);
        let mut parties = Vec::new();
        let mut people = Vec::new();
        for number in 0..plan.tables {
            // The first parties play every game once.
            let drawn = *dice.pick(&GameKind::ALL).expect("there are some");
            let game = GameKind::ALL.get(number as usize).copied().unwrap_or(drawn);
            let room = dice.happens(150);
            let seats = at_game!(game, G => *G::seats(&<G as Game>::Rules::default()).end());
            let members = dice.between(1, u64::from(seats.min(MOST_MEMBERS)) + 1);
            let visits = visits(&mut dice, &plan);
            for member in 0..members {
                let index = people.len() as u64;
                let person = member_of(&mut dice, (number, member, index), room, &visits);
                people.push(Arc::new(tokio::sync::Mutex::new(Person {
                    dice: Dice::new(plan.seed, 10_000_000 + index),
                    ..person
                })));
            }
            let key = None;
            parties.push(Mutex::new(Party { game, room, key }));
        }
        Self {
            plan,
            data,
            books: Mutex::default(),
            faults: Mutex::default(),
            remembered: Mutex::default(),
            said: Mutex::default(),
            parties,
            people,
        }
    }

    /// Notes what was said.
    pub fn says(&self, text: &str) {
        self.said.lock().add(text);
    }

    /// Notes an answer.
    pub fn answers(&self, nonce: u64, answer: &Answer) {
        let file = answer.attachment.as_ref().map(|file| &file.text);
        let said: Vec<String> = answer.said.iter().map(|said| said.page.text()).collect();
        let (outcome, table) = (answer.outcome, answer.table);
        let text = answer.page.text();
        self.says(&format!(
            "{nonce} {outcome:?} {table:?} {file:?} {said:?}\n{text}"
        ));
    }

    /// The sum over everything said and stored so far.
    pub fn sum(&self) -> Sum {
        *self.said.lock()
    }

    /// Holds what people were told against the journals; no process runs.
    pub fn audit(&self, store: &Db) -> Result<(), String> {
        let mut sum = self.sum();
        let all = self.plan.tables < 100;
        let replay = |table: TableId| all || table.opening.0.is_multiple_of(10);
        let audited = self.books.lock().audit(store, &mut sum, replay);
        *self.said.lock() = sum;
        audited
    }
}

/// When a party meets.
fn visits(dice: &mut Dice, plan: &Plan) -> Vec<(u64, u64)> {
    let (mut visits, empty_from) = (Vec::new(), plan.empty_from);
    let days = plan.length.div_ceil(24 * HOUR);
    let pause = if days == 1 { 6 * HOUR } else { 20 * HOUR };
    let mut from = dice.between(5 * MINUTE, 15 * HOUR / 2);
    for _ in 0..dice.between(1, 4) * days {
        let until = from + dice.between(8 * MINUTE, 45 * MINUTE);
        if until >= empty_from {
            break;
        }
        visits.push((from, until));
        from = until + dice.between(10 * MINUTE, pause);
    }
    visits
}

fn member_of(
    dice: &mut Dice,
    (party, member, index): (u64, u64, u64),
    room: bool,
    visits: &[(u64, u64)],
) -> Person {
    let channel = match room {
        true => 20_000_000 + party * 16 + member,
        false => 10_000_000 + party,
    };
    let visits = visits.iter().map(|(from, until)| {
        let late = if member == 0 {
            0
        } else {
            dice.below(3 * MINUTE)
        };
        (from + late, until + dice.below(2 * MINUTE))
    });
    let visits = visits.collect();
    Person {
        id: PersonId(5_000_000_000 + index),
        name: format!("P{index}"),
        habit: *dice.pick(&Habit::ALL).expect("there are some"),
        dice: Dice::new(0, 0),
        party: party as usize,
        first: member == 0,
        // Some write to the bot directly.
        place: AskedFrom::new(
            channel,
            (!(room && member % 3 == 2)).then(|| guild_of(channel).0),
        ),
        next_at: 0,
        visits,
        redo: None,
        asked: 0,
    }
}
