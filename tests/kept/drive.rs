//! A table without a host: what people, computer players and the clock do there is made up from a
//! seed, judged by the table and written down as the store keeps it.

use std::collections::{BTreeSet, HashMap};

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{Choices, RuleSet, Seat, Turn, Viewer};
use tractor_bot::host::Finishing;
use tractor_bot::players::Player;
use tractor_bot::store::Finish;
use tractor_bot::table::{
    By, Closer, Header, Input, Invited, Limits, Motion, PersonId, Position, Record, Recorder,
    Refusal, Saved, Skill, Submission, Table, TableId, TableKey, TableView, UnixMillis,
};

use super::facts::Told;

/// When the first table was opened.
const BEGIN: u64 = 1_763_000_000_000;

/// What people are called; some as they should not.
const NAMES: [&str; 10] = [
    "Ana",
    "Bo",
    "陈晓明",
    "Zoë 🎴",
    "D'Artagnan \"x\"",
    "_mark_ *down*",
    "pipe | <@1> `tick`",
    "Ивáн",
    "a name of forty characters, and two more..",
    "Ola",
];

/// The people, by number from 0.
pub fn person(number: usize) -> PersonId {
    PersonId(250_000_000_000_000_003 + 7_919_000_000_007 * number as u64)
}

/// What somebody on this seat would like to do, beside what their player says.
pub type Wish<G> = fn(
    &<G as tractor_bot::game::Game>::View,
    Seat,
    &mut Chance,
) -> Option<<G as tractor_bot::game::Game>::Action>;

/// A table being played at.
pub struct Drive<G: Told> {
    pub table: Table<G>,
    pub saved: Saved,
    /// What each entry finished.
    pub finished: Vec<Vec<Finish>>,
    /// The snapshot after each entry that has one.
    pub snapshots: Vec<Option<String>>,
    last_deed: UnixMillis,
    recorder: Recorder<G>,
    /// The names of all that happened.
    pub saw: BTreeSet<String>,
    pub chance: Chance,
    /// How people play.
    pub people: fn(Seed) -> Box<dyn Player<G>>,
    pub wish: Option<Wish<G>>,
    /// Whether nobody says anything while the clock is waited for.
    pub silent: bool,
    /// Who lets the clock play.
    pub absent: Vec<PersonId>,
    players: HashMap<(Seat, Option<Skill>), Box<dyn Player<G>>>,
    seed: Seed,
    at: u64,
    round_began: u64,
}

/// A person who plays like the game's best quick player.
pub fn sensible<G: Told>(seed: Seed) -> Box<dyn Player<G>> {
    G::computer(Skill::Heuristic, seed)
}

/// A person who does anything that is allowed.
pub fn erratic<G: Told>(seed: Seed) -> Box<dyn Player<G>> {
    G::computer(Skill::Random, seed)
}

impl<G: Told> Drive<G> {
    /// A new table that the first person opens.
    pub fn open(number: u64, rules: G::Rules, limits: Limits, invited: Option<Invited>) -> Self {
        let seed = Seed::from_number(number).derive("a kept journal", 0);
        let at = BEGIN + number % 100_000 * 60_000;
        let opening = Position(at * 1_000);
        let secret = seed.derive("secret", 0);
        let mut header = Header::<G>::new(rules, limits, secret, person(0), opening);
        header.invited = invited;
        let table = TableId {
            key: TableKey(1_140_000_000_000_000_000 + number),
            opening,
        };
        Self {
            saved: Saved {
                table,
                game: G::KIND,
                header: Record::of_header(&header, UnixMillis(at)),
                snapshot: None,
                entries: Vec::new(),
                altered: false,
            },
            table: Table::new(header),
            finished: Vec::new(),
            snapshots: Vec::new(),
            last_deed: UnixMillis(at),
            recorder: Recorder::default(),
            saw: BTreeSet::new(),
            chance: seed.derive("chance", 0).chance(),
            people: sensible::<G>,
            wish: None,
            silent: false,
            absent: Vec::new(),
            players: HashMap::new(),
            seed,
            at,
            round_began: at,
        }
    }

