//! Tables of every game, one for each situation that comes up: lobbies, every phase of a match, its end, under the usual
//! house rules and under others; and what can be typed and pressed there.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tractor_bot::command::Name;
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, RuleSet as _, Seat, Viewer, at_game};
use tractor_bot::players::Player;
use tractor_bot::table::{Input, PersonId, Record, Saved, Skill, UnixMillis};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table as pages;

use crate::inputs::Dice;
use crate::stage::Stage;

/// Matches that are played for each game, each under other house rules.
const MATCHES: u64 = 5;

/// Inputs after which a match is left as it is.
const MOST_INPUTS: usize = 400;

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
        .flat_map(|(game, number)| at_game!(game, G => Playing::<G>::new(number).play()))
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

/// A match that is played, and how each seat is.
struct Playing<G: Served> {
    stage: Stage<G>,
    players: Vec<Box<dyn Player<G>>>,
}

impl<G: Served> Playing<G> {
    /// People on all seats but the last.
    fn new(number: u64) -> Self {
        let rules = rules::<G>(number);
        let seats = G::seats(&rules);
        let count = (*seats.start()).max(3).min(*seats.end());
        let people = usize::from(count) - usize::from(count > 2);
        let mut stage = Stage::<G>::of(rules, number, &NAMES[..people]);
        if count > 2 {
            stage.submit(Input::AddComputer {
                by: PersonId(1),
                seat: None,
                skill: G::SKILLS[0],
            });
        }
        let seeds = Seat::first(count).map(|seat| stage.table.player_seed(seat));
        let players = seeds.map(|seed| G::computer(Skill::Random, seed));
        let players = players.collect();
        Self { stage, players }
    }

    fn play(mut self) -> Vec<Scene> {
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        for _ in 0..MOST_INPUTS {
            if seen.insert(self.situation()) {
                found.push(self.scene());
            }
            let goes_on = match self.stage.table.is_playing() {
                true => self.stage.step(&mut self.players).is_some(),
                false => {
                    let start = Input::Start { by: PersonId(1) };
                    self.stage.journal.entries.len() < 16 && self.stage.try_submit(start)
                }
            };
            if !goes_on {
                break;
            }
        }
        found
    }

    /// What tells situations apart: the stage, the phase, what is waited for, and how far it is.
    fn situation(&self) -> String {
        let own = Seat::new(0);
        let view = serde_json::to_value(self.stage.table.view(Viewer::Seat(own))).expect("a view");
        let word = |value: &serde_json::Value| match value {
            serde_json::Value::Object(inner) => inner.keys().next().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let (stage, phase) = (&view["stage"], &view["stage"]["playing"]["phase"]);
        let cue = self.stage.table.cue().map(|cue| format!("{cue:?}"));
        let cue = cue.as_deref().and_then(|cue| cue.split(' ').next());
        let (turn, far) = (
            self.stage.table.turn().awaited().contains(own),
            self.stage.journal.entries.len() / 60,
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
        let snapshot = self.stage.table.snapshot(UnixMillis(0));
        let snapshot = snapshot.map(|line| Record {
            position: self.stage.table.position(),
            at: UnixMillis(0),
            line,
        });
        Scene {
            saved: Saved {
                snapshot,
                ..self.stage.journal.clone()
            },
            taps: taps.into_iter().collect(),
            lines: lines.into_iter().collect(),
        }
    }

    fn pages(&self, viewer: Viewer, cx: &RenderContext) -> Vec<Page> {
        let view = self.stage.table.view(viewer);
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
        Control::Menu { press, choices, .. } => {
            let values = choices.iter().take(1).map(|choice| &*choice.value);
            (press, values.collect())
        }
    };
    let code = press.code();
    let tap = code.splitn(3, '.').last().unwrap_or_default();
    [&[tap], &chosen[..]].concat().join("\t")
}
