//! The table in a browser at moments of a fixed match of each game.
//!
//! The page is the real one; what would come over its socket is put there, so that every picture is the same again.

use serde_json::json;
use tractor_bot::desk::Served;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::tictactoe::{Mark, Square, TicTacToe};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;
use tractor_bot::web::told_of;

use super::browser::Browser;
use super::games::{self, Stage};
use super::tables::Served as Page;

type Outcome<T> = Result<T, String>;

/// The socket of the page: nobody is at its other end.
const SOCKET: &str = "window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    super();
    window.tell = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
  }
  send() {}
  close() {}
};";

/// The messages of a moment.
pub type Moment = [String; 2];

fn moment<G: Served>(stage: &Stage<G>, seat: Option<u8>, cx: &RenderContext) -> Moment {
    let viewer = Viewer::Seat(Seat::new(seat.unwrap_or_else(|| stage.awaited())));
    told_of(&stage.table.view(viewer), cx)
}

/// The lobby, the deal, the kitty, two tricks and the end of a round of tractor, UNO and tic-tac-toe, in one language.
pub fn moments(locale: Locale) -> Vec<Moment> {
    let mut cx = games::context(locale);
    cx.face = Surface::Browser;
    cx.faces = None;
    let mut moments = Vec::new();
    let stage = Stage::<Tractor>::new(&[("match_to", "4")], 7, 4);
    moments.push(moment(&stage, Some(0), &cx));
    let (mut stage, mut players) = (stage.start(), games::tractor_players());
    let mut to = |stage: &mut Stage<Tractor>, wanted: &dyn Fn(&PhaseView, usize) -> bool| {
        stage.until(&mut players, &Action::Deal, |view| {
            wanted(&view.phase, view.tricks.len())
        });
    };
    let played = |phase: &PhaseView| match phase {
        PhaseView::Playing { trick, .. } => trick.plays.len(),
        _ => 4,
    };
    to(
        &mut stage,
        &|phase, _| matches!(phase, PhaseView::Dealing { dealt, .. } if *dealt > 60),
    );
    moments.push(moment(&stage, Some(0), &cx));
    to(&mut stage, &|phase, _| matches!(phase, PhaseView::Burying));
    moments.push(moment(&stage, None, &cx));
    to(&mut stage, &|phase, _| played(phase) == 2);
    moments.push(moment(&stage, None, &cx));
    to(&mut stage, &|phase, tricks| {
        tricks == 9 && played(phase) == 3
    });
    moments.push(moment(&stage, None, &cx));
    to(&mut stage, &|phase, _| {
        matches!(phase, PhaseView::Ready { .. })
    });
    moments.push(moment(&stage, Some(0), &cx));

    let mut stage = Stage::<Uno>::new(&[("order", "seats")], 11, 4).start();
    let (mut players, deal) = (games::uno_players(), tractor_bot::uno::Action::Deal);
    stage.until(&mut players, &deal, |view| view.playing().is_some());
    for _ in 0..9 {
        stage.step(&mut players, &deal);
    }
    moments.push(moment(&stage, None, &cx));

    let mut stage = Stage::<TicTacToe>::new(&[], 1, 2).start();
    for square in [4, 0, 2] {
        let seat = Seat::new(stage.awaited());
        assert!(stage.act(seat, Mark(Square::new(square))), "a free square");
    }
    moments.push(moment(&stage, None, &cx));
    moments
}

/// Draws them one after the other.
pub fn draw(
    browser: &mut Browser,
    page: &Page,
    moments: &[Moment],
    (width, height, dark): (u32, u32, bool),
) -> Outcome<Vec<Vec<u8>>> {
    browser.tell(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": SOCKET }),
    )?;
    let scheme = if dark { "dark" } else { "light" };
    let media = json!({"features": [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]});
    browser.tell("Emulation.setEmulatedMedia", media)?;
    browser.size(width, height, 1.0)?;
    let mut drawn = Vec::new();
    for messages in moments {
        browser.visit(&format!("http://{}/t/1", page.address))?;
        for _ in 0..500 {
            if browser.ask("Boolean(window.tell)")? == true {
                break;
            }
            browser.pause()?;
        }
        for message in messages {
            browser.ask(&format!("tell({})", json!(message)))?;
        }
        browser.pause()?;
        drawn.push(browser.photograph(width, height)?);
    }
    Ok(drawn)
}