    /// Hands something in and writes it down.
    pub fn hand_in(&mut self, input: Input<G>) -> Result<(), Refusal<G>> {
        self.at += 100 + u64::from(self.chance.below(2_900));
        let named = self.chance.below(4) == 0 && input.person().is_some();
        let nonce = named.then(|| 1_160_000_000_000_000_000 + self.at);
        let submission = Submission {
            input,
            nonce,
            offered_at: None,
            spent_s: 0,
        };
        let proposal = self.table.propose(&submission)?;
        let at = UnixMillis(self.at);
        let finishing = Finishing {
            table: &self.table,
            proposal: &proposal,
            recorder: &self.recorder,
            at,
            round_began: UnixMillis(self.round_began),
        };
        if submission.input.person().is_some() {
            self.last_deed = at;
        }
        self.finished.push(finishing.finishes());
        let snapshot = proposal.table.snapshot(self.last_deed);
        self.snapshots.push(snapshot);
        for event in &proposal.events {
            let told = format!("{event:?}");
            let told = told.strip_prefix("Game(").unwrap_or(&told);
            let told = told.strip_prefix("Open(").unwrap_or(told);
            let name = told
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or(told);
            self.saw.insert(name.to_owned());
        }
        self.saved
            .entries
            .push(Record::of_entry(&proposal.entry, at));
        if proposal.table.round_started() != self.table.round_started() {
            self.round_began = self.at;
        }
        self.table = proposal.table;
        drop(self.recorder.follow(&self.table));
        Ok(())
    }

    /// Hands something in that has to be accepted.
    #[track_caller]
    pub fn must(&mut self, input: Input<G>) {
        let told = format!("{input:?}");
        if let Err(refusal) = self.hand_in(input) {
            panic!("{told}: {refusal:?} at {:?}", self.saved.table);
        }
    }

    pub fn sit(&mut self, number: usize) {
        self.sit_at(number, None);
    }

    pub fn sit_at(&mut self, number: usize, seat: Option<u8>) {
        let seat = seat.map(Seat::new);
        let name = NAMES[number % NAMES.len()].to_owned();
        let person = person(number);
        self.must(Input::Sit { person, name, seat });
    }

    /// Seats these people, from the first on, and then computer players.
    pub fn seat(&mut self, people: usize, computers: &[Skill]) {
        (0..people).for_each(|number| self.sit(number));
        for skill in computers {
            self.computer(None, *skill);
        }
    }

    pub fn computer(&mut self, seat: Option<u8>, skill: Skill) {
        let seat = seat.map(Seat::new);
        let by = person(0);
        self.must(Input::AddComputer { by, seat, skill });
    }

    pub fn leave(&mut self, number: usize) {
        let person = person(number);
        self.must(Input::Leave { person });
    }

    /// Whether a house rule or a limit could be set.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let by = self.table.view(Viewer::Public).host;
        let (name, value) = (name.to_owned(), value.to_owned());
        self.hand_in(Input::SetRule { by, name, value }).is_ok()
    }

    pub fn start(&mut self) {
        let by = self.table.view(Viewer::Public).host;
        self.must(Input::Start { by });
    }

    pub fn vote(&mut self, number: usize, support: bool) {
        let (person, motion) = (person(number), Motion::Reset);
        self.must(Input::Vote {
            person,
            motion,
            support,
        });
    }

    pub fn close(&mut self, by: Closer) {
        self.must(Input::Close { by });
    }

    /// Lets time go by.
    pub fn wait(&mut self, seconds: u64) {
        self.at += seconds * 1_000;
    }

    /// The player on a seat says something, if there is anything to say.
    fn speak(&mut self, seat: Seat) -> bool {
        let Some(view) = self.table.game_view(seat) else {
            return false;
        };
        let places: Vec<_> = self.table.occupants().collect();
        let (_, occupant) = places[seat.index()];
        let by = match occupant.person() {
            Some(person) => By::Person(person),
            None => By::Computer(seat),
        };
        if occupant.is_empty() {
            return false;
        }
        let is_person = occupant.person().is_some();
        if let Some(wish) = self.wish.filter(|_| is_person)
            && let Some(action) = wish(&view, seat, &mut self.chance)
            && self.hand_in(Input::Act { by, action }).is_ok()
        {
            return true;
        }
        let skill = occupant.computer();
        let (seed, people) = (self.seed.derive("player", seat.index() as u64), self.people);
        let player = self
            .players
            .entry((seat, skill))
            .or_insert_with(|| match skill {
                Some(skill) => G::computer(skill, seed),
                None => people(seed),
            });
        match player.choose(&view) {
            Some(action) => self.hand_in(Input::Act { by, action }).is_ok(),
            None => false,
        }
    }

    /// The clock plays a turn for somebody.
    fn time_up(&mut self, seat: Seat) {
        let mut lowest = G::absent(self.table.player_seed(seat));
        let view = self.table.game_view(seat).expect("a match is played");
        let action = lowest.choose(&view).expect("it knows a legal action");
        let by = By::Clock(seat);
        self.must(Input::Act { by, action });
        while let Some(view) = self.table.game_view(seat).filter(|view| G::goes_on(view)) {
            let by = By::ClockOn(seat);
            let action = lowest.choose(&view).expect("it knows a legal action");
            if self.hand_in(Input::Act { by, action }).is_err() {
                return;
            }
        }
    }

    fn others(&mut self, awaited: impl Fn(Seat) -> bool) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.table.occupants().map(|(seat, _)| seat).collect();
        seats.retain(|seat| !awaited(*seat));
        self.chance.shuffle(&mut seats);
        seats
    }

    /// One thing happens; `false` if nothing can.
    pub fn step(&mut self) -> bool {
        let turn = self.table.turn();
        let awaited = match turn {
            Turn::Over => return false,
            Turn::Clock => None,
            Turn::Seats(seats) | Turn::Each(seats) => seats.iter().next(),
        };
        for seat in self.others(|seat| Some(seat) == awaited) {
            if !self.silent && self.speak(seat) {
                return true;
            }
        }
        if let Some(cue) = self.table.cue()
            && (awaited.is_none() || self.chance.below(6) == 0)
        {
            self.cue(cue);
            return true;
        }
        let Some(seat) = awaited else {
            self.nudge();
            return true;
        };
        let holder = self.table.occupants().find(|(other, _)| *other == seat);
        let holder = holder.and_then(|(_, occupant)| occupant.person());
        if holder.is_some_and(|person| self.absent.contains(&person)) {
            self.time_up(seat);
        } else if !self.speak(seat) {
            let told = self.table.view(Viewer::Seat(seat));
            panic!("nobody plays at {:?}: {told:?}", self.saved.table);
        }
        true
    }

    /// The clock's cue: a tick is not written down.
    fn cue(&mut self, cue: G::Cue) {
        if !G::is_tick(cue) {
            return self.must(Input::Elapse(cue));
        }
        self.at += 500;
        let ticked = self.table.tick();
        let (table, _) = ticked.expect("the game waits for this cue");
        self.table = table;
        drop(self.recorder.follow(&self.table));
    }

    /// Somebody gets the game going where it waits for nobody in particular.
    fn nudge(&mut self) {
        let places: Vec<_> = self.table.occupants().collect();
        let seated = places
            .iter()
            .find_map(|(seat, occupant)| Some((*seat, By::Person(occupant.person()?))));
        let first = (places[0].0, By::Clock(places[0].0));
        let (seat, by) = seated.unwrap_or(first);
        let view = self.table.game_view(seat).expect("a match is played");
        let action = G::nudge(&view).expect("something gets it going");
        self.must(Input::Act { by, action });
    }

    /// Plays until this holds; `false` if it does not within so many steps.
    pub fn until(&mut self, most: usize, holds: impl Fn(&TableView<G>) -> bool) -> bool {
        for _ in 0..most {
            if holds(&self.table.view(Viewer::Public)) {
                return true;
            }
            if !self.step() {
                break;
            }
        }
        holds(&self.table.view(Viewer::Public))
    }

    /// Plays so many steps, or to the end of the match.
    pub fn steps(&mut self, number: usize) {
        self.until(number, |_| false);
    }

    pub fn has_seen(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.saw.contains(*name))
    }
}

