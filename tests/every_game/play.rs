//! Whole matches of any game, without a host: people and computer players take turns on the seats,
//! everybody decides like a computer player, and the clock does what it is asked to.

use std::collections::BTreeMap;

use serde::Serialize;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{Choices, RuleSet, Seat, Turn, Viewer};
use tractor_bot::host::Finishing;
use tractor_bot::players::Player;
use tractor_bot::store::Finish;
use tractor_bot::table::{
    By, Entry, Header, Input, Limits, Match, Occupant, PersonId, Position, Proposal, Record, Saved,
    Skill, Submission, Table, TableId, TableKey, UnixMillis,
};

use crate::replay::skills;

/// More inputs than a match of any game takes, by far.
const MOST_INPUTS: u32 = 50_000;

/// The names of people: words of no game.
const NAMES: [&str; 10] = [
    "Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon",
];

/// A match that was played to its end.
pub struct Played<G: Served> {
    /// Its journal.
    pub saved: Saved,
    /// What somebody saw after each entry of the journal, another one after each, if that was asked for.
    pub seen: Vec<String>,
    /// What everybody saw in the end.
    pub last: Vec<String>,
    /// What it added to history and statistics.
    pub finishes: Vec<Finish>,
    /// The match by itself.
    pub played: Match<G>,
}

impl<G: Served> Played<G> {
    /// Follows the journal: what the table was before each input, and what came of that.
    pub fn follow(&self, mut look: impl FnMut(&Table<G>, &Input<G>, &Proposal<G>)) {
        let header: Header<G> = serde_json::from_str(&self.saved.header.line).expect("a header");
        let mut table = Table::new(header);
        for record in &self.saved.entries {
            let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
            let proposal = table.propose(&Submission::typed(entry.input.clone()));
            let proposal = proposal.unwrap_or_else(|no| panic!("{:?}: {no}", entry.position));
            look(&table, &entry.input, &proposal);
            table = proposal.table;
        }
    }
}

/// House rules under which a match is as short as can be, where the game has one for that.
pub fn shortest_rules<G: Served>() -> G::Rules {
    rules_to::<G>(0)
}

/// House rules that make a match short, though not so short that nothing counts.
pub fn short_rules<G: Served>() -> G::Rules {
    rules_to::<G>(1)
}

/// The usual rules with the shortest end of a match but so many.
fn rules_to<G: Served>(but: usize) -> G::Rules {
    let mut rules = G::Rules::default();
    let entries = rules.entries();
    let Some(entry) = entries.iter().find(|entry| entry.name == "match_to") else {
        return rules;
    };
    let mut values: Vec<String> = match entry.choices {
        Choices::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Choices::Number { least, most, .. } => (least..=most.min(least + 1))
            .map(|value| value.to_string())
            .collect(),
    };
    values.sort_by_key(|value| (value.len(), value.clone()));
    let fits = |value: &String| rules.clone().set(entry.name, value).is_ok();
    let fitting: Vec<String> = values.into_iter().filter(fits).collect();
    let value = fitting
        .get(but)
        .or(fitting.first())
        .expect("a match has an end");
    rules.set(entry.name, value).expect("it was tried");
    rules
}

/// Everybody who may look at a table of so many seats.
pub fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    Seat::first(seats).map(Viewer::Seat).chain([Viewer::Public])
}

/// Everything that anybody sees, to the byte.
pub fn views<G: Served>(table: &Table<G>) -> Vec<String> {
    let seats = table.occupants().count() as u8;
    viewers(seats)
        .map(|viewer| in_json(&table.view(viewer)))
        .collect()
}

pub fn in_json(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("a view")
}

/// What one of them sees after this many entries, to the byte: each has their turn.
pub fn view_in_turn<G: Served>(table: &Table<G>, entries: usize) -> String {
    let viewers: Vec<Viewer> = viewers(table.occupants().count() as u8).collect();
    let viewer = viewers[entries % viewers.len()];
    in_json(&table.view(viewer))
}

