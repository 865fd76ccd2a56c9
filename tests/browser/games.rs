//! The pages that are looked at: those of a fixed match of each game, and those around a table.
//!
//! Decides which moments of a match are worth a look. The pages are those that the program makes; the
//! moves come from players without chance.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{AskedFrom, Command, Desk, Served, Who, round_pages};
use tractor_bot::discord::outbox::letter::Form;
use tractor_bot::discord::render;
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::host::{Host, MemoryJournal};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::Heuristic;
use tractor_bot::players::uno;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{Input, Match, PersonId, TableKey};
use tractor_bot::text::context::{Deadline, RenderContext, Surface};
use tractor_bot::text::faces::{Emoji, Faces};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::topic::Topic;
use tractor_bot::text::tractor::lesson;
use tractor_bot::text::{help, table as table_text};
use tractor_bot::tictactoe::{Mark, Square, TicTacToe};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;

use super::frame::{Shot, TURN_ENDS};
use super::stage::Stage;

/// The people, and a name of two scripts among them.
const NAMES: [&str; 4] = ["Ana", "Bo", "陈晓明", "Dee"];

/// Emojis for all icons; the id of each is its place in [`tractor_bot::art::Icon::all`], from 1.
fn faces() -> Arc<Faces> {
    let emojis = (1..).zip(tractor_bot::art::Icon::all()).map(|(id, icon)| {
        let name = icon.stem().into();
        (icon, Emoji { name, id })
    });
    Arc::new(Faces::new(emojis))
}

/// How pages are asked for: by a turn that ends in forty seconds, with emojis.
pub fn context(locale: Locale) -> RenderContext {
    let mut cx = RenderContext::new(locale, Surface::Discord, "$");
    cx.table = TableKey(1_234_567_890_123_456_789);
    cx.deadline = Some(Deadline {
        unix: TURN_ENDS,
        left: 40,
    });
    cx.faces = Some(faces());
    cx.pictures = true;
    cx
}

pub fn shot(name: &str, page: &Page, private: bool) -> Shot {
    Shot {
        name: name.to_owned(),
        message: serde_json::from_slice(&render::letter(page).json(&Form::Edit))
            .expect("a letter is JSON"),
        picture: page.picture.as_deref().cloned(),
        private,
    }
}

impl<G: Served> Stage<G> {
    pub fn new(rules: &[(&str, &str)], seed: u64, people: usize) -> Self {
        Self::of(G::Rules::default().with(rules), seed, &NAMES[..people])
    }

    pub fn start(mut self) -> Self {
        self.submit(Input::Start { by: PersonId(1) });
        self
    }

    /// The match so far.
    pub fn played(&self) -> Match<G> {
        Match::of(&self.journal, 1).expect("its own journal")
    }

    pub fn game(&self) -> G::View {
        let view = self.table.view(Viewer::Public);
        view.stage.game().cloned().expect("a match is played")
    }

    pub fn until(&mut self, players: &mut [Box<dyn Player<G>>], wanted: impl Fn(&G::View) -> bool) {
        for _ in 0..20_000 {
            if wanted(&self.game()) {
                return;
            }
            self.step(players);
        }
        panic!("this never happens in the fixed match");
    }

    pub fn public(&self, name: &str, cx: &RenderContext) -> Shot {
        let view = self.table.view(Viewer::Public);
        shot(name, &table_text::public_page(&cx.at(&view)), false)
    }

    pub fn own(&self, name: &str, seat: u8, cx: &RenderContext) -> Shot {
        let view = self.table.view(Viewer::Seat(Seat::new(seat)));
        shot(name, &G::hand_page(&cx.at(&view)), true)
    }

    fn sheet(&self, name: &str, sheet: PageKind, cx: &RenderContext) -> Shot {
        let view = self.table.view(Viewer::Seat(Seat::new(0)));
        shot(name, &table_text::sheet_page(sheet, &cx.at(&view)), true)
    }

    pub fn awaited(&self) -> u8 {
        let awaited = self.table.turn().awaited().iter().next();
        awaited.map_or(0, |seat| seat.index() as u8)
    }
}

pub fn tractor_players() -> Vec<Box<dyn Player<Tractor>>> {
    let player = |_| Box::new(Heuristic::default()) as Box<dyn Player<_>>;
    (0..4).map(player).collect()
}

pub fn uno_players() -> Vec<Box<dyn Player<Uno>>> {
    let player = |n| {
        Box::new(uno::Quick::new(uno::Level::Heuristic, Seed::from_number(n))) as Box<dyn Player<_>>
    };
    (0..4).map(player).collect()
}

/// The plays of the trick in play.
fn plays(phase: &PhaseView) -> Option<usize> {
    match phase {
        PhaseView::Playing { trick, .. } => Some(trick.plays.len()),
        _ => None,
    }
}

/// Whether a moment is there: in this phase, after so many tricks.
type IsIt = fn(&PhaseView, usize) -> bool;