/// The first of many tables at which this holds in the end.
pub fn find<G: Told>(
    name: &str,
    numbers: std::ops::Range<u64>,
    play: impl Fn(u64) -> Drive<G>,
    holds: impl Fn(&Drive<G>) -> bool,
) -> Drive<G> {
    let mut drives = numbers.map(play);
    let found = drives.find(|drive| holds(drive));
    found.unwrap_or_else(|| panic!("{name} did not happen"))
}

/// The values of each rule in turn: in as many rounds as a rule has values, each comes once; after
/// that they are mixed by chance.
pub fn rotated(entries: &[tractor_bot::game::RuleEntry], turn: usize) -> Vec<(String, String)> {
    let mut chance = Seed::from_number(turn as u64).derive("rules", 0).chance();
    let value = |(place, entry): (usize, &tractor_bot::game::RuleEntry)| {
        let values: Vec<String> = match &entry.choices {
            Choices::Words(words) => words.iter().map(ToString::to_string).collect(),
            Choices::Number {
                least,
                most,
                suggested,
                ..
            } => {
                let ends = [least.to_string(), most.to_string()];
                let suggested = suggested.iter().map(ToString::to_string);
                suggested.chain(ends).collect()
            }
        };
        let at = match turn < values.len() {
            true => (turn + place) % values.len(),
            false => chance.below(values.len() as u32) as usize,
        };
        (entry.name.to_owned(), values[at].clone())
    };
    entries.iter().enumerate().map(value).collect()
}

/// These rules with these values; what does not go together is left as it was.
pub fn with<R: RuleSet + Default>(values: &[(String, String)]) -> R {
    let mut rules = R::default();
    for (name, value) in values {
        let _ = rules.set(name, value);
    }
    rules
}

/// The same, written shorter: `hand=3 stack=cross`.
pub fn ruled<R: RuleSet + Default>(text: &str) -> R {
    let mut rules = R::default();
    for (name, value) in text
        .split_whitespace()
        .filter_map(|part| part.split_once('='))
    {
        rules
            .set(name, value)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}
