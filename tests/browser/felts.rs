//! The table in a browser at moments of a fixed match of each game.
//!
//! The page is the real one; what would come over its socket is put there, so that every picture is the same again.

use serde_json::json;
use tractor_bot::desk::Served;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::tictactoe::{Mark, Square, TicTacToe};
use tractor_bot::uno::Uno;
use tractor_bot::web::told_of;

use super::browser::Browser;
use super::games;
use super::stage::Stage;
use super::tables::Served as Page;

type Outcome<T> = Result<T, String>;

/// The socket of the page: whoever is at its other end only says that they are there.
const SOCKET: &str = include_str!("socket.js");

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
    games::through_tractor(&mut |name, stage| match name {
        "lobby" | "dealing" | "end of the round" => moments.push(moment(stage, Some(0), &cx)),
        "burying" | "in play" | "trick 10" => moments.push(moment(stage, None, &cx)),
        _ => {}
    });

    let mut stage = Stage::<Uno>::new(&[("order", "seats")], 11, 4).start();
    let mut players = games::uno_players();
    stage.until(&mut players, |view| view.playing().is_some());
    for _ in 0..9 {
        stage.step(&mut players);
    }
    moments.push(moment(&stage, None, &cx));

    let mut stage = Stage::<TicTacToe>::new(&[], 1, 2).start();
    for square in [4, 0, 2] {
        let seat = Seat::new(stage.awaited());
        assert!(
            stage.act(seat, Mark(Square::new(square))).is_some(),
            "a free square"
        );
    }
    moments.push(moment(&stage, None, &cx));
    moments
}

/// How a page looks: its width and height, and by night or day.
pub type Look = (u32, u32, bool);

/// Has the browser open pages in this look, whose sockets lead nowhere; those that stand still show at once where things
/// come to lie.
pub fn set_up(browser: &mut Browser, (width, height, dark): Look, still: bool) -> Outcome<()> {
    let script = json!({ "source": SOCKET });
    browser.tell("Page.addScriptToEvaluateOnNewDocument", script)?;
    let scheme = if dark { "dark" } else { "light" };
    let motion = if still { "reduce" } else { "no-preference" };
    let media = json!({"features": [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": motion},
    ]});
    browser.tell("Emulation.setEmulatedMedia", media)?;
    browser.size(width, height, 1.0)
}

/// Opens the page of a table, which then waits to be told.
pub fn open(browser: &mut Browser, page: &Page) -> Outcome<()> {
    browser.visit(&format!("http://{}/t/1", page.address))?;
    match browser.until("Boolean(window.tell)") {
        true => Ok(()),
        false => Err("the page asks nobody".to_owned()),
    }
}

/// Draws them one after the other.
pub fn draw(
    browser: &mut Browser,
    page: &Page,
    moments: &[Moment],
    look: Look,
) -> Outcome<Vec<Vec<u8>>> {
    set_up(browser, look, true)?;
    let mut drawn = Vec::new();
    for messages in moments {
        open(browser, page)?;
        for message in messages {
            browser.ask(&format!("tell({})", json!(message)))?;
        }
        browser.pause()?;
        drawn.push(browser.photograph(look.0, look.1)?);
    }
    Ok(drawn)
}