/// Goes through a match of tractor, of four rounds at most; `look` is shown the moments that are worth it, by name.
pub fn through_tractor(look: &mut dyn FnMut(&'static str, &Stage<Tractor>)) {
    let moments: [(_, IsIt); 7] = [
        (
            "dealing",
            |phase, _| matches!(phase, PhaseView::Dealing { dealt, .. } if *dealt > 60),
        ),
        ("burying", |phase, _| matches!(phase, PhaseView::Burying)),
        ("leading", |phase, _| plays(phase) == Some(0)),
        ("in play", |phase, _| plays(phase) == Some(2)),
        ("trick 10", |phase, tricks| {
            tricks == 9 && plays(phase) == Some(3)
        }),
        ("end of the round", |phase, _| {
            matches!(phase, PhaseView::Ready { .. })
        }),
        ("end of the match", |phase, _| {
            matches!(phase, PhaseView::Over { .. })
        }),
    ];
    let mut stage = Stage::<Tractor>::new(&[("match_to", "4")], 7, 4);
    look("lobby", &stage);
    stage = stage.start();
    let mut players = tractor_players();
    for (moment, is_it) in moments {
        stage.until(&mut players, |view| is_it(&view.phase, view.tricks.len()));
        look(moment, &stage);
    }
}

/// That match as a file that `$export` could have given.
pub fn finished_match() -> String {
    let mut file = None;
    through_tractor(&mut |moment, stage| {
        if moment == "end of the match" {
            file = stage.played().export();
        }
    });
    file.expect("it is over")
}

/// The table and the hands of a round of tractor, and what is shown after it.
pub fn tractor(cx: &RenderContext) -> [Vec<Shot>; 2] {
    let (mut tables, mut hands) = (Vec::new(), Vec::new());
    through_tractor(&mut |moment, stage| {
        let turn = stage.awaited();
        let own = |name: &str, seat| stage.own(name, seat, cx);
        let sheet = |name: &str, kind| stage.sheet(name, kind, cx);
        tables.extend((moment != "leading").then(|| stage.public(moment, cx)));
        match moment {
            "dealing" => hands.push(own("a hand while cards are dealt", 0)),
            "burying" | "leading" => hands.push(own(moment, turn)),
            "in play" => hands.push(own("following", turn)),
            "trick 10" => {
                hands.extend([own(moment, turn), own("not in turn", (turn + 1) % 4)]);
                tables.push(sheet("last trick", PageKind::LastTrick));
            }
            "end of the round" => {
                hands.push(own("after the round", 0));
                tables.push(sheet("score", PageKind::Score));
            }
            "end of the match" => {
                tables.push(sheet("score of the match", PageKind::Score));
                let pages = round_pages(&stage.played(), 1, cx).unwrap_or_default();
                let replay = [(0, "replay of the deal"), (3, "replay of a trick")];
                let replay = replay.map(|(at, name)| Some(shot(name, pages.get(at)?, false)));
                tables.extend(replay.into_iter().flatten());
            }
            _ => {}
        }
    });
    [tables, hands]
}

/// UNO and tic-tac-toe.
pub fn others(cx: &RenderContext) -> Vec<Shot> {
    let mut shots = Vec::new();
    let mut stage = Stage::<Uno>::new(&[("order", "seats")], 11, 4);
    shots.push(stage.public("UNO: lobby", cx));
    stage = stage.start();
    let mut players = uno_players();
    stage.until(&mut players, |view| view.playing().is_some());
    for _ in 0..9 {
        stage.step(&mut players);
    }
    shots.push(stage.public("UNO: the table", cx));
    shots.push(stage.own("UNO: in turn", stage.awaited(), cx));
    shots.push(stage.own("UNO: not in turn", (stage.awaited() + 1) % 4, cx));
    stage.until(&mut players, |view| view.playing().is_none());
    shots.push(stage.public("UNO: the end", cx));

    let mut stage = Stage::<TicTacToe>::new(&[], 1, 2);
    stage = stage.start();
    let mut name = "tic-tac-toe";
    for (turn, squares) in [&[4, 0, 2][..], &[1, 6]].iter().enumerate() {
        for square in *squares {
            let seat = Seat::new(stage.awaited());
            assert!(
                stage.act(seat, Mark(Square::new(*square))).is_some(),
                "a free square"
            );
        }
        shots.push(stage.public(name, cx));
        name = if turn == 0 { "tic-tac-toe: won" } else { name };
    }
    shots
}

/// Help, the lesson and the settings.
pub async fn around(cx: &RenderContext) -> Vec<Shot> {
    let mut shots = Vec::new();
    for topic in [Topic::Intro, Topic::Playing, Topic::Throws] {
        let name = format!("help {}", topic.word());
        shots.push(shot(&name, &help::page(topic, cx), true));
    }
    let first = lesson::page(0, cx);
    let mut choices = first
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button { press, .. } => {
                let (_, choice) = press.line.after("practice")?.split_once('#')?;
                choice.parse::<u8>().ok().map(|choice| choice - 1)
            }
            Control::Menu { .. } => None,
        });
    let choice = choices.next_back();
    shots.push(shot("the lesson", &first, true));
    shots.extend(choice.map(|choice| {
        shot(
            "an answer",
            &lesson::choose(0, &format!("#{}", choice + 1), cx),
            true,
        )
    }));
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let settings = Settings::new(MemoryStore::new().own(), cx.locale, "$");
    let desk = Desk::new(host, Surface::Discord, settings);
    desk.faces().publish(cx.faces.as_deref().cloned());
    let who = Who {
        moderator: true,
        ..Who::new(PersonId(1), NAMES[0].to_owned())
    };
    let place = AskedFrom::new(7, Some(9));
    for (name, line) in [
        ("settings", "settings"),
        ("help", "help"),
        ("help play", "help play"),
    ] {
        let command = Command::parse(line).expect("a command");
        let answer = desk.run(&who, &place, command).await;
        shots.push(shot(name, &answer.page, true));
    }
    shots
}
