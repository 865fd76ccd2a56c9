//! Tables of every game, one for each situation that comes up: lobbies, every phase of a match, its
//! end, under the usual house rules and under others.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{RuleSet as _, Seat, Turn, Viewer, for_each_game};
use tractor_bot::players::Player;
use tractor_bot::table::{
    By, Header, Input, Limits, PersonId, Position, Record, Saved, Skill, Submission, Table,
    TableId, TableKey, TableView, UnixMillis,
};

use crate::dice::Dice;

/// Matches that are played for each game, each under other house rules.
const MATCHES: u64 = 5;

/// Inputs after which a match is left as it is.
const MOST_INPUTS: usize = 400;

pub const OPENING: Position = Position(1_000);

const START: UnixMillis = UnixMillis(1_700_000_000_000);

/// The names of people, not all of them harmless.
const NAMES: [&str; 10] = [
    "Ana",
    "\u{202e}@everyone **x**",
    "黑桃 5",
    "`$play 8S`",
    "<@1> # big",
    "Finn",
    "Gus",
    "Hana",
    "Ida",
    "Jon",
];

/// A table in a situation.
pub struct Scene<G: Served> {
    pub table: Table<G>,
    /// What each seat sees, and after them the public.
    pub views: Vec<TableView<G>>,
    pub saved: Saved,
}

impl<G: Served> Scene<G> {
    /// What somebody sees: the byte says who.
    pub fn view(&self, who: u8) -> &TableView<G> {
        &self.views[usize::from(who) % self.views.len()]
    }
}

pub trait Staged: Served {
    /// All of them; they are made once.
    fn scenes() -> &'static [Scene<Self>];

    /// The one of this number, counted round.
    fn scene(number: u8) -> &'static Scene<Self> {
        let scenes = Self::scenes();
        &scenes[usize::from(number) % scenes.len()]
    }
}

/// Gives every game its scenes.
macro_rules! staged {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        $(impl Staged for tractor_bot::$module::$variant {
            fn scenes() -> &'static [Scene<Self>] {
                static SCENES: OnceLock<Vec<Scene<tractor_bot::$module::$variant>>> = OnceLock::new();
                SCENES.get_or_init(scenes)
            }
        })+
    };
}
for_each_game!(staged);

fn scenes<G: Served>() -> Vec<Scene<G>> {
    let mut found = Vec::new();
    for number in 0..MATCHES {
        let mut seen = BTreeSet::new();
        let mut stage = Stage::<G>::new(number);
        stage.sit_down();
        for _ in 0..MOST_INPUTS {
            if seen.insert(stage.situation()) {
                found.push(stage.scene());
            }
            if !stage.go_on() {
                break;
            }
        }
    }
    found
}

/// House rules: the usual ones for the first match, then drawn ones.
fn rules<G: Served>(number: u64) -> G::Rules {
    let mut rules = G::Rules::default();
    let mut dice = Dice::new(number, G::KIND.name(), 0);
    for entry in rules.entries() {
        let offered = entry.choices.offered();
        let short = matches!(entry.name, "match_to" | "rounds") && !offered.is_empty();
        if short || number > 0 && dice.once_in(2) && !offered.is_empty() {
            // A value that does not go with the others leaves the rule as it is.
            let _ = rules.set(entry.name, dice.pick::<&str>(offered));
        }
    }
    rules
}

/// A table that is played at.
struct Stage<G: Served> {
    table: Table<G>,
    header: Record,
    entries: Vec<Record>,
    /// How each seat is played.
    players: Vec<Box<dyn Player<G>>>,
}

impl<G: Served> Stage<G> {
    fn new(number: u64) -> Self {
        let secret = Seed::from_number(number);
        let header = Header::<G>::new(
            rules::<G>(number),
            Limits::default(),
            secret,
            PersonId(1),
            OPENING,
        );
        Self {
            header: Record::of_header(&header, START),
            table: Table::new(header),
            entries: Vec::new(),
            players: Vec::new(),
        }
    }

    fn submit(&mut self, input: Input<G>) {
        let told = format!("{input:?}");
        let proposal = self.table.propose(&Submission::typed(input));
        let proposal = proposal.unwrap_or_else(|no| panic!("{told} is refused: {no}"));
        let at = UnixMillis(START.0 + 1_000 * self.entries.len() as u64);
        self.entries.push(Record::of_entry(&proposal.entry, at));
        self.table = proposal.table;
    }

