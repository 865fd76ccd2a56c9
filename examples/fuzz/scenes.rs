//! Tables of every game, one for each situation that comes up: lobbies, every phase of a match, its end, under the usual
//! house rules and under others; and what can be typed and pressed there.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tractor_bot::chance::Seed;
use tractor_bot::command::Name;
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, RuleSet as _, Seat, Turn, Viewer, at_game};
use tractor_bot::players::Player;
use tractor_bot::table::{
    By, Header, Input, Limits, PersonId, Position, Record, Saved, Skill, Submission, Table,
    TableId, TableKey, UnixMillis,
};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table as pages;

use crate::inputs::Dice;

/// Matches that are played for each game, each under other house rules.
const MATCHES: u64 = 5;

/// Inputs after which a match is left as it is.
const MOST_INPUTS: usize = 400;

/// The channel of the tables, and the position of their opening.
pub const CHANNEL: u64 = 7;
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
pub struct Scene {
    pub saved: Saved,
    /// The codes of its controls without the table, with what is chosen behind tabs.
    pub taps: Vec<String>,
    /// The moves that its pages offer, as they are typed.
    pub lines: Vec<String>,
}

/// All of them; they are made once.
pub static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    let games = GameKind::ALL.into_iter();
    let scenes = games.flat_map(|game| (0..MATCHES).map(move |number| (game, number)));
    scenes
        .flat_map(|(game, number)| at_game!(game, G => Stage::<G>::new(number).play()))
        .collect()
});

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
        let (rules, secret) = (rules::<G>(number), Seed::from_number(number));
        let header = Header::<G>::new(rules, Limits::default(), secret, PersonId(1), OPENING);
        let mut stage = Self {
            header: Record::of_header(&header, START),
            table: Table::new(header),
            entries: Vec::new(),
            players: Vec::new(),
        };
        stage.sit_down();
        stage
    }

    fn play(mut self) -> Vec<Scene> {
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        for _ in 0..MOST_INPUTS {
            if seen.insert(self.situation()) {
                found.push(self.scene());
            }
            let Some(input) = self.next() else {
                break;
            };
            let elapses = matches!(input, Input::Elapse(_));
            match self.table.tick().filter(|_| elapses) {
                Some((table, _)) => self.table = table,
                None => self.submit(input),
            }
        }
        found
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
        for at in Seat::first(count) {
            let (person, seat) = (PersonId(at.index() as u64 + 1), None);
            let name = NAMES[at.index()].to_owned();
            let by_computer = count > 2 && at.index() + 1 == usize::from(count);
            self.submit(match by_computer {
                false => Input::Sit { person, name, seat },
                true => Input::AddComputer {
                    by: PersonId(1),
                    seat,
                    skill: G::SKILLS[0],
                },
            });
            let seed = self.table.player_seed(at);
            self.players.push(G::computer(Skill::Random, seed));
        }
    }

    /// The next thing that happens, if anything does.
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

    /// What tells situations apart: the stage, the phase, what is waited for, and how far it is.
    fn situation(&self) -> String {
        let own = Seat::new(0);
        let view = serde_json::to_value(self.table.view(Viewer::Seat(own))).expect("a view");
        let word = |value: &serde_json::Value| match value {
            serde_json::Value::Object(inner) => inner.keys().next().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let (stage, phase) = (&view["stage"], &view["stage"]["playing"]["phase"]);
        let cue = self.table.cue().map(|cue| format!("{cue:?}"));
        let cue = cue.as_deref().and_then(|cue| cue.split(' ').next());
        let (turn, far) = (
            self.table.turn().awaited().contains(own),
            self.entries.len() / 60,
        );
        format!("{} {} {cue:?} {turn} {far}", word(stage), word(phase))
    }

    fn scene(&self) -> Scene {
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        let viewers = [Viewer::Seat(Seat::new(0)), Viewer::Public];
        let pages: Vec<Page> = viewers
            .into_iter()
            .flat_map(|viewer| self.pages(viewer, &cx))
            .collect();
        let taps = pages.iter().flat_map(|page| page.controls.iter().flatten());
        let moves = pages.iter().flat_map(Page::moves);
        let (taps, lines): (BTreeSet<String>, BTreeSet<String>) = (
            taps.map(tap).collect(),
            moves
                .map(|play| format!("{} {}", Name::Move(play.verb).word(), play.words))
                .collect(),
        );
        let snapshot = self.table.snapshot(START);
        let table = TableId {
            key: TableKey(CHANNEL),
            opening: OPENING,
        };
        Scene {
            saved: Saved {
                table,
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
            taps: taps.into_iter().collect(),
            lines: lines.into_iter().collect(),
        }
    }

    fn pages(&self, viewer: Viewer, cx: &RenderContext) -> Vec<Page> {
        let view = self.table.view(viewer);
        let mut all = vec![
            pages::public_page(&cx.at(&view)),
            pages::rules_page(&cx.at(&view)),
        ];
        if view.stage.game().is_some() {
            all.push(G::hand_page(&cx.at(&view)));
            let sheets = [
                PageKind::Score,
                PageKind::LastTrick,
                PageKind::Verify,
                PageKind::More,
                PageKind::Surrender,
            ];
            all.extend(sheets.map(|sheet| pages::sheet_page(sheet, &cx.at(&view))));
        }
        all
    }
}

/// The code of a control behind the table and the position, with what can be chosen in it.
fn tap(control: &Control) -> String {
    let (press, chosen) = match control {
        Control::Button { press, .. } => (press, Vec::new()),
        Control::Menu {
            press,
            choices,
            at_most,
            ..
        } => {
            let most = usize::from(*at_most);
            let values = choices.iter().take(most).map(|choice| &*choice.value);
            (press, values.collect())
        }
    };
    let code = press.code();
    let tap = code.splitn(3, '.').last().unwrap_or_default();
    [&[tap], &chosen[..]].concat().join("\t")
}