/// A table that is played at.
struct Stage<G: Served> {
    table: Table<G>,
    header: Record,
    entries: Vec<Record>,
    players: BTreeMap<Seat, Box<dyn Player<G>>>,
    watched: bool,
    seen: Vec<String>,
    finishes: Vec<Finish>,
    now: UnixMillis,
    round_began: UnixMillis,
}

impl<G: Served> Stage<G> {
    fn new(rules: G::Rules, seed: u64, watched: bool) -> Self {
        let (secret, host) = (Seed::from_number(seed), PersonId(1));
        let header = Header::new(rules, Limits::default(), secret, host, Position(1_000));
        let now = UnixMillis(1_700_000_000_000);
        Self {
            header: Record::of_header(&header, now),
            table: Table::new(header),
            entries: Vec::new(),
            players: BTreeMap::new(),
            watched,
            seen: Vec::new(),
            finishes: Vec::new(),
            now,
            round_began: now,
        }
    }

    /// Hands an input in, a second after the one before.
    fn submit(&mut self, input: Input<G>) {
        let told = format!("{input:?}");
        let proposal = self.table.propose(&Submission::typed(input));
        let proposal = proposal.unwrap_or_else(|no| panic!("{told} is refused: {no}"));
        self.now.0 += 1_000;
        let finishing = Finishing {
            table: &self.table,
            proposal: &proposal,
            at: self.now,
            round_began: self.round_began,
        };
        self.finishes.extend(finishing.finishes());
        if proposal.table.round_started() != self.table.round_started() {
            self.round_began = self.now;
        }
        self.entries
            .push(Record::of_entry(&proposal.entry, self.now));
        self.table = proposal.table;
        if self.watched {
            let seen = view_in_turn(&self.table, self.seen.len());
            self.seen.push(seen);
        }
    }

    /// People on every other seat, computers on the rest.
    fn sit_down(&mut self, skills: &[Skill]) {
        for (at, skill) in skills.iter().enumerate() {
            let person = PersonId(at as u64 + 1);
            self.submit(match at % 2 {
                0 => Input::Sit {
                    person,
                    name: NAMES[at].to_owned(),
                    seat: None,
                },
                _ => Input::AddComputer {
                    by: PersonId(1),
                    seat: None,
                    skill: *skill,
                },
            });
            let seat = Seat::new(at as u8);
            let seed = self.table.player_seed(seat);
            self.players.insert(seat, G::computer(*skill, seed));
        }
        self.submit(Input::Start { by: PersonId(1) });
    }

    /// The next input of whoever has something to do: those in turn, the others, the clock.
    fn next(&mut self) -> Input<G> {
        let turn = self.table.turn();
        let awaited = |seat: &Seat| matches!(turn, Turn::Seats(seats) if seats.contains(*seat));
        let seats = self.table.occupants().map(|(seat, _)| seat);
        let seats: Vec<Seat> = seats.collect();
        let (first, others): (Vec<Seat>, Vec<Seat>) = seats.iter().partition(|seat| awaited(seat));
        for seat in first.into_iter().chain(others) {
            let Some(view) = self.table.game_view(seat) else {
                continue;
            };
            let seed = self.table.player_seed(seat);
            let player = self.players.entry(seat);
            let player = player.or_insert_with(|| G::computer(G::SKILLS[0], seed));
            if let Some(action) = player.choose(&view) {
                let by = self.by(seat);
                return Input::Act { by, action };
            }
        }
        if let Some(cue) = self.table.cue() {
            return Input::Elapse(cue);
        }
        let seat = Seat::new(0);
        let view = self.table.game_view(seat).expect("a match is played");
        let action = G::nudge(&view).expect("the match stands still");
        Input::Act {
            by: By::Clock(seat),
            action,
        }
    }