    /// People on all seats but the last.
    fn sit_down(&mut self) {
        let seats = G::seats(self.table.rules());
        let count = (*seats.start()).max(3).min(*seats.end());
        for seat in Seat::first(count) {
            let person = PersonId(seat.index() as u64 + 1);
            let name = NAMES[seat.index()].to_owned();
            let by_computer = count > 2 && seat.index() + 1 == usize::from(count);
            let sits = match by_computer {
                false => Input::Sit {
                    person,
                    name,
                    seat: None,
                },
                true => Input::AddComputer {
                    by: PersonId(1),
                    seat: None,
                    skill: G::SKILLS[0],
                },
            };
            self.submit(sits);
            let seed = self.table.player_seed(seat);
            self.players.push(G::computer(Skill::Random, seed));
        }
    }

    /// The next thing that happens; `false` if nothing does.
    fn go_on(&mut self) -> bool {
        let Some(input) = self.next() else {
            return false;
        };
        match self
            .table
            .tick()
            .filter(|_| matches!(input, Input::Elapse(_)))
        {
            Some((table, _)) => self.table = table,
            None => self.submit(input),
        }
        true
    }

    fn next(&mut self) -> Option<Input<G>> {
        if !self.table.is_playing() {
            let start = Input::Start { by: PersonId(1) };
            let starts = self.table.propose(&Submission::typed(start.clone()));
            return (self.entries.len() < 16 && starts.is_ok()).then_some(start);
        }
        let turn = self.table.turn();
        // By a house rule seats are drawn when a match starts.
        let places = self.table.view(Viewer::Public);
        for (seat, player) in (0..).map(Seat::new).zip(&mut self.players) {
            let awaited = matches!(turn, Turn::Clock) || turn.awaited().contains(seat);
            let view = self.table.game_view(seat).filter(|_| awaited);
            if let Some(action) = view.and_then(|view| player.choose(&view)) {
                let occupant = places.place(seat)?.occupant;
                let by = occupant.person().map_or(By::Computer(seat), By::Person);
                return Some(Input::Act { by, action });
            }
        }
        if let Some(cue) = self.table.cue() {
            return Some(Input::Elapse(cue));
        }
        let view = self.table.game_view(Seat::new(0))?;
        let (by, action) = (By::Clock(Seat::new(0)), G::nudge(&view)?);
        Some(Input::Act { by, action })
    }

    /// What tells situations apart: the stage, the phase, the decision, and what is waited for.
    fn situation(&self) -> String {
        let view =
            serde_json::to_value(self.table.view(Viewer::Seat(Seat::new(0)))).expect("a view");
        let word = |value: &serde_json::Value| match value {
            serde_json::Value::Object(inner) => inner.keys().next().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let stage = &view["stage"];
        let phase = &stage["playing"]["phase"];
        let decision = &phase["playing"]["decision"];
        let cue = self.table.cue().map(|cue| format!("{cue:?}"));
        let cue = cue.as_deref().and_then(|cue| cue.split(' ').next());
        let cue = cue.unwrap_or_default();
        let own = self.table.turn().awaited().contains(Seat::new(0));
        let middle = self.entries.len() / 60;
        format!(
            "{} {} {decision} {cue} {own} {middle}",
            word(stage),
            word(phase)
        )
    }

    fn scene(&self) -> Scene<G> {
        let seats = self.players.len() as u8;
        let viewers = Seat::first(seats).map(Viewer::Seat).chain([Viewer::Public]);
        let snapshot = self.table.snapshot(START);
        Scene {
            views: viewers.map(|viewer| self.table.view(viewer)).collect(),
            table: self.table.clone(),
            saved: Saved {
                table: TableId {
                    key: TableKey(7),
                    opening: OPENING,
                },
                game: G::KIND,
                header: self.header.clone(),
                snapshot: snapshot.map(|line| Record {
                    position: self.table.position(),
                    at: START,
                    line,
                }),
                entries: self.entries.clone(),
                altered: false,
            },
        }
    }
}