    /// What there is of a match that was played to its end.
    fn end(self) -> Played<G> {
        let saved = Saved {
            table: TableId {
                key: TableKey(1),
                opening: Position(1_000),
            },
            game: G::KIND,
            header: self.header,
            snapshot: None,
            entries: self.entries,
            altered: false,
        };
        let played = Match::of(&saved, 1).expect("its own journal");
        assert!(played.over, "the match was played to its end");
        Played {
            saved,
            seen: self.seen,
            last: views(&self.table),
            finishes: self.finishes,
            played,
        }
    }

    fn by(&self, seat: Seat) -> By {
        let mut occupants = self.table.occupants();
        let occupant = occupants.find(|(other, _)| *other == seat);
        match occupant.map(|(_, occupant)| occupant) {
            Some(Occupant::Person(person)) => By::Person(person),
            _ => By::Computer(seat),
        }
    }
}

/// Plays a match to its end; the seats are played as these skills do.
pub fn play<G: Served>(rules: G::Rules, skills: &[Skill], seed: u64) -> Played<G> {
    play_out(Stage::<G>::new(rules, seed, false), skills, None)
}

/// A short match of as few as can play, all of the first skill.
pub fn play_usual<G: Served>(seed: u64) -> Played<G> {
    let seats = *G::seats(&G::Rules::default()).start();
    play(short_rules::<G>(), &skills::<G>(G::SKILLS[0], seats), seed)
}

/// Plays a match to its end, and notes what somebody sees after every input.
pub fn watch<G: Served>(rules: G::Rules, skills: &[Skill], seed: u64) -> Played<G> {
    play_out(Stage::<G>::new(rules, seed, true), skills, None)
}

/// The match of [`play_usual`], but that this is mixed into its chance before so many inputs.
pub fn play_reseeded<G: Served>(seed: u64, salt: Seed, before: u32) -> Played<G> {
    let seats = *G::seats(&G::Rules::default()).start();
    let stage = Stage::<G>::new(short_rules::<G>(), seed, false);
    play_out(
        stage,
        &skills::<G>(G::SKILLS[0], seats),
        Some((salt, before)),
    )
}

/// A short match of people alone, in which others come and go at any moment; it is watched. What the
/// game or the table does not allow does not happen.
pub fn play_crowded<G: Served>(seed: u64) -> Played<G> {
    let mut rules = short_rules::<G>();
    // Where there is such a rule, who leaves is out on some days.
    if seed.is_multiple_of(2) {
        rules.set("leaver", "under_pile").ok();
    }
    let mut stage = Stage::<G>::new(rules, seed, true);
    let mut chance = Seed::from_number(seed).chance();
    let people = u64::from(*G::seats(&G::Rules::default()).start());
    (1..=people).for_each(|person| stage.submit(comes(person)));
    stage.submit(Input::Start { by: PersonId(1) });
    while !stage.table.is_open() {
        if chance.below(12) == 0 {
            // The host stays, so that the match comes to its end.
            let number = 2 + u64::from(chance.below(NAMES.len() as u32 - 1));
            let person = PersonId(number);
            let input = match chance.below(3) {
                0 => Input::Leave { person },
                _ => comes(number),
            };
            if stage
                .table
                .propose(&Submission::typed(input.clone()))
                .is_ok()
            {
                stage.submit(input);
                continue;
            }
        }
        let input = stage.next();
        stage.submit(input);
    }
    stage.end()
}

/// This person sits down.
fn comes<G: Served>(person: u64) -> Input<G> {
    Input::Sit {
        person: PersonId(person),
        name: NAMES[person as usize - 1].to_owned(),
        seat: None,
    }
}

fn play_out<G: Served>(
    mut stage: Stage<G>,
    skills: &[Skill],
    reseed: Option<(Seed, u32)>,
) -> Played<G> {
    stage.sit_down(skills);
    let mut inputs = 0;
    while !stage.table.is_open() {
        if let Some((salt, _)) = reseed.filter(|(_, before)| *before == inputs) {
            stage.submit(Input::Reseed { salt });
        }
        let input = stage.next();
        stage.submit(input);
        inputs += 1;
        assert!(inputs < MOST_INPUTS, "a match without end");
    }
    stage.end()
}
